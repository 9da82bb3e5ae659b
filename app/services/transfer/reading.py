"""Reading a campaign's document: every part by its shape, every name in it by what it leads to."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError

from app.rules.catalog import CHECKS, SystemKey
from app.services.characters import MOST_CHARACTERS
from app.services.ids import Prefix, is_id, new_id, new_ids
from app.services.options import OPTIONS, CampaignOptions
from app.services.refusals import Misshapen, Place, Quota
from app.services.sheets import AnySheet, read_by, read_sheet
from app.services.text import NO_PROSE, forged
from app.services.transfer.documents import (
    MOST_CHECKS,
    MOST_EVENTS,
    MOST_MEMBERS,
    MOST_ROLLS,
    CampaignDocument,
    CampaignRecord,
    CheckRecord,
    EventRecord,
    FormatVersion,
    MemberRecord,
    PlayedCharacter,
    RollRecord,
)
from app.services.transfer.exporting import ids_in
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
        events=await _parts(EventRecord, cover.events, "events"),
    )
    ids = _new_ids(document)
    _check_members(document)
    _check_refs(document)
    for name in ("rolls", "checks", "events"):
        for place, record in enumerate(getattr(document, name)):
            _check_names(ids, record, (name, place))
    for place, made in enumerate(document.checks):
        _check_kind(made, campaign.system, ("checks", place))
    for place, event in enumerate(document.events):
        if not ids.keys() >= set(ids_in(event.data)):
            raise _wrong(("events", place), "data", "names something that is not in the document")
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
    return Incoming(document=document, options=options, sheets=sheets, revisions=revisions, ids=ids)


def renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """A JSON value with new ids in the place of the old."""
    match value:
        case str():
            return ids.get(value, value) if is_id(value) else value
        case dict():
            return {name: renamed(member, ids) for name, member in value.items()}
        case list():
            return [renamed(member, ids) for member in value]
        case _:
            return value


_PARTS: Mapping[str, Prefix] = {"members": "mem", "characters": "chr", "rolls": "rol", "checks": "chk"}


def _cover(given: dict[str, Any]) -> _Cover:
    try:
        return _Cover.model_validate(given)
    except ValidationError as wrong:
        raise Misshapen((), CampaignDocument, wrong.errors()) from None


def _part(model: type[ModelT], given: Any, place: Place) -> ModelT:
    path = forged(given)
    if path is not None:
        raise Misshapen(place, model, [{"type": "forged", "loc": path, "msg": NO_PROSE}])
    try:
        # As JSON, in which moments are texts.
        return model.model_validate_json(json.dumps(given))
    except ValidationError as wrong:
        raise Misshapen(place, model, wrong.errors()) from None


async def _parts(model: type[ModelT], given: Sequence[Any], name: str) -> list[ModelT]:
    read = []
    for place, one in enumerate(given):
        read.append(_part(model, one, (name, place)))
        if place % _BREATH == 0:
            await asyncio.sleep(0)
    return read


def _wrong(place: Place, field: str, said: str) -> Misshapen:
    return Misshapen((*place, field), CampaignDocument, [{"type": "out_of_place", "loc": (), "msg": said}])


def _new_ids(document: CampaignDocument) -> dict[str, str]:
    ids = {document.campaign.id: new_id("cmp")}
    for name, prefix in _PARTS.items():
        things = getattr(document, name)
        for place, (thing, made) in enumerate(zip(things, new_ids(prefix, len(things)), strict=True)):
            if thing.id in ids:
                raise _wrong((name, place), "id", "stands twice in the document; give each thing an id of its own")
            ids[thing.id] = made
    return ids


def _check_members(document: CampaignDocument) -> None:
    if not any(member.role is Role.GM and member.left_at is None for member in document.members):
        raise _wrong((), "members", "must hold a game master who has not left: whoever imports it becomes that one")


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
            raise _wrong(place, field, "leads to nothing of that kind in the document")


def _check_kind(made: CheckRecord, system: SystemKey, place: Place) -> None:
    known = CHECKS.get(made.kind)
    if known is None or known[0].key != system or made.asked.kind != made.kind:
        raise _wrong(place, "kind", "must be a check of the campaign's system, the one that was asked for")


def _check_character(ids: Mapping[str, str], character: PlayedCharacter, place: Place) -> None:
    _check_names(ids, character, place)
    for number, waiver in enumerate(character.waivers):
        _check_names(ids, waiver, (*place, "waivers", number))
    versions: list[int] = []
    for number, one in enumerate(character.revisions):
        at: Place = (*place, "revisions", number)
        _check_names(ids, one, at)
        if not (versions[-1] if versions else 0) < one.version <= character.version:
            raise _wrong(
                at, "version", "must be more than that of the revision before, and no more than the character's"
            )
        if one.restored is not None and one.restored not in versions:
            raise _wrong(at, "restored", "must be the `version` of an earlier revision")
        versions.append(one.version)


def _check_refs(document: CampaignDocument) -> None:
    named: dict[str, Sequence[tuple[Place, Sequence[ExternalRef]]]] = {
        "campaign": [(("campaign",), document.campaign.external_refs)],
        "members": [(("members", place), one.external_refs) for place, one in enumerate(document.members)],
        "characters": [(("characters", place), one.external_refs) for place, one in enumerate(document.characters)],
    }
    for things in named.values():
        taken: set[tuple[str, str]] = set()
        for at, refs in things:
            for ref in refs:
                if (ref.app, ref.id) in taken:
                    raise _wrong(at, "external_refs", "holds what something before it in the document is called")
                taken.add((ref.app, ref.id))
