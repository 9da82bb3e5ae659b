"""The rules that no golden case asks about."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.system import AgainstTheRules, OutOfRange, RuleRefusal
from app.rules.systems.supers import (
    SYSTEM,
    actions,
    afflictions,
    attacks,
    conditions,
    defenses,
    degrees,
    dying,
    effort,
    initiative,
    manoeuvres,
    measures,
    powers,
    ranges,
    recovery,
    tradeoffs,
)
from app.rules.systems.supers.abilities import ability_cost
from app.rules.systems.supers.catalogues.conditions import CONDITIONS
from app.rules.systems.supers.catalogues.skills import skill_cost
from app.rules.systems.supers.degrees import die
from app.rules.systems.supers.initiative import Entrant
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from app.rules.systems.supers.recovery import TargetKind
from app.rules.systems.supers.resistance import DamageLevel, Threat, Wounds, resist, worse


def holding(*told: str, options: SupersOptions = DEFAULTS) -> list[str]:
    return [str(one) for one in conditions.effective([conditions.named(one) for one in told], options)]


def refused(question: Callable[[], Any]) -> str:
    with pytest.raises(RuleRefusal) as found:
        question()
    assert found.value.code in SYSTEM.refusals
    assert found.value.facts["rule"] in {entry.id for entry in SYSTEM.rule_index}
    return found.value.code


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (lambda: die(21), "bad_face"),
        (lambda: ability_cost({"luck": 1}), "unknown_trait"),  # type: ignore[dict-item]
        (lambda: defenses.defense_cost({"luck": 1}), "unknown_trait"),  # type: ignore[dict-item]
        (lambda: defenses.defense_cost({"dodge": -1}), "defense_negative"),
        (lambda: skill_cost([3, -1]), "rank_range"),
        (lambda: attacks.crit_choice("added", effect="damage", rank=3), "crit_choice"),
        (lambda: attacks.crit_choice("increased", effect="sneeze", rank=3), "unknown_effect"),
        (lambda: effort.extra_effort("fly"), "unknown_effort"),
        (lambda: effort.spend(0), "no_hero_point"),
        (lambda: actions.check_plan([], ["wait"]), "unknown_action"),
        (lambda: powers.array_cost([]), "bad_array"),
        (lambda: powers.array_cost([3, 2], dynamic_members=3), "bad_array"),
        (lambda: recovery.repaired(Wounds(level="incapacitated"), 1), "destroyed"),
        (lambda: ranges.hidden("total", "none"), "total_cover"),
    ],
)
def test_refusals(question: Callable[[], Any], code: str):
    assert refused(question) == code


def test_a_natural_20_across_zero():
    """R-02."""
    options = SupersOptions(crit_bump_across_zero=False)
    assert degrees.check(die(20), 0, 21, options).degree == -1
    assert degrees.check(die(20), 0, 21).degree == 1
    assert degrees.check(die(20), 0, 26, options).degree == -1


def test_degrees_of_damage_without_the_second_stagger():
    options = SupersOptions(second_stagger_incapacitates=False)
    reeling = Wounds(level="staggered", penalty=1)
    threat = Threat(rank=10)
    assert resist(die(5), 11, threat, reeling).level == "incapacitated"
    assert resist(die(5), 11, threat, reeling, options=options).level == "staggered"
    assert resist(die(5), 11, threat, reeling, options=options).penalty == 2


@pytest.mark.parametrize(
    ("level", "minion", "inanimate", "after"),
    [
        ("none", False, False, "none"),
        ("staggered", False, False, "staggered"),
        ("incapacitated", False, False, "dying"),
        ("incapacitated", True, False, "dying"),
        ("incapacitated", False, True, "incapacitated"),
        ("dying", True, False, "dead"),
        ("dead", False, False, "dead"),
        ("staggered", True, False, "incapacitated"),
    ],
)
def test_one_degree_of_failure(level: DamageLevel, minion: bool, inanimate: bool, after: str):
    wounds = Wounds(level=level, penalty=2)
    found = resist(die(14), 12, Threat(rank=10), wounds, minion=minion, inanimate=inanimate)
    assert (found.degree, found.level) == (-1, after)
    assert found.penalty == (3 if after in {"none", "staggered"} else 2)


def test_only_damage_looks_at_wounds():
    """S-074, S-075: only against damage does the penalty count; a milder result leaves a worse level."""
    wounds = Wounds(level="dying", penalty=5)
    found = resist(die(9), 10, Threat(effect="affliction", rank=10), wounds)
    assert (found.total, found.dc, found.level, found.penalty, found.condition_degree) == (19, 20, "dying", 5, 1)
    assert resist(die(9), 10, Threat(effect="weaken", rank=10), wounds, minion=True).condition_degree == 3
    assert resist(die(1), 0, Threat(effect="weaken", rank=20), wounds).condition_degree == 3
    assert worse("dying", "dazed") == "dying"


def test_each_degree_of_damage_does_more():
    """S-069, R-04: a penalty, dazed, staggered, incapacitated, each with what the milder ones bring."""
    found = [resist(die(face), 5, Threat(rank=10), Wounds()) for face in (19, 14, 9, 4)]
    assert [(one.level, one.penalty) for one in found] == [
        *[("none", 1), ("dazed", 1), ("staggered", 1), ("incapacitated", 0)]
    ]


def test_dying_by_counted_degrees():
    options = SupersOptions(dying_mode="srd3")
    first = dying.dying_check(die(5), 5, options=options)
    assert (first.state, first.failure_degrees) == ("dying", 2)
    assert dying.dying_check(die(9), 5, failure_degrees=2, options=options).state == "dead"
    held = dying.dying_check(die(10), 5, failure_degrees=2, options=options)
    assert (held.state, held.failure_degrees) == ("dying", 2)


def test_cover_and_concealment():
    assert ranges.hidden("partial", "total") == -7
    assert ranges.hidden("partial", "partial", SupersOptions(cover_plus_concealment="worst")) == -2
    assert ranges.hidden("none", "none") == 0


def test_areas():
    assert ranges.area_dodge(die(20), 0, 1).effective_rank == 1
    assert ranges.area_dodge(die(20), 0, 0).effective_rank == 0
    assert ranges.area_dodge(die(8), 6, 8, cover="partial", circumstance=2).effective_rank == 4


def test_wider_bands():
    far = ranges.Bands(50, 100, 200)
    assert ranges.band(10, 500, bands=far).band == "short"
    with pytest.raises(AgainstTheRules) as found:
        ranges.band(10, 2001, bands=far)
    assert found.value.facts["longest_ft"] == 2000


def test_defenses_below_nothing_kept():
    keep = SupersOptions(negative_defenses="keep")
    assert defenses.active_defense(-3, defenseless=True).rank == 0
    assert defenses.active_defense(-3, defenseless=True, options=keep).rank == -3
    assert defenses.active_defense(3, defenseless=True, options=keep).rank == 0


@pytest.mark.parametrize(
    ("told", "found"),
    [
        (["disabled:stealth", "impaired:stealth"], ["disabled:stealth"]),
        (["disabled:all", "impaired:stealth"], ["disabled"]),
        (["disabled:stealth", "impaired:all"], ["disabled:stealth", "impaired"]),
        (["disabled:stealth", "impaired:athletics"], ["disabled:stealth", "impaired:athletics"]),
        (["controlled:warden", "compelled"], ["controlled:warden"]),
        (["debilitated:strength", "weakened:strength,3", "disabled:strength"], ["debilitated:strength"]),
        (["debilitated:strength", "weakened:agility"], ["debilitated:strength", "weakened:agility"]),
        (["debilitated:agility"], ["debilitated:agility", "defenseless", "immobile"]),
        (["debilitated:stamina"], ["debilitated:stamina", "defenseless", "stunned", "unaware"]),
        (["debilitated:awareness"], ["debilitated:awareness", "stunned", "unaware"]),
        (["blind", "deaf"], ["hindered", "unaware:auditory", "unaware:visual", "vulnerable"]),
        (["restrained"], ["hindered", "vulnerable"]),
        (["restrained:anchored"], ["immobile", "vulnerable"]),
        (["prone"], ["prone"]),
        (["transformed"], ["transformed"]),
    ],
)
def test_conditions_together(told: list[str], found: list[str]):
    assert holding(*told) == found


def test_prone_and_slow_where_the_table_says_so():
    assert holding("prone", options=SupersOptions(prone_hindered=True)) == ["hindered", "prone"]


@pytest.mark.parametrize("entry", CONDITIONS, ids=lambda entry: entry.id)
def test_every_condition_can_be_held(entry: Any):
    param = {"trait": ":stealth", "ability": ":presence"}.get(entry.param, "") if entry.param_required else ""
    found = holding(entry.id + param)
    assert found
    assert all(":" in one or one == "prone" or one in {basic.id for basic in CONDITIONS[:15]} for one in found)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("sleepy", "unknown_condition"),
        ("impaired", "bad_param"),
        ("stunned:arm", "bad_param"),
        ("debilitated:luck", "bad_param"),
        ("restrained:loosely", "bad_param"),
    ],
)
def test_conditions_that_are_none(told: str, code: str):
    assert refused(lambda: conditions.named(told)) == code


def test_instances_have_their_own_ids():
    held = conditions.added([], "c1", conditions.named("surprised"))
    assert refused(lambda: conditions.added(held, "c1", conditions.named("dazed"))) == "duplicate"
    assert refused(lambda: conditions.ended(held, "c2")) == "not_borne"
    assert conditions.after_event(held, "threat") == held
    assert conditions.after_event(held, "round_end") == []


def test_what_conditions_take_from_checks():
    held = [conditions.named(one) for one in ("impaired:all", "disabled:stealth")]
    assert conditions.trait_modifier(held, "stealth", "agility") == -5
    assert conditions.trait_modifier(held, "athletics") == -2
    assert conditions.trait_modifier(held[1:], "athletics") == 0


@pytest.mark.parametrize(
    ("attacker", "target", "kind", "modifier"),
    [
        (["prone"], [], "close", -5),
        (["prone"], [], "ranged", 0),
        ([], ["prone"], "close", 5),
        ([], ["prone"], "ranged", -5),
        (["prone"], ["prone"], "close", 0),
        ([], ["prone"], "perception", 0),
    ],
)
def test_lying_down(attacker: list[str], target: list[str], kind: str, modifier: int):
    def held(told: list[str]) -> list[conditions.Condition]:
        return [conditions.named(one) for one in told]

    assert conditions.attack_modifier(held(attacker), held(target), kind=kind) == modifier


@pytest.mark.parametrize(
    ("held", "plan", "more", "outcome"),
    [
        ([], ["move", "standard", "free", "reaction", "none"], {}, (0, 0)),
        ([], ["move", "move", "move"], {}, "no_move_left"),
        ([], ["move", "move", "standard"], {}, "no_standard_left"),
        (["dazed"], ["standard", "move"], {}, "no_move_left"),
        (["compelled"], ["standard"], {}, (0, 0)),
        (["dazed"], ["standard", "standard"], {"extra_standards": 1}, (0, 0)),
        (["stunned"], ["none"], {}, (0, 0)),
        (["stunned"], ["reaction"], {}, "stunned"),
        (["immobile"], ["move"], {}, (1, 0)),
        (["immobile"], ["move:travel"], {}, "immobile"),
        ([], ["move"], {"surprise_round": True}, (0, 0)),
        ([], ["move:travel", "move"], {"surprise_round": True}, "surprise_limit"),
    ],
)
def test_turns(held: list[str], plan: list[str], more: dict[str, Any], outcome: Any):
    """S-047, S-048: free actions and Reactions take nothing of a turn."""
    if isinstance(outcome, str):
        assert refused(lambda: actions.check_plan(held, plan, **more)) == outcome
    else:
        found = actions.check_plan(held, plan, **more)
        assert (found.standard_left, found.move_left) == outcome


def test_level_in_everything():
    entrants = [Entrant(id=name, total=9, dodge=4, agility=1, awareness=1) for name in ("g1", "g2", "g3")]
    waves = iter([[6, 6, 15], [4, 15]])
    asked: list[list[str]] = []

    def throw(level: Any) -> list[int]:
        asked.append(list(level))
        return next(waves)

    assert initiative.order_of(entrants, throw=throw).order == ["g3", "g2", "g1"]
    assert asked == [["g1", "g2", "g3"], ["g1", "g2"]]
    assert initiative.initiative(12, 4, modifiers=4) == 20


@pytest.mark.parametrize(
    ("kind", "given", "found"),
    [
        ("accurate", {"attack": 10, "effect": 10}, (12, 8, 0)),
        ("power", {"attack": 10, "effect": 10}, (8, 12, 0)),
        ("all_out", {"attack": 10, "defense": 4}, (12, 0, 2)),
        ("defensive", {"attack": 10, "defense": 4}, (8, 0, 6)),
        ("power", {"attack": 10, "effect": 1}, "effect_more_than_double"),
        ("power", {"attack": 1, "effect": 10}, "bonus_below_zero"),
        ("defensive", {"attack": 1, "defense": 1}, "bonus_below_zero"),
        ("all_out", {"attack": 1, "defense": 9}, "bonus_more_than_double"),
        ("accurate", {"attack": 0, "effect": 9}, "bonus_more_than_double"),
        ("accurate", {"attack": -3, "effect": 9}, "bonus_more_than_double"),
        ("accurate", {"attack": 9, "effect": 1}, "effect_below_zero"),
        ("accurate", {"attack": 9, "effect": 9, "max_shift": 1}, "shift_limit"),
    ],
)
def test_trade_offs(kind: tradeoffs.TradeOffKind, given: dict[str, Any], found: Any):
    if isinstance(found, str):
        assert refused(lambda: tradeoffs.trade_off(kind, 2, **given)) == found
    else:
        after = tradeoffs.trade_off(kind, 2, **given)
        assert (after.attack, after.effect, after.defense) == found


def test_trade_offs_without_mirror_limits():
    free = SupersOptions(mirror_tradeoff_limits=False)
    after = tradeoffs.trade_off("power", 2, attack=1, effect=1, options=free)
    assert (after.attack, after.effect) == (-1, 3)
    with pytest.raises(OutOfRange):
        tradeoffs.trade_off("power", 0, attack=1, effect=1)


def test_efforts_that_are_allowed():
    assert effort.extra_effort("power", power_duration="sustained").option == "power"
    assert effort.extra_effort("speed", power_duration="permanent").fatigue_steps == 1
    assert effort.tired("incapacitated") == "incapacitated"


def test_hero_points_between_sessions():
    assert effort.session_points(7, new_adventure=True, luck=2) == 3
    assert effort.session_points(7, new_adventure=False) == 7
    assert effort.session_points(0, new_adventure=False, luck=2) == 1


@pytest.mark.parametrize(("kind", "code"), [("living", "dead"), ("object", "dead")])
def test_the_dead_stay_dead(kind: TargetKind, code: str):
    assert refused(lambda: recovery.recover(Wounds(level="dead"), 1, target_kind=kind)) == code
    assert refused(lambda: recovery.recover_set(["dead"], 0, 1, target_kind=kind)) == code


def test_objects_dont_rest():
    assert refused(lambda: recovery.recover(Wounds(penalty=1), 1, target_kind="object")) == "object_no_recovery"
    assert refused(lambda: recovery.recover_set([], 1, 1, target_kind="object")) == "object_no_recovery"


def test_hours_of_rest():
    assert [recovery.fatigue_rest("incapacitated", minutes) for minutes in (59, 60, 120, 180, 600)] == [
        "incapacitated",
        "exhausted",
        "fatigued",
        "none",
        "none",
    ]


def test_healing_and_repair():
    hurt = Wounds(level="dying", penalty=2)
    assert recovery.healed(hurt, 1) == Wounds(level="incapacitated", penalty=2)
    assert recovery.healed(hurt, 9) == Wounds(level="none", penalty=2)
    assert recovery.healed(hurt, -1) == hurt
    assert recovery.repaired(Wounds(level="staggered", penalty=2), 3) == Wounds(level="none", penalty=1)
    assert recovery.repaired(Wounds(level="dazed", penalty=2), -2) == Wounds(level="dazed", penalty=2)


def test_measures():
    """S-044, R-24."""
    assert [measures.measure("mass_lb", rank) for rank in (-5, 0, 10, 11)] == [Fraction(3, 2), 50, 50000, 100000]
    assert [measures.measure("time_s", rank) for rank in (-5, 0, 1, 14)] == [Fraction(1, 8), 6, 12, 57600 // 4 * 6]
    assert measures.measure("distance_ft", -7) == Fraction(1, 8)
    assert measures.measure("volume_cuft", 0) == 1
    assert (measures.feet_a_round(0), measures.feet_a_round(4, hindered=True)) == (30, 250)
    assert measures.MEASURES[-1].mass_lb is None
    assert measures.MEASURES[-1].time_s == "86400"


def test_what_ranks_cost():
    assert powers.rank_cost(1, 6, [powers.RankModifier(1, 4), powers.RankModifier(-1, 6)]) == 5
    assert powers.rank_cost(1, 0) == 0
    free = SupersOptions(ratio_floor=None)
    assert powers.rank_cost(1, 12, [powers.RankModifier(-5)], options=free) == 2
    assert powers.removable(1, "easily_removable") == powers.Removable(discount=0, total=1)
    assert powers.array_cost([20, 21], base_index=1) == 22
    assert powers.array_cost([20, 18], dynamic_members=1) == 22


def test_afflictions():
    numbing = ["impaired", "impaired:strength", "incapacitated"]
    assert [str(afflictions.condition_of(numbing, degree)) for degree in (1, 2, 3)] == [
        "impaired",
        "impaired:strength",
        "incapacitated",
    ]
    assert [afflictions.takes_hold(2, degree) for degree in (1, 2, 3)] == [2, 2, 3]
    assert [afflictions.takes_hold(held, 2, cumulative=True) for held in (0, 1, 2)] == [2, 3, 3]


def test_throwing_an_affliction_off():
    free = afflictions.retry(die(10), 8, effect="affliction", rank=8, degree=2)
    assert (free.check.total, free.degree) == (18, 0)
    assert afflictions.retry(die(9), 8, effect="affliction", rank=8, degree=2).degree == 2


def test_a_weakened_trait():
    short = degrees.check(die(5), 3, 18)
    assert afflictions.weakened_by(short, dc=18, rank=8) == 8
    assert afflictions.weakened_by(short, dc=18, rank=12) == 10
    assert afflictions.weakened_by(degrees.check(die(15), 3, 18), dc=18, rank=8) == 0
    assert [afflictions.still_weakened(3, rounds) for rounds in (0, 2, 3, 9)] == [3, 1, 0, 0]


def test_aid_and_aim():
    assert [manoeuvres.aid_bonus(degree) for degree in (-2, -1, 1, 2, 3, 6)] == [0, 0, 2, 2, 5, 5]
    assert [manoeuvres.aim_bonus(band) for band in (None, "short", "medium", "long")] == [5, 5, 2, 2]


def test_what_manoeuvres_do():
    assert [manoeuvres.held(degree) for degree in (1, 2, 3)] == ["restrained", "bound", "bound"]
    assert [manoeuvres.demoralized(degree) for degree in (1, 3, 4)] == ["impaired:all", "impaired:all", "disabled:all"]
    assert [manoeuvres.repeated(times) for times in (0, 1, 3)] == [0, -2, -6]


def test_a_die_on_guard_counts_more():
    assert [degrees.lifted(face) for face in (1, 10, 11, 20)] == [(11, False), (20, False), (11, False), (20, True)]


def test_a_hero_point_refreshes():
    assert [effort.refreshed(fatigue) for fatigue in effort.FATIGUE] == ["none", "none", "fatigued", "incapacitated"]


def test_the_defaults_are_those_of_the_rules_page():
    assert DEFAULTS.model_dump() == {
        "failure_steps": "full5",
        "crit_bump_across_zero": True,
        "opposed_crit_upset": False,
        "team_sum": "net",
        "second_stagger_incapacitates": True,
        "damage_daze_ends": "end_of_next_turn",
        "dying_mode": "seed",
        "recovery_model": "ladder",
        "minion_auto": "seed",
        "cover_plus_concealment": "sum",
        "prone_hindered": False,
        "negative_defenses": "seed",
        "fatigue_timing": "next_turn_start",
        "ratio_floor": 5,
        "recover_action": True,
        "skill_ranks_per_point": 2,
        "absent_abilities": False,
        "mirror_tradeoff_limits": True,
        "paralyzed_mental_actions": False,
    }


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        ({"ratio_floor": None}, True),
        ({"ratio_floor": 1}, True),
        ({"ratio_floor": 100}, True),
        ({"ratio_floor": 0}, True),
        ({"ratio_floor": -1}, False),
        ({"ratio_floor": 101}, False),
        ({"skill_ranks_per_point": 1}, True),
        ({"skill_ranks_per_point": 10}, True),
        ({"skill_ranks_per_point": 0}, False),
        ({"skill_ranks_per_point": 11}, False),
        ({"house_rule": True}, False),
    ],
)
def test_the_range_of_options(options: dict[str, Any], fits: bool):
    if fits:
        assert SupersOptions(**options)
        return
    with pytest.raises(ValidationError):
        SupersOptions(**options)


def test_the_least_and_the_most_of_a_trade_off():
    assert tradeoffs.trade_off("accurate", 1, attack=10, effect=10).attack == 11
    assert tradeoffs.trade_off("accurate", 5, attack=10, effect=5, max_shift=5).effect == 0
    assert tradeoffs.trade_off("power", 2, attack=2, effect=2).effect == 4
    assert tradeoffs.trade_off("accurate", 2, attack=2, effect=2).attack == 4


def test_how_manoeuvres_begin():
    assert [(one.id, one.attack_modifier) for one in manoeuvres.MANOEUVRES] == [
        ("grab", 0),
        ("trip", -2),
        ("disarm", -2),
        ("escape", None),
        ("demoralize", None),
        ("feint", None),
    ]


def test_bands_for_looking_up():
    assert [(one.id, one.feet_per_rank, one.modifier) for one in ranges.RANGE_BANDS] == [
        ("short", 25, 0),
        ("medium", 50, -2),
        ("long", 100, -5),
    ]


def test_nothing_bought_costs_nothing():
    assert defenses.defense_cost({"dodge": 0, "toughness": 0}) == 0
