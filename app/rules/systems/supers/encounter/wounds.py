"""Damage, fatigue and death on a combatant, and the conditions that stand for them (R-14)."""

from typing import Final

from app.rules.encounter.facts import Fact
from app.rules.encounter.state import NEVER, Combatant, Condition, Expiry
from app.rules.systems.supers.effort import FATIGUE, Fatigue, tired
from app.rules.systems.supers.encounter.boosting import own_turns
from app.rules.systems.supers.encounter.facts import CombatantDied, FatigueChanged
from app.rules.systems.supers.encounter.state import Fighter, SupersPlay
from app.rules.systems.supers.resistance import DamageLevel
from app.rules.systems.supers.sheet import Damage

DAMAGE: Final = "damage"
FATIGUED: Final = "fatigue"
OUT: Final = ("incapacitated", "dying", "dead")
FALLEN: Final = ("incapacitated", "dying")
MINUTE: Final = Expiry(at="minutes")


def is_object(play: SupersPlay, name: str) -> bool:
    """Whether it doesn't live: no conditions, no dying, no recovery (R-29)."""
    return bool(play.sheet(name).kind == "object")


def falls(condition: Condition) -> bool:
    """Whether a condition takes its bearer out of the fight (S-125, R-35)."""
    return condition.key in FALLEN or (condition.key == "debilitated" and condition.param == "stamina")


def is_out(one: Combatant[Fighter]) -> bool:
    """Incapacitated by damage, fatigue or anything else, dying or dead."""
    return one.state.damage.level in OUT or any(map(falls, one.conditions))


def is_dying(one: Combatant[Fighter]) -> bool:
    """Whether Fortitude has to keep somebody alive (S-122)."""
    dies = any(held.key == "dying" or (falls(held) and held.key == "debilitated") for held in one.conditions)
    return one.state.damage.level != "dead" and dies and not one.state.damage.stable


def next_turn_end(play: SupersPlay, name: str) -> Expiry:
    """The end of somebody's next turn: not of the one that is on."""
    return Expiry(at="turn_end", of=name, count=own_turns(play, name))


def wound(
    play: SupersPlay,
    name: str,
    fact: Fact,
    *,
    level: DamageLevel,
    penalty: int,
    stable: bool = False,
    rested: bool = False,
) -> None:
    """Put somebody at this place on the track; `fact` tells how it came about (S-070 to S-074).

    Args:
        play: the command under way.
        name: whose damage.
        fact: what happened.
        level: after it.
        penalty: after it.
        stable: incapacitated, and no longer dying.
        rested: it got better, so a dazed that is left lasts a minute (R-08).
    """
    damage = Damage(level=level, penalty=penalty, stable=stable)
    failures = play[name].state.failure_degrees if level == "dying" else 0
    play.happened(fact, play.changed(name, damage=damage, failure_degrees=failures))
    if is_object(play, name):
        return
    if level == "dead":
        _die(play, name)
        return
    expires = NEVER
    if level == "dazed":
        lasts = play.options.damage_daze_ends == "until_recovered"
        expires = NEVER if lasts else MINUTE if rested else next_turn_end(play, name)
    _stand_for(play, name, DAMAGE, None if level == "none" else level, expires)


def _die(play: SupersPlay, name: str) -> None:
    play.happened(CombatantDied(combatant=name, rules=("S-073",)))
    play.put(name, afflictions=(), boosts=(), pending_step=0)
    for held in play[name].conditions:
        if held.key != "prone":
            play.remove_condition(name, held)


def _stand_for(play: SupersPlay, name: str, source: str, key: str | None, expires: Expiry) -> None:
    """Let one condition stand for a level, in the place of the one before."""
    held = [one for one in play[name].conditions if one.source == source and one.key != "prone"]
    same = any(one.key == key for one in held)
    for one in held:
        if one.key != key:
            play.remove_condition(name, one)
    if key is not None and not (same and expires == NEVER):
        play.add_condition(name, key, source=source, expires=expires)


def exhaust(play: SupersPlay, name: str) -> None:
    """A step of fatigue lands (S-132 to S-134)."""
    after = tired(play[name].state.fatigue)
    fact = FatigueChanged(combatant=name, fatigue=after, worse=True, rules=("S-132", "S-133", "S-134"))
    set_fatigue(play, name, after, fact)


def set_fatigue(play: SupersPlay, name: str, fatigue: Fatigue, fact: Fact) -> None:
    """Let somebody be this tired; `fact` tells how it came about."""
    play.happened(fact, play.changed(name, fatigue=fatigue))
    _stand_for(play, name, FATIGUED, None if fatigue == "none" else fatigue, NEVER)


def less_tired(fatigue: Fatigue) -> Fatigue:
    """One step better (R-10)."""
    return FATIGUE[max(0, FATIGUE.index(fatigue) - 1)]


def condition_ended(play: SupersPlay, name: str, condition: Condition) -> None:
    """What stood for a level is gone, and so is the level; an Affliction's condition takes it along."""
    state = play[name].state
    if condition.source == DAMAGE and condition.key == state.damage.level:
        play.put(name, damage=Damage(level="none", penalty=state.damage.penalty))
    if condition.source == FATIGUED and condition.key == state.fatigue:
        play.put(name, fatigue="none")
    if any(one.id == condition.id for one in state.afflictions):
        play.put(name, afflictions=tuple(one for one in state.afflictions if one.id != condition.id))
    if condition.key == "transformed" and not play[name].has("transformed"):
        play.put(name, overlay={})
    for other in play.encounter.combatants:
        if any(hold.condition == condition.id for hold in other.state.holds):
            play.put(other.id, holds=tuple(hold for hold in other.state.holds if hold.condition != condition.id))


def condition_added(play: SupersPlay, name: str, condition: Condition) -> None:
    """Whoever is incapacitated lies down, as an instance of its own (R-14); so does whoever has no strength left."""
    down = falls(condition) or (condition.key == "debilitated" and condition.param == "strength")
    if down and not play[name].has("prone"):
        play.add_condition(name, "prone", source=condition.source)
