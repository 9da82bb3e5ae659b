"""A fighter's record, and the board, as people see them."""

from pydantic import ConfigDict, Field

from app.rules.encounter.state import Combatant, Encounter, Window
from app.rules.encounter.table import Table
from app.rules.encounter.viewer import Sight
from app.rules.system import Value
from app.rules.systems.uttas.distance import Space
from app.rules.systems.uttas.encounter.figure import Figure
from app.rules.systems.uttas.encounter.state import (
    Assault,
    Chase,
    DiceAsked,
    Fighter,
    Grant,
    Hazard,
    LongSkill,
    Scene,
    Trigger,
)
from app.rules.systems.uttas.movement import Mode
from app.rules.systems.uttas.sheet import Entangle
from app.rules.systems.uttas.stances import NO_STANCE


class GrappleView(Value):
    """A hold."""

    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True, validate_by_alias=True)

    role: str
    with_: str | None = Field(alias="with")
    """The other side; null for whoever doesn't know of them."""
    limbs: tuple[str, ...]
    """Those of the held one."""


class ReadyView(Value):
    """An action that waits."""

    type: str
    trigger: Trigger | str | None
    """Null for whoever doesn't know whom it waits for."""


class FighterView(Value):
    """The combat record of a combatant."""

    health: int
    health_max: int
    temp_health: int
    """Lent by First Aid."""
    stamina: int
    stamina_max: int
    stamina_locked: int
    kept_up: tuple[str, ...]
    """Powers."""
    actions: int
    """Left of this round's."""
    speed: int
    lost_turn: bool
    action_used: bool
    """The turn's action is done: in their own turn, it is over but for words."""
    stance: str | None
    stance_changes: int
    moved: dict[Mode, int]
    """Metres of this turn."""
    words: int
    dodge: int
    """In force, with stance and Sprint."""
    discipline: int
    sprinting: bool
    evade_penalty: bool
    ready: ReadyView | None
    breather: bool
    """One is under way."""
    breather_uses: int
    skill: LongSkill | None
    disabled: tuple[str, ...]
    """Limbs out of use, by hit or hold."""
    holds: dict[str, str]
    """What each arm carries."""
    grapple: GrappleView | None
    entangle: Entangle | None
    surrendered: bool
    fled: bool
    grants: tuple[Grant, ...]
    """What the game master gives the next roll."""
    pos: Space | None


class SceneView(Value):
    """The board."""

    grid: str
    positions: dict[str, Space]
    """Where combatants stand, as far as the viewer sees them."""


class ChaseView(Value):
    """A chase."""

    pursuer: str
    target: str
    gap_m: int
    hide: int | None
    """The hiding total to be beaten."""
    hazard: Hazard | None
    """What is to be braved."""


class ThrowView(Value):
    """What somebody is to throw with their own hand."""

    dice: tuple[DiceAsked, ...]
    """In the order in which `faces` are read."""


AnyTable = Table[Fighter, Scene]


def show_fighter(combatant: Combatant[Fighter], sight: Sight, table: AnyTable) -> FighterView:
    """The record, with ids of others only where `sight` sees them."""
    fig = Figure(combatant, table.sheet(combatant), table.options)  # type: ignore[arg-type]
    fighter, sheet = fig.fighter, fig.sheet
    return FighterView.trusted(
        health=fighter.health,
        health_max=sheet.health_max,
        temp_health=fig.health_left - fighter.health,
        stamina=fighter.stamina,
        stamina_max=sheet.stamina_max,
        stamina_locked=fighter.stamina_locked,
        kept_up=tuple([one.id for one in fighter.kept_up]),
        actions=fighter.pool.actions,
        speed=fighter.pool.speed,
        lost_turn=fighter.lost_turn,
        action_used=fighter.action_used,
        stance=None if fighter.stance == NO_STANCE else fighter.stance,
        stance_changes=fighter.stance_changes,
        moved=fighter.moved,
        words=fighter.words,
        dodge=fig.defence("dodge"),
        discipline=fig.defence("discipline"),
        sprinting=fighter.sprinting,
        evade_penalty=fighter.evade_penalty > 0,
        ready=_ready(fighter, sight),
        breather=fighter.breather is not None,
        breather_uses=fighter.breather_uses,
        skill=fighter.skill,
        disabled=tuple(fig.disabled),
        holds={limb.id: limb.holds for limb in fighter.limbs if limb.holds is not None},
        grapple=_grapple(fighter, sight),
        entangle=fighter.entangle,
        surrendered=fig.has("surrendered"),
        fled=fighter.fled,
        grants=fighter.grants,
        pos=fighter.pos,
    )


def _ready(fighter: Fighter, sight: Sight) -> ReadyView | None:
    if fighter.ready is None:
        return None
    trigger: Trigger | str | None = fighter.ready.trigger
    if isinstance(trigger, Trigger):
        named = [one for one in (trigger.by, trigger.adjacent_to) if one is not None]
        trigger = trigger if all(not sight.conceals(one) for one in named) else None
    return ReadyView(type=fighter.ready.type, trigger=trigger)


def _grapple(fighter: Fighter, sight: Sight) -> GrappleView | None:
    grapple = fighter.grapple
    if grapple is None:
        return None
    return GrappleView(
        role=grapple.role, with_=grapple.with_ if sight.sees(grapple.with_) else None, limbs=grapple.limbs
    )


def show_scene(encounter: Encounter[Fighter, Scene], sight: Sight, table: AnyTable) -> SceneView | None:
    """Where everybody stands whom the viewer sees; None where nobody stands anywhere."""
    places = {one.id: one.state.pos for one in encounter.combatants if one.state.pos is not None and sight.sees(one.id)}
    grid: str = table.options.grid  # type: ignore[attr-defined]
    return SceneView(grid=grid, positions=places) if places else None


def show_chase(chase: Chase | None, sight: Sight) -> ChaseView | None:
    """The chase, for those who see both sides; the hiding total only for who may read whoever hides."""
    if chase is None or not (sight.sees(chase.pursuer) and sight.sees(chase.target)):
        return None
    return ChaseView(
        pursuer=chase.pursuer,
        target=chase.target,
        gap_m=chase.gap_m,
        hide=chase.hide if sight.reads(chase.target) else None,
        hazard=chase.hazard,
    )


def show_menu(encounter: Encounter[Fighter, Scene], window: Window, sight: Sight) -> ThrowView | None:
    """The dice that are asked for, where the window is for dice and everybody is seen at whom they are thrown."""
    deed = encounter.scene.deeds[-1] if encounter.scene.deeds else None
    if window.kind != "throw" or not isinstance(deed, Assault):
        return None
    aims = [aim for swing in deed.swings for aim in swing.aims]
    seen = all(sight.sees(aim.target) and sight.sees(aim.struck) for aim in aims)
    return ThrowView(dice=deed.asks) if seen and deed.asks else None
