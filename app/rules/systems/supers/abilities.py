"""The eight abilities: what each carries, and what its ranks cost."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from app.rules.system import OutOfRange, Value

Ability = Literal["strength", "stamina", "agility", "dexterity", "fighting", "intellect", "awareness", "presence"]
ABILITY_NAMES: Final[tuple[Ability, ...]] = get_args(Ability)
LOWEST: Final = -5
HIGHEST: Final = 20
"""Ranks are bought between these; 0 is the average adult (S-023, S-032)."""
COST: Final = 2
"""Power points a rank (S-023)."""


class AbilityEntry(Value):
    """An ability, and what leans on it."""

    id: Ability
    carries: str
    rule: str


ABILITIES: Final = tuple(
    AbilityEntry(id=name, carries=carries, rule=rule)
    for name, (carries, rule) in zip(
        ABILITY_NAMES,
        (
            ("How hard one hits, what one lifts and throws, Athletics.", "S-024"),
            ("Toughness, Fortitude, getting one's health back.", "S-025"),
            ("Dodge, initiative, Acrobatics, Stealth.", "S-026"),
            ("Attacks from afar, Sleight of Hand, Vehicles.", "S-027"),
            ("Attacks up close, Parry.", "S-028"),
            ("Expertise, Investigation, Technology, Treatment.", "S-029"),
            ("Will, Insight, Perception.", "S-030"),
            ("Deception, Intimidation, Persuasion.", "S-031"),
        ),
        strict=True,
    )
)


def ability_cost(ranks: Mapping[Ability, int]) -> int:
    """Power points for abilities; ranks below 0 give points back (S-023, S-034).

    Raises:
        OutOfRange: `ability_range`, `unknown_trait`.
    """
    for name, rank in ranks.items():
        if name not in ABILITY_NAMES:
            raise OutOfRange("unknown_trait", "There are eight abilities, and this is none.", rule="S-023")
        if not LOWEST <= rank <= HIGHEST:
            raise OutOfRange(
                "ability_range",
                f"{name.title()} rank {rank} is outside {LOWEST} to {HIGHEST}.",
                ability=name,
                rank=rank,
                rule="S-023",
            )
    return COST * sum(ranks.values())
