"""What is wrong with the shape of a request, in sentences that name the place and never repeat the value."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel

from app.api.problems import InvalidRequest, wrong_values
from app.rules.character import at

_LONGEST_POINTER = 120
_LONGEST_NAME = 60
_MOST_NAMED = 24
_LONGEST_CHOICE = 400
_RULE = re.compile(r"\b[A-Z]-\d+[a-z]?\b")
_MOMENT = "must be a moment with its offset from UTC, such as `2026-05-01T20:00:00Z`"

Part = str | int

_MUST_BE = {
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a whole number of at most 64 bits",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be `true` or `false`",
    "bool_parsing": "must be `true` or `false`",
    "string_type": "must be a text",
    "string_unicode": "must be a text of whole characters",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "datetime_type": _MOMENT,
    "datetime_parsing": _MOMENT,
    "datetime_object_invalid": _MOMENT,
    "datetime_from_date_parsing": _MOMENT,
    "timezone_aware": _MOMENT,
}
_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("more than", "gt"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("less than", "lt"),
}


def wrong_shapes(errors: Sequence[Any], route: Any) -> InvalidRequest:
    """The refusal of what pydantic found wrong in a request for this route."""
    return wrong_values(map(_teller(route), errors), count=len(errors))


def wrong_part(part: Sequence[Part], model: Any, errors: Sequence[Any]) -> InvalidRequest:
    """The refusal of what is wrong in the body, or a part of it, that only its campaign's system can judge."""

    def told(error: Any) -> dict[str, Any]:
        found, models = _found(model, error, error["loc"])
        return _told(error, "body", [*part, *found], models, rules=_rules(model, error["loc"]))

    return wrong_values(map(told, errors), count=len(errors))


def query_names(route: APIRoute) -> tuple[str, ...] | None:
    """The query parameters that a route takes; None where others are let pass, as monitors and browsers add them."""
    if not route.path.startswith("/v1/"):
        return None
    return tuple(dict.fromkeys(_query_of(route.dependant)))


def _query_of(dependant: Dependant) -> Iterator[str]:
    for dependency in dependant.dependencies:
        yield from _query_of(dependency)
    yield from (field.alias for field in dependant.query_params)


def check_query(request: Request, known: Sequence[str] | None) -> None:
    """Raise `InvalidRequest` for a query parameter that would silently do nothing: misspelled, or given twice."""
    if known is None or not request.scope["query_string"]:
        return
    given = Counter(name for name, _ in request.query_params.multi_items())
    wrong = [name for name, times in given.items() if times > 1 or name not in known]
    if wrong:
        told = (_repeated(name) if name in known else _stranger(name, known) for name in wrong)
        raise wrong_values(told, count=len(wrong))


def _repeated(name: str) -> dict[str, str]:
    return {
        "in": "query",
        "pointer": _pointer([name]),
        "detail": _ended(f"{_quoted([name])} is given more than once; send it once"),
    }


def _stranger(name: str, known: Sequence[str]) -> dict[str, str]:
    detail = f"{_quoted([name])} is not a query parameter here; {_near(name, known) or 'there are none'}"
    return {"in": "query", "pointer": _pointer([name]), "detail": _ended(detail)}


def _teller(route: Any) -> Callable[[Any], dict[str, Any]]:
    field = getattr(route, "body_field", None)
    annotation = field.field_info.annotation if field else None

    def told(error: Any) -> dict[str, Any]:
        place, *path = error["loc"]
        found, models = _found(annotation if place == "body" else None, error, path)
        return _told(error, str(place), found, models, rules=_rules(annotation, path) if place == "body" else [])

    return told


def _found(annotation: Any, error: Any, path: Sequence[Part]) -> tuple[list[Part], list[type[BaseModel]]]:
    found, models = _walk(annotation, path)
    if error["type"].startswith("union_tag_"):
        found.append(error["ctx"]["discriminator"].strip("'"))
    return found, models


def _told(
    error: Any, place: str, path: Sequence[Part], models: Sequence[type[BaseModel]], *, rules: list[str]
) -> dict[str, Any]:
    told = {"in": place, "pointer": _pointer(path), "detail": _ended(_sentence(error, path, models))}
    return told | ({"rules": rules} if rules else {})


def _walk(annotation: Any, path: Sequence[Part]) -> tuple[list[Part], list[type[BaseModel]]]:
    """The path as the body has it, and the models whose field its end is, or would be.

    Pydantic puts the tag of a union's model into its path, where the body has nothing.
    """
    kinds, found, holders = [*_kinds(annotation)], list[Part](), list[type[BaseModel]]()
    for part in path:
        models = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
        tagged = [model for model in models if len(models) > 1 and part in (model.__name__, *_tags(model))]
        if tagged:
            kinds = list[Any](tagged)
            continue
        found.append(part)
        holders = models
        fields = [model.model_fields[part] for model in models if isinstance(part, str) and part in model.model_fields]
        inner = [field.annotation for field in fields] or [get_args(kind)[-1] for kind in kinds if get_origin(kind)]
        kinds = [kind for annotation in inner for kind in _kinds(annotation)]
    return found, holders


def _rules(annotation: Any, path: Sequence[Part]) -> list[str]:
    """The ids of the rules behind a place, as the docstring of the nearest field or model around it cites them."""
    for end in range(len(path), 0, -1):
        _, models = _walk(annotation, path[:end])
        fields = [model.model_fields.get(str(path[end - 1])) for model in models]
        told = [field.description for field in fields if field] + [model.__doc__ for model in models]
        for text in told:
            cited = _RULE.findall(text or "")
            if cited:
                return cited
    return []


def _kinds(annotation: Any) -> Iterator[Any]:
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _kinds(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for kind in get_args(annotation):
            yield from _kinds(kind)
    elif origin is not Literal:
        yield annotation


def _tags(model: type[BaseModel]) -> Iterator[Part]:
    for field in model.model_fields.values():
        if get_origin(field.annotation) is Literal:
            yield from get_args(field.annotation)


def _sentence(error: Mapping[str, Any], path: Sequence[Part], models: Sequence[type[BaseModel]]) -> str:
    kind, facts, given = error["type"], error.get("ctx", {}), error.get("input")
    name = _quoted(path)
    match kind:
        case "missing":
            return f"{name} is missing" if path else "The body is missing; send JSON"
        case "extra_forbidden":
            fields = [item for model in models for item in model.model_fields.items()]
            known = list(dict.fromkeys(field.alias or name for name, field in fields))
            near = _near(str(path[-1]), known)
            return f"{name} is not a field here{f'; {near}' if near else ''}"
        case "string_too_long" | "string_too_short" if isinstance(given, str):
            return f"{name} has {_counted(len(given), 'character')}; {_allowed(facts)}"
        case "too_long" | "too_short" if isinstance(facts.get("actual_length"), int):
            return f"{name} has {_counted(facts['actual_length'], 'item')}; {_allowed(facts)}"
        case "too_long" | "too_short":
            return f"{name} has too {'many' if kind == 'too_long' else 'few'} items; {_allowed(facts)}"
        case "literal_error" | "enum":
            return f"{name} must be {_one_of(facts['expected'])}"
        case "union_tag_invalid":
            tags = re.findall("'([^']+)'", facts["expected_tags"])
            nearest = get_close_matches(str(facts["tag"])[:_LONGEST_NAME], tags, n=1)
            families = {tag.partition(".")[0] for tag in tags if "." in tag}
            # Of commands the docs list those of every system, of which a campaign plays one.
            here = f": those of `{families.pop()}`, and of every system" if len(families) == 1 else ""
            meant = f"; did you mean `{nearest[0]}`?" if nearest else here
            return f"{name} must be {_one_of(facts['expected_tags'])}{meant}"
        case "union_tag_not_found":
            return f"{name} is missing"
        case _ if kind in _MUST_BE:
            return f"{name} {_MUST_BE[kind]}"
        case _ if kind in _BOUNDS:
            bound, fact = _BOUNDS[kind]
            return f"{name} must be {bound} {facts[fact]}"
    said: str = error["msg"].removeprefix("Value error, ")
    return f"{name} {said}" if said[:1].islower() else f"{name}: {said}"


def _near(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name[:_LONGEST_NAME], known, n=1)
    if near:
        return f"did you mean `{near[0]}`?"
    if not known or len(known) > _MOST_NAMED:
        return ""
    return f"there {'is' if len(known) == 1 else 'are'} {', '.join(f'`{one}`' for one in known)}"


def _allowed(facts: Mapping[str, Any]) -> str:
    word, bound = ("at most", facts["max_length"]) if "max_length" in facts else ("at least", facts["min_length"])
    end = "allowed" if word == "at most" else "needed"
    return f"{word} {bound} {'is' if bound == 1 else 'are'} {end}"


def _one_of(expected: str) -> str:
    choice = expected.replace("'", "`")
    return choice if len(choice) <= _LONGEST_CHOICE else "one of the values that the docs list"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _quoted(path: Sequence[Part]) -> str:
    if not path:
        return "The body"
    if path[-1] == "[key]":
        return f"A name in {_quoted(path[:-2])}"
    dotted = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
    if not dotted.isprintable() or "`" in dotted:
        return "What `pointer` leads to"
    return f"`{dotted}`" if len(dotted) <= _LONGEST_NAME else f"`{dotted[:_LONGEST_NAME]}…`"


def _pointer(path: Sequence[Part]) -> str:
    # What is wrong with a name is told of what it names.
    named = path[:-1] if path and path[-1] == "[key]" else path
    return at(*named)[:_LONGEST_POINTER]


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."
