"""The rolls of one request, as they are stored and as they are told."""

from collections.abc import Sequence
from typing import NamedTuple

from app.rules.dice.hand import Roll
from app.rules.dice.phrase import LONGEST_NAME
from app.rules.dice.quick_telling import Line, quick_tell
from app.rules.dice.quoting import markdown_words, plain_words
from app.rules.dice.record import RollResult
from app.rules.dice.text import LONGEST_MARKDOWN, LONGEST_TEXT, markdown, text


class Told(NamedTuple):
    """The records of the rolls, and all of them as plain text and in markdown."""

    results: list[RollResult]
    text: str
    markdown: str


def tell(rolls: Sequence[Roll], *, label: str | None = None, physical: bool = False) -> Told:
    """Records, text and markdown of rolls of one hand, in a tenth of the time where the notation is a common one."""
    return _quickly(rolls, label, physical=physical) or Told(
        [roll.result for roll in rolls],
        text(*rolls, label=label, physical=physical),
        markdown(*rolls, label=label, physical=physical),
    )


def _quickly(rolls: Sequence[Roll], label: str | None, *, physical: bool) -> Told | None:
    hand = rolls[0].hand
    quick = quick_tell(hand)
    if quick is None or hand.notation.comment is not None:
        return None
    lines: list[Line] = [quick(roll) for roll in rolls]
    end = " (physical dice)" if physical else ""
    start = f"{plain_words(label, longest=LONGEST_NAME)}: " if label else ""
    plain = f"{start}{'; '.join([line.text for line in lines])}{end}"
    if label:
        start = f"{markdown_words(label, longest=LONGEST_NAME)}:" + (" " if len(rolls) == 1 else "\n")
    marked = start + "\n".join([line.markdown for line in lines]) + end
    if len(plain) > LONGEST_TEXT or len(marked) > LONGEST_MARKDOWN:
        return None
    return Told([line.result for line in lines], plain, marked)
