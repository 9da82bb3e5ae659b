"""Characters of a campaign: adding, reading, changing, removing, and what they were before."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from app.api.answers import (
    Cursor,
    Limit,
    Listed,
    body_of,
    expected_versions,
    listed,
    made,
    page_of,
    unchanged,
    versioned,
    viewer_of,
)
from app.api.asking import PlayerReading, PlayerWriting, Reading, stored_response
from app.api.body import StrictRoute
from app.api.members import REFERENCE, RefQuery, no_content, reference
from app.api.operations import operation
from app.rules.catalog import SYSTEMS
from app.services.character import (
    Character,
    CharacterBrief,
    CharacterChange,
    NewCharacter,
    Revision,
    WholeCharacter,
)
from app.services.ids import is_id
from app.services.ports import CharacterFilter
from app.services.refusals import (
    Archived,
    BadCursor,
    BuildRefused,
    InEncounter,
    NotYours,
    Quota,
    ReferenceTaken,
    missing,
)
from app.services.values import Answer, Role

router = APIRouter(prefix="/v1/campaigns/{campaign}/characters", tags=["Characters"], route_class=StrictRoute)
BRIEFS = TypeAdapter(CharacterBrief)
REVISIONS = TypeAdapter(Revision)


def _named(text: str) -> str:
    if not is_id(text) and not re.fullmatch(REFERENCE, text):
        raise missing()
    return text


CharacterId = Annotated[
    str,
    Path(
        description="The character's id, `chr_...`, or what another app calls them, as `app:id`. The demo's campaigns "
        "have a `demo:newcomer` whom no encounter holds.",
        examples=["demo:newcomer"],
    ),
    AfterValidator(_named),
]
Part = Annotated[str | None, Query(min_length=1, max_length=80, description="Only those with this in their name.")]
Kind = Annotated[
    str | None, Query(min_length=1, max_length=40, description="Only those of this `kind`, as it was written.")
]

NEW_EXAMPLES: dict[str, Any] = {
    key: {
        "summary": f"{system.title}: {sheet['name']}",
        "value": {"name": sheet["name"], "kind": "player character", "sheet": sheet},
    }
    for key, system in SYSTEMS.items()
    for sheet in [system.example_sheets[0].model_dump(mode="json", exclude_defaults=True)]
}
CHANGE_EXAMPLES: dict[str, Any] = {
    "rename": {"summary": "Another name", "value": {"name": "Willow the Quiet"}},
    "hide": {"summary": "Only the owner and game masters see them", "value": {"visibility": "owner"}},
    "note": {"summary": "A note for the owner and game masters", "value": {"private_notes": "Owes a favour."}},
    "ultra": {"summary": "Ultra: one injury", "value": {"sheet": {"injuries": 1}}},
    "uttas": {"summary": "UTTAS: Stamina at its most again", "value": {"sheet": {"stamina": None}}},
    "supers": {"summary": "Supers: two hero points", "value": {"sheet": {"hero_points": 2}}},
}
RESTORE_EXAMPLES = {"first": {"summary": "As it was at first", "value": {"revision": 1}}}


class Restoring(BaseModel):
    """What to bring back."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)

    revision: Annotated[int, Field(ge=1, le=2**31 - 1)]
    """The number of the revision, as *See what a character was* gives it."""


def _answer(character: Character) -> Answer:
    return Answer(status=200, headers=versioned(character.version), body=body_of(character))


@router.get("", response_model=Listed[CharacterBrief], **operation("listCharacters", Role.OBSERVER, BadCursor))
async def list_characters(
    asked: Reading,
    request: Request,
    limit: Limit = 50,
    cursor: Cursor = None,
    q: Part = None,
    kind: Kind = None,
    external_ref: RefQuery = None,
) -> Response:
    """See the characters.

    Those that you may see, in the order they were added, without their sheets. `q` finds a part of a name, whether in
    small or in capital letters; `external_ref` the one that another app calls so.
    """
    viewer = viewer_of(asked.caller)
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    where = CharacterFilter(q=q, kind=kind, ref=reference(external_ref))
    found = await asked.table.characters.page(asked.caller, page, where=where)
    return await listed(request, found, limit=limit, viewer=viewer, adapter=BRIEFS)


@router.post(
    "",
    status_code=201,
    response_model=WholeCharacter,
    **operation("addCharacter", Role.PLAYER, Archived, ReferenceTaken, Quota, BuildRefused, keyed=True, body=True),
)
async def add_character(
    asked: PlayerWriting, new: Annotated[NewCharacter, Body(openapi_examples=NEW_EXAMPLES)], request: Request
) -> Response:
    """Add a character.

    A player's characters are their own; a game master's are nobody's and hidden, unless `owner_member_id` and
    `visibility` say otherwise. `sheet` goes by the campaign's system: *Look at a system* has its schema and whole
    examples. The answer tells every number that follows from it with its parts, and in `audit` which rules of building
    it breaks; that is refused only under the house rule `enforce_build`.
    """

    def render(character: Character) -> Answer:
        path = f"/v1/campaigns/{asked.caller.campaign_id}/characters/{character.id}"
        return made(request, path, character, *versioned(character.version))

    return stored_response(render(await asked.table.characters.add(asked.caller, new, keyed=asked.keyed(render))))


@router.get(
    "/{character}",
    response_model=WholeCharacter | Character,
    **operation("getCharacter", Role.OBSERVER, versioned="read"),
)
async def get_character(asked: Reading, character: CharacterId, request: Request) -> Response:
    """Look at a character.

    Their sheet, every number that follows from it with its parts, all that dice notation can name after an `@`, and
    the audit. `private_notes` are shown to the owner and game masters. The version is also the `ETag`.
    """
    found = await asked.table.characters.get(asked.caller, character)
    return unchanged(request, found.version) or stored_response(_answer(found))


@router.put(
    "/{character}",
    response_model=WholeCharacter,
    **operation(
        "replaceCharacter",
        Role.PLAYER,
        Archived,
        NotYours,
        InEncounter,
        ReferenceTaken,
        Quota,
        BuildRefused,
        keyed=True,
        versioned="change",
        body=True,
    ),
)
async def replace_character(
    asked: PlayerWriting,
    character: CharacterId,
    new: Annotated[NewCharacter, Body(openapi_examples=NEW_EXAMPLES)],
    request: Request,
) -> Response:
    """Write a character anew.

    The whole of them: what is left out has its default. Only whose they are, who sees them and what is waived stay
    unless they are named. Needs `If-Match`; what they were is kept as a revision.
    """
    new.check(asked.caller.system)
    versions = expected_versions(request)
    written = await asked.table.characters.replace(
        asked.caller, character, new, versions=versions, keyed=asked.keyed(_answer)
    )
    return stored_response(_answer(written))


@router.patch(
    "/{character}",
    response_model=WholeCharacter,
    **operation(
        "changeCharacter",
        Role.PLAYER,
        Archived,
        NotYours,
        InEncounter,
        ReferenceTaken,
        Quota,
        BuildRefused,
        keyed=True,
        versioned="change",
        body=True,
    ),
)
async def change_character(
    asked: PlayerWriting,
    character: CharacterId,
    change: Annotated[CharacterChange, Body(openapi_examples=CHANGE_EXAMPLES)],
    request: Request,
) -> Response:
    """Change a character.

    Send only what changes, of the sheet too (JSON Merge Patch): a list is replaced whole, `null` puts a field back to
    its default. Needs `If-Match`; what they were is kept as a revision.

    In an encounter that runs their state (damage, conditions and the like) moves by its commands alone; of the rest it
    learns with `edit_combatant` and `"refresh": true`, but who owns and who sees them counts there at once.
    """
    versions = expected_versions(request)
    changed = await asked.table.characters.change(
        asked.caller, character, change, versions=versions, keyed=asked.keyed(_answer)
    )
    return stored_response(_answer(changed))


@router.delete(
    "/{character}",
    status_code=204,
    **operation("removeCharacter", Role.PLAYER, Archived, NotYours, InEncounter, keyed=True, versioned="change"),
)
async def remove_character(asked: PlayerWriting, character: CharacterId, request: Request) -> Response:
    """Remove a character.

    For good, with all their revisions. Needs `If-Match`.
    """
    versions = expected_versions(request)
    await asked.table.characters.remove(asked.caller, character, versions=versions, keyed=asked.keyed(no_content))
    return stored_response(no_content(None))


@router.get(
    "/{character}/revisions",
    response_model=Listed[Revision],
    **operation("listRevisions", Role.PLAYER, NotYours, BadCursor),
)
async def list_revisions(
    asked: PlayerReading, character: CharacterId, request: Request, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """See what a character was.

    Every change, newest first: who, when, and field by field what was before and after. For the owner and game
    masters; an owner sees the time in which the character was theirs.
    """
    viewer = viewer_of(asked.caller)
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    found = await asked.table.characters.revisions(asked.caller, character, page)
    return await listed(request, found, limit=limit, viewer=viewer, adapter=REVISIONS)


@router.post(
    "/{character}/restore",
    response_model=WholeCharacter,
    **operation(
        "restoreCharacter",
        Role.PLAYER,
        Archived,
        NotYours,
        InEncounter,
        BuildRefused,
        keyed=True,
        versioned="move",
        body=True,
    ),
)
async def restore_character(
    asked: PlayerWriting,
    character: CharacterId,
    wanted: Annotated[Restoring, Body(openapi_examples=RESTORE_EXAMPLES)],
    request: Request,
) -> Response:
    """Bring back what a character was.

    Their name, kind, sheet and notes become exactly those of the revision, as a new one: nothing in between is lost.
    With `If-Match` only if nobody has changed them since.
    """
    versions = expected_versions(request) if "if-match" in request.headers else None
    restored = await asked.table.characters.restore(
        asked.caller, character, wanted.revision, versions=versions, keyed=asked.keyed(_answer)
    )
    return stored_response(_answer(restored))
