"""Rolls against each other: somebody who resists, and a race for the most hits."""

from collections.abc import Mapping
from typing import Literal

from app.rules.system import Value
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions


class RaceOutcome(Value):
    """Who has come in first."""

    hits: dict[str, int]
    result: Literal["win", "draw", "none"]
    """`none` where nobody has a hit."""
    winner: str | None
    leftover: int
    """The winner's hits beyond what was needed; 0 otherwise."""


def opposed_difficulty(defender_hits: int, options: UltraOptions = DEFAULTS) -> int:
    """The hits an actor needs against somebody who resists: one more than theirs, or as many (G-11, G-12)."""
    return max(1, defender_hits) if options.opposed_tie == "actor" else defender_hits + 1


def race(hits: Mapping[str, int]) -> RaceOutcome:
    """The race of two sides or more: the most hits win against the runner-up's, one at least (G-11, G-12)."""
    (first, most), (_, second), *_ = sorted(hits.items(), key=lambda side: -side[1])
    if most == 0:
        return RaceOutcome(hits=dict(hits), result="none", winner=None, leftover=0)
    if most == second:
        return RaceOutcome(hits=dict(hits), result="draw", winner=None, leftover=0)
    return RaceOutcome(hits=dict(hits), result="win", winner=first, leftover=most - max(1, second))
