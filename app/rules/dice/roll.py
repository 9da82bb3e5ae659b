"""From text to a finished roll: pick up a hand of dice, throw it, read the record."""

from collections.abc import Mapping
from functools import lru_cache

from app.rules.dice.canonical import canonical
from app.rules.dice.evaluation import Outcome
from app.rules.dice.expression import Notation
from app.rules.dice.grammar import parse
from app.rules.dice.limits import check_limits, check_repeats
from app.rules.dice.record import RollResult
from app.rules.dice.source import DiceSource, PhysicalDice
from app.rules.dice.variables import bind, values_of


class Hand:
    """A notation that was read, bound and checked against the limits: ready to be thrown, any number of times."""

    __slots__ = ("canonical", "demand", "notation")

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.demand = check_limits(notation.expression)
        self.canonical = canonical(notation.expression)

    def throw(self, source: DiceSource) -> "Roll":
        """Throw the dice once.

        Raises:
            DiceLimit: the roll passed 20,000 draws.
            Refusal: whatever the source refuses (physical dice).
        """
        return Roll(self, Outcome(self.notation.expression, source))


class Roll:
    """One finished roll."""

    __slots__ = ("hand", "outcome", "total")

    def __init__(self, hand: Hand, outcome: Outcome) -> None:
        self.hand, self.outcome, self.total = hand, outcome, outcome.total

    @property
    def result(self) -> RollResult:
        """The record: what is stored and answered."""
        outcome, notation = self.outcome, self.hand.notation
        return RollResult(
            notation=notation.text,
            canonical=self.hand.canonical,
            total=outcome.total,
            terms=outcome.terms,
            dice=outcome.dice,
            successes=outcome.successes,
            failures=outcome.failures,
            comment=notation.comment,
        )


def pick_up(text: str, variables: Mapping[str, int] | None = None) -> Hand:
    """Read, bind and check a notation.

    Raises:
        NotationError, UnknownVariable, DiceLimit: see `parse`, `bind` and `check_limits`.
    """
    notation = parse(text)
    return _hand(text, values_of(notation, variables or {}))


@lru_cache(maxsize=1024)
def _hand(text: str, values: tuple[int, ...]) -> Hand:
    notation = parse(text)
    names = [variable.name for variable in notation.variables]
    return Hand(bind(notation, dict(zip(names, values, strict=True))))


def roll(text: str, source: DiceSource, variables: Mapping[str, int] | None = None) -> Roll:
    """Roll a notation once. Refuses like `pick_up` and `Hand.throw`."""
    return pick_up(text, variables).throw(source)


def rolls(
    text: str, source: DiceSource, *, variables: Mapping[str, int] | None = None, repeat: int = 1
) -> list[Roll]:
    """Roll a notation several times; physical dice must be exactly those of all the rolls.

    Raises:
        DiceLimit: all the rolls together ask for too much.
        Refusal: as `pick_up` and `Hand.throw`; `FacesUnused` when physical dice are left over.
    """
    hand = pick_up(text, variables)
    check_repeats(hand.demand, repeat)
    thrown = [hand.throw(source) for _ in range(repeat)]
    if isinstance(source, PhysicalDice):
        source.finish()
    return thrown
