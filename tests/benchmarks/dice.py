"""Dice against d20, against closures written by hand, and against `random`: side by side in one process.

Every pair takes turns, fifteen times; a ratio is the median of the turns' ratios of processor time. The closures are
what a person would write for exactly these six notations, without limits, locks or a record of each die.
"""

import gc
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from math import prod
from statistics import median

import d20

from app.rules.dice import roll
from app.rules.dice.roll import _hand
from app.services.chance import SystemDice
from tests.benchmarks.report import Row, table

TURNS = 15
TURN_SECONDS = 0.008
# d20 has no count of successes: it keeps and adds them.
NOTATIONS = {
    "1d20+5": "1d20+5",
    "4d6kh3": "4d6kh3",
    "2d20kh1+7": "2d20kh1+7",
    "10d10>=8": "10d10k>7",
    "8d6!": "8d6e6",
    "100d6": "100d6",
}


class Result:
    """What the closures answer."""

    __slots__ = ("faces", "total")

    def __init__(self, total: int, faces: bytes) -> None:
        self.total, self.faces = total, faces


class Stream:
    """Faces of one size of die from `os.urandom`, without locks."""

    def __init__(self, sides: int) -> None:
        fair = 256 - 256 % sides
        self.table = bytes([byte % sides + 1 for byte in range(fair)]).ljust(256, b"\0")
        self.rejected = bytes(range(fair, 256))
        self.read = BytesIO().read

    def take(self, count: int) -> bytes:
        """The next faces; what is left at the end of a batch is thrown away."""
        faces = self.read(count)
        if len(faces) < count:
            self.read = BytesIO(os.urandom(8192).translate(self.table, self.rejected)).read
            faces = self.read(count)
        return faces


STREAMS = {sides: Stream(sides) for sides in (6, 10, 20)}


def by_hand() -> dict[str, Callable[[], Result]]:
    """A closure for each notation."""
    d6, d10, d20_ = STREAMS[6].take, STREAMS[10].take, STREAMS[20].take
    failing = bytes(range(8))

    def plus_five() -> Result:
        faces = d20_(1)
        return Result(faces[0] + 5, faces)

    def best_three() -> Result:
        faces = d6(4)
        return Result(sum(faces) - min(faces), faces)

    def advantage() -> Result:
        faces = d20_(2)
        return Result(max(faces) + 7, faces)

    def pool() -> Result:
        faces = d10(10)
        return Result(len(faces.translate(None, failing)), faces)

    def exploding() -> Result:
        faces = wave = d6(8)
        while extra := wave.count(6):
            wave = d6(extra)
            faces += wave
        return Result(sum(faces), faces)

    def hundred() -> Result:
        faces = d6(100)
        return Result(sum(faces), faces)

    closures = (plus_five, best_three, advantage, pool, exploding, hundred)
    return dict(zip(NOTATIONS, closures, strict=True))


PLAIN = re.compile(r"([0-9]+)d([0-9]+)(?:kh([0-9]+)|>=([0-9]+)|(!))?(?:\+([0-9]+))?")


def one_regex(text: str) -> Result:
    """The least there is to parse: one pattern, run at once."""
    match = PLAIN.fullmatch(text)
    assert match is not None
    count, sides, keep, target, explode, plus = match.groups()
    take = STREAMS[int(sides)].take
    faces = wave = take(int(count))
    if keep:
        total = sum(sorted(faces)[-int(keep) :])
    elif target:
        total = len(faces.translate(None, bytes(range(int(target)))))
    else:
        while explode and (extra := wave.count(int(sides))):
            wave = take(extra)
            faces += wave
        total = sum(faces)
    return Result(total + int(plus) if plus else total, faces)


def seconds(action: Callable[[], object], times: int) -> float:
    """Processor time of one action, over many."""
    begun = time.process_time()
    for _ in range(times):
        action()
    return (time.process_time() - begun) / times


def compared(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float, float]:
    """Our microseconds, theirs, and how many times as fast we are."""
    often = [max(1, int(TURN_SECONDS / seconds(action, 20))) for action in (ours, theirs)]
    turns = [(seconds(ours, often[0]), seconds(theirs, often[1])) for _ in range(TURNS)]
    return (
        median(our for our, _ in turns) * 1e6,
        median(their for _, their in turns) * 1e6,
        median(their / our for our, their in turns),
    )


def rows() -> Iterator[Row]:
    """Every comparison of the dice; a ratio says how many times as fast we are."""
    gc.collect()
    gc.disable()
    try:
        yield from _group("dice, kept, d20", _cached, _d20, each=">= 10", mean=">= 20")
        yield from _group("dice, kept, by hand", _cached, _closure, mean=">= 0.5")
        yield from _group("dice, first, d20", _first, _d20_first, mean=">= 10")
        yield from _group("dice, first, one regex", _first, _regex, mean=">= 0.4")
        yield from _group("dice, kept, randrange", _cached, _randrange, mean=">= 1")
    finally:
        gc.enable()


def _group(
    group: str,
    ours: Callable[[str], Callable[[], object]],
    theirs: Callable[[str], Callable[[], object]],
    *,
    each: str = "",
    mean: str,
) -> Iterator[Row]:
    found = [compared(ours(text), theirs(text)) for text in NOTATIONS]
    for text, one in zip(NOTATIONS, found, strict=True):
        yield _row(group, text, one, each)
    means = [prod(column) ** (1 / len(found)) for column in zip(*found, strict=True)]
    yield _row(group, "geometric mean", (means[0], means[1], means[2]), mean)


def _row(group: str, name: str, compared: tuple[float, float, float], goal: str) -> Row:
    ours, theirs, ratio = compared
    return Row(group, name, f"{ours:.2f} us", f"{theirs:.2f} us", ratio, goal)


def _cached(text: str) -> Callable[[], object]:
    dice = SystemDice()
    return lambda: roll(text, dice).total


def _first(text: str) -> Callable[[], object]:
    dice = SystemDice()

    def first() -> int:
        _hand.cache_clear()
        return roll(text, dice).total

    return first


def _d20(text: str) -> Callable[[], object]:
    theirs = NOTATIONS[text]
    return lambda: d20.roll(theirs).total


def _d20_first(text: str) -> Callable[[], object]:
    theirs, roller = NOTATIONS[text], d20.Roller()

    def first() -> int:
        roller._parse_cache.clear()
        return roller.roll(theirs).total

    return first


def _closure(text: str) -> Callable[[], object]:
    closures = by_hand()
    return lambda: closures[text]().total


def _regex(text: str) -> Callable[[], object]:
    return lambda: one_regex(text).total


def _randrange(text: str) -> Callable[[], object]:
    draw = random.Random(1).randrange
    count, sides = (int(part) for part in PLAIN.fullmatch(text).group(1, 2))  # type: ignore[union-attr]
    return lambda: sum([draw(sides) + 1 for _ in range(count)])


if __name__ == "__main__":
    print(table(rows()))
