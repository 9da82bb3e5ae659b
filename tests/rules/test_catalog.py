"""The catalog: every kind of check, found by its name."""

import re

import pytest
from pydantic import TypeAdapter, ValidationError

from app.rules.catalog import CHECKS, ENCOUNTERS, SYSTEMS, AnyCheck

BODIES = TypeAdapter(AnyCheck)
EXAMPLES = [(kind, body) for _, kind in CHECKS.values() for body in kind.examples.values()]


def test_systems_are_found_by_their_keys():
    assert {key: system.key for key, system in SYSTEMS.items()} == {key: key for key in ("ultra", "uttas", "supers")}


@pytest.mark.parametrize("key", CHECKS)
def test_a_kind_of_check_is_named_after_its_system(key):
    system, kind = CHECKS[key]
    assert key == kind.key
    assert key.startswith(f"{system.key}.")
    assert kind in system.checks


@pytest.mark.parametrize(("kind", "body"), EXAMPLES, ids=[kind.key for kind, _ in EXAMPLES])
def test_a_body_is_told_by_its_kind(kind, body):
    read = BODIES.validate_json(body.model_dump_json())
    assert type(read) is kind.body
    assert read == body


@pytest.mark.parametrize("key", CHECKS)
def test_the_kind_can_not_be_left_out(key):
    _, kind = CHECKS[key]
    needed = {name for name, field in kind.body.model_fields.items() if field.is_required()}
    assert set(kind.body.model_json_schema()["required"]) == {"kind"} | needed
    with pytest.raises(ValidationError, match="kind"):
        BODIES.validate_python({})


def test_an_unknown_kind_is_no_check():
    with pytest.raises(ValidationError, match=r"ultra\.dance"):
        BODIES.validate_python({"kind": "ultra.dance", "faces": [1]})


def test_what_two_systems_have_is_told_by_the_same_events():
    """A bot that shows what is on, what is said and who waits asks for the same types, whatever is played."""
    names = {"power.activated", "power.ended", "words.spoken", "action.readied"}
    for key in ("uttas", "supers"):
        told = {
            type_ for type_ in ENCOUNTERS[key].fact_types if type_.startswith(("power.", "words.", "action.readied"))
        }
        assert told == names


def test_a_search_for_an_event_finds_the_class_that_tells_it():
    named = {type_: fact.__name__ for rules in ENCOUNTERS.values() for type_, fact in rules.fact_types.items()}
    assert named == {type_: re.sub(r"[._]", " ", type_).title().replace(" ", "") for type_ in named}


def test_whoever_does_something_to_a_target_is_its_actor():
    """A bot that shows who does what to whom asks for the same fields, whatever is played."""
    for rules in ENCOUNTERS.values():
        for fact in rules.fact_types.values():
            fields = set(fact.model_fields)
            if fields & {"target", "targets"}:
                assert fields & {"actor", "actors", "pursuer"}, fact
