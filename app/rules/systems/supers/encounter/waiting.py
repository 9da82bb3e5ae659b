"""Waiting for one's moment: a lower place, or a standard kept for a trigger (R-40)."""

from app.rules.system import AgainstTheRules
from app.rules.systems.supers.encounter.acting import act
from app.rules.systems.supers.encounter.deed_bodies import Delay, Ready, Talk
from app.rules.systems.supers.encounter.deed_facts import ActionReadied, WordsSpoken
from app.rules.systems.supers.encounter.state import Readied, SupersPlay


def delay(play: SupersPlay, body: Delay) -> None:
    """Wait for a later place; the turn goes on there, and the place stays (R-40).

    Raises:
        AgainstTheRules: `nobody_later`.
    """
    act(play, body, "free", named=[body.after] if body.after else [])
    order = list(play.encounter.order)
    # Whoever comes later in hiding must not be known by it.
    later = [one for one in order[order.index(body.actor) + 1 :] if play.sight.sees(one)]
    after = body.after or (later[-1] if later else None)
    if after is None or after not in later:
        raise AgainstTheRules("nobody_later", "There is no such later place to wait for.", rule="R-40")
    order.remove(body.actor)
    order.insert(order.index(after) + 1, body.actor)
    play.delay_turn(order)


def ready(play: SupersPlay, body: Ready) -> None:
    """Keep a standard for somebody else's turn, until one's own next one (R-40).

    Raises:
        AgainstTheRules: `already_ready`.
    """
    paid = act(play, body, "standard")
    if play[body.actor].state.ready is not None:
        raise AgainstTheRules("already_ready", "Something is readied already.", rule="R-40")
    kept = Readied(trigger=body.trigger, action=body.action)
    fact = ActionReadied(combatant=body.actor, trigger=body.trigger, action=body.action, rules=("R-40",))
    play.happened(fact, play.changed(body.actor, **paid, ready=kept))


def talk(play: SupersPlay, body: Talk) -> None:
    """Say something, for nothing (S-047)."""
    paid = act(play, body, "free")
    fact = WordsSpoken(combatant=body.actor, text=body.text, rules=("S-047",))
    play.happened(fact, play.changed(body.actor, **paid))
