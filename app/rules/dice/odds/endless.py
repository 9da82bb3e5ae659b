"""Sums of chains that explode without end, as power series.

With A the polynomial of the faces that end a chain and E of those that explode, 0 for the first die and 1 for extra
ones, out of n faces, a chain is A0/n + E0/n A1/n + E0/n E1/n A1/n + ..., which is a fraction of polynomials:
(A0 (n - E1) + E0 A1) / (n (n - E1)). So is every sum of chains, and its series lists the totals from the lowest.
"""

from math import ceil, exp, gcd, inf, log
from typing import NamedTuple

from app.rules.dice.odds.chain import PARTS, Throw, by_worth, chains, natural_depth
from app.rules.dice.odds.distribution import Distribution, Unlisted, collected, repeated, scaled
from app.rules.dice.odds.polynomial import Sparse, series, sparse_factors


class Plan(NamedTuple):
    """The series of so many chains: (numerator / (base * (staying - rises))) ** number, up to `length` places.

    The first place is the total `start`, places are `step` apart.
    """

    number: int
    numerator: Sparse
    base: int
    staying: int
    rises: Sparse
    start: int
    step: int
    length: int

    @property
    def deepest(self) -> int:
        """How many extra dice there may be in the last place."""
        return (self.length - 1) // min(self.rises) if self.rises else 0


def sum_of_chains(first: Throw, extra: Throw, count: int, slack: int) -> Distribution:
    """The worth of `count` endless chains together; totals are listed `slack` further than needed.

    Where each explosion adds to the worth (or each takes from it), a total can only come from finitely many
    chains, and all of its ways are listed.
    """
    up = direction(extra)
    if up:
        return scaled(_listed(plan(turned(first, up), turned(extra, up), count, slack)), up)
    ended, going, denominator = chains(first, extra, natural_depth(first, extra, count))
    unlisted = Unlisted(sum(going.values()), -inf, inf)
    return repeated(collected(by_worth(ended), denominator, unlisted=unlisted), count)


def direction(extra: Throw) -> int:
    """1 where no explosion takes from the worth, -1 where none adds to it, else 0."""
    steps = by_worth(extra.goes)
    return 1 if min(steps) >= 0 else -1 if max(steps) <= 0 else 0


def turned(throw: Throw, up: int) -> Throw:
    """The same with every worth times `up`."""
    stops, goes = ({(value, worth * up): ways for (value, worth), ways in part.items()} for part in throw[:2])
    return Throw(stops, goes, throw.denominator)


def plan(first: Throw, extra: Throw, count: int, slack: int) -> Plan:
    """How to list chains of which no explosion takes from the worth."""
    faces = extra.denominator
    stops, goes = by_worth(extra.stops), by_worth(extra.goes)
    ending: dict[int, int] = {}
    for worth, ways in by_worth(first.stops).items():
        ending[worth] = ending.get(worth, 0) + ways * faces
        for more, times in goes.items():
            ending[worth + more] = ending.get(worth + more, 0) - ways * times
    for worth, ways in by_worth(first.goes).items():
        for more, times in stops.items():
            ending[worth + more] = ending.get(worth + more, 0) + ways * times
    ending = {worth: ways for worth, ways in ending.items() if ways}
    lowest = min(ending)
    step = gcd(*[worth - lowest for worth in ending], *goes) or 1
    common = gcd(first.denominator, *ending.values())
    numerator = {(worth - lowest) // step: ways // common for worth, ways in ending.items()}
    rises = {worth // step: ways for worth, ways in goes.items() if worth}
    length = (_farthest(first, extra, count) + slack - lowest * count) // step + 1 if rises else 0
    base, staying = first.denominator // common, faces - goes.get(0, 0)
    return Plan(count, numerator, base, staying, rises, lowest * count, step, length)


def _listed(plan: Plan) -> Distribution:
    count, numerator, base, staying, rises, start, step, length = plan
    if not rises:
        one = {start // count + place * step: ways for place, ways in numerator.items()}
        return repeated(collected(one, base * staying), count)
    falls = {0: staying, **{place: -ways for place, ways in rises.items()}}
    factors = [*sparse_factors(numerator, count), (falls, -count)]
    # Scaled so that even the deepest chains come in whole ways.
    found = series(factors, length, numerator[0] ** count * staying**plan.deepest)
    denominator = base**count * staying ** (count + plan.deepest)
    totals = range(start, start + length * step, step)
    return Distribution(totals, found, denominator, 1, Unlisted(denominator - sum(found), totals.stop, inf))


def _farthest(first: Throw, extra: Throw, count: int) -> int:
    """A total that `count` chains pass less than once in `PARTS`: Chernoff's bound, the best of a few."""
    parts = [by_worth(part) for part in (first.stops, first.goes, extra.stops, extra.goes)]
    # Measured from the lowest worth of a first die.
    lowest = min([worth for part in parts[:2] for worth in part])
    shares = [
        [(worth - begin, ways / first.denominator) for worth, ways in part.items()]
        for part, begin in zip(parts, (lowest, lowest, 0, 0), strict=True)
    ]
    going = sum([share for _, share in shares[3]])
    largest = max([abs(worth) for part in shares for worth, _ in part])
    steepest = min(-log(going) / max(parts[3]), 500 / largest)
    totals = []
    for tenth in range(1, 10):
        slope = steepest * tenth / 10
        stop, go, stop_later, go_on = (sum([share * exp(slope * worth) for worth, share in part]) for part in shares)
        totals.append((count * log(stop + go * stop_later / (1 - go_on)) + log(PARTS) + 1) / slope)
    return lowest * count + ceil(min(totals))
