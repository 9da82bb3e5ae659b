"""Running simple endpoints directly, past FastAPI's resolver, which costs more than a roll does.

FastAPI still reads the signatures, for the docs and for the checks. An endpoint is simple when it takes nothing but
the path, the query, the request and one body, its dependencies nothing but path texts and the request, and when it
answers a `Response` or a model; every other endpoint is run by FastAPI as usual, with the same refusals.
"""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import request_params_to_args
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel

from app.api.shapes import check_query, query_names

Validate = Callable[..., tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class Call:
    """A function and where its arguments come from."""

    function: Callable[..., Awaitable[Any]]
    request: str | None
    paths: tuple[tuple[str, str], ...]
    """Texts of the path, as they are."""
    checked_paths: tuple[Any, ...]
    queries: tuple[Any, ...]
    """Fields that FastAPI reads and checks."""
    optional: bool
    """Whether the function does without a query."""
    dependencies: tuple[tuple[str, "Call"], ...]
    body: str | None
    validate: Validate | None
    query: tuple[str, ...] | None
    """The query parameters of the route, where others are refused."""

    async def run(self, request: Request, body: Any) -> Any:
        """Call the dependencies, then check the query and the body, then call the function."""
        arguments: dict[str, Any] = {}
        for name, dependency in self.dependencies:
            arguments[name] = await dependency.run(request, None)
        check_query(request, self.query)
        for name, key in self.paths:
            arguments[name] = request.path_params[key]
        if self.request:
            arguments[self.request] = request
        errors: list[Any] = []
        if self.checked_paths:
            values, errors = request_params_to_args(self.checked_paths, request.path_params)
            arguments |= values
        if request.scope["query_string"] or not self.optional:
            values, wrong = request_params_to_args(self.queries, request.query_params)
            arguments |= values
            errors += wrong
        if self.body and self.validate:
            if body is None:
                errors.append({"type": "missing", "loc": ("body",), "msg": "Field required"})
            else:
                arguments[self.body], wrong = self.validate(body, {}, loc=("body",))
                errors += wrong
        if errors:
            raise RequestValidationError(errors, body=body)
        return await self.function(**arguments)

    @property
    def plain(self) -> bool:
        """Whether nothing that it takes can be wrong."""
        return not (self.body or self.checked_paths or self.queries)


def direct_call(route: APIRoute) -> Call | None:
    """How to run a route's endpoint directly, or None if it isn't simple."""
    answers = inspect.signature(route.endpoint).return_annotation
    modelled = inspect.isclass(answers) and issubclass(answers, BaseModel) and route.response_model is answers
    return _call(route.dependant, query=query_names(route)) if answers is Response or modelled else None


def _call(dependant: Dependant, *, query: tuple[str, ...] | None = None) -> Call | None:
    function = dependant.call
    bodies = dependant.body_params
    simple = (
        function is not None
        and inspect.iscoroutinefunction(function)
        and len(bodies) <= 1
        and not dependant.header_params
        and not dependant.cookie_params
        and not dependant.http_connection_param_name
        and not dependant.response_param_name
        and not dependant.background_tasks_param_name
    )
    paths = [
        field for field in dependant.path_params if field.field_info.annotation is str and not field.field_info.metadata
    ]
    dependencies = [(dependency.name, _call(dependency)) for dependency in dependant.dependencies]
    if not simple or function is None or any(not name or call is None or not call.plain for name, call in dependencies):
        return None
    return Call(
        function=function,
        request=dependant.request_param_name,
        paths=tuple((field.name, field.alias) for field in paths),
        checked_paths=tuple(field for field in dependant.path_params if field not in paths),
        queries=tuple(dependant.query_params),
        optional=all(
            inspect.signature(function).parameters[field.name].default == field.get_default()
            for field in dependant.query_params
        ),
        dependencies=tuple((name, call) for name, call in dependencies if name and call),
        body=bodies[0].name if bodies else None,
        validate=bodies[0].validate if bodies else None,
        query=query,
    )
