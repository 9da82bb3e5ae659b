"""Rolls: what a viewer may not see isn't there for them, whichever way they look."""

import asyncio
from datetime import datetime
from typing import Any

from sqlalchemy import Boolean, String, and_, bindparam, or_, select, update

from app.db.columns import UtcDateTime
from app.db.statements import Connection, Record, Statement
from app.db.tables import RollRow
from app.services.ports import Page, RollFilter
from app.services.values import THROWN, Caller, CampaignRoll, Role

LARGE_DOCUMENT = 10_000
_DOCUMENT = list(RollRow.__table__.c.keys()).index("document")  # type: ignore[attr-defined]
_t: Any = RollRow.__table__  # type: ignore[attr-defined]


def _seen_by(*visibilities: str) -> Any:
    # Not `in_`: SQLAlchemy writes its list anew for every execution, and these statements are written once.
    return or_(*(_t.c.visibility == visibility for visibility in visibilities))


_visible = and_(
    _t.c.campaign_id == bindparam("campaign_id"),
    or_(
        _t.c.visibility == "public",
        and_(_seen_by("gm", "self"), _t.c.member_id == bindparam("viewer_id")),
        and_(_seen_by("gm", "blind"), bindparam("is_gm", type_=Boolean)),
    ),
)


def _if_given(name: str, type_: Any, condition: Any) -> Any:
    return or_(bindparam(name, type_=type_).is_(None), condition)


_wanted = and_(
    _visible,
    _if_given("member_id", String, _t.c.member_id == bindparam("member_id", type_=String)),
    _if_given("visibility", String, _t.c.visibility == bindparam("visibility", type_=String)),
    _if_given("since", UtcDateTime, _t.c.created_at >= bindparam("since", type_=UtcDateTime)),
    _if_given("until", UtcDateTime, _t.c.created_at < bindparam("until", type_=UtcDateTime)),
)
_GET = Statement(select(_t).where(_visible, _t.c.id == bindparam("id")))
_NEWEST = Statement(
    select(_t)
    .where(_wanted, _if_given("after", String, _t.c.id < bindparam("after", type_=String)))
    .order_by(_t.c.id.desc())
    .limit(bindparam("limit"))
)
_THROWS = Statement(
    select(_t.c.id, _t.c.member_id, _t.c.throws)
    .where(_wanted, _t.c.id > bindparam("after"))
    .order_by(_t.c.id)
    .limit(bindparam("limit"))
)
_REVEAL = Statement(
    update(_t).where(_t.c.id == bindparam("which")).values(visibility="public", revealed_at=bindparam("at"))
)


def _viewer(viewer: Caller) -> dict[str, Any]:
    return {
        "campaign_id": viewer.campaign_id,
        "viewer_id": viewer.member_id,
        "is_gm": viewer.role is Role.GM,
    }


def _filter(where: RollFilter) -> dict[str, Any]:
    return {
        "member_id": where.member_id,
        "visibility": where.visibility,
        "since": where.since,
        "until": where.until,
    }


def _found(row: Record) -> CampaignRoll:
    id_, _, member_id, by_member_id, visibility, label, created, revealed, document, _ = row
    thrown = THROWN.validate_json(document)
    return CampaignRoll(
        source=thrown.source,
        rolls=thrown.rolls,
        text=thrown.text,
        markdown=thrown.markdown,
        id=id_,
        member_id=member_id,
        by_member_id=by_member_id,
        visibility=visibility,
        label=label,
        created_at=created,
        revealed_at=revealed,
    )


class RollStore:
    """`services.ports.Rolls` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def get(self, viewer: Caller, roll_id: str) -> CampaignRoll | None:
        row = await self._connection.first(_GET, **_viewer(viewer), id=roll_id)
        return _found(row) if row else None

    async def page(self, viewer: Caller, page: Page, *, where: RollFilter) -> list[CampaignRoll]:
        rows = await self._connection.all(
            _NEWEST, **_viewer(viewer), **_filter(where), after=page.after, limit=page.limit
        )
        found = []
        for row in rows:
            found.append(_found(row))
            if len(row[_DOCUMENT]) > LARGE_DOCUMENT:
                # A roll may hold a thousand dice: between large ones others are served.
                await asyncio.sleep(0)
        return found

    async def throws(self, viewer: Caller, page: Page, *, where: RollFilter) -> list[tuple[str, str, str]]:
        rows = await self._connection.all(
            _THROWS, **_viewer(viewer), **_filter(where), after=page.after or "", limit=page.limit
        )
        return [(row[0], row[1], row[2]) for row in rows]

    async def reveal(self, roll_id: str, *, at: datetime) -> None:
        await self._connection.run(_REVEAL, which=roll_id, at=at)
