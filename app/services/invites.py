"""Letting people in: invites with a short code, accepted once for each use."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from app.services import keys
from app.services.ids import new_id
from app.services.ports import Clock, Page, Storage, Work
from app.services.refusals import InviteSpent, NameNeeded, NotFound, missing
from app.services.text import Name
from app.services.tokens import Seconds
from app.services.values import Caller, Campaign, Invite, Member, Role, Token, Value
from app.services.writing import Keyed, commit, event, lock_campaign, lock_for

DEFAULT_LIFE = 7 * 86_400


class NewInvite(Value):
    """An invite to make."""

    role: Role = Field(default=Role.PLAYER, strict=False)
    """What the new member may do."""
    expires_in: Seconds = DEFAULT_LIFE
    """Seconds until the code stops working: a week if left out."""
    max_uses: Annotated[int, Field(ge=1, le=100)] = 1
    """How many may come in with this code."""
    member_id: Annotated[str, Field(max_length=40)] | None = None
    """Lets this member back in, who lost their token, instead of somebody new; their role stays."""


class Acceptance(Value):
    """What somebody who comes in says of themselves."""

    display_name: Name | None = None
    """What the table calls you. Needed unless the invite is for a member who has a name already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeInvite:
    """A new invite with the code that is shown once."""

    invite: Invite
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """Somebody who came in, and their token with the secret that is shown once."""

    campaign_id: str
    member: Member
    token: Token
    secret: str


class Invites:
    """The use cases of invites."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock

    async def make(self, caller: Caller, new: NewInvite, *, keyed: Keyed[MadeInvite] | None = None) -> MadeInvite:
        """Make an invite; its code is shown once."""
        now = self._clock()
        code = keys.new_code()

        async def work(tx: Work) -> MadeInvite:
            await lock_for(tx, caller, keyed=keyed, now=now)
            role = new.role
            if new.member_id is not None:
                member = await tx.members.get(caller.campaign_id, new.member_id)
                if member is None:
                    raise missing()
                role = member.role
            invite = Invite(
                id=new_id("inv"),
                role=role,
                member_id=new.member_id,
                max_uses=new.max_uses,
                uses=0,
                created_at=now,
                expires_at=now + timedelta(seconds=new.expires_in),
            )
            await tx.invites.add(caller.campaign_id, invite, digest=keys.code_digest(code))
            told = event(
                caller,
                "invite.made",
                at=now,
                data=json.dumps({"invite_id": invite.id}),
                text=f"An invite for {role} was made.",
                audience="gm",
            )
            await tx.journal.append(caller.campaign_id, [told])
            return MadeInvite(invite=invite, code=code)

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def page(self, caller: Caller, page: Page) -> list[Invite]:
        """The campaign's invites."""
        return await self._storage.read(lambda tx: tx.invites.page(caller.campaign_id, page))

    async def remove(self, caller: Caller, invite_id: str, *, keyed: Keyed[None] | None = None) -> None:
        """Make an invite's code useless."""
        now = self._clock()

        async def work(tx: Work) -> None:
            await lock_for(tx, caller, keyed=keyed, now=now, archived_too=True)
            if await tx.invites.get(caller.campaign_id, invite_id) is None:
                raise missing()
            await tx.invites.remove(invite_id)
            told = event(
                caller,
                "invite.removed",
                at=now,
                data=json.dumps({"invite_id": invite_id}),
                text="An invite was withdrawn.",
                audience="gm",
            )
            await tx.journal.append(caller.campaign_id, [told])

        await commit(self._storage, work, keyed=keyed, now=now)

    async def accept(self, code: str, acceptance: Acceptance, *, keyed: Keyed[Admitted] | None = None) -> Admitted:
        """Come in with a code: a new member, or one who lost their token, with a new token."""
        now = self._clock()

        async def work(tx: Work) -> Admitted:
            found = await tx.invites.by_digest(keys.code_digest(code))
            if found is None:
                raise NotFound("No invite has this code. Have it read to you again.")
            campaign_id, invite = found
            stored = await lock_campaign(tx, campaign_id, keyed=keyed, now=now)
            if invite.expires_at <= now or not await tx.invites.use(invite.id):
                raise InviteSpent("This code has been used up or has expired. Ask the game master for a new one.")
            if invite.member_id is None:
                member = await _welcome(tx, campaign_id, invite, acceptance)
            else:
                known = await tx.members.get(campaign_id, invite.member_id)
                if known is None:
                    raise missing()
                member = known
            return await _hand_token(tx, stored.campaign, member)

        async def _welcome(tx: Work, campaign_id: str, invite: Invite, acceptance: Acceptance) -> Member:
            if acceptance.display_name is None:
                raise NameNeeded("Say what the table calls you in `display_name`.")
            member = Member(
                id=new_id("mem"),
                display_name=acceptance.display_name,
                role=invite.role,
                external_refs=[],
                joined_at=now,
            )
            await tx.members.add(campaign_id, member)
            return member

        async def _hand_token(tx: Work, campaign: Campaign, member: Member) -> Admitted:
            secret = keys.new_token(member.role)
            token = Token(
                id=new_id("tok"),
                member_id=member.id,
                name="From an invite",
                # The member's own key: it follows their role, up as well as down.
                role=Role.GM,
                character_ids=None,
                created_at=now,
                expires_at=None,
                last_used_at=None,
            )
            await tx.tokens.add(campaign.id, token, digest=keys.digest(secret))
            joiner = Caller(
                token_id=token.id,
                campaign_id=campaign.id,
                system=campaign.system,
                member_id=member.id,
                member_role=member.role,
                role=member.role,
                archived=False,
            )
            told = event(
                joiner,
                "member.joined",
                at=now,
                data=json.dumps({"member_id": member.id}),
                text=f"{member.display_name} is at the table as {member.role}.",
            )
            await tx.journal.append(campaign.id, [told])
            return Admitted(campaign_id=campaign.id, member=member, token=token, secret=secret)

        return await commit(self._storage, work, keyed=keyed, now=now)
