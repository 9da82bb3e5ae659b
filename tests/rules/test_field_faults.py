"""Faults that other services were reported for, in areas `check` and `odds` of the field cases: each right here.

Where a case leaves a choice, the rules pages decide: a pool is 1 to 10 dice (CHK-03), a target beyond the die is
refused (CHK-03), a double below the target doubles nothing that isn't a hit (CHK-02, G-07), ones mean nothing and
nobody botches by chance (CHK-05, G-08), 1 and 20 have no meaning on a plain check but that a 20 betters the degree
(CHK-15, S-005, S-006).
"""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from app.rules.catalog import CHECKS
from app.rules.dice import PhysicalDice
from app.rules.errors import Refusal
from app.rules.system import AmendableKind, CheckAnswer
from app.services.checks import check, check_odds

CASES = json.loads((Path(__file__).parents[1] / "cases" / "field_faults.json").read_text(encoding="utf-8"))
OTHER_GAMES = {
    "CHK-04": "no system here takes ones off; `7d10>=8f<=1` does, and is a roll",
    "CHK-11": "no system here rolls under a skill",
    "CHK-22": "a critical changes what is resisted, never the number of dice (S-064 to S-067)",
    "CHK-23": "the same",
}
IN_ROLLS = {"ODDS-01", "ODDS-03", "ODDS-04", "ODDS-06"}
"""Asked of dice notation, in `odds/test_known_odds.py`."""


def asked(kind: str, **fields: Any) -> CheckAnswer:
    """A check as it comes in, with its `faces` if there are any; no other die is thrown."""
    return check(CHECKS[kind][1].body.model_validate(fields), PhysicalDice([]))


def odds(kind: str, **fields: Any) -> dict[str, Fraction]:
    found = check_odds(CHECKS[kind][1].body.model_validate(fields))
    return {one.outcome: Fraction(int(one.ways), int(found.denominator)) for one in found.outcomes}


def bettered(key: str, fields: dict[str, Any], faces: list[int], *, reroll: int) -> tuple[CheckAnswer, CheckAnswer]:
    """A check, and the same with its first die thrown again."""
    system, kind = CHECKS[key]
    body = kind.body.model_validate(fields)
    first = kind.resolve(body, options=system.options(), dice=PhysicalDice(faces))
    assert isinstance(kind, AmendableKind)
    amendment = kind.amendment.model_validate({})
    return first, kind.amend(body, first, amendment, options=system.options(), dice=PhysicalDice([reroll]))


def code_of(kind: str, *, of_odds: bool, **fields: Any) -> str:
    with pytest.raises(Refusal) as refused:
        odds(kind, **fields) if of_odds else asked(kind, **fields)
    return refused.value.code


def test_every_case_is_answered():
    words = [name.split("_") for name in globals() if name.startswith(("test_chk_", "test_odds_"))]
    here = {f"{area.upper()}-{number}" for _, area, number, *_ in words}
    assert here | OTHER_GAMES.keys() | IN_ROLLS == {case["id"] for case in CASES if case["area"] in {"check", "odds"}}


def test_chk_01_a_ten_counts_twice():
    faces = [1, 7, 5, 9, 10]
    assert asked("ultra.action", target=7, faces=faces).result["dice_hits"] == 4
    found = check_odds(CHECKS["ultra.action"][1].body.model_validate({"dice": 5, "target": 7}))
    hits = {int(one.outcome): Fraction(int(one.ways), 10**5) for one in found.totals}
    assert hits[0] == Fraction(243, 3125)
    assert sum(number * chance for number, chance in hits.items()) == Fraction(5, 2)


@pytest.mark.parametrize(
    ("target", "double_from", "faces", "hits"),
    [(6, 10, [3, 7, 6, 10, 1], 4), (7, 9, [9, 10, 7], 5), (7, 5, [5], 0), (7, 5, [7], 2)],
)
def test_chk_02_only_a_hit_is_doubled(target: int, double_from: int, faces: list[int], hits: int):
    result = asked("ultra.action", target=target, double_from=double_from, faces=faces).result
    assert result["dice_hits"] == hits


def test_chk_03_bonus_hits_stand_apart_from_the_dice():
    answer = asked("ultra.action", dice=2, bonus_hits=2, faces=[8, 1])
    assert (answer.result["dice_hits"], answer.result["bonus_hits"], answer.result["hits"]) == (1, 2, 3)
    assert len(answer.dice) == 2
    for dice, target, code in ((0, 8, "invalid_pool"), (-3, 8, "invalid_pool"), (1, 11, "invalid_target")):
        assert code_of("ultra.action", of_odds=False, dice=dice, target=target, bonus_hits=2) == code
    assert code_of("ultra.action", of_odds=False, dice=1, target=1) == "invalid_target"


@pytest.mark.parametrize("faces", [[1, 7, 1], [1, 4, 5], [4, 5, 6]])
def test_chk_05_ones_alone_make_no_botch(faces: list[int]):
    trouble = [{"id": "noise", "level": 1}]
    answer = asked("ultra.action", target=7, difficulty=2, faces=faces, complications=trouble)
    assert answer.open
    assert answer.result["menu"]["accept_complications"]
    chosen = asked("ultra.action", target=7, difficulty=2, faces=faces, complications=trouble, choices={})
    assert (chosen.result["result"], chosen.result["occurred"]) == ("failure", [])


def test_chk_06_what_a_cap_cuts_is_seen():
    result = asked("ultra.action", bonus_hits=9, faces=[8]).result
    assert (result["bonus_hits"], result["hits"]) == (5, 6)


def test_chk_07_a_reroll_is_compared_with_the_same_target():
    first, again = bettered("supers.opposed", {"bonus_a": 4, "bonus_b": 2}, [3, 9], reroll=2)
    assert first.result["winner"] == "b"
    assert (again.result["total_a"], again.result["total_b"], again.result["winner"]) == (16, 11, "a")


def test_chk_08_choosing_after_the_roll_throws_no_further_die():
    answer = asked("ultra.action", faces=[10, 8, 1], choices={"tricks": [{"key": "side_move"}]})
    assert [die.face for die in answer.dice] == [10, 8, 1]
    assert answer.result["spent"] == 1


@pytest.mark.parametrize(
    ("total", "degree"), [(30, 3), (29, 2), (25, 2), (24, 1), (20, 1), (19, -1), (15, -2), (11, -2), (10, -3)]
)
def test_chk_14_degrees_at_their_edges(total: int, degree: int):
    assert asked("supers.check", modifier=total - 9, dc=20, faces=[9]).result["degree"] == degree


@pytest.mark.parametrize(
    ("dc", "face", "success"), [(1, 1, True), (21, 20, True), (26, 20, False), (0, 1, True), (-5, 1, True)]
)
def test_chk_15_checks_that_cant_fail_or_succeed(dc: int, face: int, success: bool):
    assert asked("supers.check", modifier=0, dc=dc, faces=[face]).result["success"] == success
    assert sum(odds("supers.check", modifier=0, dc=dc).values()) == 1


def test_chk_15_a_difficulty_of_a_thousand():
    assert asked("supers.check", modifier=0, dc=1000, faces=[20]).result["success"] is False
    assert all(int(degree) < 0 for degree in odds("supers.check", modifier=0, dc=1000))


def test_chk_20_a_one_thrown_again_into_a_twenty_is_critical_only():
    _, again = bettered("supers.check", {"modifier": 0, "dc": 15}, [1], reroll=20)
    assert (again.result["total"], again.result["critical"], again.result["success"]) == (20, True, True)
    assert [(die.face, die.kept) for die in again.dice] == [(1, False), (20, True)]


def test_odds_05_chances_are_shares_of_one():
    found = check_odds(CHECKS["supers.comparison"][1].body.model_validate({"rank_a": 3, "rank_b": 3}))
    assert [(one.ways, one.probability) for one in found.outcomes] == [("1", 0.5), ("1", 0.5)]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("ultra.action", {"dice": 11}),
        ("ultra.action", {"dice": 3, "difficulty": -1}),
        ("ultra.action", {"dice": 3, "complications": [{"id": "a", "level": 4}]}),
        ("ultra.opposed", {"dice": 3, "defender": {"dice": 0}}),
        ("ultra.contest", {"sides": {"a": {"dice": 1}, "b": {"dice": 1, "double_from": 11}}}),
        ("uttas.business", {"skill_dice": {"charm": 0}}),
        ("supers.check", {"modifier": 1, "dc": 10, "circumstance": [3]}),
        ("supers.check", {"modifier": 1, "dc": 10, "routine": True, "pressure": True}),
        ("supers.attack", {"bonus": 1, "defense": 1, "cover": "total"}),
        ("supers.attack", {"bonus": 1, "defense": 1, "routine": True}),
        ("supers.strike", {"bonus": 1, "defense": 1, "modifier": 1, "rank": 1, "critical_option": "added"}),
    ],
)
def test_odds_10_odds_refuse_what_the_check_refuses(kind: str, fields: dict[str, Any]):
    assert code_of(kind, of_odds=True, **fields) == code_of(kind, of_odds=False, **fields)
