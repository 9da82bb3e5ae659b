"""Attacks, powers and counterattacks: what a sheet may bring to bear on others."""

from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.system import Value
from app.rules.systems.uttas.characteristics import Characteristic
from app.rules.systems.uttas.ranges import METRES_PER_SPACE
from app.rules.systems.uttas.stamina import mechanical_cost, power_cost, strength_cost
from app.rules.systems.uttas.timescale import TimeStep

Key = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[a-z0-9_]+$")]
"""The id of something on a sheet, such as `knowledge_nature`."""
Dice = Annotated[int, Field(ge=0, le=40)]


class Attack(Value):
    """A way to hurt or hinder somebody."""

    id: Key
    kind: Literal["melee", "thrown", "mechanical", "power", "manoeuvre"]
    key: Characteristic = "strength"
    """The characteristic its Accuracy is worked out from (T-077)."""
    versus: Literal["dodge", "discipline"] = "dodge"
    """What it must beat."""
    type: Literal["physical", "energy", "mental"] = "physical"
    """Which Armor and Defense meet it (G-30)."""
    strength_dice: Dice | None = None
    """The most Strength dice in its damage; without a number, all (of a blow or a throw)."""
    weapon_dice: Dice = 0
    martial_dice: Dice = 0
    strike_dice: Dice = 0
    power_dice: Dice = 0
    required_strength: Annotated[int, Field(ge=0, le=100)] = 0
    active_points: Annotated[int, Field(ge=0, le=500)] = 0
    maintained: bool = False
    range_m: Annotated[int, Field(ge=0, le=100_000)] | None = None
    """Reach in metres; a blow without a number reaches 2 m."""
    area: bool = False
    """One strike goes at everybody in it at once; nobody takes such a hit for somebody else (G-13)."""
    max_strikes: Annotated[int, Field(ge=1, le=12)] = 1
    """Strikes in one attack, each at the cost of an action (T-033, G-31)."""
    hands: Annotated[int, Field(ge=0, le=2)] = 1
    weapon_class: Literal["light_melee", "pistol", "hand_crossbow", "other"] = "other"
    limitations: list[str] = Field(default_factory=list)
    """Such as `gestures` or `incantation`."""
    grab_addition: bool = False
    """A Martial Art that works within a hold (T-133)."""
    invisible: bool = False
    """Nobody can react to it (T-051)."""
    entangle_health: Annotated[int, Field(ge=0, le=500)] = 0
    """Health of the Entangle a hit leaves instead of damage."""
    entangle_limbs: Literal["arms", "legs", "both"] = "legs"
    triggered: bool = False
    """Built with a Trigger: a disabled head stops it (T-124)."""

    def strength_dice_used(self, strength_dice: int) -> int:
        """Strength dice in the damage of somebody who has so many."""
        if self.strength_dice is not None:
            return self.strength_dice
        return strength_dice if self.kind in {"melee", "thrown", "manoeuvre"} else 0

    def damage_dice(self, strength_dice: int) -> int:
        """All damage dice in the hands of somebody with so many Strength dice."""
        return (
            self.strength_dice_used(strength_dice)
            + self.weapon_dice
            + self.martial_dice
            + self.strike_dice
            + self.power_dice
        )

    def stamina_cost(self, strength_dice: int) -> int:
        """Stamina for one strike of somebody with so many Strength dice (T-067 to T-074)."""
        match self.kind:
            case "power":
                return power_cost(self.active_points, maintained=self.maintained)
            case "mechanical":
                return mechanical_cost(self.required_strength)
            case _:
                used = self.strength_dice_used(strength_dice)
                return strength_cost(used, required_strength=self.required_strength)

    @property
    def reach_m(self) -> int | None:
        """How far it carries; None is as far as the range bands allow (T-032)."""
        if self.range_m is not None:
            return self.range_m
        return METRES_PER_SPACE if self.kind in {"melee", "manoeuvre"} else None


BASIC_STRIKE: Final = Attack(id="strike", kind="melee")
"""What everybody can do with bare hands (T-034)."""


class BasicManoeuvre(Value):
    """What everybody can do in a fight without having bought it, for the catalogue (T-034, T-048)."""

    id: str
    what: str
    rules: list[str]


BASIC_MANOEUVRES: Final[tuple[BasicManoeuvre, ...]] = (
    BasicManoeuvre(id="strike", what="Strength against Dodge: all Strength dice of damage.", rules=["T-034"]),
    BasicManoeuvre(id="trip", what="Strength against Dodge: a hit puts prone, no damage.", rules=["G-24"]),
    BasicManoeuvre(id="grapple", what="Strength against Dodge: a hit holds the limbs named.", rules=["G-18", "T-128"]),
    BasicManoeuvre(id="block", what="Strength dice against a hit: Defense by sum, Armor by count.", rules=["G-08"]),
    BasicManoeuvre(id="evade", what="Disadvantage for the attacker, and for the evader's own attacks.", rules=["G-08"]),
    BasicManoeuvre(id="move", what="A step of a quarter move before the attack is rolled.", rules=["G-08"]),
)


class Power(Value):
    """A power that isn't an attack."""

    id: Key
    active_points: Annotated[int, Field(ge=0, le=500)] = 0
    maintained: bool = False
    time: TimeStep | None = None
    """How long it takes to bring about; without a step, an action."""
    limitations: list[str] = Field(default_factory=list)
    dice: Dice = 0
    """Of a power that heals."""
    triggered: bool = False


class CounterAttack(Value):
    """A Martial Art or triggered power that answers an attack (T-049)."""

    id: Key
    attack: Key
    """The attack it is."""
