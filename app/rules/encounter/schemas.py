"""What can be sent and what can happen, told apart by `type`: types to read bodies with, and schemas for the docs."""

from collections.abc import Iterable, Mapping
from functools import cache, reduce
from inspect import getdoc
from operator import or_
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field, GetJsonSchemaHandler, JsonValue, RootModel, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, to_json

from app.rules.encounter.commands import FRAME_COMMANDS, Command
from app.rules.encounter.frame_facts import FRAME_FACTS
from app.rules.encounter.rules import EncounterRules

M = TypeVar("M", bound=BaseModel)
Rules = EncounterRules[Any, Any]


def command_bodies(rules: Rules) -> Mapping[str, type[Command]]:
    """Every command by its type: the frame's, in the system's shape where it has its own, then the system's."""
    own = _by_type(rules.frame_bodies)
    frame = {type_: own.get(type_, body) for type_, body in _by_type(FRAME_COMMANDS).items()}
    return frame | {kind.type: kind.body for kind in rules.commands}


def read_command(body: Mapping[str, JsonValue], rules: Rules) -> Command:
    """The command that a JSON object is in this system; raises pydantic's `ValidationError`."""
    # By way of text: only then may arrays be tuples, while `"5"` and `1.0` still are no integers.
    return _reader(rules).validate_json(to_json(body))


@cache
def _reader(rules: Rules) -> TypeAdapter[Command]:
    return TypeAdapter(told_apart([command_bodies(rules)]))


def command_schemas(rules: Rules) -> dict[str, JsonSchemaValue]:
    """The JSON schema of every command's body by its type."""
    return {type_: body.model_json_schema() for type_, body in command_bodies(rules).items()}


def event_schemas(rules: Rules) -> dict[str, JsonSchemaValue]:
    """The JSON schema of every event's `data` by its type, as whoever may know all of it gets it."""
    return {type_: fact.model_json_schema(mode="serialization") for type_, fact in rules.fact_types.items()}


def told_apart(tables: Iterable[Mapping[str, type[BaseModel]]]) -> Any:
    """The union of all models in these tables, told apart by `type`.

    Where tables have different models for one type, such as each system its `join`, they are together under one name.
    """
    by_type: dict[str, dict[type[BaseModel], None]] = {}
    for table in tables:
        for type_, model in table.items():
            by_type.setdefault(type_, {})[model] = None
    union = reduce(or_, (_together(type_, list(models)) for type_, models in by_type.items()))
    return Annotated[union, Field(discriminator="type")]


def _together(type_: str, models: list[type[BaseModel]]) -> Any:
    if len(models) == 1:
        return models[0]
    either: Any = RootModel[reduce(or_, models)]  # type: ignore[misc]
    return type("Any" + type_.replace(".", "_").title().replace("_", ""), (either,), {"__doc__": getdoc(models[0])})


class ShownAs:
    """Marks a field that takes any JSON object and that the docs show as something else.

    Which system's command a body is can only be judged once it is known what the campaign is played by.
    """

    def __init__(self, shown: Any) -> None:
        self._shown = TypeAdapter(shown)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """What it is shown as."""
        del schema
        return handler(self._shown.core_schema)


def any_command(systems: Iterable[Rules]) -> Any:
    """A body of any command of these systems: read as a JSON object, shown as the union of all."""
    bodies = [command_bodies(rules) for rules in systems] or [_by_type(FRAME_COMMANDS)]
    return Annotated[dict[str, JsonValue], ShownAs(told_apart(bodies))]


def any_fact(systems: Iterable[Rules]) -> Any:
    """An event's `data` in any of these systems: a JSON object, shown as the union of all."""
    facts = [rules.fact_types for rules in systems] or [_by_type(FRAME_FACTS)]
    return Annotated[dict[str, JsonValue], ShownAs(told_apart(facts))]


def _by_type(models: Iterable[type[M]]) -> dict[str, type[M]]:
    return {str(model.model_fields["type"].default): model for model in models}
