"""Creating, reading, changing, archiving and purging campaigns."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from app.rules.catalog import SYSTEMS, SystemKey
from app.rules.errors import Refusal
from app.rules.system import System
from app.rules.value import WITHOUT_SOURCE
from app.services import keys
from app.services.house_rules import ChangedRules
from app.services.ids import new_id
from app.services.options import OPTIONS, CampaignOptions, OptionsChange, changed
from app.services.ports import Clock, Page, Storage, Work
from app.services.refusals import ReferenceTaken, missing
from app.services.text import Name, Prose
from app.services.values import (
    Caller,
    Campaign,
    ExternalRef,
    Member,
    Refs,
    Role,
    StoredCampaign,
    Token,
    Value,
    left_out,
)
from app.services.writing import Keyed, archived, check_version, commit, event, lock_for


class NewCampaign(Value):
    """A campaign to create."""

    name: Name
    """What the table calls it."""
    system: SystemKey
    """The rules it is played by."""
    description: Prose | None = None
    """For the people at the table."""
    options: CampaignOptions | None = None
    """House rules of that system; None for the usual."""
    external_refs: Refs = Field(default=[])
    """What other apps call it, such as a Foundry world."""


def _new_of(key: str) -> type[NewCampaign]:
    title, options = SYSTEMS[key].title, OPTIONS[key]
    this: Any = Literal[key]
    return create_model(
        f"New{options.__name__.removesuffix('Options')}",
        __base__=NewCampaign,
        __cls_kwargs__=WITHOUT_SOURCE,
        __doc__=f"A campaign of {title} to create.",
        system=(this, Field(description="The rules it is played by.")),
        options=(options, Field(default=options(), description=f"House rules; {title} has these.")),
    )


if TYPE_CHECKING:
    AnyNewCampaign = NewCampaign
else:
    AnyNewCampaign = Annotated[reduce(or_, map(_new_of, SYSTEMS)), Field(discriminator="system")]
"""A campaign of any system to create, told apart by `system`: each has house rules of its own."""


class CampaignChange(Value):
    """Send only what changes: left-out fields stay, `null` clears what may be empty (a JSON Merge Patch)."""

    name: Name = Field(default_factory=left_out)
    description: Prose | None = Field(default_factory=left_out)
    options: OptionsChange = Field(default_factory=left_out)
    """House rules by name, those of the campaign's system; `null` puts one back to the usual."""
    external_refs: Refs = Field(default_factory=left_out)
    archived: bool = Field(default_factory=left_out)
    """`false` takes an archived campaign back out."""

    @property
    def fits_the_archive(self) -> bool:
        """Whether an archived campaign takes this change: it comes out, or is archived once more."""
        return self.archived is False or self.model_fields_set == {"archived"}

    def check(self, system: SystemKey) -> None:
        """Hold the house rules to those of the campaign's system; raises `Misshapen`."""
        if "options" in self.model_fields_set:
            changed(OPTIONS[system](), self.options)

    def applied_to(self, campaign: Campaign) -> Campaign:
        """The campaign with these changes; raises `Misshapen`."""
        changes = {name: getattr(self, name) for name in self.model_fields_set - {"options"}}
        if "options" in self.model_fields_set:
            changes["options"] = changed(campaign.options, self.options)
        return campaign.model_copy(update=changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Founded:
    """A new campaign, its first game master, and their token with the secret that is shown once."""

    campaign: Campaign
    member: Member
    token: Token
    secret: str


class Campaigns:
    """The use cases of campaigns."""

    def __init__(self, storage: Storage, clock: Clock, systems: Mapping[str, System] = SYSTEMS) -> None:
        self._storage = storage
        self._clock = clock
        self._systems = systems

    async def found(self, new: NewCampaign, *, keyed: Keyed[Founded] | None = None) -> Founded:
        """Create a campaign with its first game master and their token."""
        now = self._clock()
        campaign = Campaign(
            id=new_id("cmp"),
            name=new.name,
            system=new.system,
            description=new.description,
            options=new.options or OPTIONS[new.system](),
            external_refs=new.external_refs,
            archived=False,
            version=1,
            clock=0,
            created_at=now,
            updated_at=now,
        )
        member = Member(id=new_id("mem"), display_name="Game master", role=Role.GM, external_refs=[], joined_at=now)
        token = Token(
            id=new_id("tok"),
            member_id=member.id,
            name="First token",
            role=Role.GM,
            character_ids=None,
            created_at=now,
            expires_at=None,
            last_used_at=None,
        )
        secret = keys.new_token(Role.GM)
        founder = Caller(
            token_id=token.id,
            campaign_id=campaign.id,
            system=campaign.system,
            member_id=member.id,
            member_role=Role.GM,
            role=Role.GM,
            archived=False,
        )

        async def work(tx: Work) -> Founded:
            await tx.campaigns.add(StoredCampaign(campaign=campaign, public_version=1))
            await tx.members.add(campaign.id, member)
            await tx.tokens.add(campaign.id, token, digest=keys.digest(secret))
            await take_refs(tx, campaign.id, kind="campaign", target_id=campaign.id, refs=campaign.external_refs)
            made = event(
                founder,
                "campaign.created",
                at=now,
                data=json.dumps({"campaign_id": campaign.id}),
                text=f"The campaign {campaign.name} begins.",
            )
            await tx.journal.append(campaign.id, [made])
            return Founded(campaign=campaign, member=member, token=token, secret=secret)

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def get(self, caller: Caller) -> Campaign:
        """The caller's campaign as they see it."""
        stored = await self._storage.read(lambda tx: tx.campaigns.get(caller.campaign_id))
        if stored is None:
            raise missing()
        return stored.seen_by(caller.role)

    async def page(self, page: Page) -> list[Campaign]:
        """All campaigns of this server, for the holder of the setup token."""
        stored = await self._storage.read(lambda tx: tx.campaigns.page(page))
        return [campaign.campaign for campaign in stored]

    async def change(
        self,
        caller: Caller,
        change: CampaignChange,
        *,
        versions: frozenset[int] | None,
        keyed: Keyed[Campaign] | None = None,
    ) -> Campaign:
        """Change the campaign from one of the versions (None: any); a change of nothing is no new version."""
        looked = await self._looked(caller, change, versions)
        now = self._clock()

        async def work(tx: Work) -> Campaign:
            stored = await lock_for(tx, caller, keyed=keyed, now=now, archived_too=True)
            check_version(stored.seen_by(caller.role).version, versions)
            if stored.campaign.archived and not change.fits_the_archive:
                raise archived()
            before, after = stored.campaign, change.applied_to(stored.campaign)
            rules = looked if looked is not None and looked.lead(before, after) else self._rules(caller, before, after)
            await rules.follow(tx, at=now)
            return await _replace(tx, caller, stored, after, now=now)

        return await commit(self._storage, work, keyed=keyed, now=now)

    def _rules(self, caller: Caller, before: Campaign, after: Campaign) -> ChangedRules:
        return ChangedRules(caller, before, after, self._systems[after.system])

    async def _looked(
        self, caller: Caller, change: CampaignChange, versions: frozenset[int] | None
    ) -> ChangedRules | None:
        """The change of house rules, after a look at all that it shows otherwise; None where it isn't to be."""
        if "options" not in change.model_fields_set:
            return None
        stored = await self._storage.read(lambda tx: tx.campaigns.get(caller.campaign_id))
        if stored is None:
            return None
        try:
            check_version(stored.seen_by(caller.role).version, versions)
            rules = self._rules(caller, stored.campaign, change.applied_to(stored.campaign))
        except Refusal:
            # It comes when it is this request's turn to be judged.
            return None
        await rules.look(self._storage)
        return rules

    async def archive(
        self, caller: Caller, *, versions: frozenset[int] | None, keyed: Keyed[Campaign] | None = None
    ) -> Campaign:
        """Put the campaign away: it can be read, not written."""
        return await self.change(caller, CampaignChange(archived=True), versions=versions, keyed=keyed)

    async def purge(self, caller: Caller, *, versions: frozenset[int] | None) -> None:
        """Remove the campaign with all that belongs to it, for good."""

        async def work(tx: Work) -> None:
            stored = await lock_for(tx, caller, keyed=None, now=self._clock(), archived_too=True)
            check_version(stored.seen_by(caller.role).version, versions)
            await tx.campaigns.purge(caller.campaign_id)

        await self._storage.write(work)


async def _replace(tx: Work, caller: Caller, stored: StoredCampaign, changed: Campaign, *, now: datetime) -> Campaign:
    if changed == stored.campaign:
        return stored.seen_by(caller.role)
    fields = [name for name in Campaign.model_fields if getattr(changed, name) != getattr(stored.campaign, name)]
    # Nothing of a campaign is the game master's alone yet, so both counters move together.
    made = StoredCampaign(
        campaign=changed.model_copy(update={"version": stored.campaign.version + 1, "updated_at": now}),
        public_version=stored.public_version + 1,
    )
    if "external_refs" in fields:
        await take_refs(tx, changed.id, kind="campaign", target_id=changed.id, refs=changed.external_refs)
    await tx.campaigns.replace(made)
    told = event(
        caller,
        "campaign.changed",
        at=now,
        data=json.dumps({"fields": fields}),
        text=f"The campaign {changed.name} was changed: {', '.join(fields)}.",
    )
    await tx.journal.append(changed.id, [told])
    return made.seen_by(caller.role)


async def take_refs(tx: Work, campaign_id: str, *, kind: str, target_id: str, refs: Sequence[ExternalRef]) -> None:
    """Give the target these references and no others; raises `ReferenceTaken`."""
    taken = await tx.refs.set(campaign_id, kind=kind, target_id=target_id, refs=refs)
    if taken:
        raise ReferenceTaken(
            f"Another {kind} of this campaign has this reference of {taken.app}, or it stands here twice. "
            "Remove it there first.",
            app=taken.app,
        )
