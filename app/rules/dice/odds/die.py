"""One die by itself: which faces it settles on, what they are worth, and what its extra dice add."""

from collections.abc import Callable, Sequence
from typing import assert_never

from app.rules.dice.expression import Clamp, Count, Faces, Reroll, Sides, Test, number
from app.rules.dice.odds.distribution import Distribution, collected


def holds(test: Test, value: int, divisor: int = 1) -> bool:
    """Whether a face or a total (a total over `divisor`) meets the comparison."""
    other = number(test.value) * divisor
    match test.comparison:
        case ">=":
            return value >= other
        case "<=":
            return value <= other
        case ">":
            return value > other
        case "<":
            return value < other
        case "=":
            return value == other
        case _:
            assert_never(test.comparison)


def score(count: Count, divisor: int = 1) -> Callable[[int], int]:
    """What a value (over `divisor`) counts: 1 if it succeeds, 2 if it doubles too, 1 less if it fails (4.5)."""

    def successes(value: int) -> int:
        net = 0
        if holds(count.success, value, divisor):
            net = 2 if any(holds(double, value, divisor) for double in count.doubles) else 1
        return net - any(holds(failure, value, divisor) for failure in count.failures)

    return successes


def clamped(clamps: Sequence[Clamp], value: int) -> int:
    """The value with `mi` and `ma` applied in the order written."""
    for clamp in clamps:
        bound = number(clamp.value)
        value = max(value, bound) if clamp.kind == "mi" else min(value, bound)
    return value


def settled(sides: Sides | Faces, rerolls: Sequence[Reroll]) -> Distribution:
    """The faces of a die once all its rerolls are done.

    A face under an `r` is thrown again whatever else is said of it, so the rest share its ways; a face under an
    `ro` is thrown again once for each die, however many `ro` there are.
    """
    thrown = faces(sides)
    if not rerolls:
        return thrown
    until = [reroll.test for reroll in rerolls if not reroll.once and reroll.test is not None]
    once = [reroll.test for reroll in rerolls if reroll.once and reroll.test is not None]
    stays = {
        face: ways
        for face, ways in zip(thrown.totals, thrown.ways, strict=True)
        if not any(holds(test, face) for test in until)
    }
    rethrown = {face for face in stays if any(holds(test, face) for test in once)}
    staying = sum(stays.values())
    if not rethrown:
        return collected(stays, staying)
    again = sum([stays[face] for face in rethrown])
    ways = {face: ways * (again if face in rethrown else again + staying) for face, ways in stays.items()}
    return collected(ways, staying * staying)


def faces(sides: Sides | Faces) -> Distribution:
    """The faces of a die as it is thrown."""
    if isinstance(sides, Sides):
        last = number(sides.number)
        return Distribution(range(1, last + 1), [1] * last, last)
    ways: dict[int, int] = {}
    for face in sides.values:
        ways[face] = ways.get(face, 0) + 1
    return collected(ways, len(sides.values))
