"""Checks: what they answer, what they say, and what they refuse."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.errors import FacesMissing, InvalidFace
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas import SYSTEM
from app.rules.systems.uttas.business import BusinessBand
from app.rules.systems.uttas.checks.accuracy import AccuracyBody
from app.rules.systems.uttas.checks.business import BusinessBody
from app.rules.systems.uttas.checks.damage import DamageBody
from app.rules.systems.uttas.checks.skill import SkillBody, UttasOpposedBody, UttasSide
from app.rules.systems.uttas.options import DEFAULTS, UttasOptions
from tests.rules.uttas.table import KINDS, ask

THUG: dict[str, Any] = {"key": 10, "dexterity": 10, "target": 20}


class Ones:
    """Dice that always show a 1."""

    def draw(self, faces: int, count: int) -> list[int]:
        return [1] * count


@pytest.mark.parametrize(
    ("body", "faces", "text"),
    [
        (AccuracyBody(**THUG), (4, 4, 3), "Hit: 21 beats 20 (10 + 4+4+3)."),
        (AccuracyBody(**THUG), (4, 4, 2), "Miss: 20 equals 20, and a tie misses (10 + 4+4+2)."),
        (AccuracyBody(**THUG, stance_accuracy=2), (1, 1, 1), "Miss: 15 falls short of 20 (10 +2 stance + 1+1+1)."),
        (AccuracyBody(**THUG, advantages=1), (3, 3, 3, 5), "Hit: 24 beats 20 (10 + 3+3+3 + 5 for Advantage)."),
        (
            AccuracyBody(**THUG, range_increments=2),
            (6, 6, 6, 3, 4),
            "Hit: 21 beats 20 (10 + 6+6+6 - (3+4) for Disadvantage).",
        ),
        (AccuracyBody(**THUG, range_increments=3), (), "Miss: 3 range bands out fail without a roll."),
        (SkillBody(dice=3, dc=12), (4, 4, 4), "Success: 12 against difficulty 12 (4+4+4)."),
        (
            SkillBody(dice=1, dc=1, disadvantages=1),
            (2, 5),
            "Failure: -3 against difficulty 1 (2 - 5 for Disadvantage).",
        ),
        (SkillBody(dice=0, dc=1), (), "Failure: 0 against difficulty 1 (no dice)."),
        (SkillBody(dice=13, dc=1), (1,) * 13, "Success: 13 against difficulty 1 (13d6 = 13)."),
        (SkillBody(dice=9, dc=1, range_increments=5), (), "Failure: 5 range bands out fail without a roll."),
        (
            UttasOpposedBody(active=UttasSide(dice=2), passive=UttasSide(dice=1)),
            (4, 3, 6),
            "Success: 7 against 6 (4+3; 6).",
        ),
        (
            UttasOpposedBody(active=UttasSide(dice=1), passive=UttasSide(dice=1)),
            (4, 4),
            "Failure: 4 against 4 (4; 4), and a tie changes nothing.",
        ),
        (
            UttasOpposedBody(active=UttasSide(dice=1, range_increments=3), passive=UttasSide(dice=1)),
            (),
            "Failure: the active side is out of range and fails without a roll.",
        ),
        (
            UttasOpposedBody(active=UttasSide(dice=1), passive=UttasSide(dice=1, range_increments=3)),
            (),
            "Success: the passive side is out of range and fails without a roll.",
        ),
        (
            DamageBody(dice=2, armor=1, defense=3),
            (6, 5),
            "1 Health and 8 Stamina lost: 2 dice against Armor 1, 6+5 against Defense 3.",
        ),
        (
            DamageBody(dice=2, block_dice=1),
            (4, 6, 5),
            "1 Health and 7 Stamina lost: 2 dice against Armor 1, 6+5 against Defense 0 and a Block of 4.",
        ),
        (
            DamageBody(dice=2, block_dice=1, defense=5),
            (6, 6, 5),
            "Blocked: 11 damage stop at Defense 5 and a Block of 6.",
        ),
        (
            DamageBody(dice=2, body=3, current_health=2, current_stamina=7),
            (3, 4),
            "2 Health and 7 Stamina lost: 2 dice against Armor 0, 3+4 against Defense 0; "
            "the target is dead and unconscious and stunned.",
        ),
        (DamageBody(dice=1, body=6), (6,), "1 Health and 6 Stamina lost: 1 die against Armor 0, 6 against Defense 0."),
        (BusinessBody(skill_dice={"charm": 2}), (2, 3), "The business shrinks by a level: 5 on 2 dice (2+3)."),
        (BusinessBody(skill_dice={"charm": 2}), (2, 4), "The business holds its level: 6 on 2 dice (2+4)."),
        (BusinessBody(skill_dice={"charm": 2}), (4, 5), "The business grows by a level: 9 on 2 dice (4+5)."),
        (
            BusinessBody(skill_dice={"law": 1}, table=[BusinessBand(level_change=-2)]),
            (1,),
            "The business shrinks by 2 levels: 1 on 1 die (1).",
        ),
    ],
)
def test_what_is_said(body: Any, faces: tuple[int, ...], text: str):
    answer = ask(body, *faces)
    assert answer.text == text
    word, _, why = text.partition(":")
    assert answer.markdown == f"**{word}**:{why}"
    assert answer.source == "physical"
    assert [die.face for die in answer.dice] == list(faces)


def test_a_tie_may_hit():
    answer = ask(AccuracyBody(**THUG), 4, 4, 2, options=UttasOptions(accuracy_tie="hit"))
    assert answer.result["hit"] is True
    assert answer.text == "Hit: 20 equals 20, and a tie hits (10 + 4+4+2)."
    assert "G-13b" in answer.rules


def test_a_dropped_die_is_not_thrown():
    options = UttasOptions(disadvantage_mode="drop_die")
    assert ask(SkillBody(dice=4, dc=3, disadvantages=1), 1, 1, 1, options=options).result["total"] == 3
    assert ask(SkillBody(dice=1, dc=3, disadvantages=4), options=options).result["total"] == 0


def test_dice_say_whose_they_are_and_what_they_bring():
    answer = ask(
        UttasOpposedBody(active=UttasSide(dice=1, advantages=1), passive=UttasSide(dice=1, disadvantages=1)),
        *(3, 4, 5, 6),
    )
    assert [(die.of, die.face, die.counts) for die in answer.dice] == [
        ("active", 3, None),
        ("advantage", 4, None),
        ("passive", 5, None),
        ("disadvantage", 6, -6),
    ]
    assert answer.result == {
        "active_total": 7,
        "passive_total": -1,
        "success": True,
        "automatic_failure": False,
    }


def test_business_dice_stand_under_their_skill():
    """T-157."""
    answer = ask(BusinessBody(skill_dice={"charm": 2, "law": 1}), 1, 2, 3)
    assert [die.of for die in answer.dice] == ["charm", "charm", "law"]
    assert answer.result == {"total": 6, "dice": 3, "level_change": -1}


def test_the_campaigns_table_counts_unless_the_body_has_one():
    campaign = UttasOptions(business_table=[BusinessBand(at_most=3, level_change=0), BusinessBand(level_change=3)])
    assert ask(BusinessBody(skill_dice={"law": 1}), 4, options=campaign).result["level_change"] == 3
    own = BusinessBody(skill_dice={"law": 1}, table=[BusinessBand(level_change=7)])
    assert ask(own, 4, options=campaign).result["level_change"] == 7


def test_damage_doesnt_guess_what_it_wasnt_told():
    result = ask(DamageBody(dice=1), 6).result
    assert (result["stunned"], result["unconscious"], result["dead"]) == (None, None, None)


def test_the_same_dice_hurt_health_and_stamina_and_armor_alone_spares_health():
    """T-083, T-089: Defense is for Stamina; a Block is Armor for its hit, and Defense by its total."""

    def lost(*faces: int, **against: Any) -> tuple[int, int]:
        result = ask(DamageBody(dice=3, **against), *faces).result
        return result["health"], result["stamina"]

    assert lost(6, 5, 4) == (3, 15)
    assert lost(6, 5, 4, defense=9) == (3, 6)
    assert lost(6, 5, 4, armor=2) == (1, 15)
    assert lost(1, 6, 5, 4, block_dice=1) == (2, 14)


def test_damage_names_the_rules_it_used():
    assert ask(DamageBody(dice=1), 6).rules == ["T-084", "T-086"]
    told = DamageBody(dice=1, block_dice=1, body=1, current_health=9, current_stamina=9)
    assert ask(told, 1, 6).rules == ["T-084", "T-086", "G-08", "T-141", "T-143", "T-118"]


@pytest.mark.parametrize(
    ("circumstances", "rules"),
    [
        ({}, ["T-040", "G-13b"]),
        ({"advantages": 1}, ["T-040", "G-13b", "T-106"]),
        ({"disadvantages": 1}, ["T-040", "G-13b", "T-106"]),
        ({"advantages": 1, "disadvantages": 1}, ["T-040", "G-13b", "T-106", "T-108"]),
        ({"range_increments": 1}, ["T-040", "G-13b", "T-111"]),
        ({"range_increments": 2}, ["T-040", "G-13b", "T-112"]),
        ({"range_increments": 9}, ["T-040", "G-13b", "T-113"]),
    ],
)
def test_circumstances_name_their_rules(circumstances: dict[str, Any], rules: list[str]):
    body = SkillBody(dice=3, dc=3, **circumstances)
    assert KINDS["uttas.skill"].resolve(body, options=DEFAULTS, dice=Ones()).rules == rules


@pytest.mark.parametrize(("faces", "refusal"), [((1, 2), FacesMissing), ((1, 2, 7), InvalidFace)])
def test_faces_must_fit(faces: tuple[int, ...], refusal: type[Exception]):
    with pytest.raises(refusal):
        ask(AccuracyBody(**THUG), *faces)


@pytest.mark.parametrize("skill_dice", [{}, {"charm": 2, "law": 0}])
def test_a_business_needs_all_its_skills(skill_dice: dict[str, int]):
    body = BusinessBody(skill_dice=skill_dice)
    with pytest.raises(AgainstTheRules) as refused:
        ask(body, 1, 2)
    assert refused.value.code == "missing_skill"
    assert refused.value.facts["skills"] == [skill for skill, dice in skill_dice.items() if not dice]
    with pytest.raises(AgainstTheRules):
        KINDS["uttas.business"].odds(body, options=DEFAULTS)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("uttas.accuracy", {"key": "16", "dexterity": 14, "target": 20}),
        ("uttas.accuracy", {"key": True, "dexterity": 14, "target": 20}),
        ("uttas.accuracy", {"key": 16, "dexterity": 14, "target": 20, "advantages": -1}),
        ("uttas.accuracy", {"key": 16, "dexterity": 14, "target": 20, "advantages": 21}),
        ("uttas.accuracy", {"key": 16, "dexterity": 14, "target": 20, "luck": 1}),
        ("uttas.skill", {"dice": 101, "dc": 1}),
        ("uttas.damage", {"dice": 201}),
        ("uttas.damage", {"dice": 1, "armor": -1}),
        ("uttas.business", {"skill_dice": {"Charm!": 1}}),
        ("uttas.business", {"skill_dice": {"charm": 1}, "table": []}),
        ("uttas.business", {"skill_dice": {"charm": 1}, "table": [{"at_most": 3, "level_change": 0}]}),
        ("uttas.business", {"skill_dice": {"charm": 1}, "table": [{"level_change": 0}, {"level_change": 1}]}),
        (
            "uttas.business",
            {
                "skill_dice": {"charm": 1},
                "table": [{"at_most": 3, "level_change": 0}, {"at_most": 3, "level_change": 1}, {"level_change": 1}],
            },
        ),
        ("uttas.opposed", {"active": {"dice": 1}}),
    ],
)
def test_bodies_out_of_range_are_refused(kind: str, body: dict[str, Any]):
    with pytest.raises(ValidationError):
        KINDS[kind].body.model_validate(body)


@pytest.mark.parametrize("kind", SYSTEM.checks, ids=lambda kind: kind.key)
def test_the_longest_answer_is_short_enough(kind: Any):
    most = {
        "uttas.accuracy": AccuracyBody(key=-1000, dexterity=-1000, target=-1000, stance_accuracy=-100, advantages=20),
        "uttas.damage": DamageBody(
            dice=200, block_dice=100, defense=1000, armor=1000, body=-9, current_health=0, current_stamina=0
        ),
        "uttas.skill": SkillBody(dice=100, dc=-1000, disadvantages=20),
        "uttas.opposed": UttasOpposedBody(
            active=UttasSide(dice=100, advantages=20), passive=UttasSide(dice=100, disadvantages=20)
        ),
        "uttas.business": BusinessBody(skill_dice={f"skill_{number}": 20 for number in range(20)}),
    }
    answer = kind.resolve(most[kind.key], options=DEFAULTS, dice=Ones())
    assert len(answer.text) <= 300
    assert sum(int(chance.ways) for chance in kind.odds(most[kind.key], options=DEFAULTS).outcomes) == int(
        kind.odds(most[kind.key], options=DEFAULTS).denominator
    )


@pytest.mark.parametrize("kind", SYSTEM.checks, ids=lambda kind: kind.key)
def test_examples_can_be_asked_as_they_are(kind: Any):
    for body in kind.examples.values():
        again = kind.body.model_validate(body.model_dump())
        answer = kind.resolve(again, options=DEFAULTS, dice=Ones())
        assert answer.kind == kind.key
        kind.result.model_validate(answer.result)
        assert set(answer.rules) <= {entry.id for entry in SYSTEM.rule_index}
