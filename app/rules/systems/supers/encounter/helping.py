"""Help in a fight: keeping somebody alive, healing, mending things, and a moment to recover."""

from typing import Final

from app.rules.system import AgainstTheRules
from app.rules.systems.supers.degrees import check
from app.rules.systems.supers.dying import STABILIZE_DC
from app.rules.systems.supers.dying import stabilize as stabilized
from app.rules.systems.supers.effort import Fatigue
from app.rules.systems.supers.encounter.acting import act
from app.rules.systems.supers.encounter.attacking import out_of_reach
from app.rules.systems.supers.encounter.boosting import boosted
from app.rules.systems.supers.encounter.checking import modifiers
from app.rules.systems.supers.encounter.deed_bodies import Heal, RecoverAction, Repair, RestMinutes, Stabilize
from app.rules.systems.supers.encounter.deed_facts import CheckMade, DeedDone
from app.rules.systems.supers.encounter.dice import roll
from app.rules.systems.supers.encounter.facts import DamageChanged, FatigueChanged
from app.rules.systems.supers.encounter.numbers import total, trait
from app.rules.systems.supers.encounter.places import distance
from app.rules.systems.supers.encounter.resisting import oldest, throw_off
from app.rules.systems.supers.encounter.state import Boost, SupersPlay
from app.rules.systems.supers.encounter.weapons import REACH_FT, found, rank
from app.rules.systems.supers.encounter.wounds import is_dying, is_object, less_tired, set_fatigue, wound
from app.rules.systems.supers.recovery import (
    TargetKind,
    fatigue_rest,
    healed,
    recover,
    recover_set,
    repaired,
    steps_off,
)
from app.rules.systems.supers.resistance import TRACK, DamageLevel, Wounds

REPAIR_DC: Final = 15
HEAL_DC: Final = 10
RECOVERED_DEFENSE: Final = 2


def check_reach(play: SupersPlay, actor: str, target: str) -> None:
    """Refuse somebody who can't be touched.

    Raises:
        AgainstTheRules: `out_of_reach`.
    """
    feet = distance(play, actor, target)
    if actor != target and feet > REACH_FT:
        raise out_of_reach(play, target, feet, REACH_FT)


def wounds_of(play: SupersPlay, name: str) -> Wounds:
    """Where somebody stands on the track of damage."""
    damage = play[name].state.damage
    return Wounds(level=damage.level, penalty=damage.penalty)


def stabilize(play: SupersPlay, body: Stabilize) -> None:
    """Treatment at 15 keeps somebody from dying; they stay incapacitated (R-07)."""
    paid = act(play, body, "standard", named=[body.target])
    check_reach(play, body.actor, body.target)
    if not is_dying(play[body.target]):
        raise AgainstTheRules("not_dying", f"{play.plain.name(body.target)} isn't dying.", rule="R-07")
    trait(play, body.actor, "treatment")
    parts = modifiers(play, body.actor, "treatment")
    thrown = roll(play, body.actor, "stabilize")
    made = check(thrown.die, total(parts), STABILIZE_DC, play.options)
    saved = stabilized(thrown.die, total(parts), options=play.options)
    fact = CheckMade(
        actor=body.actor,
        target=body.target,
        deed="stabilize",
        dice=thrown.dice,
        modifiers=tuple(parts),
        dc=STABILIZE_DC,
        **made.model_dump(),
        state=saved.state,
        level=saved.level,
        rules=("R-07",),
    )
    play.put(body.actor, **paid)
    if saved.success:
        damage = play[body.target].state.damage
        level = "incapacitated" if damage.level == "dying" else damage.level
        wound(play, body.target, fact, level=level, penalty=damage.penalty, stable=True)
    else:
        play.happened(fact)


def repair(play: SupersPlay, body: Repair) -> None:
    """Technology at 15 mends an object, a step for each degree (R-29)."""
    paid = act(play, body, "standard", named=[body.target])
    if not is_object(play, body.target):
        raise AgainstTheRules("not_object", f"{play.plain.name(body.target)} is no object.", rule="R-29")
    check_reach(play, body.actor, body.target)
    before = wounds_of(play, body.target)
    repaired(before, 0)
    trait(play, body.actor, "technology")
    parts = modifiers(play, body.actor, "technology")
    thrown = roll(play, body.actor, "repair")
    made = check(thrown.die, total(parts), REPAIR_DC, play.options)
    after = repaired(before, made.degree)
    fact = CheckMade(
        actor=body.actor,
        target=body.target,
        deed="repair",
        dice=thrown.dice,
        modifiers=tuple(parts),
        dc=REPAIR_DC,
        **made.model_dump(),
        level=after.level,
        penalty=after.penalty,
        rules=("R-29",),
    )
    play.put(body.actor, **paid)
    wound(play, body.target, fact, level=after.level, penalty=after.penalty)


def heal(play: SupersPlay, body: Heal) -> None:
    """A Healing power takes off a damage condition for each degree of a check at 10, the worst first."""
    play.known(body.target)
    power = found(play, body.actor, body.power)
    paid = act(play, body, "standard", named=[body.target])
    effect = next((one for one in power.effects if one.effect_id == "healing"), None)
    if effect is None:
        raise AgainstTheRules("not_found", "This power heals nobody.", rule="R-22")
    state = play[body.actor].state
    if body.target in state.barred:
        raise AgainstTheRules(
            "heal_retry", "It has failed there, and can't be tried again without an effort.", rule="R-15"
        )
    if is_object(play, body.target):
        raise AgainstTheRules("object_no_recovery", "Objects don't heal: repair them.", rule="S-142")
    before = play[body.target].state.damage
    if before.level == "dead":
        raise AgainstTheRules("dead", "The dead don't recover.", rule="R-09")
    if (effect.range or "close") == "close":
        check_reach(play, body.actor, body.target)
    added = rank(play, body.actor, body.power, effect)
    thrown = roll(play, body.actor, "heal")
    made = check(thrown.die, added, HEAL_DC, play.options)
    after = healed(wounds_of(play, body.target), made.degree)
    fact = CheckMade(
        actor=body.actor,
        target=body.target,
        deed="heal",
        dice=thrown.dice,
        modifiers=None,
        dc=HEAL_DC,
        **made.model_dump(),
        level=after.level,
        penalty=after.penalty,
        rules=("R-22",),
    )
    barred = state.barred if made.success else (*state.barred, body.target)
    play.put(body.actor, **paid, barred=barred)
    if made.success:
        stable = after.level == "incapacitated"
        wound(play, body.target, fact, level=after.level, penalty=after.penalty, stable=stable, rested=True)
    else:
        play.happened(fact)


def recover_action(play: SupersPlay, body: RecoverAction) -> None:
    """The whole turn, once in a conflict: a step of damage or fatigue off, or another check; 2 more to defenses (R-32).

    Raises:
        AgainstTheRules: `recover_used`, `recover_off`, `not_found`.
    """
    paid = act(play, body, "whole_turn")
    state = play[body.actor].state
    if state.recovered:
        raise AgainstTheRules("recover_used", "One recovers once in a fight.", rule="R-32")
    if not play.options.recover_action:
        raise AgainstTheRules("recover_off", "This table plays without recovering in the fight.", rule="R-32")
    what = body.what or _ailment(play, body.actor)
    if what == "retry":
        oldest(play, body.actor)
    safe = Boost(kind="defense", amount=RECOVERED_DEFENSE, source="recovering", rule="R-32", at="turn_start")
    update = paid | {"recovered": True, "boosts": boosted(play, body.actor, safe)}
    fact = DeedDone(actor=body.actor, deed="recover_action", rules=("R-32",))
    play.happened(fact, play.changed(body.actor, **update))
    match what:
        case "damage":
            after = steps_off(wounds_of(play, body.actor), 1)
            changed = DamageChanged(combatant=body.actor, level=after.level, penalty=after.penalty, stable=False)
            wound(play, body.actor, changed, level=after.level, penalty=after.penalty, rested=True)
        case "fatigue":
            _refresh(play, body.actor, less_tired(state.fatigue))
        case _:
            throw_off(play, body.actor, oldest(play, body.actor))


def _ailment(play: SupersPlay, name: str) -> str:
    state = play[name].state
    if state.damage.level != "none" or state.damage.penalty:
        return "damage"
    return "fatigue" if state.fatigue != "none" else "retry" if state.afflictions else "damage"


def _refresh(play: SupersPlay, name: str, fatigue: Fatigue) -> None:
    set_fatigue(play, name, fatigue, FatigueChanged(combatant=name, fatigue=fatigue, rules=("R-10",)))


def rest_minutes(play: SupersPlay, body: RestMinutes) -> None:
    """Rest while no rounds are counted: minutes for damage, hours for fatigue (S-140, S-141, S-108).

    Raises:
        AgainstTheRules: `in_combat`, `dying`, `dead`, `object_no_recovery`.
    """
    if play.encounter.status == "running":
        raise AgainstTheRules("in_combat", "There is no rest in rounds.", rule="S-140")
    state = play[body.actor].state
    kind: TargetKind = "object" if is_object(play, body.actor) else "living"
    before = wounds_of(play, body.actor)
    if play.options.recovery_model == "set":
        held = [] if before.level == "none" else [before.level]
        left = recover_set(held, before.penalty, body.n, target_kind=kind)
        worst: DamageLevel = max(left.conditions, key=TRACK.index, default="none")
        after = Wounds(level=worst, penalty=left.penalty)
    else:
        after = recover(before, body.n, target_kind=kind)
    fact = DamageChanged(
        combatant=body.actor, level=after.level, penalty=after.penalty, stable=False, rules=("S-140", "S-141")
    )
    stable = state.damage.stable and after.level == "incapacitated"
    wound(play, body.actor, fact, level=after.level, penalty=after.penalty, stable=stable, rested=True)
    if (rested := fatigue_rest(state.fatigue, body.n)) != state.fatigue:
        _refresh(play, body.actor, rested)
