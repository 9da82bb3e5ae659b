"""Movement: what is free, what takes the action, and what standing and disabled legs leave of it."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, get_args

from app.rules.system import AgainstTheRules, Value

Mode = Literal["run", "leap", "swim", "fly", "warp"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
ON_FOOT: Final[frozenset[Mode]] = frozenset({"run", "leap"})
"""What the prone can't do (G-16)."""
ACROBATICS_TO_STAND: Final = 22
Effort = Literal["free", "full", "sprint"]
"""Without an action; the action; the action and half the Dexterity."""


class Allowance(Value):
    """How many metres one kind of movement allows in a turn."""

    quarter: int
    """Free, when the free move mixes kinds."""
    half: int
    """Free, when it is the only kind."""
    full: int
    sprint: int


class Leg(Value):
    """A stretch of a path in one kind of movement."""

    mode: Mode
    m: int
    """Metres."""


class Running(Value):
    """What is left of Run and Leap with disabled legs."""

    run: int
    half: int
    """The free half move of that Run."""
    can_leap: bool


def even(metres: int) -> int:
    """The last even number of metres: a space is two of them (T-036)."""
    return metres - metres % 2


def allowance(speed_m: int) -> Allowance:
    """What a speed allows; every part is rounded down to whole spaces (T-019, T-020, T-035 to T-037)."""
    full = even(speed_m)
    return Allowance(quarter=even(speed_m // 4), half=even(speed_m // 2), full=full, sprint=2 * full)


def on_these_legs(run: int, disabled_legs: int) -> Running:
    """Run and Leap with so many legs out of use: one halves the Run and forbids to leap, two end it (T-122, T-123)."""
    left = run if disabled_legs == 0 else run // 2 if disabled_legs == 1 else 0
    return Running(run=left, half=allowance(left).half, can_leap=disabled_legs == 0)


def check_path(
    path: Sequence[Leg],
    *,
    speeds: Mapping[Mode, int],
    effort: Effort,
    moved: Mapping[Mode, int] | None = None,
) -> Counter[Mode]:
    """Whether a path lies within a turn's movement; answers the metres of each kind, those already moved included.

    A single kind may take half its speed for nothing or all of it with the action; several kinds a quarter or a half
    each; a Sprint is of one kind (T-019 to T-021, T-035, T-037, G-10).

    Args:
        path: the legs of this move.
        speeds: metres of each kind; a kind that isn't there is 0.
        effort: whether the action goes into it.
        moved: metres already moved this turn.

    Raises:
        AgainstTheRules: `insufficient_movement`, or `mixed_movement_limit` where one kind alone would do.
    """
    metres: Counter[Mode] = Counter(moved or {})
    for leg in path:
        metres[leg.mode] += leg.m
    used = [mode for mode in metres if metres[mode] > 0]
    mixed = len(used) > 1
    if mixed and effort == "sprint":
        raise AgainstTheRules("mixed_movement_limit", "A Sprint is of one kind of movement only.", rule="G-10")
    for mode in used:
        allowed = allowance(speeds.get(mode, 0))
        alone = {"free": allowed.half, "full": allowed.full, "sprint": allowed.sprint}[effort]
        limit = alone if not mixed else allowed.quarter if effort == "free" else allowed.half
        if metres[mode] > limit:
            code = "mixed_movement_limit" if mixed and metres[mode] <= alone else "insufficient_movement"
            together = " when kinds of movement are mixed" if mixed else ""
            raise AgainstTheRules(
                code,
                f"{mode.capitalize()} {metres[mode]} m is over the {limit} m that this move allows{together}.",
                rule="T-020" if mixed else "T-019" if effort == "free" else "T-035",
                mode=mode,
                metres=metres[mode],
                limit=limit,
            )
    return metres


def check_reach(path: Sequence[Leg], target_m: int) -> None:
    """Whether a path is long enough to get to something so far away (T-021).

    Raises:
        AgainstTheRules: `insufficient_movement`.
    """
    walked = sum(leg.m for leg in path)
    if walked < target_m:
        raise AgainstTheRules(
            "insufficient_movement",
            f"The path is {walked} m long and the target is {target_m} m away.",
            rule="T-021",
            metres=walked,
            needed=target_m,
        )


def check_able(mode: Mode, *, prone: bool = False, disabled_legs: int = 0, entangled: Collection[str] = ()) -> None:
    """Whether a body in this state may move that way at all (T-122, T-123, T-138, G-16, G-19).

    Args:
        mode: the kind of movement.
        prone: lying on the ground.
        disabled_legs: legs out of use.
        entangled: what an Entangle binds: `arms`, `legs`, both or nothing.

    Raises:
        AgainstTheRules: `entangled`, `prone` or `limb_disabled`.
    """
    if mode in ON_FOOT and "legs" in entangled:
        raise AgainstTheRules("entangled", "Bound legs neither run nor leap: break the Entangle first.", rule="G-19")
    if mode == "swim" and "arms" in entangled:
        raise AgainstTheRules("entangled", "Bound arms don't swim: break the Entangle first.", rule="G-19")
    if mode in ON_FOOT and prone:
        raise AgainstTheRules("prone", "The prone neither run nor leap: stand up first.", rule="T-138")
    lame = disabled_legs > 1 if mode == "run" else mode == "leap" and disabled_legs > 0
    if lame:
        raise AgainstTheRules(
            "limb_disabled",
            f"With {disabled_legs} of the legs disabled nobody can {mode}.",
            rule="T-123" if mode == "run" else "T-122",
            disabled_legs=disabled_legs,
        )


def stand_up(*, run: int, moved: Mapping[Mode, int], disabled_legs: int = 0) -> int:
    """The metres of Run that standing up takes: the whole free half move (T-138).

    Raises:
        AgainstTheRules: `limb_disabled` with no leg to stand on, `insufficient_movement` after any free move.
    """
    if disabled_legs > 1:
        raise AgainstTheRules("limb_disabled", "Nobody stands up with both legs disabled.", rule="G-16")
    if any(moved.values()):
        raise AgainstTheRules(
            "insufficient_movement",
            "Standing up takes the whole free half move, and some of it is used.",
            rule="T-138",
            moved=sum(moved.values()),
        )
    return allowance(run).half
