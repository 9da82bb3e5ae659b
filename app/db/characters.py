"""Characters and their revisions: what a viewer may not see isn't there for them, whichever way they look."""

import asyncio
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Boolean, String, and_, bindparam, delete, exists, func, insert, or_, select, update

from app.db.campaigns import REFS
from app.db.statements import Connection, Record, Statement
from app.db.tables import CharacterRow, EncounterRow, ExternalRefRow, RevisionRow
from app.db.visible import character_seen, if_given, viewer_values
from app.rules.catalog import SYSTEMS
from app.rules.kept import read_kept
from app.services.character import (
    CharacterHead,
    Counted,
    Revision,
    Snapshot,
    StoredCharacter,
    StoredRevision,
    Waiver,
)
from app.services.ports import CharacterFilter, Page
from app.services.sheets import Change
from app.services.values import Caller, Role

SHEET_VERSION = 1
"""The form in which sheets are written now."""

_WAIVERS = TypeAdapter(list[Waiver])
_CHANGES = TypeAdapter(list[Change])

_t: Any = CharacterRow.__table__  # type: ignore[attr-defined]
_r: Any = RevisionRow.__table__  # type: ignore[attr-defined]
_e: Any = EncounterRow.__table__  # type: ignore[attr-defined]
_ref: Any = ExternalRefRow.__table__  # type: ignore[attr-defined]

_head = (
    *(_t.c.id, _t.c.name, _t.c.kind, _t.c.owner_member_id, _t.c.visibility, _t.c.external_refs, _t.c.created_at),
    *(_t.c.version, _t.c.updated_at, _t.c.owner_version, _t.c.owner_updated_at),
    *(_t.c.public_version, _t.c.public_updated_at),
)
_HEAD = len(_head)
_visible = and_(_t.c.campaign_id == bindparam("campaign_id"), character_seen())
_whole = select(*_head, _t.c.sheet, _t.c.notes, _t.c.private_notes, _t.c.waivers).where(_visible)
_GET = Statement(_whole.where(_t.c.id == bindparam("id")))
_CALLED = Statement(
    _whole.where(
        _t.c.id
        == select(_ref.c.target_id)
        .where(
            _ref.c.campaign_id == bindparam("campaign_id"),
            _ref.c.kind == "character",
            _ref.c.app == bindparam("app"),
            _ref.c.ref == bindparam("ref"),
        )
        .scalar_subquery()
    )
)
_EVERYBODY = Statement(_whole.order_by(_t.c.id))
_PAGE = Statement(
    select(*_head)
    .where(
        _visible,
        _t.c.id > bindparam("after"),
        if_given("kind", String, _t.c.kind == bindparam("kind", type_=String)),
        if_given("part", String, _t.c.search.like(bindparam("part", type_=String), escape="\\")),
        if_given(
            "app",
            String,
            exists().where(
                _ref.c.campaign_id == _t.c.campaign_id,
                _ref.c.kind == "character",
                _ref.c.app == bindparam("app", type_=String),
                _ref.c.ref == bindparam("ref", type_=String),
                _ref.c.target_id == _t.c.id,
            ),
        ),
    )
    .order_by(_t.c.id)
    .limit(bindparam("limit"))
)
_COUNT = Statement(select(func.count()).select_from(_t).where(_t.c.campaign_id == bindparam("campaign_id")))
_ADD = Statement(insert(_t))
_REPLACE = Statement(
    update(_t)
    .where(_t.c.id == bindparam("which"))
    .values(
        {
            column.name: bindparam(f"new_{column.name}")
            for column in _t.c
            if column.name not in ("id", "campaign_id", "created_at")
        }
    )
)
_COUNTERS = ("version", "updated_at", "owner_version", "owner_updated_at", "public_version", "public_updated_at")
_RECOUNT = Statement(
    update(_t).where(_t.c.id == bindparam("which")).values({name: bindparam(f"new_{name}") for name in _COUNTERS})
)
_REMOVE = Statement(delete(_t).where(_t.c.id == bindparam("id")))

# The owner sees the revisions of the time in which the character was theirs to see.
_may_see = and_(
    _r.c.character_id == bindparam("character_id"),
    or_(bindparam("is_gm", type_=Boolean), _r.c.watcher_id == bindparam("viewer_id")),
)
_KEEP = Statement(insert(_r))
_REVISIONS = Statement(
    select(
        *(_r.c.id, _r.c.version, _r.c.owner_version, _r.c.opens, _r.c.action, _r.c.restored, _r.c.at),
        *(_r.c.member_id, _r.c.by_member_id, _r.c.changes, _e.c.id, _e.c.name),
    )
    # One whose start was undone is the game masters' again.
    .outerjoin(_e, and_(_e.c.id == _r.c.encounter_id, or_(_e.c.shown, bindparam("is_gm", type_=Boolean))))
    .where(_may_see, if_given("after", String, _r.c.id < bindparam("after", type_=String)))
    .order_by(_r.c.id.desc())
    .limit(bindparam("limit"))
)
_REVISION = Statement(
    select(_r.c.id, _r.c.name, _r.c.kind, _r.c.notes, _r.c.sheet).where(
        _may_see,
        or_(
            and_(bindparam("is_gm", type_=Boolean), _r.c.version == bindparam("number")),
            and_(~bindparam("is_gm", type_=Boolean), _r.c.owner_version == bindparam("number")),
        ),
    )
)


def _part(q: str | None) -> str | None:
    if q is None:
        return None
    plain = q.casefold().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{plain}%"


def _found_head(row: Record) -> dict[str, Any]:
    id_, name, kind, owner, visibility, refs, created, *counted = row[:_HEAD]
    version, updated, owner_version, owner_updated, public_version, public_updated = counted
    return {
        "id": id_,
        "name": name,
        "kind": kind,
        "owner_member_id": owner,
        "visibility": visibility,
        "external_refs": REFS.validate_json(refs),
        "created_at": created,
        "for_gm": Counted(version=version, at=updated),
        "for_owner": Counted(version=owner_version, at=owner_updated),
        "for_others": Counted(version=public_version, at=public_updated),
    }


def _found(row: Record, viewer: Caller) -> StoredCharacter:
    sheet, notes, private_notes, waivers = row[_HEAD:]
    return StoredCharacter(
        **_found_head(row),
        sheet=read_kept(SYSTEMS[viewer.system].sheet, sheet),
        notes=notes,
        private_notes=private_notes,
        waivers=_WAIVERS.validate_json(waivers),
    )


def _counters(character: CharacterHead) -> dict[str, Any]:
    return {
        "version": character.for_gm.version,
        "updated_at": character.for_gm.at,
        "owner_version": character.for_owner.version,
        "owner_updated_at": character.for_owner.at,
        "public_version": character.for_others.version,
        "public_updated_at": character.for_others.at,
    }


def _values(character: StoredCharacter) -> dict[str, Any]:
    return _counters(character) | {
        "name": character.name,
        "search": character.name.casefold(),
        "kind": character.kind,
        "owner_member_id": character.owner_member_id,
        "visibility": character.visibility,
        "external_refs": REFS.dump_json(character.external_refs).decode(),
        "schema_version": SHEET_VERSION,
        "sheet": character.sheet.model_dump_json(),
        "notes": character.notes,
        "private_notes": character.private_notes,
        "waivers": _WAIVERS.dump_json(character.waivers).decode(),
    }


class CharacterStore:
    """`services.ports.Characters` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def get(self, viewer: Caller, character_id: str) -> StoredCharacter | None:
        app, called, ref = character_id.partition(":")
        if called:
            row = await self._connection.first(_CALLED, **viewer_values(viewer), app=app, ref=ref)
        else:
            row = await self._connection.first(_GET, **viewer_values(viewer), id=character_id)
        return _found(row, viewer) if row else None

    async def everybody(self, viewer: Caller) -> list[StoredCharacter]:
        found = []
        for row in await self._connection.all(_EVERYBODY, **viewer_values(viewer)):
            found.append(_found(row, viewer))
            # Large sheets take a while to read; between them others are served.
            await asyncio.sleep(0)
        return found

    async def page(self, viewer: Caller, page: Page, *, where: CharacterFilter) -> list[CharacterHead]:
        rows = await self._connection.all(
            _PAGE,
            **viewer_values(viewer),
            after=page.after or "",
            kind=where.kind,
            part=_part(where.q),
            app=where.ref.app if where.ref else None,
            ref=where.ref.id if where.ref else None,
            limit=page.limit,
        )
        return [CharacterHead(**_found_head(row)) for row in rows]

    async def count(self, campaign_id: str) -> int:
        row = await self._connection.first(_COUNT, campaign_id=campaign_id)
        return row[0] if row else 0

    async def add(self, campaign_id: str, character: StoredCharacter) -> None:
        await self._connection.run(
            _ADD,
            id=character.id,
            campaign_id=campaign_id,
            created_at=character.created_at,
            **_values(character),
        )

    async def replace(self, character: StoredCharacter) -> None:
        new = {f"new_{name}": value for name, value in _values(character).items()}
        await self._connection.run(_REPLACE, which=character.id, **new)

    async def recount(self, character: CharacterHead) -> None:
        new = {f"new_{name}": value for name, value in _counters(character).items()}
        await self._connection.run(_RECOUNT, which=character.id, **new)

    async def remove(self, character_id: str) -> None:
        await self._connection.run(_REMOVE, id=character_id)

    async def keep(self, revision: StoredRevision) -> None:
        made = revision.character
        await self._connection.run(
            _KEEP,
            id=revision.id,
            character_id=made.id,
            version=made.for_gm.version,
            owner_version=made.for_owner.version,
            watcher_id=made.watcher,
            opens=revision.opens,
            action=revision.action,
            restored=revision.restored,
            encounter_id=revision.encounter_id,
            at=revision.at,
            member_id=revision.member_id,
            by_member_id=revision.by_member_id,
            changes=_CHANGES.dump_json(revision.changes).decode(),
            name=made.name,
            kind=made.kind,
            notes=made.notes,
            schema_version=SHEET_VERSION,
            sheet=made.sheet.model_dump_json(),
        )

    async def revisions(self, viewer: Caller, character_id: str, page: Page) -> list[Revision]:
        rows = await self._connection.all(
            _REVISIONS, **viewer_values(viewer), character_id=character_id, after=page.after, limit=page.limit
        )
        return [_found_revision(row, whole=viewer.role is Role.GM) for row in rows]

    async def revision(self, viewer: Caller, character_id: str, number: int) -> tuple[str, Snapshot] | None:
        row = await self._connection.first(_REVISION, **viewer_values(viewer), character_id=character_id, number=number)
        if row is None:
            return None
        id_, name, kind, notes, sheet = row
        read = read_kept(SYSTEMS[viewer.system].sheet, sheet)
        return id_, Snapshot(name=name, kind=kind, notes=notes, sheet=read)


def _found_revision(row: Record, *, whole: bool) -> Revision:
    id_, version, owner_version, opens, action, restored, at, member_id, by_member_id, changes, *played = row
    encounter_id, encounter_name = played
    return Revision(
        id=id_,
        revision=version if whole else owner_version,
        action=action,
        restored=restored,
        encounter_id=encounter_id,
        encounter_name=encounter_name,
        at=at,
        member_id=member_id,
        by_member_id=by_member_id,
        changes=_CHANGES.validate_json(changes) if whole or not opens else [],
    )
