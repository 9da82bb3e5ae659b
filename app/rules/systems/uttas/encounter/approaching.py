"""Ways to those one fights, for `legal`: next to the nearest of them, or as far as a move goes."""

from collections.abc import Iterator
from itertools import takewhile

from app.rules.systems.uttas.distance import ADJACENT_M, Space
from app.rules.systems.uttas.encounter.board import spaces_apart, taken, way
from app.rules.systems.uttas.encounter.bodies import PathLeg
from app.rules.systems.uttas.encounter.figure import Figure
from app.rules.systems.uttas.encounter.state import UttasPlay
from app.rules.systems.uttas.movement import MODES, Effort, Mode, allowance

AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1), (1, 1), (-1, -1))
"""Neighbours of a space; the last two only of a square."""
FOES = 2
"""So many of the nearest are led to."""


def approaches(play: UttasPlay, fig: Figure, effort: Effort) -> list[PathLeg]:
    """A leg to each of the nearest foes who aren't beside one yet.

    By the kind of movement that goes furthest, and by another where that ends elsewhere after half as much at least.
    """
    here = fig.fighter.pos
    if here is None:
        return []
    spaces = (
        one.state.pos
        for one in play.encounter.combatants
        if one.side != fig.combatant.side and not one.out and one.state.pos is not None and play.sight.sees(one.id)
    )
    far = sorted((spaces_apart(play, here, space), space) for space in spaces)
    foes = [space for metres, space in far if metres > ADJACENT_M][:FOES]
    if not foes:
        return []
    rooms = {mode: _room(play, fig, mode, effort) for mode in ways(fig) if fig.can_move(mode)}
    least = max(ADJACENT_M, max(rooms.values(), default=0) // 2)
    legs: dict[Space, PathLeg] = {}
    for mode, room in sorted(rooms.items(), key=lambda one: -one[1]):
        for foe in foes if room >= least else ():
            end = _end(play, fig.id, here, foe, room)
            if end is not None and end not in legs:
                legs[end] = PathLeg(mode=mode, m=spaces_apart(play, here, end), to=end)
    return list(legs.values())


def ways(fig: Figure) -> tuple[Mode, ...]:
    """The kinds of movement to think of: whoever has bound legs doesn't swim across a room."""
    return tuple(mode for mode in MODES if mode != "swim" or "legs" not in fig.bound)


def _room(play: UttasPlay, fig: Figure, mode: Mode, effort: Effort) -> int:
    """Metres of a kind that this turn still has (T-019, T-020, T-035, T-037, G-10)."""
    moved = fig.fighter.moved if play.encounter.active == fig.id else {}
    mixed = any(metres for other, metres in moved.items() if other != mode)
    allowed = allowance(fig.speed(mode))
    match effort:
        case "free":
            most = allowed.quarter if mixed else allowed.half
        case "full":
            most = allowed.half if mixed else allowed.full
        case _:
            most = 0 if mixed else allowed.sprint
    return most - moved.get(mode, 0)


def _end(play: UttasPlay, mover: str, here: Space, foe: Space, room: int) -> Space | None:
    """The nearest free space beside a foe, or the last one on the way there that is within reach."""
    beside = [
        space
        for space in around(play, foe)
        if spaces_apart(play, space, foe) <= ADJACENT_M and spaces_apart(play, here, space) <= room
    ]
    beside.sort(key=lambda space: spaces_apart(play, here, space))
    on_the_way = way(here, foe, hexes=play.options.grid == "hex")
    within = list(takewhile(lambda space: spaces_apart(play, here, space) <= room, on_the_way))
    return next((space for space in (*beside, *reversed(within)) if not taken(play, space, by_other_than=mover)), None)


def around(play: UttasPlay, space: Space) -> Iterator[Space]:
    """The neighbours of a space."""
    for across, along in AROUND if play.options.grid == "square" else AROUND[:6]:
        yield space[0] + across, space[1] + along
