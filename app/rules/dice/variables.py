"""Make a notation ready to throw: variables get their values, constants are reckoned, defaults filled in."""

from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from math import ceil, floor
from typing import assert_never

from app.rules.dice.expression import (
    Arithmetic,
    Call,
    Clamp,
    Count,
    Dice,
    Explode,
    Expression,
    Faces,
    Group,
    Keep,
    Labelled,
    Notation,
    Number,
    Operation,
    Operator,
    Reroll,
    Sides,
    Signed,
    Tail,
    Test,
    Variable,
    summands,
)
from app.rules.dice.tokens import variable_name
from app.rules.errors import NotationError, UnknownVariable

Amount = int | Fraction

_ROUNDING = frozenset(("floor", "ceil", "round"))


def bind(notation: Notation, variables: Mapping[str, int] | None = None) -> Notation:
    """The notation with a bound tree (see `expression`), ready for limits, dice and odds.

    Raises:
        UnknownVariable: a variable has no value.
        NotationError: a divisor of 0, a negative count, no sides, or a fraction in the description of dice.
    """
    given = values_of(notation, variables or {})
    values = {variable.name: value for variable, value in zip(notation.variables, given, strict=True)}
    expression = _Binder(values).expression(notation.expression, exact=False)
    return Notation(notation.text, expression, notation.comment)


def values_of(notation: Notation, variables: Mapping[str, int]) -> tuple[int, ...]:
    """The values of the notation's variables, in the order written.

    Raises:
        UnknownVariable: one has no value; with its `position`, and the nearest known name as `suggestion`.
    """
    if not notation.variables:
        return ()
    values = {variable_name(name): value for name, value in variables.items()}
    for variable in notation.variables:
        if variable.name not in values:
            raise _unknown(variable, list(variables))
    return tuple([values[variable.name] for variable in notation.variables])


def _unknown(variable: Variable, names: list[str]) -> UnknownVariable:
    name = variable.name[:40]
    nearest = get_close_matches(name, names[:500], n=1, cutoff=0.5)
    hint = f" Perhaps @{nearest[0]}?" if nearest else " The request's `variables` or the character must name it."
    facts = {"suggestion": nearest[0]} if nearest else {}
    return UnknownVariable(
        f"At position {variable.position}: nobody gave @{name} a value.{hint}",
        position=variable.position,
        name=name,
        **facts,
    )


def rounded_half_up(value: Amount) -> int:
    """Round to the nearest whole number, halves up: 2.5 is 3, -2.5 is -2."""
    return floor(value + Fraction(1, 2))


def apply(operator: Operator, left: Amount, right: Amount, *, exact: bool) -> Amount:
    """One step of arithmetic. `/` rounds down unless `exact`; `%` is what rounding down leaves over."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" if exact:
            return Fraction(left) / right
        case "/":
            return left // right
        case "%":
            return left % right
        case _:
            assert_never(operator)


def call(function: str, arguments: list[Amount]) -> Amount:
    """The value of one of the six functions."""
    match function:
        case "min":
            return min(arguments)
        case "max":
            return max(arguments)
        case "abs":
            return max(arguments[0], -arguments[0])
        case "floor":
            return floor(arguments[0])
        case "ceil":
            return ceil(arguments[0])
        case _:
            return rounded_half_up(arguments[0])


def rounds(function: str) -> bool:
    """Whether division inside this function is exact because the function itself rounds."""
    return function in _ROUNDING


class _Binder:
    def __init__(self, values: Mapping[str, int]) -> None:
        self.values = values

    def expression(self, expression: Expression, *, exact: bool) -> Expression:
        match expression:
            case Number():
                return expression
            case Variable(name):
                value = self.values[name]
                return Number(value) if value >= 0 else Signed(Number(-value))
            case Signed(operand):
                inner = self.expression(operand, exact=exact)
                return inner.operand if isinstance(inner, Signed) else Signed(inner)
            case Arithmetic(first, operations):
                steps = tuple([self.operation(step, exact=exact) for step in operations])
                return Arithmetic(self.expression(first, exact=exact), steps)
            case Call(function, arguments):
                inside = exact or rounds(function)
                return Call(function, tuple([self.expression(argument, exact=inside) for argument in arguments]))
            case Labelled(item, text, position):
                return Labelled(self.expression(item, exact=exact), text, position)
            case Dice():
                return self.dice(expression, exact=exact)
            case Group(members, position, tail):
                if len(members) == 1:
                    bound = [self.pool(members[0], exact=exact, position=position)]
                else:
                    bound = [self.expression(member, exact=exact) for member in members]
                return Group(tuple(bound), position, self.tail(tail, exact=exact, position=position))
            case _:
                assert_never(expression)

    def operation(self, step: Operation, *, exact: bool) -> Operation:
        operator, operand, position = step.operator, step.operand, step.position
        if operator not in "/%":
            return Operation(operator, self.expression(operand, exact=exact), position)
        divisor = self.whole(operand, "a divisor", exact=exact, position=position)
        if divisor == 0:
            raise _refused("a divisor of 0", "a divisor that is not 0", position + 1)
        return Operation(operator, Number(divisor), position)

    def pool(self, member: Expression, *, exact: bool, position: int) -> Expression:
        """The only member of a group: its dice, then what is added to each die as one number."""
        dice = []
        added = 0
        for operator, side in summands(member):
            if isinstance(side, Dice) or (isinstance(side, Labelled) and isinstance(side.item, Dice)):
                dice.append(self.expression(side, exact=exact))
            else:
                value = self.whole(side, "what is added to each die", exact=exact, position=position)
                added = added + value if operator == "+" else added - value
        (thrown,) = dice
        if not added:
            return thrown
        return Arithmetic(thrown, (Operation("+" if added > 0 else "-", Number(abs(added)), position),))

    def dice(self, dice: Dice, *, exact: bool) -> Dice:
        position = dice.position
        count = self.whole(dice.count, "a number of dice", exact=exact, position=position, least=0)
        sides = dice.sides
        if isinstance(sides, Faces):
            lowest, highest = min(sides.values), max(sides.values)
        else:
            lowest, highest = (
                1,
                self.whole(sides.number, "a number of sides", exact=exact, position=position, least=1),
            )
            sides = Sides(Number(highest))
        rerolls = [
            Reroll(self.test(reroll.test or _is(lowest), exact=exact, position=position), reroll.once)
            for reroll in dice.rerolls
        ]
        explode = dice.explode and Explode(
            dice.explode.kind, self.test(dice.explode.test or _is(highest), exact=exact, position=position)
        )
        clamps = [
            Clamp(clamp.kind, Number(self.whole(clamp.value, "a value", exact=exact, position=position)))
            for clamp in dice.clamps
        ]
        tail = self.tail(dice.tail, exact=exact, position=position)
        return Dice(Number(count), sides, position, tuple(rerolls), dice.unique, explode, tuple(clamps), tail)

    def tail(self, tail: Tail, *, exact: bool, position: int) -> Tail:
        keeps = [
            Keep(keep.kind, Number(self.whole(keep.value, "dice to keep", exact=exact, position=position, least=0)))
            for keep in tail.keeps
        ]
        count = tail.count and Count(
            self.test(tail.count.success, exact=exact, position=position),
            tuple([self.test(test, exact=exact, position=position) for test in tail.count.doubles]),
            tuple([self.test(test, exact=exact, position=position) for test in tail.count.failures]),
        )
        return Tail(tuple(keeps), tail.sort, count)

    def test(self, test: Test, *, exact: bool, position: int) -> Test:
        return Test(test.comparison, Number(self.whole(test.value, "a value", exact=exact, position=position)))

    def whole(self, value: Expression, what: str, *, exact: bool, position: int, least: int | None = None) -> int:
        """The whole number that a place without dice holds."""
        amount = value.value if isinstance(value, Number) else self.constant(value, exact=exact)
        if isinstance(amount, Fraction) and amount.denominator != 1:
            raise _refused(f"{what} that is a fraction", "a whole number: round it before", position)
        if least is not None and amount < least:
            raise _refused(f"{what} below {least}", f"{least} or more", position)
        return int(amount)

    def constant(self, expression: Expression, *, exact: bool) -> Amount:
        match expression:
            case Number(value):
                return value
            case Variable(name):
                return self.values[name]
            case Signed(operand):
                return -self.constant(operand, exact=exact)
            case Labelled(item):
                return self.constant(item, exact=exact)
            case Arithmetic(first, operations):
                amount = self.constant(first, exact=exact)
                for step in operations:
                    right = self.constant(self.operation(step, exact=exact).operand, exact=exact)
                    amount = apply(step.operator, amount, right, exact=exact)
                return amount
            case Call(function, arguments):
                inside = exact or rounds(function)
                return call(function, [self.constant(argument, exact=inside) for argument in arguments])
            case Dice() | Group():
                raise AssertionError("the parser lets no dice stand here")
            case _:
                assert_never(expression)


def _is(face: int) -> Test:
    return Test("=", Number(face))


def _refused(found: str, expected: str, position: int) -> NotationError:
    return NotationError(
        f"At position {position}: found {found}, expected {expected}.",
        position=position,
        found=found,
        expected=expected,
    )
