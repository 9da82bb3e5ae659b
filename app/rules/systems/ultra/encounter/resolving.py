"""Resolving: what is chosen for the hits of an open action, and the game master's word on the dearest Tricks."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Final

from app.rules.encounter.play import Play
from app.rules.encounter.state import Combatant
from app.rules.encounter.table import Table
from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.ultra import outcomes
from app.rules.systems.ultra.checks.action import RULES
from app.rules.systems.ultra.encounter import consequences
from app.rules.systems.ultra.encounter.action_facts import (
    ActionResolved,
    ActionRolled,
    TrickApproved,
    TrickRefused,
)
from app.rules.systems.ultra.encounter.bearers import clear
from app.rules.systems.ultra.encounter.bodies import ApproveTrick, RefuseTrick, ResolveAction
from app.rules.systems.ultra.encounter.hands import tricks_of
from app.rules.systems.ultra.encounter.state import Fighter, OpenAction, Scene, SceneFact, UltraPlay
from app.rules.systems.ultra.encounter.telling import stake_words
from app.rules.systems.ultra.options import UltraOptions
from app.rules.systems.ultra.outcomes import Choices, Menu, Resolution
from app.rules.systems.ultra.statuses import status_of
from app.rules.systems.ultra.tricks import Effect, Trick, TrickChoice, waits_for_game_master

RESOLUTION: Final = "resolution"
APPROVAL: Final = "approval"
NEED_TARGET: Final[frozenset[Effect]] = frozenset({"opening", "hinder", "afflict", "second_target", "remove_target"})
NEED_STATUS: Final[frozenset[Effect]] = frozenset({"afflict", "shake_off"})
NEED_TEXT: Final[frozenset[Effect]] = frozenset({"scene_detail", "declare_truth", "rewrite_scene"})


# -- what can be chosen ----------------------------------------------------------------------------------------------


def menu_of(actor: Combatant[Fighter], action: OpenAction, table: Table[Fighter, Scene]) -> Menu | None:
    """What can be chosen; None: nothing, and the action resolves by itself."""
    barred = action.follow_up or _stunned(actor)
    offered = [
        trick
        for trick in tricks_of(table.sheet(actor))
        if trick.key not in action.refused and not (barred and "full_follow_up" in trick.ops)
    ]
    return outcomes.menu(action.roll, tricks=offered, options=_options(table))


def _options(table: Table[Fighter, Scene]) -> UltraOptions:
    assert isinstance(table.options, UltraOptions)
    return table.options


def _stunned(actor: Combatant[Fighter]) -> bool:
    return any(status_of(one.key).no_follow_up for one in actor.conditions)


def figures(action: OpenAction) -> dict[str, Any]:
    """The numbers of an action, as all its events tell them."""
    roll = action.roll
    return {
        "dice_hits": action.dice_hits,
        "hits": action.hits,
        "difficulty": action.difficulty,
        "shortfall": roll.shortfall,
        "leftover": roll.leftover,
    }


# -- the action opens, or not ----------------------------------------------------------------------------------------


def open_or_resolve(
    play: UltraPlay,
    action: OpenAction,
    rolled: ActionRolled,
    fighters: Mapping[str, Fighter],
    facts: tuple[SceneFact, ...],
    *,
    used_up: Sequence[str],
) -> None:
    """Tell the roll; then its menu waits, or there is nothing to choose and it is resolved (section 8).

    Args:
        play: the command under way.
        action: as it lies.
        rolled: what is told of it while it is open.
        fighters: the state of those whose tokens, openings and actions the roll has used.
        facts: the scene's, with who has leant on them.
        used_up: Status Effects of the actor that go with this roll.
    """
    scene = play.encounter.scene.model_copy(update={"facts": facts})
    words = {one.id: stake_words(one) for one in action.complications}
    is_open = menu_of(play[action.actor], action, play.table) is not None
    if is_open:
        opened = scene.model_copy(update={"action": action})
        play.happened(rolled.model_copy(update={"words": words}), fighters, scene=opened)
        resolution = None
    else:
        resolution = outcomes.resolve(action.roll, Choices(), options=play.options)
        done = _told(play, action, resolution)
        rules = (*rolled.rules, *done.pop("rules"))
        play.happened(rolled.model_copy(update={**done, "rules": rules}), fighters, scene=scene)
    for key in used_up:
        clear(play, action.actor, key)
    if resolution is None:
        play.ask(RESOLUTION, [action.actor], ["ultra.resolve"], since=action.actor)
    else:
        consequences.follow(play, action, resolution, Choices())


def _told(play: UltraPlay, action: OpenAction, resolution: Resolution) -> dict[str, Any]:
    """What a resolved action tells besides its numbers."""
    words = {one.id: stake_words(one) for one in action.complications}
    words |= {trick.key: trick.name for trick in tricks_of(play.sheet(action.actor))}
    named = {one.id for one in resolution.occurred} | {one.key for one in resolution.tricks}
    disaster = resolution.result == "disaster"
    return {
        "status": "resolved",
        "result": resolution.result,
        "spent": resolution.spent,
        "unspent": resolution.unspent,
        "occurred": tuple(resolution.occurred),
        "tricks": tuple(resolution.tricks),
        "reward": (play.options.disaster_reward or None) if disaster else None,
        "words": {name: said for name, said in words.items() if name in named},
        "rules": (RULES[resolution.result], *(("U-20",) if resolution.tricks else ())),
    }


# -- the choices -----------------------------------------------------------------------------------------------------


def resolve_action(play: UltraPlay, body: ResolveAction) -> None:
    """`ultra.resolve`: all choices at once, all or nothing (U-09 to U-26, G-17)."""
    action, choices = _open(play), body.choices
    tricks = {trick.key: trick for trick in tricks_of(play.sheet(body.actor))}
    resolution = resolved(play, action, choices)
    chosen = [(tricks[one.key], one) for one in choices.tricks]
    for trick, choice in chosen:
        check_details(trick, choice)
    for trick, _ in chosen:
        if trick.key in action.refused:
            raise AgainstTheRules(
                "trick_refused",
                f"The game master has refused {trick.name} for this action: choose something else.",
                trick=trick.key,
                rule="G-21",
            )
    _rehearse(play, action, choices, resolution)
    if _stunned(play[body.actor]) and any("full_follow_up" in trick.ops for trick, _ in chosen):
        raise AgainstTheRules(
            "blocked", "Whoever is stunned buys no further action.", statuses=["stunned"], rule="G-22"
        )
    waiting = tuple(dict.fromkeys(trick.key for trick, choice in chosen if _waits(play, action, trick, choice)))
    play.answered(body.actor)
    if waiting:
        _tell(play, action.model_copy(update={"choices": choices, "waiting": waiting}), "waiting")
        play.ask(APPROVAL, [], ["ultra.approve", "ultra.refuse"], since=body.actor)
    else:
        _conclude(play, action, choices, resolution)


def check_details(trick: Trick, choice: TrickChoice) -> None:
    """Refuse a Trick that doesn't say what its effect needs (section 3a).

    Raises:
        OutOfRange: `trick_detail_required`.
    """
    needs = {
        "target": choice.target is None and not NEED_TARGET.isdisjoint(trick.ops),
        "status": choice.status is None and not NEED_STATUS.isdisjoint(trick.ops),
        "text": not (choice.text or "").strip() and not NEED_TEXT.isdisjoint(trick.ops),
    }
    missing = [name for name, needed in needs.items() if needed]
    if missing:
        raise OutOfRange(
            "trick_detail_required",
            f"{trick.name} needs to know more: say its {' and its '.join(f'`{name}`' for name in missing)}.",
            trick=trick.key,
            missing=missing,
            rule="U-20",
        )


def _open(play: UltraPlay) -> OpenAction:
    action = play.encounter.scene.action
    assert action is not None, "a window is open without its action"
    return action


def resolved(play: UltraPlay, action: OpenAction, choices: Choices) -> Resolution:
    """What the choices make of an open action; raises a `RuleRefusal` for what can't be chosen (U-09 to U-20)."""
    tricks = tricks_of(play.sheet(action.actor))
    return outcomes.resolve(action.roll, choices, tricks=tricks, options=play.options, follow_up=action.follow_up)


def _rehearse(play: UltraPlay, action: OpenAction, choices: Choices, resolution: Resolution) -> None:
    """Refuse what the consequences would refuse, before anything is told or the game master is asked."""
    numbers = count(1)
    aside: UltraPlay = Play(
        encounter=play.encounter,
        table=play.table,
        dice=play.dice,
        viewer=play.viewer,
        ids=lambda prefix: f"{prefix}:rehearsed:{next(numbers)}",
    )
    consequences.follow(aside, action, resolution, choices)


def _waits(play: UltraPlay, action: OpenAction, trick: Trick, choice: TrickChoice) -> bool:
    """Whether the game master must be asked (G-21)."""
    hit = [choice.target] if choice.target is not None else []
    if choice.target is None and "drive_home" in trick.ops:
        hit = list(action.targets)
    kinds = [play.sheet(one).kind for one in hit if play.encounter.find(one) is not None]
    named = "antagonist" if "antagonist" in kinds else None
    return waits_for_game_master(trick, target_kind=named, options=play.options)


def _conclude(play: UltraPlay, action: OpenAction, choices: Choices, resolution: Resolution) -> None:
    fact = ActionResolved(
        actor=action.actor, targets=action.targets, **figures(action), **_told(play, action, resolution)
    )
    play.happened(fact, scene=play.encounter.scene.model_copy(update={"action": None}))
    consequences.follow(play, action, resolution, choices)


def _tell(play: UltraPlay, action: OpenAction, status: str) -> None:
    fact = ActionResolved.model_validate(
        {"actor": action.actor, "targets": action.targets, "status": status, **figures(action)}
    )
    play.happened(fact, scene=play.encounter.scene.model_copy(update={"action": action}))


# -- the game master's word ------------------------------------------------------------------------------------------


def approve(play: UltraPlay, body: ApproveTrick) -> None:
    """`ultra.approve`: once no Trick waits any more, the whole resolve takes effect (G-21)."""
    action, trick = _waiting(play, body.trick)
    left = tuple(key for key in action.waiting if key != trick.key)
    choices = action.choices or Choices()
    resolution = resolved(play, action, choices)
    if not left:
        # The game master's hand may have changed since then what a Trick needs.
        _rehearse(play, action, choices, resolution)
    play.happened(TrickApproved(actor=action.actor, trick=trick.key, title=trick.name, rules=("G-21",)))
    if left:
        _tell(play, action.model_copy(update={"waiting": left}), "waiting")
        return
    play.close_window()
    _conclude(play, action, choices, resolution)


def refuse(play: UltraPlay, body: RefuseTrick) -> None:
    """`ultra.refuse`: the menu opens again with all hits, without that Trick (G-21)."""
    action, trick = _waiting(play, body.trick)
    play.happened(TrickRefused(actor=action.actor, trick=trick.key, title=trick.name, rules=("G-21",)))
    play.close_window()
    update = {"choices": None, "waiting": (), "refused": (*action.refused, trick.key)}
    _tell(play, action.model_copy(update=update), "open")
    play.ask(RESOLUTION, [action.actor], ["ultra.resolve"], since=action.actor)


def _waiting(play: UltraPlay, key: str) -> tuple[OpenAction, Trick]:
    action = _open(play)
    if key not in action.waiting:
        raise AgainstTheRules(
            "nothing_to_approve",
            "This Trick doesn't wait for the game master.",
            waiting=list(action.waiting),
            rule="G-21",
        )
    return action, next(trick for trick in tricks_of(play.sheet(action.actor)) if trick.key == key)
