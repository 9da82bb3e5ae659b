"""The character sheet: what a character is, has and suffers, as numbers the rules work with."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from app.rules.system import Value
from app.rules.systems.uttas.arms import Attack, CounterAttack, Key, Power
from app.rules.systems.uttas.characteristics import Characteristic
from app.rules.systems.uttas.movement import Mode

DamageType = Literal["physical", "energy", "mental"]
Score = Annotated[int, Field(ge=0, le=100)]
MOST_SKILL_DICE: Final = 20


class ByType(Value):
    """Armor or Defense, by type of damage (G-30)."""

    physical: int = 0
    energy: int = 0
    mental: int = 0


def _within(most: int) -> AfterValidator:
    def check(value: ByType) -> ByType:
        if any(not 0 <= number <= most for number in (value.physical, value.energy, value.mental)):
            raise ValueError(f"Each must lie from 0 to {most}.")
        return value

    return AfterValidator(check)


class Movement(Value):
    """A kind of movement, where it isn't what Agility gives everybody."""

    mode: Mode
    metres: Annotated[int, Field(ge=0, le=1000)]
    """A turn's full move."""
    adjusted_by_power: bool = False
    """A power has raised this Leap or Swim: it tires like running (T-066)."""
    active_points: Annotated[int, Field(ge=0, le=500)] = 0
    """Those of the power, where the movement is one (T-075)."""
    limitations: list[str] = Field(default_factory=list)
    """Such as `gestures` or `incantation`."""


class Disabled(Value):
    """Why a limb is out of use, and until when."""

    by: Literal["hit", "grapple", "gm"]
    debt: Annotated[int, Field(ge=0)] = 0
    """Health to be healed before it works again, after a hit."""
    permanent: bool = False
    """Only the game master says so; no healing lifts it (G-16b)."""
    since: Annotated[int, Field(ge=0)] = 0
    """Its place among the limbs that were hit: healing pays the lowest first (G-16b)."""


class Limb(Value):
    """A part of the body."""

    id: Annotated[str, Field(min_length=1, max_length=80)]
    kind: Literal["arm", "leg", "head", "body", "extra"]
    holds: Annotated[str, Field(max_length=80)] | None = None
    """What it carries."""
    disabled: Disabled | None = None


LIMBS: Final[tuple[Limb, ...]] = (
    Limb(id="left_arm", kind="arm"),
    Limb(id="right_arm", kind="arm"),
    Limb(id="left_leg", kind="leg"),
    Limb(id="right_leg", kind="leg"),
    Limb(id="head", kind="head"),
    Limb(id="body", kind="body"),
)


class Skill(Value):
    """A skill and its dice."""

    id: Key
    dice: Annotated[int, Field(ge=0, le=20)] | None = None
    """All its dice; without a number, those of `key` and the `ranks`."""
    key: Characteristic | None = None
    ranks: Annotated[int, Field(ge=0, le=20)] = 0
    """Dice above those of the characteristic."""
    minutes: Annotated[int, Field(ge=0)] = 0
    rounds: Annotated[int, Field(ge=0)] = 0
    """How long it takes; nothing: less than a round."""
    tags: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _has_dice(self) -> Self:
        if self.dice is None and self.key is None:
            raise ValueError("A skill needs `dice`, or the `key` characteristic whose dice it uses.")
        return self


class TempHealth(Value):
    """Health lent by First Aid."""

    n: Annotated[int, Field(ge=0)]
    expires: Annotated[int, Field(ge=0)]
    """Minute of the game clock."""


class ShortRests(Value):
    """The short rests of a day."""

    day: Annotated[int, Field(ge=0)]
    n: Annotated[int, Field(ge=0)]


class HealEntry(Value):
    """A treatment, for its limits within 24 hours (G-20)."""

    kind: Literal["first_aid", "heal"]
    helper: Annotated[str, Field(max_length=80)]
    health: Annotated[int, Field(ge=0)]
    stamina: Annotated[int, Field(ge=0)]
    at: Annotated[int, Field(ge=0)]
    """Minute of the game clock."""


class Entangle(Value):
    """What binds somebody (G-19)."""

    health: Annotated[int, Field(ge=1, le=500)]
    """Left of it: pulling free takes it down."""
    limbs: Literal["arms", "legs", "both"] = "legs"


Lasting = Literal["prone", "stunned"]
"""A condition that outlasts a fight; death, unconsciousness and bonds show in numbers of their own."""


class Manoeuvre(Value):
    """A combat manoeuvre the table has agreed on besides the basic ones (G-24)."""

    id: Key
    attack: Key
    """The attack it is rolled as."""
    notes: Annotated[str, Field(max_length=500)] = ""


class UttasSheet(Value):
    """A character of the Universal Table Top Adventure System."""

    name: Annotated[str, Field(max_length=80)] | None = None
    """Whose sheet it is; the character's own name stands beside the sheet."""
    agility: Score = 10
    """For initiative, running, leaping, swimming, and for Dodge (T-010, G-02)."""
    body: Score = 10
    """A hit that takes more Stamina stuns; as many breathers as this before a rest (T-141, G-21)."""
    charisma: Score = 10
    """A key of powers and skills (G-01)."""
    dexterity: Score = 10
    """For every Accuracy roll, and for Dodge (G-01, G-02)."""
    ego: Score = 10
    """A key of powers, and for Discipline (G-01, G-03)."""
    intelligence: Score = 10
    """A key of powers, and for Discipline (G-01, G-03)."""
    strength: Score = 10
    """For blows, throws and holds (G-01, T-067)."""
    modifiers: dict[Characteristic, Annotated[int, Field(ge=-1000, le=1000)]] = Field(default_factory=dict)
    """What Aid and Drain add for now: to the dice and to what stuns, never to the number of breathers (T-096)."""
    dice_override: dict[Characteristic, Annotated[int, Field(ge=0, le=20)]] = Field(default_factory=dict)
    """Dice of a characteristic that don't follow from its points (G-01)."""
    speed: Annotated[int, Field(ge=1, le=12)]
    """Actions a round (T-025, G-33)."""
    health_max: Annotated[int, Field(ge=1, le=500)]
    """Wounds one can take before dying (T-118, G-33)."""
    health: Annotated[int, Field(ge=0)] | None = None
    """Now; without a number, all of it (G-33)."""
    temp_health: list[TempHealth] = Field(default_factory=list)
    """What First Aid has lent, besides `health` (G-20)."""
    stamina_max: Annotated[int, Field(ge=1, le=1000)]
    """Effort and pain one can take before fainting (T-143, G-33)."""
    stamina: Annotated[int, Field(ge=-1_000_000)] | None = None
    """Now, below 0 too; without a number, all of it (T-145)."""
    stamina_locked: Annotated[int, Field(ge=0)] = 0
    """What maintained powers keep from coming back (T-105)."""
    kept_up: Annotated[list[Key], Field(max_length=50)] = Field(default_factory=list)
    """The powers that are maintained now (T-074)."""
    dodge: Annotated[int, Field(ge=0, le=99)] | None = None
    """Without a number, 10 and half of Agility and Dexterity (G-02)."""
    discipline: Annotated[int, Field(ge=0, le=99)] | None = None
    """Without a number, 10 and half of Ego and Intelligence (G-03)."""
    armor: Annotated[ByType, _within(99)] = ByType()
    """Taken off Health damage (G-30, T-089)."""
    defense: Annotated[ByType, _within(199)] = ByType()
    """Taken off Stamina damage (G-30)."""
    moves: list[Movement] = Field(default_factory=list)
    """Without an entry: Run as much as Agility, Leap and Swim half of it, no Fly or Warp (T-035)."""
    limbs: list[Limb] = Field(default_factory=lambda: list(LIMBS))
    """Two arms, two legs, head and body, unless there are more or fewer (T-119)."""
    limb_threshold: Annotated[int, Field(ge=1)] | None = None
    """Health damage of one hit that disables a limb; without a number, half of the most (G-16b)."""
    attacks: list[Attack] = Field(default_factory=list)
    """Besides the basic strike, which everybody has (T-034)."""
    powers: list[Power] = Field(default_factory=list)
    """Powers that are no attacks; `heal` has dice (T-039)."""
    counterattacks: list[CounterAttack] = Field(default_factory=list)
    """What may answer an attack; nobody has one by nature (T-049)."""
    reaction_arts: list[Key] = Field(default_factory=list)
    """Martial Arts bought for Block, Evade or Move (T-048)."""
    manoeuvres: list[Manoeuvre] = Field(default_factory=list)
    """Besides the basic ones, as agreed at the table (G-24)."""
    skills: list[Skill] = Field(default_factory=list)
    """What the character has learned, in dice (T-040)."""
    range_extension: Annotated[int, Field(ge=0, le=20)] = 0
    """Range bands that senses and attacks reach further (T-116)."""
    breather_uses: Annotated[int, Field(ge=0)] = 0
    """Breathers taken since the last rest (T-094)."""
    short_rests: ShortRests | None = None
    """Of the last day that had any (T-102)."""
    last_long_rest_end: Annotated[int, Field(ge=0)] | None = None
    """Minute of the game clock (T-103)."""
    heal_log: Annotated[list[HealEntry], Field(max_length=500)] = Field(default_factory=list)
    """Treatments that count against the limits (G-20)."""
    mending_since: Annotated[int, Field(ge=0)] | None = None
    """Minute of the game clock at which the present week of natural healing began; none while nothing heals."""
    conditions: Annotated[list[Lasting], Field(max_length=2)] = Field(default_factory=list)
    """What a fight left behind."""
    entangle: Entangle | None = None
    """What still binds the character."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.health is not None and self.health > self.health_max:
            raise ValueError("`health` is above `health_max`.")
        if self.stamina is not None and self.stamina > self.stamina_max:
            raise ValueError("`stamina` is above `stamina_max`.")
        if self.stamina_locked > self.stamina_max:
            raise ValueError("`stamina_locked` is above `stamina_max`.")
        for field, names in self._names().items():
            if len(set(names)) < len(names):
                raise ValueError(f"`{field}` has the same id twice: give each its own.")
        if {"head", "body"} - {limb.kind for limb in self.limbs}:
            raise ValueError("`limbs` needs a head and a body.")
        known = {attack.id for attack in self.attacks} | {"strike"}
        named = {counter.attack for counter in self.counterattacks} | {one.attack for one in self.manoeuvres}
        if named - known:
            raise ValueError("A counterattack or manoeuvre names an attack that isn't among `attacks`.")
        return self

    def _names(self) -> dict[str, Sequence[str]]:
        return {
            "moves": [move.mode for move in self.moves],
            "limbs": [limb.id for limb in self.limbs],
            "attacks": [attack.id for attack in self.attacks],
            "powers": [power.id for power in self.powers],
            "counterattacks": [counter.id for counter in self.counterattacks],
            "manoeuvres": [manoeuvre.id for manoeuvre in self.manoeuvres],
            "skills": [skill.id for skill in self.skills],
            "conditions": self.conditions,
        }

    @property
    def health_now(self) -> int:
        """Health, without what First Aid has lent."""
        return self.health_max if self.health is None else self.health

    @property
    def stamina_now(self) -> int:
        """Stamina, below 0 too."""
        return self.stamina_max if self.stamina is None else self.stamina

    def score(self, characteristic: Characteristic) -> int:
        """The natural value of a characteristic."""
        scores: dict[Characteristic, int] = {
            "agility": self.agility,
            "body": self.body,
            "charisma": self.charisma,
            "dexterity": self.dexterity,
            "ego": self.ego,
            "intelligence": self.intelligence,
            "strength": self.strength,
        }
        return scores[characteristic]

    def score_now(self, characteristic: Characteristic) -> int:
        """The value with Aid and Drain."""
        return self.score(characteristic) + self.modifiers.get(characteristic, 0)
