"""The journal's fast path: a roll, its event and its kept answer, written at once.

On Postgres it is one statement and so one round trip, which is most of what a small write costs there. It checks in
the same breath that the caller may still write, so the caller may have been read a while ago.
"""

from typing import Any

from sqlalchemy import bindparam, exists, insert, or_, select, update

from app.db.columns import UtcDateTime
from app.db.journal import AnswerStore, JournalStore, answer_values, event_values, keep_answer
from app.db.statements import Connection, Statement
from app.db.tables import AnswerRow, CampaignRow, EventRow, MemberRow, RollRow, TokenRow
from app.services.ports import AlreadyAnswered, RollAppend

_campaign: Any = CampaignRow.__table__  # type: ignore[attr-defined]
_member: Any = MemberRow.__table__  # type: ignore[attr-defined]
_token: Any = TokenRow.__table__  # type: ignore[attr-defined]
_roll: Any = RollRow.__table__  # type: ignore[attr-defined]
_event: Any = EventRow.__table__  # type: ignore[attr-defined]
_answer: Any = AnswerRow.__table__  # type: ignore[attr-defined]

_may_write = (
    _campaign.c.id == bindparam("campaign_id"),
    _campaign.c.archived.is_(False),
    exists().where(
        _token.c.id == bindparam("token_id"),
        _token.c.digest == bindparam("secret_digest"),
        _token.c.revoked_at.is_(None),
        or_(_token.c.expires_at.is_(None), _token.c.expires_at > bindparam("now", type_=UtcDateTime)),
    ),
    exists().where(
        _member.c.id == bindparam("member_id"),
        _member.c.role == bindparam("member_role"),
        _member.c.left_at.is_(None),
    ),
)


def _given(table: Any, prefix: str, **known: Any) -> list[Any]:
    return [
        known.get(column.name, bindparam(f"{prefix}_{column.name}", type_=column.type)).label(column.name)
        for column in table.c
    ]


def _at_once(*, keyed: bool) -> Statement:
    advance = update(_campaign).values(sequence=_campaign.c.sequence + 1).returning(_campaign.c.sequence)
    if keyed:
        # Lock, keep the answer, advance: each step exists only if the one before it did.
        entitled = select(_campaign.c.id).where(*_may_write).with_for_update().cte("entitled")
        keep = keep_answer.from_select(
            list(_answer.c.keys()),
            select(*_given(_answer, "answer")).select_from(entitled),
            include_defaults=False,
        )
        kept = keep.returning(_answer.c.key).cte("kept")
        counted = advance.where(_campaign.c.id == bindparam("campaign_id"), exists(select(kept.c.key))).cte("counted")
    else:
        counted = advance.where(*_may_write).cte("counted")
    roll = insert(_roll).from_select(
        list(_roll.c.keys()), select(*_given(_roll, "roll")).select_from(counted), include_defaults=False
    )
    event = insert(_event).from_select(
        list(_event.c.keys()),
        select(*_given(_event, "event", sequence=counted.c.sequence)).select_from(counted),
        include_defaults=False,
    )
    return Statement(select(counted.c.sequence).add_cte(roll.cte("thrown"), event.cte("told")))


_AT_ONCE = _at_once(keyed=False)
_AT_ONCE_KEYED = _at_once(keyed=True)
_MAY_WRITE = Statement(select(_campaign.c.id).where(*_may_write))
_ADD_ROLL = Statement(insert(_roll))


def _caller_values(append: RollAppend) -> dict[str, Any]:
    return {
        "campaign_id": append.caller.campaign_id,
        "token_id": append.caller.token_id,
        "secret_digest": append.caller.secret_digest,
        "member_id": append.caller.member_id,
        "member_role": append.caller.member_role,
        "now": append.roll.created_at,
    }


def _roll_values(append: RollAppend) -> dict[str, Any]:
    roll = append.roll
    return {
        "id": roll.id,
        "campaign_id": append.caller.campaign_id,
        "member_id": roll.member_id,
        "by_member_id": roll.by_member_id,
        "visibility": roll.visibility,
        "label": roll.label,
        "created_at": roll.created_at,
        "revealed_at": None,
        "document": append.document,
        "throws": append.throws,
    }


async def append_in_one_statement(connection: Connection, append: RollAppend) -> bool:
    """Write by the one statement; only Postgres lets a statement write to several tables."""
    values = _caller_values(append)
    values |= {f"roll_{name}": value for name, value in _roll_values(append).items()}
    event = event_values(append.event, campaign_id=append.caller.campaign_id)
    values |= {f"event_{name}": value for name, value in event.items()}
    if append.kept is None:
        return await connection.first(_AT_ONCE, **values) is not None
    once, answer, since = append.kept
    values |= {
        f"answer_{name}": value for name, value in answer_values(once, answer, at=append.roll.created_at).items()
    }
    return await connection.first(_AT_ONCE_KEYED, **values, since=since) is not None


async def append_in_steps(connection: Connection, append: RollAppend) -> bool:
    """Write by the same steps, one statement each, inside a transaction."""
    if await connection.first(_MAY_WRITE, **_caller_values(append)) is None:
        return False
    if append.kept is not None:
        once, answer, since = append.kept
        try:
            await AnswerStore(connection).keep(once, answer, at=append.roll.created_at, since=since)
        except AlreadyAnswered:
            return False
    await JournalStore(connection).append(append.caller.campaign_id, [append.event])
    await connection.run(_ADD_ROLL, **_roll_values(append))
    return True
