"""Rolls: what a viewer may not see isn't there for them, whichever way they look."""

import asyncio
from typing import Any

from sqlalchemy import String, bindparam, select

from app.db.statements import Record, Statement
from app.db.tables import RollRow
from app.db.throws import ThrowStore, reveal_of, throws_of
from app.db.visible import as_seen, filter_values, if_given, viewer_values, visible, wanted
from app.services.ports import Page, ThrowFilter
from app.services.values import THROWN, Caller, CampaignRoll

LARGE_DOCUMENT = 10_000
_DOCUMENT = list(RollRow.__table__.c.keys()).index("document")  # type: ignore[attr-defined]
_t: Any = RollRow.__table__  # type: ignore[attr-defined]

_GET = Statement(select(*as_seen(_t)).where(visible(_t), _t.c.id == bindparam("id")))
_NEWEST = Statement(
    select(*as_seen(_t))
    .where(wanted(_t), if_given("after", String, _t.c.id < bindparam("after", type_=String)))
    .order_by(_t.c.id.desc())
    .limit(bindparam("limit"))
)


def _found(row: Record) -> CampaignRoll:
    id_, _, member_id, by_member_id, character_id, visibility, label, created, revealed, document, _ = row
    thrown = THROWN.validate_json(document)
    return CampaignRoll(
        source=thrown.source,
        rolls=thrown.rolls,
        text=thrown.text,
        markdown=thrown.markdown,
        id=id_,
        member_id=member_id,
        by_member_id=by_member_id,
        character_id=character_id,
        visibility=visibility,
        label=label,
        created_at=created,
        revealed_at=revealed,
    )


class RollStore(ThrowStore):
    """`services.ports.Rolls` on a connection."""

    THROWS = throws_of(_t)
    REVEAL = reveal_of(_t)

    async def get(self, viewer: Caller, roll_id: str) -> CampaignRoll | None:
        row = await self._connection.first(_GET, **viewer_values(viewer), id=roll_id)
        return _found(row) if row else None

    async def page(self, viewer: Caller, page: Page, *, where: ThrowFilter) -> list[CampaignRoll]:
        rows = await self._connection.all(
            _NEWEST, **viewer_values(viewer), **filter_values(where), after=page.after, limit=page.limit
        )
        found = []
        for row in rows:
            found.append(_found(row))
            if len(row[_DOCUMENT]) > LARGE_DOCUMENT:
                # A roll may hold a thousand dice: between large ones others are served.
                await asyncio.sleep(0)
        return found
