"""Checks of superheroes from their sheets: what every condition does to each kind, and what a hero point costs."""

from typing import Any

import pytest

from app.rules.catalog import CHECKS
from app.rules.dice import PhysicalDice
from app.rules.lending import Filled, filled
from app.rules.system import AgainstTheRules, AmendableKind, CheckAnswer, OutOfRange
from app.rules.systems.supers.checks.made import HeroPoint
from app.rules.systems.supers.examples import BRACE, GUARD, HALYARD, TOLLKEEPER
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import SupersSheet


def with_state(sheet: SupersSheet, *conditions: str, **state: Any) -> SupersSheet:
    """The sheet with conditions, each `key` or `key:param`, and a state otherwise."""
    borne = []
    for place, one in enumerate(conditions):
        key, _, param = one.partition(":")
        borne.append({"id": f"c{place}", "key": key, "param": param or None})
    return SupersSheet.model_validate(sheet.model_dump() | {"state": {"conditions": borne} | state})


def fill(kind: str, sheet: SupersSheet, *, options: dict[str, Any] | None = None, **asked: Any) -> Filled[Any]:
    _, of_kind = CHECKS[f"supers.{kind}"]
    body = of_kind.from_sheet.model_validate(asked)
    return filled(of_kind, body, sheet, options=SupersOptions.model_validate(options or {}), clock=0)


def parts(found: Filled[Any]) -> list[str]:
    return [f"{part.field} {part.source} {part.value} {part.rule}" for part in found.parts]


def answer_to(kind: str, found: Filled[Any], *faces: int) -> CheckAnswer:
    _, of_kind = CHECKS[f"supers.{kind}"]
    return found.told(of_kind.resolve(found.body, options=SupersOptions(), dice=PhysicalDice(faces)))


def told(kind: str, found: Filled[Any], *faces: int) -> str:
    return found.told(
        CHECKS[f"supers.{kind}"][1].resolve(found.body, options=SupersOptions(), dice=PhysicalDice(faces))
    ).text


def refused(kind: str, sheet: SupersSheet, **asked: Any) -> str:
    with pytest.raises((AgainstTheRules, OutOfRange)) as refusal:
        fill(kind, sheet, **asked)
    return f"{refusal.value.code} {refusal.value.facts['rule']}"


# Trait, conditions, and what the check is made of.
TRAITS: list[tuple[str, list[str], list[str]]] = [
    ("skills.treatment", [], ["modifier skills.treatment 10 R-20"]),
    ("treatment", [], ["modifier skills.treatment 10 R-20"]),
    ("skills.stealth", [], ["modifier skills.stealth 4 R-20"]),
    ("strength", [], ["modifier strength 1 S-003"]),
    ("initiative", [], ["modifier initiative 8 S-052"]),
    ("Damp suit", [], ["modifier powers.damp_suit.rank 7 S-003"]),
    ("powers.cable_bolt.attack", [], ["modifier powers.cable_bolt.attack 10 S-058"]),
    ("unarmed.bonus", [], ["modifier unarmed.bonus 4 S-058"]),
    ("toughness", [], ["modifier toughness 10 S-037"]),
    ("dodge", [], ["modifier dodge 10 S-039"]),
    ("skills.stealth", ["impaired:all"], ["modifier skills.stealth 4 R-20", "circumstance impaired -2 S-100"]),
    ("skills.stealth", ["impaired:agility"], ["modifier skills.stealth 4 R-20", "circumstance impaired -2 S-100"]),
    ("skills.stealth", ["impaired:stealth"], ["modifier skills.stealth 4 R-20", "circumstance impaired -2 S-100"]),
    ("skills.stealth", ["impaired:strength"], ["modifier skills.stealth 4 R-20"]),
    (
        "skills.stealth",
        ["impaired:all", "disabled:stealth"],
        ["modifier skills.stealth 4 R-20", "circumstance disabled -5 S-100"],
    ),
    ("skills.stealth", ["exhausted"], ["modifier skills.stealth 4 R-20", "circumstance impaired -2 S-100"]),
    ("skills.stealth", ["fatigued", "hindered", "dazed", "prone", "restrained"], ["modifier skills.stealth 4 R-20"]),
    (
        "skills.stealth",
        ["weakened:agility,3"],
        ["modifier skills.stealth 4 R-20", "modifier weakened -2 S-116"],
    ),
    (
        "skills.treatment",
        ["weakened:treatment,2"],
        ["modifier skills.treatment 10 R-20", "modifier weakened -4 S-116"],
    ),
    ("agility", ["weakened:agility"], ["modifier agility 4 S-003", "modifier weakened -1 S-116"]),
    ("Damp suit", ["weakened:Damp suit,3"], ["modifier powers.damp_suit.rank 7 S-003", "modifier weakened -3 S-116"]),
    ("dodge", ["weakened:dodge,2"], ["modifier dodge 10 S-039", "modifier weakened -2 S-116"]),
    ("dodge", ["vulnerable"], ["modifier dodge 10 S-039", "modifier vulnerable -5 S-040"]),
    ("dodge", ["vulnerable", "defenseless"], ["modifier dodge 10 S-039", "modifier defenseless -10 S-041"]),
    (
        "parry",
        ["blind", "weakened:parry,1"],
        ["modifier parry 8 S-039", "modifier weakened -1 S-116", "modifier vulnerable -3 S-040"],
    ),
    ("parry", ["debilitated:fighting"], ["modifier parry 8 S-039", "modifier debilitated -8 R-35"]),
    ("fortitude", ["stunned"], ["modifier fortitude 8 S-039"]),
    ("will", ["impaired:will"], ["modifier will 10 S-039", "circumstance impaired -2 S-100"]),
]


@pytest.mark.parametrize(("trait", "conditions", "expected"), TRAITS)
def test_a_check_of_a_trait(trait: str, conditions: list[str], expected: list[str]):
    found = fill("check", with_state(HALYARD, *conditions), trait=trait, dc=15)
    assert parts(found) == expected
    modifier = sum(int(part.value) for part in found.parts if part.field == "modifier")
    circumstance = [part.value for part in found.parts if part.field == "circumstance"]
    assert (found.body.modifier, found.body.circumstance, found.body.dc) == (modifier, circumstance, 15)
    assert found.sheet is None


def test_the_text_names_the_trait_and_what_changes_it():
    found = fill("check", with_state(HALYARD, "impaired:all"), trait="skills.treatment", dc=15, circumstance=[2])
    assert found.body.circumstance == [2, -2]
    assert told("check", found, 12) == "Treatment (impaired -2): Success, 2 degrees: 22 against 15 (12 + 10)."


def test_a_number_in_the_body_stands_in_for_the_trait_and_conditions_stay():
    found = fill("check", with_state(HALYARD, "impaired:all", "vulnerable"), trait="dodge", modifier=3, dc=15)
    assert (found.body.modifier, found.body.circumstance) == (3, [-2])
    assert parts(found) == ["circumstance impaired -2 S-100"]
    found = fill("opposed", with_state(HALYARD, "impaired:all"), bonus_a=6, bonus_b=4)
    assert (found.body.bonus_a, found.rolled) == (4, "impaired -2")


def test_somebody_without_a_skill_uses_the_ability_unless_it_takes_training():
    assert parts(fill("check", HALYARD, trait="skills.intimidation", dc=15)) == ["modifier skills.intimidation 2 R-20"]
    assert refused("check", HALYARD, trait="skills.sleight_of_hand", dc=15) == "trained_only R-20"
    assert refused("check", HALYARD, trait="skills.juggling", dc=15) == "unknown_trait S-003"
    assert refused("check", HALYARD, trait="dodge_class", dc=15) == "unknown_trait S-003"


CAN_NOT: list[tuple[list[str], dict[str, Any], str, str, str]] = [
    (["stunned"], {}, "check", "skills.stealth", "stunned S-112"),
    (["asleep"], {}, "check", "strength", "stunned S-112"),
    (["stunned"], {}, "comparison", "strength", "stunned S-112"),
    (["stunned"], {}, "opposed", "skills.insight", "stunned S-112"),
    (["stunned"], {}, "team", "skills.insight", "stunned S-112"),
    ([], {"damage": {"level": "incapacitated"}}, "check", "skills.stealth", "stunned S-112"),
    ([], {"damage": {"level": "dying"}}, "check", "skills.stealth", "stunned S-112"),
    ([], {"fatigue": "incapacitated"}, "check", "skills.stealth", "stunned S-112"),
    ([], {"damage": {"level": "dead"}}, "check", "dodge", "dead S-073"),
    ([], {"damage": {"level": "dead"}}, "resistance", "toughness", "dead S-073"),
    (["debilitated:strength"], {}, "check", "skills.athletics", "debilitated R-35"),
    (["debilitated:strength"], {}, "check", "strength", "debilitated R-35"),
    (["debilitated:dexterity"], {}, "check", "skills.ranged_combat", "debilitated R-35"),
]
BODIES: dict[str, dict[str, Any]] = {
    "check": {"dc": 10},
    "comparison": {"rank_b": 3},
    "opposed": {"bonus_b": 3},
    "team": {"leader": {"dc": 10}, "helpers": []},
    "resistance": {"rank": 3},
}


@pytest.mark.parametrize(("conditions", "state", "kind", "trait", "code"), CAN_NOT)
def test_who_can_not_act_makes_no_check(conditions: list[str], state: dict[str, Any], kind: str, trait: str, code: str):
    assert refused(kind, with_state(HALYARD, *conditions, **state), trait=trait, **BODIES[kind]) == code


@pytest.mark.parametrize("trait", ["dodge", "will", "fortitude", "toughness", "initiative"])
def test_to_resist_is_no_action(trait: str):
    assert fill("check", with_state(HALYARD, "stunned"), trait=trait, dc=10).rolled == trait.capitalize()


def test_two_sides():
    weak = with_state(BRACE, "impaired:all", "weakened:strength,2")
    assert parts(fill("opposed", weak, trait="strength", bonus_b=4)) == [
        "bonus_a strength 10 S-003",
        "bonus_a weakened -1 S-116",
        "bonus_a impaired -2 S-100",
    ]
    # Conditions are adjustments of a check and never of a rank (S-100).
    assert parts(fill("comparison", weak, trait="strength", rank_b=9)) == [
        "rank_a strength 10 S-003",
        "rank_a weakened -1 S-116",
    ]
    led = fill("team", weak, trait="skills.athletics", leader={"dc": 15}, helpers=[{"modifier": 2}])
    assert led.body.leader.modifier == 13
    assert parts(led)[-1] == "leader.modifier impaired -2 S-100"
    assert told("team", led, 8, 2).startswith("Athletics (impaired -2): Success, 1 degree:")


ATTACKS: list[tuple[SupersSheet, str, list[str], list[str]]] = [
    (HALYARD, "Cable bolt", [], ["bonus Cable bolt 10 S-058"]),
    (HALYARD, "cable_bolt", [], ["bonus Cable bolt 10 S-058"]),
    (BRACE, "unarmed", [], ["bonus unarmed.bonus 10 S-028"]),
    (
        BRACE,
        "unarmed",
        ["weakened:fighting,2"],
        ["bonus unarmed.bonus 10 S-028", "bonus weakened -1 S-116"],
    ),
    (BRACE, "Anvil fist", ["prone"], ["bonus Anvil fist 10 S-058", "circumstance prone -5 S-127"]),
    (HALYARD, "Cable bolt", ["prone"], ["bonus Cable bolt 10 S-058"]),
    (HALYARD, "Cable bolt", ["impaired:dexterity"], ["bonus Cable bolt 10 S-058", "circumstance impaired -2 S-100"]),
    (HALYARD, "Cable bolt", ["impaired:fighting"], ["bonus Cable bolt 10 S-058"]),
    (BRACE, "Anvil fist", ["disabled:fighting"], ["bonus Anvil fist 10 S-058", "circumstance disabled -5 S-100"]),
    (BRACE, "Anvil fist", ["impaired:Anvil fist"], ["bonus Anvil fist 10 S-058", "circumstance impaired -2 S-100"]),
    (HALYARD, "Cable bolt", ["blind"], ["bonus Cable bolt 10 S-058", "circumstance unaware -5 S-089"]),
    (GUARD, "Rifle", [], ["attacker_minion minion True S-095", "bonus Rifle 5 S-058"]),
]


@pytest.mark.parametrize(("sheet", "power", "conditions", "expected"), ATTACKS)
def test_an_attack(sheet: SupersSheet, power: str, conditions: list[str], expected: list[str]):
    found = fill("attack", with_state(sheet, *conditions), power=power, defense=8)
    assert parts(found) == expected
    assert found.body.defense == 8
    assert found.body.bonus == sum(int(part.value) for part in found.parts if part.field == "bonus")
    assert found.body.circumstance == [part.value for part in found.parts if part.field == "circumstance"]


def test_an_attack_says_what_it_is_made_with():
    found = fill("attack", with_state(BRACE, "prone"), power="anvil fist", defense=8)
    assert told("attack", found, 12) == "Anvil fist (prone -5): Miss: 17 against class 18 (12 + 5)."


def test_an_attack_that_is_stated_still_knows_its_attacker():
    found = fill("attack", with_state(GUARD, "impaired:all"), bonus=7, defense=8)
    assert parts(found) == ["attacker_minion minion True S-095", "circumstance impaired -2 S-100"]
    assert not fill("attack", GUARD, bonus=7, defense=8, attacker_minion=False).body.attacker_minion


def test_what_is_no_attack_or_can_not_be_made():
    assert refused("attack", HALYARD, power="Static burst", defense=8) == "unknown_power S-149"
    assert refused("attack", TOLLKEEPER, power="Toll bell", defense=8) == "unknown_power S-149"
    assert refused("attack", HALYARD, power="Heat ray", defense=8) == "unknown_power S-149"
    assert refused("attack", with_state(HALYARD, "stunned"), power="Cable bolt", defense=8) == "stunned S-112"
    lame = with_state(HALYARD, "debilitated:dexterity")
    assert refused("attack", lame, power="Cable bolt", defense=8) == "debilitated R-35"
    assert fill("attack", lame, power="unarmed", defense=8).body.bonus == 4
    for ability in ("fighting", "strength"):
        assert (
            refused("strike", with_state(BRACE, f"debilitated:{ability}"), power="unarmed", **FOE) == "debilitated R-35"
        )
    assert fill("strike", with_state(BRACE, "debilitated:strength"), power="Anvil fist", **FOE).body.rank == 10


FOE: dict[str, Any] = {"defense": 8, "modifier": 6}


def test_improved_criticals_threaten_from_the_sheet():
    sheet = HALYARD.model_dump()
    sheet["powers"][0]["effects"][0]["attack"]["crit_threat"] = 18
    found = fill("attack", SupersSheet.model_validate(sheet), power="Cable bolt", defense=8)
    assert found.body.crit_threat == 18
    assert parts(found)[-1] == "crit_threat Cable bolt 18 R-23"


def test_of_cover_and_darkness_only_the_worse_counts_where_the_table_plays_so():
    blind = with_state(HALYARD, "blind")
    asked: dict[str, Any] = {"power": "Cable bolt", "defense": 8, "cover": "partial"}
    both = fill("attack", blind, **asked)
    assert (both.body.cover, both.body.circumstance) == ("partial", [-5])
    worst = fill("attack", blind, options={"cover_plus_concealment": "worst"}, **asked)
    assert (worst.body.cover, worst.body.circumstance) == ("none", [-5])
    assert "cover unaware none R-13" in parts(worst)


def test_a_strike_brings_the_effect_and_leaves_the_foe_in_numbers():
    found = fill("strike", with_state(BRACE, "weakened:Numbing palm,2"), power="Numbing palm", **FOE)
    assert parts(found) == [
        "bonus Numbing palm 10 S-058",
        "effect Numbing palm affliction S-149",
        "rank Numbing palm 8 S-003",
        "rank weakened -2 S-116",
    ]
    assert (found.body.effect, found.body.rank, found.body.modifier, found.body.penalty) == ("affliction", 6, 6, 0)
    assert told("strike", found, 10, 11) == (
        "Numbing palm: Hit, resisted: 20 against class 18 (10 + 10); resistance 17 against 16 (11 + 6)."
    )
    hands = fill("strike", BRACE, power="unarmed", **FOE)
    assert (hands.body.effect, hands.body.rank) == ("damage", 10)
    assert fill("strike", BRACE, power="unarmed", rank=3, **FOE).body.rank == 3


def test_damage_is_resisted_by_toughness_as_hurt_as_one_is():
    hurt = with_state(HALYARD, damage={"level": "staggered", "penalty": 2})
    found = fill("resistance", hurt, rank=10)
    assert parts(found) == [
        "modifier toughness 10 S-037",
        "penalty damage 2 S-071",
        "level damage staggered S-070",
    ]
    assert told("resistance", found, 15) == (
        "Toughness: Staggered, now -3 to resist damage: 23 against 25 (15 + 10 - 2), 1 degree of failure."
    )
    stated = fill("resistance", hurt, rank=10, penalty=0, level="none")
    assert (stated.body.penalty, stated.body.level) == (0, "none")
    will = fill("resistance", hurt, trait="will", effect="affliction", rank=10)
    assert parts(will) == ["modifier will 10 S-039"]


def test_who_resists_may_be_a_minion_an_object_or_off_guard():
    assert "minion minion True S-096" in parts(fill("resistance", GUARD, rank=5))
    door = SupersSheet.model_validate({"kind": "object", "abilities": {"stamina": None}})
    assert "inanimate object True R-29" in parts(fill("resistance", door, rank=5))
    rolling = HALYARD.model_dump() | {"advantages": [{"id": "defensive_roll", "rank": 3}]}
    off_guard = with_state(SupersSheet.model_validate(rolling), "vulnerable")
    assert parts(fill("resistance", off_guard, rank=5)) == [
        "modifier toughness 13 S-037",
        "modifier defensive_roll -3 R-23",
    ]
    # A sustained power ends with the free actions it takes (S-159).
    assert parts(fill("resistance", with_state(TOLLKEEPER, "stunned"), rank=5)) == [
        "modifier toughness 11 S-037",
        "modifier sustained powers end -7 S-159",
    ]


def test_an_impaired_defense_resists_worse():
    found = fill("resistance", with_state(HALYARD, "impaired:toughness"), rank=5)
    assert found.body.modifier == 8
    assert found.rolled == "Toughness (impaired -2)"


def test_what_one_defense_resists_needs_no_trait():
    assert fill("resistance", HALYARD, effect="mind_reading", rank=5).rolled == "Will"
    assert refused("resistance", HALYARD, effect="affliction", rank=5) == "number_missing S-068"


def test_a_rank_below_zero_is_past_the_limit():
    sheet = with_state(BRACE, "weakened:Anvil fist,20")
    assert refused("strike", sheet, power="Anvil fist", **FOE) == "past_limit S-058"


def test_a_hero_point_is_paid_from_the_sheet():
    kind = CHECKS["supers.check"][1]
    assert isinstance(kind, AmendableKind)
    after = kind.paid(HALYARD, HeroPoint())
    assert (HALYARD.hero_points, after.hero_points) == (2, 1)
    assert after == HALYARD.model_copy(update={"hero_points": 1})
    with pytest.raises(AgainstTheRules) as none_left:
        kind.paid(TOLLKEEPER, HeroPoint())
    assert (none_left.value.code, none_left.value.facts["rule"]) == ("no_hero_point", "S-137")


def test_a_bettered_check_keeps_what_came_from_the_sheet():
    kind = CHECKS["supers.check"][1]
    assert isinstance(kind, AmendableKind)
    found = fill("check", with_state(HALYARD, "impaired:all"), trait="skills.treatment", dc=15)
    made = found.told(kind.resolve(found.body, options=SupersOptions(), dice=PhysicalDice([3])))
    better = kind.amend(found.body, made, HeroPoint(), options=SupersOptions(), dice=PhysicalDice([4]))
    assert (better.parts, better.rolled) == (made.parts, "Treatment (impaired -2)")
    assert better.text == "Treatment (impaired -2): Success, 2 degrees: 22 against 15 (14 + 8)."
    assert {"R-16", "R-20", "S-100"} <= set(better.rules)


def test_names_of_powers_are_quoted():
    sheet = HALYARD.model_dump()
    sheet["powers"][0]["name"] = "**Bolt** @here"
    found = fill("attack", SupersSheet.model_validate(sheet), power="**Bolt** @here", defense=8)
    answer = found.told(
        CHECKS["supers.attack"][1].resolve(found.body, options=SupersOptions(), dice=PhysicalDice([12]))
    )
    assert answer.text.startswith("**Bolt** @here: Hit")
    assert answer.markdown.startswith("\\*\\*Bolt\\*\\* @\u200bhere: **Hit**")
