"""The journal's way for rolls: a roll, its event and its kept answer, written together.

It checks in the same transaction that the caller may still write, so the caller may have been read a while ago.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, exists, insert, or_, select

from app.db.columns import UtcDateTime
from app.db.journal import AnswerStore, JournalStore
from app.db.statements import Connection, Statement
from app.db.tables import CampaignRow, MemberRow, RollRow, TokenRow
from app.services.ports import AlreadyAnswered, RollAppend
from app.services.values import Caller

_campaign: Any = CampaignRow.__table__  # type: ignore[attr-defined]
_member: Any = MemberRow.__table__  # type: ignore[attr-defined]
_token: Any = TokenRow.__table__  # type: ignore[attr-defined]
_roll: Any = RollRow.__table__  # type: ignore[attr-defined]

MAY_WRITE = Statement(
    select(_campaign.c.id).where(
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
)
_ADD_ROLL = Statement(insert(_roll))


def caller_values(caller: Caller, *, at: datetime) -> dict[str, Any]:
    """Who writes, as they were when they were let in, and when."""
    return {
        "campaign_id": caller.campaign_id,
        "token_id": caller.token_id,
        "secret_digest": caller.secret_digest,
        "member_id": caller.member_id,
        "member_role": caller.member_role,
        "now": at,
    }


def roll_values(append: RollAppend) -> dict[str, Any]:
    """The roll's columns."""
    roll = append.roll
    return {
        "id": roll.id,
        "campaign_id": append.caller.campaign_id,
        "member_id": roll.member_id,
        "by_member_id": roll.by_member_id,
        "character_id": roll.character_id,
        "visibility": roll.visibility,
        "label": roll.label,
        "created_at": roll.created_at,
        "revealed_at": None,
        "document": append.document,
        "throws": append.throws,
    }


async def append_in_steps(connection: Connection, append: RollAppend) -> bool:
    """Write inside a transaction; False, and nothing written, when the caller may not or the key was used."""
    if await connection.first(MAY_WRITE, **caller_values(append.caller, at=append.roll.created_at)) is None:
        return False
    if append.kept is not None:
        once, answer, since = append.kept
        try:
            await AnswerStore(connection).keep(once, answer, at=append.roll.created_at, since=since)
        except AlreadyAnswered:
            return False
    await JournalStore(connection).append(append.caller.campaign_id, [append.event])
    await connection.run(_ADD_ROLL, **roll_values(append))
    return True
