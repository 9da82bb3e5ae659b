"""From a bound expression to its exact distribution, item by item: no two items of a roll depend on each other."""

from collections.abc import Sequence
from functools import reduce
from typing import assert_never

from app.rules.dice.expression import (
    Arithmetic,
    Call,
    Count,
    Dice,
    Expression,
    Group,
    Labelled,
    Number,
    Operation,
    Signed,
    Variable,
    number,
)
from app.rules.dice.odds.die import score
from app.rules.dice.odds.distribution import (
    Distribution,
    added,
    certain,
    listed,
    mapped,
    multiplied,
    of_one_divisor,
    scaled,
    shifted,
)
from app.rules.dice.odds.keep import Kind, kept, ranks
from app.rules.dice.odds.terms import of_dice


def exact(expression: Expression, *, dividing: bool = False) -> Distribution:
    """The distribution of a bound expression; `dividing` says that it stands inside `floor ceil round`."""
    match expression:
        case Dice():
            return of_dice(expression)
        case Number():
            return certain(expression.value)
        case Arithmetic():
            result = exact(expression.first, dividing=dividing)
            for operation in expression.operations:
                result = _operated(result, operation, dividing=dividing)
            return result
        case Labelled():
            return exact(expression.item, dividing=dividing)
        case Signed():
            return scaled(exact(expression.operand, dividing=dividing), -1)
        case Call():
            return _called(expression, dividing=dividing)
        case Group():
            return _grouped(expression, dividing=dividing)
        case Variable():
            raise AssertionError("this tree is not bound")
        case _:
            assert_never(expression)


def _operated(left: Distribution, operation: Operation, *, dividing: bool) -> Distribution:
    operand = operation.operand
    match operation.operator:
        case "+":
            if isinstance(operand, Number):
                return shifted(left, operand.value * left.divisor)
            return added(left, exact(operand, dividing=dividing))
        case "-":
            if isinstance(operand, Number):
                return shifted(left, -operand.value * left.divisor)
            return added(left, scaled(exact(operand, dividing=dividing), -1))
        case "*":
            return multiplied(left, exact(operand, dividing=dividing))
        case "/":
            divisor = number(operand)
            if not dividing:
                return mapped(left, lambda total: total // divisor)
            if divisor < 0:
                left, divisor = scaled(left, -1), -divisor
            return left._replace(divisor=left.divisor * divisor)
        case "%":
            modulus = number(operand) * left.divisor
            return mapped(left, lambda total: total % modulus, divisor=left.divisor)
        case _:
            assert_never(operation.operator)


def _called(call: Call, *, dividing: bool) -> Distribution:
    dividing = dividing or call.function in ("floor", "ceil", "round")
    arguments = [exact(argument, dividing=dividing) for argument in call.arguments]
    result, divisor = arguments[0], arguments[0].divisor
    match call.function:
        case "min":
            return _ranked(arguments, 0, 1)
        case "max":
            return _ranked(arguments, len(arguments) - 1, len(arguments))
        case "abs":
            return mapped(result, abs, divisor=divisor)
        case "floor":
            return mapped(result, lambda total: total // divisor)
        case "ceil":
            return mapped(result, lambda total: -(-total // divisor))
        case "round":
            return mapped(result, lambda total: (2 * total + divisor) // (2 * divisor))
        case _:
            assert_never(call.function)


def _grouped(group: Group, *, dividing: bool) -> Distribution:
    if len(group.members) == 1:
        return _of_one_member(group)
    members = of_one_divisor(*[exact(member, dividing=dividing) for member in group.members])
    low, high = ranks(group.tail.keeps, len(members))
    if low > 0 or high < len(members):
        return _ranked(members, low, high, group.tail.count)
    if group.tail.count is not None:
        counted = score(group.tail.count, members[0].divisor)
        members = [mapped(member, counted) for member in members]
    return reduce(added, members)


def _ranked(members: Sequence[Distribution], low: int, high: int, count: Count | None = None) -> Distribution:
    """What the members of rank `low` to `high` - 1 make together: their sum, or what they count."""
    members = of_one_divisor(*members)
    divisor = members[0].divisor
    worth = (lambda total: total) if count is None else score(count, divisor)
    kinds = [
        Kind(
            1,
            {total: {worth(total): ways} for total, ways in listed(member)},
            member.denominator,
        )
        for member in members
    ]
    result = kept(kinds, low, high)
    return result if count is not None else result._replace(divisor=divisor)


def _of_one_member(group: Group) -> Distribution:
    """`{3d20+5}>=21`: each kept die with the constant is a member (4.6)."""
    member = group.members[0]
    bonus = 0
    if isinstance(member, Arithmetic):
        operation = member.operations[0]
        bonus = number(operation.operand) if operation.operator == "+" else -number(operation.operand)
        member = member.first
    while isinstance(member, Labelled):
        member = member.item
    assert isinstance(member, Dice)  # noqa: S101 - binding lets no other group of one pass
    return of_dice(member, outside=group.tail, bonus=bonus)
