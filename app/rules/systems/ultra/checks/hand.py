"""The dice of one check: thrown in the order of the rules, each kept with whose it was and the hits it brought."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from app.rules.dice.source import DiceSource, PhysicalDice
from app.rules.errors import InvalidFace
from app.rules.system import Chance, CheckBody, CheckDie, CheckOdds, OutOfRange, Value
from app.rules.systems.ultra.complications import Number
from app.rules.systems.ultra.pools import DOUBLE_FROM, SIDES, TARGET, check_numbers, check_pool, hits_of_face


class UltraSide(Value):
    """One side's pool."""

    dice: Number
    """1 to 10 (U-01)."""
    target: Number = TARGET
    """A face from here on is a hit (U-02)."""
    double_from: Number = DOUBLE_FROM
    """A hit from here on counts twice (U-03, U-04)."""
    bonus_hits: Number = 0
    """Count with a hit on the dice, at most 5 of them (G-20)."""

    def check(self) -> None:
        """Refuse numbers the rules don't know.

        Raises:
            OutOfRange: with the code of the first that is wrong.
        """
        check_pool(self.dice)
        check_numbers(target=self.target, double_from=self.double_from, bonus_hits=self.bonus_hits)


class Thrown(NamedTuple):
    """A pool as it lies."""

    faces: list[int]
    hits: int

    @property
    def told(self) -> str:
        """The faces, for a text."""
        return ", ".join(map(str, self.faces))


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

    def throw(self, side: UltraSide, *, of: str) -> Thrown:
        """Throw a side's pool and count its hits (U-02 to U-05).

        Raises:
            OutOfRange: `invalid_die` for a face that a d10 doesn't have.
            FacesMissing: physical dice ran out.
        """
        try:
            faces = list(self._dice.draw(SIDES, side.dice))
        except InvalidFace as refusal:
            raise OutOfRange("invalid_die", refusal.detail, **refusal.facts, rule="U-01") from None
        worth = [hits_of_face(face, target=side.target, double_from=side.double_from) for face in faces]
        self.thrown += [
            CheckDie(of=of, sides=SIDES, face=face, counts=hits) for face, hits in zip(faces, worth, strict=True)
        ]
        return Thrown(faces, sum(worth))

    def finish(self) -> list[CheckDie]:
        """All dice, in the order they were thrown.

        Raises:
            FacesUnused: physical dice are left over.
        """
        if isinstance(self._dice, PhysicalDice):
            self._dice.finish()
        return self.thrown


def chances(ways: Mapping[str, int], dice: int) -> CheckOdds:
    """Outcomes that can come up with so many d10, with their exact chances."""
    denominator = int(SIDES**dice)
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
        raise OutOfRange("faces_in_odds", "Odds take no `faces`: nothing is thrown for them.", rule="U-07")
