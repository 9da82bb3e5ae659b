"""What a viewer could send now: candidates of the rules, kept where `decide` accepts them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from app.rules.encounter.commands import Command, End, EndTurn, Start
from app.rules.encounter.facts import Voice
from app.rules.encounter.play import Play
from app.rules.encounter.rehearsing import refusal_of, rehearsal
from app.rules.encounter.rules import CommandKind
from app.rules.encounter.state import Encounter
from app.rules.encounter.table import Table
from app.rules.encounter.viewer import Viewer
from app.rules.value import Value

MOST_LEGAL = 200


class LegalCommand(Value):
    """A command that would be accepted now."""

    type: str
    actor: str | None
    summary: str
    """One line in table language."""
    body: dict[str, Any]
    """Can be posted as it is: JSON of the command's own shape."""


AnyPlay = Play[Any, Any]


def legal(encounter: Encounter[Any, Any], viewer: Viewer, *, table: Table[Any, Any]) -> list[LegalCommand]:
    """What would be accepted from this viewer now, in its plainest form: one for each type, attack and target.

    Of more than `MOST_LEGAL` every type keeps some; what somebody may do in another's turn comes last. Bodies that
    answer a window name it, so that one comes too late rather than answers the next.
    """
    play = rehearsal(encounter, viewer, table=table)
    offers = [_of_kind(play, kind) for kind in table.rules.commands]
    offers.append((None, one) for one in _of_the_frame(play) if refusal_of(play, one) is None)
    voice = play.plain
    taken = sorted(_fairly(offers), key=lambda offer: _out_of_turn(encounter, *offer))
    return [_told(play, kind, one, voice, out_of_turn=_out_of_turn(encounter, kind, one)) for kind, one in taken]


Offer = tuple[CommandKind | None, Command]


def _fairly(sources: Sequence[Iterator[Offer]]) -> list[Offer]:
    """One of each in turn until there are enough, in the order of their sources."""
    taken: list[list[Offer]] = [[] for _ in sources]
    count, left = 0, list(enumerate(sources))
    while left and count < MOST_LEGAL:
        givers = []
        for place, source in left[: MOST_LEGAL - count]:
            if one := next(source, None):
                taken[place].append(one)
                givers.append((place, source))
        count += len(givers)
        left = givers
    return [one for some in taken for one in some]


def _of_kind(play: AnyPlay, kind: CommandKind) -> Iterator[Offer]:
    encounter, window = play.encounter, play.encounter.pending
    if (kind.gm and not play.viewer.is_gm) or encounter.status not in kind.statuses:
        return
    if window is None and kind.answers == "only":
        return
    answers = window is not None and kind.type in window.options
    not_now = play.rules.codes.get("not_your_turn", "not_your_turn")
    for actor in _actors(play, kind):
        for body in kind.options(play, actor):
            if window is not None and not answers and not play.rules.unbarred(play, body):
                continue
            command = body if window is None else body.model_copy(update={"pending": window.id})
            refusal = refusal_of(play, command)
            if refusal is None:
                yield kind, command
            elif refusal.code == not_now:
                break


def _actors(play: AnyPlay, kind: CommandKind) -> Iterable[str]:
    if not kind.acts:
        return [""]
    encounter = play.encounter
    named: Iterable[str] = [one.id for one in encounter.combatants]
    window = encounter.pending
    if window is not None and window.for_ and kind.type in window.options:
        named = window.for_
    elif kind.own_turn:
        named = [] if encounter.active is None else [encounter.active]
    return [one for one in named if play.sight.commands(one)]


def _of_the_frame(play: AnyPlay) -> Iterator[Command]:
    encounter = play.encounter
    if encounter.status == "setup" and play.viewer.is_gm:
        yield Start()
    if encounter.status == "running" and encounter.pending is None:
        yield EndTurn(actor=encounter.active)
    if encounter.status == "running" and play.viewer.is_gm:
        yield End()


def _out_of_turn(encounter: Encounter[Any, Any], kind: CommandKind | None, command: Command) -> bool:
    """Whether somebody would do it in the turn of somebody else, such as what they are ready for."""
    mine = kind is None or kind.gm or command.actor in {None, encounter.active}
    return not mine and encounter.pending is None and encounter.active is not None


def _told(
    play: AnyPlay, kind: CommandKind | None, command: Command, voice: Voice, *, out_of_turn: bool
) -> LegalCommand:
    return LegalCommand(
        type=command.type,
        actor=command.actor,
        summary=_summary(kind, command, voice, " (out of turn)" if out_of_turn else "") + _cost(play, kind, command),
        body={"type": command.type} | command.model_dump(mode="json", exclude_defaults=True),
    )


def _summary(kind: CommandKind | None, command: Command, voice: Voice, when: str) -> str:
    who = f"{voice.name(command.actor)}{when}: " if command.actor is not None else ""
    if kind is None:
        return who + {"start": "begin", "end_turn": "end the turn", "end": "end the encounter"}[command.type]
    if kind.say is not None:
        return who + kind.say(command, voice)
    target = getattr(command, "target", None)
    return who + kind.summary + (f" → {voice.name(target)}" if isinstance(target, str) else "")


def _cost(play: AnyPlay, kind: CommandKind | None, command: Command) -> str:
    costs = "" if kind is None or kind.tell_price is None else kind.tell_price(kind.price(play, command))
    return f" ({costs})" if costs else ""
