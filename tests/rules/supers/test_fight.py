"""What people at the table would see of a fight, with the dice as they are told."""

from typing import Any

import pytest

from app.rules.encounter.legal import legal
from app.rules.encounter.table import Character
from app.rules.encounter.viewer import GM
from app.rules.encounter.views import show
from app.rules.errors import Refusal
from app.rules.systems.supers.sheet import Advantage, Attack, Effect, Modification, Power, Resisted, Skill
from tests.rules.supers.fights import BRACE, GUARD, HALYARD, PLAYER, TOLLKEEPER, Fight

BOLT: dict[str, Any] = {"target": "tollkeeper", "power": "Cable bolt"}
FIST: dict[str, Any] = {"target": "tollkeeper", "power": "Anvil fist"}
PALM: dict[str, Any] = {"target": "tollkeeper", "power": "Numbing palm"}


def palm(*extras: str, trait: str | None = None, effect: str = "affliction") -> Power:
    return Power(
        name="Touch",
        effects=[
            Effect(
                effect_id=effect,
                rank=8,
                extras=[Modification(id=extra, value=1) for extra in extras],
                attack=Attack(kind="close", bonus=10),
                resistance=Resisted(trait="fortitude"),
                trait=trait,
                conditions=["dazed", "stunned", "incapacitated"] if effect == "affliction" else None,
            )
        ],
    )


def brace_with(*powers: Power, advantages: tuple[str, ...] = ()):
    more = [Advantage(id=name) for name in advantages]
    return BRACE.model_copy(update={"powers": [*BRACE.powers, *powers], "advantages": [*BRACE.advantages, *more]})


def test_an_attack_is_told_with_its_numbers():
    fight = Fight()
    told = fight.do("attack_ranged", "halyard", 15, **BOLT)
    assert told["text"] == (
        "Halyard attacks The Tollkeeper (Cable bolt): 15 + 10 = 25 against 20, a hit. "
        "The Tollkeeper must resist the damage (toughness, DC 25)."
    )
    window = fight.encounter.pending
    assert window is not None
    assert (window.kind, window.for_, window.since) == ("resistance", ("tollkeeper",), "halyard")
    told = fight.do("resist", "tollkeeper", 6)
    assert told["text"] == (
        "The Tollkeeper doesn't resist the damage: 6 + 4 = 10 against 25 (4 degrees). "
        "The Tollkeeper is now incapacitated. The Tollkeeper is now prone. Halyard is on (round 1, a move left)."
    )
    assert [(one["source"], one["value"]) for one in told["modifiers"]] == [("stamina", 4)]


def test_players_get_no_number_of_a_sheet_that_they_may_not_read():
    fight = Fight()
    fight.turn_of("tollkeeper")
    hit = fight.send(fight.body("attack_ranged", "tollkeeper", 15, target="halyard", power="Arc lance"))
    assert fight.text(hit, PLAYER) == (
        "The Tollkeeper attacks Halyard: a die of 15 against 20, a hit. Halyard must resist the damage (toughness)."
    )
    resisted = fight.send(fight.body("resist", "halyard", 15))
    assert fight.text(resisted, PLAYER) == (
        "Halyard doesn't resist the damage: 15 + 10 = 25; now -1 to resist damage. The Tollkeeper is on (round 1)."
    )


@pytest.mark.parametrize(
    ("option", "more", "dc", "level"),
    [
        ("increased", {}, 30, "staggered"),
        ("alternate", {}, 25, "dazed"),
        ("added", {"added_effect": "damage"}, 25, "dazed"),
    ],
)
def test_a_critical_hit_is_turned_into_one_thing(option: str, more: dict[str, Any], dc: int, level: str):
    """S-064, S-065, R-37: the added effect is rolled after the first."""
    fight = Fight()
    fight.do("attack_ranged", "halyard", 20, **BOLT)
    chosen = fight.do("choose_critical", "halyard", option=option, **more)
    assert chosen["resistance_dc"] == dc
    resisted = fight.do("resist", "tollkeeper", 14)
    assert (resisted["dc"], fight.state("tollkeeper").damage.level) == (dc, level)
    if option == "added":
        assert fight.encounter.pending is not None
        again = fight.do("resist", "tollkeeper", 14)
        assert (again["total"], again["dc"]) == (14 + 4 - 1, 15)
    assert fight.encounter.pending is None


def test_an_alternate_effect_is_a_stunt_without_fatigue():
    """S-066."""
    fight = Fight()
    fight.do("attack_ranged", "halyard", 20, **BOLT)
    net = Power(name="Net", effects=palm().effects)
    chosen = fight.do("choose_critical", "halyard", option="alternate", stunt=net.model_dump(mode="json"))
    assert (chosen["stunt_granted"], chosen["fatigue_steps"], fight.state("halyard").pending_step) == (True, 0, 0)
    fight.do("resist", "tollkeeper", 20)
    fight.do("end_turn", None)
    fight.turn_of("halyard").do("attack_close", "halyard", 15, target="tollkeeper", power="Net")


def test_minions_never_land_critical_hits_on_others():
    fight = Fight().turn_of("guard")
    hit = fight.do("attack_close", "guard", 20, target="brace", power="Baton")
    assert (hit["hit"], hit["critical"]) == (True, False)


def test_an_affliction_gets_worse_and_is_thrown_off_at_the_end_of_a_turn():
    fight = Fight().turn_of("brace")
    fight.do("attack_close", "brace", 15, **PALM)
    fight.do("resist", "tollkeeper", 5)
    assert fight.keys("tollkeeper") == ["dazed"]
    fight.do("extra_effort", "brace", option="action")
    fight.do("attack_close", "brace", 15, **PALM)
    fight.do("resist", "tollkeeper", 2)
    assert fight.keys("tollkeeper") == ["stunned"]
    fight.do("adjust", "brace", standard=1)
    fight.do("attack_close", "brace", 15, **PALM)
    fight.do("resist", "tollkeeper", 7)
    assert fight.keys("tollkeeper") == ["stunned"]
    fight.do("end_turn", None)
    asked = fight.do("end_turn", "tollkeeper")
    assert asked["text"].endswith("The Tollkeeper may throw off the affliction (fortitude, DC 18).")
    thrown = fight.do("resist", "tollkeeper", 8)
    assert (thrown["total"], thrown["dc"], fight.keys("tollkeeper")) == (18, 18, [])
    assert fight.encounter.active == "guard"


def asked(fight: Fight) -> str | None:
    return None if fight.encounter.pending is None else fight.encounter.pending.kind


@pytest.mark.parametrize("gone", ["leave", "remove_condition", "dead", "critical", "fatigue"])
def test_what_is_asked_about_something_gone_is_asked_no_more(gone: str):
    fight = Fight().turn_of("brace")
    if gone == "critical":
        fight.do("attack_close", "brace", 20, **FIST)
        fight.do("leave", "tollkeeper")
        assert (asked(fight), fight.encounter.active) == (None, "brace")
        return
    if gone == "fatigue":
        fight.do("adjust", "brace", hero_points=1)
        fight.do("extra_effort", "brace", option="speed")
        fight.do("end_turn", None)
        while asked(fight) is None:
            fight.do("end_turn", None)
        assert asked(fight) == "fatigue"
        fight.do("adjust", "brace", damage=10)
        assert (asked(fight), fight.state("brace").fatigue) == (None, "none")
        return
    fight.do("attack_close", "brace", 15, **PALM)
    fight.do("resist", "tollkeeper", 5)
    fight.do("end_turn", None)
    fight.do("end_turn", "tollkeeper")
    assert asked(fight) == "retry"
    match gone:
        case "leave":
            fight.do("leave", "tollkeeper")
        case "remove_condition":
            fight.do("remove_condition", "tollkeeper", key="dazed")
        case _:
            fight.do("adjust", "tollkeeper", damage=10)
    assert (asked(fight), fight.encounter.active) == (None, "guard")


def test_the_menu_names_the_affliction_that_is_thrown_off_next():
    (effect,) = palm().effects
    of_will = effect.model_copy(update={"resistance": Resisted(trait="will")})
    fight = Fight(brace=brace_with(Power(name="Touch", effects=[of_will]))).turn_of("brace")
    fight.do("attack_close", "brace", 15, **PALM)
    fight.do("resist", "tollkeeper", 5)
    fight.do("adjust", "brace", standard=1)
    fight.do("attack_close", "brace", 15, target="tollkeeper", power="Touch")
    fight.do("resist", "tollkeeper", 5)
    fight.do("end_turn", None)
    fight.do("end_turn", None)
    for trait in ("fortitude", "will"):
        pending = show(fight.encounter, GM, table=fight.table).pending
        assert pending is not None
        (threat,) = pending.model_dump()["menu"]["threats"]
        thrown = fight.do("resist", "tollkeeper", 1)
        assert (threat["trait"], thrown["trait"]) == (trait, trait)


def test_a_third_degree_waits_for_its_minute():
    fight = Fight().turn_of("brace")
    fight.bear("tollkeeper", "disabled", "fortitude")
    fight.do("attack_close", "brace", 15, **PALM)
    fight.do("resist", "tollkeeper", 1)
    assert fight.keys("tollkeeper") == ["disabled", "incapacitated", "prone"]
    while fight.encounter.pending is None:
        fight.do("end_turn", None)
    assert (fight.encounter.round, fight.encounter.pending.kind) == (11, "retry")
    fight.do("resist", "tollkeeper", 13)
    assert fight.keys("tollkeeper") == ["disabled", "prone"]


def test_two_afflictions_are_thrown_off_apart_the_oldest_first():
    fight = Fight(brace=brace_with(palm())).turn_of("brace")
    fight.do("attack_close", "brace", 15, **PALM)
    fight.do("resist", "tollkeeper", 5)
    fight.do("adjust", "brace", standard=1)
    fight.do("attack_close", "brace", 15, target="tollkeeper", power="Touch")
    fight.do("resist", "tollkeeper", 5)
    assert fight.keys("tollkeeper") == ["dazed", "dazed"]
    fight.do("end_turn", None)
    fight.do("end_turn", None)
    fight.do("resist", "tollkeeper", 20)
    assert (fight.keys("tollkeeper"), fight.effective("tollkeeper")) == (["dazed"], ["dazed"])
    fight.do("resist", "tollkeeper", 1)
    assert (fight.encounter.active, fight.keys("tollkeeper")) == ("guard", ["dazed"])


@pytest.mark.parametrize(
    ("extra", "keys"), [("progressive", ["stunned"]), ("cumulative", ["dazed"]), ("instant_recovery", [])]
)
def test_what_extras_make_of_an_affliction(extra: str, keys: list[str]):
    fight = Fight(brace=brace_with(palm(extra))).turn_of("brace")
    fight.do("attack_close", "brace", 15, target="tollkeeper", power="Touch")
    fight.do("resist", "tollkeeper", 5)
    fight.turn_of("tollkeeper")
    fight.do("end_turn", None)
    fight.do("resist", "tollkeeper", 1)
    assert fight.keys("tollkeeper") == keys


def test_a_weakened_trait_comes_back_a_point_a_round():
    """S-116, R-36."""
    fight = Fight(brace=brace_with(palm(trait="dodge", effect="weaken"))).turn_of("brace")
    fight.do("attack_close", "brace", 15, target="tollkeeper", power="Touch")
    fight.do("resist", "tollkeeper", 5)
    assert (fight.encounter["tollkeeper"].conditions[0].param, fight.dodge("tollkeeper")) == ("dodge,3", 7)
    fight.turn_of("tollkeeper")
    assert fight.dodge("tollkeeper") == 8


def test_an_ability_weakened_below_its_least_debilitates_until_it_is_back():
    frail = TOLLKEEPER.model_copy(update={"abilities": TOLLKEEPER.abilities.model_copy(update={"presence": -5})})
    fight = Fight(brace=brace_with(palm(trait="presence", effect="weaken")), tollkeeper=frail).turn_of("brace")
    fight.do("attack_close", "brace", 15, target="tollkeeper", power="Touch")
    fight.do("resist", "tollkeeper", 7)
    assert fight.effective("tollkeeper") == ["debilitated:presence", "stunned"]
    fight.turn_of("tollkeeper")
    assert (fight.effective("tollkeeper"), fight.budget) == ([], (1, 1))


def test_linked_effects_are_resisted_one_after_the_other():
    both = Power(name="Shock", effects=[BRACE.powers[0].effects[0], palm().effects[0]])
    fight = Fight(brace=brace_with(both)).turn_of("brace")
    fight.do("attack_close", "brace", 15, target="tollkeeper", power="Shock")
    assert fight.do("resist", "tollkeeper", 15)["effect"] == "damage"
    assert fight.do("resist", "tollkeeper", 5)["effect"] == "affliction"
    assert (fight.encounter.pending, fight.keys("tollkeeper")) == (None, ["dazed", "dazed"])


def test_trade_offs_last_until_the_next_turn():
    fight = Fight().turn_of("brace")
    all_out = {"kind": "all_out", "shift": 5}
    assert fight.do("attack_close", "brace", 5, tradeoff=all_out, **FIST)["total"] == 5 + 10 + 5
    assert (fight.dodge("brace"), fight.parry("brace")) == (3, 5)
    fight.do("resist", "tollkeeper", 20)
    fight.do("end_turn", None)
    assert fight.dodge("brace") == 3
    fight.turn_of("brace")
    assert fight.dodge("brace") == 8
    power = {"kind": "power", "shift": 4}
    assert fight.do("attack_close", "brace", 15, tradeoff=power, **FIST)["total"] == 15 + 10 - 4
    assert fight.do("resist", "tollkeeper", 20)["dc"] == 15 + 10 + 4


def test_distance_and_cover_count():
    """S-084 to S-088: S-087 for what is half hidden, S-156 for what is far."""
    fight = Fight()
    fight.place("halyard", tollkeeper=600)
    fight.do("adjust", "tollkeeper", position={"cover": "partial", "concealment": "partial"})
    hit = fight.do("attack_ranged", "halyard", 12, circumstance=[2], **BOLT)
    assert hit["total"] == 12 + 10 - 5 - 4 + 2
    assert [one["source"] for one in hit["modifiers"]] == [
        "bonus", "long range", "cover and concealment", "circumstance",
    ]  # fmt: skip
    worst = Fight(cover_plus_concealment="worst")
    worst.do("adjust", "tollkeeper", position={"cover": "partial", "concealment": "partial"})
    assert worst.do("attack_ranged", "halyard", 12, **BOLT)["total"] == 12 + 10 - 2


def test_an_area_is_dodged_by_each_and_resisted_in_any_order():
    """S-091, R-12."""
    fight = Fight()
    fight.do("adjust", "guard", position={"cover": "partial"})
    fight.do("attack_area", "halyard", 8, 12, targets=["tollkeeper", "guard"], power="Static burst")
    assert fight.do("resist", "guard", 2)["dc"] == 15 + 4
    assert fight.do("resist", "tollkeeper", 15)["dc"] == 15 + 4
    assert fight.encounter["guard"].out


def test_everybody_in_an_area_hears_what_to_resist():
    fight = Fight()
    struck = fight.do("attack_area", "halyard", 20, 1, targets=["tollkeeper", "guard"], power="Static burst")
    assert struck["text"].endswith(
        "The Tollkeeper and Toll guard must resist what hits them. "
        "The Tollkeeper the damage (toughness, DC 19); Toll guard the damage (toughness, DC 23)."
    )


def test_auto_resolve_throws_everything_at_once():
    fight = Fight(auto_resolve=("critical_choice", "resistance", "retry", "fatigue"))
    hit = fight.do("attack_ranged", "halyard", 20, 12, **BOLT)
    assert (hit["critical"], fight.encounter.pending, fight.state("tollkeeper").damage.level) == (
        True,
        None,
        "staggered",
    )
    fight.do("extra_effort", "halyard", option="action")
    fight.do("end_turn", None)
    fight.turn_of("halyard")
    assert (fight.state("halyard").fatigue, fight.encounter.pending) == ("fatigued", None)


def test_a_grab_holds_until_somebody_lets_go_or_gets_out():
    fight = Fight().turn_of("brace")
    told = fight.do("grab", "brace", 12, 15, 5, target="tollkeeper")
    assert (told["total"], told["critical"]) == (22, False)
    assert (told["total_a"], told["total_b"], told["degree"]) == (25, 15, 3)
    assert fight.effective("tollkeeper") == ["defenseless", "immobile", "impaired"]
    fight.turn_of("tollkeeper")
    assert fight.do("escape", "tollkeeper", 5, 10, skill="athletics")["winner"] == "b"
    fight.turn_of("brace")
    fight.do("drop_item", "brace", target="tollkeeper")
    assert (fight.keys("tollkeeper"), fight.state("brace").holds) == ([], ())
    fight.do("grab", "brace", 12, 10, 8, target="tollkeeper")
    assert fight.keys("tollkeeper") == ["restrained"]
    fight.turn_of("tollkeeper")
    assert fight.do("escape", "tollkeeper", 20, 1, skill="athletics")["winner"] == "a"
    assert (fight.keys("tollkeeper"), fight.state("brace").holds) == ([], ())


def test_a_missed_grab_throws_one_die_and_level_sides_a_coin():
    fight = Fight().turn_of("brace")
    assert fight.do("grab", "brace", 2, target="tollkeeper")["hit"] is False
    fight.do("adjust", "brace", standard=1)
    other = fight.do("trip", "brace", 15, 5, 18, target="tollkeeper")
    assert (other["total"], other["winner"], other["by"]) == (15 + 10 - 2, "a", "bonus")
    even = Fight(tollkeeper=BRACE).turn_of("brace")
    assert even.do("opposed_check", "brace", 10, 10, 11, trait="strength", target="tollkeeper")["winner"] == "b"
    assert even.do("comparison", "brace", 3, trait="strength", target="tollkeeper")["by"] == "coin"


def test_disarming_takes_a_device_away_until_it_is_picked_up():
    device = GUARD.powers[1].model_copy(update={"removable": "easily_removable"})
    armed = GUARD.model_copy(update={"powers": [GUARD.powers[0], device]})
    fight = Fight(guard=armed).turn_of("brace")
    fight.do("disarm", "brace", 15, 15, 2, target="guard", item="Rifle")
    fight.turn_of("guard")
    fight.refuses("not_found", "attack_ranged", "guard", target="brace", power="Rifle")
    fight.do("adjust", "guard", regain="Rifle")
    fight.do("attack_ranged", "guard", 2, target="brace", power="Rifle")


def test_feint_and_aim():
    fight = Fight().turn_of("tollkeeper")
    fooled = fight.do("feint", "tollkeeper", 15, 5, target="brace")
    assert fooled["winner"] == "a"
    assert "Brace is vulnerable to the next attack of The Tollkeeper." in fooled["text"]
    fight.turn_of("guard")
    assert fight.do("attack_close", "guard", 2, target="brace", power="Baton")["dc"] == 20
    fight.turn_of("tollkeeper")
    assert fight.do("attack_ranged", "tollkeeper", 2, target="brace", power="Arc lance")["dc"] == 14
    fight.do("adjust", "tollkeeper", standard=1)
    assert fight.do("attack_ranged", "tollkeeper", 2, target="brace", power="Arc lance")["dc"] == 18
    fight.turn_of("halyard")
    fight.place("halyard", guard=300)
    fight.do("aim", "halyard", target="guard")
    assert (fight.keys("halyard"), fight.dodge("halyard")) == (["vulnerable"], 5)
    fight.do("end_turn", None)
    fight.turn_of("halyard")
    assert fight.keys("halyard") == []
    assert fight.do("attack_ranged", "halyard", 2, target="guard", power="Cable bolt")["total"] == 2 + 10 - 2 + 2
    fight.do("adjust", "halyard", standard=1)
    assert fight.do("attack_ranged", "halyard", 2, target="guard", power="Cable bolt")["total"] == 2 + 10 - 2


def test_demoralizing_again_is_harder():
    fight = Fight().turn_of("brace")
    assert fight.do("demoralize", "brace", 20, 5, target="tollkeeper")["degree"] == 5
    assert fight.effective("tollkeeper") == ["disabled"]
    fight.do("end_turn", None)
    fight.turn_of("brace")
    assert fight.do("demoralize", "brace", 10, 10, target="tollkeeper")["total_a"] == 10 + 11 - 2


def test_on_guard_a_die_stands_in_for_the_ten():
    fight = Fight()
    fight.do("defend", "halyard")
    fight.turn_of("tollkeeper")
    hit = fight.do("attack_ranged", "tollkeeper", 15, 4, target="halyard", power="Arc lance")
    assert (hit["total"], hit["dc"], hit["hit"]) == (26, 14 + 10, True)
    fight.do("resist", "halyard", 20)
    fight.turn_of("halyard")
    fight.turn_of("tollkeeper")
    assert fight.do("attack_ranged", "tollkeeper", 2, target="halyard", power="Arc lance")["dc"] == 20


def test_aid_to_defense_and_with_teamwork():
    fight = Fight().turn_of("brace")
    helped = fight.do("aid", "brace", 5, ally="halyard", foe="tollkeeper", to="defense", power="Anvil fist")
    assert (helped["total"], helped["bonus"]) == (5 + 10 + 5, 5)
    fight.turn_of("tollkeeper")
    assert fight.do("attack_ranged", "tollkeeper", 2, target="halyard", power="Arc lance")["dc"] == 25
    fight.turn_of("guard")
    assert fight.do("attack_ranged", "guard", 2, target="halyard", power="Rifle")["dc"] == 20


def test_a_team_check():
    fight = Fight()
    told = fight.do("team_check", None, 14, 10, leader="halyard", helpers=["brace"], trait="perception", dc=20)
    assert (told["leader_bonus"], told["leader_total"], told["success"]) == (5, 10 + 8 + 5, True)


def test_dying_stabilising_and_death():
    """S-079, S-122, R-07."""
    fight = Fight()
    fight.do("adjust", "tollkeeper", damage=4)
    fight.turn_of("brace")
    died = fight.do("end_turn", "brace", 1)
    assert (died["state"], fight.keys("tollkeeper"), fight.encounter["tollkeeper"].out) == ("dead", ["prone"], True)
    counted = Fight(dying_mode="srd3")
    counted.do("adjust", "tollkeeper", damage=4)
    counted.turn_of("brace")
    counted.do("end_turn", "brace", 1)
    assert (counted.state("tollkeeper").damage.level, counted.state("tollkeeper").failure_degrees) == ("dying", 1)
    saved = Fight()
    saved.do("adjust", "tollkeeper", damage=4)
    saved.do("stabilize", "halyard", 5, target="tollkeeper")
    assert (saved.keys("tollkeeper"), saved.state("tollkeeper").damage.stable) == (["incapacitated", "prone"], True)
    saved.turn_of("brace").do("end_turn", "brace")
    assert saved.encounter.active == "guard"


def test_diehard_needs_no_check():
    fight = Fight()
    fight.do("adjust", "brace", damage=4)
    fight.do("end_turn", "halyard")
    assert (fight.state("brace").damage.level, fight.state("brace").damage.stable) == ("incapacitated", True)


def test_fatigue_at_once_where_the_table_plays_so():
    fight = Fight(fatigue_timing="immediate")
    fight.do("extra_effort", "halyard", option="speed")
    assert (fight.keys("halyard"), fight.state("halyard").pending_step) == (["fatigued"], 1)
    fight.do("move", "halyard", feet=30)
    fight.do("end_turn", None)
    fight.do("end_turn", None)
    fight.turn_of("guard").do("end_turn", None)
    fight.do("spend_hero_point", "halyard", use="recover")
    assert (fight.keys("halyard"), fight.state("halyard").hero_points) == ([], 1)


def test_efforts_and_what_they_give():
    fight = Fight().turn_of("brace")
    fight.do("extra_effort", "brace", option="power", power="Anvil fist")
    fight.do("attack_close", "brace", 15, **FIST)
    assert fight.do("resist", "tollkeeper", 20)["dc"] == 26
    bonus = Fight().turn_of("brace")
    bonus.do("extra_effort", "brace", option="bonus")
    assert bonus.do("attack_close", "brace", 2, **FIST)["total"] == 14
    bonus.do("adjust", "brace", standard=1)
    assert bonus.do("attack_close", "brace", 2, **FIST)["total"] == 12
    softened = Fight().turn_of("brace")
    softened.bear("brace", "prone")
    softened.do("extra_effort", "brace", option="bonus", instead_of=-5)
    assert softened.do("attack_close", "brace", 5, **FIST)["total"] == 5 + 10 - 2
    stunt = Fight()
    net = palm().model_copy(update={"name": "Net"})
    stunt.do("extra_effort", "halyard", option="power_stunt", power="Cable bolt", stunt=net.model_dump(mode="json"))
    stunt.do("attack_close", "halyard", 15, target="tollkeeper", power="Net")
    strong = Fight()
    strong.do("extra_effort", "halyard", option="strength")
    assert strong.do("attack_close", "halyard", 20, target="guard", power="unarmed")["total"] == 24
    strong.do("choose_critical", "halyard", option="alternate")
    assert strong.do("resist", "guard", 20)["dc"] == 17


def test_an_effort_against_what_holds():
    fight = Fight().turn_of("tollkeeper")
    fight.do("attack_perception", "tollkeeper", target="halyard", power="Toll bell")
    fight.do("resist", "halyard", 9)
    fight.turn_of("halyard")
    fight.do("extra_effort", "halyard", 15, option="resistance")
    assert fight.keys("halyard") == []


def test_a_miss_is_bettered_into_a_hit_and_a_hit_into_a_window_less():
    fight = Fight()
    fight.do("attack_ranged", "halyard", 4, **BOLT)
    told = fight.do("spend_hero_point", "halyard", 7, by=PLAYER, use="improve_roll")
    assert (told["used_face"], told["total"], told["hit"], told["critical"]) == (17, 27, True, False)
    assert (fight.state("halyard").hero_points, fight.state("halyard").turn.standard_left) == (1, 0)
    fight.refuses("hero_use_repeated", "spend_hero_point", "halyard", use="improve_roll")
    assert "Halyard attacks The Tollkeeper (Cable bolt): 17 (4, then 7 + 10) + 10 = 27 against 20" in told["text"]
    worst = Fight()
    worst.do("attack_ranged", "halyard", 15, **BOLT)
    assert worst.do("spend_hero_point", "halyard", 20, use="improve_roll")["critical"] is True
    assert worst.encounter.pending is not None
    assert worst.encounter.pending.kind == "critical_choice"


def test_a_resistance_is_bettered_with_what_had_come_of_it():
    fight = Fight().turn_of("tollkeeper")
    fight.do("attack_ranged", "tollkeeper", 15, target="halyard", power="Arc lance")
    fight.do("resist", "halyard", 2)
    assert fight.keys("halyard") == ["staggered"]
    told = fight.do("spend_hero_point", "halyard", 6, use="improve_roll")
    assert (told["total"], fight.keys("halyard"), fight.state("halyard").damage.penalty) == (26, [], 0)


def test_the_other_dice_of_a_bettered_command_stay():
    fight = Fight()
    fight.do("demoralize", "halyard", 3, 10, target="tollkeeper")
    told = fight.do("spend_hero_point", "halyard", 9, use="improve_roll")
    assert (told["total_a"], told["total_b"], told["winner"]) == (19 + 2, 20, "a")
    assert fight.keys("tollkeeper") == ["impaired"]
    grabbing = Fight().turn_of("brace")
    grabbing.do("grab", "brace", 2, target="tollkeeper")
    told = grabbing.do("spend_hero_point", "brace", 9, 15, 5, use="improve_roll")
    assert (told["total"], told["degree"]) == (29, 3)


def test_initiative_can_be_bettered():
    fight = Fight(start=False)
    fight.do("leave", "halyard")
    fight.do("join", None, id="halyard", sheet=HALYARD.model_dump(mode="json"), side="heroes")
    fight.do("start", None, 1)
    assert (fight.encounter["halyard"].initiative, fight.encounter.active) == (9, "brace")
    fight.do("spend_hero_point", "halyard", 20, use="improve_roll")
    assert (fight.encounter["halyard"].initiative, fight.encounter.active) == (28, "halyard")
    assert fight.state("halyard").hero_points == 1


def test_a_check_against_dying_can_be_bettered():
    fight = Fight()
    fight.do("adjust", "halyard", damage=4)
    fight.turn_of("guard").do("end_turn", "guard", 10)
    assert (fight.state("halyard").damage.level, fight.encounter.active) == ("dying", "brace")
    fight.do("spend_hero_point", "halyard", 9, use="improve_roll")
    assert (fight.state("halyard").damage.stable, fight.keys("halyard")) == (True, ["incapacitated", "prone"])
    assert (fight.encounter.round, fight.encounter.active) == (2, "brace")


def test_a_result_is_announced_by_what_its_roller_sees():
    fight = Fight()
    fight.do("attack_ranged", "halyard", 4, **BOLT)
    fight.do("hide", "guard")
    fight.refuses("result_announced", "spend_hero_point", "halyard", use="improve_roll")
    secret = Fight()
    secret.do("hide", "guard")
    secret.do("attack_ranged", "halyard", 4, **BOLT)
    secret.do("adjust", "guard", penalty=1, position={"distance_ft": {"halyard": 90}})
    secret.do("note", None, text="He lies.", private=True)
    told = secret.do("spend_hero_point", "halyard", 9, by=PLAYER, use="improve_roll")
    assert (told["total"], secret.state("guard").damage.penalty) == (29, 1)
    assert secret.state("halyard").position.distance_ft == {"guard": 90}
    open_ = Fight()
    open_.do("attack_ranged", "halyard", 4, **BOLT)
    open_.do("note", None, text="It misses.")
    open_.refuses("result_announced", "spend_hero_point", "halyard", use="improve_roll")


def test_hero_points_recover_feat_and_counter():
    """R-16; S-138 for the point that is earned."""
    fight = Fight()
    fight.bear("halyard", "stunned")
    fight.do("spend_hero_point", "halyard", use="recover")
    assert fight.keys("halyard") == []
    fight.do("spend_hero_point", "halyard", use="heroic_feat", advantage="improved_critical")
    assert fight.do("attack_ranged", "halyard", 19, **BOLT)["critical"] is True
    fight.do("choose_critical", "halyard", option="increased")
    fight.do("resist", "tollkeeper", 20)
    fight.do("add_hero_point", "halyard", reason="a brave deed")
    assert fight.state("halyard").hero_points == 1
    tired = Fight()
    tired.do("adjust", "halyard", fatigue=2)
    tired.do("spend_hero_point", "halyard", use="recover")
    assert tired.keys("halyard") == ["fatigued"]


def test_a_session_begins():
    """S-136, S-139, R-17."""
    fight = Fight(start=False)
    fight.do("start_session", None, new_adventure=True)
    assert [fight.state(one).hero_points for one in ("halyard", "brace", "tollkeeper")] == [2, 1, 0]


@pytest.mark.parametrize(
    ("before", "fields", "fatigue", "damage"),
    [
        ({}, {"fatigue": 9}, "incapacitated", ("none", 0, False)),
        ({"fatigue": 1}, {"fatigue": -9}, "none", ("none", 0, False)),
        ({}, {"damage": 9, "penalty": 1000}, "none", ("dead", 1000, False)),
        ({"damage": 2}, {"damage": -9, "penalty": -3}, "none", ("none", 0, False)),
        ({}, {"damage": 4, "stable": True}, "none", ("dying", 0, True)),
        ({"damage": 4, "stable": True}, {"penalty": 1}, "none", ("dying", 1, True)),
        ({"damage": 4, "stable": True}, {"stable": False}, "none", ("dying", 0, False)),
        ({"damage": 4, "stable": True}, {"damage": -1}, "none", ("incapacitated", 0, False)),
    ],
)
def test_numbers_by_hand_stay_within_their_bounds(
    before: dict[str, Any], fields: dict[str, Any], fatigue: str, damage: tuple[str, int, bool]
):
    fight = Fight()
    if before:
        fight.do("adjust", "halyard", **before)
    fight.do("adjust", "halyard", **fields)
    now = fight.state("halyard")
    assert (now.fatigue, (now.damage.level, now.damage.penalty, now.damage.stable)) == (fatigue, damage)


def test_recovering_takes_a_step_off_and_guards():
    """R-32."""
    fight = Fight()
    fight.do("adjust", "halyard", damage=2, penalty=1)
    fight.do("recover_action", "halyard")
    assert (fight.keys("halyard"), fight.dodge("halyard")) == (["dazed"], 12)
    fight.do("end_turn", None)
    fight.turn_of("halyard")
    assert (fight.keys("halyard"), fight.dodge("halyard")) == (["dazed"], 10)
    fight.do("end_turn", None)
    assert fight.keys("halyard") == ["dazed"], "what is left of it lasts a minute"


def test_things_break_without_conditions_and_are_mended():
    fight = Fight()
    fight.do("attack_close", "halyard", 15, target="crate", power="unarmed")
    fight.do("resist", "crate", 11)
    assert (fight.state("crate").damage.level, fight.keys("crate")) == ("dazed", [])
    fight.do("adjust", "halyard", standard=1)
    fight.do("attack_close", "halyard", 15, target="crate", power="unarmed")
    fight.do("resist", "crate", 3)
    assert (fight.state("crate").damage.level, fight.state("crate").damage.penalty) == ("staggered", 2)
    fight.do("adjust", "halyard", standard=1)
    mended = fight.do("repair", "halyard", 12, target="crate")
    assert (mended["total"], mended["degree"], mended["level"], mended["penalty"]) == (21, 2, "none", 2)


def test_what_is_readied_is_done_on_another_turn():
    """R-40."""
    fight = Fight()
    waits = fight.do("ready", "halyard", trigger="the Tollkeeper attacks", action="a bolt")
    assert waits["type"] == "action.readied"
    assert waits["text"].startswith(
        "Halyard readies an action: a bolt, once this happens: the Tollkeeper attacks. Halyard is on"
    )
    fight.turn_of("tollkeeper")
    fight.do("attack_ranged", "halyard", 2, **BOLT)
    fight.refuses("not_your_turn", "attack_ranged", "halyard", **BOLT)


def test_waiting_lowers_the_place():
    """R-40."""
    fight = Fight()
    fight.do("delay", "halyard", after="tollkeeper")
    assert fight.encounter.order == ("brace", "tollkeeper", "halyard", "guard")
    assert fight.encounter.active == "brace"
    fight.turn_of("halyard")
    assert (fight.encounter.round, fight.budget) == (1, (1, 1))


def test_waiting_tells_nobody_of_whoever_comes_later_in_hiding():
    fight = Fight().turn_of("brace")
    for foe in ("tollkeeper", "guard"):
        fight.do("hide", foe)
    for later in (None, "guard", "nobody"):
        with pytest.raises(Refusal) as refused:
            fight.decided(fight.body("delay", "brace", after=later), PLAYER)
        assert refused.value.code == ("nobody_later" if later is None else "not_found")
    fight.do("delay", "brace")
    assert fight.encounter.order == ("halyard", "tollkeeper", "guard", "brace")


def test_who_may_do_so_goes_on_with_a_move():
    """S-050."""
    nimble = BRACE.model_copy(update={"advantages": [*BRACE.advantages, Advantage(id="move_by_action")]})
    fight = Fight(brace=nimble).turn_of("brace")
    fight.do("move", "brace", feet=20, split=True)
    fight.do("attack_close", "brace", 2, **FIST)
    fight.do("move", "brace", feet=10)
    fight.refuses("no_move_left", "move", "brace", feet=5)


def test_speed_comes_from_a_power_that_is_on_and_from_a_sprint():
    """S-051, S-152, R-28."""
    fight = Fight()
    fight.do("activate_power", "halyard", power="Line flight")
    fight.do("move", "halyard", feet=500, kind="Line flight")
    fight.do("sprint", "halyard", 20)
    fight.do("move", "halyard", feet=60)
    assert fight.budget == (0, 0)


def test_what_a_fight_leaves_on_a_character():
    fight = Fight(start=False)
    fight.characters["chr_1"] = Character("Ray", HALYARD, "anne")
    fight.do("join", None, character_id="chr_1", id="ray", side="heroes", initiative=30)
    fight.do("start", None)
    fight.bear("ray", "prone")
    fight.bear("ray", "impaired", "will", expires={"at": "turn_end"})
    fight.do("adjust", "ray", damage=2, penalty=1)
    fight.do("extra_effort", "ray", option="action")
    fight.do("end", None)
    left: Any = fight.characters["chr_1"].sheet
    assert (left.state.damage.level, left.state.damage.penalty, left.state.fatigue) == ("staggered", 1, "fatigued")
    assert [one.key for one in left.state.conditions] == ["prone"]
    again = Fight(start=False)
    again.characters["chr_1"] = Character("Ray", left, "anne")
    again.do("join", None, character_id="chr_1", id="ray", side="heroes", initiative=30)
    assert again.keys("ray") == ["fatigued", "prone", "staggered"]


def test_rest_before_the_fight():
    """S-081, S-140."""
    fight = Fight(start=False)
    fight.do("adjust", "brace", damage=3, penalty=2, fatigue=1)
    fight.do("rest_minutes", "brace", n=4)
    assert (fight.keys("brace"), fight.state("brace").damage.penalty) == (["fatigued", "prone"], 1)
    fight.do("rest_minutes", "brace", n=60)
    assert (fight.keys("brace"), fight.state("brace").damage.penalty) == (["prone"], 0)


def test_fists_hit_by_all_that_adds_up_however_much_it_is():
    mighty = BRACE.abilities.model_copy(update={"fighting": 100, "strength": 100})
    brace = BRACE.model_copy(
        update={"abilities": mighty, "skills": [Skill(id="close_combat", sub="unarmed", ranks=100)], "conditions": []}
    )
    fight = Fight(brace=brace)
    fight.turn_of("brace")
    told = fight.do("attack_close", "brace", 2, target="tollkeeper", power="unarmed")
    assert told["text"].startswith("Brace attacks The Tollkeeper (unarmed): 2 + ")
    assert "a hit" in told["text"]


def test_a_roll_can_be_bettered_though_the_hidden_have_gone_on():
    fight = in_hiding()
    fight.do("end_turn", "tollkeeper")
    assert fight.encounter.active == "guard"
    told = fight.do("spend_hero_point", "halyard", 9, by=PLAYER, use="improve_roll")
    assert (told["used_face"], fight.encounter.active) == (19, "guard")
    fight.do("end_turn", "guard")
    assert fight.encounter.active == "halyard"


def test_a_roll_that_the_hidden_can_no_longer_repeat_stands():
    fight = in_hiding()
    fight.bear("tollkeeper", "stunned")
    refusal = fight.refuses("result_announced", "spend_hero_point", "halyard", by=PLAYER, use="improve_roll")
    assert "Tollkeeper" not in refusal.detail
    offers = legal(fight.encounter, PLAYER, table=fight.table)
    assert not [one for one in offers if one.body.get("use") == "improve_roll"]


def in_hiding() -> Fight:
    """The hidden Tollkeeper has tried his strength on Halyard, who threw a 3; a hidden guard is next."""
    fight = Fight()
    for name in ("tollkeeper", "guard"):
        fight.do("hide", name)
    fight.do("adjust", "halyard", hero_points=1)
    fight.turn_of("tollkeeper")
    fight.do("opposed_check", "tollkeeper", 11, 3, target="halyard", trait="strength")
    return fight


def test_a_hit_by_somebody_who_has_left_is_resisted_all_the_same():
    fight = Fight()
    fight.do("attack_ranged", "halyard", 15, target="tollkeeper", power="Cable bolt")
    fight.do("leave", "halyard")
    came = fight.do("resist", "tollkeeper", 2)
    assert (came["total"], came["success"]) == (6, False)
    assert "Tollkeeper" in came["text"]
    assert "Halyard" not in came["text"]
    assert fight.encounter["tollkeeper"].out
