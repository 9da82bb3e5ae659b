"""Every command of a fight between superheroes, with what it costs and the plainest forms in which it can be sent."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from app.rules.encounter.commands import Command
from app.rules.encounter.facts import Voice
from app.rules.encounter.rules import NOT_ENDED, RUNNING, CommandKind, Price
from app.rules.encounter.state import Status
from app.rules.systems.supers.encounter import (
    attacking,
    bodies,
    checking,
    efforts,
    helping,
    manoeuvring,
    offers,
    places,
    powering,
    resisting,
    waiting,
)
from app.rules.systems.supers.encounter import deed_bodies as deeds
from app.rules.systems.supers.encounter.improving import USE
from app.rules.systems.supers.encounter.offers import can_act
from app.rules.systems.supers.encounter.state import SupersPlay

Options = Callable[[SupersPlay, str], Iterator[Command]]
SAID = ("power", "option", "use", "skill", "trait", "feet", "trigger", "action")
"""What of a body tells it from others of its type."""
EFFORTS = {
    "action": "one more standard action",
    "bonus": "+2 on one check or attack",
    "power": "+1 rank of a power",
    "power_stunt": "a power for the scene",
    "resistance": "another try to throw an effect off",
    "retry": "another try of what has failed",
    "speed": "+1 speed",
    "strength": "+1 Strength",
}
"""What each brings (R-15)."""
CRITICALS = {"increased": "harder to resist by 5", "added": "a second effect", "alternate": "a power stunt"}
"""What a critical hit becomes (S-064 to S-066)."""
NAMED = ("target", "targets", "ally", "foe", "helpers")


def _kind(
    body: type[Command],
    summary: str,
    decide: Callable[[SupersPlay, Any], None],
    options: Options | None = None,
    *,
    costs: str | None = None,
    dice: int | Callable[[Any], int] = 0,
    gm: bool = False,
    answers: Literal["never", "also", "only"] = "never",
    statuses: frozenset[Status] = RUNNING,
) -> CommandKind:
    """A command, what it costs and how it is told."""

    def price(_play: SupersPlay, sent: Any) -> Price:
        thrown = dice if isinstance(dice, int) else dice(sent)
        return Price(costs={costs: 1} if costs else {}, dice=["1d20"] * thrown)

    return CommandKind(
        body=body,
        summary=summary,
        decide=decide,
        options=options or (lambda _play, _actor: iter(())),
        price=price,
        say=lambda sent, voice: _say(summary, sent, voice),
        gm=gm,
        answers=answers,
        statuses=statuses,
    )


def _say(summary: str, body: Any, voice: Voice) -> str:
    """A body in one line, for a button."""
    told = [_worded(body, name, value) for name in SAID if (value := body.__dict__.get(name)) is not None]
    words = f" ({voice.words(', '.join(told))})" if told else ""
    named = [one for name in NAMED for one in _listed(body.__dict__.get(name))]
    return f"{summary}{words}" + (f" → {voice.names(named)}" if named else "")


def _worded(body: Any, name: str, value: Any) -> str:
    match body:
        case deeds.ExtraEffort() if name == "option":
            return f"{EFFORTS.get(value, value)}, for a step of fatigue"
        case bodies.ChooseCritical() if name == "option":
            return CRITICALS.get(value, str(value))
        case deeds.Move() if name == "feet":
            return f"{value} ft"
        case _:
            return str(value).replace("_", " ")


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [one for one in value or () if isinstance(one, str)]


def _plain(body: type[Any]) -> Options:
    """Nothing but the actor."""

    def offered(play: SupersPlay, actor: str) -> Iterator[Command]:
        if can_act(play, actor):
            yield body(actor=actor)

    return offered


def _answer(body: type[Any]) -> Options:
    return lambda _play, actor: iter([body(actor=actor)])


def _criticals(_play: SupersPlay, actor: str) -> Iterator[Command]:
    for option in ("increased", "alternate"):
        yield bodies.ChooseCritical(actor=actor, option=option)
    yield bodies.ChooseCritical(actor=actor, option="added", added_effect="damage")


def _points(play: SupersPlay, actor: str) -> Iterator[Command]:
    uses: Sequence[str] = ("recover", USE) if play.encounter.pending else ("recover", USE, "inspiration")
    for use in uses:
        yield deeds.SpendHeroPoint(actor=actor, use=use)


def _efforts(play: SupersPlay, actor: str) -> Iterator[Command]:
    if can_act(play, actor):
        for option in ("action", "bonus", "speed", "strength", "resistance"):
            yield deeds.ExtraEffort(actor=actor, option=option)


COMMANDS: tuple[CommandKind, ...] = (
    _kind(
        bodies.AttackClose,
        "attack up close",
        attacking.attack_close,
        offers.attacks(bodies.AttackClose, "close"),
        costs="standard",
        dice=1,
    ),
    _kind(
        bodies.AttackRanged,
        "attack from afar",
        attacking.attack_ranged,
        offers.attacks(bodies.AttackRanged, "ranged"),
        costs="standard",
        dice=1,
    ),
    _kind(
        bodies.AttackRoutine,
        "attack by routine",
        attacking.attack_routine,
        offers.attacks(bodies.AttackRoutine, "close", "ranged"),
        costs="standard",
    ),
    _kind(
        bodies.AttackPerception,
        "use a power on",
        attacking.attack_perception,
        offers.attacks(bodies.AttackPerception, "perception"),
        costs="standard",
    ),
    _kind(
        bodies.AttackArea,
        "strike an area",
        attacking.attack_area,
        offers.areas,
        costs="standard",
        dice=lambda sent: len(sent.targets),
    ),
    _kind(
        bodies.ChooseCritical,
        "turn the critical hit into something",
        resisting.choose_critical,
        _criticals,
        answers="only",
    ),
    _kind(bodies.Resist, "resist", resisting.resist, _answer(bodies.Resist), answers="only", dice=1),
    _kind(bodies.Pass, "let the fatigue land", efforts.let_land, _answer(bodies.Pass), answers="only"),
    _kind(deeds.SpendHeroPoint, "spend a hero point", efforts.spend_hero_point, _points, answers="also"),
    _kind(deeds.Move, "move", places.move, offers.movement, costs="move"),
    _kind(deeds.StandUp, "stand up", places.stand_up, _plain(deeds.StandUp), costs="move"),
    _kind(deeds.DropProne, "drop down", places.drop_prone, _plain(deeds.DropProne)),
    _kind(deeds.DropItem, "let go", manoeuvring.drop_item, offers.grips),
    _kind(deeds.Talk, "talk", waiting.talk, _plain(deeds.Talk)),
    _kind(deeds.Sprint, "try for a burst of speed", places.sprint, _plain(deeds.Sprint), dice=1),
    _kind(deeds.Delay, "wait for a later place", waiting.delay, _plain(deeds.Delay)),
    _kind(
        deeds.Ready,
        "ready an action",
        waiting.ready,
        offers.own(lambda actor: deeds.Ready(actor=actor, trigger="a foe comes near", action="attack")),
        costs="standard",
    ),
    _kind(deeds.ActivatePower, "activate a power", powering.activate, offers.switches),
    _kind(deeds.Sustain, "keep a power up", powering.sustain, offers.turned_on(deeds.Sustain)),
    _kind(deeds.Deactivate, "drop a power", powering.deactivate, offers.turned_on(deeds.Deactivate)),
    _kind(
        deeds.StopSustaining,
        "let sustained powers end",
        powering.stop_sustaining,
        _plain(deeds.StopSustaining),
    ),
    _kind(deeds.ExtraEffort, "make an extra effort", efforts.make_effort, _efforts),
    _kind(deeds.RecoverAction, "recover", helping.recover_action, offers.afflicted, costs="standard"),
    _kind(deeds.Defend, "stand on guard", manoeuvring.defend, _plain(deeds.Defend), costs="standard"),
    _kind(deeds.Aim, "aim at", manoeuvring.aim, offers.foes(deeds.Aim), costs="standard"),
    _kind(deeds.Aid, "help an ally", manoeuvring.aid, offers.allies_in_need, costs="standard", dice=1),
    _kind(deeds.Grab, "grab", manoeuvring.grab, offers.foes(deeds.Grab), costs="standard", dice=3),
    _kind(deeds.Trip, "trip", manoeuvring.trip, offers.foes(deeds.Trip), costs="standard", dice=3),
    _kind(deeds.Disarm, "disarm", manoeuvring.disarm, offers.foes(deeds.Disarm), costs="standard", dice=3),
    _kind(
        deeds.Escape,
        "get out of the hold",
        manoeuvring.escape,
        offers.own(lambda actor: deeds.Escape(actor=actor, skill="athletics")),
        costs="standard",
        dice=2,
    ),
    _kind(
        deeds.Demoralize,
        "frighten",
        manoeuvring.demoralize,
        offers.foes(deeds.Demoralize),
        costs="standard",
        dice=2,
    ),
    _kind(deeds.Feint, "mislead", manoeuvring.feint, offers.foes(deeds.Feint), costs="standard", dice=2),
    _kind(
        deeds.Stabilize,
        "keep alive",
        helping.stabilize,
        offers.others(deeds.Stabilize),
        costs="standard",
        dice=1,
    ),
    _kind(deeds.Heal, "heal", helping.heal, offers.healing, costs="standard", dice=1),
    _kind(deeds.Repair, "mend", helping.repair, offers.objects, costs="standard", dice=1),
    _kind(deeds.Check, "make a check", checking.plain, offers.checks, dice=1),
    _kind(deeds.OpposedCheck, "make a check against", checking.opposed_check, offers.contests, dice=2),
    _kind(deeds.Compare, "see who has more of it", checking.compare, offers.comparisons),
    _kind(
        deeds.TeamCheck,
        "make a check together",
        checking.team_check,
        offers.teams,
        dice=lambda sent: 1 + len(sent.helpers),
    ),
    _kind(deeds.RestMinutes, "rest", helping.rest_minutes, offers.rests, statuses=NOT_ENDED),
    _kind(deeds.StartSession, "begin a session", efforts.start_session, offers.sessions, gm=True, statuses=NOT_ENDED),
    _kind(
        deeds.AddHeroPoint,
        "give a hero point",
        efforts.add_hero_point,
        _answer(deeds.AddHeroPoint),
        gm=True,
        statuses=NOT_ENDED,
    ),
)
"""In the order in which they are offered."""
