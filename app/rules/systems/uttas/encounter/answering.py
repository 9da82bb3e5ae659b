"""Answers to a strike: Reactions, following, taking a hit for somebody, surrender, and dice from one's own hand."""

from typing import assert_never

from app.rules.errors import Refusal
from app.rules.naming import unknown
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.arms import Attack
from app.rules.systems.uttas.encounter.answers import (
    Follow,
    Intercept,
    PassReaction,
    React,
    ResolveSurrender,
    Throw,
)
from app.rules.systems.uttas.encounter.arming import strike_cost
from app.rules.systems.uttas.encounter.attack_facts import HitIntercepted, ReactionTaken, SurrenderResolved
from app.rules.systems.uttas.encounter.board import check_leads, legs_of, measured, steps_of
from app.rules.systems.uttas.encounter.bodies import Surrender
from app.rules.systems.uttas.encounter.consequences import (
    check_stamina,
    falls_by_paying,
    kept,
    pay_stamina,
    remove_entangle,
    spend,
)
from app.rules.systems.uttas.encounter.deeds import put, under_way
from app.rules.systems.uttas.encounter.doing import check_stance, take_stance
from app.rules.systems.uttas.encounter.facts import CombatantMoved
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.permission import check_actions, check_capable, check_grip
from app.rules.systems.uttas.encounter.replies import check_intercept, check_not_waiting, counter_for
from app.rules.systems.uttas.encounter.rolls import counterstrike
from app.rules.systems.uttas.encounter.state import Assault, Breath, Reaction, Swing, UttasPlay
from app.rules.systems.uttas.encounter.walking import move_cost, one_leg, walk
from app.rules.systems.uttas.movement import allowance

WINDOW = "The window asks for something else."


def _assault(play: UttasPlay) -> Assault:
    top = under_way(play)
    assert isinstance(top, Assault)
    return top


def _kind(play: UttasPlay) -> str:
    window = play.encounter.pending
    return "" if window is None else window.kind


# -- Reactions ---------------------------------------------------------------------------------------------------------


def react(play: UttasPlay, body: React) -> None:
    """Block, evade, step aside, change the stance, or strike back once the strike is done (T-045 to T-050, G-08).

    A Reaction opens no window for others, and so there is no stance against it either (T-018).

    Raises:
        AgainstTheRules: the codes of the command, in the order of the rules page.
    """
    fig = figure(play, body.actor)
    check_capable(fig)
    if (body.kind == "counterattack") != (_kind(play) == "counterattack"):
        raise play.refusal("no_window", WINDOW)
    if fig.fighter.pool.actions < 1:
        check_actions(fig)
    if fig.has("stunned") and not play.options.stunned_can_react:
        raise AgainstTheRules("must_recover_stun", "At this table the Stunned don't react.", rule="G-22")
    if body.kind in {"evade", "move", "stance"}:
        check_grip(fig, "either" if body.kind == "move" else "held")
    check_not_waiting(fig)
    if body.art is not None and body.art not in fig.sheet.reaction_arts:
        raise unknown("unknown_art", "Martial Art for Reactions", body.art, fig.sheet.reaction_arts, rule="T-048")
    swing = asked_about(play)
    match body.kind:
        case "block":
            _check_block(play, body, fig, swing)
            _take(play, body, swing, Reaction(by=fig.id, kind="block"))
        case "evade":
            _take(play, body, swing, Reaction(by=fig.id, kind="evade"))
            if play.options.evade_penalty:
                ends = 2 if play.encounter.active == fig.id else 1
                play.put(fig.id, evade_penalty=ends)
        case "move":
            _step_aside(play, body, fig, swing)
        case "stance":
            check_stance(play, body.stance or "")
            _take(play, body, swing, Reaction(by=fig.id, kind="stance"))
            take_stance(play, fig.id, body.stance or "", free=False)
        case "counterattack":
            _strike_back(play, body, fig, swing)
            return
        case never:
            assert_never(never)
    play.answered(fig.id)


def asked_about(play: UttasPlay) -> Swing:
    """The strike that somebody is asked about."""
    assault = _assault(play)
    # A counterattack answers the swing that was asked about, which is the one before the next.
    return assault.swings[assault.swing - 1 if assault.stage == "counter" else assault.swing]


def _check_block(play: UttasPlay, body: React, fig: Figure, swing: Swing) -> None:
    if not fig.free_arms() and not fig.free_arms(extra=True):
        raise AgainstTheRules("no_free_arm", "A Block takes an arm neither disabled, held nor bound.", rule="G-08")
    blow = swing.attack.kind in {"melee", "manoeuvre"}
    if not blow and not play.options.block_ranged and body.art is None:
        raise AgainstTheRules("out_of_reach", "Only blows are blocked, unless an art says otherwise.", rule="G-08")


def _take(play: UttasPlay, body: React, swing: Swing, reaction: Reaction, *, stamina: int = 0) -> None:
    """A Reaction is taken: an action, and no breath is caught (T-045, T-093)."""
    fact = ReactionTaken(
        actor=body.actor,
        target=swing.attacker,
        reaction=reaction.kind,
        art=body.art,
        stamina=stamina,
        rules=("T-045", "G-08"),
    )
    disturbed = {"breather": Breath(interrupted=True)} if play[body.actor].state.breather is not None else {}
    play.happened(fact, play.changed(body.actor, **disturbed))
    spend(play, body.actor)
    aim = next(aim for aim in swing.aims if body.actor in {aim.target, aim.struck})
    _answer_aim(play, body.actor, swing, reactions=(*aim.reactions, reaction))


def _answer_aim(play: UttasPlay, combatant: str, swing: Swing, **update: object) -> None:
    assault = _assault(play)
    aims = tuple(aim.model_copy(update=update) if combatant in {aim.target, aim.struck} else aim for aim in swing.aims)
    swings = tuple(
        one.model_copy(update={"aims": aims}) if one.attacker == swing.attacker else one for one in assault.swings
    )
    put(play, assault.model_copy(update={"swings": swings}))


def _step_aside(play: UttasPlay, body: React, fig: Figure, swing: Swing) -> None:
    path = legs_of(body)
    for leg in path:
        fig.check_mode(leg.mode)
    legs = measured(play, fig.id, path)
    allowed = allowance(fig.speed(path[0].mode))
    limit = allowed.half if play.options.reactive_move == "half" else allowed.quarter
    metres = one_leg(legs, limit=limit, rule="G-08")
    check_leads(play, fig.id, path)
    steps = steps_of(play, fig.id, path, legs)
    cost = move_cost(fig, {path[0].mode: metres})
    check_stamina(fig, cost)
    to = next((step.to for step in reversed(steps) if step.to is not None), fig.fighter.pos)
    _take(play, body, swing, Reaction(by=fig.id, kind="move", moved=metres > 0), stamina=cost)
    fact = CombatantMoved(
        combatant=fig.id, by=body.type, modes=(path[0].mode,), metres=metres, to=to, stamina=cost, rules=("G-08",)
    )
    pay_stamina(play, fig.id, cost, fact, fields={"pos": to})
    chase = play.encounter.scene.chase
    if chase is not None:
        gap = chase.gap_m + metres if fig.id == chase.target else max(0, chase.gap_m - metres)
        play.put_scene(chase=chase.model_copy(update={"gap_m": gap}))
    if path[0].mode == "warp":
        remove_entangle(play, fig.id)
    falls_by_paying(play, fig.id)


def _strike_back(play: UttasPlay, body: React, fig: Figure, swing: Swing) -> None:
    """Stamina, roll and damage at once, without windows (T-046, T-049, step 11)."""
    attack: Attack = counter_for(play, fig, swing.attacker, named=body.counterattack)
    cost, _lock = strike_cost(fig, attack)
    _take(play, body, swing, Reaction(by=fig.id, kind="counterattack"))
    fighter = play[fig.id].state
    lock = kept(fighter, attack.id, cost) if attack.maintained and attack.kind == "power" else {}
    pay_stamina(play, fig.id, cost, fields=lock)
    counterstrike(play, Swing(attacker=fig.id, purpose="attack", attack=attack, cost=cost), swing.attacker)
    falls_by_paying(play, fig.id)
    if not play.answered(fig.id) and figure(play, swing.attacker).fallen:
        play.close_window()


# -- the other answers -------------------------------------------------------------------------------------------------


def pass_reaction(play: UttasPlay, body: PassReaction) -> None:
    """Let it be."""
    play.answered(body.actor)


def follow(play: UttasPlay, body: Follow) -> None:
    """Go after a target who stepped aside, with what is left of the free move (step 5).

    Raises:
        AgainstTheRules: `insufficient_movement`, and those of a path.
    """
    fig = figure(play, body.actor)
    check_capable(fig)
    check_grip(fig, "either")
    walk(play, fig, body, "follow")
    play.answered(body.actor)


def intercept(play: UttasPlay, body: Intercept) -> None:
    """Take the hit: one more action, and nothing helps but Armor and Defense (T-060, G-13).

    Raises:
        AgainstTheRules: `no_window`, `no_actions`, `grappled`, `out_of_reach`, `attack_not_perceived`,
            `waiting_on_ready`.
    """
    check_capable(figure(play, body.actor))
    assault = _assault(play)
    swing = assault.swings[assault.swing]
    aim = swing.aims[0]
    if body.for_ is not None and play.known(body.for_).id != aim.target:
        raise play.refusal("no_window", "Somebody else is about to be hit.")
    check_intercept(play, body.actor, swing, aim)
    play.happened(HitIntercepted(actor=body.actor, target=aim.target, rules=("T-060", "G-13")))
    spend(play, body.actor)
    aims = (aim.model_copy(update={"interceptor": body.actor}),)
    swings = tuple(
        one.model_copy(update={"aims": aims}) if place == assault.swing else one
        for place, one in enumerate(assault.swings)
    )
    put(play, assault.model_copy(update={"swings": swings}))
    if not play.answered(body.actor):
        play.close_window()


def surrender(play: UttasPlay, body: Surrender) -> None:
    """Give up, at once and for nothing; in answer to an attack its attacker is asked what then (T-058, G-23)."""
    fig = figure(play, body.actor)
    check_capable(fig)
    own_turn = play.encounter.active == body.actor
    play.put(body.actor, gave_up=own_turn)
    play.add_condition(body.actor, "surrendered")
    if play.encounter.pending is not None:
        _answer_aim(play, body.actor, asked_about(play), surrendered=True)
        play.answered(body.actor)


def resolve_surrender(play: UttasPlay, body: ResolveSurrender) -> None:
    """Stop the attack: the action is gone, the Stamina kept; or finish it (T-059, step 6)."""
    check_capable(figure(play, body.actor))
    assault = _assault(play)
    fact = SurrenderResolved(actor=body.actor, choice=body.choice, rules=("T-059",))
    play.happened(fact)
    if body.choice == "stop":
        swing = assault.swings[assault.swing]
        aims = tuple(aim.model_copy(update={"failed": True}) for aim in swing.aims)
        stopped = swing.model_copy(update={"aims": aims, "stage": "settled", "stopped": True})
        swings = tuple(stopped if place == assault.swing else one for place, one in enumerate(assault.swings))
        put(play, assault.model_copy(update={"swings": swings}))
    play.answered(body.actor)


def throw(play: UttasPlay, body: Throw) -> None:
    """The attacker throws with their own hand."""
    assault = _assault(play)
    swings = tuple(
        one.model_copy(update={"may_throw": True}) if one.attacker == body.actor else one for one in assault.swings
    )
    put(play, assault.model_copy(update={"swings": swings}))
    play.answered(body.actor)


# -- why somebody isn't asked ------------------------------------------------------------------------------------------


def why_not_asked(play: UttasPlay, command: object) -> Refusal | None:
    """The rules' own reason for somebody who answers a strike and isn't asked (section 4)."""
    match command:
        case React() | Intercept() | PassReaction() | Follow() | Throw() | ResolveSurrender():
            fig = figure(play, command.actor)
            try:
                check_capable(fig)
            except AgainstTheRules as refusal:
                return refusal
        case _:
            return None
    if isinstance(command, ResolveSurrender):
        return AgainstTheRules("not_surrendering", "Nobody surrenders to an attack of this combatant.", rule="T-059")
    strike = play.encounter.scene.strike
    for swing in strike.swings if strike is not None else ():
        if not play.sight.sees(swing.attacker):
            continue
        reason = None
        if isinstance(command, React):
            reason = _why_no_reaction(play, command, fig, swing)
        elif isinstance(command, Intercept):
            reason = _why_no_intercept(play, command, fig, swing)
        if reason is not None:
            return reason
    return play.refusal("no_window")


def _why_no_reaction(play: UttasPlay, react: React, fig: Figure, swing: Swing) -> AgainstTheRules | None:
    reacted = any(aim.reactions for aim in swing.aims)
    if fig.id == swing.attacker:
        return _to_reaction() if reacted else None
    aim = next((one for one in swing.aims if fig.id in {one.target, one.interceptor}), None)
    if aim is None:
        return None
    if not aim.perceived:
        return AgainstTheRules("attack_not_perceived", "This attack was not to be seen.", rule="T-047")
    try:
        check_not_waiting(fig)
        if aim.reacted(fig.id):
            raise AgainstTheRules("already_reacted", "Each strike allows one Reaction.", rule="T-061")
        if react.kind == "counterattack":
            counter_for(play, fig, swing.attacker, named=react.counterattack)
    except AgainstTheRules as refusal:
        return refusal
    return None


def _why_no_intercept(play: UttasPlay, body: Intercept, fig: Figure, swing: Swing) -> AgainstTheRules | None:
    if body.for_ == swing.attacker and any(aim.countered for aim in swing.aims):
        return _to_reaction()
    aim = next((one for one in swing.aims if body.for_ in {None, one.target} and one.hit), None)
    if aim is None or aim.interceptor is not None or swing.attack.area or fig.id in {aim.target, swing.attacker}:
        return None
    try:
        check_intercept(play, fig.id, swing, aim)
    except AgainstTheRules as refusal:
        return None if refusal.code == "no_window" else refusal
    return None


def _to_reaction() -> AgainstTheRules:
    return AgainstTheRules("reaction_to_reaction", "A Reaction can't be answered.", rule="T-046")
