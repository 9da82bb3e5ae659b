"""Keys to the campaign: making, listing and revoking them."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Self

from pydantic import Field, model_validator

from app.services import keys
from app.services.ids import new_id
from app.services.ports import Clock, Page, Storage, Work
from app.services.refusals import RoleTooLow, missing
from app.services.text import Name
from app.services.values import Caller, Event, Role, Token, Value
from app.services.writing import Keyed, commit, event, lock_for

CharacterKey = Annotated[str, Field(min_length=1, max_length=40)]
Seconds = Annotated[int, Field(ge=60, le=366 * 86_400)]
"""A time from now: a minute to a year."""


class NewToken(Value):
    """A token to make."""

    name: Name
    """What it is for, so that you know which one to revoke."""
    role: Role = Field(strict=False)
    """What it may do: at most what you may."""
    character_ids: Annotated[list[CharacterKey], Field(max_length=100)] | None = None
    """The only characters that it may act for, with the role `player`; left out, all that are yours."""
    expires_in: Seconds | None = None
    """Seconds until it stops working; left out, it works until it is revoked."""

    @model_validator(mode="after")
    def _only_players_are_held(self) -> Self:
        # A game master's token does what touches everybody: time, house rules, invites.
        if self.character_ids is not None and self.role is not Role.PLAYER:
            raise ValueError("may name `character_ids` only with the role `player`")
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeToken:
    """A new token with the secret that is shown once."""

    token: Token
    secret: str


class Tokens:
    """The use cases of tokens."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock

    async def make(self, caller: Caller, new: NewToken, *, keyed: Keyed[MadeToken] | None = None) -> MadeToken:
        """Make another token for the caller's member."""
        if new.role.rank > caller.role.rank:
            raise RoleTooLow(f"A token may do at most what you may: {caller.role}.", role=caller.role, needed=new.role)
        now = self._clock()
        token = Token(
            id=new_id("tok"),
            member_id=caller.member_id,
            name=new.name,
            role=new.role,
            character_ids=_lent(caller, new),
            created_at=now,
            expires_at=None if new.expires_in is None else now + timedelta(seconds=new.expires_in),
            last_used_at=None,
        )
        secret = keys.new_token(new.role)

        async def work(tx: Work) -> MadeToken:
            await lock_for(tx, caller, keyed=keyed, now=now)
            await tx.tokens.add(caller.campaign_id, token, digest=keys.digest(secret))
            told = event(
                caller,
                "token.made",
                at=now,
                data=json.dumps({"token_id": token.id}),
                text=f"A token for {token.role} was made.",
                audience="gm_and_member",
            )
            await tx.journal.append(caller.campaign_id, [told])
            return MadeToken(token=token, secret=secret)

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def page(self, caller: Caller, page: Page) -> list[Token]:
        """The caller's own tokens; a game master sees everybody's."""
        member_id = None if caller.role is Role.GM else caller.member_id
        return await self._storage.read(lambda tx: tx.tokens.page(caller.campaign_id, page, member_id=member_id))

    async def of(self, caller: Caller) -> Token:
        """The token that the caller came with."""
        token = await self._storage.read(lambda tx: tx.tokens.get(caller.campaign_id, caller.token_id))
        if token is None:
            raise missing()
        return token

    async def revoke(self, caller: Caller, token_id: str, *, keyed: Keyed[None] | None = None) -> None:
        """End a token at once: one's own, or as game master anybody's."""
        now = self._clock()

        async def work(tx: Work) -> None:
            # A key that fell into wrong hands must be revocable in an archived campaign too.
            await lock_for(tx, caller, keyed=keyed, now=now, archived_too=True)
            token = await tx.tokens.get(caller.campaign_id, token_id)
            if token is None or (caller.role is not Role.GM and token.member_id != caller.member_id):
                raise missing()
            await tx.tokens.revoke(token.id, at=now)
            told = event(
                caller,
                "token.revoked",
                at=now,
                data=json.dumps({"token_id": token.id}),
                text="A token was revoked.",
                audience="gm_and_member",
            )
            await tx.journal.append(caller.campaign_id, [told])

        await commit(self._storage, work, keyed=keyed, now=now)

    async def rescue(self, campaign_id: str) -> str | None:
        """Make a token for the campaign's first game master, for an operator; None without such a campaign."""
        now = self._clock()
        secret = keys.new_token(Role.GM)

        async def work(tx: Work) -> str | None:
            gm = await tx.members.first_game_master(campaign_id)
            if gm is None:
                return None
            token = Token(
                id=new_id("tok"),
                member_id=gm.id,
                name="From the operator",
                role=Role.GM,
                character_ids=None,
                created_at=now,
                expires_at=None,
                last_used_at=None,
            )
            await tx.tokens.add(campaign_id, token, digest=keys.digest(secret))
            told = Event(
                id=new_id("evt"),
                type="token.made",
                at=now,
                member_id=gm.id,
                by_member_id=None,
                audience="gm",
                data=json.dumps({"token_id": token.id}),
                text="The operator made a token for a game master.",
            )
            await tx.journal.append(campaign_id, [told])
            return secret

        return await self._storage.write(work)


def _lent(caller: Caller, new: NewToken) -> list[str] | None:
    """The characters that a new token acts for: never one more than the token that makes it."""
    if caller.character_ids is None or new.role is not Role.PLAYER:
        return new.character_ids
    if new.character_ids is None:
        return sorted(caller.character_ids)
    if not caller.character_ids.issuperset(new.character_ids):
        raise RoleTooLow(
            "A token may act for at most the characters that yours may act for.", role=caller.role, needed=caller.role
        )
    return new.character_ids
