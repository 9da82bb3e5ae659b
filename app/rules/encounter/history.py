"""What was done, undone and brought back: each version of an encounter knows what undo and redo come to next.

Undo takes back the last command that isn't undone, redo what was undone last, until a new command comes. Each is a new
version whose state is an earlier one's (`shows`), so nothing ever runs backwards. An entry holds all it takes, so that
history costs the same after ten versions and after a hundred thousand.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from app.rules.encounter.events import Event, Turned
from app.rules.encounter.frame_facts import CommandRedone, CommandUndone
from app.rules.encounter.refusals import against
from app.rules.value import Value


class Entry(Value):
    """A version of an encounter."""

    version: int
    what: Literal["made", "command", "undo", "redo", "edit"]
    """`made` is the first; an `edit` changes what stands beside the state, such as the name."""
    of: int | None = None
    """The command's version: of one that was undone or brought back, or its own."""
    below: int | None = None
    """What comes next once this one is undone, or brought back."""
    done: int | None = None
    """The command that undo takes back next; null: none."""
    undone: int | None = None
    """The undo that redo takes back next; null: none."""

    @property
    def shows(self) -> int:
        """The version whose state this one has."""
        match self.what:
            case "undo":
                return (self.of or 0) - 1
            case "redo":
                return self.of or 0
            case _:
                return self.version


def made(version: int = 1) -> Entry:
    """The first version: there is nothing to undo."""
    return Entry(version=version, what="made")


def command(last: Entry) -> Entry:
    """A command's version; what was undone before it is lost to redo."""
    version = last.version + 1
    return Entry.trusted(version=version, what="command", of=version, below=last.done, done=version, undone=None)


def edit(last: Entry) -> Entry:
    """A version with the same state; undo and redo come to what they came to."""
    return Entry(version=last.version + 1, what="edit", done=last.done, undone=last.undone)


def next_undo(last: Entry) -> int:
    """The version of the command that undo takes back; raises `nothing_to_undo`."""
    if last.done is None:
        raise against("nothing_to_undo", "No command is left to be undone.")
    return last.done


def next_redo(last: Entry) -> int:
    """The version of the undo that redo takes back; raises `nothing_to_undo`."""
    if last.undone is None:
        raise against("nothing_to_undo", "No command was undone, or another came after it.")
    return last.undone


def undo(last: Entry, taken: Entry) -> Entry:
    """The version that takes back the command whose entry is `taken`, the one of `next_undo`."""
    version = last.version + 1
    return Entry(version=version, what="undo", of=taken.version, below=last.undone, done=taken.below, undone=version)


def redo(last: Entry, taken: Entry) -> Entry:
    """The version that brings back what was undone in the entry `taken`, the one of `next_redo`."""
    return Entry(version=last.version + 1, what="redo", of=taken.of, done=taken.of, undone=taken.below)


def undone(entries: Iterable[Entry]) -> frozenset[int]:
    """The versions of the commands that are undone, by these entries in their order; undos of others may be missing."""
    found: set[int] = set()
    for entry in entries:
        if entry.of is not None and entry.what == "undo":
            found.add(entry.of)
        elif entry.of is not None:
            found.discard(entry.of)
    return frozenset(found)


def undone_event(taken: Sequence[Turned]) -> Event[Any, Any]:
    """What tells that a command was undone, by the events that it had brought: whoever got one of them gets it."""
    return Event(CommandUndone(events=tuple(one.id for one in taken)), turned=tuple(taken))


def redone_event(brought: Sequence[Turned]) -> Event[Any, Any]:
    """What tells that a command was brought back, by its events."""
    return Event(CommandRedone(events=tuple(one.id for one in brought)), turned=tuple(brought))
