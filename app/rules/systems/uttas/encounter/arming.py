"""Whether somebody may attack as they say: reach, range, limbs, Stamina, holds, and what a strike will cost."""

from collections.abc import Sequence
from typing import assert_never

from app.rules.encounter.rules import Price
from app.rules.naming import unknown
from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.uttas.arms import Attack
from app.rules.systems.uttas.derived import attacks
from app.rules.systems.uttas.encounter.board import apart
from app.rules.systems.uttas.encounter.bodies import Attack as AttackBody
from app.rules.systems.uttas.encounter.bodies import Grapple as GrappleBody
from app.rules.systems.uttas.encounter.bodies import Trip as TripBody
from app.rules.systems.uttas.encounter.consequences import check_stamina
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.state import Assault, LimbState, Purpose, Swing, UttasPlay
from app.rules.systems.uttas.holds import check_limbs, check_power, check_weapon
from app.rules.systems.uttas.ranges import modifier_at

Body = AttackBody | TripBody | GrappleBody
BY_HAND = {"melee", "thrown", "mechanical", "manoeuvre"}
"""Kinds of attacks that take an arm."""


def prepared(play: UttasPlay, body: Body, *, actions: int | None = None) -> Assault:
    """The attack that a body declares, all of it checked (step 1 of section 4).

    Args:
        play: the command under way.
        body: an attack, a trip or a grapple.
        actions: how many the attacker may spend on it; None: all that are left.

    Raises:
        AgainstTheRules: the codes of the command, in the order of the rules page.
        OutOfRange: `target_needed`, `unknown_attack`, `unknown_limb`.
        UnknownCombatant: a target nobody knows of.
    """
    fig = figure(play, body.actor)
    match body:
        case AttackBody():
            return _attack(play, body, fig, fig.fighter.pool.actions if actions is None else actions)
        case TripBody():
            return _manoeuvre(play, body, fig, Attack(id="trip", kind="manoeuvre"), limbs=())
        case GrappleBody():
            return _manoeuvre(play, body, fig, Attack(id="grapple", kind="manoeuvre"), limbs=tuple(body.limbs))
        case never:
            assert_never(never)


def _attack(play: UttasPlay, body: AttackBody, fig: Figure, actions: int) -> Assault:
    attack = known_attack(fig, body.attack)
    if body.strength_dice is not None:
        most = attack.strength_dice_used(fig.strength_dice)
        attack = attack.model_copy(update={"strength_dice": min(most, body.strength_dice)})
    else:
        attack = attack.model_copy(update={"strength_dice": attack.strength_dice_used(fig.strength_dice)})
    targets = _targets(play, body.actor, [body.target] if body.target is not None else body.targets or [])
    if attack.area:
        named = [tuple(targets)]
        strikes = 1
    else:
        strikes = body.strikes or len(targets)
        named = [(one,) for one in (targets * strikes if len(targets) == 1 else targets)]
    for target in targets:
        check_reach(play, body.actor, target, attack)
    arm_for(fig, attack, hand=body.hand)
    cost, lock = strike_cost(fig, attack)
    check_stamina(fig, cost, lock=lock)
    check_in_hold(fig, attack)
    if strikes > min(attack.max_strikes, actions) or len(named) != strikes or (attack.area and (body.strikes or 1) > 1):
        raise AgainstTheRules(
            "too_many_strikes",
            f"{max(strikes, len(named))} strikes, of at most {attack.max_strikes}, with {actions} actions left.",
            rule="T-033",
            strikes=max(strikes, len(named)),
            max_strikes=attack.max_strikes,
            actions=actions,
        )
    if "arms" in fig.bound:
        raise AgainstTheRules("arms_bound", "Bound arms don't attack: break the Entangle first.", rule="G-19")
    if body.limb is not None:
        for target in targets:
            check_limb(play, target, body.limb)
    plan = Swing(attacker=body.actor, purpose="attack", attack=attack, cost=cost, limb=body.limb, throw=body.throw)
    return Assault(attacker=body.actor, type=body.type, plan=plan, targets=tuple(named), strikes=strikes)


def _manoeuvre(
    play: UttasPlay, body: TripBody | GrappleBody, fig: Figure, attack: Attack, *, limbs: tuple[str, ...]
) -> Assault:
    (target,) = _targets(play, body.actor, [body.target] if body.target is not None else [])
    if not fig.free_arms() and not fig.free_arms(extra=True):
        raise AgainstTheRules("no_free_arm", "This takes an arm that is neither disabled, held nor bound.", rule="G-18")
    if limbs:
        check_holdable(play, target, limbs, by=fig)
        if fig.fighter.grapple is not None or play[target].state.grapple is not None:
            raise AgainstTheRules("already_grappling", "One hold at a time, on either side.", rule="G-18")
    check_reach(play, body.actor, target, attack)
    cost = fig.strength_dice
    check_stamina(fig, cost)
    attack = attack.model_copy(update={"strength_dice": cost})
    purpose: Purpose = "grapple" if limbs else "trip"
    plan = Swing(attacker=body.actor, purpose=purpose, attack=attack, cost=cost, limbs=limbs, throw=body.throw)
    return Assault(attacker=body.actor, type=body.type, plan=plan, targets=((target,),))


def known_attack(fig: Figure, name: str) -> Attack:
    """An attack of the sheet's.

    Raises:
        OutOfRange: `unknown_attack`.
    """
    found = fig.attack(name)
    if found is None:
        known = [*(one.id for one in attacks(fig.sheet)), *(one.id for one in fig.sheet.manoeuvres)]
        raise unknown("unknown_attack", "attack", name, known, rule="T-032")
    return found


def _targets(play: UttasPlay, actor: str, named: Sequence[str]) -> list[str]:
    if not named:
        raise OutOfRange("target_needed", "Say at whom: `target`, or `targets`.", rule="T-032")
    targets = [play.known(one).id for one in named]
    if actor in targets:
        raise AgainstTheRules("own_target", "Nobody attacks themselves.", rule="T-032")
    return targets


def check_limb(play: UttasPlay, target: str, limb: str) -> None:
    """Refuse a limb that the target hasn't.

    Raises:
        OutOfRange: `unknown_limb`.
    """
    if figure(play, target).limb(limb) is None:
        raise OutOfRange("unknown_limb", "The target has no such limb, such as `left_arm` or `head`.", rule="T-119")


def check_holdable(play: UttasPlay, target: str, limbs: Sequence[str], *, by: Figure, turned: bool = False) -> None:
    """Refuse more limbs than the free arms hold, and limbs that aren't there (T-128, T-135, G-18).

    Raises:
        AgainstTheRules: `too_many_limbs`.
        OutOfRange: `unknown_limb`.
    """
    arms, extra = (len(by.free_arms(extra=more, without_hold=turned)) for more in (False, True))
    check_limbs(limbs, free_arms=arms, extra_arms=extra)
    for limb in limbs:
        check_limb(play, target, limb)
    if len(set(limbs)) < len(limbs):
        raise OutOfRange("unknown_limb", "The same limb is named twice.", rule="T-128")


def in_reach(play: UttasPlay, attacker: str, target: str, attack: Attack) -> bool:
    """Whether an attack carries so far (T-032)."""
    metres = apart(play, attacker, target)
    if play[target].state.fled:
        return False
    return metres is None or attack.reach_m is None or metres <= attack.reach_m


def check_reach(play: UttasPlay, attacker: str, target: str, attack: Attack) -> None:
    """Refuse a target that the attack doesn't carry to (T-032).

    Raises:
        AgainstTheRules: `out_of_reach` of a blow, `out_of_range` of anything else.
    """
    if in_reach(play, attacker, target, attack):
        return
    metres = apart(play, attacker, target)
    blow = attack.kind in {"melee", "manoeuvre"}
    raise AgainstTheRules(
        "out_of_reach" if blow else "out_of_range",
        f"The target is {metres} m away and this carries {attack.reach_m} m.",
        rule="T-032",
        distance_m=metres,
        reach_m=attack.reach_m,
    )


def bands_out(play: UttasPlay, attacker: str, target: str) -> int:
    """Range bands past the attacker's reach (T-110 to T-116)."""
    metres = apart(play, attacker, target)
    extension: int = play.sheet(attacker).range_extension
    return 0 if metres is None else modifier_at(metres, extension=extension).bands_out


def arm_for(fig: Figure, attack: Attack, *, hand: str | None = None) -> LimbState | None:
    """The arm that an attack takes: the one named, the one that holds the weapon, else a free one; None: it takes none.

    Raises:
        AgainstTheRules: `limb_disabled`.
        OutOfRange: `unknown_limb`.
    """
    if attack.triggered and "head" in fig.disabled_kinds():
        raise AgainstTheRules("limb_disabled", "A disabled head triggers nothing.", rule="T-124", limb="head")
    if hand is not None and (named := fig.limb(hand)) is None:
        raise OutOfRange("unknown_limb", "The attacker has no such arm.", rule="T-120")
    if hand is not None and named is not None and named.id in fig.disabled:
        raise _arm_out(named.id)
    if attack.kind not in BY_HAND or attack.hands == 0:
        return None
    usable = [limb for limb in fig.fighter.limbs if limb.kind in {"arm", "extra"} and limb.id not in fig.disabled]
    holder = next((limb for limb in fig.fighter.limbs if limb.holds == attack.id), None)
    if holder is None and any(limb.holds == attack.id for limb in fig.sheet.limbs):
        raise AgainstTheRules("limb_disabled", f"{attack.id} is in no hand: draw it first.", rule="T-120", limb=None)
    if len(usable) < attack.hands:
        raise _arm_out(None)
    return holder or (fig.limb(hand) if hand is not None else usable[0])


def _arm_out(limb: str | None) -> AgainstTheRules:
    name = "Too many arms are" if limb is None else f"{limb.replace('_', ' ')} is"
    return AgainstTheRules("limb_disabled", f"{name} out of use.", rule="T-120", limb=limb)


def strike_cost(fig: Figure, attack: Attack) -> tuple[int, int]:
    """Stamina of one strike, and how much of it is locked from then on (T-067 to T-074)."""
    cost = attack.stamina_cost(fig.strength_dice)
    kept_up = any(one.id == attack.id for one in fig.fighter.kept_up)
    return cost, cost if attack.maintained and attack.kind == "power" and not kept_up else 0


def check_in_hold(fig: Figure, attack: Attack) -> None:
    """Refuse what a hold doesn't let one use (T-121, T-125, T-132, T-133).

    Raises:
        AgainstTheRules: `weapon_not_allowed_in_grapple`, `power_limited`.
    """
    if fig.fighter.grapple is not None and attack.kind != "power":
        check_weapon(attack.weapon_class, martial=attack.kind == "manoeuvre", grab_addition=attack.grab_addition)
    check_power(attack.limitations, held_kinds=fig.gripped_kinds())


def price(play: UttasPlay, body: Body) -> Price:
    """What an attack takes: an action and Stamina for each strike, and the dice of each."""
    assault = prepared(play, body)
    swing = assault.plan
    return strike_price(swing.attack, strikes=assault.strikes, cost=swing.cost, harms=swing.purpose == "attack")


def strike_price(attack: Attack, *, strikes: int, cost: int, harms: bool = True) -> Price:
    """What so many strikes take, of so much Stamina each."""
    dice = attack.damage_dice(attack.strength_dice or 0)
    thrown = ["3d6"]
    if harms and dice and not attack.entangle_health:
        thrown.append(f"{dice}d6")
    return Price(costs={"actions": strikes, "stamina": strikes * cost}, dice=thrown * strikes)
