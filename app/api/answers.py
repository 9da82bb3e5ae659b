"""Answers: values as JSON bytes, with location, version and the links of a list."""

import asyncio
import hashlib
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import urlencode

from fastapi import Query, Request, Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter
from pydantic_core import PydanticKnownError, SchemaSerializer
from starlette._utils import get_route_path

from app.api.problems import wrong_values
from app.services.ids import is_id
from app.services.ports import Page
from app.services.refusals import BadCursor, VersionRequired
from app.services.values import Answer, Caller

T = TypeVar("T")

_TAG = re.compile(r'"[1-9][0-9]{0,14}"')
_ANY_TAG = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
_TAGS = re.compile(rf"[ \t,]*{_ANY_TAG}(?:[ \t]*,[ \t,]*{_ANY_TAG})*[ \t,]*")
_WHOLE = re.compile(r"-?[0-9]+")
_LONGEST_VERSION = 15
LARGE_ITEM = 10_000
VARY = ("Vary", "Authorization, Umpire-As")


class Listed(BaseModel, Generic[T]):
    """A part of a list."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    items: list[T]
    next_cursor: str | None
    """Give it as `cursor` for the next part; null at the end."""


def body_of(value: Any) -> bytes:
    """A model or a dataclass as JSON."""
    return _serializer(type(value)).to_json(value)  # type: ignore[arg-type]


@cache
def _serializer(kind: type[object]) -> SchemaSerializer:
    serializer: SchemaSerializer = TypeAdapter(kind).serializer
    return serializer


def made(request: Request, path: str, value: Any, *headers: tuple[str, str]) -> Answer:
    """201 with the value, a model or a dataclass, and where it is."""
    return Answer(status=201, headers=(("Location", linked(request, path)), *headers), body=body_of(value))


def linked(request: Request, path: str) -> str:
    """An address of this server as others reach it: a path, so that no scheme or host can be wrong."""
    return f"{request.scope.get('root_path', '')}{path}"


def versioned(version: int) -> tuple[tuple[str, str], ...]:
    """The headers of something that has versions."""
    return (("ETag", f'"{version}"'), VARY)


def unchanged(request: Request, version: int) -> Response | None:
    """304 if the caller has this version already."""
    tags = request.headers.get("if-none-match")
    if tags is None or not _matches(tags, version):
        return None
    return Response(status_code=304, headers=dict(versioned(version)))


def expected_versions(request: Request) -> frozenset[int] | None:
    """The versions that `If-Match` names, None for `*`; raises `VersionRequired`, or `InvalidRequest` for no tag."""
    tags = request.headers.get("if-match")
    if tags is None:
        raise VersionRequired(
            'Send `If-Match` with the ETag of the version you read, such as `If-Match: "7"`, or `*` for any.'
        )
    if tags.strip() == "*":
        return None
    if not _TAGS.fullmatch(tags):
        bare = tags.strip()
        shown = bare if bare.isascii() and bare.isdigit() and len(bare) <= _LONGEST_VERSION else "7"
        said = f'`If-Match` holds no ETag: put it in quotes: "{shown}".'
        raise wrong_values([{"in": "header", "pointer": "/If-Match", "detail": said}], count=1)
    # What is no version of ours matches none, as RFC 9110 has it.
    return frozenset(number for tag in tags.split(",") if (number := _version(tag.strip())) is not None)


def _version(tag: str) -> int | None:
    # No leading zeros: tags are compared to the byte.
    return int(tag[1:-1]) if _TAG.fullmatch(tag) else None


def _matches(tags: str, version: int) -> bool:
    # Weakly, as RFC 9110 has it for reading: a proxy that compresses may have made the tag a weak one.
    return tags.strip() == "*" or any(_version(tag.strip().removeprefix("W/")) == version for tag in tags.split(","))


def _digits(text: object) -> object:
    if isinstance(text, str) and not _WHOLE.fullmatch(text):
        raise PydanticKnownError("int_parsing")
    return text


InDigits = BeforeValidator(_digits)
"""A whole number in an address is written as in JSON: `1.0` and `1_000` are none. The bounds come before it."""
Limit = Annotated[int, Field(ge=1, le=200), InDigits, Query(description="How many at most.")]
Cursor = Annotated[
    str | None, Query(max_length=200, description="`next_cursor` of the part before; left out for the first part.")
]


def page_of(request: Request, *, limit: int, cursor: str | None, viewer: str) -> Page:
    """The part of the list that is asked for, and one row more, which tells whether there is a next part."""
    after = None if cursor is None else _opened(cursor, _question(request, viewer))
    return Page(limit=limit + 1, after=after)


async def listed(
    request: Request, found: Sequence[Any], *, limit: int, viewer: str, adapter: TypeAdapter[Any]
) -> Response:
    """A part of a list with the cursor and the `Link` to the next; `adapter` writes one item."""
    items = found[:limit]
    next_cursor = None
    headers = {}
    if len(found) > limit:
        next_cursor = _sealed(items[-1].id, _question(request, viewer))
        query = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
        path = linked(request, get_route_path(request.scope))
        headers["Link"] = f'<{path}?{urlencode([*query, ("cursor", next_cursor)])}>; rel="next"'
    written = []
    for item in items:
        written.append(adapter.dump_json(item))
        if len(written[-1]) > LARGE_ITEM:
            # A roll may hold a thousand dice: between large items others are served.
            await asyncio.sleep(0)
    body = b'{"items":[' + b",".join(written) + b'],"next_cursor":' + json.dumps(next_cursor).encode() + b"}"
    return Response(body, media_type="application/json", headers=headers)


def _question(request: Request, viewer: str) -> bytes:
    """What a cursor is bound to: the list, its filters and the viewer; a limit may change between parts."""
    asked = sorted(
        (name, value) for name, value in request.query_params.multi_items() if name not in ("cursor", "limit")
    )
    bound = json.dumps([get_route_path(request.scope), asked, viewer]).encode()
    return hashlib.sha256(bound).digest()[:9]


def _sealed(id_: str, question: bytes) -> str:
    return urlsafe_b64encode(question + id_.encode()).decode().rstrip("=")


def _opened(cursor: str, question: bytes) -> str:
    try:
        opened = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        id_ = opened[9:].decode("ascii")
    except (Base64Error, ValueError):
        opened, id_ = b"", ""
    if opened[:9] != question or not is_id(id_) or _sealed(id_, question) != cursor:
        raise BadCursor("Start again without a cursor, and keep filters and token the same from part to part.")
    return id_


def viewer_of(caller: Caller) -> str:
    """Whom an answer is made for: the member, in the role they look with."""
    return f"{caller.member_id}:{caller.role}"
