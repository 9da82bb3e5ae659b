"""From a bound expression to its exact distribution, item by item: no two items of a roll depend on each other."""

from functools import reduce
from typing import assert_never

from app.rules.dice.expression import (
    Arithmetic,
    Call,
    Dice,
    Expression,
    Group,
    Labelled,
    Number,
    Operation,
    Signed,
    Variable,
    number,
    pool,
)
from app.rules.dice.odds.die import score, score_ends
from app.rules.dice.odds.distribution import (
    Distribution,
    Ends,
    added,
    certain,
    mapped,
    multiplied,
    of_one_divisor,
    scaled,
    shifted,
)
from app.rules.dice.odds.keep import ranks
from app.rules.dice.odds.members import ranked
from app.rules.dice.odds.terms import of_dice
from app.rules.dice.variables import rounds


class Reckoning:
    """Walks over a bound tree, which remember what they found.

    Endless explosions are listed `slack` totals further than needed. `dividing` says that an expression stands inside
    `floor ceil round`, where division is exact.
    """

    def __init__(self, slack: int = 0) -> None:
        self.slack = slack
        self._known: dict[tuple[int, bool], tuple[Expression, Distribution]] = {}

    def of(self, expression: Expression, *, dividing: bool = False) -> Distribution:
        """The distribution of an expression."""
        # By identity: to compare trees would take longer than to count most of them.
        key = id(expression), dividing
        if key not in self._known:
            self._known[key] = expression, self._counted(expression, dividing=dividing)
        return self._known[key][1]

    def _counted(self, expression: Expression, *, dividing: bool) -> Distribution:
        match expression:
            case Dice():
                return of_dice(expression, slack=self.slack)
            case Number():
                return certain(expression.value)
            case Arithmetic():
                result = self.of(expression.first, dividing=dividing)
                for operation in expression.operations:
                    result = self._operated(result, operation, dividing=dividing)
                return result
            case Labelled():
                return self.of(expression.item, dividing=dividing)
            case Signed():
                return scaled(self.of(expression.operand, dividing=dividing), -1)
            case Call():
                return self._called(expression, dividing=dividing)
            case Group():
                return self._grouped(expression, dividing=dividing)
            case Variable():
                raise AssertionError("this tree is not bound")
            case _:
                assert_never(expression)

    def _operated(self, left: Distribution, operation: Operation, *, dividing: bool) -> Distribution:
        operand = operation.operand
        match operation.operator:
            case "+" | "-" as sign if isinstance(operand, Number):
                return shifted(left, (operand.value if sign == "+" else -operand.value) * left.divisor)
            case "+":
                return added(left, self.of(operand, dividing=dividing))
            case "-":
                return added(left, scaled(self.of(operand, dividing=dividing), -1))
            case "*":
                return multiplied(left, self.of(operand, dividing=dividing))
            case "/":
                divisor = number(operand)
                if divisor < 0:
                    left, divisor = scaled(left, -1), -divisor
                if dividing:
                    return left._replace(divisor=left.divisor * divisor)
                return mapped(left, lambda total: total // divisor)
            case "%":
                modulus = number(operand) * left.divisor
                ends = (0, modulus - 1) if modulus > 0 else (modulus + 1, 0)
                return mapped(left, lambda total: total % modulus, divisor=left.divisor, ends=lambda *_: ends)
            case _:
                assert_never(operation.operator)

    def _called(self, call: Call, *, dividing: bool) -> Distribution:
        dividing = dividing or rounds(call.function)
        arguments = [self.of(argument, dividing=dividing) for argument in call.arguments]
        result, divisor = arguments[0], arguments[0].divisor
        match call.function:
            case "min":
                return ranked(arguments, 0, 1)
            case "max":
                return ranked(arguments, len(arguments) - 1, len(arguments))
            case "abs":
                return mapped(result, abs, divisor=divisor, ends=_size_of_ends)
            case "floor":
                return mapped(result, lambda total: total // divisor)
            case "ceil":
                return mapped(result, lambda total: -(-total // divisor))
            case "round":
                return mapped(result, lambda total: (2 * total + divisor) // (2 * divisor))
            case _:
                assert_never(call.function)

    def _grouped(self, group: Group, *, dividing: bool) -> Distribution:
        if len(group.members) == 1:
            dice, _, bonus = pool(group)
            return of_dice(dice, slack=self.slack, bonus=bonus, outside=group.tail)
        members = of_one_divisor(*[self.of(member, dividing=dividing) for member in group.members])
        low, high = ranks(group.tail.keeps, len(members))
        if low == high:
            return certain(0)
        if high - low < len(members):
            return ranked(members, low, high, group.tail.count)
        if group.tail.count is not None:
            counted = score(group.tail.count, members[0].divisor)
            ends = score_ends(group.tail.count, members[0].divisor)
            members = [mapped(member, counted, ends=ends) for member in members]
        return reduce(added, members)


def _size_of_ends(low: float, high: float) -> Ends:
    return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
