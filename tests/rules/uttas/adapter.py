"""Golden cases in the words of our functions: names are changed here, nothing is worked out."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, cast

from app.rules.dice.source import PhysicalDice
from app.rules.system import CheckBody, CheckKind
from app.rules.systems.uttas import characteristics as scores
from app.rules.systems.uttas import chase, conditions, damage, distance, movement, ranges, recovery, speed
from app.rules.systems.uttas import stamina as costs
from app.rules.systems.uttas import timescale as time
from app.rules.systems.uttas.checks.accuracy import Accuracy, AccuracyBody
from app.rules.systems.uttas.checks.business import Business, BusinessBody
from app.rules.systems.uttas.checks.damage import DamageBody, DamageCheck
from app.rules.systems.uttas.checks.skill import Opposed, UttasOpposedBody, UttasSide
from app.rules.systems.uttas.initiative import Entrant, order_of
from app.rules.systems.uttas.movement import Mode
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.sides import OUT, fight_end

Given = dict[str, Any]


def run(op: str, given: Given, options: Mapping[str, Any]) -> dict[str, Any]:
    """Ask one question of the rules; an op that isn't here is a LookupError."""
    return OPS[op](UttasOptions(**options), **given)


def check(kind: CheckKind[Any, Any], body: CheckBody, options: UttasOptions, faces: list[int]) -> dict[str, Any]:
    answer = kind.resolve(body, options=options, dice=PhysicalDice(faces))
    return answer.result


def dice_of(options, *, value):
    return {"dice": scores.dice_of(value, points_per_die=options.points_per_die)}


def dodge(options, **given):
    return {"dodge": scores.dodge(**given)}


def discipline(options, **given):
    return {"discipline": scores.discipline(**given)}


def accuracy(options, *, dice, advantage_dice, disadvantage_dice, **body):
    asked = AccuracyBody(advantages=len(advantage_dice), disadvantages=len(disadvantage_dice), **body)
    return check(Accuracy(), asked, options, [*dice, *advantage_dice, *disadvantage_dice])


def attack_target(options, *, versus, target, dice, **body):
    number = scores.defence_in_force(versus=versus, target=target)
    return check(Accuracy(), AccuracyBody(target=number, **body), options, dice)


def damage_check(options, *, dice, block_dice=(), **body):
    asked = DamageBody(dice=len(dice), block_dice=len(block_dice), **body)
    return check(DamageCheck(), asked, options, [*block_dice, *dice])


def opposed(options, *, active, passive, distance_m):
    def side(skill: str, dice: list[int], disadvantage_dice: list[int]) -> UttasSide:
        senses = skill == "perception"
        out = ranges.modifier_at(distance_m).bands_out if senses else 0
        return UttasSide(dice=len(dice), range_increments=out, disadvantages=0 if senses else len(disadvantage_dice))

    faces = [*active["dice"], *active["disadvantage_dice"], *passive["dice"], *passive["disadvantage_dice"]]
    return check(Opposed(), UttasOpposedBody(active=side(**active), passive=side(**passive)), options, faces)


def business_quarter(options, *, dice, skill_dice, **given):
    return check(Business(), BusinessBody(skill_dice=skill_dice, **given), options, dice)


def stamina_cost(options, *, kind, **given):
    match kind:
        case "half_move":
            cost = costs.free_move_cost()
        case "full_move" | "sprint":
            adjusted = {given["mode"]} if given["adjusted_by_power"] else ()
            cost = costs.full_move_cost({given["mode"]: given["metres"]}, adjusted_by_power=adjusted)
        case "melee" | "thrown":
            for free in ("martial_arts_dice", "strike_dice"):
                given.pop(free, None)
            used = given.pop("strength_dice_used")
            cost = costs.strength_cost(used, **given)
        case "mechanical":
            cost = costs.mechanical_cost(**given)
        case "power":
            metres = given.pop("metres", None)
            cost = costs.power_cost(**given) if metres is None else costs.movement_power_cost(**given, metres=metres)
        case _:
            raise LookupError(kind)
    return {"stamina": cost}


def range_(options, *, metres, extension):
    return ranges.modifier_at(metres, extension=extension).model_dump()


def range_spaces(options, *, spaces):
    return {"increment": ranges.increment_of_spaces(spaces)}


def range_band(options, *, increment):
    return ranges.range_band(increment).model_dump()


def allowance(options, *, speed_m):
    return movement.allowance(speed_m).model_dump()


def can_reach(options, *, path, action, target_m, **speeds: Any):
    legs = [movement.Leg(**leg) for leg in path]
    metres = movement.check_path(legs, speeds=cast("dict[Mode, int]", speeds), effort="full" if action else "free")
    movement.check_reach(legs, target_m)
    cost = costs.full_move_cost(metres) if action else costs.free_move_cost()
    return {"ok": True, "stamina": cost}


def allowance_with_conditions(options, *, run, disabled):
    legs = [limb for limb in disabled if limb.endswith(("leg", "foot"))]
    return movement.on_these_legs(run, len(legs)).model_dump()


def initiative(options, *, method, combatants, rolls=None, tie_rolls=()):
    waves = deque([rolls] if rolls is not None else [])
    waves.extend(tie_rolls)
    entrants = [
        Entrant(**one, dice=scores.dice_of(one["agility"], points_per_die=options.points_per_die)) for one in combatants
    ]
    return order_of(entrants, method=method, throw=lambda _: waves.popleft()).model_dump()


def _ceiling(given):
    return recovery.ceiling(given.pop("stamina_max"), stamina_locked=given.pop("stamina_locked", 0))


def short_rest(options, *, disabled=(), **given):
    top = _ceiling(given)
    return recovery.short_rest(stamina_ceiling=top, body_disabled="body" in disabled, **given).model_dump()


def long_rest(options, *, health_max=None, **given):
    return recovery.long_rest(stamina_ceiling=_ceiling(given), **given).model_dump()


def pass_weeks(options, **given):
    return {"health": recovery.pass_weeks(**given)}


def breather_complete(options, *, body, moved, reacted, damaged, body_current=None, dice=(), **given):
    per_die = options.points_per_die
    return recovery.complete_breather(
        stamina_ceiling=_ceiling(given),
        body_dice=scores.dice_of(body if body_current is None else body_current, points_per_die=per_die),
        limit=recovery.breather_limit(body, limit_by=options.breather_limit, points_per_die=per_die),
        interrupted=moved or reacted or damaged,
        dice=PhysicalDice(dice),
        **given,
    ).model_dump()


def first_aid(options, *, target, dice):
    today = target.get("first_aid_today")
    return recovery.first_aid(
        health=target["health"],
        stamina=target["stamina"],
        stamina_ceiling=recovery.ceiling(target["stamina_max"]),
        faces=dice,
        today=today and recovery.FirstAidToday(**today),
        revive=options.first_aid_revive,
    ).model_dump()


def chase_check(options, *, pursuer, target):
    return chase.compare(chase.Runner(**pursuer), chase.Runner(**target)).model_dump()


def modifier_against(options, *, attack, **given):
    assert attack in {"melee", "ranged"}
    return conditions.modifier_against(**given).model_dump()


def own_modifiers(options, **given):
    return conditions.own_modifiers(**given).model_dump()


def apply_damage(options, **given):
    return damage.apply_damage(**given).model_dump()


def limb_hit(options, *, health_max, called_shot, **given):
    dis = options.called_shot_dis if called_shot else 0
    return damage.limb_hit(threshold=damage.limb_threshold(health_max), called_shot_dis=dis, **given).model_dump()


def heal_health(options, **given):
    return damage.heal_health(**given).model_dump()


def speed_trace(options, **given):
    return speed.trace(**given).model_dump()


def distance_(options, *, a, b, grid, metric, hex_coords):
    assert hex_coords in {None, "axial"}
    return distance.between(tuple(a), tuple(b), grid=grid, metric=metric).model_dump()


def distance_feet(options, *, feet):
    return distance.from_feet(feet).model_dump()


def rounds(options, *, seconds):
    return time.rounds_in(seconds).model_dump()


def ladder(options, *, step, shift):
    return {"step": time.shifted(step, shift)}


def combat_end(options, *, sides):
    return fight_end([side for side, members in sides.items() if not OUT.issuperset(members)]).model_dump()


OPS: dict[str, Callable[..., dict[str, Any]]] = {
    "accuracy": accuracy,
    "allowance": allowance,
    "allowance_with_conditions": allowance_with_conditions,
    "apply_damage": apply_damage,
    "attack_target": attack_target,
    "breather_complete": breather_complete,
    "business_quarter": business_quarter,
    "can_reach": can_reach,
    "chase_check": chase_check,
    "combat_end": combat_end,
    "damage": damage_check,
    "dice_of": dice_of,
    "discipline": discipline,
    "distance": distance_,
    "distance_feet": distance_feet,
    "dodge": dodge,
    "first_aid": first_aid,
    "heal_health": heal_health,
    "initiative": initiative,
    "ladder": ladder,
    "limb_hit": limb_hit,
    "long_rest": long_rest,
    "modifier_against": modifier_against,
    "opposed": opposed,
    "own_modifiers": own_modifiers,
    "pass_weeks": pass_weeks,
    "range": range_,
    "range_band": range_band,
    "range_spaces": range_spaces,
    "rounds": rounds,
    "short_rest": short_rest,
    "speed_trace": speed_trace,
    "stamina_cost": stamina_cost,
}
