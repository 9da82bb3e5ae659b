"""Export and import: a character or a whole campaign as a JSON document, written out here and read in anywhere."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from pydantic import WithJsonSchema

from app.api.answers import body_of, made, versioned
from app.api.asking import GmReading, PlayerReading, PlayerWriting, stored_response, table_of
from app.api.body import LARGEST_CAMPAIGN, StrictRoute
from app.api.campaigns import CampaignWithToken
from app.api.characters import CharacterId
from app.api.operations import operation
from app.api.setup import SettingUp, may_set_up, setting_up
from app.rules.catalog import SYSTEMS
from app.services.campaigns import Founded
from app.services.character import Character, WholeCharacter
from app.services.options import OPTIONS
from app.services.refusals import Archived, BuildRefused, NotYours, Quota
from app.services.transfer.documents import CampaignDocument, CharacterDocument
from app.services.transfer.exporting import written
from app.services.values import Answer, Role
from app.services.writing import Keyed


class ImportRoute(StrictRoute):
    """A route with room for a whole campaign in its body, for those who may create one."""

    largest = LARGEST_CAMPAIGN

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The strict handler, after the question who asks: so much is read of nobody who may not."""
        handler = super().get_route_handler()

        async def asked_first(request: Request) -> Response:
            if not await may_set_up(request):
                await setting_up(request)
            return await handler(request)

        return asked_first


router = APIRouter(prefix="/v1/campaigns", tags=["Campaigns"], route_class=StrictRoute)
importing = APIRouter(prefix="/v1/campaigns", tags=["Campaigns"], route_class=ImportRoute)
characters = APIRouter(prefix="/v1/campaigns/{campaign}/characters", tags=["Characters"], route_class=StrictRoute)

_EVENING = "2026-11-29T19:30:00Z"
CHARACTER_EXAMPLES: dict[str, Any] = {
    key: {
        "summary": f"{system.title}: {sheet['name']}",
        "value": {
            "format": "umpire.character",
            "version": 1,
            "system": key,
            "character": {"name": sheet["name"], "kind": "player character", "sheet": sheet},
        },
    }
    for key, system in SYSTEMS.items()
    for sheet in [system.example_sheets[0].model_dump(mode="json", exclude_defaults=True)]
}
CAMPAIGN_EXAMPLES: dict[str, Any] = {
    key: {
        "summary": f"{system.title}: a campaign in which nothing has happened yet",
        "value": {
            "format": "umpire.campaign",
            "version": 2,
            "campaign": {
                "id": "campaign",
                "name": f"A campaign of {system.title}",
                "system": key,
                "description": None,
                "options": OPTIONS[key]().model_dump(mode="json"),
                "external_refs": [],
                "clock": 0,
                "created_at": _EVENING,
            },
            "members": [
                {
                    "id": "first",
                    "display_name": "Game master",
                    "role": "gm",
                    "external_refs": [],
                    "joined_at": _EVENING,
                    "left_at": None,
                }
            ],
            **{name: [] for name in ("characters", "rolls", "checks", "encounters", "events")},
        },
    }
    for key, system in SYSTEMS.items()
}

if TYPE_CHECKING:
    GivenCampaign = dict[str, Any]
else:
    # Its parts are read one after the other, with others served in between; *Export the campaign* has their schema.
    GivenCampaign = Annotated[
        dict[str, Any],
        WithJsonSchema(
            {
                "type": "object",
                "title": "GivenCampaign",
                "description": "A document as *Export the campaign* gives it.",
                "properties": {
                    "format": {"const": "umpire.campaign", "type": "string"},
                    "version": {"type": "integer", "minimum": 1, "maximum": 2},
                    "campaign": {"type": "object"},
                    **{
                        name: {"type": "array", "items": {"type": "object"}}
                        for name in ("members", "characters", "rolls", "checks", "encounters", "events")
                    },
                },
                "required": [name for name in CampaignDocument.model_fields if name != "encounters"],
                "additionalProperties": False,
            }
        ),
    ]


@router.get("/{campaign}/export", response_model=CampaignDocument, **operation("exportCampaign", Role.GM))
async def export_campaign(asked: GmReading) -> Response:
    """Export the campaign.

    One JSON document with its house rules, members, characters with all that they were, rolls, checks, encounters with
    every step and events, as you see them. What a player keeps to themselves is not in it, nor are tokens, invites and
    seeds of dice. *Import a campaign* makes a campaign of it, on this server or another, where a fight goes on as it
    stood.
    """
    return Response(await written(await asked.table.exports.campaign(asked.caller)), media_type="application/json")


@importing.post(
    "/import",
    status_code=201,
    response_model=CampaignWithToken,
    **operation("importCampaign", "setup", Quota, keyed=True, body=True),
)
async def import_campaign(
    once: SettingUp, document: Annotated[GivenCampaign, Body(openapi_examples=CAMPAIGN_EXAMPLES)], request: Request
) -> Response:
    """Import a campaign.

    Makes a new campaign of what *Export the campaign* gave, all of it or nothing; the body may have 64 MiB. You become
    its first game master, and the answer holds your `token`, this once. Everything gets a new id. The other members
    have no tokens: *Invite somebody* with their `member_id` lets each back in. Dice that fell elsewhere are `imported`:
    they are shown, and count in no statistics.
    """

    def render(founded: Founded) -> Answer:
        body = CampaignWithToken(**dict(founded.campaign), member=founded.member, token=founded.secret)
        path = f"/v1/campaigns/{founded.campaign.id}"
        answer = made(request, path, body, *versioned(founded.campaign.version))
        return replace(answer, secret=founded.secret, renews=founded.token.id)

    keyed = Keyed(once=once, render=render) if once else None
    return stored_response(render(await table_of(request).imports.campaign(document, keyed=keyed)))


@characters.get(
    "/{character}/export",
    response_model=CharacterDocument,
    **operation("exportCharacter", Role.PLAYER, NotYours),
)
async def export_character(asked: PlayerReading, character: CharacterId) -> Response:
    """Export a character.

    One JSON document with their sheet and notes, for *Import a character* in this campaign or another of the same
    system. For the owner and game masters.
    """
    document = await asked.table.exports.character(asked.caller, character)
    return Response(body_of(document), media_type="application/json")


@characters.post(
    "/import",
    status_code=201,
    response_model=WholeCharacter,
    **operation("importCharacter", Role.PLAYER, Archived, Quota, BuildRefused, keyed=True, body=True),
)
async def import_character(
    asked: PlayerWriting,
    document: Annotated[CharacterDocument, Body(openapi_examples=CHARACTER_EXAMPLES)],
    request: Request,
) -> Response:
    """Import a character.

    Makes a new character of what *Export a character* gave: yours, or nobody's if you are a game master. What other
    apps call them comes along where nobody here is called so.
    """

    def render(character: Character) -> Answer:
        path = f"/v1/campaigns/{asked.caller.campaign_id}/characters/{character.id}"
        return made(request, path, character, *versioned(character.version))

    imported = await asked.table.imports.character(asked.caller, document, keyed=asked.keyed(render))
    return stored_response(render(imported))


router.routes += [*importing.routes, *characters.routes]
