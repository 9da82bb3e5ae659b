"""Golden cases in the words of our functions: names are changed here, nothing is worked out."""

from collections.abc import Callable, Mapping
from typing import Any

from app.rules.dice.source import PhysicalDice
from app.rules.system import CheckBody, CheckKind, Value
from app.rules.systems.supers import (
    abilities,
    actions,
    attacks,
    conditions,
    defenses,
    degrees,
    dying,
    effort,
    initiative,
    powers,
    ranges,
    recovery,
    team,
    tradeoffs,
)
from app.rules.systems.supers import power_level as levels
from app.rules.systems.supers.catalogues.skills import skill_cost
from app.rules.systems.supers.checks.attack import AttackBody, AttackCheck
from app.rules.systems.supers.checks.check import PlainBody, PlainCheck
from app.rules.systems.supers.checks.resistance import ResistanceBody, ResistanceCheck
from app.rules.systems.supers.checks.sides import ComparisonBody, ComparisonCheck, OpposedCheck, SupersOpposedBody
from app.rules.systems.supers.checks.team import TeamBody, TeamCheck
from app.rules.systems.supers.degrees import die
from app.rules.systems.supers.initiative import Entrant
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.powers import RankModifier
from app.rules.systems.supers.resistance import Wounds

Given = dict[str, Any]


def run(op: str, given: Given, options: Mapping[str, Any]) -> dict[str, Any]:
    """Ask one question of the rules; an op that isn't here is a LookupError."""
    found = OPS[op](SupersOptions(**options), **given)
    return found.model_dump() if isinstance(found, Value) else found


def ask(kind: CheckKind[Any, Any], body: CheckBody, options: SupersOptions, *faces: int | None) -> Given:
    dice = PhysicalDice([face for face in faces if face is not None])
    return kind.resolve(body, options=options, dice=dice).result


def check(options, *, face=None, **body):
    return ask(PlainCheck(), PlainBody(**body), options, face)


def opposed_check(options, *, face_a, face_b, coin=None, **body):
    return ask(OpposedCheck(), SupersOpposedBody(**body), options, face_a, face_b, coin)


def comparison(options, *, coin=None, **body):
    return ask(ComparisonCheck(), ComparisonBody(**body), options, coin)


def team_full(options, *, helpers, leader):
    faces = [one["face"] for one in (*helpers, leader)]
    body = {
        "helpers": [{"modifier": helper["modifier"]} for helper in helpers],
        "leader": {"modifier": leader["modifier"], "dc": leader["dc"]},
    }
    return ask(TeamCheck(), TeamBody.model_validate(body), options, *faces)


def attack(options, *, face=None, **body):
    return ask(AttackCheck(), AttackBody(**body), options, face)


def toughness(options, *, face, **body):
    return ask(ResistanceCheck(), ResistanceBody(**body), options, face)


def dying_check(options, *, face, **given):
    return dying.dying_check(die(face), options=options, **given)


def stabilize(options, *, face, **given):
    return dying.stabilize(die(face), options=options, **given)


def area_dodge(options, *, face, dodge, vulnerable=False, defenseless=False, **given):
    in_force = defenses.active_defense(dodge, vulnerable=vulnerable, defenseless=defenseless, options=options)
    return ranges.area_dodge(die(face), in_force.rank, options=options, **given)


def bundle(options, *, steps):
    held: list[conditions.Instance] = []
    for verb, name, *key in steps:
        match verb:
            case "add":
                held = conditions.added(held, name, conditions.named(key[0]))
            case "end":
                held = conditions.ended(held, name)
            case "event":
                held = conditions.after_event(held, name)
            case _:
                raise LookupError(verb)
    found = conditions.effective([one.condition for one in held], options)
    return {"effective": [str(one) for one in found]}


def budget(options, *, conditions, plan, surprise_round=False):
    return actions.check_plan(conditions, plan, surprise_round=surprise_round)


def order(options, *, entries):
    dice = {entry["id"]: entry.get("tie_die") for entry in entries}
    entrants = [Entrant(**{name: value for name, value in one.items() if name != "tie_die"}) for one in entries]
    return initiative.order_of(entrants, throw=lambda level: [dice[one] for one in level])


def improve_roll(options, *, first_face, reroll_face, modifier):
    return effort.improve_roll(die(first_face), reroll_face, modifier)


def recover(options, *, level, penalty, minutes, target_kind="living"):
    return recovery.recover(Wounds(level=level, penalty=penalty), minutes, target_kind=target_kind)


def recover_set(options, **given):
    assert options.recovery_model == "set"
    return recovery.recover_set(**given)


def power_cost(options, *, base_per_rank, rank, per_rank_mods, flats):
    modifiers = [RankModifier(*mod) if isinstance(mod, list) else RankModifier(mod) for mod in per_rank_mods]
    return powers.with_flats(powers.rank_cost(base_per_rank, rank, modifiers, options=options), flats)


def pl_check(options, *, power_level: int, **pair: int):
    return PAIRS[tuple(sorted(pair))](power_level, **pair)


def tradeoff(options, *, direction, **given):
    kind: tradeoffs.TradeOffKind = "accurate" if direction == "to_attack" else "power"
    assert kind == "accurate" or direction == "to_effect"
    return tradeoffs.trade_off(kind, options=options, **given)


PAIRS: dict[tuple[str, ...], Callable[..., Value]] = {
    ("attack", "effect"): lambda level, **pair: levels.cap(levels.attack_effect(**pair), level),
    ("no_attack_effect",): lambda level, no_attack_effect: levels.cap(levels.effect_alone(no_attack_effect), level),
    ("dodge", "toughness"): lambda level, **pair: levels.cap(levels.dodge_toughness(**pair), level),
    ("parry", "toughness"): lambda level, **pair: levels.cap(levels.parry_toughness(**pair), level),
    ("fortitude", "will"): lambda level, **pair: levels.cap(levels.fortitude_will(**pair), level),
    ("skill",): lambda level, skill: levels.cap(levels.skill_modifier(skill), level),
    ("skill_modifier",): lambda level, skill_modifier: levels.cap(levels.skill_modifier(skill_modifier), level),
}
OPS: dict[str, Callable[..., Any]] = {
    "ability_cost": lambda _, ranks: {"total": abilities.ability_cost(ranks)},
    "active_defense": lambda options, **given: defenses.active_defense(options=options, **given),
    "area_dodge": area_dodge,
    "array_cost": lambda _, **given: {"total": powers.array_cost(**given)},
    "attack": attack,
    "band": lambda _, **given: ranges.band(**given),
    "bonus_for_55": lambda _, dc: {"bonus": degrees.bonus_for_55(dc)},
    "budget": budget,
    "bundle": bundle,
    "check": check,
    "comparison": comparison,
    "crit_choice": lambda _, **given: attacks.crit_choice(**given),
    "defense_cost": lambda _, bought: {"total": defenses.defense_cost(bought)},
    "dying_check": dying_check,
    "extra_effort": lambda _, **given: effort.extra_effort(**given),
    "extra_effort_cost": lambda _, **given: effort.extra_effort_cost(**given),
    "fatigue_rest": lambda _, **given: {"fatigue": recovery.fatigue_rest(**given)},
    "improve_roll": improve_roll,
    "opposed": opposed_check,
    "order": order,
    "pl_check": pl_check,
    "power_cost": power_cost,
    "recover": recover,
    "recover_set": recover_set,
    "removable": lambda _, **given: powers.removable(**given),
    "routine_opposition": lambda _, passive_modifier: {"dc": degrees.routine_opposition(passive_modifier)},
    "skill_cost": lambda options, ranks: {"total": skill_cost(ranks, options=options)},
    "stabilize": stabilize,
    "starting_pp": lambda _, power_level: {"pp": levels.starting_points(power_level)},
    "team": lambda options, helper_degrees: team.help_of(helper_degrees, options),
    "team_full": team_full,
    "toughness": toughness,
    "tradeoff": tradeoff,
}
