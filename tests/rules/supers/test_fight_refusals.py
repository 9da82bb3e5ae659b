"""Every refusal of the page's command table, in its order, and that it changes nothing."""

from typing import Any

import pytest

from app.rules.systems.supers.sheet import Advantage, Attack, Effect, Power, SupersSheet
from tests.rules.supers.fights import GUARD, HALYARD, PLAYER, Fight

BOLT: dict[str, Any] = {"target": "tollkeeper", "power": "Cable bolt"}
FIST: dict[str, Any] = {"target": "tollkeeper", "power": "Anvil fist"}
HEALER = HALYARD.model_copy(
    update={"powers": [*HALYARD.powers, Power(name="Warm hands", effects=[Effect(effect_id="healing", rank=5)])]}
)


def at_the_table() -> Fight:
    return Fight()


def test_before_it_has_begun():
    fight = Fight(start=False)
    fight.refuses("wrong_phase", "attack_ranged", "halyard", **BOLT)
    fight.refuses("duplicate", "join", None, id="halyard", sheet={}, side="heroes")
    fight.refuses("all_surprised", "start", None, surprised=["halyard", "brace", "tollkeeper", "guard"])
    fight.refuses("not_found", "start", None, surprised=["nobody"])
    fight.do("start", None)
    fight.refuses("wrong_phase", "start", None)
    fight.do("end", None)
    fight.refuses("wrong_phase", "talk", "halyard")
    fight.refuses("wrong_phase", "end_turn", None)


def test_whose_turn_it_is_and_what_is_left_of_it():
    fight = at_the_table()
    assert fight.refuses("not_your_turn", "talk", "brace").facts["active"] == "halyard"
    fight.refuses("not_found", "attack_ranged", "halyard", target="nobody", power="Cable bolt")
    fight.refuses("not_found", "attack_ranged", "halyard", target="tollkeeper", power="No such thing")
    fight.refuses("bad_face", "attack_ranged", "halyard", 21, **BOLT)
    fight.refuses("bad_face", "attack_ranged", "halyard", 0, **BOLT)
    fight.refuses("faces_missing", "demoralize", "halyard", 5, target="tollkeeper")
    fight.refuses("faces_unused", "attack_ranged", "halyard", 2, 3, **BOLT)
    fight.do("attack_ranged", "halyard", 2, **BOLT)
    fight.refuses("no_standard_left", "attack_ranged", "halyard", **BOLT)
    fight.do("move", "halyard", feet=5)
    fight.refuses("no_move_left", "move", "halyard", feet=5)
    fight.refuses("no_move_left", "stand_up", "halyard")


def test_a_surprise_round_has_one_action():
    fight = Fight(start=False)
    fight.do("start", None, surprised=["guard"])
    fight.refuses("surprise_limit", "recover_action", "halyard")
    fight.do("move", "halyard", feet=5)
    fight.refuses("surprise_limit", "attack_ranged", "halyard", **BOLT)
    fight.refuses("surprise_limit", "move", "halyard", feet=5)
    said = fight.do("talk", "halyard", text="Now!")
    assert (said["type"], said["text"]) == ("words.spoken", "Now!")


def test_those_who_can_do_nothing():
    fight = at_the_table()
    fight.bear("halyard", "controlled")
    fight.refuses("controlled", "talk", "halyard", by=PLAYER)
    fight.bear("halyard", "stunned")
    fight.refuses("stunned", "drop_prone", "halyard")
    fight.refuses("stunned", "extra_effort", "halyard", option="action")
    fight.do("adjust", "brace", damage=5)
    assert fight.keys("brace") == []
    fight.refuses("dead", "talk", "brace")
    fight.refuses("dead", "spend_hero_point", "brace", use="inspiration")


def test_an_open_window_lets_only_its_answers_through():
    fight = at_the_table()
    fight.refuses("nothing_pending", "resist", "tollkeeper")
    fight.refuses("nothing_pending", "pass", "halyard")
    fight.refuses("not_critical", "choose_critical", "halyard", option="increased")
    fight.do("attack_ranged", "halyard", 15, **BOLT)
    fight.refuses("pending", "end_turn", "halyard")
    fight.refuses("pending", "move", "halyard", feet=5)
    fight.refuses("pending", "spend_hero_point", "halyard", use="inspiration")
    fight.refuses("nothing_pending", "resist", "brace")
    fight.refuses("not_critical", "choose_critical", "halyard", option="increased")
    fight.do("resist", "tollkeeper", 20)
    fight.turn_of("brace")
    fight.do("attack_close", "brace", 20, **FIST)
    fight.refuses("crit_choice", "choose_critical", "brace", option="double")
    fight.refuses("crit_choice", "choose_critical", "brace", option="added")
    fight.refuses("unknown_effect", "choose_critical", "brace", option="added", added_effect="doom")
    fight.refuses("nothing_pending", "resist", "tollkeeper")


def test_moving():
    fight = at_the_table()
    fight.refuses("too_far", "move", "halyard", feet=31)
    fight.refuses("too_far", "move", "halyard", feet=5, distance_ft={"guard": 30})
    fight.refuses("not_found", "move", "halyard", feet=5, distance_ft={"nobody": 5})
    fight.refuses("not_found", "move", "halyard", feet=5, kind="Line flight")
    fight.refuses("split_action", "move", "halyard", feet=5, split=True)
    fight.refuses("not_prone", "stand_up", "halyard")
    fight.bear("halyard", "immobile")
    fight.refuses("immobile", "move", "halyard", feet=5)
    fight.do("sprint", "halyard", 2)
    fight.refuses("athletics_used", "sprint", "halyard")


def test_waiting():
    fight = at_the_table()
    fight.refuses("nobody_later", "delay", "halyard", after="halyard")
    fight.do("ready", "halyard", trigger="the guard moves", action="a bolt")
    fight.do("extra_effort", "halyard", option="action")
    fight.refuses("already_ready", "ready", "halyard", trigger="another", action="b")
    fight.turn_of("guard")
    fight.refuses("nobody_later", "delay", "guard")


def test_attacks():
    fight = at_the_table()
    fight.place("halyard", tollkeeper=1001, brace=10)
    fight.refuses("wrong_attack", "attack_close", "halyard", **BOLT)
    fight.refuses("wrong_attack", "attack_ranged", "halyard", target="tollkeeper", power="Damp suit")
    fight.refuses("wrong_attack", "attack_perception", "halyard", **BOLT)
    assert fight.refuses("out_of_range", "attack_ranged", "halyard", **BOLT).facts["longest_ft"] == 1000
    fight.refuses("out_of_reach", "attack_close", "halyard", target="brace", power="unarmed")
    fight.refuses("routine_not_allowed", "attack_routine", "halyard", target="brace", power="Cable bolt")
    fight.refuses("no_area", "attack_area", "halyard", targets=["guard"], power="Cable bolt")
    fight.refuses("not_gm", "attack_ranged", "halyard", by=PLAYER, circumstance=[2], **BOLT)
    fight.do("adjust", "guard", position={"cover": "total"})
    fight.refuses("total_cover", "attack_ranged", "halyard", target="guard", power="Cable bolt")
    fight.refuses("total_cover", "attack_close", "halyard", target="guard", power="unarmed")
    fight.do("adjust", "guard", position={"cover": "none", "concealment": "total"})
    fight.turn_of("tollkeeper")
    fight.do("adjust", "halyard", position={"concealment": "total"})
    fight.refuses("not_perceived", "attack_perception", "tollkeeper", target="halyard", power="Toll bell")


def test_nothing_of_rank_0_reaches_anybody_from_afar():
    """R-33: 0 ft, and S-092: an area asks nobody how well they hide."""
    fight = at_the_table()
    fight.place("halyard", guard=5)
    weak = [
        Power(name="Spit", effects=[Effect(effect_id="damage", rank=1, attack=Attack(kind="ranged", bonus=3))]),
    ]
    spitting = Fight(guard=GUARD.model_copy(update={"powers": weak})).turn_of("guard")
    spitting.place("guard", brace=5)
    spitting.bear("guard", "weakened", "Spit,1")
    refusal = spitting.refuses("out_of_range", "attack_ranged", "guard", target="brace", power="Spit")
    assert refusal.facts["longest_ft"] == 0
    hiding = at_the_table()
    hiding.do("adjust", "guard", position={"concealment": "total"})
    assert hiding.do("attack_area", "halyard", 8, targets=["guard"], power="Static burst")["type"] == "area.struck"


def poker(bonus: int, rank: int, *advantages: str) -> SupersSheet:
    """A guard with an attack of these numbers."""
    poke = Effect(effect_id="damage", rank=rank, attack=Attack(kind="close", bonus=bonus))
    return GUARD.model_copy(
        update={
            "powers": [Power(name="Poke", effects=[poke])],
            "advantages": [Advantage(id=name) for name in advantages],
        }
    )


@pytest.mark.parametrize(
    ("bonus", "rank", "kind", "shift", "code"),
    [
        (2, 5, "all_out", 3, "bonus_more_than_double"),
        (9, 2, "accurate", 3, "effect_below_zero"),
        (9, 2, "power", 3, "effect_more_than_double"),
        (2, 5, "defensive", 3, "bonus_below_zero"),
        (9, 9, "power", 6, "shift_limit"),
        (9, 9, "power", 0, "shift_limit"),
    ],
)
def test_trade_offs(bonus: int, rank: int, kind: str, shift: int, code: str):
    advantages = ("all_out_attack", "accurate_attack", "power_attack", "defensive_attack")
    fight = Fight(guard=poker(bonus, rank, *advantages)).turn_of("guard")
    trade = {"kind": kind, "shift": shift}
    fight.refuses(code, "attack_close", "guard", target="brace", power="Poke", tradeoff=trade)
    plain = Fight(guard=poker(9, 9)).turn_of("guard")
    three = {"kind": kind, "shift": 3}
    plain.refuses("shift_limit", "attack_close", "guard", target="brace", power="Poke", tradeoff=three)


def test_powers():
    fight = at_the_table()
    fight.refuses("not_found", "activate_power", "halyard", power="No such thing")
    fight.refuses("permanent_no_deactivate", "deactivate", "halyard", power="Damp suit")
    fight.refuses("not_on", "deactivate", "halyard", power="Line flight")
    fight.refuses("not_on", "sustain", "halyard", power="Line flight")
    fight.refuses("not_on", "stop_sustaining", "halyard")
    fight.do("activate_power", "halyard", power="Line flight")
    fight.refuses("already_on", "activate_power", "halyard", power="Line flight")


def test_efforts_and_points():
    fight = at_the_table()
    fight.refuses("unknown_effort", "extra_effort", "halyard", option="luck")
    fight.refuses("permanent_no_effort", "extra_effort", "halyard", option="power", power="Damp suit")
    fight.refuses("not_found", "extra_effort", "halyard", option="resistance")
    fight.do("extra_effort", "halyard", option="action")
    fight.refuses("effort_used", "extra_effort", "halyard", option="speed")
    fight.refuses("unknown_use", "spend_hero_point", "halyard", use="fly")
    fight.refuses("not_found", "spend_hero_point", "halyard", use="recover")
    fight.refuses("not_found", "spend_hero_point", "halyard", use="heroic_feat", advantage="luck")
    fight.refuses("result_announced", "spend_hero_point", "halyard", use="improve_roll")
    fight.do("spend_hero_point", "halyard", use="inspiration")
    fight.refuses("hero_use_repeated", "spend_hero_point", "halyard", use="inspiration")
    fight.do("attack_ranged", "halyard", 2, **BOLT)
    fight.do("talk", "halyard")
    fight.refuses("result_announced", "spend_hero_point", "halyard", use="improve_roll")
    fight.do("spend_hero_point", "halyard", use="edit_scene")
    fight.refuses("no_hero_point", "spend_hero_point", "halyard", use="improve_roll")
    fight.refuses("no_hero_point", "spend_hero_point", "guard", use="no such use")
    fight.refuses("not_gm", "add_hero_point", "halyard", by=PLAYER)


def test_recovering():
    fight = at_the_table()
    fight.do("adjust", "halyard", penalty=2)
    fight.do("recover_action", "halyard")
    fight.do("end_turn", None)
    fight.turn_of("halyard")
    fight.refuses("recover_used", "recover_action", "halyard")
    fight.refuses("in_combat", "rest_minutes", "halyard", n=5)
    Fight(recover_action=False).refuses("recover_off", "recover_action", "halyard")


@pytest.mark.parametrize(("damage", "code"), [(4, "dying"), (5, "dead")])
def test_no_rest_for_those_beyond_it(damage: int, code: str):
    fight = Fight(start=False)
    fight.do("adjust", "brace", damage=damage)
    fight.refuses(code, "rest_minutes", "brace", n=1)
    fight.refuses("object_no_recovery", "rest_minutes", "crate", n=1)


def test_help():
    fight = Fight(halyard=HEALER)
    fight.refuses("not_object", "repair", "halyard", target="guard")
    fight.refuses("not_dying", "stabilize", "halyard", target="guard")
    fight.place("halyard", guard=10, crate=10)
    fight.refuses("out_of_reach", "stabilize", "halyard", target="guard")
    fight.refuses("out_of_reach", "repair", "halyard", target="crate")
    fight.place("halyard", crate=5)
    fight.do("adjust", "crate", damage=3)
    fight.refuses("destroyed", "repair", "halyard", target="crate")
    fight.refuses("not_found", "heal", "halyard", target="brace", power="Cable bolt")
    fight.refuses("object_no_recovery", "heal", "halyard", target="crate", power="Warm hands")
    fight.do("adjust", "brace", damage=1)
    fight.do("heal", "halyard", 1, target="brace", power="Warm hands")
    fight.do("end_turn", None)
    fight.turn_of("halyard")
    fight.refuses("heal_retry", "heal", "halyard", target="brace", power="Warm hands")
    fight.do("extra_effort", "halyard", option="retry")
    fight.do("heal", "halyard", 6, target="brace", power="Warm hands")
    assert fight.state("brace").damage.level == "none"
    fight.turn_of("brace")
    fight.do("adjust", "tollkeeper", damage=4)
    fight.refuses("trained_only", "stabilize", "brace", target="tollkeeper")


def test_aid():
    fight = at_the_table()
    fight.place("halyard", tollkeeper=1001)
    aid: dict[str, Any] = {"ally": "brace", "to": "attack", "power": "Cable bolt"}
    fight.refuses("not_in_position", "aid", "halyard", foe="tollkeeper", **aid)
    fight.refuses("not_in_position", "aid", "halyard", foe="guard", **{**aid, "ally": "halyard"})
    fight.refuses("not_in_position", "aid", "halyard", foe="guard", **{**aid, "ally": "guard"})
    fight.refuses("not_in_position", "aid", "halyard", foe="halyard", **aid)
    fight.refuses("not_in_position", "aid", "halyard", foe="guard", **{**aid, "power": "Static burst"})


def test_checks():
    fight = at_the_table()
    fight.refuses("unknown_trait", "check", "halyard", trait="luck", dc=10)
    fight.refuses("trained_only", "check", "halyard", trait="vehicles", dc=10)
    fight.refuses("routine_not_allowed", "check", "halyard", trait="perception", dc=10, routine=True)
    fight.refuses("unknown_trait", "opposed_check", "halyard", trait="strength", against="luck", target="guard")
    fight.refuses("unknown_trait", "comparison", "halyard", trait="luck", target="guard")
    team: dict[str, Any] = {"leader": "halyard", "trait": "perception", "dc": 10}
    fight.refuses("same_trait", "team_check", None, helpers=[{"id": "brace", "trait": "insight"}], **team)
    fight.refuses("leader_helps", "team_check", None, helpers=["halyard"], **team)
    fight.refuses("not_found", "team_check", None, helpers=["nobody"], **team)
    fight.refuses("not_your_turn", "team_check", None, helpers=["halyard"], **{**team, "leader": "brace"})
    fight.refuses("not_yours", "team_check", None, by=PLAYER, helpers=[], **{**team, "leader": "guard"})


@pytest.mark.parametrize(("who", "key"), [("halyard", "controlled"), ("halyard", "stunned"), ("brace", "stunned")])
def test_whoever_may_not_act_leads_no_team_check_and_helps_in_none(who: str, key: str):
    fight = at_the_table()
    fight.bear(who, key)
    team: dict[str, Any] = {"leader": "halyard", "helpers": ["brace"], "trait": "perception", "dc": 10}
    fight.refuses(key, "team_check", None, by=PLAYER, **team)
    fight.do("adjust", "brace", damage=5)
    if who == "brace":
        fight.refuses("dead", "team_check", None, **team)


def test_manoeuvres():
    fight = at_the_table()
    fight.place("halyard", tollkeeper=30)
    for deed in ("grab", "trip", "disarm"):
        fight.refuses("out_of_reach", deed, "halyard", target="tollkeeper")
    fight.refuses("not_held", "escape", "halyard", skill="athletics")
    fight.refuses("not_found", "disarm", "halyard", target="guard", item="a halberd")
    fight.refuses("not_found", "drop_item", "halyard", item="a halberd")
    fight.refuses("not_found", "drop_item", "halyard", target="guard")
    fight.bear("halyard", "bound")
    for deed in ("grab", "trip", "disarm"):
        fight.refuses("no_free_limb", deed, "halyard", target="guard")
    fight.do("remove_condition", "halyard", key="bound")
    fight.bear("halyard", "defenseless")
    fight.do("trip", "halyard", 1, target="guard")
    fight.do("adjust", "halyard", standard=1)
    fight.bear("guard", "unaware")
    fight.refuses("unaware_target", "demoralize", "halyard", target="guard")
    fight.bear("tollkeeper", "unaware", "auditory")
    fight.refuses("deaf", "feint", "halyard", target="tollkeeper")


def test_conditions_are_those_of_the_catalogue():
    fight = at_the_table()
    fight.refuses("bad_param", "add_condition", "halyard", key="impaired")
    fight.refuses("bad_param", "add_condition", "halyard", key="dazed", param="will")
    fight.refuses("unknown_condition", "add_condition", "halyard", key="happy")
    fight.refuses("bad_param", "add_condition", "crate", key="dazed")
    fight.refuses("not_found", "remove_condition", "halyard", key="dazed")


def test_refusals_come_in_the_order_of_the_page():
    """All of it is wrong at once; what is mended uncovers the next."""
    fight = Fight(start=False)
    wrong: dict[str, Any] = {"feet": 99, "by": PLAYER}
    fight.refuses("wrong_phase", "move", "brace", **wrong)
    fight.do("start", None)
    fight.bear("brace", "controlled")
    fight.bear("brace", "stunned")
    fight.do("attack_ranged", "halyard", 15, **BOLT)
    fight.refuses("pending", "move", "brace", **wrong)
    fight.do("resist", "tollkeeper", 20)
    fight.refuses("not_found", "move", "brace", distance_ft={"nobody": 5}, **wrong)
    fight.refuses("not_your_turn", "move", "brace", **wrong)
    fight.turn_of("brace")
    fight.refuses("controlled", "move", "brace", **wrong)
    fight.do("remove_condition", "brace", key="controlled")
    fight.refuses("stunned", "move", "brace", **wrong)
    fight.do("remove_condition", "brace", key="stunned")
    fight.refuses("no_move_left", "move", "brace", **wrong)
    fight.do("adjust", "brace", standard=1)
    fight.bear("brace", "immobile")
    fight.refuses("immobile", "move", "brace", split=True, **wrong)
    fight.do("remove_condition", "brace", key="immobile")
    fight.refuses("split_action", "move", "brace", split=True, **wrong)
    fight.refuses("too_far", "move", "brace", **wrong)
    fight.do("adjust", "brace", damage=5)
