"""Members, and the references by which other apps know things of a campaign."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, delete, exists, func, select, update
from sqlalchemy import insert as plain_insert

from app.db.campaigns import REFS
from app.db.statements import Connection, Record, Statement
from app.db.tables import ExternalRefRow, InviteRow, MemberRow, TokenRow
from app.services.ports import Page
from app.services.values import ExternalRef, Member, Role

_member: Any = MemberRow.__table__  # type: ignore[attr-defined]
_ref: Any = ExternalRefRow.__table__  # type: ignore[attr-defined]
_token: Any = TokenRow.__table__  # type: ignore[attr-defined]
_invite: Any = InviteRow.__table__  # type: ignore[attr-defined]

_present = select(_member).where(_member.c.campaign_id == bindparam("campaign_id"), _member.c.left_at.is_(None))
_GET = Statement(_present.where(_member.c.id == bindparam("id")))
_in_order = _present.where(_member.c.id > bindparam("after")).order_by(_member.c.id).limit(bindparam("limit"))
_PAGE = Statement(_in_order)
_PAGE_BY_REF = Statement(
    _in_order.where(
        exists().where(
            and_(
                _ref.c.campaign_id == _member.c.campaign_id,
                _ref.c.kind == "member",
                _ref.c.app == bindparam("app"),
                _ref.c.ref == bindparam("ref"),
                _ref.c.target_id == _member.c.id,
            )
        )
    )
)
_GAME_MASTERS = Statement(
    select(func.count())
    .select_from(_member)
    .where(_member.c.campaign_id == bindparam("campaign_id"), _member.c.left_at.is_(None), _member.c.role == "gm")
)
_FIRST_GAME_MASTER = Statement(_present.where(_member.c.role == "gm").order_by(_member.c.id).limit(1))
_ADD = Statement(plain_insert(_member))
_REPLACE = Statement(
    update(_member)
    .where(_member.c.id == bindparam("which"))
    .values({name: bindparam(f"new_{name}") for name in ("display_name", "role", "external_refs")})
)
_LEAVE = Statement(update(_member).where(_member.c.id == bindparam("which")).values(left_at=bindparam("at")))
_REVOKE_TOKENS = Statement(
    update(_token)
    .where(_token.c.member_id == bindparam("which"), _token.c.revoked_at.is_(None))
    .values(revoked_at=bindparam("at"))
)
_DROP_INVITES = Statement(delete(_invite).where(_invite.c.member_id == bindparam("which")))

_CLEAR_REFS = Statement(delete(_ref).where(_ref.c.target_id == bindparam("target_id")))
_TAKEN_REF = Statement(
    select(_ref.c.target_id).where(
        _ref.c.campaign_id == bindparam("campaign_id"),
        _ref.c.kind == bindparam("kind"),
        _ref.c.app == bindparam("app"),
        _ref.c.ref == bindparam("ref"),
    )
)
_ADD_REF = Statement(plain_insert(_ref))


def _found(row: Record) -> Member:
    id_, _, name, role, refs, joined, _ = row
    return Member(id=id_, display_name=name, role=Role(role), external_refs=REFS.validate_json(refs), joined_at=joined)


class MemberStore:
    """`services.ports.Members` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def get(self, campaign_id: str, member_id: str) -> Member | None:
        row = await self._connection.first(_GET, campaign_id=campaign_id, id=member_id)
        return _found(row) if row else None

    async def page(self, campaign_id: str, page: Page, *, ref: ExternalRef | None) -> list[Member]:
        place = {"campaign_id": campaign_id, "after": page.after or "", "limit": page.limit}
        if ref:
            rows = await self._connection.all(_PAGE_BY_REF, **place, app=ref.app, ref=ref.id)
        else:
            rows = await self._connection.all(_PAGE, **place)
        return [_found(row) for row in rows]

    async def game_masters(self, campaign_id: str) -> int:
        row = await self._connection.first(_GAME_MASTERS, campaign_id=campaign_id)
        return row[0] if row else 0

    async def first_game_master(self, campaign_id: str) -> Member | None:
        row = await self._connection.first(_FIRST_GAME_MASTER, campaign_id=campaign_id)
        return _found(row) if row else None

    async def add(self, campaign_id: str, member: Member) -> None:
        await self._connection.run(
            _ADD,
            id=member.id,
            campaign_id=campaign_id,
            display_name=member.display_name,
            role=member.role,
            external_refs=REFS.dump_json(member.external_refs).decode(),
            joined_at=member.joined_at,
            left_at=None,
        )

    async def replace(self, member: Member) -> None:
        await self._connection.run(
            _REPLACE,
            which=member.id,
            new_display_name=member.display_name,
            new_role=member.role,
            new_external_refs=REFS.dump_json(member.external_refs).decode(),
        )

    async def leave(self, member_id: str, *, at: datetime) -> None:
        await self._connection.run(_LEAVE, which=member_id, at=at)
        await self._connection.run(_REVOKE_TOKENS, which=member_id, at=at)
        await self._connection.run(_DROP_INVITES, which=member_id)
        await self._connection.run(_CLEAR_REFS, target_id=member_id)


class ExternalRefStore:
    """`services.ports.ExternalRefs` on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def set(
        self, campaign_id: str, *, kind: str, target_id: str, refs: Sequence[ExternalRef]
    ) -> ExternalRef | None:
        await self._connection.run(_CLEAR_REFS, target_id=target_id)
        for ref in refs:
            # The campaign is locked, so nobody takes the name between the look and the insert.
            name = {"campaign_id": campaign_id, "kind": kind, "app": ref.app, "ref": ref.id}
            if await self._connection.first(_TAKEN_REF, **name):
                return ref
            await self._connection.run(_ADD_REF, **name, target_id=target_id)
        return None

    async def taken(self, campaign_id: str, *, kind: str, ref: ExternalRef) -> bool:
        found = await self._connection.first(_TAKEN_REF, campaign_id=campaign_id, kind=kind, app=ref.app, ref=ref.id)
        return found is not None
