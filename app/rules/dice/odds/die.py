"""One die by itself: which faces it settles on, and what a value counts."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import inf

from app.rules.dice.expression import Clamp, Count, Faces, Number, Reroll, Sides, Test, number, test_of
from app.rules.dice.faces import holds
from app.rules.dice.odds.distribution import Distribution, Ends, collected, listed


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
    again, once = (
        holds([test_of(reroll) for reroll in rerolls if reroll.once is only_once]) for only_once in (False, True)
    )
    stays = {face: ways for face, ways in listed(thrown) if not again(face)}
    staying = sum(stays.values())
    rethrown = {face: ways for face, ways in stays.items() if once(face)}
    if not rethrown:
        return collected(stays, staying)
    leaving = sum(rethrown.values())
    # A face that stays came at the first settling or at the second one, after any of those thrown again.
    ways = {face: ways * (leaving if face in rethrown else leaving + staying) for face, ways in stays.items()}
    return collected(ways, staying * staying)


def clamped(clamps: Sequence[Clamp], value: int) -> int:
    """The value with `mi` and `ma` applied in the order written."""
    for clamp in clamps:
        bound = number(clamp.value)
        value = max(value, bound) if clamp.kind == "mi" else min(value, bound)
    return value


def score(count: Count, divisor: int = 1) -> Callable[[int], int]:
    """What a value (over `divisor`) counts: 1 if it succeeds, 2 if it doubles too, 1 less if it fails (4.5)."""
    success, double, failure = (holds(_scaled(tests, divisor)) for tests in _tests(count))
    return lambda value: (1 + double(value) if success(value) else 0) - failure(value)


def score_ends(count: Count, divisor: int = 1) -> Callable[[float, float], Ends]:
    """The least and the most that the values between two, perhaps infinite, count."""
    counted = score(count, divisor)
    turns = sorted({bound * divisor + by for bound in bounds(count) for by in (0, 1)})

    def ends(low: float, high: float) -> Ends:
        inside = [turn for turn in turns if low <= turn <= high]
        inside += [int(end) for end in (low, high) if end not in (-inf, inf)]
        found = [counted(value) for value in inside]
        return min(found), max(found)

    return ends


def counted_sides(sides: int, count: Count, bonus: int) -> Distribution:
    """What a die numbered from 1 counts: between the numbers that tests name all its faces count the same."""
    counted = score(count)
    turns = {min(max(bound - bonus + by, 1), sides + 1) for bound in bounds(count) for by in (0, 1)}
    ways: dict[int, int] = {}
    for face, following in pairwise(sorted({1, *turns, sides + 1})):
        worth = counted(face + bonus)
        ways[worth] = ways.get(worth, 0) + following - face
    return collected(ways, sides)


def bounds(count: Count) -> Sequence[int]:
    """The numbers that a count compares with."""
    return [number(test.value) for tests in _tests(count) for test in tests]


def _tests(count: Count) -> tuple[tuple[Test, ...], ...]:
    return (count.success,), count.doubles, count.failures


def _scaled(tests: Sequence[Test], divisor: int) -> Sequence[Test]:
    if divisor == 1:
        return tests
    return [Test(test.comparison, Number(number(test.value) * divisor)) for test in tests]
