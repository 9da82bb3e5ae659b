"""kill -9 at random moments under load: what was acknowledged is there, whole, and the server is back."""

import asyncio
import random
from collections.abc import Callable

import pytest

from tests.faults.books import check_integrity, read_books, sessions
from tests.faults.load import Load, open_invite
from tests.faults.people import admit, caller, found
from tests.faults.servers import Rack, free_port, until_async

pytestmark = pytest.mark.anyio

KILLS = 20
PLAYERS = 8


async def test_nothing_acknowledged_is_lost(rack: Rack, database: str, size: Callable[[int], int]):
    chance = random.Random(20)
    port = free_port()
    server = rack.start(database_url=database, port=port)
    await server.ready()
    async with caller(server.url) as client:
        gm = await found(client)
        players = await admit(client, gm, number=PLAYERS)
    acknowledged: dict[str, str] = {}
    for _ in range(size(KILLS)):
        async with caller(server.url) as client:
            code = await open_invite(client, gm)
        load = Load(server.url, gm, players, code, chance)
        writing = load.begin()
        await load.reached(chance.randint(20, 100))
        # Not to wait for anything: this is the random moment.
        await asyncio.sleep(chance.uniform(0, 0.03))
        server.kill()
        await writing
        assert load.unanswered, "it died under load"
        await until_async(lambda: no_sessions(database), within=10, what="the end of what the dead server had begun")

        await check_integrity(database)
        books = await read_books(database, gm.campaign_id)
        books.audit()
        acknowledged |= load.rolls()
        assert acknowledged.items() <= books.rolls.items()

        server = rack.start(database_url=database, port=port)
        await server.ready()
        await load.settle(load.unanswered)
        acknowledged |= load.rolls()

    await server.stop()
    await check_integrity(database)
    books = await read_books(database, gm.campaign_id)
    books.audit()
    assert acknowledged.items() <= books.rolls.items()
    # Asked for again under its key or not, no roll was made twice.
    assert len(set(books.rolls.values())) == len(books.rolls)


async def no_sessions(database: str) -> bool:
    return await sessions(database) == 0
