"""Which faces of a die a test picks, as spans of numbers: a die of a million sides costs no more than a d6."""

import operator
from collections.abc import Callable, Iterable
from typing import assert_never

from app.rules.dice.expression import Faces, Sides, Test, number
from app.rules.dice.variables import Amount

Span = tuple[int, int]
_COMPARE: dict[str, Callable[[Amount, Amount], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


def faces_of(sides: Sides | Faces) -> int:
    """How many faces the die has, equal ones counted each."""
    return len(sides.values) if isinstance(sides, Faces) else number(sides.number)


def extremes(sides: Sides | Faces) -> Span:
    """The lowest and the highest face."""
    if isinstance(sides, Faces):
        return min(sides.values), max(sides.values)
    return 1, number(sides.number)


def holds(tests: Iterable[Test]) -> Callable[[Amount], bool]:
    """What tells of a value whether one of the tests is true of it."""
    bounds = [(_COMPARE[test.comparison], number(test.value)) for test in tests]
    if len(bounds) == 1:
        compare, bound = bounds[0]
        return lambda value: compare(value, bound)
    return lambda value: any(compare(value, bound) for compare, bound in bounds)


def picked(sides: Sides | Faces, tests: Iterable[Test]) -> tuple[Span, ...]:
    """The faces for which at least one of the tests holds."""
    lowest, highest = extremes(sides)
    return united([_span(test, lowest, highest) for test in tests])


def united(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same numbers as disjoint spans in rising order, ends included; empty spans (low above high) vanish."""
    merged: list[Span] = []
    for low, high in sorted(spans):
        if low > high:
            continue
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def _span(test: Test, lowest: int, highest: int) -> Span:
    value = number(test.value)
    match test.comparison:
        case ">=":
            return max(lowest, value), highest
        case "<=":
            return lowest, min(highest, value)
        case ">":
            return max(lowest, value + 1), highest
        case "<":
            return lowest, min(highest, value - 1)
        case "=":
            return max(lowest, value), min(highest, value)
        case _:
            assert_never(test.comparison)


def weight(sides: Sides | Faces, spans: Iterable[Span]) -> int:
    """On how many faces of the die the number lies in one of the disjoint spans."""
    if isinstance(sides, Faces):
        return sum(any(low <= value <= high for low, high in spans) for value in sides.values)
    return sum(high - low + 1 for low, high in spans)
