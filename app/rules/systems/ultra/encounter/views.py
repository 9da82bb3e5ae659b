"""A scene as shown: each combatant's state, the scene's facts, and what an open action can buy."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from app.rules.encounter.state import Combatant, Moment
from app.rules.encounter.viewer import Sight
from app.rules.system import Value
from app.rules.systems.ultra.encounter.bearers import statuses
from app.rules.systems.ultra.encounter.effects import Weight
from app.rules.systems.ultra.encounter.state import Fighter, OpenAction, Scene
from app.rules.systems.ultra.sheet import Moment as SheetMoment
from app.rules.systems.ultra.sheet import Status, Token
from app.rules.systems.ultra.statuses import ActionKind


def _absent(value: object) -> bool:
    return value is None or value is False


class ClearsView(Value):
    """When something ends by itself."""

    at: Moment
    of: Annotated[str | None, Field(exclude_if=_absent)] = None
    """Whose turn, for the end or start of one."""
    count: Annotated[int | None, Field(exclude_if=_absent)] = None
    """How many such moments are left."""


class StatusView(Value):
    """A Status Effect that somebody bears."""

    key: str
    level: int
    source: str | None
    """Who brought it: a combatant, `complication:<id>` or `gm`; null where the viewer doesn't know of them."""
    clears: ClearsView | None
    """Null where the viewer may not know whose turn it waits for."""


class TokenView(Value):
    """Bonus hits that wait for a later action."""

    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True, validate_by_alias=True)

    amount: int
    for_kind: ActionKind | None = Field(alias="for")
    """The kind of action they wait for; null: any."""
    expires: ClearsView


class FighterView(Value):
    """What moves of a combatant."""

    injuries: int
    statuses: tuple[StatusView, ...]
    tokens: tuple[TokenView, ...]
    openings: int
    """So many actions against it will be easier by a hit."""
    hindered: int
    """The level of the complication on its next action; 0: none."""
    actions: int
    """Left in this turn."""
    present: bool
    """False: out of the picture until the scene ends."""


class FactView(Value):
    """Something that is true in the scene."""

    id: str
    text: str
    weight: Weight
    used_by: tuple[str, ...]
    """Who has leaned on it already."""
    grants_advantage: Annotated[bool, Field(exclude_if=_absent)] = False
    """Counts as a level of Advantage in place of bonus hits (G-18)."""


class SceneView(Value):
    """What belongs to nobody alone."""

    conflict: Literal["open", "ended"]
    goal: str | None
    facts: tuple[FactView, ...]


class WaitingTrickView(Value):
    """A Trick that waits for the game master's word."""

    key: str
    cost: int | None
    """Null: its fixed price."""
    target: str | None
    status: str | None
    text: str | None


class ApprovalMenu(Value):
    """What the game master is asked for."""

    tricks: tuple[WaitingTrickView, ...]


def show_fighter(combatant: Combatant[Fighter], sight: Sight) -> FighterView:
    """A combatant's state as shown to somebody who may read it."""
    state = combatant.state
    borne = zip(statuses(combatant), combatant.conditions, strict=True)
    return FighterView(
        injuries=state.injuries,
        statuses=tuple(_status(one, held.source, sight) for one, held in borne),
        tokens=tuple(_token(one) for one in state.tokens),
        openings=state.openings,
        hindered=state.hindered,
        actions=state.actions,
        present=state.present,
    )


def _status(status: Status, source: str | None, sight: Sight) -> StatusView:
    return StatusView(
        key=status.key,
        level=status.level,
        source=None if sight.conceals(source) else source,
        clears=_clears(status.clears) if sight.knows_of(status.clears.of) else None,
    )


def _clears(moment: SheetMoment) -> ClearsView:
    return ClearsView(at=moment.at, of=moment.of, count=moment.count)


def _token(token: Token) -> TokenView:
    return TokenView(amount=token.amount, for_kind=token.for_kind, expires=_clears(token.expires))


def show_scene(scene: Scene, sight: Sight) -> SceneView:
    """The scene as shown: without facts that somebody unseen has brought."""
    facts = tuple(
        FactView(
            id=one.id,
            text=one.text,
            weight=one.weight,
            used_by=tuple(user for user in one.used_by if sight.sees(user)),
            grants_advantage=one.advantage,
        )
        for one in scene.facts
        if sight.knows_of(one.by)
    )
    return SceneView(conflict=scene.conflict, goal=scene.goal, facts=facts)


def show_approval(action: OpenAction, sight: Sight) -> ApprovalMenu:
    """The Tricks that wait, with what they are for."""
    chosen = action.choices.tricks if action.choices is not None else []
    return ApprovalMenu(
        tricks=tuple(
            WaitingTrickView(
                key=one.key,
                cost=one.cost,
                target=one.target if sight.sees(one.target) else None,
                status=one.status,
                text=one.text,
            )
            for one in chosen
            if one.key in action.waiting
        )
    )
