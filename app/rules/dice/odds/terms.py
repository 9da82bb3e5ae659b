"""The exact distribution of one dice term: its sum, or its successes."""

from app.rules.dice.expression import NO_TAIL, Dice, Sides, Tail, number
from app.rules.dice.odds.die import clamped, score, settled
from app.rules.dice.odds.distribution import Distribution, certain, listed, mapped, repeated, shifted
from app.rules.dice.odds.keep import Kind, kept, ranks
from app.rules.dice.odds.polynomial import uniform_power
from app.rules.errors import OddsTooCostly


def of_dice(dice: Dice, *, outside: Tail = NO_TAIL, bonus: int = 0) -> Distribution:
    """What a dice term comes to, all its modifiers applied.

    As the one member of a group it is kept and counted by the group's tail `outside`, each die with the `bonus`.
    """
    count = number(dice.count)
    if count == 0:
        return certain(0)
    if dice.explode is not None or dice.unique:
        raise OddsTooCostly("The odds of exploding and unique dice are not counted.", estimate=1, limit=0)
    tail = Tail(dice.tail.keeps + outside.keeps, count=outside.count) if outside is not NO_TAIL else dice.tail
    low, high = ranks(tail.keeps, count)
    if low == high:
        return certain(0)
    whole = high - low == count
    if whole and tail.count is None and isinstance(dice.sides, Sides) and not (dice.rerolls or dice.clamps):
        sides = number(dice.sides.number)
        ways = uniform_power(sides, count)
        return Distribution(range(count, count + len(ways)), ways, sides**count)
    thrown = settled(dice.sides, dice.rerolls)
    values = mapped(thrown, lambda face: clamped(dice.clamps, face)) if dice.clamps else thrown
    if bonus:
        values = shifted(values, bonus)
    if tail.count is None:
        if whole:
            return repeated(values, count)
        worth = {value: {value: ways} for value, ways in listed(values)}
    else:
        counted = score(tail.count)
        if whole:
            return repeated(mapped(values, counted), count)
        worth = {
            value: {counted(value): ways} for value, ways in zip(values.totals, values.ways, strict=True) if ways
        }
    return kept([Kind(count, worth, values.denominator)], low, high)
