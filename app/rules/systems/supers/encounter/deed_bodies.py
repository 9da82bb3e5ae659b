"""What is sent for all else than attacks: moving, powers, efforts, help, manoeuvres, checks."""

from typing import Annotated, Literal

from pydantic import Field

from app.rules.encounter.commands import ActorCommand, Command, Key, Name, Text
from app.rules.system import Value
from app.rules.systems.supers.encounter.bodies import Change, Circumstance, Distances, Feet, PowerUse
from app.rules.systems.supers.sheet import Power

Words = Annotated[str, Field(min_length=1, max_length=280)]


class Delay(ActorCommand):
    """Wait: your place is lower from now on."""

    type: Literal["supers.delay"] = "supers.delay"
    after: Key | None = None
    """Whose turn you wait for; without it, everybody's."""


class Ready(ActorCommand):
    """Get ready to act later, on somebody's turn: one standard or move, until your next turn."""

    type: Literal["supers.ready"] = "supers.ready"
    trigger: Words
    action: Words


class Move(ActorCommand):
    """Cover ground."""

    type: Literal["supers.move"] = "supers.move"
    feet: Feet
    kind: Name | None = None
    """A movement power that is on; without it, on foot."""
    distance_ft: Distances = Field(default_factory=dict)
    """How far others are after it, where that changes."""
    split: bool = False
    """Only a part of the Move now, and the rest after something else."""


class StandUp(ActorCommand):
    """Stand up."""

    type: Literal["supers.stand_up"] = "supers.stand_up"


class DropProne(ActorCommand):
    """Drop down."""

    type: Literal["supers.drop_prone"] = "supers.drop_prone"


class DropItem(ActorCommand):
    """Let go of somebody held, or of a thing."""

    type: Literal["supers.drop_item"] = "supers.drop_item"
    item: Name | None = None
    """A removable power or a thing."""
    target: Key | None = None
    """Somebody held; with neither, everybody."""


class Talk(ActorCommand):
    """Say something."""

    type: Literal["supers.talk"] = "supers.talk"
    text: Text | None = None


class StopSustaining(ActorCommand):
    """Let a sustained power end, or all of them."""

    type: Literal["supers.stop_sustaining"] = "supers.stop_sustaining"
    power: Name | None = None


class Sprint(ActorCommand):
    """Try for a rank more of speed this round: Athletics at 15."""

    type: Literal["supers.sprint"] = "supers.sprint"


class ActivatePower(PowerUse):
    """Turn a power on."""

    type: Literal["supers.activate_power"] = "supers.activate_power"


class Sustain(PowerUse):
    """Say that a sustained power goes on; it does so without being told."""

    type: Literal["supers.sustain"] = "supers.sustain"


class Deactivate(PowerUse):
    """Turn a power off."""

    type: Literal["supers.deactivate"] = "supers.deactivate"


class ExtraEffort(ActorCommand):
    """Do more than you can, and pay with fatigue."""

    type: Literal["supers.extra_effort"] = "supers.extra_effort"
    option: Key
    power: Name | None = None
    """Which power is raised, or which one the stunt is made of."""
    stunt: Power | None = None
    """The power that is there for the scene."""
    trait: Key | None = None
    """With `bonus`: the trait of the check, or `attack`; without it, the next check or attack of any kind."""
    instead_of: Literal[2, -2, -5] | None = None
    """With `bonus`: the circumstance that is a size better (R-15)."""
    condition: Key | None = None
    """With `resistance`: the id of the condition to throw off; without it, the oldest."""
    target: Key | None = None
    """With `retry`: whom the effect has failed on; without it, everybody."""


class SpendHeroPoint(ActorCommand):
    """Spend a hero point."""

    type: Literal["supers.spend_hero_point"] = "supers.spend_hero_point"
    use: Key
    """`edit_scene`, `heroic_feat`, `improve_roll`, `inspiration`, `instant_counter` or `recover`."""
    advantage: Key | None = None
    """With `heroic_feat`."""
    condition: Key | None = None
    """With `recover`: `dazed`, `stunned` or `fatigued`; with `instant_counter`: the id of what is countered."""
    text: Words | None = None


class RecoverAction(ActorCommand):
    """Take the whole turn to recover, once in a fight."""

    type: Literal["supers.recover_action"] = "supers.recover_action"
    what: Literal["damage", "fatigue", "retry"] | None = None
    """Without it, what there is: damage before fatigue before another check."""


class Repair(ActorCommand):
    """Mend an object: Technology at 15."""

    type: Literal["supers.repair"] = "supers.repair"
    target: Key


class Stabilize(ActorCommand):
    """Keep somebody from dying: Treatment at 15."""

    type: Literal["supers.stabilize"] = "supers.stabilize"
    target: Key


class Heal(PowerUse):
    """Heal somebody with a power: a check at 10."""

    type: Literal["supers.heal"] = "supers.heal"
    target: Key


class Aid(PowerUse):
    """Help an ally against a foe whom you could attack."""

    type: Literal["supers.aid"] = "supers.aid"
    ally: Key
    foe: Key
    to: Literal["attack", "defense"]


class Aim(ActorCommand):
    """Take aim at somebody."""

    type: Literal["supers.aim"] = "supers.aim"
    target: Key


class Defend(ActorCommand):
    """Stand on guard until your next turn."""

    type: Literal["supers.defend"] = "supers.defend"


class Manoeuvre(ActorCommand):
    """The base of what begins with an unarmed attack."""

    target: Key
    circumstance: Circumstance = Field(default_factory=list)


class Grab(Manoeuvre):
    """Grab somebody and hold on."""

    type: Literal["supers.grab"] = "supers.grab"


class Trip(Manoeuvre):
    """Throw somebody down."""

    type: Literal["supers.trip"] = "supers.trip"


class Disarm(Manoeuvre):
    """Strike something out of somebody's hand."""

    type: Literal["supers.disarm"] = "supers.disarm"
    item: Name | None = None
    """A removable power, or a thing."""


class Escape(ActorCommand):
    """Get out of a hold."""

    type: Literal["supers.escape"] = "supers.escape"
    skill: Literal["athletics", "acrobatics"]
    holder: Key | None = None
    """Whose; without it, of the first who holds."""


class Demoralize(ActorCommand):
    """Frighten somebody."""

    type: Literal["supers.demoralize"] = "supers.demoralize"
    target: Key


class Feint(ActorCommand):
    """Mislead somebody, for your next attack."""

    type: Literal["supers.feint"] = "supers.feint"
    target: Key


class Check(ActorCommand):
    """Make a check with a trait."""

    type: Literal["supers.check"] = "supers.check"
    trait: Key
    dc: Change
    circumstance: Circumstance = Field(default_factory=list)
    routine: bool = False


class OpposedCheck(ActorCommand):
    """Make a check with a trait against somebody's."""

    type: Literal["supers.opposed_check"] = "supers.opposed_check"
    target: Key
    trait: Key
    against: Key | None = None
    """The other side's trait; without it, the same."""


class Compare(ActorCommand):
    """See who has more of a trait, without a die."""

    type: Literal["supers.comparison"] = "supers.comparison"
    target: Key
    trait: Key


class Helper(Value):
    """Somebody who helps."""

    id: Key
    trait: Key | None = None
    """Without it, the leader's."""


class TeamCheck(Command):
    """Make a check together: helpers lend the leader a bonus."""

    type: Literal["supers.team_check"] = "supers.team_check"
    leader: Key
    helpers: Annotated[list[Key | Helper], Field(max_length=50)]
    trait: Key
    dc: Change
    circumstance: Circumstance = Field(default_factory=list)


class RestMinutes(ActorCommand):
    """Rest, while no rounds are counted."""

    type: Literal["supers.rest_minutes"] = "supers.rest_minutes"
    n: Annotated[int, Field(ge=0, le=100_000)]


class StartSession(Command):
    """Begin a session: everybody has their hero points."""

    type: Literal["supers.start_session"] = "supers.start_session"
    new_adventure: bool = False


class AddHeroPoint(ActorCommand):
    """Give a hero point."""

    type: Literal["supers.add_hero_point"] = "supers.add_hero_point"
    reason: Words | None = None
