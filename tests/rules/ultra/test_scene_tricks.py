"""Tricks in a scene: what each of the fourteen does to a later roll, a turn or the scene, and how it ends."""

from typing import Any

import pytest

from tests.rules.ultra.stage import Stage, trouble


def fact(name: str, text: str, weight: int = 1, *used_by: str) -> dict[str, Any]:
    return {"id": name, "text": text, "weight": weight, "used_by": list(used_by)}


def test_scene_detail_adds_facts_for_the_story_until_they_are_dropped():
    stage = Stage()
    details = [{"key": "scene_detail", "text": text} for text in ("a rope hangs here", "it rains")]
    stage.buys("ann", *details)
    assert stage.scene["facts"] == [fact("f1", "a rope hangs here"), fact("f2", "it rains")]
    stage.turn_of("bea")
    leaning = stage.act("bea", 1, facts=["f1"])
    assert (leaning["bonus_hits"], leaning["hits"], leaning["status"]) == (0, 1, "resolved")
    stage.do("ultra.unfact", fact="f1")
    assert stage.scene["facts"] == [fact("f2", "it rains")]


def test_set_up_lends_bonus_hits_to_one_fitting_action_hit_or_not():
    stage = Stage()
    stage.buys("ann", {"key": "set_up", "cost": 2, "target": "bea", "for": "attack"})
    waiting = [{"amount": 2, "for": "attack", "expires": {"at": "encounter_end"}}]
    assert stage.state("bea")["tokens"] == waiting
    stage.turn_of("bea")
    stage.do("adjust", actor="bea", actions=2)
    assert stage.act("bea", 1)["bonus_hits"] == 0
    assert stage.state("bea")["tokens"] == waiting
    missed = stage.act("bea", 0, kind="attack", targets=["imp"])
    assert (missed["bonus_hits"], missed["hits"]) == (0, 0)
    assert stage.state("bea")["tokens"] == []


def test_set_up_is_for_oneself_unless_said_otherwise_and_ends_with_the_scene():
    stage = Stage()
    stage.buys("ann", {"key": "set_up", "cost": 1})
    stage.next_turn_of("ann")
    rolled = stage.act("ann", 1)
    assert (rolled["bonus_hits"], rolled["hits"], rolled["leftover"]) == (1, 2, 1)
    assert rolled["sources"] == [{"to": "bonus_hits", "of": "token", "whose": "ann", "value": 1}]
    stage.resolve("ann", {"key": "set_up", "cost": 1})
    stage.do("end")
    assert stage.state("ann")["tokens"] == []


def test_opening_makes_one_action_easier_never_below_one():
    stage = Stage()
    stage.buys("ann", {"key": "opening", "target": "imp"})
    assert stage.state("imp")["openings"] == 1
    stage.turn_of("bea")
    stage.do("adjust", actor="bea", actions=2)
    assert stage.act("bea", 0, difficulty=3, targets=["fiend", "imp"])["difficulty"] == 3
    assert stage.act("bea", 0, difficulty=3, targets=["imp"])["difficulty"] == 2
    assert stage.state("imp")["openings"] == 0
    stage.do("adjust", actor="imp", openings=2)
    rolled = stage.act("bea", 1, difficulty=1, targets=["imp"])
    assert (rolled["difficulty"], stage.state("imp")["openings"]) == (1, 1)
    stage.do("end")
    assert stage.state("imp")["openings"] == 0


@pytest.mark.parametrize(
    ("applies", "seen"),
    [
        (None, {"injuries": 2}),
        ({"kind": "status", "key": "burning", "level": 1}, {"burning": 2}),
        ({"kind": "status", "key": "burning", "level": 3}, {"burning": 3}),
        ({"kind": "status", "key": "dazed", "level": 1}, {"dazed": 1}),
    ],
)
def test_drive_home_makes_the_actions_own_effect_one_stronger(applies: Any, seen: dict[str, int]):
    stage = Stage()
    stage.buys("ann", {"key": "drive_home"}, kind="attack", targets=["fiend"], applies=applies)
    assert {"injuries": stage.state("fiend")["injuries"]} | stage.levels("fiend") == {"injuries": 0} | seen


def test_side_move_is_told_and_changes_nothing():
    stage = Stage()
    stage.act("ann", 2)
    before = [stage.state(name) for name in ("ann", "bea", "fiend", "imp")]
    events = stage.do("ultra.resolve", actor="ann", tricks=[{"key": "side_move", "text": "bars the door"}])
    assert {"type": "side_move.made", "rules": [], "combatant": "ann", "text": "bars the door"} in events
    assert [stage.state(name) for name in ("ann", "bea", "fiend", "imp")] == before


def test_hinder_lays_a_complication_on_the_next_action_the_highest_of_several():
    stage = Stage()
    stage.buys("ann", {"key": "hinder", "cost": 3, "target": "fiend"})
    stage.turn_of("bea")
    stage.buys("bea", {"key": "hinder", "cost": 1, "target": "fiend"})
    assert stage.state("fiend")["hindered"] == 3
    stage.turn_of("fiend")
    stage.do("adjust", actor="fiend", actions=1)
    assert stage.act("fiend", 4)["complications"] == [{"id": "hinder", "level": 3}]
    assert stage.state("fiend")["hindered"] == 0
    spared = stage.resolve("fiend", buy_off=[{"id": "hinder"}])
    assert (spared["result"], spared["occurred"]) == ("extraordinary_success", [])
    assert stage.act("fiend", 1)["complications"] == []
    stage.do("adjust", actor="fiend", hindered=2)
    stage.do("end")
    assert stage.state("fiend")["hindered"] == 0


def test_shake_off_lowers_a_status_effect_and_ends_it_at_nothing():
    stage = Stage()
    stage.do("ultra.status", target="bea", key="bleeding", level=3)
    stage.buys("ann", {"key": "shake_off", "cost": 2, "target": "bea", "status": "bleeding"})
    assert stage.levels("bea") == {"bleeding": 1}
    stage.do("ultra.status", target="bea", key="dazed")
    stage.turn_of("bea")
    stage.buys("bea", {"key": "shake_off", "cost": 1, "status": "bleeding"}, hits=3)
    assert stage.levels("bea") == {"dazed": 1}


def test_afflict_hangs_a_status_effect_on_the_target_at_the_price_as_far_as_it_goes():
    stage = Stage()
    stage.buys("ann", {"key": "afflict", "cost": 3, "target": "imp", "status": "restrained"})
    assert stage.state("imp")["statuses"] == [
        {"key": "restrained", "level": 2, "source": "ann", "clears": {"at": "never"}}
    ]
    stage.turn_of("imp")
    stage.refused("blocked", "ultra.act", actor="imp", dice=2, tags=["movement"])
    stage.do(
        "ultra.oppose", actor="imp", defender="ann", dice=2, defense={"dice": 2}, kind="escape", faces=[8, 1, 1, 1]
    )
    assert stage.levels("imp") == {}


def test_second_target_takes_the_plain_effect_once_for_each():
    stage = Stage()
    spread = [{"key": "second_target", "target": name} for name in ("bea", "imp")]
    stage.buys("ann", *spread, {"key": "drive_home"}, hits=6, kind="attack", targets=["fiend"])
    assert [stage.state(name)["injuries"] for name in ("bea", "fiend", "imp")] == [1, 2, 1]
    stage.turn_of("bea")
    stage.act("bea", 5, dice=5, kind="attack", targets=["fiend"])
    stage.refused("trick_already_bought", "ultra.resolve", actor="bea", tricks=[spread[1], spread[1]])


def test_full_follow_up_gives_one_more_action_that_buys_no_further_one_and_lapses():
    stage = Stage()
    stage.buys("ann", {"key": "full_follow_up"}, hits=3)
    assert stage.state("ann")["actions"] == 1
    rolled = stage.act("ann", 4)
    assert (rolled["status"], stage.state("ann")["actions"]) == ("open", 0)
    assert "full_follow_up" not in [one["key"] for one in stage.shown["pending"]["menu"]["tricks"]]
    stage.refused("trick_already_bought", "ultra.resolve", actor="ann", tricks=[{"key": "full_follow_up"}])
    stage.resolve("ann")
    stage.refused("action_spent", "ultra.act", actor="ann", dice=4)
    stage.next_turn_of("ann")
    stage.buys("ann", {"key": "full_follow_up"}, hits=3)
    stage.do("end_turn")
    assert stage.state("ann")["actions"] == 0


def test_declare_truth_lends_two_bonus_hits_once_to_each_who_leans_on_it():
    """G-18."""
    stage = Stage()
    stage.buys("ann", {"key": "declare_truth", "text": "salt burns them"}, hits=3)
    stage.do("adjust", actor="ann", actions=2)
    for bonus, used_by in ((2, ["ann"]), (0, ["ann"])):
        rolled = stage.act("ann", 1, difficulty=4, facts=["f1", "f1"])
        assert rolled["bonus_hits"] == bonus
        assert stage.scene["facts"] == [fact("f1", "salt burns them", 2, *used_by)]
    stage.turn_of("bea")
    assert stage.act("bea", 1, difficulty=4, facts=["f1"])["hits"] == 3
    assert stage.scene["facts"][0]["used_by"] == ["ann", "bea"]


def test_a_truth_may_grant_advantage_where_its_trick_says_so():
    oath = {"key": "oath", "name": "Oath", "min": 2, "max": 2, "ops": ["declare_truth"], "grants_advantage": True}
    stage = Stage(sheets={"ann": {"tricks": [oath]}})
    stage.buys("ann", {"key": "oath", "text": "we stand"}, hits=3)
    assert stage.scene["facts"] == [{**fact("f1", "we stand", 2), "grants_advantage": True}]
    stage.turn_of("bea")
    rolled = stage.act("bea", 1, facts=["f1"])
    assert (rolled["bonus_hits"], rolled["advantage"], rolled["hits"]) == (0, 1, 3)


def test_end_fight_waits_for_the_game_master_then_the_conflict_is_over_and_the_scene_still_runs():
    stage = Stage()
    assert stage.buys("ann", {"key": "end_fight"})["status"] == "waiting"
    assert stage.scene["conflict"] == "open"
    assert (stage.shown["pending"]["kind"], stage.shown["pending"]["for"]) == ("approval", [])
    stage.do("ultra.approve", trick="end_fight")
    assert (stage.scene["conflict"], stage.shown["status"]) == ("ended", "running")
    stage.turn_of("bea")
    stage.act("bea", 1)
    stage.do("end")
    assert stage.shown["status"] == "ended"


def test_rewrite_scene_replaces_what_the_scene_is_about_and_all_its_facts():
    stage = Stage()
    stage.do("ultra.fact", text="the bridge holds", weight=2)
    stage.buys("ann", {"key": "rewrite_scene", "text": "everybody is falling"})
    stage.do("ultra.approve", trick="rewrite_scene")
    assert stage.scene == {"conflict": "open", "goal": "everybody is falling", "facts": []}
    stage.do("ultra.fact", text="the river is deep")
    assert stage.scene["facts"] == [fact("f2", "the river is deep")]


def test_remove_target_takes_somebody_out_until_the_scene_ends():
    stage = Stage()
    assert stage.buys("ann", {"key": "remove_target", "target": "imp"})["status"] == "resolved"
    assert (stage.state("imp")["present"], stage.state("imp")["out"]) == (False, True)
    stage.turn_of("fiend")
    stage.do("end_turn")
    assert stage.encounter.active == "ann"
    stage.refused("not_present", "ultra.act", actor="ann", dice=4, targets=["imp"])
    stage.refused("not_present", "ultra.act", actor="imp", dice=4)
    stage.do("end")
    assert (stage.state("imp")["present"], stage.state("imp")["out"]) == (True, False)


# -- own Tricks, and the game master's word --------------------------------------------------------------------------


def own(key: str, price: tuple[int, int], *ops: str) -> dict[str, Any]:
    return {"key": key, "name": key.title(), "min": price[0], "max": price[1], "ops": list(ops)}


def test_own_tricks_do_what_their_ops_do_at_the_price_paid():
    vow = own("vow", (1, 3), "set_up", "hinder", "scene_detail")
    stage = Stage(sheets={"ann": {"tricks": [vow, own("smile", (1, 1))]}})
    stage.act("ann", 4)
    assert [one["key"] for one in stage.shown["pending"]["menu"]["tricks"]][-2:] == ["vow", "smile"]
    stage.resolve("ann", {"key": "vow", "cost": 2, "target": "imp", "text": "never again"}, {"key": "smile"})
    assert stage.state("imp")["tokens"][0]["amount"] == 2
    assert stage.state("imp")["hindered"] == 2
    assert stage.scene["facts"] == [fact("f1", "never again")]
    assert stage.game.events[-1].fact.type != "side_move.made"


@pytest.mark.parametrize(
    ("approval", "trick", "waits"),
    [
        ("named", {"key": "remove_target", "target": "fiend"}, True),
        ("named", {"key": "remove_target", "target": "imp"}, False),
        ("named", {"key": "end_fight"}, True),
        ("named", {"key": "rewrite_scene", "text": "x"}, True),
        ("named", {"key": "afflict", "cost": 3, "target": "fiend", "status": "burning"}, False),
        ("always", {"key": "remove_target", "target": "imp"}, True),
        ("never", {"key": "end_fight"}, False),
        ("named", {"key": "crush"}, True),
        ("named", {"key": "boast"}, False),
    ],
)
def test_which_tricks_wait_for_the_game_master(approval: str, trick: dict[str, Any], waits: bool):
    mine = [own("crush", (3, 3), "drive_home"), own("boast", (3, 3), "side_move")]
    stage = Stage(sheets={"ann": {"tricks": mine}}, cost3_approval=approval)
    done = stage.buys("ann", trick, kind="attack", targets=["fiend"])
    assert done["status"] == ("waiting" if waits else "resolved")
    assert stage.state("fiend")["injuries"] == (0 if waits else 1)


def test_nothing_takes_effect_until_every_trick_that_waits_is_approved():
    stage = Stage()
    chosen: list[dict[str, Any]] = [
        {"key": "remove_target", "target": "fiend"},
        {"key": "end_fight"},
        {"key": "set_up", "cost": 1},
    ]
    stage.act("ann", 8, dice=8, complications=[trouble(kind="damage")])
    stage.resolve("ann", *chosen, buy_off=[])
    menu = stage.shown["pending"]["menu"]
    assert [(one["key"], one["target"]) for one in menu["tricks"]] == [("remove_target", "fiend"), ("end_fight", None)]
    stage.do("ultra.approve", trick="end_fight")
    assert stage.shown["pending"]["kind"] == "approval"
    assert (stage.scene["conflict"], stage.state("ann")["injuries"]) == ("open", 0)
    stage.refused("nothing_to_approve", "ultra.approve", trick="end_fight")
    stage.do("ultra.approve", trick="remove_target")
    assert (stage.scene["conflict"], stage.state("ann")["injuries"], stage.state("fiend")["out"]) == ("ended", 1, True)
    assert stage.shown["pending"] is None


def test_a_refused_trick_is_off_the_menu_and_all_hits_are_back():
    stage = Stage()
    stage.act("ann", 5, dice=5)
    stage.resolve("ann", {"key": "end_fight"}, {"key": "side_move"})
    stage.do("ultra.refuse", trick="end_fight")
    pending = stage.shown["pending"]
    assert (pending["kind"], pending["for"]) == ("resolution", ["ann"])
    assert "end_fight" not in [one["key"] for one in pending["menu"]["tricks"]]
    assert stage.refused("trick_refused", "ultra.resolve", actor="ann", tricks=[{"key": "end_fight"}]).facts == {
        "trick": "end_fight",
        "rule": "G-21",
    }
    done = stage.resolve("ann", {"key": "full_follow_up"}, {"key": "scene_detail", "text": "y"})
    assert (done["spent"], done["unspent"]) == (3, 1)


def test_what_a_complication_brings_can_be_shaken_off_with_the_same_hits():
    stage = Stage()
    stage.act("ann", 2, complications=[trouble(2, kind="status_effect", status_key="dazed")])
    stage.resolve("ann", {"key": "shake_off", "cost": 1, "status": "dazed"})
    assert stage.levels("ann") == {}


def test_a_trick_that_has_lost_its_target_is_refused_on_approval_and_can_only_be_chosen_anew():
    stage = Stage()
    stage.act("ann", 7, dice=7)
    stage.resolve("ann", {"key": "end_fight"}, {"key": "opening", "target": "imp"})
    stage.do("adjust", actor="imp", present=False)
    stage.refused("not_present", "ultra.approve", trick="end_fight")
    stage.do("ultra.refuse", trick="end_fight")
    assert stage.resolve("ann", {"key": "opening", "target": "fiend"})["status"] == "resolved"
