"""Dice: notation to expression, expression to roll, roll to text, expression to exact odds."""

from app.rules.dice.canonical import canonical
from app.rules.dice.grammar import parse
from app.rules.dice.variables import bind

__all__ = ["bind", "canonical", "parse"]
