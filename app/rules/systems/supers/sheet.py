"""The character sheet: what a character has bought, and the state it is in."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from app.rules.system import OutOfRange, Value
from app.rules.systems.supers.abilities import Ability
from app.rules.systems.supers.catalogues.conditions import BY_ID as CONDITIONS
from app.rules.systems.supers.catalogues.effects import Action, Duration, EffectRange
from app.rules.systems.supers.conditions import Condition, named
from app.rules.systems.supers.effort import Fatigue
from app.rules.systems.supers.powers import RemovableKind
from app.rules.systems.supers.ranges import Cover
from app.rules.systems.supers.resistance import DamageLevel

Name = Annotated[str, Field(min_length=1, max_length=80)]
Key = Annotated[str, Field(min_length=1, max_length=80)]
Count = Annotated[int, Field(ge=0, le=1000)]
MOST_CONDITIONS: Final = 100
# Ranks past what the rules allow are kept and reported, so that the audit can name them all at once.
Score = Annotated[int, Field(ge=-100, le=100)]


class Abilities(Value):
    """Ranks of the eight abilities; without a number the ability is absent, as with objects (S-004, S-023)."""

    strength: Score | None = 0
    stamina: Score | None = 0
    agility: Score | None = 0
    dexterity: Score | None = 0
    fighting: Score | None = 0
    intellect: Score | None = 0
    awareness: Score | None = 0
    presence: Score | None = 0


class Bought(Value):
    """Ranks bought above the ability."""

    bought: Score = 0


class Defenses(Value):
    """What was bought of each defense; nothing can be of Toughness (S-037, S-039)."""

    dodge: Bought = Bought()
    parry: Bought = Bought()
    fortitude: Bought = Bought()
    will: Bought = Bought()
    toughness: Bought = Bought()


class Skill(Value):
    """A skill and its ranks (R-20)."""

    id: Key
    sub: Name | None = None
    """A field of expertise; for a combat skill the power it is for, or `unarmed`."""
    ranks: Score = 0
    ability: Ability | None = None
    """Without one, that of the catalogue."""
    misc: Score = 0
    """What else adds to it."""


class Advantage(Value):
    """An advantage and its ranks."""

    id: Key
    rank: Annotated[int, Field(ge=1, le=100)] = 1


class Modification(Value):
    """An extra, a flaw or a flat modifier (S-163)."""

    id: Key
    value: Annotated[int, Field(ge=-20, le=20)]
    """Power points: for each rank, or once for a flat one; below 0 for a flaw."""
    ranks: Count | None = None
    """It covers the first so many ranks of the effect; without a number, all."""
    levels: Annotated[int, Field(ge=1, le=100)] = 1
    """How many times over it was taken."""


class Attack(Value):
    """How an effect gets at its target."""

    kind: Literal["close", "ranged", "perception", "area"]
    bonus: Score | None = None
    """The whole attack bonus; none where there is no attack check."""
    crit_threat: Annotated[int, Field(ge=16, le=20)] = 20
    """The lowest face that threatens a critical hit."""

    @model_validator(mode="after")
    def _bonus_where_rolled(self) -> Self:
        if (self.bonus is None) != (self.kind in {"perception", "area"}):
            raise ValueError("Close and ranged attacks have a `bonus`, perception and area attacks have none.")
        return self


class Resisted(Value):
    """What the target resists with, and what the rank is added to."""

    trait: Key
    dc_base: Annotated[int, Field(ge=0, le=100)] = 10


class Effect(Value):
    """An effect of a power (S-004, S-163)."""

    effect_id: Key
    rank: Annotated[int, Field(ge=-100, le=100)]
    extras: Annotated[list[Modification], Field(max_length=50)] = Field(default_factory=list)
    flaws: Annotated[list[Modification], Field(max_length=50)] = Field(default_factory=list)
    cost_per_rank: Annotated[int, Field(ge=1, le=20)] | None = None
    """Where the catalogue leaves a choice; else the catalogue's."""
    trait: Key | None = None
    """What `enhanced_trait` raises: an ability, a defense or a skill."""
    attack: Attack | None = None
    resistance: Resisted | None = None
    conditions: Annotated[list[Key], Field(min_length=3, max_length=3)] | None = None
    """An Affliction's, by degree, as `key` or `key:param`."""
    duration: Duration | None = None
    range: EffectRange | None = None
    action: Action | None = None

    @model_validator(mode="after")
    def _known(self) -> Self:
        if any(one.partition(":")[0] not in CONDITIONS for one in self.conditions or ()):
            raise ValueError("`conditions` names one that the catalogue doesn't have.")
        return self


class Membership(Value):
    """A power's place in an array: one of them works at a time."""

    of: Name
    base: bool = False
    """Paid in full; the others are alternates."""
    dynamic: bool = False
    """Shares its ranks with other dynamic members."""


class Power(Value):
    """A power: one or more effects under a name (S-163)."""

    name: Name
    effects: Annotated[list[Effect], Field(max_length=20)]
    flats: Annotated[list[Modification], Field(max_length=50)] = Field(default_factory=list)
    """Flat modifiers of the power as a whole."""
    array: Membership | None = None
    removable: RemovableKind | None = None


class Gear(Value):
    """A piece of equipment (R-21)."""

    name: Name
    ep: Count
    """Equipment points."""


class Damage(Value):
    """Where on the track of damage the character stands."""

    level: DamageLevel = "none"
    penalty: Count = 0
    stable: bool = False


class Expiry(Value):
    """When a condition ends."""

    at: Literal["turn_start", "turn_end", "round_end", "encounter_end", "minutes", "never"]
    of: Key | None = None
    """Whose turn."""
    count: Annotated[int, Field(ge=0, le=100_000)] = 1
    """The first such moment, the second... or how many minutes, as in an encounter."""


class ConditionOn(Value):
    """A condition from one source (R-14)."""

    id: Key
    key: Key
    source: Annotated[str, Field(max_length=200)] = ""
    param: Key | None = None
    expires: Expiry | None = None

    @property
    def condition(self) -> Condition:
        """In the words of the rules."""
        return named(f"{self.key}:{self.param}" if self.param else self.key)

    @model_validator(mode="after")
    def _known(self) -> Self:
        try:
            _ = self.condition
        except OutOfRange as refused:
            raise ValueError(refused.detail) from refused
        return self


class Turn(Value):
    """What is left of the turn."""

    standard_left: Count = 1
    move_left: Count = 1
    effort_used: bool = False
    athletics_used: bool = False
    sustained: list[Name] = Field(default_factory=list)
    """Sustained powers that are on."""


class Position(Value):
    """Where the character is."""

    distance_ft: dict[Key, Annotated[int, Field(ge=0, le=10_000_000)]] = Field(default_factory=dict)
    """To others, by id."""
    cover: Cover = "none"
    concealment: Cover = "none"


class FailedHealing(Value):
    """A Healing that failed, and can't be tried again in the same minute."""

    by: Key
    """The helper."""
    at: Annotated[int, Field(ge=0)]
    """Minute of the game clock."""


class State(Value):
    """What has happened to the character."""

    damage: Damage = Damage()
    fatigue: Fatigue = "none"
    pending_step: Annotated[int, Field(ge=0, le=1)] = 0
    """A step of fatigue that lands at the start of the next turn."""
    conditions: Annotated[list[ConditionOn], Field(max_length=MOST_CONDITIONS)] = Field(default_factory=list)
    healing_failed: Annotated[list[FailedHealing], Field(max_length=100)] = Field(default_factory=list)
    """Of the present minute."""
    turn: Turn = Turn()
    position: Position = Position()

    def standing(self) -> Iterator[Condition]:
        """Everything that conditions its bearer: those listed, damage and fatigue (R-14)."""
        for one in self.conditions:
            yield one.condition
        if self.damage.level not in {"none", "dead"}:
            yield Condition(self.damage.level)
        if self.fatigue != "none":
            yield Condition(self.fatigue)


class Initiative(Value):
    """The initiative that was rolled."""

    total: Score
    modifiers: Score = 0


class SupersSheet(Value):
    """A character of the d20 superheroes."""

    id: Key | None = None
    name: Annotated[str, Field(max_length=80)] | None = None
    """Whose sheet it is; the character's own name stands beside the sheet."""
    player: Annotated[str, Field(max_length=80)] | None = None
    identity: Literal["secret", "public"] | None = None
    kind: Literal["hero", "villain", "minion", "object"] = "hero"
    """Objects have no Stamina and no mind (S-023)."""
    power_level: Annotated[int, Field(ge=1, le=30)] = 10
    """Set by the game master for the series; it caps what points may buy (S-145, S-148)."""
    earned_points: Count = 0
    """Power points since the start (R-39)."""
    abilities: Abilities = Abilities()
    defenses: Defenses = Defenses()
    skills: Annotated[list[Skill], Field(max_length=100)] = Field(default_factory=list)
    advantages: Annotated[list[Advantage], Field(max_length=100)] = Field(default_factory=list)
    powers: Annotated[list[Power], Field(max_length=100)] = Field(default_factory=list)
    hero_points: Count = 1
    """Each session begins with one (S-136)."""
    complications: Annotated[list[Annotated[str, Field(max_length=500)]], Field(max_length=50)] = Field(
        default_factory=list
    )
    """What gets the character into trouble and earns hero points."""
    equipment: Annotated[list[Gear], Field(max_length=100)] = Field(default_factory=list)
    state: State = State()
    initiative: Initiative | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        names = [power.name for power in self.powers]
        if len(set(names)) < len(names):
            raise ValueError("Two powers have the same name: give each its own.")
        bases = [power.array.of for power in self.powers if power.array is not None and power.array.base]
        arrays = {power.array.of for power in self.powers if power.array is not None}
        if sorted(bases) != sorted(arrays):
            raise ValueError("Each array needs one member that is its base.")
        ids = [one.id for one in self.state.conditions]
        if len(set(ids)) < len(ids):
            raise ValueError("Two conditions have the same id: give each its own.")
        return self

    def rank_of(self, advantage: str) -> int:
        """Ranks of an advantage, 0 without it."""
        return sum(one.rank for one in self.advantages if one.id == advantage)
