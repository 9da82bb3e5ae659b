"""From exceptions to answers: refusals, replays, and what FastAPI and the router refuse by themselves."""

from collections import defaultdict
from collections.abc import Sequence
from typing import cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette._utils import get_route_path
from starlette.exceptions import HTTPException
from starlette.routing import Match

from app.api.asking import Replayed, lost_meanwhile, stored_response, table_of
from app.api.problems import (
    MethodNotAllowed,
    NoSuchRoute,
    NotReady,
    ServerFault,
    UnreadableBody,
    problem,
)
from app.api.shapes import wrong_part, wrong_shapes
from app.api.telemetry import log
from app.rules.errors import Refusal
from app.services.ports import AlreadyAnswered, Busy, Unavailable
from app.services.refusals import CampaignBusy, Misshapen


async def _refused(request: Request, refusal: Exception) -> Response:
    return problem(await lost_meanwhile(request) or cast(Refusal, refusal), request)


async def _replayed(request: Request, replayed: Exception) -> Response:
    lost = await lost_meanwhile(request)
    return problem(lost, request) if lost else stored_response(cast(Replayed, replayed).answer, replayed=True)


async def _already_answered(request: Request, twin: Exception) -> Response:
    once = cast(AlreadyAnswered, twin).once
    lost = await lost_meanwhile(request)
    if lost:
        return problem(lost, request)
    try:
        answer = await table_of(request).replays.answer(once)
    except Refusal as refusal:
        return problem(refusal, request)
    if answer is None:
        return problem(CampaignBusy("The first request under this key is being undone. Send it again."), request)
    return stored_response(answer, replayed=True)


async def _busy(request: Request, _: Exception) -> Response:
    return problem(
        CampaignBusy("Others kept the campaign locked for 5 seconds. Nothing was changed; send it again."), request
    )


async def _unavailable(request: Request, fault: Exception) -> Response:
    log.warning("database unavailable", request_id=request.state.request_id, fault=type(fault.__cause__).__name__)
    return problem(
        NotReady(
            "The database can't be used at the moment. Send it again; under an Idempotency-Key nothing happens twice.",
            database=False,
            draining=False,
        ),
        request,
    )


async def _invalid(request: Request, invalid: Exception) -> Response:
    lost = await lost_meanwhile(request)
    if lost:
        return problem(lost, request)
    errors = cast(RequestValidationError, invalid).errors()
    return problem(wrong_shapes(errors, request.scope.get("route")), request)


async def _misshapen(request: Request, fault: Exception) -> Response:
    wrong = cast(Misshapen, fault)
    lost = await lost_meanwhile(request)
    return problem(lost or wrong_part(wrong.part, wrong.model, wrong.errors), request)


async def _http(request: Request, fault: Exception) -> Response:
    error = cast(HTTPException, fault)
    cause = error.__cause__
    if isinstance(cause, Refusal):
        return problem(cause, request)
    match error.status_code:
        case 404:
            docs = f"{request.scope.get('root_path', '')}/docs"
            if not get_route_path(request.scope) and request.method == "GET":
                # The public address as people type it, without the slash at the end of its path.
                return Response(status_code=307, headers={"Location": docs})
            return problem(NoSuchRoute(f"Check the address; all of them are listed at {docs}."), request)
        case 405:
            allowed = _allowed(request)
            return problem(
                MethodNotAllowed(f"This address answers {', '.join(allowed)}."),
                request,
                headers={"Allow": ", ".join(allowed)},
            )
        case 400:
            return problem(UnreadableBody("The body broke off or could not be read. Send it again."), request)
    return problem(ServerFault("The server could not answer."), request)


def _allowed(request: Request) -> Sequence[str]:
    """Every method of every route at this address; the router itself names only the first route's.

    At `/v1/campaigns/import` those that would take `import` for a campaign's id don't count.
    """
    found: dict[int, set[str]] = defaultdict(set)
    for method in ("DELETE", "GET", "PATCH", "POST", "PUT"):
        for route in request.app.routes:
            match, scope = route.matches({**request.scope, "path_params": {}, "method": method})
            if match is Match.FULL:
                found[len(scope["path_params"])].add(method)
    methods = found[min(found)]
    if "GET" in methods:
        methods.add("HEAD")
    return sorted(methods)


def install_handlers(app: FastAPI) -> None:
    """Answer every exception that a request can end with."""
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(Replayed, _replayed)
    app.add_exception_handler(AlreadyAnswered, _already_answered)
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(Unavailable, _unavailable)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(Misshapen, _misshapen)
    app.add_exception_handler(HTTPException, _http)
