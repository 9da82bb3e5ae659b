"""`services.ports.Storage` on either database."""

from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import TypeVar

from sqlalchemy import column, select, table

from app.db.access import InviteStore, SetupStore, TokenStore
from app.db.campaigns import CampaignStore
from app.db.characters import CharacterStore
from app.db.checks import CheckStore
from app.db.chronicle import ChronicleStore
from app.db.encounters import EncounterStore
from app.db.journal import AnswerStore, JournalStore
from app.db.members import ExternalRefStore, MemberStore
from app.db.postgres import PostgresDatabase
from app.db.rolls import RollStore
from app.db.sqlite import SqliteDatabase
from app.db.statements import Connection, Statement
from app.services.encounters.ports import CommandAppend
from app.services.ports import RollAppend, Work

T = TypeVar("T")

_REVISION = Statement(select(column("version_num")).select_from(table("alembic_version")))


class SqlWork:
    """`services.ports.Work`: the stores, all on one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @cached_property
    def campaigns(self) -> CampaignStore:
        """The campaigns and their counters."""
        return CampaignStore(self._connection)

    @cached_property
    def members(self) -> MemberStore:
        """The members."""
        return MemberStore(self._connection)

    @cached_property
    def refs(self) -> ExternalRefStore:
        """The references of other apps."""
        return ExternalRefStore(self._connection)

    @cached_property
    def tokens(self) -> TokenStore:
        """The keys."""
        return TokenStore(self._connection)

    @cached_property
    def invites(self) -> InviteStore:
        """The invitations."""
        return InviteStore(self._connection)

    @cached_property
    def rolls(self) -> RollStore:
        """The rolls."""
        return RollStore(self._connection)

    @cached_property
    def checks(self) -> CheckStore:
        """The checks."""
        return CheckStore(self._connection)

    @cached_property
    def characters(self) -> CharacterStore:
        """The characters and their revisions."""
        return CharacterStore(self._connection)

    @cached_property
    def encounters(self) -> EncounterStore:
        """The encounters and how they came about."""
        return EncounterStore(self._connection)

    @cached_property
    def journal(self) -> JournalStore:
        """The facts in sequence."""
        return JournalStore(self._connection)

    @cached_property
    def chronicle(self) -> ChronicleStore:
        """The campaign as a whole."""
        return ChronicleStore(self._connection)

    @cached_property
    def answers(self) -> AnswerStore:
        """The answers kept under idempotency keys."""
        return AnswerStore(self._connection)

    @cached_property
    def setup(self) -> SetupStore:
        """The server's own setup token."""
        return SetupStore(self._connection)


class SqlStorage:
    """A database that keeps campaigns."""

    def __init__(self, database: SqliteDatabase | PostgresDatabase, *, revision: str) -> None:
        self._database = database
        self._revision = revision

    async def open(self) -> None:
        """Connect."""
        await self._database.open()

    async def close(self) -> None:
        """Finish what is being written and disconnect."""
        await self._database.close()

    async def read(self, work: Callable[[Work], Awaitable[T]]) -> T:
        """Run a reading; nothing it does is kept."""
        return await self._database.read(lambda connection: work(SqlWork(connection)))

    async def write(self, work: Callable[[Work], Awaitable[T]]) -> T:
        """Run a writing in one transaction: committed when it returns, undone when it raises."""
        return await self._database.write(lambda connection: work(SqlWork(connection)))

    async def append_roll(self, append: RollAppend) -> bool:
        """Write roll, event and kept answer at once; False, and nothing written, when that may no longer be."""
        return await self._database.append_roll(append)

    async def append_command(self, append: CommandAppend) -> bool:
        """Write a command's outcome at once; False, and nothing written, when anything it rests on has moved."""
        return await self._database.append_command(append)

    async def ready(self) -> bool:
        """Whether the database answers and its schema is the code's."""
        try:
            row = await self._database.read(lambda connection: connection.first(_REVISION))
        except Exception:  # whatever a database can die of, the answer is "not ready"
            return False
        return row is not None and row[0] == self._revision
