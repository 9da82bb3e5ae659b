"""Whether the database is there and ours: what /readyz asks."""

import asyncio
from pathlib import Path

import pytest

from app.db.migrate import connected, is_sqlite, sqlite_path
from app.db.storage import SqlStorage
from app.main import open_storage
from app.settings import Settings

pytestmark = pytest.mark.anyio


async def run(url: str, statement: str) -> None:
    await connected(url, lambda connection: connection.exec_driver_sql(statement) and None)


async def test_a_migrated_database_is_ready(storage: SqlStorage) -> None:
    assert await storage.ready()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE alembic_version SET version_num = '0000'",
        "UPDATE alembic_version SET version_num = '9999'",
        "DELETE FROM alembic_version",
        "DROP TABLE alembic_version",
    ],
    ids=["older", "newer", "none", "not ours"],
)
async def test_another_schema_is_not_ready(database: str, storage: SqlStorage, statement: str) -> None:
    assert await storage.ready()
    await run(database, statement)
    assert not await storage.ready()


async def test_a_database_that_cannot_be_read_is_not_ready(database: str) -> None:
    storage = open_storage(Settings(database_url=database))
    await storage.open()
    assert await storage.ready()
    await storage.close()
    assert not await storage.ready()


async def test_what_is_closed_has_let_go(database: str) -> None:
    for _ in range(3):
        storage = open_storage(Settings(database_url=database))
        await storage.open()
        await asyncio.gather(*(storage.ready() for _ in range(8)))
        await storage.close()
    if is_sqlite(database):
        path = Path(sqlite_path(database))
        assert [found.name for found in path.parent.iterdir()] == [path.name], "no WAL is left behind"
