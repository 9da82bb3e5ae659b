"""What a table can look up."""

import pytest

from app.rules.systems.supers import SYSTEM
from app.rules.systems.supers.abilities import ABILITIES
from app.rules.systems.supers.catalogues.conditions import CONDITIONS
from app.rules.systems.supers.catalogues.effects import EFFECTS


def test_the_catalogues_are_whole():
    sizes = {name: len(entries) for name, entries in SYSTEM.catalogues.items()}
    assert sizes == {
        "abilities": 8,
        "actions": 5,
        "advantages": 74,
        "conditions": 28,
        "effects": 40,
        "extra_effort": 8,
        "hero_point_uses": 6,
        "manoeuvres": 6,
        "measures": 20,
        "modifiers": 67,
        "range_bands": 3,
        "skills": 16,
    }


@pytest.mark.parametrize("name", [name for name in SYSTEM.catalogues if name != "measures"])
def test_entries_are_named_once(name: str):
    ids = [entry.model_dump()["id"] for entry in SYSTEM.catalogues[name]]
    assert len(set(ids)) == len(ids)


def test_effects_of_a_type_work_alike():
    """S-150, S-151, S-153, S-154; S-169: the document's own list is lost."""

    def ways(kind: str) -> set[tuple[str, str]]:
        return {(one.action, one.duration) for one in EFFECTS if one.type == kind}

    assert ("standard", "sustained") in ways("control")
    assert ("none", "permanent") in ways("defense")
    assert {one.range for one in EFFECTS if one.type == "defense" and one.duration == "permanent"} == {"personal"}
    assert {("free", "sustained"), ("none", "permanent")} < ways("sensory")
    assert all(one.does.endswith(".") for one in EFFECTS if one.type == "general")


def test_ranges_that_only_some_effects_have():
    """R-38."""
    assert {one.id for one in EFFECTS if one.range == "rank"} == {
        *["communication", "environment", "remote_sensing", "teleport"]
    }
    assert {one.type for one in EFFECTS if one.range == "personal"} == {"defense", "movement", "sensory", "general"}


RULES = {
    "compelled": "S-101",
    "controlled": "S-102",
    "dazed": "S-103",
    "debilitated": "S-104 R-35",
    "defenseless": "S-105 S-106",
    "disabled": "S-107 S-099 S-100",
    "fatigued": "S-108",
    "hindered": "S-109",
    "immobile": "S-110",
    "impaired": "S-111 S-099 S-100",
    "stunned": "S-112 R-14",
    "transformed": "S-113",
    "unaware": "S-114",
    "vulnerable": "S-115 S-040",
    "weakened": "S-116 R-36",
    "asleep": "S-118",
    "blind": "S-119",
    "bound": "S-120",
    "deaf": "S-121",
    "dying": "S-122 R-07",
    "entranced": "S-123",
    "exhausted": "S-124 R-10",
    "incapacitated": "S-125",
    "paralyzed": "S-126",
    "prone": "S-127 R-26",
    "restrained": "S-128",
    "staggered": "S-129 S-077",
    "surprised": "S-130 S-056 R-28",
}


def test_a_condition_names_the_rules_it_goes_by():
    assert {one.id: " ".join(one.rules) for one in CONDITIONS} == RULES


def test_what_leans_on_each_ability_and_by_which_rule():
    """S-024 to S-031, each by itself."""
    leans = {one.id: (one.rule, one.carries) for one in ABILITIES}
    assert [rule for rule, _ in leans.values()] == [
        *["S-024", "S-025", "S-026", "S-027", "S-028", "S-029", "S-030", "S-031"]
    ]
    assert "Athletics" in leans["strength"][1]
    assert "Toughness" in leans["stamina"][1]
