"""Exact odds: equal to making the check with every fall of the dice, and to known fractions."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from app.rules.system import CheckBody
from app.rules.systems.uttas import SYSTEM
from app.rules.systems.uttas.business import BusinessBand
from app.rules.systems.uttas.checks.accuracy import AccuracyBody
from app.rules.systems.uttas.checks.business import BusinessBody
from app.rules.systems.uttas.checks.damage import DamageBody
from app.rules.systems.uttas.checks.skill import SkillBody, UttasOpposedBody, UttasSide
from app.rules.systems.uttas.options import DEFAULTS, UttasOptions
from tests.rules.uttas.table import chances_of, enumerated, kind_of

DROPPING = UttasOptions(disadvantage_mode="drop_die")
TIES_HIT = UttasOptions(accuracy_tie="hit")


def odds(body: CheckBody, options: UttasOptions = DEFAULTS) -> dict[str, Fraction]:
    return chances_of(kind_of(body).odds(body, options=options))


@pytest.mark.parametrize("target", range(12, 30))
@pytest.mark.parametrize("options", [DEFAULTS, TIES_HIT])
def test_all_216_accuracy_rolls(target: int, options: UttasOptions):
    body = AccuracyBody(key=10, dexterity=10, target=target)
    hit = enumerated(body, 3, lambda result: "hit" if result["hit"] else "miss", options=options)
    assert odds(body, options) == hit


@pytest.mark.parametrize(
    ("circumstances", "options", "dice"),
    [
        ({"advantages": 1}, DEFAULTS, 4),
        ({"disadvantages": 1}, DEFAULTS, 4),
        ({"range_increments": 2}, DEFAULTS, 5),
        ({"advantages": 2, "disadvantages": 1, "range_increments": 1}, DEFAULTS, 3),
        ({"disadvantages": 2}, DROPPING, 1),
        ({"disadvantages": 5}, DROPPING, 0),
        ({"advantages": 1}, DROPPING, 4),
        ({"stance_accuracy": -2}, TIES_HIT, 3),
    ],
)
def test_accuracy_under_circumstances(circumstances: dict[str, Any], options: UttasOptions, dice: int):
    body = AccuracyBody(key=16, dexterity=14, target=23, **circumstances)
    assert odds(body, options) == enumerated(
        body, dice, lambda result: "hit" if result["hit"] else "miss", options=options
    )


def test_an_equal_attacker_hits_half_the_time():
    assert odds(AccuracyBody(key=12, dexterity=14, target=10 + 13)) == {"hit": Fraction(1, 2), "miss": Fraction(1, 2)}


def test_three_bands_out_is_certain():
    assert odds(AccuracyBody(key=99, dexterity=99, target=0, range_increments=3)) == {"miss": 1}
    assert odds(SkillBody(dice=20, dc=0, range_increments=4)) == {"failure": 1}
    assert odds(UttasOpposedBody(active=UttasSide(dice=9, range_increments=3), passive=UttasSide(dice=1))) == {
        "failure": 1
    }
    assert odds(UttasOpposedBody(active=UttasSide(dice=1), passive=UttasSide(dice=9, range_increments=3))) == {
        "success": 1
    }


@pytest.mark.parametrize(("dice", "dc", "dis"), [(0, 0, 0), (2, 7, 0), (3, 22, 1), (1, -3, 2), (4, 14, 1)])
@pytest.mark.parametrize("options", [DEFAULTS, DROPPING])
def test_every_skill_roll(dice: int, dc: int, dis: int, options: UttasOptions):
    body = SkillBody(dice=dice, dc=dc, disadvantages=dis)
    thrown = max(0, dice - dis) if options is DROPPING else dice + dis
    found = enumerated(body, thrown, lambda result: "success" if result["success"] else "failure", options=options)
    assert odds(body, options) == found


def test_a_skill_with_an_advantage():
    body = SkillBody(dice=2, dc=12, advantages=1)
    assert odds(body) == enumerated(body, 3, lambda result: "success" if result["success"] else "failure")


@pytest.mark.parametrize(
    ("active", "passive"),
    [((2, 0), (2, 0)), ((3, 0), (1, 0)), ((1, 1), (2, 0)), ((1, 0), (2, 1)), ((0, 0), (0, 0)), ((1, 1), (1, 1))],
)
def test_every_opposed_roll(active: tuple[int, int], passive: tuple[int, int]):
    body = UttasOpposedBody(
        active=UttasSide(dice=active[0], disadvantages=active[1]),
        passive=UttasSide(dice=passive[0], advantages=passive[1]),
    )
    found = enumerated(body, sum(active + passive), lambda result: "success" if result["success"] else "failure")
    assert odds(body) == found


@pytest.mark.parametrize(
    ("dice", "block", "armor", "defense"), [*product((0, 1, 2), (0, 2), (0, 2), (0, 4, 9)), (1, 3, 0, 0)]
)
def test_every_damage_roll(dice: int, block: int, armor: int, defense: int):
    body = DamageBody(dice=dice, block_dice=block, armor=armor, defense=defense)
    found = enumerated(body, dice + block, lambda result: f"{result['health']}/{result['stamina']}")
    assert odds(body) == found


def test_damage_is_listed_from_the_least():
    listed = kind_of(DamageBody(dice=2)).odds(DamageBody(dice=2, defense=9), options=DEFAULTS).outcomes
    assert [chance.outcome for chance in listed] == ["2/0", "2/1", "2/2", "2/3"]
    assert [chance.ways for chance in listed] == ["30", "3", "2", "1"]


@pytest.mark.parametrize(
    "table",
    [
        None,
        [
            BusinessBand(at_most=8, level_change=1),
            BusinessBand(at_most=9, level_change=-2),
            BusinessBand(level_change=1),
        ],
    ],
)
def test_every_quarter(table: list[BusinessBand] | None):
    body = BusinessBody(skill_dice={"charm": 2, "persuasion": 1}, table=table)
    assert odds(body) == enumerated(body, 3, lambda result: str(result["level_change"]))


def test_levels_are_listed_from_the_worst():
    body = BusinessBody(skill_dice={"charm": 4})
    assert [chance.outcome for chance in kind_of(body).odds(body, options=DEFAULTS).outcomes] == ["-1", "0", "1"]


@pytest.mark.parametrize("kind", SYSTEM.checks, ids=lambda kind: kind.key)
def test_every_example_has_odds(kind):
    for body in kind.examples.values():
        assert sum(chances_of(kind.odds(body, options=DEFAULTS)).values()) == 1
