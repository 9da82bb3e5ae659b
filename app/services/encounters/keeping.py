"""Setting encounters up, finding, renaming and removing them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import Field

from app.rules.encounter import history
from app.rules.encounter.state import Status
from app.rules.encounter.stored import write_state
from app.rules.system import System
from app.services.campaigns import take_refs
from app.services.encounters.kept import EncounterFilter, EncounterHead, Step, StoredEncounter
from app.services.encounters.opening import AnyRules, Opened, brief, open_encounter, rules_of, shown
from app.services.encounters.shown import EncounterBrief, EncounterShown, NewEncounter
from app.services.encounters.stepping import Moved, stepped
from app.services.ids import is_id, new_id
from app.services.options import changed
from app.services.ports import Clock, Page, Storage, Work
from app.services.refusals import WhichEncounter, missing
from app.services.text import Name, Prose
from app.services.values import Audience, Caller, Campaign, Event, ExternalRef, Role, Value, left_out
from app.services.writing import Keyed, archived, check_version, commit, event, lock_for

CURRENT = "current"
_TOLD = 10
_THE_GMS = {"notes"}


class EncounterChange(Value):
    """Send only what changes: left-out fields stay, `null` clears what may be empty (a JSON Merge Patch)."""

    name: Name = Field(default_factory=left_out)
    notes: Prose | None = Field(default_factory=left_out)
    """For game masters."""
    external_refs: list[ExternalRef] = Field(default_factory=left_out, max_length=20)

    def applied_to(self, head: EncounterHead) -> EncounterHead:
        """The encounter with these changes."""
        return head._replace(**{name: getattr(self, name) for name in self.model_fields_set})


class Encounters:
    """The use cases of encounters as things of a campaign; their commands are `Commands`."""

    def __init__(self, storage: Storage, clock: Clock, systems: Mapping[str, System]) -> None:
        self._storage = storage
        self._clock = clock
        self._systems = systems

    async def set_up(
        self, caller: Caller, new: NewEncounter, *, keyed: Keyed[EncounterShown] | None = None
    ) -> EncounterShown:
        """Begin an encounter with nobody in it; until it is started it is the game masters' alone."""
        now, rules = self._clock(), rules_of(self._systems, caller)

        async def work(tx: Work) -> EncounterShown:
            campaign = (await lock_for(tx, caller, keyed=keyed, now=now)).campaign
            changed(campaign.options, new.options)
            stored = blank(new, rules, last_event=new_id("evt"), at=now)
            head = stored.head
            told = _told(caller, "encounter.created", head, at=now, audience="gm")
            await tx.encounters.add(caller.campaign_id, stored, _first_step(caller, stored))
            refs = head.external_refs
            await take_refs(tx, caller.campaign_id, kind="encounter", target_id=head.id, refs=refs)
            await tx.journal.append(caller.campaign_id, [told._replace(id=head.last_event or told.id)])
            return shown(open_encounter(stored, campaign, rules), caller)

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def get(self, caller: Caller, encounter_id: str, *, tracker: bool = False) -> EncounterShown:
        """One encounter that the caller may see."""
        rules = rules_of(self._systems, caller)
        opened = await self._storage.read(lambda tx: look_up(tx, caller, encounter_id, rules))
        return shown(opened, caller, tracker=tracker)

    async def page(self, caller: Caller, page: Page, *, where: EncounterFilter) -> list[EncounterBrief]:
        """The encounters that the caller may see, newest first."""
        found = await self._storage.read(lambda tx: tx.encounters.page(caller, page, where=where))
        return [brief(head, caller.system, caller.role) for head in found]

    async def change(
        self,
        caller: Caller,
        encounter_id: str,
        change: EncounterChange,
        *,
        versions: frozenset[int] | None,
        keyed: Keyed[EncounterShown] | None = None,
    ) -> EncounterShown:
        """Change name, notes or references from one of the versions (None: any); of nothing it is no new version."""
        now, rules = self._clock(), rules_of(self._systems, caller)

        async def work(tx: Work) -> EncounterShown:
            opened = await locked(tx, caller, encounter_id, rules, versions=versions, keyed=keyed, now=now)
            after = change.applied_to(opened.head)
            if after != opened.head:
                opened = await _kept_change(tx, caller, opened, after, at=now)
            return shown(opened, caller)

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def remove(
        self, caller: Caller, encounter_id: str, *, versions: frozenset[int] | None, keyed: Keyed[None] | None = None
    ) -> None:
        """Remove an encounter; its characters stay as they were before it."""
        now, rules = self._clock(), rules_of(self._systems, caller)

        async def work(tx: Work) -> None:
            head = (await locked(tx, caller, encounter_id, rules, versions=versions, keyed=keyed, now=now)).head
            await take_refs(tx, caller.campaign_id, kind="encounter", target_id=head.id, refs=[])
            await tx.encounters.remove(head.id)
            told = _told(caller, "encounter.removed", head, at=now, audience="all" if head.shown else "gm")
            await tx.journal.append(caller.campaign_id, [told])

        await commit(self._storage, work, keyed=keyed, now=now)


async def locked(
    tx: Work,
    caller: Caller,
    encounter_id: str,
    rules: AnyRules,
    *,
    versions: frozenset[int] | None,
    keyed: Keyed[Any] | None,
    now: datetime,
) -> Opened:
    """The encounter at one of these versions (None: any), to be changed and by nobody else until then.

    Raises:
        NotFound, WhichEncounter: there is none of that id, or `current` isn't one.
        StaleVersion: it is at another version.
        Archived: the campaign is put away.
    """
    campaign = (await lock_for(tx, caller, keyed=keyed, now=now, archived_too=True)).campaign
    opened = await find(tx, caller, encounter_id, rules, campaign)
    check_version(opened.head.side(caller.role).version, versions)
    if campaign.archived:
        raise archived()
    return opened


async def find(tx: Work, caller: Caller, encounter_id: str, rules: AnyRules, campaign: Campaign) -> Opened:
    """The encounter as it stands; raises `NotFound` or `WhichEncounter`."""
    stored = await tx.encounters.get(caller, await find_id(tx, caller, encounter_id))
    if stored is None:
        raise missing()
    return open_encounter(stored, campaign, rules)


async def look_up(tx: Work, caller: Caller, encounter_id: str, rules: AnyRules) -> Opened:
    """As `find`, where the campaign isn't at hand."""
    found = await tx.campaigns.get(caller.campaign_id)
    if found is None:
        raise missing()
    return await find(tx, caller, encounter_id, rules, found.campaign)


async def find_id(tx: Work, caller: Caller, encounter_id: str) -> str:
    """The id that is meant, which for `current` is that of the one running encounter."""
    if encounter_id != CURRENT:
        if not is_id(encounter_id):
            raise missing()
        return encounter_id
    running = await tx.encounters.running(caller.campaign_id)
    if len(running) != 1:
        raise await _which(tx, caller, several=bool(running))
    return running[0]


async def _which(tx: Work, caller: Caller, *, several: bool) -> WhichEncounter:
    """What can be meant by the caller instead: those that run, else those being set up and the one that ended last."""

    async def found(status: Status) -> list[EncounterHead]:
        return await tx.encounters.page(caller, Page(limit=_TOLD), where=EncounterFilter(status=status))

    gm = caller.role is Role.GM
    if several:
        could = {head.id: head.name for head in reversed(await found("running"))}
    else:
        could = {head.id: f"{head.name}, being set up" for head in await found("setup")}
        ended = max(await found("ended"), key=lambda head: head.side(caller.role).updated_at, default=None)
        if ended is not None:
            could[ended.id] = f"{ended.name}, ended last{'; `undo` takes the end back' if gm else ''}"
    said = "Several encounters are running." if several else "No encounter is running."
    if could:
        named = ", ".join(f"`{id_}` ({name})" for id_, name in could.items())
        said = f"{said} Name one by its id in place of `current`: {named}."
    elif gm:
        said = f"{said} *Set an encounter up*; until it is started, name it by its id in place of `current`."
    return WhichEncounter(said, encounters=list(could))


def blank(new: NewEncounter, rules: AnyRules, *, last_event: str, at: datetime) -> StoredEncounter:
    """An encounter in which nothing has happened."""
    head = EncounterHead(
        id=new_id("enc"),
        name=new.name,
        kind=new.kind,
        status="setup",
        shown=False,
        options=new.options,
        external_refs=new.external_refs,
        notes=new.notes,
        created_at=at,
        version=1,
        updated_at=at,
        last_event=last_event,
        public_version=0,
        public_updated_at=at,
        public_last_event=None,
    )
    return StoredEncounter(head, state=write_state(rules.setup(new.kind)), sheets="{}")


def _first_step(caller: Caller, stored: StoredEncounter) -> Step:
    return Step(
        entry=history.made(stored.head.version),
        public_version=stored.head.public_version,
        at=stored.head.created_at,
        member_id=caller.member_id,
        by_member_id=caller.by_member_id,
        command=None,
        change="{}",
        snapshot=stored.state,
    )


async def _kept_change(tx: Work, caller: Caller, before: Opened, after: EncounterHead, *, at: datetime) -> Opened:
    head = before.head
    fields = [name for name in EncounterChange.model_fields if getattr(head, name) != getattr(after, name)]
    seen = [name for name in fields if name not in _THE_GMS] if head.shown else []
    moved = Moved(entry=history.edit(head.last), encounter=before.encounter, sheets=before.table.sheets, happenings=[])
    stepping = stepped(caller, before._replace(head=after), moved, at=at)
    after = stepping.opened.head
    if seen:
        after = after._replace(public_version=head.public_version + 1, public_updated_at=at)
    told = _told(caller, "encounter.changed", after, at=at, fields=seen or fields, audience="all" if seen else "gm")
    after = after._replace(last_event=told.id, public_last_event=told.id if seen else after.public_last_event)
    if "external_refs" in fields:
        await take_refs(tx, caller.campaign_id, kind="encounter", target_id=after.id, refs=after.external_refs)
    stored = StoredEncounter(after, state=stepping.state, sheets=stepping.opened.sheets)
    await tx.encounters.advance(stored, replace(stepping.step, public_version=after.public_version))
    await tx.journal.append(caller.campaign_id, [told])
    return before._replace(head=after)


def _told(
    caller: Caller, type_: str, head: EncounterHead, *, at: datetime, audience: Audience, fields: Sequence[str] = ()
) -> Event:
    texts = {
        "encounter.created": f"The encounter {head.name} is set up.",
        "encounter.changed": f"The encounter {head.name} was changed: {', '.join(fields)}.",
        "encounter.removed": f"The encounter {head.name} was removed.",
    }
    data = json.dumps({"encounter_id": head.id, **({"fields": fields} if fields else {})})
    made = event(caller, type_, at=at, data=data, text=texts[type_], audience=audience)
    return made._replace(encounter_id=head.id, version=head.version, public_version=head.public_version)
