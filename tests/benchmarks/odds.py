"""Exact odds against icepool, dyce and what a person would write for exactly these dice: side by side in one process.

Every pair takes turns; a ratio is the median of the turns' ratios of processor time. Each turn begins with what the
library begins with: we with a parsed expression (the check of its cost included), the others with new dice. Before
anything is measured all four must agree on every single chance.
"""

import gc
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import prod
from statistics import median
from struct import unpack

import dyce
import icepool

from app.rules.dice.grammar import parse
from app.rules.dice.odds import Distribution, distribution_of
from app.rules.dice.odds.chain import by_worth, chain_of, limited
from app.rules.dice.odds.die import settled
from app.rules.dice.odds.distribution import collected, listed, repeated
from app.rules.dice.variables import bind
from app.rules.system import CheckBody
from app.rules.systems.supers.checks.strike import StrikeBody
from app.rules.systems.ultra.checks.action import ActionBody
from app.rules.systems.ultra.checks.hand import UltraSide
from app.rules.systems.ultra.checks.opposed import UltraOpposedBody
from app.rules.systems.ultra.complications import Complication
from app.services.checks import check_odds
from tests.benchmarks.report import Row, table

CHECKS: Mapping[str, CheckBody] = {
    "supers.strike": StrikeBody(bonus=10, defense=10, modifier=10, rank=10),
    "ultra.action of ten dice": ActionBody(dice=10, difficulty=3, complications=[Complication(id="lock", level=2)]),
    "ultra.opposed, ten against ten": UltraOpposedBody(dice=10, defender=UltraSide(dice=10)),
}
CHECK_MICROSECONDS = 2000.0
"""What the odds of a check may take."""
TURNS = 9
TURN_SECONDS = 0.008
# There is no notation for a limited depth: the engine is asked for it directly.
DEEP = "10d6! depth 3"
NOTATIONS = ("4d6kh3", "10d10>=8ds>=10", "2d20kh1+5", "20d6", "40d6", "100d6", DEEP, "3d6-3d6")

Count = Callable[[], object]


def ours(text: str) -> Count:
    """Our engine, from a parsed expression."""
    if text == DEEP:
        expression = bind(parse("10d6!")).expression

        def deep() -> Distribution:
            die = settled(expression.sides, expression.rerolls)
            chain = chain_of(expression, expression.explode, die, 0, None)
            ended = limited(chain.first, chain.extra, 3)
            return repeated(collected(by_worth(ended.ended), ended.denominator), 10)

        return deep
    expression = bind(parse(text)).expression
    return lambda: distribution_of(expression)


def with_icepool() -> tuple[Count, ...]:
    """The same eight with icepool."""

    def die(sides: int) -> icepool.Die:
        return icepool.Die(range(1, sides + 1))

    def hits() -> icepool.Die:
        return 10 @ icepool.Die({0: 7, 1: 2, 2: 1})

    return (
        lambda: die(6).highest(4, 3),
        hits,
        lambda: die(20).highest(2, 1) + 5,
        lambda: 20 @ die(6),
        lambda: 40 @ die(6),
        lambda: 100 @ die(6),
        lambda: 10 @ die(6).explode(depth=3),
        lambda: 3 @ die(6) - 3 @ die(6),
    )


def with_dyce() -> tuple[Count, ...]:
    """The same eight with dyce."""
    h, p = dyce.H, dyce.P
    return (
        lambda: p(6, 6, 6, 6).at(slice(-3, None)),
        lambda: 10 @ h({0: 7, 1: 2, 2: 1}),
        lambda: p(20, 20).at(-1) + 5,
        lambda: 20 @ h(6),
        lambda: 40 @ h(6),
        lambda: 100 @ h(6),
        lambda: 10 @ dyce.explode_n(h(6), n=3),
        lambda: 3 @ h(6) - 3 @ h(6),
    )


def by_hand() -> tuple[Count, ...]:
    """The same eight by hand: whole numbers whose 64-bit words, or wider places, are the ways."""

    def words(number: int, length: int) -> tuple[int, ...]:
        return unpack(f"<{length}Q", number.to_bytes(8 * length, "little"))

    def places(number: int, length: int, width: int) -> list[int]:
        data = number.to_bytes(width * length, "little")
        return [int.from_bytes(data[place : place + width], "little") for place in range(0, len(data), width)]

    def even(sides: int, gap: int = 64) -> int:
        return ((1 << gap * sides) - 1) // ((1 << gap) - 1)

    def best_three() -> dict[int, int]:
        found = lying = before = 0
        for face in range(5, -1, -1):
            lying += 1 << 64 * face
            all_four = lying**4
            found += (all_four - before) >> 64 * face
            before = all_four
        return dict(zip(range(3, 19), words(found, 16), strict=True))

    def hits() -> dict[int, int]:
        return dict(zip(range(21), words((7 + (2 << 64) + (1 << 128)) ** 10, 21), strict=True))

    def advantage() -> dict[int, int]:
        return {face + 5: face * face - (face - 1) * (face - 1) for face in range(1, 21)}

    def sum_of(count: int) -> dict[int, int]:
        span = 5 * count
        ways = [1] + [0] * (span // 2)
        for index in range(1, span // 2 + 1):
            total = (index + count - 1) * ways[index - 1]
            if index >= 6:
                total -= (6 * count + 6 - index) * ways[index - 6]
            if index >= 7:
                total += (5 * count + 7 - index) * ways[index - 7]
            ways[index] = total // index
        ways += ways[span - span // 2 - 1 :: -1]
        return dict(zip(range(count, 6 * count + 1), ways, strict=True))

    def twenty() -> dict[int, int]:
        return dict(zip(range(20, 121), words(even(6) ** 20, 101), strict=True))

    def deep() -> dict[int, int]:
        five = even(5, 104) << 104
        chain = sum([five * 6 ** (3 - extra) << 624 * extra for extra in range(4)]) + (1 << 104 * 24)
        return dict(zip(range(10, 241), places(chain**10 >> 1040, 231, 13), strict=True))

    def difference() -> dict[int, int]:
        return dict(zip(range(-15, 16), words(even(6) ** 6, 31), strict=True))

    return best_three, hits, advantage, twenty, lambda: sum_of(40), lambda: sum_of(100), deep, difference


def chances(odds: object) -> dict[int, Fraction]:
    """The chance of each total, from whatever a library answers."""
    if isinstance(odds, Distribution):
        ways = dict(listed(odds))
    else:
        items = odds.items()  # type: ignore[attr-defined]
        ways = {int(total): int(count) for total, count in items if count}
    whole = sum(ways.values())
    return {total: Fraction(count, whole) for total, count in ways.items()}


def seconds(action: Count, times: int) -> float:
    """Processor time of one action, over many."""
    begun = time.process_time()
    for _ in range(times):
        action()
    return (time.process_time() - begun) / times


def compared(mine: Count, theirs: Count) -> tuple[float, float, float]:
    """Our microseconds, theirs, and how many times as fast we are."""
    often = [max(1, int(TURN_SECONDS / max(seconds(action, 3), 1e-7))) for action in (mine, theirs)]
    turns = [(seconds(mine, often[0]), seconds(theirs, often[1])) for _ in range(TURNS)]
    return (
        median(our for our, _ in turns) * 1e6,
        median(their for _, their in turns) * 1e6,
        median(their / our for our, their in turns),
    )


def rows() -> Iterator[Row]:
    """Every comparison of the odds; a ratio says how many times as fast we are."""
    gc.collect()
    gc.disable()
    # dyce calls its explosions experimental.
    warnings.simplefilter("ignore", dyce.lifecycle.ExperimentalWarning)
    try:
        yield from _group("odds, icepool", with_icepool(), each=">= 1", mean=">= 50")
        yield from _group("odds, dyce", with_dyce(), each=">= 1", mean=">= 20")
        yield from _group("odds, by hand", by_hand(), each="", mean=">= 0.4")
        yield from _checks()
    finally:
        gc.enable()


def _group(group: str, theirs: tuple[Count, ...], *, each: str, mean: str) -> Iterator[Row]:
    found = []
    for text, their in zip(NOTATIONS, theirs, strict=True):
        mine = ours(text)
        assert chances(mine()) == chances(their()), f"{group}: {text} differs"
        found.append(compared(mine, their))
        yield _row(group, text, found[-1], each)
    means = [prod(column) ** (1 / len(found)) for column in zip(*found, strict=True)]
    yield _row(group, "geometric mean", (means[0], means[1], means[2]), mean)


def _checks() -> Iterator[Row]:
    for name, body in CHECKS.items():
        action = partial(check_odds, body)
        often = max(1, int(TURN_SECONDS / seconds(action, 3)))
        took = median(seconds(action, often) for _ in range(TURNS)) * 1e6
        yield _row("odds of checks, allowed", name, (took, CHECK_MICROSECONDS, CHECK_MICROSECONDS / took), ">= 1")


def _row(group: str, name: str, compared: tuple[float, float, float], goal: str) -> Row:
    mine, theirs, ratio = compared
    return Row(group, name, f"{mine:.1f} us", f"{theirs:.1f} us", ratio, goal)


if __name__ == "__main__":
    print(table(rows()))
