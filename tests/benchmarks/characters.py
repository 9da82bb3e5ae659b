"""Lists of characters: 200 of 10,000 cost the same on the first page and on the last, on both databases."""

import asyncio
import contextlib
import json
import sqlite3
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg

from app.db.migrate import upgrade
from app.services.ids import new_id
from tests.benchmarks.http import rate, time_row
from tests.benchmarks.load import request
from tests.benchmarks.report import Row
from tests.benchmarks.servers import Server, compare, umpire
from tests.benchmarks.storage import found_campaign, fresh_databases

CHARACTERS = 10_000
PAGE = 200
ROUNDS = 9
SECONDS = 1.0
CONNECTIONS = 4
NEW = {"name": "Thug", "sheet": {"speed": 3, "health_max": 20, "stamina_max": 30}, "visibility": "table"}


def rows() -> Iterator[Row]:
    """Rates and processor times of page 50 beside page 1."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "umpire.db")
        with umpire(DATABASE_URL=f"sqlite:///{path}") as server:
            token, like = _first(server)
            with contextlib.closing(sqlite3.connect(path)) as file:
                columns = [row[1] for row in file.execute("PRAGMA table_info(character)")]
                file.executemany(_copy(columns, "?1", "?2"), [(new, like) for new in _ids()])
                file.commit()
            yield from _pages("sqlite", server, token)
    with TemporaryDirectory() as folder, fresh_databases(Path(folder), count=1) as (url,):
        asyncio.run(upgrade(url))
        with umpire(DATABASE_URL=url) as server:
            token, like = _first(server)
            asyncio.run(_fill(url, like))
            yield from _pages("postgres", server, token)


def _ids() -> Iterator[str]:
    return (new_id("chr") for _ in range(CHARACTERS - 1))


def _copy(columns: list[str], place: str, like: str) -> str:
    copied = ", ".join(f'"{name}"' for name in columns)
    given = ", ".join(place if name == "id" else f'"{name}"' for name in columns)
    return f"INSERT INTO character ({copied}) SELECT {given} FROM character WHERE id = {like}"


async def _fill(url: str, like: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        found = await connection.fetch(
            "SELECT column_name FROM information_schema.columns WHERE table_name = 'character'"
        )
        statement = _copy([row[0] for row in found], "$1::varchar", "$2::varchar")
        await connection.executemany(statement, [(new, like) for new in _ids()])
        await connection.execute("ANALYZE")
    finally:
        await connection.close()


def _first(server: Server) -> tuple[str, str]:
    token = found_campaign(server)
    return token, _ask(server, "/v1/campaigns/current/characters", token, NEW)["id"]


def _pages(group: str, server: Server, token: str) -> Iterator[Row]:
    path = f"/v1/campaigns/current/characters?limit={PAGE}"
    first = replace(server, name="page 1", requests=[request("GET", path, token=token)] * CONNECTIONS)
    place, count = path, 1
    while cursor := _ask(server, place, token)["next_cursor"]:
        place, count = f"{path}&cursor={cursor}", count + 1
    last = replace(server, name=f"page {count}", requests=[request("GET", place, token=token)] * CONNECTIONS)
    measured = compare([last, first], rounds=ROUNDS, seconds=SECONDS)
    name = f"{group}: {last.name} / page 1 of {CHARACTERS} characters"
    yield rate("characters", name, measured[last.name], measured["page 1"], ">= 0.9")
    yield time_row("characters", name, measured[last.name], measured["page 1"], "<= 1.1")


def _ask(server: Server, path: str, token: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    asked = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{path}",
        data=json.dumps(body).encode() if body else None,
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:
        told: dict[str, Any] = json.load(answer)
        return told
