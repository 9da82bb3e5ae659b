"""What an action leaves behind: complications that happen, its own effect, and then each Trick in its turn."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, assert_never

from app.rules.encounter.state import Combatant
from app.rules.system import AgainstTheRules
from app.rules.systems.ultra.complications import Complication
from app.rules.systems.ultra.encounter import facts as told
from app.rules.systems.ultra.encounter.bearers import check_present, clear, ease, held, hurt, strike
from app.rules.systems.ultra.encounter.effects import (
    Effect,
    FactEffect,
    InjuryEffect,
    StatusEffectCleared,
    StatusEffectGiven,
    Weight,
)
from app.rules.systems.ultra.encounter.hands import tricks_of
from app.rules.systems.ultra.encounter.state import (
    MOST_COUNTED,
    MOST_HINDERED,
    Fighter,
    OpenAction,
    SceneFact,
    UltraPlay,
)
from app.rules.systems.ultra.outcomes import Choices, Resolution
from app.rules.systems.ultra.sheet import Token
from app.rules.systems.ultra.statuses import status_of
from app.rules.systems.ultra.tricks import Effect as TrickEffect
from app.rules.systems.ultra.tricks import Trick, TrickChoice

MOST_WAITING: Final = 20
LONGEST_SOURCE: Final = 80
SUCCESSES: Final = {"success", "success_with_consequence", "extraordinary_success"}


class Bought(NamedTuple):
    """A Trick at work."""

    trick: Trick
    cost: int
    choice: TrickChoice
    action: OpenAction


def follow(play: UltraPlay, action: OpenAction, resolution: Resolution, choices: Choices) -> None:
    """Complications that happen, the action's own effect, the Tricks as listed (section 8).

    Raises:
        UnknownCombatant: a Trick names nobody.
        AgainstTheRules: `nothing_to_clear`, `not_present`.
        OutOfRange: `unknown_status`, `trick_cost_out_of_range`.
    """
    by_id = {one.id: one for one in action.complications}
    for occurred in resolution.occurred:
        _befall(play, action.actor, by_id[occurred.id], occurred.level)
    own = {trick.key: trick for trick in tricks_of(play.sheet(action.actor))}
    paid = zip(resolution.tricks, choices.tricks, strict=True)
    tricks = [Bought(own[one.key], one.cost, choice, action) for one, choice in paid]
    if resolution.result in SUCCESSES and action.applies is not None:
        more = sum(one.trick.ops.count("drive_home") for one in tricks)
        bearers = [action.actor] if action.kind == "escape" or not action.targets else action.targets
        for bearer in bearers:
            _take_effect(play, action.actor, bearer, action.applies, more=more)
            if isinstance(action.applies, FactEffect):
                break
    for one in tricks:
        for effect in one.trick.ops:
            _EFFECTS[effect](play, one)


def _befall(play: UltraPlay, actor: str, complication: Complication, level: int) -> None:
    """A complication happens to the actor (U-18, G-27)."""
    match complication:
        case Complication(kind="damage"):
            hurt(play, actor, level, cause="complication")
        case Complication(kind="status_effect", status_key=str(key)):
            strike(play, actor, key, level, source=f"complication:{complication.id}"[:LONGEST_SOURCE])
        case _:
            text = complication.note or complication.kind or complication.id
            add_fact(play, text, 1, by=actor)


def _take_effect(play: UltraPlay, actor: str, bearer: str, effect: Effect, *, more: int = 0) -> None:
    match effect:
        case InjuryEffect() if play[bearer].state.injuries >= play.sheet(bearer).injury_max:
            play.happened(told.EffectLost(combatant=bearer, by=actor, rules=("G-27",)))
        case InjuryEffect():
            hurt(play, bearer, 1 + more, cause="action", by=actor)
        case StatusEffectGiven(key=key, level=level):
            strike(play, bearer, key, level + more, source=actor)
        case StatusEffectCleared(key=key):
            clear(play, bearer, key)
        case FactEffect(text=text, weight=weight):
            add_fact(play, text, weight, by=actor)
        case _:
            assert_never(effect)


def add_fact(play: UltraPlay, text: str, weight: Weight, *, by: str | None, advantage: bool = False) -> None:
    """Something is true from now on. What comes of somebody hidden gets no number that could be missed."""
    scene = play.encounter.scene
    secret = by is not None and play[by].hidden
    made = scene.facts_made if secret else scene.facts_made + 1
    name = play.ids("fct") if secret else f"f{made}"
    fact = SceneFact(id=name, text=text, weight=weight, by=by, advantage=advantage)
    after = scene.model_copy(update={"facts": (*scene.facts, fact), "facts_made": made})
    play.happened(told.FactAdded(by=by, id=name, text=text, weight=weight, rules=("G-28",)), scene=after)


def hand_over(play: UltraPlay, leaver: str) -> None:
    """What somebody has made true is the scene's from now on, so that whoever knew it knows it still (G-28)."""
    facts = play.encounter.scene.facts
    if any(one.by == leaver for one in facts):
        play.put_scene(facts=tuple(one.model_copy(update={"by": None}) if one.by == leaver else one for one in facts))


# -- what Tricks do (section 3a) -------------------------------------------------------------------------------------


def _target(play: UltraPlay, bought: Bought) -> Combatant[Fighter]:
    """Whom the Trick is for or against; without one the actor."""
    target = play.known(bought.choice.target) if bought.choice.target is not None else play[bought.action.actor]
    check_present(play, target)
    return target


def _scene_detail(play: UltraPlay, bought: Bought) -> None:
    add_fact(play, bought.choice.text or "", 1, by=bought.action.actor)


def _declare_truth(play: UltraPlay, bought: Bought) -> None:
    advantage = bought.trick.grants_advantage
    add_fact(play, bought.choice.text or "", 2, by=bought.action.actor, advantage=advantage)


def _set_up(play: UltraPlay, bought: Bought) -> None:
    target = _target(play, bought).id
    kind = bought.choice.for_kind
    token = Token.model_validate({"amount": min(bought.cost, MOST_WAITING), "for": kind})
    fact = told.TokenGiven(combatant=target, by=bought.action.actor, amount=token.amount, for_kind=kind)
    play.happened(fact, play.changed(target, tokens=(*play[target].state.tokens, token)))


def _opening(play: UltraPlay, bought: Bought) -> None:
    target = _target(play, bought).id
    fact = told.OpeningLeft(combatant=target, by=bought.action.actor)
    play.happened(fact, play.changed(target, openings=min(MOST_COUNTED, play[target].state.openings + 1)))


def _hinder(play: UltraPlay, bought: Bought) -> None:
    target = _target(play, bought).id
    level = min(bought.cost, MOST_HINDERED)
    fact = told.TroubleLaid(combatant=target, by=bought.action.actor, level=level)
    play.happened(fact, play.changed(target, hindered=max(level, play[target].state.hindered)))


def _side_move(play: UltraPlay, bought: Bought) -> None:
    play.happened(told.SideMoveMade(combatant=bought.action.actor, text=bought.choice.text))


def _shake_off(play: UltraPlay, bought: Bought) -> None:
    choice = bought.choice
    bearer = play.known(choice.target) if choice.target is not None else play[bought.action.actor]
    condition = held(bearer, choice.status or "")
    if condition is None:
        raise AgainstTheRules(
            "nothing_to_clear",
            f"{play.plain.name(bearer.id)} doesn't bear this Status Effect.",
            trick=bought.trick.key,
            rule="G-22",
        )
    ease(play, _target(play, bought).id, condition, hits=bought.cost)


def _afflict(play: UltraPlay, bought: Bought) -> None:
    target, key = _target(play, bought).id, bought.choice.status or ""
    status_of(key)
    strike(play, target, key, bought.cost, source=bought.action.actor)


def _second_target(play: UltraPlay, bought: Bought) -> None:
    target, action = _target(play, bought).id, bought.action
    if action.applies is not None and not isinstance(action.applies, FactEffect):
        _take_effect(play, action.actor, target, action.applies)


def _full_follow_up(play: UltraPlay, bought: Bought) -> None:
    actor = bought.action.actor
    more = play.changed(actor, actions=play[actor].state.actions + 1, follow_up=True)
    play.happened(told.FollowUpGranted(combatant=actor, rules=("G-25",)), more)


def _end_fight(play: UltraPlay, bought: Bought) -> None:
    scene = play.encounter.scene.model_copy(update={"conflict": "ended"})
    play.happened(told.ConflictEnded(by=bought.action.actor, rules=("U-26",)), scene=scene)


def _rewrite_scene(play: UltraPlay, bought: Bought) -> None:
    goal = bought.choice.text or ""
    scene = play.encounter.scene.model_copy(update={"goal": goal, "facts": ()})
    play.happened(told.SceneRewritten(by=bought.action.actor, goal=goal, rules=("U-26",)), scene=scene)


def _remove_target(play: UltraPlay, bought: Bought) -> None:
    target = _target(play, bought).id
    fact = told.CombatantRemoved(combatant=target, by=bought.action.actor, rules=("U-26",))
    play.happened(fact, play.changed(target, present=False))


def _drive_home(play: UltraPlay, bought: Bought) -> None:
    """It has made the action's own effect stronger already."""
    del play, bought


_EFFECTS: Final[Mapping[TrickEffect, Callable[[UltraPlay, Bought], None]]] = {
    "scene_detail": _scene_detail,
    "set_up": _set_up,
    "opening": _opening,
    "drive_home": _drive_home,
    "side_move": _side_move,
    "hinder": _hinder,
    "shake_off": _shake_off,
    "afflict": _afflict,
    "second_target": _second_target,
    "full_follow_up": _full_follow_up,
    "declare_truth": _declare_truth,
    "end_fight": _end_fight,
    "rewrite_scene": _rewrite_scene,
    "remove_target": _remove_target,
}
