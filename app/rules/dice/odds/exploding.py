"""Exploding dice: sums, counts and keeps over chains."""

from math import ceil, inf

from app.rules.dice.odds.chain import (
    PARTS,
    Chain,
    Throw,
    by_value,
    by_worth,
    chains,
    limited,
    natural_depth,
    upside_down,
)
from app.rules.dice.odds.die import score, score_ends
from app.rules.dice.odds.distribution import Distribution, Ends, Unlisted, collected, mapped, repeated
from app.rules.dice.odds.endless import sum_of_chains
from app.rules.dice.odds.keep import Kind, cut_off, kept


def of_chains(chain: Chain, count: int, low: int, high: int, slack: int) -> Distribution:
    """What the chains of rank `low` to `high` - 1 among `count` come to."""
    first, extra = chain.first, chain.extra
    if high - low < count:
        return _kept_chains(chain, count, low, high, slack)
    if chain.once:
        pair = limited(first, extra, 1)
        return repeated(collected(by_worth(pair.ended), pair.denominator), count)
    if chain.counting is None:
        return sum_of_chains(first, extra, count, slack)
    one = sum_of_chains(first, extra, 1, slack)
    return repeated(mapped(one, score(chain.counting), ends=score_ends(chain.counting)), count)


def _kept_chains(chain: Chain, count: int, low: int, high: int, slack: int) -> Distribution:
    steps = [value for value, _ in chain.extra.goes]
    if chain.once:
        pair = limited(chain.first, chain.extra, 1)
        return kept([Kind(count, by_value(chain, pair.ended), pair.denominator)], low, high)
    if min(steps) > 0:
        return kept([_rising(chain, count, slack)], low, high)
    if max(steps) < 0:
        return kept([_rising(upside_down(chain), count, slack)], count - high, count - low)
    # A chain that goes on may come to lie anywhere among the others.
    ended, going, denominator = chains(chain.first, chain.extra, natural_depth(chain.first, chain.extra, count))
    known = kept([Kind(count, by_value(chain, ended), denominator - sum(going.values()))], low, high)
    unlisted = Unlisted(denominator**count - known.denominator, -inf, inf)
    return known._replace(denominator=denominator**count, unlisted=unlisted)


def _rising(chain: Chain, count: int, slack: int) -> Kind:
    """`count` chains that rise with each explosion, listed up to where one that goes on could lie."""
    first, extra = chain.first, chain.extra
    step = min([value for value, _ in extra.goes])
    depth = natural_depth(first, extra, count) + ceil(slack / step)
    while True:
        ended, _, denominator = chains(first, extra, depth)
        cut = (
            min([value for value, _ in first.goes])
            + depth * step
            + min([value for value, _ in extra.stops | extra.goes])
        )
        above = denominator - sum([ways for (value, _), ways in ended.items() if value < cut])
        if above * count * PARTS < denominator:
            break
        depth += 2 + depth // 4
    going = _worth_of_going(first, extra, depth)
    low = min([going[0], *[worth for value, worth in ended if value >= cut]])
    high = max([going[1], *[worth for value, worth in ended if value >= cut]])
    over = (low, high) if chain.counting is None else score_ends(chain.counting)(low, high)
    return cut_off(Kind(count, by_value(chain, ended), denominator), cut, over)


def _worth_of_going(first: Throw, extra: Throw, depth: int) -> Ends:
    """The least and the most that a chain of more than `depth` extra dice is worth."""
    begins, goes = ([worth for _, worth in throw.goes] for throw in (first, extra))
    last = [worth for _, worth in extra.stops | extra.goes]
    low = min(begins) + depth * min(goes) + min(last) if min(goes) >= 0 else -inf
    high = max(begins) + depth * max(goes) + max(last) if max(goes) <= 0 else inf
    return low, high
