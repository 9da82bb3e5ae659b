"""Bodies are read by their `type`, and the docs show every command and every event with what it is for."""

import json
from typing import Annotated

import pytest
from fastapi import Body, FastAPI
from pydantic import ValidationError

from app.rules.catalog import AnyCommand, AnyFact
from app.rules.encounter.commands import FRAME_COMMANDS, Join, Note
from app.rules.encounter.schemas import any_command, command_bodies, command_schemas, event_schemas, read_command
from tests.rules.encounter.conftest import Side
from tests.rules.encounter.duel import DUEL
from tests.rules.encounter.duel.rules import DuelRules
from tests.rules.encounter.duel.shapes import DuelJoin, DuelSheet


def test_a_body_is_read_in_the_systems_own_shape():
    read = read_command({"type": "join", "side": "red", "sheet": {"skill": 4}, "pos": [1, 2]}, DUEL)
    assert read == DuelJoin(side="red", sheet=DuelSheet(skill=4), pos=(1, 2))
    assert read_command({"type": "note", "text": "hm"}, DUEL) == Note(text="hm")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"type": "duel.fly"},
        {"type": "duel.strike"},
        {"type": "duel.strike", "actor": "a", "target": "b", "hard": True},
        {"type": "join", "side": "red", "count": "5"},
        {"type": "join", "side": "red", "count": 1.0},
        {"type": "join", "side": "red", "pos": [1, 2, 3]},
    ],
)
def test_a_body_of_another_shape_is_none(body: dict[str, object]):
    with pytest.raises(ValidationError):
        read_command(body, DUEL)  # type: ignore[arg-type]


def test_every_command_says_what_it_does(trial: Side):
    schemas = command_schemas(trial.rules)
    assert [body.model_fields["type"].default for body in FRAME_COMMANDS] == list(schemas)[: len(FRAME_COMMANDS)]
    for type_, schema in schemas.items():
        assert schema["description"].split("\n\n")[0].endswith("."), type_
        assert schema["properties"]["type"]["const"] == type_
        assert "type" in schema["required"]


def test_every_event_says_what_happened(trial: Side):
    schemas = event_schemas(trial.rules)
    assert len(schemas) == len(set(trial.rules.fact_types.values()))
    for type_, schema in schemas.items():
        noun, _, verb = type_.partition(".")
        assert noun.replace("_", "").isalpha(), type_
        assert verb.replace("_", "").isalpha(), type_
        assert schema["description"].endswith("."), type_


class Other(DuelRules):
    """The same with another way to join."""

    class Enter(Join):
        """Come in by a door."""

        door: int

    frame_bodies = (Enter,)


def test_the_docs_tell_the_commands_of_all_systems_apart():
    app = FastAPI()
    both = any_command([DUEL, Other()])

    @app.post("/commands")
    async def send(command: Annotated[both, Body()]) -> None: ...  # type: ignore[valid-type]

    document = app.openapi()
    shown = document["paths"]["/commands"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    mapping = shown["discriminator"]["mapping"]
    assert list(mapping) == list(command_bodies(DUEL))
    schemas = document["components"]["schemas"]
    assert {ref.rpartition("/")[2] for ref in mapping.values()} < set(schemas)
    assert mapping["join"].endswith("/AnyJoin")
    assert schemas["AnyJoin"]["anyOf"] == [
        {"$ref": "#/components/schemas/DuelJoin"},
        {"$ref": "#/components/schemas/Enter"},
    ]
    assert schemas["AnyJoin"]["description"] == "Bring in a character, or somebody made on the spot."


def test_the_catalogs_unions_can_be_shown():
    app = FastAPI()

    @app.post("/commands")
    async def send(command: Annotated[AnyCommand, Body()]) -> AnyFact:
        return command

    text = json.dumps(app.openapi())
    for type_ in ("set_order", "condition.added"):
        assert json.dumps(type_) in text
