"""What a command will cost and the dice it may throw: all that a player gets of a dry run."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.rules.encounter.rules import Price
from app.rules.errors import Refusal
from app.rules.systems.uttas.derived import characteristic_dice
from app.rules.systems.uttas.encounter import arming, bodies
from app.rules.systems.uttas.encounter.answering import asked_about
from app.rules.systems.uttas.encounter.answers import React
from app.rules.systems.uttas.encounter.board import legs_of, measured
from app.rules.systems.uttas.encounter.chase_actions import sprint_cost
from app.rules.systems.uttas.encounter.chasing import run_cost, who_runs
from app.rules.systems.uttas.encounter.doing import known_power, takes_free_stance
from app.rules.systems.uttas.encounter.figure import figure
from app.rules.systems.uttas.encounter.readied import body_of
from app.rules.systems.uttas.encounter.replies import counter_for
from app.rules.systems.uttas.encounter.state import UttasPlay
from app.rules.systems.uttas.encounter.walking import ACROBATICS, move_cost
from app.rules.systems.uttas.encounter.wrestling import warped
from app.rules.systems.uttas.movement import check_path
from app.rules.systems.uttas.stamina import power_cost


def action(_play: UttasPlay, _body: Any) -> Price:
    """An action and nothing else."""
    return Price(costs={"actions": 1})


def free(_play: UttasPlay, _body: Any) -> Price:
    """Nothing."""
    return Price(costs={})


def told(price: Price) -> str:
    """The costs in words, as `1 action, 4 Stamina`."""
    actions, stamina = price.costs.get("actions", 0), price.costs.get("stamina", 0)
    words = [f"{actions} action{'' if actions == 1 else 's'}"] * (actions > 0) + [f"{stamina} Stamina"] * (stamina > 0)
    return ", ".join(words)


def stance(play: UttasPlay, body: bodies.EnterStance) -> Price:
    """Nothing for the first thing of the turn, else an action (T-016, T-017)."""
    return Price(costs={} if takes_free_stance(play[body.actor].state) else {"actions": 1})


def path(play: UttasPlay, body: bodies.FullMove | bodies.Sprint) -> Price:
    """An action and the Stamina of the metres (T-062 to T-066, T-075)."""
    fig = figure(play, body.actor)
    legs = measured(play, fig.id, legs_of(body))
    effort = "full" if isinstance(body, bodies.FullMove) else "sprint"
    moved = fig.fighter.moved if play.encounter.active == fig.id else {}
    metres = check_path(legs, speeds=fig.speeds(), effort=effort, moved=moved)  # type: ignore[arg-type]
    return Price(costs={"actions": 1, "stamina": move_cost(fig, dict(metres))})


def power(play: UttasPlay, body: bodies.ActivatePower) -> Price:
    """An action and the Stamina of the power (T-073, T-074)."""
    found = known_power(figure(play, body.actor), body.power)
    cost = power_cost(found.active_points, maintained=found.maintained)
    return Price(costs={"actions": 1, "stamina": cost})


def stand_up(play: UttasPlay, body: bodies.StandUp) -> Price:
    """No action either way; Acrobatics throws its dice (T-138, T-139)."""
    dice = figure(play, body.actor).skill_dice(ACROBATICS) if body.method == ACROBATICS else None
    return Price(costs={}, dice=[f"{dice}d6"] if dice else [])


def chase_action(play: UttasPlay, body: bodies.ChaseAction) -> Price:
    """An action; to sprint takes Stamina too, and to brave a hazard takes what it does and nothing else (G-32)."""
    chase = play.encounter.scene.chase
    if body.kind == "sprint":
        return Price(costs={"actions": 1, "stamina": sprint_cost(figure(play, body.actor))})
    if body.kind == "brave_hazard":
        hazard = chase.hazard if chase is not None else None
        return Price(costs={}, dice=[f"{hazard.dice}d6"] if hazard is not None and hazard.dice else [])
    return skill(play, body)


def skill(play: UttasPlay, body: bodies.UseSkill | bodies.ChaseAction) -> Price:
    """An action and the skill's dice."""
    dice = figure(play, body.actor).skill_dice(body.skill) if body.skill is not None else None
    return Price(costs={"actions": 1}, dice=[f"{dice}d6"] if dice else [])


def wrestling(play: UttasPlay, body: bodies.Escape | bodies.TakeControl | bodies.BreakEntangle) -> Price:
    """An action; by Strength its dice in Stamina too (G-18, G-19); by Warp what its distance asks for (T-134)."""
    fig = figure(play, body.actor)
    method = getattr(body, "method", "strength")
    if isinstance(body, bodies.Escape) and method == "warp":
        way = warped(play, body, fig)
        return Price(costs={"actions": 1, "stamina": way.cost} if way.action else {})
    if method == "strength":
        own, costs = fig.strength_dice, {"actions": 1, "stamina": fig.strength_dice}
    elif method == "dexterity":
        own, costs = characteristic_dice(fig.sheet, "dexterity", play.options), {"actions": 1}
    else:
        own, costs = fig.skill_dice(method) or 0, {"actions": 1}
    if isinstance(body, bodies.BreakEntangle) and method == "strength":
        return Price(costs=costs)
    return Price(costs=costs, dice=[f"{own}d6"] if own else [])


def reaction(play: UttasPlay, body: React) -> Price:
    """An action; a step aside costs as a full move does, and a strike back its Stamina (T-045, T-049, G-08)."""
    fig = figure(play, body.actor)
    if body.kind == "counterattack":
        attack = counter_for(play, fig, asked_about(play).attacker, named=body.counterattack)
        return arming.strike_price(attack, strikes=1, cost=arming.strike_cost(fig, attack)[0])
    if body.kind == "block":
        return Price(costs={"actions": 1}, dice=[f"{fig.strength_dice}d6"] if fig.strength_dice else [])
    if body.kind != "move":
        return action(play, body)
    way = legs_of(body)
    metres = sum(leg.m for leg in measured(play, fig.id, way))
    return Price(costs={"actions": 1, "stamina": move_cost(fig, {way[0].mode: metres})})


READIED: Final[Mapping[str, Callable[[UttasPlay, Any], Price]]] = {
    "uttas.attack": arming.price,
    "uttas.trip": arming.price,
    "uttas.grapple": arming.price,
    "uttas.full_move": path,
    "uttas.sprint": path,
    "uttas.activate_power": power,
    "uttas.use_skill": skill,
    "uttas.break_entangle": wrestling,
}
"""Of what can be readied and takes more than the action."""


def set_off(play: UttasPlay, body: bodies.SetOffReady) -> Price:
    """What was readied takes what it always does; where it has become impossible, the action alone (T-052)."""
    kept = play[body.actor].state.ready
    assert kept is not None, "nothing is readied"
    command = body_of(kept.body, kept.type)
    if body.target is not None and hasattr(command, "target"):
        command = command.model_copy(update={"target": body.target, "targets": None})
    try:
        return READIED.get(kept.type, action)(play, command)
    except Refusal:
        return action(play, command)


def running(price: Callable[[UttasPlay, Any], Price]) -> Callable[[UttasPlay, Any], Price]:
    """A price with the move of the round, which the first command of a side pays for in a chase (G-32)."""

    def priced(play: UttasPlay, body: Any) -> Price:
        found = price(play, body)
        if who_runs(play, body) is None:
            return found
        fig, own = figure(play, body.actor), found.costs.get("stamina", 0)
        run = min(run_cost(fig), max(0, fig.fighter.stamina - own))
        return Price(costs={**found.costs, "stamina": own + run}, dice=found.dice)

    return priced
