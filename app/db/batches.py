"""Rolls on Postgres, written many at a time: while one batch is on its way, the next gathers.

A round trip, a commit and the checks of foreign keys cost more than the rows, and a batch shares them. One statement
locks the campaigns, checks that every caller may still write, counts on the sequences and writes rolls, events and kept
answers. What it leaves out goes the long way (`append_in_steps`), which waits for locks and decides: a campaign that
somebody else holds, a caller who lost their place, a key that was used.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from app.db.append import append_in_steps, caller_values, roll_values
from app.db.journal import answer_values, event_values
from app.db.statements import Connection
from app.services.ports import RollAppend

Waiting = tuple[RollAppend, asyncio.Future[bool]]

LARGEST_BATCH = 64
# One is being committed while the other is being gathered and sent; more would only make them smaller.
MOST_IN_FLIGHT = 2
# Requests that arrive together go together: a batch leaves after these turns of the event loop, some 0.1 ms.
TURNS = 2

_TYPES = {
    "campaign_id": "varchar",
    "token_id": "varchar",
    "secret_digest": "bytea",
    "member_id": "varchar",
    "member_role": "varchar",
    "now": "timestamptz",
    "roll_id": "varchar",
    "roll_by_member_id": "varchar",
    "roll_character_id": "varchar",
    "roll_visibility": "varchar",
    "roll_label": "varchar",
    "roll_document": "jsonb",
    "roll_throws": "jsonb",
    "event_id": "varchar",
    "event_type": "varchar",
    "event_audience": "varchar",
    "event_audience_member_id": "varchar",
    "event_schema_version": "integer",
    "event_data": "jsonb",
    "event_text": "varchar",
    "answer_scope": "varchar",
    "answer_key": "varchar",
    "answer_fingerprint": "bytea",
    "answer_status": "integer",
    "answer_headers": "jsonb",
    "answer_body": "bytea",
    "answer_renews": "varchar",
}
_ARRAYS = ", ".join(f"${place}::{type_}[]" for place, type_ in enumerate(_TYPES.values(), 1))

BATCH = f"""
WITH given AS (
    SELECT * FROM unnest({_ARRAYS}) WITH ORDINALITY AS given({", ".join(_TYPES)}, place)
),
locked AS (
    SELECT id FROM campaign WHERE id = ANY($1::varchar[]) AND NOT archived ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
),
entitled AS MATERIALIZED (
    SELECT given.* FROM given JOIN locked ON locked.id = given.campaign_id
    WHERE EXISTS (
        SELECT 1 FROM token WHERE token.id = token_id AND digest = secret_digest AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > now)
    )
    AND EXISTS (SELECT 1 FROM member WHERE member.id = member_id AND role = member_role AND left_at IS NULL)
),
kept AS (
    INSERT INTO answer (scope, key, fingerprint, status, headers, body, renews, created_at)
    SELECT answer_scope, answer_key, answer_fingerprint, answer_status, answer_headers, answer_body, answer_renews, now
    FROM entitled WHERE answer_key IS NOT NULL
    ON CONFLICT (scope, key) DO NOTHING
    RETURNING scope, key
),
passed AS MATERIALIZED (
    SELECT *, row_number() OVER of_campaign AS turn, count(*) OVER (PARTITION BY campaign_id) AS many
    FROM entitled
    WHERE answer_key IS NULL OR (answer_scope, answer_key) IN (SELECT scope, key FROM kept)
    WINDOW of_campaign AS (PARTITION BY campaign_id ORDER BY place)
),
counted AS (
    UPDATE campaign SET sequence = sequence + many FROM passed WHERE turn = 1 AND campaign.id = campaign_id
    RETURNING campaign.id, sequence - many AS before
),
thrown AS (
    INSERT INTO roll (
        id, campaign_id, member_id, by_member_id, character_id, visibility, label, created_at, document, throws
    )
    SELECT
        roll_id, campaign_id, member_id, roll_by_member_id, roll_character_id, roll_visibility, roll_label, now,
        roll_document, roll_throws
    FROM passed JOIN counted ON counted.id = campaign_id
),
told AS (
    INSERT INTO event (
        campaign_id, sequence, id, type, at, member_id, by_member_id, audience, audience_member_id, schema_version,
        data, text
    )
    SELECT
        campaign_id, before + turn, event_id, event_type, now, member_id, roll_by_member_id, event_audience,
        event_audience_member_id, event_schema_version, event_data, event_text
    FROM passed JOIN counted ON counted.id = campaign_id
)
SELECT place FROM passed JOIN counted ON counted.id = campaign_id
"""  # noqa: S608 - made of the constants above


class BatchingDatabase(Protocol):
    """What the batches need of their database."""

    async def fetch(self, sql: str, arguments: Sequence[Any]) -> list[Any]:
        """Run one statement as the driver takes it, by itself."""
        ...

    async def write(self, work: Callable[[Connection], Awaitable[bool]]) -> bool:
        """Run a piece of work in a transaction."""
        ...


class RollBatches:
    """Gathers the rolls of this process and sends them."""

    def __init__(self, database: BatchingDatabase) -> None:
        self._database = database
        self._waiting: list[Waiting] = []
        self._campaigns: set[str] = set()
        self._sending: set[asyncio.Task[None]] = set()
        self._gathering = False

    async def append(self, append: RollAppend) -> bool:
        """Write a roll with the next batch; False, and nothing written, when that may no longer be."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, done))
        if not self._gathering:
            self._gathering = True
            asyncio.get_running_loop().call_soon(self._gather, TURNS)
        return await done

    def _gather(self, turns: int) -> None:
        if turns:
            asyncio.get_running_loop().call_soon(self._gather, turns - 1)
            return
        self._gathering = False
        self._send_next()

    def _send_next(self) -> None:
        while len(self._sending) < MOST_IN_FLIGHT and (batch := self._next()):
            task = asyncio.create_task(self._send(batch))
            self._sending.add(task)

    def _next(self) -> list[Waiting]:
        """What can go now.

        A campaign whose rolls are on their way would only be found locked. A twin waits for its first: the statement
        tells keys that were used before from those that were not, but not two of its own rows.
        """
        batch: list[Waiting] = []
        later: list[Waiting] = []
        keys: set[tuple[str, str]] = set()
        for waiting in self._waiting:
            append, _ = waiting
            key = (append.kept[0].scope, append.kept[0].key) if append.kept else None
            free = append.caller.campaign_id not in self._campaigns and len(batch) < LARGEST_BATCH and key not in keys
            (batch if free else later).append(waiting)
            if free and key:
                keys.add(key)
        self._waiting = later
        self._campaigns |= {append.caller.campaign_id for append, _ in batch}
        return batch

    async def _send(self, batch: list[Waiting]) -> None:
        try:
            written = await self._written([append for append, _ in batch])
            for append, done in (waiting for place, waiting in enumerate(batch, 1) if place not in written):
                await self._settle(append, done)
            for place in written:
                _, done = batch[place - 1]
                if not done.done():
                    done.set_result(True)
        finally:
            self._campaigns -= {append.caller.campaign_id for append, _ in batch}
            self._sending -= {asyncio.current_task()}
            self._send_next()

    async def _written(self, appends: Sequence[RollAppend]) -> set[int]:
        try:
            rows = await self._database.fetch(BATCH, columns(appends))
        except Exception:  # one bad row fails the statement; by themselves the others pass, and it says what is wrong
            return set()
        return {row[0] for row in rows}

    async def _settle(self, append: RollAppend, done: "asyncio.Future[bool]") -> None:
        try:
            result = await self._database.write(lambda connection: append_in_steps(connection, append))
        except Exception as problem:
            if not done.done():
                done.set_exception(problem)
        else:
            if not done.done():
                done.set_result(result)


def columns(appends: Sequence[RollAppend]) -> list[list[Any]]:
    """The batch's values as the statement takes them: a list for each column."""
    rows = [_row(append) for append in appends]
    return [[row.get(name) for row in rows] for name in _TYPES]


def _row(append: RollAppend) -> dict[str, Any]:
    row = caller_values(append.caller, at=append.roll.created_at)
    row |= {f"roll_{name}": value for name, value in roll_values(append).items()}
    event = event_values(append.event, campaign_id=append.caller.campaign_id)
    row |= {f"event_{name}": value for name, value in event.items()}
    if append.kept:
        once, answer, _ = append.kept
        kept = answer_values(once, answer, at=append.roll.created_at)
        row |= {f"answer_{name}": value for name, value in kept.items()}
    return row
