"""From what the rules decided to what is kept of it, what everybody is told, and what the sender gets."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from app.rules.encounter.events import Event as Happening
from app.rules.encounter.history import Entry
from app.rules.encounter.sheets import Sheets
from app.rules.encounter.state import Encounter
from app.rules.encounter.stored import SNAPSHOT_EVERY, write_event, write_step
from app.rules.encounter.telling import EventView, hear, say, seen_by_players
from app.rules.encounter.views import seen_difference
from app.rules.value import Value as Result
from app.services.encounters.kept import Step, StoredEncounter
from app.services.encounters.opening import Opened, shown, viewer_of
from app.services.encounters.shown import CommandAnswer, EventShown
from app.services.ids import Prefix, new_id
from app.services.values import Audience, Caller, Event, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What a command, an undo or a redo comes to."""

    entry: Entry
    encounter: Encounter[Any, Any]
    sheets: Sheets
    happenings: Sequence[Happening[Any, Any]]
    command: str | None = None
    """The body of a command, as JSON."""
    result: Result | None = None
    """What a command answers besides the encounter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped:
    """Where that has brought the encounter."""

    opened: Opened
    state: str
    """That of the encounter, as JSON."""
    step: Step
    events: Sequence[Event]
    happenings: Sequence[Happening[Any, Any]]
    result: Result | None

    @property
    def stored(self) -> StoredEncounter:
        """The encounter as it is kept."""
        return StoredEncounter(self.opened.head, state=self.state, sheets=self.opened.sheets)


def id_for(prefix: str) -> str:
    """An id of what the rules make, as their `Ids` ask for it."""
    return new_id(cast(Prefix, prefix))


def stepped(caller: Caller, before: Opened, moved: Moved, *, at: datetime) -> Stepped:
    """What is to be kept of a move, and what the campaign is told."""
    head = before.head
    status = moved.encounter.status
    is_shown = status == "running" or (status == "ended" and head.shown)
    same = moved.sheets is before.table.sheets
    table = before.table if same else replace(before.table, sheets=moved.sheets)
    told = is_shown or head.shown
    audiences: list[Audience] = ["all" if told and seen_by_players(one) else "gm" for one in moved.happenings]
    public = told and (
        is_shown is not head.shown
        or "all" in audiences
        or seen_difference(before.encounter, moved.encounter, table=table)
    )
    public_version = head.public_version + public
    events = [
        Event(
            id=new_id("evt"),
            type=one.fact.type,
            at=at,
            member_id=caller.member_id,
            by_member_id=caller.by_member_id,
            audience=audience,
            data=write_event(one, table.rules),
            # It reads otherwise for each viewer.
            text="",
            encounter_id=head.id,
            version=moved.entry.version,
            public_version=public_version,
        )
        for one, audience in zip(moved.happenings, audiences, strict=True)
    ]
    public_events = [one.id for one in events if one.audience == "all"]
    after = head._replace(
        kind=moved.encounter.kind,
        status=status,
        shown=is_shown,
        version=moved.entry.version,
        updated_at=at,
        last_event=events[-1].id if events else head.last_event,
        public_version=public_version,
        public_updated_at=at if public else head.public_updated_at,
        public_last_event=public_events[-1] if public_events else head.public_last_event,
        done=moved.entry.done,
        undone=moved.entry.undone,
    )
    state = before.writer.write(moved.encounter)
    sheets = before.sheets if same else json.dumps(moved.sheets.documents())
    return Stepped(
        opened=before._replace(head=after, encounter=moved.encounter, table=table, sheets=sheets),
        state=state,
        step=Step(
            entry=moved.entry,
            public_version=public_version,
            at=at,
            member_id=caller.member_id,
            by_member_id=caller.by_member_id,
            command=moved.command,
            change=write_step(before.encounter, moved.encounter),
            snapshot=state if moved.entry.version % SNAPSHOT_EVERY == 0 else None,
        ),
        events=events,
        happenings=moved.happenings,
        result=moved.result,
    )


def answer(caller: Caller, after: Stepped) -> CommandAnswer:
    """What whoever sent it gets."""
    opened, viewer = after.opened, viewer_of(caller)
    heard = [(event, hear(one, viewer)) for event, one in zip(after.events, after.happenings, strict=True)]
    said = say((one for _, one in heard if one is not None), opened.encounter, viewer, table=opened.table)
    return CommandAnswer.trusted(
        text=said.text,
        markdown=said.markdown,
        version=opened.head.side(caller.role).version,
        events=[_event_shown(event, one.view, caller) for event, one in heard if one is not None],
        result=after.result,
        encounter=shown(opened, caller),
    )


def _event_shown(event: Event, view: EventView, caller: Caller) -> EventShown:
    return EventShown.trusted(
        id=event.id,
        type=view.type,
        at=event.at,
        member_id=event.member_id,
        by_member_id=event.by_member_id,
        encounter_id=event.encounter_id or "",
        version=(event.version if caller.role is Role.GM else event.public_version) or 0,
        data=view.data,
        text=view.text,
    )
