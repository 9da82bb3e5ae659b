"""What the game master does by hand: places, numbers, conditions."""

from typing import Final

from app.rules.encounter.frame_facts import CombatantAdjusted
from app.rules.encounter.state import Condition
from app.rules.system import OutOfRange
from app.rules.systems.uttas.encounter.arming import check_limb
from app.rules.systems.uttas.encounter.bodies import UttasAdjust, UttasEdit
from app.rules.systems.uttas.encounter.consequences import (
    break_hold,
    fell,
    match_stagger,
    mended,
    remove_entangle,
    wakes,
    with_limb,
)
from app.rules.systems.uttas.encounter.figure import figure
from app.rules.systems.uttas.encounter.state import Breath, UttasPlay
from app.rules.systems.uttas.sheet import Disabled, Entangle
from app.rules.systems.uttas.vitals import DEEPEST

BY_HAND: Final = ("dead", "unconscious", "stunned", "prone", "entangled", "surrendered", "disabled")
"""Conditions that the game master may add; the others follow from what is done."""
ENTANGLE_HEALTH: Final = 8
"""Of an Entangle whose `param` says nothing else."""


def edit(play: UttasPlay, edit: UttasEdit) -> None:
    """Put somebody on a space, or off the board."""
    if "pos" in edit.model_fields_set:
        play.put(edit.actor, pos=edit.pos)


def adjust(play: UttasPlay, adjust: UttasAdjust) -> None:
    """Change numbers within their bounds; what they mean follows: death, sleep, waking, mended limbs."""
    fig = figure(play, adjust.actor)
    fighter, sheet = fig.fighter, fig.sheet
    locked_least = sum(one.lock for one in fighter.kept_up)
    locked = _within(fighter.stamina_locked + adjust.stamina_locked, locked_least, sheet.stamina_max)
    top = max(sheet.stamina_max - locked, fighter.stamina)
    health = _within(fighter.health + adjust.health, 0, sheet.health_max)
    actions = _within(fighter.pool.actions + adjust.actions, 0, fighter.pool.speed)
    update: dict[str, object] = {
        "health": health,
        "stamina": _within(fighter.stamina + adjust.stamina, DEEPEST, top),
        "stamina_locked": locked,
        "breather_uses": _within(fighter.breather_uses + adjust.breather_uses, 0, 1000),
    }
    if adjust.actions:
        staggered = actions == 0
        update["pool"] = fighter.pool.model_copy(update={"actions": actions, "staggered": staggered})
        update["lost_turn"] = fighter.lost_turn and staggered
    if health > fighter.health:
        update["limbs"] = mended(fighter, health - fighter.health)
    if (adjust.health < 0 or adjust.stamina < 0) and fighter.breather is not None:
        update["breather"] = Breath(interrupted=True)
    bonds = fighter.entangle
    left = None if bonds is None else max(0, bonds.health + adjust.entangle_health)
    if bonds is not None and left:
        update["entangle"] = bonds.model_copy(update={"health": min(500, left)})
    told = adjust.told("health", "stamina", "stamina_locked", "actions", "breather_uses", "entangle_health")
    fact = CombatantAdjusted(combatant=adjust.actor, what=", ".join(told) or None)
    play.happened(fact, play.changed(adjust.actor, **update))
    if left == 0:
        remove_entangle(play, adjust.actor)
    match_stagger(play, adjust.actor)
    wakes(play, adjust.actor)
    fell(play, adjust.actor)


def _within(number: int, least: int, most: int) -> int:
    return max(least, min(most, number))


def check_condition(play: UttasPlay, combatant: str, condition: Condition) -> None:
    """Refuse what isn't a condition of these rules, or follows from something else.

    Raises:
        OutOfRange: `unknown_condition`, `unknown_limb`.
    """
    if condition.key not in BY_HAND:
        raise OutOfRange(
            "unknown_condition",
            "The game master adds one of those listed; the others follow from what is done.",
            rule="T-118",
            known=list(BY_HAND),
        )
    if condition.key == "disabled":
        check_limb(play, combatant, condition.param or "")
    if condition.key == "entangled" and not (condition.param or "1").isdecimal():
        raise OutOfRange("unknown_condition", "The `param` of an Entangle is its Health.", rule="G-19")


def condition_added(play: UttasPlay, combatant: str, condition: Condition) -> None:
    """The numbers that come with a condition: bonds have Health, a limb is out of use (G-16b)."""
    fighter = play[combatant].state
    if condition.key == "entangled" and fighter.entangle is None:
        health = min(500, max(1, int(condition.param or ENTANGLE_HEALTH)))
        play.put(combatant, entangle=Entangle(health=health))
    limb = figure(play, combatant).limb(condition.param or "") if condition.key == "disabled" else None
    if limb is not None:
        before = limb.disabled or Disabled(by="gm")
        disabled = before.model_copy(update={"permanent": condition.expires.at == "never"})
        limbs = with_limb(fighter, limb.model_copy(update={"disabled": disabled, "holds": None}))
        play.put(combatant, limbs=limbs)


def condition_ended(play: UttasPlay, combatant: str, condition: Condition) -> None:
    """What a condition had brought goes with it."""
    fighter = play[combatant].state
    match condition.key:
        case "entangled":
            play.put(combatant, entangle=None)
        case "grappled":
            break_hold(play, combatant)
        case "staggered" if fighter.pool.staggered:
            play.put(combatant, pool=fighter.pool.model_copy(update={"staggered": False}))
        case "surrendered" if fighter.gave_up:
            play.put(combatant, gave_up=False)
        case "disabled":
            limb = figure(play, combatant).limb(condition.param or "")
            if limb is not None:
                limbs = with_limb(fighter, limb.model_copy(update={"disabled": None}))
                play.put(combatant, limbs=limbs)
        case _:
            return
