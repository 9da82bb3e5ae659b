"""Checks that a campaign keeps: made by its house rules, resolved once, bettered, shown."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response
from pydantic import TypeAdapter

from app.api.answers import Cursor, Limit, Listed, body_of, listed, made, page_of, viewer_of
from app.api.asking import IsId, PlayerWriting, Reading, stored_response
from app.api.body import StrictRoute
from app.api.checks import CHECK_EXAMPLES
from app.api.dice import FACES
from app.api.example_people import who_can
from app.api.operations import operation
from app.api.rolls import MemberFilter, Since, Until
from app.rules.catalog import SYSTEMS, AnyAmendment, AnyChoices
from app.rules.system import AgainstTheRules, OutOfRange
from app.services.checks import AnyCampaignCheck
from app.services.ports import CheckFilter
from app.services.refusals import (
    AlreadyPublic,
    AlreadyResolved,
    Archived,
    BadCursor,
    InEncounter,
    NothingToAmend,
    NotYours,
    PhysicalDiceOff,
    ResultAnnounced,
    WrongSystem,
)
from app.services.values import Answer, CampaignCheck, Receipt, Role, Visibility

router = APIRouter(prefix="/v1/campaigns/{campaign}/checks", tags=["Checks"], route_class=StrictRoute)
CHECKS = TypeAdapter(CampaignCheck)

CheckId = Annotated[str, Path(description="The check's id, `chk_...`."), IsId]
KindFilter = Annotated[
    str | None,
    Query(max_length=40, pattern=r"^[a-z_.]+$", description="Only this kind, such as `ultra.action`."),
]

CAMPAIGN_CHECK_EXAMPLES: dict[str, Any] = {
    name: example | {"value": example["value"] | {"label": "What it is for", "visibility": "public"}}
    for name, example in CHECK_EXAMPLES.items()
}
CAMPAIGN_CHECK_EXAMPLES |= {
    f"{kind.key}: {name}, from the sheet": {
        "summary": f"{system.title}: {name}, from the sheet of a character of the demo",
        "value": asked.model_dump(mode="json", exclude_defaults=True)
        | {"kind": kind.key, "character_id": who_can(system, kind, asked)},
    }
    for system in SYSTEMS.values()
    for kind in system.checks
    for name, asked in kind.sheet_examples.items()
}
CHOICE_EXAMPLES: dict[str, Any] = {
    "spare": {"summary": "Ultra: buy a complication off", "value": {"buy_off": [{"id": "lock"}]}},
    "trick": {"summary": "Ultra: buy a Trick", "value": {"tricks": [{"key": "opening"}]}},
    "nothing": {"summary": "Ultra: leave it as it is", "value": {}},
    "disaster": {"summary": "Ultra: fail with everything that goes wrong", "value": {"accept_complications": True}},
}
AMEND_EXAMPLES: dict[str, Any] = {
    "hero point": {"summary": "Supers: a hero point for the first die", "value": {"spend": "hero_point"}},
    "real die": {
        "summary": "Supers: for the second die, thrown at the table",
        "value": {"spend": "hero_point", "die": 1, "faces": [14]},
    },
}


def _render(check: CampaignCheck) -> Answer:
    return Answer(status=200, headers=(), body=body_of(check))


@router.post(
    "",
    status_code=201,
    response_model=CampaignCheck | Receipt,
    **operation(
        "checkInCampaign",
        Role.PLAYER,
        OutOfRange,
        AgainstTheRules,
        NotYours,
        WrongSystem,
        *FACES,
        Archived,
        PhysicalDiceOff,
        keyed=True,
        body=True,
    ),
)
async def check_in_campaign(
    asked: PlayerWriting,
    wanted: Annotated[AnyCampaignCheck, Body(openapi_examples=CAMPAIGN_CHECK_EXAMPLES)],
    request: Request,
) -> Response:
    """Make a check in the campaign.

    As *Make a check*, by the house rules of the campaign. With `character_id`, numbers that are left out come from that
    character's sheet, by names such as `trait`; their state adds what it adds, and `parts` tells what came from there.
    The check is kept and shown to whom its `visibility` says; the maker of a blind one gets a receipt without dice.
    While `open` is true something is left to choose: finish it with *Choose after a check*.
    """

    def render(check: CampaignCheck | Receipt) -> Answer:
        return made(request, f"/v1/campaigns/{asked.caller.campaign_id}/checks/{check.id}", check)

    return stored_response(render(await asked.table.checks.make(asked.caller, wanted, keyed=asked.keyed(render))))


@router.get("", response_model=Listed[CampaignCheck], **operation("listChecks", Role.OBSERVER, BadCursor))
async def list_checks(
    asked: Reading,
    request: Request,
    limit: Limit = 50,
    cursor: Cursor = None,
    member_id: MemberFilter = None,
    kind: KindFilter = None,
    open: Annotated[bool | None, Query(description="Only checks that are open, or that are not.")] = None,
    visibility: Annotated[Visibility | None, Query(description="Only checks with this visibility.")] = None,
    since: Since = None,
    until: Until = None,
) -> Response:
    """See the checks of the campaign.

    Newest first, and only those that you may see.
    """
    viewer = viewer_of(asked.caller)
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    where = CheckFilter(member_id=member_id, kind=kind, open=open, visibility=visibility, since=since, until=until)
    found = await asked.table.checks.page(asked.caller, page, where=where)
    return await listed(request, found, limit=limit, viewer=viewer, adapter=CHECKS)


@router.get("/{check}", response_model=CampaignCheck, **operation("getCheck", Role.OBSERVER))
async def get_check(asked: Reading, check: CheckId) -> Response:
    """Look at one check.

    What was asked, every die, what came of it and by which rules; and what it said before it was amended.
    """
    return stored_response(_render(await asked.table.checks.get(asked.caller, check)))


@router.post(
    "/{check}/resolve",
    response_model=CampaignCheck,
    **operation(
        "resolveCheck",
        Role.PLAYER,
        OutOfRange,
        AgainstTheRules,
        AlreadyResolved,
        NotYours,
        Archived,
        keyed=True,
        body=True,
    ),
)
async def resolve_check(
    asked: PlayerWriting, check: CheckId, choices: Annotated[AnyChoices, Body(openapi_examples=CHOICE_EXAMPLES)]
) -> Response:
    """Choose after a check.

    An open Ultra action is finished once, by all choices together: what its `menu` offers, for no more hits than are
    left over. Whoever made the check chooses, or a game master.
    """
    resolved = await asked.table.checks.resolve(asked.caller, check, choices, keyed=asked.keyed(_render))
    return stored_response(_render(resolved))


@router.post(
    "/{check}/amend",
    response_model=CampaignCheck,
    **operation(
        "amendCheck",
        Role.PLAYER,
        OutOfRange,
        AgainstTheRules,
        NothingToAmend,
        ResultAnnounced,
        NotYours,
        InEncounter,
        *FACES,
        PhysicalDiceOff,
        Archived,
        keyed=True,
        body=True,
    ),
)
async def amend_check(
    asked: PlayerWriting, check: CheckId, amendment: Annotated[AnyAmendment, Body(openapi_examples=AMEND_EXAMPLES)]
) -> Response:
    """Better a check that was made.

    In Supers a hero point throws one of its dice again, and the better of both counts; it is taken off the sheet of the
    character who made the check. It is possible until the same character, or else its maker, makes another one. Both
    rolls stay on record: `before` holds what it said first.
    """
    amended = await asked.table.checks.amend(asked.caller, check, amendment, keyed=asked.keyed(_render))
    return stored_response(_render(amended))


@router.post(
    "/{check}/reveal",
    response_model=CampaignCheck,
    **operation("revealCheck", Role.PLAYER, AlreadyPublic, Archived, keyed=True),
)
async def reveal_check(asked: PlayerWriting, check: CheckId) -> Response:
    """Show a secret check to everybody.

    A game master may show any check that they see, a player their own that they saw.
    """
    shown = await asked.table.checks.reveal(asked.caller, check, keyed=asked.keyed(_render))
    return stored_response(_render(shown))
