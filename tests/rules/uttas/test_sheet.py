"""Sheets: what they refuse, what follows from them, and where each number comes from."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.character import Derived
from app.rules.systems.uttas import SYSTEM
from app.rules.systems.uttas.arms import BASIC_STRIKE, Attack
from app.rules.systems.uttas.characteristics import defence_in_force, dodge, sprint_loss
from app.rules.systems.uttas.derived import attacks, derived, movement
from app.rules.systems.uttas.examples import EXAMPLE_SHEETS
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.sheet import UttasSheet

PLAIN: dict[str, Any] = {"speed": 4, "health_max": 20, "stamina_max": 30}


def numbers(sheet: UttasSheet, **options: Any) -> dict[str, Derived]:
    return {number.name: number for number in derived(sheet, UttasOptions(**options))}


def sheet(**fields: Any) -> UttasSheet:
    return UttasSheet.model_validate({**PLAIN, **fields})


WILLOW = EXAMPLE_SHEETS[0]


def test_willow():
    found = {name: number.value for name, number in numbers(WILLOW).items()}
    assert found["dodge"] == 23
    assert found["discipline"] == 24
    assert found["ego.dice"] == 3
    assert found["attacks.blast.accuracy"] == 15
    assert (found["attacks.blast.dice"], found["attacks.blast.stamina"]) == (10, 8)
    assert (found["attacks.club.dice"], found["attacks.club.stamina"]) == (4, 3)
    assert (found["attacks.strike.dice"], found["attacks.strike.stamina"]) == (2, 2)
    assert found["moves.warp.quarter"] == 2
    assert (found["moves.run.half"], found["moves.run.sprint"]) == (6, 24)
    assert found["limb_threshold"] == 8
    assert found["breather_limit"] == 12
    assert found["skills.tracking"] == 6
    assert "moves.fly.full" not in found


def test_a_number_shows_what_it_is_made_of():
    number = numbers(WILLOW)["dodge"]
    assert [(part.source, part.value) for part in number.parts] == [("base", 10), ("agility", 12), ("dexterity", 14)]
    assert number.formula == "10 + half of Agility and Dexterity, rounded down"
    assert number.rules == ["G-02"]


def test_what_the_sheet_sets_stands():
    found = numbers(
        sheet(
            dodge=30,
            discipline=31,
            limb_threshold=5,
            stamina_locked=14,
            dice_override={"strength": 7},
            modifiers={"body": -6, "strength": 40},
        )
    )
    assert (found["dodge"].value, found["dodge"].formula) == (30, "as the sheet says")
    assert found["discipline"].value == 31
    assert found["limb_threshold"].value == 5
    assert found["stamina_ceiling"].value == 16
    assert found["strength.dice"].value == 7
    assert found["attacks.strike.dice"].value == 7
    assert (found["body.dice"].value, found["breather_limit"].value) == (1, 10)
    assert [part.value for part in found["body.dice"].parts] == [10, -6]


def test_house_rules_change_the_numbers():
    found = numbers(sheet(body=12), points_per_die=3, breather_limit="body_dice")
    assert found["body.dice"].value == 4
    assert (found["breather_limit"].value, found["breather_limit"].formula) == (4, "dice of the natural Body")


def test_skills_by_their_characteristic():
    found = numbers(sheet(skills=[{"id": "climb", "key": "agility", "ranks": 3}, {"id": "odd", "dice": 0}]))
    assert found["skills.climb"].value == 5
    assert [(part.source, part.value) for part in found["skills.climb"].parts] == [("agility", 2), ("ranks", 3)]
    assert found["skills.odd"].value == 0


def test_movement_comes_from_agility_unless_listed():
    runner = sheet(agility=13, moves=[{"mode": "fly", "metres": 20}])
    assert [movement(runner, mode).metres for mode in ("run", "leap", "swim", "fly", "warp")] == [13, 6, 6, 20, 0]


def test_everybody_has_a_strike_once():
    assert attacks(sheet()) == [BASIC_STRIKE]
    own = {"id": "strike", "kind": "melee", "strike_dice": 3}
    assert [attack.strike_dice for attack in attacks(sheet(attacks=[own]))] == [3]


@pytest.mark.parametrize(
    ("attack", "dice", "cost", "reach", "made_of"),
    [
        (Attack(id="a", kind="melee", weapon_dice=1, required_strength=9), 5, 5, 2, [4, 9]),
        (Attack(id="a", kind="melee", strength_dice=1, range_m=6), 1, 1, 6, [1, 0]),
        (Attack(id="a", kind="manoeuvre", martial_dice=2), 6, 4, 2, [4, 0]),
        (Attack(id="a", kind="thrown", required_strength=5), 4, 5, None, [4, 5]),
        (Attack(id="a", kind="mechanical", weapon_dice=4, required_strength=14), 4, 2, None, [14]),
        (Attack(id="a", kind="power", power_dice=7, active_points=38), 7, 7, None, [38]),
        (Attack(id="a", kind="power", active_points=38, maintained=True), 0, 14, None, [38]),
    ],
)
def test_what_an_attack_brings_and_costs(attack: Attack, dice: int, cost: int, reach: int | None, made_of: list[int]):
    strong = sheet(strength=20, attacks=[attack.model_dump()])
    found = numbers(strong)
    assert found["attacks.a.dice"].value == dice
    assert found["attacks.a.stamina"].value == cost
    assert [part.value for part in found["attacks.a.stamina"].parts] == made_of
    assert attack.reach_m == reach


def test_a_sprint_lowers_dodge():
    assert sprint_loss(agility=12, dexterity=12) == 3
    assert dodge(agility=12, dexterity=12, sprinting=True) == 19
    assert defence_in_force(versus="dodge", target={"dodge": 20, "discipline": 24}) == 20


@pytest.mark.parametrize(
    "fields",
    [
        {"speed": 0},
        {"speed": 13},
        {"agility": 101},
        {"agility": -1},
        {"health_max": 0},
        {"health_max": 501},
        {"stamina_max": 1001},
        {"health": 21},
        {"health": -1},
        {"stamina": 31},
        {"stamina_locked": 31},
        {"armor": {"physical": 100}},
        {"defense": {"mental": -1}},
        {"defense": {"acid": 3}},
        {"moves": [{"mode": "run", "metres": 1001}]},
        {"moves": [{"mode": "run", "metres": 1}, {"mode": "run", "metres": 2}]},
        {"moves": [{"mode": "teleport", "metres": 1}]},
        {"limbs": [{"id": "head", "kind": "head"}]},
        {"skills": [{"id": "climb"}]},
        {"skills": [{"id": "climb", "dice": 21}]},
        {"skills": [{"id": "climb", "dice": 1}, {"id": "climb", "dice": 2}]},
        {"attacks": [{"id": "a", "kind": "melee", "weapon_dice": 41}]},
        {"attacks": [{"id": "a", "kind": "power", "active_points": 501}]},
        {"attacks": [{"id": "Big Axe", "kind": "melee"}]},
        {"counterattacks": [{"id": "riposte", "attack": "rapier"}]},
        {"manoeuvres": [{"id": "shove", "attack": "push"}]},
        {"luck": 3},
        {"agility": "12"},
        {"breather_uses": True},
    ],
)
def test_a_sheet_that_makes_no_sense_is_refused(fields: dict[str, Any]):
    with pytest.raises(ValidationError):
        sheet(**fields)


def test_a_sheet_may_be_worn_out():
    tired = sheet(stamina=-40, health=0, counterattacks=[{"id": "riposte", "attack": "strike"}])
    assert (tired.stamina, tired.health) == (-40, 0)


@pytest.mark.parametrize("example", SYSTEM.example_sheets, ids=lambda example: example.name)
def test_examples_survive_the_wire(example: Any):
    assert SYSTEM.sheet.model_validate_json(example.model_dump_json()) == example
    assert SYSTEM.sheet.model_validate(example.model_dump(mode="json")) == example


@pytest.mark.parametrize(
    "options",
    [
        {"points_per_die": 0},
        {"metric": "cube"},
        {"stances": [{"id": "low"}, {"id": "low"}]},
        {"business_table": [{"at_most": 3, "level_change": 1}]},
        {"overexert": 1},
        {"house": "rule"},
    ],
)
def test_house_rules_that_make_no_sense_are_refused(options: dict[str, Any]):
    with pytest.raises(ValidationError):
        UttasOptions.model_validate(options)


def test_house_rules_survive_the_wire():
    own = UttasOptions.model_validate(
        {"stances": [{"id": "low", "dodge": 1}], "business_table": [{"level_change": 0}], "grid": "hex"}
    )
    assert UttasOptions.model_validate(own.model_dump(mode="json")) == own
    assert [stance.id for stance in UttasOptions().stances] == ["none", "steady", "bracing", "mobile"]


def test_catalogues_and_refusals_can_be_read():
    for entries in SYSTEM.catalogues.values():
        assert entries
    for code, why in SYSTEM.refusals.items():
        assert code.replace("_", "").isalpha()
        assert why.endswith(".")


def test_a_skills_own_dice_go_before_its_key():
    both = sheet(skills=[{"id": "climb", "dice": 1, "key": "agility", "ranks": 3}])
    assert numbers(both)["skills.climb"].value == 1


def test_a_plain_sheet_is_unhurt_and_average():
    """G-30, G-33: Armor and Defense by type of damage; Health, Stamina and Speed as the sheet has them."""
    plain = sheet().model_dump(exclude={"limbs"}, exclude_none=True)
    scores = ["agility", "body", "charisma", "dexterity", "ego", "intelligence", "strength"]
    assert {name: plain.pop(name) for name in scores} == dict.fromkeys(scores, 10)
    assert plain.pop("armor") == plain.pop("defense") == {"physical": 0, "energy": 0, "mental": 0}
    assert {name: value for name, value in plain.items() if value} == PLAIN
    assert [(limb.id, limb.kind, limb.holds, limb.disabled) for limb in sheet().limbs] == [
        ("left_arm", "arm", None, None),
        ("right_arm", "arm", None, None),
        ("left_leg", "leg", None, None),
        ("right_leg", "leg", None, None),
        ("head", "head", None, None),
        ("body", "body", None, None),
    ]


def test_an_attack_is_a_plain_blow_unless_said():
    assert Attack(id="a", kind="melee").model_dump() == {
        "id": "a",
        "kind": "melee",
        "key": "strength",
        "versus": "dodge",
        "type": "physical",
        "strength_dice": None,
        "weapon_dice": 0,
        "martial_dice": 0,
        "strike_dice": 0,
        "power_dice": 0,
        "required_strength": 0,
        "active_points": 0,
        "maintained": False,
        "range_m": None,
        "area": False,
        "max_strikes": 1,
        "hands": 1,
        "weapon_class": "other",
        "limitations": [],
        "grab_addition": False,
        "invisible": False,
        "entangle_health": 0,
        "entangle_limbs": "legs",
        "triggered": False,
    }
