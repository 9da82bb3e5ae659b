"""What moves in a fight: wounds, fatigue, the turn, what lasts for a while, and the attack that is under way."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from app.rules.encounter.play import Play
from app.rules.system import Value
from app.rules.systems.supers.attacks import CRITICAL_DC
from app.rules.systems.supers.catalogues.effects import resistance_base
from app.rules.systems.supers.effort import Fatigue
from app.rules.systems.supers.resistance import Threat
from app.rules.systems.supers.sheet import Damage, Position, Power

BoostKind = Literal["attack", "check", "defense", "dodge_area", "speed", "trait", "power", "advantage", "open", "guard"]


class Turn(Value):
    """What is left of the turn, and what it has seen."""

    standard_left: int = 1
    move_left: int = 1
    effort_used: bool = False
    athletics_used: bool = False
    sustained: tuple[str, ...] = ()
    """Sustained powers that are on."""
    rest_ft: int = 0
    """Feet of a Move broken off by somebody who may do so."""


class Affliction(Value):
    """An Affliction that holds, until a check throws it off (R-31)."""

    id: str
    """The condition that it brought."""
    by: str
    harm: "Harm"
    degree: int
    since: int
    """The round in which it took hold."""
    tried: int = 0
    """The round of the last check at the end of a turn."""


class Boost(Value):
    """A number that counts for a while."""

    kind: BoostKind
    amount: int = 0
    on: str | None = None
    """The trait, the power or the advantage; null: whatever it is used with."""
    foe: str | None = None
    """Only against this one."""
    source: str
    """Such as `aid` or `aim`."""
    rule: str
    at: Literal["turn_start", "turn_end", "round_end", "encounter_end"]
    """When it ends, of its bearer's turns."""
    count: int = 1
    once: bool = False
    """It ends with the first use."""
    instead_of: int | None = None
    """The circumstance that an effort makes a size better, where the check has it (R-15)."""


class Hold(Value):
    """Somebody in the bearer's grip."""

    target: str
    condition: str
    """The id of the condition that it is."""


class Readied(Value):
    """A standard that waits for its moment (R-40)."""

    trigger: str
    action: str


class Fighter(Value):
    """The state of one combatant; the sheet stands beside it."""

    damage: Damage = Damage()
    fatigue: Fatigue = "none"
    pending_step: Annotated[int, Field(ge=0, le=1)] = 0
    """A step of fatigue that lands at the start of the next turn."""
    landed: bool = False
    """Where the step lands at once (R-15): a hero point on the next turn takes it off again."""
    hero_points: int = 0
    turn: Turn = Turn()
    position: Position = Position()
    failure_degrees: int = 0
    """Of checks against dying, where they are counted (R-07)."""
    off: tuple[str, ...] = ()
    """Continuous powers that were turned off."""
    on: tuple[str, ...] = ()
    """Alternates of arrays that were turned on."""
    lost: tuple[str, ...] = ()
    """What was dropped or struck out of the hand."""
    stunts: tuple[Power, ...] = ()
    """Powers for this scene alone (R-15)."""
    afflictions: tuple[Affliction, ...] = ()
    """The oldest first."""
    boosts: tuple[Boost, ...] = ()
    holds: tuple[Hold, ...] = ()
    ready: Readied | None = None
    recovered: bool = False
    """The one recovery of a conflict is spent (R-32)."""
    hero_uses: tuple[str, ...] = ()
    """What hero points have bought in the turn that is on."""
    tried: tuple[str, ...] = ()
    """Whom one has tried to frighten or mislead in this scene, once for each time (R-27)."""
    barred: tuple[str, ...] = ()
    """Whom Healing has failed on."""
    overlay: Mapping[str, int] = Field(default_factory=dict)
    """What a transformation adds to traits, while it lasts (S-113)."""


class Harm(Value):
    """An effect on its way to somebody, or with them already."""

    effect: str
    power: str
    rank: int
    trait: str
    """What resists."""
    dc_base: int
    increased: bool = False
    """A critical hit makes it harder to resist (S-064)."""
    conditions: tuple[str, ...] = ()
    """An Affliction's, by degree."""
    extras: tuple[str, ...] = ()
    weakens: str | None = None

    @property
    def threat(self) -> Threat:
        """As the resistance check takes it; a difficulty of the sheet's own is ranks more or fewer."""
        # All but damage are resisted alike, also what no catalogue knows.
        like = "damage" if self.effect == "damage" else "affliction"
        rank = self.rank + self.dc_base - resistance_base(like)
        return Threat(effect=like, rank=rank, increased_effect=self.increased)

    @property
    def dc(self) -> int:
        """What has to be reached."""
        return self.dc_base + self.rank + CRITICAL_DC * self.increased


class Threatened(Value):
    """Somebody with effects to resist, in this order."""

    target: str
    harms: tuple[Harm, ...]


class Strike(Value):
    """The attack under way."""

    attacker: str
    targets: tuple[Threatened, ...]

    def on(self, target: str) -> tuple[Harm, ...]:
        """What somebody has still to resist."""
        return next((one.harms for one in self.targets if one.target == target), ())

    def without(self, target: str) -> "Strike":
        """Once somebody has resisted the next effect."""
        left = [
            one.model_copy(update={"harms": one.harms[1:]}) if one.target == target else one for one in self.targets
        ]
        return self.model_copy(update={"targets": tuple(one for one in left if one.harms)})


class Cast(Value):
    """A d20 that a command has thrown, kept until the next one in case a hero point betters it (R-16)."""

    of: str | None
    what: str
    face: int
    better: int | None = None
    """What a hero point threw."""


class Last(Value):
    """A command whose result isn't announced yet, to be decided anew."""

    body: str
    """As JSON."""
    casts: tuple[Cast, ...]
    throwers: tuple[str, ...]
    """Whose roll may be bettered: those for whom nothing has happened since."""
    changed: tuple[str, ...]
    """The combatants that it has changed."""
    back: str
    """The step that leads back before it, as the frame stores steps."""
    active: str | None = None
    """Whose turn it was before and after it; by now it may be another's, unseen. Null: it moved the turn itself."""


class Scene(Value):
    """What belongs to no single combatant."""

    strike: Strike | None = None
    surprise: bool = False
    """The surprise round is on."""
    lasts: tuple[Last, ...] = ()
    """The latest command last; those before it are there for whoever has seen nothing of the later ones."""


Affliction.model_rebuild()


SupersPlay = Play[Fighter, Scene]
"""A command under way in these rules."""
