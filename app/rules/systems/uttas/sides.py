"""The end of a fight: which side still has somebody standing."""

from collections.abc import Collection
from typing import Final

from app.rules.system import Value

OUT: Final = frozenset({"unconscious", "dead", "surrendered", "fled"})
"""What takes somebody out of a fight (T-002, G-26)."""


class FightEnd(Value):
    """Whether a fight is over, and who won; no winner is a draw."""

    ended: bool
    winner: str | None


def fight_end(sides: Collection[str]) -> FightEnd:
    """A fight is over once one side at most has somebody left (T-002, G-26).

    Args:
        sides: those of which somebody is still able, each once.
    """
    return FightEnd.trusted(ended=len(sides) < 2, winner=next(iter(sides)) if len(sides) == 1 else None)
