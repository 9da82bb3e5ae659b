"""The embedded database's group commit: one sync for all that waits, and yet everybody succeeds or fails alone."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing

import pytest
from sqlalchemy import column, insert, select, table

from app.db.sqlite import LARGEST_GROUP, SqliteDatabase, connect
from app.db.statements import Connection, Statement
from app.services.ports import Busy

pytestmark = pytest.mark.anyio

note = table("note", column("id"), column("parent"))
ADD = Statement(insert(note))
ALL = Statement(select(note.c.id).order_by(note.c.id))
Work = Callable[[Connection], Awaitable[int]]


class RefusedError(Exception):
    pass


@pytest.fixture
async def database(tmp_path) -> AsyncIterator[SqliteDatabase]:
    path = str(tmp_path / "notes.db")
    with closing(connect(path, wait_seconds=1)) as raw:
        raw.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES note (id))")
    opened = SqliteDatabase(path)
    await opened.open()
    yield opened
    await opened.close()


def adding(number: int, *, then: Exception | None = None) -> Work:
    async def work(connection: Connection) -> int:
        await connection.run(ADD, id=number, parent=None)
        if then:
            raise then
        return number

    return work


async def stored(database: SqliteDatabase) -> list[int]:
    async def look(connection: Connection) -> list[int]:
        return [row[0] for row in await connection.all(ALL)]

    return await database.read(look)


def statements_of(database: SqliteDatabase) -> list[str]:
    """What the writing connection runs from now on."""
    told: list[str] = []
    database._writing.raw.set_trace_callback(told.append)
    return told


async def test_all_that_waits_shares_one_commit(database: SqliteDatabase) -> None:
    told = statements_of(database)
    assert await asyncio.gather(*(database.write(adding(number)) for number in range(10))) == list(range(10))
    assert told.count("COMMIT") == 1
    assert await stored(database) == list(range(10))


async def test_a_group_has_an_end(database: SqliteDatabase) -> None:
    told = statements_of(database)
    many = 2 * LARGEST_GROUP + 1
    await asyncio.gather(*(database.write(adding(number)) for number in range(many)))
    assert told.count("COMMIT") == 3
    assert len(await stored(database)) == many


async def test_a_refusal_undoes_only_itself(database: SqliteDatabase) -> None:
    outcomes = await asyncio.gather(
        database.write(adding(1)),
        database.write(adding(2, then=RefusedError())),
        database.write(adding(3)),
        database.write(adding(1)),
        database.write(adding(4)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [int, RefusedError, int, sqlite3.IntegrityError, int]
    assert await stored(database) == [1, 3, 4]


async def test_nobody_is_told_of_success_before_the_commit(database: SqliteDatabase) -> None:
    """The first piece's answer comes only when what another connection reads has it."""
    with closing(connect(database._path, wait_seconds=1)) as other:
        seen_inside: list[list[tuple[int]]] = []

        async def look(connection: Connection) -> int:
            await connection.run(ADD, id=2, parent=None)
            seen_inside.append(other.execute("SELECT id FROM note").fetchall())
            seen_inside.append([(number,) for number in await stored(database)])
            return 2

        first, second = asyncio.create_task(database.write(adding(1))), asyncio.create_task(database.write(look))
        await first
        assert seen_inside == [[], []]
        assert other.execute("SELECT id FROM note ORDER BY id").fetchall() == [(1,), (2,)]
        assert await second == 2


async def test_a_failed_commit_is_everybodys_failure(database: SqliteDatabase) -> None:
    async def orphan(connection: Connection) -> int:
        # Judged at the commit, like a full disk: too late for a savepoint.
        database._writing.raw.execute("PRAGMA defer_foreign_keys = ON")
        await connection.run(ADD, id=2, parent=99)
        return 2

    outcomes = await asyncio.gather(
        database.write(adding(1)), database.write(orphan), database.write(adding(3)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [sqlite3.IntegrityError] * 3
    assert await stored(database) == []
    assert await database.write(adding(4)) == 4
    assert await stored(database) == [4]


async def test_a_lock_of_another_process_is_awaited(database: SqliteDatabase) -> None:
    with closing(connect(database._path, wait_seconds=0)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(database.write(adding(1)))
        assert await stored(database) == [], "reading goes on meanwhile"
        assert not waiting.done()
        other.execute("COMMIT")
        assert await waiting == 1


async def test_a_lock_that_stays_is_busy_for_all_that_wait(
    database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.db.sqlite.LOCK_WAIT_SECONDS", 0.05)
    with closing(connect(database._path, wait_seconds=0)) as other:
        other.execute("BEGIN IMMEDIATE")
        outcomes = await asyncio.gather(database.write(adding(1)), database.write(adding(2)), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Busy, Busy]
        other.execute("ROLLBACK")
    assert await stored(database) == []
    assert await database.write(adding(3)) == 3


async def test_who_hangs_up_takes_nobody_along(database: SqliteDatabase) -> None:
    tasks = [asyncio.create_task(database.write(adding(number))) for number in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    assert await tasks[0] == 0
    assert await tasks[2] == 2
    with pytest.raises(asyncio.CancelledError):
        await tasks[1]
    assert {0, 2} <= set(await stored(database))
    assert await database.write(adding(7)) == 7


async def test_closing_finishes_what_waits(tmp_path, database: SqliteDatabase) -> None:
    second = SqliteDatabase(database._path)
    await second.open()
    waiting = [asyncio.create_task(second.write(adding(number))) for number in range(3)]
    await asyncio.sleep(0)
    await second.close()
    assert await asyncio.gather(*waiting) == [0, 1, 2]
    assert await stored(database) == [0, 1, 2]


async def test_the_file_is_opened_as_the_contract_says(database: SqliteDatabase) -> None:
    for connection in (database._writing.raw, database._reading.raw):
        pragmas = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
        assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
