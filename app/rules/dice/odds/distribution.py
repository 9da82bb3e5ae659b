"""How often each total comes up: whole ways over one denominator, and what independent things make together."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product as pairs
from math import gcd, inf, lcm
from typing import NamedTuple

from app.rules.dice.odds.polynomial import power, product

# Totals become an evenly spaced range while it has at most this many places for each total that can come up.
_PLACES_PER_TOTAL = 4


class Unlisted(NamedTuple):
    """The ways of endless explosions that no listed total holds.

    They come to totals from `low` to `high`, perhaps infinite. A listed total in between may miss some of its
    ways; every other one has all of them.
    """

    ways: int
    low: float
    high: float


class Distribution(NamedTuple):
    """Totals in ascending order and their ways out of `denominator`.

    Evenly spaced totals are a `range` (some of them may have 0 ways), so that sums are products of polynomials.
    Inside `floor ceil round` division is exact: there a total stands for total / `divisor`.
    """

    totals: Sequence[int]
    ways: Sequence[int]
    denominator: int
    divisor: int = 1
    unlisted: Unlisted | None = None


def certain(total: int) -> Distribution:
    """A number: it comes up every time."""
    return Distribution(range(total, total + 1), (1,), 1)


def collected(
    ways: Mapping[int, int], denominator: int, *, divisor: int = 1, unlisted: Unlisted | None = None
) -> Distribution:
    """The distribution with these ways of each total, given in any order."""
    if unlisted is not None and unlisted.low == unlisted.high:
        # What is not listed can only come to one total: then it is listed.
        only = int(unlisted.low)
        ways = {**ways, only: ways.get(only, 0) + unlisted.ways}
        unlisted = None
    totals = sorted(ways)
    low, high = totals[0], totals[-1]
    if high - low < len(totals):
        return Distribution(range(low, high + 1), [ways[total] for total in totals], denominator, divisor, unlisted)
    step = gcd(*[total - low for total in totals]) or 1
    if (high - low) // step < _PLACES_PER_TOTAL * len(totals):
        spaced = range(low, high + 1, step)
        return Distribution(spaced, [ways.get(total, 0) for total in spaced], denominator, divisor, unlisted)
    return Distribution(totals, [ways[total] for total in totals], denominator, divisor, unlisted)


def listed(distribution: Distribution) -> list[tuple[int, int]]:
    """The totals that can come up, with their ways."""
    return [pair for pair in zip(distribution.totals, distribution.ways, strict=True) if pair[1]]


def reach(distribution: Distribution) -> tuple[float, float]:
    """The lowest and the highest total, listed or not."""
    low, high = distribution.totals[0], distribution.totals[-1]
    if distribution.unlisted is None:
        return low, high
    return min(low, distribution.unlisted.low), max(high, distribution.unlisted.high)


def shifted(distribution: Distribution, by: int) -> Distribution:
    """Add a number to every total."""
    totals, ways, denominator, divisor, unlisted = distribution
    if unlisted is not None:
        unlisted = Unlisted(unlisted.ways, unlisted.low + by, unlisted.high + by)
    if isinstance(totals, range):
        moved: Sequence[int] = range(totals.start + by, totals.stop + by, totals.step)
    else:
        moved = [total + by for total in totals]
    return Distribution(moved, ways, denominator, divisor, unlisted)


def scaled(distribution: Distribution, by: int) -> Distribution:
    """Multiply every total by a number."""
    totals, ways, denominator, divisor, unlisted = distribution
    if by == 0:
        return Distribution(range(1), (denominator,), denominator)
    if unlisted is not None:
        unlisted = Unlisted(unlisted.ways, *sorted((unlisted.low * by, unlisted.high * by)))
    if isinstance(totals, range):
        stretched: Sequence[int] = range(totals.start * by, totals.stop * by, totals.step * by)
    else:
        stretched = [total * by for total in totals]
    if by < 0:
        stretched, ways = stretched[::-1], ways[::-1]
    return Distribution(stretched, ways, denominator, divisor, unlisted)


def added(left: Distribution, right: Distribution) -> Distribution:
    """The sum of two independent distributions."""
    if left.divisor != right.divisor:
        left, right = of_one_divisor(left, right)
    if left.denominator == 1:
        return shifted(right, left.totals[0])
    if right.denominator == 1:
        return shifted(left, right.totals[0])
    step = _shared_step(left.totals, right.totals)
    if step is None:
        return combined(left, right, int.__add__, _sum_of_ends)
    start = left.totals[0] + right.totals[0]
    denominator = left.denominator * right.denominator
    ways = product(_at_step(left, step), _at_step(right, step), denominator)
    unlisted = _unlisted(left, right, _sum_of_ends)
    return Distribution(range(start, start + len(ways) * step, step), ways, denominator, left.divisor, unlisted)


def multiplied(left: Distribution, right: Distribution) -> Distribution:
    """The product of two independent distributions."""
    divisor = left.divisor * right.divisor
    if left.denominator == 1:
        return scaled(right, left.totals[0])._replace(divisor=divisor)
    if right.denominator == 1:
        return scaled(left, right.totals[0])._replace(divisor=divisor)
    return combined(left, right, int.__mul__, _product_of_ends)._replace(divisor=divisor)


Ends = tuple[float, float]


def combined(
    left: Distribution,
    right: Distribution,
    function: Callable[[int, int], int],
    ends: Callable[[Ends, Ends], Ends],
) -> Distribution:
    """A function of two independent distributions, pair by pair; `ends` bounds it given bounds of both."""
    ways: dict[int, int] = {}
    others = listed(right)
    for total, count in listed(left):
        for other, times in others:
            result = function(total, other)
            ways[result] = ways.get(result, 0) + count * times
    denominator = left.denominator * right.denominator
    return collected(ways, denominator, divisor=left.divisor, unlisted=_unlisted(left, right, ends))


def mapped(
    distribution: Distribution,
    function: Callable[[int], int],
    *,
    divisor: int = 1,
    ends: Callable[[float, float], Ends] | None = None,
) -> Distribution:
    """A function of every total; the results stand for result / `divisor`.

    `ends` bounds it between two totals; without, the function must never fall.
    """
    ways: dict[int, int] = {}
    for total, count in listed(distribution):
        result = function(total)
        ways[result] = ways.get(result, 0) + count
    unlisted = distribution.unlisted
    if unlisted is not None:
        if ends is not None:
            low, high = ends(unlisted.low, unlisted.high)
        else:
            low, high = (end if end in (inf, -inf) else function(int(end)) for end in unlisted[1:])
        unlisted = Unlisted(unlisted.ways, low, high)
    return collected(ways, distribution.denominator, divisor=divisor, unlisted=unlisted)


def repeated(distribution: Distribution, times: int) -> Distribution:
    """The sum of `times` (at least 1) independent copies."""
    totals, ways, denominator, divisor, unlisted = distribution
    if times == 1:
        return distribution
    if not isinstance(totals, range) or unlisted is not None:
        half = repeated(distribution, times // 2)
        whole = added(half, half)
        return added(whole, distribution) if times % 2 else whole
    largest = denominator**times
    found = power(ways, times, largest)
    start = totals.start * times
    return Distribution(range(start, start + len(found) * totals.step, totals.step), found, largest, divisor)


def of_one_divisor(*distributions: Distribution) -> Sequence[Distribution]:
    """The same, all with the smallest divisor that they can share."""
    divisor = lcm(*[distribution.divisor for distribution in distributions])
    return [
        distribution
        if distribution.divisor == divisor
        else scaled(distribution, divisor // distribution.divisor)._replace(divisor=divisor)
        for distribution in distributions
    ]


def _unlisted(left: Distribution, right: Distribution, ends: Callable[[Ends, Ends], Ends]) -> Unlisted | None:
    """What is not listed of a function of two: either side is not."""
    if left.unlisted is None and right.unlisted is None:
        return None
    between = []
    known = [side.denominator for side in (left, right)]
    if left.unlisted is not None:
        known[0] -= left.unlisted.ways
        between.append(ends(left.unlisted[1:], reach(right)))
    if right.unlisted is not None:
        known[1] -= right.unlisted.ways
        between.append(ends(reach(left), right.unlisted[1:]))
    ways = left.denominator * right.denominator - known[0] * known[1]
    return Unlisted(ways, min([low for low, _ in between]), max([high for _, high in between]))


def _sum_of_ends(left: Ends, right: Ends) -> Ends:
    return left[0] + right[0], left[1] + right[1]


def _product_of_ends(left: Ends, right: Ends) -> Ends:
    corners = [one * other if one and other else 0 for one, other in pairs(left, right)]
    return min(corners), max(corners)


def _shared_step(left: Sequence[int], right: Sequence[int]) -> int | None:
    """The step at which both can be written out evenly without many empty places."""
    if not (isinstance(left, range) and isinstance(right, range)):
        return None
    if left.step == right.step or len(right) == 1:
        return left.step
    if len(left) == 1:
        return right.step
    step = gcd(left.step, right.step)
    places = (left[-1] - left[0] + right[-1] - right[0]) // step
    return step if places <= _PLACES_PER_TOTAL * len(left) * len(right) else None


def _at_step(distribution: Distribution, step: int) -> Sequence[int]:
    """The ways, with zeros between them so that neighbours are `step` apart."""
    totals, ways = distribution.totals, distribution.ways
    if len(totals) == 1 or totals[1] - totals[0] == step:
        return ways
    apart = (totals[1] - totals[0]) // step
    spread = [0] * ((len(ways) - 1) * apart + 1)
    spread[::apart] = ways
    return spread
