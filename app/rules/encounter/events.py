"""Events: a fact, what it changes in the state, and who may know of it; `evolve` holds no rule."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, NamedTuple

from pydantic_core import to_json

from app.rules.encounter.facts import Fact
from app.rules.encounter.state import C, Combatant, Encounter, S
from app.rules.encounter.viewer import Part
from app.rules.value import Value


class Changes(NamedTuple):
    """What an event leaves different: new values by field, never how they came about."""

    encounter: Mapping[str, Any] = {}
    """Fields of the encounter; of its `scene` only those that changed."""
    combatants: Mapping[str, Mapping[str, Any]] = {}
    """Fields of combatants by id; of their `state` only those that changed."""
    joined: tuple[Combatant[Any], ...] = ()
    left: tuple[str, ...] = ()
    seats: tuple[str, ...] | None = None
    """Everybody in joining order, where those who joined don't come last: somebody who had left is back."""


class Event(NamedTuple, Generic[S, C]):
    """Something that happened in an encounter."""

    fact: Fact
    states: tuple[Encounter[S, C], Encounter[S, C]] | None = None
    """The one before it and the one after it; None where it was read from what is kept."""
    cast: tuple[Part, ...] = ()
    """Everybody the fact names, as they stood then: events are projected without the state."""
    sheets: Mapping[str, Value] = {}
    """Sheets that came into the encounter with it, by id."""
    turned: "tuple[Turned, ...]" = ()
    """The events that an undo took back, or a redo brought back."""

    @property
    def changes(self) -> Changes:
        """What it leaves different."""
        return Changes() if self.states is None else difference(*self.states)


class Turned(NamedTuple):
    """An event by its id, in the one that took it back or brought it back."""

    id: str
    event: Event[Any, Any]


def cast_of(fact: Fact, before: Encounter[S, C], after: Encounter[S, C]) -> tuple[Part, ...]:
    """Everybody named; somebody is hidden in an event only if they were so before and after it."""
    cast = []
    for name in sorted(fact.named):
        now = after.find(name)
        was = now if before.combatants is after.combatants else before.find(name)
        if (known := now or was) is not None:
            cast.append(known.as_part(hidden=known.hidden and (was is None or was.hidden)))
    return tuple(cast)


_INNER = {"scene", "state"}


def difference(before: Encounter[S, C], after: Encounter[S, C]) -> Changes:
    """What is different between two states."""
    encounter = _fields(before, after, leave={"combatants"})
    if before.combatants is after.combatants:
        return Changes(encounter=encounter)
    old = {one.id: one for one in before.combatants}
    new = {one.id: one for one in after.combatants}
    changed = {name: _fields(old[name], one) for name, one in new.items() if name in old and old[name] is not one}
    joined = tuple(one for name, one in new.items() if name not in old)
    seats = [*(name for name in old if name in new), *(one.id for one in joined)]
    return Changes(
        encounter=encounter,
        combatants={name: fields for name, fields in changed.items() if fields},
        joined=joined,
        left=tuple(name for name in old if name not in new),
        seats=None if seats == list(new) else tuple(new),
    )


def _fields(before: Value, after: Value, *, leave: Iterable[str] = ()) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    was, now = before.__dict__, after.__dict__
    for name, value in now.items():
        old = was[name]
        if value is old or name in leave:
            continue
        if name in _INNER:
            if inner := _fields(old, value):
                changed[name] = inner
        # Equal mappings may differ in order, and undo gives back every byte.
        elif value != old or to_json(value) != to_json(old):
            changed[name] = value
    return changed


def evolve(encounter: Encounter[S, C], event: Event[S, C]) -> Encounter[S, C]:
    """The state after an event: its changes put in, nothing else."""
    return apply(encounter, event.changes)


def apply(encounter: Encounter[S, C], changes: Changes) -> Encounter[S, C]:
    """The state with these changes."""
    update = dict(changes.encounter)
    if "scene" in update:
        update["scene"] = encounter.scene.model_copy(update=update["scene"])
    if changes.combatants or changes.joined or changes.left or changes.seats:
        stay = [one for one in encounter.combatants if one.id not in changes.left]
        moved = [_moved(one, fields) if (fields := changes.combatants.get(one.id)) else one for one in stay]
        all_ = {one.id: one for one in (*moved, *changes.joined)}
        update["combatants"] = tuple(all_[name] for name in changes.seats or all_)
    return encounter.model_copy(update=update) if update else encounter


def _moved(combatant: Combatant[S], fields: Mapping[str, Any]) -> Combatant[S]:
    update = dict(fields)
    if "state" in update:
        update["state"] = combatant.state.model_copy(update=update["state"])
    return combatant.model_copy(update=update)
