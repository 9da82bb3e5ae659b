"""Reading the encounters of a campaign's document: every step is taken again, and what it leads to is looked at.

Nothing of a document is kept as it came: states, changes and events are read as the values they should be and written
anew. What cannot be shown, foreseen, played on or told is refused here, so that it can't fail later.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from app.rules.catalog import SYSTEMS
from app.rules.encounter import history
from app.rules.encounter.events import Event as Happening
from app.rules.encounter.history import Entry
from app.rules.encounter.legal import legal
from app.rules.encounter.sheets import Sheets
from app.rules.encounter.state import Combatant, Encounter
from app.rules.encounter.stored import (
    SNAPSHOT_EVERY,
    each_rebuilt,
    read_event,
    read_state,
    write_event,
    write_state,
    write_step,
)
from app.rules.encounter.table import Table
from app.rules.encounter.telling import log_entry, seen_by_players
from app.rules.encounter.timeline import timeline
from app.rules.encounter.viewer import GM, Part, Viewer
from app.rules.encounter.views import show
from app.services.encounters.kept import EncounterHead, Step, StoredEncounter
from app.services.encounters.lending import held
from app.services.encounters.moving import MOST_COMBATANTS
from app.services.encounters.opening import AnyRules
from app.services.ids import new_id
from app.services.options import CampaignOptions, changed
from app.services.refusals import Misshapen, Place
from app.services.sheets import read_sheet
from app.services.transfer.documents import CampaignDocument, EncounterRecord, EventRecord
from app.services.transfer.names import renamed, wrong
from app.services.values import Audience, Event

_LARGEST_STATE = 2 * 1024 * 1024
_LARGEST_EVENT = 1024 * 1024
_MOST_VIEWERS = 20
AnyTable = Table[Any, Any]
AnyEncounter = Encounter[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """An encounter that may be kept: where it stands, the steps that led there, which of them are undone."""

    stored: StoredEncounter
    steps: Sequence[Step]
    struck: frozenset[int]
    events: Mapping[int, Event]
    """What happened in it, by the place among the document's events."""


async def replayed(
    document: CampaignDocument, options: CampaignOptions, ids: Mapping[str, str], event_ids: Sequence[str]
) -> list[Replayed]:
    """The document's encounters with new ids.

    Raises:
        Misshapen: one is not as it should be, or two that run hold one character.
        Quota: a sheet is too large.
    """
    told: dict[str, dict[int, EventRecord]] = defaultdict(dict)
    numbers = {one.id: place for place, one in enumerate(document.encounters)}
    for place, event in enumerate(document.events):
        if event.encounter_id is None:
            continue
        if event.encounter_id not in numbers or event.version is None:
            raise wrong(("events", place), "encounter_id", "must be an encounter of the document, with a `version`")
        if event.version > len(document.encounters[numbers[event.encounter_id]].steps):
            raise wrong(("events", place), "version", "must be a version of its encounter")
        told[event.encounter_id][place] = event
    found, holders = [], set[str]()
    for place, record in enumerate(document.encounters):
        reader = _Reader(record, ("encounters", place), document, options, ids)
        found.append(await reader.read(told[record.id], event_ids))
        characters = held(read_state(found[-1].stored.state, reader.rules))
        if holders & characters:
            raise wrong(reader.at, "steps", "leads to a running encounter that holds a character of another")
        holders |= characters
    return found


class _Reader:
    """One encounter as it is read."""

    def __init__(
        self,
        record: EncounterRecord,
        at: Place,
        document: CampaignDocument,
        options: CampaignOptions,
        ids: Mapping[str, str],
    ) -> None:
        rules = SYSTEMS[document.campaign.system].encounters
        if rules is None:
            raise wrong(at, "id", "can't be: the system of the campaign has no encounters")
        try:
            own = changed(options, record.options)
        except Misshapen as misshapen:
            raise Misshapen((*at, *misshapen.part), misshapen.model, misshapen.errors) from None
        self.record, self.at, self.ids, self.rules = record, at, ids, rules
        sheets = {
            name: read_sheet(document.campaign.system, renamed(sheet, ids), part=(*at, "sheets", name))
            for name, sheet in record.sheets.items()
        }
        self.sheets = Sheets(rules.sheet, None, sheets)
        self.table: AnyTable = Table(
            rules=rules, options=own, sheets=self.sheets, auto_resolve=frozenset(own.auto_resolve)
        )

    async def read(self, told: Mapping[int, EventRecord], event_ids: Sequence[str]) -> Replayed:
        """The encounter, with these of the document's events, by their places."""
        steps: list[Step] = []
        shown = [False]
        async for step, encounter in self._steps():
            steps.append(step)
            shown.append(encounter.status == "running" or (encounter.status == "ended" and shown[-1]))
        events: dict[int, Event] = {}
        for place, event in told.items():
            version = event.version or 1
            is_told = shown[version - 1] or shown[version]
            events[place] = self._event(event, ("events", place), event_ids[place], steps[version - 1], is_told=is_told)
            await asyncio.sleep(0)
        head = self._head(steps, list(events.values()), encounter, shown=shown[-1])
        documents = json.dumps(self.sheets.documents())
        return Replayed(
            stored=StoredEncounter(head, state=write_state(encounter), sheets=documents),
            steps=steps,
            struck=history.undone(step.entry for step in steps),
            events=events,
        )

    async def _steps(self) -> AsyncIterator[tuple[Step, AnyEncounter]]:
        """Each step with the state after it."""
        entries = _entries(self.record, self.at)
        next_ones = _next_ones(entries)
        states = self._states()
        before: AnyEncounter | None = None
        counted = 0
        for number, (entry, step) in enumerate(zip(entries, self.record.steps, strict=True)):
            place: Place = (*self.at, "steps", number)
            with _tried(place, "change", "doesn't lead to a state that this system has"):
                after = next(states)
                text = await self._looked_at(after, before, thoroughly=entry.version in next_ones)
                change = "{}" if before is None else write_step(before, after)
            if not counted <= step.public_version <= counted + bool(number):
                raise wrong(place, "public_version", "must be that of the step before, or one more; 0 in the first")
            counted = step.public_version
            yield (
                Step(
                    entry=entry,
                    public_version=step.public_version,
                    at=step.at,
                    member_id=self.ids[step.member_id],
                    by_member_id=self.ids.get(step.by_member_id or ""),
                    command=None if step.command is None else json.dumps(renamed(step.command, self.ids)),
                    change=change,
                    snapshot=text if before is None or entry.version % SNAPSHOT_EVERY == 0 else None,
                ),
                after,
            )
            before = after
            await asyncio.sleep(0)

    def _states(self) -> Iterator[AnyEncounter]:
        changes = (json.dumps(renamed(step.change, self.ids)) for step in self.record.steps[1:])
        return each_rebuilt(json.dumps(renamed(self.record.began, self.ids)), changes, self.rules)

    async def _looked_at(self, after: AnyEncounter, before: AnyEncounter | None, *, thoroughly: bool) -> str:
        """The state as text, once everybody has looked at it; a ValueError for one that can't be kept."""
        text = write_state(after)
        if len(text) > _LARGEST_STATE or len(after.combatants) > MOST_COMBATANTS:
            raise ValueError("too large")
        if thoroughly or after != before:
            await _look(after, self.table, thoroughly=thoroughly)
        if thoroughly and read_state(text, self.rules) != after:
            raise ValueError("another when it is read again")
        return text

    def _event(self, record: EventRecord, place: Place, id_: str, step: Step, *, is_told: bool) -> Event:
        audience: Audience = record.audience
        data = json.dumps(renamed(record.data, self.ids))
        of_itself = record.type.startswith("encounter.")
        # An edit also tells of combatants: what encounters follow of their characters as they change.
        if step.entry.what == "made" or (step.entry.what == "edit" and of_itself):
            if not of_itself or audience not in {"all", "gm"}:
                raise wrong(place, "type", "must tell of the encounter, to all or to game masters, in such a step")
        else:
            with _tried(place, "data", "is no event of an encounter of this system"):
                happening = read_event(data, self.rules)
                data = _told(happening, record.type, self.rules)
            audience = "all" if is_told and seen_by_players(happening) else "gm"
        return Event(
            id=id_,
            type=record.type,
            at=record.at,
            member_id=self.ids.get(record.member_id or ""),
            by_member_id=self.ids.get(record.by_member_id or ""),
            audience=audience,
            data=data,
            text=record.text,
            schema_version=record.schema_version,
            encounter_id=self.ids[self.record.id],
            version=step.entry.version,
            public_version=step.public_version,
        )

    def _head(
        self, steps: Sequence[Step], events: Sequence[Event], encounter: AnyEncounter, *, shown: bool
    ) -> EncounterHead:
        record, last = self.record, steps[-1]
        public = [one.id for one in events if one.audience == "all"]
        return EncounterHead(
            id=self.ids[record.id],
            name=record.name,
            kind=encounter.kind,
            status=encounter.status,
            shown=shown,
            options=record.options,
            external_refs=record.external_refs,
            notes=record.notes,
            created_at=steps[0].at,
            version=last.entry.version,
            updated_at=last.at,
            # Of very many events a document has only the newest.
            last_event=events[-1].id if events else new_id("evt"),
            public_version=last.public_version,
            public_updated_at=next(one.at for one in steps if one.public_version == last.public_version),
            public_last_event=public[-1] if public else None,
            done=last.entry.done,
            undone=last.entry.undone,
        )


def _entries(record: EncounterRecord, at: Place) -> list[Entry]:
    entries: list[Entry] = []
    for number, step in enumerate(record.steps):
        place: Place = (*at, "steps", number)
        if (step.what == "made") is not (number == 0):
            raise wrong(place, "what", "must be `made` in the first step, and in no other")
        with _tried(place, "what", "has no command before it that it could take back or bring back"):
            match step.what:
                case "made":
                    entries.append(history.made())
                case "command":
                    entries.append(history.command(entries[-1]))
                case "edit":
                    entries.append(history.edit(entries[-1]))
                case "undo":
                    entries.append(history.undo(entries[-1], entries[history.next_undo(entries[-1]) - 1]))
                case "redo":
                    entries.append(history.redo(entries[-1], entries[history.next_redo(entries[-1]) - 1]))
    return entries


def _next_ones(entries: Sequence[Entry]) -> set[int]:
    """The versions whose states may be played on next: the last, and what undo and redo come to."""
    last = entries[-1]
    after_undo = {last.done - 1} if last.done is not None else set[int]()
    after_redo = {entries[last.undone - 1].of or 1} if last.undone is not None else set[int]()
    return {last.version} | after_undo | after_redo


@contextmanager
def _tried(place: Place, field: str, said: str) -> Iterator[None]:
    try:
        yield
    except Exception:  # whatever the rules die of where a state isn't one of theirs, it is the document's fault
        raise wrong(place, field, said) from None


def _viewers(parts: Iterable[Combatant[Any] | Part]) -> list[Viewer]:
    """A game master, an observer, and the players whose combatants these are."""
    owners = sorted({one.owner_member_id for one in parts if one.owner_member_id is not None})[:_MOST_VIEWERS]
    return [GM, Viewer(role="observer"), *(Viewer(role="player", member_id=owner) for owner in owners)]


async def _look(encounter: AnyEncounter, table: AnyTable, *, thoroughly: bool) -> None:
    """Look at a state as everybody might, and try what each could do; raises whatever that raises.

    A crowd takes a while to look at: after each viewer others are served.
    """
    for one in encounter.returned:
        assert one.sheet in table.sheets, one.sheet
    for viewer in _viewers(encounter.combatants):
        show(encounter, viewer, table=table).model_dump_json()
        timeline(encounter, viewer, table=table)
        if thoroughly:
            legal(encounter, viewer, table=table)
        await asyncio.sleep(0)


def _told(happening: Happening[Any, Any], type_: str, rules: AnyRules) -> str:
    """The event as text, once everybody has heard it; a ValueError for one that is too large, or of another type."""
    data = write_event(happening, rules)
    if happening.fact.type != type_ or len(data) > _LARGEST_EVENT:
        raise ValueError("too large, or of another type")
    for viewer in _viewers(happening.cast):
        if (entry := log_entry(happening, viewer, undone=False)) is not None:
            entry.model_dump_json()
    return data
