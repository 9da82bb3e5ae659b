"""Sheets, pools and the numbers that follow from them."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.system import OutOfRange
from app.rules.systems.ultra import SYSTEM
from app.rules.systems.ultra.derived import derived
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.pools import final_difficulty, hits_of_face, pool, pool_of_traits, total_hits
from app.rules.systems.ultra.sheet import Token, UltraSheet, advantage_over, injured
from tests.rules.golden import HERE

GOLDEN = json.loads((HERE / "ultra.json").read_text(encoding="utf-8"))
TRAITS = {"nerve": 4, "lore": 5, "faith": 3}


@pytest.mark.parametrize("name", GOLDEN["sheets"])
def test_golden_sheets_are_read_and_written_as_they_are(name: str):
    given = GOLDEN["sheets"][name]
    sheet = UltraSheet.model_validate(given)
    written = sheet.model_dump(mode="json")
    for field, value in given.items():
        if field == "tricks":
            assert [
                {key: one[key] for key in given["tricks"][place]} for place, one in enumerate(written[field])
            ] == value
        else:
            assert written[field] == value
    assert UltraSheet.model_validate_json(sheet.model_dump_json()) == sheet
    assert sheet.name in {example.name for example in SYSTEM.example_sheets if isinstance(example, UltraSheet)}


def test_the_catalogue_of_the_vectors_is_ours():
    rows = {getattr(row, "key", ""): row.model_dump() for row in SYSTEM.catalogues["tricks"]}
    assert list(rows) == list(GOLDEN["trick_catalogue"])
    for key, known in GOLDEN["trick_catalogue"].items():
        assert {name: rows[key][name] for name in known} == known


def test_example_sheets_survive_json():
    for sheet in SYSTEM.example_sheets:
        assert SYSTEM.sheet.model_validate_json(sheet.model_dump_json()) == sheet


@pytest.mark.parametrize(
    "wrong",
    [
        {"traits": {"nerve": 0}},
        {"traits": {"nerve": 11}},
        {"advantage": {"might": 4}},
        {"advantage": {"might": -4}},
        {"target": 1},
        {"target": 11},
        {"double_from": 11},
        {"injury_max": 0},
        {"injury_max": 21},
        {"injuries": -1},
        {"injuries": 6},
        {"statuses": [{"key": "sleepy", "level": 1}]},
        {"statuses": [{"key": "dazed", "level": 2}]},
        {"statuses": [{"key": "stunned", "level": 1}]},
        {"statuses": [{"key": "dazed", "level": 1}, {"key": "dazed", "level": 1}]},
        {"tricks": [{"key": "opening", "name": "Mine", "min": 1, "max": 1}]},
        {"tricks": [{"key": "a", "name": "A", "min": 1, "max": 1}, {"key": "a", "name": "B", "min": 1, "max": 1}]},
        {"tokens": [{"amount": 0}]},
        {"kind": "monster"},
        {"hp": 3},
    ],
)
def test_wrong_sheets_are_refused(wrong: dict[str, Any]):
    with pytest.raises(ValidationError):
        UltraSheet.model_validate(wrong)


def test_a_sheet_with_everything_survives_json():
    sheet = UltraSheet.model_validate(
        {
            "statuses": [
                {"key": "stunned", "level": 2, "source": "crone", "clears": {"at": "turn_end", "of": "a", "count": 1}},
                {"key": "poisoned", "level": 3},
            ],
            "tokens": [{"amount": 2, "for": "attack"}, {"amount": 1, "for": None, "expires": {"at": "encounter_end"}}],
            "injuries": 5,
        }
    )
    assert [token.for_kind for token in sheet.tokens] == ["attack", None]
    assert UltraSheet.model_validate_json(sheet.model_dump_json()) == sheet
    assert sheet.model_dump()["tokens"][0]["for"] == "attack"
    assert sheet.taken_out
    assert not UltraSheet(injuries=4).taken_out


@pytest.mark.parametrize(("amount", "left"), [(1, 4), (9, 5), (-1, 2), (-9, 0)])
def test_injuries_stay_on_the_sheet(amount: int, left: int):
    assert injured(UltraSheet(injuries=3), amount) == left


def test_advantage_is_the_own_level_less_the_others():
    strong, weak, plain = (UltraSheet(advantage=levels) for levels in ({"might": 3}, {"might": -2}, {}))
    assert advantage_over(strong, "might") == 3
    assert advantage_over(strong, "might", weak) == 3
    assert advantage_over(weak, "might", strong) == -3
    assert advantage_over(plain, "might", strong) == -3
    assert advantage_over(plain, "might", weak) == 2
    assert advantage_over(strong, "spirit", weak) == 0


@pytest.mark.parametrize(
    ("names", "modifiers", "dice", "clamped"),
    [
        (["nerve"], [], 4, False),
        (["nerve", "lore"], [1], 10, False),
        (["nerve", "lore", "faith"], [], 10, True),
        (["faith"], [-2], 1, False),
        (["faith"], [-1, -2], 1, True),
    ],
)
def test_pools_of_traits(names: list[str], modifiers: list[int], dice: int, clamped: bool):
    assert pool_of_traits(TRAITS, names, modifiers).model_dump() == {"pool": dice, "clamped": clamped}


@pytest.mark.parametrize(
    ("names", "code"),
    [([], "invalid_pool"), (["nerve", "lore", "faith", "nerve"], "invalid_pool"), (["nerve", "luck"], "unknown_trait")],
)
def test_pools_that_arent_made_of_traits(names: list[str], code: str):
    with pytest.raises(OutOfRange) as refused:
        pool_of_traits(TRAITS, names)
    assert (refused.value.code, refused.value.facts["rule"]) == (code, "G-05")


def test_known_traits_are_named():
    with pytest.raises(OutOfRange) as refused:
        pool_of_traits(TRAITS, ["luck"])
    assert refused.value.facts["known"] == ["faith", "lore", "nerve"]


def test_a_stated_pool_is_held_within_its_range():
    assert pool(10, [1]).model_dump() == {"pool": 10, "clamped": True}
    assert pool(1).model_dump() == {"pool": 1, "clamped": False}
    with pytest.raises(OutOfRange):
        pool(11, [-3])


@pytest.mark.parametrize(
    ("face", "target", "double_from", "hits"),
    [
        (7, 8, 10, 0),
        (8, 8, 10, 1),
        (9, 8, 10, 1),
        (10, 8, 10, 2),
        (9, 8, 9, 2),
        (9, 10, 9, 0),
        (10, 10, 9, 2),
        (5, 7, 5, 0),
    ],
)
def test_what_a_face_is_worth(face: int, target: int, double_from: int, hits: int):
    assert hits_of_face(face, target=target, double_from=double_from) == hits


def test_field_pools_with_doubles():
    def hits(faces: list[int], target: int, double_from: int) -> int:
        return sum(hits_of_face(face, target=target, double_from=double_from) for face in faces)

    assert hits([1, 7, 5, 9, 10], 7, 10) == 4
    assert hits([3, 7, 6, 10, 1], 6, 10) == 4
    assert hits([9, 10, 7], 7, 9) == 5


def test_bonus_and_advantage_need_a_hit():
    assert total_hits(0, bonus_hits=3, advantage=2).hits == 0
    found = total_hits(1, bonus_hits=9, advantage=2, options=UltraOptions(advantage_hits_per_level=3))
    assert found._asdict() == {"dice_hits": 1, "bonus_hits": 5, "advantage_hits": 6, "hits": 12}
    assert total_hits(1, advantage=-2).hits == 1


def test_what_the_other_sides_advantage_asks_for():
    assert [final_difficulty(2, advantage=level) for level in (-3, 0, 3)] == [5, 2, 2]
    assert final_difficulty(2, advantage=-3, options=UltraOptions(advantage_hits_per_level=0)) == 2


def numbers(sheet: UltraSheet, options: UltraOptions = DEFAULTS) -> dict[str, int]:
    return {number.name: number.value for number in derived(sheet, options)}


def test_numbers_that_follow_from_a_sheet():
    sheet = UltraSheet.model_validate(
        {
            "traits": {"nerve": 4},
            "advantage": {"might": 2, "spirit": -1, "wits": 0},
            "target": 7,
            "double_from": 9,
            "injury_max": 6,
            "injuries": 2,
            "statuses": [{"key": "poisoned", "level": 2}, {"key": "dazed", "level": 1}],
            "tokens": [{"amount": 2}, {"amount": 1}],
        }
    )
    assert numbers(sheet) == {
        "traits.nerve": 4,
        "faces.miss": 6,
        "faces.hit": 4,
        "faces.double": 2,
        "advantage.might.hits": 4,
        "advantage.spirit.difficulty": 1,
        "advantage.wits.hits": 0,
        "injuries_left": 4,
        "bonus_hits": 3,
        "statuses.poisoned": 2,
        "treat.poisoned": 3,
        "statuses.dazed": 1,
    }
    story = numbers(sheet, UltraOptions(advantage_hits_per_level=0))
    assert (story["advantage.might.hits"], story["advantage.spirit.difficulty"]) == (0, 0)


def test_numbers_say_what_they_are_made_of():
    sheet = UltraSheet(injuries=2, tokens=[Token(amount=2), Token(amount=1)], advantage={"might": 1})
    made = {number.name: number for number in derived(sheet)}
    assert made["injuries_left"].model_dump() == {
        "name": "injuries_left",
        "value": 3,
        "parts": [
            {"source": "injury_max", "value": 5, "rule": None},
            {"source": "injuries", "value": -2, "rule": None},
        ],
        "formula": "injuries that take one out - injuries suffered",
        "rules": ["G-27"],
    }
    assert [part.value for part in made["bonus_hits"].parts] == [2, 1]
    assert [part.source for part in made["advantage.might.hits"].parts] == ["level", "per_level"]
    ids = {entry.id for entry in SYSTEM.rule_index}
    assert all(set(number.rules) <= ids and number.formula for number in made.values())
