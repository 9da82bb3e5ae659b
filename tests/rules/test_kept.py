"""Values that were kept by another version: bounds that are passed are held, all else is told."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.encounter.sheets import Sheets
from app.rules.kept import read_kept
from app.rules.systems.supers.sheet import SupersSheet
from app.rules.value import Value

BORNE = [{"id": f"c{number}", "key": "dazed", "source": "s" * 300} for number in range(101)]
PAST: dict[str, Any] = {
    "name": "Brace",
    "hero_points": 5000,
    "power_level": 0,
    "state": {"conditions": BORNE, "position": {"distance_ft": {"wall": -5}}},
}


@pytest.mark.parametrize("read", ["alone", "lent"])
def test_what_is_past_a_bound_is_held_within_it(read: str) -> None:
    if read == "alone":
        sheet: Value = read_kept(SupersSheet, json.dumps(PAST))
    else:
        sheet = Sheets(SupersSheet, {"sht": PAST})["sht"]
    assert isinstance(sheet, SupersSheet)
    assert (sheet.name, sheet.hero_points, sheet.power_level) == ("Brace", 1000, 1)
    assert [one.id for one in sheet.state.conditions] == [f"c{number}" for number in range(100)]
    assert {len(one.source) for one in sheet.state.conditions} == {200}
    assert sheet.state.position.distance_ft == {"wall": 0}


@pytest.mark.parametrize(
    "wrong",
    [
        {"hero_points": "many"},
        {"no_such_field": 1, "hero_points": 5000},
        {"state": {"conditions": [{"id": "a", "key": "dazed"}, {"id": "a", "key": "dazed"}]}},
    ],
)
def test_what_is_wrong_in_another_way_is_told(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        read_kept(SupersSheet, json.dumps(wrong))
