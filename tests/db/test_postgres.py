"""The production database: what a transaction undoes, who waits for whom, and what happens when it goes away."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime

import asyncpg
import pytest

from app.db.migrate import postgres_dsn
from app.db.postgres import PostgresDatabase
from app.db.storage import SqlStorage
from app.main import POSTGRES_CONNECTIONS, open_storage, system_clock
from app.services.ports import Busy, Page, Work
from app.services.values import Role
from app.settings import Settings
from tests.db.conftest import Played, play
from tests.db.dump import dump

pytestmark = pytest.mark.anyio


class RefusedError(Exception):
    pass


@pytest.fixture
async def played(postgres_url: str) -> AsyncIterator[Played]:
    storage = open_storage(Settings(database_url=postgres_url))
    await storage.open()
    yield await play(postgres_url, storage)
    await storage.close()


async def test_a_refusal_undoes_the_whole_piece(played: Played) -> None:
    before = await dump(played.url)

    async def work(tx) -> None:
        await tx.members.leave(played.player.member_id, at=system_clock())
        await tx.campaigns.purge(played.campaign_id)
        raise RefusedError

    with pytest.raises(RefusedError):
        await played.storage.write(work)
    assert await dump(played.url) == before


async def test_failed_pieces_use_up_no_connection(played: Played) -> None:
    async def fail(tx) -> None:
        await tx.campaigns.lock(played.campaign_id)
        raise RefusedError

    outcomes = await asyncio.gather(*(played.storage.write(fail) for _ in range(40)), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {RefusedError}
    assert await played.storage.ready()


async def test_a_campaign_is_serial_and_campaigns_run_side_by_side(played: Played) -> None:
    elsewhere = await play(played.url, played.storage)
    order: list[str] = []
    locked, go_on = asyncio.Event(), asyncio.Event()

    async def first(tx) -> None:
        await tx.campaigns.lock(played.campaign_id)
        locked.set()
        await go_on.wait()
        order.append("first")

    async def second(tx) -> None:
        await tx.campaigns.lock(played.campaign_id)
        order.append("second")

    async def other(tx) -> None:
        await tx.campaigns.lock(elsewhere.campaign_id)
        order.append("other")

    holding = asyncio.create_task(played.storage.write(first))
    await locked.wait()
    waiting = asyncio.create_task(played.storage.write(second))
    await played.storage.write(other)
    go_on.set()
    await asyncio.gather(holding, waiting)
    assert order == ["other", "first", "second"]


async def test_a_lock_that_stays_is_busy_after_five_seconds(played: Played) -> None:
    raw = await asyncpg.connect(postgres_dsn(played.url))
    try:
        async with raw.transaction():
            await raw.execute("SELECT 1 FROM campaign WHERE id = $1 FOR UPDATE", played.campaign_id)
            began = asyncio.get_running_loop().time()
            with pytest.raises(Busy):
                await played.storage.write(lambda tx: tx.campaigns.lock(played.campaign_id))
            assert 4.5 < asyncio.get_running_loop().time() - began < 8
    finally:
        await raw.close()
    assert await played.storage.write(lambda tx: tx.campaigns.lock(played.campaign_id))


async def test_of_two_that_wait_for_each_other_one_is_busy(played: Played) -> None:
    elsewhere = await play(played.url, played.storage)
    both = asyncio.Barrier(2)

    async def cross(tx, mine: str, theirs: str) -> str:
        await tx.campaigns.lock(mine)
        await both.wait()
        await tx.campaigns.lock(theirs)
        return mine

    ids = (played.campaign_id, elsewhere.campaign_id)
    outcomes = await asyncio.gather(
        played.storage.write(lambda tx: cross(tx, *ids)),
        played.storage.write(lambda tx: cross(tx, *ids[::-1])),
        return_exceptions=True,
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Busy", "str"]


async def test_times_are_utc_whatever_the_server_thinks(postgres_url: str) -> None:
    raw = await asyncpg.connect(postgres_dsn(postgres_url))
    name = await raw.fetchval("SELECT current_database()")
    await raw.execute(f"ALTER DATABASE {name} SET timezone = 'Pacific/Auckland'")
    await raw.close()
    storage = open_storage(Settings(database_url=postgres_url))
    await storage.open()
    try:
        found = await play(postgres_url, storage)
        campaign = await storage.read(lambda tx: tx.campaigns.get(found.campaign_id))
        assert campaign is not None
        made: datetime = campaign.campaign.created_at
        offset = made.utcoffset()
        assert offset is not None
        assert not offset
        assert abs((system_clock() - made).total_seconds()) < 60
    finally:
        await storage.close()


async def test_after_the_database_comes_back_the_service_goes_on(played: Played) -> None:
    """As after a restart of Postgres: every connection of the pool is dead at once."""
    raw = await asyncpg.connect(postgres_dsn(played.url))
    try:
        await raw.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    finally:
        await raw.close()
    # A request may still meet its connection's end; each end is met once.
    assert any([await played.storage.ready() for _ in range(POSTGRES_CONNECTIONS + 1)])
    members = await played.storage.read(lambda tx: tx.members.page(played.campaign_id, Page(limit=9), ref=None))
    assert [member.role for member in members] == [Role.GM, Role.PLAYER]


async def test_without_a_database_it_is_not_ready(postgres_server: str, postgres_url: str) -> None:
    database = PostgresDatabase(postgres_dsn(postgres_url), connections=1)
    storage = SqlStorage(database, revision="0001")
    await storage.open()
    await storage.close()
    assert not await storage.ready()


async def test_reads_see_what_was_committed_before_them(played: Played) -> None:
    async def work(tx: Work) -> None:
        await tx.tokens.revoke(played.gm.token_id, at=system_clock())
        inside = await tx.tokens.get(played.campaign_id, played.gm.token_id)
        outside = await played.storage.read(lambda other: other.tokens.get(played.campaign_id, played.gm.token_id))
        assert inside is None
        assert outside is not None

    await played.storage.write(work)
    assert await played.storage.read(lambda tx: tx.tokens.get(played.campaign_id, played.gm.token_id)) is None
