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


def test_of_a_long_answer_what_can_be_bought_is_told_whole():
    """Issue 7: a game master reads out what can be bought with what."""
    stage = Stage()
    assert long_action(stage) == (
        "Ann attacks Fiend: 7 hits against 1… Ann has 6 of 7 hits to spend. Spare: 1 The lantern falls into the…. "
        "Tricks: 1 Convenient Detail, Opening, Drive It Home, Side Move; 1-2 Set Up; 1-3 Hinder, Afflict; "
        "2 Spread, Full Follow-Up, Declare a Truth; 3 Last Word, Turn the Tables, Out of the Picture."
    )


def test_three_complications_and_every_trick_have_their_price():
    stage = Stage()
    notes = ["the lamp falls", "the roof gives way", "the door slams shut"]
    troubles = [trouble(place + 1, f"c{place}", note=note) for place, note in enumerate(notes)]
    body = stage.body("ultra.act", actor="ann", dice=6, faces=[8] * 6, complications=troubles, targets=["fiend"])
    told = say(stage.game.send(body).events, stage.encounter, GM, table=stage.game.table).text
    assert len(told) <= 300
    assert "Ann has 5 of 6 hits to spend. Spare: 1 the lamp fa…, 2 the roof gi…, 3 the door sl…. Tricks: 1 " in told
    assert told.endswith("3 Last Word, Turn the Tables, Out of the Picture.")


def test_what_nobody_bears_is_not_said_to_be_shaken_off():
    prayer = {"key": "old_prayer", "name": "Old Prayer", "min": 1, "max": 3, "ops": ["shake_off"]}
    stage = Stage(sheets={"ann": {"tricks": [prayer]}})
    body = stage.body("ultra.act", actor="ann", dice=2, faces=[8, 8])
    told = say(stage.game.send(body).events, stage.encounter, GM, table=stage.game.table).text
    assert "Shake It Off" not in told
    assert "Old Prayer" not in told
    stage = Stage(sheets={"ann": {"tricks": [prayer]}})
    stage.do("ultra.status", target="bea", key="bleeding", level=2)
    told = say(stage.game.send(body).events, stage.encounter, GM, table=stage.game.table).text
    assert "Shake It Off, Afflict, Old Prayer" in told


def test_the_side_that_is_left_has_won_the_scene():
    """Whoever is out of the picture comes back at its end, and has lost all the same."""
    stage = Stage()
    stage.do("adjust", actor="imp", present=False)
    assert "`end` ends the encounter" in said(stage, "ultra.injure", target="fiend", amount=6)
    assert said(stage, "end").endswith("It is over: friends won.")
    assert stage.encounter.winner == "friends"


def test_the_last_word_ends_the_conflict_and_the_game_master_the_encounter():
    stage = Stage(cost3_approval="never")
    stage.act("ann", 4, dice=5)
    told = said(stage, "ultra.resolve", actor="ann", tricks=[{"key": "end_fight"}])
    assert "Ann has the last word: the conflict is over. The encounter goes on until `end`." in told
    assert stage.encounter.status == "running"


def test_a_title_of_a_trick_leads_to_its_key():
    stage = Stage()
    stage.act("ann", 3, dice=5)
    refusal = stage.refused("unknown_trick", "ultra.resolve", actor="ann", tricks=[{"key": "spread"}])
    assert refusal.detail == "The action has no Trick `spread`: perhaps `second_target` (Spread)."


def test_whoever_is_taken_out_is_no_longer_offered_for_an_attack():
    stage = Stage()
    stage.do("ultra.injure", target="imp", amount=2)
    offers = legal(stage.encounter, GM, table=stage.game.table)
    assert not [one for one in offers if one.type in {"ultra.act", "ultra.oppose"} and "Imp" in one.summary]
    told = said(stage, "ultra.act", actor="ann", dice=1, targets=["imp"], kind="attack", faces=[8])
    assert "Imp is taken out already: nothing more comes of it." in told


def test_who_is_asked_for_a_trick_hears_what_would_become_true():
    stage = Stage()
    long_action(stage)
    tricks = [{"key": "end_fight"}, {"key": "rewrite_scene", "text": "everybody is falling"}]
    assert said(stage, "ultra.resolve", actor="ann", tricks=tricks) == (
        "The game master allows Ann Last Word, Turn the Tables (everybody is falling), or doesn't."
    )


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
        stage, "ultra.act", actor="ann", dice=5, difficulty=6, faces=[8, 1, 1, 1, 1]
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
