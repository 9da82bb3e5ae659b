"""Checks that belong to no campaign: a question of the rules, answered with dice."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response

from app.api.answers import body_of
from app.api.asking import Charged, table_of
from app.api.body import StrictRoute
from app.api.dice import FACES
from app.api.operations import operation
from app.rules.catalog import CHECKS, AnyCheck
from app.rules.errors import FacesInOdds
from app.rules.system import AgainstTheRules, CheckAnswer, CheckOdds, OutOfRange
from app.services.checks import check, check_odds

router = APIRouter(prefix="/v1/checks", tags=["Checks"], route_class=StrictRoute)

CHECK_EXAMPLES: dict[str, Any] = {
    f"{key}: {name}": {
        "summary": f"{system.title}: {name}",
        "value": body.model_dump(mode="json", exclude_defaults=True) | {"kind": key},
    }
    for key, (system, kind) in CHECKS.items()
    for name, body in kind.examples.items()
}
ODDS_EXAMPLES: dict[str, Any] = {
    name: example for name, example in CHECK_EXAMPLES.items() if not {"faces", "choices"} & example["value"].keys()
}


@router.post(
    "",
    response_model=CheckAnswer,
    **operation("makeCheck", "-", OutOfRange, AgainstTheRules, *FACES, body=True),
)
async def make_check(
    _: Charged, asked: Annotated[AnyCheck, Body(openapi_examples=CHECK_EXAMPLES)], request: Request
) -> Response:
    """Make a check.

    `kind` says which rules decide: *Look at a system* lists the kinds with the fields of each and what its `result`
    holds. Nothing is kept and no token is needed. `rules` are the ids of the rules that decided; `faces` enters the
    dice that lie on your table instead of rolling here.
    """
    return Response(body_of(check(asked, table_of(request).rolls.chance)), media_type="application/json")


@router.post(
    "/odds",
    response_model=CheckOdds,
    **operation("countCheckOdds", "-", OutOfRange, AgainstTheRules, FacesInOdds, body=True),
)
async def count_check_odds(_: Charged, asked: Annotated[AnyCheck, Body(openapi_examples=ODDS_EXAMPLES)]) -> Response:
    """See the odds of a check.

    Every outcome with its exact chance: `ways` over `denominator`; for pools also every number of hits. The body is
    that of *Make a check*, without `faces` and `choices`; so all numbers stand in it, and the usual house rules hold.
    A check made in a campaign tells in `asked` with which numbers: sent here, that has its odds.
    """
    return Response(body_of(check_odds(asked)), media_type="application/json")
