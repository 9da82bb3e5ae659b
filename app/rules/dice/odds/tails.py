"""Exact moments of what has endless explosions in it, from how its chances fall in the end.

Past some total the chance of a sum of chains is, from period to period, a sum of powers of fixed roots (with
polynomials in front), and so it stays for what is added, halved and rounded, or the highest of such totals. A series
of that kind is known from as many terms as it has roots, and so is its sum.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple

from app.rules.dice.expression import (
    NO_TAIL,
    Arithmetic,
    Call,
    Dice,
    Expression,
    Group,
    Labelled,
    Number,
    Operation,
    Signed,
    Tail,
    pool,
)
from app.rules.dice.odds.cost import affordable
from app.rules.dice.odds.distribution import Distribution, listed, scaled
from app.rules.dice.odds.endless import direction, plan, turned
from app.rules.dice.odds.exact import Reckoning
from app.rules.dice.odds.keep import ranks
from app.rules.dice.odds.recurring import Moments
from app.rules.dice.odds.terms import chain_term, is_loose

# Bits of a root, and steps of a sum, past which the mean is not reckoned: it would take longer than the distribution.
_MOST_BITS = 10_000
_MOST_STEPS = 100_000


class Fall(NamedTuple):
    """How chances fall: from `begin` on, each `period` further they follow these roots, of such multiplicities.

    Totals are over `divisor`. Without roots nothing comes from `begin` on.
    """

    period: int
    roots: Mapping[Fraction, int]
    begin: int
    divisor: int = 1


def falling_moments(expression: Expression, reckoning: Reckoning) -> Moments | None:
    """Mean and mean square of a bound expression whose chances fall like this; None of others."""
    for up in (1, -1):
        fall = _Falls(reckoning).of(expression, up, dividing=False)
        if fall is None:
            continue
        # A total and its square in front of a power of a root make it two roots more.
        roots = {root: times + 2 for root, times in fall.roots.items()}
        if _steps(roots) > _MOST_STEPS:
            return None
        end = fall.begin + fall.period * sum(roots.values())
        found = _listed_to(expression, end, up)
        if found is None:
            return None
        rows = listed(found)
        mean, square = (_whole_sum(rows, power, fall, roots) / found.denominator for power in (1, 2))
        return Moments(up * mean, square)
    return None


def _steps(roots: Mapping[Fraction, int]) -> float:
    """About how many microseconds it takes to sum a series with these roots."""
    terms = sum(roots.values())
    bits = sum([times * _bits(root) for root, times in roots.items()])
    return float(3 * terms * terms * (1 + (bits / 1_000) ** 1.6))


def _bits(root: Fraction) -> int:
    return max(root.numerator.bit_length(), root.denominator.bit_length())


def _whole_sum(rows: Sequence[tuple[int, int]], power: int, fall: Fall, roots: Mapping[Fraction, int]) -> Fraction:
    """The sum of a power of every total times its ways, also past the listed ones."""
    head = 0
    terms = [0] * sum(roots.values())
    for total, ways in rows:
        if total < fall.begin:
            head += total**power * ways
        elif (place := (total - fall.begin) // fall.period) < len(terms):
            terms[place] += total**power * ways
    # With these roots the series is a fraction of polynomials; both are taken at 1.
    below = [Fraction(1)]
    for root, times in roots.items():
        for _ in range(times):
            below = [here - root * before for before, here in pairwise([Fraction(0), *below, Fraction(0)])]
    above = sum([term * sum(below[: len(terms) - place], Fraction(0)) for place, term in enumerate(terms)], Fraction(0))
    return head + above / sum(below, Fraction(0))


def _listed_to(expression: Expression, end: int, up: int) -> Distribution | None:
    """The distribution with all ways of the totals below `end`."""
    slack = 0
    while slack == 0 or affordable(expression, slack):
        found = scaled(Reckoning(slack).of(expression), up)
        if found.unlisted is None or found.unlisted.low >= end:
            return found
        slack = max(2 * slack, slack + end - int(found.unlisted.low))
    return None


class _Falls:
    """How the chances of high totals fall (with `up` -1: those of low ones), from the tree up."""

    def __init__(self, reckoning: Reckoning) -> None:
        self.reckoning = reckoning

    def of(self, expression: Expression, up: int, *, dividing: bool) -> Fall | None:
        found = self.reckoning.of(expression, dividing=dividing)
        if found.unlisted is None:
            return Fall(1, {}, scaled(found, up).totals[-1] + 1, found.divisor)
        match expression:
            case Labelled(item):
                return self.of(item, up, dividing=dividing)
            case Signed(operand):
                return self.of(operand, -up, dividing=dividing)
            case Dice():
                return _fall_of_dice(expression, up)
            case Group((_,)):
                dice, _, bonus = pool(expression)
                return _fall_of_dice(dice, up, bonus, expression.tail)
            case Arithmetic():
                return self.chain(expression, up, dividing=dividing)
            case Call("floor" | "ceil" | "round", (argument,)):
                fall = self.of(argument, up, dividing=True)
                divided = fall and _divided(fall, fall.divisor)
                return divided and divided._replace(divisor=1)
            case Call("min", arguments):
                return self.members(arguments, (0, 1), up, dividing=dividing)
            case Call("max", arguments):
                return self.members(arguments, (len(arguments) - 1, len(arguments)), up, dividing=dividing)
            case Group(members, _, tail) if tail.count is None:
                return self.members(members, ranks(tail.keeps, len(members)), up, dividing=dividing)
        return None

    def members(self, members: Sequence[Expression], kept: tuple[int, int], up: int, *, dividing: bool) -> Fall | None:
        """Of the sum of all members, or of the highest or lowest one."""
        falls = []
        for member in members:
            fall = self.of(member, up, dividing=dividing)
            if fall is None:
                return None
            falls.append(fall)
        low, high = kept
        if high - low == len(members):
            together: Fall | None = falls[0]
            for other in falls[1:]:
                together = together and _together(together, other)
            return together
        if high - low == 1 and high in (1, len(members)):
            return _extreme(falls, highest=(high == len(members)) == (up == 1))
        return None

    def chain(self, chain: Arithmetic, up: int, *, dividing: bool) -> Fall | None:
        first, (step, *steps) = chain.first, chain.operations
        if step.operator == "*" and isinstance(first, Number):
            # A product in the other order, so that the number is the factor.
            first, step = step.operand, Operation("*", first, step.position)
        fall = self.of(first, up, dividing=dividing)
        for operator, operand in [(each.operator, each.operand) for each in (step, *steps)]:
            if operator in "+-":
                other = self.of(operand, up if operator == "+" else -up, dividing=dividing)
                fall = fall and other and _together(fall, other)
            elif fall is None or operator == "%" or not isinstance(operand, Number) or operand.value <= 0:
                return None
            elif operator == "*":
                fall = _multiplied(fall, operand.value)
            elif dividing:
                fall = fall._replace(divisor=fall.divisor * operand.value)
            else:
                fall = _divided(fall, operand.value)
        return fall


def _fall_of_dice(dice: Dice, up: int, bonus: int = 0, outside: Tail = NO_TAIL) -> Fall | None:
    if is_loose(dice, outside):
        return None
    chain, count, low, high = chain_term(dice, bonus, outside)
    if high - low < count or chain.counting is not None or direction(chain.extra) != up:
        return None
    listed = plan(turned(chain.first, up), turned(chain.extra, up), count, 0)
    if len(listed.rises) != 1:
        return None
    ((rise, ways),) = listed.rises.items()
    begin = listed.start + listed.step * count * max(listed.numerator) + 1
    return Fall(rise * listed.step, {Fraction(ways, listed.staying): count}, begin)


def _multiplied(fall: Fall, by: int) -> Fall:
    return fall._replace(period=fall.period * by, begin=fall.begin * by)


def _divided(fall: Fall, by: int) -> Fall | None:
    """Of totals divided and rounded in any way; None where the roots get too long."""
    window = lcm(fall.period, by)
    roots = _over(fall, window)
    return None if roots is None else Fall(window // by, roots, fall.begin // by + 2)


def _over(fall: Fall, window: int) -> dict[Fraction, int] | None:
    """The roots seen once in each window, which is a multiple of the period; None where they get too long."""
    periods = window // fall.period
    if periods * max(map(_bits, fall.roots), default=0) > _MOST_BITS:
        return None
    return {root**periods: times for root, times in fall.roots.items()}


def _alike(falls: Sequence[Fall]) -> tuple[Sequence[Fall], int]:
    """All with one divisor, and a window that is a multiple of every period."""
    divisor = lcm(*[fall.divisor for fall in falls])
    falls = [_multiplied(fall, divisor // fall.divisor)._replace(divisor=divisor) for fall in falls]
    return falls, lcm(*[fall.period for fall in falls])


def _together(left: Fall, right: Fall) -> Fall | None:
    """Of the sum of two independent totals; None where the roots get too long."""
    (left, right), window = _alike([left, right])
    one, other = _over(left, window), _over(right, window)
    if one is None or other is None:
        return None
    return Fall(window, Counter(one) + Counter(other), left.begin + right.begin, left.divisor)


def _extreme(falls: Sequence[Fall], *, highest: bool) -> Fall | None:
    """Of the highest (lowest) of independent totals: products of the chances that they are higher than a number.

    None where the roots get too long or too many.
    """
    alike, window = _alike(falls)
    # Every product of at most one root of each (for the lowest: of all), with the multiplicities of them all.
    roots = {Fraction(1): 0}
    for fall in alike:
        falling = _over(fall, window)
        if falling is None or _steps(roots) > _MOST_STEPS:
            return None
        more = dict(roots) if highest else {}
        for root, times in roots.items():
            for other, further in falling.items():
                both = root * other
                more[both] = max(more.get(both, 0), times + further)
        roots = more
    roots.pop(Fraction(1), None)
    return Fall(window, roots, max([fall.begin for fall in alike]) + 1, alike[0].divisor)
