"""The words around the dice when a roll is told: made once for a hand, filled with each roll's dice by `text`."""

from functools import lru_cache
from typing import NamedTuple, assert_never

from app.rules.dice.canonical import canonical
from app.rules.dice.expression import (
    Arithmetic,
    Call,
    Dice,
    Expression,
    Group,
    Labelled,
    Number,
    Signed,
    Variable,
    is_sum,
)
from app.rules.dice.hand import Hand
from app.rules.dice.quoting import markdown_words, plain_words

LONGEST_NAME = 80
_SIGNS = {"+": "+", "-": "-", "*": "×", "/": "÷", "%": "%"}


class Gap(NamedTuple):
    """A place for the dice of a term. `bare` dice are neither changed nor chosen: each just shows its face."""

    term: int
    dice: Dice
    bare: bool


@lru_cache(maxsize=512)
def phrase_of(hand: Hand, *, markdown: bool) -> list[str | Gap]:
    """`2d20kh1 (`, the gap for its dice, `) + 5`."""
    phrase = _Phrase(hand.term_notations, markdown=markdown)
    phrase.say(hand.notation.expression)
    return phrase.parts


class _Phrase:
    def __init__(self, notations: list[str], *, markdown: bool) -> None:
        self.notations = notations
        self.markdown = markdown
        self.term = 0
        self.parts: list[str | Gap] = []

    def say(self, expression: Expression) -> None:
        match expression:
            case Number() | Variable():
                self.parts.append(canonical(expression))
            case Signed(operand):
                self.parts.append("-")
                self.say_item(operand)
            case Arithmetic(first, operations):
                side = self.say_addend if is_sum(expression) else self.say_item
                side(first)
                for step in operations:
                    self.parts.append(f" {_SIGNS[step.operator]} ")
                    side(step.operand)
            case Call(function, arguments):
                self.parts.append(f"{function}(")
                self.say_all(arguments)
                self.parts.append(")")
            case Labelled(item, label):
                if not isinstance(item, Dice | Group):
                    self.term += 1
                self.say_item(item)
                words = markdown_words if self.markdown else plain_words
                opening, closing = ("\\[", "\\]") if self.markdown else ("[", "]")
                self.parts.append(f" {opening}{words(label, longest=LONGEST_NAME)}{closing}")
            case Dice():
                kept = expression.tail.keeps or expression.tail.count or expression.tail.sort
                changed = expression.rerolls or expression.unique or expression.explode or expression.clamps
                gap = Gap(self.term, expression, not (kept or changed))
                self.parts += [f"{self.notations[self.term]} (", gap, ")"]
                self.term += 1
            case Group(members):
                notation = self.notations[self.term]
                self.term += 1
                self.parts.append("{")
                self.say_all(members)
                self.parts.append(notation[notation.rindex("}") :])
            case _:
                assert_never(expression)

    def say_all(self, expressions: tuple[Expression, ...]) -> None:
        for place, expression in enumerate(expressions):
            if place:
                self.parts.append(", ")
            self.say(expression)

    def say_addend(self, expression: Expression) -> None:
        if is_sum(expression):
            self.say_bracketed(expression)
        else:
            self.say(expression)

    def say_item(self, expression: Expression) -> None:
        if isinstance(expression, Arithmetic):
            self.say_bracketed(expression)
        else:
            self.say(expression)

    def say_bracketed(self, expression: Expression) -> None:
        self.parts.append("(")
        self.say(expression)
        self.parts.append(")")
