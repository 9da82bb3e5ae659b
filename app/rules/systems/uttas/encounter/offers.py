"""What somebody could do now, in its plainest form: candidates, of which `legal` keeps those that are accepted."""

from collections.abc import Iterator

from app.rules.encounter.commands import Command
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.arms import Attack
from app.rules.systems.uttas.derived import attacks
from app.rules.systems.uttas.encounter import bodies
from app.rules.systems.uttas.encounter.answers import (
    Follow,
    Intercept,
    PassReaction,
    React,
    ResolveSurrender,
    Throw,
)
from app.rules.systems.uttas.encounter.approaching import approaches, around, ways
from app.rules.systems.uttas.encounter.arming import strike_cost
from app.rules.systems.uttas.encounter.board import spaces_apart, taken
from app.rules.systems.uttas.encounter.bodies import PathLeg
from app.rules.systems.uttas.encounter.consequences import check_stamina
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.skills import PERCEPTION
from app.rules.systems.uttas.encounter.state import Hazard, Trigger, UttasPlay
from app.rules.systems.uttas.movement import MODES, Effort, allowance

Commands = Iterator[Command]
FAR_ENOUGH = 2
TWO = 2
STEALTH = "stealth"
HAZARD = Hazard(dice=2, type="physical")


def _targets(play: UttasPlay, actor: str) -> Iterator[str]:
    """Those on other sides who are still in it and whom the sender sees."""
    side = play[actor].side
    for one in play.encounter.combatants:
        if one.side != side and not one.out and play.sight.sees(one.id):
            yield one.id


def attack(play: UttasPlay, actor: str) -> Commands:
    """Each attack at each target."""
    for target in _targets(play, actor):
        for one in attacks(play.sheet(actor)):
            if one.area:
                yield bodies.Attack(actor=actor, attack=one.id, targets=[target])
            else:
                yield bodies.Attack(actor=actor, attack=one.id, target=target)


def trip(play: UttasPlay, actor: str) -> Commands:
    """At each target that isn't down yet."""
    for target in _targets(play, actor):
        if not play[target].has("prone"):
            yield bodies.Trip(actor=actor, target=target)


def grapple(play: UttasPlay, actor: str) -> Commands:
    """One limb of each target."""
    for target in _targets(play, actor):
        for limb in play[target].state.limbs[:1]:
            yield bodies.Grapple(actor=actor, target=target, limbs=[limb.id])


def _path(play: UttasPlay, actor: str, *, modes: int = 1) -> Iterator[list[PathLeg]]:
    """A step to the first free space beside, or 2 m where there is no board; by the kinds of movement there are."""
    fig = figure(play, actor)
    here = fig.fighter.pos
    found = [mode for mode in ways(fig) if allowance(fig.speed(mode)).quarter >= FAR_ENOUGH][:modes]
    for mode in found:
        if here is None:
            yield [PathLeg(mode=mode, m=FAR_ENOUGH)]
            continue
        for space in around(play, here):
            if not taken(play, space, by_other_than=actor):
                yield [PathLeg(mode=mode, m=spaces_apart(play, here, space), to=space)]
                break


def _paths(play: UttasPlay, actor: str, effort: Effort, *, modes: int = len(MODES)) -> Iterator[list[PathLeg]]:
    """To the nearest foes; where all are near, or nowhere to be found, a step."""
    legs = approaches(play, figure(play, actor), effort)
    yield from ([leg] for leg in legs)
    if not legs:
        yield from _path(play, actor, modes=modes)


def move(play: UttasPlay, actor: str) -> Commands:
    """To the nearest foes, as far as the free move goes."""
    for path in _paths(play, actor, "free"):
        yield bodies.Move(actor=actor, path=path)


def full_move(play: UttasPlay, actor: str) -> Commands:
    """To the nearest foes, as the action."""
    for path in _paths(play, actor, "full"):
        yield bodies.FullMove(actor=actor, path=path)


def sprint(play: UttasPlay, actor: str) -> Commands:
    """To the nearest foes, at a Sprint."""
    for path in _paths(play, actor, "sprint", modes=1):
        yield bodies.Sprint(actor=actor, path=path)


def enter_stance(play: UttasPlay, actor: str) -> Commands:
    """Each stance but the one that is taken."""
    for stance in play.options.stances:
        if stance.id != play[actor].state.stance:
            yield bodies.EnterStance(actor=actor, stance=stance.id)


def stand_up(_play: UttasPlay, actor: str) -> Commands:
    """Either way."""
    yield bodies.StandUp(actor=actor, method="move")
    yield bodies.StandUp(actor=actor, method="acrobatics")


def escape(play: UttasPlay, actor: str) -> Commands:
    """Every way out."""
    yield bodies.Escape(actor=actor, method="strength")
    yield bodies.Escape(actor=actor, method="contortionist")
    here = play[actor].state.pos
    if here is None:
        yield bodies.Escape(actor=actor, method="warp", metres=FAR_ENOUGH)
        return
    for space in around(play, here):
        if not taken(play, space, by_other_than=actor):
            yield bodies.Escape(actor=actor, method="warp", to=space)
            return


def take_control(play: UttasPlay, actor: str) -> Commands:
    """One limb of the holder."""
    hold = play[actor].state.grapple
    if hold is not None:
        for limb in play[hold.with_].state.limbs[:1]:
            yield bodies.TakeControl(actor=actor, limbs=[limb.id])


def break_entangle(play: UttasPlay, actor: str) -> Commands:
    """Every way out."""
    if play[actor].state.entangle is not None:
        yield bodies.BreakEntangle(actor=actor, method="strength")
        yield bodies.BreakEntangle(actor=actor, method="dexterity")
        yield bodies.BreakEntangle(actor=actor, method="contortionist")


def activate_power(play: UttasPlay, actor: str) -> Commands:
    """Each power."""
    for power in play.sheet(actor).powers:
        yield bodies.ActivatePower(actor=actor, power=power.id)


def drop_power(play: UttasPlay, actor: str) -> Commands:
    """Each power that is kept up."""
    for power in play[actor].state.kept_up:
        yield bodies.DropPower(actor=actor, power=power.id)


def use_skill(play: UttasPlay, actor: str) -> Commands:
    """Each skill."""
    for skill in play.sheet(actor).skills:
        yield bodies.UseSkill(actor=actor, skill=skill.id)


def use_item(play: UttasPlay, actor: str) -> Commands:
    """What an arm holds."""
    for limb in play[actor].state.limbs:
        if limb.holds is not None and limb.holds not in {one.id for one in play.sheet(actor).attacks}:
            yield bodies.UseItem(actor=actor, item=limb.holds)


def ready(play: UttasPlay, actor: str) -> Commands:
    """The first attack that there is Stamina for, at the moment that a target acts; doing it takes another action."""
    fig = figure(play, actor)
    attack = next((one for one in attacks(fig.sheet) if _affords(fig, one)), None)
    if attack is None or fig.fighter.pool.actions < TWO:
        return
    for target in _targets(play, actor):
        yield bodies.Ready(
            actor=actor,
            action=bodies.ReadyAction.model_validate({"type": "uttas.attack", "attack": attack.id, "target": target}),
            trigger=Trigger(on="action", by=target),
        )


def _affords(fig: Figure, attack: Attack) -> bool:
    try:
        check_stamina(fig, strike_cost(fig, attack)[0])
    except AgainstTheRules:
        return False
    return True


def set_off(play: UttasPlay, actor: str) -> Commands:
    """What was readied."""
    if play[actor].state.ready is not None:
        yield bodies.SetOffReady(actor=actor)


def react(play: UttasPlay, actor: str) -> Commands:
    """Every Reaction that the window is for."""
    window = play.encounter.pending
    if window is not None and window.kind == "counterattack":
        for counter in play.sheet(actor).counterattacks:
            yield React(actor=actor, kind="counterattack", counterattack=counter.id)
        return
    yield React(actor=actor, kind="block")
    yield React(actor=actor, kind="evade")
    for path in _path(play, actor):
        yield React(actor=actor, kind="move", path=path)
    for stance in play.options.stances:
        if stance.id != play[actor].state.stance:
            yield React(actor=actor, kind="stance", stance=stance.id)


def follow(play: UttasPlay, actor: str) -> Commands:
    """After them."""
    for path in _paths(play, actor, "free"):
        yield Follow(actor=actor, path=path)


def intercept(play: UttasPlay, actor: str) -> Commands:
    """For whoever is about to be hit."""
    strike = play.encounter.scene.strike
    for swing in strike.swings if strike is not None else ():
        for aim in swing.aims:
            if aim.hit and play.sight.sees(aim.target):
                yield Intercept(actor=actor, for_=aim.target)


def resolve_surrender(_play: UttasPlay, actor: str) -> Commands:
    """Either way."""
    yield ResolveSurrender(actor=actor, choice="stop")
    yield ResolveSurrender(actor=actor, choice="finish")


def pass_reaction(_play: UttasPlay, actor: str) -> Commands:
    """The way it is."""
    yield PassReaction(actor=actor)


def throw(_play: UttasPlay, actor: str) -> Commands:
    """The way it is."""
    yield Throw(actor=actor)


def talk(play: UttasPlay, actor: str) -> Commands:
    """A word."""
    if play.encounter.active == actor:
        yield bodies.Talk(actor=actor, words=1)


def chase_action(play: UttasPlay, actor: str) -> Commands:
    """What is open on this side."""
    chase = play.encounter.scene.chase
    if chase is None:
        return
    yield bodies.ChaseAction(actor=actor, kind="brave_hazard")
    yield bodies.ChaseAction(actor=actor, kind="sprint")
    yield bodies.ChaseAction(actor=actor, kind="hazard", hazard=HAZARD)
    for skill in play.sheet(actor).skills:
        if skill.id == STEALTH:
            yield bodies.ChaseAction(actor=actor, kind="hide", skill=skill.id)
        else:
            yield bodies.ChaseAction(actor=actor, kind="oppose", skill=skill.id)
            if skill.id != PERCEPTION:
                yield bodies.ChaseAction(actor=actor, kind="skill", skill=skill.id, dc=18)


def chase_check(play: UttasPlay, _actor: str) -> Commands:
    """The first two who could race; whoever plays one of many asks of themselves, unprompted."""
    if not play.viewer.is_gm or play.encounter.scene.chase is not None:
        return
    for one in play.encounter.combatants:
        for other in play.encounter.combatants:
            if one.side != other.side and play.sight.sees(one.id) and play.sight.sees(other.id):
                yield bodies.ChaseCheck(pursuer=one.id, target=other.id)
                return


def chase_start(play: UttasPlay, _actor: str) -> Commands:
    """Of the two who are there, unless they run already."""
    if len(play.encounter.combatants) == TWO and play.encounter.scene.chase is None:
        pursuer, target = play.encounter.combatants
        yield bodies.ChaseStart(pursuer=pursuer.id, target=target.id, gap_m=10)


def chase_end(play: UttasPlay, _actor: str) -> Commands:
    """The way it is."""
    if play.encounter.scene.chase is not None:
        yield bodies.ChaseEnd()
