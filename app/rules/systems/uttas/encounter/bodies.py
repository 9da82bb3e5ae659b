"""The bodies of the commands of the own turn, of readying, and of the game master."""

from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from app.rules.encounter.commands import ActorCommand, Adjust, Command, EditCombatant, Join, Key, Start, Text
from app.rules.system import Value
from app.rules.systems.uttas.encounter.state import Hazard, Trigger
from app.rules.systems.uttas.movement import Mode
from app.rules.systems.uttas.sheet import UttasSheet

Metres = Annotated[int, Field(ge=0, le=10_000)]
Limbs = Annotated[list[Key], Field(min_length=1, max_length=20)]
Coordinate = Annotated[int, Field(ge=-100_000, le=100_000)]
Place = tuple[Coordinate, Coordinate]
"""Column and row of a square, or the axial `q, r` of a hex."""


class UttasJoin(Join):
    """Bring in a character, or somebody made on the spot, on a space of the board."""

    sheet: UttasSheet | None = None
    pos: Place | None = None
    """Without one, off the board: then no distance counts."""


class UttasStart(Start):
    """Begin: the order is made by Agility or by a roll of its dice, and the first turn begins."""

    method: Literal["agility", "roll"] | None = None
    """Without one, as the campaign's options say (T-010, T-012)."""


class UttasEdit(EditCombatant):
    """Change what a combatant is called, where it belongs and stands, and who may know of it."""

    pos: Place | None = None
    """Puts it on this space; null takes it off the board."""


Change = Annotated[int, Field(ge=-100_000, le=100_000)]


class UttasAdjust(Adjust):
    """Change Health, Stamina and the like by hand; relative, within what the sheet allows."""

    health: Change = 0
    stamina: Change = 0
    stamina_locked: Change = 0
    actions: Change = 0
    breather_uses: Change = 0
    entangle_health: Change = 0


class PathLeg(Value):
    """A stretch of a path in one kind of movement: so far, or to a space."""

    mode: Mode
    m: Metres | None = None
    """Metres; without a number, the distance to the space."""
    to: Place | None = None
    """Where it leads: on the board always, off it never."""


class Moving(ActorCommand):
    """The base of what takes a path."""

    path: Annotated[list[PathLeg], Field(min_length=1, max_length=50)] | None = None
    mode: Mode | None = None
    """With `to` or `metres`, in place of a path of one leg."""
    to: Place | None = None
    metres: Metres | None = None
    """In place of `to` for whoever isn't on the board, and in a chase."""


class EnterStance(ActorCommand):
    """Take another stance: free as the first thing of the turn, else it is the action."""

    type: Literal["uttas.enter_stance"] = "uttas.enter_stance"
    stance: Key


class Move(Moving):
    """Move without an action: half of one kind of movement, or a quarter of each of several."""

    type: Literal["uttas.move"] = "uttas.move"


class FullMove(Moving):
    """Move as far as one kind of movement goes; it is the action."""

    type: Literal["uttas.full_move"] = "uttas.full_move"


class Sprint(Moving):
    """Move twice the full move; it is the action, and halves Dexterity for the round."""

    type: Literal["uttas.sprint"] = "uttas.sprint"


class StandUp(ActorCommand):
    """Get up from the ground: the whole free half move, or Acrobatics 22."""

    type: Literal["uttas.stand_up"] = "uttas.stand_up"
    method: Literal["move", "acrobatics"] = "move"


class Attack(ActorCommand):
    """Strike, shoot, or use a hostile power."""

    type: Literal["uttas.attack"] = "uttas.attack"
    attack: Key
    target: Key | None = None
    targets: Annotated[list[Key], Field(min_length=1, max_length=50)] | None = None
    """One for each strike; of an area, all at once."""
    strikes: Annotated[int, Field(ge=1, le=12)] | None = None
    """Without a number, one for each target named."""
    strength_dice: Annotated[int, Field(ge=0, le=40)] | None = None
    """Fewer Strength dice than the attack allows, and less Stamina."""
    limb: Key | None = None
    """Of the target: a called shot."""
    hand: Key | None = None
    """The attacker's own arm; without one, the arm that holds the weapon."""
    throw: bool = False
    """The attacker wants to throw with their own hand, and is asked for the dice."""


class Trip(ActorCommand):
    """Bring somebody down."""

    type: Literal["uttas.trip"] = "uttas.trip"
    target: Key | None = None
    throw: bool = False


class Grapple(ActorCommand):
    """Take hold of somebody's limbs."""

    type: Literal["uttas.grapple"] = "uttas.grapple"
    target: Key | None = None
    limbs: Limbs
    throw: bool = False


class Escape(Moving):
    """Get out of a hold."""

    type: Literal["uttas.escape"] = "uttas.escape"
    method: Literal["strength", "contortionist", "warp"] = "strength"


class TakeControl(ActorCommand):
    """Turn a hold round."""

    type: Literal["uttas.take_control"] = "uttas.take_control"
    limbs: Limbs


class Release(ActorCommand):
    """Let go of whom one holds."""

    type: Literal["uttas.release"] = "uttas.release"


class BreakEntangle(ActorCommand):
    """Pull at what binds, or slip out of it."""

    type: Literal["uttas.break_entangle"] = "uttas.break_entangle"
    method: Literal["strength", "dexterity", "contortionist"] = "strength"


class ActivatePower(ActorCommand):
    """Bring about a power."""

    type: Literal["uttas.activate_power"] = "uttas.activate_power"
    power: Key


class DropPower(ActorCommand):
    """Let go of a power that is kept up: its Stamina may come back."""

    type: Literal["uttas.drop_power"] = "uttas.drop_power"
    power: Key


class Opposed(Value):
    """Whose skill it is rolled against."""

    by: Key
    skill: Key


class UseSkill(ActorCommand):
    """Use a skill; one that takes longer than a round is begun."""

    type: Literal["uttas.use_skill"] = "uttas.use_skill"
    skill: Key
    dc: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    opposed: Opposed | None = None
    target: Key | None = None
    """Whom it is about: for Perception, the distance to them counts."""


class UseItem(ActorCommand):
    """Draw something and use it."""

    type: Literal["uttas.use_item"] = "uttas.use_item"
    item: Key


class ReadyAction(Value):
    """The body of the command that waits, with its `type`, without `actor`."""

    model_config = ConfigDict(extra="allow")

    type: Key


class Ready(ActorCommand):
    """Keep an action for the moment that its trigger comes true."""

    type: Literal["uttas.ready"] = "uttas.ready"
    action: ReadyAction
    trigger: Trigger | Annotated[str, Field(min_length=1, max_length=200)]
    """What the server sees come true, or plain words that people watch for."""


class CancelReady(ActorCommand):
    """Give up what was readied."""

    type: Literal["uttas.cancel_ready"] = "uttas.cancel_ready"


class SetOffReady(ActorCommand):
    """Do what was readied."""

    type: Literal["uttas.trigger"] = "uttas.trigger"
    target: Key | None = None
    """Where the readied action names none."""


class Surrender(ActorCommand):
    """Give up: helpless from now on."""

    type: Literal["uttas.surrender"] = "uttas.surrender"


class Rise(ActorCommand):
    """Fight on after a surrender."""

    type: Literal["uttas.rise"] = "uttas.rise"


class Breather(ActorCommand):
    """Catch breath until the next turn."""

    type: Literal["uttas.breather"] = "uttas.breather"


class RecoverStun(ActorCommand):
    """Shake off a stun."""

    type: Literal["uttas.recover_stun"] = "uttas.recover_stun"


class Talk(ActorCommand):
    """Say something: 25 words a turn are free."""

    type: Literal["uttas.talk"] = "uttas.talk"
    words: Annotated[int, Field(ge=1, le=1000)] | None = None
    """How many; without a number, those of `text`."""
    text: Text | None = None


class GmModifier(ActorCommand):
    """Give a combatant's next roll Advantages or Disadvantages."""

    type: Literal["uttas.gm_modifier"] = "uttas.gm_modifier"
    roll: Literal["any", "accuracy", "skill"] = "any"
    adv: Annotated[int, Field(ge=0, le=10)] = 0
    dis: Annotated[int, Field(ge=0, le=10)] = 0


class ChaseCheck(Command):
    """Compare two who would race: escape, capture, or a chase."""

    type: Literal["uttas.chase_check"] = "uttas.chase_check"
    pursuer: Key
    target: Key


class ChaseStart(Command):
    """Begin a chase of two who are alone in the encounter: whoever else is in it leaves first."""

    begins: ClassVar = True

    type: Literal["uttas.chase_start"] = "uttas.chase_start"
    pursuer: Key
    target: Key
    gap_m: Metres


class ChaseAction(ActorCommand):
    """What one does while running."""

    type: Literal["uttas.chase_action"] = "uttas.chase_action"
    kind: Literal["hide", "oppose", "hazard", "brave_hazard", "skill", "sprint"]
    skill: Key | None = None
    dc: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    hazard: Hazard | None = None
    gap_on_success: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    """Metres added to the gap."""
    gap_on_failure: Annotated[int, Field(ge=-1000, le=1000)] | None = None


class ChaseEnd(Command):
    """End a chase: it goes on as a fight."""

    type: Literal["uttas.chase_end"] = "uttas.chase_end"
