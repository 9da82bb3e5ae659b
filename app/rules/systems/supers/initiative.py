"""Who goes first: the highest initiative, and how ties are broken."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from app.rules.system import Value
from app.rules.systems.supers.degrees import die

IMPROVED_INITIATIVE: Final = 4
"""What each rank of the advantage adds (R-23)."""


class Entrant(Value):
    """Somebody with a place in the order."""

    id: str
    total: int
    """A d20, Agility and modifiers (S-052)."""
    dodge: int
    agility: int
    awareness: int


class Order(Value):
    """Who acts when, by id."""

    order: list[str]


def initiative(face: int, agility: int, *, modifiers: int = 0) -> int:
    """An initiative result (S-052)."""
    return die(face).counts + agility + modifiers


def order_of(entrants: Sequence[Entrant], *, throw: Callable[[Sequence[str]], Sequence[int]]) -> Order:
    """The order: result, Dodge, Agility, Awareness, each from the top, then a die for whoever is level (S-053, S-054).

    Args:
        entrants: in joining order.
        throw: a d20 for each of these, in joining order; asked again for those still level.
    """
    placed: list[str] = []
    for _, level in groupby(sorted(entrants, key=_keys, reverse=True), key=_keys):
        placed += _apart([one.id for one in level], throw)
    return Order(order=placed)


def _keys(one: Entrant) -> tuple[int, int, int, int]:
    return one.total, one.dodge, one.agility, one.awareness


def _apart(level: list[str], throw: Callable[[Sequence[str]], Sequence[int]]) -> list[str]:
    if len(level) == 1:
        return level
    faces = dict(zip(level, throw(level), strict=True))
    ranked = sorted(level, key=lambda one: -faces[one])
    return [name for _, still in groupby(ranked, key=lambda one: faces[one]) for name in _apart(list(still), throw)]
