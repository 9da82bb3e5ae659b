"""A table to play at: checks made with the faces given, and every way dice can fall."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from app.rules.dice.source import PhysicalDice
from app.rules.system import CheckAnswer, CheckBody, CheckOdds
from app.rules.systems.supers import SYSTEM
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

KINDS: dict[str, Any] = {kind.key: kind for kind in SYSTEM.checks}
BAND5 = SupersOptions(failure_steps="band5")


class Ones:
    """Dice of the server that all show 1."""

    def draw(self, faces: int, count: int) -> list[int]:
        return [1] * count


def kind_of(body: CheckBody) -> Any:
    return next(kind for kind in SYSTEM.checks if type(body) is kind.body)


def ask(body: CheckBody, *faces: int, options: SupersOptions = DEFAULTS) -> CheckAnswer:
    """The check with these dice on the table."""
    lying = PhysicalDice(faces)
    answer: CheckAnswer = kind_of(body).resolve(body, options=options, dice=lying)
    lying.finish()
    return answer


def odds(body: CheckBody, options: SupersOptions = DEFAULTS) -> dict[str, Fraction]:
    return chances_of(kind_of(body).odds(body, options=options))


def chances_of(found: CheckOdds) -> dict[str, Fraction]:
    return {chance.outcome: Fraction(int(chance.ways), int(found.denominator)) for chance in found.outcomes}


def enumerated(
    body: CheckBody, dice: int, outcome: Callable[[dict[str, Any]], str], *, options: SupersOptions = DEFAULTS
) -> dict[str, Fraction]:
    """The chances of a check's outcomes, by making it with every way so many d20 can fall.

    Of the faces given those that the check doesn't throw are left out, as each stands for as many ways.
    """
    seen: Counter[str] = Counter()
    for faces in product(range(1, 21), repeat=dice):
        given = Given(faces)
        seen[outcome(kind_of(body).resolve(body, options=options, dice=given).result)] += 1
    return {name: Fraction(count, 20**dice) for name, count in seen.items()}


class Given:
    """Dice that show these faces in their order."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._faces = iter(faces)

    def draw(self, faces: int, count: int) -> list[int]:
        return [next(self._faces) for _ in range(count)]
