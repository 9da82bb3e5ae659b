"""Which faces of a die a test picks, as spans of numbers: a die of a million sides costs no more than a d6."""

from collections.abc import Iterable
from fractions import Fraction

from app.rules.dice.expression import Faces, Sides, Test, number

Span = tuple[int, int]


def faces_of(sides: Sides | Faces) -> int:
    """How many faces the die has, equal ones counted each."""
    return len(sides.values) if isinstance(sides, Faces) else number(sides.number)


def extremes(sides: Sides | Faces) -> Span:
    """The lowest and the highest face."""
    if isinstance(sides, Faces):
        return min(sides.values), max(sides.values)
    return 1, number(sides.number)


def holds(test: Test, value: int | Fraction) -> bool:
    """Whether the comparison is true of a value."""
    bound = number(test.value)
    match test.comparison:
        case ">=":
            return value >= bound
        case "<=":
            return value <= bound
        case ">":
            return value > bound
        case "<":
            return value < bound
        case "=":
            return value == bound


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


def weight(sides: Sides | Faces, spans: Iterable[Span]) -> int:
    """On how many faces of the die the number lies in one of the disjoint spans."""
    if isinstance(sides, Faces):
        return sum(any(low <= value <= high for low, high in spans) for value in sides.values)
    return sum(high - low + 1 for low, high in spans)
