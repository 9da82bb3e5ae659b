"""The dying: their check each round, and help that comes in time."""

from typing import Final, Literal

from app.rules.system import Value
from app.rules.systems.supers.degrees import Die, check
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

DYING_DC: Final = 15
STABILIZE_DC: Final = 15
FATAL_DEGREES: Final = 3
"""Degrees of failure that kill where they are counted (R-07)."""


class DyingCheck(Value):
    """How a round of dying went."""

    total: int
    degree: int
    state: Literal["stable", "dying", "dead"]
    failure_degrees: int
    """So far; they matter only where they are counted."""


class Stabilized(Value):
    """Whether help came in time."""

    total: int
    success: bool
    state: Literal["stable", "dying"]
    level: Literal["incapacitated", "dying"]


def dying_check(
    thrown: Die,
    fortitude: int,
    *,
    dc: int = DYING_DC,
    failure_degrees: int = 0,
    options: SupersOptions = DEFAULTS,
) -> DyingCheck:
    """Fortitude at the start of the dying's own turn (S-079, S-122, R-07)."""
    made = check(thrown, fortitude, dc, options)
    counted = failure_degrees + max(0, -made.degree)
    state: Literal["stable", "dying", "dead"] = "dying"
    if made.degree > 1:
        state = "stable"
    elif not made.success and (options.dying_mode == "seed" or counted >= FATAL_DEGREES):
        state = "dead"
    return DyingCheck(total=made.total, degree=made.degree, state=state, failure_degrees=counted)


def stabilize(thrown: Die, treatment: int, *, dc: int = STABILIZE_DC, options: SupersOptions = DEFAULTS) -> Stabilized:
    """Treatment that keeps the dying alive, though still incapacitated (R-07)."""
    made = check(thrown, treatment, dc, options)
    return Stabilized(
        total=made.total,
        success=made.success,
        state="stable" if made.success else "dying",
        level="incapacitated" if made.success else "dying",
    )
