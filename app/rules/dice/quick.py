"""The commonest rolls at the speed of C: one dice term plus or minus a number, added, sorted and counted as bytes.

Only a shortcut. `evaluation` is the truth: it draws in the same order and tells what became of each die; what is
not of this shape is rolled by it alone. Whatever is of this shape is within every limit.
"""

import re
from collections.abc import Callable

from app.rules.dice.hand import Hand, Roll
from app.rules.dice.source import DiceSource
from app.rules.dice.throwing import check_draws

Throw = Callable[[DiceSource], Roll]

_SHAPE = re.compile(
    r"([1-9][0-9]{0,2})?d([1-9][0-9]{0,2})"
    r"(?:(kh|kl|dh|dl)([0-9]{1,3})|(>=|<=|>|<|=)([0-9]{1,3})(?:ds>=([0-9]{1,3}))?(?:f<=([0-9]{1,3}))?|(!)(?:=([0-9]{1,2}))?)?"
    r"(?: ?([+-]) ?(-?[0-9]{1,6}))?"
).fullmatch
_EVERY = bytes(range(256))


def quick_throw(hand: Hand, text: str) -> Throw | None:
    """How to throw `text` quickly, for `hand`; None if it isn't of the quick shape."""
    match = _SHAPE(text)
    if match is None:
        return None
    given, size, keep, kept, comparison, value, double, failure, explode, face, sign, number = match.groups()
    sides = int(size)
    if not 1 < sides < 256:
        return None
    count = int(given) if given else 1
    plus = 0 if sign is None else int(number) if sign == "+" else -int(number)
    if keep is not None:
        return _keep(hand, sides, count, plus, keep, int(kept))
    if explode is not None:
        return _explode(hand, sides, count, plus, int(face) if face else sides)
    if comparison is None:
        return _add(hand, sides, count, plus)
    failing = _outside(comparison, int(value))
    if double is None and failure is None:
        return _count(hand, sides, count, plus, failing)
    single = _EVERY if double is None else bytes({*failing, *_outside(">=", int(double))})
    return _count_net(hand, sides, count, plus, failing, single, _outside("<=", int(failure) if failure else -1))


def _outside(comparison: str, value: int) -> bytes:
    """The faces for which the comparison doesn't hold."""
    match comparison:
        case ">=":
            return _EVERY[:value]
        case ">":
            return _EVERY[: value + 1]
        case "<=":
            return _EVERY[value + 1 :]
        case "<":
            return _EVERY[value:]
        case _:
            return _EVERY[:value] + _EVERY[value + 1 :]


def _add(hand: Hand, sides: int, count: int, plus: int) -> Throw:
    if count == 1:

        def throw(source: DiceSource) -> Roll:
            places = source.draw(sides, 1)
            return Roll(hand, places[0] + plus, places)

    else:

        def throw(source: DiceSource) -> Roll:
            places = source.draw(sides, count)
            return Roll(hand, sum(places) + plus, places)

    return throw


def _keep(hand: Hand, sides: int, count: int, plus: int, keep: str, number: int) -> Throw:
    left = min(number, count) if keep[0] == "k" else max(count - number, 0)
    highest = keep in ("kh", "dl")
    if left == 1:
        best = max if highest else min

        def throw(source: DiceSource) -> Roll:
            places = source.draw(sides, count)
            return Roll(hand, best(places) + plus, places)

    else:
        kept = slice(count - left, count) if highest else slice(0, left)

        def throw(source: DiceSource) -> Roll:
            places = source.draw(sides, count)
            return Roll(hand, sum(sorted(places)[kept]) + plus, places)

    return throw


def _count(hand: Hand, sides: int, count: int, plus: int, failing: bytes) -> Throw:
    def throw(source: DiceSource) -> Roll:
        places = bytes(source.draw(sides, count))
        return Roll(hand, len(places.translate(None, failing)) + plus, places)

    return throw


def _count_net(hand: Hand, sides: int, count: int, plus: int, failing: bytes, single: bytes, harmless: bytes) -> Throw:
    def throw(source: DiceSource) -> Roll:
        places = bytes(source.draw(sides, count))
        hits = len(places.translate(None, failing)) + len(places.translate(None, single))
        return Roll(hand, hits - len(places.translate(None, harmless)) + plus, places)

    return throw


def _explode(hand: Hand, sides: int, count: int, plus: int, face: int) -> Throw:
    def throw(source: DiceSource) -> Roll:
        places = wave = bytes(source.draw(sides, count))
        while extra := wave.count(face):
            check_draws(len(places) + extra)
            wave = bytes(source.draw(sides, extra))
            places += wave
        return Roll(hand, sum(places) + plus, places)

    return throw
