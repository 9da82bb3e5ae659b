"""What the encounters' use cases need of the storage."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from app.rules.encounter.history import Entry
from app.services.encounters.kept import EncounterFilter, EncounterHead, Reached, Step, StoredEncounter, StoredEvent
from app.services.values import Answer, Caller, Event

if TYPE_CHECKING:
    from app.services.ports import Once, Page


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAppend:
    """A command for the journal's fast path, decided on what may not have moved since, and by whom it was sent."""

    caller: Caller
    campaign_version: int
    from_version: int
    head: EncounterHead
    state: str
    sheets: str
    new_sheets: bool
    """Whether the sheets lent to it are others than before."""
    step: Step
    events: Sequence[Event]
    kept: "tuple[Once, Answer, datetime] | None"
    """The answer to keep under a key, and since when an earlier answer under it still counts."""


class EncounterStore(Protocol):
    """The encounters of the campaigns; one that a viewer may not see isn't there for them."""

    async def get(self, viewer: Caller, encounter_id: str) -> StoredEncounter | None: ...
    async def page(self, viewer: Caller, page: "Page", *, where: EncounterFilter) -> list[EncounterHead]: ...
    async def running(self, campaign_id: str) -> list[str]:
        """The ids of the encounters that run, at most ten."""
        ...

    async def holding(self, campaign_id: str, character_id: str) -> str | None:
        """The running encounter that a character is in."""
        ...

    async def taking_part(self, campaign_id: str, character_id: str) -> list[StoredEncounter]:
        """The encounters that a character is in and that haven't ended."""
        ...

    async def add(self, campaign_id: str, encounter: StoredEncounter, step: Step) -> None: ...
    async def advance(self, encounter: StoredEncounter, step: Step) -> None:
        """Keep where a step has brought it, and the step."""
        ...

    async def entry(self, encounter_id: str, version: int) -> Entry:
        """The entry of a version that there is."""
        ...

    async def reached(self, encounter_id: str, version: int, *, public: bool) -> Reached | None:
        """The version as game masters count; `public`: the first that the others counted so."""
        ...

    async def changes(self, encounter_id: str, upto: int) -> tuple[str, list[str]]:
        """The last snapshot up to a version, and the changes after it up to that version."""
        ...

    async def strike(self, encounter_id: str, version: int, *, struck: bool) -> None:
        """Note that the command of this version was undone, or brought back."""
        ...

    async def events_of(self, encounter_id: str, version: int) -> list[StoredEvent]:
        """What a version brought, in its order."""
        ...

    async def events(self, viewer: Caller, encounter_id: str, page: "Page", *, newest_first: bool) -> list[StoredEvent]:
        """What commands, undo and redo brought, as far as others than game masters may get any of it."""
        ...

    async def remove(self, encounter_id: str) -> None: ...
