"""Exact odds: equal to making the check with every fall of the dice, and to the rules page's fractions."""

import json
from fractions import Fraction
from typing import Any

import pytest

from app.rules.system import AgainstTheRules, CheckBody, OutOfRange
from app.rules.systems.ultra import SYSTEM
from app.rules.systems.ultra.checks.action import ActionBody
from app.rules.systems.ultra.checks.contest import ContestBody
from app.rules.systems.ultra.checks.hand import UltraSide
from app.rules.systems.ultra.checks.opposed import UltraOpposedBody
from app.rules.systems.ultra.odds import face_ways, hit_ways, total_ways
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.outcomes import Choices
from tests.rules.golden import HERE
from tests.rules.ultra.table import ask, best_play, chances_of, enumerated, kind_of

DISTRIBUTIONS = json.loads((HERE / "ultra.json").read_text(encoding="utf-8"))["distributions"]


def odds(body: CheckBody, options: UltraOptions = DEFAULTS) -> dict[str, Fraction]:
    return chances_of(kind_of(body).odds(body, options=options))


def hit_chances(dice: int, target: int = 8, double_from: int = 10) -> list[Fraction]:
    return [Fraction(ways, 10**dice) for ways in hit_ways(dice, target, double_from)]


def at_least(dice: int, target: int, double_from: int) -> list[Fraction]:
    points = hit_chances(dice, target, double_from)
    return [sum(points[least:], Fraction(0)) for least in range(len(points))]


@pytest.mark.parametrize("known", DISTRIBUTIONS, ids=str)
def test_distributions_of_the_vectors(known: dict[str, Any]):
    points = hit_chances(known["n"], known["target"], known["double_from"])
    assert points == [Fraction(point) for point in known["pmf"]]


@pytest.mark.parametrize(
    ("dice", "target", "double_from", "tails"),
    [
        (
            5,
            8,
            10,
            "1 83193/100000 59183/100000 16729/50000 7909/50000 1487/25000 58/3125 223/50000 43/50000",
        ),
        (5, 8, 9, "1 83193/100000 17797/25000 10937/25000 14769/50000 12843/100000 3341/50000 239/12500 47/6250"),
        (5, 7, 10, "1 2882/3125 4549/6250 2929/6250 3023/12500 4937/50000 3151/100000 383/50000 17/12500 1/6250"),
        (7, 8, 10, "1 9176457/10000000 7529371/10000000 132351/250000 802493/2500000 66261/400000 735227/10000000"),
        (7, 8, 9, "1 9176457/10000000 4176457/5000000 6352881/10000000 2428529/5000000 585811/2000000 911783/5000000"),
        (3, 8, 10, "1 657/1000 363/1000 33/250 1/25 7/1000 1/1000"),
    ],
)
def test_tails_of_the_rules_page(dice: int, target: int, double_from: int, tails: str):
    known = [Fraction(tail) for tail in tails.split()]
    assert at_least(dice, target, double_from)[: len(known)] == known


QUICK = """
    0.300000 0.100000 0.000000 0.000000 0.000000
    0.510000 0.230000 0.050000 0.010000 0.000000
    0.657000 0.363000 0.132000 0.040000 0.007000
    0.759900 0.485500 0.230700 0.090700 0.026100
    0.831930 0.591830 0.334580 0.158180 0.059480
    0.882351 0.680667 0.435765 0.236825 0.106730
    0.917646 0.752937 0.529404 0.320997 0.165653
    0.942352 0.810585 0.612935 0.405873 0.233097
    0.959646 0.855880 0.685407 0.487756 0.305636
    0.971752 0.891045 0.746925 0.564099 0.380037
"""


@pytest.mark.parametrize(("dice", "row"), list(enumerate(QUICK.strip().splitlines(), 1)))
def test_the_quick_table_of_the_rules_page(dice: int, row: str):
    tails = [*at_least(dice, 8, 10), *[Fraction(0)] * 5]
    assert [f"{float(tail):.6f}" for tail in tails[1:6]] == row.split()


def test_points_of_the_rules_page():
    assert hit_chances(7, 8, 9)[11:] == [
        Fraction(point) for point in ["623/625000", "119/312500", "7/156250", "1/78125"]
    ]
    assert hit_chances(5)[10] == Fraction(1, 100000)


@pytest.mark.parametrize(
    ("target", "double_from", "weights", "mean", "variance"),
    [
        (8, 10, (7, 2, 1), "2/5", "11/25"),
        (8, 9, (7, 1, 2), "1/2", "13/20"),
        (8, 8, (7, 0, 3), "3/5", "21/25"),
        (7, 10, (6, 3, 1), "1/2", "9/20"),
        (7, 9, (6, 2, 2), "3/5", "16/25"),
        (9, 10, (8, 1, 1), "3/10", "41/100"),
        (6, 10, (5, 4, 1), "3/5", "11/25"),
        (10, 10, (9, 0, 1), "1/5", "9/25"),
        (10, 9, (9, 0, 1), "1/5", "9/25"),
        (2, 2, (1, 0, 9), "9/5", "9/25"),
    ],
)
def test_a_die(target: int, double_from: int, weights: tuple[int, ...], mean: str, variance: str):
    assert face_ways(target, double_from) == weights
    points = hit_chances(6, target, double_from)
    average = sum(hits * chance for hits, chance in enumerate(points))
    assert average == 6 * Fraction(mean)
    assert sum(hits**2 * chance for hits, chance in enumerate(points)) - average**2 == 6 * Fraction(variance)


def test_a_field_pool_of_five():
    points = hit_chances(5, 7, 10)
    assert points[0] == Fraction(243, 3125)
    assert sum(hits * chance for hits, chance in enumerate(points)) == Fraction(5, 2)


def test_advantage_lifts_all_but_a_miss():
    lifted = dict(total_ways(5, advantage=1))
    assert list(lifted) == [0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    reach = {least: Fraction(sum(ways for hits, ways in lifted.items() if hits >= least), 10**5) for least in (1, 3, 5)}
    assert reach == {1: Fraction(83193, 100000), 3: Fraction(83193, 100000), 5: Fraction(16729, 50000)}


@pytest.mark.parametrize(
    ("levels", "fails", "consequence", "extraordinary"),
    [
        ([1], "16807/100000", "2401/10000", "59183/100000"),
        ([2], "16807/100000", "9947/20000", "16729/50000"),
        ([3], "16807/100000", "539/800", "7909/50000"),
        ([1, 2], "16807/100000", "539/800", "7909/50000"),
    ],
)
def test_how_an_action_with_complications_ends(levels: list[int], fails: str, consequence: str, extraordinary: str):
    body = ActionBody.model_validate(
        {"dice": 5, "complications": [{"id": f"c{place}", "level": level} for place, level in enumerate(levels)]}
    )
    assert odds(body) == {
        "failure": Fraction(fails),
        "success_with_consequence": Fraction(consequence),
        "extraordinary_success": Fraction(extraordinary),
    }


LOCK = [{"id": "lock", "level": 1}]
ROCKS = [{"id": "rocks", "level": 2}, {"id": "noise", "level": 1}]


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        ({"dice": 3, "difficulty": 2}, DEFAULTS),
        ({"dice": 3, "difficulty": 2, "complications": LOCK}, DEFAULTS),
        ({"dice": 3, "difficulty": 1, "complications": ROCKS}, UltraOptions(partial_buyoff=True)),
        ({"dice": 3, "target": 7, "double_from": 9, "complications": ROCKS, "bonus_hits": 1}, DEFAULTS),
        ({"dice": 2, "difficulty": 3, "advantage": 1}, DEFAULTS),
        ({"dice": 2, "difficulty": 1, "advantage": -2, "bonus_hits": 7}, DEFAULTS),
        ({"dice": 2, "difficulty": 2, "advantage": -2}, UltraOptions(advantage_hits_per_level=0)),
        ({"dice": 2, "difficulty": 3, "advantage": 2}, UltraOptions(advantage_hits_per_level=1)),
        ({"dice": 2, "difficulty": 0}, UltraOptions(extraordinary_without_complications=2)),
        ({"dice": 2, "difficulty": 2}, UltraOptions(disaster_without_complications=True)),
    ],
)
def test_every_fall_of_an_action(asked: dict[str, Any], options: UltraOptions):
    body = ActionBody.model_validate(asked)
    found = enumerated(asked["dice"], lambda *faces: best_play(body, *faces, options=options))
    assert odds(body, options) == found


def test_all_ten_thousand_pools_of_four_dice():
    found = enumerated(4, lambda *faces: str(ask(ActionBody(dice=4, difficulty=99), *faces).result["hits"]))
    assert found == {str(hits): chance for hits, chance in enumerate(hit_chances(4))}


@pytest.mark.parametrize("options", [DEFAULTS, UltraOptions(opposed_tie="actor")])
@pytest.mark.parametrize(
    "asked",
    [
        {"dice": 1, "defender": {"dice": 2}},
        {"dice": 2, "advantage": -1, "complications": LOCK, "defender": {"dice": 1, "bonus_hits": 1}},
        {"dice": 2, "advantage": 1, "target": 7, "defender": {"dice": 1, "target": 6, "double_from": 9}},
    ],
)
def test_every_fall_of_an_opposed_action(asked: dict[str, Any], options: UltraOptions):
    body = UltraOpposedBody.model_validate(asked)
    assert odds(body, options) == enumerated(3, lambda *faces: best_play(body, *faces, options=options))


@pytest.mark.parametrize(
    "sides",
    [
        {"a": UltraSide(dice=1), "b": UltraSide(dice=1)},
        {"a": UltraSide(dice=2), "b": UltraSide(dice=1, bonus_hits=6)},
        {"a": UltraSide(dice=1, target=5), "b": UltraSide(dice=1, double_from=8), "c": UltraSide(dice=1)},
    ],
)
def test_every_fall_of_a_race(sides: dict[str, UltraSide]):
    body = ContestBody(sides=sides)

    def outcome(*faces: int) -> str:
        result = ask(body, *faces).result
        return f"win:{result['winner']}" if result["result"] == "win" else str(result["result"])

    assert odds(body) == enumerated(sum(side.dice for side in sides.values()), outcome)


def test_all_ten_thousand_pools_of_four_dice_by_their_hits():
    body = ActionBody(dice=4, advantage=1, bonus_hits=2)
    listed = kind_of(body).odds(body, options=DEFAULTS)
    found = enumerated(4, lambda *faces: str(ask(body, *faces).result["hits"]))
    assert {chance.outcome: Fraction(int(chance.ways), 10**4) for chance in listed.totals} == found
    assert [chance.outcome for chance in listed.totals] == ["0", "5", "6", "7", "8", "9", "10", "11", "12"]


def test_hits_of_an_opposed_action_are_the_actors():
    body = UltraOpposedBody(dice=2, defender=UltraSide(dice=1))
    listed = kind_of(body).odds(body, options=DEFAULTS)
    found = enumerated(3, lambda *faces: str(ask(body, *faces).result["hits"]))
    assert {chance.outcome: Fraction(int(chance.ways), int(listed.denominator)) for chance in listed.totals} == found
    race = ContestBody(sides={"a": UltraSide(dice=1), "b": UltraSide(dice=1)})
    assert kind_of(race).odds(race, options=DEFAULTS).totals == []


def test_results_are_listed_from_the_worst():
    body = ActionBody.model_validate({"dice": 5, "complications": LOCK})
    listed = kind_of(body).odds(body, options=DEFAULTS)
    assert listed.denominator == "100000"
    assert [(chance.outcome, chance.ways) for chance in listed.outcomes] == [
        ("failure", "16807"),
        ("success_with_consequence", "24010"),
        ("extraordinary_success", "59183"),
    ]
    assert listed.outcomes[0].probability == 0.16807


def test_a_race_names_its_winners_in_order():
    body = ContestBody(sides={"b": UltraSide(dice=1), "a": UltraSide(dice=1)})
    assert list(odds(body)) == ["win:b", "win:a", "draw", "none"]


@pytest.mark.parametrize("kind", SYSTEM.checks, ids=lambda kind: kind.key)
def test_every_example_has_odds(kind):
    for body in kind.examples.values():
        asked = body.model_copy(update={"choices": None, "dice": 4})
        assert sum(chances_of(kind.odds(asked, options=DEFAULTS)).values()) == 1


@pytest.mark.parametrize("body", [ActionBody(dice=2), UltraOpposedBody(dice=2, defender=UltraSide(dice=1))])
def test_choices_come_after_the_roll(body: Any):
    with pytest.raises(AgainstTheRules) as refused:
        kind_of(body).odds(body.model_copy(update={"choices": Choices()}), options=DEFAULTS)
    assert (refused.value.code, refused.value.facts["rule"]) == ("choices_before_roll", "U-07")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (ActionBody(), "invalid_pool"),
        (ActionBody(dice=11), "invalid_pool"),
        (ActionBody(dice=1, difficulty=-1), "invalid_difficulty"),
        (UltraOpposedBody(dice=1, defender=UltraSide(dice=0)), "invalid_pool"),
        (ContestBody(sides={"a": UltraSide(dice=1), "b": UltraSide(dice=1, target=11)}), "invalid_target"),
    ],
)
def test_odds_of_what_the_rules_dont_know(body: CheckBody, code: str):
    with pytest.raises(OutOfRange) as refused:
        kind_of(body).odds(body, options=DEFAULTS)
    assert refused.value.code == code
