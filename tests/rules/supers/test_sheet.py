"""Sheets: what follows from them, what they cost, and every rule they can break."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.character import Derived
from app.rules.systems.supers.audit import audit
from app.rules.systems.supers.conditions import effective
from app.rules.systems.supers.costs import power_cost, power_share
from app.rules.systems.supers.derived import defense, derived
from app.rules.systems.supers.examples import BRACE, EXAMPLE_SHEETS, GUARD, TOLLKEEPER
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import Power, SupersSheet
from tests.rules.golden import HERE

GOLDEN = json.loads((HERE / "supers.json").read_text("utf-8"))["sheets"]
SHEETS = {
    name: SupersSheet.model_validate({key: value for key, value in told.items() if key not in {"derived", "audit"}})
    for name, told in GOLDEN.items()
}


def sheet(**fields: Any) -> SupersSheet:
    return SupersSheet.model_validate(fields)


def effect(effect_id: str = "damage", rank: int = 4, **more: Any) -> dict[str, Any]:
    return {"effect_id": effect_id, "rank": rank, **more}


def power(*effects: dict[str, Any], name: str = "Power", **more: Any) -> dict[str, Any]:
    return {"name": name, "effects": list(effects), **more}


def number(of: SupersSheet, name: str) -> Derived:
    return next(found for found in derived(of) if found.name == name)


def codes(of: SupersSheet, **options: Any) -> list[str]:
    return [found.code for found in audit(of, SupersOptions(**options)).violations]


def said(of: SupersSheet) -> list[str]:
    return [found.message for found in audit(of).violations]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_sheets(name: str):
    told, numbers = GOLDEN[name]["derived"], {one.name: one.value for one in derived(SHEETS[name])}
    for key, value in told.items():
        match value:
            case dict():
                assert {part: numbers[f"{key}.{part}"] for part in value} == value
            case _:
                assert numbers[key] == value
    found = audit(SHEETS[name]).model_dump()
    assert {key: found[key] for key in GOLDEN[name]["audit"]} == GOLDEN[name]["audit"]


def test_the_examples_are_the_golden_sheets():
    for example, golden in zip(EXAMPLE_SHEETS, SHEETS.values(), strict=True):
        assert derived(example) == derived(golden)
        assert audit(example) == audit(golden)
        assert (example.hero_points, example.complications) == (golden.hero_points, golden.complications)
        assert example.powers == golden.powers


def test_every_number_says_what_it_is_made_of():
    for example in EXAMPLE_SHEETS:
        numbers = derived(example)
        assert len({one.name for one in numbers}) == len(numbers)
        for one in numbers:
            assert one.parts
            assert sum(part.value for part in one.parts) == one.value
            assert one.formula
            assert one.rules


def test_a_breakdown():
    assert [(part.source, part.value) for part in number(BRACE, "toughness").parts] == [
        ("stamina", 6),
        ("protection", 4),
    ]
    assert [(part.source, part.value) for part in number(BRACE, "unarmed.bonus").parts] == [
        ("fighting", 8),
        ("close_attack", 2),
    ]
    assert number(BRACE, "skills.expertise").value == 4
    assert number(TOLLKEEPER, "powers.arc_lance.dc").value == 26
    assert number(TOLLKEEPER, "powers.arc_lance.long_ft").value == 1100
    assert number(TOLLKEEPER, "powers.toll_bell.dc").value == 20
    assert "powers.storm_shell.dc" not in {one.name for one in derived(TOLLKEEPER)}


def test_sustained_protection_counts_when_it_is_on():
    assert defense(TOLLKEEPER, "toughness").value == 11
    assert defense(TOLLKEEPER, "toughness", sustained=[]).value == 4
    assert defense(TOLLKEEPER, "toughness", sustained=["Storm shell"]).value == 11
    assert defense(GUARD, "toughness", sustained=[]).value == 4


def test_a_defensive_roll_helps_on_guard():
    roller = sheet(advantages=[{"id": "defensive_roll", "rank": 3}])
    assert defense(roller, "toughness").value == 3
    assert defense(roller, "toughness", off_guard=True).value == 0


def test_conditions_leave_less_of_a_class():
    def standing(**state: Any) -> SupersSheet:
        return sheet(abilities={"agility": 3, "fighting": -3}, state=state)

    def classes(of: SupersSheet) -> tuple[int, int]:
        return number(of, "dodge_class").value, number(of, "parry_class").value

    assert classes(standing()) == (13, 7)
    assert classes(standing(conditions=[{"id": "c1", "key": "vulnerable"}])) == (12, 9)
    assert classes(standing(damage={"level": "incapacitated"})) == (10, 10)
    assert classes(standing(damage={"level": "dead"})) == (13, 7)


def test_body_and_mind_are_guarded_whatever_one_is_able_to_do():
    """S-038: conditions take nothing of Fortitude and Will."""
    for state in ({}, {"conditions": [{"id": "c1", "key": "defenseless"}]}, {"damage": {"level": "incapacitated"}}):
        one = sheet(abilities={"stamina": 2, "awareness": 4}, defenses={"will": {"bought": 1}}, state=state)
        assert (number(one, "fortitude").value, number(one, "will").value) == (2, 5)


def test_a_state_conditions_its_bearer():
    state = sheet(
        state={
            "damage": {"level": "staggered", "penalty": 2},
            "fatigue": "exhausted",
            "conditions": [
                {"id": "c1", "key": "restrained", "param": "anchored", "source": "a net"},
                {"id": "c2", "key": "impaired", "param": "all"},
                {"id": "c3", "key": "prone", "expires": {"at": "turn_end", "of": "brace"}},
            ],
        }
    ).state
    assert [str(one) for one in effective(state.standing())] == ["dazed", "immobile", "impaired", "prone", "vulnerable"]


def test_enhanced_traits_raise_what_stands_on_them():
    raised = sheet(
        powers=[
            power(effect("enhanced_trait", 4, trait="agility", cost_per_rank=2), name="Quick"),
            power(effect("enhanced_trait", 2, trait="dodge"), effect("enhanced_trait", 3, trait="stealth"), name="Shy"),
        ],
        skills=[{"id": "stealth", "ranks": 1}],
    )
    values = {one.name: one.value for one in derived(raised)}
    assert (values["agility"], values["dodge"], values["initiative"], values["skills.stealth"]) == (4, 6, 4, 8)
    assert audit(raised).costs["powers"] == {"Quick": 8, "Shy": 5}


def test_skills_of_one_name_are_told_apart():
    several = sheet(
        skills=[
            {"id": "expertise", "sub": "law", "ranks": 2},
            {"id": "expertise", "sub": "magic", "ranks": 1, "ability": "awareness", "misc": 2},
            {"id": "wit", "ranks": 5},
        ]
    )
    values = {one.name: one.value for one in derived(several)}
    assert (values["skills.expertise_law"], values["skills.expertise_magic"], values["skills.wit"]) == (2, 3, 5)


def test_powers_of_several_effects_are_told_apart():
    linked = sheet(
        powers=[
            power(
                effect(rank=4, attack={"kind": "ranged", "bonus": 3}),
                effect("dazzle", 2, attack={"kind": "area"}),
                name="Flash",
            )
        ]
    )
    values = {one.name: one.value for one in derived(linked)}
    assert values["powers.flash.effect_1.dc"] == 19
    assert values["powers.flash.effect_2.dc"] == 12
    assert values["powers.flash.effect_1.attack"] == 3


@pytest.mark.parametrize(
    ("told", "cost"),
    [
        (power(effect(rank=10)), 10),
        (power(effect(rank=10, extras=[{"id": "increased_range", "value": 1, "levels": 2}])), 30),
        (power(effect(rank=10, extras=[{"id": "area", "value": 1, "ranks": 4}])), 14),
        (power(effect(rank=10, extras=[{"id": "accurate", "value": 1, "levels": 3}])), 13),
        (power(effect(rank=10), flats=[{"id": "innate", "value": 1}]), 11),
        (power(effect(rank=3), flats=[{"id": "quirk", "value": -1, "levels": 5}]), 1),
        (power(effect(rank=10), effect("affliction", 5)), 15),
        (power(effect(rank=13), removable="removable"), 11),
        (power(effect(rank=13), removable="easily_removable"), 9),
        (power(effect(rank=13), flats=[{"id": "removable", "value": -1}]), 11),
        (power(effect(rank=13, flaws=[{"id": "easily_removable", "value": -2}])), 9),
        (power(effect("illusion", 4, cost_per_rank=3)), 12),
        (power(effect("no_such", 4)), 1),
        (power(effect(rank=0)), 1),
    ],
)
def test_what_a_power_costs(told: dict[str, Any], cost: int):
    made = Power.model_validate(told)
    assert power_cost(made) == power_share(made) == cost


def test_an_array_costs_its_base_and_a_little():
    def member(name: str, rank: int, **array: bool) -> dict[str, Any]:
        return power(effect(rank=rank), name=name, array={"of": "Storm", **array})

    still = sheet(powers=[member("Bolt", 20, base=True), member("Gust", 18), member("Hail", 15)])
    assert audit(still).costs["powers"] == {"Bolt": 20, "Gust": 1, "Hail": 1}
    moving = sheet(
        powers=[member("Bolt", 20, base=True, dynamic=True), member("Gust", 18, dynamic=True), member("Hail", 15)]
    )
    assert audit(moving).costs["powers"] == {"Bolt": 21, "Gust": 2, "Hail": 1}
    dear = sheet(power_level=30, powers=[member("Bolt", 20, base=True), member("Gust", 21)])
    assert said(dear) == ["alternate costs 21, base 20"]


def test_alternates_work_one_at_a_time():
    shielded = sheet(
        powers=[
            power(effect(rank=10), name="Bolt", array={"of": "Force", "base": True}),
            power(effect("protection", 5), name="Shell", array={"of": "Force"}),
        ]
    )
    assert number(shielded, "toughness").value == 0
    assert codes(shielded) == ["permanent_modifier"]


@pytest.mark.parametrize(
    ("fields", "code", "message"),
    [
        ({"power_level": 1, "skills": [{"id": "athletics", "ranks": 11}] * 3}, "budget", "spent 17 of 15 power points"),
        ({"abilities": {"intellect": -6}}, "ability_range", "intellect rank -6 is outside -5 to 20"),
        ({"abilities": {"stamina": None}}, "ability_absent", "absent abilities are switched off"),
        (
            {"defenses": {"toughness": {"bought": 1}}},
            "toughness_buy",
            "Toughness rises only by an effect or advantage",
        ),
        ({"defenses": {"will": {"bought": -1}}}, "defense_negative", "bought ranks cannot be negative"),
        (
            {"powers": [power(effect(rank=9, attack={"kind": "close", "bonus": 12}))]},
            "pl_attack_effect",
            "Power: attack 12 + effect 9 = 21, limit 20",
        ),
        ({"powers": [power(effect(rank=11, attack={"kind": "area"}))]}, "pl_effect", "Power: effect 11, limit 10"),
        (
            {"powers": [power(effect("create", 11, resistance={"trait": "dodge"}))]},
            "pl_effect",
            "Power: effect 11, limit 10",
        ),
        (
            {"defenses": {"dodge": {"bought": 14}}, "powers": [power(effect("protection", 7))]},
            "pl_dodge_toughness",
            "14 + 7 = 21, limit 20",
        ),
        (
            {"defenses": {"parry": {"bought": 8}}, "powers": [power(effect("protection", 13))]},
            "pl_parry_toughness",
            "8 + 13 = 21, limit 20",
        ),
        (
            {"power_level": 8, "defenses": {"fortitude": {"bought": 9}, "will": {"bought": 8}}},
            "pl_fort_will",
            "9 + 8 = 17, limit 16",
        ),
        ({"skills": [{"id": "athletics", "ranks": 21}]}, "pl_skill", "athletics total 21, limit 20"),
        ({"powers": [power(effect(rank=0))]}, "rank_range", "rank must be at least 1"),
        ({"skills": [{"id": "athletics", "ranks": -1}]}, "rank_range", "a skill has 0 ranks or more"),
        ({"powers": [power(effect("dazzle"))]}, "unknown_effect", "no such effect: dazzle"),
        (
            {"powers": [power(effect(extras=[{"id": "shiny", "value": 1}]))]},
            "unknown_modifier",
            "no such modifier: shiny",
        ),
        ({"powers": [power(effect(), flats=[{"id": "odd", "value": 1}])]}, "unknown_modifier", "no such modifier: odd"),
        ({"skills": [{"id": "juggling", "ranks": 1}]}, "unknown_skill", "no such skill: juggling"),
        (
            {"powers": [power(effect(rank=4, flaws=[{"id": "limited", "value": -1, "ranks": 6}]))]},
            "modifier_cover",
            "limited covers 6 of 4",
        ),
        ({"equipment": [{"name": "car", "ep": 4}]}, "equipment", "4 points of gear, 0 allowed"),
        ({"skills": [{"id": "acrobatics", "ranks": 0}]}, "trained_only", "acrobatics needs training"),
    ],
)
def test_every_rule_a_sheet_can_break(fields: dict[str, Any], code: str, message: str):
    broken = sheet(**fields)
    found = [(one.code, one.message) for one in audit(broken).violations]
    assert found == [(code, message)]


def test_all_that_is_broken_is_told_at_once():
    broken = sheet(
        power_level=1,
        abilities={"strength": 21},
        skills=[{"id": "juggling", "ranks": 30}],
        equipment=[{"name": "tank", "ep": 60}],
    )
    assert codes(broken) == ["budget", "ability_range", "unknown_skill", "pl_attack_effect", "pl_skill", "equipment"]


def test_gear_within_the_advantage():
    assert codes(sheet(advantages=[{"id": "equipment", "rank": 2}], equipment=[{"name": "car", "ep": 10}])) == []


def test_absent_abilities():
    statue = sheet(kind="object", abilities={"stamina": None, "intellect": None})
    assert codes(statue) == []
    assert audit(statue).costs["abilities"] == -20
    assert number(statue, "fortitude").value == 0
    machine = sheet(abilities={"stamina": None})
    assert codes(machine, absent_abilities=True) == []


def test_earned_points_widen_the_budget():
    spent = sheet(power_level=1, earned_points=2, skills=[{"id": "athletics", "ranks": 11}] * 3)
    assert (audit(spent).budget, codes(spent)) == (17, [])


def test_skill_ranks_by_the_table():
    learned = sheet(skills=[{"id": "athletics", "ranks": 7}])
    assert audit(learned).costs["skills"] == 4
    assert audit(learned, SupersOptions(skill_ranks_per_point=3)).costs["skills"] == 3


@pytest.mark.parametrize(
    "fields",
    [
        {"power_level": 31},
        {"abilities": {"luck": 3}},
        {"abilities": {"strength": "3"}},
        {"hero_points": -1},
        {"kind": "sidekick"},
        {"powers": [power(effect(attack={"kind": "close"}))]},
        {"powers": [power(effect(attack={"kind": "area", "bonus": 4}))]},
        {"powers": [power(effect("affliction", conditions=["dazed"]))]},
        {"powers": [power(effect("affliction", conditions=["dazed", "stunned", "sleepy"]))]},
        {"powers": [power(effect()), power(effect())]},
        {"powers": [power(effect(), array={"of": "Storm"})]},
        {"powers": [power(effect(), name=name, array={"of": "Storm", "base": True}) for name in ("a", "b")]},
        {"state": {"damage": {"level": "bruised"}}},
        {"state": {"pending_step": 2}},
        {"state": {"conditions": [{"id": "c1", "key": "sleepy"}]}},
        {"state": {"conditions": [{"id": "c1", "key": "impaired"}]}},
        {"state": {"conditions": [{"id": "c1", "key": "prone"}, {"id": "c1", "key": "dazed"}]}},
    ],
)
def test_sheets_that_make_no_sense_are_refused(fields: dict[str, Any]):
    with pytest.raises(ValidationError):
        sheet(**fields)


def test_a_blank_sheet():
    """S-032, S-145, S-148: an average adult, of level 10 with 150 points unless the game master says otherwise."""
    blank = sheet()
    assert audit(blank).costs["total"] == 0
    assert (blank.power_level, audit(blank).budget, codes(blank)) == (10, 150, [])
    assert audit(sheet(power_level=12)).budget == 180
    assert {one.value for one in derived(blank) if "class" not in one.name} == {0}
    assert blank.hero_points == 1
    assert blank.state.turn.model_dump() == {
        "standard_left": 1,
        "move_left": 1,
        "effort_used": False,
        "athletics_used": False,
        "sustained": [],
    }
    assert sheet(advantages=[{"id": "luck"}]).rank_of("luck") == 1


@pytest.mark.parametrize(
    ("fields", "fits"),
    [
        ({"power_level": 1}, True),
        ({"power_level": 30}, True),
        ({"power_level": 0}, False),
        ({"abilities": {"strength": 100}}, True),
        ({"abilities": {"strength": 101}}, False),
        ({"abilities": {"strength": -101}}, False),
        ({"advantages": [{"id": "luck", "rank": 1}]}, True),
        ({"advantages": [{"id": "luck", "rank": 0}]}, False),
        ({"advantages": [{"id": "luck", "rank": 101}]}, False),
        ({"complications": ["x" * 500] * 50}, True),
        ({"complications": ["x"] * 51}, False),
        ({"complications": ["x" * 501]}, False),
        ({"name": "x" * 81}, False),
        ({"hero_points": 1000}, True),
        ({"hero_points": 1001}, False),
        ({"powers": [power(*[effect()] * 20)]}, True),
        ({"powers": [power(*[effect()] * 21)]}, False),
        ({"powers": [power(effect(attack={"kind": "close", "bonus": 3, "crit_threat": 16}))]}, True),
        ({"powers": [power(effect(attack={"kind": "close", "bonus": 3, "crit_threat": 15}))]}, False),
        ({"powers": [power(effect(attack={"kind": "close", "bonus": 3, "crit_threat": 21}))]}, False),
        ({"powers": [power(effect(extras=[{"id": "area", "value": 21}]))]}, False),
        ({"powers": [power(effect(extras=[{"id": "area", "value": 1, "levels": 0}]))]}, False),
        ({"powers": [power(effect(cost_per_rank=0))]}, False),
        ({"powers": [power(effect(cost_per_rank=20))]}, True),
        ({"powers": [power(effect(cost_per_rank=21))]}, False),
        ({"state": {"pending_step": 1}}, True),
        ({"state": {"position": {"distance_ft": {"foe": 0}}}}, True),
        ({"state": {"position": {"distance_ft": {"foe": -1}}}}, False),
    ],
)
def test_the_bounds_of_a_sheet(fields: dict[str, Any], fits: bool):
    if fits:
        assert sheet(**fields)
        return
    with pytest.raises(ValidationError):
        sheet(**fields)


def test_a_modifier_on_all_ranks_by_number():
    covered = sheet(powers=[power(effect(rank=4, flaws=[{"id": "limited", "value": -1, "ranks": 4}]))])
    assert codes(covered) == []


def test_the_ledger_of_twenty_powers():
    """As reckoned by hand: ranks, extras, flaws, flat modifiers, an array and what can be taken away."""
    made = sheet(
        abilities={"strength": 2, "fighting": -1, "awareness": 3},
        defenses={"dodge": {"bought": 4}, "will": {"bought": 2}},
        skills=[{"id": "athletics", "ranks": 4}, {"id": "stealth", "ranks": 5}],
        advantages=[{"id": "luck", "rank": 2}, {"id": "equipment"}],
        powers=[
            power(effect(rank=10), name="Bolt", array={"of": "Storm", "base": True}),
            power(effect(rank=9), name="Gust", array={"of": "Storm"}),
            power(effect(rank=8), name="Hail", array={"of": "Storm", "dynamic": True}),
            power(effect(rank=13), name="Hammer", removable="removable"),
            power(effect(rank=6, extras=[{"id": "area", "value": 1}]), name="Blast"),
            power(effect(rank=6, flaws=[{"id": "limited", "value": -1}]), name="Night lamp"),
            power(effect(rank=3), flats=[{"id": "quirk", "value": -1, "levels": 5}], name="Odd"),
            *(power(effect("protection", rank), name=f"Shell {rank}") for rank in range(1, 14)),
        ],
    )
    found = audit(made)
    assert [(line.name, line.value) for line in found.ledger[:9]] == [
        ("abilities.strength", 4),
        ("abilities.fighting", -2),
        ("abilities.awareness", 6),
        ("defenses.dodge", 4),
        ("defenses.will", 2),
        ("skills", 5),
        ("advantages.luck", 2),
        ("advantages.equipment", 1),
        ("powers.bolt", 10),
    ]
    powers = {"Bolt": 10, "Gust": 1, "Hail": 2, "Hammer": 11, "Blast": 12, "Night lamp": 3, "Odd": 1}
    powers |= {f"Shell {rank}": rank for rank in range(1, 14)}
    assert len(powers) == 20
    assert found.costs == {
        "abilities": 8,
        "defenses": 6,
        "skills": 5,
        "advantages": 3,
        "powers": powers,
        "total": 153,
    }
    assert sum(line.value for line in found.ledger) == 153
    lines = {line.name: line for line in found.ledger}
    assert [(part.source, part.value) for part in lines["powers.hammer"].parts] == [("damage", 13), ("removable", -2)]
    assert [(part.source, part.value) for part in lines["powers.odd"].parts] == [
        ("damage", 3),
        ("quirk", -5),
        ("least", 3),
    ]
    assert [(part.source, part.value) for part in lines["powers.hail"].parts] == [("alternate", 1), ("dynamic", 1)]
    assert all(line.value == sum(part.value for part in line.parts) for line in found.ledger[8:])
    assert (lines["powers.blast"].pointer, lines["skills"].pointer) == ("/powers/4", "/skills")


def test_caps_are_told_with_limits_whether_broken_or_not():
    caps = {cap.name: (cap.value, cap.limit, cap.pointer) for cap in audit(BRACE).caps}
    assert caps["Anvil fist"] == (20, 20, "/powers/0/effects/0")
    assert caps["unarmed"] == (20, 20, "/abilities")
    assert caps["dodge"] == (18, 20, "/defenses/dodge")
    assert caps["athletics"] == (16, 20, "/skills/0")
    assert "Stone skin" not in caps


def test_a_class_says_what_conditions_take():
    halved = sheet(abilities={"agility": 7}, state={"conditions": [{"id": "c1", "key": "vulnerable"}]})
    told = [(part.source, part.value, part.rule) for part in number(halved, "dodge_class").parts]
    assert told == [("base", 10, None), ("dodge", 7, None), ("vulnerable", -3, "S-040")]
    bound = sheet(abilities={"agility": 7}, state={"conditions": [{"id": "c1", "key": "bound"}]})
    assert number(bound, "dodge_class").parts[-1].source == "defenseless"
