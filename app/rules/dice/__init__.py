"""Dice: notation to expression, expression to roll, roll to text, expression to exact odds."""

from app.rules.dice.canonical import canonical
from app.rules.dice.grammar import parse
from app.rules.dice.hand import Hand, Roll
from app.rules.dice.limits import check_limits
from app.rules.dice.record import DieResult, RollResult, TermResult
from app.rules.dice.roll import pick_up, roll, rolls
from app.rules.dice.source import DiceSource, PhysicalDice
from app.rules.dice.telling import Told, tell
from app.rules.dice.text import markdown, text
from app.rules.dice.variables import bind

__all__ = [
    "DiceSource",
    "DieResult",
    "Hand",
    "PhysicalDice",
    "Roll",
    "RollResult",
    "TermResult",
    "Told",
    "bind",
    "canonical",
    "check_limits",
    "markdown",
    "parse",
    "pick_up",
    "roll",
    "rolls",
    "tell",
    "text",
]
