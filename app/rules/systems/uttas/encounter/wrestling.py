"""Holds and bonds on the own turn: out of them, round, loose, and apart."""

from collections.abc import Sequence
from typing import NamedTuple

from app.rules.encounter.facts import Thrown
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.derived import characteristic_dice, movement
from app.rules.systems.uttas.encounter.arming import check_holdable
from app.rules.systems.uttas.encounter.attack_facts import EntanglePulled, HoldTurned, StruggleRolled
from app.rules.systems.uttas.encounter.board import legs_of, measured, steps_of
from app.rules.systems.uttas.encounter.bodies import BreakEntangle, Escape, PathLeg, Release, TakeControl
from app.rules.systems.uttas.encounter.consequences import (
    act,
    break_hold,
    check_stamina,
    falls_by_paying,
    pay_stamina,
    remove_entangle,
)
from app.rules.systems.uttas.encounter.deeds import push
from app.rules.systems.uttas.encounter.facts import CombatantMoved
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.permission import check_actions, check_own_turn
from app.rules.systems.uttas.encounter.results import Opposed, Succeeded
from app.rules.systems.uttas.encounter.rolls import dropping
from app.rules.systems.uttas.encounter.skills import dice_of_skill, tell_skill, throw_skill
from app.rules.systems.uttas.encounter.state import Aftermath, Grapple, UttasPlay
from app.rules.systems.uttas.encounter.walking import move_cost
from app.rules.systems.uttas.holds import check_power, entangle_left, slips_free, struggle
from app.rules.systems.uttas.movement import Leg, Mode, check_path
from app.rules.systems.uttas.outcomes import SIDES

CONTORTIONIST = "contortionist"


def _hold(fig: Figure) -> Grapple:
    grapple = fig.fighter.grapple
    if grapple is None or grapple.role != "held":
        raise AgainstTheRules("not_grappled", "There is no hold to leave.", rule="T-131")
    return grapple


def escape(play: UttasPlay, body: Escape) -> None:
    """Out of a hold, by Strength, Contortionist or Warp (T-131, T-134, G-18).

    Raises:
        AgainstTheRules: `not_grappled`, `power_limited`, `unknown_skill`, `insufficient_stamina`, and those of a path.
    """
    warps = body.method == "warp"
    fig = check_own_turn(play, body.actor, grip="free", costless=warps)
    grapple = _hold(fig)
    if warps:
        _warp_out(play, body, fig)
        return
    if _wrestle(play, fig, grapple.with_, by=body.method):
        break_hold(play, fig.id)
    falls_by_paying(play, fig.id)
    push(play, Aftermath(actor=fig.id, type=body.type))


def _wrestle(play: UttasPlay, fig: Figure, holder: str, *, by: str) -> bool:
    """Dice against dice, strictly higher wins; whoever uses Strength pays for it (G-18)."""
    strong = by == "strength"
    count = fig.strength_dice if strong else dice_of_skill(fig, CONTORTIONIST)
    cost = count if strong else 0
    check_stamina(fig, cost)
    act(play, fig.id)
    if strong:
        mine: tuple[Thrown, ...] = tuple([play.throw(fig.id, count, SIDES, "strength")] if count else [])
        active = sum(one.total for one in mine)
    else:
        thrown = throw_skill(play, fig, count)
        mine, active = thrown.dice, thrown.total or 0
    other = figure(play, holder)
    theirs = [play.throw(holder, other.strength_dice, SIDES, "strength")] if other.strength_dice else []
    came = struggle([active], [face for one in theirs for face in one.faces])
    fact = StruggleRolled(
        actor=fig.id,
        target=holder,
        dice=(*mine, *theirs),
        active_total=came.active_total,
        passive_total=came.passive_total,
        stamina=cost,
        success=came.success,
        rules=("T-131", "G-18"),
    )
    pay_stamina(play, fig.id, cost, fact)
    passive = came.passive_total if play.sight.sees(holder) else None
    play.answer(fig.id, Opposed(active_total=came.active_total, passive_total=passive, success=came.success))
    return came.success


class Warped(NamedTuple):
    """A way out of a hold by Warp."""

    path: list[PathLeg]
    legs: list[Leg]
    metres: dict[Mode, int]
    action: bool
    """Whether it takes one: it is farther than the free move allows."""
    cost: int
    """In Stamina."""


def warped(play: UttasPlay, body: Escape, fig: Figure) -> Warped:
    """The way that a body says, and what it takes (T-134).

    Raises:
        AgainstTheRules: `insufficient_movement`, and those of a path.
    """
    path = legs_of(body, "warp")
    legs = measured(play, fig.id, path)
    if any(leg.mode != "warp" for leg in legs):
        raise AgainstTheRules("insufficient_movement", "Only Warp leaves a hold.", rule="T-134")
    try:
        metres, action = check_path(legs, speeds=fig.speeds(), effort="free", moved=fig.fighter.moved), False
    except AgainstTheRules:
        metres, action = check_path(legs, speeds=fig.speeds(), effort="full", moved=fig.fighter.moved), True
    return Warped(path, legs, metres, action, move_cost(fig, metres) if action else 0)


def _warp_out(play: UttasPlay, body: Escape, fig: Figure) -> None:
    check_power(movement(fig.sheet, "warp").limitations, held_kinds=fig.gripped_kinds())
    path, legs, metres, action, cost = warped(play, body, fig)
    fig.check_wings("warp")
    steps = steps_of(play, fig.id, path, legs)
    if fig.fighter.lost_turn or action:
        check_actions(fig)
    check_stamina(fig, cost)
    if action:
        act(play, fig.id)
    pay_stamina(play, fig.id, cost)
    break_hold(play, fig.id)
    last = steps[-1].to if steps else None
    play.happened(
        CombatantMoved(
            combatant=fig.id,
            by=body.type,
            modes=("warp",),
            metres=sum(leg.m for leg in legs),
            to=last or fig.fighter.pos,
            stamina=cost,
            rules=("T-134",),
        ),
        play.changed(fig.id, pos=last or fig.fighter.pos, moved=dict(metres)),
    )
    remove_entangle(play, fig.id)
    falls_by_paying(play, fig.id)
    if action:
        push(play, Aftermath(actor=fig.id, type=body.type))


def take_control(play: UttasPlay, body: TakeControl) -> None:
    """Turn a hold round: the held one holds, limbs named anew (T-131, G-18).

    Raises:
        AgainstTheRules: `not_grappled`, `too_many_limbs`, `insufficient_stamina`.
    """
    fig = check_own_turn(play, body.actor, grip="free")
    holder = _hold(fig).with_
    limbs = tuple(body.limbs)
    check_holdable(play, holder, limbs, by=fig, turned=True)
    if _wrestle(play, fig, holder, by="strength"):
        turn_hold(play, fig.id, holder, limbs)
    falls_by_paying(play, fig.id)
    push(play, Aftermath(actor=fig.id, type=body.type))


def turn_hold(play: UttasPlay, winner: str, loser: str, limbs: Sequence[str]) -> None:
    """The roles of a hold are swapped."""
    kept, _dropped = dropping(play[loser].state, tuple(limbs))
    fighters = {
        **play.changed(winner, grapple=Grapple(role="holder", with_=loser, limbs=tuple(limbs))),
        **play.changed(loser, grapple=Grapple(role="held", with_=winner, limbs=tuple(limbs)), limbs=kept),
    }
    fact = HoldTurned(holder=winner, held=loser, limbs=tuple(limbs), rules=("T-131", "G-18"))
    play.happened(fact, fighters)


def release(play: UttasPlay, body: Release) -> None:
    """Let go: both are free, for nothing (G-18).

    Raises:
        AgainstTheRules: `not_grappled`.
    """
    fig = check_own_turn(play, body.actor, surrendered=True, costless=True, stunned=True)
    if not fig.holds_somebody:
        raise AgainstTheRules("not_grappled", "Nobody is held.", rule="G-18")
    break_hold(play, fig.id)


def break_entangle(play: UttasPlay, body: BreakEntangle, *, readied: bool = False) -> None:
    """Pull at what binds by Strength, or slip out by a roll above its Health (T-153, G-19).

    Raises:
        AgainstTheRules: `not_entangled`, `unknown_skill`, `insufficient_stamina`.
    """
    fig = figure(play, body.actor) if readied else check_own_turn(play, body.actor)
    bonds = fig.fighter.entangle
    if bonds is None:
        raise AgainstTheRules("not_entangled", "There is no Entangle to break.", rule="G-19")
    if body.method == "strength":
        _pull(play, fig, bonds.health, readied=readied)
    else:
        by_skill = body.method == CONTORTIONIST
        count = (
            dice_of_skill(fig, CONTORTIONIST) if by_skill else characteristic_dice(fig.sheet, "dexterity", play.options)
        )
        if not readied:
            act(play, fig.id)
        fig = figure(play, fig.id)
        own = throw_skill(play, fig, count)
        total = own.total or 0
        free = slips_free(total, entangle_health=bonds.health)
        tell_skill(play, fig, body.method, own, dc=bonds.health + 1, success=free, rules=("G-19",))
        left = 0 if free else bonds.health
        play.happened(EntanglePulled(combatant=fig.id, method=body.method, left=left, free=free, rules=("G-19",)))
        if free:
            remove_entangle(play, fig.id)
        play.answer(fig.id, Succeeded(total=total, success=free))
    falls_by_paying(play, fig.id)
    push(play, Aftermath(actor=fig.id, type=body.type))


def _pull(play: UttasPlay, fig: Figure, health: int, *, readied: bool) -> None:
    dice = fig.strength_dice
    check_stamina(fig, dice)
    if not readied:
        act(play, fig.id)
    left = entangle_left(health, strength_dice=dice)
    bonds = play[fig.id].state.entangle
    after = bonds.model_copy(update={"health": left}) if bonds is not None and left else bonds
    fact = EntanglePulled(combatant=fig.id, method="strength", left=left, free=left == 0, rules=("T-153", "G-19"))
    pay_stamina(play, fig.id, dice, fact, fields={"entangle": after})
    if not left:
        remove_entangle(play, fig.id)
