"""The exact distribution of one dice term: its sum or its successes, all modifiers applied."""

from typing import NamedTuple

from app.rules.dice.expression import NO_TAIL, Dice, Sides, Tail, number
from app.rules.dice.faces import faces_of
from app.rules.dice.odds.chain import Chain, chain_of
from app.rules.dice.odds.die import clamped, counted_sides, score, settled
from app.rules.dice.odds.distribution import Distribution, certain, listed, mapped, repeated
from app.rules.dice.odds.exploding import of_chains
from app.rules.dice.odds.keep import Kind, extreme, kept, ranks
from app.rules.dice.odds.loose import of_loose_dice
from app.rules.dice.odds.polynomial import uniform_power
from app.rules.dice.odds.unique import of_different


class ChainTerm(NamedTuple):
    """A dice term that explodes: so many `dice`, each a chain, of which ranks `low` to before `high` are kept."""

    chain: Chain
    dice: int
    low: int
    high: int


def chain_term(dice: Dice, bonus: int, outside: Tail) -> ChainTerm:
    """The chains of an exploding dice term; `bonus` and `outside` as in `of_dice`."""
    assert dice.explode is not None
    count, tail = number(dice.count), _tail(dice, outside)
    chain = chain_of(dice, dice.explode, settled(dice.sides, dice.rerolls), bonus, tail.count)
    return ChainTerm(chain, count, *ranks(tail.keeps, count))


def is_plain(dice: Dice) -> bool:
    """Whether the dice are numbered from 1 and lie as they fall."""
    return not (dice.rerolls or dice.clamps or dice.unique or dice.explode) and isinstance(dice.sides, Sides)


def is_loose(dice: Dice, outside: Tail) -> bool:
    """Whether a group keeps these dice one by one, apart from their chains."""
    return bool(outside.keeps) and dice.explode is not None and dice.explode.kind != "!!"


def of_dice(dice: Dice, *, slack: int = 0, bonus: int = 0, outside: Tail = NO_TAIL) -> Distribution:
    """What a dice term comes to; endless explosions list `slack` totals more than needed.

    As the one member of a group it is kept and counted by the group's tail `outside`, each die with the `bonus`.
    """
    if outside.count is not None and is_loose(dice, outside):
        chain, chains, *kept_chains = chain_term(dice, 0, NO_TAIL)
        return of_loose_dice(chain, chains, kept_chains, outside.keeps, outside.count, bonus)
    count, tail = number(dice.count), _tail(dice, outside)
    low, high = ranks(tail.keeps, count)
    if low == high:
        return certain(0)
    whole = high - low == count
    if whole and is_plain(dice):
        sides = faces_of(dice.sides)
        if tail.count is not None:
            return repeated(counted_sides(sides, tail.count, bonus), count)
        ways = uniform_power(sides, count)
        return Distribution(range(count, count + len(ways)), ways, sides**count)
    if dice.explode is not None:
        term = chain_term(dice, bonus, outside)
        if term.chain.extra.goes:
            return of_chains(*term, slack)
    values = settled(dice.sides, dice.rerolls)
    counted = None if tail.count is None else score(tail.count)
    if dice.unique:
        return of_different(values, count, (low, high), lambda face: clamped(dice.clamps, face) + bonus, counted)
    if dice.clamps or bonus:
        values = mapped(values, lambda face: clamped(dice.clamps, face) + bonus)
    if high - low == 1 and high in (1, count) and not whole:
        result = extreme(values, count, highest=high == count)
        return result if counted is None else mapped(result, counted)
    if whole:
        return repeated(values if counted is None else mapped(values, counted), count)
    worth = {value: {value if counted is None else counted(value): ways} for value, ways in listed(values)}
    return kept([Kind(count, worth, values.denominator)], low, high)


def _tail(dice: Dice, outside: Tail) -> Tail:
    return dice.tail if outside is NO_TAIL else Tail(dice.tail.keeps + outside.keeps, count=outside.count)
