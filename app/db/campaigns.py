"""Campaigns and their counters."""

from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import bindparam, delete, exists, insert, select, update

from app.db.statements import Connection, Record, Statement
from app.db.tables import AnswerRow, CampaignRow, TokenRow
from app.services.options import OPTIONS
from app.services.ports import Page
from app.services.values import Campaign, ExternalRef, StoredCampaign

REFS = TypeAdapter(list[ExternalRef])

_answer: Any = AnswerRow.__table__  # type: ignore[attr-defined]
_token: Any = TokenRow.__table__  # type: ignore[attr-defined]
_t: Any = CampaignRow.__table__  # type: ignore[attr-defined]

_GET = Statement(select(_t).where(_t.c.id == bindparam("id")))
# On SQLite the clause is left out: every write there begins with the one write lock.
_LOCK = Statement(select(_t).where(_t.c.id == bindparam("id")).with_for_update())
_PAGE = Statement(select(_t).where(_t.c.id > bindparam("after")).order_by(_t.c.id).limit(bindparam("limit")))
_ADD = Statement(insert(_t))
_REPLACE = Statement(
    update(_t)
    .where(_t.c.id == bindparam("which"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in (
                "name",
                "description",
                "options",
                "external_refs",
                "archived",
                "version",
                "public_version",
                "clock",
                "updated_at",
            )
        }
    )
)
_PURGE = Statement(delete(_t).where(_t.c.id == bindparam("id")))
_PURGE_ANSWERS = Statement(
    delete(_answer).where(
        exists().where(_token.c.campaign_id == bindparam("campaign_id"), _token.c.id == _answer.c.scope)
    )
)


def _stored(row: Record) -> StoredCampaign:
    id_, name, system, description, options, refs, archived, version, public_version, _, clock, created, updated = row
    return StoredCampaign(
        campaign=Campaign(
            id=id_,
            name=name,
            system=system,
            description=description,
            options=OPTIONS[system].model_validate_json(options),
            external_refs=REFS.validate_json(refs),
            archived=archived,
            version=version,
            clock=clock,
            created_at=created,
            updated_at=updated,
        ),
        public_version=public_version,
    )


class CampaignStore:
    """`services.ports.Campaigns` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def get(self, campaign_id: str) -> StoredCampaign | None:
        row = await self._connection.first(_GET, id=campaign_id)
        return _stored(row) if row else None

    async def lock(self, campaign_id: str) -> StoredCampaign | None:
        row = await self._connection.first(_LOCK, id=campaign_id)
        return _stored(row) if row else None

    async def page(self, page: Page) -> list[StoredCampaign]:
        rows = await self._connection.all(_PAGE, after=page.after or "", limit=page.limit)
        return [_stored(row) for row in rows]

    async def add(self, campaign: StoredCampaign) -> None:
        made = campaign.campaign
        await self._connection.run(
            _ADD,
            id=made.id,
            name=made.name,
            system=made.system,
            description=made.description,
            options=made.options.model_dump_json(),
            external_refs=REFS.dump_json(made.external_refs).decode(),
            archived=made.archived,
            version=made.version,
            public_version=campaign.public_version,
            sequence=0,
            clock=made.clock,
            created_at=made.created_at,
            updated_at=made.updated_at,
        )

    async def replace(self, campaign: StoredCampaign) -> None:
        made = campaign.campaign
        await self._connection.run(
            _REPLACE,
            which=made.id,
            new_name=made.name,
            new_description=made.description,
            new_options=made.options.model_dump_json(),
            new_external_refs=REFS.dump_json(made.external_refs).decode(),
            new_archived=made.archived,
            new_version=made.version,
            new_public_version=campaign.public_version,
            new_clock=made.clock,
            new_updated_at=made.updated_at,
        )

    async def purge(self, campaign_id: str) -> None:
        # The answers kept for its members' repeats tell of the campaign too.
        await self._connection.run(_PURGE_ANSWERS, campaign_id=campaign_id)
        await self._connection.run(_PURGE, id=campaign_id)
