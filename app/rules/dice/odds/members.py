"""Keeps and counts over the members of a group, and `min` and `max`: the highest or lowest of totals."""

from collections.abc import Iterable, Sequence
from math import inf, prod

from app.rules.dice.expression import Count
from app.rules.dice.odds.chain import PARTS
from app.rules.dice.odds.die import score, score_ends
from app.rules.dice.odds.distribution import (
    Distribution,
    Ends,
    Unlisted,
    collected,
    listed,
    mapped,
    of_one_divisor,
    reach,
)
from app.rules.dice.odds.keep import Kind, cut_off, kept, upside_down


def ranked(members: Sequence[Distribution], low: int, high: int, count: Count | None = None) -> Distribution:
    """What the members of rank `low` to `high` - 1 come to: their sum, or what their totals count."""
    members = of_one_divisor(*members)
    divisor = members[0].divisor
    if high - low == 1 and high in (1, len(members)) and not any(member.unlisted for member in members):
        result = _extreme(members, highest=high == len(members))
        return result._replace(divisor=divisor) if count is None else mapped(result, score(count, divisor))
    counted = None if count is None else score(count, divisor)
    kinds = [
        Kind(
            1,
            {total: {total if counted is None else counted(total): ways} for total, ways in listed(member)},
            member.denominator,
        )
        for member in members
    ]
    if any(member.unlisted for member in members):
        result = _cut(members, kinds, low, high, count) or _known(members, kinds, low, high, count)
    else:
        result = kept(kinds, low, high)
    return result if count is not None else result._replace(divisor=divisor)


def _extreme(members: Sequence[Distribution], *, highest: bool) -> Distribution:
    """The highest (lowest) total: it is at most (at least) a number when all of them are."""
    tables = [dict(zip(member.totals, member.ways, strict=True)) for member in members]
    reached = [0] * len(members)
    before, found = 0, {}
    for total in sorted(set().union(*tables), reverse=not highest):
        reached = [ways + table.get(total, 0) for ways, table in zip(reached, tables, strict=True)]
        within = prod(reached)
        if within > before:
            found[total] = within - before
        before = within
    return collected(found, before)


def _cut(
    members: Sequence[Distribution], kinds: Sequence[Kind], low: int, high: int, count: Count | None
) -> Distribution | None:
    """Compare only totals below the first one that some member doesn't list, if it is rare to keep another."""
    unlisted = [member.unlisted for member in members if member.unlisted is not None]
    rising = all(each.low > -inf for each in unlisted)
    if not rising and not all(each.high < inf for each in unlisted):
        return None
    if not rising:
        kinds = [upside_down(kind) for kind in kinds]
    cut = int(min([each.low if rising else -each.high for each in unlisted]))
    ends = _identity if count is None else score_ends(count, members[0].divisor)
    lowered = []
    for kind, member in zip(kinds, members, strict=True):
        least, most = reach(member)
        if (most if rising else -least) >= cut:
            kind = cut_off(kind, cut, ends(cut, most) if rising else ends(least, -cut))
        lowered.append(kind)
    if not any(kind.worth for kind in lowered):
        return None
    result = kept(lowered, low, high) if rising else kept(lowered, len(members) - high, len(members) - low)
    rest = result.unlisted
    if rest is None:
        return result
    if rest.ways * PARTS >= result.denominator:
        return None
    least, most = _sums(map(reach, members), low, high) if count is None else rest[1:]
    return result._replace(unlisted=Unlisted(rest.ways, max(rest.low, least), min(rest.high, most)))


def _known(
    members: Sequence[Distribution], kinds: Sequence[Kind], low: int, high: int, count: Count | None
) -> Distribution:
    """Compare only what every member lists; the rest comes to anything between the ends of the whole."""
    known = kept([kind._replace(denominator=kind.denominator - kind.beyond) for kind in kinds], low, high)
    denominator = prod([member.denominator for member in members])
    between = []
    for place, member in enumerate(members):
        if member.unlisted is not None:
            reaches = [*map(reach, members[:place]), member.unlisted[1:], *map(reach, members[place + 1 :])]
            between.append(_sums(reaches, low, high))
    ends = min([least for least, _ in between]), max([most for _, most in between])
    if count is not None:
        worst, best = score_ends(count, members[0].divisor)(-inf, inf)
        ends = (high - low) * worst, (high - low) * best
    return known._replace(denominator=denominator, unlisted=Unlisted(denominator - known.denominator, *ends))


def _sums(reaches: Iterable[Ends], low: int, high: int) -> Ends:
    """The least and the most that the kept ones of such members come to."""
    least, most = (sum(sorted(side)[low:high]) for side in zip(*reaches, strict=True))
    return least, most


def _identity(low: float, high: float) -> Ends:
    return low, high
