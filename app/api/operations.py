"""What the docs page says of an operation: who may, which headers it takes, and an example of each refusal."""

import inspect
from collections import defaultdict
from typing import Any, Literal

from app.api.problems import (
    MEDIA_TYPE,
    STATUS,
    AmbiguousToken,
    BodyTooLarge,
    InvalidRequest,
    Problem,
    RateLimited,
    UnreadableBody,
    UnsupportedMediaType,
)
from app.rules.errors import Refusal
from app.services import refusals as services
from app.services.values import Role

IDEMPOTENCY_KEY: dict[str, Any] = {
    "name": "Idempotency-Key",
    "in": "header",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "description": "Any text of your own. Sending the request again under the same key within 24 hours gives the "
    "first answer again, with the same dice.",
}
UMPIRE_AS: dict[str, Any] = {
    "name": "Umpire-As",
    "in": "header",
    "schema": {"type": "string"},
    "description": "For a game master's token: the id of the member to act as.",
}
IF_MATCH: dict[str, Any] = {
    "name": "If-Match",
    "in": "header",
    "schema": {"type": "string"},
    "description": 'The ETag of the version you read, such as `"7"`, or `*` for any. Required.',
}
IF_NONE_MATCH: dict[str, Any] = {
    "name": "If-None-Match",
    "in": "header",
    "schema": {"type": "string"},
    "description": 'The ETag you have, such as `"7"`: if it is still the newest, the answer is 304 without a body.',
}

Asker = Role | Literal["-", "setup"]


def operation(
    operation_id: str,
    asker: Asker,
    *refusals: type[Refusal],
    keyed: bool = False,
    versioned: Literal["read", "change"] | None = None,
    body: bool = False,
    responses: dict[int | str, dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """The keyword arguments for a route's decorator.

    Args:
        operation_id: its name for generated clients, never to change.
        asker: the least role that may; `-` needs no token, `setup` the setup token on a public server.
        refusals: what it refuses by itself, beyond what follows from the other arguments.
        keyed: whether it takes an `Idempotency-Key`.
        versioned: whether it takes `If-None-Match` or `If-Match`.
        body: whether it reads a body.
        responses: what it answers when all goes well, beside the response model.
    """
    told: list[type[Refusal]] = [*refusals, InvalidRequest, RateLimited, AmbiguousToken]
    parameters = []
    if isinstance(asker, Role):
        told += [services.NotAuthenticated, services.RoleTooLow, services.NotFound]
        parameters.append(UMPIRE_AS)
    elif asker == "setup":
        told += [services.SetupTokenNeeded]
    if keyed:
        told += [services.IdempotencyMismatch, services.CampaignBusy]
        parameters.append(IDEMPOTENCY_KEY)
    if versioned == "read":
        parameters.append(IF_NONE_MATCH)
    elif versioned == "change":
        told += [services.StaleVersion, services.VersionRequired]
        parameters.append(IF_MATCH)
    if body:
        told += [UnreadableBody, BodyTooLarge, UnsupportedMediaType]
    extra: dict[str, Any] = {"x-role": str(asker), "parameters": parameters}
    extra["security"] = [{"token": []}] if isinstance(asker, Role) else [{}, {"token": []}]
    return {
        "operation_id": operation_id,
        "responses": {**(responses or {}), **_problems(told)},
        "openapi_extra": extra,
    }


def _problems(refusals: list[type[Refusal]]) -> dict[int | str, dict[str, Any]]:
    by_status: dict[int, list[type[Refusal]]] = defaultdict(list)
    for refusal in sorted(set(refusals), key=lambda refusal: refusal.code):
        by_status[STATUS[refusal]].append(refusal)
    return {
        status: {
            "model": Problem,
            "description": " · ".join(refusal.title for refusal in told),
            "content": {
                MEDIA_TYPE: {
                    "schema": {"$ref": "#/components/schemas/Problem"},
                    "examples": {refusal.code: {"value": example(refusal)} for refusal in told},
                }
            },
        }
        for status, told in sorted(by_status.items())
    }


def example(refusal: type[Refusal]) -> dict[str, Any]:
    """A problem answer as an example."""
    return {
        "type": f"/problems/{refusal.code}",
        "title": refusal.title,
        "status": STATUS[refusal],
        "detail": inspect.cleandoc(refusal.__doc__ or "").partition("\n\n")[0].replace("\n", " "),
        "code": refusal.code,
        "request_id": "req_3f9c2a7d1b5e8c04a6f2",
    }
