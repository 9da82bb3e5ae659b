"""Which totals of an endless roll are listed: those of which all ways are known, until less than 10^-9 is left."""

from collections.abc import Callable
from math import gcd, inf

from app.rules.dice.odds.distribution import Distribution, Unlisted, scaled

# Less than one part in this many stays unlisted.
PARTS = 10**9

_TRIES = 4


def listing(found: Distribution, further: Callable[[int], Distribution | None]) -> Distribution:
    """The totals to list of what was `found`, or of what `further` finds when told how much further to list.

    `further` answers None where that costs too much. Where no listing holds all ways of a total, as for the
    difference of two endless explosions, or none that can be paid for, listed totals may miss ways, which are then
    among the unlisted ones.
    """
    slack = 0
    for _ in range(_TRIES):
        if found.unlisted is None:
            return found
        up = 1 if found.unlisted.low > -inf else -1
        rising = scaled(found, up)
        unlisted = rising.unlisted
        if unlisted is None or unlisted.low == -inf:
            break
        places = _places_needed(rising, unlisted.ways)
        last = rising.totals[places - 1]
        if last < unlisted.low:
            ways = rising.ways[:places]
            rest = Unlisted(rising.denominator - sum(ways), last + 1, max(unlisted.high, rising.totals[-1]))
            return _reduced(scaled(rising._replace(totals=rising.totals[:places], ways=ways, unlisted=rest), up))
        slack = max(2 * slack, slack + last + 1 - int(unlisted.low))
        more = further(slack)
        if more is None:
            break
        found = more
    return _reduced(found)


def _places_needed(distribution: Distribution, unlisted: int) -> int:
    """How many of the lowest totals must be listed to leave less than one part in `PARTS`."""
    places = len(distribution.totals)
    while places > 1 and (unlisted + distribution.ways[places - 1]) * PARTS < distribution.denominator:
        places -= 1
        unlisted += distribution.ways[places]
    return places


def _reduced(distribution: Distribution) -> Distribution:
    """The same with the smallest denominator."""
    unlisted = distribution.unlisted
    assert unlisted is not None
    common = gcd(distribution.denominator, unlisted.ways, *distribution.ways)
    return distribution._replace(
        ways=[ways // common for ways in distribution.ways],
        denominator=distribution.denominator // common,
        unlisted=unlisted._replace(ways=unlisted.ways // common),
    )
