"""What counts for a while: it is added, used up, and gone when its moment comes."""

from collections.abc import Collection, Sequence
from typing import Final, Literal

from app.rules.character import Part
from app.rules.systems.supers.encounter.numbers import boosts, parts_of
from app.rules.systems.supers.encounter.state import Boost, SupersPlay

EFFORT: Final = "effort"
BIGGER: Final = {2: 3, -5: 3}
"""What the next size up brings, where it is more than the plain 2 of an effort (R-15)."""


def boosted(play: SupersPlay, name: str, *more: Boost) -> tuple[Boost, ...]:
    """Somebody's boosts with more of them; the same kind from the same source doesn't come twice (R-13)."""
    fresh = [(one.kind, one.on, one.foe, one.source) for one in more]
    kept = [one for one in play[name].state.boosts if (one.kind, one.on, one.foe, one.source) not in fresh]
    return (*kept, *more)


def own_turns(play: SupersPlay, name: str) -> int:
    """How many ends of somebody's turns it takes to the end of the next one."""
    return 2 if play.encounter.active == name else 1


def use_up(play: SupersPlay, name: str, used: Collection[Boost]) -> None:
    """End what counts only once."""
    gone = [one for one in used if one.once]
    if gone:
        play.put(name, boosts=tuple(one for one in play[name].state.boosts if one not in gone))


def effort(play: SupersPlay, name: str, on: str, circumstances: Sequence[Part]) -> tuple[list[Part], list[Boost]]:
    """What an effort adds to this check, and the boosts that it uses up (R-15)."""
    found = boosts(play, name, "check", on=on)
    values = {one.value for one in circumstances}
    bettered = [
        one.model_copy(update={"amount": BIGGER[one.instead_of]})
        if one.instead_of in BIGGER and one.instead_of in values
        else one
        for one in found
    ]
    return parts_of(bettered), found


def reach(play: SupersPlay, name: str, at: Literal["turn_start", "turn_end", "round_end"]) -> None:
    """A moment of somebody's has come: what waited for it ends, or waits for one fewer."""
    held = play[name].state.boosts
    left = []
    for one in held:
        if one.at != at:
            left.append(one)
        elif one.count > 1:
            left.append(one.model_copy(update={"count": one.count - 1}))
    if len(left) < len(held) or any(one not in held for one in left):
        play.put(name, boosts=tuple(left))
