"""Events as a viewer gets them, and what a command's answer says: what happened, and what is asked next."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pydantic import SerializeAsAny

from app.rules.encounter.events import Event, Turned
from app.rules.encounter.facts import Fact, Voice
from app.rules.encounter.play import Table
from app.rules.encounter.state import Encounter
from app.rules.encounter.viewer import Sight, Viewer
from app.rules.value import Value

LONGEST_TEXT = 300
LONGEST_MARKDOWN = 1800
_TURNED = {"command.undone": "Undone", "command.redone": "Done again"}


class EventView(Value):
    """An event as its viewer may know it."""

    type: str
    data: SerializeAsAny[Fact]
    text: str
    """One sentence, plain; empty where there is nothing to say."""


class Said(NamedTuple):
    """What an answer says to people."""

    text: str
    """Plain, at most 300 characters."""
    markdown: str
    """Discord flavour, names escaped, at most 1,800."""


class LogEntry(EventView):
    """A line of the story."""

    markdown: str
    """The sentence in Discord's markdown, names escaped."""
    undone: bool
    """Whether it was taken back."""


def seen_event(event: Event[Any, Any], viewer: Viewer) -> EventView | None:
    """The event for a viewer; None: to them nothing has happened. It takes no state: events know their cast."""
    sight = Sight(viewer, event.cast)
    if not _exists(event, sight):
        return None
    fact = _seen(event, sight)
    return EventView.trusted(type=fact.type, data=fact, text=_cut(_tell(event, sight), LONGEST_TEXT))


def seen_by_players(event: Event[Any, Any]) -> bool:
    """Whether any player gets the event."""
    return _exists(event, Sight(Viewer(role="player"), event.cast, everybody=True))


def log_entry(event: Event[Any, Any], viewer: Viewer, *, undone: bool) -> LogEntry | None:
    """The event as a line of the story; None where it doesn't exist for the viewer, or has nothing to say."""
    sight = Sight(viewer, event.cast)
    if not _exists(event, sight) or not (text := _tell(event, sight)):
        return None
    fact = _seen(event, sight)
    markdown = _cut(_tell(event, sight, markdown=True), LONGEST_MARKDOWN - len("~~~~"))
    return LogEntry.trusted(
        type=fact.type,
        data=fact,
        text=_cut(text, LONGEST_TEXT),
        markdown=f"~~{markdown}~~" if undone else markdown,
        undone=undone,
    )


def say(
    events: Iterable[Event[Any, Any]], encounter: Encounter[Any, Any], viewer: Viewer, *, table: Table[Any, Any]
) -> Said:
    """What a command's answer says to a viewer: each event, then what is asked next.

    What is asked always fits; of a long story the beginning goes.
    """
    sights = [(event, Sight(viewer, event.cast)) for event in events]
    listed = [(event, sight) for event, sight in sights if _exists(event, sight)]
    said = []
    for markdown, longest in ((False, LONGEST_TEXT), (True, LONGEST_MARKDOWN)):
        asked = _asked(Voice(Sight(viewer, encounter.combatants), markdown=markdown), encounter, table)
        told = [_tell(event, sight, markdown=markdown) for event, sight in listed]
        said.append(_joined([line for line in told if line], asked, longest=longest, gap="\n" if markdown else " "))
    return Said(*said)


def _exists(event: Event[Any, Any], sight: Sight) -> bool:
    if event.fact.type in _TURNED and not sight.viewer.is_gm:
        return bool(_turned(event, sight))
    return event.fact.exists(sight)


def _turned(event: Event[Any, Any], sight: Sight) -> list[tuple[Turned, Sight]]:
    """Those of the events it turns back that exist for the viewer, each with the eyes that look at it."""
    looked = [(one, sight.on(one.event.cast)) for one in event.turned]
    return [(one, eyes) for one, eyes in looked if _exists(one.event, eyes)]


def _seen(event: Event[Any, Any], sight: Sight) -> Fact:
    fact = event.fact.seen(sight)
    if event.turned:
        fact = fact.model_copy(update={"events": tuple(one.id for one, _ in _turned(event, sight))})
    return fact


def _tell(event: Event[Any, Any], sight: Sight, *, markdown: bool = False) -> str:
    if event.turned:
        told = (_tell(one.event, eyes, markdown=markdown) for one, eyes in _turned(event, sight))
        return f"{_TURNED[event.fact.type]}: {' '.join(line for line in told if line) or 'what was done last.'}"
    return event.fact.seen(sight).tell(Voice(sight, markdown=markdown))


def _asked(voice: Voice, encounter: Encounter[Any, Any], table: Table[Any, Any]) -> str:
    window = encounter.pending
    if window is not None and not voice.sight.knows_choice(window.for_, window.since):
        return "The table waits."
    if window is not None:
        kind = next((one for one in table.rules.windows if one.kind == window.kind), None)
        seen = [one for one in window.for_ if voice.sight.sees(one)]
        who = voice.names(seen) if seen else "The game master"
        asks = kind.asks if kind is not None else "must answer"
        own = table.rules.tell_window(encounter, window, voice, table)
        return f"{who} {own or f'{asks}: {_listed(voice, window.options)}.'}"
    if encounter.status != "running":
        return ""
    if encounter.stage == "stalled":
        return "Nobody can act: the game master ends the turn or the encounter."
    if not voice.sight.sees(encounter.active):
        return "The table waits."
    return f"{voice.name(encounter.active)} is on (round {encounter.round})."


def _listed(voice: Voice, options: Sequence[str]) -> str:
    return ", ".join(voice.words(option) for option in options)


def _joined(told: Sequence[str], asked: str, *, longest: int, gap: str) -> str:
    lines = [*told, asked] if asked else list(told)
    whole = gap.join(lines)
    while len(whole) > longest and len(lines) > 1:
        lines = lines[1:]
        whole = gap.join(["…", *lines])
    return _cut(whole, longest)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
