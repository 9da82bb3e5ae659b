"""What somebody could do, in its plainest form: candidates for `legal`, prices for dry runs, words for buttons."""

from collections.abc import Iterator
from typing import Final

from app.rules.encounter.facts import Voice
from app.rules.encounter.rules import Price
from app.rules.encounter.state import Combatant
from app.rules.systems.ultra.checks.telling import NAMES
from app.rules.systems.ultra.complications import BuyOff
from app.rules.systems.ultra.encounter import bodies
from app.rules.systems.ultra.encounter.bearers import held
from app.rules.systems.ultra.encounter.effects import StatusEffectCleared
from app.rules.systems.ultra.encounter.hands import notation, plain_pool, pool_of, tricks_of
from app.rules.systems.ultra.encounter.resolving import (
    NEED_STATUS,
    NEED_TARGET,
    NEED_TEXT,
    menu_of,
    resolved,
)
from app.rules.systems.ultra.encounter.state import Fighter, UltraPlay
from app.rules.systems.ultra.encounter.words import quoted, status_title
from app.rules.systems.ultra.statuses import status_of
from app.rules.systems.ultra.tricks import OfferedTrick, Trick, TrickChoice

PLAIN_STATUS: Final = "off_balance"
PLAIN_FACT: Final = "Something is different now."


def _others(play: UltraPlay, actor: str) -> list[Combatant[Fighter]]:
    """Those seen and present, without the actor; foes first."""
    side = play[actor].side
    seen = [one for one in play.encounter.combatants if one.id != actor and play.sight.sees(one.id)]
    return sorted((one for one in seen if one.state.present), key=lambda one: one.side == side)


def _traits(play: UltraPlay, combatant: str) -> bodies.StatedPool:
    return plain_pool(play.sheet(combatant))


# -- acting ----------------------------------------------------------------------------------------------------------


def acts(play: UltraPlay, actor: str) -> Iterator[bodies.Act]:
    """An attack on each foe, an action on each friend, one on nobody, a struggle for whoever is held."""
    pool = _traits(play, actor).model_dump()
    side = play[actor].side
    for one in _others(play, actor):
        if one.out and one.side != side:
            continue
        kind = {"kind": "attack"} if one.side != side else {}
        yield bodies.Act.model_validate({"actor": actor, "targets": [one.id], **kind, **pool})
    yield bodies.Act.model_validate({"actor": actor, **pool})
    if held(play[actor], "restrained"):
        yield bodies.Act.model_validate({"actor": actor, "kind": "escape", **pool})


def opposes(play: UltraPlay, actor: str) -> Iterator[bodies.Oppose]:
    """An action against each who resists, where the sender may read what they resist with."""
    pool = _traits(play, actor).model_dump()
    for one in _others(play, actor):
        if play.sight.reads(one.id) and not one.out:
            defense = _traits(play, one.id)
            yield bodies.Oppose.model_validate({"actor": actor, "defender": one.id, "defense": defense, **pool})


def treats(play: UltraPlay, actor: str) -> Iterator[bodies.Treat]:
    """A treatment of each Status Effect that can be treated."""
    pool = _traits(play, actor).model_dump()
    for one in [play[actor], *_others(play, actor)]:
        for condition in one.conditions:
            if status_of(condition.key).treat is not None:
                fields = {"actor": actor, "target": one.id, "status": condition.key}
                yield bodies.Treat.model_validate({**fields, **pool})


# -- resolving -------------------------------------------------------------------------------------------------------


def resolves(play: UltraPlay, actor: str) -> Iterator[bodies.ResolveAction]:
    """Nothing chosen; the Disaster; each complication bought off; each Trick at its least price."""
    action = play.encounter.scene.action
    assert action is not None, "nothing is to be resolved"
    menu = menu_of(play[actor], action, play.table)
    assert menu is not None, "nothing is left to choose"
    yield bodies.ResolveAction(actor=actor)
    if menu.accept_complications:
        yield bodies.ResolveAction(actor=actor, accept_complications=True)
    for spare in menu.buy_off:
        yield bodies.ResolveAction(actor=actor, buy_off=[BuyOff(id=spare.id, hits=spare.hits)])
    own = {trick.key: trick for trick in tricks_of(play.sheet(actor))}
    for offered in menu.tricks:
        for choice in _choices(play, actor, own[offered.key], offered):
            yield bodies.ResolveAction(actor=actor, tricks=[choice])


def _choices(play: UltraPlay, actor: str, trick: Trick, offered: OfferedTrick) -> Iterator[TrickChoice]:
    fields: dict[str, object] = {"key": trick.key}
    if trick.min < trick.max:
        fields["cost"] = offered.min
    if not NEED_TEXT.isdisjoint(trick.ops):
        fields["text"] = PLAIN_FACT
    targets: list[str | None] = [None]
    if not NEED_TARGET.isdisjoint(trick.ops):
        # What brings trouble goes at foes; what spreads goes where the action's own effect went.
        action = play.encounter.scene.action
        eases = action is not None and isinstance(action.applies, StatusEffectCleared)
        friends = eases and "second_target" in trick.ops
        targets = [
            one.id
            for one in _others(play, actor)
            if (one.side == play[actor].side) == friends and (friends or not one.out)
        ]
    elif "shake_off" in trick.ops:
        targets = [actor, *(one.id for one in _others(play, actor) if one.side == play[actor].side)]
    for target in targets:
        aimed = fields if target is None else {**fields, "target": target}
        if "shake_off" in trick.ops and target is not None:
            for condition in play[target].conditions:
                yield TrickChoice.model_validate({**aimed, "status": condition.key})
        elif not NEED_STATUS.isdisjoint(trick.ops):
            yield TrickChoice.model_validate({**aimed, "status": PLAIN_STATUS})
        else:
            yield TrickChoice.model_validate(aimed)


def approvals(play: UltraPlay, _actor: str) -> Iterator[bodies.ApproveTrick]:
    """Each Trick that waits."""
    for key in _waiting(play):
        yield bodies.ApproveTrick(trick=key)


def refusals(play: UltraPlay, _actor: str) -> Iterator[bodies.RefuseTrick]:
    """Each Trick that waits."""
    for key in _waiting(play):
        yield bodies.RefuseTrick(trick=key)


def _waiting(play: UltraPlay) -> tuple[str, ...]:
    action = play.encounter.scene.action
    return action.waiting if action is not None else ()


# -- the game master's -----------------------------------------------------------------------------------------------


def races(play: UltraPlay, _actor: str) -> Iterator[bodies.RunRace]:
    """The first two who are there."""
    present = [one.id for one in play.encounter.combatants if one.state.present]
    if len(present) > 1:
        yield bodies.RunRace(sides={one: _traits(play, one) for one in present[:2]})


def given(play: UltraPlay, _actor: str) -> Iterator[bodies.GiveStatus]:
    """A Status Effect for each."""
    for one in play.encounter.combatants:
        yield bodies.GiveStatus(target=one.id, key=PLAIN_STATUS)


def cleared(play: UltraPlay, _actor: str) -> Iterator[bodies.ClearStatus]:
    """Each Status Effect that is there."""
    for one in play.encounter.combatants:
        for condition in one.conditions:
            yield bodies.ClearStatus(target=one.id, key=condition.key)


def injured(play: UltraPlay, _actor: str) -> Iterator[bodies.Injure]:
    """An injury for each who can take one."""
    for one in play.encounter.combatants:
        if one.state.injuries < play.sheet(one.id).injury_max:
            yield bodies.Injure(target=one.id)


def healed(play: UltraPlay, _actor: str) -> Iterator[bodies.HealInjuries]:
    """An injury fewer for each who has one."""
    for one in play.encounter.combatants:
        if one.state.injuries:
            yield bodies.HealInjuries(target=one.id)


def stated(_play: UltraPlay, _actor: str) -> Iterator[bodies.StateFact]:
    """A fact."""
    yield bodies.StateFact(text=PLAIN_FACT)


def dropped(play: UltraPlay, _actor: str) -> Iterator[bodies.DropFact]:
    """Each fact that is there."""
    for one in play.encounter.scene.facts:
        yield bodies.DropFact(fact=one.id)


# -- prices ----------------------------------------------------------------------------------------------------------


def attempt_price(play: UltraPlay, body: bodies.Attempt) -> Price:
    """One action, and the actor's pool; the defender's only for those who may read it."""
    dice = [notation(pool_of(play, body.actor, body).pool)]
    if isinstance(body, bodies.Oppose) and play.sight.reads(body.defender):
        dice.append(notation(pool_of(play, body.defender, body.defense).pool))
    return Price(costs={"actions": 1}, dice=dice)


def resolve_price(play: UltraPlay, body: bodies.ResolveAction) -> Price:
    """The hits that the choices take."""
    action = play.encounter.scene.action
    assert action is not None, "nothing is to be resolved"
    return Price(costs={"hits": resolved(play, action, body.choices).spent})


# -- words -----------------------------------------------------------------------------------------------------------


def _with(pool: bodies.StatedPool, voice: Voice) -> str:
    if pool.traits:
        return " + ".join(quoted(voice, name) for name in pool.traits)
    return notation(pool.dice or 1)


def say_act(body: bodies.Act, voice: Voice) -> str:
    """Such as `attack The Hollow Man with brawl, difficulty 1`."""
    verb = {"attack": "attack", "treat": "treat", "escape": "struggle free"}.get(body.kind, "act")
    whom = f" {voice.names(body.targets)}" if body.targets else ""
    aimed = f" on{whom}" if whom and body.kind in {"other", "escape"} else whom
    return f"{verb}{aimed} with {_with(body, voice)}, difficulty {body.difficulty}"


def say_oppose(body: bodies.Oppose, voice: Voice) -> str:
    """Such as `act against Mara, claws against nerve`."""
    return f"act against {voice.name(body.defender)}, {_with(body, voice)} against {_with(body.defense, voice)}"


def say_treat(body: bodies.Treat, voice: Voice) -> str:
    """Such as `treat Mara's bleeding with lore`."""
    return f"treat {voice.name(body.target)}'s {status_title(body.status, None)} with {_with(body, voice)}"


def say_resolve(body: bodies.ResolveAction, voice: Voice) -> str:
    """Such as `buy Hinder for 1 → Tobin`."""
    if body.accept_complications:
        return "let the complications happen: a Disaster"
    for trick in body.tricks:
        cost = f" for {trick.cost}" if trick.cost else ""
        whom = f" → {voice.name(trick.target)}" if trick.target else ""
        status = f" ({status_title(trick.status, None)})" if trick.status else ""
        return f"buy {quoted(voice, NAMES.get(trick.key) or trick.key.replace('_', ' '))}{cost}{status}{whom}"
    for spare in body.buy_off:
        return f"be spared {quoted(voice, spare.id)} for {spare.hits}"
    return "choose nothing more"


def say_status(body: bodies.GiveStatus | bodies.ClearStatus, voice: Voice) -> str:
    """Such as `make Mara off balance`."""
    name, status = voice.name(body.target), status_title(body.key, None)
    return f"make {name} {status}" if isinstance(body, bodies.GiveStatus) else f"end {name}'s {status}"
