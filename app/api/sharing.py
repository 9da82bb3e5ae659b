"""The OpenAPI document made short: what it would say in many places stands once among its components."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

SHAPES = {"HouseRulesChange": ("NewEncounter", "options"), "EventData": ("EventShown", "data")}
"""Fields whose shapes have no model to be named by, and what they are called."""


class _Spot(NamedTuple):
    holder: Any
    key: Any
    name: str


def share(document: dict[str, Any]) -> None:
    """Put a reference wherever the same answer, parameter, example or shape is told again.

    What the reader sees stays the same. The docs page works its way through the whole document before it shows
    anything, so that half the length is half the wait.
    """
    components = document["components"]
    _untitle(components["schemas"])
    _share_shapes(components["schemas"])
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    refused = [
        _Spot(operation["responses"], status, f"Refused{status}")
        for operation in operations
        for status in operation["responses"]
        if status.startswith(("4", "5"))
    ]
    _replace(components, "examples", list(_examples(refused)))
    _replace(components, "responses", refused)
    _replace(
        components,
        "parameters",
        [
            _Spot(operation["parameters"], place, parameter["name"])
            for operation in operations
            for place, parameter in enumerate(operation.get("parameters", []))
        ],
    )


def _examples(refused: list[_Spot]) -> Iterator[_Spot]:
    for responses, status, _ in refused:
        for content in responses[status]["content"].values():
            yield from (_Spot(content["examples"], code, code) for code in content["examples"])


def _replace(components: dict[str, Any], kind: str, spots: list[_Spot]) -> None:
    told = [json.dumps(spot.holder[spot.key], sort_keys=True) for spot in spots]
    often = Counter(told)
    names: dict[str, str] = {}
    shared: dict[str, Any] = components.setdefault(kind, {})
    for text, (holder, key, name) in zip(told, spots, strict=True):
        if often[text] == 1:
            continue
        if text not in names:
            number = sum(taken.rpartition("-")[0] == name for taken in shared) + 1
            names[text] = f"{name}-{number}"
            shared[names[text]] = holder[key]
        holder[key] = {"$ref": f"#/components/{kind}/{names[text]}"}


def _share_shapes(schemas: dict[str, Any]) -> None:
    for name, (model, field) in SHAPES.items():
        told = schemas[model]["properties"][field]
        union = {key: told[key] for key in ("anyOf", "oneOf", "discriminator") if key in told}
        fields = [field for schema in schemas.values() for field in schema.get("properties", {}).values()]
        for same in (field for field in fields if union.items() <= field.items()):
            for key in union:
                del same[key]
            same["$ref"] = f"#/components/schemas/{name}"
        schemas[name] = union


def _untitle(schemas: dict[str, Any]) -> None:
    """Fields go by their own names; pydantic's titles for them would be shown in their place."""
    waiting: list[Any] = [*schemas.values()]
    while waiting:
        match waiting.pop():
            case dict() as schema:
                for field in schema["properties"].values() if isinstance(schema.get("properties"), dict) else ():
                    field.pop("title", None)
                waiting += schema.values()
            case list() as schemas_of_a_union:
                waiting += schemas_of_a_union
