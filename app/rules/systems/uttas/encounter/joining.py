"""How a sheet becomes a fighter, and what of a fight goes back onto the sheet."""

from collections.abc import Iterator

from app.rules.encounter.rules import Bound
from app.rules.encounter.state import Combatant, Condition
from app.rules.systems.uttas.damage import dies, faints
from app.rules.systems.uttas.distance import Space
from app.rules.systems.uttas.encounter.state import Fighter, KeptPower, LimbState
from app.rules.systems.uttas.sheet import Lasting, UttasSheet
from app.rules.systems.uttas.speed import ActionPool
from app.rules.systems.uttas.stamina import power_cost
from app.rules.systems.uttas.vitals import DEEPEST

LASTING: tuple[Lasting, ...] = ("prone", "stunned")
"""Conditions that outlast a fight; the others show in numbers or end with it."""
LENT = frozenset(
    {
        "health", "temp_health", "stamina", "stamina_locked", "kept_up", "breather_uses", "limbs", "entangle",
        "conditions",
    }
)  # fmt: skip
"""What of a sheet the fight moves."""


def fighter_of(sheet: UttasSheet, *, pos: Space | None) -> Fighter:
    """The record of somebody who comes in (T-025)."""
    return Fighter(
        health=sheet.health_now,
        temp_health=tuple(sheet.temp_health),
        stamina=sheet.stamina_now,
        stamina_locked=sheet.stamina_locked,
        kept_up=tuple(_kept_up(sheet)),
        breather_uses=sheet.breather_uses,
        pool=ActionPool.full(sheet.speed),
        limbs=tuple(
            LimbState(id=limb.id, kind=limb.kind, holds=None if limb.disabled else limb.holds, disabled=limb.disabled)
            for limb in sheet.limbs
        ),
        entangle=sheet.entangle,
        pos=pos,
    )


def _kept_up(sheet: UttasSheet) -> Iterator[KeptPower]:
    costs = {one.id: one.active_points for one in sheet.powers} | {
        one.id: one.active_points for one in sheet.attacks if one.kind == "power"
    }
    left = sheet.stamina_locked
    for name in sheet.kept_up:
        lock = min(left, power_cost(costs.get(name, 0), maintained=True))
        left -= lock
        yield KeptPower(id=name, lock=lock)


def conditions_of(sheet: UttasSheet) -> Iterator[Condition]:
    """What the sheet bears when it comes in."""
    lent = max((one.n for one in sheet.temp_health), default=0)
    held: list[str] = list(sheet.conditions)
    if faints(sheet.stamina_now):
        held += [key for key in ("prone", "unconscious") if key not in held]
    if dies(sheet.health_now + lent):
        held.append("dead")
    if sheet.entangle is not None:
        held.append("entangled")
    for key in held:
        yield Condition(id="", key=key)


def refreshed(fighter: Fighter, sheet: UttasSheet) -> Fighter:
    """What the fight has done stays, within the bounds of another sheet."""
    was = {limb.id: limb for limb in fighter.limbs}
    limbs = tuple(was.get(limb.id) or LimbState(id=limb.id, kind=limb.kind, holds=limb.holds) for limb in sheet.limbs)
    known = {one.id for one in sheet.powers} | {one.id for one in sheet.attacks}
    dropped = sum(one.lock for one in fighter.kept_up if one.id not in known)
    locked = min(sheet.stamina_max, fighter.stamina_locked - dropped)
    pool = fighter.pool
    return fighter.model_copy(
        update={
            "health": min(fighter.health, sheet.health_max),
            "stamina": min(fighter.stamina, sheet.stamina_max),
            "stamina_locked": locked,
            "kept_up": tuple(one for one in fighter.kept_up if one.id in known),
            "pool": pool.model_copy(update={"speed": sheet.speed, "actions": min(pool.actions, sheet.speed)}),
            "limbs": limbs,
        }
    )


def left_on(combatant: Combatant[Fighter], sheet: UttasSheet) -> UttasSheet:
    """The sheet after the fight: what ends with it is left out (section 4).

    On a sheet death and sleep are told by the numbers, also where the game master's word has brought them.
    """
    fighter, dead = combatant.state, combatant.has("dead")
    limbs = {limb.id: limb for limb in fighter.limbs}
    return sheet.model_copy(
        update={
            "health": 0 if dead else fighter.health,
            "temp_health": [one for one in fighter.temp_health if one.n and not dead],
            "stamina": min(0, fighter.stamina) if combatant.has("unconscious") else fighter.stamina,
            "stamina_locked": fighter.stamina_locked,
            "kept_up": [one.id for one in fighter.kept_up],
            "breather_uses": fighter.breather_uses,
            "limbs": [
                limb.model_copy(update={"disabled": limbs[limb.id].disabled}) if limb.id in limbs else limb
                for limb in sheet.limbs
            ],
            "entangle": fighter.entangle,
            "conditions": [key for key in LASTING if combatant.has(key)],
        }
    )


def within(sheet: UttasSheet, left: UttasSheet) -> UttasSheet:
    """What a fight has left, within the bounds of another sheet; what that hasn't any more locks nothing (T-074)."""
    known = {one.id for one in sheet.powers} | {one.id for one in sheet.attacks}
    freed = sum(one.lock for one in _kept_up(left) if one.id not in known)
    return left.model_copy(
        update={
            "health": min(left.health_now, sheet.health_max),
            "stamina": min(left.stamina_now, sheet.stamina_max),
            "stamina_locked": min(left.stamina_locked - freed, sheet.stamina_max),
            "kept_up": [one for one in left.kept_up if one in known],
        }
    )


def bounds(combatant: Combatant[Fighter], sheet: UttasSheet) -> Iterator[Bound]:
    """Every number that stays within bounds whatever is played."""
    fighter = combatant.state
    yield Bound("health", fighter.health, 0, sheet.health_max)
    yield Bound("stamina", fighter.stamina, DEEPEST, sheet.stamina_max)
    yield Bound("stamina_locked", fighter.stamina_locked, sum(one.lock for one in fighter.kept_up), sheet.stamina_max)
    yield Bound("actions", fighter.pool.actions, 0, fighter.pool.speed)
    yield Bound("breather_uses", fighter.breather_uses, 0, 1000)
