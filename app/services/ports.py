"""What the services need of the world: a clock, and a place to keep the campaign."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from app.rules.catalog import SystemKey
from app.services.character import CharacterHead, Revision, Snapshot, StoredCharacter, StoredRevision
from app.services.encounters.ports import CommandAppend, EncounterStore
from app.services.filters import CharacterFilter as CharacterFilter
from app.services.filters import CheckFilter as CheckFilter
from app.services.filters import Page as Page
from app.services.filters import ThrowFilter as ThrowFilter
from app.services.transfer.chronicle import Chronicle
from app.services.values import (
    Answer,
    Caller,
    CampaignCheck,
    CampaignRoll,
    Event,
    ExternalRef,
    Invite,
    Member,
    Role,
    StoredCampaign,
    Token,
)

T = TypeVar("T")

Clock = Callable[[], datetime]
"""The moment it is, aware and in UTC."""


class Busy(Exception):  # noqa: N818 - not a fault: somebody else is writing
    """The campaign was locked for longer than a request waits (5 s)."""


class Unavailable(Exception):  # noqa: N818 - the database's situation, which passes
    """The database can't be used at the moment: it is gone, starting, stopping, or out of room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Once:
    """An idempotency key: who used it, under which name, for exactly which request."""

    scope: str
    key: str
    fingerprint: bytes


class AlreadyAnswered(Exception):  # noqa: N818 - the effect is there, only not by this request
    """Another request under the same idempotency key committed first; nothing was written."""

    def __init__(self, once: Once) -> None:
        super().__init__()
        self.once = once


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An answer that was kept, with the request it belongs to."""

    fingerprint: bytes
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenHolder:
    """What a token's digest leads to."""

    token: Token
    campaign_id: str
    system: SystemKey
    archived: bool
    member_role: Role
    member_left: bool
    revoked: bool


class Campaigns(Protocol):
    """The campaigns and their counters."""

    async def get(self, campaign_id: str) -> StoredCampaign | None: ...
    async def lock(self, campaign_id: str) -> StoredCampaign | None:
        """Read it and keep every other writer of the campaign waiting until this write is done."""
        ...

    async def page(self, page: Page) -> list[StoredCampaign]: ...
    async def add(self, campaign: StoredCampaign) -> None: ...
    async def replace(self, campaign: StoredCampaign) -> None: ...
    async def purge(self, campaign_id: str) -> None:
        """Remove the campaign and all that belongs to it."""
        ...


class Members(Protocol):
    """The members of the campaigns."""

    async def get(self, campaign_id: str, member_id: str) -> Member | None:
        """A member who hasn't left."""
        ...

    async def page(self, campaign_id: str, page: Page, *, ref: ExternalRef | None) -> list[Member]: ...
    async def game_masters(self, campaign_id: str) -> int: ...
    async def first_game_master(self, campaign_id: str) -> Member | None: ...
    async def add(self, campaign_id: str, member: Member) -> None: ...
    async def replace(self, member: Member) -> None: ...
    async def leave(self, member_id: str, *, at: datetime) -> None:
        """Mark the member as gone and revoke their tokens and invites."""
        ...


class ExternalRefs(Protocol):
    """The references of other apps, unique for each app in a campaign."""

    async def set(
        self, campaign_id: str, *, kind: str, target_id: str, refs: Sequence[ExternalRef]
    ) -> ExternalRef | None:
        """Replace what `target_id` is called; gives back the first reference that belongs to another."""
        ...

    async def taken(self, campaign_id: str, *, kind: str, ref: ExternalRef) -> bool:
        """Whether something of this kind is called so."""
        ...


class Tokens(Protocol):
    """The members' keys."""

    async def holder(self, digest: bytes) -> TokenHolder | None: ...
    async def get(self, campaign_id: str, token_id: str) -> Token | None: ...
    async def page(self, campaign_id: str, page: Page, *, member_id: str | None) -> list[Token]: ...
    async def add(self, campaign_id: str, token: Token, *, digest: bytes) -> None: ...
    async def role(self, token_id: str) -> Role | None:
        """What a token may do; None when it was revoked."""
        ...

    async def renew(self, token_id: str, *, digest: bytes) -> None:
        """Give the token another secret; the old one dies."""
        ...

    async def revoke(self, token_id: str, *, at: datetime) -> None: ...
    async def used(self, token_id: str, *, at: datetime) -> None: ...


class Invites(Protocol):
    """The invitations."""

    async def by_digest(self, digest: bytes) -> tuple[str, Invite] | None:
        """The campaign and the invite that a code leads to."""
        ...

    async def get(self, campaign_id: str, invite_id: str) -> Invite | None: ...
    async def page(self, campaign_id: str, page: Page) -> list[Invite]: ...
    async def add(self, campaign_id: str, invite: Invite, *, digest: bytes) -> None: ...
    async def renew(self, invite_id: str, *, digest: bytes) -> bool:
        """Give the invite another code, the old one dies; False when it is gone."""
        ...

    async def use(self, invite_id: str) -> bool:
        """Take one use; False when none is left."""
        ...

    async def remove(self, invite_id: str) -> None: ...


class Rolls(Protocol):
    """The rolls of the campaigns; what a viewer may not see isn't there for them."""

    async def get(self, viewer: Caller, roll_id: str) -> CampaignRoll | None: ...
    async def page(self, viewer: Caller, page: Page, *, where: ThrowFilter) -> list[CampaignRoll]: ...
    async def throws(self, viewer: Caller, page: Page, *, where: ThrowFilter) -> list[tuple[str, str, str]]:
        """The dice that count for statistics: roll id, member id and JSON `[[sides, [faces]], ...]`."""
        ...

    async def reveal(self, throw_id: str, *, at: datetime) -> None: ...


class Checks(Protocol):
    """The checks of the campaigns; what a viewer may not see isn't there for them."""

    async def get(self, viewer: Caller, check_id: str) -> CampaignCheck | None: ...
    async def page(self, viewer: Caller, page: Page, *, where: CheckFilter) -> list[CampaignCheck]: ...
    async def throws(self, viewer: Caller, page: Page, *, where: ThrowFilter) -> list[tuple[str, str, str]]:
        """The dice that count for statistics, as `Rolls.throws` gives them."""
        ...

    async def newest(self, check: CampaignCheck) -> str | None:
        """The id of the last check of the same character, or of the same member for none."""
        ...

    async def recurred(self, campaign_id: str, recurs: str) -> int | None:
        """When, by the game's clock, the last check about this was made."""
        ...

    async def add(
        self, campaign_id: str, check: CampaignCheck, *, throws: str, clock: int, recurs: str | None = None
    ) -> None: ...
    async def replace(self, check: CampaignCheck, *, throws: str) -> None:
        """Keep what a check has become by a choice or an amendment."""
        ...

    async def reveal(self, throw_id: str, *, at: datetime) -> None: ...


class Characters(Protocol):
    """The characters of the campaigns; one that a viewer may not see isn't there for them."""

    async def get(self, viewer: Caller, character_id: str) -> StoredCharacter | None:
        """The character of an id, or of what another app calls them, as `app:id`."""
        ...

    async def page(self, viewer: Caller, page: Page, *, where: CharacterFilter) -> list[CharacterHead]: ...
    async def everybody(self, viewer: Caller) -> list[StoredCharacter]:
        """All that the viewer sees, whole."""
        ...

    async def count(self, campaign_id: str) -> int: ...
    async def add(self, campaign_id: str, character: StoredCharacter) -> None: ...
    async def replace(self, character: StoredCharacter) -> None: ...
    async def recount(self, character: CharacterHead) -> None:
        """Move its counters, and nothing else."""
        ...

    async def remove(self, character_id: str) -> None:
        """Remove the character, its revisions and its references."""
        ...

    async def keep(self, revision: StoredRevision) -> None:
        """Add a revision."""
        ...

    async def revisions(self, viewer: Caller, character_id: str, page: Page) -> list[Revision]:
        """What the viewer may see of the character's revisions, newest first."""
        ...

    async def revision(self, viewer: Caller, character_id: str, number: int) -> tuple[str, Snapshot] | None:
        """The id of the revision that the viewer counts so, and what the character was by it."""
        ...


class Journal(Protocol):
    """The facts of a campaign in one gapless sequence."""

    async def append(self, campaign_id: str, events: Sequence[Event]) -> None:
        """Write the events at the end of the campaign's sequence, in this transaction."""
        ...


class Answers(Protocol):
    """Answers kept under idempotency keys."""

    async def get(self, scope: str, key: str, *, since: datetime) -> Kept | None: ...
    async def keep(self, once: Once, answer: Answer, *, at: datetime, since: datetime) -> None:
        """Keep the answer; raises `AlreadyAnswered` when the key has one from after `since`."""
        ...

    async def forget(self, *, before: datetime) -> int: ...


class Setup(Protocol):
    """The setup token that this server made for itself."""

    async def digest(self) -> bytes | None: ...

    async def add(self, digest: bytes) -> bool:
        """Keep it, unless there is one already: then False."""
        ...


class Work(Protocol):
    """Everything that is kept, in one transaction (or, for reading, in single statements)."""

    @property
    def campaigns(self) -> Campaigns: ...
    @property
    def members(self) -> Members: ...
    @property
    def refs(self) -> ExternalRefs: ...
    @property
    def tokens(self) -> Tokens: ...
    @property
    def invites(self) -> Invites: ...
    @property
    def rolls(self) -> Rolls: ...
    @property
    def checks(self) -> Checks: ...
    @property
    def characters(self) -> Characters: ...
    @property
    def encounters(self) -> EncounterStore: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def chronicle(self) -> Chronicle: ...
    @property
    def answers(self) -> Answers: ...
    @property
    def setup(self) -> Setup: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAppend:
    """One roll for the journal's fast path: the row, its event and the caller who must still be entitled to it."""

    caller: Caller
    roll: CampaignRoll
    document: str
    """The dice and texts of the roll as JSON."""
    throws: str
    """The dice that count for statistics as JSON `[[sides, [faces]], ...]`."""
    event: Event
    kept: tuple[Once, Answer, datetime] | None
    """The answer to keep under a key, and since when an earlier answer under it still counts."""


class Storage(Protocol):
    """A database that keeps campaigns."""

    async def read(self, work: Callable[[Work], Awaitable[T]]) -> T:
        """Run a reading; nothing it does is kept."""
        ...

    async def write(self, work: Callable[[Work], Awaitable[T]]) -> T:
        """Run a writing in one transaction: committed when it returns, undone when it raises."""
        ...

    async def append_roll(self, append: RollAppend) -> bool:
        """Write roll, event and kept answer at once; False, and nothing written, when the caller lost the right."""
        ...

    async def append_command(self, append: CommandAppend) -> bool:
        """Write a command's outcome at once; False, and nothing written, when anything it rests on has moved."""
        ...

    async def ready(self) -> bool:
        """Whether the database answers and its schema is the code's."""
        ...
