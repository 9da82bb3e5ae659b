"""What an operator meets at the command line: starts, first tokens, refusals with the way out."""

import asyncio
import json
import os
import re
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import anyio.to_thread
import asyncpg
import httpx
import pytest
from typer.testing import CliRunner, Result

from app.cli import main
from app.db.migrate import newest_revision, postgres_dsn
from app.main import open_storage
from app.services.setup import make_setup_token
from app.settings import Settings
from tests.conftest import database_url, run_sql
from tests.faults.people import ask, caller, found
from tests.faults.servers import START_SECONDS, Rack, Server, free_port, until

pytestmark = pytest.mark.anyio

TWO_STARTS = 10
SETUP_TOKEN = re.compile(r"ump_setup_[0-9A-Za-z]{36}")


@pytest.fixture
def fresh(tmp_path: Path) -> str:
    """The address of an embedded database that isn't there yet."""
    return f"sqlite:///{tmp_path / 'fresh.db'}"


@pytest.fixture
def empty_postgres(postgres_server: str) -> Iterator[str]:
    """The address of a database on Postgres without any schema."""
    name = "umpire_test_start"
    run_sql(postgres_server, f"CREATE DATABASE {name}")
    yield database_url(postgres_server, name)
    run_sql(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


async def umpire(*arguments: str, **settings: object) -> Result:
    """Run a command to its end, in a thread: it makes an event loop of its own."""
    environment = {f"UMPIRE_{name.upper()}": str(value) for name, value in settings.items()}
    return await anyio.to_thread.run_sync(lambda: CliRunner().invoke(main, arguments, env=environment))


async def make_campaign(server: Server, token: str | None = None) -> httpx.Response:
    async with caller(server.url) as client:
        return await ask(client, "POST", "/v1/campaigns", body={"name": "First", "system": "supers"}, token=token)


async def test_serve_is_ready_in_an_empty_folder(rack: Rack):
    server = rack.start()
    await server.ready()
    assert f"http://localhost:{server.port}/docs" in server.said()
    assert (rack.folder / "umpire.db").exists()
    made = await make_campaign(server)
    assert made.status_code == 201
    await server.stop()

    again = rack.start()
    await again.ready()
    async with caller(again.url) as client:
        assert (await ask(client, "GET", "/v1/me", token=made.json()["token"])).status_code == 200


async def test_two_servers_may_start_at_once_on_one_new_file(rack: Rack, tmp_path: Path, size: Callable[[int], int]):
    for turn in range(size(TWO_STARTS)):
        url = f"sqlite:///{tmp_path / f'{turn}.db'}"
        pair = rack.start(database_url=url), rack.start(database_url=url)
        await asyncio.gather(*(server.ready() for server in pair))
        assert [(await make_campaign(server)).status_code for server in pair] == [201, 201]
        for server in pair:
            await server.stop()


@pytest.mark.parametrize("public", [{"host": "0.0.0.0"}, {"public_url": "https://umpire.example"}])
async def test_a_public_server_makes_its_setup_token_once(rack: Rack, database: str, public: dict[str, Any]):
    first = rack.start(database_url=database, **public)
    await first.ready()
    [token] = SETUP_TOKEN.findall(first.said())
    assert (await make_campaign(first)).status_code == 401
    assert (await make_campaign(first, token)).status_code == 201
    await first.stop()

    second = rack.start(database_url=database, **public)
    await second.ready()
    assert not SETUP_TOKEN.findall(second.said())
    assert (await make_campaign(second, token)).status_code == 201


async def test_servers_that_start_at_once_make_one_setup_token(database: str):
    storages = [open_storage(Settings(database_url=database)) for _ in range(4)]
    for storage in storages:
        await storage.open()
    made = await asyncio.gather(*(make_setup_token(storage) for storage in storages))
    for storage in storages:
        await storage.close()
    assert len([token for token in made if token]) == 1


async def test_a_chosen_setup_token_is_not_printed(rack: Rack, fresh: str):
    server = rack.start(database_url=fresh, host="0.0.0.0", setup_token="friend")
    await server.ready()
    assert "friend" not in server.said()
    assert not SETUP_TOKEN.findall(server.said())
    assert (await make_campaign(server, "friend")).status_code == 201


async def test_demo_gives_usable_tokens(rack: Rack, database: str):
    made = await umpire("demo", "--json", database_url=database)
    assert made.exit_code == 0, made.stderr
    demo = json.loads(made.stdout)
    assert [campaign["system"] for campaign in demo["campaigns"]] == ["ultra", "uttas", "supers"]
    server = rack.start(database_url=database)
    await server.ready()
    async with caller(server.url) as client:
        for campaign in demo["campaigns"]:
            for role in ("gm", "player", "observer"):
                me = (await ask(client, "GET", "/v1/me", token=campaign[f"{role}_token"])).json()
                assert (me["campaign"]["id"], me["role"]) == (campaign["id"], role)
            path = "/v1/campaigns/current/rolls"
            answer = await ask(client, "POST", path, body={"notation": "3d6"}, token=campaign["player_token"])
            assert answer.status_code == 201
            seen = (await ask(client, "GET", "/v1/campaigns/current/characters", token=campaign["player_token"])).json()
            assert [one["id"] for one in seen["items"]] == campaign["character_ids"][:3]
            whole = (await ask(client, "GET", "/v1/campaigns/current/characters", token=campaign["gm_token"])).json()
            assert [one["id"] for one in whole["items"]] == campaign["character_ids"]
            assert len(whole["items"]) >= 4
            # The fight has begun, and what is offered in it can be sent as it is.
            fight = f"/v1/campaigns/current/encounters/{campaign['encounter_id']}"
            assert (await ask(client, "GET", fight, token=campaign["player_token"])).json()["status"] == "running"
            offered = (await ask(client, "GET", f"{fight}/legal", token=campaign["gm_token"])).json()["commands"]
            step = next(one["body"] for one in offered if one["type"] == "end_turn")
            moved = await ask(client, "POST", f"{fight}/commands", body=step, token=campaign["gm_token"])
            assert moved.status_code == 200, moved.text
            assert moved.json()["text"]


async def test_serve_with_a_demo_prints_a_request_that_works(rack: Rack, fresh: str):
    server = rack.start("--demo", database_url=fresh)
    await server.ready()
    said = server.said()
    [path] = re.findall(r"curl -X POST (\S+)", said)
    [authorization] = re.findall(r"Authorization: (Bearer \S+)'", said)
    [body] = re.findall(r"-d '(.+)'", said)
    assert path.startswith(f"http://localhost:{server.port}/")
    async with caller(server.url) as client:
        answer = await client.post(path, json=json.loads(body), headers={"Authorization": authorization})
    assert answer.status_code == 201


async def test_token_opens_a_campaign_whose_own_is_lost(rack: Rack, database: str):
    server = rack.start(database_url=database)
    await server.ready()
    async with caller(server.url) as client:
        gm = await found(client)
        made = await umpire("token", gm.campaign_id, database_url=database)
        assert made.exit_code == 0, made.stderr
        me = (await ask(client, "GET", "/v1/me", token=made.stdout.strip())).json()
    assert (me["campaign"]["id"], me["role"]) == (gm.campaign_id, "gm")
    unknown = await umpire("token", "cmp_nowhere", database_url=database)
    assert (unknown.exit_code, unknown.stdout) == (1, "")
    assert "no such campaign" in unknown.stderr


async def test_healthcheck_tells_by_its_exit_code(rack: Rack, fresh: str):
    port = free_port()
    nobody = await umpire("healthcheck", port=port)
    assert (nobody.exit_code, nobody.stderr.strip()) == (1, "not reachable: ConnectError")
    server = rack.start(port=port, database_url=fresh, host="0.0.0.0")
    await server.ready()
    assert (await umpire("healthcheck", port=port, host="0.0.0.0")).exit_code == 0
    with closing(sqlite3.connect(fresh.removeprefix("sqlite:///"))) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
        connection.commit()
    unwell = await umpire("healthcheck", port=port, host="0.0.0.0")
    assert (unwell.exit_code, unwell.stderr.strip()) == (1, "not ready: 503")


async def set_revision(database: str, revision: str) -> None:
    statement = f"update alembic_version set version_num = '{revision}'"
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
            connection.execute(statement)
            connection.commit()
        return
    postgres = await asyncpg.connect(postgres_dsn(database))
    await postgres.execute(statement)
    await postgres.close()


async def refused(*arguments: str, **settings: object) -> str:
    """What a command says that ends at once without success, in one line."""
    result = await umpire(*arguments, **settings)
    assert result.exit_code == 1, result.stdout
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr


async def test_a_newer_schema_is_refused(database: str):
    await set_revision(database, "9999")
    for command in ("serve", "migrate", "demo"):
        said = await refused(command, database_url=database)
        assert "9999" in said
        assert "newer version" in said


async def test_postgres_is_migrated_by_its_own_command(rack: Rack, empty_postgres: str):
    assert "`umpire migrate`" in await refused("serve", database_url=empty_postgres)
    migrated = await umpire("migrate", database_url=empty_postgres)
    assert (migrated.exit_code, migrated.stdout) == (0, f"empty -> {newest_revision()}\n")
    server = rack.start(database_url=empty_postgres)
    await server.ready()
    again = await umpire("migrate", database_url=empty_postgres)
    assert (again.exit_code, again.stdout) == (0, f"{newest_revision()} already\n")
    await server.stop()


async def test_workers_need_postgres(fresh: str):
    assert "UMPIRE_DATABASE_URL" in await refused("serve", "--workers", "2", database_url=fresh)


async def test_a_taken_port_is_told(rack: Rack, fresh: str):
    first = rack.start(database_url=fresh)
    await first.ready()
    second = rack.start(database_url=fresh, port=first.port)
    assert await second.ended(within=START_SECONDS) not in (0, -15)
    assert f"Port {first.port} is taken" in second.said()
    assert "--port" in second.said()
    assert "/docs" not in second.said()
    assert "Traceback" not in second.said()


async def test_the_address_for_people_is_one_that_a_browser_opens(rack: Rack, fresh: str):
    server = rack.start(database_url=fresh, host="0.0.0.0")
    await server.ready()
    assert f"http://localhost:{server.port}/docs" in server.said()


def workers_of(server: Server) -> list[int]:
    """The processes that serve for it."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def test_the_death_of_a_worker_is_told_and_another_takes_its_place(rack: Rack, empty_postgres: str):
    await umpire("migrate", database_url=empty_postgres)
    server = rack.start("--workers", "2", database_url=empty_postgres)
    await server.ready()
    dead = workers_of(server)[0]
    os.kill(dead, signal.SIGKILL)
    await until(lambda: f"[{dead}] died" in server.said(), within=START_SECONDS, what="the news of its death")
    await until(lambda: len(workers_of(server)) == 2, within=START_SECONDS, what="another worker")
    assert await server.stop() in (0, -signal.SIGTERM)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"database_url": "mysql://somewhere/umpire"}, "sqlite:/// or postgresql://"),
        ({"database_url": "sqlite://"}, "sqlite:///umpire.db"),
        ({"database_url": "postgresql://umpire:tell-nobody@127.0.0.1:1/umpire"}, "127.0.0.1"),
        ({"database_url": "sqlite:////nowhere/at/all/umpire.db"}, "/nowhere/at/all"),
        ({"port": "many"}, "UMPIRE_PORT: 'many' is no port"),
        ({"public_url": "games.example/umpire"}, "UMPIRE_PUBLIC_URL: must begin with http:// or https://"),
        ({"setup_token": ""}, "UMPIRE_SETUP_TOKEN: is empty"),
        ({"setup_token_file": "/nowhere/token"}, "/nowhere/token"),
    ],
)
async def test_a_setting_that_cannot_be_is_told(settings: dict[str, str], told: str):
    said = await refused("serve", **settings)
    assert told in said
    assert "tell-nobody" not in said
