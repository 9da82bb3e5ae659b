"""A table to play at: checks made with the faces given, and every way dice can fall."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from app.rules.dice.source import PhysicalDice
from app.rules.system import CheckAnswer, CheckBody, CheckKind, CheckOdds
from app.rules.systems.ultra import SYSTEM
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.outcomes import Choices

KINDS: dict[str, CheckKind[Any, Any]] = {kind.key: kind for kind in SYSTEM.checks}
Result = dict[str, Any]


class Rolled:
    """Dice that are rolled here and fall as told."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = iter(faces)

    def draw(self, faces: int, count: int) -> list[int]:
        return [next(self._faces) for _ in range(count)]


def ask(body: CheckBody, *faces: int, options: UltraOptions = DEFAULTS) -> CheckAnswer:
    """The check with these dice on the table."""
    lying = PhysicalDice(faces)
    answer: CheckAnswer = kind_of(body).resolve(body, options=options, dice=lying)
    lying.finish()
    return answer


def kind_of(body: CheckBody) -> CheckKind[Any, Any]:
    return next(kind for kind in SYSTEM.checks if type(body) is kind.body)


def choosing(body: CheckBody, *faces: int, options: UltraOptions = DEFAULTS, **choices: Any) -> CheckAnswer:
    """The check with choices for dice that lie."""
    update = {"faces": list(faces), "choices": Choices.model_validate(choices)}
    return ask(body.model_copy(update=update), *faces, options=options)


def best_play(body: Any, *faces: int, options: UltraOptions = DEFAULTS) -> str:
    """The result of a player who first pays all complications if that can be done."""
    rolled = ask(body, *faces, options=options).result
    if rolled["status"] == "resolved":
        return str(rolled["result"])
    levels = {one.id: one.level for one in body.complications}
    spared = [] if rolled["shortfall"] or sum(levels.values()) > rolled["leftover"] else [{"id": key} for key in levels]
    return str(choosing(body, *faces, options=options, buy_off=spared).result["result"])


def enumerated(dice: int, outcome: Callable[..., str]) -> dict[str, Fraction]:
    """The chances of outcomes, by every way so many d10 can fall."""
    seen = Counter(outcome(*faces) for faces in product(range(1, 11), repeat=dice))
    return {name: Fraction(count, 10**dice) for name, count in seen.items()}


def chances_of(odds: CheckOdds) -> dict[str, Fraction]:
    return {chance.outcome: Fraction(int(chance.ways), int(odds.denominator)) for chance in odds.outcomes}
