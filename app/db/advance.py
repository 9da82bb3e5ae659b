"""Commands' quick way: encounter, step, events and kept answer written at once, if nothing has moved since.

In the same statement, or transaction, it is checked that the caller may still write and that encounter and campaign are
at the versions the command was decided on. If not, nothing is written, and the command goes the long way, which waits
for locks and decides anew: `False`.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from pydantic_core import to_json
from sqlalchemy import bindparam, select

from app.db.append import MAY_WRITE, caller_values
from app.db.encounters import EncounterStore
from app.db.journal import AnswerStore, JournalStore, answer_values
from app.db.statements import Connection, Statement
from app.db.tables import CampaignRow, EncounterRow
from app.services.encounters.kept import StoredEncounter
from app.services.encounters.ports import CommandAppend
from app.services.ports import AlreadyAnswered
from app.services.values import Event

_campaign: Any = CampaignRow.__table__  # type: ignore[attr-defined]
_encounter: Any = EncounterRow.__table__  # type: ignore[attr-defined]

_UNMOVED = Statement(
    select(_encounter.c.id)
    .join(_campaign, _campaign.c.id == _encounter.c.campaign_id)
    .where(
        _encounter.c.id == bindparam("encounter_id"),
        _encounter.c.version == bindparam("from_version"),
        _campaign.c.id == bindparam("campaign_id"),
        _campaign.c.version == bindparam("campaign_version"),
    )
)

_HEAD = {
    "kind": "varchar",
    "status": "varchar",
    "shown": "boolean",
    "version": "integer",
    "updated_at": "timestamptz",
    "last_event": "varchar",
    "public_version": "integer",
    "public_updated_at": "timestamptz",
    "public_last_event": "varchar",
    "done": "integer",
    "undone": "integer",
}
_ENTRY = {
    "version": "integer",
    "what": "varchar",
    "of": "integer",
    "below": "integer",
    "done": "integer",
    "undone": "integer",
}
_STEP = {
    "public_version": "integer",
    "at": "timestamptz",
    "member_id": "varchar",
    "by_member_id": "varchar",
}
_STEP_DOCUMENTS = {"command": "jsonb", "change": "text", "snapshot": "text"}
_EVENT = {"id": "varchar", "type": "varchar", "audience": "varchar", "text": "varchar", "data": "jsonb"}
_ANSWER = {"scope": "varchar", "key": "varchar", "status": "integer"}
_ANSWER_DOCUMENTS = {"fingerprint": "bytea", "headers": "jsonb", "body": "bytea"}
_CALLER = {"campaign_id": "varchar", "token_id": "varchar", "member_id": "varchar", "member_role": "varchar"}
_WORDS = {
    **_CALLER,
    "campaign_version": "integer",
    "encounter_id": "varchar",
    "from_version": "integer",
    **{f"head_{name}": type_ for name, type_ in _HEAD.items()},
    **{f"entry_{name}": type_ for name, type_ in _ENTRY.items()},
    **{f"step_{name}": type_ for name, type_ in _STEP.items()},
    "event_count": "integer",
    **{f"answer_{name}": type_ for name, type_ in _ANSWER.items()},
}
"""What goes as one document for all commands of a batch: the driver looks long at each member of an array."""
_DOCUMENTS = {
    "secret_digest": "bytea",
    "state": "text",
    "sheets": "text",
    **{f"step_{name}": type_ for name, type_ in _STEP_DOCUMENTS.items()},
    "events": "jsonb",
    **{f"answer_{name}": type_ for name, type_ in _ANSWER_DOCUMENTS.items()},
}
"""What goes as an array: bytes, and documents."""
_caller_of, _head_of, _entry_of, _step_of, _texts_of = (
    attrgetter(*names) for names in (_CALLER, _HEAD, _ENTRY, _STEP, _STEP_DOCUMENTS)
)


def _listed(prefix: str, names: dict[str, str]) -> str:
    return ", ".join(f"{prefix}_{name}" for name in names)


def _quoted(names: dict[str, str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _typed(names: dict[str, str]) -> str:
    return ", ".join(f'"{name}" {type_}' for name, type_ in names.items())


ADVANCE = f"""
WITH given AS MATERIALIZED (
    SELECT * FROM ROWS FROM (
        json_to_recordset($1::json) AS ({_typed(_WORDS)}),
        unnest({", ".join(f"${place}::{type_}[]" for place, type_ in enumerate(_DOCUMENTS.values(), 2))})
    ) WITH ORDINALITY AS given({", ".join([*_WORDS, *_DOCUMENTS])}, place)
),
locked AS MATERIALIZED (
    SELECT campaign.id FROM campaign JOIN given ON campaign.id = campaign_id AND campaign.version = campaign_version
    WHERE NOT archived FOR NO KEY UPDATE OF campaign SKIP LOCKED
),
unmoved AS MATERIALIZED (
    SELECT place FROM given JOIN locked ON locked.id = given.campaign_id
    JOIN encounter ON encounter.id = given.encounter_id AND encounter.campaign_id = locked.id
        AND encounter.version = from_version
    WHERE EXISTS (
        SELECT 1 FROM token WHERE token.id = token_id AND digest = secret_digest AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > step_at)
    )
    AND EXISTS (
        SELECT 1 FROM member WHERE member.id = given.member_id AND role = member_role AND left_at IS NULL
    )
    FOR NO KEY UPDATE OF encounter SKIP LOCKED
),
kept AS (
    INSERT INTO answer ({_quoted(_ANSWER | _ANSWER_DOCUMENTS)}, created_at)
    SELECT {_listed("answer", _ANSWER | _ANSWER_DOCUMENTS)}, step_at
    FROM given JOIN unmoved USING (place) WHERE answer_key IS NOT NULL
    ON CONFLICT (scope, key) DO NOTHING
    RETURNING scope, key
),
passed AS MATERIALIZED (
    SELECT given.* FROM given JOIN unmoved USING (place)
    WHERE answer_key IS NULL OR (answer_scope, answer_key) IN (SELECT scope, key FROM kept)
),
counted AS (
    UPDATE campaign SET sequence = sequence + event_count FROM passed WHERE campaign.id = campaign_id
    RETURNING place, sequence - event_count AS before
),
moved AS (
    UPDATE encounter SET
        {", ".join(f"{name} = head_{name}" for name in _HEAD)},
        state = passed.state, sheets = coalesce(passed.sheets, encounter.sheets)
    FROM passed WHERE encounter.id = encounter_id
),
stepped AS (
    INSERT INTO encounter_version (encounter_id, struck, {_quoted(_ENTRY)}, {_quoted(_STEP | _STEP_DOCUMENTS)})
    SELECT encounter_id, false, {_listed("entry", _ENTRY)}, {_listed("step", _STEP | _STEP_DOCUMENTS)} FROM passed
),
told AS (
    INSERT INTO event (
        campaign_id, sequence, at, member_id, by_member_id, schema_version, encounter_id, version, public_version,
        {_quoted(_EVENT)}
    )
    SELECT
        campaign_id, before + number, step_at, step_member_id, step_by_member_id, 1, encounter_id, entry_version,
        step_public_version, {", ".join(f'one."{name}"' for name in _EVENT)}
    FROM counted JOIN passed USING (place), ROWS FROM (
        jsonb_to_recordset(events) AS ({_typed(_EVENT)})
    ) WITH ORDINALITY AS one({_quoted(_EVENT)}, number)
)
SELECT place FROM counted
"""  # noqa: S608 - made of the constants above


def arguments(appends: Sequence[CommandAppend]) -> list[Any]:
    """Commands, each of another campaign, as the statement takes them."""
    answered = [_answered(append) for append in appends]
    words, documents = map(_words, appends, answered), map(_documents, appends, answered)
    named = [dict(zip(_WORDS, row, strict=True)) for row in words]
    return [to_json(named).decode(), *map(list, zip(*documents, strict=True))]


def _answered(append: CommandAppend) -> Mapping[str, Any]:
    if append.kept is None:
        return {}
    once, answer, _ = append.kept
    return answer_values(once, answer, at=append.step.at)


def _words(append: CommandAppend, answered: Mapping[str, Any]) -> tuple[Any, ...]:
    return (
        *_caller_of(append.caller),
        append.campaign_version,
        append.head.id,
        append.from_version,
        *_head_of(append.head),
        *_entry_of(append.step.entry),
        *_step_of(append.step),
        len(append.events),
        *map(answered.get, _ANSWER),
    )


def _documents(append: CommandAppend, answered: Mapping[str, Any]) -> tuple[Any, ...]:
    return (
        append.caller.secret_digest,
        append.state,
        append.sheets if append.new_sheets else None,
        *_texts_of(append.step),
        f"[{','.join(map(_document, append.events))}]",
        *map(answered.get, _ANSWER_DOCUMENTS),
    )


def _document(event: Event) -> str:
    named = {"id": event.id, "type": event.type, "audience": event.audience, "text": event.text}
    return f'{to_json(named).decode()[:-1]},"data":{event.data}}}'


async def advance_in_steps(connection: Connection, append: CommandAppend) -> bool:
    """Write inside a transaction that nobody else can write beside; False, and nothing written, where it may not be."""
    checked = caller_values(append.caller, at=append.step.at) | {
        "campaign_version": append.campaign_version,
        "encounter_id": append.head.id,
        "from_version": append.from_version,
    }
    if await connection.first(MAY_WRITE, **checked) is None or await connection.first(_UNMOVED, **checked) is None:
        return False
    if append.kept is not None:
        once, answer, since = append.kept
        try:
            await AnswerStore(connection).keep(once, answer, at=append.step.at, since=since)
        except AlreadyAnswered:
            return False
    encounter = StoredEncounter(append.head, state=append.state, sheets=append.sheets)
    await EncounterStore(connection).advance(encounter, append.step)
    await JournalStore(connection).append(append.caller.campaign_id, append.events)
    return True
