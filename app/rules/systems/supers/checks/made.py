"""What every check here has in common: it is made, told, and made again when a hero point betters a die."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import Field

from app.rules.dice.source import DiceSource
from app.rules.lending import Filled, kept
from app.rules.system import Amendment, CheckAnswer, CheckBody, Value
from app.rules.systems.supers.checks.hand import Hand, first_throw
from app.rules.systems.supers.degrees import CheckOutcome, Die
from app.rules.systems.supers.effort import spend
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import SupersSheet

Modifier = Annotated[int, Field(ge=-1000, le=1000)]
Rank = Annotated[int, Field(ge=0, le=1000)]
Circumstance = Annotated[list[Annotated[int, Field(ge=-100, le=100)]], Field(max_length=20)]
BodyT = TypeVar("BodyT", bound=CheckBody)


class Adjusted(Value):
    """What circumstances do to a check."""

    circumstance: Circumstance = Field(default_factory=list)
    """Adjustments of 2 or 5, either way; they add up (S-022, R-13)."""
    gm: bool = False
    """The game master gives these adjustments, which may then be of any size."""


class HeroPoint(Amendment):
    """A hero point: a die is thrown again, and the better of both counts (R-16)."""

    spend: Literal["hero_point"] = "hero_point"
    die: Annotated[int, Field(ge=0, le=100)] = 0
    """Which of the answer's `dice`, counted from 0."""


class Told(NamedTuple):
    """A check that was made, in numbers and in words."""

    result: Value
    word: str
    why: str
    rules: list[str]


class SupersCheck(ABC, Generic[BodyT]):
    """A kind of check of this system."""

    key: str
    body: type[BodyT]
    amendment: type[HeroPoint] = HeroPoint

    def paid(self, sheet: SupersSheet, _: HeroPoint, /) -> SupersSheet:
        """The sheet once the hero point is spent (S-137).

        Raises:
            AgainstTheRules: `no_hero_point`.
        """
        return sheet.model_copy(update={"hero_points": spend(sheet.hero_points)})

    @abstractmethod
    def of_sheet(self, asked: Any, sheet: SupersSheet, options: SupersOptions) -> Filled[BodyT]:
        """The check with the numbers of a sheet."""

    def filled(
        self,
        asked: Any,
        sheet: SupersSheet,
        /,
        *,
        options: SupersOptions,
        clock: int,  # noqa: ARG002 - nothing on a sheet ends by the clock alone
    ) -> Filled[BodyT]:
        """The check with the numbers of a sheet: a number in the body wins, what conditions add comes on top."""
        return self.of_sheet(asked, sheet, options)

    @abstractmethod
    def decide(self, body: BodyT, options: SupersOptions, hand: Hand) -> Told:
        """Throw what the rules throw, and say what comes of it."""

    def resolve(self, body: BodyT, *, options: SupersOptions, dice: DiceSource) -> CheckAnswer:
        """Make the check: the same faces give the same answer."""
        return self._answer(body, options, Hand(dice))

    def amend(
        self, body: BodyT, made: CheckAnswer, amendment: HeroPoint, *, options: SupersOptions, dice: DiceSource
    ) -> CheckAnswer:
        """Make a check again with one die thrown a second time and the better one counted (R-16).

        The other dice stay as they fell; those that are needed only now are thrown, those no longer needed are left
        out. Whoever calls this has spent the hero point.

        Args:
            body: as the check was asked.
            made: its answer.
            amendment: which of the answer's dice is bettered.
            options: as the check was made.
            dice: throw the second die, and any further one.

        Raises:
            AgainstTheRules: `hero_use_repeated`.
            OutOfRange: `nothing_to_improve`.
        """
        told = self._answer(body, options, Hand(dice, first_throw(made.dice, amendment.die)))
        source = "physical" if made.source == "physical" else told.source
        return kept(told.model_copy(update={"rules": [*told.rules, "R-16"], "source": source}), made)

    def _answer(self, body: BodyT, options: SupersOptions, hand: Hand) -> CheckAnswer:
        told = self.decide(body, options, hand)
        return hand.answer(self.key, told.result, rules=told.rules, word=told.word, why=told.why)


def shown(thrown: Die, modifier: int, *, taken: int = 0) -> str:
    """A die and what is added to it, such as `12 + 6 - 2`."""
    parts = [f"natural {thrown.counts}" if thrown.natural_20 and thrown.counts == 20 else str(thrown.counts)]
    signed = (f"{'+' if number > 0 else '-'} {abs(number)}" for number in (modifier, -taken) if number)
    return " ".join([*parts, *signed])


def degrees(count: int) -> str:
    """So many degrees, in words."""
    return "1 degree" if abs(count) == 1 else f"{abs(count)} degrees"


def graded(outcome: CheckOutcome) -> str:
    """Such as `Success, 2 degrees`."""
    return f"{'Success' if outcome.success else 'Failure'}, {degrees(outcome.degree)}"


def cited(*rules: str, also: Sequence[tuple[bool, str]]) -> list[str]:
    """The rules that decided: those that always do, and those that did this time."""
    return [*rules, *(rule for here, rule in also if here)]
