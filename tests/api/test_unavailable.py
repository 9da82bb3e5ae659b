"""A database that fails for a while: a clear answer, nothing half done, and on again when it is back."""

import asyncio

import asyncpg
import httpx
import pytest

from app.db.migrate import is_sqlite
from tests.api.conftest import Company, refused, stored

pytestmark = pytest.mark.anyio

LARGE = {"notation": "1000d20"}


async def test_a_failing_database_is_said_and_passes(company: Company, database: str) -> None:
    before = await stored(database)
    answer = await (_on_a_full_disk(company) if is_sqlite(database) else _on_a_dying_server(company, database))
    refused(answer, 503, "not_ready")
    assert answer.headers["retry-after"].isdigit()
    after = await stored(database)
    assert len(after["roll"]) == len(after["event"]) - len(before["event"]), "no half of a roll"
    assert (await company.player.roll())["rolls"]


async def _on_a_full_disk(company: Company) -> httpx.Response:
    file = company.app.state.table.storage._database._writing.raw
    (size,) = file.execute("PRAGMA page_count").fetchone()
    file.execute(f"PRAGMA max_page_count={size + 20}")
    answers = [await company.player.post(".../rolls", LARGE) for _ in range(5)]
    file.execute("PRAGMA max_page_count=1000000")
    return answers[-1]


async def _on_a_dying_server(company: Company, database: str) -> httpx.Response:
    other = await asyncpg.connect(database)
    try:
        async with other.transaction():
            await other.execute("SELECT 1 FROM campaign FOR UPDATE")
            waiting = asyncio.create_task(company.gm.patch("...", {"name": "Fog"}, headers={"If-Match": "*"}))
            ended = 0
            while not ended:
                ended = await other.fetchval(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE wait_event_type = 'Lock' "
                    "AND datname = current_database()"
                )
            return await waiting
    finally:
        await other.close()
