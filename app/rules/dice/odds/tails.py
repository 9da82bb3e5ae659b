"""Exact moments of what has endless explosions in it, from how its chances fall in the end.

Past some total the chance of a sum of chains is, from period to period, a sum of powers of fixed roots (with
polynomials in front), and so it stays for what is added, halved and rounded, or the highest of such totals. A series
of that kind is known from as many terms as it has roots, and so is its sum.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise, product
from math import inf, lcm, prod
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
    Signed,
    Tail,
    number,
    pool,
)
from app.rules.dice.odds.cost import affordable
from app.rules.dice.odds.distribution import Distribution, listed, scaled
from app.rules.dice.odds.endless import direction, plan, turned
from app.rules.dice.odds.exact import Reckoning
from app.rules.dice.odds.keep import ranks
from app.rules.dice.odds.recurring import Moments
from app.rules.dice.odds.terms import chain_term, is_loose

_MOST_SLACK = 5_000
_TRIES = 4


class Fall(NamedTuple):
    """How chances fall: from `begin` on, each `period` further they follow these roots, of such multiplicities.

    Totals are over `divisor`. Without roots nothing comes from `begin` on.
    """

    period: int
    roots: Mapping[Fraction, int]
    begin: int
    divisor: int = 1


def falling_moments(expression: Expression, *, dividing: bool) -> Moments | None:
    """Mean and mean square of a bound expression whose chances fall like this; None of others."""
    for up in (1, -1):
        fall = _fall(expression, up, dividing=dividing)
        if fall is None:
            continue
        # A total and its square in front of a power of a root make it two roots more.
        roots = {root: times + 2 for root, times in fall.roots.items()}
        end = fall.begin + fall.period * sum(roots.values())
        found = _listed_to(expression, end, up, dividing=dividing)
        if found is None:
            return None
        rows = listed(found)
        mean, square = (
            _whole_sum(rows, power, fall, roots) / (found.denominator * found.divisor**power) for power in (1, 2)
        )
        return Moments(up * mean, square)
    return None


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


def _listed_to(expression: Expression, end: int, up: int, *, dividing: bool) -> Distribution | None:
    """The distribution with all ways of the totals below `end`."""
    slack = 0
    for _ in range(_TRIES):
        found = scaled(Reckoning(slack).of(expression, dividing=dividing), up)
        if found.unlisted is None or found.unlisted.low >= end:
            return found
        if found.unlisted.low == -inf:
            return None
        slack = max(2 * slack, slack + end - int(found.unlisted.low))
        if slack > _MOST_SLACK or not affordable(expression, slack):
            return None
    return None


def _fall(expression: Expression, up: int, *, dividing: bool) -> Fall | None:
    """How the chances of high totals fall (with `up` -1: those of low ones)."""
    found = Reckoning().of(expression, dividing=dividing)
    if found.unlisted is None:
        return Fall(1, {}, scaled(found, up).totals[-1] + 1, found.divisor)
    match expression:
        case Labelled(item):
            return _fall(item, up, dividing=dividing)
        case Signed(operand):
            return _fall(operand, -up, dividing=dividing)
        case Dice():
            return _fall_of_dice(expression, up)
        case Group((_,)):
            dice, _, bonus = pool(expression)
            return _fall_of_dice(dice, up, bonus, expression.tail)
        case Arithmetic():
            return _fall_of_chain(expression, up, dividing=dividing)
        case Call("floor" | "ceil" | "round", (argument,)):
            fall = _fall(argument, up, dividing=True)
            return fall and _divided(fall, fall.divisor)._replace(divisor=1)
        case Call("min" | "max" as function, arguments):
            falls = [_fall(argument, up, dividing=dividing) for argument in arguments]
            return _extreme(falls, highest=(function == "max") == (up == 1))
        case Group(members, _, tail) if tail.count is None:
            falls = [_fall(member, up, dividing=dividing) for member in members]
            low, high = ranks(tail.keeps, len(members))
            if high - low == len(members):
                return reduce(_together, falls)
            if high - low == 1 and high in (1, len(members)):
                return _extreme(falls, highest=(high == len(members)) == (up == 1))
    return None


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


def _fall_of_chain(chain: Arithmetic, up: int, *, dividing: bool) -> Fall | None:
    fall = _fall(chain.first, up, dividing=dividing)
    for step in chain.operations:
        match step.operator:
            case "+" | "-" as sign:
                fall = _together(fall, _fall(step.operand, up if sign == "+" else -up, dividing=dividing))
            case "/" if fall is not None and number(step.operand) > 0:
                by = number(step.operand)
                fall = fall._replace(divisor=fall.divisor * by) if dividing else _divided(fall, by)
            case "*" if fall is not None and isinstance(step.operand, Number) and step.operand.value:
                fall = _multiplied(fall, step.operand.value)
            case _:
                return None
    return fall


def _multiplied(fall: Fall, by: int) -> Fall:
    return fall._replace(period=fall.period * by, begin=fall.begin * by)


def _divided(fall: Fall, by: int) -> Fall:
    """Of totals divided and rounded in any way."""
    window = lcm(fall.period, by)
    return Fall(window // by, _over(fall, window), fall.begin // by + 2)


def _over(fall: Fall, window: int) -> dict[Fraction, int]:
    """The roots seen once in each window, which is a multiple of the period."""
    return {root ** (window // fall.period): times for root, times in fall.roots.items()}


def _alike(falls: Sequence[Fall]) -> tuple[Sequence[Fall], int]:
    """All with one divisor, and a window that is a multiple of every period."""
    divisor = lcm(*[fall.divisor for fall in falls])
    falls = [_multiplied(fall, divisor // fall.divisor)._replace(divisor=divisor) for fall in falls]
    return falls, lcm(*[fall.period for fall in falls])


def _together(left: Fall | None, right: Fall | None) -> Fall | None:
    """Of the sum of two independent totals."""
    if left is None or right is None:
        return None
    (left, right), window = _alike([left, right])
    roots = Counter(_over(left, window)) + Counter(_over(right, window))
    return Fall(window, roots, left.begin + right.begin, left.divisor)


def _extreme(falls: Sequence[Fall | None], *, highest: bool) -> Fall | None:
    """Of the highest (lowest) of independent totals: products of the chances that they are higher than a number."""
    known = [fall for fall in falls if fall is not None]
    if len(known) < len(falls):
        return None
    alike, window = _alike(known)
    roots: dict[Fraction, int] = {}
    for size in range(1 if highest else len(alike), len(alike) + 1):
        for some in combinations(alike, size):
            for chosen in product(*[_over(fall, window).items() for fall in some]):
                root = prod([root for root, _ in chosen], start=Fraction(1))
                roots[root] = max(roots.get(root, 0), sum([times for _, times in chosen]))
    return Fall(window, roots, max([fall.begin for fall in alike]) + 1, alike[0].divisor)
