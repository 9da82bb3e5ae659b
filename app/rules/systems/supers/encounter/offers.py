"""The plainest forms in which each command can be sent: candidates, of which `legal` keeps what is accepted."""

from collections.abc import Callable, Iterator
from typing import Any

from app.rules.encounter.commands import Command
from app.rules.encounter.state import Combatant
from app.rules.systems.supers.derived import UNARMED
from app.rules.systems.supers.encounter import bodies, deed_bodies
from app.rules.systems.supers.encounter.numbers import bears, duration, is_on, powers
from app.rules.systems.supers.encounter.places import distance
from app.rules.systems.supers.encounter.state import Fighter, SupersPlay
from app.rules.systems.supers.encounter.wounds import is_dying, is_object
from app.rules.systems.supers.sheet import Power

Options = Callable[[SupersPlay, str], Iterator[Command]]
STEP_FT = 30


def can_act(play: SupersPlay, actor: str) -> bool:
    """Whether it is worth asking what somebody may do now."""
    one = play[actor]
    return play.encounter.pending is None and (play.encounter.active == actor or one.state.ready is not None)


def seen(play: SupersPlay, actor: str) -> Iterator[Combatant[Fighter]]:
    """All others whom the viewer sees."""
    return (one for one in play.encounter.combatants if one.id != actor and play.sight.sees(one.id))


def enemies(play: SupersPlay, actor: str) -> Iterator[Combatant[Fighter]]:
    """Those of other sides who are still in the fight: nobody is led to strike the fallen, whom S-072 kills."""
    side = play[actor].side
    return (one for one in seen(play, actor) if one.side != side and not one.out)


def _ways(play: SupersPlay, actor: str) -> Iterator[tuple[str, str]]:
    for power in powers(play, actor):
        way = next((one.attack.kind for one in power.effects if one.attack is not None), None)
        if way is not None:
            yield power.name, way
    yield UNARMED, "close"


def attacks(body: type[Any], *ways: str) -> Options:
    """One for each attack and target."""

    def offered(play: SupersPlay, actor: str) -> Iterator[Command]:
        if can_act(play, actor):
            for name, way in _ways(play, actor):
                for foe in enemies(play, actor) if way in ways else ():
                    yield body(actor=actor, target=foe.id, power=name)

    return offered


def areas(play: SupersPlay, actor: str) -> Iterator[Command]:
    """One for each power with an area, on all foes."""
    targets = [one.id for one in enemies(play, actor)]
    if can_act(play, actor) and targets:
        for name, way in _ways(play, actor):
            if way == "area":
                yield bodies.AttackArea(actor=actor, targets=targets[:100], power=name)


def foes(body: type[Any]) -> Options:
    """One for each foe."""

    def offered(play: SupersPlay, actor: str) -> Iterator[Command]:
        if can_act(play, actor):
            yield from (body(actor=actor, target=foe.id) for foe in enemies(play, actor))

    return offered


def others(body: type[Any]) -> Options:
    """One for each of the dying."""

    def offered(play: SupersPlay, actor: str) -> Iterator[Command]:
        if can_act(play, actor):
            yield from (body(actor=actor, target=one.id) for one in seen(play, actor) if is_dying(one))

    return offered


def own(make: Callable[[str], Command]) -> Options:
    """One that names nobody else."""

    def offered(play: SupersPlay, actor: str) -> Iterator[Command]:
        if can_act(play, actor):
            yield make(actor)

    return offered


def movement(play: SupersPlay, actor: str) -> Iterator[Command]:
    """On foot, and up to each foe within a Move."""
    if can_act(play, actor):
        feet = STEP_FT // 2 if bears(play, actor, "hindered") else STEP_FT
        yield deed_bodies.Move(actor=actor, feet=feet)
        for foe in enemies(play, actor):
            away = distance(play, actor, foe.id)
            if 5 < away <= feet + 5:
                yield deed_bodies.Move(actor=actor, feet=away - 5, distance_ft={foe.id: 5})


def grips(play: SupersPlay, actor: str) -> Iterator[Command]:
    """One for each who is held."""
    if can_act(play, actor):
        for hold in play[actor].state.holds:
            yield deed_bodies.DropItem(actor=actor, target=hold.target)


def _lasting(play: SupersPlay, actor: str) -> Iterator[Power]:
    return (one for one in powers(play, actor) if duration(one) not in {"instant", "permanent"})


def switches(play: SupersPlay, actor: str) -> Iterator[Command]:
    """Powers that are off."""
    if can_act(play, actor):
        for power in _lasting(play, actor):
            if not is_on(play[actor].state, power):
                yield deed_bodies.ActivatePower(actor=actor, power=power.name)


def turned_on(body: type[Any]) -> Options:
    """Powers that are on."""

    def offered(play: SupersPlay, actor: str) -> Iterator[Command]:
        if can_act(play, actor):
            for power in _lasting(play, actor):
                if is_on(play[actor].state, power):
                    yield body(actor=actor, power=power.name)

    return offered


def afflicted(play: SupersPlay, actor: str) -> Iterator[Command]:
    """A moment to recover, for whoever has something to recover from."""
    state = play[actor].state
    hurt = state.damage.level != "none" or state.damage.penalty or state.fatigue != "none" or state.afflictions
    if can_act(play, actor) and hurt:
        yield deed_bodies.RecoverAction(actor=actor)


def allies_in_need(play: SupersPlay, actor: str) -> Iterator[Command]:
    """Help for each ally against each foe, with the first attack."""
    if not can_act(play, actor):
        return
    arms = [name for name, way in _ways(play, actor) if way in {"close", "ranged"}]
    side = play[actor].side
    for ally in seen(play, actor):
        if ally.side == side and not ally.out:
            for foe in enemies(play, actor):
                yield deed_bodies.Aid(actor=actor, ally=ally.id, foe=foe.id, to="attack", power=arms[0])


def healing(play: SupersPlay, actor: str) -> Iterator[Command]:
    """Each wounded, with each Healing power."""
    if can_act(play, actor):
        for power in powers(play, actor):
            if any(one.effect_id == "healing" for one in power.effects):
                for one in play.encounter.combatants:
                    if play.sight.reads(one.id) and one.state.damage.level not in {"none", "dead"}:
                        yield deed_bodies.Heal(actor=actor, target=one.id, power=power.name)


def objects(play: SupersPlay, actor: str) -> Iterator[Command]:
    """Damaged objects."""
    if can_act(play, actor):
        for one in seen(play, actor):
            if is_object(play, one.id) and play.sight.reads(one.id) and one.state.damage.level != "none":
                yield deed_bodies.Repair(actor=actor, target=one.id)


def checks(play: SupersPlay, actor: str) -> Iterator[Command]:
    """A look around."""
    if can_act(play, actor):
        yield deed_bodies.Check(actor=actor, trait="perception", dc=10)


def contests(play: SupersPlay, actor: str) -> Iterator[Command]:
    """Strength against the first foe's."""
    for foe in enemies(play, actor) if can_act(play, actor) else ():
        yield deed_bodies.OpposedCheck(actor=actor, target=foe.id, trait="strength")


def comparisons(play: SupersPlay, actor: str) -> Iterator[Command]:
    """Strength beside each foe's."""
    for foe in enemies(play, actor) if can_act(play, actor) else ():
        yield deed_bodies.Compare(actor=actor, target=foe.id, trait="strength")


def teams(play: SupersPlay, _actor: str) -> Iterator[Command]:
    """A look around together."""
    leader = play.encounter.active
    if leader is None or not play.sight.commands(leader):
        return
    side = play[leader].side
    helpers = [one.id for one in seen(play, leader) if one.side == side and not one.out]
    if helpers:
        yield deed_bodies.TeamCheck(actor=leader, leader=leader, helpers=list(helpers[:5]), trait="perception", dc=10)


def rests(play: SupersPlay, actor: str) -> Iterator[Command]:
    """A minute, where there is something to recover from."""
    state = play[actor].state
    if state.damage.level != "none" or state.damage.penalty:
        yield deed_bodies.RestMinutes(actor=actor, n=1)


def sessions(play: SupersPlay, _actor: str) -> Iterator[Command]:
    """The next session of this adventure."""
    if play.encounter.status == "setup":
        yield deed_bodies.StartSession()
