"""A check: a d20 and a modifier against a difficulty, and by how many degrees it succeeds or fails."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

SIDES: Final = 20
STEP: Final = 5
"""Points to a degree (S-008)."""
ROUTINE: Final = 10
"""What counts in place of the die in a routine check (S-007)."""
SIZES: Final = (-5, -2, 2, 5)
"""Circumstance adjustments of the rules (S-022)."""


class Die(NamedTuple):
    """What a d20 counts, and whether it is a natural 20."""

    counts: int
    natural_20: bool = False


def die(face: int) -> Die:
    """A d20 as it lies.

    Raises:
        OutOfRange: `bad_face`, not 1 to 20.
    """
    if not 1 <= face <= SIDES:
        raise OutOfRange("bad_face", f"A d20 has no face {face}: give 1 to {SIDES}.", face=face, rule="S-001")
    return Die(face, face == SIDES)


def lifted(face: int) -> Die:
    """A d20 that counts 10 more on 1 to 10: a hero point's, or that of somebody on guard (R-16, R-18).

    Only a face of 20 is a natural 20: 10 and 10 aren't.
    """
    thrown = die(face)
    return Die(thrown.counts + ROUTINE) if thrown.counts <= ROUTINE else thrown


def improved(first: Die, reroll: int) -> Die:
    """The better of a die and its reroll by a hero point (R-16)."""
    second = lifted(reroll)
    return Die(max(first.counts, second.counts), first.natural_20 or second.natural_20)


class CheckOutcome(Value):
    """How a check came out."""

    total: int
    degree: int
    """1 and up are degrees of success, -1 and down degrees of failure; there is no 0."""
    success: bool
    critical: bool
    """A natural 20, which betters the degree by one (S-005)."""


def degree_of(total: int, dc: int, options: SupersOptions = DEFAULTS) -> int:
    """The degree, before a natural 20 betters it; there is no end to them either way (S-008, S-010, S-011, R-01)."""
    over = total - dc
    if over >= 0:
        return 1 + over // STEP
    if options.failure_steps == "full5":
        return -(1 + (-over) // STEP)
    return over // STEP


def bumped(degree: int, options: SupersOptions = DEFAULTS) -> int:
    """One degree better, passing over 0 (S-005, R-02)."""
    if degree == -1:
        return 1 if options.crit_bump_across_zero else -1
    return degree + 1


def check(thrown: Die, modifier: int, dc: int, options: SupersOptions = DEFAULTS) -> CheckOutcome:
    """A check: reaching the difficulty succeeds, and a 1 is a face like any other (S-001, S-002, S-006)."""
    total = thrown.counts + modifier
    degree = degree_of(total, dc, options)
    if thrown.natural_20:
        degree = bumped(degree, options)
    return CheckOutcome(total=total, degree=degree, success=degree > 0, critical=thrown.natural_20)


def routine_check(modifier: int, dc: int, *, pressure: bool = False, options: SupersOptions = DEFAULTS) -> CheckOutcome:
    """A check that counts 10 without a die (S-007, R-30).

    Raises:
        AgainstTheRules: `routine_not_allowed` under pressure.
    """
    if pressure:
        raise AgainstTheRules(
            "routine_not_allowed",
            "Nobody takes a routine 10 under pressure, which rounds always are: roll the die.",
            rule="S-007",
        )
    return check(Die(ROUTINE), modifier, dc, options)


def circumstances(values: Sequence[int], *, gm: bool = False) -> int:
    """The sum of circumstance adjustments (S-022, R-13).

    Raises:
        OutOfRange: `circumstance_size` for one that isn't 2 or 5, unless the game master gives it.
    """
    strange = [] if gm else sorted(set(values) - set(SIZES))
    if strange:
        raise OutOfRange(
            "circumstance_size",
            f"A circumstance adds or takes 2 or 5, not {strange[0]}: others are the game master's to give (`gm`).",
            found=strange,
            allowed=list(SIZES),
            rule="S-022",
        )
    return sum(values)


def bonus_for_55(dc: int) -> int:
    """The modifier that reaches a difficulty on 11 of 20 faces (S-009)."""
    return dc - ROUTINE


def routine_opposition(passive_modifier: int) -> int:
    """The difficulty that a side which isn't rolled sets (S-015)."""
    return ROUTINE + passive_modifier
