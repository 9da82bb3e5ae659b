"""What happens between fights: a deed on one character, and what time or a session brings to all."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Body, Response

from app.api.answers import body_of, versioned
from app.api.asking import GmWriting, PlayerWriting, stored_response
from app.api.body import StrictRoute
from app.api.characters import CharacterId
from app.api.dice import FACES
from app.api.operations import operation
from app.rules.catalog import SYSTEMS
from app.rules.deeds import Occasion, Route
from app.rules.dice import PhysicalDice
from app.rules.errors import Refusal
from app.rules.system import AgainstTheRules, OutOfRange, System
from app.services.deeds import DEED_BODIES, Done, Passed, SessionStarts, TimePasses
from app.services.refusals import Archived, InEncounter, NotYours, PhysicalDiceOff, Quota
from app.services.values import Answer, Role

router = APIRouter(prefix="/v1/campaigns/{campaign}", tags=["Characters"], route_class=StrictRoute)

HOW: dict[Route, str] = {
    "rest": """Let a character rest.

    A rest that has just been had, by the rules of the system: what comes back, and within which limits. It doesn't move
    the game's clock; *Let time pass* does, once for all.
    """,
    "damage": """Harm a character.

    Relative to how they are, so two who do it at once both count.
    """,
    "heal": """Heal a character.

    By the rules: what help is worth, and how often. `by` is the character who helps, where somebody does, and must be
    yours too.
    """,
    "conditions": """Add or end a character's conditions.

    Each by itself; what else implies a condition keeps it up.
    """,
    "spend": """Spend or gain what a character has.

    Such as Stamina, hero points or bonus hits, never below what there is.
    """,
}
NAMES: dict[Route, str] = {
    "rest": "restCharacter",
    "damage": "damageCharacter",
    "heal": "healCharacter",
    "conditions": "changeConditions",
    "spend": "spendOfCharacter",
}
_ONES = [1] * 100
TIME_EXAMPLES = {
    "two weeks": {"summary": "Two weeks between adventures", "value": {"weeks": 2}},
    "a night": {"summary": "Eight hours of rest for everybody", "value": {"hours": 8, "rest": True}},
}
SESSION_EXAMPLES = {
    "evening": {"summary": "Another evening", "value": {}},
    "adventure": {"summary": "A new adventure", "value": {"new_adventure": True}},
}


def _done(done: Done) -> Answer:
    return Answer(status=200, headers=versioned(done.character.version), body=body_of(done))


def _passed(passed: Passed) -> Answer:
    return Answer(status=200, headers=(), body=body_of(passed))


def examples(route: Route) -> dict[str, Any]:
    """Bodies that can be posted as they are, for every system."""
    return {
        f"{key}: {name}": {
            "summary": f"{system.title}: {name}",
            "value": body.model_dump(mode="json", exclude_defaults=True),
        }
        for key, system in SYSTEMS.items()
        for name, body in system.deeds[route].examples.items()
        if _fits(system, route, body)
    }


def _fits(system: System, route: Route, body: Any) -> bool:
    """Whether one of the system's example characters can do it as it stands."""
    # Who helps is a character whose id no example can know.
    return getattr(body, "by", None) is None and any(
        _done_to(system, route, sheet, body) for sheet in system.example_sheets
    )


def _done_to(system: System, route: Route, sheet: Any, body: Any) -> bool:
    occasion: Occasion[Any, Any] = Occasion(options=system.options(), dice=PhysicalDice(_ONES), clock=0)
    try:
        system.deeds[route].apply(sheet, body, occasion)
    except Refusal:
        return False
    return True


def _endpoint(route: Route) -> Callable[..., Awaitable[Response]]:
    body = DEED_BODIES[route]

    async def endpoint(
        asked: PlayerWriting,
        character: CharacterId,
        deed: Annotated[body, Body(openapi_examples=examples(route))],  # type: ignore[valid-type]
    ) -> Response:
        done = await asked.table.deeds.do(asked.caller, character, route, deed, keyed=asked.keyed(_done))
        return stored_response(_done(done))

    endpoint.__doc__ = HOW[route]
    return endpoint


for _route in HOW:
    router.add_api_route(
        f"/characters/{{character}}/{_route}",
        _endpoint(_route),
        methods=["POST"],
        response_model=Done,
        **operation(
            NAMES[_route],
            Role.PLAYER,
            OutOfRange,
            AgainstTheRules,
            *FACES,
            PhysicalDiceOff,
            NotYours,
            InEncounter,
            Quota,
            Archived,
            keyed=True,
            body=True,
        ),
    )


@router.post(
    "/time",
    response_model=Passed,
    **operation("letTimePass", Role.GM, OutOfRange, AgainstTheRules, Archived, keyed=True, body=True),
)
async def let_time_pass(
    asked: GmWriting, time: Annotated[TimePasses, Body(openapi_examples=TIME_EXAMPLES)]
) -> Response:
    """Let time pass.

    Moves the game's clock once for all, and does to everybody what that time does by itself. With `rest` they rest
    meanwhile, each within their limits: `characters` tells for whom something changed, and who could not rest, and why.
    """
    return stored_response(_passed(await asked.table.deeds.pass_time(asked.caller, time, keyed=asked.keyed(_passed))))


@router.post("/sessions", response_model=Passed, **operation("startSession", Role.GM, Archived, keyed=True, body=True))
async def start_session(
    asked: GmWriting, start: Annotated[SessionStarts, Body(openapi_examples=SESSION_EXAMPLES)]
) -> Response:
    """Start a session.

    Gives everybody what an evening at the table gives, such as hero points.
    """
    started = await asked.table.deeds.start_session(asked.caller, start, keyed=asked.keyed(_passed))
    return stored_response(_passed(started))
