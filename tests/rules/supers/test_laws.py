"""Laws: what holds for every check, every sheet and every turn, whatever the numbers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.dice.source import PhysicalDice
from app.rules.system import CheckBody, RuleRefusal
from app.rules.systems.supers import actions, conditions, effort, powers, recovery, tradeoffs
from app.rules.systems.supers.catalogues.conditions import CONDITIONS
from app.rules.systems.supers.checks.attack import AttackBody
from app.rules.systems.supers.checks.check import PlainBody
from app.rules.systems.supers.checks.made import HeroPoint
from app.rules.systems.supers.checks.resistance import ResistanceBody
from app.rules.systems.supers.checks.sides import ComparisonBody, SupersOpposedBody
from app.rules.systems.supers.checks.strike import StrikeBody
from app.rules.systems.supers.checks.team import Helper, Leader, TeamBody
from app.rules.systems.supers.degrees import die
from app.rules.systems.supers.effort import FATIGUE
from app.rules.systems.supers.examples import EXAMPLE_SHEETS
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.powers import RankModifier
from app.rules.systems.supers.resistance import TRACK, Threat, Wounds, resist
from app.rules.systems.supers.sheet import State, SupersSheet
from tests.rules.supers.table import ask, kind_of, odds

FACE = st.integers(1, 20)
SCORE = st.integers(-10, 30)
FLAG = st.booleans()
OPTIONS = st.builds(
    SupersOptions,
    failure_steps=st.sampled_from(["full5", "band5"]),
    crit_bump_across_zero=FLAG,
    opposed_crit_upset=FLAG,
    team_sum=st.sampled_from(["net", "gross"]),
    second_stagger_incapacitates=FLAG,
    minion_auto=st.sampled_from(["seed", "strict"]),
    negative_defenses=st.sampled_from(["seed", "keep"]),
)
WOUNDS = st.builds(Wounds, level=st.sampled_from(TRACK), penalty=st.integers(0, 6))
HIT: dict[str, Any] = {
    "bonus": SCORE,
    "defense": SCORE,
    "cover": st.sampled_from(["none", "partial"]),
    "attacker_minion": FLAG,
    "target_minion": FLAG,
    "vulnerable": FLAG,
    "defenseless": FLAG,
    "crit_threat": st.integers(16, 20),
}
HURT: dict[str, Any] = {
    "modifier": SCORE,
    "rank": st.integers(0, 20),
    "effect": st.sampled_from(["damage", "affliction"]),
    "penalty": st.integers(0, 6),
    "level": st.sampled_from(TRACK),
    "increased_effect": FLAG,
    "inanimate": FLAG,
}
BODIES: st.SearchStrategy[CheckBody] = st.one_of(
    st.builds(PlainBody, modifier=SCORE, dc=SCORE, routine=FLAG),
    st.builds(SupersOpposedBody, bonus_a=SCORE, bonus_b=SCORE),
    st.builds(ComparisonBody, rank_a=SCORE, rank_b=SCORE),
    st.builds(
        TeamBody,
        helpers=st.lists(st.builds(Helper, modifier=SCORE), max_size=3),
        leader=st.builds(Leader, modifier=SCORE, dc=SCORE),
    ),
    st.builds(AttackBody, **HIT),
    st.builds(ResistanceBody, **HURT, minion=FLAG),
    st.builds(StrikeBody, **HIT, **HURT, critical_option=st.sampled_from(["increased", "alternate"])),
)


class Loaded:
    """Dice that show these faces over and over."""

    def __init__(self, faces: list[int]) -> None:
        self.faces, self.thrown = faces, 0

    def draw(self, faces: int, count: int) -> list[int]:
        begin, self.thrown = self.thrown, self.thrown + count
        return [self.faces[place % len(self.faces)] for place in range(begin, self.thrown)]


@given(body=BODIES, faces=st.lists(FACE, min_size=1, max_size=5), options=OPTIONS)
def test_the_same_faces_give_the_same_answer(body: CheckBody, faces: list[int], options: SupersOptions):
    first = kind_of(body).resolve(body, options=options, dice=Loaded(faces))
    again = ask(body, *[one.face for one in first.dice], options=options)
    assert again.model_copy(update={"source": "server"}) == first
    assert len(first.text) <= 300


@given(body=BODIES, options=OPTIONS)
def test_odds_add_up_to_one(body: CheckBody, options: SupersOptions):
    found = odds(body, options)
    assert sum(found.values()) == 1
    assert all(share > 0 for share in found.values())


@given(modifier=SCORE, dc=SCORE, face=FACE, options=OPTIONS)
def test_a_better_modifier_never_lowers_a_degree(modifier: int, dc: int, face: int, options: SupersOptions):
    less, more = (
        ask(PlainBody(modifier=one, dc=dc), face, options=options).result["degree"] for one in (modifier, modifier + 1)
    )
    assert more >= less
    assert 0 not in {less, more}


@given(body=st.builds(AttackBody, **HIT), face=FACE, options=OPTIONS)
def test_a_better_bonus_never_loses_a_hit(body: AttackBody, face: int, options: SupersOptions):
    better = body.model_copy(update={"bonus": body.bonus + 1})
    now, then = (ask(asked, face, options=options).result for asked in (body, better))
    assert then["hit"] >= now["hit"]
    assert then["critical"] >= now["critical"]
    assert now["hit"] >= now["critical"]


@given(bonus_a=SCORE, bonus_b=SCORE, faces=st.tuples(FACE, FACE, FACE), options=OPTIONS)
def test_a_better_bonus_never_loses_an_opposed_check(
    bonus_a: int, bonus_b: int, faces: tuple[int, int, int], options: SupersOptions
):
    bodies = [SupersOpposedBody(bonus_a=bonus, bonus_b=bonus_b) for bonus in (bonus_a, bonus_a + 1)]
    now, then = (kind_of(body).resolve(body, options=options, dice=Loaded(list(faces))) for body in bodies)
    assert now.result["winner"] == "b" or then.result["winner"] == "a"


@given(wounds=WOUNDS, modifier=SCORE, rank=st.integers(0, 20), face=FACE, minion=FLAG, options=OPTIONS)
def test_damage_only_goes_down_the_track(
    wounds: Wounds, modifier: int, rank: int, face: int, minion: bool, options: SupersOptions
):
    less, more = (
        resist(die(face), one, Threat(rank=rank), wounds, minion=minion, options=options)
        for one in (modifier, modifier + 1)
    )
    assert TRACK.index(less.level) >= TRACK.index(more.level) >= TRACK.index(wounds.level)
    assert wounds.penalty <= less.penalty <= wounds.penalty + 1


@given(body=BODIES, faces=st.lists(FACE, min_size=1, max_size=5), reroll=FACE, options=OPTIONS, data=st.data())
def test_a_hero_point_never_makes_a_die_worse(
    body: CheckBody, faces: list[int], reroll: int, options: SupersOptions, data: st.DataObject
):
    made = kind_of(body).resolve(body, options=options, dice=Loaded(faces))
    places = [place for place, one in enumerate(made.dice) if one.of != "coin"]
    if not places:
        return
    place = data.draw(st.sampled_from(places))
    again = kind_of(body).amend(body, made, HeroPoint(die=place), options=options, dice=Loaded([reroll]))
    first, second = again.dice[place], again.dice[place + 1]
    assert first.face == made.dice[place].face
    assert (second.of, second.counts) == ("hero_point", reroll + 10 if reroll <= 10 else reroll)
    assert second.kept == (second.counts is not None and second.counts > first.face)
    assert first.kept != second.kept


@given(wounds=WOUNDS, minutes=st.integers(0, 20))
def test_rest_never_harms_and_stops_at_nothing(wounds: Wounds, minutes: int):
    if wounds.level in {"dying", "dead"}:
        with pytest.raises(RuleRefusal):
            recovery.recover(wounds, minutes)
        return
    rested = recovery.recover(wounds, minutes)
    steps = TRACK.index(wounds.level) + wounds.penalty
    assert TRACK.index(rested.level) + rested.penalty == max(0, steps - minutes)
    assert rested.penalty >= 0


@given(fatigue=st.sampled_from(FATIGUE), minutes=st.integers(0, 300), points=st.integers(0, 3), pays=FLAG)
def test_no_resource_falls_below_its_floor(fatigue: Any, minutes: int, points: int, pays: bool):
    assert FATIGUE.index(recovery.fatigue_rest(fatigue, minutes)) <= FATIGUE.index(fatigue)
    if pays and not points:
        with pytest.raises(RuleRefusal):
            effort.extra_effort_cost(fatigue, hero_point_next_turn=pays, hero_points=points)
        return
    tired = effort.extra_effort_cost(fatigue, hero_point_next_turn=pays, hero_points=points)
    assert tired.hero_points == points - pays >= 0
    assert FATIGUE.index(tired.fatigue) >= FATIGUE.index(fatigue)


KEYS = st.sampled_from([one.id for one in CONDITIONS if not one.param_required] + ["impaired:stealth", "disabled:all"])


@given(told=st.lists(KEYS, max_size=6), data=st.data())
def test_ending_one_condition_leaves_what_the_others_imply(told: list[str], data: st.DataObject):
    held: list[conditions.Instance] = []
    for number, one in enumerate(told):
        held = conditions.added(held, f"c{number}", conditions.named(one))
    found = conditions.effective([one.condition for one in held])
    assert len(set(found)) == len(found)
    assert not any(conditions.masked(one, found) for one in found)
    if held:
        gone = data.draw(st.sampled_from(held))
        left = conditions.ended(held, gone.id)
        others = [conditions.named(one) for number, one in enumerate(told) if f"c{number}" != gone.id]
        assert conditions.effective([one.condition for one in left]) == conditions.effective(others)


@given(
    held=st.sets(st.sampled_from(["dazed", "stunned", "compelled", "immobile"])),
    plan=st.lists(st.sampled_from(["standard", "move", "move:travel", "free", "none"]), max_size=5),
    surprise=FLAG,
)
def test_a_budget_is_never_overdrawn(held: set[str], plan: list[str], surprise: bool):
    try:
        left = actions.check_plan(held, plan, surprise_round=surprise)
    except RuleRefusal:
        return
    spent = sum(one not in {"free", "none"} for one in plan)
    whole = actions.budget_of(held, surprise_round=surprise)
    assert left.standard_left + left.move_left == whole.standard_left + whole.move_left - spent >= 0


@given(
    base=st.integers(1, 5),
    rank=st.integers(1, 20),
    mods=st.lists(
        st.builds(RankModifier, value=st.integers(-2, 2), ranks=st.one_of(st.none(), st.integers(0, 20))), max_size=4
    ),
)
def test_a_rank_is_never_for_nothing(base: int, rank: int, mods: list[RankModifier]):
    cost = powers.rank_cost(base, rank, mods)
    assert 1 <= cost <= powers.rank_cost(base, rank, [*mods, RankModifier(1)])
    assert powers.with_flats(cost, -cost).total == 1
    assert powers.removable(cost, "easily_removable").total >= 1


@given(
    kind=st.sampled_from(["accurate", "power", "all_out", "defensive"]),
    shift=st.integers(1, 5),
    attack=st.integers(-3, 12),
    effect=st.integers(0, 12),
)
def test_a_trade_off_moves_points_and_makes_none(kind: tradeoffs.TradeOffKind, shift: int, attack: int, effect: int):
    try:
        after = tradeoffs.trade_off(kind, shift, attack=attack, effect=effect, defense=5, max_shift=5)
    except RuleRefusal:
        return
    assert after.attack + after.effect + after.defense == attack + effect + 5
    assert after.effect >= 0


@given(
    example=st.sampled_from(EXAMPLE_SHEETS),
    level=st.sampled_from(TRACK),
    fatigue=st.sampled_from(FATIGUE),
    keys=st.lists(KEYS, max_size=3),
    earned=st.integers(0, 50),
)
def test_sheets_survive_json(example: SupersSheet, level: str, fatigue: str, keys: list[str], earned: int):
    named = [key.partition(":") for key in keys]
    state = State.model_validate(
        {
            "damage": {"level": level, "penalty": 2},
            "fatigue": fatigue,
            "conditions": [
                {"id": f"c{number}", "key": key, "param": param or None} for number, (key, _, param) in enumerate(named)
            ],
        }
    )
    whole = example.model_copy(update={"state": state, "earned_points": earned})
    assert SupersSheet.model_validate_json(whole.model_dump_json()) == whole
    assert SupersSheet.model_validate(whole.model_dump(mode="json")) == whole


def test_dice_that_are_refused_change_nothing():
    dice = PhysicalDice([9])
    body = PlainBody(modifier=0, dc=10, routine=True, pressure=True)
    with pytest.raises(RuleRefusal):
        kind_of(body).resolve(body, options=SupersOptions(), dice=dice)
    assert list(dice.draw(20, 1)) == [9]
