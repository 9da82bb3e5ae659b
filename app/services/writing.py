"""What every change of a campaign goes through: lock, replay, archive, effect, events, kept answer, commit."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from app.services.access import is_dead, no_longer_known
from app.services.ids import new_id
from app.services.ports import AlreadyAnswered, Once, Storage, Work
from app.services.refusals import Archived, CampaignBusy, StaleVersion, missing
from app.services.values import Answer, Audience, Caller, Event, Role, StoredCampaign

T = TypeVar("T")

ANSWERS_KEPT = timedelta(hours=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyed(Generic[T]):
    """An idempotency key, with how the answer to be kept under it is made from what the use case returns."""

    once: Once
    render: Callable[[T], Answer]


async def commit(storage: Storage, work: Callable[[Work], Awaitable[T]], *, keyed: Keyed[T] | None, now: datetime) -> T:
    """Run the work, keep its answer under the key, and commit both; raises `AlreadyAnswered` for a repeat."""

    async def whole(tx: Work) -> T:
        value = await work(tx)
        if keyed:
            await tx.answers.keep(keyed.once, keyed.render(value).sealed(), at=now, since=now - ANSWERS_KEPT)
        return value

    return await storage.write(whole)


async def lock_campaign(
    tx: Work, campaign_id: str, *, keyed: Keyed[T] | None, now: datetime, archived_too: bool = False
) -> StoredCampaign:
    """Take the campaign for this change; raises `NotFound`, `AlreadyAnswered` or `Archived`, in this order.

    The key is asked for again under the lock: the first request of two twins may have finished in between.
    """
    stored = await tx.campaigns.lock(campaign_id)
    if stored is None:
        raise missing()
    if keyed and await tx.answers.get(keyed.once.scope, keyed.once.key, since=now - ANSWERS_KEPT):
        raise AlreadyAnswered(keyed.once)
    if stored.campaign.archived and not archived_too:
        raise archived()
    return stored


async def lock_for(
    tx: Work, caller: Caller, *, keyed: Keyed[T] | None, now: datetime, archived_too: bool = False
) -> StoredCampaign:
    """Take the caller's campaign, and hold them to what they were when they were let in.

    While they waited for the lock, somebody may have shown them out. Raises as `lock_campaign`, and `NotAuthenticated`
    or `CampaignBusy`.
    """
    stored = await lock_campaign(tx, caller.campaign_id, keyed=keyed, now=now, archived_too=archived_too)
    holder = await tx.tokens.holder(caller.secret_digest)
    if holder is None or is_dead(holder, now):
        raise no_longer_known()
    member = await tx.members.get(caller.campaign_id, caller.member_id)
    acting = caller.by_member_id is None or holder.member_role.capped(holder.token.role) is Role.GM
    if member is None or member.role is not caller.member_role or not acting:
        raise CampaignBusy("Your place at the table changed meanwhile. Nothing was changed; send it again.")
    return stored


def archived() -> Archived:
    """The refusal of every change to a campaign that is put away."""
    return Archived('Take it out of the archive first: *Change the campaign* with {"archived": false} and `If-Match`.')


def check_version(current: int, expected: frozenset[int] | None) -> None:
    """Hold a change to the versions it may be made from (None: to any); raises `StaleVersion`."""
    if expected is not None and current not in expected:
        raise StaleVersion(
            "Somebody changed it since you read it. Read it again, then repeat your change on the new version.",
            current_version=current,
        )


def event(
    caller: Caller,
    type_: str,
    *,
    at: datetime,
    data: str,
    text: str,
    audience: Audience = "all",
    for_member_id: str | None = None,
) -> Event:
    """A fact that the caller brought about; `data` is a JSON document of ids and changed fields.

    An audience with a member means `for_member_id`, or the caller where nobody is named.
    """
    return Event(
        id=new_id("evt"),
        type=type_,
        at=at,
        member_id=caller.member_id,
        by_member_id=caller.by_member_id,
        audience=audience,
        data=data,
        text=text,
        for_member_id=for_member_id,
    )
