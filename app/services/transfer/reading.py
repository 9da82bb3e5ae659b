"""Reading a campaign's document: every part by its shape, every name in it by what it leads to."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError

from app.rules.catalog import CHECKS, SystemKey
from app.services.characters import MOST_CHARACTERS
from app.services.ids import Prefix, new_id, new_ids
from app.services.options import OPTIONS, CampaignOptions
from app.services.refusals import Misshapen, Place, Quota
from app.services.sheets import AnySheet, read_by, read_sheet
from app.services.text import NO_PROSE, forged
from app.services.transfer.documents import (
    CAMPAIGN_VERSION,
    MOST_CHECKS,
    MOST_ENCOUNTERS,
    MOST_EVENTS,
    MOST_MEMBERS,
    MOST_ROLLS,
    MOST_STEPS,
    CampaignDocument,
    CampaignRecord,
    CheckRecord,
    EncounterRecord,
    EventRecord,
    FormatVersion,
    MemberRecord,
    PlayedCharacter,
    RollRecord,
)
from app.services.transfer.names import ids_in, renamed, wrong
from app.services.transfer.replaying import Replayed, replayed
from app.services.values import ExternalRef, Role, Value

ModelT = TypeVar("ModelT", bound=BaseModel)

_BREATH = 50
"""After so many things others are served."""


class _Cover(Value):
    """A document whose parts are still to be read."""

    format: Literal["umpire.campaign"]
    version: FormatVersion
    campaign: dict[str, Any]
    members: Annotated[list[Any], Field(max_length=MOST_MEMBERS)]
    characters: list[Any]
    rolls: Annotated[list[Any], Field(max_length=MOST_ROLLS)]
    checks: Annotated[list[Any], Field(max_length=MOST_CHECKS)]
    encounters: Annotated[list[Any], Field(max_length=MOST_ENCOUNTERS)]
    events: Annotated[list[Any], Field(max_length=MOST_EVENTS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A campaign that may be kept: read, whole in itself, with a new id for everything."""

    document: CampaignDocument
    options: CampaignOptions
    sheets: Mapping[str, AnySheet]
    """The characters' sheets, by the ids of the document."""
    revisions: Mapping[str, Sequence[AnySheet]]
    """The sheets of their revisions."""
    encounters: Sequence[Replayed]
    event_ids: Sequence[str]
    """New ids of the document's events."""
    ids: Mapping[str, str]
    """New ids by old."""


async def read_campaign(given: dict[str, Any]) -> Incoming:
    """A campaign's document.

    Raises:
        Misshapen: a part is not as it should be, stands twice, or names what isn't there.
        Quota: there are more characters, or larger sheets, than a campaign may have.
    """
    cover = _cover(given)
    campaign = _part(CampaignRecord, cover.campaign, ("campaign",))
    options = read_by(OPTIONS[campaign.system], campaign.options, part=("campaign", "options"))
    if len(cover.characters) > MOST_CHARACTERS:
        said = f"The document has {len(cover.characters)} characters; a campaign may have {MOST_CHARACTERS}."
        raise Quota(said, limit=MOST_CHARACTERS)
    document = CampaignDocument(
        format=cover.format,
        version=cover.version,
        campaign=campaign,
        members=await _parts(MemberRecord, cover.members, "members"),
        characters=await _parts(PlayedCharacter, cover.characters, "characters"),
        rolls=await _parts(RollRecord, cover.rolls, "rolls"),
        checks=await _parts(CheckRecord, cover.checks, "checks"),
        encounters=await _parts(EncounterRecord, cover.encounters, "encounters"),
        events=await _parts(EventRecord, cover.events, "events"),
    )
    if sum(len(one.steps) for one in document.encounters) > MOST_STEPS:
        raise wrong((), "encounters", f"must have no more than {MOST_STEPS} steps together")
    ids = _new_ids(document)
    event_ids = _event_ids(document, ids)
    _check_members(document)
    _check_refs(document)
    for name in ("rolls", "checks", "events"):
        for place, record in enumerate(getattr(document, name)):
            _check_names(ids, record, (name, place))
    for place, made in enumerate(document.checks):
        _check_kind(made, campaign.system, ("checks", place))
    for place, event in enumerate(document.events):
        if event.encounter_id is None and not ids.keys() >= set(ids_in(event.data)):
            raise wrong(("events", place), "data", "names something that is not in the document")
    for place, encounter in enumerate(document.encounters):
        for number, step in enumerate(encounter.steps):
            _check_names(ids, step, ("encounters", place, "steps", number))
    sheets, revisions = {}, {}
    for place, character in enumerate(document.characters):
        at: Place = ("characters", place)
        _check_character(ids, character, at)
        sheets[character.id] = read_sheet(campaign.system, renamed(character.sheet, ids), part=(*at, "sheet"))
        revisions[character.id] = [
            read_sheet(campaign.system, renamed(one.sheet, ids), part=(*at, "revisions", number, "sheet"))
            for number, one in enumerate(character.revisions)
        ]
        await asyncio.sleep(0)
    encounters = await replayed(document, options, _with_strays(document, ids), event_ids)
    return Incoming(
        document=document,
        options=options,
        sheets=sheets,
        revisions=revisions,
        encounters=encounters,
        event_ids=event_ids,
        ids=ids,
    )


_PARTS: Mapping[str, Prefix] = {
    "members": "mem",
    "characters": "chr",
    "rolls": "rol",
    "checks": "chk",
    "encounters": "enc",
}


def _cover(given: dict[str, Any]) -> _Cover:
    if given.get("version") in range(1, CAMPAIGN_VERSION):
        # They are from before encounters travelled.
        given = {"encounters": []} | given
    try:
        return _Cover.model_validate(given)
    except ValidationError as misshapen:
        raise Misshapen((), CampaignDocument, misshapen.errors()) from None


def _part(model: type[ModelT], given: Any, place: Place) -> ModelT:
    path = forged(given)
    if path is not None:
        raise Misshapen(place, model, [{"type": "forged", "loc": path, "msg": NO_PROSE}])
    try:
        # As JSON, in which moments are texts.
        return model.model_validate_json(json.dumps(given))
    except ValidationError as misshapen:
        raise Misshapen(place, model, misshapen.errors()) from None


async def _parts(model: type[ModelT], given: Sequence[Any], name: str) -> list[ModelT]:
    read = []
    for place, one in enumerate(given):
        read.append(_part(model, one, (name, place)))
        if place % _BREATH == 0:
            await asyncio.sleep(0)
    return read


def _new_ids(document: CampaignDocument) -> dict[str, str]:
    ids = {document.campaign.id: new_id("cmp")}
    for name, prefix in _PARTS.items():
        things = getattr(document, name)
        for place, (thing, made) in enumerate(zip(things, new_ids(prefix, len(things)), strict=True)):
            if thing.id in ids:
                raise wrong((name, place), "id", "stands twice in the document; give each thing an id of its own")
            ids[thing.id] = made
    return ids


def _event_ids(document: CampaignDocument, ids: dict[str, str]) -> list[str]:
    """New ids of the events; those that had one are known by it."""
    made = new_ids("evt", len(document.events))
    for place, (event, id_) in enumerate(zip(document.events, made, strict=True)):
        if event.id is not None and ids.setdefault(event.id, id_) != id_:
            raise wrong(("events", place), "id", "stands twice in the document; give each thing an id of its own")
    return made


_STRAYS: Mapping[str, Prefix] = {"chr": "chr", "mem": "mem", "evt": "evt"}


def _with_strays(document: CampaignDocument, ids: Mapping[str, str]) -> dict[str, str]:
    """The new ids, with some for what encounters still name and nobody has any more, such as removed characters."""
    told: list[Any] = [one.data for one in document.events if one.encounter_id is not None]
    for one in document.encounters:
        told += [one.began, one.sheets, *(step.change for step in one.steps), *(step.command for step in one.steps)]
    strays = {id_ for id_ in ids_in(told) if id_[:3] in _STRAYS and id_ not in ids}
    return {**ids, **{id_: new_id(_STRAYS[id_[:3]]) for id_ in strays}}


def _check_members(document: CampaignDocument) -> None:
    if not any(member.role is Role.GM and member.left_at is None for member in document.members):
        raise wrong((), "members", "must hold a game master who has not left: whoever imports it becomes that one")


_NAMES: Mapping[str, Prefix] = {
    "member_id": "mem",
    "by_member_id": "mem",
    "owner_member_id": "mem",
    "watcher_id": "mem",
    "audience_member_id": "mem",
    "character_id": "chr",
}
"""What the fields of every record lead to."""


def _check_names(ids: Mapping[str, str], record: Value | CheckRecord, place: Place) -> None:
    for field, prefix in _NAMES.items():
        key = getattr(record, field, None)
        if key is not None and not ids.get(key, "").startswith(prefix):
            raise wrong(place, field, "leads to nothing of that kind in the document")


def _check_kind(made: CheckRecord, system: SystemKey, place: Place) -> None:
    known = CHECKS.get(made.kind)
    if known is None or known[0].key != system or made.asked.kind != made.kind:
        raise wrong(place, "kind", "must be a check of the campaign's system, the one that was asked for")


def _check_character(ids: Mapping[str, str], character: PlayedCharacter, place: Place) -> None:
    _check_names(ids, character, place)
    for number, waiver in enumerate(character.waivers):
        _check_names(ids, waiver, (*place, "waivers", number))
    versions: list[int] = []
    for number, one in enumerate(character.revisions):
        at: Place = (*place, "revisions", number)
        _check_names(ids, one, at)
        if not (versions[-1] if versions else 0) < one.version <= character.version:
            raise wrong(
                at, "version", "must be more than that of the revision before, and no more than the character's"
            )
        if one.restored is not None and one.restored not in versions:
            raise wrong(at, "restored", "must be the `version` of an earlier revision")
        versions.append(one.version)


def _check_refs(document: CampaignDocument) -> None:
    named: dict[str, Sequence[tuple[Place, Sequence[ExternalRef]]]] = {
        "campaign": [(("campaign",), document.campaign.external_refs)],
        "members": [(("members", place), one.external_refs) for place, one in enumerate(document.members)],
        "characters": [(("characters", place), one.external_refs) for place, one in enumerate(document.characters)],
        "encounters": [(("encounters", place), one.external_refs) for place, one in enumerate(document.encounters)],
    }
    for things in named.values():
        taken: set[tuple[str, str]] = set()
        for at, refs in things:
            for ref in refs:
                if (ref.app, ref.id) in taken:
                    raise wrong(at, "external_refs", "holds what something before it in the document is called")
                taken.add((ref.app, ref.id))
