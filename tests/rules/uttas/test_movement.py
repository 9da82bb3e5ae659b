"""Movement, distances and range: rules that no vector reaches."""

from fractions import Fraction
from typing import Any

import pytest

from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.uttas.distance import between, from_feet
from app.rules.systems.uttas.movement import (
    Leg,
    check_able,
    check_path,
    check_reach,
    on_these_legs,
    stand_up,
)
from app.rules.systems.uttas.ranges import bands_out, increment_of, modifier_at, range_band, top_of_band
from app.rules.systems.uttas.stamina import full_move_cost, movement_power_cost, pay, power_cost
from app.rules.systems.uttas.timescale import TIME_LADDER, rounds_in, shifted

WILLOW = {"run": 12, "warp": 8}


def refusal(call: Any, *args: Any, **facts: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(AgainstTheRules) as refused:
        call(*args, **facts)
    return refused.value.code, refused.value.facts


def legs(**metres: int) -> list[Leg]:
    return [Leg(mode=mode, m=far) for mode, far in metres.items()]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "effort", "moved"),
    [
        ({"run": 6}, "free", {}),
        ({"run": 2}, "free", {"run": 4}),
        ({"run": 2, "warp": 2}, "free", {}),
        ({"warp": 2}, "free", {"run": 2}),
        ({"run": 6, "warp": 4}, "full", {}),
        ({"run": 6}, "full", {"run": 6}),
        ({"run": 24}, "sprint", {}),
        ({}, "free", {"run": 6}),
        ({"fly": 0}, "free", {}),
    ],
)
def test_what_a_turn_allows(path: dict[str, int], effort: Any, moved: Any):
    walked = check_path(legs(**path), speeds=WILLOW, effort=effort, moved=moved)  # type: ignore[arg-type]
    assert walked.total() == sum(path.values()) + sum(moved.values())


@pytest.mark.parametrize(
    ("path", "effort", "moved", "code", "limit"),
    [
        ({"run": 8}, "free", {}, "insufficient_movement", 6),
        ({"run": 2}, "free", {"run": 6}, "insufficient_movement", 6),
        ({"run": 4, "warp": 2}, "free", {}, "mixed_movement_limit", 2),
        ({"warp": 2}, "free", {"run": 6}, "mixed_movement_limit", 2),
        ({"run": 8, "warp": 2}, "free", {}, "insufficient_movement", 2),
        ({"run": 14}, "full", {}, "insufficient_movement", 12),
        ({"run": 8, "warp": 4}, "full", {}, "mixed_movement_limit", 6),
        ({"run": 26}, "sprint", {}, "insufficient_movement", 24),
        ({"swim": 1}, "free", {}, "insufficient_movement", 0),
    ],
)
def test_what_a_turn_doesnt_allow(path: dict[str, int], effort: Any, moved: Any, code: str, limit: int):
    found, facts = refusal(check_path, legs(**path), speeds=WILLOW, effort=effort, moved=moved)
    assert (found, facts["limit"]) == (code, limit)


def test_a_sprint_is_of_one_kind():
    assert refusal(check_path, legs(run=2, warp=2), speeds=WILLOW, effort="sprint")[0] == "mixed_movement_limit"


def test_a_path_must_be_long_enough():
    check_reach(legs(run=2, warp=2), 4)
    assert refusal(check_reach, legs(run=2), 4)[0] == "insufficient_movement"


def test_a_sound_pair_of_legs_runs_and_leaps():
    assert on_these_legs(12, 0).model_dump() == {"run": 12, "half": 6, "can_leap": True}


@pytest.mark.parametrize(
    ("mode", "state"),
    [
        ("warp", {"prone": True, "disabled_legs": 2, "entangled": ["arms", "legs"]}),
        ("fly", {"prone": True}),
        ("swim", {"prone": True, "disabled_legs": 2, "entangled": ["legs"]}),
        ("run", {"disabled_legs": 1, "entangled": ["arms"]}),
        ("leap", {}),
    ],
)
def test_who_can_still_move(mode: Any, state: Any):
    check_able(mode, **state)


@pytest.mark.parametrize(
    ("mode", "state", "code"),
    [
        ("run", {"prone": True}, "prone"),
        ("leap", {"prone": True, "disabled_legs": 1}, "prone"),
        ("run", {"disabled_legs": 2}, "limb_disabled"),
        ("leap", {"disabled_legs": 1}, "limb_disabled"),
        ("run", {"entangled": ["legs"], "prone": True}, "entangled"),
        ("leap", {"entangled": ["arms", "legs"]}, "entangled"),
        ("swim", {"entangled": ["arms"]}, "entangled"),
    ],
)
def test_who_cant_move(mode: Any, state: Any, code: str):
    assert refusal(check_able, mode, **state)[0] == code


def test_standing_up_takes_the_free_half_move():
    assert stand_up(run=12, moved={"run": 0}) == 6
    assert stand_up(run=12, moved={}, disabled_legs=1) == 6
    assert refusal(stand_up, run=12, moved={"warp": 2})[0] == "insufficient_movement"
    assert refusal(stand_up, run=12, moved={}, disabled_legs=2)[0] == "limb_disabled"


@pytest.mark.parametrize(
    ("metres", "more", "cost"),
    [
        ({"run": 9}, {}, 1),
        ({"run": 20}, {}, 2),
        ({"leap": 14}, {}, 2),
        ({"swim": 4}, {}, 1),
        ({"swim": 20}, {"adjusted_by_power": {"swim"}}, 2),
        ({"warp": 8}, {"active_points": {"warp": 20}}, 4),
        ({"warp": 60}, {"active_points": {"warp": 20}}, 6),
        ({"warp": 4}, {"active_points": {"warp": 4}}, 1),
        ({"swim": 20}, {"active_points": {"swim": 5}}, 2),
        ({"run": 10, "warp": 8}, {"active_points": {"warp": 20}}, 5),
        ({"run": 6, "warp": 0}, {"active_points": {"warp": 20}}, 1),
        ({}, {}, 1),
    ],
)
def test_full_moves_tire(metres: Any, more: Any, cost: int):
    assert full_move_cost(metres, **more) == cost


def test_powers_tire():
    assert power_cost(38, maintained=True) == 14
    assert movement_power_cost(4, metres=2) == 1
    assert movement_power_cost(20, metres=60, maintained=True) == 8


def test_the_last_stamina_may_be_spent_and_no_more():
    assert pay(8, 8).model_dump() == {"stamina": 0, "faints": True}
    assert pay(8, 7).model_dump() == {"stamina": 1, "faints": False}
    assert pay(-3, 0).stamina == -3
    assert refusal(pay, 8, 9) == ("insufficient_stamina", {"rule": "T-076", "cost": 9, "stamina": 8})
    assert pay(8, 9, overexert=True).model_dump() == {"stamina": -1, "faints": True}


def test_a_distance_lies_in_its_band():
    for metres in range(2000):
        band = range_band(increment_of(metres))
        assert band.from_m <= max(1, metres) <= band.to_m
        assert (band.from_spaces, band.to_spaces) == (-(-band.from_m // 2), band.to_m // 2)


def test_the_printed_bands():
    assert [top_of_band(increment) for increment in range(9)] == [10, 30, 60, 100, 150, 210, 280, 360, 450]


def test_a_part_of_a_metre_counts_whole():
    assert increment_of(Fraction(101, 10)) == 1
    assert modifier_at(Fraction(601, 20), extension=1).disadvantages == 1
    assert modifier_at(60, extension=1).bands_out == 1
    assert modifier_at(60).bands_out == bands_out(increment=2) == 2
    assert bands_out(increment=1, extension=2) == 0


def test_no_distance_is_below_nothing():
    with pytest.raises(OutOfRange) as refused:
        increment_of(-1)
    assert refused.value.code == "bad_distance"


@pytest.mark.parametrize(
    ("metric", "spaces", "metres"),
    [("chebyshev", 4, 8), ("manhattan", 7, 14), ("alternate", 5, 10), ("euclid", 5, 10)],
)
def test_metrics_of_a_square_grid(metric: Any, spaces: int, metres: int):
    found = between((0, 0), (3, 4), grid="square", metric=metric)
    assert (found.spaces, found.metres) == (spaces, metres)


def test_as_the_crow_flies_rounds_up():
    assert between((0, 0), (1, 1), metric="euclid").model_dump() == {"metres": 3, "spaces": 2}


def test_hexes_have_one_metric():
    assert between((0, 0), (2, 2), grid="hex", metric="manhattan").spaces == 4
    assert between((0, 0), (-2, 3), grid="hex").spaces == 3
    assert between((3, -1), (1, 2), grid="hex").spaces == 3
    assert between((3, -1), (5, 1), grid="hex").spaces == 4


def test_feet_go_by_spaces():
    assert from_feet(31).model_dump() == {"spaces": 7, "metres": 14, "increment": 1}


def test_the_ladder_holds_at_its_ends():
    assert shifted("turn", -3) == "turn"
    assert shifted("year", 1) == "year"
    assert shifted("minute", -1) == "round"
    assert TIME_LADDER[0] == "turn"
    assert rounds_in(59).model_dump() == {"rounds": 9, "minutes": 0}
