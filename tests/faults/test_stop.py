"""SIGTERM under load: the server says that it stops, answers what it has begun, and is gone within ten seconds."""

import asyncio
import random
from collections.abc import Callable

import httpx
import pytest

from tests.faults.books import read_books
from tests.faults.load import Load, open_invite
from tests.faults.people import Person, admit, caller, found
from tests.faults.servers import STOP_SECONDS, Rack, Server, free_port, until_async

pytestmark = pytest.mark.anyio

PLAYERS = 8
RESTARTS = 10
# One process ends by the signal that it was sent, as a shell and systemd expect; the parent of workers ends by itself.
ENDED_BY_SIGTERM, ENDED_BY_ITSELF = -15, 0

on_postgres = pytest.mark.parametrize("database", ["postgres"], indirect=True)


async def crowded(server: Server, *, patient: bool = False) -> Load:
    """A campaign with players who are about to write."""
    async with caller(server.url) as client:
        gm = await found(client)
        players = await admit(client, gm, number=PLAYERS)
        code = await open_invite(client, gm)
    return Load(server.url, gm, players, code, random.Random(4), patient=patient)


async def stop_under_load(server: Server, database: str) -> int:
    load = await crowded(server)
    writing = load.begin()
    await load.reached(50)
    server.terminate()

    async def says_so() -> bool:
        async with caller(server.url) as client:
            answer = await client.get("/readyz")
        assert answer.status_code == 200 or answer.json()["draining"]
        return answer.status_code == 503

    await until_async(says_so, within=STOP_SECONDS, what="503 from /readyz")
    code = await server.ended()
    await writing
    assert "without sending complete" not in str(load.broken)
    books = await read_books(database, load.gm.campaign_id)
    books.audit()
    assert books.rolls == load.rolls(), "who was heard was answered"
    return code


async def test_what_was_begun_is_answered(rack: Rack, database: str):
    server = rack.start(database_url=database)
    await server.ready()
    assert await stop_under_load(server, database) == ENDED_BY_SIGTERM
    assert "fault" not in server.said()


@on_postgres
async def test_what_two_workers_have_begun_is_answered(rack: Rack, database: str):
    server = rack.start("--workers", "2", database_url=database)
    await server.ready()
    assert await stop_under_load(server, database) == ENDED_BY_ITSELF
    assert "fault" not in server.said()


async def half_sent(server: Server, person: Person) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
    """A roll of which the server has begun to read the body; gives also the rest of it."""
    body = b'{"notation": "1d20"}'
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = (
        f"POST /v1/campaigns/current/rolls HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {person.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    writer.write(head.encode())
    # So the server says that it waits for the body.
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100")
    writer.write(body[:10])
    await writer.drain()
    return reader, writer, body[10:]


async def door_is_shut(server: Server) -> bool:
    try:
        async with caller(server.url) as client:
            await client.get("/healthz")
    except httpx.ConnectError:
        return True
    except httpx.TransportError:
        # Let in just before the door was shut, and sent away before a word was said.
        return False
    return False


async def test_a_roll_that_is_being_sent_is_waited_for(rack: Rack, database: str):
    server = rack.start(database_url=database)
    await server.ready()
    async with caller(server.url) as client:
        gm = await found(client)
    reader, writer, rest = await half_sent(server, gm)
    server.terminate()
    await until_async(lambda: door_is_shut(server), within=STOP_SECONDS, what="no new connections")
    writer.write(rest)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 201")
    assert f"content-length: {len(body)}" in head.decode().lower()
    assert await server.ended() == ENDED_BY_SIGTERM


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_who_never_ends_is_not_waited_for(rack: Rack, database: str):
    server = rack.start(database_url=database)
    await server.ready()
    async with caller(server.url) as client:
        gm = await found(client)
    _, writer, _ = await half_sent(server, gm)
    server.terminate()
    assert await server.ended(within=STOP_SECONDS) == ENDED_BY_SIGTERM
    writer.close()
    books = await read_books(database, gm.campaign_id)
    assert books.types() == ["campaign.created"]


async def test_restarts_lose_nothing_of_who_asks_again(rack: Rack, database: str, size: Callable[[int], int]):
    port = free_port()
    server = rack.start(database_url=database, port=port)
    await server.ready()
    load = await crowded(server, patient=True)
    writing = load.begin()
    for _ in range(size(RESTARTS)):
        await load.reached(30)
        assert await server.stop() == ENDED_BY_SIGTERM
        server = rack.start(database_url=database, port=port)
        await server.ready()
        async with caller(server.url) as client:
            load.code = await open_invite(client, load.gm)
    await load.reached(30)
    load.enough = True
    await writing
    assert load.broken, "the clients noticed"
    assert await server.stop() == ENDED_BY_SIGTERM
    books = await read_books(database, load.gm.campaign_id)
    books.audit()
    assert books.rolls == load.rolls()
