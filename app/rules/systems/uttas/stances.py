"""Stances: how somebody fights until they choose otherwise."""

from typing import Final

from app.rules.system import Value


class Stance(Value):
    """What a stance changes while it lasts (G-05)."""

    id: str
    accuracy: int = 0
    """Added to the bearer's Accuracy rolls."""
    dodge: int = 0
    """Added to the bearer's Dodge."""
    defense: int = 0
    """Added to the bearer's Defense of every type."""
    armor: int = 0
    """Added to the bearer's Armor of every type."""
    run: int = 0
    """Metres added to the bearer's Run."""


STANCES: Final[tuple[Stance, ...]] = (
    Stance(id="none"),
    Stance(id="steady", accuracy=2, dodge=-2),
    Stance(id="bracing", dodge=-2, defense=5, armor=1),
    Stance(id="mobile", accuracy=-2, dodge=2, run=4),
)
