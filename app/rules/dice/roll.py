"""From text to finished rolls: pick up a hand of dice, throw it."""

from collections.abc import Mapping
from functools import lru_cache

from app.rules.dice.grammar import parse
from app.rules.dice.hand import Hand, Roll
from app.rules.dice.limits import check_repeats
from app.rules.dice.quick import quick_throw
from app.rules.dice.source import DiceSource, PhysicalDice
from app.rules.dice.variables import bind, values_of


def roll(text: str, source: DiceSource, variables: Mapping[str, int] | None = None) -> Roll:
    """Roll a notation once. Refuses like `pick_up` and `Hand.throw`."""
    return (pick_up(text, variables) if variables else _hand(text)).throw(source)


def rolls(text: str, source: DiceSource, *, variables: Mapping[str, int] | None = None, repeat: int = 1) -> list[Roll]:
    """Roll a notation several times; physical dice must be exactly those of all the rolls.

    Raises:
        DiceLimit: all the rolls together ask for too much.
        Refusal: as `pick_up` and `Hand.throw`; `FacesUnused` when physical dice are left over.
    """
    hand = pick_up(text, variables)
    if repeat > 1:
        check_repeats(hand.demand, repeat)
    thrown = [hand.throw(source) for _ in range(repeat)]
    if isinstance(source, PhysicalDice):
        source.finish()
    return thrown


def pick_up(text: str, variables: Mapping[str, int] | None = None) -> Hand:
    """Read, bind and check a notation; the hand is kept for the next time.

    Raises:
        NotationError: it isn't notation, or means no roll: see `parse` and `bind`.
        UnknownVariable: a variable has no value.
        DiceLimit: it asks for too much: see `check_limits`.
    """
    notation = parse(text) if variables else None
    if notation is None or not notation.variables:
        return _hand(text)
    return _bound_hand(text, values_of(notation, variables or {}))


@lru_cache(maxsize=512)
def _hand(text: str) -> Hand:
    hand = Hand(text)
    throw = quick_throw(hand, text)
    if throw is None:
        return _bound_hand(text, values_of(parse(text), {}))
    hand.throw = throw
    return hand


@lru_cache(maxsize=512)
def _bound_hand(text: str, values: tuple[int, ...]) -> Hand:
    notation = parse(text)
    names = [variable.name for variable in notation.variables]
    hand = Hand.of(bind(notation, dict(zip(names, values, strict=True))))
    hand.throw = quick_throw(hand, hand.canonical) or hand.throw
    return hand
