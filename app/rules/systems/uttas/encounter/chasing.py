"""Chases: a gap instead of a board, and a move that both keep making (G-32)."""

from typing import Literal

from app.rules.encounter.facts import Fact
from app.rules.encounter.state import Encounter
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.chase import Runner, compare, gap_outcome
from app.rules.systems.uttas.encounter.board import legs_of, measured
from app.rules.systems.uttas.encounter.bodies import ChaseAction, ChaseCheck, ChaseEnd, ChaseStart, Move
from app.rules.systems.uttas.encounter.chase_facts import (
    ChaseCompared,
    ChaseEnded,
    ChaseStarted,
    GapChanged,
    RunPaid,
)
from app.rules.systems.uttas.encounter.consequences import falls_by_paying, fell, pay_stamina
from app.rules.systems.uttas.encounter.facts import CombatantMoved
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.permission import check_own_turn
from app.rules.systems.uttas.encounter.results import Outcome
from app.rules.systems.uttas.encounter.state import Chase, Fighter, Scene, UttasPlay
from app.rules.systems.uttas.encounter.walking import move_cost
from app.rules.systems.uttas.movement import MODES, Mode, allowance, check_path


def chase_of(play: UttasPlay) -> Chase:
    """The chase that is on.

    Raises:
        AgainstTheRules: `not_in_chase`.
    """
    chase = play.encounter.scene.chase
    if chase is None:
        raise AgainstTheRules("not_in_chase", "This belongs to a chase.", rule="G-32")
    return chase


def fastest(fig: Figure) -> Mode:
    """The kind of movement that gets one furthest (T-149)."""
    return max(MODES, key=lambda mode: allowance(fig.speed(mode)).full)


def pace(fig: Figure) -> int:
    """Metres of the fastest full move."""
    return allowance(fig.speed(fastest(fig))).full


def stuck(fig: Figure) -> bool:
    """Bound, held or down: such a side neither moves nor pays."""
    return "legs" in fig.bound or fig.has("prone", "dead", "unconscious") or fig.fighter.grapple is not None


# -- beginning and end -------------------------------------------------------------------------------------------------


def chase_check(play: UttasPlay, body: ChaseCheck) -> None:
    """Compare two who would race (T-146 to T-148); nothing changes."""
    pursuer, target = (figure(play, play.known(one).id) for one in (body.pursuer, body.target))
    came = compare(*(Runner(move_m=pace(one), speed=one.sheet.speed) for one in (pursuer, target)))
    play.result = Outcome(outcome=came.result)
    play.happened(
        ChaseCompared(pursuer=pursuer.id, target=target.id, outcome=came.result, rules=("T-146", "T-147", "T-148"))
    )


def chase_start(play: UttasPlay, body: ChaseStart) -> None:
    """Begin a chase of these two, the target first; in setup in place of `start` (T-149, T-150).

    Raises:
        AgainstTheRules: `bad_setup`.
    """
    pursuer, target = play.known(body.pursuer), play.known(body.target)
    if pursuer.side == target.side:
        raise AgainstTheRules("bad_setup", "A chase is between two, on two sides.", rule="G-32")
    if others := len(play.encounter.combatants) - 2:
        raise AgainstTheRules(
            "bad_setup",
            f"A chase is between two alone, and {others} more {'is' if others == 1 else 'are'} in this encounter: "
            "let them `leave` first, or chase in an encounter of its own.",
            rule="G-32",
        )
    order = [target.id, pursuer.id]
    if play.encounter.status == "setup":
        play.begin(order)
    else:
        play.set_order(order)
    chase = Chase(pursuer=pursuer.id, target=target.id, gap_m=body.gap_m)
    off_board = {**play.changed(pursuer.id, pos=None), **play.changed(target.id, pos=None)}
    fact = ChaseStarted(pursuer=pursuer.id, target=target.id, gap_m=body.gap_m, rules=("T-148", "G-32"))
    play.happened(fact, off_board, scene=play.encounter.scene.model_copy(update={"chase": chase}))
    play.quietly(play.encounter.model_copy(update={"kind": "chase"}))
    _judge_gap(play)


def chase_end(play: UttasPlay, _body: ChaseEnd) -> None:
    """The game master calls the chase off; it goes on as a fight."""
    _to_fight(play, chase_of(play), "called_off")


def _to_fight(play: UttasPlay, chase: Chase, how: Literal["caught", "called_off"]) -> None:
    after: Encounter[Fighter, Scene] = play.encounter.model_copy(
        update={"kind": "fight", "scene": play.encounter.scene.model_copy(update={"chase": None})}
    )
    play.moved(ChaseEnded(pursuer=chase.pursuer, target=chase.target, how=how, rules=("G-32",)), after)


def end_for(play: UttasPlay, leaver: str) -> None:
    """Somebody leaves: without them there is no chase."""
    chase = play.encounter.scene.chase
    if chase is not None and leaver in {chase.pursuer, chase.target}:
        _to_fight(play, chase, "called_off")


# -- the gap -----------------------------------------------------------------------------------------------------------


def change_gap(play: UttasPlay, by_m: int) -> None:
    """The gap grows or shrinks; up to 2 m it is a fight, beyond the pursuer's third band the target is gone."""
    chase = chase_of(play)
    gap = max(0, chase.gap_m + by_m)
    if gap != chase.gap_m:
        fact = GapChanged(
            pursuer=chase.pursuer, target=chase.target, by_m=gap - chase.gap_m, gap_m=gap, rules=("G-32",)
        )
        scene = play.encounter.scene.model_copy(update={"chase": chase.model_copy(update={"gap_m": gap})})
        play.happened(fact, scene=scene)
    _judge_gap(play)


def _judge_gap(play: UttasPlay) -> None:
    chase = chase_of(play)
    match gap_outcome(chase.gap_m, range_extension=play.sheet(chase.pursuer).range_extension):
        case "fight":
            _to_fight(play, chase, "caught")
        case "escaped":
            fact: Fact = ChaseEnded(pursuer=chase.pursuer, target=chase.target, how="escaped", rules=("G-32", "G-26"))
            play.happened(fact, play.changed(chase.target, fled=True))
        case _:
            return


def set_chase(play: UttasPlay, **update: object) -> None:
    """Other fields of the chase, as part of the event before."""
    play.put_scene(chase=chase_of(play).model_copy(update=update))


def left_open(play: UttasPlay, combatant: str) -> None:
    """A hiding place or hazard that the pursuer let stand in their turn is gone, and costs them metres (G-32)."""
    chase = play.encounter.scene.chase
    if chase is None or combatant != chase.pursuer:
        return
    missed = (chase.hide is not None) + (chase.hazard is not None)
    if missed:
        set_chase(play, hide=None, hazard=None)
        change_gap(play, missed * play.options.chase_step_m)


# -- running -----------------------------------------------------------------------------------------------------------


def who_runs(play: UttasPlay, body: object) -> str | None:
    """Who pays the move of the round with this: a side's first command, whatever it is, but a Sprint (G-32).

    Who is bound or down neither moves nor pays.
    """
    chase = play.encounter.scene.chase
    actor = getattr(body, "actor", None)
    if chase is None or actor not in {chase.pursuer, chase.target} or play.encounter.find(actor) is None:
        return None
    sprints = isinstance(body, ChaseAction) and body.kind == "sprint"
    fig = figure(play, actor)
    return None if sprints or fig.fighter.paid_move or stuck(fig) or fig.has("surrendered") else actor


def pay_run(play: UttasPlay, runner: str) -> None:
    """Pay the move of this round, as far as there is Stamina for it."""
    fig = figure(play, runner)
    cost = min(run_cost(fig), max(0, fig.fighter.stamina))
    fact = RunPaid(combatant=runner, stamina=cost, rules=("G-32", "T-062"))
    pay_stamina(play, runner, cost, fact, fields={"paid_move": True})


def out_of_breath(play: UttasPlay) -> None:
    """Whoever has run with the last of their Stamina falls once nothing is under way (T-076)."""
    chase = play.encounter.scene.chase
    if chase is not None and play.encounter.pending is None:
        for runner in (chase.pursuer, chase.target):
            falls_by_paying(play, runner)


def run_cost(fig: Figure, *, times: int = 1) -> int:
    """Stamina of a round's running, or of twice as far (T-062 to T-066)."""
    return move_cost(fig, {fastest(fig): times * pace(fig)})


def move(play: UttasPlay, body: Move) -> None:
    """The pursuer runs on while the leader is bound or down, and the gap closes (G-32).

    Raises:
        AgainstTheRules: `insufficient_movement`, and those of a path.
    """
    chase = chase_of(play)
    fig = check_own_turn(play, body.actor, grip="either")
    # Whoever doesn't see the leader isn't told by this that they are down.
    closes = play.sight.sees(chase.target) and stuck(figure(play, chase.target))
    if fig.id != chase.pursuer or not closes:
        raise AgainstTheRules("insufficient_movement", "Both keep running: neither gains by moving.", rule="G-32")
    legs = measured(play, fig.id, legs_of(body, fastest(fig)))
    metres = check_path(legs, speeds=fig.speeds(), effort="full", moved=fig.fighter.moved)
    for leg in legs:
        fig.check_mode(leg.mode)
    far = sum(leg.m for leg in legs)
    fact = CombatantMoved(
        combatant=fig.id,
        by=body.type,
        modes=tuple(dict.fromkeys(leg.mode for leg in legs)),
        metres=far,
        rules=("G-32",),
    )
    play.happened(fact, play.changed(fig.id, moved=dict(metres)))
    change_gap(play, -far)
    fell(play, fig.id)


def next_round(play: UttasPlay) -> None:
    """A new round: both have a move to pay again."""
    if play.encounter.scene.chase is not None:
        for one in play.encounter.combatants:
            play.put(one.id, paid_move=False)
