"""Readied actions: kept, given up, set off, and carried out in their turn (T-042, T-043, T-052 to T-057)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.rules.errors import Refusal
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.encounter import assault
from app.rules.systems.uttas.encounter.arming import known_attack, prepared
from app.rules.systems.uttas.encounter.bodies import Attack, CancelReady, Ready, SetOffReady
from app.rules.systems.uttas.encounter.consequences import act, spend
from app.rules.systems.uttas.encounter.deeds import pop, push, put, under_way
from app.rules.systems.uttas.encounter.doing import activate_power
from app.rules.systems.uttas.encounter.facts import ActionReadied, ReadyEnded
from app.rules.systems.uttas.encounter.figure import figure
from app.rules.systems.uttas.encounter.permission import (
    check_actions,
    check_capable,
    check_grip,
    check_own_turn,
    check_turn_goes_on,
)
from app.rules.systems.uttas.encounter.readied import Violent, body_of, readied
from app.rules.systems.uttas.encounter.replies import can_set_off
from app.rules.systems.uttas.encounter.skills import use_item, use_skill
from app.rules.systems.uttas.encounter.state import Aftermath, Assault, Queue, Readied, SetOff, Trigger, UttasPlay
from app.rules.systems.uttas.encounter.walking import full_move, sprint
from app.rules.systems.uttas.encounter.wrestling import break_entangle

PEACEFUL: Final[Mapping[str, Callable[..., None]]] = {
    "uttas.full_move": full_move,
    "uttas.sprint": sprint,
    "uttas.activate_power": activate_power,
    "uttas.use_skill": use_skill,
    "uttas.use_item": use_item,
    "uttas.break_entangle": break_entangle,
}
"""How the readied actions that go at nobody are carried out."""


def ready(play: UttasPlay, body: Ready) -> None:
    """Keep an action for later: it takes this action now and another when it is done (T-042, T-052).

    Raises:
        AgainstTheRules: `not_readyable`.
        UnknownCombatant: the trigger names somebody nobody knows of.
    """
    fig = check_own_turn(play, body.actor)
    command = readied(body.actor, body.action)
    if isinstance(command, Attack):
        known_attack(fig, command.attack)
    if isinstance(body.trigger, Trigger):
        for named in (body.trigger.by, body.trigger.adjacent_to):
            if named is not None:
                play.known(named)
        if body.trigger.on == "coordinate" and not isinstance(command, Violent):
            raise AgainstTheRules("not_readyable", "Only attacks are coordinated.", rule="T-056")
    for named in (getattr(command, "target", None), *(getattr(command, "targets", None) or ())):
        if named is not None:
            play.known(named)
    act(play, fig.id)
    kept = Readied(type=command.type, body=command.model_dump_json(exclude_defaults=True), trigger=body.trigger)
    fact = ActionReadied(combatant=fig.id, action=command.type, rules=("T-042",))
    play.happened(fact, play.changed(fig.id, ready=kept))
    push(play, Aftermath(actor=fig.id, type=body.type))


def cancel_ready(play: UttasPlay, body: CancelReady) -> None:
    """Give up what was readied, for nothing; Reactions are back at once (G-36).

    Raises:
        AgainstTheRules: `turn_over` in the turn that readied it, `no_ready`.
    """
    fig = figure(play, body.actor)
    check_capable(fig)
    check_turn_goes_on(fig)
    check_grip(fig, "held")
    if fig.fighter.ready is None:
        raise AgainstTheRules("no_ready", "Nothing is readied.", rule="G-36")
    fact = ReadyEnded(combatant=fig.id, how="given_up", rules=("G-36",))
    play.happened(fact, play.changed(fig.id, ready=None))


def set_off(play: UttasPlay, body: SetOffReady) -> None:
    """Do what was readied: one more action, and it follows what set it off (T-052 to T-056).

    Raises:
        AgainstTheRules: `turn_over` in the turn that readied it, `no_ready`, `trigger_not_met`, and those of the
            action itself.
    """
    fig = figure(play, body.actor)
    check_capable(fig)
    asked = play.encounter.pending is not None
    if not asked:
        check_turn_goes_on(fig)
    if fig.fighter.pool.actions < 1:
        check_actions(fig)
    check_grip(fig, "held")
    kept = fig.fighter.ready
    if kept is None:
        raise AgainstTheRules("no_ready", "Nothing is readied.", rule="T-042")
    if not asked and isinstance(kept.trigger, Trigger):
        raise AgainstTheRules("trigger_not_met", "What it waits for has not happened.", rule="T-043")
    command = body_of(kept.body, kept.type)
    if body.target is not None and hasattr(command, "target"):
        command = command.model_copy(update={"target": play.known(body.target).id, "targets": None})
    plan = prepared(play, command) if isinstance(command, Violent) else None
    fact = ReadyEnded(combatant=fig.id, how="set_off", rules=("T-052",))
    play.happened(fact, play.changed(fig.id, ready=None))
    spend(play, fig.id)
    if asked:
        play.answered(fig.id)
    top = under_way(play)
    one = SetOff(owner=fig.id, type=command.type, body=command.model_dump_json(exclude_defaults=True))
    if isinstance(top, Assault) and plan is not None:
        assault.joined(play, top, plan.plan, plan.targets[0])
    elif isinstance(top, Queue) and asked:
        put(play, top.model_copy(update={"waiting": (*top.waiting, one)}))
    else:
        push(play, Queue(waiting=(one,)))


def carry_on(play: UttasPlay, queue: Queue) -> None:
    """The next readied action of those that were set off; when none is left, what they interrupted goes on."""
    if not queue.waiting:
        pop(play)
        return
    first, *rest = queue.waiting
    put(play, queue.model_copy(update={"waiting": tuple(rest)}))
    command = body_of(first.body, first.type)
    try:
        if figure(play, first.owner).helpless:
            raise AgainstTheRules("unconscious", "Whoever readied it can't act any more.", rule="T-144")
        _carry_out(play, command)
    except Refusal:
        play.happened(ReadyEnded(combatant=first.owner, how="in_vain", rules=("T-043",)))


def _carry_out(play: UttasPlay, command: Any) -> None:
    if isinstance(command, Violent):
        plan = prepared(play, command, actions=play[command.actor].state.pool.actions + 1)
        push(play, plan.model_copy(update={"prepaid": True}))
        return
    PEACEFUL[command.type](play, command, readied=True)


def after_action(play: UttasPlay, done: Aftermath) -> None:
    """An action is complete: those who waited for it are asked (T-053)."""
    waiting = [
        one.id
        for one in play.encounter.combatants
        if one.id != done.actor
        and one.state.ready is not None
        and can_set_off(play, one.id, on="action", by=done.actor, type_=done.type)
    ]
    pop(play)
    if waiting:
        push(play, Queue())
        play.ask("trigger", waiting, ("uttas.trigger", "uttas.pass_reaction"), since=done.actor)
