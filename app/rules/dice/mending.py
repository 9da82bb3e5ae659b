"""Say what is wrong with a text that isn't notation, and find the correct form near it."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Protocol

from app.rules.errors import NotationError

AN_ITEM = "a number, dice, a variable, a function, ( or {"
LONGEST_SUGGESTION = 120
_PIECE = re.compile(r"[0-9]+|[A-Za-z]+|[<>=!]+|.", re.DOTALL)
_OPERATORS = frozenset("+-*/%")


class Reading(Protocol):
    """How far the reader came."""

    text: str
    kinds: list[str]
    starts: list[int]
    ends: list[int]
    closers: list[str]


class Misread(Exception):  # noqa: N818 - the reader's own signal; a person sees the NotationError made from it
    """The token at place `at` doesn't fit; `mendings` are whole texts that might have been meant, best first."""

    def __init__(self, reading: Reading, at: int, expected: str, mendings: tuple[str, ...]) -> None:
        super().__init__(expected)
        self.reading, self.at, self.expected, self.mendings = reading, at, expected, mendings


def refusal(text: str, misread: Misread, *, reads: Callable[[str], bool]) -> NotationError:
    """The refusal for a misread text; a suggestion is offered only if it `reads`."""
    position = misread.reading.starts[misread.at]
    found = found_at(text, position)
    suggestion = next((mended for mended in _mendings(text, misread) if mended != text and reads(mended)), None)
    detail = f"At position {position}: found {found}, expected {misread.expected}."
    facts: dict[str, str] = {} if suggestion is None else {"suggestion": suggestion}
    if suggestion is not None:
        detail += f" Perhaps: {suggestion}"
    return NotationError(detail, position=position, found=found, expected=misread.expected, **facts)


def found_at(text: str, position: int) -> str:
    """What stands there, shortened, with its code point where a reader couldn't tell it by sight."""
    if position >= len(text):
        return "the end"
    match = _PIECE.match(text, position)
    piece = match[0][:20] if match else ""
    if piece.isascii() and piece.isprintable():
        return f"'{piece}'"
    code = f"U+{ord(piece):04X}"
    return f"'{piece}' ({code})" if piece.isalnum() else code


def _mendings(text: str, misread: Misread) -> Iterator[str]:
    for mended in (*misread.mendings, *_common_slips(text, misread)):
        if mended and len(mended) <= LONGEST_SUGGESTION:
            yield mended


def _common_slips(text: str, misread: Misread) -> Iterator[str]:
    """Slips that any place can show: words without #, brackets left open, a dangling operator, other digits."""
    reading, at = misread.reading, misread.at
    kind, position = reading.kinds[at], reading.starts[at]
    before = reading.kinds[at - 1] if at else ""
    closing = "".join(reversed(reading.closers))
    if kind == "end" and closing:
        yield text.rstrip() + closing
    if misread.expected == AN_ITEM and before in _OPERATORS:
        yield text[: reading.starts[at - 1]].rstrip() + (text[position:] if kind != "end" else closing)
    if before == "=" and kind in (">", "<", "="):
        sign = kind + "=" if kind != "=" else "="
        yield text[: reading.starts[at - 1]] + sign + text[reading.ends[at] :]
    if kind == "(" and before in ("number", ")"):
        within = reading.kinds[at + 1 : reading.kinds.index(")", at)] if ")" in reading.kinds[at:] else []
        if within[:1] == ["d"] and _OPERATORS.isdisjoint(within):
            close = reading.starts[at + 1 + len(within)]
            yield text[:position].rstrip() + text[position + 1 : close].strip() + text[close + 1 :]
        yield text[:position] + "*" + text[position:]
    if not text.isascii():
        yield unicodedata.normalize("NFKC", text)
    word = max(text.rfind(space, 0, position + 1) for space in " \t\n") + 1
    if word and text[word : word + 1].isalpha():
        yield f"{text[:word]}# {text[word:]}"
