"""The commonest rolls told at once: record, text and markdown of one dice term plus or minus a number.

Only a shortcut, as `quick` is for throwing. `evaluation` and `text` are the truth, and give the same of the same roll.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from app.rules.dice.expression import Arithmetic, Count, Dice, Expression, Keep, Number, Sides, number
from app.rules.dice.faces import holds
from app.rules.dice.hand import Hand, Roll
from app.rules.dice.phrase import phrase_of
from app.rules.dice.record import DieResult, RollResult, TermResult


class Line(NamedTuple):
    """A roll as it is stored and as it is told."""

    result: RollResult
    text: str
    markdown: str


Tell = Callable[[Roll], Line]

_LARGEST = 255
_WORDS = tuple(map(str, range(_LARGEST + 1)))
_BOLD = tuple([f"**{word}**" for word in _WORDS])
_STRUCK = tuple([f"~~{word}~~" for word in _WORDS])


@lru_cache(maxsize=512)
def quick_tell(hand: Hand) -> Tell | None:
    """How to tell a roll of the hand quickly, with every die shown; None if it isn't of the quick shape."""
    dice = _only_dice(hand.notation.expression)
    if dice is None or not isinstance(dice.sides, Sides) or not 1 < number(dice.sides.number) <= _LARGEST:
        return None
    if dice.rerolls or dice.unique or dice.explode or dice.clamps or dice.tail.sort or not number(dice.count):
        return None
    match dice.tail.keeps, dice.tail.count:
        case (), None:
            return _plain(_words(hand, dice))
        case (keep,), None:
            return _keep(_words(hand, dice), keep)
        case (), Count() as count:
            return _count(_words(hand, dice), count)
    return None


def _only_dice(expression: Expression) -> Dice | None:
    match expression:
        case Dice():
            return expression
        case Arithmetic(Dice() as dice, operations) if len(operations) == 1:
            step = operations[0]
            return dice if step.operator in "+-" and isinstance(step.operand, Number) else None
    return None


class _Words(NamedTuple):
    """What is the same in every roll of a hand: `before` and `after` its dice, as in ` = 2d20kh1 (`, `) + 5`."""

    hand: Hand
    sides: int
    plus: int
    before: str
    after: str

    def result(
        self, total: int, dice: list[DieResult], successes: int | None = None, failures: int | None = None
    ) -> RollResult:
        """The record of one roll."""
        hand = self.hand
        terms = [TermResult(hand.term_notations[0], total - self.plus)]
        return RollResult(hand.text, hand.canonical, total, terms, dice, successes, failures, hand.notation.comment)


def _words(hand: Hand, dice: Dice) -> _Words:
    before, _, *after = phrase_of(hand, markdown=False)
    plus = 0
    if isinstance(hand.notation.expression, Arithmetic):
        (step,) = hand.notation.expression.operations
        plus = number(step.operand) if step.operator == "+" else -number(step.operand)
    assert isinstance(dice.sides, Sides)
    return _Words(hand, number(dice.sides.number), plus, f" = {before}", "".join(map(str, after)))


def _plain(words: _Words) -> Tell:
    sides, before, after = words.sides, words.before, words.after

    def tell(roll: Roll) -> Line:
        total, places = roll.total, roll.places
        dice = [DieResult(0, sides, face, face) for face in places]
        rest = f"{before}{', '.join([_WORDS[face] for face in places])}{after}"
        return Line(words.result(total, dice), f"{total}{rest}", f"**{total}**{rest}")

    return tell


def _keep(words: _Words, keep: Keep) -> Tell:
    sides, before, after = words.sides, words.before, words.after
    many, high, drop = number(keep.value), keep.kind[1] == "h", keep.kind[0] == "d"

    def tell(roll: Roll) -> Line:
        total, places = roll.total, roll.places
        # As in `evaluation`: ties keep the earlier; to drop, begin with the latest.
        order = range(len(places) - 1, -1, -1) if drop else range(len(places))
        chosen = set(sorted(order, key=places.__getitem__, reverse=high)[:many])
        dice, kept, dropped, marked = [], [], [], []
        for place, face in enumerate(places):
            if (place in chosen) != drop:
                dice.append(DieResult(0, sides, face, face))
                kept.append(_WORDS[face])
                marked.append(_BOLD[face])
            else:
                dice.append(DieResult(0, sides, face, face, False))
                dropped.append(_WORDS[face])
                marked.append(_STRUCK[face])
        left = ", ".join(kept)
        if dropped:
            left = f"{left}; dropped {', '.join(dropped)}" if kept else f"dropped {', '.join(dropped)}"
        return Line(
            words.result(total, dice),
            f"{total}{before}{left}{after}",
            f"**{total}**{before}{', '.join(marked)}{after}",
        )

    return tell


def _count(words: _Words, count: Count) -> Tell:
    sides, before, after = words.sides, words.before, words.after
    success, double, failure = holds([count.success]), holds(count.doubles), holds(count.failures)
    verdicts = []
    for face in range(sides + 1):
        succeeds, fails = success(face), failure(face)
        doubles = succeeds and double(face)
        told = _WORDS[face] + ("" if not succeeds else "✓✓" if doubles else "✓") + ("✗" if fails else "")
        verdicts.append(
            (
                succeeds + doubles,
                fails,
                told,
                f"**{told}**" if succeeds else told,
                succeeds,
                fails if count.failures else None,
            )
        )

    def tell(roll: Roll) -> Line:
        total, places = roll.total, roll.places
        seen = [verdicts[face] for face in places]
        dice = [
            DieResult(0, sides, face, face, True, False, False, None, verdict[4], verdict[5])
            for face, verdict in zip(places, seen, strict=True)
        ]
        successes = sum([verdict[0] for verdict in seen])
        failures = sum([verdict[1] for verdict in seen]) if count.failures else None
        told = f"{successes} {'success' if successes == 1 else 'successes'}"
        head, tail = str(total), after
        if failures is not None:
            tail += f": {told}, {failures} {'failure' if failures == 1 else 'failures'}"
        elif successes == total:
            head = told
        else:
            tail += f": {told}"
        return Line(
            words.result(total, dice, successes, failures),
            f"{head}{before}{', '.join([verdict[2] for verdict in seen])}{tail}",
            f"**{head}**{before}{', '.join([verdict[3] for verdict in seen])}{tail}",
        )

    return tell
