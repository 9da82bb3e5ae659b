"""One die by itself: which faces it settles on, and what a value counts."""

from collections.abc import Callable, Sequence

from app.rules.dice.expression import Clamp, Count, Faces, Number, Reroll, Sides, Test, number
from app.rules.dice.faces import holds
from app.rules.dice.odds.distribution import Distribution, Ends, collected


def faces(sides: Sides | Faces) -> Distribution:
    """The faces of a die as it is thrown."""
    if isinstance(sides, Sides):
        last = number(sides.number)
        return Distribution(range(1, last + 1), [1] * last, last)
    ways: dict[int, int] = {}
    for face in sides.values:
        ways[face] = ways.get(face, 0) + 1
    return collected(ways, len(sides.values))


def settled(sides: Sides | Faces, rerolls: Sequence[Reroll]) -> Distribution:
    """The faces of a die once all its rerolls are done.

    A face under an `r` is thrown again whatever else is said of it, so the rest share its ways; a face under an
    `ro` is thrown again once for each die, however many `ro` there are.
    """
    thrown = faces(sides)
    if not rerolls:
        return thrown
    until = [reroll.test for reroll in rerolls if not reroll.once]
    once = [reroll.test for reroll in rerolls if reroll.once]
    stays = {
        face: ways
        for face, ways in zip(thrown.totals, thrown.ways, strict=True)
        if ways and not _any_holds(until, face)
    }
    staying = sum(stays.values())
    rethrown = {face: ways for face, ways in stays.items() if _any_holds(once, face)}
    if not rethrown:
        return collected(stays, staying)
    again = sum(rethrown.values())
    # A face that stays came at the first settling or at the second one, after any of those thrown again.
    ways = {face: ways * (again if face in rethrown else again + staying) for face, ways in stays.items()}
    return collected(ways, staying * staying)


def clamped(clamps: Sequence[Clamp], value: int) -> int:
    """The value with `mi` and `ma` applied in the order written."""
    for clamp in clamps:
        bound = number(clamp.value)
        value = max(value, bound) if clamp.kind == "mi" else min(value, bound)
    return value


def score(count: Count, divisor: int = 1) -> Callable[[int], int]:
    """What a value (over `divisor`) counts: 1 if it succeeds, 2 if it doubles too, 1 less if it fails (4.5)."""
    success, doubles, failures = ([_scaled(test, divisor) for test in tests] for tests in _tests(count))

    def counted(value: int) -> int:
        net = 0
        if _any_holds(success, value):
            net = 2 if _any_holds(doubles, value) else 1
        return net - _any_holds(failures, value)

    return counted


def score_ends(count: Count, divisor: int = 1) -> Callable[[float, float], Ends]:
    """The least and the most that the values between two, perhaps infinite, count."""
    counted = score(count, divisor)
    turns = sorted({number(test.value) * divisor + by for tests in _tests(count) for test in tests for by in (-1, 0, 1)})

    def ends(low: float, high: float) -> Ends:
        inside = [turn for turn in turns if low <= turn <= high]
        inside += [int(end) for end in (max(low, turns[0]), min(high, turns[-1])) if low <= end <= high]
        found = [counted(value) for value in inside]
        return min(found), max(found)

    return ends


def _tests(count: Count) -> tuple[tuple[Test, ...], ...]:
    return (count.success,), count.doubles, count.failures


def _scaled(test: Test, divisor: int) -> Test:
    return Test(test.comparison, Number(number(test.value) * divisor))


def _any_holds(tests: Sequence[Test | None], value: int) -> bool:
    return any([test is not None and holds(test, value) for test in tests])
