"""What one does while running: hide, search, leave a hazard or brave it, use a skill, sprint (G-32)."""

from app.rules.system import OutOfRange
from app.rules.systems.uttas.chase import sprint_gain
from app.rules.systems.uttas.damage import damage
from app.rules.systems.uttas.encounter.arming import bands_out
from app.rules.systems.uttas.encounter.bodies import ChaseAction
from app.rules.systems.uttas.encounter.chase_facts import (
    HazardBraved,
    HazardLaid,
    SprintRun,
)
from app.rules.systems.uttas.encounter.chasing import (
    change_gap,
    chase_of,
    fastest,
    pace,
    run_cost,
    set_chase,
)
from app.rules.systems.uttas.encounter.consequences import act, check_stamina, fell, hurt, pay_stamina
from app.rules.systems.uttas.encounter.deeds import push
from app.rules.systems.uttas.encounter.figure import Figure, figure, health_left
from app.rules.systems.uttas.encounter.permission import check_own_turn
from app.rules.systems.uttas.encounter.results import Opposed, Rolled, Total
from app.rules.systems.uttas.encounter.skills import PERCEPTION, dice_of_skill, tell_skill, throw_skill
from app.rules.systems.uttas.encounter.state import Aftermath, Chase, UttasPlay
from app.rules.systems.uttas.outcomes import SIDES


def chase_action(play: UttasPlay, body: ChaseAction) -> None:
    """Hide, search, leave a hazard or brave it, use a skill, sprint (T-150 to T-152, G-32).

    Whoever doesn't see the leader knows neither of a hiding place nor of a hazard: the game master acts for them there.

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
    unsought = chase.hide is None or not play.sight.sees(chase.target)
    if (body.kind == "oppose" and (leading or unsought)) or (body.kind in {"hide", "hazard"} and not leading):
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
    tell_skill(play, fig, skill, own, rules=("T-151",), hides=True)
    set_chase(play, hide=own.total or 0)
    play.answer(fig.id, Total(total=own.total or 0))


def _oppose(play: UttasPlay, body: ChaseAction, fig: Figure, chase: Chase) -> None:
    skill, dice = _named_skill(fig, body)
    act(play, fig.id)
    bands = bands_out(play, fig.id, chase.target) if skill == PERCEPTION else 0
    own = throw_skill(play, figure(play, fig.id), dice, bands=bands)
    hidden = chase.hide or 0
    success = own.total is not None and own.total > hidden
    tell_skill(play, fig, skill, own, dc=hidden, success=success, target=chase.target, rules=("T-151", "G-13b"))
    set_chase(play, hide=None)
    passive = hidden if play.sight.reads(chase.target) else None
    play.answer(fig.id, Opposed(active_total=own.total, passive_total=passive, success=success))
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
    play.answer(fig.id, Rolled(total=own.total, dc=body.dc, success=success))
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
    if hazard is None or fig.id != chase.pursuer or not play.sight.sees(chase.target):
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
        health_left=health_left(after.fighter),
        stamina_left=after.fighter.stamina,
        rules=("T-152", "T-084", "T-086"),
    )
    play.happened(fact, {fig.id: after.fighter})
    set_chase(play, hazard=None)
    fell(play, fig.id, stunned=after.stunned)
    change_gap(play, hazard.slows_m)


def _sprint(play: UttasPlay, fig: Figure, *, leading: bool) -> None:
    fig.check_mode(fastest(fig))
    cost = sprint_cost(fig)
    check_stamina(fig, cost)
    act(play, fig.id)
    metres = pace(fig)
    fact = SprintRun(combatant=fig.id, metres=2 * metres, stamina=cost, rules=("T-037", "T-038", "G-32"))
    pay_stamina(play, fig.id, cost, fact, fields={"sprinting": True, "paid_move": True})
    change_gap(play, sprint_gain(metres) if leading else -sprint_gain(metres))


def sprint_cost(fig: Figure) -> int:
    """Stamina of a Sprint, less the move of the round where that is paid (G-32)."""
    paid = run_cost(fig) if fig.fighter.paid_move else 0
    return max(0, run_cost(fig, times=2) - paid)
