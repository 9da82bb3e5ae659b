"""A table to play at: checks made with the faces given, and every way dice can fall."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from app.rules.dice.source import PhysicalDice
from app.rules.system import CheckAnswer, CheckBody, CheckKind, CheckOdds
from app.rules.systems.uttas import SYSTEM
from app.rules.systems.uttas.options import DEFAULTS, UttasOptions

KINDS: dict[str, CheckKind[Any, Any]] = {kind.key: kind for kind in SYSTEM.checks}


def ask(body: CheckBody, *faces: int, options: UttasOptions = DEFAULTS) -> CheckAnswer:
    """The check with these dice on the table."""
    lying = PhysicalDice(faces)
    answer: CheckAnswer = kind_of(body).resolve(body, options=options, dice=lying)
    lying.finish()
    return answer


def kind_of(body: CheckBody) -> CheckKind[Any, Any]:
    return next(kind for kind in SYSTEM.checks if type(body) is kind.body)


def every_fall(dice: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, 7), repeat=dice)


def enumerated(
    body: CheckBody, dice: int, outcome: Callable[[dict[str, Any]], str], *, options: UttasOptions = DEFAULTS
) -> dict[str, Fraction]:
    """The chances of a check's outcomes, by making it with every way so many d6 can fall."""
    seen = Counter(outcome(ask(body, *faces, options=options).result) for faces in every_fall(dice))
    return {name: Fraction(count, 6**dice) for name, count in seen.items()}


def chances_of(odds: CheckOdds) -> dict[str, Fraction]:
    return {chance.outcome: Fraction(int(chance.ways), int(odds.denominator)) for chance in odds.outcomes}
