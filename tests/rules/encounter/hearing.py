"""What a viewer gets of what happens, and whether a command of theirs would be accepted."""

from collections.abc import Iterable
from typing import Any

from app.rules.encounter import telling
from app.rules.encounter.commands import Command
from app.rules.encounter.events import Event
from app.rules.encounter.rehearsing import refusal_of, rehearsal
from app.rules.encounter.state import Encounter
from app.rules.encounter.table import Table
from app.rules.encounter.telling import EventView, Said, hear
from app.rules.encounter.viewer import Viewer

OF_FACES = {"faces_missing", "faces_unused", "invalid_die", "bad_face"}


def seen_event(event: Event[Any, Any], viewer: Viewer) -> EventView | None:
    """The event for a viewer, without its markdown."""
    heard = hear(event, viewer)
    return None if heard is None else heard.view


def say(
    events: Iterable[Event[Any, Any]], encounter: Encounter[Any, Any], viewer: Viewer, *, table: Table[Any, Any]
) -> Said:
    """What the answer to a command that brought these events says."""
    heard = (hear(event, viewer) for event in events)
    return telling.say((one for one in heard if one is not None), encounter, viewer, table=table)


def foreseen(
    code: str, command: Command, encounter: Encounter[Any, Any], viewer: Viewer, *, table: Table[Any, Any]
) -> None:
    """See that it is refused before a die falls or anything happens, as `legal` and a player's trial look for it.

    Only dice that were given can be wrong later than that.
    """
    refusal = refusal_of(rehearsal(encounter, viewer, table=table), command)
    if refusal is None:
        assert code in OF_FACES, f"{command.type} is refused only once it has begun"
    else:
        assert refusal.code == code, refusal.detail


def accepts(command: Command, encounter: Encounter[Any, Any], viewer: Viewer, *, table: Table[Any, Any]) -> bool:
    """Whether `decide` would carry this out."""
    return refusal_of(rehearsal(encounter, viewer, table=table), command) is None
