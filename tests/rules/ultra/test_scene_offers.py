"""What a scene offers: legal commands in their plainest form, what they cost, and their words on a button."""

from typing import Any

from app.rules.encounter.dry_run import dry_run
from app.rules.encounter.legal import LegalCommand, legal
from app.rules.encounter.table import Dice
from app.rules.encounter.viewer import GM, Viewer
from tests.rules.encounter.playing import Seeded
from tests.rules.ultra.stage import Stage, trouble

ANN = Viewer(role="player", member_id="ann")


def offered(stage: Stage, type_: str, viewer: Viewer = GM) -> list[LegalCommand]:
    return [one for one in legal(stage.encounter, viewer, table=stage.game.table) if one.type == type_]


def costs(stage: Stage, type_: str, **fields: Any) -> tuple[dict[str, int], list[str]]:
    tried = dry_run(
        stage.body(type_, **fields),
        stage.encounter,
        Dice.of(Seeded("sample")),
        table=stage.game.table,
        viewer=ANN,
        ids=lambda prefix: prefix,
    )
    assert tried.decision is None
    return dict(tried.price.costs), list(tried.price.dice)


def test_in_their_turn_somebody_may_act_on_each_who_is_there():
    stage = Stage()
    stage.do("adjust", actor="imp", present=False)
    stage.do("ultra.status", target="ann", key="restrained")
    acts = [{name: one.body.get(name) for name in ("kind", "targets")} for one in offered(stage, "ultra.act", ANN)]
    assert acts == [
        {"kind": "attack", "targets": ["fiend"]},
        {"kind": None, "targets": ["bea"]},
        {"kind": None, "targets": None},
        {"kind": "escape", "targets": None},
    ]
    assert [one.summary for one in offered(stage, "ultra.act", ANN)][-1] == (
        "Ann: struggle free with fight, difficulty 1"
    )
    stage.do("end_turn")
    assert offered(stage, "ultra.act", ANN) == []


def test_a_sheet_without_traits_throws_a_single_die():
    stage = Stage(sheets={"ann": {"traits": {}}})
    one = offered(stage, "ultra.act", ANN)[0]
    assert (one.body["dice"], one.summary) == (1, "Ann: attack Fiend with 1d10, difficulty 1")


def test_what_can_be_treated_is_offered():
    stage = Stage()
    for who, key in (("ann", "bleeding"), ("bea", "dazed"), ("imp", "poisoned")):
        stage.do("ultra.status", target=who, key=key)
    treated = [(one.body["target"], one.body["status"]) for one in offered(stage, "ultra.treat", ANN)]
    assert treated == [("ann", "bleeding"), ("imp", "poisoned")]


def test_the_choices_of_an_open_action_are_offered_one_by_one():
    stage = Stage()
    stage.do("ultra.status", target="bea", key="burning", level=2)
    stage.act("ann", 3, complications=[trouble(2, note="rocks")])
    bodies = [one.body for one in offered(stage, "ultra.resolve", ANN)]
    assert {one["pending"] for one in bodies} == {stage.shown["pending"]["id"]}
    assert bodies[1]["buy_off"] == [{"id": "c1", "hits": 2}]
    bought = [trick for one in bodies for trick in one.get("tricks", [])]
    assert {"key": "shake_off", "cost": 1, "target": "bea", "status": "burning"} in bought
    assert {"key": "afflict", "cost": 1, "target": "imp", "status": "off_balance"} in bought
    assert [one["target"] for one in bought if one["key"] == "second_target"] == ["fiend", "imp"]
    assert [one["text"] for one in bought if one["key"] == "declare_truth"] == ["Something is different now."]


def test_on_a_shortfall_the_disaster_is_offered():
    stage = Stage()
    stage.act("ann", 0, complications=[trouble()])
    summaries = [one.summary for one in offered(stage, "ultra.resolve", ANN)]
    assert summaries == ["Ann: choose nothing more", "Ann: let the complications happen: a Disaster"]


def test_the_game_master_is_offered_each_trick_that_waits():
    stage = Stage()
    stage.act("ann", 7, dice=7)
    stage.resolve("ann", {"key": "end_fight"}, {"key": "rewrite_scene", "text": "rain"})
    for type_ in ("ultra.approve", "ultra.refuse"):
        assert [one.body["trick"] for one in offered(stage, type_)] == ["end_fight", "rewrite_scene"]
        assert offered(stage, type_, ANN) == []


def test_the_game_master_is_offered_what_can_be_done_by_hand():
    stage = Stage()
    stage.do("ultra.injure", target="imp", amount=2)
    stage.do("ultra.status", target="imp", key="dazed")
    stage.do("ultra.fact", text="fog")
    assert [one.body["target"] for one in offered(stage, "ultra.heal")] == ["imp"]
    assert [one.body["target"] for one in offered(stage, "ultra.injure")] == ["ann", "bea", "fiend"]
    assert [one.summary for one in offered(stage, "ultra.clear")] == ["end Imp's dazed"]
    assert next(one.summary for one in offered(stage, "ultra.status")) == "make Ann off balance"
    assert [one.body["fact"] for one in offered(stage, "ultra.unfact")] == ["f1"]
    assert [list(one.body["sides"]) for one in offered(stage, "ultra.race")] == [["ann", "bea"]]


def test_a_player_learns_the_price_and_never_the_outcome():
    stage = Stage()
    assert costs(stage, "ultra.act", actor="ann", traits=["fight", "wits"]) == ({"actions": 1}, ["7d10"])
    oppose = {"actor": "ann", "dice": 3, "defender": "bea", "defense": {"dice": 2}}
    assert costs(stage, "ultra.oppose", **oppose) == ({"actions": 1}, ["3d10", "2d10"])
    stage.do("edit_combatant", actor="fiend", visibility="gm", owner_member_id="gm")
    assert costs(stage, "ultra.oppose", **{**oppose, "defender": "fiend"}) == ({"actions": 1}, ["3d10"])
    stage.act("ann", 4, complications=[trouble(1)])
    choice = {"buy_off": [{"id": "c1"}], "tricks": [{"key": "set_up", "cost": 2}]}
    assert costs(stage, "ultra.resolve", actor="ann", **choice) == ({"hits": 3}, [])
