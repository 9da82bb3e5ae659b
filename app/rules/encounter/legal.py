"""What a viewer could send now: candidates of the rules, kept where `decide` accepts them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from app.rules.encounter.commands import Command, End, EndTurn, Start
from app.rules.encounter.deciding import perform
from app.rules.encounter.facts import Voice
from app.rules.encounter.play import Dice, Play, Table
from app.rules.encounter.rules import CommandKind
from app.rules.encounter.state import Encounter
from app.rules.encounter.viewer import Sight, Viewer
from app.rules.errors import Refusal
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


class FirstThrow(Exception):  # noqa: N818 - nothing went wrong: the command was accepted
    """A command reached its first throw: its checks have all passed."""


class _Unthrown:
    """Dice that stop whoever would throw them: whether a command is accepted never hangs on a die."""

    def draw(self, faces: int, count: int) -> Sequence[int]:
        """Stop."""
        raise FirstThrow(f"{count}d{faces}")


UNTHROWN = Dice.of(_Unthrown())


def legal(encounter: Encounter[Any, Any], viewer: Viewer, *, table: Table[Any, Any]) -> list[LegalCommand]:
    """What would be accepted from this viewer now, in its plainest form: one for each type, attack and target.

    Bodies that answer a window name it, so that one comes too late rather than answers the next.
    """
    accepted = (one for one in _candidates(encounter, viewer, table) if accepts(one[1], encounter, viewer, table=table))
    return [_told(kind, command, encounter, viewer) for kind, command in islice(accepted, MOST_LEGAL)]


def accepts(command: Command, encounter: Encounter[Any, Any], viewer: Viewer, *, table: Table[Any, Any]) -> bool:
    """Whether `decide` would carry this out."""
    play = Play(encounter=encounter, table=table, dice=UNTHROWN, viewer=viewer, ids=lambda prefix: prefix)
    try:
        perform(play, command)
    except FirstThrow:
        return True
    except Refusal:
        return False
    return True


def _candidates(
    encounter: Encounter[Any, Any], viewer: Viewer, table: Table[Any, Any]
) -> Iterator[tuple[CommandKind | None, Command]]:
    sight = Sight(viewer, encounter.combatants)
    play = Play(encounter=encounter, table=table, dice=UNTHROWN, viewer=viewer, ids=lambda prefix: prefix)
    window = encounter.pending
    asked = None if window is None else window.for_
    for kind in table.rules.commands:
        if (kind.gm and not viewer.is_gm) or encounter.status not in kind.statuses:
            continue
        if (window is not None and kind.type not in window.options) or (window is None and kind.answers == "only"):
            continue
        actors: Iterable[str] = [""]
        if kind.acts:
            named = asked or [one.id for one in encounter.combatants]
            actors = [one for one in named if sight.commands(one)]
        for actor in actors:
            for body in kind.options(play, actor):
                yield kind, body.model_copy(update={"pending": window.id}) if window is not None else body
    yield from ((None, command) for command in _of_the_frame(encounter, viewer))


def _of_the_frame(encounter: Encounter[Any, Any], viewer: Viewer) -> Iterator[Command]:
    if encounter.status == "setup" and viewer.is_gm:
        yield Start()
    if encounter.status == "running" and encounter.pending is None:
        yield EndTurn(actor=encounter.active)
    if encounter.status == "running" and viewer.is_gm:
        yield End()


def _told(kind: CommandKind | None, command: Command, encounter: Encounter[Any, Any], viewer: Viewer) -> LegalCommand:
    voice = Voice(Sight(viewer, encounter.combatants))
    return LegalCommand(
        type=command.type,
        actor=command.actor,
        summary=_summary(kind, command, voice),
        body=command.model_dump(mode="json", exclude_defaults=True) | {"type": command.type},
    )


def _summary(kind: CommandKind | None, command: Command, voice: Voice) -> str:
    who = f"{voice.name(command.actor)}: " if command.actor is not None else ""
    if kind is None:
        return who + {"start": "begin", "end_turn": "end the turn", "end": "end the encounter"}[command.type]
    if kind.say is not None:
        return who + kind.say(command, voice)
    target = getattr(command, "target", None)
    return who + kind.summary + (f" → {voice.name(target)}" if isinstance(target, str) else "")
