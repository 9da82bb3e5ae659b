"""Exploding dice as the one member of a group that keeps: each die, extra ones too, is kept or dropped by itself.

Which dice the group keeps hangs on the dice of all chains together, so whole hands are followed: the values of the
dice, sorted, and cut to as many as the first of the group's keeps can leave.
"""

from collections.abc import Sequence
from math import comb, inf
from typing import NamedTuple

from app.rules.dice.expression import Count, Keep, number
from app.rules.dice.odds.chain import Chain, natural_depth
from app.rules.dice.odds.die import score, score_ends
from app.rules.dice.odds.distribution import Distribution, Unlisted, certain, collected
from app.rules.dice.odds.keep import ranks

Hand = tuple[int, ...]
Hands = dict[Hand, int]


class Cut(NamedTuple):
    """Of a hand only the highest (or lowest) dice count, at most so many; None: all of them may."""

    most: int | None
    highest: bool

    @classmethod
    def of(cls, keeps: Sequence[Keep]) -> "Cut":
        """What the first keep leaves of any hand."""
        first = keeps[0]
        return cls(number(first.value) if first.kind in ("kh", "kl") else None, first.kind == "kh")

    def hand(self, dice: Hand) -> Hand:
        """The dice of a hand that may count, the lowest first."""
        hand = sorted(dice)
        if self.most is None or len(hand) <= self.most:
            return tuple(hand)
        return tuple(hand[len(hand) - self.most :] if self.highest else hand[: self.most])

    def settled(self, hand: Hand, dice: Sequence[int]) -> bool:
        """Whether none of these dice could change the hand."""
        if self.most is None or len(hand) < self.most:
            return False
        return not hand or (hand[0] >= max(dice) if self.highest else hand[-1] <= min(dice))

    def merged(self, left: Hands, right: Hands) -> Hands:
        """Both hands in one."""
        found: Hands = {}
        for one, ways in left.items():
            for other, times in right.items():
                hand = self.hand(one + other)
                found[hand] = found.get(hand, 0) + ways * times
        return found


def of_loose_dice(
    chain: Chain, dice: int, kept: Sequence[int], keeps: Sequence[Keep], counting: Count, bonus: int
) -> Distribution:
    """What the dice count, each with the `bonus`, that the group's `keeps` leave of the chains of the `kept` ranks."""
    cut = Cut.of(keeps)
    low, high = kept
    if low == high:
        return certain(0)
    contents, denominator = _contents(chain, dice, cut, ranked=high - low < dice)
    counted = score(counting)
    ways: dict[int, int] = {}
    for hand, times in _together(contents, dice, low, high, cut).items():
        first, last = ranks(keeps, len(hand))
        total = sum([counted(value + bonus) for value in hand[first:last]])
        ways[total] = ways.get(total, 0) + times
    left = denominator**dice - sum(ways.values())
    if not left:
        return collected(ways, denominator**dice)
    least, most = score_ends(counting)(-inf, inf)
    ends = (-inf, inf) if cut.most is None else (min(0, least * cut.most), max(0, most * cut.most))
    return collected(ways, denominator**dice, unlisted=Unlisted(left, *ends))


def _contents(chain: Chain, dice: int, cut: Cut, *, ranked: bool) -> tuple[dict[int, Hands], int]:
    """The hands of one chain for each sum, or all under 0 where chains aren't `ranked`; out of how many ways."""
    first, extra = chain.first, chain.extra
    depth = 1 if chain.once else natural_depth(first, extra, dice)
    possible = [value for value, _ in extra.stops | extra.goes]
    contents: dict[int, Hands] = {}
    going: dict[tuple[int, Hand], int] = {(0, ()): 1}
    for follows in range(depth, -1, -1):
        throw = first if follows == depth else extra
        longer: dict[tuple[int, Hand], int] = {}
        for (total, hand), ways in going.items():
            for part in (throw.stops, throw.goes):
                for (value, _), times in part.items():
                    after = total + value, cut.hand((*hand, value))
                    ends = part is throw.stops or (chain.once and not follows)
                    if ends or (not ranked and cut.settled(after[1], possible)):
                        hands = contents.setdefault(after[0] if ranked else 0, {})
                        hands[after[1]] = hands.get(after[1], 0) + ways * times * extra.denominator**follows
                    else:
                        longer[after] = longer.get(after, 0) + ways * times
        going = longer
    return contents, extra.denominator ** (depth + 1)


def _together(contents: dict[int, Hands], dice: int, low: int, high: int, cut: Cut) -> Hands:
    """The hands of the kept ones of like chains, laid out from the lowest sum."""
    laid: dict[int, Hands] = {0: {(): 1}}
    for total in sorted(contents):
        alike = sum(contents[total].values())
        kept: list[Hands] = [{(): 1}]
        following: dict[int, Hands] = {}
        for lying, hands in laid.items():
            for more in range(dice - lying + 1):
                counting = max(0, min(lying + more, high) - max(lying, low))
                while len(kept) <= counting:
                    kept.append(cut.merged(kept[-1], contents[total]))
                times = comb(dice - lying, more) * alike ** (more - counting)
                found = following.setdefault(lying + more, {})
                for hand, ways in cut.merged(hands, kept[counting]).items():
                    found[hand] = found.get(hand, 0) + ways * times
        laid = following
    return laid[dice]
