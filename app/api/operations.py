"""What the OpenAPI document says of an operation: who may, which headers it takes, how it can be refused."""

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
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": r"^[^\x00-\x1f\x7f]+$"},
    "description": "Any text of your own, new for each thing you do. Sending the same request again under the same "
    "key within 24 hours changes nothing and gives the first answer again, with the same dice.",
}
UMPIRE_AS: dict[str, Any] = {
    "name": "Umpire-As",
    "in": "header",
    "schema": {"type": "string"},
    "description": "With a game master's token: the id of the member to act as. The answer is what they would get.",
}
IF_MATCH: dict[str, Any] = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "schema": {"type": "string"},
    "description": 'The ETag of the version you read, such as `"7"` (with the quotes): if somebody has changed it '
    "since, nothing happens and you are told. `*` is any version.",
    "examples": {
        "any": {"summary": "Whatever version it has", "value": "*"},
        "version": {"summary": "Only the version you read", "value": '"3"'},
    },
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
    versioned: Literal["read", "change", "move"] | None = None,
    body: bool = False,
    shaped: bool = True,
    counted: bool = True,
    responses: dict[int | str, dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """The keyword arguments for a route's decorator.

    Args:
        operation_id: its name for generated clients, never to change.
        asker: the least role that may; `-` needs no token, `setup` the setup token on a public server.
        refusals: what it refuses by itself, beyond what follows from the other arguments.
        keyed: whether it takes an `Idempotency-Key`.
        versioned: whether it takes `If-None-Match` (`read`), needs `If-Match` (`change`), or may have it (`move`).
        body: whether it reads a body.
        shaped: whether a part of the request can have the wrong shape.
        counted: whether it reads a token, and counts against the budget of a token or an address.
        responses: what it answers when all goes well, beside the response model.
    """
    told: list[type[Refusal]] = [*refusals]
    parameters = []
    if shaped:
        told += [InvalidRequest]
    if counted:
        told += [RateLimited, AmbiguousToken, services.NotAuthenticated]
    if versioned == "read":
        parameters.append(IF_NONE_MATCH)
    elif versioned == "change":
        told += [services.StaleVersion, services.VersionRequired]
        parameters.append(IF_MATCH)
    elif versioned == "move":
        told += [services.StaleVersion]
        parameters.append(IF_MATCH | {"required": False})
    if keyed:
        told += [services.IdempotencyMismatch, services.CampaignBusy]
        parameters.append(IDEMPOTENCY_KEY)
    if isinstance(asker, Role):
        told += [services.RoleTooLow, services.NotFound]
        parameters.append(UMPIRE_AS)
    elif asker == "setup":
        told += [services.SetupTokenNeeded]
    if body:
        told += [UnreadableBody, BodyTooLarge, UnsupportedMediaType]
    extra: dict[str, Any] = {"x-role": str(asker), "parameters": parameters}
    extra["security"] = [{"token": []}] if isinstance(asker, Role) else [{}, {"token": []}] if counted else []
    return {
        "operation_id": operation_id,
        "responses": {
            **({304: {"description": "You have this version already."}} if versioned == "read" else {}),
            **(responses or {}),
            **_problems(told),
        },
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
                    "examples": {refusal.code: {"summary": refusal.title} for refusal in told},
                }
            },
        }
        for status, told in sorted(by_status.items())
    }
