"""The end of a fight: which side still has somebody standing."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.rules.system import Value

OUT: Final = frozenset({"unconscious", "dead", "surrendered", "fled"})
"""What takes somebody out of a fight (T-002, G-26)."""


class FightEnd(Value):
    """Whether a fight is over, and who won; no winner is a draw."""

    ended: bool
    winner: str | None


def fight_end(sides: Mapping[str, Sequence[str]]) -> FightEnd:
    """A fight is over once one side at most has somebody left (T-002, G-26).

    Args:
        sides: for each side what its members are: one of `OUT`, or anything else for those still able.
    """
    standing = [side for side, members in sides.items() if any(member not in OUT for member in members)]
    return FightEnd.trusted(ended=len(standing) < 2, winner=standing[0] if len(standing) == 1 else None)
