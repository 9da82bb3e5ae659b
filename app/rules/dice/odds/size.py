"""How large a distribution gets and how much work it takes to count, from the sizes of what it is made of.

Work is in microseconds of a slow machine. Where a size isn't known, the largest possible is taken.
"""

from itertools import product
from typing import NamedTuple


class Size(NamedTuple):
    """How large a distribution gets: how many totals between two, ways of how many bits, how much work.

    `step` is known of totals that are spaced evenly. `endless` are explosions that may not all be listed.
    """

    low: int
    high: int
    totals: int
    bits: float
    work: float
    step: int | None = None
    endless: bool = False


def mapped_size(size: Size) -> Size:
    """What a function of every total makes; it brings them no further from 0 and makes no more of them."""
    bound = max(abs(size.low), abs(size.high))
    return Size(-bound, bound, size.totals, size.bits, size.work + size.totals, None, size.endless)


def added_size(left: Size, right: Size) -> Size:
    """What the sum of two independent totals makes."""
    low, high = left.low + right.low, left.high + right.high
    bits, work, pairs = left.bits + right.bits, left.work + right.work, left.totals * right.totals
    endless = left.endless or right.endless
    if 1 in (left.totals, right.totals):
        step = left.step if right.totals == 1 else right.step
        return Size(low, high, pairs, bits, work + 1, step, endless)
    if left.step is not None and left.step == right.step:
        places = (high - low) // left.step + 1
        return Size(low, high, places, bits, work + product_work(places, bits), left.step, endless)
    places = min(high - low + 1, 4 * pairs)
    return Size(
        low, high, min(high - low + 1, pairs), bits, work + pairs / 2 + product_work(places, bits), None, endless
    )


def multiplied_size(left: Size, right: Size) -> Size:
    """What the product of two independent totals makes."""
    corners = [one * other for one, other in product((left.low, left.high), (right.low, right.high))]
    low, high, pairs = min(corners), max(corners), left.totals * right.totals
    bits, work, endless = left.bits + right.bits, left.work + right.work, left.endless or right.endless
    if 1 in (left.totals, right.totals):
        step = left.step if right.totals == 1 else right.step
        by = right.low if right.totals == 1 else left.low
        return Size(low, high, pairs, bits, work + 1, step and (abs(step * by) or 1), endless)
    return Size(low, high, min(high - low + 1, pairs), bits, work + pairs, None, endless)


def product_work(places: float, bits: float) -> float:
    """A product of polynomials, or a power: Karatsuba's on numbers of so many digits of 30 bits."""
    digits = places * max(64, bits + 8) / 30
    return 5 + places * 0.3 + float(digits**1.585) / 300


def power_work(places: float, lags: int, count: int, bits: float) -> float:
    """The sum of `count` like dice."""
    if count <= 8:
        return product_work(places, bits)
    return 10 + places * lags * (0.2 + bits / 15_000)


def kept_work(
    values: float, units: int, low: int, high: int, places: float, bits: float, *, mixed: bool = False
) -> float:
    """Keeps among like units of so many values, each worth one of so many places.

    `mixed` are values that aren't always worth the same: then long numbers are multiplied with long ones.
    """
    kept, above = high - low, units - high
    if places == 1:
        return values
    if kept == 1 and high in (1, units):
        return values * (1 + bits / 1_000 + 10 * float((bits / 10_000) ** 1.6))
    long = float((places * kept * bits / 300) ** 1.585) / 300 if mixed else 0
    inner = (kept * kept / 2 + 2 * kept) * (1 + places * kept * bits / 60_000 + long)
    outer = (low + 1) * (kept + 1) + (0 if high == units else high * (above + 1))
    # To choose so many of the units takes longer the more there are; every choice is made once.
    choices = [(low + 1, low), (kept * (low + 1 + kept / 2), kept)]
    choices += [(high * (above + 1), above)] if above else []
    chosen = sum([number * (0.1 + float((min(most, units / 2) / 150) ** 2.8)) for number, most in choices])
    return values * (10 + inner + outer * (0.5 + bits / 4_000 + float((bits / 5_000) ** 1.6))) + chosen
