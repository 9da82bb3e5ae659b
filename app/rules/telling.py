"""What happened, told as a word and why: plain for a text, and in markdown."""

from collections.abc import Callable
from typing import Final

from app.rules.dice.quoting import markdown_words, plain_words

LONGEST_TEXT: Final = 300
LONGEST_WORDS: Final = 60
Quote = Callable[[str], str]
"""How somebody's own words are put into a text."""


def plain(words: str) -> str:
    """Somebody's own words in a plain text."""
    return plain_words(words, longest=LONGEST_WORDS)


def marked(words: str) -> str:
    """Somebody's own words in markdown."""
    return markdown_words(words, longest=LONGEST_WORDS)


def told(word: str, why: Callable[[Quote], str]) -> tuple[str, str]:
    """A sentence as plain text, of 300 characters at most, and as markdown."""
    text = plain_words(f"{word}: {why(plain)}.", longest=LONGEST_TEXT)
    return text, f"**{word}**: {why(marked)}."
