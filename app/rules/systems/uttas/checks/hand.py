"""The dice of one check: thrown in the order of the rules, each kept with whose it was and what it brought."""

from collections.abc import Sequence
from typing import Literal

from app.rules.dice.source import DiceSource, PhysicalDice
from app.rules.system import Chance, CheckBody, CheckDie, CheckOdds, OutOfRange

SIDES = 6
MOST_SHOWN = 12
"""More dice than this are told as their sum."""


class Hand:
    """Throws a check's dice and keeps them.

    Args:
        body: physical dice lie in its `faces`.
        dice: what throws, unless `body` has faces.
    """

    def __init__(self, body: CheckBody, dice: DiceSource) -> None:
        given = isinstance(dice, PhysicalDice)
        self._dice = PhysicalDice(body.faces) if body.faces is not None and not given else dice
        self.thrown: list[CheckDie] = []

    @property
    def source(self) -> Literal["server", "physical"]:
        """Where the dice lay."""
        return "physical" if isinstance(self._dice, PhysicalDice) else "server"

    def throw(self, count: int, *, of: str, sign: int = 1) -> list[int]:
        """Throw so many d6 of one kind; with sign -1 they are taken off. Answers the faces as they lie."""
        faces = list(self._dice.draw(SIDES, count)) if count else []
        self.thrown += [CheckDie(of=of, sides=SIDES, face=face, counts=None if sign > 0 else -face) for face in faces]
        return faces

    def finish(self) -> list[CheckDie]:
        """All dice, in the order they were thrown.

        Raises:
            FacesUnused: physical dice are left over.
        """
        if isinstance(self._dice, PhysicalDice):
            self._dice.finish()
        return self.thrown


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


def chances(ways: dict[str, int], denominator: int) -> CheckOdds:
    """Outcomes that can come up, with their exact chances."""
    return CheckOdds(
        denominator=str(denominator),
        outcomes=[
            Chance(outcome=outcome, ways=str(count), probability=count / denominator)
            for outcome, count in ways.items()
            if count
        ],
    )


def refuse_faces(body: CheckBody) -> None:
    """Odds are about dice not yet thrown.

    Raises:
        OutOfRange: `faces_in_odds`.
    """
    if body.faces is not None:
        raise OutOfRange("faces_in_odds", "Odds take no `faces`: nothing is thrown for them.", rule="T-077")
