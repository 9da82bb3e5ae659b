"""Rolls that a campaign keeps, and what they tell of its dice."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response
from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, TypeAdapter

from app.api.answers import Cursor, Limit, Listed, body_of, listed, made, page_of, viewer_of
from app.api.asking import IsId, PlayerRolling, PlayerWriting, Reading, fresh_caller, once_of, stored_response
from app.api.body import StrictRoute
from app.api.dice import FACES, NOTATION
from app.api.operations import operation
from app.rules.dice.statistics import DieStatistics
from app.services.ports import ThrowFilter
from app.services.refusals import AlreadyPublic, Archived, BadCursor, PhysicalDiceOff
from app.services.rolls import CampaignRollRequest
from app.services.values import Answer, Caller, CampaignRoll, Receipt, Role, Visibility

router = APIRouter(prefix="/v1/campaigns/{campaign}/rolls", tags=["Rolls"], route_class=StrictRoute)
ROLLS = TypeAdapter(CampaignRoll)


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("lies outside the years 1 to 9999 in UTC") from None


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
RollId = Annotated[str, Path(description="The roll's id, `rol_...`."), IsId]
MemberFilter = Annotated[
    str | None, Query(max_length=40, pattern=r"^[0-9a-z_]+$", description="Only this member's rolls, by their id.")
]
Since = Annotated[Moment | None, Query(description="Only rolls from this moment on.")]
Until = Annotated[Moment | None, Query(description="Only rolls before this moment.")]

ROLL_EXAMPLES: dict[str, Any] = {
    "ultra": {
        "summary": "Ultra: a pool, for everybody",
        "value": {"notation": "7d10>=8ds>=10", "label": "Pick the lock", "visibility": "public"},
    },
    "uttas": {
        "summary": "UTTAS: damage with a variable",
        "value": {"notation": "(@strength)d6[fire]", "label": "Damage", "variables": {"strength": 3}},
    },
    "supers": {
        "summary": "Supers: only you and the game master see it",
        "value": {"notation": "1d20+8", "label": "Acrobatics", "visibility": "gm"},
    },
    "blind": {
        "summary": "Only the game master sees the result",
        "value": {"notation": "1d20+4", "label": "Search for traps", "visibility": "blind"},
    },
    "ultra, from the sheet": {
        "summary": "Ultra: a pool of a trait of a character of the demo",
        "value": {"notation": "(@nerve)d10>=8ds>=10", "label": "Keep calm", "character_id": "demo:mara-quill"},
    },
    "uttas, from the sheet": {
        "summary": "UTTAS: the dice of a characteristic of a character of the demo",
        "value": {"notation": "(@strength.dice)d6", "label": "Push the door", "character_id": "demo:willow"},
    },
    "supers, from the sheet": {
        "summary": "Supers: a skill of a character of the demo",
        "value": {"notation": "1d20+@skills.acrobatics", "label": "Along the cable", "character_id": "demo:halyard"},
    },
    "real dice": {
        "summary": "Real dice from the table",
        "value": {"notation": "3d6+2", "label": "Damage", "faces": [4, 1, 6]},
    },
}


class Statistics(BaseModel):
    """How the dice of the campaign fell, as far as you may see them; physical dice are left out."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    dice: list[DieStatistics]
    """By member and size of die."""


@router.post(
    "",
    status_code=201,
    response_model=CampaignRoll | Receipt,
    **operation("rollInCampaign", Role.PLAYER, *NOTATION, *FACES, Archived, PhysicalDiceOff, keyed=True, body=True),
)
async def roll_in_campaign(
    asked: PlayerRolling,
    wanted: Annotated[CampaignRollRequest, Body(openapi_examples=ROLL_EXAMPLES)],
    request: Request,
) -> Response:
    """Roll in the campaign.

    The roll is kept and shown to whom its `visibility` says; the roller of a blind roll gets a receipt without dice.
    The notation is that of *Roll dice*. With an `Idempotency-Key` a lost answer can be asked for again: the same dice.
    """
    caller = asked.caller

    def render(roll: CampaignRoll | Receipt) -> Answer:
        return made(request, f"/v1/campaigns/{caller.campaign_id}/rolls/{roll.id}", roll)

    async def refresh() -> Caller:
        fresh = await fresh_caller(request, caller.campaign_id, role=Role.PLAYER)
        await once_of(request, scope=fresh.token_id, acting_as=fresh.member_id)
        return fresh

    roll = await asked.table.rolls.make(caller, wanted, refresh=refresh, keyed=asked.keyed(render))
    return stored_response(render(roll))


@router.get("", response_model=Listed[CampaignRoll], **operation("listRolls", Role.OBSERVER, BadCursor))
async def list_rolls(
    asked: Reading,
    request: Request,
    limit: Limit = 50,
    cursor: Cursor = None,
    member_id: MemberFilter = None,
    visibility: Annotated[Visibility | None, Query(description="Only rolls with this visibility.")] = None,
    since: Since = None,
    until: Until = None,
) -> Response:
    """See the rolls of the campaign.

    Newest first, and only those that you may see.
    """
    viewer = viewer_of(asked.caller)
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    where = ThrowFilter(member_id=member_id, visibility=visibility, since=since, until=until)
    found = await asked.table.rolls.page(asked.caller, page, where=where)
    return await listed(request, found, limit=limit, viewer=viewer, adapter=ROLLS)


@router.get("/stats", response_model=Statistics, **operation("rollStatistics", Role.OBSERVER))
async def roll_statistics(
    asked: Reading, member_id: MemberFilter = None, since: Since = None, until: Until = None
) -> Statistics:
    """Are the dice fair?

    How often each face came up, by member and size of die, over the rolls that you may see; real dice are left out. The
    `p_value` is the chance that fair dice fall at least as unevenly: below 0.01 is suspicious.
    """
    where = ThrowFilter(member_id=member_id, since=since, until=until)
    return Statistics(dice=await asked.table.rolls.statistics(asked.caller, where=where))


@router.get("/{roll}", response_model=CampaignRoll, **operation("getRoll", Role.OBSERVER))
async def get_roll(asked: Reading, roll: RollId) -> Response:
    """Look at one roll.

    Exactly as it fell: every die, what happened to it, and the text.
    """
    found = await asked.table.rolls.get(asked.caller, roll)
    return Response(body_of(found), media_type="application/json")


@router.post(
    "/{roll}/reveal",
    response_model=CampaignRoll,
    **operation("revealRoll", Role.PLAYER, AlreadyPublic, Archived, keyed=True),
)
async def reveal_roll(asked: PlayerWriting, roll: RollId) -> Response:
    """Show a secret roll to everybody.

    A game master may show any roll that they see, a player their own that they saw.
    """

    def render(shown: CampaignRoll) -> Answer:
        return Answer(status=200, headers=(), body=body_of(shown))

    shown = await asked.table.rolls.reveal(asked.caller, roll, keyed=asked.keyed(render))
    return stored_response(render(shown))
