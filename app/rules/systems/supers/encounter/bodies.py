"""What is sent to attack and to answer, and the frame's commands with what superheroes have besides."""

from typing import Annotated, Literal

from pydantic import Field

from app.rules.encounter.commands import ActorCommand, Adjust, Join, Key, Name, Start
from app.rules.system import Value
from app.rules.systems.supers.ranges import Cover
from app.rules.systems.supers.sheet import Position, Power, SupersSheet
from app.rules.systems.supers.tradeoffs import TradeOffKind

Feet = Annotated[int, Field(ge=0, le=10_000_000)]
Distances = dict[Key, Feet]
Circumstance = Annotated[list[Annotated[int, Field(ge=-100, le=100)]], Field(max_length=20)]
"""The game master's adjustments; they add up."""
Targets = Annotated[list[Key], Field(min_length=1, max_length=100)]
Change = Annotated[int, Field(ge=-1000, le=1000)]


class SupersJoin(Join):
    """Bring in a character, or somebody made on the spot, at a place."""

    sheet: SupersSheet | None = None
    position: Position | None = None


class SupersStart(Start):
    """Begin; with anybody surprised, the first round is the surprise round."""

    surprised: Annotated[list[Key], Field(max_length=200)] = Field(default_factory=list)


class Place(Value):
    """What is to be otherwise about somebody's place."""

    distance_ft: Distances = Field(default_factory=dict)
    """To others, by id; what isn't named stays."""
    cover: Cover | None = None
    concealment: Cover | None = None


class SupersAdjust(Adjust):
    """Change a combatant's numbers by hand; all but places and what is named are relative."""

    position: Place | None = None
    damage: Change = 0
    """Steps down the track of damage, or up with a minus."""
    penalty: Change = 0
    """To further damage resistance checks."""
    stable: bool | None = None
    fatigue: Change = 0
    """Steps."""
    hero_points: Change = 0
    standard: Change = 0
    """Standards of the turn that is on."""
    move: Change = 0
    regain: Name | None = None
    """A thing that was dropped or lost is in hand again."""
    overlay: Annotated[dict[Key, Change], Field(max_length=50)] | None = None
    """What a transformation adds to traits, as long as somebody is `transformed`."""


class TradeOff(Value):
    """Some of one number for some of another (R-18)."""

    kind: TradeOffKind
    shift: Annotated[int, Field(ge=-100, le=100)]


class PowerUse(ActorCommand):
    """The base of what is done with a power."""

    power: Name


class Blow(PowerUse):
    """The base of attacks on one target."""

    target: Key
    tradeoff: TradeOff | None = None
    circumstance: Circumstance = Field(default_factory=list)


class AttackClose(Blow):
    """Attack somebody within reach, against Parry."""

    type: Literal["supers.attack_close"] = "supers.attack_close"


class AttackRanged(Blow):
    """Attack somebody from afar, against Dodge."""

    type: Literal["supers.attack_ranged"] = "supers.attack_ranged"


class AttackRoutine(Blow):
    """Attack a minion, or somebody defenseless, without a die: it counts 10."""

    type: Literal["supers.attack_routine"] = "supers.attack_routine"


class AttackPerception(PowerUse):
    """Use a power on somebody who is perceived; there is no attack check."""

    type: Literal["supers.attack_perception"] = "supers.attack_perception"
    target: Key


class AttackArea(PowerUse):
    """Strike everybody in an area; each may dodge half of it."""

    type: Literal["supers.attack_area"] = "supers.attack_area"
    targets: Targets


class ChooseCritical(ActorCommand):
    """Say what a critical hit is turned into."""

    type: Literal["supers.choose_critical"] = "supers.choose_critical"
    option: Key
    """`increased`, `added` or `alternate`."""
    added_effect: Key | None = None
    """With `added`: the second effect, from the catalogue."""
    conditions: Annotated[list[Key], Field(min_length=3, max_length=3)] | None = None
    """An added Affliction's, by degree."""
    stunt: Power | None = None
    """With `alternate`: the power that is there for the scene."""


class Resist(ActorCommand):
    """Make the resistance check that is waited for."""

    type: Literal["supers.resist"] = "supers.resist"


class Pass(ActorCommand):
    """Let the fatigue land."""

    type: Literal["supers.pass"] = "supers.pass"
