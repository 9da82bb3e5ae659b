"""A hand of dice ready to be thrown, and the roll that comes of it."""

from collections.abc import Callable, Sequence

from app.rules.dice.canonical import canonical
from app.rules.dice.evaluation import Outcome
from app.rules.dice.expression import Expression, Notation
from app.rules.dice.grammar import parse
from app.rules.dice.limits import Demand, check_limits
from app.rules.dice.record import DieResult, RollResult, TermResult
from app.rules.dice.source import DiceSource
from app.rules.dice.variables import bind


class Hand:
    """A notation that was read, bound and found within the limits: it can be thrown any number of times.

    `throw(source)` makes a `Roll`; it refuses when the roll passes 20,000 draws, and whatever the source refuses.
    """

    __slots__ = ("_notation", "text", "throw")

    def __init__(self, text: str) -> None:
        self.text = text
        self.throw: Callable[[DiceSource], Roll] = self._throw
        self._notation: Notation | None = None

    @classmethod
    def of(cls, notation: Notation) -> "Hand":
        """A hand for a bound notation.

        Raises:
            DiceLimit: see `check_limits`.
        """
        check_limits(notation.expression)
        hand = cls(notation.text)
        hand._notation = notation
        return hand

    @property
    def notation(self) -> Notation:
        """The bound notation."""
        if self._notation is None:
            self._notation = bind(parse(self.text))
        return self._notation

    @property
    def expression(self) -> Expression:
        """The bound tree."""
        return self.notation.expression

    @property
    def canonical(self) -> str:
        """The canonical text, variables replaced by their values."""
        return canonical(self.expression)

    @property
    def demand(self) -> Demand:
        """What one throw asks of the dice."""
        return check_limits(self.expression)

    def _throw(self, source: DiceSource) -> "Roll":
        outcome = Outcome(self.expression, source)
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
            self._outcome: Outcome = Outcome(self.hand.expression, _Replay(self.places))
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
        outcome, notation = self.outcome, self.hand.notation
        return RollResult(
            notation=self.hand.text,
            canonical=self.hand.canonical,
            total=self.total,
            terms=outcome.terms,
            dice=outcome.dice,
            successes=outcome.successes,
            failures=outcome.failures,
            comment=notation.comment,
        )


class _Replay:
    """The draws of a roll once more."""

    def __init__(self, places: Sequence[int]) -> None:
        self.places = places
        self.used = 0

    def draw(self, faces: int, count: int) -> Sequence[int]:  # noqa: ARG002 - the places were drawn for these faces
        begin, self.used = self.used, self.used + count
        return self.places[begin : self.used]
