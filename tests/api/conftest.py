"""A service in this process, and the people who use it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings

ADDRESS = "http://localhost:8000"


@dataclass
class Person:
    """Somebody with a token."""

    client: httpx.AsyncClient
    token: str
    member_id: str
    campaign_id: str

    async def ask(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        """Ask the service something; `...` in the path stands for the campaign."""
        headers = {"Authorization": f"Bearer {self.token}"} | arguments.pop("headers", {})
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

    async def roll(self, notation: str = "1d20", **arguments: Any) -> dict[str, Any]:
        """Roll in the campaign."""
        answer = await self.post(".../rolls", {"notation": notation, **arguments})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made


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


def make_app(database: str, **settings: Any) -> FastAPI:
    """The service on a database, without rate limits unless asked for."""
    return create_app(Settings(database_url=database, rate_limits=settings.pop("rate_limits", "off"), **settings))


def client_of(app: FastAPI, **arguments: Any) -> httpx.AsyncClient:
    """A client that calls the service without a socket; its faults come as answers."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=ADDRESS, **arguments)


@pytest.fixture
async def app(database: str) -> AsyncIterator[FastAPI]:
    made = make_app(database)
    async with made.router.lifespan_context(made):
        yield made


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(app) as made:
        yield made


@pytest.fixture
async def company(app: FastAPI, client: httpx.AsyncClient) -> Company:
    campaign, gm = await found(client)
    return Company(
        app=app,
        client=client,
        gm=gm,
        player=await admit(gm, "player", "Willow"),
        other=await admit(gm, "player", "Bearington"),
        observer=await admit(gm, "observer", "Audience"),
        campaign=campaign,
    )
