"""What every system of the catalog must answer, whichever it is."""

from importlib import import_module
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest

from app.rules.catalog import ENCOUNTERS, SYSTEMS
from app.rules.character import Derived, spelled, spelled_apart
from app.rules.dice import PhysicalDice, rolls
from app.rules.encounter.rules import EncounterRules
from app.rules.system import System

EACH = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))


def sheets(system: System) -> list[Any]:
    return list(system.example_sheets)


def known(system: System) -> set[str]:
    return {entry.id for entry in system.rule_index}


def numbers_of(system: System, sheet: Any) -> list[Derived]:
    audit = system.audit(sheet, system.options())
    return [*system.derived(sheet, system.options()), *audit.ledger, *audit.caps]


@EACH
def test_every_number_says_what_it_is_made_of_and_by_which_rule(system: System):
    for sheet in sheets(system):
        numbers = numbers_of(system, sheet)
        assert len(numbers) > 5
        for number in numbers:
            assert number.parts
            assert number.formula
            assert number.rules
            cited = {*number.rules, *(part.rule for part in number.parts if part.rule)}
            assert cited <= known(system)


@EACH
def test_dice_can_be_thrown_with_everything_a_sheet_names(system: System):
    for sheet in sheets(system):
        variables = system.variables(sheet, system.options())
        for number in system.derived(sheet, system.options()):
            assert variables[number.name] == number.value
        for name, value in variables.items():
            (roll,) = rolls(f"1d6+@{name}", PhysicalDice([4]), variables=variables)
            assert roll.total == 4 + value


@EACH
def test_examples_break_no_rule(system: System):
    for sheet in sheets(system):
        audit = system.audit(sheet, system.options())
        assert audit.violations == []
        assert audit.costs.get("total", 0) == sum(line.value for line in audit.ledger)
        assert all(cap.value <= cap.limit for cap in audit.caps)


@EACH
def test_what_breaks_a_rule_names_rule_place_and_numbers(system: System, broken: dict[str, Any]):
    found = system.audit(system.sheet.model_validate(broken[system.key]), system.options()).violations
    assert found
    for one in found:
        assert one.code in system.refusals
        assert one.rule in known(system)
        assert place(broken[system.key], one.pointer) is not None
        assert one.value is None or one.limit is None or one.value != one.limit
        assert one.limit is None or str(one.limit) in one.message or one.code == "toughness_buy"


@pytest.fixture
def broken() -> dict[str, Any]:
    return {
        "ultra": {"tricks": [{"key": "dare", "name": "Dare", "min": 1, "max": 5}]},
        "uttas": {
            "speed": 2,
            "health_max": 10,
            "stamina_max": 20,
            "breather_uses": 11,
            "short_rests": {"day": 0, "n": 3},
            "attacks": [{"id": "flail", "kind": "melee", "strength_dice": 3, "max_strikes": 3}],
            "skills": [{"id": "climb", "key": "agility", "ranks": 19}],
        },
        "supers": {
            "power_level": 1,
            "abilities": {"strength": 21},
            "defenses": {"toughness": {"bought": 1}},
            "skills": [{"id": "juggling", "ranks": 30}],
            "equipment": [{"name": "tank", "ep": 60}],
        },
    }


def place(document: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def test_all_that_is_past_a_limit_is_told_at_once(broken: dict[str, Any]):
    system = SYSTEMS["uttas"]
    found = system.audit(system.sheet.model_validate(broken["uttas"]), system.options()).violations
    assert [(one.pointer, one.value, one.limit, one.rule) for one in found] == [
        ("/breather_uses", 11, 10, "T-094"),
        ("/short_rests/n", 3, 2, "T-102"),
        ("/attacks/0/strength_dice", 3, 2, "T-067"),
        ("/attacks/0/max_strikes", 3, 2, "T-033"),
        ("/skills/0", 21, 20, "T-040"),
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [("Cable bolt", "cable_bolt"), ("9mm", "_9mm"), ("Élan vital", "élan_vital"), ("¼ turn", "__turn"), ("!", "_")],
)
def test_names_as_dice_notation_can_write_them(text: str, name: str):
    assert spelled(text) == name
    (roll,) = rolls(f"@{spelled(text)}+1d6", PhysicalDice([1]), variables={name: 2})
    assert roll.total == 3


def test_names_that_look_alike_are_told_apart():
    assert list(spelled_apart(["a b", "A-B", "a_b", "a_b_2"])) == ["a_b", "a_b_2", "a_b_3", "a_b_2_2"]


FOLDER = {
    "__init__.py", "audit.py", "catalogues", "derived.py", "examples.py", "options.py", "refusals.py", "sheet.py",
    "checks/__init__.py", "checks/from_sheet.py", "checks/hand.py", "deeds/__init__.py", "deeds/occasion.py",
    "deeds/rest.py", "encounter/__init__.py", "encounter/adjusting.py", "encounter/bodies.py", "encounter/commands.py",
    "encounter/facts.py", "encounter/offers.py", "encounter/rules.py", "encounter/staging.py", "encounter/state.py",
    "encounter/views.py", "rule_index/__init__.py", "rule_index/rulings.py",
}  # fmt: skip
"""What is in every system's folder under the same name: `catalogues` is a file, or a folder of them."""
TESTS = {
    "adapter.py", "provoked.py", "scenes.py", "sentences.py", "table.py", "test_catalogues.py", "test_checks.py",
    "test_deeds.py", "test_laws.py", "test_odds.py", "test_refusals.py", "test_sheet.py", "test_sheet_checks.py",
    "told.txt",
}  # fmt: skip


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_reader_of_one_system_finds_the_way_in_the_others(key: str):
    folder = Path(import_module(f"app.rules.systems.{key}").__path__[0])
    assert {name for name in FOLDER if not (folder / name).exists()} <= {"catalogues"}
    assert (folder / "catalogues").is_dir() != (folder / "catalogues.py").is_file()
    tests = Path(__file__).parent / key
    assert {name for name in TESTS if not (tests / name).exists()} == set()


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_system_answers_the_frames_hooks_in_the_frames_order(key: str):
    hooks = [name for name, hook in vars(EncounterRules).items() if isfunction(hook)]
    own = [name for name, hook in vars(type(ENCOUNTERS[key])).items() if isfunction(hook)]
    assert own == [name for name in hooks if name in own]
