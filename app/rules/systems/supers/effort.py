"""Extra effort and hero points: more than one has, and who pays for it."""

from typing import Final, Literal, get_args

from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.supers.degrees import Die, improved

Fatigue = Literal["none", "fatigued", "exhausted", "incapacitated"]
FATIGUE: Final[tuple[Fatigue, ...]] = get_args(Fatigue)
EffortOption = Literal["action", "bonus", "power", "power_stunt", "resistance", "retry", "speed", "strength"]
EFFORT_OPTIONS: Final[tuple[EffortOption, ...]] = get_args(EffortOption)


class EffortEntry(Value):
    """What extra effort may be for, or what a hero point may buy."""

    id: str
    gives: str


EXTRA_EFFORT: Final = tuple(
    EffortEntry(id=name, gives=gives)
    for name, gives in (
        ("action", "One more standard action this turn."),
        ("bonus", "2 more on one check, or a circumstance made one size better."),
        ("power", "One effect is a rank higher until the next turn; not a permanent one."),
        ("power_stunt", "An alternate effect of a power, for the scene."),
        ("resistance", "Another check against an effect that still holds, at once."),
        ("retry", "A failed use of an effect may be tried again."),
        ("speed", "One speed rank more until the next turn."),
        ("strength", "One rank of Strength more until the next turn."),
    )
)
HERO_POINT_USES: Final = tuple(
    EffortEntry(id=name, gives=gives)
    for name, gives in (
        ("edit_scene", "A detail of the scene is as the player says, if the game master agrees."),
        ("heroic_feat", "A rank of an advantage until the end of the next turn, but none of fortune."),
        ("improve_roll", "A check is thrown again, 1 to 10 count 10 more, and the better one stands."),
        ("inspiration", "A hint from the game master."),
        ("instant_counter", "An effect is countered as a reaction."),
        ("recover", "Dazed, fatigued or stunned end; the exhausted are only fatigued."),
    )
)


class Effort(Value):
    """An extra effort that is allowed."""

    option: EffortOption
    fatigue_steps: int = 1


class Tired(Value):
    """What an effort leaves behind."""

    fatigue: Fatigue
    hero_points: int


class Improved(Value):
    """A roll made better."""

    used_face: int
    """What the die counts now."""
    total: int
    critical: bool


def extra_effort(option: str = "bonus", *, used_this_turn: bool = False, power_duration: str | None = None) -> Effort:
    """Whether this effort can be made (S-131, S-161, R-15).

    Args:
        option: one of the eight.
        used_this_turn: one was made already.
        power_duration: of the effect that `power` raises.

    Raises:
        AgainstTheRules: `effort_used`, `permanent_no_effort`.
        OutOfRange: `unknown_effort`.
    """
    chosen = next((one for one in EFFORT_OPTIONS if one == option), None)
    if chosen is None:
        raise OutOfRange(
            "unknown_effort",
            f"Extra effort is for one of {', '.join(EFFORT_OPTIONS)}.",
            options=list(EFFORT_OPTIONS),
            rule="R-15",
        )
    if used_this_turn:
        raise AgainstTheRules("effort_used", "One extra effort a turn, and this turn had it.", rule="S-131")
    if chosen == "power" and power_duration == "permanent":
        raise AgainstTheRules("permanent_no_effort", "Extra effort doesn't raise a permanent effect.", rule="S-161")
    return Effort(option=chosen)


def tired(fatigue: Fatigue) -> Fatigue:
    """One step worse (S-132 to S-134)."""
    return FATIGUE[min(len(FATIGUE) - 1, FATIGUE.index(fatigue) + 1)]


def extra_effort_cost(fatigue: Fatigue, *, hero_point_next_turn: bool = False, hero_points: int = 0) -> Tired:
    """The fatigue an effort brings, unless a hero point on the next turn takes it away (S-132 to S-135).

    Raises:
        AgainstTheRules: `no_hero_point`.
    """
    if hero_point_next_turn:
        return Tired(fatigue=fatigue, hero_points=spend(hero_points))
    return Tired(fatigue=tired(fatigue), hero_points=hero_points)


def refreshed(fatigue: Fatigue) -> Fatigue:
    """Fatigue after a hero point's `recover`: fatigued ends, exhausted becomes fatigued, the worst stays (R-16)."""
    return fatigue if fatigue == "incapacitated" else FATIGUE[max(0, FATIGUE.index(fatigue) - 1)]


def spend(hero_points: int) -> int:
    """What is left when a point is spent (S-137).

    Raises:
        AgainstTheRules: `no_hero_point`.
    """
    if hero_points < 1:
        raise AgainstTheRules("no_hero_point", "There is no hero point left to spend.", rule="S-137")
    return hero_points - 1


def session_points(carried: int, *, new_adventure: bool, luck: int = 0) -> int:
    """Hero points at the start of a session (S-136, S-139, R-17).

    Args:
        carried: left from the last session.
        new_adventure: nothing passes from one adventure to the next.
        luck: ranks of the advantage.
    """
    return 1 + luck if new_adventure else max(1, carried)


def improve_roll(first: Die, reroll: int, modifier: int) -> Improved:
    """A check thrown again with a hero point (R-16)."""
    better = improved(first, reroll)
    return Improved(used_face=better.counts, total=better.counts + modifier, critical=better.natural_20)
