"""The OpenAPI document: tags in play order with how-tos, security, and no trace of FastAPI's own error shape."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.api.problems import MEDIA_TYPE
from app.version import VERSION

DESCRIPTION = """
The rules referee for virtual tabletops: it rolls the dice, keeps the campaign, and shows everybody at the table what
they may see.

**First roll, no token:** open **Roll dice** below, press *Execute*.

**Your campaign:** 1. *Start a campaign* and copy the `token` of the answer. 2. Press **Authorize** and paste it.
3. *Roll in the campaign*; `current` stands for your campaign. 4. *Invite somebody* and read them the code.

Every answer that a person would read has `text` and `markdown`. Every refusal says what was found, where, what was
expected, and how to mend it; its `type` leads to a page that explains it.
"""

TAGS = [
    {"name": "Start here", "description": "Who am I? Shows what your token may do, and where."},
    {
        "name": "Dice",
        "description": "Rolls and exact odds that belong to no campaign: nothing is kept, no token is needed. "
        "Notation: `4d6kh3` keeps the three highest, `8d6!` explodes, `7d10>=8ds>=10` counts successes with double "
        "tens, `2d20kh1+7` has advantage.",
    },
    {
        "name": "Campaigns",
        "description": "A campaign plays one system and has house rules. To change it, send the `ETag` you read as "
        "`If-Match`: nobody overwrites what they haven't seen.",
    },
    {
        "name": "Rolls",
        "description": "Rolls that the campaign keeps. `public` is for everybody, `gm` for you and the game master, "
        "`blind` for the game master alone, `self` for you alone. `faces` enters real dice.",
    },
    {
        "name": "Members",
        "description": "Who is at the table: game masters do everything, players act, observers look.",
    },
    {
        "name": "Invites",
        "description": "1. A game master makes an invite. 2. They read the code out. 3. Whoever accepts it gets a "
        "token of their own.",
    },
    {
        "name": "Tokens",
        "description": "Keys for your bots and plugins; make one for each, so that each can be revoked alone.",
    },
    {"name": "Server", "description": "Probes, metrics, and the pages that explain problems."},
]


def describe(app: FastAPI) -> None:
    """Give the application its OpenAPI document, made at the first request for it."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    made = get_openapi(
        title="Umpire",
        version=VERSION,
        summary="The rules referee for virtual tabletops",
        description=DESCRIPTION,
        routes=app.routes,
        tags=TAGS,
        license_info={"name": "MIT", "identifier": "MIT"},
        servers=[{"url": app.root_path or "/"}],
    )
    components = made.setdefault("components", {})
    components["securitySchemes"] = {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "Your token, `ump_...`: from *Start a campaign*, from an accepted invite, or made under "
            "*Tokens*.",
        }
    }
    for name in ("HTTPValidationError", "ValidationError"):
        components.get("schemas", {}).pop(name, None)
    for path in made["paths"].values():
        for operation in path.values():
            _only_problems(operation)
    return made


def _only_problems(operation: dict[str, Any]) -> None:
    for status, response in operation["responses"].items():
        if status.startswith(("4", "5")):
            response["content"] = {
                media_type: content
                for media_type, content in response.get("content", {}).items()
                if media_type == MEDIA_TYPE
            }
    if operation["responses"].get("422", {}).get("content") == {}:
        del operation["responses"]["422"]
