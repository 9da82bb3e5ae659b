"""Range bands: how far is far, and what it costs a roll."""

from fractions import Fraction
from math import ceil, isqrt
from typing import Final

from app.rules.system import OutOfRange, Value

METRES_PER_SPACE: Final = 2
HOPELESS: Final = 3
"""So many bands out, a task fails by itself."""


class RangeBand(Value):
    """A stretch of distance in which a task is equally hard."""

    increment: int
    """0 for the nearest."""
    from_m: int
    to_m: int
    from_spaces: int
    to_spaces: int


class RangeModifier(Value):
    """What distance does to a roll."""

    increment: int
    """The band of the distance."""
    bands_out: int
    """Bands past the reach of the sense or attack."""
    disadvantages: int | None
    """None where the task fails by itself."""
    automatic_failure: bool


def top_of_band(increment: int) -> int:
    """The last metre of a band: every band is 10 m wider than the one before (T-115)."""
    return 5 * (increment + 1) * (increment + 2)


def increment_of(metres: int | Fraction) -> int:
    """The band a distance lies in; a part of a metre counts as a whole one (T-110 to T-117).

    Raises:
        OutOfRange: `bad_distance` for a distance below zero.
    """
    if metres < 0:
        raise OutOfRange("bad_distance", "A distance can't be below 0 metres.", rule="T-110")
    tens = -(-ceil(metres) // 5)
    # The least k with (k + 1)(k + 2) >= tens.
    root = (isqrt(4 * tens + 1) - 3) // 2
    return max(0, root if (root + 1) * (root + 2) >= tens else root + 1)


def increment_of_spaces(spaces: int) -> int:
    """The band of a distance counted on the board, 2 m to a space (T-117)."""
    return increment_of(spaces * METRES_PER_SPACE)


def range_band(increment: int) -> RangeBand:
    """A band by its number, past the printed table too (T-114, T-115)."""
    below = top_of_band(increment - 1) if increment else 0
    top = top_of_band(increment)
    return RangeBand(
        increment=increment,
        from_m=below + 1,
        to_m=top,
        from_spaces=below // METRES_PER_SPACE + 1,
        to_spaces=top // METRES_PER_SPACE,
    )


def bands_out(*, increment: int, extension: int = 0) -> int:
    """How many bands past its reach a task lies, when a sense or a range reaches further (T-116)."""
    return max(0, increment - extension)


def modifier_at(metres: int | Fraction, *, extension: int = 0) -> RangeModifier:
    """What a distance does to an Accuracy or Perception roll (T-110 to T-116)."""
    increment = increment_of(metres)
    out = bands_out(increment=increment, extension=extension)
    hopeless = out >= HOPELESS
    return RangeModifier(
        increment=increment,
        bands_out=out,
        disadvantages=None if hopeless else out,
        automatic_failure=hopeless,
    )
