"""Tokens, invites and the server's own setup token, found by the digest of their secret."""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.db.statements import Connection, Record, Statement
from app.db.tables import CampaignRow, InviteRow, MemberRow, SetupRow, TokenRow
from app.services.ports import Page, TokenHolder
from app.services.values import Invite, Role, Token

_token: Any = TokenRow.__table__  # type: ignore[attr-defined]
_member: Any = MemberRow.__table__  # type: ignore[attr-defined]
_campaign: Any = CampaignRow.__table__  # type: ignore[attr-defined]
_invite: Any = InviteRow.__table__  # type: ignore[attr-defined]
_setup: Any = SetupRow.__table__  # type: ignore[attr-defined]

_token_columns = (
    _token.c.id,
    _token.c.member_id,
    _token.c.name,
    _token.c.role,
    _token.c.created_at,
    _token.c.expires_at,
    _token.c.last_used_at,
    _token.c.character_ids,
    _member.c.role.label("member_role"),
)
_HOLDER = Statement(
    select(
        *_token_columns,
        _token.c.campaign_id,
        _campaign.c.system,
        _campaign.c.archived,
        _member.c.left_at,
        _token.c.revoked_at,
    )
    .join(_member, _member.c.id == _token.c.member_id)
    .join(_campaign, _campaign.c.id == _token.c.campaign_id)
    .where(_token.c.digest == bindparam("digest"))
)
_live = (
    select(*_token_columns)
    .join(_member, _member.c.id == _token.c.member_id)
    .where(_token.c.campaign_id == bindparam("campaign_id"), _token.c.revoked_at.is_(None))
)
_GET_TOKEN = Statement(_live.where(_token.c.id == bindparam("id")))
_PAGE_TOKENS = Statement(
    _live.where(
        _token.c.id > bindparam("after"),
        or_(bindparam("everybody"), _token.c.member_id == bindparam("member_id")),
    )
    .order_by(_token.c.id)
    .limit(bindparam("limit"))
)
_ADD_TOKEN = Statement(insert(_token))
_RENEW_TOKEN = Statement(update(_token).where(_token.c.id == bindparam("which")).values(digest=bindparam("new_digest")))
_ROLE_OF_TOKEN = Statement(
    select(_token.c.role, _member.c.role.label("member_role"))
    .join(_member, _member.c.id == _token.c.member_id)
    .where(_token.c.id == bindparam("id"), _token.c.revoked_at.is_(None))
)
_REVOKE_TOKEN = Statement(update(_token).where(_token.c.id == bindparam("which")).values(revoked_at=bindparam("at")))
_USED_TOKEN = Statement(update(_token).where(_token.c.id == bindparam("which")).values(last_used_at=bindparam("at")))

_invite_columns = (
    _invite.c.id,
    _invite.c.role,
    _invite.c.member_id,
    _invite.c.max_uses,
    _invite.c.uses,
    _invite.c.created_at,
    _invite.c.expires_at,
)
_INVITE_BY_DIGEST = Statement(
    select(*_invite_columns, _invite.c.campaign_id).where(_invite.c.digest == bindparam("digest"))
)
_of_campaign = select(*_invite_columns).where(_invite.c.campaign_id == bindparam("campaign_id"))
_GET_INVITE = Statement(_of_campaign.where(_invite.c.id == bindparam("id")))
_PAGE_INVITES = Statement(
    _of_campaign.where(_invite.c.id > bindparam("after")).order_by(_invite.c.id).limit(bindparam("limit"))
)
_ADD_INVITE = Statement(insert(_invite))
_RENEW_INVITE = Statement(
    update(_invite).where(_invite.c.id == bindparam("which")).values(digest=bindparam("new_digest"))
)
_USE_INVITE = Statement(
    update(_invite)
    .where(_invite.c.id == bindparam("which"), _invite.c.uses < _invite.c.max_uses)
    .values(uses=_invite.c.uses + 1)
)
_REMOVE_INVITE = Statement(delete(_invite).where(_invite.c.id == bindparam("id")))

_SETUP_DIGEST = Statement(select(_setup.c.digest))
_ADD_SETUP = Statement(insert_or_not(_setup).on_conflict_do_nothing())


def _found_token(row: Record) -> Token:
    id_, member_id, name, role, created, expires, used, character_ids, member_role = row[:9]
    return Token(
        id=id_,
        member_id=member_id,
        name=name,
        role=Role(role).capped(Role(member_role)),
        character_ids=None if character_ids is None else json.loads(character_ids),
        created_at=created,
        expires_at=expires,
        last_used_at=used,
    )


def _found_invite(row: Record) -> Invite:
    id_, role, member_id, max_uses, uses, created, expires = row[:7]
    return Invite(
        id=id_,
        role=Role(role),
        member_id=member_id,
        max_uses=max_uses,
        uses=uses,
        created_at=created,
        expires_at=expires,
    )


class TokenStore:
    """`services.ports.Tokens` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def holder(self, digest: bytes) -> TokenHolder | None:
        row = await self._connection.first(_HOLDER, digest=digest)
        if row is None:
            return None
        member_role, campaign_id, system, archived, left_at, revoked_at = row[8:]
        return TokenHolder(
            token=_found_token(row),
            campaign_id=campaign_id,
            system=system,
            archived=archived,
            member_role=Role(member_role),
            member_left=left_at is not None,
            revoked=revoked_at is not None,
        )

    async def get(self, campaign_id: str, token_id: str) -> Token | None:
        row = await self._connection.first(_GET_TOKEN, campaign_id=campaign_id, id=token_id)
        return _found_token(row) if row else None

    async def page(self, campaign_id: str, page: Page, *, member_id: str | None) -> list[Token]:
        rows = await self._connection.all(
            _PAGE_TOKENS,
            campaign_id=campaign_id,
            after=page.after or "",
            everybody=member_id is None,
            member_id=member_id,
            limit=page.limit,
        )
        return [_found_token(row) for row in rows]

    async def add(self, campaign_id: str, token: Token, *, digest: bytes) -> None:
        await self._connection.run(
            _ADD_TOKEN,
            id=token.id,
            campaign_id=campaign_id,
            member_id=token.member_id,
            name=token.name,
            role=token.role,
            character_ids=None if token.character_ids is None else json.dumps(token.character_ids),
            digest=digest,
            created_at=token.created_at,
            expires_at=token.expires_at,
            last_used_at=None,
            revoked_at=None,
        )

    async def role(self, token_id: str) -> Role | None:
        row = await self._connection.first(_ROLE_OF_TOKEN, id=token_id)
        return Role(row[0]).capped(Role(row[1])) if row else None

    async def renew(self, token_id: str, *, digest: bytes) -> None:
        await self._connection.run(_RENEW_TOKEN, which=token_id, new_digest=digest)

    async def revoke(self, token_id: str, *, at: datetime) -> None:
        await self._connection.run(_REVOKE_TOKEN, which=token_id, at=at)

    async def used(self, token_id: str, *, at: datetime) -> None:
        await self._connection.run(_USED_TOKEN, which=token_id, at=at)


class InviteStore:
    """`services.ports.Invites` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def by_digest(self, digest: bytes) -> tuple[str, Invite] | None:
        row = await self._connection.first(_INVITE_BY_DIGEST, digest=digest)
        return (row[7], _found_invite(row)) if row else None

    async def get(self, campaign_id: str, invite_id: str) -> Invite | None:
        row = await self._connection.first(_GET_INVITE, campaign_id=campaign_id, id=invite_id)
        return _found_invite(row) if row else None

    async def page(self, campaign_id: str, page: Page) -> list[Invite]:
        rows = await self._connection.all(
            _PAGE_INVITES, campaign_id=campaign_id, after=page.after or "", limit=page.limit
        )
        return [_found_invite(row) for row in rows]

    async def add(self, campaign_id: str, invite: Invite, *, digest: bytes) -> None:
        await self._connection.run(
            _ADD_INVITE,
            id=invite.id,
            campaign_id=campaign_id,
            member_id=invite.member_id,
            role=invite.role,
            digest=digest,
            max_uses=invite.max_uses,
            uses=invite.uses,
            created_at=invite.created_at,
            expires_at=invite.expires_at,
        )

    async def renew(self, invite_id: str, *, digest: bytes) -> bool:
        return await self._connection.run(_RENEW_INVITE, which=invite_id, new_digest=digest) == 1

    async def use(self, invite_id: str) -> bool:
        return await self._connection.run(_USE_INVITE, which=invite_id) == 1

    async def remove(self, invite_id: str) -> None:
        await self._connection.run(_REMOVE_INVITE, id=invite_id)


class SetupStore:
    """`services.ports.Setup` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def digest(self) -> bytes | None:
        row = await self._connection.first(_SETUP_DIGEST)
        return row[0] if row else None

    async def add(self, digest: bytes) -> bool:
        return await self._connection.run(_ADD_SETUP, id=1, digest=digest) == 1
