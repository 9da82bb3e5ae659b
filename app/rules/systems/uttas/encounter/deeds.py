"""The deeds under way: what interrupts what, and the strike that is current."""

from app.rules.systems.uttas.encounter.state import Assault, Deed, Strike, UttasPlay


def push(play: UttasPlay, deed: Deed) -> None:
    """A deed begins; what was under way waits for its end."""
    _set(play, (*play.encounter.scene.deeds, deed))


def pop(play: UttasPlay) -> None:
    """The deed that is on is over."""
    _set(play, play.encounter.scene.deeds[:-1])


def put(play: UttasPlay, deed: Deed) -> None:
    """The deed that is on has come further."""
    _set(play, (*play.encounter.scene.deeds[:-1], deed))


def under_way(play: UttasPlay) -> Deed | None:
    """The deed that is on."""
    deeds = play.encounter.scene.deeds
    return deeds[-1] if deeds else None


def _set(play: UttasPlay, deeds: tuple[Deed, ...]) -> None:
    update: dict[str, object] = {"deeds": deeds}
    top = deeds[-1] if deeds else None
    if isinstance(top, Assault) and top.swings:
        update["strike"] = Strike.trusted(swings=top.swings)
    play.put_scene(**update)
