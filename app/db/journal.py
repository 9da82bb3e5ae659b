"""The journal: the campaign's facts in one gapless sequence, and the answers kept under idempotency keys.

The sequence is a counter of the campaign's row. Advancing it locks the row until the transaction ends, so a campaign
is written by one request at a time and a number that was taken is always used; different campaigns don't wait.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.db.columns import UtcDateTime
from app.db.statements import Connection, Statement
from app.db.tables import AnswerRow, CampaignRow, EventRow
from app.services.ports import AlreadyAnswered, Kept, Once
from app.services.values import Answer, Event

_campaign: Any = CampaignRow.__table__  # type: ignore[attr-defined]
_event: Any = EventRow.__table__  # type: ignore[attr-defined]
_answer: Any = AnswerRow.__table__  # type: ignore[attr-defined]

_ADVANCE = Statement(
    update(_campaign)
    .where(_campaign.c.id == bindparam("which"))
    .values(sequence=_campaign.c.sequence + bindparam("count"))
    .returning(_campaign.c.sequence)
)
_ADD = Statement(insert(_event))

_GET = Statement(
    select(_answer).where(
        _answer.c.scope == bindparam("scope"),
        _answer.c.key == bindparam("key"),
        _answer.c.created_at >= bindparam("since", type_=UtcDateTime),
    )
)
_fresh = insert_or_not(_answer)
# A key whose answer has expired may be used again; one that is still kept is left as it is.
_KEEP = Statement(
    _fresh.on_conflict_do_update(
        index_elements=[_answer.c.scope, _answer.c.key],
        set_={column.name: _fresh.excluded[column.name] for column in _answer.c},
        where=_answer.c.created_at < bindparam("since", type_=UtcDateTime),
    )
)
_FORGET = Statement(delete(_answer).where(_answer.c.created_at < bindparam("before")))


def event_values(event: Event, *, campaign_id: str) -> dict[str, Any]:
    """An event's columns but the sequence."""
    return {
        "campaign_id": campaign_id,
        "id": event.id,
        "type": event.type,
        "at": event.at,
        "member_id": event.member_id,
        "by_member_id": event.by_member_id,
        "audience": event.audience,
        "audience_member_id": (event.for_member_id or event.member_id) if "member" in event.audience else None,
        "schema_version": event.schema_version,
        "data": event.data,
        "text": event.text,
        "encounter_id": event.encounter_id,
        "version": event.version,
        "public_version": event.public_version,
    }


def answer_values(once: Once, answer: Answer, *, at: datetime) -> dict[str, Any]:
    """A kept answer's columns."""
    return {
        "scope": once.scope,
        "key": once.key,
        "fingerprint": once.fingerprint,
        "status": answer.status,
        "headers": json.dumps(answer.headers),
        "body": answer.body,
        "renews": answer.renews,
        "created_at": at,
    }


class JournalStore:
    """`services.ports.Journal` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def append(self, campaign_id: str, events: Sequence[Event]) -> None:
        advanced = await self._connection.first(_ADVANCE, which=campaign_id, count=len(events))
        assert advanced, "events belong to a campaign that was read in the same transaction"
        first = advanced[0] - len(events) + 1
        for place, event in enumerate(events):
            await self._connection.run(_ADD, **event_values(event, campaign_id=campaign_id), sequence=first + place)


class AnswerStore:
    """`services.ports.Answers` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def get(self, scope: str, key: str, *, since: datetime) -> Kept | None:
        row = await self._connection.first(_GET, scope=scope, key=key, since=since)
        if row is None:
            return None
        _, _, fingerprint, status, headers, body, renews, _ = row
        return Kept(
            fingerprint=fingerprint,
            answer=Answer(
                status=status,
                headers=tuple((name, value) for name, value in json.loads(headers)),
                body=body,
                renews=renews,
            ),
        )

    async def keep(self, once: Once, answer: Answer, *, at: datetime, since: datetime) -> None:
        if not await self._connection.run(_KEEP, **answer_values(once, answer, at=at), since=since):
            raise AlreadyAnswered(once)

    async def forget(self, *, before: datetime) -> int:
        return await self._connection.run(_FORGET, before=before)
