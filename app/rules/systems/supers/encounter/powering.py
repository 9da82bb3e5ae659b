"""Powers that are turned on, kept up and turned off (S-158 to S-161)."""

from app.rules.system import AgainstTheRules
from app.rules.systems.supers.catalogues.effects import BY_ID as EFFECTS
from app.rules.systems.supers.encounter.acting import Cost, act
from app.rules.systems.supers.encounter.deed_bodies import ActivatePower, Deactivate, StopSustaining, Sustain
from app.rules.systems.supers.encounter.deed_facts import DeedDone, PowerActivated, PowerEnded
from app.rules.systems.supers.encounter.numbers import LASTING, bears, duration, is_on, powers
from app.rules.systems.supers.encounter.state import Fighter, SupersPlay
from app.rules.systems.supers.encounter.weapons import found
from app.rules.systems.supers.sheet import Power


def activate(play: SupersPlay, body: ActivatePower) -> None:
    """Turn a power on, for the action that its effect takes (S-150 to S-154)."""
    power = found(play, body.actor, body.power)
    paid = act(play, body, _cost(power))
    state = play[body.actor].state
    lasts = duration(power)
    if lasts == "instant":
        fact = DeedDone(actor=body.actor, deed="use", what=power.name, rules=("S-158",))
        play.happened(fact, play.changed(body.actor, **paid))
        return
    if is_on(state, power):
        raise AgainstTheRules("already_on", "This power is on already.", rule="S-159")
    after = state.model_copy(update=paid)
    for other in powers(play, body.actor):
        if power.array and other.array and power.array.of == other.array.of and other.name != power.name:
            after = turned(after, other, on=False)
    on = PowerActivated(combatant=body.actor, power=power.name, rules=("S-159", "S-160"))
    play.happened(on, {body.actor: turned(after, power, on=True)})


def _cost(power: Power) -> Cost:
    actions = [
        one.action or (EFFECTS[one.effect_id].action if one.effect_id in EFFECTS else "standard")
        for one in power.effects
    ]
    return "standard" if "standard" in actions else "move" if "move" in actions else "free"


def turned(state: Fighter, power: Power, *, on: bool) -> Fighter:
    """Somebody's state with a power on or off; what is permanent stays."""
    lasts = duration(power)
    if lasts in LASTING:
        kept = tuple(one for one in state.turn.sustained if one != power.name)
        turn = state.turn.model_copy(update={"sustained": (*kept, power.name) if on else kept})
        return state.model_copy(update={"turn": turn})
    if lasts != "continuous":
        return state
    alternate = power.array is not None and not power.array.base
    field, add = ("on", on) if alternate else ("off", not on)
    kept = tuple(one for one in getattr(state, field) if one != power.name)
    return state.model_copy(update={field: (*kept, power.name) if add else kept})


def sustain(play: SupersPlay, body: Sustain) -> None:
    """Say that a sustained power goes on (S-159)."""
    power = found(play, body.actor, body.power)
    paid = act(play, body, "free")
    if power.name not in play[body.actor].state.turn.sustained:
        raise AgainstTheRules("not_on", "This power isn't on, or needs no keeping up.", rule="S-159")
    fact = DeedDone(actor=body.actor, deed="sustain", what=power.name, rules=("S-159",))
    play.happened(fact, play.changed(body.actor, **paid))


def deactivate(play: SupersPlay, body: Deactivate) -> None:
    """Turn a power off; a permanent one stays (S-160, S-161)."""
    power = found(play, body.actor, body.power)
    act(play, body, "free")
    if duration(power) == "permanent":
        raise AgainstTheRules("permanent_no_deactivate", "A permanent power can't be turned off.", rule="S-161")
    if duration(power) == "instant" or not is_on(play[body.actor].state, power):
        raise AgainstTheRules("not_on", "This power isn't on.", rule="S-160")
    _turn_off(play, body.actor, power)


def stop_sustaining(play: SupersPlay, body: StopSustaining) -> None:
    """Let a sustained power end, or all of them (S-047, S-159)."""
    named = [found(play, body.actor, body.power)] if body.power else []
    act(play, body, "free")
    sustained = play[body.actor].state.turn.sustained
    ending = [one for one in named or powers(play, body.actor) if one.name in sustained]
    if not ending:
        raise AgainstTheRules("not_on", "No such sustained power is on.", rule="S-159")
    for power in ending:
        _turn_off(play, body.actor, power)


def _turn_off(play: SupersPlay, name: str, power: Power) -> None:
    fact = PowerEnded(combatant=name, power=power.name, rules=("S-159", "S-160"))
    play.happened(fact, {name: turned(play[name].state, power, on=False)})


def keep_up(play: SupersPlay, name: str) -> None:
    """At the start of a turn: whoever may take no free actions can't keep sustained powers up (S-159)."""
    sustained = play[name].state.turn.sustained
    if not sustained or not bears(play, name, "stunned"):
        return
    for power in sustained:
        turn = play[name].state.turn
        left = turn.model_copy(update={"sustained": tuple(one for one in turn.sustained if one != power)})
        fact = PowerEnded(combatant=name, power=power, lapsed=True, rules=("S-159",))
        play.happened(fact, play.changed(name, turn=left))
