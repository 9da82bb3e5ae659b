"""Encounters and every step that brought them where they stand."""

import json
from typing import Any

from sqlalchemy import Boolean, String, and_, bindparam, delete, exists, insert, or_, select, tuple_, update

from app.db.campaigns import REFS
from app.db.statements import Connection, Record, Statement
from app.db.tables import EncounterRow, EncounterVersionRow, EventRow, ExternalRefRow
from app.db.visible import if_given
from app.rules.encounter.history import Entry
from app.services.encounters.kept import EncounterFilter, EncounterHead, Reached, Step, StoredEncounter, StoredEvent
from app.services.ports import Page
from app.services.values import Caller, Role

_t: Any = EncounterRow.__table__  # type: ignore[attr-defined]
_step: Any = EncounterVersionRow.__table__  # type: ignore[attr-defined]
_event: Any = EventRow.__table__  # type: ignore[attr-defined]
_ref: Any = ExternalRefRow.__table__  # type: ignore[attr-defined]

_visible = and_(_t.c.campaign_id == bindparam("campaign_id"), or_(_t.c.shown, bindparam("is_gm", type_=Boolean)))
_HEAD = tuple(EncounterHead._fields)
_heads = [_t.c[name] for name in _HEAD]
_GET = Statement(select(*_heads, _t.c.state, _t.c.sheets).where(_visible, _t.c.id == bindparam("id")))
_PAGE = Statement(
    select(*_heads)
    .where(
        _visible,
        if_given("status", String, _t.c.status == bindparam("status", type_=String)),
        if_given("kind", String, _t.c.kind == bindparam("kind", type_=String)),
        if_given(
            "app",
            String,
            exists().where(
                _ref.c.campaign_id == _t.c.campaign_id,
                _ref.c.kind == "encounter",
                _ref.c.app == bindparam("app", type_=String),
                _ref.c.ref == bindparam("ref", type_=String),
                _ref.c.target_id == _t.c.id,
            ),
        ),
        if_given("after", String, _t.c.id < bindparam("after", type_=String)),
    )
    .order_by(_t.c.id.desc())
    .limit(bindparam("limit"))
)
_RUNNING = Statement(
    select(_t.c.id)
    .where(_t.c.campaign_id == bindparam("campaign_id"), _t.c.status == "running")
    .order_by(_t.c.id)
    .limit(10)
)
# A campaign has few encounters that run, so their states are looked through.
_HOLDING = Statement(
    select(_t.c.id)
    .where(
        _t.c.campaign_id == bindparam("campaign_id"),
        _t.c.status == "running",
        _t.c.state.like(bindparam("part", type_=String)),
    )
    .order_by(_t.c.id)
    .limit(1)
)
_TAKING_PART = Statement(
    select(*_heads, _t.c.state, _t.c.sheets)
    .where(
        _t.c.campaign_id == bindparam("campaign_id"),
        _t.c.status != "ended",
        _t.c.state.like(bindparam("part", type_=String)),
    )
    .order_by(_t.c.id)
)
_ADD = Statement(insert(_t))

_MOVED = (
    *("name", "notes", "external_refs", "kind", "status", "shown", "done", "undone", "state", "sheets"),
    *("version", "updated_at", "last_event", "public_version", "public_updated_at", "public_last_event"),
)
_ADVANCE = Statement(
    update(_t).where(_t.c.id == bindparam("which")).values({name: bindparam(f"new_{name}") for name in _MOVED})
)
_ADD_STEP = Statement(insert(_step))
_ENTRY = Statement(
    select(*(_step.c[name] for name in Entry.model_fields)).where(
        _step.c.encounter_id == bindparam("encounter_id"), _step.c.version == bindparam("version")
    )
)
_versions = select(_step.c.version, _step.c.at).where(_step.c.encounter_id == bindparam("encounter_id"))
_REACHED = Statement(_versions.where(_step.c.version == bindparam("version")))
_REACHED_IN_PUBLIC = Statement(
    _versions.where(_step.c.public_version == bindparam("version")).order_by(_step.c.version).limit(1)
)
_until = and_(_step.c.encounter_id == bindparam("encounter_id"), _step.c.version <= bindparam("upto"))
_snapshot = (
    select(_step.c.version)
    .where(_until, _step.c.snapshot.is_not(None))
    .order_by(_step.c.version.desc())
    .limit(1)
    .scalar_subquery()
)
_CHANGES = Statement(
    select(_step.c.change, _step.c.snapshot).where(_until, _step.c.version >= _snapshot).order_by(_step.c.version)
)
_STRIKE = Statement(
    update(_step)
    .where(_step.c.encounter_id == bindparam("which"), _step.c.version == bindparam("at_version"))
    .values(struck=bindparam("new_struck"))
)
_event_columns = [_event.c[name] for name in StoredEvent.__dataclass_fields__ if name != "struck"]
_events = (
    select(*_event_columns, _step.c.struck)
    .join(_step, and_(_step.c.encounter_id == _event.c.encounter_id, _step.c.version == _event.c.version))
    .where(_event.c.encounter_id == bindparam("encounter_id"))
)
_EVENTS_OF = Statement(_events.where(_event.c.version == bindparam("version")).order_by(_event.c.sequence))
_told = _events.where(
    or_(bindparam("is_gm", type_=Boolean), _event.c.audience == "all"),
    or_(_step.c.what == "command", _step.c.what == "undo", _step.c.what == "redo"),
)
_place = select(_event.c.version, _event.c.sequence).where(
    _event.c.encounter_id == bindparam("encounter_id"), _event.c.id == bindparam("after", type_=String)
)
_OLDEST = Statement(
    _told.where(if_given("after", String, tuple_(_event.c.version, _event.c.sequence) > _place.scalar_subquery()))
    .order_by(_event.c.version, _event.c.sequence)
    .limit(bindparam("limit"))
)
_NEWEST = Statement(
    _told.where(if_given("after", String, tuple_(_event.c.version, _event.c.sequence) < _place.scalar_subquery()))
    .order_by(_event.c.version.desc(), _event.c.sequence.desc())
    .limit(bindparam("limit"))
)
_REMOVE = Statement(delete(_t).where(_t.c.id == bindparam("id")))


def columns(encounter: StoredEncounter) -> dict[str, Any]:
    """An encounter's columns but the campaign."""
    head = encounter.head
    return head._asdict() | {
        "options": json.dumps(head.options),
        "external_refs": REFS.dump_json(head.external_refs).decode(),
        "state": encounter.state,
        "sheets": encounter.sheets,
    }


def step_columns(encounter_id: str, step: Step) -> dict[str, Any]:
    """A step's columns."""
    row = {name: getattr(step, name) for name in Step.__dataclass_fields__}
    return {"encounter_id": encounter_id, "struck": False} | dict(row.pop("entry")) | row


def _head(row: Record) -> EncounterHead:
    head = EncounterHead(*row[: len(_HEAD)])
    read: Any = head.options, head.external_refs
    return head._replace(options=json.loads(read[0]), external_refs=REFS.validate_json(read[1]))


def _stored(row: Record) -> StoredEncounter:
    return StoredEncounter(_head(row), state=row[-2], sheets=row[-1])


def _part(character_id: str) -> str:
    return f'%"character_id":"{character_id}"%'


def _stored_event(row: Record) -> StoredEvent:
    return StoredEvent(**dict(zip(StoredEvent.__dataclass_fields__, row, strict=True)))


class EncounterStore:
    """`services.encounters.ports.EncounterStore` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def get(self, viewer: Caller, encounter_id: str) -> StoredEncounter | None:
        row = await self._connection.first(
            _GET, campaign_id=viewer.campaign_id, is_gm=viewer.role is Role.GM, id=encounter_id
        )
        return _stored(row) if row else None

    async def page(self, viewer: Caller, page: Page, *, where: EncounterFilter) -> list[EncounterHead]:
        rows = await self._connection.all(
            _PAGE,
            campaign_id=viewer.campaign_id,
            is_gm=viewer.role is Role.GM,
            status=where.status,
            kind=where.kind,
            app=where.ref.app if where.ref else None,
            ref=where.ref.id if where.ref else None,
            after=page.after,
            limit=page.limit,
        )
        return [_head(row) for row in rows]

    async def running(self, campaign_id: str) -> list[str]:
        return [id_ for (id_,) in await self._connection.all(_RUNNING, campaign_id=campaign_id)]

    async def holding(self, campaign_id: str, character_id: str) -> str | None:
        row = await self._connection.first(_HOLDING, campaign_id=campaign_id, part=_part(character_id))
        return row[0] if row else None

    async def taking_part(self, campaign_id: str, character_id: str) -> list[StoredEncounter]:
        rows = await self._connection.all(_TAKING_PART, campaign_id=campaign_id, part=_part(character_id))
        return [_stored(row) for row in rows]

    async def add(self, campaign_id: str, encounter: StoredEncounter, step: Step) -> None:
        await self._connection.run(_ADD, campaign_id=campaign_id, **columns(encounter))
        await self._connection.run(_ADD_STEP, **step_columns(encounter.head.id, step))

    async def advance(self, encounter: StoredEncounter, step: Step) -> None:
        row = columns(encounter)
        await self._connection.run(_ADVANCE, which=encounter.head.id, **{f"new_{name}": row[name] for name in _MOVED})
        await self._connection.run(_ADD_STEP, **step_columns(encounter.head.id, step))

    async def entry(self, encounter_id: str, version: int) -> Entry:
        row = await self._connection.first(_ENTRY, encounter_id=encounter_id, version=version)
        assert row, "whoever asks has the version from another one"
        return Entry(**dict(zip(Entry.model_fields, row, strict=True)))

    async def reached(self, encounter_id: str, version: int, *, public: bool) -> Reached | None:
        statement = _REACHED_IN_PUBLIC if public else _REACHED
        row = await self._connection.first(statement, encounter_id=encounter_id, version=version)
        return Reached(*row) if row else None

    async def changes(self, encounter_id: str, upto: int) -> tuple[str, list[str]]:
        rows = await self._connection.all(_CHANGES, encounter_id=encounter_id, upto=upto)
        return rows[0][1], [change for change, _ in rows[1:]]

    async def strike(self, encounter_id: str, version: int, *, struck: bool) -> None:
        await self._connection.run(_STRIKE, which=encounter_id, at_version=version, new_struck=struck)

    async def events_of(self, encounter_id: str, version: int) -> list[StoredEvent]:
        rows = await self._connection.all(_EVENTS_OF, encounter_id=encounter_id, version=version)
        return [_stored_event(row) for row in rows]

    async def events(self, viewer: Caller, encounter_id: str, page: Page, *, newest_first: bool) -> list[StoredEvent]:
        rows = await self._connection.all(
            _NEWEST if newest_first else _OLDEST,
            encounter_id=encounter_id,
            is_gm=viewer.role is Role.GM,
            after=page.after,
            limit=page.limit,
        )
        return [_stored_event(row) for row in rows]

    async def remove(self, encounter_id: str) -> None:
        await self._connection.run(_REMOVE, id=encounter_id)
