"""The server itself: probes, metrics, and the pages that explain problems."""

import html
import inspect
import secrets
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel

from app.api.asking import address, bearer, table_of
from app.api.body import StrictRoute
from app.api.operations import operation
from app.api.problems import BY_CODE, STATUS, AmbiguousToken, NoSuchRoute, NotReady, RateLimited
from app.api.rates import WRONG_SECRETS
from app.rules.catalog import SYSTEMS
from app.rules.encounter.refusals import FRAME_REFUSALS
from app.services.refusals import NotAuthenticated

router = APIRouter(tags=["Server"], route_class=StrictRoute)


class Alive(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


@router.get("/healthz", **operation("isAlive", "-", shaped=False, counted=False))
async def is_alive() -> Alive:
    """Is the process alive?

    Touches nothing.
    """
    return Alive()


@router.get("/readyz", **operation("isReady", "-", NotReady, shaped=False, counted=False))
async def is_ready(request: Request) -> Alive:
    """Can the server serve?

    The database answers, its schema is the code's, and nobody has asked the server to stop.
    """
    draining: bool = request.app.state.draining
    database = not draining and await table_of(request).storage.ready()
    if draining or not database:
        reason = "The server is stopping." if draining else "The database doesn't answer or has another schema."
        raise NotReady(reason, database=database, draining=draining)
    return Alive()


@router.get(
    "/metrics",
    response_class=Response,
    **operation(
        "readMetrics",
        "-",
        NotAuthenticated,
        AmbiguousToken,
        NoSuchRoute,
        RateLimited,
        shaped=False,
        counted=False,
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    ),
)
async def read_metrics(request: Request) -> Response:
    """Counters for Prometheus.

    Needs `UMPIRE_METRICS_TOKEN` as bearer; on a server that only its own machine reaches, nothing.
    """
    settings = table_of(request).settings
    if settings.metrics_token is not None:
        rates, who = table_of(request).rates, address(request)
        rates.check(request, WRONG_SECRETS, who)
        expected = settings.metrics_token.get_secret_value().encode()
        if not secrets.compare_digest((bearer(request) or "").encode(), expected):
            rates.spend(request, WRONG_SECRETS, who)
            raise NotAuthenticated("The metrics need `Authorization: Bearer <UMPIRE_METRICS_TOKEN>`.")
    elif not settings.on_loopback:
        raise NoSuchRoute("Metrics are off on a public server until UMPIRE_METRICS_TOKEN is set.")
    body, media_type = request.app.state.metrics.exposition()
    return Response(body, headers={"Content-Type": media_type})


@router.get(
    "/problems/{code}",
    response_class=Response,
    **operation(
        "explainProblem",
        "-",
        NoSuchRoute,
        shaped=False,
        counted=False,
        responses={200: {"content": {"text/html": {"schema": {"type": "string"}}}}},
    ),
)
async def explain_problem(code: Annotated[str, Path(description="The `code` of a problem answer.")]) -> Response:
    """What a problem code means.

    The page that the `type` of every problem leads to.
    """
    refusal = BY_CODE.get(code)
    if refusal is not None:
        paragraphs = inspect.cleandoc(refusal.__doc__ or "").split("\n\n")
        return _page(refusal.title, f"{code}, status {STATUS[refusal]}", paragraphs)
    rulings = [FRAME_REFUSALS[code]] if code in FRAME_REFUSALS else []
    rulings += [f"{system.title}: {system.refusals[code]}" for system in SYSTEMS.values() if code in system.refusals]
    if rulings:
        return _page("The rules refuse this", code, rulings)
    raise NoSuchRoute("No problem of this server has this code.")


def _page(title: str, code: str, paragraphs: list[str]) -> Response:
    told = "".join(f"<p>{html.escape(paragraph)}</p>" for paragraph in paragraphs)
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title></head>'
        f"<body><h1>{html.escape(title)}</h1><p><code>{html.escape(code)}</code></p>{told}</body></html>"
    )
    return Response(page, media_type="text/html", headers={"Content-Security-Policy": "default-src 'none'"})
