"""Exact mean and spread of what is kept among endless explosions, which no finite listing gives.

A chain that explodes on one face repeats itself: past a base, a chain that lives on through a window of its period is
like it was before, only higher. So what the dice still alive make of the kept ones can be reckoned from what fewer of
them make, and from itself.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import NamedTuple

from app.rules.dice.odds.chain import Chain, by_value, chains
from app.rules.dice.odds.distribution import Distribution, listed
from app.rules.dice.odds.keep import Kind, Worth, kept, ways_of

# Windows and units past which the mean is not reckoned: it would take longer than the distribution itself.
_MOST_STEPS = 100_000


class Moments(NamedTuple):
    """Mean, and mean of the square."""

    mean: Fraction
    square: Fraction

    def plus(self, other: "Moments") -> "Moments":
        """Those of the sum of two independent totals."""
        return Moments(self.mean + other.mean, self.square + 2 * self.mean * other.mean + other.square)

    def times(self, other: "Moments") -> "Moments":
        """Those of the product of two independent totals."""
        return Moments(self.mean * other.mean, self.square * other.square)


def always(total: Fraction | int) -> Moments:
    """The moments of a number."""
    return Moments(Fraction(total), Fraction(total * total))


def moments_of_listed(distribution: Distribution) -> Moments:
    """The moments of a distribution that lists everything."""
    first = second = 0
    for total, ways in listed(distribution):
        weight = total * ways
        first += weight
        second += weight * total
    denominator, divisor = distribution.denominator, distribution.divisor
    return Moments(Fraction(first, denominator * divisor), Fraction(second, denominator * divisor**2))


class Recurring(NamedTuple):
    """`units` like units that end `below` a base or in the `window` above it, or live on.

    Both say in how many ways a value is worth how much. A unit comes past the base with the chance `alive` and then
    through a window with the chance `ratio`, which leaves it as before, but worth `gain` more.
    """

    units: int
    below: Worth
    window: Worth
    alive: Fraction
    ratio: Fraction
    gain: int


def period(chain: Chain) -> int | None:
    """How much higher a chain lies for each explosion, where that is always the same."""
    steps = [value for value, _ in chain.extra.goes]
    return steps[0] if len(steps) == 1 and len(chain.first.goes) == 1 and steps[0] > 0 else None


def base(chain: Chain, bounds: Sequence[int]) -> int:
    """A value past which a chain repeats itself, and past all `bounds` of tests."""
    (begin, _), (step, _) = (next(iter(throw.goes)) for throw in (chain.first, chain.extra))
    ends = [value for value, _ in chain.first.stops]
    ends += [begin + value - step for value, _ in chain.extra.stops]
    return max([*ends, *[abs(bound) + 1 for bound in bounds]])


def recurring(chain: Chain, units: int, base: int, window: int) -> Recurring | None:
    """The chain seen from a base, and through windows of a multiple of its period; None if they lie too far."""
    (begin, _), ((step, counts), ways) = next(iter(chain.first.goes)), next(iter(chain.extra.goes.items()))
    lowest = min([value for value, _ in chain.extra.stops])
    depth = max(0, (base + window - begin - lowest) // step + 1)
    if depth * depth * len(chain.extra.stops) > _MOST_STEPS:
        return None
    ended, _, denominator = chains(chain.first, chain.extra, depth)
    values = by_value(chain, ended)
    below = {value: worth for value, worth in values.items() if value <= base}
    inside = {value: worth for value, worth in values.items() if base < value <= base + window}
    explosions = window // step
    return Recurring(
        units,
        below,
        inside,
        1 - Fraction(ways_of(below), denominator),
        Fraction(ways, chain.extra.denominator) ** explosions,
        counts * explosions if chain.counting is None else 0,
    )


def finite(distribution: Distribution, worth: Callable[[int], int]) -> Recurring:
    """A unit that is never past the base."""
    values = {total: {worth(total): ways} for total, ways in listed(distribution)}
    return Recurring(1, values, {}, Fraction(0), Fraction(0), 0)


def kept_moments(found: Sequence[Recurring | None], low: int, high: int) -> Moments | None:
    """The moments of what the units of rank `low` to `high` - 1 are worth together; None if that costs too much."""
    kinds = [kind for kind in found if kind is not None]
    if len(kinds) < len(found):
        return None
    every = tuple([kind.units for kind in kinds])
    steps = prod([(units + 1) * (units + 2) // 2 for units in every])
    values = max([len(kind.below) + len(kind.window) for kind in kinds])
    if steps * values * sum(every) > _MOST_STEPS:
        return None
    gain = max([kind.gain for kind in kinds], key=abs)
    units = sum(every)
    living: dict[tuple[int, ...], Moments] = {}
    nothing = always(0)

    def passed(alive: tuple[int, ...], after: tuple[int, ...], worths: Sequence[Worth]) -> Moments:
        """What the kept ones are worth among those that end between two states."""
        begin, end = units - sum(alive), units - sum(after)
        first, last = max(low, begin), min(high, end)
        if last <= first:
            return nothing
        ended = [
            Kind(before - left, worth, ways_of(worth))
            for before, left, worth in zip(alive, after, worths, strict=True)
            if before > left
        ]
        return moments_of_listed(kept(ended, first - begin, last - begin))

    def through(alive: tuple[int, ...], *, windows: bool) -> Moments:
        """What the units alive are worth, reckoned from all the ways in which some of them end next."""
        mean, square, same = Fraction(0), Fraction(0), Fraction(0)
        for after in product(*[range(left + 1) for left in alive]):
            chance = Fraction(1)
            for kind, before, left in zip(kinds, alive, after, strict=True):
                lives = kind.ratio if windows else kind.alive
                chance *= comb(before, left) * lives**left * (1 - lives) ** (before - left)
            if not chance:
                continue
            kept_alive = max(0, high - max(low, units - sum(after)))
            more = always(gain * kept_alive if windows else 0)
            if windows and after == alive:
                # It comes back to itself: X = more + X with this chance, and something known otherwise.
                same, again = chance, more
                continue
            ends = passed(alive, after, [kind.window if windows else kind.below for kind in kinds])
            part = ends.plus(more).plus(living[after])
            mean += chance * part.mean
            square += chance * part.square
        if same:
            mean = (mean + same * again.mean) / (1 - same)
            square = (square + same * (again.square + 2 * again.mean * mean)) / (1 - same)
        return Moments(mean, square)

    for alive in sorted(product(*[range(kind.units + 1 if kind.alive else 1) for kind in kinds]), key=sum):
        living[alive] = through(alive, windows=True) if any(alive) else nothing
    return through(every, windows=False)
