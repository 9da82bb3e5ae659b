"""Encounters as things of a campaign: set up, found, looked at, renamed, removed."""

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Path, Query, Request, Response
from pydantic import TypeAdapter

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
from app.api.asking import GmWriting, Reading, stored_response
from app.api.body import StrictRoute
from app.api.members import RefQuery, reference
from app.api.operations import operation
from app.rules.encounter.state import Kind, Status
from app.services.encounters.keeping import EncounterChange
from app.services.encounters.kept import EncounterFilter
from app.services.encounters.shown import EncounterBrief, EncounterShown, NewEncounter
from app.services.refusals import Archived, BadCursor, NoEncounters, ReferenceTaken, WhichEncounter
from app.services.values import Answer, Role

router = APIRouter(prefix="/v1/campaigns/{campaign}/encounters", tags=["Encounters"], route_class=StrictRoute)
BRIEFS = TypeAdapter(EncounterBrief)

EncounterId = Annotated[
    str,
    Path(
        description="`current` is the one encounter that is running. Any other goes by its id, `enc_...`: one that is "
        "being set up, until it is started, or one whose end is to be taken back."
    ),
]
NEW_EXAMPLES = {
    "fight": {"summary": "A fight", "value": {"name": "The toll bridge", "kind": "fight"}},
    "chase": {
        "summary": "A chase, with notes of your own",
        "value": {"name": "Over the roofs", "kind": "chase", "notes": "They know the way through the laundry."},
    },
    "real dice": {
        "summary": "A scene with another house rule than the campaign's",
        "value": {"name": "The haunted cabin", "kind": "scene", "options": {"physical_dice": "gm"}},
    },
    "tied": {
        "summary": "A fight that your virtual tabletop knows too",
        "value": {"name": "The warehouse", "external_refs": [{"app": "foundry", "id": "combat-7"}]},
    },
}
CHANGE_EXAMPLES = {
    "rename": {"summary": "Another name", "value": {"name": "The toll bridge at dusk"}},
    "notes": {"summary": "Notes for game masters", "value": {"notes": "The bridge gives way in round four."}},
}


def rendered(encounter: EncounterShown) -> Answer:
    """An encounter as an answer."""
    return Answer(status=200, headers=versioned(encounter.version), body=body_of(encounter))


@router.post(
    "",
    status_code=201,
    response_model=EncounterShown,
    **operation("setUpEncounter", Role.GM, Archived, ReferenceTaken, NoEncounters, keyed=True, body=True),
)
async def set_up_encounter(
    asked: GmWriting, new: Annotated[NewEncounter, Body(openapi_examples=NEW_EXAMPLES)], request: Request
) -> Response:
    """Set an encounter up.

    A fight, a chase or a scene with nobody in it yet: bring them in with `join`, then `start`, by *Send a command*. As
    `current` is the encounter that runs, write the `id` from this answer in its place until then. Players don't know of
    it before it is started.
    """

    def render(encounter: EncounterShown) -> Answer:
        path = f"/v1/campaigns/{asked.caller.campaign_id}/encounters/{encounter.id}"
        return made(request, path, encounter, *versioned(encounter.version))

    return stored_response(render(await asked.table.encounters.set_up(asked.caller, new, keyed=asked.keyed(render))))


@router.get("", response_model=Listed[EncounterBrief], **operation("listEncounters", Role.OBSERVER, BadCursor))
async def list_encounters(
    asked: Reading,
    request: Request,
    limit: Limit = 50,
    cursor: Cursor = None,
    status: Annotated[Status | None, Query(description="Only those being set up, running or ended.")] = None,
    kind: Annotated[Kind | None, Query(description="Only fights, chases or scenes.")] = None,
    external_ref: RefQuery = None,
) -> Response:
    """See the encounters of the campaign.

    Newest first; with `external_ref`, the one that another app calls so. Those that were never started are the game
    masters' alone.
    """
    viewer = viewer_of(asked.caller)
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    where = EncounterFilter(status=status, kind=kind, ref=reference(external_ref))
    found = await asked.table.encounters.page(asked.caller, page, where=where)
    return await listed(request, found, limit=limit, viewer=viewer, adapter=BRIEFS)


@router.get(
    "/{encounter}",
    response_model=EncounterShown,
    **operation("getEncounter", Role.OBSERVER, NoEncounters, WhichEncounter, versioned="read"),
)
async def get_encounter(
    asked: Reading,
    encounter: EncounterId,
    request: Request,
    view: Annotated[
        Literal["full", "tracker"], Query(description="`tracker` leaves out each combatant's `state`, and the `scene`.")
    ] = "full",
) -> Response:
    """Look at an encounter.

    Whose turn it is, in which order they act, who is in it and how they fare, and what the table waits for: as far as
    you may see it. Read on after `last_event`, or ask for news with `If-None-Match`.
    """
    found = await asked.table.encounters.get(asked.caller, encounter, tracker=view == "tracker")
    return unchanged(request, found.version) or stored_response(rendered(found))


@router.patch(
    "/{encounter}",
    response_model=EncounterShown,
    **operation(
        "changeEncounter",
        Role.GM,
        Archived,
        ReferenceTaken,
        NoEncounters,
        WhichEncounter,
        keyed=True,
        versioned="change",
        body=True,
    ),
)
async def change_encounter(
    asked: GmWriting,
    encounter: EncounterId,
    change: Annotated[EncounterChange, Body(openapi_examples=CHANGE_EXAMPLES)],
    request: Request,
) -> Response:
    """Change what an encounter is called.

    Its name, your notes, or what other apps call it; send only what changes (JSON Merge Patch), with `If-Match`.
    Everything else in it changes by commands.
    """
    versions = expected_versions(request)
    changed = await asked.table.encounters.change(
        asked.caller, encounter, change, versions=versions, keyed=asked.keyed(rendered)
    )
    return stored_response(rendered(changed))


@router.delete(
    "/{encounter}",
    status_code=204,
    **operation("removeEncounter", Role.GM, Archived, NoEncounters, WhichEncounter, keyed=True, versioned="change"),
)
async def remove_encounter(asked: GmWriting, encounter: EncounterId, request: Request) -> Response:
    """Remove an encounter.

    For good, with its history. Nothing is written back to its characters: they are as they were before it. To let them
    keep what it has done to them, `end` it instead. Needs `If-Match`.
    """
    versions = expected_versions(request)

    def render(_: None) -> Answer:
        return Answer(status=204, headers=(), body=b"")

    await asked.table.encounters.remove(asked.caller, encounter, versions=versions, keyed=asked.keyed(render))
    return stored_response(render(None))
