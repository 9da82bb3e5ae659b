"""A hand of dice ready to be thrown, and the roll that comes of it."""

from collections.abc import Callable, Sequence
from functools import cached_property

from app.rules.dice.canonical import canonical
from app.rules.dice.evaluation import Outcome, term_notations
from app.rules.dice.expression import Notation
from app.rules.dice.grammar import parse
from app.rules.dice.limits import Demand, check_limits
from app.rules.dice.record import DieResult, RollResult, TermResult
from app.rules.dice.source import DiceSource
from app.rules.dice.variables import bind


class Hand:
    """A notation that was read, bound and found within the limits: it can be thrown any number of times.

    `throw(source)` makes a `Roll`; it refuses when the roll passes 20,000 draws, and whatever the source refuses.
    The rest is made when first asked for.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.throw: Callable[[DiceSource], Roll] = self._throw

    @classmethod
    def of(cls, notation: Notation) -> "Hand":
        """A hand for a bound notation.

        Raises:
            DiceLimit: see `check_limits`.
        """
        hand = cls(notation.text)
        hand.notation = notation
        hand.demand = check_limits(notation.expression)
        return hand

    @cached_property
    def notation(self) -> Notation:
        """The bound notation."""
        return bind(parse(self.text))

    @cached_property
    def demand(self) -> Demand:
        """What one throw asks of the dice."""
        return check_limits(self.notation.expression)

    @cached_property
    def canonical(self) -> str:
        """The canonical text, variables replaced by their values."""
        return canonical(self.notation.expression)

    @cached_property
    def term_notations(self) -> list[str]:
        """The canonical text of each term."""
        return term_notations(self.notation.expression)

    def outcome(self, source: DiceSource) -> Outcome:
        """Throw, and tell what became of each die."""
        return Outcome(self.notation.expression, source, notations=self.term_notations)

    def _throw(self, source: DiceSource) -> "Roll":
        outcome = self.outcome(source)
        roll = Roll(self, outcome.total, outcome.places)
        roll._outcome = outcome
        return roll


class Roll:
    """One finished roll. `places` are the draws in their order; what became of each die follows from them."""

    __slots__ = ("_outcome", "hand", "places", "total")

    def __init__(self, hand: Hand, total: int, places: Sequence[int]) -> None:
        self.hand = hand
        self.total = total
        self.places = places

    @property
    def outcome(self) -> Outcome:
        """Everything that lies on the table."""
        if not hasattr(self, "_outcome"):  # set late: a roll of which only the total is read costs nothing more
            self._outcome: Outcome = self.hand.outcome(_Replay(self.places))
        return self._outcome

    @property
    def dice(self) -> list[DieResult]:
        """Every die thrown, in drawing order."""
        return self.outcome.dice

    @property
    def terms(self) -> list[TermResult]:
        """Dice terms, groups and whatever has a label, in the order written."""
        return self.outcome.terms

    @property
    def result(self) -> RollResult:
        """The record that is stored and answered."""
        hand, outcome = self.hand, self.outcome
        return RollResult(
            notation=hand.text,
            canonical=hand.canonical,
            total=self.total,
            terms=outcome.terms,
            dice=outcome.dice,
            successes=outcome.successes,
            failures=outcome.failures,
            comment=hand.notation.comment,
        )


class _Replay:
    """The draws of a roll once more."""

    def __init__(self, places: Sequence[int]) -> None:
        self.places = places
        self.used = 0

    def draw(self, faces: int, count: int) -> Sequence[int]:  # noqa: ARG002 - the places were drawn for these faces
        begin, self.used = self.used, self.used + count
        return self.places[begin : self.used]
