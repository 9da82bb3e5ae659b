"""Movement: free, full, sprinted, after somebody who stepped away; space by space, and up from the ground."""

from collections.abc import Sequence

from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.derived import movement
from app.rules.systems.uttas.distance import ADJACENT_M, Space
from app.rules.systems.uttas.encounter.board import check_leads, legs_of, measured, spaces_apart, steps_of
from app.rules.systems.uttas.encounter.bodies import FullMove, Move, Moving, Sprint, StandUp
from app.rules.systems.uttas.encounter.consequences import (
    act,
    check_stamina,
    falls_by_paying,
    pay_stamina,
    remove_entangle,
    stop_skill,
)
from app.rules.systems.uttas.encounter.deeds import pop, push, put
from app.rules.systems.uttas.encounter.facts import CombatantMoved
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.permission import check_own_turn
from app.rules.systems.uttas.encounter.replies import can_set_off
from app.rules.systems.uttas.encounter.results import Succeeded
from app.rules.systems.uttas.encounter.skills import roll_skill
from app.rules.systems.uttas.encounter.state import Aftermath, Effort, Fighter, Queue, Step, Trigger, UttasPlay, Walk
from app.rules.systems.uttas.movement import ACROBATICS_TO_STAND, MODES, Leg, Mode, check_path, stand_up
from app.rules.systems.uttas.stamina import full_move_cost

ACROBATICS = "acrobatics"


def move(play: UttasPlay, body: Move) -> None:
    """Half of one kind of movement, or a quarter of several, for nothing (T-019 to T-021, T-064)."""
    fig = check_own_turn(play, body.actor, grip="either", lost_turn=play.options.lost_turn_half_move)
    walk(play, fig, body, "free")


def full_move(play: UttasPlay, body: FullMove, *, readied: bool = False) -> None:
    """The whole of one kind of movement, or a half of several; the action (T-035, T-062)."""
    fig = figure(play, body.actor) if readied else check_own_turn(play, body.actor, grip="either")
    walk(play, fig, body, "full", readied=readied)


def sprint(play: UttasPlay, body: Sprint, *, readied: bool = False) -> None:
    """Twice the full move; the action, and half the Dexterity for the round (T-037, T-038)."""
    fig = figure(play, body.actor) if readied else check_own_turn(play, body.actor, grip="either")
    walk(play, fig, body, "sprint", readied=readied)


def walk(play: UttasPlay, fig: Figure, body: Moving, effort: Effort, *, readied: bool = False) -> None:
    """Check a path whole, pay for it, and set out.

    Raises:
        AgainstTheRules: `insufficient_movement`, `mixed_movement_limit`, `prone`, `limb_disabled`, `entangled`,
            `blocked`, `insufficient_stamina`, in this order.
    """
    if play.encounter.scene.chase is not None:
        raise AgainstTheRules(
            "insufficient_movement", "In a chase both keep running: sprint as a `chase_action`.", rule="G-32"
        )
    path = legs_of(body)
    legs = measured(play, fig.id, path)
    moved = {} if play.encounter.active != fig.id else fig.fighter.moved
    metres = check_path(legs, speeds=fig.speeds(), effort="free" if effort == "follow" else effort, moved=moved)
    for leg in legs:
        fig.check_mode(leg.mode)
    check_leads(play, fig.id, path)
    steps = steps_of(play, fig.id, path, legs)
    cost = 0
    if effort in {"full", "sprint"}:
        cost = move_cost(fig, metres)
        check_stamina(fig, cost)
        if not readied:
            act(play, fig.id)
        pay_stamina(play, fig.id, cost, fields={"sprinting": True} if effort == "sprint" else None)
    push(
        play,
        Walk(mover=fig.id, type=body.type, effort=effort, steps=tuple(steps), cost=cost, begun=fig.fighter.pos),
    )


def move_cost(fig: Figure, metres: dict[Mode, int]) -> int:
    """Stamina of a full move or Sprint so far (T-062 to T-066, T-075)."""
    kinds = {mode: movement(fig.sheet, mode) for mode in MODES}
    return full_move_cost(
        {mode: far for mode, far in metres.items() if far},
        adjusted_by_power=[mode for mode in MODES if kinds[mode].adjusted_by_power],
        active_points={mode: kinds[mode].active_points for mode in MODES},
    )


def stride(play: UttasPlay, walk: Walk) -> None:
    """Go on until the end of the path, or until somebody has waited for a step of it (T-054, T-055)."""
    fighter = play[walk.mover].state
    taken: list[Step] = []
    waiting: list[str] = []
    left = list(walk.steps)
    able = True
    while left and not waiting:
        able = figure(play, walk.mover).can_move(left[0].mode)
        if not able:
            break
        step = left.pop(0)
        before = fighter.pos
        total = {**fighter.moved, step.mode: fighter.moved.get(step.mode, 0) + step.m}
        counts = walk.effort != "follow" or play.encounter.active == walk.mover
        fighter = fighter.model_copy(
            update={"pos": step.to if step.to is not None else before, **({"moved": total} if counts else {})}
        )
        taken.append(step)
        waiting = _waited_for(play, walk.mover, before, fighter)
    if taken or not able:
        _tell(play, walk, taken, fighter, stopped=not able)
    if waiting:
        put(play, walk.model_copy(update={"steps": tuple(left), "cost": 0}))
        push(play, Queue())
        play.ask("trigger", waiting, ("uttas.trigger", "uttas.pass_reaction"), since=walk.mover)
        return
    pop(play)
    falls_by_paying(play, walk.mover)
    if walk.effort in {"full", "sprint"}:
        push(play, Aftermath(actor=walk.mover, type=walk.type))


def _tell(play: UttasPlay, walk: Walk, taken: Sequence[Step], fighter: Fighter, *, stopped: bool) -> None:
    play.happened(
        CombatantMoved(
            combatant=walk.mover,
            by=walk.type,
            modes=tuple(dict.fromkeys(step.mode for step in taken)),
            metres=sum(step.m for step in taken),
            to=fighter.pos,
            stamina=walk.cost,
            stopped=stopped,
            rules=("T-019",) if walk.effort in {"free", "follow"} else ("T-035", "T-062"),
        ),
        {walk.mover: fighter},
    )
    if any(step.m for step in taken):
        stop_skill(play, walk.mover)
    if any(step.mode == "warp" for step in taken):
        remove_entangle(play, walk.mover)


def _waited_for(play: UttasPlay, mover: str, before: Space | None, now: Fighter) -> list[str]:
    waiting = [
        one.id
        for one in play.encounter.combatants
        if one.id != mover
        and one.state.ready is not None
        and isinstance(one.state.ready.trigger, Trigger)
        and one.state.ready.trigger.on == "move"
        and one.state.ready.trigger.by == mover
        and _comes_true(play, one.state.ready.trigger, before, now.pos)
    ]
    if waiting:
        # What was readied is looked at from where the mover stands now.
        play.put(mover, pos=now.pos, moved=now.moved)
    return [one for one in waiting if can_set_off(play, one, on="move", by=mover)]


def _comes_true(play: UttasPlay, trigger: Trigger, before: tuple[int, int] | None, now: tuple[int, int] | None) -> bool:
    if trigger.space is not None:
        return now == trigger.space and before != now
    if trigger.adjacent_to is None:
        return True
    other = play.encounter.find(trigger.adjacent_to)
    if other is None or other.state.pos is None or now is None:
        return False
    was_near = before is not None and spaces_apart(play, before, other.state.pos) <= ADJACENT_M
    return not was_near and spaces_apart(play, now, other.state.pos) <= ADJACENT_M


def stand(play: UttasPlay, body: StandUp) -> None:
    """Up from the ground: the free half move, or Acrobatics 22 (T-138, T-139, G-16).

    Raises:
        AgainstTheRules: `not_prone`, `insufficient_movement`, `already_tried`, `limb_disabled`, `unknown_skill`.
    """
    by_move = body.method == "move"
    lost_turn = by_move and play.options.lost_turn_half_move
    fig = check_own_turn(play, body.actor, grip="either" if by_move else "held", lost_turn=lost_turn)
    prone = next((held for held in fig.combatant.conditions if held.key == "prone"), None)
    if prone is None:
        raise AgainstTheRules("not_prone", "Only the prone stand up.", rule="T-138")
    if by_move:
        legs = fig.disabled_kinds().count("leg")
        run = fig.speed("run")
        used = stand_up(run=run, moved=fig.fighter.moved, disabled_legs=legs)
        moved = {**fig.fighter.moved, "run": used}
        fact = CombatantMoved(
            combatant=fig.id, by=body.type, modes=("run",), metres=0, to=fig.fighter.pos, rules=("T-138",)
        )
        play.happened(fact, play.changed(fig.id, moved=moved))
        play.remove_condition(fig.id, prone)
        return
    if fig.fighter.acrobatics_tried:
        raise AgainstTheRules("already_tried", "Acrobatics gets one up, or not, once a turn.", rule="G-16")
    roll = roll_skill(
        play, fig, ACROBATICS, dc=ACROBATICS_TO_STAND, rules=("T-139",), fields={"acrobatics_tried": True}
    )
    success = roll >= ACROBATICS_TO_STAND
    if success:
        play.remove_condition(fig.id, prone)
    play.answer(fig.id, Succeeded(total=roll, success=success))


def one_leg(legs: Sequence[Leg], *, limit: int, rule: str) -> int:
    """The metres of a step in answer to an attack: one kind of movement, so far at most (G-08).

    Raises:
        AgainstTheRules: `insufficient_movement`.
    """
    metres = sum(leg.m for leg in legs)
    if metres > limit or len({leg.mode for leg in legs}) > 1:
        raise AgainstTheRules(
            "insufficient_movement",
            f"A step aside is of one kind of movement and at most {limit} m.",
            rule=rule,
            metres=metres,
            limit=limit,
        )
    return metres
