"""Stances: how somebody fights until they choose otherwise."""

from typing import Annotated, Final

from pydantic import Field

from app.rules.system import Value

Change = Annotated[int, Field(ge=-100, le=100)]


class Stance(Value):
    """What a stance changes while it lasts (G-05)."""

    id: Annotated[str, Field(min_length=1, max_length=80)]
    accuracy: Change = 0
    """Added to the bearer's Accuracy rolls."""
    dodge: Change = 0
    """Added to the bearer's Dodge."""
    defense: Change = 0
    """Added to the bearer's Defense of every type."""
    armor: Change = 0
    """Added to the bearer's Armor of every type."""
    run: Annotated[int, Field(ge=-1000, le=1000)] = 0
    """Metres added to the bearer's Run."""


NO_STANCE: Final = "none"

STANCES: Final[tuple[Stance, ...]] = (
    Stance(id=NO_STANCE),
    Stance(id="steady", accuracy=2, dodge=-2),
    Stance(id="bracing", dodge=-2, defense=5, armor=1),
    Stance(id="mobile", accuracy=-2, dodge=2, run=4),
)
