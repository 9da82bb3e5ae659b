"""What the service throws at most: one check before a die is thrown, the same for rolls and odds.

Where the contract is silent: dice and expected draws are those of the whole request, repeats included. An endless
explosion counts as `MOST_DRAWS` dice where values are bounded, since no roll goes on longer.
"""

from math import ceil
from typing import NamedTuple, assert_never

from app.rules.dice.chances import expected_draws
from app.rules.dice.expression import (
    Arithmetic,
    Call,
    Dice,
    Expression,
    Faces,
    Group,
    Labelled,
    Number,
    Operator,
    Signed,
    Tail,
    Test,
    Variable,
    number,
    pool,
    test_of,
)
from app.rules.dice.faces import extremes, faces_of
from app.rules.dice.variables import Amount, apply, call, rounds
from app.rules.errors import DiceLimit

LONGEST_NOTATION = 512
DEEPEST = 32
MOST_DICE = 1_000
MOST_EXPECTED_DRAWS = 5_000
MOST_SIDES = 1_000_000
MOST_FACES = 100
MOST_REPEATS = 100
MOST_DRAWS = 20_000
LARGEST_VALUE = 2**53


class Extent(NamedTuple):
    """Every value that can come out lies between these, ends included."""

    low: Amount
    high: Amount

    def times(self, least: int, most: int) -> "Extent":
        """The sum of any number from `least` to `most` of such values."""
        return Extent(min(least * self.low, most * self.low), max(least * self.high, most * self.high))


class Demand(NamedTuple):
    """What a notation asks of the dice: how many it names, how many draws to expect, between what the total lies."""

    dice: int
    draws: Amount
    total: Extent


def check_limits(expression: Expression) -> Demand:
    """Refuse a bound expression that asks for too much; otherwise say what it demands.

    Raises:
        DiceLimit: with the `limit`, what was `asked` where that is one number, and the term's `position`.
    """
    survey = _Survey()
    total = survey.extent(expression, exact=False)
    demand = Demand(survey.dice, survey.draws, total)
    check_repeats(demand, 1)
    return demand


def check_repeats(demand: Demand, repeat: int) -> None:
    """Refuse too many rolls of one notation together.

    Raises:
        DiceLimit: more than 100 repeats, 1,000 dice or 5,000 expected draws in all.
    """
    if repeat > MOST_REPEATS:
        raise _too_much(f"{repeat} repeats are asked for", MOST_REPEATS, asked=repeat)
    dice, draws = demand.dice * repeat, demand.draws * repeat
    if dice > MOST_DICE:
        raise _too_much(f"{dice} dice in all are asked for", MOST_DICE, asked=dice)
    if draws > MOST_EXPECTED_DRAWS:
        wanted = ceil(draws)
        raise _too_much(f"about {wanted} draws in all are to be expected", MOST_EXPECTED_DRAWS, asked=wanted)


class _Lying(NamedTuple):
    """Dice that lie: how many units were kept, how many dice those hold at most, and what one die counts."""

    units: int
    most: int
    die: Extent


class _Survey:
    """One walk over the tree: counts dice and draws, bounds every value on the way."""

    def __init__(self) -> None:
        self.dice = 0
        self.draws: Amount = 0

    def extent(self, expression: Expression, *, exact: bool) -> Extent:
        match expression:
            case Number(value):
                return _within(Extent(value, value))
            case Signed(operand):
                low, high = self.extent(operand, exact=exact)
                return Extent(-high, -low)
            case Labelled(item):
                return self.extent(item, exact=exact)
            case Arithmetic(first, operations):
                extent = self.extent(first, exact=exact)
                for step in operations:
                    right = self.extent(step.operand, exact=exact)
                    extent = _within(_stepped(step.operator, extent, right, exact=exact), step.position)
                return extent
            case Call(function, arguments):
                inside = exact or rounds(function)
                return _called(function, [self.extent(argument, exact=inside) for argument in arguments])
            case Dice(tail=tail, position=position):
                lying = self.lying(expression)
                summed = _within(lying.die.times(lying.units, lying.most), position)
                return summed if tail.count is None else _counted(tail, _counts(expression, lying))
            case Group():
                return self.group(expression, exact=exact)
            case Variable():
                raise AssertionError("this tree is not bound")
            case _:
                assert_never(expression)

    def group(self, group: Group, *, exact: bool) -> Extent:
        tail, position = group.tail, group.position
        _check_tail(tail, position)
        if len(group.members) == 1:
            dice, _, added = pool(group)
            lying = self.lying(dice)
            chain = lying.die.times(1, max(1, lying.most))
            _within(Extent(chain.low + added, chain.high + added), position)
            return _counted(tail, _counts(dice, lying))
        extents = [self.extent(member, exact=exact) for member in group.members]
        if tail.count is not None:
            return _counted(tail, len(extents))
        lows, highs = [low for low, _ in extents], [high for _, high in extents]
        if not tail.keeps:
            return _within(Extent(sum(lows), sum(highs)), position)
        kept = _kept(tail, len(extents))
        return _within(Extent(min(lows), max(highs)).times(kept, kept), position)

    def lying(self, dice: Dice) -> _Lying:
        count, position, sides = number(dice.count), dice.position, dice.sides
        faces = faces_of(sides)
        if count > MOST_DICE:
            raise _too_much(f"{_amount(count)} dice are asked for", MOST_DICE, asked=count, position=position)
        if isinstance(sides, Faces) and faces > MOST_FACES:
            raise _too_much(f"a die with {faces} custom faces is asked for", MOST_FACES, asked=faces, position=position)
        if faces > MOST_SIDES:
            raise _too_much(
                f"a die with {_amount(faces)} sides is asked for", MOST_SIDES, asked=faces, position=position
            )
        for reroll in dice.rerolls:
            _check_test(test_of(reroll), position)
        _check_tail(dice.tail, position)
        self.dice += count
        self.draws += expected_draws(dice)
        units = _kept(dice.tail, count)
        low, high = extremes(sides)
        most = units
        if dice.explode is not None:
            _check_test(test_of(dice.explode), position)
            low -= dice.explode.kind == "!p"
            if units:
                most = 2 * units if dice.explode.kind == "!o" else MOST_DRAWS
        for clamp in dice.clamps:
            bound = number(clamp.value)
            choose = max if clamp.kind == "mi" else min
            low, high = choose(low, bound), choose(high, bound)
        return _Lying(units, most, _within(Extent(low, high), position))


def _kept(tail: Tail, units: int) -> int:
    for keep in tail.keeps:
        value = number(keep.value)
        units = min(units, value) if keep.kind in ("kh", "kl") else max(0, units - value)
    return units


def _counts(dice: Dice, lying: _Lying) -> int:
    """How many values a count looks at: with `!!` a chain is one."""
    return lying.units if dice.explode is not None and dice.explode.kind == "!!" else lying.most


def _counted(tail: Tail, values: int) -> Extent:
    assert tail.count is not None
    return Extent(-values if tail.count.failures else 0, values * (2 if tail.count.doubles else 1))


def _stepped(operator: Operator, left: Extent, right: Extent, *, exact: bool) -> Extent:
    if operator == "%":
        # The divisor is one number; what is left over lies between 0 and it.
        return Extent(min(right.low, 0), max(right.low, 0))
    corners = [apply(operator, one, other, exact=exact) for one in left for other in right]
    return Extent(min(corners), max(corners))


def _called(function: str, arguments: list[Extent]) -> Extent:
    if function == "abs":
        ((low, high),) = arguments
        return Extent(max(low, -high, 0), max(-low, high))
    return Extent(call(function, [low for low, _ in arguments]), call(function, [high for _, high in arguments]))


def _within(extent: Extent, position: int | None = None) -> Extent:
    if extent.low < -LARGEST_VALUE or extent.high > LARGEST_VALUE:
        raise _too_much("a value could pass 2^53, where numbers stop being exact", LARGEST_VALUE, position=position)
    return extent


def _check_test(test: Test, position: int) -> None:
    value = number(test.value)
    _within(Extent(value, value), position)


def _check_tail(tail: Tail, position: int) -> None:
    if tail.count is not None:
        for test in (tail.count.success, *tail.count.doubles, *tail.count.failures):
            _check_test(test, position)


def _too_much(what: str, limit: int, *, asked: int | None = None, position: int | None = None) -> DiceLimit:
    told = what[0].upper() + what[1:] if position is None else f"At position {position}: {what}"
    asked = asked if asked is None or asked <= LARGEST_VALUE else None
    facts = {name: fact for name, fact in (("asked", asked), ("position", position)) if fact is not None}
    return DiceLimit(f"{told}; the limit is {limit}.", limit=limit, **facts)


def _amount(number: int) -> str:
    return str(number) if number <= LARGEST_VALUE else "more than 2^53"
