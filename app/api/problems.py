"""Refusals as RFC 9457 problem details: the one place where a reason gets an HTTP status."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from fastapi import Request, Response
from pydantic import BaseModel, ConfigDict, Field

from app.rules import errors as rules
from app.rules.encounter import refusals as encounters
from app.rules.errors import Refusal
from app.rules.system import AgainstTheRules, OutOfRange
from app.services import refusals as services

MEDIA_TYPE = "application/problem+json"
_MOST_ERRORS = 20


class UnreadableBody(Refusal):
    """The body is not strict JSON in UTF-8.

    Refused are a byte order mark, keys that stand twice, and nesting deeper than 32 too.
    """

    code = "unreadable_body"
    title = "The body is not readable JSON"


class InvalidRequest(Refusal):
    """The request is readable but not of the right shape.

    Facts: `errors`, at most 20, each with the place (`in`, `pointer`) and what is wrong there, and the ids
    of the game's `rules` behind it where there are any.
    """

    code = "invalid_request"
    title = "Something in the request is not as it should be"


def wrong_values(errors: Iterable[dict[str, Any]], *, count: int) -> InvalidRequest:
    """The refusal of a request in which so many things are wrong: it says the first, and lists the first 20."""
    listed = [*islice(errors, _MOST_ERRORS)]
    others = {1: "", 2: " Another thing is wrong; see `errors`."}
    more = others.get(count, f" {count - 1} more things are wrong; see `errors`.")
    first = f" The first {_MOST_ERRORS} are listed." if count > _MOST_ERRORS else ""
    return InvalidRequest(listed[0]["detail"] + more + first, errors=listed)


class NoSuchRoute(Refusal):
    """The server has no such address. Every address is listed at /docs."""

    code = "no_such_route"
    title = "There is nothing at this address"


class MethodNotAllowed(Refusal):
    """The address exists, but not for this method. `Allow` lists those it has."""

    code = "method_not_allowed"
    title = "This address doesn't answer that method"


class BodyTooLarge(Refusal):
    """The body is longer than the server reads.

    Facts: `limit` in bytes.
    """

    code = "body_too_large"
    title = "The body is too large"


class UnsupportedMediaType(Refusal):
    """The body is not announced as JSON, or it is compressed."""

    code = "unsupported_media_type"
    title = "Send JSON"


class RateLimited(Refusal):
    """Too many requests for now; `Retry-After` says when to go on.

    Facts: `policy`, `limit`, `retry_after` in seconds.
    """

    code = "rate_limited"
    title = "Too many requests"


class AmbiguousToken(Refusal):
    """The request carries more than one `Authorization` header."""

    code = "ambiguous_token"
    title = "Send one token"


class PreflightRefused(Refusal):
    """A browser asked whether a page may make a call, and it may not.

    The headers of the answer list the origins, methods and request headers that are allowed.
    """

    code = "preflight_refused"
    title = "Pages may not make this call"


class NotReady(Refusal):
    """The server can't serve yet, or no longer: the database doesn't answer or the server is stopping.

    Facts: `database`, `draining`.
    """

    code = "not_ready"
    title = "Not ready"


class ServerFault(Refusal):
    """A fault of the server, not of the request. The log has it under the request id."""

    code = "server_fault"
    title = "The server made a mistake"


STATUS: Mapping[type[Refusal], int] = {
    UnreadableBody: 400,
    AmbiguousToken: 400,
    PreflightRefused: 400,
    services.BadCursor: 400,
    services.NotAuthenticated: 401,
    services.SetupTokenNeeded: 401,
    services.RoleTooLow: 403,
    encounters.MayNot: 403,
    services.NotYours: 403,
    services.NotFound: 404,
    encounters.UnknownCombatant: 404,
    NoSuchRoute: 404,
    MethodNotAllowed: 405,
    services.AlreadyPublic: 409,
    services.AlreadyResolved: 409,
    services.Archived: 409,
    services.BuildRefused: 409,
    services.CampaignBusy: 409,
    services.CharacterChanged: 409,
    services.InEncounter: 409,
    services.InviteSpent: 409,
    services.LastGameMaster: 409,
    services.NoEncounters: 409,
    services.NothingToAmend: 409,
    services.PhysicalDiceOff: 409,
    services.Quota: 409,
    services.ReferenceTaken: 409,
    services.ResultAnnounced: 409,
    services.WhichEncounter: 409,
    services.StaleVersion: 412,
    BodyTooLarge: 413,
    UnsupportedMediaType: 415,
    InvalidRequest: 422,
    services.IdempotencyMismatch: 422,
    services.NameNeeded: 422,
    services.WrongSystem: 422,
    rules.NotationError: 422,
    rules.UnknownVariable: 422,
    rules.DiceLimit: 422,
    rules.OddsTooCostly: 422,
    rules.FacesMissing: 422,
    rules.FacesUnused: 422,
    rules.InvalidFace: 422,
    rules.FacesInOdds: 422,
    OutOfRange: 422,
    AgainstTheRules: 409,
    services.VersionRequired: 428,
    RateLimited: 429,
    ServerFault: 500,
    NotReady: 503,
}

BY_CODE: Mapping[str, type[Refusal]] = {refusal.code: refusal for refusal in STATUS}


class Problem(BaseModel):
    """What went wrong and how to mend it (RFC 9457), with facts for programs beside it."""

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True)

    type: str = Field(examples=["/problems/not_found"])
    """A page of this server that explains the code."""
    title: str
    status: int
    detail: str
    """What was found, where, what was expected, and how to mend it."""
    code: str
    """For programs: stable, one for each reason."""
    request_id: str
    """Names the request in the server's log."""


def problem(refusal: Refusal, request: Request, *, headers: Mapping[str, str] | None = None) -> Response:
    """The refusal as a response."""
    document = problem_document(refusal, request_id=request.state.request_id, prefix=request.scope.get("root_path", ""))
    return Response(
        json.dumps(document, ensure_ascii=False).encode(),
        status_code=STATUS[type(refusal)],
        headers=dict(headers or {}) | dict(_headers(refusal)),
        media_type=MEDIA_TYPE,
    )


def problem_document(refusal: Refusal, *, request_id: str, prefix: str = "") -> dict[str, Any]:
    """The refusal's members; `prefix` is the path under which this server stands."""
    members = {
        "type": f"{prefix}/problems/{refusal.code}",
        "title": refusal.title,
        "status": STATUS[type(refusal)],
        "detail": refusal.detail,
        "code": refusal.code,
        "request_id": request_id,
    }
    # No fact may pass for one of the members that every problem has.
    return members | refusal.facts | members


def _headers(refusal: Refusal) -> Iterator[tuple[str, str]]:
    match refusal:
        case services.NotAuthenticated() | services.SetupTokenNeeded():
            yield "WWW-Authenticate", 'Bearer realm="umpire"'
        case services.CampaignBusy():
            yield "Retry-After", "1"
        case NotReady():
            yield "Retry-After", "2"
        case RateLimited():
            yield "Retry-After", str(refusal.facts["retry_after"])
