"""Laws: what holds for every roll, every pool, every body, whatever the numbers."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.system import AgainstTheRules, CheckBody
from app.rules.systems.uttas.checks.accuracy import AccuracyBody
from app.rules.systems.uttas.checks.business import BusinessBody
from app.rules.systems.uttas.checks.damage import DamageBody
from app.rules.systems.uttas.checks.skill import SkillBody, UttasOpposedBody, UttasSide
from app.rules.systems.uttas.damage import apply_damage, damage
from app.rules.systems.uttas.initiative import Entrant, order_of, throwing
from app.rules.systems.uttas.movement import allowance
from app.rules.systems.uttas.options import DEFAULTS, UttasOptions
from app.rules.systems.uttas.ranges import modifier_at
from app.rules.systems.uttas.recovery import heal, long_rest, pass_weeks, short_rest
from app.rules.systems.uttas.sheet import UttasSheet
from app.rules.systems.uttas.speed import ActionPool, trace
from tests.rules.uttas.table import ask, chances_of, kind_of

FACE = st.integers(1, 6)
SCORE = st.integers(0, 40)
FEW = st.integers(0, 3)
OPTIONS = st.builds(
    UttasOptions,
    disadvantage_mode=st.sampled_from(["subtract", "drop_die"]),
    accuracy_tie=st.sampled_from(["miss", "hit"]),
)
CIRCUMSTANCES = {"advantages": FEW, "disadvantages": FEW, "range_increments": FEW}
ACCURACY = st.builds(AccuracyBody, key=SCORE, dexterity=SCORE, target=SCORE, **CIRCUMSTANCES)
SIDE = st.builds(UttasSide, dice=st.integers(0, 4), **CIRCUMSTANCES)
BODIES: st.SearchStrategy[CheckBody] = st.one_of(
    ACCURACY,
    st.builds(SkillBody, dice=st.integers(0, 6), dc=SCORE, **CIRCUMSTANCES),
    st.builds(UttasOpposedBody, active=SIDE, passive=SIDE),
    st.builds(DamageBody, dice=st.integers(0, 6), armor=FEW, defense=SCORE, block_dice=FEW),
    st.builds(
        BusinessBody, skill_dice=st.dictionaries(st.sampled_from(["charm", "law"]), st.integers(1, 4), min_size=1)
    ),
)


class Loaded:
    """Dice that show these faces over and over."""

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces

    def draw(self, faces: int, count: int) -> list[int]:
        return [self.faces[place % len(self.faces)] for place in range(count)]


@given(body=BODIES, faces=st.lists(FACE, min_size=1, max_size=9), options=OPTIONS)
def test_the_same_faces_give_the_same_answer(body: CheckBody, faces: list[int], options: UttasOptions):
    kind = kind_of(body)
    first = kind.resolve(body, options=options, dice=Loaded(faces))
    again = ask(body, *[die.face for die in first.dice], options=options)
    assert again.model_copy(update={"source": "server"}) == first


@given(body=ACCURACY, faces=st.tuples(FACE, FACE, FACE, FACE, FACE), options=OPTIONS)
def test_an_advantage_never_turns_a_hit_into_a_miss(body: AccuracyBody, faces: Any, options: UttasOptions):
    better = body.model_copy(update={"advantages": body.advantages + 1})
    now, then = (chances_of(kind_of(body).odds(asked, options=options)).get("hit", 0) for asked in (body, better))
    assert then >= now


@given(dice=st.integers(0, 6), dc=st.integers(-10, 40), dis=FEW, options=OPTIONS)
def test_another_die_never_harms_a_skill(dice: int, dc: int, dis: int, options: UttasOptions):
    less, more = (
        chances_of(kind_of(body).odds(body, options=options)).get("success", 0)
        for body in (SkillBody(dice=dice, dc=dc, disadvantages=dis), SkillBody(dice=dice + 1, dc=dc, disadvantages=dis))
    )
    assert more >= less


@given(body=ACCURACY, faces=st.lists(FACE, min_size=1, max_size=9), score=st.sampled_from(["key", "dexterity"]))
def test_a_better_score_never_turns_a_hit_into_a_miss(body: AccuracyBody, faces: list[int], score: str):
    better = body.model_copy(update={score: getattr(body, score) + 2})
    now, then = (kind_of(asked).resolve(asked, options=DEFAULTS, dice=Loaded(faces)).result for asked in (body, better))
    assert then["hit"] >= now["hit"]


@given(body=BODIES, options=OPTIONS)
def test_odds_add_up_to_one(body: CheckBody, options: UttasOptions):
    odds = kind_of(body).odds(body, options=options)
    assert sum(chances_of(odds).values()) == 1
    assert all(chance.probability > 0 for chance in odds.outcomes)


@given(faces=st.lists(FACE, max_size=12), block=st.lists(FACE, max_size=4), armor=SCORE, defense=SCORE)
def test_a_better_guard_never_lets_more_through(faces: list[int], block: list[int], armor: int, defense: int):
    bare = damage(faces, armor=armor, defense=defense)
    guarded = damage(faces, armor=armor + 1, defense=defense + 1, block_dice=block)
    assert 0 <= guarded.health <= bare.health
    assert 0 <= guarded.stamina <= bare.stamina


@given(health=st.integers(0, 50), stamina=st.integers(-50, 50), body=SCORE, lost=st.tuples(SCORE, st.integers(0, 120)))
def test_health_stops_at_nothing(health: int, stamina: int, body: int, lost: tuple[int, int]):
    left = apply_damage(health=health, stamina=stamina, body=body, health_damage=lost[0], stamina_damage=lost[1])
    assert left.health >= 0
    assert left.stamina == stamina - lost[1]
    assert ("unconscious" in left.conditions) == (left.stamina <= 0) == ("prone" in left.conditions)
    assert ("dead" in left.conditions) == (left.health == 0)


@given(stamina=st.integers(-60, 40), ceiling=st.integers(0, 40), health=st.integers(1, 20), faces=st.lists(FACE))
def test_recovery_stays_between_what_was_and_the_most(stamina: int, ceiling: int, health: int, faces: list[int]):
    top = max(stamina, ceiling)
    for rested in (
        short_rest(stamina=stamina, stamina_ceiling=ceiling),
        long_rest(stamina=stamina, stamina_ceiling=ceiling),
    ):
        assert stamina <= rested.stamina <= top
        assert rested.unconscious == (rested.stamina <= 0)
    assert health <= pass_weeks(health=health, health_max=20, weeks=7) <= 20
    if faces:
        healed = heal(health=health, health_max=20, stamina=stamina, stamina_ceiling=ceiling, faces=faces)
        assert health <= healed.health <= 20
        assert stamina <= healed.stamina <= top


@given(
    speed=st.integers(1, 12),
    steps=st.lists(st.one_of(st.just("turn"), st.integers(1, 4)), max_size=30),
)
def test_the_pool_never_leaves_its_bounds(speed: int, steps: list[Any]):
    pool = ActionPool.full(speed)
    for step in steps:
        if step == "turn":
            pool = pool.end_turn() if pool.in_turn else pool.start_turn()
        elif step > pool.actions:
            before = pool
            with pytest.raises(AgainstTheRules) as refused:
                pool.spend(step)
            assert refused.value.code == "no_actions"
            assert pool == before
        else:
            pool = pool.spend(step)
        assert 0 <= pool.actions <= speed
        assert pool.staggered == (pool.actions == 0)
        assert pool.can_act == (pool.actions > 0)


def test_a_pool_spends_nothing_for_nothing():
    for pool in (ActionPool.full(2).spend(2), ActionPool.full(2).spend(2).start_turn(), ActionPool.full(2)):
        assert pool.spend(0) == pool


def test_a_trace_needs_no_turns():
    assert trace(speed=3, events=[]).actions == []


@given(scores=st.lists(st.integers(0, 20), max_size=6), faces=st.lists(FACE, min_size=1, max_size=7))
@settings(max_examples=60)
@pytest.mark.parametrize("method", ["agility", "roll"])
def test_everybody_gets_one_place(method: Any, scores: list[int], faces: list[int]):
    entrants = [Entrant(id=f"c{place}", agility=score, dice=score // 5) for place, score in enumerate(scores)]
    found = order_of(entrants, method=method, throw=throwing(Loaded(faces)))
    assert sorted(found.order) == sorted(entrant.id for entrant in entrants)
    assert len(found.throws) <= 11
    if method == "agility":
        agilities = {entrant.id: entrant.agility for entrant in entrants}
        ranked = [agilities[name] for name in found.order]
        assert ranked == sorted(ranked, reverse=True)


def test_after_ten_throws_the_id_decides():
    entrants = [Entrant(id=name, agility=5, dice=1) for name in ("b", "a")]
    found = order_of(entrants, method="agility", throw=throwing(Loaded([3])))
    assert found.order == ["a", "b"]
    assert len(found.throws) == 10


def test_only_those_still_level_throw_again():
    entrants = [Entrant(id=name, agility=20 if name == "x" else 9, dice=2) for name in "xabcy"]
    waves = iter(
        [
            {"a": [1, 1], "b": [6, 6], "c": [1, 1], "y": [6, 6]},
            {"b": [1, 1], "y": [2, 2], "a": [3, 1], "c": [3, 3]},
        ]
    )
    found = order_of(entrants, method="agility", throw=lambda _: next(waves))
    assert found.order == ["x", "y", "b", "c", "a"]
    assert [list(throw) for throw in found.throws] == [["a", "b", "c", "y"], ["b", "y", "a", "c"]]


@given(metres=st.integers(0, 2000), extension=st.integers(0, 20))
def test_farther_is_never_easier(metres: int, extension: int):
    near, far = modifier_at(metres, extension=extension), modifier_at(metres + 1, extension=extension)
    assert far.bands_out >= near.bands_out >= modifier_at(metres, extension=extension + 1).bands_out
    assert near.automatic_failure == (near.disadvantages is None)


@given(speed=st.integers(0, 1000))
def test_allowances_are_whole_spaces(speed: int):
    allowed = allowance(speed)
    numbers = list(allowed.model_dump().values())
    assert numbers == sorted(numbers)
    assert all(number % 2 == 0 for number in numbers)
    assert allowed.full in {speed, speed - 1}


@given(
    scores=st.dictionaries(st.sampled_from(["agility", "body", "ego"]), st.integers(0, 100)),
    health=st.integers(1, 500),
    stamina=st.integers(-200, 1),
    modifiers=st.dictionaries(st.sampled_from(["body", "strength"]), st.integers(-50, 50)),
)
def test_sheets_survive_json(scores: Any, health: int, stamina: int, modifiers: Any):
    sheet = UttasSheet(speed=4, health_max=health, stamina_max=30, stamina=stamina, modifiers=modifiers, **scores)
    assert UttasSheet.model_validate_json(sheet.model_dump_json()) == sheet


def test_defaults_are_what_the_rules_page_says():
    assert DEFAULTS.model_dump(exclude={"stances"}) == {
        "initiative": "agility",
        "grid": "square",
        "metric": "chebyshev",
        "units": "m",
        "points_per_die": 5,
        "accuracy_tie": "miss",
        "disadvantage_mode": "subtract",
        "breather_limit": "body",
        "stunned_can_react": True,
        "lost_turn_half_move": False,
        "evade_penalty": True,
        "block_ranged": False,
        "reactive_move": "quarter",
        "round_effects_until": "own_turn_start",
        "intercept_reach_m": 2,
        "called_shot_dis": 1,
        "first_aid_revive": False,
        "overexert": False,
        "chase_step_m": 4,
        "business_table": None,
    }
