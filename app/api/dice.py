"""Dice and odds that belong to no campaign: nothing is kept, no token is needed."""

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from app.api.answers import body_of
from app.api.asking import address, bearer, caller_of, table_of
from app.api.body import StrictRoute
from app.api.operations import operation
from app.api.rates import ADDRESS, ODDS
from app.rules.dice.odds import OddsResult
from app.rules.errors import (
    DiceLimit,
    FacesMissing,
    FacesUnused,
    InvalidFace,
    NotationError,
    OddsTooCostly,
    UnknownVariable,
)
from app.services.rolls import THROWN, OddsRequest, RollRequest, chances, throw
from app.services.values import Thrown

router = APIRouter(prefix="/v1", tags=["Dice"], route_class=StrictRoute)

NOTATION = (NotationError, UnknownVariable, DiceLimit)
FACES = (FacesMissing, FacesUnused, InvalidFace)

ROLL_EXAMPLES = {
    "advantage": {"summary": "Advantage with a bonus", "value": {"notation": "2d20kh1+7", "label": "Stealth"}},
    "ability": {"summary": "Six ability scores", "value": {"notation": "4d6kh3", "repeat": 6}},
    "pool": {"summary": "A pool of d10, tens count twice", "value": {"notation": "7d10>=8ds>=10"}},
    "fireball": {
        "summary": "Variables, a label on the dice, a comment",
        "value": {"notation": "(@level)d6[fire] # fireball", "variables": {"level": 8}},
    },
    "real dice": {"summary": "Real dice from the table", "value": {"notation": "3d6+2", "faces": [4, 1, 6]}},
}
ODDS_EXAMPLES = {
    "at least": {"summary": "How likely is 15 or more?", "value": {"notation": "2d20kh1+7", "at_least": 15}},
    "scores": {"summary": "The best three of four", "value": {"notation": "4d6kh3"}},
    "exploding": {"summary": "Sixes explode without end", "value": {"notation": "3d6!", "at_least": 12}},
}


async def _charge(request: Request) -> str:
    """A call that needs no token is charged to the token it brings, else to its address."""
    if bearer(request) is not None:
        return (await caller_of(request, writing=False)).token_id
    who = address(request)
    table_of(request).rates.spend(request, ADDRESS, who)
    return who


@router.post("/rolls", response_model=Thrown, **operation("rollDice", "-", *NOTATION, *FACES, body=True))
async def roll_dice(asked: Annotated[RollRequest, Body(openapi_examples=ROLL_EXAMPLES)], request: Request) -> Response:
    """Roll dice. No token, nothing is kept."""
    await _charge(request)
    thrown = throw(asked, table_of(request).rolls.chance)
    return Response(THROWN.dump_json(thrown), media_type="application/json")


@router.post("/odds", response_model=OddsResult, **operation("countOdds", "-", *NOTATION, OddsTooCostly, body=True))
async def count_odds(asked: Annotated[OddsRequest, Body(openapi_examples=ODDS_EXAMPLES)], request: Request) -> Response:
    """See the exact odds of a roll: every total, the average, the chance to reach a number.

    `ways` over `denominator` are exact; `probability` is the nearest number from 0 to 1.
    """
    who = await _charge(request)
    table_of(request).rates.spend(request, ODDS, who)
    return Response(body_of(chances(asked)), media_type="application/json")
