"""The OpenAPI document: tags in play order with how-tos, worked examples, and no trace of FastAPI's own errors."""

import gzip
import hashlib
from asyncio import to_thread
from functools import cache
from typing import Any, NamedTuple

from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from pydantic_core import to_json

from app.api.example_answers import Examples, example_answers
from app.api.example_refusals import example_refusal
from app.api.problems import BY_CODE, MEDIA_TYPE
from app.api.sharing import share
from app.version import VERSION

DESCRIPTION = """
It rolls the dice, keeps the campaign, and shows everybody at the table what they may see.

**Your first roll** needs no token: open *Roll dice* below and press **Execute**.

**Your own campaign:**

1. {first}*Start a campaign*, and copy the `token` from the answer: it is shown this once.
2. Press **Authorize**, paste the token, close. From now on `current` means your campaign.
3. *Roll in the campaign*.
4. *Invite somebody* and read them the code. They *Come to the table* with it and get a token of their own.

**A fight,** such as the one that runs in each campaign of the demo: *See the encounters of the campaign* lists them.
With a game master's token *See what you can do now*, copy a `body` from it into *Send a command*, and so on to the end.

Everything that a person would read comes as `text` (plain) and as `markdown` (for Discord). Every refusal says what was
found, where, what was expected and how to mend it; its `type` leads to a page that explains it. The headers `RateLimit`
and `RateLimit-Policy` say how much you may still ask.
"""

AUTHORIZE_FIRST = (
    "Press **Authorize** and paste the setup token, which whoever runs this server has: without it nobody starts a "
    "campaign here. Close, "
)

TAGS = [
    {
        "name": "Start here",
        "description": "No token yet? Roll under *Dice*, or start a campaign under *Campaigns*. Somebody read you a "
        "code? Come to the table under *Invites*. You have a token? Press **Authorize**, then see what it opens.",
    },
    {
        "name": "Dice",
        "description": "Rolls and exact odds that belong to no campaign: nothing is kept, no token is needed. "
        "`4d6kh3` keeps the three highest, `8d6!` explodes, `2d20kh1+7` has advantage, `7d10>=8ds>=10` counts "
        "successes and tens twice. *Roll dice* shows the whole notation.",
    },
    {
        "name": "Checks",
        "description": "Questions of the rules, answered with dice: does the action succeed, does the attack hit, what "
        "does it do? `kind` says which rules decide, such as `ultra.action`. *Make a check* keeps nothing and needs no "
        "token; in the campaign checks go by its house rules and by a character's sheet, and are kept.",
    },
    {
        "name": "Systems",
        "description": "The games whose rules the server knows: kinds of checks, house rules, sheets, catalogues, and "
        "every rule with what covers it.",
    },
    {
        "name": "Campaigns",
        "description": "A campaign plays one system and has house rules. Reading it gives its version as `ETag`; to "
        "change it, send that as `If-Match`, and nobody overwrites what they haven't seen.",
    },
    {
        "name": "Characters",
        "description": "The people of the campaign, each with a sheet by the rules of its system. A player's are their "
        "own to change; a game master's are hidden until shown. Every number is told with its parts, every change is "
        "kept, and what was can be brought back.",
    },
    {
        "name": "Rolls",
        "description": "Rolls that the campaign keeps. Who sees one: `public` everybody, `gm` the roller and the game "
        "master, `blind` the game master alone, `self` the roller alone. Did the network drop? Send the roll again "
        "under the same `Idempotency-Key`: the dice stay as they fell.",
    },
    {
        "name": "Encounters",
        "description": "Fights, chases and scenes. Set one up, bring everybody in with `join`, `start` it, and from "
        "then on *See what you can do now* says what may come next; each answer says what happened and what is asked. "
        "What a game master took back with *Take the last command back* stays in the story, marked.",
    },
    {
        "name": "Invites",
        "description": "How people come to the table: the game master makes an invite and reads out its code; whoever "
        "accepts it gets a token of their own.",
    },
    {
        "name": "Members",
        "description": "Who is at the table. Game masters do everything, players act, observers look. "
        "`external_refs` tie a member to their user in another app.",
    },
    {
        "name": "Tokens",
        "description": "Keys for your bots and plugins. Make one for each, so that each can be revoked alone.",
    },
    {"name": "Server", "description": "For whoever runs it: probes, metrics, and the pages that explain problems."},
]

WHO = {
    "-": "anybody, with or without a token",
    "setup": "anybody on the server's own machine; on a public server whoever has its setup token",
    "observer": "everybody at the table",
    "player": "players and game masters",
    "gm": "game masters",
}
SUCCESSES = {
    "200": "Done",
    "201": "Made; the `Location` header says where",
    "204": "Done; there is nothing to show",
}
HEADERS = {
    "ETag": 'The version, such as `"7"`: send it as `If-Match` to change it, as `If-None-Match` to ask for news.',
    "Location": "Where it is.",
    "Link": 'The next part of the list, as `rel="next"`.',
    "Idempotent-Replayed": "`true` when this is the first answer under its key again.",
    "Retry-After": "In how many seconds to go on.",
}


class _Served(NamedTuple):
    plain: bytes
    zipped: bytes
    etag: str


def describe(app: FastAPI) -> None:
    """Give the application its OpenAPI document, made at the first request for it and kept as it is sent."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    @cache
    def served() -> _Served:
        plain = to_json(document())
        return _Served(plain, gzip.compress(plain, mtime=0), f'W/"{hashlib.sha256(plain).hexdigest()[:16]}"')

    async def serve(request: Request) -> Response:
        # Aside, since the first time takes more than a second: others are answered meanwhile.
        sent = await to_thread(served)
        headers = {"ETag": sent.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if sent.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(sent.zipped, headers=headers | {"Content-Encoding": "gzip"}, media_type="application/json")
        return Response(sent.plain, headers=headers, media_type="application/json")

    app.openapi = document  # type: ignore[method-assign]
    app.add_route("/openapi.json", serve, include_in_schema=False)


def _document(app: FastAPI) -> dict[str, Any]:
    made = get_openapi(
        title="Umpire",
        version=VERSION,
        summary="The rules referee for virtual tabletops.",
        description=DESCRIPTION.replace("{first}", "" if _open(app) else AUTHORIZE_FIRST),
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
    schemas = components.setdefault("schemas", {})
    # FastAPI's own errors, and what stands behind fields that are shown as something else.
    for name in ("HTTPValidationError", "ValidationError", "JsonValue", "Value", "Fact"):
        schemas.pop(name, None)
    answers = example_answers()
    for path, methods in made["paths"].items():
        for method, operation in methods.items():
            _tell(operation, path)
            if method == "delete":
                _fill_nothing_in(operation)
            _only_problems(operation)
            _show_refusals(operation)
            _show_answer(operation, answers.get(operation["operationId"], {}))
    share(made)
    return made


def _open(app: FastAPI) -> bool:
    """Whether campaigns are started here without a setup token: only where people sit at the server itself."""
    settings = app.state.table.settings
    return settings.on_loopback and not settings.public_url and settings.setup_token is None


def _tell(operation: dict[str, Any], path: str) -> None:
    """The first line of a route's docstring is its summary, the rest its description, with who may."""
    summary, _, rest = operation["description"].partition("\n")
    operation["summary"] = summary.removesuffix(".")
    who = f"Who may: {WHO[operation['x-role']]}."
    operation["description"] = f"{rest.strip()}\n\n{who}".strip()
    # In the order of the address, and ready for the campaign of one's token and what runs in it.
    operation.get("parameters", []).sort(
        key=lambda one: path.find(f"{{{one['name']}}}") if one["in"] == "path" else len(path)
    )
    for parameter in operation.get("parameters", []):
        if parameter["name"] in ("campaign", "encounter"):
            parameter["example"] = "current"


def _fill_nothing_in(operation: dict[str, Any]) -> None:
    """Leave it to the reader to write what a removal needs: one press of a button is too little."""
    for parameter in operation["parameters"]:
        if parameter["in"] == "header":
            parameter.pop("examples", None)


def _only_problems(operation: dict[str, Any]) -> None:
    """Take out the answers that FastAPI documents by itself and this server never gives."""
    for status, response in list(operation["responses"].items()):
        if status.startswith(("4", "5")):
            told = response.get("content", {}).get(MEDIA_TYPE)
            if told is None:
                del operation["responses"][status]
            else:
                response["content"] = {MEDIA_TYPE: told}


def _show_refusals(operation: dict[str, Any]) -> None:
    for status, response in operation["responses"].items():
        if status.startswith(("4", "5")):
            for code, shown in response["content"][MEDIA_TYPE]["examples"].items():
                shown["value"] = example_refusal(
                    BY_CODE[code], operation_id=operation["operationId"], role=operation["x-role"]
                )
            if status == "429":
                response["headers"] = _headers("Retry-After")


def _show_answer(operation: dict[str, Any], examples: Examples) -> None:
    asked = {parameter["name"] for parameter in operation.get("parameters", [])}
    for status, response in operation["responses"].items():
        if not status.startswith("2"):
            continue
        response["description"] = SUCCESSES[status]
        told = {
            "ETag": not asked.isdisjoint({"If-Match", "If-None-Match"}) and status == "200",
            "Location": status == "201",
            "Link": "cursor" in asked,
            "Idempotent-Replayed": "Idempotency-Key" in asked,
        }
        response["headers"] = _headers(*(name for name, sent in told.items() if sent))
        content = response.get("content", {}).get("application/json")
        if content is not None and examples:
            content["examples"] = {name: {"value": body} for name, body in examples.items()}


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"description": HEADERS[name], "schema": {"type": "string"}} for name in names}
