"""The life of one attack, step by step, stopping wherever somebody has a choice (section 4)."""

from collections.abc import Sequence
from typing import Any, assert_never

from app.rules.systems.uttas.encounter.arming import bands_out, in_reach
from app.rules.systems.uttas.encounter.attack_facts import AttackDeclared, StrikeFailed
from app.rules.systems.uttas.encounter.consequences import falls_by_paying, kept, pay_stamina, spend
from app.rules.systems.uttas.encounter.deeds import pop, push, put
from app.rules.systems.uttas.encounter.figure import figure
from app.rules.systems.uttas.encounter.replies import (
    can_counter,
    can_follow,
    can_intercept,
    can_set_off,
    may_be_asked,
)
from app.rules.systems.uttas.encounter.rolls import Round, to_aim, to_land
from app.rules.systems.uttas.encounter.state import Aftermath, Aim, Assault, DiceAsked, Swing, UttasPlay
from app.rules.systems.uttas.ranges import HOPELESS

REACTION = ("uttas.react", "uttas.surrender", "uttas.pass_reaction")
LET_IT_BE = "uttas.pass_reaction"


def advance(play: UttasPlay, assault: Assault) -> None:
    """The next step of an attack; it may open a window."""
    match assault.stage:
        case "next":
            _next_strike(play, assault)
        case "coordinate":
            _coordinate(play, assault)
        case "strike":
            _step(play, assault, assault.swings[assault.swing])
        case "harm":
            _harm(play, assault)
        case "counter":
            _counter(play, assault)
        case never:
            assert_never(never)


def joined(play: UttasPlay, assault: Assault, partner: Swing, targets: Sequence[str]) -> None:
    """A partner's attack happens at the same instant (T-056)."""
    swing = _aiming(play, partner, targets)
    _tell_declared(play, swing)
    after = assault.model_copy(update={"swings": (*assault.swings, _hopeless(play, swing))})
    put(play, after)


# -- 2: the next strike ------------------------------------------------------------------------------------------------


def _next_strike(play: UttasPlay, assault: Assault) -> None:
    attacker = figure(play, assault.attacker)
    left = list(assault.targets)
    while left and assault.strike and all(one in assault.fallen for one in left[0]):
        left.pop(0)
    able = not attacker.helpless and attacker.fighter.pool.actions > 0
    enough = assault.plan.cost <= attacker.fighter.stamina or not assault.plan.cost or play.options.overexert
    if not left or (assault.strike and not (able and enough)):
        pop(play)
        push(play, Aftermath(actor=assault.attacker, type=assault.type))
        return
    swing = _aiming(play, assault.plan, left[0])
    number = assault.strikes - len(left) + 1
    _tell_declared(play, swing, number=number, strikes=assault.strikes)
    own = play.encounter.active == assault.attacker
    first = assault.strike == 0
    if not (first and assault.prepaid):
        spend(play, assault.attacker, **({"action_used": True} if own else {}))
    swing = _hopeless(play, swing)
    # An attack that was readied itself waits for no partner.
    alone = first and not assault.prepaid
    update = {
        "targets": tuple(left[1:]),
        "strike": number,
        "swings": (swing,),
        "swing": 0,
        "stage": "coordinate" if alone and swing.stage == "reaction" else "strike",
    }
    put(play, assault.model_copy(update=update))


def _aiming(play: UttasPlay, plan: Swing, targets: Sequence[str]) -> Swing:
    aims = tuple(Aim(target=one, perceived=perceives(play, plan)) for one in dict.fromkeys(targets))
    return plan.model_copy(update={"aims": aims})


def perceives(play: UttasPlay, swing: Swing) -> bool:
    """Whether people can see a strike come: neither from hiding, nor by something invisible (T-047, T-051)."""
    return not play[swing.attacker].hidden and not swing.attack.invisible


def _tell_declared(play: UttasPlay, swing: Swing, *, number: int = 1, strikes: int = 1) -> None:
    fact = AttackDeclared(
        actor=swing.attacker,
        targets=tuple(aim.target for aim in swing.aims),
        attack=swing.attack.id,
        strike=number,
        strikes=strikes,
        limb=swing.limb,
        rules=("T-032", "G-07"),
    )
    play.happened(fact)


def _hopeless(play: UttasPlay, swing: Swing) -> Swing:
    """Three range bands out a strike fails by itself, and is paid for (T-113)."""
    aims = tuple(
        aim.model_copy(update={"failed": True}) if bands_out(play, swing.attacker, aim.target) >= HOPELESS else aim
        for aim in swing.aims
    )
    hopeless = all(aim.failed for aim in aims)
    if hopeless:
        _pay(play, swing)
    for aim in aims:
        if aim.failed:
            _tell_failed(play, swing, aim, "out_of_range", cost=swing.cost if hopeless else 0, rule="T-113")
    if not hopeless:
        return swing.model_copy(update={"aims": aims})
    return swing.model_copy(update={"aims": aims, "stage": "settled"})


def _tell_failed(play: UttasPlay, swing: Swing, aim: Aim, why: Any, *, cost: int = 0, rule: str = "G-08") -> None:
    fact = StrikeFailed(actor=swing.attacker, target=aim.target, why=why, stamina=cost, rules=(rule,))
    play.happened(fact)


def _pay(play: UttasPlay, swing: Swing) -> None:
    fighter = play[swing.attacker].state
    maintained = swing.attack.maintained and swing.attack.kind == "power"
    lock = kept(fighter, swing.attack.id, swing.cost) if maintained and swing.purpose == "attack" else {}
    pay_stamina(play, swing.attacker, swing.cost, fields=lock)


# -- 3: partners -------------------------------------------------------------------------------------------------------


def _coordinate(play: UttasPlay, assault: Assault) -> None:
    put(play, assault.model_copy(update={"stage": "strike"}))
    partners = [
        one.id
        for one in play.encounter.combatants
        if one.id != assault.attacker and can_set_off(play, one.id, on="coordinate", by=assault.attacker)
    ]
    if partners:
        play.ask("trigger", partners, ("uttas.trigger", LET_IT_BE), since=assault.attacker)


# -- 4 to 9: one swing after the other ---------------------------------------------------------------------------------


def _step(play: UttasPlay, assault: Assault, swing: Swing) -> None:
    match swing.stage:
        case "reaction":
            asked = [aim.target for aim in swing.aims if not aim.failed and may_be_asked(play, aim)]
            if asked:
                put_swing(play, swing.model_copy(update={"stage": "follow"}))
                play.ask("reaction", asked, REACTION, since=swing.attacker)
            else:
                _step(play, assault, swing.model_copy(update={"stage": "follow"}))
        case "follow":
            moved = any(aim.reaction is not None and aim.reaction.moved for aim in swing.aims)
            if moved and can_follow(play, swing.attacker):
                put_swing(play, swing.model_copy(update={"stage": "surrender"}))
                play.ask("follow", [swing.attacker], ("uttas.follow", LET_IT_BE), since=swing.attacker)
            else:
                _step(play, assault, swing.model_copy(update={"stage": "surrender"}))
        case "surrender":
            if any(aim.surrendered for aim in swing.aims) and not figure(play, swing.attacker).helpless:
                put_swing(play, swing.model_copy(update={"stage": "reach"}))
                play.ask("surrender", [swing.attacker], ("uttas.resolve_surrender",), since=swing.attacker)
            else:
                _step(play, assault, swing.model_copy(update={"stage": "reach"}))
        case "reach":
            _reach(play, swing)
        case "accuracy":
            _accuracy(play, swing)
        case "intercept":
            swing = swing.model_copy(update={"stage": "settled"})
            asked = _interceptors(play, swing)
            if asked:
                put_swing(play, swing)
                play.ask("intercept", asked, ("uttas.intercept", LET_IT_BE), since=swing.attacker)
            else:
                _step(play, assault, swing)
        case "settled":
            last = assault.swing + 1 == len(assault.swings)
            update = {"stage": "harm", "swing": 0} if last else {"swing": assault.swing + 1}
            put(play, _with_swing(assault, swing).model_copy(update=update))
        case never:
            assert_never(never)


def _reach(play: UttasPlay, swing: Swing) -> None:
    attacker = figure(play, swing.attacker)
    able = not attacker.helpless and (swing.cost <= max(0, attacker.fighter.stamina) or play.options.overexert)
    aims = []
    for aim in swing.aims:
        near = in_reach(play, swing.attacker, aim.target, swing.attack)
        far = bands_out(play, swing.attacker, aim.target) >= HOPELESS
        if not aim.failed and not (able and near and not far):
            why = "unable" if not able else "out_of_range" if far else "out_of_reach"
            _tell_failed(play, swing, aim, why)
            aim = aim.model_copy(update={"failed": True})
        aims.append(aim)
    spared = all(aim.failed for aim in aims)
    if not spared:
        _pay(play, swing)
    put_swing(play, swing.model_copy(update={"aims": tuple(aims), "stage": "settled" if spared else "accuracy"}))


def _accuracy(play: UttasPlay, swing: Swing) -> None:
    """Rolls to hit; in an area each target's hit lands before the next is rolled against, all in one event."""
    told, aims, may_throw = Round(play), list(swing.aims), swing.may_throw
    place = swing.place
    while place < len(aims):
        aim = aims[place]
        if aim.failed or (aim.hit is not None and (not aim.hit or aim.landed or not swing.attack.area)):
            place += 1
            continue
        if swing.throw and not may_throw:
            told.tell()
            put_swing(play, swing.model_copy(update={"aims": tuple(aims), "place": place, "may_throw": False}))
            _ask_throw(play, swing, to_land(play, swing, aim) if aim.hit else to_aim(play, swing, aim))
            return
        may_throw = False
        if aim.hit is None:
            aims[place] = aim.model_copy(update={"hit": told.roll(swing, aim)})
        else:
            told.land(swing, aim)
            aims[place] = aim.model_copy(update={"landed": True})
    put_swing(
        play, swing.model_copy(update={"aims": tuple(aims), "place": 0, "may_throw": False, "stage": "intercept"})
    )
    told.tell()


def _interceptors(play: UttasPlay, swing: Swing) -> list[str]:
    aim = swing.aims[0]
    if not aim.hit or swing.attack.area:
        return []
    return [one.id for one in play.encounter.combatants if can_intercept(play, one.id, swing, aim)]


def _ask_throw(play: UttasPlay, swing: Swing, dice: tuple[DiceAsked, ...]) -> None:
    assault = play.encounter.scene.deeds[-1]
    assert isinstance(assault, Assault)
    put(play, assault.model_copy(update={"asks": dice}))
    play.ask("throw", [swing.attacker], ("uttas.throw",), since=swing.attacker)


# -- 10: harm ----------------------------------------------------------------------------------------------------------


def _harm(play: UttasPlay, assault: Assault) -> None:
    """Blocks and damage of all swings together, then the conditions of the struck, then of the attackers."""
    told = Round(play)
    swings = list(assault.swings)
    for number, swing in enumerate(swings):
        aims = list(swing.aims)
        for place, aim in enumerate(aims):
            if not aim.hit or aim.landed:
                continue
            if swing.throw and not swing.may_throw and _throws_damage(swing):
                told.tell()
                put(play, assault.model_copy(update={"swings": tuple(swings)}))
                _ask_throw(play, swing, to_land(play, swing, aim))
                return
            swing = swing.model_copy(update={"may_throw": False})
            told.land(swing, aim)
            aims[place] = aim.model_copy(update={"landed": True})
        swings[number] = swing.model_copy(update={"aims": tuple(aims)})
    after = assault.model_copy(update={"swings": tuple(swings), "stage": "counter", "swing": 0})
    put(play, after)
    told.tell()
    fallen = {aim.struck for swing in swings for aim in swing.aims if aim.hit and figure(play, aim.struck).fallen}
    if fallen:
        put(play, after.model_copy(update={"fallen": tuple(sorted({*assault.fallen, *fallen}))}))
    for swing in swings:
        falls_by_paying(play, swing.attacker)


def _throws_damage(swing: Swing) -> bool:
    dice = swing.attack.damage_dice(swing.attack.strength_dice or 0)
    return swing.purpose == "attack" and dice > 0 and not swing.attack.entangle_health


# -- 11: counterattacks ------------------------------------------------------------------------------------------------


def _counter(play: UttasPlay, assault: Assault) -> None:
    for place, swing in enumerate(assault.swings[assault.swing :], assault.swing + 1):
        asked = [
            one
            for aim in swing.aims
            for one in dict.fromkeys((aim.target, aim.struck))
            if aim.hit is not None and can_counter(play, one, swing, aim)
        ]
        if asked:
            put(play, assault.model_copy(update={"swing": place}))
            play.ask("counterattack", list(dict.fromkeys(asked)), ("uttas.react", LET_IT_BE), since=swing.attacker)
            return
    update = {"stage": "next", "targets": () if assault.swings[0].stopped else assault.targets}
    put(play, assault.model_copy(update=update))


def put_swing(play: UttasPlay, swing: Swing) -> None:
    """The swing that is at its steps is now this one."""
    assault = play.encounter.scene.deeds[-1]
    assert isinstance(assault, Assault)
    put(play, _with_swing(assault, swing))


def _with_swing(assault: Assault, swing: Swing) -> Assault:
    before, after = assault.swings[: assault.swing], assault.swings[assault.swing + 1 :]
    return assault.model_copy(update={"swings": (*before, swing, *after)})


__all__ = ["advance", "joined", "perceives", "put_swing"]
