"""The board: how far two combatants are apart, which spaces are taken, and the steps of a path."""

from collections.abc import Iterator, Sequence

from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.distance import ADJACENT_M, Space, between
from app.rules.systems.uttas.encounter.bodies import Moving, PathLeg
from app.rules.systems.uttas.encounter.state import Step, UttasPlay
from app.rules.systems.uttas.movement import Leg, Mode

EDGE = 10_000
"""Spaces from the middle of the board to its edge."""


def spaces_apart(play: UttasPlay, a: Space, b: Space) -> int:
    """Metres between two spaces (T-005, G-06)."""
    return between(a, b, grid=play.options.grid, metric=play.options.metric).metres


def apart(play: UttasPlay, one: str, other: str) -> int | None:
    """Metres between two combatants; in a chase the gap; None where one of them isn't on the board (G-32)."""
    chase = play.encounter.scene.chase
    if chase is not None:
        return chase.gap_m if one != other else 0
    a, b = play[one].state.pos, play[other].state.pos
    return None if a is None or b is None else spaces_apart(play, a, b)


def near(play: UttasPlay, one: str, other: str, within_m: int = ADJACENT_M) -> bool:
    """Whether two are so near; without a board everybody is."""
    metres = apart(play, one, other)
    return metres is None or metres <= within_m


def taken(play: UttasPlay, space: Space, *, by_other_than: str) -> bool:
    """Whether somebody the sender knows of stands there: somebody hidden must not show in a refusal."""
    return any(
        one.state.pos == space and one.id != by_other_than and not one.state.fled and play.sight.sees(one.id)
        for one in play.encounter.combatants
    )


def legs_of(body: Moving, default: Mode = "run") -> list[PathLeg]:
    """The path of a body, written either way."""
    if body.path is not None:
        return body.path
    if body.to is None and body.metres is None:
        raise AgainstTheRules("insufficient_movement", "Say where: `path`, `to` or `metres`.", rule="T-019")
    return [PathLeg(mode=body.mode or default, m=body.metres, to=body.to)]


def measured(play: UttasPlay, mover: str, path: Sequence[PathLeg]) -> list[Leg]:
    """A path with the metres of each leg: those it says, or those to its space.

    Raises:
        AgainstTheRules: `insufficient_movement` where a leg says fewer than its space is away; `blocked` for somebody
            who isn't on the board.
    """
    legs, here = [], play[mover].state.pos
    for leg in path:
        metres = leg.m
        if leg.to is not None:
            if here is None:
                raise AgainstTheRules("blocked", "Whoever isn't on the board has no way to a space.", rule="T-004")
            away = spaces_apart(play, here, leg.to)
            if metres is not None and metres < away:
                raise AgainstTheRules(
                    "insufficient_movement",
                    f"The space is {away} m away and the leg says {metres}.",
                    rule="T-021",
                    metres=metres,
                    needed=away,
                )
            metres, here = away if metres is None else metres, leg.to
        legs.append(Leg(mode=leg.mode, m=metres or 0))
    return legs


def check_leads(play: UttasPlay, mover: str, path: Sequence[PathLeg]) -> None:
    """On the board every leg of a path leads to a space: metres alone would be spent and lead nowhere.

    Raises:
        AgainstTheRules: `blocked`.
    """
    if play[mover].state.pos is not None and any(leg.to is None for leg in path):
        raise AgainstTheRules("blocked", "On the board a leg leads to a space: say which in `to`.", rule="T-004")


def steps_of(play: UttasPlay, mover: str, path: Sequence[PathLeg], legs: Sequence[Leg]) -> list[Step]:
    """The steps of a path; each leg must end on a free space of the board.

    Raises:
        AgainstTheRules: `blocked`.
    """
    steps: list[Step] = []
    here = play[mover].state.pos
    for leg, metres in zip(path, legs, strict=True):
        if leg.to is None or here is None:
            steps.append(Step(mode=leg.mode, m=metres.m, to=None))
            continue
        if taken(play, leg.to, by_other_than=mover) or max(map(abs, leg.to)) > EDGE:
            raise AgainstTheRules(
                "blocked", "A leg of the path ends where nobody can stand.", rule="T-004", space=[*leg.to]
            )
        steps += _leg_steps(play, leg.mode, here, leg.to, metres.m)
        here = leg.to
    return steps


def _leg_steps(play: UttasPlay, mode: Mode, begin: Space, end: Space, metres: int) -> list[Step]:
    walked = [end] if mode == "warp" else list(way(begin, end, hexes=play.options.grid == "hex"))
    far = [spaces_apart(play, begin, space) for space in walked]
    if far:
        far[-1] = metres
    return [
        Step(mode=mode, m=max(0, now - before), to=space)
        for space, now, before in zip(walked, far, [0, *far], strict=False)
    ]


def way(begin: Space, end: Space, *, hexes: bool) -> Iterator[Space]:
    """Spaces from one to the other, each step bringing as many coordinates nearer as it can, else the first."""
    here = begin
    while here != end:
        across, along = _sign(end[0] - here[0]), _sign(end[1] - here[1])
        if hexes and across == along:
            # No neighbour of a hex is nearer in both.
            along = 0
        here = (here[0] + across, here[1] + along)
        yield here


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
