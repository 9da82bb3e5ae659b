"""The record of a roll: design section 6, and that it is read back as it was stored."""

import json
from collections.abc import Callable

import pytest
from pydantic import TypeAdapter

from app.rules.dice import RollResult, pick_up, roll
from tests.rules.dice.table import Loaded, thrown


def test_a_roll_as_json() -> None:
    result = thrown("2d6![fire] + @bonus # burn", 6, 2, 3, variables={"bonus": 2})
    assert json.loads(TypeAdapter(RollResult).dump_json(result, exclude_none=True)) == {
        "notation": "2d6![fire] + @bonus # burn",
        "canonical": "2d6!=6[fire]+2",
        "total": 13,
        "comment": "burn",
        "terms": [{"notation": "2d6!=6", "total": 11, "label": "fire"}],
        "dice": [
            {
                "term": 0,
                "sides": 6,
                "face": face,
                "value": face,
                "kept": True,
                "exploded": exploded,
                "rerolled": False,
                "label": "fire",
            }
            | ({"parent": 0} if face == 3 else {})
            for face, exploded in [(6, True), (2, False), (3, False)]
        ],
    }


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("4d6kh3", [1, 2, 3, 4]),
        ("{4d6kh3[a],2d8+1}kh1[b] # c", [1, 2, 3, 4, 5, 6]),
        ("7d10>=8ds>=10f<=1", [1, 10, 8, 7, 6, 5, 4]),
        ("-3", []),
    ],
)
def test_a_stored_roll_is_read_back_equal(
    text: str, faces: list[int], stored: Callable[[RollResult], RollResult]
) -> None:
    result = thrown(text, *faces)
    assert stored(result) == result


def test_the_record_of_a_quick_roll_is_the_complete_one() -> None:
    quick = roll("4d6kh3+1", Loaded(3, 1, 6, 5))
    assert quick.result == thrown("4d6kh3+1", 3, 1, 6, 5)
    assert [term.notation for term in quick.terms] == ["4d6kh3"]


def test_a_hand_is_picked_up_once() -> None:
    assert pick_up("2d6+@a", {"a": 1}) is pick_up("2d6+@a", {"A": 1, "b": 5})
    assert pick_up("2d6+@a", {"a": 1}) is not pick_up("2d6+@a", {"a": 2})
    assert pick_up("2d6") is pick_up("2d6", {"a": 1})
