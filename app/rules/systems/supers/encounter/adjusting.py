"""What the game master changes by hand, and what goes with somebody who leaves."""

from app.rules.encounter.frame_facts import CombatantAdjusted
from app.rules.systems.supers.effort import FATIGUE
from app.rules.systems.supers.encounter.bodies import Place, SupersAdjust
from app.rules.systems.supers.encounter.facts import DamageChanged, FatigueChanged
from app.rules.systems.supers.encounter.places import placed
from app.rules.systems.supers.encounter.state import SupersPlay
from app.rules.systems.supers.encounter.wounds import set_fatigue, wound
from app.rules.systems.supers.resistance import TRACK


def adjust(play: SupersPlay, body: SupersAdjust) -> None:
    """Change numbers by hand, within their bounds."""
    for name in body.position.distance_ft if body.position else ():
        play.known(name)
    state = play[body.actor].state
    turn = state.turn.model_copy(
        update={
            "standard_left": min(2, max(0, state.turn.standard_left + body.standard)),
            "move_left": min(1, max(0, state.turn.move_left + body.move)),
        }
    )
    update = {
        "hero_points": min(1000, max(0, state.hero_points + body.hero_points)),
        "turn": turn,
        "lost": tuple(one for one in state.lost if one != body.regain),
        "overlay": state.overlay if body.overlay is None else body.overlay,
    }
    told = body.told("damage", "penalty", "fatigue", "hero_points", "standard", "move")
    fact = CombatantAdjusted(combatant=body.actor, what=", ".join(told) or None)
    play.happened(fact, play.changed(body.actor, **update))
    if body.position is not None:
        _place(play, body.actor, body.position)
    _wound(play, body)
    if body.fatigue:
        step = min(len(FATIGUE) - 1, max(0, FATIGUE.index(state.fatigue) + body.fatigue))
        set_fatigue(play, body.actor, FATIGUE[step], FatigueChanged(combatant=body.actor, fatigue=FATIGUE[step]))


def _place(play: SupersPlay, name: str, place: Place) -> None:
    states = placed(play, name, place.distance_ft)
    position = states[name].position
    if place.cover is not None:
        position = position.model_copy(update={"cover": place.cover})
    if place.concealment is not None:
        position = position.model_copy(update={"concealment": place.concealment})
    play.put(name, position=position)
    for other in place.distance_ft:
        play.put(other, position=states[other].position)


def _wound(play: SupersPlay, body: SupersAdjust) -> None:
    damage = play[body.actor].state.damage
    level = TRACK[min(len(TRACK) - 1, max(0, TRACK.index(damage.level) + body.damage))]
    penalty = min(1000, max(0, damage.penalty + body.penalty))
    stable = (damage.stable and level == damage.level) if body.stable is None else body.stable
    if (level, penalty, stable) != (damage.level, damage.penalty, damage.stable):
        fact = DamageChanged(combatant=body.actor, level=level, penalty=penalty, stable=stable)
        wound(play, body.actor, fact, level=level, penalty=penalty, stable=stable)


def leave(play: SupersPlay, name: str) -> None:
    """Let go what ties the others to somebody who leaves."""
    for hold in play[name].state.holds:
        for held in play[hold.target].conditions:
            if held.id == hold.condition:
                play.remove_condition(hold.target, held)
    for other in play.encounter.combatants:
        state = other.state
        boosts = tuple(one for one in state.boosts if one.foe != name)
        holds = tuple(one for one in state.holds if one.target != name)
        if len(boosts) < len(state.boosts) or len(holds) < len(state.holds):
            play.put(other.id, boosts=boosts, holds=holds)
    strike = play.encounter.scene.strike
    if strike is not None and strike.on(name):
        left = tuple(one for one in strike.targets if one.target != name)
        play.put_scene(strike=strike.model_copy(update={"targets": left}) if left else None)
