"""The dice of one check: d6 by kind, some of them taken off."""

from collections.abc import Sequence

from app.rules import checks
from app.rules.system import CheckDie
from app.rules.systems.uttas.outcomes import SIDES

MOST_SHOWN = 12
"""More dice than this are told as their sum."""


class Hand(checks.Hand):
    """Throws a check's d6 and keeps them."""

    def throw(self, count: int, *, of: str, sign: int = 1) -> list[int]:
        """Throw so many d6 of one kind; with sign -1 they are taken off. Answers the faces as they lie."""
        return self.keep(self.draw(SIDES, count), of=of, sign=sign)

    def keep(self, faces: list[int], *, of: str, sign: int = 1) -> list[int]:
        """Keep dice that were thrown already."""
        self.thrown += [CheckDie(of=of, sides=SIDES, face=face, counts=None if sign > 0 else -face) for face in faces]
        return faces


def shown(faces: Sequence[int]) -> str:
    """Faces for a text: one by one, or their sum where they are many."""
    if not faces:
        return "no dice"
    if len(faces) > MOST_SHOWN:
        return f"{len(faces)}d6 = {sum(faces)}"
    return "+".join(map(str, faces))


def counted(dice: int) -> str:
    """So many dice, in words."""
    return "1 die" if dice == 1 else f"{dice} dice"
