"""The embedded database: one writing connection that commits in groups, one for reading, both on bare `sqlite3`.

A commit costs a disk sync, far more than the statements before it, so all that waits to be written shares one: each
piece of work runs in a savepoint of its own and is told how it went only after the common commit: a refusal too may
rest on what another piece of the group wrote.
"""

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from app.db.advance import advance_in_steps
from app.db.append import append_in_steps
from app.db.statements import SQLITE, Connection, Record, Statement
from app.services.encounters.ports import CommandAppend
from app.services.ports import Busy, RollAppend, Unavailable

T = TypeVar("T")
Piece = tuple[Callable[[Connection], Awaitable[Any]], asyncio.Future[Any]]

# The disk is full, fails, or can't be written.
_OUT_OF_ORDER = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
LARGEST_GROUP = 64
LOCK_WAIT_SECONDS = 5.0


def connect(path: str, *, wait_seconds: float) -> sqlite3.Connection:
    """Open the file as every part of Umpire opens it: WAL, synced commits, foreign keys on, transactions by hand."""
    connection = sqlite3.connect(
        path, timeout=wait_seconds, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


class _SqliteConnection:
    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw

    async def all(self, statement: Statement, **values: Any) -> list[Record]:
        compiled = statement.on(SQLITE)
        rows = self.raw.execute(compiled.sql, compiled.arguments(values)).fetchall()
        return [compiled.record(row) for row in rows]

    async def first(self, statement: Statement, **values: Any) -> Record | None:
        rows = await self.all(statement, **values)
        return rows[0] if rows else None

    async def run(self, statement: Statement, **values: Any) -> int:
        compiled = statement.on(SQLITE)
        return self.raw.execute(compiled.sql, compiled.arguments(values)).rowcount


class SqliteDatabase:
    """A database file, used by one process at a time for serving (others may read and write beside it)."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._waiting: list[Piece] = []
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open both connections."""
        self._reading = _SqliteConnection(connect(self._path, wait_seconds=LOCK_WAIT_SECONDS))
        # Zero: a lock of another process is awaited in the event loop, never by blocking it.
        self._writing = _SqliteConnection(connect(self._path, wait_seconds=0))
        self._committing = ThreadPoolExecutor(1, thread_name_prefix="sqlite-commit")

    async def close(self) -> None:
        """Finish what waits to be written, then close."""
        if self._writer:
            await self._writer
        self._committing.shutdown()
        self._writing.raw.close()
        self._reading.raw.close()

    async def read(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Run a reading; each statement sees all that was committed before it."""
        return await work(self._reading)

    async def write(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Run a piece of work with the next group; raises what the work raises, `Busy` or `Unavailable`."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_groups())
        try:
            return await done
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF in _OUT_OF_ORDER:
                raise Unavailable from fault
            raise

    async def append_roll(self, append: RollAppend) -> bool:
        """Write a roll; False, and nothing written, when that may no longer be."""
        return await self.write(lambda connection: append_in_steps(connection, append))

    async def append_command(self, append: CommandAppend) -> bool:
        """Write a command's outcome; False, and nothing written, when that may no longer be."""
        return await self.write(lambda connection: advance_in_steps(connection, append))

    async def _write_groups(self) -> None:
        try:
            while self._waiting:
                group = self._waiting[:LARGEST_GROUP]
                del self._waiting[:LARGEST_GROUP]
                try:
                    await self._write_group(group)
                except Exception as problem:  # a failed BEGIN or COMMIT is everybody's failure
                    if self._writing.raw.in_transaction:
                        self._writing.raw.execute("ROLLBACK")
                    for _, done in group:
                        if not done.done():
                            done.set_exception(problem)
        finally:
            self._writer = None

    async def _write_group(self, group: list[Piece]) -> None:
        await self._begin()
        raw = self._writing.raw
        written, refused = [], []
        for work, done in group:
            raw.execute("SAVEPOINT piece")
            try:
                value = await work(self._writing)
            except Exception as problem:
                if not raw.in_transaction:
                    # On a full disk SQLite gives up the whole group by itself.
                    raise
                raw.execute("ROLLBACK TO piece")
                refused.append((done, problem))
            else:
                written.append((done, value))
            raw.execute("RELEASE piece")
        await asyncio.get_running_loop().run_in_executor(self._committing, raw.execute, "COMMIT")
        for done, value in written:
            if not done.done():
                done.set_result(value)
        for done, refusal in refused:
            if not done.done():
                done.set_exception(refusal)

    async def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        give_up = loop.time() + LOCK_WAIT_SECONDS
        while True:
            try:
                self._writing.raw.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as locked:
                if locked.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
                if loop.time() > give_up:
                    raise Busy from locked
                # Spread out, or two processes would keep meeting at the same moments.
                await asyncio.sleep(random.uniform(0.0005, 0.004))  # noqa: S311 - spacing, not secrecy
            else:
                return
