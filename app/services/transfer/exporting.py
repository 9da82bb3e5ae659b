"""Writing out a character, or a campaign as a game master sees it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping
from typing import Any, TypeVar

from pydantic_core import to_json

from app.rules.catalog import SystemKey
from app.services.character import StoredCharacter
from app.services.encounters.kept import EncounterFilter
from app.services.ports import CheckFilter, Page, Storage, ThrowFilter, Work
from app.services.refusals import NotYours, missing
from app.services.transfer.documents import (
    CAMPAIGN_FORMAT,
    CAMPAIGN_VERSION,
    CHARACTER_FORMAT,
    CHARACTER_VERSION,
    MOST_CHECKS,
    MOST_ENCOUNTERS,
    MOST_EVENTS,
    MOST_REVISIONS,
    MOST_ROLLS,
    MOST_STEPS,
    CampaignDocument,
    CampaignRecord,
    CharacterDocument,
    CharacterRecord,
    CheckRecord,
    EncounterRecord,
    EventRecord,
    PlayedCharacter,
    RevisionRecord,
    RollRecord,
    WaiverRecord,
)
from app.services.transfer.names import ids_in
from app.services.values import Caller, CampaignCheck, CampaignRoll, Role

T = TypeVar("T")
Listing = Callable[[Page], Coroutine[Any, Any, list[T]]]

_PAGE = 200


class Exports:
    """The use cases of writing out."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def character(self, caller: Caller, character_id: str) -> CharacterDocument:
        """A character of one's own as a document; raises `NotFound` or `NotYours`."""
        found = await self._storage.read(lambda tx: tx.characters.get(caller, character_id))
        if found is None:
            raise missing()
        if not found.seen_whole_by(caller):
            raise NotYours("Only the owner of this character or a game master may do this.")
        return character_document(found, caller.system)

    async def campaign(self, caller: Caller) -> CampaignDocument:
        """The caller's campaign, with all that they may see of it."""
        return await self._storage.read(lambda tx: _campaign(tx, caller))

    async def whole(self, campaign_id: str) -> CampaignDocument | None:
        """A campaign as its first game master sees it, for an operator; None without such a campaign."""

        async def work(tx: Work) -> CampaignDocument | None:
            stored, gm = await tx.campaigns.get(campaign_id), await tx.members.first_game_master(campaign_id)
            if stored is None or gm is None:
                return None
            viewer = Caller(
                token_id="",
                campaign_id=campaign_id,
                system=stored.campaign.system,
                member_id=gm.id,
                member_role=Role.GM,
                role=Role.GM,
                archived=stored.campaign.archived,
            )
            return await _campaign(tx, viewer)

        return await self._storage.read(work)


def character_document(character: StoredCharacter, system: SystemKey) -> CharacterDocument:
    """The document in which a character travels."""
    return CharacterDocument(
        format=CHARACTER_FORMAT,
        version=CHARACTER_VERSION,
        system=system,
        character=CharacterRecord(
            id=character.id,
            owner_member_id=character.owner_member_id,
            name=character.name,
            kind=character.kind,
            visibility=character.visibility,
            external_refs=character.external_refs,
            notes=character.notes,
            private_notes=character.private_notes,
            sheet=character.sheet.model_dump(mode="json"),
        ),
    )


async def written(document: CampaignDocument) -> bytes:
    """The document as JSON; between its parts others are served."""
    parts = []
    for name in CampaignDocument.model_fields:
        value = getattr(document, name)
        if not isinstance(value, list):
            parts.append(f'"{name}":'.encode() + to_json(value))
            continue
        items = []
        for place, item in enumerate(value):
            items.append(item.model_dump_json().encode())
            if place % _PAGE == 0:
                await asyncio.sleep(0)
        parts.append(f'"{name}":['.encode() + b",".join(items) + b"]")
    return b"{" + b",".join(parts) + b"}"


async def _campaign(tx: Work, caller: Caller) -> CampaignDocument:
    # Others may play on meanwhile. Whatever may be named is read after, or without, what names it; what is named in
    # vain is left out.
    encounters = await _encounters(tx, caller)
    characters = await tx.characters.everybody(caller)
    revisions = await tx.chronicle.revisions(caller.campaign_id)
    rolls = [roll async for roll in _all(lambda page: tx.rolls.page(caller, page, where=ThrowFilter()), MOST_ROLLS)]
    checks = [made async for made in _all(lambda page: tx.checks.page(caller, page, where=CheckFilter()), MOST_CHECKS)]
    recurring = await tx.chronicle.recurring(caller.campaign_id)
    events = await tx.chronicle.events(caller, most=MOST_EVENTS)
    members = await tx.chronicle.members(caller.campaign_id)
    stored = await tx.campaigns.get(caller.campaign_id)
    if stored is None:
        raise missing()
    campaign = stored.campaign
    there = {character.id for character in characters}
    people = {member.id for member in members}
    steps = {one.id: len(one.steps) for one in encounters}
    things = {campaign.id} | there | people | {roll.id for roll in rolls} | {made.id for made in checks}
    return CampaignDocument(
        format=CAMPAIGN_FORMAT,
        version=CAMPAIGN_VERSION,
        campaign=CampaignRecord(
            id=campaign.id,
            name=campaign.name,
            system=campaign.system,
            description=campaign.description,
            options=campaign.options.model_dump(mode="json"),
            external_refs=campaign.external_refs,
            clock=campaign.clock,
            created_at=campaign.created_at,
        ),
        members=members,
        characters=[_played(character, revisions.get(character.id, []), steps) for character in characters],
        rolls=[_roll(roll, there) for roll in reversed(rolls)],
        checks=[_check(made, there, *recurring[made.id]) for made in reversed(checks)],
        encounters=encounters,
        events=[event for event in events if _happened_in(event, steps) or _is_of(event, things, people)],
    )


async def _encounters(tx: Work, caller: Caller) -> list[EncounterRecord]:
    """The newest encounters, from the first to the last, with no more steps than a document may have."""
    found: list[EncounterRecord] = []
    left = MOST_STEPS
    async for head in _all(lambda page: tx.encounters.page(caller, page, where=EncounterFilter()), MOST_ENCOUNTERS):
        stored = await tx.encounters.get(caller, head.id)
        if stored is None:
            continue
        left -= stored.head.version
        if left < 0:
            break
        began, steps = await tx.chronicle.steps(head.id, upto=stored.head.version)
        found.append(
            EncounterRecord(
                id=stored.head.id,
                name=stored.head.name,
                options=dict(stored.head.options),
                external_refs=stored.head.external_refs,
                notes=stored.head.notes,
                began=began,
                sheets=json.loads(stored.sheets),
                steps=steps,
            )
        )
        await asyncio.sleep(0)
    return found[::-1]


async def _all(listing: Listing[Any], most: int) -> AsyncIterator[Any]:
    """The newest of a list, newest first."""
    after: str | None = None
    for _ in range(0, most, _PAGE):
        found = await listing(Page(limit=_PAGE, after=after))
        for one in found:
            yield one
        if len(found) < _PAGE:
            return
        after = found[-1].id
        await asyncio.sleep(0)


def _played(
    character: StoredCharacter, revisions: list[RevisionRecord], encounters: Collection[str]
) -> PlayedCharacter:
    kept = [one for one in revisions if one.version <= character.for_gm.version][-MOST_REVISIONS:]
    return PlayedCharacter(
        id=character.id,
        owner_member_id=character.owner_member_id,
        name=character.name,
        kind=character.kind,
        visibility=character.visibility,
        external_refs=character.external_refs,
        notes=character.notes,
        private_notes=character.private_notes,
        waivers=[WaiverRecord(**dict(waiver)) for waiver in character.waivers],
        created_at=character.created_at,
        version=character.for_gm.version,
        updated_at=character.for_gm.at,
        owner_version=character.for_owner.version,
        owner_updated_at=character.for_owner.at,
        public_version=character.for_others.version,
        public_updated_at=character.for_others.at,
        sheet=character.sheet.model_dump(mode="json"),
        revisions=[
            one if one.encounter_id in encounters else one.model_copy(update={"encounter_id": None}) for one in kept
        ],
    )


def _roll(roll: CampaignRoll, characters: set[str]) -> RollRecord:
    return RollRecord(
        id=roll.id,
        member_id=roll.member_id,
        by_member_id=roll.by_member_id,
        character_id=roll.character_id if roll.character_id in characters else None,
        visibility=roll.visibility,
        label=roll.label,
        created_at=roll.created_at,
        revealed_at=roll.revealed_at,
        source=roll.source,
        rolls=roll.rolls,
        text=roll.text,
        markdown=roll.markdown,
    )


def _check(made: CampaignCheck, characters: set[str], recurs: str | None, clock: int) -> CheckRecord:
    told = dict(made) | {"character_id": made.character_id if made.character_id in characters else None}
    return CheckRecord(**told, recurs=recurs, clock=clock)


def _happened_in(event: EventRecord, steps: Mapping[str, int]) -> bool:
    """Whether an event came of a step that the document has."""
    return event.version is not None and event.version <= steps.get(event.encounter_id or "", 0)


def _is_of(event: EventRecord, things: set[str], people: set[str]) -> bool:
    """Whether an event of no encounter tells of nothing that the document leaves out."""
    if event.encounter_id is not None:
        return False
    named = {event.member_id, event.by_member_id, event.audience_member_id} - {None}
    return named <= people and things.issuperset(ids_in(event.data))
