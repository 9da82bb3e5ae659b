"""A campaign as a whole: what it was, read and written in one go."""

import json
from collections import defaultdict
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Boolean, and_, bindparam, insert, or_, select

from app.db.campaigns import REFS
from app.db.encounters import step_columns
from app.db.statements import Connection, Statement
from app.db.tables import CharacterRow, CheckRow, EncounterVersionRow, EventRow, MemberRow, RevisionRow, RollRow
from app.services.encounters.kept import Step
from app.services.sheets import Change
from app.services.transfer.documents import EventRecord, MemberRecord, RevisionRecord, StepRecord
from app.services.values import THROWN, Caller, CampaignRoll, Role, Thrown

_CHANGES = TypeAdapter(list[Change])

_character: Any = CharacterRow.__table__  # type: ignore[attr-defined]
_check: Any = CheckRow.__table__  # type: ignore[attr-defined]
_event: Any = EventRow.__table__  # type: ignore[attr-defined]
_member: Any = MemberRow.__table__  # type: ignore[attr-defined]
_revision: Any = RevisionRow.__table__  # type: ignore[attr-defined]
_step: Any = EncounterVersionRow.__table__  # type: ignore[attr-defined]
_roll: Any = RollRow.__table__  # type: ignore[attr-defined]

_MEMBERS = Statement(select(_member).where(_member.c.campaign_id == bindparam("campaign_id")).order_by(_member.c.id))
_REVISIONS = Statement(
    select(
        *(_revision.c.character_id, _revision.c.id, _revision.c.version, _revision.c.owner_version),
        *(_revision.c.watcher_id, _revision.c.opens, _revision.c.action, _revision.c.restored, _revision.c.at),
        *(_revision.c.member_id, _revision.c.by_member_id, _revision.c.changes, _revision.c.name, _revision.c.kind),
        *(_revision.c.notes, _revision.c.sheet, _revision.c.encounter_id),
    )
    .join(_character, _character.c.id == _revision.c.character_id)
    .where(_character.c.campaign_id == bindparam("campaign_id"))
    .order_by(_revision.c.character_id, _revision.c.version)
)
_RECURRING = Statement(
    select(_check.c.id, _check.c.recurs, _check.c.clock).where(_check.c.campaign_id == bindparam("campaign_id"))
)
_EVENTS = Statement(
    select(
        *(_event.c.type, _event.c.at, _event.c.member_id, _event.c.by_member_id, _event.c.audience),
        *(_event.c.audience_member_id, _event.c.schema_version, _event.c.id, _event.c.encounter_id, _event.c.version),
        *(_event.c.data, _event.c.text),
    )
    .where(
        _event.c.campaign_id == bindparam("campaign_id"),
        or_(
            _event.c.audience == "all",
            and_(
                or_(_event.c.audience == "gm", _event.c.audience == "gm_and_member"), bindparam("is_gm", type_=Boolean)
            ),
            and_(_event.c.audience != "gm", _event.c.audience_member_id == bindparam("viewer_id")),
        ),
    )
    .order_by(_event.c.sequence.desc())
    .limit(bindparam("limit"))
)
_STEPS = Statement(
    select(
        *(_step.c.snapshot, _step.c.what, _step.c.public_version, _step.c.at, _step.c.member_id),
        *(_step.c.by_member_id, _step.c.command, _step.c.change),
    )
    .where(_step.c.encounter_id == bindparam("encounter_id"), _step.c.version <= bindparam("upto"))
    .order_by(_step.c.version)
)
_ADD_STEP = Statement(insert(_step))
_ADD_MEMBER = Statement(insert(_member))
_ADD_ROLL = Statement(insert(_roll))


class ChronicleStore:
    """`services.transfer.chronicle.Chronicle` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def members(self, campaign_id: str) -> list[MemberRecord]:
        rows = await self._connection.all(_MEMBERS, campaign_id=campaign_id)
        return [
            MemberRecord(
                id=id_,
                display_name=name,
                role=Role(role),
                # Who leaves is called nothing any more.
                external_refs=[] if left else REFS.validate_json(refs),
                joined_at=joined,
                left_at=left,
            )
            for id_, _, name, role, refs, joined, left in rows
        ]

    async def revisions(self, campaign_id: str) -> dict[str, list[RevisionRecord]]:
        rows = await self._connection.all(_REVISIONS, campaign_id=campaign_id)
        numbers = {row[1]: row[2] for row in rows}
        found: dict[str, list[RevisionRecord]] = defaultdict(list)
        for character_id, _, version, owner_version, watcher, opens, action, restored, *rest in rows:
            at, member_id, by_member_id, changes, name, kind, notes, sheet, encounter_id = rest
            found[character_id].append(
                RevisionRecord(
                    version=version,
                    owner_version=owner_version,
                    watcher_id=watcher,
                    opens=opens,
                    action=action,
                    restored=numbers.get(restored),
                    encounter_id=encounter_id,
                    at=at,
                    member_id=member_id,
                    by_member_id=by_member_id,
                    changes=_CHANGES.validate_json(changes),
                    name=name,
                    kind=kind,
                    notes=notes,
                    sheet=json.loads(sheet),
                )
            )
        return found

    async def recurring(self, campaign_id: str) -> dict[str, tuple[str | None, int]]:
        rows = await self._connection.all(_RECURRING, campaign_id=campaign_id)
        return {id_: (recurs, clock) for id_, recurs, clock in rows}

    async def steps(self, encounter_id: str, *, upto: int) -> tuple[dict[str, Any], list[StepRecord]]:
        rows = await self._connection.all(_STEPS, encounter_id=encounter_id, upto=upto)
        names = ("what", "public_version", "at", "member_id", "by_member_id")
        steps = [
            StepRecord(
                **dict(zip(names, row[1:-2], strict=True)),
                command=json.loads(row[-2]) if row[-2] else None,
                change=json.loads(row[-1]),
            )
            for row in rows
        ]
        return json.loads(rows[0][0]), steps

    async def events(self, viewer: Caller, *, most: int) -> list[EventRecord]:
        rows = await self._connection.all(
            _EVENTS,
            campaign_id=viewer.campaign_id,
            viewer_id=viewer.member_id,
            is_gm=viewer.role is Role.GM,
            limit=most,
        )
        names = (
            *("type", "at", "member_id", "by_member_id", "audience", "audience_member_id", "schema_version"),
            *("id", "encounter_id", "version"),
        )
        return [
            EventRecord(**dict(zip(names, row, strict=False)), data=json.loads(row[-2]), text=row[-1])
            for row in reversed(rows)
        ]

    async def add_member(self, campaign_id: str, member: MemberRecord) -> None:
        await self._connection.run(
            _ADD_MEMBER,
            id=member.id,
            campaign_id=campaign_id,
            display_name=member.display_name,
            role=member.role,
            external_refs=REFS.dump_json(member.external_refs).decode(),
            joined_at=member.joined_at,
            left_at=member.left_at,
        )

    async def add_roll(self, campaign_id: str, roll: CampaignRoll) -> None:
        thrown = Thrown(text=roll.text, markdown=roll.markdown, source=roll.source, rolls=roll.rolls)
        await self._connection.run(
            _ADD_ROLL,
            id=roll.id,
            campaign_id=campaign_id,
            member_id=roll.member_id,
            by_member_id=roll.by_member_id,
            character_id=roll.character_id,
            visibility=roll.visibility,
            label=roll.label,
            created_at=roll.created_at,
            revealed_at=roll.revealed_at,
            document=THROWN.dump_json(thrown, exclude_none=True).decode(),
            throws="[]",
        )

    async def add_step(self, encounter_id: str, step: Step, *, struck: bool) -> None:
        await self._connection.run(_ADD_STEP, **step_columns(encounter_id, step) | {"struck": struck})
