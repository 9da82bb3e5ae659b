"""An encounter as its viewer sees it: one projection for answers, lists, history and streams (design 8 and 9)."""

from functools import partial
from operator import is_, not_
from typing import Annotated, Any

from pydantic import ConfigDict, Field, SerializeAsAny, WithJsonSchema

from app.rules.encounter.state import Combatant, Condition, Encounter, Expiry, Kind, Ref, Status
from app.rules.encounter.table import Table
from app.rules.encounter.viewer import PLAYER, Sight, Viewer, Visibility
from app.rules.encounter.window_facts import WAITING
from app.rules.value import Value

Shown = Annotated[SerializeAsAny[Value], WithJsonSchema({"type": "object", "additionalProperties": True})]
"""What a system shows, in its own shape."""


class ConditionView(Value):
    """A condition on a combatant."""

    id: str
    key: str
    title: str
    """As people call it."""
    source: str | None
    """Whoever or whatever brought it; null also where the viewer doesn't know of them."""
    param: str | None
    expires: Expiry | None
    """When it ends; null where the viewer may not know whose turn it waits for."""


_untold = partial(is_, None)
_absent = not_
"""Both without a line of Python: in an answer they are asked some fifty times."""


class CombatantView(Value):
    """A combatant. What it hasn't is left out: thirty of them fit a tracker's 8 kB."""

    id: str
    name: str
    side: str
    group: Annotated[str | None, Field(exclude_if=_absent)] = None
    character_id: Annotated[str | None, Field(exclude_if=_absent)] = None
    owner_member_id: Annotated[str | None, Field(exclude_if=_absent)] = None
    visibility: Annotated[Visibility | None, Field(exclude_if=_absent)] = None
    """Who may read its sheet; `view=tracker` leaves it out."""
    hidden: bool
    initiative: int | None
    acted: bool
    """Whether it had its turn this round, or has it now."""
    out: bool
    external_refs: Annotated[tuple[Ref, ...], Field(exclude_if=_absent)] = ()
    state: Annotated[Shown | None, Field(exclude_if=_absent)] = None
    """The system's; of one whose sheet the viewer may not read there is none, nor with `view=tracker`."""
    conditions: tuple[ConditionView, ...]


class WindowView(Value):
    """A choice that somebody has. `{"kind": "waiting"}` says that the table waits, and nothing more."""

    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True, validate_by_alias=True)

    id: Annotated[str | None, Field(exclude_if=_untold)] = None
    kind: str
    for_: Annotated[tuple[str, ...] | None, Field(alias="for", exclude_if=_untold)] = None
    """Who is asked; nobody: the game master."""
    options: Annotated[tuple[str, ...] | None, Field(exclude_if=_untold)] = None
    """The types that answer."""
    since: Annotated[str | None, Field(exclude_if=_untold)] = None
    """Whoever's doing it comes from."""
    menu: Annotated[Shown | None, Field(exclude_if=_untold)] = None
    """What can be chosen, where the options don't say it all."""


class EncounterView(Value):
    """What there is to see of an encounter's state; name, version and the like are its keeper's."""

    kind: Kind
    status: Status
    round: int
    active: str | None
    """Whose turn it is; null also while somebody acts whom the viewer doesn't see."""
    order: tuple[str, ...]
    combatants: tuple[CombatantView, ...]
    pending: WindowView | None
    winner: str | None
    scene: Shown | None
    chase: Shown | None


_WAITS = WindowView(kind=WAITING)


class Gallery:
    """Combatants as they were shown last: who is the same to the same eyes isn't looked at again."""

    def __init__(self) -> None:
        self._table: Table[Any, Any] | None = None
        self._looked: tuple[object, ...] = ()
        self._views: dict[str, tuple[Combatant[Any], CombatantView]] = {}

    def views(
        self, sight: Sight, encounter: Encounter[Any, Any], table: Table[Any, Any], *, tracker: bool
    ) -> tuple[CombatantView, ...]:
        """All whom these eyes see."""
        looked = (tracker, *sight.looks)
        if table is not self._table or looked != self._looked:
            self._table, self._looked, self._views = table, looked, {}
        seen = [one for one in encounter.combatants if sight.sees(one.id)]
        return tuple([self._view(sight, encounter, one, table, tracker=tracker) for one in seen])

    def _view(
        self,
        sight: Sight,
        encounter: Encounter[Any, Any],
        one: Combatant[Any],
        table: Table[Any, Any],
        *,
        tracker: bool,
    ) -> CombatantView:
        last = self._views.get(one.id)
        if last is not None and last[0] is one and last[1].acted is (one.id in encounter.acted):
            return last[1]
        view = _combatant(sight, encounter, one, table, tracker=tracker)
        self._views[one.id] = one, view
        return view


def show(
    encounter: Encounter[Any, Any],
    viewer: Viewer,
    *,
    table: Table[Any, Any],
    tracker: bool = False,
    gallery: Gallery | None = None,
) -> EncounterView:
    """The encounter for this viewer; `tracker` leaves out `state` and `scene`."""
    sight = Sight(viewer, encounter.combatants)
    return show_to(sight, encounter, table=table, tracker=tracker, gallery=gallery)


def show_to(
    sight: Sight,
    encounter: Encounter[Any, Any],
    *,
    table: Table[Any, Any],
    tracker: bool = False,
    gallery: Gallery | None = None,
) -> EncounterView:
    """Like `show`, for eyes that are at hand already."""
    rules = table.rules
    return EncounterView.trusted(
        kind=encounter.kind,
        status=encounter.status,
        round=encounter.round,
        active=encounter.active if sight.sees(encounter.active) else None,
        order=tuple(one for one in encounter.order if sight.sees(one)),
        combatants=(gallery or Gallery()).views(sight, encounter, table, tracker=tracker),
        pending=show_window(sight, encounter, table=table),
        winner=encounter.winner,
        scene=None if tracker else rules.show_scene(encounter, sight, table),
        chase=rules.show_chase(encounter, sight, table),
    )


def seen_difference(before: Encounter[Any, Any], after: Encounter[Any, Any], *, table: Table[Any, Any]) -> bool:
    """Whether any player may see that something has changed: only then their version moves."""
    if before is after:
        return False
    eyes = [Sight(PLAYER, one.combatants, everybody=True) for one in (before, after)]
    # Most changes show in whoever has changed; only if none does, everything is held against everything.
    old = {one.id: one for one in before.combatants}
    for now in after.combatants:
        was = old.get(now.id)
        if was is not None and was is not now and eyes[0].sees(was.id) and eyes[1].sees(now.id):
            views = (_combatant(eyes[0], before, was, table), _combatant(eyes[1], after, now, table))
            if views[0] != views[1]:
                return True
    was_shown, now_shown = (show_to(sight, one, table=table) for sight, one in zip(eyes, (before, after), strict=True))
    return was_shown != now_shown


def show_window(sight: Sight, encounter: Encounter[Any, Any], *, table: Table[Any, Any]) -> WindowView | None:
    """The window that is open: whole to those who see whom it asks, else that the table waits."""
    window = encounter.pending
    if window is None:
        return None
    if not sight.knows_choice(window.for_, window.since):
        return _WAITS
    return WindowView(
        id=window.id,
        kind=window.kind,
        for_=tuple(one for one in window.for_ if sight.sees(one)),
        options=window.options,
        since=window.since if sight.sees(window.since) else None,
        menu=table.rules.show_menu(encounter, window, sight, table),
    )


def _combatant(
    sight: Sight, encounter: Encounter[Any, Any], one: Combatant[Any], table: Table[Any, Any], *, tracker: bool = False
) -> CombatantView:
    reads = sight.reads(one.id)
    return CombatantView.trusted(
        id=one.id,
        name=one.name,
        side=one.side,
        group=one.group,
        character_id=one.character_id if reads else None,
        owner_member_id=one.owner_member_id,
        visibility=None if tracker else one.visibility,
        hidden=one.hidden,
        initiative=one.initiative,
        acted=one.id in encounter.acted,
        out=one.out,
        external_refs=one.external_refs,
        state=table.rules.show_fighter(one, sight, table) if reads and not tracker else None,
        conditions=tuple([_condition(sight, held, table) for held in one.conditions]),
    )


def _condition(sight: Sight, held: Condition, table: Table[Any, Any]) -> ConditionView:
    return ConditionView.trusted(
        id=held.id,
        key=held.key,
        title=table.rules.condition_title(held),
        source=None if sight.conceals(held.source) else held.source,
        param=held.param,
        expires=held.expires if sight.knows_of(held.expires.of) else None,
    )
