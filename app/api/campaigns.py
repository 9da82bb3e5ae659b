"""Campaigns: creating, reading, changing, archiving, purging."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Query, Request, Response
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
from app.api.asking import GmWriting, Reading, stored_response, table_of
from app.api.body import StrictRoute
from app.api.operations import operation
from app.api.setup import SeeingCampaigns, SettingUp
from app.services.campaigns import AnyNewCampaign, CampaignChange, Founded
from app.services.refusals import Archived, BadCursor, ReferenceTaken
from app.services.values import Answer, Campaign, Member, Role
from app.services.writing import Keyed

router = APIRouter(prefix="/v1/campaigns", tags=["Campaigns"], route_class=StrictRoute)
CAMPAIGNS = TypeAdapter(Campaign)

NEW_EXAMPLES = {
    "ultra": {
        "summary": "Ultra, where Tricks may cost up to four hits",
        "value": {"name": "Lights over the Harbour", "system": "ultra", "options": {"trick_cost_max": 4}},
    },
    "uttas": {
        "summary": "UTTAS on a hex grid, where only the game master rolls real dice",
        "value": {
            "name": "The Warehouse Fire",
            "system": "uttas",
            "description": "Every second Sunday.",
            "options": {"grid": "hex", "physical_dice": "gm"},
        },
    },
    "supers": {
        "summary": "Supers where the prone are hindered, tied to a world of your virtual tabletop",
        "value": {
            "name": "Capes at Noon",
            "system": "supers",
            "options": {"prone_hindered": True},
            "external_refs": [{"app": "foundry", "id": "world-capes"}],
        },
    },
}
CHANGE_EXAMPLES = {
    "rename": {"summary": "Another name", "value": {"name": "Fog over the Harbour"}},
    "house rule": {"summary": "Nobody enters real dice", "value": {"options": {"physical_dice": "off"}}},
    "ultra": {"summary": "Ultra: whoever acts wins a tie", "value": {"options": {"opposed_tie": "actor"}}},
    "uttas": {
        "summary": "UTTAS: reaching the target number hits, and diagonals as usual again",
        "value": {"options": {"accuracy_tie": "hit", "metric": None}},
    },
    "supers": {"summary": "Supers: three ranks of a skill a point", "value": {"options": {"skill_ranks_per_point": 3}}},
    "bring back": {"summary": "Take it out of the archive", "value": {"archived": False}},
}


class CampaignWithToken(Campaign):
    """A new campaign, and the game master's token, which is shown this once."""

    member: Member
    """The first game master: you."""
    token: str
    """Keep it: it is the key to the campaign and can't be shown again."""


def _campaign_answer(campaign: Campaign) -> Answer:
    return Answer(status=200, headers=versioned(campaign.version), body=body_of(campaign))


@router.post(
    "",
    status_code=201,
    response_model=CampaignWithToken,
    **operation("createCampaign", "setup", ReferenceTaken, keyed=True, body=True),
)
async def create_campaign(
    once: SettingUp, new: Annotated[AnyNewCampaign, Body(openapi_examples=NEW_EXAMPLES)], request: Request
) -> Response:
    """Start a campaign.

    You become its game master. The answer holds your `token`, this once: keep it, press **Authorize** and paste it.
    `options` are house rules: `physical_dice`, and those of the system, which *Look at a system* explains.
    """

    def render(founded: Founded) -> Answer:
        body = CampaignWithToken(**dict(founded.campaign), member=founded.member, token=founded.secret)
        path = f"/v1/campaigns/{founded.campaign.id}"
        answer = made(request, path, body, *versioned(founded.campaign.version))
        return replace(answer, secret=founded.secret, renews=founded.token.id)

    keyed = Keyed(once=once, render=render) if once else None
    founded = await table_of(request).campaigns.found(new, keyed=keyed)
    return stored_response(render(founded))


@router.get("", response_model=Listed[Campaign], **operation("listCampaigns", Role.OBSERVER, BadCursor))
async def list_campaigns(
    caller: SeeingCampaigns, request: Request, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """List your campaigns.

    That is the one of your token; with the server's setup token it is every campaign of this server.
    """
    campaigns = table_of(request).campaigns
    viewer = viewer_of(caller) if caller else "setup"
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    found = [await campaigns.get(caller)] if caller else await campaigns.page(page)
    return await listed(request, found, limit=limit, viewer=viewer, adapter=CAMPAIGNS)


@router.get("/{campaign}", response_model=Campaign, **operation("getCampaign", Role.OBSERVER, versioned="read"))
async def get_campaign(asked: Reading, request: Request) -> Response:
    """Look at the campaign.

    Its name, system, house rules and version. `options` holds every house rule; `house_rules` those that are not as
    usual, with what each changes. The version is also the `ETag`; sent as `If-None-Match`, it answers 304
    while nothing has changed.
    """
    campaign = await asked.table.campaigns.get(asked.caller)
    return unchanged(request, campaign.version) or stored_response(_campaign_answer(campaign))


@router.patch(
    "/{campaign}",
    response_model=Campaign,
    **operation("changeCampaign", Role.GM, Archived, ReferenceTaken, keyed=True, versioned="change", body=True),
)
async def change_campaign(
    asked: GmWriting, change: Annotated[CampaignChange, Body(openapi_examples=CHANGE_EXAMPLES)], request: Request
) -> Response:
    """Change the campaign.

    Its name, description, house rules or references; or take it back out of the archive. Send only what changes
    (JSON Merge Patch), with `If-Match`. `options` takes the house rules of the campaign's system; `null` puts one back
    to the usual. They hold from the next check on.
    """
    change.check(asked.caller.system)
    versions = expected_versions(request)
    changed = await asked.table.campaigns.change(
        asked.caller, change, versions=versions, keyed=asked.keyed(_campaign_answer)
    )
    return stored_response(_campaign_answer(changed))


@router.delete(
    "/{campaign}",
    response_model=Campaign,
    **operation(
        "archiveCampaign",
        Role.GM,
        keyed=True,
        versioned="change",
        responses={204: {"description": "Purged"}},
    ),
)
async def archive_campaign(
    asked: GmWriting,
    request: Request,
    purge: Annotated[bool, Query(description="Remove everything for good, instead of putting it away.")] = False,
) -> Response:
    """Put the campaign away, or remove it.

    Put away, it can still be read and taken out again by *Change the campaign*. With `purge=true` it is removed for
    good with all its rolls, and its tokens end; the answer is then 204, and there is nobody left to repeat it. Needs
    `If-Match`.
    """
    versions = expected_versions(request)
    if purge:
        await asked.table.campaigns.purge(asked.caller, versions=versions)
        return Response(status_code=204)
    archived = await asked.table.campaigns.archive(asked.caller, versions=versions, keyed=asked.keyed(_campaign_answer))
    return stored_response(_campaign_answer(archived))
