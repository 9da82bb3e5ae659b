"""A sheet or a house rule that contradicts itself is refused with the sentence that says why."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.catalog import SYSTEMS

EFFECT = {"effect_id": "damage", "rank": 1}
TRICK = {"key": "dare", "name": "Dare", "min": 2, "max": 3}
STANCE = {"id": "low"}
UTTAS = {"speed": 4, "health_max": 20, "stamina_max": 30}


def why(model: Any, fields: dict[str, Any]) -> str:
    with pytest.raises(ValidationError) as refused:
        model.model_validate(fields)
    (error,) = refused.value.errors()
    return error["msg"].removeprefix("Value error, ")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"injuries": 6}, "`injuries` is above `injury_max`."),
        (
            {"statuses": [{"key": "burning", "level": 1}, {"key": "burning", "level": 2}]},
            "`statuses` has a Status Effect twice: keep the one of the higher level.",
        ),
        ({"statuses": [{"key": "stunned", "level": 1}]}, "Stunned has levels 2 to 2."),
        ({"tricks": [TRICK, TRICK]}, "`tricks` has the same key twice: give each its own."),
        ({"tricks": [TRICK | {"key": "opening"}]}, "A Trick of one's own can't have the key of a general one."),
        ({"tricks": [TRICK | {"max": 1}]}, "`min` is above `max`."),
        (
            {"tricks": [TRICK | {"tier": 3}]},
            "`tier` is the least price: leave it out, or give it the number of `min`.",
        ),
    ],
)
def test_ultra(fields: dict[str, Any], sentence: str):
    assert why(SYSTEMS["ultra"].sheet, fields) == sentence


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"armor": {"physical": 100}}, "Each must lie from 0 to 99."),
        ({"defense": {"mental": -1}}, "Each must lie from 0 to 199."),
        ({"skills": [{"id": "climb"}]}, "A skill needs `dice`, or the `key` characteristic whose dice it uses."),
        ({"health": 21}, "`health` is above `health_max`."),
        ({"stamina": 31}, "`stamina` is above `stamina_max`."),
        ({"stamina_locked": 31}, "`stamina_locked` is above `stamina_max`."),
        ({"skills": [{"id": "climb", "dice": 1}] * 2}, "`skills` has the same id twice: give each its own."),
        ({"moves": [{"mode": "run", "metres": 1}] * 2}, "`moves` has the same id twice: give each its own."),
        ({"limbs": [{"id": "tail", "kind": "leg"}] * 2}, "`limbs` has the same id twice: give each its own."),
        ({"attacks": [{"id": "club", "kind": "melee"}] * 2}, "`attacks` has the same id twice: give each its own."),
        ({"powers": [{"id": "glow"}] * 2}, "`powers` has the same id twice: give each its own."),
        (
            {"counterattacks": [{"id": "riposte", "attack": "strike"}] * 2},
            "`counterattacks` has the same id twice: give each its own.",
        ),
        (
            {"manoeuvres": [{"id": "shove", "attack": "strike"}] * 2},
            "`manoeuvres` has the same id twice: give each its own.",
        ),
        ({"limbs": [{"id": "head", "kind": "head"}]}, "`limbs` needs a head and a body."),
        (
            {"manoeuvres": [{"id": "shove", "attack": "push"}]},
            "A counterattack or manoeuvre names an attack that isn't among `attacks`.",
        ),
    ],
)
def test_uttas(fields: dict[str, Any], sentence: str):
    assert why(SYSTEMS["uttas"].sheet, UTTAS | fields) == sentence


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"stances": [STANCE, STANCE]}, "Two stances have the same id: give each its own."),
        (
            {"business_table": [{"at_most": 3, "level_change": 1}]},
            "The last band, and only it, has no `at_most`: it takes every higher total.",
        ),
        (
            {"business_table": [{"at_most": 3, "level_change": 1}] * 2 + [{"level_change": 2}]},
            "The `at_most` of the bands must rise from line to line.",
        ),
    ],
)
def test_house_rules_of_uttas(fields: dict[str, Any], sentence: str):
    assert why(SYSTEMS["uttas"].options, fields) == sentence


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"powers": [{"name": "Bolt", "effects": [EFFECT | {"attack": {"kind": "ranged"}}]}]},
            "Close and ranged attacks have a `bonus`, perception and area attacks have none.",
        ),
        (
            {"powers": [{"name": "Hex", "effects": [EFFECT | {"conditions": ["dazed", "sleepy", "stunned"]}]}]},
            "`conditions` names one that the catalogue doesn't have.",
        ),
        ({"powers": [{"name": "Bolt", "effects": [EFFECT]}] * 2}, "Two powers have the same name: give each its own."),
        (
            {"powers": [{"name": "Bolt", "array": {"of": "arms"}, "effects": [EFFECT]}]},
            "Each array needs one member that is its base.",
        ),
        (
            {"state": {"conditions": [{"id": "c1", "key": "sleepy"}]}},
            "The catalogue has no condition `sleepy`: perhaps `asleep`.",
        ),
        (
            {"state": {"conditions": [{"id": "c1", "key": "dazed"}] * 2}},
            "Two conditions have the same id: give each its own.",
        ),
    ],
)
def test_supers(fields: dict[str, Any], sentence: str):
    assert why(SYSTEMS["supers"].sheet, fields) == sentence
