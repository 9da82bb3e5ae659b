"""The production database: an asyncpg pool, one transaction a piece of work, rolls and commands in batches."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from app.db import advance, roll_batch
from app.db.append import append_in_steps
from app.db.batches import Batches
from app.db.statements import POSTGRES, Connection, Record, Statement
from app.services.encounters.ports import CommandAppend
from app.services.ports import Busy, RollAppend, Unavailable

T = TypeVar("T")

# The server is gone, starting, stopping, or has no room or connection left.
_OUT_OF_ORDER = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    OSError,
)
_LOCKED = (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError)


class _PostgresConnection:
    def __init__(self, raw: "PoolConnectionProxy[asyncpg.Record]") -> None:
        self.raw = raw

    async def all(self, statement: Statement, **values: Any) -> list[Record]:
        compiled = statement.on(POSTGRES)
        return [compiled.record(row) for row in await self.raw.fetch(compiled.sql, *compiled.arguments(values))]

    async def first(self, statement: Statement, **values: Any) -> Record | None:
        compiled = statement.on(POSTGRES)
        row = await self.raw.fetchrow(compiled.sql, *compiled.arguments(values))
        return None if row is None else compiled.record(row)

    async def run(self, statement: Statement, **values: Any) -> int:
        compiled = statement.on(POSTGRES)
        status = await self.raw.execute(compiled.sql, *compiled.arguments(values))
        return int(status.rpartition(" ")[2])


async def _keep_session(_: object) -> None:
    """Nothing here changes the session, so a connection goes back without the driver's reset round trip."""


class PostgresDatabase:
    """A Postgres database shared by every process of the service."""

    def __init__(self, url: str, *, connections: int) -> None:
        self._url = url
        self._connections = connections
        self._rolls = Batches(self._write_rolls, self._settle_roll)
        self._commands = Batches(self._write_commands, self._settle_command, one_a_campaign=True)

    async def open(self) -> None:
        """Open the pool."""
        self._pool: asyncpg.Pool[asyncpg.Record] = await asyncpg.create_pool(
            self._url,
            min_size=1,
            max_size=self._connections,
            reset=_keep_session,
            server_settings={"application_name": "umpire", "lock_timeout": "5s", "timezone": "UTC"},
        )

    async def close(self) -> None:
        """Let running statements finish, then close."""
        await self._pool.close()

    async def append_roll(self, append: RollAppend) -> bool:
        """Write a roll with the next batch; False, and nothing written, when that may no longer be."""
        return await self._rolls.append(append)

    async def append_command(self, append: CommandAppend) -> bool:
        """Write a command's outcome with the next batch; False, and nothing written, when that may no longer be."""
        return await self._commands.append(append)

    async def read(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Run a reading; each statement sees all that was committed before it."""
        async with self._connection() as connection:
            return await work(_PostgresConnection(connection))

    async def write(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Run a piece of work in a transaction; raises what the work raises, `Busy` or `Unavailable`."""
        async with self._connection() as connection, connection.transaction():
            return await work(_PostgresConnection(connection))

    async def _write_rolls(self, appends: Sequence[RollAppend]) -> list[Any]:
        return await self._fetch(roll_batch.BATCH, roll_batch.columns(appends))

    async def _settle_roll(self, append: RollAppend, fault: Exception | None) -> bool:
        del fault
        # The long way waits for locks, and says what was wrong.
        return await self.write(lambda connection: append_in_steps(connection, append))

    async def _write_commands(self, appends: Sequence[CommandAppend]) -> list[Any]:
        return await self._fetch(advance.ADVANCE, advance.arguments(appends))

    async def _settle_command(self, append: CommandAppend, fault: Exception | None) -> bool:
        if isinstance(fault, Unavailable):
            # It may have been committed, and would be decided anew.
            raise fault
        return fault is not None and bool(await self._write_commands([append]))

    async def _fetch(self, sql: str, arguments: Sequence[Any]) -> list[Any]:
        """Run one statement as the driver takes it, by itself."""
        async with self._connection() as connection:
            return await connection.fetch(sql, *arguments)

    @asynccontextmanager
    async def _connection(self) -> "AsyncIterator[PoolConnectionProxy[asyncpg.Record]]":
        try:
            async with self._pool.acquire() as connection:
                yield connection
        except _LOCKED as locked:
            raise Busy from locked
        except _OUT_OF_ORDER as fault:
            raise Unavailable from fault
