"""Mean and spread of a roll, exactly: from its totals where all are listed, else in closed form.

Endless explosions have a closed form when they are added, counted, negated or multiplied; when they are compared, kept,
halved or rounded they have one where each chain explodes on one face only (`recurring`, `tails`). For the rest, such as
keeps among chains that explode on several faces, there is none here.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from app.rules.dice.expression import (
    NO_TAIL,
    Arithmetic,
    Call,
    Count,
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
from app.rules.dice.odds.chain import Chain, Throw, upside_down
from app.rules.dice.odds.die import bounds, score
from app.rules.dice.odds.distribution import Distribution, listed
from app.rules.dice.odds.exact import Reckoning
from app.rules.dice.odds.keep import ranks
from app.rules.dice.odds.recurring import (
    Moments,
    always,
    base,
    finite,
    kept_moments,
    moments_of_listed,
    period,
    recurring,
)
from app.rules.dice.odds.tails import falling_moments
from app.rules.dice.odds.terms import chain_term, is_loose

_LONGEST_WINDOW = 1_000


def moments(expression: Expression, reckoning: Reckoning) -> Moments | None:
    """Mean and mean square of a bound expression; None without a closed form.

    `reckoning` must list explosions no further than needed.
    """
    match expression:
        case Labelled(item):
            return moments(item, reckoning)
        case Signed(operand):
            return _opposite(moments(operand, reckoning))
        case Arithmetic():
            return _arithmetic(expression, reckoning)
    found = reckoning.of(expression)
    if found.unlisted is None:
        return moments_of_listed(found)
    return _closed(expression, reckoning) or falling_moments(expression, reckoning)


def _closed(expression: Expression, reckoning: Reckoning) -> Moments | None:
    match expression:
        case Dice():
            return _dice(expression)
        case Group((_,)):
            dice, _, bonus = pool(expression)
            return None if is_loose(dice, expression.tail) else _dice(dice, bonus=bonus, outside=expression.tail)
        case Group(members, _, Tail((), _, None)):
            return _sum([moments(member, reckoning) for member in members])
        case Group(members, _, tail):
            return _ranked(members, ranks(tail.keeps, len(members)), tail.count, reckoning)
        case Call("min", arguments):
            return _ranked(arguments, (0, 1), None, reckoning)
        case Call("max", arguments):
            return _ranked(arguments, (len(arguments) - 1, len(arguments)), None, reckoning)
        case Call("abs", (argument,)):
            return _absolute(argument, reckoning)
    return None


def _sum(parts: Sequence[Moments | None]) -> Moments | None:
    total = always(0)
    for part in parts:
        if part is None:
            return None
        total = total.plus(part)
    return total


def _opposite(moments: Moments | None) -> Moments | None:
    return moments and Moments(-moments.mean, moments.square)


def _arithmetic(chain: Arithmetic, reckoning: Reckoning) -> Moments | None:
    result = moments(chain.first, reckoning)
    for place, (operator, operand) in enumerate([(step.operator, step.operand) for step in chain.operations], 1):
        if operator in "/%":
            so_far = Arithmetic(chain.first, chain.operations[:place])
            found = reckoning.of(so_far)
            result = moments_of_listed(found) if found.unlisted is None else falling_moments(so_far, reckoning)
        else:
            other = moments(operand, reckoning)
            if operator == "*":
                result = result and other and result.times(other)
            else:
                result = _sum([result, other if operator == "+" else _opposite(other)])
    return result


def _absolute(argument: Expression, reckoning: Reckoning) -> Moments | None:
    """The mean of |x| is that of x, but for what is listed on the other side of 0."""
    found, signed = reckoning.of(argument), moments(argument, reckoning)
    unlisted = found.unlisted
    if signed is None or unlisted is None or unlisted.low < 0 < unlisted.high:
        return None
    up = 1 if unlisted.low >= 0 else -1
    other = sum([total * ways for total, ways in listed(found) if total * up < 0])
    turned = Fraction(2 * up * other, found.denominator)
    return Moments(up * signed.mean - turned, signed.square)


def _dice(dice: Dice, *, bonus: int = 0, outside: Tail = NO_TAIL) -> Moments | None:
    chain, count, low, high = chain_term(dice, bonus, outside)
    if high - low == count and chain.counting is None:
        one = _chain(chain.first, chain.extra)
        variance = one.square - one.mean**2
        return Moments(count * one.mean, count * variance + (count * one.mean) ** 2)
    if period(chain) is None:
        chain, low, high = upside_down(chain), count - high, count - low
    window = period(chain)
    if window is None:
        return None
    tests = () if chain.counting is None else bounds(chain.counting)
    return kept_moments([recurring(chain, count, base(chain, tests), window)], low, high)


def _chain(first: Throw, extra: Throw) -> Moments:
    """One endless chain: an extra die, and after it, if it explodes, the same again."""

    def total(throw: Throw, power: int) -> tuple[Fraction, Fraction]:
        """The mean of a power of a die's worth, and how much of it is with an explosion."""
        stops, goes = (
            Fraction(sum([worth**power * ways for (_, worth), ways in part.items()]), throw.denominator)
            for part in (throw.stops, throw.goes)
        )
        return stops + goes, goes

    goes_on = 1 - total(extra, 0)[1]
    mean, with_more = total(extra, 1)
    later = mean / goes_on
    later_square = (total(extra, 2)[0] + 2 * with_more * later) / goes_on
    mean, with_more = total(first, 1)
    begins = total(first, 0)[1]
    return Moments(mean + begins * later, total(first, 2)[0] + 2 * with_more * later + begins * later_square)


def _ranked(
    members: Sequence[Expression],
    kept: tuple[int, int],
    count: Count | None,
    reckoning: Reckoning,
) -> Moments | None:
    """What is kept among totals that are all listed, or one chain and a number each."""
    tests = () if count is None else bounds(count)
    worth = score(count) if count is not None else lambda total: total
    chains: list[Chain] = []
    others: list[Distribution] = []
    for member in members:
        found = reckoning.of(member)
        if found.unlisted is None:
            others.append(found)
        elif (chain := _single_chain(member)) is not None and period(chain) is not None:
            chains.append(chain._replace(counting=count))
        else:
            return None
    window = lcm(*[period(chain) or 1 for chain in chains])
    if window > _LONGEST_WINDOW:
        return None
    begin = max([*[base(chain, tests) for chain in chains], *[other.totals[-1] for other in others]])
    # Like chains are of one kind.
    different = [chain for place, chain in enumerate(chains) if chain not in chains[:place]]
    kinds = [recurring(chain, chains.count(chain), begin, window) for chain in different]
    kinds += [finite(other, worth) for other in others]
    return kept_moments(kinds, *kept)


def _single_chain(member: Expression) -> Chain | None:
    """The chain of one exploding die, with a number added to it."""
    match member:
        case Labelled(item):
            return _single_chain(item)
        case Arithmetic(first, operations) if all(
            step.operator in "+-" and isinstance(step.operand, Number) for step in operations
        ):
            chain = _single_chain(first)
            more = sum([number(step.operand) * (1 if step.operator == "+" else -1) for step in operations])
            return chain and chain._replace(first=_raised(chain.first, more))
        case Dice(Number(1), tail=Tail((), _, None)):
            return chain_term(member, 0, NO_TAIL).chain
    return None


def _raised(throw: Throw, by: int) -> Throw:
    stops, goes = (
        {(value + by, worth + by): ways for (value, worth), ways in part.items()} for part in (throw.stops, throw.goes)
    )
    return Throw(stops, goes, throw.denominator)
