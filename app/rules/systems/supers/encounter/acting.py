"""Who may act now, and what it costs of the turn."""

from collections.abc import Iterable
from typing import Any, Final, Literal

from app.rules.encounter.commands import ActorCommand
from app.rules.encounter.refusals import FRAME_REFUSALS, MayNot
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.actions import Budget, taken
from app.rules.systems.supers.encounter.numbers import bears
from app.rules.systems.supers.encounter.state import SupersPlay

Cost = Literal["standard", "move", "free", "whole_turn"]
REACTION: Final = ("standard", "move")
"""What may be readied (R-40)."""


def refuse_dead(play: SupersPlay, actor: str) -> None:
    """The dead do nothing.

    Raises:
        AgainstTheRules: `dead`.
    """
    if play[actor].state.damage.level == "dead":
        raise AgainstTheRules("dead", f"{play.plain.name(actor)} is dead.", rule="S-073")


def refuse_controlled(play: SupersPlay, actor: str) -> None:
    """Whoever is controlled does what the game master says.

    Raises:
        AgainstTheRules: `controlled`.
    """
    if bears(play, actor, "controlled") and not play.viewer.is_gm:
        raise AgainstTheRules(
            "controlled", "Somebody else decides for this combatant: the game master acts for it.", rule="S-102"
        )


def refuse_stunned(play: SupersPlay, actor: str) -> None:
    """The stunned do nothing that is an action, even a free one.

    Raises:
        AgainstTheRules: `stunned`.
    """
    if bears(play, actor, "stunned"):
        raise AgainstTheRules("stunned", "The stunned take no actions, not even free ones.", rule="S-112")


def act(
    play: SupersPlay, body: ActorCommand, cost: Cost, *, named: Iterable[str] = (), mental: bool = False
) -> dict[str, Any]:
    """Check that somebody may act now, in the order of the rules page, and say what of their state it changes.

    Args:
        play: the command under way.
        body: whose `actor` acts.
        cost: what it takes of the turn.
        named: everybody else whom the command names.
        mental: the mind alone does it (R-14).

    Raises:
        UnknownCombatant: `not_found`.
        AgainstTheRules: `dead`, `not_your_turn`, `controlled`, `stunned`, `surprise_limit`, `no_standard_left`,
            `no_move_left`.
    """
    for name in named:
        play.known(name)
    actor = body.actor
    refuse_dead(play, actor)
    state = play[actor].state
    readied = state.ready is not None and cost in REACTION and play.encounter.active != actor
    if not readied:
        play.check_turn(actor)
    refuse_controlled(play, actor)
    if not (mental and mind_only(play, actor)):
        refuse_stunned(play, actor)
    if readied:
        return {"ready": None}
    return {"turn": state.turn.model_copy(update=spent(play, actor, cost))}


def spent(play: SupersPlay, actor: str, cost: Cost) -> dict[str, int]:
    """What is left of the turn's actions once this is paid (S-045, S-046)."""
    turn = play[actor].state.turn
    left = Budget(standard_left=turn.standard_left, move_left=turn.move_left)
    kinds = {"standard": ["standard"], "move": ["move"], "whole_turn": ["standard", "move"], "free": []}[cost]
    if cost == "whole_turn" and left.standard_left and not left.move_left:
        # A move could be paid with the standard, but here it has to be unspent.
        code, rule = ("surprise_limit", "S-057") if play.encounter.scene.surprise else ("no_move_left", "S-046")
        raise AgainstTheRules(code, "This takes the whole turn, standard and move.", rule=rule)
    for kind in kinds:
        left = taken(left, kind, surprise_round=play.encounter.scene.surprise)
    return {"standard_left": left.standard_left, "move_left": left.move_left}


def mind_only(play: SupersPlay, actor: str) -> bool:
    """Whether somebody is frozen in body alone, and this table lets the mind act (R-14)."""
    if not play.options.paralyzed_mental_actions:
        return False
    stunning = {one.key for one in play[actor].conditions} & STUNNING
    return stunning == {"paralyzed"}


STUNNING: Final = {
    "asleep", "debilitated", "dying", "entranced", "incapacitated", "paralyzed", "stunned", "surprised",
}  # fmt: skip
"""Conditions that stun, among what else they do."""


def refuse_circumstance(play: SupersPlay, circumstance: object) -> None:
    """Circumstances are the game master's to give.

    Raises:
        MayNot: `not_gm`.
    """
    if circumstance and not play.viewer.is_gm:
        raise MayNot("not_gm", f"{FRAME_REFUSALS['not_gm'][:-1]}: circumstances are theirs to give.")
