"""Extra effort and the fatigue that pays for it, and hero points (R-15, R-16)."""

from typing import Final

from app.rules.encounter.state import Condition
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.catalogues.advantages import ADVANTAGES
from app.rules.systems.supers.effort import HERO_POINT_USES, extra_effort, refreshed, session_points, spend
from app.rules.systems.supers.encounter.acting import act, refuse_dead
from app.rules.systems.supers.encounter.bodies import Pass
from app.rules.systems.supers.encounter.boosting import EFFORT, boosted, own_turns
from app.rules.systems.supers.encounter.deed_bodies import AddHeroPoint, ExtraEffort, SpendHeroPoint, StartSession
from app.rules.systems.supers.encounter.deed_facts import EffortMade, HeroPointSpent, HeroPointsSet
from app.rules.systems.supers.encounter.facts import FatigueChanged
from app.rules.systems.supers.encounter.improving import improve
from app.rules.systems.supers.encounter.numbers import duration
from app.rules.systems.supers.encounter.resisting import oldest, throw_off
from app.rules.systems.supers.encounter.state import Boost, SupersPlay
from app.rules.systems.supers.encounter.stunts import add_stunt, check_stunt
from app.rules.systems.supers.encounter.weapons import found
from app.rules.systems.supers.encounter.wounds import exhaust, less_tired, set_fatigue

FATIGUE: Final = "fatigue"
RECOVER: Final = "recover"
USES: Final = [one.id for one in HERO_POINT_USES]
MOST_POINTS: Final = 1000
"""That a sheet holds."""
RECOVERABLE: Final = ("stunned", "dazed")


def make_effort(play: SupersPlay, body: ExtraEffort) -> None:
    """An extra effort, once a turn; the fatigue comes at the start of the next one (S-131 to S-134, R-15)."""
    power = found(play, body.actor, body.power) if body.power else None
    act(play, body, "free")
    state = play[body.actor].state
    extra_effort(body.option, used_this_turn=state.turn.effort_used, power_duration=duration(power) if power else None)
    _check_effort(play, body)
    made = state.turn.model_copy(update={"effort_used": True})
    if body.option == "action":
        made = made.model_copy(update={"standard_left": made.standard_left + 1})
    fact = EffortMade(combatant=body.actor, option=body.option, what=body.power, rules=("S-131", "R-15"))
    play.happened(fact, play.changed(body.actor, turn=made, pending_step=1))
    if lasting := _lasting(body):
        play.put(body.actor, boosts=boosted(play, body.actor, lasting))
    match body.option:
        case "power_stunt" if body.stunt is not None and body.power is not None:
            add_stunt(play, body.actor, body.power, body.stunt)
        case "retry":
            barred = tuple(one for one in play[body.actor].state.barred if body.target not in {None, one})
            play.put(body.actor, barred=barred)
        case "resistance":
            throw_off(play, body.actor, oldest(play, body.actor, body.condition))
    if play.options.fatigue_timing == "immediate":
        exhaust(play, body.actor)
        play.put(body.actor, landed=True)


def _check_effort(play: SupersPlay, body: ExtraEffort) -> None:
    match body.option:
        case "power" | "power_stunt" if body.power is None:
            raise AgainstTheRules("not_found", "Say which `power` the effort is for.", rule="R-15")
        case "power_stunt" if body.stunt is not None and body.power is not None:
            check_stunt(play, body.actor, body.power, body.stunt)
        case "resistance":
            oldest(play, body.actor, body.condition)


def _lasting(body: ExtraEffort) -> Boost | None:
    """What an effort adds, until the next turn starts or the check is made."""
    match body.option:
        case "bonus":
            return Boost(
                kind="check",
                amount=2,
                on=body.trait,
                source=EFFORT,
                rule="R-15",
                at="turn_start",
                once=True,
                instead_of=body.instead_of,
            )
        case "power":
            return Boost(kind="power", amount=1, on=body.power, source=EFFORT, rule="R-15", at="turn_start")
        case "speed":
            return Boost(kind="speed", amount=1, source=EFFORT, rule="R-15", at="turn_start")
        case "strength":
            return Boost(kind="trait", amount=1, on="strength", source=EFFORT, rule="R-15", at="turn_start")
        case _:
            return None


def let_land(play: SupersPlay, body: Pass) -> None:
    """Let the fatigue land (S-132)."""
    play.answered(body.actor)
    land(play, body.actor)


def tires(play: SupersPlay, name: str) -> bool:
    """Whether a step of fatigue is still to land."""
    return bool(play[name].state.pending_step)


def land(play: SupersPlay, name: str) -> None:
    """The step of fatigue lands, unless it has landed when the effort was made."""
    landed = play[name].state.landed
    play.put(name, pending_step=0, landed=False)
    if not landed:
        exhaust(play, name)


def spend_hero_point(play: SupersPlay, body: SpendHeroPoint) -> None:
    """Spend a hero point; it is no action (S-137, R-16).

    Raises:
        AgainstTheRules: `dead`, `no_hero_point`, `hero_use_repeated`, `result_announced`, `unknown_use`, `pending`.
    """
    refuse_dead(play, body.actor)
    state = play[body.actor].state
    left = spend(state.hero_points)
    if body.use not in USES:
        raise AgainstTheRules(
            "unknown_use", f"A hero point is for one of {', '.join(USES)}.", options=USES, rule="R-16"
        )
    if body.use in state.hero_uses:
        raise AgainstTheRules("hero_use_repeated", "A hero point gives each benefit once a turn.", rule="R-16")
    if body.use == "improve_roll":
        improve(play, body.actor, left)
        return
    window = play.encounter.pending
    if window is not None and body.use != RECOVER:
        raise play.refusal("pending", "First the fatigue: `recover`, or pass.", kind=window.kind, rule="S-135")
    ended = _check_use(play, body) if window is None else []
    fact = HeroPointSpent(combatant=body.actor, use=body.use, text=body.text, hero_points=left, rules=("S-137", "R-16"))
    spent = {"hero_points": left, "hero_uses": (*state.hero_uses, body.use)}
    play.happened(fact, play.changed(body.actor, **spent))
    if window is not None:
        play.answered(body.actor)
        _cancel(play, body.actor)
        return
    for held in ended:
        play.remove_condition(body.actor, held)
    if body.use == RECOVER and not ended:
        after = refreshed(state.fatigue)
        set_fatigue(play, body.actor, after, FatigueChanged(combatant=body.actor, fatigue=after, rules=("R-16",)))
    if body.use == "heroic_feat":
        feat = Boost(
            kind="advantage",
            amount=1,
            on=body.advantage,
            source="heroic feat",
            rule="R-16",
            at="turn_end",
            count=own_turns(play, body.actor),
        )
        play.put(body.actor, boosts=(*play[body.actor].state.boosts, feat))


def _cancel(play: SupersPlay, name: str) -> None:
    """The fatigue just earned is gone; what was there before stays (S-135)."""
    state = play[name].state
    play.put(name, pending_step=0, landed=False)
    if state.landed:
        after = less_tired(state.fatigue)
        set_fatigue(play, name, after, FatigueChanged(combatant=name, fatigue=after, rules=("S-135",)))


def _check_use(play: SupersPlay, body: SpendHeroPoint) -> list[Condition]:
    """The conditions that a use ends; refuses one that has nothing to work on."""
    held = play[body.actor].conditions
    match body.use:
        case "recover":
            keys = [body.condition] if body.condition else [*RECOVERABLE]
            key = next((key for key in keys if key in RECOVERABLE and any(one.key == key for one in held)), None)
            tired = play[body.actor].state.fatigue in {"fatigued", "exhausted"}
            if key is None and not (tired and body.condition in {None, "fatigued", "exhausted"}):
                raise AgainstTheRules("not_found", "There is nothing of this kind to recover from.", rule="R-16")
            return [one for one in held if one.key == key]
        case "heroic_feat":
            entry = next((one for one in ADVANTAGES if one.id == body.advantage), None)
            if entry is None or entry.kind == "fortune":
                raise AgainstTheRules("not_found", "Name an `advantage` that isn't one of fortune.", rule="R-16")
        case "instant_counter" if body.condition is not None:
            found_ = [one for one in held if body.condition in {one.id, one.key}]
            if not found_:
                raise AgainstTheRules("not_found", "No such effect holds this combatant.", rule="R-16")
            return found_
    return []


def add_hero_point(play: SupersPlay, body: AddHeroPoint) -> None:
    """Give a hero point (S-138)."""
    points = min(MOST_POINTS, play[body.actor].state.hero_points + 1)
    fact = HeroPointsSet(combatant=body.actor, hero_points=points, reason=body.reason, rules=("S-138",))
    play.happened(fact, play.changed(body.actor, hero_points=points))


def start_session(play: SupersPlay, body: StartSession) -> None:
    """Begin a session: heroes have their points (S-136, S-139, R-17)."""
    for one in play.encounter.combatants:
        sheet = play.sheet(one.id)
        if sheet.kind != "hero" or body.actor not in {None, one.id}:
            continue
        points = session_points(one.state.hero_points, new_adventure=body.new_adventure, luck=sheet.rank_of("luck"))
        fact = HeroPointsSet(combatant=one.id, hero_points=points, reason="a session begins", rules=("R-17",))
        play.happened(fact, play.changed(one.id, hero_points=points))
