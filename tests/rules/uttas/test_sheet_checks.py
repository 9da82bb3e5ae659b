"""Checks of the Universal System from sheets: dice, scores, limbs, stances and distance, each with its source."""

from typing import Any

import pytest

from app.rules.catalog import CHECKS
from app.rules.dice import PhysicalDice
from app.rules.lending import Filled, filled
from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.uttas.examples import EXAMPLE_SHEETS
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.sheet import LIMBS, UttasSheet

WILLOW, BEAR, THUG, *_, ARSONIST = EXAMPLE_SHEETS
DAY = 24 * 60


def with_limbs(sheet: UttasSheet, *out: str, by: str = "hit", **fields: Any) -> UttasSheet:
    """The sheet with limbs out of use, and other fields."""
    limbs = [limb.model_dump() | ({"disabled": {"by": by, "debt": 3}} if limb.id in out else {}) for limb in LIMBS]
    return UttasSheet.model_validate(sheet.model_dump() | {"limbs": limbs} | fields)


def fill(
    kind: str, sheet: UttasSheet, *, options: dict[str, Any] | None = None, clock: int = 0, **asked: Any
) -> Filled[Any]:
    _, of_kind = CHECKS[f"uttas.{kind}"]
    body = of_kind.from_sheet.model_validate(asked)
    return filled(of_kind, body, sheet, options=UttasOptions.model_validate(options or {}), clock=clock)


def parts(found: Filled[Any]) -> list[str]:
    return [f"{part.field} {part.source} {part.value} {part.rule}" for part in found.parts]


def told(kind: str, found: Filled[Any], *faces: int) -> str:
    _, of_kind = CHECKS[f"uttas.{kind}"]
    return found.told(of_kind.resolve(found.body, options=UttasOptions(), dice=PhysicalDice(faces))).text


def refused(kind: str, sheet: UttasSheet, **asked: Any) -> str:
    with pytest.raises((AgainstTheRules, OutOfRange)) as refusal:
        fill(kind, sheet, **asked)
    return f"{refusal.value.code} {refusal.value.facts['rule']}"


@pytest.mark.parametrize(
    ("trait", "part", "named"),
    [
        ("skills.perception", "dice skills.perception 6 T-040", "Perception"),
        ("perception", "dice skills.perception 6 T-040", "Perception"),
        ("skills.knowledge_nature", "dice skills.knowledge_nature 5 T-040", "Knowledge nature"),
        ("ego.dice", "dice ego.dice 3 G-01", "Ego"),
        ("ego", "dice ego.dice 3 G-01", "Ego"),
    ],
)
def test_a_roll_of_ones_own_dice(trait: str, part: str, named: str):
    found = fill("skill", WILLOW, trait=trait, dc=12)
    assert parts(found) == [part]
    assert found.rolled == named
    assert found.sheet is None


def test_a_simple_question_is_one_roll():
    """T-154."""
    found = fill("skill", WILLOW, trait="knowledge_nature", dc=12)
    assert told("skill", found, 3, 3, 3, 2, 1) == "Knowledge nature: Success: 12 against difficulty 12 (3+3+3+2+1)."


def test_dice_follow_aid_drain_and_the_house_rule():
    sheet = UttasSheet.model_validate(WILLOW.model_dump() | {"modifiers": {"strength": 10}})
    assert fill("skill", sheet, trait="strength.dice", dc=12).body.dice == 4
    assert fill("skill", sheet, options={"points_per_die": 10}, trait="strength.dice", dc=12).body.dice == 2


def test_a_number_in_the_body_stands_in_for_the_sheet_and_the_head_still_hurts():
    found = fill("skill", with_limbs(WILLOW, "head"), trait="perception", dice=2, dc=5, disadvantages=1)
    assert (found.body.dice, found.body.disadvantages) == (2, 2)
    assert parts(found) == ["disadvantages head disabled 1 T-124"]
    assert told("skill", found, 4, 4, 1, 1) == (
        "Perception (head disabled +1 Disadvantage): Success: 6 against difficulty 5 (4+4 - (1+1) for Disadvantage)."
    )


@pytest.mark.parametrize(
    ("metres", "extension", "bands"), [(10, 0, 0), (11, 0, 1), (31, 0, 2), (31, 1, 1), (900, 0, 3)]
)
def test_distance_counts_in_bands_past_ones_reach(metres: int, extension: int, bands: int):
    sheet = UttasSheet.model_validate(WILLOW.model_dump() | {"range_extension": extension})
    found = fill("skill", sheet, trait="perception", dc=12, distance_m=metres)
    assert found.body.range_increments == bands
    assert parts(found)[-1] == f"range_increments distance {bands} T-110"
    stated = fill("skill", sheet, trait="perception", dc=12, distance_m=metres, range_increments=1)
    assert stated.body.range_increments == 1


def test_an_opposed_roll_is_the_active_sides():
    found = fill("opposed", with_limbs(WILLOW, "head"), trait="perception", distance_m=20, passive={"dice": 6})
    assert parts(found) == [
        "active.dice skills.perception 6 T-040",
        "active.disadvantages head disabled 1 T-124",
        "active.range_increments distance 1 T-110",
    ]
    assert (found.body.active.disadvantages, found.body.passive.disadvantages) == (1, 0)
    stated = fill("opposed", WILLOW, trait="perception", active={"advantages": 2, "dice": 3}, passive={"dice": 6})
    assert (stated.body.active.dice, stated.body.active.advantages, stated.parts) == (3, 2, ())


@pytest.mark.parametrize(
    ("sheet", "asked", "expected"),
    [
        (WILLOW, {"attack": "blast"}, ["key ego 16 T-077", "dexterity dexterity 14 T-077"]),
        (BEAR, {"attack": "claws"}, ["key strength 20 T-077", "dexterity dexterity 10 T-077"]),
        (ARSONIST, {"attack": "strike"}, ["key strength 20 T-077", "dexterity dexterity 12 T-077"]),
        (
            WILLOW,
            {"attack": "blast", "stance": "steady"},
            ["key ego 16 T-077", "dexterity dexterity 14 T-077", "stance_accuracy stance:steady 2 G-05"],
        ),
        (
            WILLOW,
            {"attack": "blast", "stance": "bracing"},
            ["key ego 16 T-077", "dexterity dexterity 14 T-077"],
        ),
        (
            WILLOW,
            {"attack": "blast", "distance_m": 40},
            ["key ego 16 T-077", "dexterity dexterity 14 T-077", "range_increments distance 2 T-110"],
        ),
        (
            with_limbs(WILLOW, "head", "left_arm"),
            {"attack": "club"},
            ["key strength 10 T-077", "dexterity dexterity 14 T-077", "disadvantages head disabled 1 T-124"],
        ),
        (
            UttasSheet.model_validate(WILLOW.model_dump() | {"conditions": ["prone", "stunned"]}),
            {"attack": "club"},
            ["key strength 10 T-077", "dexterity dexterity 14 T-077"],
        ),
        (
            UttasSheet.model_validate(WILLOW.model_dump() | {"entangle": {"health": 8}}),
            {"attack": "club"},
            ["key strength 10 T-077", "dexterity dexterity 14 T-077"],
        ),
        (WILLOW, {"key": 3}, ["dexterity dexterity 14 T-077"]),
        (WILLOW, {"attack": "club", "dexterity": 7}, ["key strength 10 T-077"]),
    ],
)
def test_accuracy(sheet: UttasSheet, asked: dict[str, Any], expected: list[str]):
    found = fill("accuracy", sheet, target=20, **asked)
    assert parts(found) == expected
    assert (found.body.key, found.body.dexterity) != (0, 0)


def test_accuracy_names_its_attack():
    found = fill("accuracy", with_limbs(WILLOW, "head"), attack="club", target=20, stance="steady")
    assert told("accuracy", found, 4, 4, 3, 2) == (
        "Club (head disabled +1 Disadvantage): Hit: 23 beats 20 (12 +2 stance + 4+4+3 - 2 for Disadvantage)."
    )


GESTURES = [{"id": "hex", "kind": "power", "key": "ego", "limitations": ["gestures"]}]
SPELL = [{"id": "hex", "kind": "power", "key": "ego", "limitations": ["incantation"]}]
TRIGGERED = [{"id": "hex", "kind": "power", "key": "ego", "triggered": True}]
GREAT_AXE = [{"id": "hex", "kind": "melee", "hands": 2}]


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        (with_limbs(WILLOW, entangle={"health": 4, "limbs": "arms"}, attacks=GESTURES), "arms_bound G-19"),
        (with_limbs(WILLOW, entangle={"health": 4, "limbs": "both"}, attacks=GESTURES), "arms_bound G-19"),
        (with_limbs(WILLOW, "left_arm", attacks=GREAT_AXE), "limb_disabled T-120"),
        (with_limbs(WILLOW, "head", attacks=TRIGGERED), "limb_disabled T-124"),
        (with_limbs(WILLOW, "left_arm", by="grapple", attacks=GESTURES), "power_limited T-121"),
        (with_limbs(WILLOW, "head", by="grapple", attacks=SPELL), "power_limited T-125"),
        (with_limbs(WILLOW, health=0), "dead T-118"),
        (with_limbs(WILLOW, stamina=0), "unconscious T-144"),
        (WILLOW, "unknown_attack T-032"),
    ],
)
def test_attacks_that_can_not_be_made(sheet: UttasSheet, code: str):
    assert refused("accuracy", sheet, attack="hex", target=20) == code


def test_a_held_limb_that_was_hit_leaves_the_powers_alone():
    assert fill("accuracy", with_limbs(WILLOW, "left_arm", attacks=GESTURES), attack="hex", target=20).parts


def test_an_attack_carries_only_so_far():
    assert refused("accuracy", WILLOW, attack="club", target=20, distance_m=3) == "out_of_reach T-032"
    assert refused("accuracy", WILLOW, attack="blast", target=20, distance_m=201) == "out_of_range T-032"
    assert refused("accuracy", WILLOW, attack="club", target=20, stance="flying") == "unknown_stance G-05"


def test_a_stance_of_the_tables_own():
    stances = {"stances": [{"id": "crane", "accuracy": 3}]}
    found = fill("accuracy", WILLOW, options=stances, attack="club", target=20, stance="crane")
    assert found.body.stance_accuracy == 3


def test_a_manoeuvre_is_rolled_as_its_attack():
    sheet = UttasSheet.model_validate(WILLOW.model_dump() | {"manoeuvres": [{"id": "disarm", "attack": "club"}]})
    found = fill("accuracy", sheet, attack="disarm", target=20)
    assert (found.body.key, found.rolled) == (10, "Disarm")


def test_a_hit_that_is_dealt():
    found = fill("damage", BEAR, attack="claws", armor=1, defense=4)
    assert parts(found) == ["dice attacks.claws.dice 6 T-084"]
    assert (found.body.armor, found.body.body) == (1, None)
    drained = UttasSheet.model_validate(ARSONIST.model_dump() | {"modifiers": {"strength": -10}})
    assert fill("damage", drained, attack="strike").body.dice == 2
    assert fill("damage", drained, attack="strike", dice=1).body.dice == 1


def test_a_hit_that_is_suffered():
    hurt = UttasSheet.model_validate(
        WILLOW.model_dump() | {"health": 3, "stamina": 12, "temp_health": [{"n": 2, "expires": DAY}]}
    )
    found = fill("damage", hurt, type="energy", dice=4)
    assert parts(found) == [
        "armor armor.energy 2 T-084",
        "defense defense.energy 6 T-086",
        "body body 12 T-141",
        "current_health health 5 T-118",
        "current_stamina stamina 12 T-143",
    ]
    assert fill("damage", hurt, clock=DAY, type="energy", dice=4).body.current_health == 3
    assert told("damage", found, 6, 5, 5, 4) == (
        "Energy damage: 2 Health and 14 Stamina lost: 4 dice against Armor 2, 6+5+5+4 against Defense 6; "
        "the target is unconscious and stunned."
    )
    assert fill("damage", hurt, type="energy", dice=4, armor=0).body.armor == 0


def test_a_stance_and_a_block_meet_a_hit():
    found = fill("damage", WILLOW, type="physical", dice=4, stance="bracing", block=True)
    assert (found.body.armor, found.body.defense, found.body.block_dice) == (3, 11, 2)
    assert found.rolled == "Physical damage (stance:bracing +1 Armor, stance:bracing +5 Defense)"
    assert "block_dice strength.dice 2 G-08" in parts(found)
    armless = with_limbs(WILLOW, "left_arm", "right_arm")
    bound = with_limbs(WILLOW, entangle={"health": 4, "limbs": "arms"})
    for sheet in (armless, bound):
        assert refused("damage", sheet, type="physical", dice=4, block=True) == "no_free_arm G-08"
    assert refused("damage", with_limbs(WILLOW, stamina=0), type="physical", dice=4, block=True) == "unconscious T-144"


def test_a_hit_is_dealt_or_suffered():
    with pytest.raises(ValueError, match="not both"):
        fill("damage", WILLOW, attack="club", type="physical")


def test_a_business_takes_the_characters_skills_and_then_the_others():
    found = fill("business", WILLOW, traits=["tracking", "skills.first_aid"], skill_dice={"charm": 2, "first_aid": 1})
    assert list(found.body.skill_dice.items()) == [("tracking", 6), ("first_aid", 1), ("charm", 2)]
    assert parts(found) == ["skill_dice.tracking skills.tracking 6 T-040"]
    assert found.rolled == "Tracking, First aid"
    assert refused("business", WILLOW, traits=["charm"]) == "unknown_trait T-040"


def test_two_skills_that_are_spelled_alike_are_told_apart():
    sheet = UttasSheet.model_validate(
        WILLOW.model_dump() | {"skills": [{"id": "3d_art", "dice": 2}, {"id": "_3d_art", "dice": 5}]}
    )
    assert fill("skill", sheet, trait="skills._3d_art", dc=3).body.dice == 2
    assert fill("skill", sheet, trait="skills._3d_art_2", dc=3).body.dice == 5


def test_a_stance_that_takes_nothing_off_a_hit_is_not_listed():
    found = fill("damage", WILLOW, dice=3, type="physical", stance="mobile")
    assert not any("stance" in part for part in parts(found))
    braced = fill("damage", WILLOW, dice=3, type="physical", stance="bracing")
    assert [part for part in parts(braced) if "stance" in part] == [
        "armor stance:bracing 1 G-05",
        "defense stance:bracing 5 G-05",
    ]
