"""Checks as a table sees them: what happened and why, with the dice given."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.dice.source import PhysicalDice
from app.rules.errors import FacesMissing, InvalidFace
from app.rules.system import AgainstTheRules, CheckBody, OutOfRange
from app.rules.systems.supers import SYSTEM
from app.rules.systems.supers.checks.attack import AttackBody
from app.rules.systems.supers.checks.check import PlainBody
from app.rules.systems.supers.checks.made import HeroPoint
from app.rules.systems.supers.checks.resistance import ResistanceBody
from app.rules.systems.supers.checks.sides import ComparisonBody, SupersOpposedBody
from app.rules.systems.supers.checks.strike import StrikeBody
from app.rules.systems.supers.checks.team import Helper, Leader, TeamBody
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from tests.rules.supers.table import BAND5, KINDS, Ones, ask, kind_of

EVEN: dict[str, Any] = {"bonus": 10, "defense": 10, "modifier": 10, "rank": 10}
TEAM = TeamBody(helpers=[Helper(modifier=0), Helper(modifier=2)], leader=Leader(modifier=6, dc=18))


@pytest.mark.parametrize(
    ("body", "faces", "text"),
    [
        (PlainBody(modifier=6, dc=15), (14,), "Success, 2 degrees: 20 against 15 (14 + 6)."),
        (PlainBody(modifier=-3, dc=10), (12,), "Failure, 1 degree: 9 against 10 (12 - 3)."),
        (
            PlainBody(modifier=0, dc=10),
            (20,),
            "Success, 4 degrees: 20 against 10 (natural 20); the natural 20 betters the degree.",
        ),
        (PlainBody(modifier=12, dc=15, routine=True), (), "Success, 2 degrees: 22 against 15 (routine 10 + 12)."),
        (
            SupersOpposedBody(bonus_a=4, bonus_b=1),
            (12, 9),
            "The first side wins, 2 degrees: 16 (12 + 4) against 10 (9 + 1).",
        ),
        (
            SupersOpposedBody(bonus_a=7, bonus_b=3),
            (8, 12),
            "The first side wins, 1 degree: 15 (8 + 7) against 15 (12 + 3), decided by the bonus of 7.",
        ),
        (
            SupersOpposedBody(bonus_a=4, bonus_b=4),
            (9, 9, 11),
            "The second side wins, 1 degree: 13 (9 + 4) against 13 (9 + 4), decided by 11 on the coin.",
        ),
        (ComparisonBody(rank_a=6, rank_b=7), (), "The second side wins: rank 6 against 7."),
        (ComparisonBody(rank_a=6, rank_b=6), (3,), "The first side wins: rank 6 against 6, decided by 3 on the coin."),
        (TEAM, (10, 15, 8), "Success, 1 degree: the helpers' +3 bring +5, 19 against 18 (8 + 11)."),
        (TEAM.model_copy(update={"helpers": []}), (11,), "Failure, 1 degree: nobody helps, 17 against 18 (11 + 6)."),
        (AttackBody(bonus=8, defense=8), (10,), "Hit: 18 against class 18 (10 + 8)."),
        (AttackBody(bonus=8, defense=8, cover="partial"), (10,), "Miss: 16 against class 18 (10 + 6)."),
        (
            AttackBody(bonus=8, defense=8, cover="partial", circumstance=[5, -2]),
            (10,),
            "Hit: 19 against class 18 (10 + 9).",
        ),
        (AttackBody(bonus=10, defense=8), (20,), "Critical hit: 30 against class 18 (natural 20 + 10)."),
        (
            AttackBody(bonus=0, defense=15),
            (20,),
            "Hit: 20 against class 25 (natural 20); a natural 20 always hits.",
        ),
        (AttackBody(bonus=20, defense=5), (1,), "Miss: 21 against class 15 (1 + 20); a natural 1 always misses."),
        (
            AttackBody(bonus=0, defense=12, target_minion=True, routine=True),
            (),
            "Hit: 10 against class 22 (routine 10); a minion has no luck against this.",
        ),
        (ResistanceBody(modifier=10, rank=10), (15,), "Resisted: 25 against 25 (15 + 10)."),
        (
            ResistanceBody(modifier=10, rank=10, penalty=1),
            (14,),
            "Hurt, now -2 to resist damage: 23 against 25 (14 + 10 - 1), 1 degree of failure.",
        ),
        (
            ResistanceBody(modifier=2, rank=10),
            (20,),
            "Resisted: 22 against 25 (natural 20 + 2); the natural 20 betters the degree.",
        ),
        (
            ResistanceBody(modifier=3, rank=3, minion=True),
            (14,),
            "Incapacitated: 17 against 18 (14 + 3), 1 degree of failure; a minion takes the worst.",
        ),
        (
            ResistanceBody(modifier=3, rank=3, minion=True, level="incapacitated"),
            (14,),
            "Dying: 17 against 18 (14 + 3), 1 degree of failure.",
        ),
        (
            ResistanceBody(modifier=9, rank=10, inanimate=True),
            (6,),
            "Broken, now -1 to resist damage: 15 against 25 (6 + 9), 3 degrees of failure.",
        ),
        (
            ResistanceBody(modifier=8, rank=10, effect="affliction", penalty=4),
            (6,),
            "Not resisted, condition 2: 14 against 20 (6 + 8), 2 degrees of failure.",
        ),
        (StrikeBody(**EVEN), (9,), "Miss: 19 against class 20 (9 + 10)."),
        (
            StrikeBody(**EVEN),
            (12, 8),
            "Hit, dazed, now -1 to resist damage: 22 against class 20 (12 + 10); "
            "resistance 18 against 25 (8 + 10), 2 degrees of failure.",
        ),
        (
            StrikeBody(**EVEN),
            (20, 18),
            "Critical hit, hurt, now -1 to resist damage: 30 against class 20 (natural 20 + 10), 5 harder to resist; "
            "resistance 28 against 30 (18 + 10), 1 degree of failure.",
        ),
        (
            StrikeBody(**EVEN, critical_option="added", added_effect="weaken"),
            (20, 18),
            "Critical hit, resisted: 30 against class 20 (natural 20 + 10), with a second effect to resist at 10; "
            "resistance 28 against 25 (18 + 10).",
        ),
        (
            StrikeBody(**EVEN, critical_option="alternate"),
            (20, 18),
            "Critical hit, resisted: 30 against class 20 (natural 20 + 10), with a power stunt for nothing; "
            "resistance 28 against 25 (18 + 10).",
        ),
    ],
)
def test_what_a_table_reads(body: CheckBody, faces: tuple[int, ...], text: str):
    answer = ask(body, *faces)
    assert answer.text == text
    assert answer.markdown.replace("**", "") == text
    assert [die.face for die in answer.dice] == list(faces)


def test_a_strike_answers_both():
    answer = ask(StrikeBody(**EVEN, critical_option="added", added_effect="damage"), 20, 4)
    assert answer.result["attack"] == {"total": 30, "dc": 20, "hit": True, "critical": True}
    assert answer.result["critical_choice"]["added_resistance_dc"] == 15
    assert answer.result["resistance"]["level"] == "staggered"
    assert [die.of for die in answer.dice] == ["attack", "resistance"]
    assert ask(StrikeBody(**EVEN), 2).result["resistance"] is None


@pytest.mark.parametrize(
    ("body", "faces", "rules"),
    [
        (PlainBody(modifier=0, dc=10, circumstance=[2]), (5,), ["S-001", "S-008", "S-022"]),
        (SupersOpposedBody(bonus_a=0, bonus_b=0), (3, 3, 3), ["S-014", "R-03"]),
        (AttackBody(bonus=0, defense=0, defenseless=True), (11,), ["S-058", "S-106", "S-041"]),
        (AttackBody(bonus=9, defense=0, attacker_minion=True), (20,), ["S-058", "S-095"]),
        (ResistanceBody(modifier=0, rank=9, level="dying"), (1,), ["S-068", "S-073"]),
        (ResistanceBody(modifier=9, rank=9, level="staggered"), (5,), ["S-068", "S-070", "R-05"]),
        (ResistanceBody(modifier=0, rank=9, effect="affliction"), (1,), ["S-162", "R-31"]),
        (TEAM, (1, 3, 10), ["S-018", "R-03b", "S-021"]),
        (TEAM, (1, 20, 10), ["S-018", "R-03b", "S-019"]),
    ],
)
def test_the_rules_that_decided(body: CheckBody, faces: tuple[int, ...], rules: list[str]):
    assert ask(body, *faces).rules == rules


def test_another_reading_of_the_steps_is_named():
    assert ask(PlainBody(modifier=0, dc=10), 5, options=BAND5).rules == ["S-001", "S-008", "R-01"]


def test_the_only_natural_20_wins_where_the_table_plays_so():
    options = SupersOptions(opposed_crit_upset=True)
    body = SupersOpposedBody(bonus_a=0, bonus_b=15)
    answer = ask(body, 20, 10, options=options)
    assert answer.result == {"total_a": 20, "total_b": 25, "winner": "a", "by": "natural_20", "degree": 2}
    assert answer.rules == ["R-03"]
    assert answer.text.endswith("decided by the only natural 20.")
    assert ask(SupersOpposedBody(bonus_a=0, bonus_b=15), 3, 20, options=options).result["winner"] == "b"
    assert ask(body, 20, 20, options=options).result["winner"] == "b"
    assert ask(body, 20, 10).result["winner"] == "b"


def test_helpers_counted_apart():
    options = SupersOptions(team_sum="gross")
    body = TeamBody(helpers=[Helper(modifier=5), Helper(modifier=0)], leader=Leader(modifier=6, dc=18))
    answer = ask(body, 19, 5, 9, options=options)
    assert (answer.result["net"], answer.result["leader_bonus"]) == (1, 3)
    assert answer.rules == ["S-018", "R-03b", "S-020", "S-021"]


def test_circumstances_come_in_two_sizes():
    with pytest.raises(OutOfRange) as refused:
        ask(PlainBody(modifier=0, dc=10, circumstance=[2, 3, -5]), 9)
    assert refused.value.code == "circumstance_size"
    assert refused.value.facts["found"] == [3]
    assert ask(PlainBody(modifier=0, dc=10, circumstance=[3, -1], gm=True), 9).result["total"] == 11
    assert ask(AttackBody(bonus=0, defense=0, circumstance=[-5, -5, 2]), 18).result["total"] == 10


def test_equal_is_enough_and_degrees_have_no_most():
    """S-002, S-010, S-011."""
    assert ask(PlainBody(modifier=0, dc=10), 10).result["success"]
    assert not ask(PlainBody(modifier=0, dc=10), 9).result["success"]
    assert ask(PlainBody(modifier=60, dc=10), 10).result["degree"] == 13
    assert ask(PlainBody(modifier=0, dc=60), 10).result["degree"] == -11


def test_minions_throw_for_their_attacks_against_other_minions_too():
    """S-097."""
    body = AttackBody(bonus=5, defense=3, attacker_minion=True, target_minion=True)
    assert (ask(body, 8).result["hit"], ask(body, 7).result["hit"]) == (True, False)


def test_nothing_is_routine_under_pressure():
    """S-007, R-30."""
    body = PlainBody(modifier=10, dc=10, routine=True, pressure=True)
    for question in (lambda: ask(body), lambda: KINDS["supers.check"].odds(body, options=DEFAULTS)):
        with pytest.raises(AgainstTheRules) as refused:
            question()
        assert (refused.value.code, refused.value.facts["rule"]) == ("routine_not_allowed", "S-007")


@pytest.mark.parametrize(
    ("state", "allowed"),
    [
        ({"target_minion": True}, True),
        ({"defenseless": True}, True),
        ({"defenseless": True, "attacker_minion": True}, True),
        ({"target_minion": True, "attacker_minion": True}, False),
        ({"attacker_minion": True}, False),
        ({"vulnerable": True}, False),
    ],
)
def test_whom_a_routine_attack_is_for(state: dict[str, Any], allowed: bool):
    body = AttackBody(bonus=5, defense=3, routine=True, **state)
    if allowed:
        assert ask(body).result == {
            "total": 15,
            "dc": 10 if "defenseless" in state else 13,
            "hit": True,
            "critical": False,
        }
        return
    with pytest.raises(AgainstTheRules) as refused:
        ask(body)
    assert refused.value.code == "routine_not_allowed"


def test_luck_against_the_defenseless_is_no_luck_of_minions():
    body = AttackBody(bonus=0, defense=5, defenseless=True, attacker_minion=True)
    assert ask(body, 20).result == {"total": 20, "dc": 10, "hit": True, "critical": False}
    assert ask(body.model_copy(update={"target_minion": True}), 11).result["critical"]
    assert not ask(body.model_copy(update={"attacker_minion": False}), 9).result["critical"]


def test_a_wider_threat_still_has_to_hit():
    body = AttackBody(bonus=0, defense=8, crit_threat=18)
    assert [ask(body, face).result["critical"] for face in (17, 18, 19)] == [False, True, True]
    assert ask(body.model_copy(update={"defense": 9}), 18).result == {
        "total": 18,
        "dc": 19,
        "hit": False,
        "critical": False,
    }


@pytest.mark.parametrize("kind", [AttackBody, StrikeBody])
def test_total_cover_is_refused_before_any_die(kind: type[CheckBody]):
    more = {} if kind is AttackBody else {"modifier": 1, "rank": 1}
    with pytest.raises(AgainstTheRules) as refused:
        ask(kind.model_validate({"bonus": 9, "defense": 0, "cover": "total", **more}))
    assert refused.value.code == "total_cover"


def test_an_unknown_effect_is_refused_before_any_die():
    with pytest.raises(OutOfRange) as refused:
        ask(ResistanceBody(modifier=0, rank=1, effect="tickling"))
    assert refused.value.code == "unknown_effect"


@pytest.mark.parametrize(("faces", "refusal"), [((), FacesMissing), ((21,), InvalidFace), ((0,), InvalidFace)])
def test_faces_must_fit(faces: tuple[int, ...], refusal: type[Exception]):
    with pytest.raises(refusal):
        ask(PlainBody(modifier=0, dc=10), *faces)


@pytest.mark.parametrize(
    ("first", "faces", "second", "total", "kept", "critical"),
    [
        (7, (4,), 14, 20, [False, True], False),
        (7, (10,), 20, 26, [False, True], False),
        (7, (20,), 20, 26, [False, True], True),
        (18, (3,), 13, 24, [True, False], False),
        (20, (3,), 13, 26, [True, False], True),
        (1, (1,), 11, 17, [False, True], False),
    ],
)
def test_a_hero_point_betters_a_check(
    first: int, faces: tuple[int, ...], second: int, total: int, kept: list[bool], critical: bool
):
    body = PlainBody(modifier=6, dc=15)
    made = ask(body, first)
    again = kind_of(body).amend(body, made, HeroPoint(die=0), options=DEFAULTS, dice=PhysicalDice(faces))
    assert (again.result["total"], again.result["critical"]) == (total, critical)
    assert [(die.of, die.face, die.kept) for die in again.dice] == [
        ("check", first, kept[0]),
        ("hero_point", faces[0], kept[1]),
    ]
    assert again.dice[1].counts == second
    assert again.rules[-1] == "R-16"


def test_a_better_attack_throws_what_it_now_needs():
    body = StrikeBody(**EVEN)
    made = ask(body, 5)
    again = kind_of(body).amend(body, made, HeroPoint(die=0), options=DEFAULTS, dice=PhysicalDice([6, 2]))
    assert again.result["attack"] == {"total": 26, "dc": 20, "hit": True, "critical": False}
    assert again.result["resistance"]["total"] == 12
    assert [die.of for die in again.dice] == ["attack", "hero_point", "resistance"]


def test_a_better_resistance_keeps_the_attack():
    body = StrikeBody(**EVEN)
    made = ask(body, 12, 3)
    again = kind_of(body).amend(body, made, HeroPoint(die=1), options=DEFAULTS, dice=PhysicalDice([9]))
    assert again.result["attack"] == made.result["attack"]
    assert again.result["resistance"]["success"]


def test_a_real_die_anywhere_makes_it_the_tables():
    body = PlainBody(modifier=6, dc=15, faces=[7])
    made = kind_of(body).resolve(body, options=DEFAULTS, dice=PhysicalDice([7]))
    assert kind_of(body).amend(body, made, HeroPoint(), options=DEFAULTS, dice=Ones()).source == "physical"


def test_a_coin_no_longer_needed_is_left_out():
    body = SupersOpposedBody(bonus_a=4, bonus_b=4)
    made = ask(body, 9, 9, 11)
    again = kind_of(body).amend(body, made, HeroPoint(die=0), options=DEFAULTS, dice=PhysicalDice([2]))
    assert (again.result["winner"], again.result["by"]) == ("a", "total")
    assert [die.of for die in again.dice] == ["a", "hero_point", "b"]


def test_one_hero_point_a_check_and_only_on_its_dice():
    body = SupersOpposedBody(bonus_a=4, bonus_b=4)
    kind = kind_of(body)
    made = ask(body, 9, 9, 11)
    for place in (2, 3):
        with pytest.raises(OutOfRange) as refused:
            kind.amend(body, made, HeroPoint(die=place), options=DEFAULTS, dice=PhysicalDice([2]))
        assert refused.value.code == "nothing_to_improve"
    again = kind.amend(body, made, HeroPoint(die=1), options=DEFAULTS, dice=PhysicalDice([2]))
    with pytest.raises(AgainstTheRules) as used:
        kind.amend(body, again, HeroPoint(die=0), options=DEFAULTS, dice=PhysicalDice([2]))
    assert used.value.code == "hero_use_repeated"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("supers.check", {"modifier": "6", "dc": 10}),
        ("supers.check", {"modifier": True, "dc": 10}),
        ("supers.check", {"modifier": 1001, "dc": 10}),
        ("supers.check", {"modifier": 1, "dc": 10, "luck": 1}),
        ("supers.check", {"modifier": 1, "dc": 10, "circumstance": [2] * 21}),
        ("supers.attack", {"bonus": 1, "defense": 1, "cover": "most"}),
        ("supers.attack", {"bonus": 1, "defense": 1, "crit_threat": 15}),
        ("supers.resistance", {"modifier": 1, "rank": -1}),
        ("supers.resistance", {"modifier": 1, "rank": 1, "penalty": -1}),
        ("supers.resistance", {"modifier": 1, "rank": 1, "level": "tired"}),
        ("supers.team", {"helpers": [{"modifier": 1}] * 21, "leader": {"modifier": 1, "dc": 1}}),
        ("supers.strike", {**EVEN, "critical_option": "double"}),
        ("supers.strike", {**EVEN, "minion": True}),
    ],
)
def test_bodies_out_of_range_are_refused(kind: str, body: dict[str, Any]):
    with pytest.raises(ValidationError):
        KINDS[kind].body.model_validate(body)


@pytest.mark.parametrize("kind", SYSTEM.checks, ids=lambda kind: kind.key)
def test_the_longest_answer_is_short_enough(kind: Any):
    far = {"modifier": -1000, "rank": 1000, "penalty": 1000, "level": "staggered"}
    hit = {"bonus": 1000, "defense": -1000, "circumstance": [-5] * 20, "cover": "partial", "crit_threat": 16}
    most: dict[str, dict[str, Any]] = {
        "supers.check": {"modifier": -1000, "dc": 1000, "circumstance": [-5] * 20},
        "supers.opposed": {"bonus_a": -1000, "bonus_b": -1000},
        "supers.comparison": {"rank_a": -1000, "rank_b": -1000},
        "supers.team": {"helpers": [{"modifier": -1000}] * 20, "leader": {"modifier": -1000, "dc": 1000}},
        "supers.attack": hit,
        "supers.resistance": far,
        "supers.strike": {
            **hit,
            **far,
            "target_minion": True,
            "critical_option": "added",
            "added_effect": "affliction",
        },
    }
    body = kind.body.model_validate(most[kind.key])

    class Twenties(Ones):
        def draw(self, faces: int, count: int) -> list[int]:
            return [20] * count

    for dice in (Ones(), Twenties()):
        assert len(kind.resolve(body, options=DEFAULTS, dice=dice).text) <= 300
    found = kind.odds(body, options=DEFAULTS)
    assert sum(int(chance.ways) for chance in found.outcomes) == int(found.denominator)


@pytest.mark.parametrize("kind", SYSTEM.checks, ids=lambda kind: kind.key)
def test_examples_can_be_asked_as_they_are(kind: Any):
    for body in kind.examples.values():
        again = kind.body.model_validate(body.model_dump())
        answer = kind.resolve(again, options=DEFAULTS, dice=Ones())
        assert answer.kind == kind.key
        kind.result.model_validate(answer.result)
        assert set(answer.rules) <= {entry.id for entry in SYSTEM.rule_index}


EXAMPLES = {
    "Treatment on somebody dying": "Success, 2 degrees: 20 against 15 (10 + 10).",
    "With something in the way": "Failure, 2 degrees: 13 against 20 (10 + 3).",
    "Without hurry": "Success, 1 degree: 19 against 15 (routine 10 + 9).",
    "Strength to hold, agility to slip away": "The first side wins, 2 degrees: 20 (10 + 10) against 14 (10 + 4).",
    "Bluff against Insight": "The first side wins, 1 degree: 20 (10 + 10) against 16 (10 + 6).",
    "Arm wrestling": "The first side wins: rank 10 against 3.",
    "Two lend a hand": "Success, 1 degree: the helpers' +2 bring +2, 18 against 18 (10 + 8).",
    "A bolt at somebody quick": "Hit: 20 against class 20 (10 + 10).",
    "From far off, behind a parapet": "Miss: 13 against class 18 (10 + 3).",
    "A hero and a guard": "Hit: 20 against class 14 (routine 10 + 10).",
    "Toughness against a bolt": "Dazed, now -1 to resist damage: 20 against 25 (10 + 10), 2 degrees of failure.",
    "Wounded and reeling": "Staggered, now -3 to resist damage: 18 against 25 (10 + 10 - 2), 2 degrees of failure.",
    "Will against a voice": "Not resisted, condition 1: 18 against 20 (10 + 8), 1 degree of failure.",
    "Equals of power level 10": "Hit, dazed, now -1 to resist damage: 20 against class 20 (10 + 10); "
    "resistance 20 against 25 (10 + 10), 2 degrees of failure.",
    "A guard goes down": "Hit, incapacitated: 20 against class 14 (routine 10 + 10); "
    "resistance 14 against 25 (10 + 4), 3 degrees of failure; a minion takes the worst.",
    "Numbed as well": "Hit, staggered, now -2 to resist damage: 20 against class 18 (10 + 10); "
    "resistance 19 against 25 (10 + 10 - 1), 2 degrees of failure.",
}


class Tens(Ones):
    """Dice of the server that all show 10."""

    def draw(self, faces: int, count: int) -> list[int]:
        return [10] * count


def test_what_the_examples_answer():
    told = {
        name: kind.resolve(body, options=DEFAULTS, dice=Tens()).text
        for kind in SYSTEM.checks
        for name, body in kind.examples.items()
    }
    assert told == EXAMPLES
