"""The dice of one check: thrown in the order of the rules, and thrown again where a hero point betters one."""

from collections.abc import Sequence
from typing import NamedTuple

from app.rules import checks
from app.rules.dice.source import DiceSource
from app.rules.system import AgainstTheRules, CheckDie, OutOfRange
from app.rules.systems.supers.degrees import SIDES, Die, die, improved, lifted

COIN = "coin"
HERO_POINT = "hero_point"


class Again(NamedTuple):
    """A check that is made anew with one die improved (R-16)."""

    faces: Sequence[int]
    """Those of the first time, in their order."""
    place: int
    """Which of them the hero point betters."""


class Hand(checks.Hand):
    """Throws a check's d20s and keeps them.

    Args:
        dice: what throws.
        again: the first throw, when a hero point betters one of its dice.
    """

    def __init__(self, dice: DiceSource, again: Again | None = None) -> None:
        super().__init__(dice)
        self._again = again
        self._place = 0

    def throw(self, of: str) -> Die:
        """Throw one d20."""
        place, self._place = self._place, self._place + 1
        first = die(self._face(place))
        if self._again is None or place != self._again.place:
            self.thrown.append(CheckDie(of=of, sides=SIDES, face=first.counts))
            return first
        (reroll,) = self.draw(SIDES, 1)
        better = improved(first, reroll)
        kept = better.counts == first.counts
        self.thrown += [
            CheckDie(of=of, sides=SIDES, face=first.counts, kept=kept),
            CheckDie(of=HERO_POINT, sides=SIDES, face=reroll, kept=not kept, counts=lifted(reroll).counts),
        ]
        return better

    def coin(self) -> int:
        """Throw the d20 that parts equals (S-014)."""
        return self.throw(COIN).counts

    def _face(self, place: int) -> int:
        if self._again is not None and place < len(self._again.faces):
            return self._again.faces[place]
        return self.draw(SIDES, 1)[0]


def first_throw(dice: Sequence[CheckDie], place: int) -> Again:
    """The dice of a check that was made, to be made again with one of them better (R-16).

    Raises:
        AgainstTheRules: `hero_use_repeated`, one is better already.
        OutOfRange: `nothing_to_improve`, no die of a check lies there.
    """
    if any(one.of == HERO_POINT for one in dice):
        raise AgainstTheRules("hero_use_repeated", "A hero point has bettered this check already.", rule="R-16")
    if not 0 <= place < len(dice) or dice[place].of == COIN:
        raise OutOfRange("nothing_to_improve", "The check has no such die that a hero point could better.", rule="R-16")
    return Again([one.face for one in dice], place)
