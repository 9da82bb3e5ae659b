"""The dice of one check: thrown in the order of the rules, and thrown again where a hero point betters one."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from app.rules.dice.source import DiceSource, PhysicalDice
from app.rules.system import AgainstTheRules, Chance, CheckBody, CheckDie, CheckOdds, OutOfRange
from app.rules.systems.supers.degrees import SIDES, Die, die, improved, lifted

COIN = "coin"
HERO_POINT = "hero_point"


class Again(NamedTuple):
    """A check that is made anew with one die improved (R-16)."""

    faces: Sequence[int]
    """Those of the first time, in their order."""
    place: int
    """Which of them the hero point betters."""


class Hand:
    """Throws a check's d20s and keeps them.

    Args:
        dice: what throws.
        again: the first throw, when a hero point betters one of its dice.
    """

    def __init__(self, dice: DiceSource, again: Again | None = None) -> None:
        self._dice = dice
        self._again = again
        self._place = 0
        self.thrown: list[CheckDie] = []

    @property
    def source(self) -> Literal["server", "physical"]:
        """Where the dice lay."""
        return "physical" if isinstance(self._dice, PhysicalDice) else "server"

    def throw(self, of: str) -> Die:
        """Throw one d20."""
        place, self._place = self._place, self._place + 1
        first = die(self._face(place))
        if self._again is None or place != self._again.place:
            self.thrown.append(CheckDie(of=of, sides=SIDES, face=first.counts))
            return first
        reroll = self._draw()
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

    def finish(self) -> list[CheckDie]:
        """All dice, in the order they were thrown.

        Raises:
            FacesUnused: physical dice are left over.
        """
        if isinstance(self._dice, PhysicalDice):
            self._dice.finish()
        return self.thrown

    def _face(self, place: int) -> int:
        if self._again is not None and place < len(self._again.faces):
            return self._again.faces[place]
        return self._draw()

    def _draw(self) -> int:
        return self._dice.draw(SIDES, 1)[0]


def hand_for(body: CheckBody, dice: DiceSource) -> Hand:
    """The hand of a check: physical dice lie in its `faces`, unless `dice` are physical already."""
    if body.faces is not None and not isinstance(dice, PhysicalDice):
        return Hand(PhysicalDice(body.faces))
    return Hand(dice)


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


def chances(ways: Mapping[str, int], denominator: int) -> CheckOdds:
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
        raise OutOfRange("faces_in_odds", "Odds take no `faces`: nothing is thrown for them.", rule="S-001")
