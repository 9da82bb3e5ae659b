"""Who could answer a strike, and why somebody can't (T-045 to T-061, G-07, G-13)."""

from app.rules.errors import Refusal
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.arms import Attack
from app.rules.systems.uttas.encounter.arming import (
    arm_for,
    bands_out,
    check_in_hold,
    in_reach,
    known_attack,
    prepared,
    strike_cost,
)
from app.rules.systems.uttas.encounter.board import near
from app.rules.systems.uttas.encounter.consequences import check_stamina
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.readied import Violent, body_of
from app.rules.systems.uttas.encounter.state import Aim, Swing, Trigger, UttasPlay
from app.rules.systems.uttas.movement import MODES, Leg, Mode, check_path
from app.rules.systems.uttas.ranges import HOPELESS, METRES_PER_SPACE


def may_be_asked(play: UttasPlay, aim: Aim) -> bool:
    """Whether a target gets to react, or at least to surrender, which is free (step 4)."""
    return aim.perceived and not figure(play, aim.target).helpless


def can_follow(play: UttasPlay, attacker: str) -> bool:
    """Whether the attacker has some of the own turn's free move left (step 5)."""
    fig = figure(play, attacker)
    if play.encounter.active != attacker or play.encounter.scene.chase is not None or fig.fighter.lost_turn:
        return False
    return any(fig.can_move(mode) and _has_left(fig, mode) for mode in MODES)


def _has_left(fig: Figure, mode: Mode) -> bool:
    try:
        check_path([Leg(mode=mode, m=METRES_PER_SPACE)], speeds=fig.speeds(), effort="free", moved=fig.fighter.moved)
    except AgainstTheRules:
        return False
    return True


def can_intercept(play: UttasPlay, combatant: str, swing: Swing, aim: Aim) -> bool:
    """Whether somebody could take this hit (T-060, G-13)."""
    if combatant in {swing.attacker, aim.target}:
        return False
    try:
        check_intercept(play, combatant, swing, aim)
    except AgainstTheRules:
        return False
    return True


def check_intercept(play: UttasPlay, combatant: str, swing: Swing, aim: Aim) -> None:
    """Refuse somebody who can't take this hit.

    Raises:
        AgainstTheRules: `no_window` on the attacker's side or helpless, `no_actions`, `grappled`, `out_of_reach`,
            `attack_not_perceived`, `waiting_on_ready`.
    """
    fig = figure(play, combatant)
    if fig.helpless or fig.fighter.fled or fig.combatant.side == play[swing.attacker].side:
        raise AgainstTheRules("no_window", "Nobody of the attacker's side intercepts.", rule="G-13")
    if fig.fighter.pool.actions < 1:
        raise AgainstTheRules("no_actions", "No actions are left to intercept with.", rule="T-060", actions=0)
    if fig.fighter.grapple is not None:
        raise AgainstTheRules("grappled", "Nobody in a hold intercepts.", rule="G-13")
    if not near(play, combatant, aim.target, play.options.intercept_reach_m):
        raise AgainstTheRules(
            "out_of_reach",
            f"Whoever takes a hit stands within {play.options.intercept_reach_m} m of its target.",
            rule="G-13",
            reach_m=play.options.intercept_reach_m,
        )
    if not aim.perceived:
        raise AgainstTheRules("attack_not_perceived", "Nobody sees this attack come.", rule="T-047")
    check_not_waiting(fig)


def check_not_waiting(fig: Figure) -> None:
    """Refuse somebody who waits with something readied (T-057).

    Raises:
        AgainstTheRules: `waiting_on_ready`.
    """
    if fig.fighter.ready is not None:
        raise AgainstTheRules("waiting_on_ready", "Who waits with something readied can't react.", rule="T-057")


def can_counter(play: UttasPlay, combatant: str, swing: Swing, aim: Aim) -> bool:
    """Whether somebody could strike back (step 11)."""
    fig = figure(play, combatant)
    if fig.helpless or fig.fighter.pool.actions < 1 or not aim.perceived or figure(play, swing.attacker).fallen:
        return False
    if fig.has("stunned") and not play.options.stunned_can_react:
        return False
    if aim.reacted(combatant):
        return False
    try:
        check_not_waiting(fig)
        counter_for(play, fig, swing.attacker)
    except AgainstTheRules:
        return False
    return True


def counter_for(play: UttasPlay, fig: Figure, attacker: str, *, named: str | None = None) -> Attack:
    """The counterattack that somebody could use against an attacker (T-049, T-124).

    Raises:
        AgainstTheRules: `no_counterattack`, `limb_disabled`, `out_of_reach`, `insufficient_stamina`, and those of a
            hold; of several counterattacks the reason of the first.
    """
    known = [one for one in fig.sheet.counterattacks if named in {None, one.id}]
    if not known:
        raise AgainstTheRules("no_counterattack", "The sheet has no such counterattack.", rule="T-049")
    if "head" in fig.disabled_kinds():
        raise AgainstTheRules("limb_disabled", "With a disabled head nobody strikes back.", rule="T-124", limb="head")
    reasons: list[AgainstTheRules] = []
    for counter in known:
        attack = known_attack(fig, counter.attack)
        attack = attack.model_copy(update={"strength_dice": attack.strength_dice_used(fig.strength_dice)})
        try:
            _check_counter(play, fig, attack, attacker)
        except AgainstTheRules as refusal:
            reasons.append(refusal)
            continue
        return attack
    raise reasons[0]


def _check_counter(play: UttasPlay, fig: Figure, attack: Attack, attacker: str) -> None:
    arm_for(fig, attack)
    if "arms" in fig.bound:
        raise AgainstTheRules("limb_disabled", "Bound arms don't strike back.", rule="G-19")
    far = bands_out(play, fig.id, attacker) >= HOPELESS
    if far or not in_reach(play, fig.id, attacker, attack):
        raise AgainstTheRules("out_of_reach", "The attacker is out of reach of this.", rule="T-049")
    cost, lock = strike_cost(fig, attack)
    check_stamina(fig, cost, lock=lock)
    check_in_hold(fig, attack)


def can_set_off(play: UttasPlay, owner: str, *, on: str, by: str, type_: str | None = None) -> bool:
    """Whether somebody waits for this with something readied, and could do it (T-042, T-053 to T-056)."""
    fig = figure(play, owner)
    ready = fig.fighter.ready
    if ready is None or not isinstance(ready.trigger, Trigger):
        return False
    trigger = ready.trigger
    if (trigger.on, trigger.by) != (on, by) or (trigger.type not in {None, type_} and on == "action"):
        return False
    return could_act(play, fig)


def could_act(play: UttasPlay, fig: Figure) -> bool:
    """Whether what somebody has readied could be done now."""
    ready = fig.fighter.ready
    if ready is None or fig.helpless or fig.held or fig.fighter.pool.actions < 1 or fig.fighter.fled:
        return False
    body = body_of(ready.body, ready.type)
    if not isinstance(body, Violent) or (body.target is None and not getattr(body, "targets", None)):
        return True
    try:
        prepared(play, body)
    except Refusal:
        return False
    return True
