"""A business and its quarter: what the roll of everybody's skills makes of it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Final

from pydantic import Field

from app.rules.system import AgainstTheRules, Value

MONTHS_BETWEEN: Final = 3
MINUTES_A_MONTH: Final = 30 * 24 * 60
LEVELS: Final = (-1, 0, 1)


class BusinessBand(Value):
    """A line of the game master's table."""

    at_most: Annotated[int, Field(ge=-10_000, le=10_000)] | None = None
    """The highest total of this band; the last band has none."""
    level_change: Annotated[int, Field(ge=-100, le=100)]
    """Levels the business grows by, or shrinks."""


def check_bands(bands: list[BusinessBand]) -> list[BusinessBand]:
    """Bands that rise and leave no total out.

    Raises:
        ValueError: they don't rise, or not the last one and only it is without an upper end.
    """
    tops = [band.at_most for band in bands[:-1]]
    closed = [top for top in tops if top is not None]
    if not bands or bands[-1].at_most is not None or len(closed) < len(tops):
        raise ValueError("The last band, and only it, has no `at_most`: it takes every higher total.")
    if any(low >= high for low, high in pairwise(closed)):
        raise ValueError("The `at_most` of the bands must rise from line to line.")
    return bands


def starter_table(dice: int) -> list[BusinessBand]:
    """Under 3 a die shrinks, over 4 a die grows, between them it is a quiet quarter (G-27)."""
    return [
        BusinessBand(at_most=3 * dice - 1, level_change=-1),
        BusinessBand(at_most=4 * dice, level_change=0),
        BusinessBand(level_change=1),
    ]


def level_change(total: int, bands: Sequence[BusinessBand]) -> int:
    """What a quarter's total does to the business's level (T-160)."""
    return next(band.level_change for band in bands if band.at_most is None or total <= band.at_most)


def dice_for_business(skill_dice: Mapping[str, int]) -> int:
    """All dice of all the skills the business needs, thrown together (T-157, T-159).

    Raises:
        AgainstTheRules: `missing_skill` when a needed skill has no dice, or none is named.
    """
    missing = sorted(skill for skill, dice in skill_dice.items() if dice == 0)
    if missing or not skill_dice:
        raise AgainstTheRules(
            "missing_skill",
            "Every skill the business needs must have somebody who brings at least one die; "
            f"{len(missing) or 'all'} of them lack one.",
            rule="T-159",
            skills=missing,
        )
    return sum(skill_dice.values())


def months_between(earlier: int, later: int) -> int:
    """Whole months of 30 days between two minutes of the game's clock."""
    return (later - earlier) // MINUTES_A_MONTH


def check_quarter(*, months_since_last: int | None) -> None:
    """A business is rolled for once in three months (T-159).

    Args:
        months_since_last: whole months since its last roll, or None for its first.

    Raises:
        AgainstTheRules: `too_early`.
    """
    if months_since_last is not None and months_since_last < MONTHS_BETWEEN:
        raise AgainstTheRules(
            "too_early",
            f"The business was rolled for {months_since_last} months ago; {MONTHS_BETWEEN} must go by.",
            rule="T-159",
            months_since_last=months_since_last,
            months_between=MONTHS_BETWEEN,
        )
