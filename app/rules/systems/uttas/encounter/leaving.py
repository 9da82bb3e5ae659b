"""What becomes of deeds under way when somebody leaves."""

from typing import assert_never

from app.rules.systems.uttas.encounter.running import go_on
from app.rules.systems.uttas.encounter.state import Aftermath, Assault, Deed, Queue, UttasPlay, Walk


def forget(play: UttasPlay, leaver: str) -> None:
    """Deeds of theirs, and attacks that were only at them, are off; what they interrupted goes on."""
    deeds = play.encounter.scene.deeds
    kept = tuple(left for deed in deeds if (left := without(deed, leaver)) is not None)
    if kept == deeds:
        return
    window = play.encounter.pending
    if window is not None and (without(deeds[-1], leaver) is None or window.since == leaver):
        play.close_window()
    play.put_scene(deeds=kept, strike=None)
    go_on(play)


def without(deed: Deed, leaver: str) -> Deed | None:
    """A deed without somebody; None: nothing is left of it."""
    match deed:
        case Assault():
            return _assault_without(deed, leaver)
        case Walk(mover=whose) | Aftermath(actor=whose):
            return None if whose == leaver else deed
        case Queue():
            waiting = tuple(one for one in deed.waiting if one.owner != leaver)
            return deed.model_copy(update={"waiting": waiting})
        case never:
            assert_never(never)


def _assault_without(assault: Assault, leaver: str) -> Assault | None:
    involved = {swing.attacker for swing in assault.swings} | {
        one for swing in assault.swings for aim in swing.aims for one in (aim.target, aim.struck)
    }
    if assault.attacker == leaver or leaver in involved:
        return None
    targets = tuple(left for group in assault.targets if (left := tuple(one for one in group if one != leaver)))
    return assault.model_copy(update={"targets": targets})
