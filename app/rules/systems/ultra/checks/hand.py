"""The dice of one check: each pool as it lies, with the hits every die brought."""

from typing import NamedTuple

from app.rules import checks
from app.rules.errors import InvalidFace
from app.rules.system import CheckDie, OutOfRange, Value
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


class Hand(checks.Hand):
    """Throws a check's pools and keeps them."""

    def throw(self, side: UltraSide, *, of: str) -> Thrown:
        """Throw a side's pool and count its hits (U-02 to U-05).

        Raises:
            OutOfRange: `invalid_die` for a face that a d10 doesn't have.
            FacesMissing: physical dice ran out.
        """
        try:
            faces = self.draw(SIDES, side.dice)
        except InvalidFace as refusal:
            raise OutOfRange("invalid_die", refusal.detail, **refusal.facts, rule="U-01") from None
        worth = [hits_of_face(face, target=side.target, double_from=side.double_from) for face in faces]
        self.thrown += [
            CheckDie(of=of, sides=SIDES, face=face, counts=hits) for face, hits in zip(faces, worth, strict=True)
        ]
        return Thrown(faces, sum(worth))
