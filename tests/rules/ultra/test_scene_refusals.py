"""What a scene refuses: every code of sections 5 and 8, in the order stated, with nothing changed."""

from typing import Any

import pytest

from app.rules.encounter.viewer import Viewer
from app.rules.system import AgainstTheRules
from app.rules.systems.ultra.refusals import REFUSALS
from tests.rules.ultra.stage import Stage, trouble

ANN = Viewer(role="player", member_id="ann")
SPARED: dict[str, Any] = {"buy_off": [{"id": "c1"}]}


def wretched() -> Stage:
    """Ann is held; the imp is out of the picture, the fiend taken out; it is Bea's turn and her action is spent."""
    stage = Stage()
    stage.do("ultra.status", target="bea", key="restrained")
    stage.do("ultra.injure", target="fiend", amount=6)
    stage.do("adjust", actor="imp", present=False)
    stage.turn_of("bea")
    stage.do("adjust", actor="bea", actions=-1)
    return stage


WRONG: dict[str, Any] = {
    "actor": "bea",
    "tags": ["movement"],
    "targets": ["imp"],
    "traits": ["flight"],
    "difficulty": -1,
    "complications": [trouble(4), trouble(4), trouble(1, "c2", kind="status_effect", status_key="bored")],
    "applies": {"kind": "status", "key": "bored"},
    "facts": ["f9"],
}


def test_an_action_is_refused_for_the_first_reason_in_the_order_stated():
    stage = wretched()
    stage.refused("not_present", "ultra.act", **{**WRONG, "actor": "imp"})
    stage.refused("taken_out", "ultra.act", **{**WRONG, "actor": "fiend"})
    stage.refused("not_your_turn", "ultra.act", **{**WRONG, "actor": "ann"})
    assert stage.refused("action_spent", "ultra.act", **WRONG).facts == {"actions": 0, "rule": "G-25"}
    stage.do("adjust", actor="bea", actions=1)
    better = dict(WRONG)
    for code, mend in (
        ("blocked", {"tags": []}),
        ("not_present", {"targets": ["ann"]}),
        ("unknown_trait", {"traits": []}),
        ("invalid_pool", {"traits": ["wits"]}),
        ("invalid_difficulty", {"difficulty": 1}),
        ("invalid_complication_level", {"complications": [trouble(3), *[trouble(3)], WRONG["complications"][2]]}),
        ("duplicate_complication", {"complications": [trouble(3), WRONG["complications"][2]]}),
        ("unknown_status", {"complications": [trouble(3)]}),
        ("unknown_status", {"applies": None}),
        ("unknown_fact", {"facts": []}),
    ):
        stage.refused(code, "ultra.act", **better)
        better.update(mend)
    stage.do("ultra.act", **better)


def test_while_an_action_is_open_nothing_else_is_accepted():
    stage = Stage()
    stage.act("ann", 2)
    for type_, fields in (
        ("ultra.act", {"actor": "ann", "dice": 4}),
        ("ultra.oppose", {"actor": "ann", "defender": "imp", "dice": 4, "defense": {"dice": 1}}),
        ("ultra.treat", {"actor": "ann", "target": "bea", "status": "bleeding", "dice": 4}),
        ("ultra.race", {"sides": {"ann": {"dice": 1}, "bea": {"dice": 1}}}),
        ("ultra.injure", {"target": "ann"}),
        ("ultra.status", {"target": "ann", "key": "dazed"}),
        ("end_turn", {"actor": "ann"}),
    ):
        refusal = stage.refused("pending", type_, **fields)
        assert (refusal.facts["kind"], refusal.facts["asked"]) == ("resolution", ["ann"])
    stage.resolve("ann", {"key": "set_up", "cost": 1})


def test_while_the_game_master_is_asked_nobody_resolves():
    stage = Stage()
    stage.buys("ann", {"key": "end_fight"})
    stage.refused("pending", "ultra.resolve", actor="ann")
    stage.refused("nothing_to_approve", "ultra.approve", trick="set_up")
    stage.refused("nothing_to_approve", "ultra.refuse", trick="set_up")
    stage.refused("not_gm", "ultra.approve", viewer=ANN, trick="end_fight")


@pytest.mark.parametrize(
    ("pool", "code"),
    [
        ({}, "invalid_pool"),
        ({"dice": 0}, "invalid_pool"),
        ({"dice": 11}, "invalid_pool"),
        ({"dice": 4, "traits": ["fight"]}, "invalid_pool"),
        ({"traits": ["fight"] * 4}, "invalid_pool"),
        ({"traits": ["fight", "flight"]}, "unknown_trait"),
    ],
)
@pytest.mark.parametrize("place", ["act", "defense", "race", "start"])
def test_a_pool_is_made_of_traits_or_stated(place: str, pool: dict[str, Any], code: str):
    stage = Stage(start=place != "start")
    match place:
        case "act":
            stage.refused(code, "ultra.act", actor="ann", **pool)
        case "defense":
            stage.refused(code, "ultra.oppose", actor="ann", defender="bea", dice=4, defense=pool)
        case "race":
            stage.refused(code, "ultra.race", sides={"ann": {"dice": 1}, "bea": pool})
        case _:
            stage.refused(code, "start", pools={"ann": pool})


@pytest.mark.parametrize(
    ("faces", "code"),
    [([11, 1], "invalid_die"), ([0, 1], "invalid_die"), ([1], "faces_missing"), ([1, 1, 1], "faces_unused")],
)
def test_faces_are_those_of_the_dice_that_are_thrown(faces: list[int], code: str):
    Stage().refused(code, "ultra.act", actor="ann", dice=2, faces=faces)


@pytest.mark.parametrize(
    ("code", "hits", "choice"),
    [
        ("unknown_complication", 5, {"buy_off": [{"id": "c9"}], "tricks": [{"key": "jest"}]}),
        ("unknown_trick", 0, {"tricks": [{"key": "jest"}]}),
        ("no_purchases_on_failure", 0, SPARED),
        ("not_a_failure", 5, {"accept_complications": True}),
        ("duplicate_buyoff", 5, {"buy_off": [{"id": "c1"}, {"id": "c1"}]}),
        ("buyoff_exceeds_level", 5, {"buy_off": [{"id": "c1", "hits": 3}]}),
        ("partial_buyoff", 5, {"buy_off": [{"id": "c1", "hits": 1}]}),
        ("trick_cost_required", 5, {"tricks": [{"key": "set_up"}]}),
        ("trick_cost_out_of_range", 5, {"tricks": [{"key": "set_up", "cost": 3}]}),
        ("trick_already_bought", 5, {"tricks": [{"key": "side_move"}, {"key": "side_move"}]}),
        ("overspent", 5, {**SPARED, "tricks": [{"key": "set_up", "cost": 2}, {"key": "side_move"}]}),
        ("trick_detail_required", 5, {"tricks": [{"key": "opening"}]}),
        ("trick_detail_required", 5, {"tricks": [{"key": "hinder", "cost": 1}]}),
        ("trick_detail_required", 5, {"tricks": [{"key": "afflict", "cost": 1, "target": "imp"}]}),
        ("trick_detail_required", 5, {"tricks": [{"key": "afflict", "cost": 1, "status": "dazed"}]}),
        ("trick_detail_required", 5, {"tricks": [{"key": "shake_off", "cost": 1}]}),
        ("trick_detail_required", 5, {"tricks": [{"key": "second_target"}]}),
        ("trick_detail_required", 5, {"tricks": [{"key": "remove_target"}]}),
        ("trick_detail_required", 5, {"tricks": [{"key": "scene_detail"}]}),
        ("trick_detail_required", 5, {"tricks": [{"key": "declare_truth", "text": "  "}]}),
        ("trick_detail_required", 5, {"tricks": [{"key": "rewrite_scene"}]}),
        ("nothing_to_clear", 5, {"tricks": [{"key": "shake_off", "cost": 1, "status": "dazed"}]}),
        (
            "trick_cost_out_of_range",
            5,
            {"tricks": [{"key": "shake_off", "cost": 1, "status": "stunned", "target": "bea"}]},
        ),
        ("not_present", 5, {"tricks": [{"key": "opening", "target": "imp"}]}),
        ("not_present", 5, {"tricks": [{"key": "set_up", "cost": 1, "target": "imp"}]}),
        ("unknown_combatant", 5, {"tricks": [{"key": "opening", "target": "nobody"}]}),
        ("unknown_status", 5, {"tricks": [{"key": "afflict", "cost": 1, "target": "bea", "status": "bored"}]}),
        ("not_present", 5, {"tricks": [{"key": "end_fight"}, {"key": "opening", "target": "imp"}]}),
    ],
)
def test_choices_are_refused_all_together(code: str, hits: int, choice: dict[str, Any]):
    """U-19, G-17: one choice, all or nothing."""
    stage = Stage()
    stage.do("adjust", actor="imp", present=False)
    stage.do("ultra.status", target="bea", key="stunned")
    stage.act("ann", hits, dice=5, complications=[trouble(2, kind="damage")])
    stage.refused(code, "ultra.resolve", actor="ann", **choice)
    stage.resolve("ann")


def test_a_shortfall_without_complications_resolves_at_once_and_has_nothing_to_allow():
    stage = Stage()
    assert stage.act("ann", 0)["result"] == "failure"
    stage.refused("nothing_to_resolve", "ultra.resolve", actor="ann", accept_complications=True)


def test_only_whoever_has_acted_resolves():
    stage = Stage()
    stage.act("ann", 2)
    stage.refused("nothing_to_resolve", "ultra.resolve", actor="bea")
    stage.refused("nothing_to_approve", "ultra.approve", trick="end_fight")
    stage.refused("pending_changed", "ultra.resolve", actor="ann", pending="win_99")


def test_a_level_that_a_status_has_not_is_answered_with_those_that_it_has():
    refusal = Stage().refused("unknown_status", "add_condition", actor="ann", key="bleeding", param="9")
    assert refusal.detail == "Bleeding has no such level: `param` is its level, 1 or 2 or 3."


@pytest.mark.parametrize(
    ("code", "type_", "fields"),
    [
        ("unknown_status", "ultra.status", {"target": "ann", "key": "bored"}),
        ("unknown_status", "ultra.clear", {"target": "ann", "key": "bored"}),
        ("nothing_to_clear", "ultra.clear", {"target": "ann", "key": "dazed"}),
        ("unknown_fact", "ultra.unfact", {"fact": "f1"}),
        ("unknown_combatant", "ultra.injure", {"target": "nobody"}),
        ("unknown_combatant", "ultra.heal", {"target": "nobody"}),
        ("nothing_to_approve", "ultra.approve", {"trick": "end_fight"}),
        ("nothing_to_approve", "ultra.refuse", {"trick": "end_fight"}),
        ("not_present", "ultra.race", {"sides": {"ann": {"dice": 1}, "imp": {"dice": 1}}}),
        ("not_present", "ultra.oppose", {"actor": "ann", "defender": "imp", "dice": 1, "defense": {"dice": 1}}),
        ("unknown_combatant", "ultra.act", {"actor": "ann", "dice": 1, "targets": ["nobody"]}),
        ("nothing_to_clear", "ultra.treat", {"actor": "ann", "target": "bea", "status": "bored", "dice": 1}),
        ("unknown_status", "ultra.act", {"actor": "ann", "dice": 1, "complications": [trouble(kind="status_effect")]}),
        ("unknown_status", "ultra.act", {"actor": "ann", "dice": 1, "applies": {"kind": "clear", "key": "bored"}}),
        ("not_your_turn", "end_turn", {"actor": "bea"}),
        ("bad_order", "set_order", {"order": ["ann"]}),
    ],
)
def test_what_names_nothing_is_refused(code: str, type_: str, fields: dict[str, Any]):
    stage = Stage()
    stage.do("adjust", actor="imp", present=False)
    stage.refused(code, type_, **fields)


def test_a_complication_may_not_have_the_id_of_what_a_status_effect_or_a_hinder_brings():
    stage = Stage()
    stage.do("ultra.status", target="ann", key="poisoned")
    stage.do("adjust", actor="ann", hindered=1)
    for name in ("status:poisoned", "hinder"):
        stage.refused("duplicate_complication", "ultra.act", actor="ann", dice=4, complications=[trouble(1, name)])


def test_a_start_names_everybody_once():
    stage = Stage(start=False)
    stage.refused("bad_order", "start", order=["ann", "bea", "fiend"])
    stage.refused("unknown_combatant", "start", pools={"nobody": {"dice": 1}})
    stage.refused("wrong_phase", "ultra.act", actor="ann", dice=4)


def test_what_only_checks_can_say_is_not_a_word_of_a_command():
    """A command has no `target`, `double_from`, `advantage` or `bonus_hits`: they come from the sheets and states."""
    unasked = {
        "invalid_target",
        "invalid_double_from",
        "invalid_advantage",
        "invalid_bonus_hits",
        "choices_before_roll",
    }
    fields = set(Stage().body("ultra.act", actor="ann", dice=1).model_dump())
    assert fields.isdisjoint({"target", "double_from", "advantage", "bonus_hits", "choices"})
    assert unasked <= set(REFUSALS)


def test_refusals_as_things_stand_name_their_rule():
    stage = wretched()
    for type_, fields in (
        ("ultra.act", {"actor": "imp", "dice": 1}),
        ("ultra.act", {"actor": "fiend", "dice": 1}),
        ("ultra.act", {"actor": "bea", "dice": 1}),
        ("ultra.resolve", {"actor": "bea"}),
        ("ultra.approve", {"trick": "end_fight"}),
        ("ultra.clear", {"target": "ann", "key": "dazed"}),
    ):
        with pytest.raises(AgainstTheRules) as caught:
            stage.do(type_, **fields)
        assert str(caught.value.facts["rule"])[0] in "GU"
