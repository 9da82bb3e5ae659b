"""A service in this process, and the people who use it."""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from app.db.migrate import is_sqlite, sqlite_path
from app.db.tables import METADATA
from app.main import create_app
from app.rules.encounter.table import Dice
from app.rules.system import System
from app.services.ports import Clock
from app.settings import Settings
from tests.api.on_trial import ON_TRIAL, somebody
from tests.conftest import database_url, run_sql

ADDRESS = "http://localhost:8000"


# As long as an id of ours, and of the same letters; nothing was ever called so.
NOBODYS = "0" * 26


# The least that a character of UTTAS, the system of most campaigns here, must have.
SHEET: dict[str, Any] = {"speed": 3, "health_max": 20, "stamina_max": 30}


class HandClock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = datetime(2027, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **time: float) -> None:
        """Let some time pass."""
        self.now += timedelta(**time)


@dataclass
class Person:
    """Somebody with a token."""

    client: httpx.AsyncClient
    token: str
    member_id: str
    campaign_id: str
    manners: dict[str, str] = field(default_factory=dict)
    """Headers they send with everything."""

    def holding(self, token: str) -> "Person":
        """The same person with another token."""
        return replace(self, token=token)

    def acting_as(self, other: "Person") -> "Person":
        """A game master who speaks for somebody else."""
        return replace(self, manners={"Umpire-As": other.member_id})

    async def ask(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        """Ask the service something; `...` in the path stands for the campaign."""
        headers = {"Authorization": f"Bearer {self.token}"} | self.manners | arguments.pop("headers", {})
        path = path.replace("...", f"/v1/campaigns/{self.campaign_id}")
        return await self.client.request(method, path, headers=headers, **arguments)

    async def get(self, path: str, **arguments: Any) -> httpx.Response:
        return await self.ask("GET", path, **arguments)

    async def post(self, path: str, json: Any = None, **arguments: Any) -> httpx.Response:
        return await self.ask("POST", path, json=json, **arguments)

    async def patch(self, path: str, json: Any, **arguments: Any) -> httpx.Response:
        return await self.ask("PATCH", path, json=json, **arguments)

    async def delete(self, path: str, **arguments: Any) -> httpx.Response:
        return await self.ask("DELETE", path, **arguments)

    async def put(self, path: str, json: Any, **arguments: Any) -> httpx.Response:
        return await self.ask("PUT", path, json=json, **arguments)

    async def character(self, name: str = "Willow", **fields: Any) -> dict[str, Any]:
        """Add a character."""
        answer = await self.post(".../characters", {"name": name, "sheet": SHEET} | fields)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    async def roll(self, notation: str = "1d20", **arguments: Any) -> dict[str, Any]:
        """Roll in the campaign."""
        answer = await self.post(".../rolls", {"notation": notation, **arguments})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    async def fight(self, *, running: bool = True, system: str = "uttas") -> str:
        """Set an encounter up with two in it, and start it; gives its id."""
        made = await self.post(".../encounters", {"name": "The toll bridge"})
        assert made.status_code == 201, made.text
        path = f".../encounters/{made.json()['id']}/commands"
        bodies = [somebody(system, id=name, name=name.title(), side=name) for name in ("willow", "thug")]
        for body in [*bodies, {"type": "start"}] if running else bodies:
            answer = await self.post(path, body)
            assert answer.status_code == 200, answer.text
        return str(made.json()["id"])


@dataclass
class Company:
    """A service and a campaign with somebody of every role."""

    app: FastAPI
    client: httpx.AsyncClient
    gm: Person
    player: Person
    other: Person
    observer: Person
    campaign: dict[str, Any] = field(default_factory=dict)


Table = Callable[..., Awaitable[Company]]


async def found(client: httpx.AsyncClient, **fields: Any) -> tuple[dict[str, Any], Person]:
    """Start a campaign; gives it and its game master."""
    answer = await client.post("/v1/campaigns", json={"name": "The Long Night", "system": "uttas", **fields})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return made, Person(client, made["token"], made["member"]["id"], made["id"])


async def admit(gm: Person, role: str, name: str) -> Person:
    """Invite somebody and let them accept."""
    code = (await gm.post(".../invites", {"role": role})).json()["code"]
    answer = await gm.client.post(f"/v1/invites/{code}/accept", json={"display_name": name})
    assert answer.status_code == 201, answer.text
    joined = answer.json()
    return Person(gm.client, joined["token"], joined["id"], joined["campaign_id"])


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The problem of an answer that must refuse with this status and code."""
    assert (answer.status_code, answer.headers.get("content-type")) == (status, "application/problem+json"), answer.text
    problem: dict[str, Any] = answer.json()
    assert (problem["status"], problem["code"]) == (status, code), problem
    assert problem["request_id"] == answer.headers["x-request-id"]
    return problem


async def stored(database: str) -> dict[str, list[Any]]:
    """Every row of every table of the service, as the database holds them."""
    tables = [name for name in METADATA.tables if name != "setup"]
    if is_sqlite(database):
        with contextlib.closing(sqlite3.connect(sqlite_path(database))) as file:
            return {name: file.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
    server = await asyncpg.connect(database)
    try:
        return {name: await server.fetch(f"SELECT * FROM {name}") for name in tables}
    finally:
        await server.close()


def make_app(
    database: str,
    *,
    clock: Clock | None = None,
    systems: Mapping[str, System] = ON_TRIAL,
    encounter_dice: Dice | None = None,
    **settings: Any,
) -> FastAPI:
    """The service on a database, without rate limits unless asked for."""
    made = Settings(database_url=database, rate_limits=settings.pop("rate_limits", "off"), **settings)
    return create_app(made, clock=clock or HandClock(), systems=systems, encounter_dice=encounter_dice)


def client_of(app: FastAPI, **arguments: Any) -> httpx.AsyncClient:
    """A client that calls the service without a socket; its faults come as answers."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=ADDRESS, **arguments)


@pytest.fixture(scope="session")
def postgres_database(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """One database for all tests here: making one for each would take longer than the tests do."""
    name = f"umpire_api_{os.getpid()}"
    run_sql(
        postgres_server,
        f"CREATE DATABASE {name} TEMPLATE {postgres_template}",
        f"ALTER DATABASE {name} SET synchronous_commit = off",
    )
    yield database_url(postgres_server, name)
    run_sql(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty, migrated database: each test runs on SQLite and on Postgres."""
    if request.param == "sqlite":
        path = tmp_path / "umpire.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        return f"sqlite:///{path}"
    url: str = request.getfixturevalue("postgres_database")
    run_sql(url, "DELETE FROM campaign", "DELETE FROM answer", "DELETE FROM setup")
    return url


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def app(database: str, clock: HandClock) -> AsyncIterator[FastAPI]:
    made = make_app(database, clock=clock)
    async with made.router.lifespan_context(made):
        yield made


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(app) as made:
        yield made


@pytest.fixture
def a_table(app: FastAPI, client: httpx.AsyncClient) -> Table:
    """Starts campaigns, of a system and by house rules, with somebody of every role."""

    async def seated(system: str = "uttas", **options: Any) -> Company:
        campaign, gm = await found(client, system=system, options=options)
        return Company(
            app=app,
            client=client,
            gm=gm,
            player=await admit(gm, "player", "Willow"),
            other=await admit(gm, "player", "Bearington"),
            observer=await admit(gm, "observer", "Audience"),
            campaign=campaign,
        )

    return seated


@pytest.fixture
async def company(a_table: Table) -> Company:
    return await a_table()
