"""Initiative: who goes first, and how ties are split."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal

from app.rules.dice.source import DiceSource
from app.rules.system import Value

MOST_TIE_ROLLS: Final = 10
"""After so many rolls the id decides (G-04)."""


class Entrant(Value):
    """Somebody who joins the order."""

    id: str
    agility: int
    dice: int
    """Agility dice."""


Throw = Callable[[Sequence[Entrant]], Mapping[str, Sequence[int]]]
"""Throws the Agility dice of each, in the order given, and answers the faces by id."""


class Initiative(Value):
    """The order of turns and the dice that made it."""

    order: list[str]
    throws: list[dict[str, list[int]]]
    """Every time dice were thrown: the faces of each who threw."""


def order_of(entrants: Sequence[Entrant], *, method: Literal["agility", "roll"], throw: Throw) -> Initiative:
    """Put combatants in order (T-010 to T-014, G-04).

    Args:
        entrants: in joining order, which is the order of throwing.
        method: the higher Agility first, or the higher roll of the Agility dice and then the higher Agility.
        throw: throws for all (method `roll`), then for the tied: groups from the top, each in joining order; those
            who tie again throw again, at most 10 times, after which the id decides.
    """
    throws: list[dict[str, list[int]]] = []

    def totals(throwers: Sequence[Entrant]) -> dict[str, int]:
        faces = throw(throwers)
        throws.append({entrant.id: list(faces[entrant.id]) for entrant in throwers})
        return {entrant.id: sum(faces[entrant.id]) for entrant in throwers}

    rolled = totals(entrants) if method == "roll" else {}
    groups = _split([list(entrants)], lambda entrant: (rolled.get(entrant.id, 0), entrant.agility))
    for _ in range(MOST_TIE_ROLLS):
        tied = [entrant for group in groups if len(group) > 1 for entrant in group]
        if not tied:
            break
        again = totals(tied)
        groups = _split(groups, lambda entrant, again=again: (again.get(entrant.id, 0), 0))  # type: ignore[misc]
    order = [entrant.id for group in groups for entrant in sorted(group, key=lambda entrant: entrant.id)]
    return Initiative(order=order, throws=throws)


def _split(groups: list[list[Entrant]], rank: Callable[[Entrant], tuple[int, int]]) -> list[list[Entrant]]:
    """Each group split into those of equal rank, the highest first; joining order holds within."""
    return [list(same) for group in groups for _, same in groupby(sorted(group, key=rank, reverse=True), key=rank)]


def throwing(dice: DiceSource) -> Throw:
    """Throw with these dice."""
    return lambda throwers: {entrant.id: list(dice.draw(6, entrant.dice)) for entrant in throwers}
