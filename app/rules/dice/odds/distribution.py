"""How often each total comes up: whole ways over one denominator, and what independent things make together."""

from collections.abc import Callable, Mapping, Sequence
from math import gcd, lcm
from typing import NamedTuple

from app.rules.dice.odds.polynomial import power, product

# Totals become an evenly spaced range while at most this share of the range can't come up.
_SPACES_PER_TOTAL = 4


class Distribution(NamedTuple):
    """Totals in ascending order and their ways out of `denominator`.

    Evenly spaced totals are a `range` (some of them may have 0 ways), so that sums are products of polynomials.
    Inside `floor ceil round` division is exact: there a total stands for total / `divisor`.
    """

    totals: Sequence[int]
    ways: Sequence[int]
    denominator: int
    divisor: int = 1


def listed(distribution: Distribution) -> list[tuple[int, int]]:
    """The totals that can come up, with their ways."""
    return [pair for pair in zip(distribution.totals, distribution.ways, strict=True) if pair[1]]


def certain(total: int) -> Distribution:
    """A number: it comes up every time."""
    return Distribution(range(total, total + 1), (1,), 1)


def collected(ways: Mapping[int, int], denominator: int, divisor: int = 1) -> Distribution:
    """The distribution with these ways of each total, given in any order."""
    totals = sorted(ways)
    low, high = totals[0], totals[-1]
    step = gcd(*[total - low for total in totals]) or 1
    if (high - low) // step < _SPACES_PER_TOTAL * len(totals):
        spaced = range(low, high + 1, step)
        return Distribution(spaced, [ways.get(total, 0) for total in spaced], denominator, divisor)
    return Distribution(totals, [ways[total] for total in totals], denominator, divisor)


def shifted(distribution: Distribution, by: int) -> Distribution:
    """Add a number to every total."""
    totals, ways, denominator, divisor = distribution
    if isinstance(totals, range):
        moved: Sequence[int] = range(totals.start + by, totals.stop + by, totals.step)
    else:
        moved = [total + by for total in totals]
    return Distribution(moved, ways, denominator, divisor)


def scaled(distribution: Distribution, by: int) -> Distribution:
    """Multiply every total by a number."""
    totals, ways, denominator, divisor = distribution
    if by == 0:
        return Distribution(range(1), (denominator,), denominator)
    if isinstance(totals, range):
        stretched: Sequence[int] = range(totals.start * by, totals.stop * by, totals.step * by)
    else:
        stretched = [total * by for total in totals]
    if by < 0:
        return Distribution(stretched[::-1], ways[::-1], denominator, divisor)
    return Distribution(stretched, ways, denominator, divisor)


def added(left: Distribution, right: Distribution) -> Distribution:
    """The sum of two independent distributions."""
    if left.divisor != right.divisor:
        left, right = of_one_divisor(left, right)
    if len(left.totals) == 1 and left.denominator == 1:
        return shifted(right, left.totals[0])
    if len(right.totals) == 1 and right.denominator == 1:
        return shifted(left, right.totals[0])
    step = _shared_step(left.totals, right.totals)
    if step is None:
        return combined(left, right, int.__add__)
    denominator = left.denominator * right.denominator
    start = left.totals[0] + right.totals[0]
    ways = product(_at_step(left, step), _at_step(right, step), denominator)
    return Distribution(range(start, start + len(ways) * step, step), ways, denominator, left.divisor)


def multiplied(left: Distribution, right: Distribution) -> Distribution:
    """The product of two independent distributions."""
    divisor = left.divisor * right.divisor
    if left.denominator == 1:
        return scaled(right, left.totals[0])._replace(divisor=divisor)
    if right.denominator == 1:
        return scaled(left, right.totals[0])._replace(divisor=divisor)
    return combined(left, right, int.__mul__)._replace(divisor=divisor)


def combined(left: Distribution, right: Distribution, function: Callable[[int, int], int]) -> Distribution:
    """Any function of two independent distributions with one divisor, pair by pair."""
    ways: dict[int, int] = {}
    pairs = listed(right)
    for total, count in listed(left):
        for other, times in pairs:
            result = function(total, other)
            ways[result] = ways.get(result, 0) + count * times
    return collected(ways, left.denominator * right.denominator, left.divisor)


def mapped(distribution: Distribution, function: Callable[[int], int], *, divisor: int = 1) -> Distribution:
    """A function of every total; the results stand for result / `divisor`."""
    ways: dict[int, int] = {}
    for total, count in listed(distribution):
        result = function(total)
        ways[result] = ways.get(result, 0) + count
    return collected(ways, distribution.denominator, divisor)


def repeated(distribution: Distribution, times: int) -> Distribution:
    """The sum of `times` (at least 1) independent copies."""
    totals, ways, denominator, divisor = distribution
    if times == 1:
        return distribution
    if isinstance(totals, range):
        largest = denominator**times
        found = power(ways, times, largest)
        start = totals.start * times
        return Distribution(range(start, start + len(found) * totals.step, totals.step), found, largest, divisor)
    half = repeated(distribution, times // 2)
    whole = added(half, half)
    return added(whole, distribution) if times % 2 else whole


def of_one_divisor(*distributions: Distribution) -> Sequence[Distribution]:
    """The same, all with the smallest divisor that they can share."""
    divisor = lcm(*[distribution.divisor for distribution in distributions])
    return [
        distribution
        if distribution.divisor == divisor
        else scaled(distribution, divisor // distribution.divisor)._replace(divisor=divisor)
        for distribution in distributions
    ]


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
    return step if places <= _SPACES_PER_TOTAL * len(left) * len(right) else None


def _at_step(distribution: Distribution, step: int) -> Sequence[int]:
    """The ways, with zeros between them so that neighbours are `step` apart."""
    totals, ways = distribution.totals, distribution.ways
    if len(totals) == 1 or totals[1] - totals[0] == step:
        return ways
    apart = (totals[1] - totals[0]) // step
    spread = [0] * ((len(ways) - 1) * apart + 1)
    spread[::apart] = ways
    return spread
