"""The rarer turns of a fight: who leaves in the midst of it, what is kept up, who recovers, what a menu offers."""

from typing import Any

import pytest

from app.rules.encounter.legal import LegalCommand, legal
from app.rules.encounter.schemas import read_command
from app.rules.encounter.viewer import GM
from app.rules.systems.supers.sheet import (
    Advantage,
    Effect,
    Gear,
    Membership,
    Power,
    Resisted,
    SupersSheet,
)
from tests.rules.supers.fights import HALYARD, PLAYER, TOLLKEEPER, Fight
from tests.rules.supers.test_fight import BOLT, brace_with, palm

NET = palm().model_copy(update={"name": "Net"}).model_dump(mode="json")
SIGHT = Power(name="Sight", effects=[Effect(effect_id="senses", rank=4)], array=Membership(of="Eyes", base=True))
FAR_SIGHT = Power(
    name="Far sight", effects=[Effect(effect_id="senses", rank=4, duration="continuous")], array=Membership(of="Eyes")
)
DEEP_SIGHT = FAR_SIGHT.model_copy(update={"name": "Deep sight"})
BALM = Power(name="Balm", effects=[Effect(effect_id="healing", rank=5, range="ranged")])


def halyard_with(*powers: Power, **more: Any) -> SupersSheet:
    return HALYARD.model_copy(update={"powers": [*HALYARD.powers, *powers], **more})


def offered(fight: Fight, type_: str) -> list[LegalCommand]:
    return [one for one in legal(fight.encounter, GM, table=fight.table) if one.type == f"supers.{type_}"]


# -- whoever leaves --------------------------------------------------------------------------------------------------


def test_whoever_is_held_is_free_once_the_holder_is_gone():
    fight = Fight().turn_of("brace")
    fight.bear("tollkeeper", "vulnerable")
    fight.do("grab", "brace", 12, 15, 5, target="tollkeeper")
    fight.do("leave", "brace")
    assert fight.keys("tollkeeper") == ["vulnerable"]


def test_the_game_master_ends_a_hold_with_its_condition():
    fight = Fight().turn_of("brace")
    fight.do("grab", "brace", 12, 15, 5, target="tollkeeper")
    fight.do("remove_condition", "tollkeeper", key="bound")
    assert (fight.state("brace").holds, fight.keys("tollkeeper")) == ((), [])
    fight.refuses("not_found", "drop_item", "brace", target="tollkeeper")


def test_nothing_is_left_to_resist_once_the_target_is_gone():
    fight = Fight()
    fight.do("attack_ranged", "halyard", 20, **BOLT)
    assert fight.encounter.pending is not None
    fight.do("leave", "tollkeeper")
    assert fight.encounter.scene.strike is None


def test_nobody_is_at_any_distance_from_somebody_who_is_gone():
    fight = Fight()
    fight.place("halyard", tollkeeper=600, guard=90)
    fight.do("leave", "tollkeeper")
    assert fight.state("halyard").position.distance_ft == {"guard": 90}


def test_out_of_the_hands_of_the_one_of_two_who_is_named():
    fight = Fight().turn_of("brace")
    fight.do("grab", "brace", 12, 15, 5, target="tollkeeper")
    fight.turn_of("halyard")
    fight.do("grab", "halyard", 19, 20, 1, target="tollkeeper")
    assert len(fight.keys("tollkeeper")) == 2
    fight.turn_of("tollkeeper")
    assert fight.do("escape", "tollkeeper", 20, 1, skill="athletics", holder="brace")["winner"] == "a"
    assert len(fight.keys("tollkeeper")) == 1
    fight.turn_of("halyard").do("drop_item", "halyard")
    assert fight.keys("tollkeeper") == []


# -- afflictions -----------------------------------------------------------------------------------------------------


def test_a_progressive_affliction_gets_no_worse_than_the_worst():
    fight = Fight(brace=brace_with(palm("progressive"))).turn_of("brace")
    fight.bear("tollkeeper", "disabled", "fortitude")
    fight.do("attack_close", "brace", 15, target="tollkeeper", power="Touch")
    fight.do("resist", "tollkeeper", 1)
    while fight.encounter.pending is None:
        fight.do("end_turn", None)
    fight.do("resist", "tollkeeper", 1)
    assert fight.keys("tollkeeper") == ["disabled", "incapacitated", "prone"]


def test_an_ability_far_below_its_least_debilitates_for_more_than_a_round():
    frail = TOLLKEEPER.model_copy(update={"abilities": TOLLKEEPER.abilities.model_copy(update={"presence": -5})})
    fight = Fight(brace=brace_with(palm(trait="presence", effect="weaken")), tollkeeper=frail).turn_of("brace")
    fight.do("attack_close", "brace", 15, target="tollkeeper", power="Touch")
    fight.do("resist", "tollkeeper", 1)
    lost = fight.encounter["tollkeeper"].conditions[0].param
    assert lost is not None
    fight.turn_of("tollkeeper")
    assert "debilitated:presence" in fight.effective("tollkeeper")
    assert fight.encounter["tollkeeper"].conditions[0].param == f"presence,{int(lost.partition(',')[2]) - 1}"


def test_what_does_not_live_resists_and_bears_nothing():
    fight = Fight(brace=brace_with(palm(trait="toughness", effect="weaken"))).turn_of("brace")
    fight.do("attack_close", "brace", 15, target="crate", power="Touch")
    if fight.encounter.pending is not None:
        fight.do("resist", "crate", 1)
    assert fight.keys("crate") == []


@pytest.mark.parametrize(
    ("trait", "face", "total"), [("insight", 10, 20), ("acrobatics", 10, 10), ("presence", 10, 14)]
)
def test_an_effect_may_be_resisted_with_a_skill_or_an_ability(trait: str, face: int, total: int):
    touch = palm()
    effect = touch.effects[0].model_copy(update={"resistance": Resisted(trait=trait)})
    fight = Fight(brace=brace_with(touch.model_copy(update={"effects": [effect]}))).turn_of("brace")
    fight.do("attack_close", "brace", 15, target="tollkeeper", power="Touch")
    assert fight.do("resist", "tollkeeper", face)["total"] == total


# -- powers ----------------------------------------------------------------------------------------------------------


def test_of_an_array_one_power_works_at_a_time():
    fight = Fight(halyard=halyard_with(SIGHT, FAR_SIGHT, DEEP_SIGHT))
    fight.do("activate_power", "halyard", power="Far sight")
    assert fight.state("halyard").on == ("Far sight",)
    fight.refuses("already_on", "activate_power", "halyard", power="Far sight")
    fight.do("adjust", "halyard", standard=1, move=1)
    fight.do("activate_power", "halyard", power="Deep sight")
    assert fight.state("halyard").on == ("Deep sight",)
    fight.do("deactivate", "halyard", power="Deep sight")
    assert fight.state("halyard").on == ()


def test_each_sustained_power_is_kept_up_and_turned_off_by_itself():
    """S-159."""
    shield = Power(name="Shield", effects=[Effect(effect_id="protection", rank=4, duration="sustained")])
    fight = Fight(halyard=halyard_with(shield))
    for power, sustained in (("Line flight", ("Line flight",)), ("Shield", ("Line flight", "Shield"))):
        fight.do("adjust", "halyard", standard=1, move=1)
        fight.do("activate_power", "halyard", power=power)
        assert fight.state("halyard").turn.sustained == sustained
    fight.do("deactivate", "halyard", power="Line flight")
    assert fight.state("halyard").turn.sustained == ("Shield",)
    fight.do("stop_sustaining", "halyard")
    assert fight.state("halyard").turn.sustained == ()


@pytest.mark.parametrize(
    ("actions", "budget"),
    [(["free"], (1, 1)), (["free", "move"], (1, 0)), (["move", "standard"], (0, 1))],
)
def test_turning_a_power_on_costs_what_its_dearest_effect_does(actions: list[Any], budget: tuple[int, int]):
    """S-158, S-160."""
    effects = [Effect(effect_id="senses", rank=1, duration="sustained", action=action) for action in actions]
    fight = Fight(halyard=halyard_with(Power(name="Lens", effects=effects)))
    fight.do("activate_power", "halyard", power="Lens")
    assert fight.budget == budget


def test_a_power_that_lasts_is_off_until_it_is_turned_on_again():
    """S-160."""
    lens = FAR_SIGHT.model_copy(update={"name": "Lens", "array": None})
    fight = Fight(halyard=halyard_with(lens))
    off = fight.do("deactivate", "halyard", power="Lens")
    assert (off["type"], fight.state("halyard").off) == ("power.ended", ("Lens",))
    assert off["text"].startswith("Halyard drops Lens.")
    on = fight.do("activate_power", "halyard", power="Lens")
    assert (on["type"], fight.state("halyard").off) == ("power.activated", ())
    assert on["text"].startswith("Halyard activates Lens.")


def test_whoever_is_stunned_keeps_no_power_up():
    """S-159."""
    fight = Fight()
    fight.do("activate_power", "halyard", power="Line flight")
    fight.do("add_condition", "halyard", key="stunned")
    for name in ("halyard", "brace", "tollkeeper"):
        fight.do("end_turn", name)
    ended = fight.do("end_turn", "guard")
    assert "Halyard can't keep Line flight up." in ended["text"]
    assert fight.state("halyard").turn.sustained == ()


def test_a_power_of_an_instant_is_used_and_over():
    """S-158."""
    fight = Fight()
    used = fight.do("activate_power", "halyard", power="Cable bolt")
    assert (used["deed"], used["what"], fight.budget) == ("use", "Cable bolt", (0, 1))


def test_stunts_are_no_dearer_than_their_power_and_have_a_name_of_their_own():
    fight = Fight()
    dear = {**NET, "effects": [{**NET["effects"][0], "rank": 60}]}
    effort: dict[str, Any] = {"option": "power_stunt", "power": "Cable bolt"}
    assert fight.refuses("alternate_too_costly", "extra_effort", "halyard", stunt=dear, **effort).facts["cost"] == 60
    fight.refuses("duplicate", "extra_effort", "halyard", stunt={**NET, "name": "Damp suit"}, **effort)
    fight.refuses("not_found", "extra_effort", "halyard", option="power")


# -- fatigue and hero points -----------------------------------------------------------------------------------------


def test_fatigue_that_has_landed_lands_once():
    fight = Fight(fatigue_timing="immediate")
    fight.do("extra_effort", "halyard", option="action")
    fight.do("end_turn", None)
    fight.turn_of("guard").do("end_turn", None)
    asked = fight.encounter.pending
    assert asked is not None
    assert asked.kind == "fatigue"
    fight.refuses("pending", "spend_hero_point", "halyard", use="inspiration")
    fight.do("pass", "halyard")
    assert (fight.state("halyard").fatigue, fight.encounter.active) == ("fatigued", "halyard")


def test_a_hero_point_counters_what_holds():
    fight = Fight()
    fight.bear("halyard", "hindered")
    fight.refuses("not_found", "spend_hero_point", "halyard", use="instant_counter", condition="bound")
    fight.do("spend_hero_point", "halyard", use="instant_counter", condition="hindered")
    assert (fight.keys("halyard"), fight.state("halyard").hero_points) == ([], 1)


def test_a_heroic_feat_counts_in_every_number_that_rests_on_it():
    fight = Fight()
    before = fight.do("check", "halyard", 10, trait="initiative", dc=10)["total"]
    fight.do("spend_hero_point", "halyard", use="heroic_feat", advantage="improved_initiative")
    assert fight.do("check", "halyard", 10, trait="initiative", dc=10)["total"] == before + 4


def test_fatigue_ends_with_the_condition_that_stands_for_it():
    fight = Fight()
    fight.do("adjust", "halyard", fatigue=1)
    fight.do("remove_condition", "halyard", key="fatigued")
    assert (fight.state("halyard").fatigue, fight.keys("halyard")) == ("none", [])


# -- help and recovery -----------------------------------------------------------------------------------------------


def test_who_fails_keeps_nobody_from_dying():
    fight = Fight()
    fight.do("adjust", "tollkeeper", damage=4)
    tried = fight.do("stabilize", "halyard", 1, target="tollkeeper")
    assert (tried["total"], tried["success"], fight.state("tollkeeper").damage.level) == (11, False, "dying")
    assert fight.budget == (0, 1)


def test_healing_from_afar_takes_off_the_worst_and_raises_nobody_from_the_dead():
    fight = Fight(halyard=halyard_with(BALM))
    fight.place("halyard", brace=100)
    fight.do("adjust", "brace", damage=2, penalty=1)
    assert [one.body["target"] for one in offered(fight, "heal")] == ["brace"]
    assert fight.do("heal", "halyard", 5, target="brace", power="Balm")["total"] == 10
    assert fight.state("brace").damage.level in {"none", "dazed"}
    fight.do("adjust", "brace", damage=-9, penalty=-9)
    fight.do("adjust", "brace", damage=4)
    fight.do("adjust", "halyard", standard=1)
    fight.do("heal", "halyard", 5, target="brace", power="Balm")
    damage = fight.state("brace").damage
    assert (damage.level, damage.stable) == ("incapacitated", True)
    fight.do("adjust", "halyard", standard=1)
    fight.do("heal", "halyard", 5, target="brace", power="Balm")
    damage = fight.state("brace").damage
    assert (damage.level, damage.stable) == ("staggered", False)
    fight.do("adjust", "guard", damage=5)
    fight.do("adjust", "halyard", standard=1)
    fight.refuses("dead", "heal", "halyard", target="guard", power="Balm")


def test_recovering_takes_fatigue_off_or_throws_off_what_holds():
    tired = Fight()
    tired.do("adjust", "halyard", fatigue=2)
    tired.do("recover_action", "halyard")
    assert tired.keys("halyard") == ["fatigued"]
    held = Fight().turn_of("tollkeeper")
    held.do("attack_perception", "tollkeeper", target="halyard", power="Toll bell")
    held.do("resist", "halyard", 9)
    held.turn_of("halyard").do("adjust", "halyard", standard=1, move=1)
    held.do("recover_action", "halyard", 20)
    assert held.keys("halyard") == []
    held.turn_of("brace")
    held.refuses("not_found", "recover_action", "brace", what="retry")


def test_rest_that_takes_off_only_what_there_is():
    fight = Fight(start=False, recovery_model="set")
    fight.do("adjust", "brace", damage=2, penalty=2)
    fight.do("rest_minutes", "brace", n=1)
    assert (fight.state("brace").damage.level, fight.state("brace").damage.penalty) == ("none", 2)
    fight.do("rest_minutes", "brace", n=2)
    assert (fight.keys("brace"), fight.state("brace").damage.penalty) == ([], 0)


def test_players_hear_of_no_wounds_that_they_may_not_read():
    fight = Fight().turn_of("tollkeeper")
    fight.do("adjust", "tollkeeper", damage=1)
    recovered = fight.send(fight.body("recover_action", "tollkeeper"))
    assert "The Tollkeeper is now at: none" in fight.text(recovered)
    assert "now at" not in fight.text(recovered, PLAYER)


def test_aid_that_fails_helps_nobody():
    fight = Fight().turn_of("brace")
    aided = fight.do("aid", "brace", 1, ally="halyard", foe="guard", to="attack", power="unarmed", by=PLAYER)
    fight.do("adjust", "brace", standard=1)
    assert aided["dc"] == 10
    clumsy = Fight().turn_of("guard")
    failed = clumsy.do("aid", "guard", 1, ally="tollkeeper", foe="halyard", to="attack", power="Baton")
    assert (failed["success"], failed["bonus"], clumsy.state("tollkeeper").boosts) == (False, 0, ())


def test_what_is_dropped_is_gone_and_nothing_is_dropped_for_show():
    rope = Gear(name="Rope", ep=1)
    fight = Fight(halyard=halyard_with(equipment=[rope]))
    assert fight.do("drop_item", "halyard")["text"].startswith("Halyard lets go of something. ")
    assert fight.state("halyard").lost == ()
    fight.do("drop_item", "halyard", item="Rope")
    assert fight.state("halyard").lost == ("Rope",)
    fight.refuses("not_found", "drop_item", "halyard", item="Rope")


def test_letting_go_of_somebody_drops_nothing_else():
    fight = Fight().turn_of("brace")
    fight.do("grab", "brace", 12, 15, 5, target="tollkeeper")
    let_go = fight.send(fight.body("drop_item", "brace"))
    assert [one.fact.type for one in let_go.events] == ["deed.done", "condition.ended"]
    assert fight.text(let_go).startswith("Brace lets go of The Tollkeeper.")


# -- checks ----------------------------------------------------------------------------------------------------------


def test_who_has_mastered_a_skill_makes_routine_checks_in_the_midst_of_a_fight():
    master = halyard_with(advantages=[*HALYARD.advantages, Advantage(id="skill_mastery")])
    fight = Fight(halyard=master)
    made = fight.do("check", "halyard", trait="acrobatics", dc=15, routine=True)
    assert (made["total"], made["success"], made["dice"]) == (18, True, ())
    assert Fight().refuses("routine_not_allowed", "check", "halyard", trait="acrobatics", dc=15, routine=True)


def test_a_power_is_checked_by_its_rank():
    assert Fight().do("check", "halyard", 10, trait="Cable bolt", dc=15)["total"] == 20


# -- what is offered -------------------------------------------------------------------------------------------------


def test_buttons_say_in_words_what_they_do():
    fight = Fight()
    words = {one.type: one.summary for one in reversed(legal(fight.encounter, PLAYER, table=fight.table))}
    assert [one.removeprefix("Halyard: ") for one in reversed(words.values())] == [
        "attack up close (unarmed) → The Tollkeeper",
        "attack from afar (Cable bolt) → The Tollkeeper",
        "attack by routine (Cable bolt) → Toll guard",
        "strike an area (Static burst) → The Tollkeeper, Toll guard and Crate",
        "move (30 ft)",
        "drop down",
        "talk",
        "try for a burst of speed",
        "wait for a later place",
        "ready an action (a foe comes near, attack)",
        "activate a power (Line flight)",
        "make an extra effort (one more standard action, for a step of fatigue)",
        "stand on guard",
        "aim at → The Tollkeeper",
        "help an ally (Cable bolt) → Brace and The Tollkeeper",
        "grab → The Tollkeeper",
        "trip → The Tollkeeper",
        "disarm → The Tollkeeper",
        "frighten → The Tollkeeper",
        "mislead → The Tollkeeper",
        "make a check (perception)",
        "make a check against (strength) → The Tollkeeper",
        "see who has more of it (strength) → The Tollkeeper",
        "make a check together (perception) → Brace",
        "end the turn",
        "spend a hero point (inspiration)",
    ]


def test_what_a_critical_hit_can_be_turned_into_is_offered():
    fight = Fight()
    fight.do("attack_ranged", "halyard", 20, **BOLT)
    assert [one.body["option"] for one in offered(fight, "choose_critical")] == ["increased", "alternate", "added"]


def test_every_extra_effort_that_has_its_moment_is_offered():
    fight = Fight()
    efforts = [one.body["option"] for one in offered(fight, "extra_effort")]
    assert efforts == ["action", "bonus", "speed", "strength"]


def test_a_way_up_to_each_foe_within_a_move_is_offered():
    fight = Fight()
    fight.place("halyard", tollkeeper=25, guard=90)
    moves = [(one.body["feet"], one.body.get("distance_ft")) for one in offered(fight, "move")]
    assert moves == [(30, None), (20, {"tollkeeper": 5})]


def test_whoever_is_held_can_be_let_go():
    fight = Fight().turn_of("brace")
    fight.do("grab", "brace", 12, 15, 5, target="tollkeeper")
    assert [one.body["target"] for one in offered(fight, "drop_item")] == ["tollkeeper"]


def test_damaged_things_can_be_mended():
    fight = Fight()
    assert offered(fight, "repair") == []
    fight.do("adjust", "crate", damage=2)
    assert [one.body["target"] for one in offered(fight, "repair")] == ["crate"]


@pytest.mark.parametrize("face", [15, 20], ids=["resistance", "critical choice"])
def test_a_roll_that_opened_a_window_is_offered_to_be_bettered(face: int):
    """R-16."""
    fight = Fight()
    fight.do("attack_ranged", "halyard", face, target="tollkeeper", power="Cable bolt")
    bettered = [one.body for one in legal(fight.encounter, PLAYER, table=fight.table) if "spend" in one.type]
    assert [one["use"] for one in bettered] == ["improve_roll"]
    fight.send(read_command({**bettered[0], "faces": [20]}, fight.table.rules), PLAYER)


def test_death_is_told_to_everybody():
    fight = Fight()
    fight.do("adjust", "tollkeeper", damage=2)
    killed = fight.send(fight.body("adjust", "tollkeeper", damage=4))
    after = " The Tollkeeper is dead. The Tollkeeper is no longer staggered. Halyard is on"
    assert fight.text(killed).startswith("The game master adjusts The Tollkeeper: damage +4." + after)
    assert fight.text(killed, PLAYER).startswith("The game master adjusts The Tollkeeper." + after)


def test_what_an_adjustment_makes_of_wounds_is_told_once():
    text = Fight().do("adjust", "tollkeeper", damage=2, penalty=1)["text"]
    assert text.startswith(
        "The game master adjusts The Tollkeeper: damage +2, penalty +1. The Tollkeeper is now at: staggered, -1. "
    )
