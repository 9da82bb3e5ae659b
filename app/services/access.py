"""Who is asking: from a secret to a caller, and from a caller to what they may do."""

import contextlib
from dataclasses import replace
from datetime import datetime, timedelta

from app.services import keys
from app.services.ids import is_id
from app.services.ports import Clock, Storage, TokenHolder, Work
from app.services.refusals import NotAuthenticated, NotFound, RoleTooLow, missing
from app.services.values import Caller, Role

_USED_EVERY = timedelta(minutes=1)
_REMEMBERED = 10_000


class Access:
    """Turns tokens into callers.

    A caller is remembered for the roll's fast path alone, whose write checks again that it still holds; everything
    else looks the token up each time.
    """

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock
        self._remembered: dict[str, tuple[Caller, datetime]] = {}

    async def caller(self, token: str, *, acting_as: str | None = None) -> Caller:
        """Who holds this token now, or whom they act as; raises `NotAuthenticated`, `RoleTooLow`, `NotFound`."""
        if not keys.well_formed(token):
            raise NotAuthenticated("This is no token of Umpire. Copy it again, whole.")
        now = self._clock()
        digest = keys.digest(token)
        holder = await self._storage.read(lambda work: work.tokens.holder(digest))
        if holder is None or is_dead(holder, now):
            self._remembered.pop(token, None)
            raise no_longer_known()
        await self._note_use(holder, now)
        caller = Caller(
            token_id=holder.token.id,
            campaign_id=holder.campaign_id,
            system=holder.system,
            member_id=holder.token.member_id,
            member_role=holder.member_role,
            role=holder.member_role.capped(holder.token.role),
            archived=holder.archived,
            character_ids=None if holder.token.character_ids is None else frozenset(holder.token.character_ids),
            secret_digest=digest,
        )
        if acting_as is not None:
            return await self._acting_as(caller, acting_as)
        if len(self._remembered) >= _REMEMBERED:
            self._remembered.clear()
        self._remembered[token] = (caller, now + _USED_EVERY)
        return caller

    async def recent_caller(self, token: str, *, acting_as: str | None = None) -> Caller:
        """As `caller`, but perhaps as it was up to a minute ago: only for writes that check it again."""
        remembered = self._remembered.get(token)
        if remembered and acting_as is None and self._clock() < remembered[1]:
            return remembered[0]
        return await self.caller(token, acting_as=acting_as)

    async def _acting_as(self, caller: Caller, member_id: str) -> Caller:
        if caller.role is not Role.GM:
            raise RoleTooLow("Only a game master's token may act as another member.", role=caller.role, needed="gm")
        member = None
        if is_id(member_id):
            member = await self._storage.read(lambda work: work.members.get(caller.campaign_id, member_id))
        if member is None:
            raise NotFound("Nobody with the id in `Umpire-As` is at this table. Check the id, or leave the header out.")
        return replace(
            caller,
            member_id=member.id,
            member_role=member.role,
            role=member.role,
            by_member_id=caller.member_id if member.id != caller.member_id else None,
        )

    async def _note_use(self, holder: TokenHolder, now: datetime) -> None:
        used = holder.token.last_used_at
        if used is None or now - used >= _USED_EVERY:

            async def note(work: Work) -> None:
                await work.tokens.used(holder.token.id, at=now)

            # A database that is locked, full or read-only for now can still be read: the next request notes it.
            with contextlib.suppress(Exception):
                await self._storage.write(note)


def no_longer_known() -> NotAuthenticated:
    """The refusal of a token that doesn't hold any more, or never did."""
    return NotAuthenticated("This token is unknown, expired or revoked. Ask the game master for a new invite.")


def is_dead(holder: TokenHolder, now: datetime) -> bool:
    """Whether a token no longer lets its holder in."""
    expires = holder.token.expires_at
    return holder.revoked or holder.member_left or (expires is not None and expires <= now)


def require(caller: Caller, campaign_id: str, *, role: Role) -> None:
    """Hold the caller to a campaign and a role; raises `NotFound` or `RoleTooLow`, in this order."""
    if campaign_id not in (caller.campaign_id, "current"):
        raise missing()
    if caller.role.rank < role.rank:
        raise RoleTooLow(f"This needs the role {role}; you are here as {caller.role}.", role=caller.role, needed=role)
