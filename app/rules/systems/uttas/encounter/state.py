"""What moves in a fight or a chase: each fighter's record, and the deeds under way."""

from typing import Annotated, Literal

from pydantic import Field

from app.rules.encounter.play import Play
from app.rules.system import Value
from app.rules.systems.uttas.arms import Attack
from app.rules.systems.uttas.distance import Space
from app.rules.systems.uttas.movement import Mode
from app.rules.systems.uttas.sheet import DamageType, Disabled, Entangle, TempHealth
from app.rules.systems.uttas.speed import ActionPool

Effort = Literal["free", "full", "sprint", "follow"]
ReactionKind = Literal["block", "evade", "move", "stance", "counterattack"]
Purpose = Literal["attack", "trip", "grapple"]
Stage = Literal["reaction", "follow", "surrender", "reach", "accuracy", "intercept", "settled"]
"""The step of a strike that comes next (section 4); the rest follows for all swings together."""


class LimbState(Value):
    """A limb as it is in the fight."""

    id: str
    kind: Literal["arm", "leg", "head", "body", "extra"]
    holds: str | None = None
    disabled: Disabled | None = None
    """By a hit or the game master; what a hold disables stands in `Grapple`."""


class Grapple(Value):
    """A hold, as one of its two sides has it."""

    role: Literal["holder", "held"]
    with_: str
    """The other side."""
    limbs: tuple[str, ...]
    """Those of the held one."""


class Trigger(Value):
    """What a readied action waits for, in words that the server sees come true (T-053 to T-056)."""

    on: Literal["move", "action", "coordinate"]
    by: Annotated[str, Field(min_length=1, max_length=80)]
    """Whose doing it is."""
    space: Space | None = None
    """For `move`: where they come to."""
    adjacent_to: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """For `move`: to whom they come within 2 m."""
    type: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """For `action`: which command; without one, any action."""


class Readied(Value):
    """An action that waits (T-042)."""

    type: str
    """The command."""
    body: str
    """Its body, as JSON."""
    trigger: Trigger | str
    """In plain words it is nothing that the server sees: its owner or the game master says when."""


class Breath(Value):
    """A breather under way (T-091)."""

    interrupted: bool = False


class LongSkill(Value):
    """A skill that takes longer than a round (T-041)."""

    skill: str
    dc: int | None = None
    done_at_round: int


class KeptPower(Value):
    """A power that is kept up, and the Stamina that it locks (T-074)."""

    id: str
    lock: int


class Grant(Value):
    """Advantages and Disadvantages that the game master gives the next such roll (T-109)."""

    roll: Literal["any", "accuracy", "skill"]
    adv: int = 0
    dis: int = 0


class Fighter(Value):
    """The combat record of one combatant; the sheet stands beside it."""

    health: int
    temp_health: tuple[TempHealth, ...] = ()
    stamina: int
    stamina_locked: int = 0
    kept_up: tuple[KeptPower, ...] = ()
    breather_uses: int = 0
    pool: ActionPool
    lost_turn: bool = False
    """The turn that is on began with an empty pool (T-026)."""
    stance: str = "none"
    stance_changes: int = 0
    moved: dict[Mode, int] = Field(default_factory=dict)
    """Metres of this turn, by kind of movement."""
    action_used: bool = False
    """The turn's action is done: the turn is over but for words."""
    words: int = 0
    acrobatics_tried: bool = False
    sprinting: bool = False
    evade_penalty: int = 0
    """Ends of own turns until it is gone."""
    ready: Readied | None = None
    breather: Breath | None = None
    skill: LongSkill | None = None
    limbs: tuple[LimbState, ...] = ()
    grapple: Grapple | None = None
    entangle: Entangle | None = None
    pos: Space | None = None
    gave_up: bool = False
    """Surrendered in the turn that is on, which ends it."""
    grants: tuple[Grant, ...] = ()
    paid_move: bool = False
    """In a chase: this round's running is paid."""
    fled: bool = False
    """Escaped from a chase."""


class Reaction(Value):
    """A Reaction to a strike (T-061)."""

    by: str
    kind: ReactionKind
    moved: bool = False
    """It took the target somewhere else."""


class Aim(Value):
    """One target of a strike, and what has come of it so far."""

    target: str
    perceived: bool = False
    """The target knows what is coming (T-047)."""
    reactions: tuple[Reaction, ...] = ()
    surrendered: bool = False
    """In answer to this strike."""
    failed: bool = False
    """Out of reach, out of range or stopped: nothing is thrown."""
    hit: bool | None = None
    interceptor: str | None = None
    landed: bool = False
    """What a hit does is done."""

    @property
    def struck(self) -> str:
        """Who bears what a hit does."""
        return self.interceptor or self.target

    @property
    def reaction(self) -> Reaction | None:
        """What the target did before the roll."""
        return next((one for one in self.reactions if one.kind != "counterattack"), None)

    @property
    def countered(self) -> bool:
        """Whether somebody has struck back."""
        return any(one.kind == "counterattack" for one in self.reactions)

    def reacted(self, combatant: str) -> bool:
        """Whether somebody has reacted to it (T-061)."""
        return any(one.by == combatant for one in self.reactions)


class Swing(Value):
    """What one attacker does in a strike."""

    attacker: str
    purpose: Purpose
    attack: Attack
    """As it is used here: with the Strength dice that go into it."""
    cost: int
    """Stamina."""
    limb: str | None = None
    """Of the target: a called shot (G-16b)."""
    limbs: tuple[str, ...] = ()
    """Of the target: those that a grapple takes."""
    throw: bool = False
    """The attacker throws with their own hand."""
    may_throw: bool = False
    """The hand that was asked throws now."""
    aims: tuple[Aim, ...] = ()
    stage: Stage = "reaction"
    place: int = 0
    """The target that is rolled against next."""
    stopped: bool = False
    """For a surrender (T-059)."""


class Strike(Value):
    """The strike that is current: from its declaration until the next command of an own turn (section 4)."""

    swings: tuple[Swing, ...]


class DiceAsked(Value):
    """Dice that somebody is to throw with their own hand."""

    dice: str
    """Such as `3d6`."""
    what: str
    """What they are for: `to hit`, `for Advantage`, `for Disadvantage`, `of the Block`, `for damage`."""


class Assault(Value):
    """An attack under way: its strikes, one after the other."""

    kind: Literal["assault"] = "assault"
    attacker: str
    type: str
    """The command."""
    plan: Swing
    """Every strike as it was declared."""
    targets: tuple[tuple[str, ...], ...]
    """Those of the strikes still to come: several at once in an area."""
    strike: int = 0
    strikes: int = 1
    fallen: tuple[str, ...] = ()
    """Targets who fell during this attack."""
    swings: tuple[Swing, ...] = ()
    """Of the strike that is on: the attacker's, and those of partners (T-056)."""
    swing: int = 0
    """Whose steps are on."""
    stage: Literal["next", "coordinate", "strike", "harm", "counter"] = "next"
    prepaid: bool = False
    """The action of its first strike is spent: it was readied (T-052)."""
    asks: tuple[DiceAsked, ...] = ()
    """What whoever throws with their own hand was asked for last, in the order in which it falls."""


class Step(Value):
    """One step of a path."""

    mode: Mode
    m: int
    to: Space | None


class Walk(Value):
    """A movement under way, space by space."""

    kind: Literal["walk"] = "walk"
    mover: str
    type: str
    """The command."""
    effort: Effort
    steps: tuple[Step, ...]
    """Those still to come."""
    begun: Space | None = None
    """Where it began."""
    walked: int = 0
    """Metres so far."""
    cost: int = 0
    """Stamina that it has taken."""


class Aftermath(Value):
    """An action that is complete, and may have been waited for (T-053)."""

    kind: Literal["aftermath"] = "aftermath"
    actor: str
    type: str


class SetOff(Value):
    """A readied action that was set off."""

    owner: str
    type: str
    """The command."""
    body: str
    """Its body, as JSON."""


class Queue(Value):
    """Readied actions that were set off and are carried out one after the other."""

    kind: Literal["queue"] = "queue"
    waiting: tuple[SetOff, ...] = ()


Deed = Annotated[Assault | Walk | Aftermath | Queue, Field(discriminator="kind")]


class Hazard(Value):
    """Something in the way of a chase (T-152)."""

    dice: Annotated[int, Field(ge=0, le=100)]
    type: DamageType = "physical"
    name: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    slows_m: Annotated[int, Field(ge=0, le=1000)] = 0
    """Metres that braving it costs."""


class Chase(Value):
    """A chase (G-32)."""

    pursuer: str
    target: str
    gap_m: int
    hide: int | None = None
    """The hiding total to be beaten."""
    hazard: Hazard | None = None
    """What is to be braved."""


class Scene(Value):
    """What belongs to nobody alone."""

    deeds: tuple[Deed, ...] = ()
    """Those under way; the last interrupts the ones before it."""
    strike: Strike | None = None
    chase: Chase | None = None
    method: Literal["agility", "roll"] = "agility"
    """How the order was made; late joiners come in by the same (G-34)."""


UttasPlay = Play[Fighter, Scene]
"""A command under way in these rules."""
