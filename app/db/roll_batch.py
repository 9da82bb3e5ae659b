"""Rolls on Postgres, written many at a time: one statement does what `append_in_steps` does to each.

It locks the campaigns, checks that every caller may still write, counts on the sequences and writes rolls, events and
kept answers. It leaves out a campaign that somebody else holds, a caller who lost their place, a key that was used.
"""

from collections.abc import Sequence
from typing import Any

from app.db.append import caller_values, roll_values
from app.db.journal import answer_values, event_values
from app.services.ports import RollAppend

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
