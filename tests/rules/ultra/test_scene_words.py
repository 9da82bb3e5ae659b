"""What a scene says of its rarer turns, and what becomes of an action whose people go away."""

from typing import Any

from app.rules.encounter.commands import Leave
from app.rules.encounter.legal import legal
from app.rules.encounter.viewer import GM, Viewer
from tests.rules.encounter.hearing import say
from tests.rules.ultra.stage import Stage, trouble


def said(stage: Stage, type_: str, **fields: Any) -> str:
    decision = stage.game.send(stage.body(type_, **fields))
    return say(decision.events, stage.encounter, GM, table=stage.game.table).text


def test_the_order_is_told_with_everybodys_hits():
    stage = Stage(start=False, order="pool")
    pools = {"ann": {"dice": 2}, "bea": {"dice": 1}, "fiend": {"dice": 1}, "imp": {"dice": 1}}
    told = said(stage, "start", pools=pools, faces=[8, 8, 8, 1, 1])
    assert "Ann has initiative 2 (8, 8)." in told
    assert "Bea has initiative 1 (8)." in told


def test_an_action_is_told_with_what_brought_its_hits_and_its_difficulty():
    stage = Stage(sheets={"ann": {"tokens": [{"amount": 1}]}})
    stage.do("ultra.status", target="ann", key="dazed")
    told = said(stage, "ultra.act", actor="ann", dice=3, faces=[8, 1, 1], difficulty=1)
    assert "Ann acts: 2 hits against 2 (8, 1, 1; +1 set up; difficulty 1 +1 dazed). Success." in told


def test_a_disaster_is_told_with_what_it_earns():
    stage = Stage(disaster_reward="a point of fate")
    stage.act("ann", 0, complications=[trouble()])
    told = said(stage, "ultra.resolve", actor="ann", accept_complications=True)
    assert "a point of fate" in told


def test_turned_tables_are_told_with_what_is_true_now():
    stage = Stage()
    stage.buys("ann", {"key": "rewrite_scene", "text": "everybody is falling"})
    assert "Ann turns the tables: " in said(stage, "ultra.approve", trick="rewrite_scene")


def test_an_attack_on_somebody_who_went_away_hurts_nobody():
    stage = Stage()
    stage.act("ann", 4, kind="attack", targets=["imp"])
    stage.game.send(Leave(actor="imp"))
    assert stage.resolve("ann")["status"] == "resolved"
    assert [stage.state(one)["injuries"] for one in ("ann", "bea", "fiend")] == [0, 0, 0]


def test_what_rests_on_nobody_who_went_away_still_happens():
    stage = Stage()
    stage.act("ann", 4, targets=["imp"], applies={"kind": "fact", "text": "The door is shut"})
    stage.game.send(Leave(actor="imp"))
    stage.resolve("ann")
    assert [one["text"] for one in stage.scene["facts"]] == ["The door is shut"]
    stage = Stage()
    stage.act("ann", 4, kind="escape", targets=["imp"], applies={"kind": "status", "key": "hidden"})
    stage.game.send(Leave(actor="imp"))
    stage.resolve("ann")
    assert stage.levels("ann") == {"hidden": 1}


def test_a_waiting_action_goes_with_its_actor():
    stage = Stage()
    stage.buys("ann", {"key": "end_fight"})
    stage.game.send(Leave(actor="ann"))
    assert (stage.shown["pending"], stage.encounter.scene.action) == (None, None)
    assert stage.scene["conflict"] == "open"


def test_nobody_races_alone():
    stage = Stage()

    def races() -> list[list[str]]:
        listed = legal(stage.encounter, GM, table=stage.game.table)
        return [sorted(one.body["sides"]) for one in listed if one.type == "ultra.race"]

    assert races() == [["ann", "bea"]]
    for one in ("bea", "fiend", "imp"):
        stage.do("adjust", actor=one, present=False)
    assert races() == []


def test_whoever_is_out_of_the_picture_is_told_to_be():
    stage = Stage()
    stage.act("ann", 5, dice=5)
    told = said(stage, "ultra.resolve", actor="ann", tricks=[{"key": "remove_target", "target": "imp"}])
    assert "Imp is out of the picture." in told


def long_action(stage: Stage) -> str:
    return said(
        stage,
        "ultra.act",
        actor="ann",
        dice=10,
        targets=["fiend"],
        kind="attack",
        complications=[trouble(1, note="The lantern falls into the straw and goes out")],
        faces=[8] * 7 + [1] * 3,
    )


def test_of_a_long_answer_the_list_of_tricks_is_cut_and_not_what_happened():
    stage = Stage()
    told = long_action(stage)
    assert len(told) <= 300
    assert told.startswith("Ann attacks Fiend: 7 hits against 1 (8, 8, 8, 8, 8, 8, 8, 1, 1, 1). Ann has 6 of 7 hits")
    assert "Tricks: 1 Convenient Detail" in told
    assert told.endswith("…")


def test_a_refused_trick_is_said_to_be():
    stage = Stage()
    long_action(stage)
    stage.resolve("ann", {"key": "rewrite_scene", "text": "everybody is falling"})
    assert said(stage, "ultra.refuse", trick="rewrite_scene").startswith("The game master doesn't allow Ann")


def test_what_is_undone_is_said_to_be():
    stage = Stage()
    stage.act("ann", 7, dice=10, complications=[trouble(1, note="The lantern falls into the straw and goes out")])
    stage.resolve("ann", {"key": "set_up", "cost": 1})
    event = stage.game.undo()
    assert say([event], stage.encounter, GM, table=stage.game.table).text.startswith("Undone: ")
    event = stage.game.redo()
    assert say([event], stage.encounter, GM, table=stage.game.table).text.startswith("Done again: ")


def test_bonus_hits_that_dont_count_are_told():
    stage = Stage(sheets={"ann": {"tokens": [{"amount": 4}, {"amount": 3}]}})
    assert "+4 set up, +3 set up, of which 5 count" in said(
        stage, "ultra.act", actor="ann", dice=5, difficulty=1, faces=[8, 1, 1, 1, 1]
    )
    stage = Stage(sheets={"ann": {"tokens": [{"amount": 4}]}})
    assert "+4 set up, of which none count" in said(stage, "ultra.act", actor="ann", dice=1, faces=[1])


def test_players_read_which_way_a_sheets_injuries_go():
    stage = Stage()
    stage.do("edit_combatant", actor="fiend", visibility="gm", owner_member_id="gm")
    player = Viewer(role="player", member_id="ann")
    for type_, told in (("ultra.injure", "Fiend is hurt."), ("ultra.heal", "Fiend recovers.")):
        decision = stage.game.send(stage.body(type_, target="fiend", amount=1))
        assert told in say(decision.events, stage.encounter, player, table=stage.game.table).text


def test_a_complication_without_words_becomes_a_fact_with_some():
    stage = Stage()
    stage.do("ultra.status", target="ann", key="unlucky")
    stage.act("ann", 0, dice=1)
    told = said(stage, "ultra.resolve", actor="ann", accept_complications=True)
    assert "unlucky" in told
    assert "status:" not in told


def test_tricks_against_somebody_are_offered_against_foes():
    stage = Stage()
    stage.act("ann", 5, dice=5, kind="attack", targets=["fiend"])
    offered = [
        trick["target"]
        for one in legal(stage.encounter, GM, table=stage.game.table)
        for trick in one.body.get("tricks", ())
        if trick["key"] in {"opening", "hinder", "afflict", "second_target", "remove_target"}
    ]
    assert set(offered) == {"fiend", "imp"}
