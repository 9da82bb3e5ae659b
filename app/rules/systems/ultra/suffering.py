"""How Status Effects come, hurt, are treated and go."""

from collections.abc import Collection, Iterable, Sequence

from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.ultra.sheet import Moment, Status
from app.rules.systems.ultra.statuses import status_of


def struck(held: Sequence[Status], new: Status) -> list[Status]:
    """Status Effects once another has come: of the same kind the higher level stays, at equal levels the newer."""
    old = next((status for status in held if status.key == new.key), None)
    if old is None:
        return [*held, new]
    stronger = new if new.level >= old.level else old
    return [stronger if status.key == new.key else status for status in held]


def incoming(key: str, wanted: int, *, bearer: str, source: str, own_turn: bool = False) -> Status:
    """A Status Effect as it comes: at the level wanted as far as it goes, with the moment it ends (section 3b).

    One that lasts to the end of the bearer's next turn doesn't count the turn it came in.

    Args:
        key: of the catalogue.
        wanted: the level, of the complication or of the hits paid.
        bearer: whom it befalls.
        source: who brought it.
        own_turn: whether the bearer's own turn is under way.

    Raises:
        OutOfRange: `unknown_status`.
    """
    ends = status_of(key).ends
    moment = Moment(at=ends, of=bearer, count=2 if own_turn else 1) if ends == "turn_end" else Moment(at=ends)
    return Status(key=key, level=level_of(key, wanted), source=source, clears=moment)


def source_gone(held: Iterable[Status], out: Collection[str]) -> list[Status]:
    """What stays once these are out: nobody is frightened of who is gone (section 3b)."""
    return [status for status in held if status.key != "frightened" or status.source not in out]


def level_of(key: str, wanted: int) -> int:
    """The level at which a Status Effect comes: as wanted, at most its highest, or its only one (section 3b).

    Raises:
        OutOfRange: `unknown_status`.
    """
    status = status_of(key)
    return max(min(wanted, status.max_level), status.least_level)


def treat_difficulty(key: str, level: int) -> int:
    """The hits it takes to treat a Status Effect (section 3b).

    Raises:
        OutOfRange: `unknown_status`.
        AgainstTheRules: `nothing_to_clear` where no treatment helps.
    """
    status = status_of(key)
    match status.treat:
        case None:
            raise AgainstTheRules(
                "nothing_to_clear",
                f"{status.name} can't be treated. It goes otherwise: {status.clears}",
                rule="G-22",
            )
        case "level":
            return level
        case "level+1":
            return level + 1
        case fixed:
            return fixed


def eased(key: str, *, level: int, hits: int) -> int:
    """The level that is left after hits spent on shaking a Status Effect off; 0 when it is gone (section 3b).

    Raises:
        OutOfRange: `unknown_status`; `trick_cost_out_of_range` for fewer hits than its only level.
    """
    status = status_of(key)
    if status.single_level and hits < level:
        raise OutOfRange(
            "trick_cost_out_of_range",
            f"{status.name} has one level: shaking it off takes {level}, not {hits}.",
            found=hits,
            least=level,
            rule="G-22",
        )
    return max(0, level - hits)


def tick(key: str, level: int, *, ticked_this_scene: bool = False) -> int:
    """Injuries that a Status Effect brings at the start of its bearer's turn (section 3b).

    Raises:
        OutOfRange: `unknown_status`.
    """
    return sum(
        op.at(level)
        for op in status_of(key).ops
        if op.op == "tick" and op.at_level(level) and not (op.once_a_scene and ticked_this_scene)
    )
