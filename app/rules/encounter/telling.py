"""Events as a viewer gets them, and what a command's answer says: what happened, and what is asked next."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pydantic import SerializeAsAny

from app.rules.encounter.events import Event, Turned
from app.rules.encounter.facts import SOMEBODY, Fact, Voice
from app.rules.encounter.state import Encounter
from app.rules.encounter.table import Table
from app.rules.encounter.turns import last_side
from app.rules.encounter.viewer import PLAYER, Sight, Viewer
from app.rules.value import Value

LONGEST_TEXT = 300
LONGEST_MARKDOWN = 1800
_A_WORD = 8
"""Fewer characters of a story don't even say whose it is."""
_WORTH_READING = 30
"""Fewer characters of a sentence tell nothing."""
_ENDS = (".", "!", "?", "…", ":", ";", ",")
_CLOSING = "\"'”’»)]*_~"
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


class Heard(NamedTuple):
    """An event as a viewer gets it, with all that there is to say of it."""

    view: EventView
    text: str
    markdown: str
    """In Discord's, names escaped; like `text` as long as it is."""


def hear(event: Event[Any, Any], viewer: Viewer) -> Heard | None:
    """The event for a viewer; None: to them nothing has happened. It takes no state: events know their cast."""
    sight = Sight(viewer, event.cast)
    if not _exists(event, sight):
        return None
    fact = _seen(event, sight)
    voice = Voice(sight)
    text = _tell(event, fact, voice)
    markdown = text if voice.alike else _tell(event, fact, Voice(sight, markdown=True))
    return Heard(EventView.trusted(type=fact.type, data=fact, text=_cut(text, LONGEST_TEXT)), text, markdown)


def seen_by_players(event: Event[Any, Any]) -> bool:
    """Whether any player gets the event."""
    return _exists(event, Sight(PLAYER, event.cast, everybody=True))


def log_entry(event: Event[Any, Any], viewer: Viewer, *, undone: bool) -> LogEntry | None:
    """The event as a line of the story; None where it doesn't exist for the viewer, or has nothing to say."""
    heard = hear(event, viewer)
    if heard is None or not heard.text:
        return None
    markdown = _cut(heard.markdown, LONGEST_MARKDOWN - len("~~~~"))
    return LogEntry.trusted(**heard.view.__dict__, markdown=f"~~{markdown}~~" if undone else markdown, undone=undone)


def say(heard: Iterable[Heard], encounter: Encounter[Any, Any], viewer: Viewer, *, table: Table[Any, Any]) -> Said:
    """What a command's answer says to a viewer: each event as they get it, then what is asked next.

    What is asked always fits, if not all the choices. Where all else is too long, what the turn has left goes; of a
    longer story the beginning, and of a single long sentence the end.
    """
    told, sight = [one for one in heard if one.text], Sight(viewer, encounter.combatants)
    if told and told[-1].view.type == "turn.started" and encounter.pending is None:
        # Who is on is what is asked next.
        told.pop()
    voice = Voice(sight)
    text = _asked(voice, encounter, table)
    markdown = text if voice.alike else _asked(Voice(sight, markdown=True), encounter, table)
    story = [one.text for one in told]
    if not _fits(story, text) and _fits(story, brief := _asked(voice, encounter, table, brief=True)):
        text = brief
    return Said(
        _joined(story, text, longest=LONGEST_TEXT, gap=" "),
        _joined([one.markdown for one in told], markdown, longest=LONGEST_MARKDOWN, gap="\n"),
    )


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


def _tell(event: Event[Any, Any], fact: Fact, voice: Voice) -> str:
    """What is said of an event, of whose fact this is what `seen` has left."""
    if not event.turned:
        said = fact.tell(voice)
        return said[:1].upper() + said[1:] if said.startswith(SOMEBODY) else said
    turned = [(one.event, eyes) for one, eyes in _turned(event, voice.sight)]
    told = [_tell(one, one.fact.seen(eyes), Voice(eyes, markdown=voice.markdown)) for one, eyes in turned]
    return f"{_TURNED[event.fact.type]}: {' '.join(_ended([line for line in told if line])) or 'what was done last.'}"


def _asked(voice: Voice, encounter: Encounter[Any, Any], table: Table[Any, Any], *, brief: bool = False) -> str:
    window = encounter.pending
    if window is not None and not voice.sight.knows_choice(window.for_, window.since):
        return "The table waits."
    if window is not None:
        seen = [one for one in window.for_ if voice.sight.sees(one)]
        who = voice.names(seen) if seen else "The game master"
        own = table.rules.tell_window(encounter, window, voice, table)
        return f"{who} {own or f'{table.rules.choices[window.kind].asks}.'}"
    if encounter.status != "running":
        return ""
    ending = ""
    if voice.sight.viewer.is_gm and (side := last_side(encounter)) is not None:
        ending = f" Nobody but {voice.words(side)} is left standing: `end` ends the encounter."
    if encounter.stage == "stalled":
        return f"Nobody can act: the game master ends the turn or the encounter.{ending}"
    if not voice.sight.sees(encounter.active):
        return "The table waits."
    active = encounter[encounter.active or ""]
    left = table.rules.tell_turn(encounter, active) if voice.sight.reads(active.id) and not brief else ""
    return f"{voice.name(active.id)} is on (round {encounter.round}{f', {left} left' if left else ''}).{ending}"


def _ended(lines: Sequence[str]) -> list[str]:
    """Somebody's own words end as they wrote them: a full stop keeps them apart from what follows."""
    return [*(one if one.rstrip(_CLOSING).endswith(_ENDS) else f"{one}." for one in lines[:-1]), *lines[-1:]]


def _fits(told: Sequence[str], asked: str) -> bool:
    return len(" ".join(_ended([*told, *filter(None, [asked])]))) <= LONGEST_TEXT


def _joined(told: Sequence[str], asked: str, *, longest: int, gap: str) -> str:
    # What is asked may list choices after a line break. The story, which the log has too, is shortened first.
    asked, _, choices = asked.partition("\n")
    if choices and gap == " " and len(gap.join([*told, asked, choices])) > longest:
        room = longest - len(gap.join(["…", asked, choices]))
        if room >= 0:
            story = gap.join(told)[:room].rpartition(" ")[0]
            if story.count("(") > story.count(")"):
                story = story.rpartition("(")[0]
            return gap.join(
                [f"{story.rstrip(' ,;:(')}…", asked, choices] if len(story) >= _A_WORD else [asked, choices]
            )
    lines = [line for line in (*told, asked) if line]
    if gap == " ":
        lines = _ended(lines)
    whole = gap.join(lines)
    if choices and (room := longest - len(whole) - len(gap)) >= _WORTH_READING:
        return gap.join([whole, choices if len(choices) <= room else f"{choices[: room - 1].rpartition(gap)[0]}…"])
    while len(whole) > longest and len(lines) > 1:
        room = longest - len(asked) - len("… ")
        if gap == " " and lines[1:] == [asked] and room >= _WORTH_READING:
            return f"{lines[0][:room].rpartition(' ')[0]}… {asked}"
        lines = lines[1:]
        whole = gap.join(["…", *lines])
    return _cut(whole, longest)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
