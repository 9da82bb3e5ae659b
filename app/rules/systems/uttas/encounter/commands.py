"""All commands of fights and chases: their bodies, what carries them out, and how they are told."""

from collections.abc import Callable, Iterator
from math import dist
from typing import Any, Final

from app.rules.dice.source import PhysicalDice
from app.rules.encounter.commands import ActorCommand, Command
from app.rules.encounter.facts import Voice
from app.rules.encounter.rules import NOT_ENDED, CommandKind, Price
from app.rules.encounter.state import Combatant
from app.rules.errors import FacesUnused
from app.rules.systems.uttas.distance import Space
from app.rules.systems.uttas.encounter import (
    answering,
    arming,
    chase_actions,
    chasing,
    doing,
    offers,
    prices,
    readying,
    skills,
    walking,
    wrestling,
)
from app.rules.systems.uttas.encounter.answers import (
    Follow,
    Intercept,
    PassReaction,
    React,
    ResolveSurrender,
    Throw,
)
from app.rules.systems.uttas.encounter.bodies import (
    ActivatePower,
    Attack,
    BreakEntangle,
    Breather,
    CancelReady,
    ChaseAction,
    ChaseCheck,
    ChaseEnd,
    ChaseStart,
    DropPower,
    EnterStance,
    Escape,
    FullMove,
    GmModifier,
    Grapple,
    Move,
    PathLeg,
    Ready,
    RecoverStun,
    Release,
    Rise,
    SetOffReady,
    Sprint,
    StandUp,
    Surrender,
    TakeControl,
    Talk,
    Trip,
    UseItem,
    UseSkill,
)
from app.rules.systems.uttas.encounter.deeds import push
from app.rules.systems.uttas.encounter.permission import check_own_turn
from app.rules.systems.uttas.encounter.running import carried
from app.rules.systems.uttas.encounter.state import UttasPlay

Handler = Callable[[UttasPlay, Any], None]
Offers = Callable[[UttasPlay, str], Iterator[Command]]


def _attack(play: UttasPlay, body: Attack | Trip | Grapple) -> None:
    check_own_turn(play, body.actor)
    push(play, arming.prepared(play, body))


def _decide_attack(play: UttasPlay, body: Attack | Trip | Grapple) -> None:
    """An attack as far as it goes by itself.

    Raises:
        FacesUnused: for dice that come with it and can't fall yet: how to have them asked for.
    """
    carried(_attack)(play, body)
    dice = play.dice.public
    if play.encounter.pending is None or not isinstance(dice, PhysicalDice):
        return
    try:
        dice.finish()
    except FacesUnused as refusal:
        if refusal.facts["used"]:
            raise
        how = "" if body.throw else ', or attack with `"throw": true` to be asked for them'
        raise FacesUnused(
            f"No dice fall before the open choice is answered: send `faces` with the last answer{how}.",
            **refusal.facts,
        ) from refusal


def _move(play: UttasPlay, body: Move) -> None:
    chase = play.encounter.scene.chase
    (walking.move if chase is None else chasing.move)(play, body)


def _plain(body: type[Command]) -> Offers:
    """The command as it is, for whoever may."""

    def offer(_play: UttasPlay, actor: str) -> Iterator[Command]:
        yield body.model_validate({"actor": actor})

    return offer


def _words(summary: str, *fields: str) -> Callable[[Any, Voice], str]:
    """The summary with what tells one body from the next."""

    def say(body: Any, voice: Voice) -> str:
        told = [str(value) for field in fields if (value := getattr(body, field, None)) is not None]
        words = " ".join([summary, *(voice.words(one.replace("_", " ")) for one in told)])
        words += "".join(_leg(body, leg, voice) for leg in getattr(body, "path", None) or ())
        if isinstance(body, Ready):
            body = body.action
            words += f" ({voice.words(str(getattr(body, 'attack', body.type.rpartition('.')[2])))})"
        target = getattr(body, "target", None) or next(iter(getattr(body, "targets", None) or ()), None)
        return f"{words} → {voice.name(target)}" if target is not None else words

    return say


def _race(body: ChaseCheck, voice: Voice) -> str:
    return f"see whether {voice.name(body.pursuer)} would catch {voice.name(body.target)}"


def _leg(body: ActorCommand, leg: PathLeg, voice: Voice) -> str:
    """A stretch of a path: its metres, its end, and to which of the foes it leads."""
    metres = "" if leg.m is None else f" {leg.m} m"
    if leg.to is None:
        return f"{metres} ({leg.mode})"
    whom = _led_to(body.actor, leg.to, voice)
    return f"{metres} to {list(leg.to)} ({leg.mode}){f', towards {voice.name(whom)}' if whom is not None else ''}"


def _led_to(mover: str, end: Space, voice: Voice) -> str | None:
    """Of those whom a way brings one nearer to, the foe nearest to its end."""
    there = {one.id: one for one in voice.sight.parts.values() if isinstance(one, Combatant)}
    if mover not in there or (begin := there[mover].state.pos) is None:
        return None
    nearer = [
        (dist(end, pos), one.id)
        for one in there.values()
        if one.side != there[mover].side and not one.out and voice.sight.sees(one.id)
        if (pos := one.state.pos) is not None and dist(end, pos) < dist(begin, pos)
    ]
    return min(nearer)[1] if nearer else None


def _own(
    body: type[Command],
    handler: Handler,
    summary: str,
    *,
    offers_: Offers | None = None,
    price: Callable[[UttasPlay, Any], Price] = prices.action,
    say: tuple[str, ...] = (),
) -> CommandKind:
    """A command of the own turn."""
    return CommandKind(
        body=body,
        summary=summary,
        decide=handler if handler is _decide_attack else carried(handler),
        options=offers_ or _plain(body),
        price=prices.running(price),
        say=_words(summary, *say),
        tell_price=prices.told,
        own_turn=True,
    )


def _answer(
    body: type[Command],
    handler: Handler,
    summary: str,
    *,
    offers_: Offers,
    price: Callable[[UttasPlay, Any], Price] = prices.free,
    say: tuple[str, ...] = (),
) -> CommandKind:
    """A command that only answers windows."""
    return CommandKind(
        body=body,
        summary=summary,
        decide=carried(handler),
        options=offers_,
        price=prices.running(price),
        say=_words(summary, *say),
        tell_price=prices.told,
        answers="only",
    )


COMMANDS: Final = (
    _own(
        EnterStance,
        doing.enter_stance,
        "change the stance to",
        offers_=offers.enter_stance,
        price=prices.stance,
        say=("stance",),
    ),
    _own(Move, _move, "move", offers_=offers.move, price=prices.free),
    _own(FullMove, walking.full_move, "full move", offers_=offers.full_move, price=prices.path),
    _own(Sprint, walking.sprint, "sprint", offers_=offers.sprint, price=prices.path),
    _own(StandUp, walking.stand, "stand up by", offers_=offers.stand_up, price=prices.stand_up, say=("method",)),
    _own(Attack, _decide_attack, "attack with", offers_=offers.attack, price=arming.price, say=("attack",)),
    _own(Trip, _decide_attack, "trip", offers_=offers.trip, price=arming.price),
    _own(Grapple, _decide_attack, "grapple", offers_=offers.grapple, price=arming.price),
    _own(Escape, wrestling.escape, "escape by", offers_=offers.escape, price=prices.wrestling, say=("method",)),
    _own(
        TakeControl, wrestling.take_control, "turn the hold round", offers_=offers.take_control, price=prices.wrestling
    ),
    _own(Release, wrestling.release, "let go", price=prices.free),
    _own(
        BreakEntangle,
        wrestling.break_entangle,
        "break the Entangle by",
        offers_=offers.break_entangle,
        price=prices.wrestling,
        say=("method",),
    ),
    _own(
        ActivatePower,
        doing.activate_power,
        "activate",
        offers_=offers.activate_power,
        price=prices.power,
        say=("power",),
    ),
    _own(DropPower, doing.drop_power, "drop", offers_=offers.drop_power, price=prices.free, say=("power",)),
    _own(UseSkill, skills.use_skill, "use the skill", offers_=offers.use_skill, price=prices.skill, say=("skill",)),
    _own(UseItem, skills.use_item, "use", offers_=offers.use_item, say=("item",)),
    _own(Ready, readying.ready, "be ready to attack", offers_=offers.ready),
    CommandKind(
        body=CancelReady,
        summary="give up what is readied",
        decide=carried(readying.cancel_ready),
        options=_plain(CancelReady),
        price=prices.running(prices.free),
    ),
    CommandKind(
        body=SetOffReady,
        summary="do what is readied",
        decide=carried(readying.set_off),
        options=offers.set_off,
        price=prices.running(prices.set_off),
        tell_price=prices.told,
        answers="also",
    ),
    _answer(
        React,
        answering.react,
        "react:",
        offers_=offers.react,
        price=prices.reaction,
        say=("kind", "stance", "counterattack"),
    ),
    _answer(PassReaction, answering.pass_reaction, "let it be", offers_=offers.pass_reaction),
    _answer(Follow, answering.follow, "follow", offers_=offers.follow),
    _answer(Intercept, answering.intercept, "take the hit", offers_=offers.intercept, price=prices.action),
    CommandKind(
        body=Surrender,
        summary="surrender",
        decide=carried(answering.surrender),
        options=_plain(Surrender),
        price=prices.running(prices.free),
        answers="also",
    ),
    _answer(
        ResolveSurrender,
        answering.resolve_surrender,
        "answer the surrender:",
        offers_=offers.resolve_surrender,
        say=("choice",),
    ),
    _answer(Throw, answering.throw, "throw the dice", offers_=offers.throw),
    _own(Rise, doing.rise, "fight on"),
    _own(Breather, doing.breather, "take a breather"),
    _own(RecoverStun, doing.recover_stun, "recover from the stun"),
    CommandKind(
        body=Talk,
        summary="say something",
        decide=carried(doing.talk),
        options=offers.talk,
        price=prices.running(prices.free),
    ),
    CommandKind(
        body=GmModifier, summary="make a roll easier or harder", decide=doing.gm_modifier, price=prices.free, gm=True
    ),
    CommandKind(
        body=ChaseCheck,
        summary="compare two who would race",
        decide=chasing.chase_check,
        options=offers.chase_check,
        price=prices.free,
        say=_race,
    ),
    CommandKind(
        body=ChaseStart,
        summary="begin a chase",
        decide=chasing.chase_start,
        options=offers.chase_start,
        price=prices.free,
        gm=True,
        statuses=NOT_ENDED,
    ),
    _own(
        ChaseAction,
        chase_actions.chase_action,
        "in the chase:",
        offers_=offers.chase_action,
        price=prices.chase_action,
        say=("kind", "skill"),
    ),
    CommandKind(
        body=ChaseEnd,
        summary="call the chase off",
        decide=chasing.chase_end,
        options=offers.chase_end,
        price=prices.free,
        gm=True,
    ),
)
"""In the order of the rules page (section 4)."""
