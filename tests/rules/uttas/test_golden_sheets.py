"""The sheets of the golden scenes: readable, and with the numbers their scenes use."""

import json

import pytest

from app.rules.systems.uttas.derived import derived
from app.rules.systems.uttas.examples import EXAMPLE_SHEETS
from app.rules.systems.uttas.sheet import UttasSheet
from tests.rules.golden import HERE
from tests.rules.uttas.shorthand import sheet_of

SHEETS = {
    name: sheet_of(short) for name, short in json.loads((HERE / "uttas.json").read_text("utf-8"))["sheets"].items()
}


def number(sheet: UttasSheet, name: str) -> int:
    return next(found.value for found in derived(sheet) if found.name == name)


@pytest.mark.parametrize(
    ("name", "dodge", "attack", "base", "cost", "dice"),
    [
        ("willow", 23, "club", 12, 3, 4),
        ("willow", 23, "blast", 15, 8, 10),
        ("willow", 23, "entangle", 15, 4, 0),
        ("bear", 21, "claws", 15, 4, 6),
        ("thug1", 20, "club", 10, 3, 4),
        ("arsonist", 22, "strike", 16, 4, 4),
        ("sabine", 25, "rapier", 15, 3, 4),
        ("orrin", 21, "maul", 17, 7, 7),
        ("vex", 24, "bolt", 15, 7, 7),
        ("gorm", 21, "cleaver", 16, 7, 6),
    ],
)
def test_numbers_of_the_scenes(name: str, dodge: int, attack: str, base: int, cost: int, dice: int):
    sheet = SHEETS[name]
    assert number(sheet, "dodge") == dodge
    assert number(sheet, f"attacks.{attack}.accuracy") == base
    assert number(sheet, f"attacks.{attack}.stamina") == cost
    assert number(sheet, f"attacks.{attack}.dice") == dice


def test_the_examples_are_those_of_the_scenes():
    for example, name in zip(EXAMPLE_SHEETS, SHEETS, strict=False):
        golden = {found.name: found.value for found in derived(SHEETS[name])}
        assert {found.name: found.value for found in derived(example)} == golden
        assert (example.health_max, example.stamina_max) == (SHEETS[name].health_max, SHEETS[name].stamina_max)
        assert (example.armor, example.defense) == (SHEETS[name].armor, SHEETS[name].defense)


def test_what_the_scenes_carry():
    assert {limb.id: limb.holds for limb in SHEETS["sabine"].limbs}["right_arm"] == "rapier"
    assert SHEETS["vex"].moves[-1].active_points == 30
    assert SHEETS["vex"].powers[0].maintained
    assert number(SHEETS["gorm"], "limb_threshold") == 5
