"""Characteristics, the dice they give, and the numbers that are worked out from two of them."""

from collections.abc import Mapping
from typing import Final, Literal

Characteristic = Literal["agility", "body", "charisma", "dexterity", "ego", "intelligence", "strength"]
CHARACTERISTICS: Final[tuple[Characteristic, ...]] = (
    "agility",
    "body",
    "charisma",
    "dexterity",
    "ego",
    "intelligence",
    "strength",
)
POINTS_PER_DIE: Final = 5
SAVED: Final = 10
"""What Dodge and Discipline stand above the half sum: an equal attacker then needs 11 or more on 3d6."""


def dice_of(value: int, *, points_per_die: int = POINTS_PER_DIE) -> int:
    """The d6 of a characteristic: one for every 5 points, none at 0 or below, else at least one (G-01)."""
    return 0 if value <= 0 else max(1, value // points_per_die)


def half_sum(first: int, second: int) -> int:
    """Half of two characteristics together, rounded down (T-081)."""
    return (first + second) // 2


def dodge(*, agility: int, dexterity: int, sprinting: bool = False) -> int:
    """What an attack must beat to touch a body; a Sprint halves the Dexterity in it (G-02, T-038)."""
    return SAVED + half_sum(agility, dexterity // 2 if sprinting else dexterity)


def discipline(*, ego: int, intelligence: int) -> int:
    """What an attack must beat to touch a mind (G-03)."""
    return SAVED + half_sum(ego, intelligence)


def sprint_loss(*, agility: int, dexterity: int) -> int:
    """How much Dodge a Sprint costs, for a Dodge that the sheet sets by hand as well (T-038, G-02)."""
    return dodge(agility=agility, dexterity=dexterity) - dodge(agility=agility, dexterity=dexterity, sprinting=True)


def defence_in_force(*, versus: Literal["dodge", "discipline"], target: Mapping[str, int]) -> int:
    """The number an attack is compared with: the one it names (T-078)."""
    return target[versus]
