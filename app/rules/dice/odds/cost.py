"""What counting the odds of an expression would take, reckoned beforehand, so that nothing takes half a second."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from math import ceil, gcd, inf, log10, prod
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
    Sides,
    Signed,
    Variable,
    number,
    pool,
)
from app.rules.dice.faces import faces_of
from app.rules.dice.odds.keep import ranks
from app.rules.dice.odds.size import Size, added_size, kept_work, mapped_size, multiplied_size
from app.rules.dice.odds.term_size import dice_size
from app.rules.errors import OddsTooCostly

MOST_WORK = 400_000
MOST_TOTALS = 20_000
MOST_DIGITS = 4_000
MOST_TEXT = 5_000_000

_FEW_DICE = 50
_FEW_FACES = 1_000


def check_cost(expression: Expression) -> int:
    """Refuse a bound expression whose odds take too long to count or to write; otherwise say the steps of work.

    A step is about a microsecond.

    Raises:
        OddsTooCostly: with the `estimate` and the `limit`, and in the sentence what they are of.
    """
    faces = _few_faces(expression)
    if faces <= _FEW_FACES:
        return int(faces)
    costs = _costs(size_of(expression))
    for what, estimate, limit in costs:
        if estimate > limit:
            raise OddsTooCostly(
                f"The exact odds would take about {estimate} {what}, and {limit} is the most: "
                "ask for fewer dice, fewer faces or less to keep.",
                estimate=estimate,
                limit=limit,
            )
    return costs[0][1]


def _few_faces(expression: Expression) -> float:
    """How many faces there are, if only simple dice are added and subtracted: with few ones nothing takes long."""
    match expression:
        case Dice(explode=None, unique=False, sides=Sides()) if number(expression.count) <= _FEW_DICE:
            return number(expression.count) * faces_of(expression.sides)
        case Number():
            return 0
        case Arithmetic(first, operations) if operations[0].operator in "+-":
            return sum([_few_faces(step.operand) for step in operations], _few_faces(first))
        case Labelled(inner) | Signed(inner):
            return _few_faces(inner)
        case _:
            return inf


def affordable(expression: Expression, slack: int) -> bool:
    """Whether the odds can be counted once more, listed `slack` further, within a quarter of the bound."""
    return all(4 * estimate <= limit for _, estimate, limit in _costs(size_of(expression, slack)))


def _costs(size: Size) -> list[tuple[str, int, int]]:
    digits = int(size.bits * log10(2)) + 1
    return [
        ("steps of work", ceil(size.work + size.totals * (5 + digits * digits / 70_000)), MOST_WORK),
        ("totals", size.totals, MOST_TOTALS),
        ("digits for each number", digits, MOST_DIGITS),
        ("digits in all", digits * size.totals, MOST_TEXT),
    ]


def size_of(expression: Expression, slack: int = 0) -> Size:
    """The size of a bound expression's distribution, endless explosions listed `slack` further."""
    match expression:
        case Number(value):
            return Size(value, value, 1, 0, 0, 1)
        case Dice():
            return dice_size(expression, slack)
        case Signed(operand):
            size = size_of(operand, slack)
            return size._replace(low=-size.high, high=-size.low)
        case Labelled(item):
            return size_of(item, slack)
        case Arithmetic(first, operations):
            size = size_of(first, slack)
            for operation in operations:
                size = _operated(size, operation, slack)
            return size
        case Call("min" | "max", arguments):
            return _ranked(arguments, [size_of(argument, slack) for argument in arguments], 0, 1)
        case Call(_, (argument,)):
            return mapped_size(size_of(argument, slack))
        case Group((_,)):
            dice, _, bonus = pool(expression)
            return dice_size(dice, slack, bonus, expression.tail)
        case Group(members, _, tail):
            sizes = [size_of(member, slack) for member in members]
            low, high = ranks(tail.keeps, len(members))
            if high - low < len(members):
                return _ranked(members, sizes, low, high, tail.count)
            if tail.count is not None:
                sizes = [
                    mapped_size(size)._replace(low=-1, high=2, totals=min(size.totals, 4), step=1) for size in sizes
                ]
            return reduce(added_size, sizes)
        case Call() | Variable():
            raise AssertionError("this tree is not bound")
        case _:
            assert_never(expression)


def _operated(left: Size, operation: Operation, slack: int) -> Size:
    operator = operation.operator
    if operator in "/%":
        size = mapped_size(left)
        if operator == "/":
            return size
        modulus = abs(number(operation.operand))
        return size._replace(low=1 - modulus, high=modulus - 1, totals=min(size.totals, modulus))
    right = size_of(operation.operand, slack)
    if operator == "*":
        return multiplied_size(left, right)
    return added_size(left, right if operator == "+" else right._replace(low=-right.high, high=-right.low))


def _ranked(
    members: Sequence[Expression], sizes: Sequence[Size], low: int, high: int, count: Count | None = None
) -> Size:
    """Keeps among members, whose totals may be counted; equal ones are laid out together."""
    kept, units = high - low, len(members)
    least, most = min([size.low for size in sizes]), max([size.high for size in sizes])
    bits, work = sum([size.bits for size in sizes]), sum([size.work for size in sizes])
    endless = any(size.endless for size in sizes)
    alike = Counter(members)
    values = sum([sizes[members.index(member)].totals for member in alike])
    if kept == 1 and high in (1, units) and not endless:
        least, most = (least, most) if count is None else (-1, 2)
        return Size(least, most, values, bits, work + values * units * (1 + bits / 5_000))
    step = gcd(*[size.step or 1 for size in sizes], *[size.low - least for size in sizes])
    if count is not None:
        least, most, step = -1, 2, 1
    places = (most - least) // step + 1
    if len(alike) == 1:
        laid = kept_work(values, units, low, high, places, bits)
    else:
        states = prod([like + 1 for like in alike.values()])
        laid = 1.5 * values * states * max(alike.values()) * (1 + places * kept * bits / 40_000)
    least, most = min(least, least * kept), max(most, most * kept)
    return Size(least, most, (most - least) // step + 1, bits, work + 2 * laid, step, endless)
