"""Chases: a gap instead of a board, and a move that both keep making (G-32)."""

from app.rules.encounter.facts import Fact
from app.rules.encounter.state import Encounter
from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.uttas.chase import Runner, compare, gap_outcome, sprint_gain
from app.rules.systems.uttas.damage import damage
from app.rules.systems.uttas.encounter.arming import bands_out
from app.rules.systems.uttas.encounter.board import legs_of
from app.rules.systems.uttas.encounter.bodies import ChaseAction, ChaseCheck, ChaseEnd, ChaseStart, Move
from app.rules.systems.uttas.encounter.chase_facts import (
    ChaseCompared,
    ChaseEnded,
    ChaseStarted,
    GapChanged,
    HazardBraved,
    HazardLaid,
    RunPaid,
    SprintRun,
)
from app.rules.systems.uttas.encounter.consequences import act, check_stamina, fell, hurt, pay_stamina, quietly
from app.rules.systems.uttas.encounter.deeds import change_scene, push
from app.rules.systems.uttas.encounter.facts import CombatantMoved
from app.rules.systems.uttas.encounter.figure import Figure, UttasPlay, changed, figure
from app.rules.systems.uttas.encounter.permission import check_own_turn
from app.rules.systems.uttas.encounter.results import Opposed, Outcome, Rolled, Total
from app.rules.systems.uttas.encounter.skills import PERCEPTION, dice_of_skill, tell_skill, throw_skill
from app.rules.systems.uttas.encounter.state import Aftermath, Chase, Fighter, Scene
from app.rules.systems.uttas.encounter.walking import move_cost
from app.rules.systems.uttas.movement import MODES, Mode, allowance, check_path
from app.rules.systems.uttas.encounter.board import measured

SIDES = 6


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


# -- beginning and end ---------------------------------------------------------------------------------------------------


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
    if len(play.encounter.combatants) != 2 or pursuer.id == target.id or pursuer.side == target.side:
        raise AgainstTheRules("bad_setup", "A chase is between two, on two sides.", rule="G-32")
    order = [target.id, pursuer.id]
    if play.encounter.status == "setup":
        play.begin(order)
    else:
        play.set_order(order)
    chase = Chase(pursuer=pursuer.id, target=target.id, gap_m=body.gap_m)
    off_board = {**changed(play, pursuer.id, pos=None), **changed(play, target.id, pos=None)}
    fact = ChaseStarted(pursuer=pursuer.id, target=target.id, gap_m=body.gap_m, rules=("T-148", "G-32"))
    play.happened(fact, off_board, scene=play.encounter.scene.model_copy(update={"chase": chase}))
    play.quietly(play.encounter.model_copy(update={"kind": "chase"}))
    _judge_gap(play)


def chase_end(play: UttasPlay, _body: ChaseEnd) -> None:
    """The game master calls the chase off; it goes on as a fight."""
    _to_fight(play, chase_of(play), "called_off")


def _to_fight(play: UttasPlay, chase: Chase, how: str) -> None:
    after: Encounter[Fighter, Scene] = play.encounter.model_copy(
        update={"kind": "fight", "scene": play.encounter.scene.model_copy(update={"chase": None})}
    )
    play.moved(ChaseEnded(pursuer=chase.pursuer, target=chase.target, how=how, rules=("G-32",)), after)


def end_for(play: UttasPlay, leaver: str) -> None:
    """Somebody leaves: without them there is no chase."""
    chase = play.encounter.scene.chase
    if chase is not None and leaver in {chase.pursuer, chase.target}:
        _to_fight(play, chase, "called_off")


# -- the gap -------------------------------------------------------------------------------------------------------------


def change_gap(play: UttasPlay, by_m: int) -> None:
    """The gap grows or shrinks; up to 2 m it is a fight, beyond the pursuer's third band the target is gone."""
    chase = play.encounter.scene.chase
    if chase is None:
        return
    gap = max(0, chase.gap_m + by_m)
    if gap != chase.gap_m:
        fact = GapChanged(pursuer=chase.pursuer, target=chase.target, by_m=gap - chase.gap_m, gap_m=gap, rules=("G-32",))
        scene = play.encounter.scene.model_copy(update={"chase": chase.model_copy(update={"gap_m": gap})})
        play.happened(fact, scene=scene)
    _judge_gap(play)


def _judge_gap(play: UttasPlay) -> None:
    chase = play.encounter.scene.chase
    if chase is None:
        return
    match gap_outcome(chase.gap_m, range_extension=play.sheet(chase.pursuer).range_extension):
        case "fight":
            _to_fight(play, chase, "caught")
        case "escaped":
            fact: Fact = ChaseEnded(pursuer=chase.pursuer, target=chase.target, how="escaped", rules=("G-32", "G-26"))
            play.happened(fact, changed(play, chase.target, fled=True))
        case _:
            return


def set_chase(play: UttasPlay, **update: object) -> None:
    """Other fields of the chase, as part of the event before."""
    chase = play.encounter.scene.chase
    if chase is not None:
        change_scene(play, chase=chase.model_copy(update=update))


def left_open(play: UttasPlay, combatant: str) -> None:
    """A hiding place or hazard that the pursuer let stand in their turn is gone, and costs them metres (G-32)."""
    chase = play.encounter.scene.chase
    if chase is None or combatant != chase.pursuer:
        return
    missed = (chase.hide is not None) + (chase.hazard is not None)
    if missed:
        set_chase(play, hide=None, hazard=None)
        change_gap(play, missed * play.options.chase_step_m)


# -- running -------------------------------------------------------------------------------------------------------------


def run(play: UttasPlay, body: object) -> None:
    """The move of the round is paid with the first command of a side, whatever it is (G-32)."""
    chase = play.encounter.scene.chase
    actor = getattr(body, "actor", None)
    if chase is None or actor not in {chase.pursuer, chase.target} or play.encounter.status != "running":
        return
    sprints = isinstance(body, ChaseAction) and body.kind == "sprint"
    if not sprints:
        pay_run(play, actor)


def pay_run(play: UttasPlay, runner: str) -> None:
    """Pay the move of this round, unless it is paid; who is bound or down neither moves nor pays."""
    fig = figure(play, runner)
    if fig.fighter.paid_move or stuck(fig) or fig.has("surrendered"):
        return
    cost = min(_run_cost(fig), max(0, fig.fighter.stamina))
    fact = RunPaid(combatant=runner, stamina=cost, rules=("G-32", "T-062"))
    pay_stamina(play, runner, cost, fact, paid_move=True)


def _run_cost(fig: Figure, *, times: int = 1) -> int:
    return move_cost(fig, {fastest(fig): times * pace(fig)})


def move(play: UttasPlay, body: Move) -> None:
    """The pursuer runs on while the leader is bound or down, and the gap closes (G-32).

    Raises:
        AgainstTheRules: `insufficient_movement`, and those of a path.
    """
    chase = chase_of(play)
    fig = check_own_turn(play, body.actor, grip="either")
    if fig.id != chase.pursuer or not stuck(figure(play, chase.target)):
        raise AgainstTheRules("insufficient_movement", "Both keep running: neither gains by moving.", rule="G-32")
    legs = measured(play, fig.id, legs_of(body, fastest(fig)))
    metres = check_path(legs, speeds=fig.speeds(), effort="full", moved=fig.fighter.moved)
    for leg in legs:
        fig.check_mode(leg.mode)
    far = sum(leg.m for leg in legs)
    fact = CombatantMoved(
        combatant=fig.id, by=body.type, modes=tuple(dict.fromkeys(leg.mode for leg in legs)), metres=far, rules=("G-32",)
    )
    play.happened(fact, changed(play, fig.id, moved=dict(metres)))
    change_gap(play, -far)
    fell(play, fig.id)


# -- actions -------------------------------------------------------------------------------------------------------------


def chase_action(play: UttasPlay, body: ChaseAction) -> None:
    """Hide, search, leave a hazard or brave it, use a skill, sprint (T-150 to T-152, G-32).

    Raises:
        AgainstTheRules: `not_in_chase`, `no_window` where nothing is open, `unknown_skill`, `insufficient_stamina`.
        OutOfRange: `skill_needed`, `dc_needed`, `hazard_needed`.
    """
    fig = check_own_turn(play, body.actor, costless=body.kind == "brave_hazard")
    chase = chase_of(play)
    if body.kind == "brave_hazard":
        _brave(play, fig, chase)
        fell(play, fig.id)
        return
    leading = fig.id == chase.target
    if (body.kind == "oppose" and (leading or chase.hide is None)) or (body.kind in {"hide", "hazard"} and not leading):
        raise play.refusal("no_window", "There is nothing of this kind to do on this side of the chase.")
    match body.kind:
        case "hide":
            _hide(play, body, fig)
        case "oppose":
            _oppose(play, body, fig, chase)
        case "hazard":
            _lay(play, body, fig)
        case "skill":
            _by_skill(play, body, fig, leading=leading)
        case _:
            _sprint(play, fig, leading=leading)
    fell(play, fig.id)
    push(play, Aftermath(actor=fig.id, type=body.type))


def _named_skill(fig: Figure, body: ChaseAction) -> tuple[str, int]:
    if body.skill is None:
        raise OutOfRange("skill_needed", "Say by which `skill`.", rule="G-32")
    return body.skill, dice_of_skill(fig, body.skill)


def _hide(play: UttasPlay, body: ChaseAction, fig: Figure) -> None:
    skill, dice = _named_skill(fig, body)
    act(play, fig.id)
    own = throw_skill(play, figure(play, fig.id), dice)
    tell_skill(play, fig, skill, own, rules=("T-151",))
    set_chase(play, hide=own.total or 0)
    play.result = Total(total=own.total or 0)


def _oppose(play: UttasPlay, body: ChaseAction, fig: Figure, chase: Chase) -> None:
    skill, dice = _named_skill(fig, body)
    act(play, fig.id)
    bands = bands_out(play, fig.id, chase.target) if skill == PERCEPTION else 0
    own = throw_skill(play, figure(play, fig.id), dice, bands=bands)
    hidden = chase.hide or 0
    success = own.total is not None and own.total > hidden
    tell_skill(play, fig, skill, own, dc=hidden, success=success, against=chase.target, rules=("T-151", "G-13b"))
    set_chase(play, hide=None)
    play.result = Opposed(active_total=own.total, passive_total=hidden, success=success)
    _gain(play, body, success=success, good=0, bad=play.options.chase_step_m)


def _by_skill(play: UttasPlay, body: ChaseAction, fig: Figure, *, leading: bool) -> None:
    skill, dice = _named_skill(fig, body)
    if body.dc is None:
        raise OutOfRange("dc_needed", "Say against which `dc`.", rule="T-152")
    act(play, fig.id)
    other = chase_of(play).pursuer if leading else chase_of(play).target
    bands = bands_out(play, fig.id, other) if skill == PERCEPTION else 0
    own = throw_skill(play, figure(play, fig.id), dice, bands=bands)
    success = own.total is not None and own.total >= body.dc
    tell_skill(play, fig, skill, own, dc=body.dc, success=success, rules=("T-152",))
    play.result = Rolled(total=own.total, dc=body.dc, success=success)
    step = play.options.chase_step_m if leading else -play.options.chase_step_m
    _gain(play, body, success=success, good=step, bad=0)


def _gain(play: UttasPlay, body: ChaseAction, *, success: bool, good: int, bad: int) -> None:
    asked = body.gap_on_success if success else body.gap_on_failure
    change_gap(play, (good if success else bad) if asked is None else asked)


def _lay(play: UttasPlay, body: ChaseAction, fig: Figure) -> None:
    if body.hazard is None:
        raise OutOfRange("hazard_needed", "Say which `hazard`: its dice and type.", rule="T-152")
    act(play, fig.id)
    hazard = body.hazard
    play.happened(
        HazardLaid(combatant=fig.id, name=hazard.name, dice=hazard.dice, damage=hazard.type, rules=("T-152",))
    )
    set_chase(play, hazard=hazard)


def _brave(play: UttasPlay, fig: Figure, chase: Chase) -> None:
    hazard = chase.hazard
    if hazard is None or fig.id != chase.pursuer:
        raise play.refusal("no_window", "There is no hazard in the way.")
    thrown = [play.throw(None, hazard.dice, SIDES, "hazard")] if hazard.dice else []
    armor, defense = fig.armor(hazard.type), fig.defense(hazard.type)
    done = damage([face for one in thrown for face in one.faces], armor=armor, defense=defense)
    after = hurt(fig, health=done.health, stamina=done.stamina)
    fact = HazardBraved(
        combatant=fig.id,
        dice=tuple(thrown),
        armor=armor,
        defense=defense,
        health=done.health,
        stamina=done.stamina,
        rules=("T-152", "T-084", "T-086"),
    )
    play.happened(fact, {fig.id: after.fighter})
    set_chase(play, hazard=None)
    fell(play, fig.id, stunned=after.stunned)
    change_gap(play, hazard.slows_m)


def _sprint(play: UttasPlay, fig: Figure, *, leading: bool) -> None:
    fig.check_mode(fastest(fig))
    paid = _run_cost(fig) if fig.fighter.paid_move else 0
    cost = max(0, _run_cost(fig, times=2) - paid)
    check_stamina(fig, cost)
    act(play, fig.id)
    metres = pace(fig)
    fact = SprintRun(combatant=fig.id, metres=2 * metres, stamina=cost, rules=("T-037", "T-038", "G-32"))
    pay_stamina(play, fig.id, cost, fact, sprinting=True, paid_move=True)
    change_gap(play, sprint_gain(metres) if leading else -sprint_gain(metres))


def next_round(play: UttasPlay) -> None:
    """A new round: both have a move to pay again."""
    if play.encounter.scene.chase is not None:
        fighters = {}
        for one in play.encounter.combatants:
            fighters |= changed(play, one.id, paid_move=False)
        quietly(play, fighters)
