"""An encounter as it is kept, and every step that brought it there."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from pydantic import JsonValue

from app.rules.encounter.history import Entry
from app.rules.encounter.state import Kind, Status
from app.services.values import ExternalRef, Role


class Side(NamedTuple):
    """How far the game master, or everybody else, has seen an encounter move."""

    version: int
    updated_at: datetime
    last_event: str | None


class EncounterHead(NamedTuple):
    """An encounter without its state: what a list shows of it, and its counters."""

    id: str
    name: str
    kind: Kind
    status: Status
    shown: bool
    """Whether it exists for others than game masters: it was started."""
    options: Mapping[str, JsonValue]
    """House rules in which it differs from its campaign."""
    external_refs: list[ExternalRef]
    notes: str | None
    created_at: datetime
    version: int
    updated_at: datetime
    last_event: str | None
    public_version: int
    public_updated_at: datetime
    public_last_event: str | None
    done: int | None = None
    """The version of the command that undo takes back."""
    undone: int | None = None
    """The version of the undo that redo takes back."""

    @property
    def last(self) -> Entry:
        """The newest version as far as the next one hangs on it."""
        return Entry.trusted(version=self.version, what="edit", of=None, below=None, done=self.done, undone=self.undone)

    def side(self, role: Role) -> Side:
        """The counters that this role goes by."""
        if role is Role.GM:
            return Side(self.version, self.updated_at, self.last_event)
        return Side(self.public_version, self.public_updated_at, self.public_last_event)


class StoredEncounter(NamedTuple):
    """An encounter with its state and the sheets lent to it, each a JSON document."""

    head: EncounterHead
    state: str
    sheets: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How an encounter came to a version."""

    entry: Entry
    """Its version, what it was, and what undo and redo come to after it."""
    public_version: int
    """What the others counted after it."""
    at: datetime
    member_id: str
    by_member_id: str | None
    command: str | None
    """The body of a command, as JSON."""
    change: str
    """What it changed in the state, as JSON."""
    snapshot: str | None
    """Now and then the whole state after it, as JSON."""


class Reached(NamedTuple):
    """A version, and when it was reached."""

    version: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """An event of an encounter, as it is kept."""

    id: str
    at: datetime
    member_id: str | None
    by_member_id: str | None
    version: int
    public_version: int
    data: str
    struck: bool
    """Whether the command that it came of is undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterFilter:
    """Which encounters of a campaign a viewer asks for."""

    status: Status | None = None
    kind: Kind | None = None
    ref: ExternalRef | None = None
