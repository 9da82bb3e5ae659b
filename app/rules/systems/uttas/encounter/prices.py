"""What a command will cost and the dice it may throw: all that a player gets of a dry run."""

from typing import Any

from app.rules.encounter.rules import Price
from app.rules.systems.uttas.derived import characteristic_dice
from app.rules.systems.uttas.encounter import bodies
from app.rules.systems.uttas.encounter.answers import React
from app.rules.systems.uttas.encounter.board import legs_of, measured
from app.rules.systems.uttas.encounter.doing import known_power
from app.rules.systems.uttas.encounter.figure import figure
from app.rules.systems.uttas.encounter.state import UttasPlay
from app.rules.systems.uttas.encounter.walking import move_cost
from app.rules.systems.uttas.movement import check_path
from app.rules.systems.uttas.stamina import power_cost


def action(_play: UttasPlay, _body: Any) -> Price:
    """An action and nothing else."""
    return Price(costs={"actions": 1})


def free(_play: UttasPlay, _body: Any) -> Price:
    """Nothing."""
    return Price(costs={})


def stance(play: UttasPlay, body: bodies.EnterStance) -> Price:
    """Nothing for the first thing of the turn, else an action (T-016, T-017)."""
    fighter = play[body.actor].state
    first = fighter.stance_changes == 0 and not any(fighter.moved.values())
    return Price(costs={} if first else {"actions": 1})


def path(play: UttasPlay, body: bodies.FullMove | bodies.Sprint) -> Price:
    """An action and the Stamina of the metres (T-062 to T-066, T-075)."""
    fig = figure(play, body.actor)
    legs = measured(play, fig.id, legs_of(body))
    effort = "full" if isinstance(body, bodies.FullMove) else "sprint"
    metres = check_path(legs, speeds=fig.speeds(), effort=effort, moved=fig.fighter.moved)  # type: ignore[arg-type]
    return Price(costs={"actions": 1, "stamina": move_cost(fig, dict(metres))})


def power(play: UttasPlay, body: bodies.ActivatePower) -> Price:
    """An action and the Stamina of the power (T-073, T-074)."""
    found = known_power(figure(play, body.actor), body.power)
    cost = power_cost(found.active_points, maintained=found.maintained)
    return Price(costs={"actions": 1, "stamina": cost})


def skill(play: UttasPlay, body: bodies.UseSkill | bodies.ChaseAction) -> Price:
    """An action and the skill's dice."""
    dice = figure(play, body.actor).skill_dice(body.skill) if body.skill is not None else None
    return Price(costs={"actions": 1}, dice=[f"{dice}d6"] if dice else [])


def wrestling(play: UttasPlay, body: bodies.Escape | bodies.TakeControl | bodies.BreakEntangle) -> Price:
    """An action; by Strength its dice in Stamina too (G-18, G-19)."""
    fig = figure(play, body.actor)
    method = getattr(body, "method", "strength")
    if method == "warp":
        return free(play, body)
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
    """An action; a step aside costs as a full move does (T-045, G-08)."""
    if body.kind != "move":
        return action(play, body)
    fig = figure(play, body.actor)
    way = legs_of(body)
    metres = sum(leg.m for leg in measured(play, fig.id, way))
    return Price(costs={"actions": 1, "stamina": move_cost(fig, {way[0].mode: metres})})
