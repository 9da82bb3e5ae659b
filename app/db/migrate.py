"""Bringing a database to the code's schema, once, whoever starts at the same time."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

T = TypeVar("T")

_APP = Path(__file__).parents[1]
# In a wheel the revisions lie inside the package, in a checkout beside it.
MIGRATIONS = next(folder for folder in (_APP / "migrations", _APP.parent / "migrations") if folder.is_dir())

# Any number serves, as long as all of Umpire's processes take the same one.
_ADVISORY_LOCK = 0x756D70697265

CONNECT_SECONDS = 10


class NewerSchema(Exception):  # noqa: N818 - the operator's situation, told as such
    """The database was written by a newer Umpire than this one."""


class NoDatabase(Exception):  # noqa: N818 - the operator's situation, told as such
    """The address leads to no database that can be used."""


def is_sqlite(url: str) -> bool:
    """Whether the address names the embedded database."""
    return url.startswith("sqlite")


def sqlite_path(url: str) -> str:
    """The file of an embedded database."""
    try:
        path = make_url(url).database
    except ArgumentError:
        path = None
    if not path or path == ":memory:":
        raise NoDatabase("The embedded database needs a file: UMPIRE_DATABASE_URL=sqlite:///umpire.db, for example.")
    return path


def postgres_dsn(url: str) -> str:
    """The address as the Postgres driver reads it."""
    scheme, _, rest = url.partition("://")
    if scheme.partition("+")[0] not in ("postgres", "postgresql"):
        raise NoDatabase("UMPIRE_DATABASE_URL must begin with sqlite:/// or postgresql://.")
    return f"postgresql://{rest}"


async def connected(url: str, work: Callable[[Connection], T]) -> T:
    """Run blocking work on a connection in a transaction, committed when it returns."""
    if is_sqlite(url):
        return await asyncio.to_thread(_connected_sqlite, url, work)
    await _reach(postgres_dsn(url))
    dsn = postgres_dsn(url).replace("postgresql://", "postgresql+asyncpg://", 1)
    engine = create_async_engine(dsn, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


async def _reach(dsn: str) -> None:
    # The driver alone tells why a Postgres can't be used in words that an operator can act on.
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
    except (OSError, asyncpg.PostgresError) as problem:
        where = urlsplit(dsn).hostname or "the local socket"
        raise NoDatabase(f"The Postgres at {where} can't be used: {str(problem) or 'no answer'}.") from problem
    except ValueError as problem:
        # Its words would quote the address, and with it the password.
        raise NoDatabase(
            "UMPIRE_DATABASE_URL can't be read. It must be postgresql://user:password@host/name, "
            "with special characters of the password percent-encoded."
        ) from problem
    await connection.close()


def _connected_sqlite(url: str, work: Callable[[Connection], T]) -> T:
    path = sqlite_path(url)
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args={"timeout": 30})

    # The driver's own transactions leave out DDL; by hand, a migration is all or nothing and waits for its turn.
    @event.listens_for(engine, "connect")
    def by_hand(raw: Any, _: Any) -> None:
        raw.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            return work(connection)
    except IntegrityError:
        # A row that a revision can't take is the revision's fault, not the file's.
        raise
    except DatabaseError as problem:
        if (
            problem.orig is None
            or getattr(problem.orig, "sqlite_errorcode", sqlite3.SQLITE_ERROR) == sqlite3.SQLITE_ERROR
        ):
            raise
        raise NoDatabase(f"The database file {path} can't be used: {problem.orig}.") from problem
    finally:
        engine.dispose()


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def newest_revision() -> str:
    """The schema of this code."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    head = ScriptDirectory.from_config(config).get_current_head()
    assert head, "the revisions form one line"
    return head


def known_revisions() -> set[str]:
    """Every schema that this code can bring to its own."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}


def _current_revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _refuse_newer(current: str | None) -> None:
    if current is not None and current not in known_revisions():
        raise NewerSchema(
            f"The database has schema {current}, which this version of Umpire doesn't know. "
            "Start the newer version that wrote it, or restore the copy made before that upgrade."
        )


async def current_revision(url: str) -> str | None:
    """The schema that the database has; raises `NewerSchema` when the code is older."""

    def look(connection: Connection) -> str | None:
        current = _current_revision(connection)
        _refuse_newer(current)
        return current

    return await connected(url, look)


async def upgrade(url: str) -> str | None:
    """Bring the database to the newest schema; gives the revision it had before if that differed.

    An embedded database that holds anything is copied beside its file first.
    """

    def step(connection: Connection) -> str | None:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
        current = _current_revision(connection)
        _refuse_newer(current)
        if current == newest_revision():
            return None
        if current is not None and is_sqlite(url):
            _copy(sqlite_path(url), current)
        command.upgrade(_config(connection), "head")
        return current or "empty"

    return await connected(url, step)


def _copy(path: str, revision: str) -> None:
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(f"{path}.before-{revision}")) as copy:
        source.backup(copy)
