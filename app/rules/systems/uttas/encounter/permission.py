"""What everybody who acts is asked first, in the order of the rules page (section 4)."""

from typing import Literal

from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.state import UttasPlay

Grip = Literal["either", "held", "free"]
"""Whom a hold keeps from it: both sides, the held one, or nobody."""


def check_capable(fig: Figure, *, surrendered: bool = False) -> None:
    """Refuse the dead, the unconscious and, unless they may, those who have surrendered.

    Raises:
        AgainstTheRules: `dead`, `unconscious`, `surrendered`.
    """
    if fig.has("dead"):
        raise AgainstTheRules("dead", "The dead do nothing.", rule="T-118")
    if fig.has("unconscious"):
        raise AgainstTheRules("unconscious", "The unconscious do nothing until there is Stamina again.", rule="T-144")
    if not surrendered and fig.has("surrendered"):
        raise AgainstTheRules("surrendered", "Who has surrendered does nothing but rise.", rule="G-23")


def check_own_turn(
    play: UttasPlay,
    actor: str,
    *,
    surrendered: bool = False,
    after_action: bool = False,
    costless: bool = False,
    lost_turn: bool = False,
    stunned: bool = False,
    grip: Grip = "held",
) -> Figure:
    """Refuse whoever may not do this in their own turn now; then the strike before it is current no more.

    Args:
        play: the command under way.
        actor: who acts.
        surrendered: those who have surrendered may.
        after_action: it may follow the turn's action.
        costless: it is no action of any kind, so that the Staggered may.
        lost_turn: a lost turn allows it.
        stunned: the Stunned may, before they recover.
        grip: whom a hold keeps from it.

    Raises:
        AgainstTheRules: `dead`, `unconscious`, `surrendered`, `not_your_turn`, `turn_over`, `no_actions`,
            `must_recover_stun`, `grappled`, in this order.
    """
    fig = figure(play, actor)
    check_capable(fig, surrendered=surrendered)
    play.check_turn(actor)
    fighter = fig.fighter
    if not after_action:
        check_turn_goes_on(fig)
    lost = fighter.lost_turn and not lost_turn
    if not costless and (lost or (fighter.pool.actions < 1 and not fighter.lost_turn)):
        check_actions(fig)
    if fig.has("stunned") and not stunned:
        raise AgainstTheRules("must_recover_stun", "The Stunned spend their action on recovering first.", rule="T-142")
    check_grip(fig, grip)
    forget_strike(play)
    return fig


def check_turn_goes_on(fig: Figure) -> None:
    """Refuse whoever has taken the action of the turn that is on, their own.

    Raises:
        AgainstTheRules: `turn_over`.
    """
    if fig.fighter.action_used:
        raise AgainstTheRules(
            "turn_over", "The action is done: only words and the end of the turn are left.", rule="T-023", turn="over"
        )


def check_actions(fig: Figure) -> None:
    """Refuse the Staggered, and those whose turn is lost.

    Raises:
        AgainstTheRules: `no_actions`.
    """
    pool = fig.fighter.pool
    if pool.actions < 1 or fig.fighter.lost_turn:
        word = "This turn is lost" if fig.fighter.lost_turn else "No actions are left"
        raise AgainstTheRules(
            "no_actions",
            f"{word}: {pool.actions} of {pool.speed} actions.",
            rule="T-026" if fig.fighter.lost_turn else "T-029",
            actions=pool.actions,
            speed=pool.speed,
        )


def check_grip(fig: Figure, grip: Grip) -> None:
    """Refuse those whom a hold keeps from it.

    Raises:
        AgainstTheRules: `grappled`.
    """
    grapple = fig.fighter.grapple
    if grapple is None or grip == "free":
        return
    if grip == "either" or grapple.role == "held":
        held = grapple.role == "held"
        detail = "The held may only get free." if held and grip == "held" else "Nobody moves in a hold."
        raise AgainstTheRules("grappled", detail, rule="T-131" if held else "T-130", role=grapple.role)


def forget_strike(play: UttasPlay) -> None:
    """A new command of an own turn: nobody is told any more why they couldn't answer the strike before."""
    scene = play.encounter.scene
    if scene.strike is not None and not scene.deeds:
        play.put_scene(strike=None)
