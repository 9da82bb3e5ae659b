"""Go through the tokens of a notation: what every rule of the grammar needs, and refusals that say where."""

from abc import ABC, abstractmethod

from app.rules.dice.expression import Expression, Number, Variable
from app.rules.dice.limits import DEEPEST
from app.rules.dice.mending import Misread
from app.rules.dice.tokens import Tokens
from app.rules.errors import DiceLimit


class Cursor(ABC):
    """A place among the tokens of one text, the brackets open there, and what was read so far."""

    __slots__ = ("at", "closers", "dice_seen", "ends", "kinds", "starts", "text", "variables")

    def __init__(self, text: str) -> None:
        tokens = Tokens(text)
        self.text = text
        self.kinds, self.starts, self.ends = tokens.kinds, tokens.starts, tokens.ends
        self.at = 0
        self.closers: list[str] = []
        self.dice_seen = 0
        self.variables: list[Variable] = []

    def misread(self, expected: str, *mendings: str, at: int | None = None) -> Misread:
        """What to raise when the token here, or `at` another place, doesn't fit."""
        return Misread(self, self.at if at is None else at, expected, mendings)

    def replaced(self, start: int, end: int, by: str) -> str:
        """The whole text with another piece from `start` to `end`."""
        return self.text[:start] + by + self.text[end:]

    @abstractmethod
    def sum(self) -> Expression:
        """Read a whole expression."""

    def number(self) -> Number:
        """Read a number token."""
        value = int(self.text[self.starts[self.at] : self.ends[self.at]])
        self.at += 1
        return Number(value)

    def open(self, closer: str) -> None:
        """Read an opening bracket.

        Raises:
            DiceLimit: it is the 33rd.
        """
        if len(self.closers) == DEEPEST:
            raise DiceLimit(
                f"At position {self.starts[self.at]} the brackets nest deeper than {DEEPEST}.",
                limit=DEEPEST,
                position=self.starts[self.at],
            )
        self.closers.append(closer)
        self.at += 1

    def close(self) -> None:
        """Read the bracket that closes the last one opened."""
        if self.kinds[self.at] != self.closers[-1]:
            raise self.misread(f"{self.closers[-1]} or an operator")
        self.closers.pop()
        self.at += 1

    def bracket(self) -> Expression:
        """Read an expression in round brackets."""
        self.open(")")
        inner = self.sum()
        self.close()
        return inner

    def constant_bracket(self, what: str) -> Expression:
        """Read round brackets in a place that holds no dice."""
        begin, dice = self.at, self.dice_seen
        inner = self.bracket()
        if self.dice_seen != dice:
            raise self.misread(f"{what} without dice", at=begin + 1)
        return inner
