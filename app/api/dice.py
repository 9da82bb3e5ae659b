"""Dice and odds that belong to no campaign: nothing is kept, no token is needed."""

from asyncio import to_thread
from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from app.api.answers import body_of
from app.api.asking import Charged, table_of
from app.api.body import StrictRoute
from app.api.operations import operation
from app.api.rates import ODDS
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
from app.services.rolls import OddsRequest, RollRequest, chances, odds_work, throw
from app.services.values import Thrown

router = APIRouter(prefix="/v1", tags=["Dice"], route_class=StrictRoute)

LONG_COUNTING = 2_000
"""Steps of about a microsecond."""

NOTATION = (NotationError, UnknownVariable, DiceLimit)
FACES = (FacesMissing, FacesUnused, InvalidFace)

ROLL_EXAMPLES = {
    "advantage": {"summary": "Advantage with a bonus", "value": {"notation": "2d20kh1+7", "label": "Stealth"}},
    "ultra": {
        "summary": "Ultra: a pool of d10, tens count twice",
        "value": {"notation": "7d10>=8ds>=10", "label": "Pick the lock"},
    },
    "uttas": {"summary": "UTTAS: 3d6 and a bonus", "value": {"notation": "3d6+4", "label": "Dexterity to hit"}},
    "supers": {"summary": "Supers: d20 and a modifier", "value": {"notation": "1d20+8", "label": "Acrobatics"}},
    "ability": {"summary": "Six ability scores", "value": {"notation": "4d6kh3", "repeat": 6}},
    "fireball": {
        "summary": "A variable, a label on the dice, a comment",
        "value": {"notation": "(@level)d6[fire] # fireball", "variables": {"level": 8}},
    },
    "real dice": {"summary": "Real dice from the table", "value": {"notation": "3d6+2", "faces": [4, 1, 6]}},
}
ODDS_EXAMPLES = {
    "at least": {"summary": "How likely is 15 or more?", "value": {"notation": "2d20kh1+7", "at_least": 15}},
    "ultra": {"summary": "Ultra: 2 successes on 5 dice", "value": {"notation": "5d10>=8ds>=10", "at_least": 2}},
    "uttas": {"summary": "UTTAS: 14 or more with +4", "value": {"notation": "3d6+4", "at_least": 14}},
    "supers": {"summary": "Supers: 10 or less with +2", "value": {"notation": "1d20+2", "at_most": 10}},
    "scores": {"summary": "Every total of the best three of four", "value": {"notation": "4d6kh3"}},
    "exploding": {"summary": "Sixes explode without end", "value": {"notation": "3d6!", "at_least": 12}},
}


@router.post("/rolls", response_model=Thrown, **operation("rollDice", "-", *NOTATION, *FACES, body=True))
async def roll_dice(
    _: Charged, asked: Annotated[RollRequest, Body(openapi_examples=ROLL_EXAMPLES)], request: Request
) -> Response:
    """Roll dice.

    Nothing is kept and no token is needed. `repeat` rolls several times; `variables` give `@names` their values;
    `faces` enters the dice that lie on your table instead of rolling here.

    | notation | meaning |
    |---|---|
    | `3d6+2` `d20` `d%` `dF` | dice, also with 100 sides or Fate's -1, 0, 1 |
    | `2d{1,1,2,3}` `(@level)d6` | faces of your own; a variable as the number of dice |
    | `4d6kh3` `2d20kl1` `4d6dl1` | keep the highest or lowest, drop them |
    | `d20r1` `d20ro<3` `5d6u` | reroll until it is no longer so, reroll once, no two alike |
    | `8d6!` `8d6!>=5` `!o` `!!` `!p` | explode; at most once; into one die; each extra die counts 1 less |
    | `7d10>=8` `7d10>=8ds>=10f<=1` | count successes; tens count twice, ones take away |
    | `4d6mi2` `4d6ma5` `4d6sd` | count a die as at least 2, at most 5; sort |
    | `{4d6kh3, 2d8+1}kh1` | the better of two rolls |
    | `+ - * / %` `min max abs floor ceil round` | arithmetic; division rounds down |
    | `2d6[fire]` `# comment` | a label on dice, a comment on the roll |
    """
    thrown = throw(asked, table_of(request).rolls.chance)
    return Response(body_of(thrown), media_type="application/json")


@router.post("/odds", response_model=OddsResult, **operation("countOdds", "-", *NOTATION, OddsTooCostly, body=True))
async def count_odds(
    who: Charged, asked: Annotated[OddsRequest, Body(openapi_examples=ODDS_EXAMPLES)], request: Request
) -> Response:
    """See the odds of a roll.

    Every total with its exact chance, the average, and how likely you come to at least or at most a number. `ways` over
    `denominator` are exact; `probability` is the nearest number from 0 to 1. The notation is that of *Roll dice*.
    """
    work = odds_work(asked)
    table_of(request).rates.spend(request, ODDS, who, cost=work)
    # Long counting goes on beside the event loop, so that nobody else waits for it.
    counted = await to_thread(chances, asked) if work > LONG_COUNTING else chances(asked)
    return Response(body_of(counted), media_type="application/json")
