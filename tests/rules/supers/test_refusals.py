"""The refusals of Supers: code, rule, what was found, and the sentence that people read."""

from collections.abc import Callable
from typing import Any

import pytest

from app.rules.systems.supers import (
    SYSTEM,
    abilities,
    actions,
    attacks,
    conditions,
    defenses,
    degrees,
    effort,
    powers,
    ranges,
    recovery,
    tradeoffs,
)
from app.rules.systems.supers.attacks import Foe
from app.rules.systems.supers.catalogues.conditions import BY_ID as CONDITIONS
from app.rules.systems.supers.catalogues.effects import BY_ID as EFFECTS
from app.rules.systems.supers.catalogues.effects import resistance_base
from app.rules.systems.supers.catalogues.skills import skill_cost
from app.rules.systems.supers.resistance import Wounds
from tests.rules.refusing import refusal_of

SLEEPY = ["asleep", *(key for key in CONDITIONS if key != "asleep")]
STUNNED = conditions.added([], "c1", conditions.named("stunned"))
LUCK: Any = {"luck": 1}
FREE = Foe(defense=3, vulnerable=False, defenseless=False, cover="none", attacker_minion=False, target_minion=False)

REFUSALS: list[tuple[Callable[[], object], str, str]] = [
    (
        lambda: abilities.ability_cost(LUCK),
        "unknown_trait S-023",
        "There are eight abilities, and this is none.",
    ),
    (
        lambda: abilities.ability_cost({"intellect": -6}),
        "ability_range S-023 ability=intellect rank=-6",
        "Intellect rank -6 is outside -5 to 20.",
    ),
    (
        lambda: abilities.ability_cost({"strength": 21}),
        "ability_range S-023 ability=strength rank=21",
        "Strength rank 21 is outside -5 to 20.",
    ),
    (
        lambda: actions.check_plan(["stunned"], ["free"]),
        "stunned S-112",
        "The stunned take no actions, not even free ones.",
    ),
    (
        lambda: actions.check_plan(["immobile"], ["move:travel"]),
        "immobile S-110",
        "The immobile cover no ground.",
    ),
    (
        lambda: actions.check_plan([], ["standard", "move"], surprise_round=True),
        "surprise_limit S-057",
        "In the surprise round one has a standard or a move, not both.",
    ),
    (
        lambda: actions.check_plan([], ["standard", "standard"]),
        "no_standard_left S-045",
        "The standard of this turn is used.",
    ),
    (
        lambda: actions.check_plan([], ["move", "move", "move"]),
        "no_move_left S-046",
        "The moves of this turn are used, and there is no standard left to trade.",
    ),
    (
        lambda: actions.check_plan([], ["wait"]),
        "unknown_action S-045",
        "An action is one of standard, move, move:travel, free, reaction, none.",
    ),
    (
        lambda: attacks.routine_attack(5, FREE),
        "routine_not_allowed S-093",
        "A routine attack works only on the defenseless, or on a minion by somebody who is none: roll the die.",
    ),
    (
        lambda: attacks.crit_choice(option="double", effect="damage", rank=8),
        "crit_choice S-067 options=['increased', 'added', 'alternate']",
        "A critical hit takes one of `increased`, `alternate`, or `added` with its second effect.",
    ),
    (
        lambda: resistance_base("sneeze"),
        f"unknown_effect R-22 known={list(EFFECTS)}",
        "The catalogue has no effect `sneeze`: it has `affliction`, `burrowing`, `communication`, `comprehend`, "
        "`concealment`, 35 more.",
    ),
    (
        lambda: skill_cost([3, -1]),
        "rank_range R-20",
        "A skill has 0 ranks or more.",
    ),
    (
        lambda: conditions.named("sleepy"),
        f"unknown_condition S-098 suggestion=asleep known={SLEEPY}",
        "The catalogue has no condition `sleepy`: perhaps `asleep`.",
    ),
    (
        lambda: conditions.named("stunned:arm"),
        "bad_param S-099",
        "Stunned stands on nothing: leave its param out.",
    ),
    (
        lambda: conditions.named("impaired"),
        "bad_param S-099",
        "Impaired needs a param that names its trait.",
    ),
    (
        lambda: conditions.named("debilitated:luck"),
        "bad_param S-099",
        "Debilitated takes one of agility, awareness, dexterity, fighting, intellect, presence, stamina, strength.",
    ),
    (
        lambda: conditions.named("restrained:loosely"),
        "bad_param S-099",
        "Restrained takes one of anchored.",
    ),
    (
        lambda: conditions.added(STUNNED, "c1", conditions.named("dazed")),
        "duplicate R-14",
        "There is a condition with this id already: give each its own.",
    ),
    (
        lambda: conditions.ended(STUNNED, "c2"),
        "not_borne R-14 known=['c1']",
        "The character doesn't bear `c2`: what could be ended is `c1`.",
    ),
    (
        lambda: defenses.defense_cost(LUCK),
        "unknown_trait S-036",
        "There are five defenses, and this is none.",
    ),
    (
        lambda: defenses.defense_cost({"dodge": -1}),
        "defense_negative S-039",
        "Dodge has -1 bought: 0 is the least.",
    ),
    (
        lambda: defenses.defense_cost({"toughness": 2}),
        "toughness_buy S-037",
        "Toughness rises only by an effect or an advantage.",
    ),
    (
        lambda: degrees.die(0),
        "bad_face S-001 face=0",
        "A d20 has no face 0: give 1 to 20.",
    ),
    (
        lambda: degrees.die(21),
        "bad_face S-001 face=21",
        "A d20 has no face 21: give 1 to 20.",
    ),
    (
        lambda: degrees.routine_check(0, 10, pressure=True),
        "routine_not_allowed S-007",
        "Nobody takes a routine 10 under pressure, which rounds always are: roll the die.",
    ),
    (
        lambda: degrees.circumstances([2, 3, -5]),
        "circumstance_size S-022 found=[3] allowed=[-5, -2, 2, 5]",
        "A circumstance adds or takes 2 or 5, not 3: others are the game master's to give (`gm`).",
    ),
    (
        lambda: effort.extra_effort("fly"),
        "unknown_effort R-15 options=['action', 'bonus', 'power', 'power_stunt', 'resistance', 'retry', 'speed', "
        "'strength']",
        "Extra effort is for one of action, bonus, power, power_stunt, resistance, retry, speed, strength.",
    ),
    (
        lambda: effort.extra_effort("bonus", used_this_turn=True),
        "effort_used S-131",
        "One extra effort a turn, and this turn had it.",
    ),
    (
        lambda: effort.extra_effort("power", power_duration="permanent"),
        "permanent_no_effort S-161",
        "Extra effort doesn't raise a permanent effect.",
    ),
    (
        lambda: effort.spend(0),
        "no_hero_point S-137",
        "There is no hero point left to spend.",
    ),
    (
        lambda: powers.array_cost([]),
        "bad_array R-21",
        "An array has members, and no more dynamic ones than members.",
    ),
    (
        lambda: powers.array_cost([3, 2], dynamic_members=3),
        "bad_array R-21",
        "An array has members, and no more dynamic ones than members.",
    ),
    (
        lambda: powers.array_cost([20, 21], base_index=0),
        "alternate_too_costly R-21 alternate=21 base=20",
        "An alternate costs 21, more than the base's 20: make the dearest the base.",
    ),
    (
        lambda: ranges.band(rank=10, distance_ft=1001),
        "out_of_range S-086 distance_ft=1001 longest_ft=1000",
        "1001 ft is past the long band, which ends at 1000 ft for rank 10.",
    ),
    (
        lambda: ranges.refuse_total_cover("total"),
        "total_cover S-090",
        "The target is wholly behind cover, where no direct attack reaches it.",
    ),
    (
        lambda: recovery.recover(Wounds(level="dying"), 1),
        "dying R-09",
        "The dying don't rest: somebody has to stabilise them first.",
    ),
    (
        lambda: recovery.recover(Wounds(level="dead"), 1),
        "dead R-09",
        "The dead don't recover.",
    ),
    (
        lambda: recovery.recover(Wounds(level="dazed"), 1, target_kind="object"),
        "object_no_recovery S-142",
        "Objects don't mend by themselves: repair them with Technology.",
    ),
    (
        lambda: recovery.repaired(Wounds(level="incapacitated"), 1),
        "destroyed R-29",
        "What is destroyed can't be repaired.",
    ),
    (
        lambda: tradeoffs.trade_off("accurate", 3, attack=9, effect=9, defense=0),
        "shift_limit R-18 shift=3 most=2",
        "A trade-off moves 1 to 2 points, not 3.",
    ),
    (
        lambda: tradeoffs.trade_off("power", 0, attack=9, effect=9, defense=0),
        "shift_limit R-18 shift=0 most=2",
        "A trade-off moves 1 to 2 points, not 0.",
    ),
    (
        lambda: tradeoffs.trade_off("all_out", 4, attack=2, effect=4, defense=5, max_shift=5),
        "bonus_more_than_double S-042 attack=6",
        "An attack bonus of 2 can't become 6: it may double at most.",
    ),
    (
        lambda: tradeoffs.trade_off("accurate", 3, attack=9, effect=2, defense=0, max_shift=5),
        "effect_below_zero S-043",
        "An effect of rank 2 can't give 3: it ends at 0.",
    ),
    (
        lambda: tradeoffs.trade_off("power", 2, attack=10, effect=1, defense=0),
        "effect_more_than_double R-18 effect=3",
        "An effect of rank 1 can't become 3: it may double at most.",
    ),
    (
        lambda: tradeoffs.trade_off("defensive", 5, attack=2, effect=2, defense=5, max_shift=5),
        "bonus_below_zero R-18",
        "An attack bonus of 2 can't give so much: it ends at 0.",
    ),
]


@pytest.mark.parametrize(("ask", "named", "detail"), REFUSALS, ids=[named for _, named, _ in REFUSALS])
def test_a_refusal_names_its_rule_and_what_was_found(ask, named, detail):
    assert refusal_of(ask) == (named, detail)
    assert named.split()[0] in SYSTEM.refusals
