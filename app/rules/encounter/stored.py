"""Encounters as they are kept: states, events and what a version has changed, as JSON text; older text is read too.

A state is kept whole. Of each version its step is kept, and every `SNAPSHOT_EVERY` versions a snapshot: any state is
a snapshot with at most so many steps on it, whatever came before, and undo brings it back to the byte. Events keep the
fact and its cast, and not what they changed: whoever reads one asks what happened. Sheets are kept beside, by their
ids (`Sheets.documents`), and for good: undo finds the old ones.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from pydantic_core import from_json, to_json

from app.rules.encounter.events import Changes, Event, Turned, difference
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.state import FRAME_SCHEMA, C, Combatant, Encounter, S
from app.rules.encounter.upgrades import Document, upgraded
from app.rules.encounter.viewer import Part

SNAPSHOT_EVERY: Final = 50
_COMBATANTS = {"combatants"}


class StateWriter:
    """Writes the states of an encounter one after the other: who hasn't changed since isn't written anew."""

    def __init__(self) -> None:
        self._written: dict[str, tuple[Combatant[Any], str]] = {}

    def write(self, encounter: Encounter[Any, Any]) -> str:
        """The state as JSON text."""
        self._written = {one.id: self._of(one) for one in encounter.combatants}
        combatants = ",".join([text for _, text in self._written.values()])
        return f'{encounter.model_dump_json(exclude=_COMBATANTS)[:-1]},"combatants":[{combatants}]}}'

    def _of(self, combatant: Combatant[Any]) -> tuple[Combatant[Any], str]:
        written = self._written.get(combatant.id)
        return written if written and written[0] is combatant else (combatant, combatant.model_dump_json())


def write_state(encounter: Encounter[Any, Any]) -> str:
    """The state as JSON text."""
    return StateWriter().write(encounter)


def read_state(text: str | bytes, rules: EncounterRules[S, C]) -> Encounter[S, C]:
    """The state that was kept, whatever version kept it; raises `NewerSchemaError`."""
    return _state(from_json(text), rules)


def write_step(before: Encounter[S, C], after: Encounter[S, C]) -> str:
    """What a version has changed as JSON text: with it, `rebuilt` makes `after` of `before`."""
    changes = {name: value for name, value in difference(before, after)._asdict().items() if value}
    return to_json({"schema": (after.frame_schema, after.rules_schema), "changes": changes}).decode()


def rebuilt(snapshot: str | bytes, steps: Iterable[str | bytes], rules: EncounterRules[S, C]) -> Encounter[S, C]:
    """The state after these steps, taken in their order from a snapshot; raises `NewerSchemaError`.

    A step fits the schema it was made in: where that is newer than the state's, the state is upgraded first.
    """
    document: Document = from_json(snapshot)
    for text in steps:
        document = _stepped(document, text, rules)
    return _state(document, rules)


def each_rebuilt(
    snapshot: str | bytes, steps: Iterable[str | bytes], rules: EncounterRules[S, C]
) -> Iterator[Encounter[S, C]]:
    """The state of a snapshot, and the one after each of these steps; raises `NewerSchemaError`."""
    document: Document = from_json(snapshot)
    yield _state(document, rules)
    for text in steps:
        document = _stepped(document, text, rules)
        yield _state(document, rules)


def write_event(event: Event[S, C], rules: EncounterRules[S, C]) -> str:
    """The event as JSON text, without what it changed."""
    schemas = {"frame_schema": FRAME_SCHEMA, "rules_schema": rules.rules_schema}
    return to_json(schemas | _document(event)).decode()


def read_event(text: str | bytes, rules: EncounterRules[S, C]) -> Event[S, C]:
    """The event that was kept, whatever version kept it; raises `NewerSchemaError`."""
    return _event(from_json(text), rules)


def _state(document: Document, rules: EncounterRules[S, C]) -> Encounter[S, C]:
    # Lax only in that JSON has no tuples: the document is our own.
    return rules.encounter_type.model_validate(upgraded(document, rules, what="encounter"), strict=False)


def _stepped(document: Document, text: str | bytes, rules: EncounterRules[Any, Any]) -> Document:
    step: Document = from_json(text)
    frame, system = step["schema"]
    document = upgraded(document, rules, what="encounter", upto=(frame, system))
    _take(document, Changes(**step["changes"]))
    return document


def _take(document: Document, changes: Changes) -> None:
    """Put changes into the document of a state, as `apply` puts them into a state."""
    for name, value in changes.encounter.items():
        if name == "scene":
            document["scene"] |= value
        else:
            document[name] = value
    combatants = {one["id"]: one for one in document["combatants"] if one["id"] not in changes.left}
    for name, fields in changes.combatants.items():
        state = combatants[name]["state"] | fields.get("state", {})
        combatants[name] |= {**fields, "state": state}
    joined: Iterable[Any] = changes.joined
    combatants |= {one["id"]: one for one in joined}
    document["combatants"] = [combatants[name] for name in changes.seats or combatants]


def _document(event: Event[Any, Any]) -> Document:
    document: Document = {"fact": event.fact, "cast": event.cast}
    if event.turned:
        document["turned"] = [{"id": one.id} | _document(one.event) for one in event.turned]
    return document


def _event(document: Document, rules: EncounterRules[S, C]) -> Event[S, C]:
    schemas = {name: document[name] for name in ("frame_schema", "rules_schema")}
    kept = upgraded(document, rules, what="event")
    fact = rules.fact_types[kept["fact"]["type"]]
    return Event(
        fact=fact.model_validate(kept["fact"], strict=False),
        cast=tuple(Part.model_validate(part, strict=False) for part in kept["cast"]),
        turned=tuple(Turned(one["id"], _event(schemas | one, rules)) for one in kept.get("turned", ())),
    )
