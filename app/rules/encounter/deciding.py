"""`decide`: who may, whether it may now, the rules that carry it out, and the flow of turns after it."""

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple

from app.rules.dice.source import PhysicalDice
from app.rules.encounter import frame_rules, turns
from app.rules.encounter.commands import FOR_EVERYBODY, FRAME_COMMANDS, Command
from app.rules.encounter.events import Event
from app.rules.encounter.play import Play
from app.rules.encounter.refusals import FRAME_REFUSALS, MayNot, out_of_range
from app.rules.encounter.rules import NOT_ENDED, CommandKind
from app.rules.encounter.sheets import Sheets
from app.rules.encounter.state import C, Encounter, S, Window
from app.rules.encounter.table import Character, Dice, Ids, LeftOn, Table
from app.rules.encounter.viewer import Viewer
from app.rules.encounter.window_facts import WAITING
from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.value import Value

NOBODY: Mapping[str, Character] = {}
_FRAME = {body.model_fields["type"].default for body in FRAME_COMMANDS}
_STATUSES = {
    "start": {"setup"},
    "end_turn": {"running"},
    "set_order": {"running"},
    "note": {"setup", "running", "ended"},
}
_WAITS_FOR_ANSWERS = {"start", "end_turn"}


class Decision(NamedTuple, Generic[S, C]):
    """What a command comes to."""

    events: list[Event[S, C]]
    encounter: Encounter[S, C]
    """The state after the events, as `evolve` makes it of them."""
    sheets: Sheets
    left: list[LeftOn]
    """What characters get back, to be written as revisions."""
    result: Value | None = None
    """What the command answers besides the encounter, such as the total of a roll of one's own."""


def decide(
    command: Command,
    encounter: Encounter[S, C],
    dice: Dice,
    *,
    table: Table[S, C],
    viewer: Viewer,
    ids: Ids,
    characters: Mapping[str, Character] = NOBODY,
) -> Decision[S, C]:
    """What happens when `viewer` sends this command: all rules and all chance. It refuses by raising a `Refusal`.

    Args:
        command: a body of the frame's or the system's.
        encounter: the state as it is; it is not changed.
        dice: what throws, unless the command brings `faces`.
        table: the system's rules, the campaign's options, the sheets lent.
        viewer: who asks.
        ids: makes new ids.
        characters: those that `characters_needed` names, by id.
    """
    thrown = dice if command.faces is None else Dice.of(PhysicalDice(command.faces))
    play = Play(encounter=encounter, table=table, dice=thrown, viewer=viewer, ids=ids, characters=characters)
    perform(play, command)
    if isinstance(thrown.public, PhysicalDice):
        thrown.public.finish()
    return Decision(play.events, play.encounter, play.table.sheets, play.left, play.result)


def characters_needed(command: Command, encounter: Encounter[Any, Any]) -> list[str]:
    """The ids of the characters whose sheets this command copies."""
    match command.type:
        case "join":
            named = getattr(command, "character_id", None)
            return [named] if named is not None else []
        case "edit_combatant" if getattr(command, "refresh", False):
            found = encounter.find(command.actor)
            return [found.character_id] if found is not None and found.character_id is not None else []
        case _ if command.begins and encounter.status == "setup":
            return [one.character_id for one in encounter.combatants if one.character_id is not None]
        case _:
            return []


def perform(play: Play[S, C], command: Command) -> None:
    """Check and carry out a command, then everything that follows of itself."""
    attempt(play, command)
    follow(play)
    play.rules.accepted(play, command)


def attempt(play: Play[S, C], command: Command) -> None:
    """Check and carry out a command, and leave it at that: from here on nothing refuses."""
    kind = kind_of(play, command)
    _check_sender(play, command, kind)
    _check_status(play, command, kind)
    _check_pending(play, command, kind)
    _check_actor(play, command)
    _carry_out(play, command, kind)


def kind_of(play: Play[Any, Any], command: Command) -> CommandKind | None:
    """The system's kind of this command; None: it is the frame's."""
    if command.type in _FRAME:
        return None
    found = play.rules.kinds.get(command.type)
    if found is None:
        raise out_of_range("unknown_command")
    return found


def follow(play: Play[Any, Any]) -> None:
    """What follows of itself: answers that are given at once, the end of what has run its course, the turns."""
    while True:
        _answer_at_once(play)
        before = play.encounter
        if play.encounter.pending is None and play.encounter.status == "running":
            play.rules.settle(play)
            turns.go_on(play)
        if play.encounter is before:
            return


def _answer_at_once(play: Play[Any, Any]) -> None:
    while (window := play.encounter.pending) is not None and window.for_:
        if not play.table.answers(window.kind):
            return
        _answer_for(play, window, window.for_[0])


def _answer_for(play: Play[Any, Any], window: Window, combatant: str) -> None:
    answer = play.rules.default_answer(play, window, combatant)
    _carry_out(play, answer, kind_of(play, answer))


def _carry_out(play: Play[Any, Any], command: Command, kind: CommandKind | None) -> None:
    try:
        _carry_out_as_sent(play, command, kind)
    except OutOfRange as refused:
        if refused.code in FRAME_REFUSALS:
            raise
        # A body of the right shape that the rules don't know here: like all of their refusals, as things stand.
        raise AgainstTheRules(refused.code, refused.detail, **refused.facts) from refused


def _carry_out_as_sent(play: Play[Any, Any], command: Command, kind: CommandKind | None) -> None:
    if kind is not None:
        kind.decide(play, command)
        return
    if command.type == "leave" and command.actor is not None:
        # The window would wait for somebody who is gone.
        while (window := play.encounter.pending) is not None and command.actor in window.for_:
            _answer_for(play, window, command.actor)
    frame_rules.carry_out(play, command)
    _drop_questions(play)


def _drop_questions(play: Play[Any, Any]) -> None:
    """Nobody is asked any more about what the game master's hand has taken away."""
    window = play.encounter.pending
    gone = [] if window is None else [one for one in window.for_ if not play.rules.asks_on(play, window, one)]
    if window is not None and gone and len(gone) == len(window.for_):
        play.close_window()
        return
    for one in gone:
        play.answered(one)


def _check_sender(play: Play[Any, Any], command: Command, kind: CommandKind | None) -> None:
    if play.viewer.is_gm:
        return
    gms = command.type not in FOR_EVERYBODY if kind is None else kind.gm
    if gms or getattr(command, "private", False):
        raise MayNot("not_gm", FRAME_REFUSALS["not_gm"])
    if play.viewer.role == "observer":
        raise MayNot("not_yours", "An observer looks on.")


def _check_status(play: Play[Any, Any], command: Command, kind: CommandKind | None) -> None:
    status = play.encounter.status
    allowed = _STATUSES.get(command.type, NOT_ENDED) if kind is None else kind.statuses
    if status not in allowed:
        code = "already_started" if command.type == "start" and status == "running" else "wrong_phase"
        words = {"setup": "has not started yet", "running": "runs already", "ended": "has ended"}
        code = code if code in play.rules.codes else "wrong_phase"
        raise play.refusal(code, f"The encounter {words[status]}.", encounter_status=status)


def _check_pending(play: Play[Any, Any], command: Command, kind: CommandKind | None) -> None:
    """Refuse what must wait for an answer, and answers that nobody asks for."""
    window = play.encounter.pending
    if command.pending is not None and (window is None or window.id != command.pending):
        raise play.refusal("pending_changed")
    if window is not None and kind is not None and _knows(play, command) and play.rules.unbarred(play, command):
        return
    if kind is not None and kind.answers != "never":
        asked = window is not None and command.type in window.options and _is_asked(play, command, window.for_)
        if asked and _knows(play, command):
            return
        if window is not None or kind.answers == "only":
            if window is None:
                _check_actor(play, command)
            reason = play.rules.not_asked(play, command) if _acts_for(play, command) else None
            raise reason or (_pending(play) if window is not None else play.refusal("no_window"))
    elif window is not None and (kind is not None or command.type in _WAITS_FOR_ANSWERS):
        raise _pending(play)


def _knows(play: Play[Any, Any], command: Command) -> bool:
    return command.actor is None or play.sight.sees(command.actor)


def _acts_for(play: Play[Any, Any], command: Command) -> bool:
    # The reason may tell of the combatant's own sheet.
    return _knows(play, command) and (command.actor is None or play.sight.commands(command.actor))


def _is_asked(play: Play[Any, Any], command: Command, asked: tuple[str, ...]) -> bool:
    return command.actor in asked if asked else play.viewer.is_gm


def _pending(play: Play[Any, Any]) -> Exception:
    window = play.encounter.pending
    assert window is not None
    if not play.sight.knows_choice(window.for_, window.since):
        return play.refusal("pending", "The table waits for somebody.", kind=WAITING)
    asked = [one for one in window.for_ if play.sight.sees(one)]
    whom = play.plain.names(asked) if asked else "the game master"
    detail = f"First {whom} must answer ({', '.join(window.options)})."
    rule = play.rules.choices[window.kind].rule
    cited = {} if rule is None else {"rule": rule}
    return play.refusal("pending", detail, pending=window.id, kind=window.kind, asked=asked, **cited)


def _check_actor(play: Play[Any, Any], command: Command) -> None:
    if command.actor is not None:
        play.known(command.actor)
        if not play.sight.commands(command.actor):
            raise MayNot("not_yours", FRAME_REFUSALS["not_yours"])
    elif command.type == "end_turn" and not play.viewer.is_gm and not play.sight.commands(play.encounter.active):
        play.check_turn("")
