"""Reading in a character, or a whole campaign: everything gets an id of its own, all of it is kept or nothing."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from app.services import keys
from app.services.campaigns import Founded, take_refs
from app.services.character import Character, Counted, NewCharacter, StoredCharacter, StoredRevision, Waiver
from app.services.characters import Characters
from app.services.ids import new_id, new_ids
from app.services.ports import Clock, Storage, Work
from app.services.refusals import Misshapen
from app.services.sheets import AnySheet, Change, read_sheet
from app.services.transfer.documents import (
    CharacterDocument,
    CheckRecord,
    EventRecord,
    MemberRecord,
    PlayedCharacter,
    RollRecord,
)
from app.services.transfer.names import renamed
from app.services.transfer.reading import Incoming, read_campaign
from app.services.transfer.replaying import Replayed
from app.services.values import (
    Caller,
    Campaign,
    CampaignCheck,
    CampaignRoll,
    Event,
    Member,
    Role,
    StoredCampaign,
    Token,
)
from app.services.writing import Keyed, commit, event

_BREATH = 50
"""After so many things others are served."""
_EVENTS_AT_ONCE = 200


class Imports:
    """The use cases of reading in."""

    def __init__(self, storage: Storage, clock: Clock, characters: Characters) -> None:
        self._storage = storage
        self._clock = clock
        self._characters = characters

    async def character(
        self, caller: Caller, document: CharacterDocument, *, keyed: Keyed[Character] | None = None
    ) -> Character:
        """A character of a document as a new one: a player's own, a game master's nobody's.

        Raises as `Characters.add`, and `Misshapen` for one of another system.
        """
        given = document.character
        if document.system != caller.system:
            said = f"must be `{caller.system}`, as the campaign plays"
            raise Misshapen(("system",), CharacterDocument, [{"type": "wrong_system", "loc": (), "msg": said}])
        read_sheet(caller.system, given.sheet, part=("character", "sheet"))
        # A character that only game masters saw is its player's from now on, and so theirs to see.
        sight = "owner" if given.visibility == "gm" and caller.role is not Role.GM else given.visibility
        new = NewCharacter(
            name=given.name,
            kind=given.kind,
            sheet=given.sheet,
            visibility=sight,
            external_refs=given.external_refs,
            notes=given.notes,
            private_notes=given.private_notes,
        )
        return await self._characters.add(caller, new, free_refs=True, keyed=keyed)

    async def campaign(self, given: dict[str, object], *, keyed: Keyed[Founded] | None = None) -> Founded:
        """A campaign of a document as a new one; who imports it becomes its first game master.

        Raises as `read_campaign`.
        """
        now = self._clock()
        incoming = await read_campaign(given)
        founded = _founded(incoming, now=now)

        async def work(tx: Work) -> Founded:
            await _keep(tx, incoming, founded, now=now)
            return founded

        return await commit(self._storage, work, keyed=keyed, now=now)


def _founded(incoming: Incoming, *, now: datetime) -> Founded:
    record = incoming.document.campaign
    campaign = Campaign(
        id=incoming.ids[record.id],
        name=record.name,
        system=record.system,
        description=record.description,
        options=incoming.options,
        external_refs=record.external_refs,
        archived=False,
        version=1,
        clock=record.clock,
        created_at=record.created_at,
        updated_at=now,
    )
    gm = next(one for one in incoming.document.members if one.role is Role.GM and one.left_at is None)
    member = Member(
        id=incoming.ids[gm.id],
        display_name=gm.display_name,
        role=gm.role,
        external_refs=gm.external_refs,
        joined_at=gm.joined_at,
    )
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
    return Founded(campaign=campaign, member=member, token=token, secret=keys.new_token(Role.GM))


async def _keep(tx: Work, incoming: Incoming, founded: Founded, *, now: datetime) -> None:
    document, ids, campaign = incoming.document, incoming.ids, founded.campaign
    await tx.campaigns.add(StoredCampaign(campaign=campaign, public_version=1))
    await take_refs(tx, campaign.id, kind="campaign", target_id=campaign.id, refs=campaign.external_refs)
    for member in document.members:
        await _keep_member(tx, campaign.id, member.model_copy(update={"id": ids[member.id]}))
    await tx.tokens.add(campaign.id, founded.token, digest=keys.digest(founded.secret))
    for character in document.characters:
        await _keep_character(tx, campaign.id, character, incoming)
        await asyncio.sleep(0)
    for place, roll in enumerate(document.rolls):
        await tx.chronicle.add_roll(campaign.id, _roll(roll, incoming))
        if place % _BREATH == 0:
            await asyncio.sleep(0)
    for place, check in enumerate(document.checks):
        kept = _check(check, incoming)
        await tx.checks.add(campaign.id, kept, throws="[]", clock=check.clock, recurs=check.recurs)
        if place % _BREATH == 0:
            await asyncio.sleep(0)
    told: dict[int, Event] = {}
    for encounter in incoming.encounters:
        await _keep_encounter(tx, campaign.id, encounter)
        told |= encounter.events
    events = [
        told.get(place) or _event(one, made, incoming)
        for place, (one, made) in enumerate(zip(document.events, incoming.event_ids, strict=True))
    ]
    for first in range(0, len(events), _EVENTS_AT_ONCE):
        await tx.journal.append(campaign.id, events[first : first + _EVENTS_AT_ONCE])
        await asyncio.sleep(0)
    await tx.journal.append(campaign.id, [_imported(founded, now=now)])


def _imported(founded: Founded, *, now: datetime) -> Event:
    campaign = founded.campaign
    founder = Caller(
        token_id=founded.token.id,
        campaign_id=campaign.id,
        system=campaign.system,
        member_id=founded.member.id,
        member_role=Role.GM,
        role=Role.GM,
        archived=False,
    )
    data = json.dumps({"campaign_id": campaign.id})
    return event(founder, "campaign.imported", at=now, data=data, text=f"The campaign {campaign.name} was imported.")


async def _keep_member(tx: Work, campaign_id: str, member: MemberRecord) -> None:
    await tx.chronicle.add_member(campaign_id, member)
    if member.left_at is None:
        await take_refs(tx, campaign_id, kind="member", target_id=member.id, refs=member.external_refs)


async def _keep_character(tx: Work, campaign_id: str, played: PlayedCharacter, incoming: Incoming) -> None:
    ids = incoming.ids
    character = StoredCharacter(
        id=ids[played.id],
        name=played.name,
        kind=played.kind,
        owner_member_id=ids.get(played.owner_member_id or ""),
        visibility=played.visibility,
        external_refs=played.external_refs,
        created_at=played.created_at,
        for_gm=Counted(version=played.version, at=played.updated_at),
        for_owner=Counted(version=played.owner_version, at=played.owner_updated_at),
        for_others=Counted(version=played.public_version, at=played.public_updated_at),
        sheet=incoming.sheets[played.id],
        notes=played.notes,
        private_notes=played.private_notes,
        waivers=[Waiver(**dict(one) | {"by_member_id": ids[one.by_member_id]}) for one in played.waivers],
    )
    await tx.characters.add(campaign_id, character)
    await take_refs(tx, campaign_id, kind="character", target_id=character.id, refs=character.external_refs)
    for revision in _revisions(character, played, incoming.revisions[played.id], incoming):
        await tx.characters.keep(revision)


async def _keep_encounter(tx: Work, campaign_id: str, encounter: Replayed) -> None:
    stored, (first, *later) = encounter.stored, encounter.steps
    await tx.encounters.add(campaign_id, stored, first)
    await take_refs(tx, campaign_id, kind="encounter", target_id=stored.head.id, refs=stored.head.external_refs)
    for step in later:
        await tx.chronicle.add_step(stored.head.id, step, struck=step.entry.version in encounter.struck)
        if step.entry.version % _BREATH == 0:
            await asyncio.sleep(0)


def _revisions(
    character: StoredCharacter, played: PlayedCharacter, sheets: Sequence[AnySheet], incoming: Incoming
) -> list[StoredRevision]:
    ids = incoming.ids
    made = new_ids("rev", len(played.revisions))
    numbers = {one.version: id_ for one, id_ in zip(played.revisions, made, strict=True)}
    return [
        StoredRevision(
            id=numbers[one.version],
            action=one.action,
            restored=numbers[one.restored] if one.restored else None,
            encounter_id=ids.get(one.encounter_id or ""),
            at=one.at,
            member_id=ids[one.member_id],
            by_member_id=ids.get(one.by_member_id or ""),
            character=replace(
                character,
                name=one.name,
                kind=one.kind,
                notes=one.notes,
                sheet=sheet,
                # By these the storage knows who may see the revision.
                owner_member_id=ids.get(one.watcher_id or ""),
                visibility="owner" if one.watcher_id else "gm",
                for_gm=Counted(version=one.version, at=one.at),
                for_owner=Counted(version=one.owner_version, at=one.at),
            ),
            changes=[
                Change(pointer=change.pointer, before=renamed(change.before, ids), after=renamed(change.after, ids))
                for change in one.changes
            ],
            opens=one.opens,
        )
        for one, sheet in zip(played.revisions, sheets, strict=True)
    ]


def _roll(record: RollRecord, incoming: Incoming) -> CampaignRoll:
    ids = incoming.ids
    return CampaignRoll(
        source="imported",
        rolls=record.rolls,
        text=record.text,
        markdown=record.markdown,
        id=ids[record.id],
        member_id=ids[record.member_id],
        by_member_id=ids.get(record.by_member_id or ""),
        character_id=ids.get(record.character_id or ""),
        visibility=record.visibility,
        label=record.label,
        created_at=record.created_at,
        revealed_at=record.revealed_at,
    )


def _check(record: CheckRecord, incoming: Incoming) -> CampaignCheck:
    ids = incoming.ids
    kept = {name: getattr(record, name) for name in CampaignCheck.model_fields}
    return CampaignCheck(
        **kept
        | {
            "id": ids[record.id],
            "member_id": ids[record.member_id],
            "by_member_id": ids.get(record.by_member_id or ""),
            "character_id": ids.get(record.character_id or ""),
            "source": "imported",
            # What hangs on dice that nobody here threw is not to be played on.
            "open": False,
        }
    )


def _event(record: EventRecord, id_: str, incoming: Incoming) -> Event:
    ids = incoming.ids
    return Event(
        id=id_,
        type=record.type,
        at=record.at,
        member_id=ids.get(record.member_id or ""),
        by_member_id=ids.get(record.by_member_id or ""),
        audience=record.audience,
        data=json.dumps(renamed(record.data, ids)),
        text=record.text,
        schema_version=record.schema_version,
        for_member_id=ids.get(record.audience_member_id or ""),
    )
