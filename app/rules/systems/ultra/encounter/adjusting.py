"""What the game master does by hand: Status Effects, injuries, facts, races and numbers."""

from app.rules.encounter.frame_facts import CombatantAdjusted
from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.ultra.contests import race
from app.rules.systems.ultra.encounter import consequences
from app.rules.systems.ultra.encounter.action_facts import RaceRun
from app.rules.systems.ultra.encounter.bearers import BY_MASTER, check_present, clear, held, hurt, strike
from app.rules.systems.ultra.encounter.bodies import (
    ClearStatus,
    DropFact,
    GiveStatus,
    HealInjuries,
    Injure,
    RunRace,
    StateFact,
    UltraAdjust,
)
from app.rules.systems.ultra.encounter.facts import FactDropped
from app.rules.systems.ultra.encounter.hands import pools_of, throw
from app.rules.systems.ultra.encounter.state import MOST_COUNTED, MOST_HINDERED, UltraPlay
from app.rules.systems.ultra.sheet import Token
from app.rules.systems.ultra.statuses import status_of


def give_status(play: UltraPlay, body: GiveStatus) -> None:
    """`ultra.status`."""
    strike(play, play.known(body.target).id, body.key, body.level, source=BY_MASTER)


def clear_status(play: UltraPlay, body: ClearStatus) -> None:
    """`ultra.clear`."""
    target = play.known(body.target)
    name = status_of(body.key).name
    if held(target, body.key) is None:
        detail = f"{play.plain.name(target.id)} doesn't bear {name}."
        raise AgainstTheRules("nothing_to_clear", detail, rule="G-22")
    clear(play, target.id, body.key)


def injure(play: UltraPlay, body: Injure) -> None:
    """`ultra.injure`."""
    hurt(play, play.known(body.target).id, body.amount, cause=BY_MASTER)


def heal(play: UltraPlay, body: HealInjuries) -> None:
    """`ultra.heal`."""
    hurt(play, play.known(body.target).id, -body.amount, cause=BY_MASTER)


def state_fact(play: UltraPlay, body: StateFact) -> None:
    """`ultra.fact`."""
    consequences.add_fact(play, body.text, body.weight, by=None)


def drop_fact(play: UltraPlay, body: DropFact) -> None:
    """`ultra.unfact`."""
    scene = play.encounter.scene
    fact = next((one for one in scene.facts if one.id == body.fact), None)
    if fact is None:
        known = [one.id for one in scene.facts][:50]
        raise OutOfRange("unknown_fact", "The scene has no fact of that id.", known=known, rule="G-28")
    left = scene.model_copy(update={"facts": tuple(one for one in scene.facts if one is not fact)})
    play.happened(FactDropped(by=fact.by, id=fact.id, text=fact.text, rules=("G-28",)), scene=left)


def run_race(play: UltraPlay, body: RunRace) -> None:
    """`ultra.race`: nobody's action; the dice count alone (G-11, G-12)."""
    for one in body.sides:
        check_present(play, play.known(one))
    pools = pools_of(play, body.sides)
    thrown = {one: throw(play, one, pool.pool, "race") for one, pool in pools.items()}
    outcome = race({one: lying.hits for one, lying in thrown.items()})
    fact = RaceRun(
        racers=tuple(thrown),
        dice=tuple(lying.thrown for lying in thrown.values()),
        **outcome.model_dump(),
        rules=("G-12", "U-11" if outcome.result == "win" else "G-11"),
    )
    play.happened(fact)


def adjust(play: UltraPlay, body: UltraAdjust) -> None:
    """`adjust`: numbers by hand, each held within its bounds."""
    state, most = play[body.actor].state, play.sheet(body.actor).injury_max
    mine = play.encounter.active == body.actor
    tokens = state.tokens
    if body.bonus_hits:
        tokens = (*tokens, Token(amount=body.bonus_hits))
    update = {
        "injuries": _within(state.injuries + body.injuries, most),
        "actions": _within(state.actions + body.actions, MOST_COUNTED) if mine else state.actions,
        "openings": _within(state.openings + body.openings, MOST_COUNTED),
        "hindered": _within(state.hindered + body.hindered, MOST_HINDERED),
        "tokens": tokens,
        "present": state.present if body.present is None else body.present,
    }
    told = body.told("injuries", "actions", "openings", "hindered", "bonus_hits")
    if body.present is not None:
        told.append("back in the scene" if body.present else "out of the picture")
    fact = CombatantAdjusted(combatant=body.actor, what=", ".join(told) or None)
    play.happened(fact, play.changed(body.actor, **update))


def _within(number: int, most: int) -> int:
    return max(0, min(most, number))
