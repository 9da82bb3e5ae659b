"""Finding a request's route by its remembered address.

FastAPI's router and the layers around it cost as much as all the rest of a small request, so the routes that can be
run directly (`api.direct`) are run from here. Whatever else comes, wrong methods and addresses too, goes on to FastAPI.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from fastapi import Request, Response
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.body import Answering, StrictRoute

Handler = Callable[[Request, Exception], Awaitable[Response]]
Found = tuple[BaseRoute, Answering, Mapping[str, str]]

_REMEMBERED = 4096
# Callers choose the addresses, so what is remembered is bounded in number and in length.
_LONGEST_PATH = 200


class Directory:
    """Stands before FastAPI's own layers; `handlers` make answers of exceptions, as they do there."""

    def __init__(self, app: ASGIApp, *, routes: Sequence[BaseRoute], handlers: Mapping[Any, Any]) -> None:
        self._app = app
        self._routes = routes
        self._handlers: Mapping[type, Handler] = handlers
        self._find = lru_cache(maxsize=_REMEMBERED)(self._first)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or let FastAPI answer it."""
        path = scope.get("path", "")
        known = scope["type"] == "http" and len(path) <= _LONGEST_PATH
        found = self._find(scope["method"], path, scope.get("root_path", "")) if known else None
        if found is None:
            await self._app(scope, receive, send)
            return
        route, answer, parameters = found
        scope["route"], scope["path_params"] = route, {**parameters}
        try:
            response = await answer(scope, receive)
        except Exception as problem:
            handler = next((self._handlers[kind] for kind in type(problem).__mro__ if kind in self._handlers), None)
            if handler is None:
                raise
            response = await handler(Request(scope), problem)
        await response(scope, receive, send)

    def _first(self, method: str, path: str, root_path: str) -> Found | None:
        """The first route that is for the request, if it can be run directly."""
        scope = {"type": "http", "method": method, "path": path, "root_path": root_path}
        for route in self._routes:
            match, found = route.matches(scope)
            if match is Match.FULL:
                answer = route.answer if isinstance(route, StrictRoute) else None
                return (route, answer, found["path_params"]) if answer else None
        return None
