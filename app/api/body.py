"""Reading a body: bounded, announced as JSON, and strictly JSON, so that both databases can keep whatever passes."""

import asyncio
import json
import math
import re
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from fastapi import Depends, Request, Response
from fastapi.dependencies.utils import get_parameterless_sub_dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.routing import Match
from starlette.types import Receive, Scope

from app.api.answers import body_of
from app.api.direct import Call, direct_call
from app.api.problems import BodyTooLarge, InvalidRequest, UnreadableBody, UnsupportedMediaType, wrong_values
from app.api.shapes import check_query, query_names

LARGEST_BODY = 256 * 1024
LARGEST_CAMPAIGN = 64 * 1024 * 1024
DEEPEST = 32
# A text counts as one thing, and one that doesn't end goes to the end.
_STRUCTURE = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_LARGEST_INTEGER = 2**63 - 1
_LONGEST_NUMBER = 20
_JSON_MEDIA_TYPE = re.compile(rb"\s*application/(json|[^;\s]*\+json)\s*(;.*)?", re.IGNORECASE).fullmatch


def parse_json(body: bytes) -> Any:
    """The value of a JSON document (RFC 8259).

    Raises `UnreadableBody` for what can't be read in one way only, `InvalidRequest` for values that can't be kept.
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as problem:
        raise UnreadableBody(f"The body is not UTF-8 from byte {problem.start} on. Encode it as UTF-8.") from None
    if text.startswith("\ufeff"):
        raise UnreadableBody("The body begins with a byte order mark. Leave it out.")
    if text.count("[") + text.count("{") > DEEPEST:
        _check_depth(text)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as problem:
        raise UnreadableBody(
            f"The body stops being JSON at line {problem.lineno}, column {problem.colno}: {problem.msg}."
        ) from None
    if "\\u" in text:
        _check_escapes(value)
    return value


def _unkept(detail: str) -> InvalidRequest:
    """For a value that no field takes, and that an answer or a database could not hold: wrong as any wrong value is."""
    return wrong_values([{"in": "body", "pointer": "", "detail": detail}], count=1)


def _check_depth(text: str) -> None:
    depth = 0
    for found in _STRUCTURE.finditer(text):
        first = found[0][0]
        if first in "[{":
            depth += 1
            if depth > DEEPEST:
                raise UnreadableBody(f"The body is nested deeper than {DEEPEST} levels. Flatten it.")
        elif first in "]}":
            depth -= 1


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise UnreadableBody("An object of the body has the same key twice. Say each thing once.")
    return members


def _integer(digits: str) -> int:
    # The length first: int() of a megabyte of digits is slow, and past 4,300 it raises.
    if len(digits) > _LONGEST_NUMBER or abs(int(digits)) > _LARGEST_INTEGER:
        raise _unkept("An integer is beyond 64 bits. Numbers here stay within 2^53.")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _unkept("A number is too large for a double.")
    return number


def _refuse_constant(name: str) -> Any:
    raise _unkept(f"{name} is no number of JSON.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_finite, parse_constant=_refuse_constant
)


def _check_escapes(value: Any) -> None:
    match value:
        case str():
            if "\x00" in value or any("\ud800" <= character <= "\udfff" for character in value):
                raise _unkept("A text has U+0000 or half a surrogate pair.")
        case dict():
            for key, member in value.items():
                _check_escapes(key)
                _check_escapes(member)
        case list():
            for member in value:
                _check_escapes(member)


class StrictRequest(Request):
    """A request whose body is read by the rules above."""

    largest = LARGEST_BODY

    async def body(self) -> bytes:
        """The whole body; raises `BodyTooLarge`, `UnreadableBody` or `UnsupportedMediaType`."""
        if not hasattr(self, "_body"):
            self._body = await self._read()
            if self._body:
                self._check_announcement()
        return self._body

    async def json(self) -> Any:
        """The body's value; raises `UnreadableBody`."""
        if not hasattr(self, "_json"):
            body = await self.body()
            # A long one takes a while, in which others are served.
            large = len(body) > LARGEST_BODY
            self._json = await asyncio.to_thread(parse_json, body) if large else parse_json(body)
        return self._json

    async def _read(self) -> bytes:
        body, more = bytearray(), True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise UnreadableBody("The body broke off. Send it again, whole.")
            body += message.get("body", b"")
            if len(body) > self.largest:
                raise BodyTooLarge(f"A body may have {self.largest} bytes.", limit=self.largest)
            more = message.get("more_body", False)
        return bytes(body)

    def _check_announcement(self) -> None:
        announced = b""
        for name, value in self.scope["headers"]:
            if name == b"content-type":
                announced = value
            elif name == b"content-encoding" and value.lower() != b"identity":
                raise UnsupportedMediaType("Send the body uncompressed.")
        if announced != b"application/json" and not _JSON_MEDIA_TYPE(announced):
            raise UnsupportedMediaType("Send the body as `Content-Type: application/json`.")


Answering = Callable[[Scope, Receive], Awaitable[Response]]


class StrictRoute(APIRoute):
    """A route whose handler gets a `StrictRequest`; `answer` is how it is run directly, where it can be."""

    largest = LARGEST_BODY
    """How many bytes a body may have."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._literal = self.path.partition("{")[0]
        # A route that lets more in has a handler of its own, which is not to be passed by.
        call = direct_call(self) if self.largest == LARGEST_BODY else None
        self.answer = _answering(call, self.status_code or 200) if call else None

        known = query_names(self)

        async def query_known(request: Request) -> None:
            check_query(request, known)

        # Last, so that FastAPI too asks first who comes, and not before the direct call is made, which asks by itself.
        checked = get_parameterless_sub_dependant(depends=Depends(query_known), path=self.path_format)
        self.dependant.dependencies.append(checked)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether the request is for this route; most that are not show it without a pattern."""
        return super().matches(scope) if self._literal in scope["path"] else (Match.NONE, {})

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """FastAPI's handler, with the strict request in the place of its own."""
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            asked = StrictRequest(request.scope, request.receive)
            asked.largest = self.largest
            if request.scope["method"] != "GET":
                await asked.body()
            return await handler(asked)

        return strict


def _answering(call: Call, status: int) -> Answering:
    async def answer(scope: Scope, receive: Receive) -> Response:
        request = StrictRequest(scope, receive)
        # Before anything else is judged, also where the route itself reads no body.
        given = await request.body() if scope["method"] != "GET" else b""
        body = await request.json() if call.body and given else None
        answered: Response | BaseModel = await call.run(request, body)
        if isinstance(answered, Response):
            return answered
        return Response(body_of(answered), status_code=status, media_type="application/json")

    return answer
