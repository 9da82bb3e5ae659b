"""What a table can look up."""

import pytest

from app.rules.systems.supers import SYSTEM


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
