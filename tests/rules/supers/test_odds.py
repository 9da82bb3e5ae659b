"""Exact odds: equal to making the check with every fall of the dice, and to the fractions of the rules page."""

from fractions import Fraction
from typing import Any

import pytest

from app.rules.dice.source import PhysicalDice
from app.rules.system import CheckBody, OutOfRange
from app.rules.systems.supers import SYSTEM
from app.rules.systems.supers.checks.attack import AttackBody
from app.rules.systems.supers.checks.check import PlainBody
from app.rules.systems.supers.checks.resistance import ResistanceBody, outcome_of
from app.rules.systems.supers.checks.sides import ComparisonBody, SupersOpposedBody
from app.rules.systems.supers.checks.strike import StrikeBody
from app.rules.systems.supers.checks.team import Helper, Leader, TeamBody
from app.rules.systems.supers.degrees import die
from app.rules.systems.supers.dying import dying_check
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from app.rules.systems.supers.resistance import Resistance
from tests.rules.supers.table import BAND5, chances_of, enumerated, odds

UPSET = SupersOptions(opposed_crit_upset=True)
GROSS = SupersOptions(team_sum="gross")
NO_BUMP = SupersOptions(crit_bump_across_zero=False)


def fractions(told: str) -> dict[str, Fraction]:
    """As the rules page writes them: `+4: 1/20, +2: 1/4`."""
    return {name: Fraction(chance) for name, _, chance in (part.partition(": ") for part in told.split(", "))}


@pytest.mark.parametrize(
    ("modifier", "dc", "options", "told"),
    [
        (0, 10, DEFAULTS, "+4: 1/20, +2: 1/4, +1: 1/4, -1: 1/5, -2: 1/4"),
        (0, 10, BAND5, "+4: 1/20, +2: 1/4, +1: 1/4, -1: 1/4, -2: 1/5"),
        (0, 15, DEFAULTS, "+3: 1/20, +1: 1/4, -1: 1/5, -2: 1/4, -3: 1/4"),
        (0, 15, BAND5, "+3: 1/20, +1: 1/4, -1: 1/4, -2: 1/4, -3: 1/5"),
        (10, 25, DEFAULTS, "+3: 1/20, +1: 1/4, -1: 1/5, -2: 1/4, -3: 1/4"),
        (10, 25, BAND5, "+3: 1/20, +1: 1/4, -1: 1/4, -2: 1/4, -3: 1/5"),
        (-5, 20, BAND5, "+1: 1/20, -2: 1/4, -3: 1/4, -4: 1/4, -5: 1/5"),
        (3, 25, DEFAULTS, "+1: 1/20, -1: 1/10, -2: 1/4, -3: 1/4, -4: 1/4, -5: 1/10"),
        (3, 25, BAND5, "+1: 1/20, -1: 3/20, -2: 1/4, -3: 1/4, -4: 1/4, -5: 1/20"),
        (0, 25, DEFAULTS, "-1: 1/20, -2: 1/5, -3: 1/4, -4: 1/4, -5: 1/4"),
        (0, 25, BAND5, "+1: 1/20, -2: 1/4, -3: 1/4, -4: 1/4, -5: 1/5"),
        (-5, 20, DEFAULTS, "-1: 1/20, -2: 1/5, -3: 1/4, -4: 1/4, -5: 1/4"),
        (20, 10, DEFAULTS, "+8: 1/20, +6: 1/4, +5: 1/4, +4: 1/4, +3: 1/5"),
        (20, 10, BAND5, "+8: 1/20, +6: 1/4, +5: 1/4, +4: 1/4, +3: 1/5"),
    ],
)
def test_degrees(modifier: int, dc: int, options: SupersOptions, told: str):
    assert odds(PlainBody(modifier=modifier, dc=dc), options) == fractions(told)


@pytest.mark.parametrize("options", [DEFAULTS, BAND5, NO_BUMP])
@pytest.mark.parametrize("needed", range(-12, 40))
def test_every_check(needed: int, options: SupersOptions):
    body = PlainBody(modifier=3, dc=needed + 3)
    assert odds(body, options) == enumerated(body, 1, lambda result: f"{result['degree']:+}", options=options)


def test_circumstances_count_in_odds():
    eased = PlainBody(modifier=3, dc=15, circumstance=[5, -2])
    assert odds(eased) == odds(PlainBody(modifier=6, dc=15)) != odds(PlainBody(modifier=3, dc=15))
    routine = eased.model_copy(update={"routine": True})
    assert odds(routine) == {"+1": 1}


def test_a_routine_check_is_certain():
    assert odds(PlainBody(modifier=12, dc=15, routine=True)) == {"+2": 1}


@pytest.mark.parametrize(
    ("ahead", "chance"),
    [
        (-10, "9/80"),
        (-5, "21/80"),
        (-2, "153/400"),
        (-1, "171/400"),
        (0, "1/2"),
        (1, "229/400"),
        (2, "247/400"),
        (3, "33/50"),
        (5, "59/80"),
        (8, "167/200"),
        (10, "71/80"),
        (15, "39/40"),
        (19, "1"),
    ],
)
def test_opposed(ahead: int, chance: str):
    assert odds(SupersOpposedBody(bonus_a=4 + ahead, bonus_b=4))["a"] == Fraction(chance)


@pytest.mark.parametrize("options", [DEFAULTS, UPSET])
@pytest.mark.parametrize("ahead", [-25, -20, -1, 0, 1, 7, 20, 25])
def test_all_400_opposed_pairs(ahead: int, options: SupersOptions):
    body = SupersOpposedBody(bonus_a=ahead, bonus_b=0)
    pairs = 3 if ahead == 0 else 2
    assert odds(body, options) == enumerated(body, pairs, lambda result: result["winner"], options=options)


def test_comparison():
    assert odds(ComparisonBody(rank_a=7, rank_b=6)) == {"a": 1}
    assert odds(ComparisonBody(rank_a=6, rank_b=7)) == {"b": 1}
    even = ComparisonBody(rank_a=6, rank_b=6)
    assert (
        odds(even) == enumerated(even, 1, lambda result: result["winner"]) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    )


@pytest.mark.parametrize("options", [DEFAULTS, GROSS])
@pytest.mark.parametrize("helpers", [[], [3], [-4, 6]])
def test_teams(helpers: list[int], options: SupersOptions):
    body = TeamBody(helpers=[Helper(modifier=one) for one in helpers], leader=Leader(modifier=6, dc=18))
    dice = len(helpers) + 1
    assert odds(body, options) == enumerated(body, dice, lambda result: f"{result['leader_degree']:+}", options=options)


@pytest.mark.parametrize(
    ("needed", "hit", "critical"),
    [
        (0, "19/20", "1/20"),
        (2, "19/20", "1/20"),
        (5, "4/5", "1/20"),
        (8, "13/20", "1/20"),
        (10, "11/20", "1/20"),
        (11, "1/2", "1/20"),
        (15, "3/10", "1/20"),
        (19, "1/10", "1/20"),
        (20, "1/20", "1/20"),
        (21, "1/20", "0"),
        (25, "1/20", "0"),
    ],
)
def test_attacks(needed: int, hit: str, critical: str):
    found = odds(AttackBody(bonus=10, defense=needed))
    assert found.get("critical", 0) == Fraction(critical)
    assert found.get("hit", 0) + found.get("critical", 0) == Fraction(hit)


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"crit_threat": 17},
        {"defenseless": True},
        {"vulnerable": True, "cover": "partial"},
        {"attacker_minion": True},
        {"attacker_minion": True, "defenseless": True},
        {"target_minion": True},
    ],
)
def test_every_attack(state: dict[str, Any]):
    body = AttackBody(bonus=4, defense=9, circumstance=[-2], **state)
    assert odds(body) == enumerated(body, 1, attack_outcome)


def attack_outcome(result: dict[str, Any]) -> str:
    return "critical" if result["critical"] else "hit" if result["hit"] else "miss"


CHAIN = [
    (
        {"bonus": 10, "defense": 10, "modifier": 10, "rank": 10},
        "miss: 9/20, staggered/-1: 11/80, dazed/-1: 11/80, none/-1: 11/100, noeffect: 61/400, incapacitated/-0: 1/80",
        "miss: 9/20, staggered/-1: 9/80, dazed/-1: 11/80, none/-1: 11/80, noeffect: 61/400, incapacitated/-0: 1/100",
    ),
    (
        {"bonus": 12, "defense": 10, "modifier": 10, "rank": 8},
        "miss: 7/20, staggered/-1: 41/400, dazed/-1: 13/80, none/-1: 13/100, noeffect: 99/400, incapacitated/-0: 3/400",
        "miss: 7/20, staggered/-1: 29/400, dazed/-1: 13/80, none/-1: 13/80, noeffect: 99/400, incapacitated/-0: 1/200",
    ),
    (
        {"bonus": 8, "defense": 10, "modifier": 10, "rank": 12},
        "miss: 11/20, incapacitated/-0: 23/400, staggered/-1: 9/80, dazed/-1: 9/80, none/-1: 17/200, noeffect: 33/400",
        "miss: 11/20, incapacitated/-0: 7/200, staggered/-1: 9/80, dazed/-1: 9/80, none/-1: 43/400, noeffect: 33/400",
    ),
    (
        {"bonus": 10, "defense": 12, "modifier": 8, "rank": 10},
        "miss: 11/20, incapacitated/-0: 23/400, staggered/-1: 9/80, dazed/-1: 9/80, none/-1: 17/200, noeffect: 33/400",
        "miss: 11/20, incapacitated/-0: 7/200, staggered/-1: 9/80, dazed/-1: 9/80, none/-1: 43/400, noeffect: 33/400",
    ),
    (
        {"bonus": 10, "defense": 10, "modifier": 10, "rank": 10, "penalty": 2},
        "miss: 9/20, incapacitated/-2: 27/400, staggered/-3: 11/80, dazed/-3: 11/80, none/-3: 21/200, noeffect: 41/400",
        "miss: 9/20, incapacitated/-2: 1/25, staggered/-3: 11/80, dazed/-3: 11/80, none/-3: 53/400, noeffect: 41/400",
    ),
    (
        {"bonus": 10, "defense": 10, "modifier": 10, "rank": 10, "penalty": 1, "level": "staggered"},
        "miss: 9/20, incapacitated/-1: 1/25, incapacitated/-2: 11/80, staggered/-2: 49/200, noeffect: 51/400",
        "miss: 9/20, incapacitated/-2: 11/80, staggered/-2: 109/400, noeffect: 51/400, incapacitated/-1: 1/80",
    ),
    (
        {"bonus": 5, "defense": 10, "modifier": 10, "rank": 5},
        "miss: 7/10, dazed/-1: 3/40, none/-1: 3/50, noeffect: 61/400, staggered/-1: 1/80",
        "miss: 7/10, dazed/-1: 1/16, none/-1: 3/40, noeffect: 61/400, staggered/-1: 1/100",
    ),
    (
        {"bonus": 0, "defense": 15, "modifier": 10, "rank": 10},
        "miss: 19/20, staggered/-1: 1/80, dazed/-1: 1/80, none/-1: 1/100, noeffect: 3/200",
        "miss: 19/20, staggered/-1: 1/100, dazed/-1: 1/80, none/-1: 1/80, noeffect: 3/200",
    ),
]


@pytest.mark.parametrize(("numbers", "full5", "band5"), CHAIN)
def test_the_full_chain_of_an_attack(numbers: dict[str, Any], full5: str, band5: str):
    body = StrikeBody(**numbers)
    assert odds(body) == fractions(full5)
    assert odds(body, BAND5) == fractions(band5)


def strike_outcome(result: dict[str, Any]) -> str:
    if result["resistance"] is None:
        return "miss"
    # A hit is on damage unless the body says otherwise, and then its degree tells.
    effect = "damage" if result["resistance"]["condition_degree"] == 0 else "affliction"
    return outcome_of(Resistance.model_validate(result["resistance"]), effect)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"critical_option": "added", "added_effect": "affliction"},
        {"critical_option": "alternate", "level": "incapacitated", "penalty": 3},
        {"target_minion": True},
        {"effect": "affliction"},
        {"effect": "weaken", "target_minion": True},
        {"increased_effect": True, "inanimate": True, "level": "incapacitated"},
        {"defenseless": True, "level": "dying"},
    ],
)
def test_all_400_attack_and_resistance_pairs(more: dict[str, Any]):
    body = StrikeBody(bonus=7, defense=9, modifier=6, rank=8, **more)
    assert odds(body) == enumerated(body, 2, strike_outcome)


def test_a_routine_strike():
    body = StrikeBody(bonus=10, defense=4, modifier=4, rank=10, target_minion=True, routine=True)
    assert odds(body) == {"noeffect": Fraction(1, 20), "incapacitated/-0": Fraction(19, 20)}


@pytest.mark.parametrize(
    ("toughness", "rank", "chance"), [(0, 5, "19/20"), (3, 3, "7/10"), (5, 10, "19/20"), (2, 10, "19/20")]
)
def test_minions_fall(toughness: int, rank: int, chance: str):
    body = ResistanceBody(modifier=toughness, rank=rank, minion=True)
    assert odds(body)["incapacitated/-0"] == Fraction(chance)


def test_outcomes_run_from_the_best_to_the_worst():
    body = StrikeBody(bonus=10, defense=10, modifier=8, rank=10)
    assert list(odds(body)) == ["miss", "noeffect", "none/-1", "dazed/-1", "staggered/-1", "incapacitated/-0"]
    body = StrikeBody(bonus=10, defense=10, modifier=4, rank=10, effect="affliction")
    assert list(odds(body)) == ["miss", "noeffect", "condition 1", "condition 2", "condition 3"]


@pytest.mark.parametrize(
    ("fortitude", "stable", "dying", "dead"),
    [
        (-2, "1/20", "3/20", "4/5"),
        (0, "1/20", "1/4", "7/10"),
        (3, "1/5", "1/4", "11/20"),
        (5, "3/10", "1/4", "9/20"),
        (8, "9/20", "1/4", "3/10"),
        (10, "11/20", "1/4", "1/5"),
        (14, "3/4", "1/4", "0"),
    ],
)
def test_a_round_of_dying(fortitude: int, stable: str, dying: str, dead: str):
    states = [dying_check(die(face), fortitude).state for face in range(1, 21)]
    found = [Fraction(states.count(state), 20) for state in ("stable", "dying", "dead")]
    assert found == [Fraction(stable), Fraction(dying), Fraction(dead)]


@pytest.mark.parametrize(
    ("options", "exact", "rounded"),
    [
        (
            DEFAULTS,
            ["1/80", "4347/80000", "7509237/64000000"],
            {4: "0.194193", 5: "0.278686", 8: "0.532441", 10: "0.674471"},
        ),
        (
            BAND5,
            ["1/100", "2907/80000", "5061569/64000000"],
            {4: "0.136006", 5: "0.203722", 8: "0.435192", 10: "0.582944"},
        ),
    ],
)
def test_out_within_so_many_attacks(options: SupersOptions, exact: list[str], rounded: dict[int, str]):
    standing = {("none", 0): Fraction(1)}
    out = [Fraction(0)]
    for _ in range(10):
        out.append(out[-1])
        after: dict[tuple[str, int], Fraction] = {}
        for (level, penalty), weight in standing.items():
            body = StrikeBody.model_validate(
                {"bonus": 10, "defense": 10, "modifier": 10, "rank": 10, "level": level, "penalty": penalty}
            )
            for outcome, share in odds(body, options).items():
                if outcome in {"miss", "noeffect"}:
                    key = (level, penalty)
                else:
                    name, _, taken = outcome.partition("/-")
                    key = (name, int(taken))
                if key[0] == "incapacitated":
                    out[-1] += weight * share
                else:
                    after[key] = after.get(key, Fraction(0)) + weight * share
        standing = after
    assert out[1:4] == [Fraction(chance) for chance in exact]
    assert {attacks: f"{float(out[attacks]):.6f}" for attacks in rounded} == rounded


@pytest.mark.parametrize("kind", SYSTEM.checks, ids=lambda kind: kind.key)
def test_every_example_has_odds(kind: Any):
    for body in kind.examples.values():
        assert sum(chances_of(kind.odds(body, options=DEFAULTS)).values()) == 1


def test_a_choice_that_is_none_is_refused_before_anything_is_thrown():
    body: CheckBody = StrikeBody(bonus=1, defense=1, modifier=1, rank=1, critical_option="added")
    for question in (
        lambda: odds(body),
        lambda: SYSTEM.checks[-1].resolve(body, options=DEFAULTS, dice=PhysicalDice([])),
    ):
        with pytest.raises(OutOfRange) as refused:
            question()
        assert refused.value.code == "crit_choice"
