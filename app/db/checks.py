"""Checks: what a viewer may not see isn't there for them, whichever way they look."""

from typing import Any

from pydantic import BaseModel, JsonValue
from sqlalchemy import Boolean, String, bindparam, func, insert, select, update

from app.db.statements import Record, Statement
from app.db.tables import CheckRow
from app.db.throws import ThrowStore, reveal_of, throws_of
from app.db.visible import as_seen, filter_values, if_given, viewer_values, visible, wanted
from app.rules.catalog import AnyCheck
from app.rules.system import CheckAnswer
from app.services.ports import CheckFilter, Page
from app.services.values import Caller, CampaignCheck

_t: Any = CheckRow.__table__  # type: ignore[attr-defined]


class Document(BaseModel):
    """What of a check stands in no column of its own."""

    asked: AnyCheck
    answer: CheckAnswer
    house_rules: dict[str, JsonValue]
    before: CheckAnswer | None


_GET = Statement(select(*as_seen(_t)).where(visible(_t), _t.c.id == bindparam("id")))
_NEWEST = Statement(
    select(*as_seen(_t))
    .where(
        wanted(_t),
        if_given("kind", String, _t.c.kind == bindparam("kind", type_=String)),
        if_given("open", Boolean, _t.c.open == bindparam("open", type_=Boolean)),
        if_given("after", String, _t.c.id < bindparam("after", type_=String)),
    )
    .order_by(_t.c.id.desc())
    .limit(bindparam("limit"))
)
# A check for no character is bettered until its maker's next such check.
_LAST_OF_MEMBER = Statement(
    select(func.max(_t.c.id)).where(_t.c.member_id == bindparam("member_id"), _t.c.character_id.is_(None))
)
_LAST_OF_CHARACTER = Statement(select(func.max(_t.c.id)).where(_t.c.character_id == bindparam("character_id")))
_RECURRED = Statement(
    select(func.max(_t.c.clock)).where(_t.c.campaign_id == bindparam("campaign_id"), _t.c.recurs == bindparam("recurs"))
)
_ADD = Statement(insert(_t))
_REPLACE = Statement(
    update(_t)
    .where(_t.c.id == bindparam("which"))
    .values({name: bindparam(f"new_{name}") for name in ("open", "document", "throws")})
)


def _document(check: CampaignCheck) -> str:
    return Document(
        asked=check.asked, answer=check.answer, house_rules=check.house_rules, before=check.before
    ).model_dump_json()


def _found(row: Record) -> CampaignCheck:
    id_, _, member_id, by_member_id, character_id, visibility, _, _, _, _, label, created, revealed, document, _ = row
    kept = Document.model_validate_json(document)
    return CampaignCheck(
        **dict(kept.answer),
        id=id_,
        member_id=member_id,
        by_member_id=by_member_id,
        character_id=character_id,
        visibility=visibility,
        label=label,
        created_at=created,
        revealed_at=revealed,
        asked=kept.asked,
        house_rules=kept.house_rules,
        before=kept.before,
    )


class CheckStore(ThrowStore):
    """`services.ports.Checks` on a connection."""

    THROWS = throws_of(_t)
    REVEAL = reveal_of(_t)

    async def get(self, viewer: Caller, check_id: str) -> CampaignCheck | None:
        row = await self._connection.first(_GET, **viewer_values(viewer), id=check_id)
        return _found(row) if row else None

    async def page(self, viewer: Caller, page: Page, *, where: CheckFilter) -> list[CampaignCheck]:
        rows = await self._connection.all(
            _NEWEST,
            **viewer_values(viewer),
            **filter_values(where),
            kind=where.kind,
            open=where.open,
            after=page.after,
            limit=page.limit,
        )
        return [_found(row) for row in rows]

    async def newest(self, check: CampaignCheck) -> str | None:
        if check.character_id is None:
            row = await self._connection.first(_LAST_OF_MEMBER, member_id=check.member_id)
        else:
            row = await self._connection.first(_LAST_OF_CHARACTER, character_id=check.character_id)
        return row[0] if row else None

    async def recurred(self, campaign_id: str, recurs: str) -> int | None:
        row = await self._connection.first(_RECURRED, campaign_id=campaign_id, recurs=recurs)
        return row[0] if row else None

    async def add(
        self, campaign_id: str, check: CampaignCheck, *, throws: str, clock: int, recurs: str | None = None
    ) -> None:
        await self._connection.run(
            _ADD,
            id=check.id,
            campaign_id=campaign_id,
            member_id=check.member_id,
            by_member_id=check.by_member_id,
            character_id=check.character_id,
            visibility=check.visibility,
            kind=check.kind,
            open=check.open,
            recurs=recurs,
            clock=clock,
            label=check.label,
            created_at=check.created_at,
            revealed_at=check.revealed_at,
            document=_document(check),
            throws=throws,
        )

    async def replace(self, check: CampaignCheck, *, throws: str) -> None:
        await self._connection.run(
            _REPLACE, which=check.id, new_open=check.open, new_document=_document(check), new_throws=throws
        )
