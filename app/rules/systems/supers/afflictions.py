"""Effects that linger: an Affliction's conditions by degree and how they end, and a weakened trait."""

from collections.abc import Sequence
from typing import Final

from app.rules.system import Value
from app.rules.systems.supers.conditions import Condition
from app.rules.systems.supers.degrees import CheckOutcome, Die, check
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from app.rules.systems.supers.resistance import WORST_CONDITION, Threat

POINTS_A_ROUND: Final = 1
"""What comes back of a weakened trait (R-36)."""


class Retry(Value):
    """Another try to throw an Affliction off."""

    check: CheckOutcome
    degree: int
    """Which condition still holds, 0 for none."""


def condition_of(conditions: Sequence[str], degree: int) -> Condition:
    """The condition of a degree, 1 to 3; one on a trait is on all where the sheet names none (R-31)."""
    key, _, param = conditions[degree - 1].partition(":")
    return Condition(key, param) if param else Condition(key)


def takes_hold(held: int, degree: int, *, cumulative: bool = False) -> int:
    """The degree after another failure: the higher replaces the lower, or they add up where the extra says so (R-31).

    Args:
        held: 0 for none, up to 3.
        degree: of the new failure, 1 to 3.
        cumulative: with the extra of that name.
    """
    return min(WORST_CONDITION, held + degree) if cumulative else max(held, degree)


def retry(
    thrown: Die, modifier: int, *, effect: str, rank: int, degree: int, options: SupersOptions = DEFAULTS
) -> Retry:
    """Success ends all its conditions, failure changes nothing; a critical hit's 5 no longer counts (R-31)."""
    made = check(thrown, modifier, Threat(effect=effect, rank=rank).dc, options)
    return Retry(check=made, degree=0 if made.success else degree)


def weakened_by(check_outcome: CheckOutcome, *, dc: int, rank: int) -> int:
    """Power points a trait loses: what the check falls short by, at most the rank (R-36)."""
    return 0 if check_outcome.success else min(rank, dc - check_outcome.total)


def still_weakened(lost: int, rounds: int) -> int:
    """Power points still missing after so many rounds (R-36)."""
    return max(0, lost - POINTS_A_ROUND * rounds)
