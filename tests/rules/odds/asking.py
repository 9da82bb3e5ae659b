"""Asking for odds in tests."""

from collections.abc import Mapping
from fractions import Fraction

from app.rules.dice import pick_up
from app.rules.dice.odds import Distribution, OddsResult, distribution_of, odds_of
from app.rules.dice.odds.distribution import listed


def odds(text: str, variables: Mapping[str, int] | None = None, **asked: int) -> OddsResult:
    """What the table reads."""
    return odds_of(pick_up(text, variables).notation, **asked)


def distribution(text: str) -> Distribution:
    """The distribution behind it."""
    return distribution_of(pick_up(text).notation.expression)


def chances(text: str) -> dict[int, Fraction]:
    """The chance of every listed total."""
    found = distribution(text)
    return {total: Fraction(ways, found.denominator) for total, ways in listed(found)}


def unlisted(found: Distribution) -> Fraction:
    """The chance of what is not listed."""
    return Fraction(found.unlisted.ways, found.denominator) if found.unlisted else Fraction(0)
