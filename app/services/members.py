"""Who is at the table: reading and changing members, leaving."""

import json

from pydantic import Field

from app.services.campaigns import take_refs
from app.services.ports import Clock, Page, Storage, Work
from app.services.refusals import LastGameMaster, RoleTooLow, missing
from app.services.text import Name
from app.services.values import Caller, ExternalRef, Member, Refs, Role, Value, left_out
from app.services.writing import Keyed, commit, event, lock_for


class MemberChange(Value):
    """Send only what changes: left-out fields stay (a JSON Merge Patch)."""

    display_name: Name = Field(default_factory=left_out)
    role: Role = Field(default_factory=left_out, strict=False)
    external_refs: Refs = Field(default_factory=left_out)


class Members:
    """The use cases of members."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock

    async def get(self, caller: Caller, member_id: str) -> Member:
        """One member."""
        member = await self._storage.read(lambda tx: tx.members.get(caller.campaign_id, member_id))
        if member is None:
            raise missing()
        return member

    async def page(self, caller: Caller, page: Page, *, ref: ExternalRef | None) -> list[Member]:
        """The members in the order they joined, or the one that another app's reference leads to."""
        return await self._storage.read(lambda tx: tx.members.page(caller.campaign_id, page, ref=ref))

    async def change(
        self, caller: Caller, member_id: str, change: MemberChange, *, keyed: Keyed[Member] | None = None
    ) -> Member:
        """Change a member's name, role or references; the last game master stays one."""
        now = self._clock()

        async def work(tx: Work) -> Member:
            await lock_for(tx, caller, keyed=keyed, now=now)
            member = await tx.members.get(caller.campaign_id, member_id)
            if member is None:
                raise missing()
            changed = member.model_copy(update={name: getattr(change, name) for name in change.model_fields_set})
            if changed == member:
                return member
            if member.role is Role.GM and changed.role is not Role.GM:
                await _keep_a_game_master(tx, caller)
            if changed.external_refs != member.external_refs:
                await take_refs(tx, caller.campaign_id, kind="member", target_id=member.id, refs=changed.external_refs)
            await tx.members.replace(changed)
            told = event(
                caller,
                "member.changed",
                at=now,
                data=json.dumps({"member_id": member.id, "fields": sorted(change.model_fields_set)}),
                text=f"{changed.display_name} is at the table as {changed.role}.",
            )
            await tx.journal.append(caller.campaign_id, [told])
            return changed

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def leave(self, caller: Caller, member_id: str, *, keyed: Keyed[None] | None = None) -> None:
        """Take a member from the table: anybody themselves, a game master anybody, never the last game master."""
        now = self._clock()
        if caller.role is not Role.GM and member_id != caller.member_id:
            raise RoleTooLow("Only a game master may remove another member.", role=caller.role, needed="gm")

        async def work(tx: Work) -> None:
            await lock_for(tx, caller, keyed=keyed, now=now)
            member = await tx.members.get(caller.campaign_id, member_id)
            if member is None:
                raise missing()
            if member.role is Role.GM:
                await _keep_a_game_master(tx, caller)
            await tx.members.leave(member.id, at=now)
            told = event(
                caller,
                "member.left",
                at=now,
                data=json.dumps({"member_id": member.id}),
                text=f"{member.display_name} leaves the table.",
            )
            await tx.journal.append(caller.campaign_id, [told])

        await commit(self._storage, work, keyed=keyed, now=now)


async def _keep_a_game_master(tx: Work, caller: Caller) -> None:
    if await tx.members.game_masters(caller.campaign_id) <= 1:
        raise LastGameMaster("Make somebody else game master first, or delete the campaign.")
