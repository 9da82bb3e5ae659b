"""Wounds and recovery, holds and bonds, chases and ends: rules that no vector reaches."""

from typing import Any

import pytest

from app.rules.dice.source import PhysicalDice
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.business import check_quarter
from app.rules.systems.uttas.chase import gap_outcome, sprint_gain
from app.rules.systems.uttas.conditions import modifier_against, own_modifiers
from app.rules.systems.uttas.damage import apply_damage, damage, heal_health, limb_hit, mend_limbs
from app.rules.systems.uttas.holds import (
    check_limbs,
    check_power,
    check_weapon,
    entangle_left,
    slips_free,
    struggle,
)
from app.rules.systems.uttas.recovery import (
    FirstAidToday,
    breather_limit,
    check_breather,
    complete_breather,
    first_aid,
    heal,
    long_rest,
    pass_weeks,
    short_rest,
)
from app.rules.systems.uttas.sides import fight_end

NO_DICE = PhysicalDice([])


def refusal(call: Any, *args: Any, **facts: Any) -> str:
    with pytest.raises(AgainstTheRules) as refused:
        call(*args, **facts)
    assert refused.value.facts["rule"]
    return refused.value.code


def test_a_block_that_holds_lets_nothing_through():
    blocked = damage([3, 2, 2, 1, 4, 3], armor=1, defense=4, block_dice=[5, 6])
    assert (blocked.health, blocked.stamina, blocked.fully_blocked) == (0, 0, True)
    assert damage([1], defense=9).model_dump() == {
        "rolled": 1,
        "blocked": 0,
        "health": 1,
        "stamina": 0,
        "fully_blocked": False,
    }


def test_the_dead_keep_what_else_they_are():
    left = apply_damage(health=3, stamina=5, body=20, health_damage=9, stamina_damage=1, conditions=["prone"])
    assert left.model_dump() == {"health": 0, "stamina": 4, "conditions": ["dead", "prone"]}


def test_a_weak_hit_leaves_the_limb():
    hit = limb_hit(limb="head", health=16, health_damage=7, threshold=8, holds=None, called_shot_dis=1)
    assert hit.model_dump() == {"accuracy_dis": 1, "health": 9, "disabled": [], "debt": 0, "dropped": []}
    dropped = limb_hit(limb="left_arm", health=16, health_damage=8, threshold=8)
    assert (dropped.disabled, dropped.dropped) == (["left_arm"], [])


def test_healing_pays_the_oldest_debt_first():
    assert mend_limbs([8, 5], 10) == [0, 3]
    assert mend_limbs([], 3) == []
    assert heal_health(limb="head", debt=8, health=8, heal=9, health_max=12).model_dump() == {
        "health": 12,
        "debt": 4,
        "disabled": ["head"],
    }


def test_a_breather_has_its_conditions():
    check_breather(moved=False, uses=0, limit=1)
    assert refusal(check_breather, moved=True, uses=0, limit=1) == "already_moved"
    assert refusal(check_breather, moved=False, uses=1, limit=1) == "breather_limit"
    assert refusal(check_breather, moved=False, uses=0, limit=1, body_disabled=True) == "body_disabled"
    assert (breather_limit(12), breather_limit(12, limit_by="body_dice")) == (12, 2)
    assert breather_limit(12, limit_by="body_dice", points_per_die=3) == 4


def test_a_breather_stops_at_the_ceiling():
    found = complete_breather(stamina=49, stamina_ceiling=50, body_dice=2, uses=0, limit=9, dice=PhysicalDice([6, 6]))
    assert (found.stamina, found.uses, found.faces) == (50, 1, [6, 6])
    above = complete_breather(stamina=49, stamina_ceiling=36, body_dice=1, uses=0, limit=9, dice=PhysicalDice([6]))
    assert above.stamina == 49


def test_rests_never_take_stamina():
    assert short_rest(stamina=40, stamina_ceiling=36).stamina == 40
    assert long_rest(stamina=40, stamina_ceiling=36).stamina == 40
    assert short_rest(stamina=-30, stamina_ceiling=20).model_dump() == {
        "stamina": -5,
        "unconscious": True,
        "breather_uses": 0,
        "health": None,
    }
    assert long_rest(stamina=1, stamina_ceiling=20, hours_since_long_rest=24).stamina == 20


@pytest.mark.parametrize("rest", [short_rest, long_rest])
def test_the_dead_dont_rest(rest: Any):
    assert refusal(rest, stamina=1, stamina_ceiling=5, health=0) == "dead"


def test_weeks_dont_wake_the_dead():
    assert pass_weeks(health=0, health_max=9, weeks=4) == 0
    assert pass_weeks(health=1, health_max=9, weeks=0) == 1


def test_first_aid_adds_what_is_better():
    patient: dict[str, Any] = {"health": 9, "stamina": 10, "stamina_ceiling": 50}
    today = FirstAidToday(health=2, stamina=9, helpers=["chr_a"])
    better = first_aid(**patient, faces=[5, 5, 5], today=today, helper="chr_b")
    assert better.model_dump() == {"temp_health": 3, "stamina": 16, "minutes": 3}
    assert refusal(first_aid, **patient, faces=[6], today=today, helper="chr_a") == "heal_limit"
    assert first_aid(**{**patient, "stamina": 49}, faces=[6]).stamina == 50


def test_first_aid_wakes_the_dead_only_where_the_table_says_so():
    dead: dict[str, Any] = {"health": 0, "stamina": 3, "stamina_ceiling": 50, "faces": [4]}
    assert refusal(first_aid, **dead) == "dead"
    assert first_aid(**dead, revive=True).temp_health == 1


def test_a_power_heals_its_dice_a_day():
    patient: dict[str, Any] = {"health": 9, "health_max": 16, "stamina": 10, "stamina_ceiling": 50}
    assert heal(**patient, faces=[4, 4, 4]).model_dump() == {"health": 12, "stamina": 22, "health_healed": 3}
    assert heal(**patient, faces=[4, 4, 4], healed_today=1).health == 11
    assert heal(**{**patient, "health": 15}, faces=[4, 4, 4]).health == 16
    assert heal(**{**patient, "stamina": 49}, faces=[6]).stamina == 50
    assert refusal(heal, **patient, faces=[4, 4, 4], healed_today=3) == "heal_limit"
    assert refusal(heal, **{**patient, "health": 0}, faces=[4]) == "dead"


def test_a_hold_takes_a_limb_an_arm():
    check_limbs(["left_arm", "head", "left_leg"], free_arms=2, extra_arms=1)
    check_limbs(["left_arm", "head"], free_arms=4)
    assert refusal(check_limbs, ["left_arm", "head", "body"], free_arms=4) == "too_many_limbs"


def test_a_tie_holds():
    assert struggle([3, 3, 2], [4, 4]).model_dump() == {"active_total": 8, "passive_total": 8, "success": False}
    assert struggle([3, 4, 2], [4, 4]).success


@pytest.mark.parametrize(
    ("weapon", "martial", "grab", "allowed"),
    [
        ("light_melee", False, False, True),
        ("pistol", False, False, True),
        ("hand_crossbow", False, False, True),
        ("other", False, False, False),
        ("other", True, True, True),
        ("light_melee", True, False, False),
    ],
)
def test_weapons_in_a_hold(weapon: str, martial: bool, grab: bool, allowed: bool):
    if allowed:
        check_weapon(weapon, martial=martial, grab_addition=grab)
    else:
        assert refusal(check_weapon, weapon, martial=martial, grab_addition=grab) == "weapon_not_allowed_in_grapple"


def test_held_limbs_stop_powers():
    check_power(["gestures"], held_kinds=["head", "leg"])
    check_power([], held_kinds=["head", "arm"])
    assert refusal(check_power, ["gestures"], held_kinds=["arm"]) == "power_limited"
    assert refusal(check_power, ["gestures", "incantation"], held_kinds=["head"]) == "power_limited"


def test_an_entangle_wears_down():
    assert (entangle_left(8, strength_dice=4), entangle_left(3, strength_dice=4)) == (4, 0)
    assert slips_free(9, entangle_health=8)
    assert not slips_free(8, entangle_health=8)


@pytest.mark.parametrize("condition", ["entangled", "surrendered", "staggered", "stunned", "grappled"])
def test_what_makes_somebody_easy_to_hit(condition: str):
    found = modifier_against([condition], distance_m=20)
    assert (found.advantages, found.disadvantages, found.net_dice) == (1, 0, 1)
    assert found.reasons == [f"Advantage: {condition}"]


def test_the_prone_are_hard_to_hit_from_afar():
    assert modifier_against(["prone"], distance_m=9).reasons == ["Disadvantage: prone, far away"]
    assert modifier_against(["prone", "stunned"], distance_m=2).reasons == [
        "Advantage: stunned",
        "Advantage: prone, adjacent",
    ]
    assert modifier_against(["prone"], distance_m=4).net_dice == 0
    assert modifier_against(["dead", "sprinting"], distance_m=2).net_dice == 0


def test_an_evade_hinders_accuracy_only():
    assert own_modifiers(roll="accuracy", evade_penalty=True, disabled=["head"]).model_dump() == {
        "net_dice": -2,
        "triggered_allowed": False,
        "reasons": ["Disadvantage: head disabled", "Disadvantage: evaded"],
    }
    assert own_modifiers(roll="skill", evade_penalty=True).model_dump() == {
        "net_dice": 0,
        "triggered_allowed": True,
        "reasons": [],
    }


@pytest.mark.parametrize(
    ("gap", "extension", "outcome"),
    [(0, 0, "fight"), (2, 0, "fight"), (3, 0, "chase"), (60, 0, "chase"), (61, 0, "escaped"), (61, 1, "chase")],
)
def test_what_a_gap_means(gap: int, extension: int, outcome: str):
    assert gap_outcome(gap, range_extension=extension) == outcome


def test_a_sprint_gains_its_second_half():
    assert sprint_gain(13) == 12


def test_a_fight_ends_with_one_side_or_none():
    assert fight_end([]).model_dump() == {"ended": True, "winner": None}
    assert fight_end(["A"]).model_dump() == {"ended": True, "winner": "A"}
    assert fight_end(["A", "C"]).model_dump() == {"ended": False, "winner": None}


def test_a_business_has_its_quarters():
    check_quarter(months_since_last=None)
    check_quarter(months_since_last=3)
    assert refusal(check_quarter, months_since_last=2) == "too_early"
