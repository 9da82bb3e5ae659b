"""The middleware that every request passes: request id, HEAD, limits' headers, log and metrics; pages; faults.

It is plain ASGI: Starlette's class-based middleware would cost more than the request itself. From outside to inside:
`Doorway`, `Pages` (CORS, so that preflights are logged too), `Faults` (so that pages may read of them too).
"""

import os
import re
import time
from collections.abc import MutableMapping
from typing import Any

from fastapi import Request
from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.problems import PreflightRefused, ServerFault, problem
from app.api.telemetry import LogRequest, Metrics, log

_REQUEST_ID = re.compile(rb"[A-Za-z0-9._\-]{1,64}")
_QUIET = frozenset({"/healthz", "/readyz", "/metrics"})
_NO_SNIFFING = (b"x-content-type-options", b"nosniff")
_VARIES = (b"vary", b"Origin")


class Doorway:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics, log_request: LogRequest) -> None:
        self._app = app
        self._metrics = metrics
        self._log_request = log_request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        method = scope["method"]
        state = scope.setdefault("state", {})
        request_id = state["request_id"] = _request_id(scope)
        extra: list[tuple[bytes, bytes]] = [(b"x-request-id", request_id.encode()), _NO_SNIFFING]
        state["extra_headers"] = extra
        if method == "HEAD":
            # Routes answer GET; a HEAD is that answer without its body.
            scope = {**scope, "method": "GET"}
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *extra]
            elif method == "HEAD":
                message = {**message, "body": b""}
            await send(message)

        await self._app(scope, receive, answer)
        route = _route(scope)
        seconds = time.perf_counter() - began
        self._metrics.answered(method=method, route=route, status=status, seconds=seconds)
        if route not in _QUIET:
            self._log_request(
                method=method,
                route=route,
                status=status,
                ms=round(seconds * 1000, 1),
                request_id=request_id,
                **state.get("who", {}),
            )


class Pages(CORSMiddleware):
    """CORS: which pages may call from a browser."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a preflight, or let the page read the answer."""
        if scope["type"] == "http" and _header(scope, b"origin") is None:
            # No page asks. What is kept of the answer on its way must not be given to one.
            scope["state"]["extra_headers"].append(_VARIES)
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope) if scope["type"] == "http" and scope["method"] == "OPTIONS" else None
        if headers is None or "access-control-request-method" not in headers:
            await super().__call__(scope, receive, send)
            return
        response = self.preflight_response(request_headers=headers)
        if response.status_code != 200:
            refusal = PreflightRefused(
                "This server takes no such call from a page: its origin, method or one of its headers is not allowed. "
                "The headers of this answer list what is."
            )
            allowed = {
                name: value for name, value in response.headers.items() if name.startswith(("access-control-", "vary"))
            }
            response = problem(refusal, Request(scope), headers=allowed)
        await response(scope, receive, send)


class Faults:
    """Makes an answer of what nobody foresaw."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever happens."""
        begun = False

        async def begin(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, begin)
        except Exception:
            log.exception("fault", request_id=scope["state"]["request_id"], route=_route(scope))
            if begun:
                raise
            fault = ServerFault(
                "This is not your request's fault. Try again; if it stays, tell the operator the request id."
            )
            await problem(fault, Request(scope))(scope, receive, send)


def _header(scope: Scope, wanted: bytes) -> bytes | None:
    for name, value in scope["headers"]:
        if name == wanted:
            found: bytes = value
            return found
    return None


def _request_id(scope: Scope) -> str:
    given = _header(scope, b"x-request-id")
    if given is not None and _REQUEST_ID.fullmatch(given):
        return given.decode()
    return f"req_{os.urandom(10).hex()}"


def _route(scope: MutableMapping[str, Any]) -> str:
    route = scope.get("route")
    return getattr(route, "path", "(none)")
