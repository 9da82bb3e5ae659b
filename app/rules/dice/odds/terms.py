"""The exact distribution of one dice term: its sum or its successes, all modifiers applied."""

from app.rules.dice.expression import NO_TAIL, Dice, Sides, Tail, number
from app.rules.dice.odds.chain import chain_of
from app.rules.dice.odds.die import clamped, score, settled
from app.rules.dice.odds.distribution import Distribution, certain, listed, mapped, repeated
from app.rules.dice.odds.exploding import of_chains
from app.rules.dice.odds.keep import Kind, kept, ranks
from app.rules.dice.odds.polynomial import uniform_power
from app.rules.dice.odds.unique import of_different


def of_dice(dice: Dice, *, slack: int = 0, bonus: int = 0, outside: Tail = NO_TAIL) -> Distribution:
    """What a dice term comes to; endless explosions list `slack` totals more than needed.

    As the one member of a group it is kept and counted by the group's tail `outside`, each die with the `bonus`.
    """
    count, tail = number(dice.count), dice.tail
    if outside is not NO_TAIL:
        tail = Tail(tail.keeps + outside.keeps, count=outside.count)
    low, high = ranks(tail.keeps, count)
    if low == high:
        return certain(0)
    whole = high - low == count
    plain = not (dice.rerolls or dice.clamps or dice.unique or dice.explode)
    if plain and whole and tail.count is None and isinstance(dice.sides, Sides):
        sides = number(dice.sides.number)
        ways = uniform_power(sides, count)
        return Distribution(range(count, count + len(ways)), ways, sides**count)
    values = settled(dice.sides, dice.rerolls)
    if dice.explode is not None:
        chain = chain_of(dice, dice.explode, values, bonus, tail.count)
        if chain.extra.goes:
            return of_chains(chain, count, low, high, slack)
    counted = None if tail.count is None else score(tail.count)
    if dice.unique:
        return of_different(values, count, (low, high), lambda face: clamped(dice.clamps, face) + bonus, counted)
    if dice.clamps or bonus:
        values = mapped(values, lambda face: clamped(dice.clamps, face) + bonus)
    if whole:
        return repeated(values if counted is None else mapped(values, counted), count)
    worth = {value: {value if counted is None else counted(value): ways} for value, ways in listed(values)}
    return kept([Kind(count, worth, values.denominator)], low, high)
