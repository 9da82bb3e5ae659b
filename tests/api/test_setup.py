"""Who may start campaigns: everybody on a machine of one's own, elsewhere the holder of the setup token."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.services.setup import make_setup_token
from tests.api.conftest import Company, Person, client_of, make_app, refused

pytestmark = pytest.mark.anyio

FOG: dict[str, Any] = {"name": "Fog", "system": "ultra"}


async def _start(app: FastAPI, **headers: str) -> httpx.Response:
    async with client_of(app) as client:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return await client.post("/v1/campaigns", json=FOG, headers=sent)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.8.8"])
async def test_it_is_open_on_a_loopback_bind(database: str, host: str) -> None:
    app = make_app(database, host=host)
    async with app.router.lifespan_context(app):
        for name in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "localhost"):
            assert (await _start(app, host=name)).status_code == 201
            assert (await _start(app, host=name, origin=f"http://{name}")).status_code == 201


async def test_it_is_not_open_to_others(database: str) -> None:
    app = make_app(database)
    async with app.router.lifespan_context(app):
        for headers in (
            {"x_forwarded_for": "192.0.2.1"},
            {"x_forwarded_host": "umpire.example"},
            {"x_forwarded_proto": "https"},
            {"x_forwarded_prefix": "/umpire"},
            {"x_real_ip": "192.0.2.1"},
            {"forwarded": "for=192.0.2.1"},
            {"via": "1.1 proxy"},
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"origin": "http://localhost:9000"},
            {"host": "evil.example"},
            {"host": "localhost.evil.example"},
            {"host": "192.168.1.5:8000"},
            {"host": ""},
            {"host": "["},
            {"host": "[::1"},
            {"host": "a]b"},
            {"origin": "http://["},
        ):
            refused(await _start(app, **headers), 401, "setup_token_needed")
        async with client_of(app) as client:
            refused(await client.get("/v1/campaigns"), 401, "not_authenticated")


CLOSED: dict[str, dict[str, Any]] = {
    "a setup token": {"setup_token": "open sesame"},
    "a public address": {"public_url": "https://umpire.example"},
    "a public bind": {"host": "0.0.0.0"},
    "a public bind of IPv6": {"host": "::"},
    "a name as bind": {"host": "umpire.example"},
}


@pytest.mark.parametrize("why", CLOSED)
async def test_it_is_closed_by(database: str, why: str) -> None:
    app = make_app(database, **CLOSED[why])
    async with app.router.lifespan_context(app):
        for token in ("", "x", "ump_setup_x"):
            headers = {"authorization": f"Bearer {token}"} if token else {}
            answer = await _start(app, **headers)
            refused(answer, 401, "setup_token_needed")
            assert answer.headers["www-authenticate"].startswith("Bearer")


async def test_the_chosen_token_opens_it(database: str) -> None:
    app = make_app(database, host="0.0.0.0", setup_token="open sesame")
    async with app.router.lifespan_context(app), client_of(app) as client:
        operator = Person(client, "open sesame", "", "")
        made = await operator.post("/v1/campaigns", FOG, headers={"Origin": "https://vtt.example", "Via": "1.1 proxy"})
        assert made.status_code == 201
        gm = Person(client, made.json()["token"], made.json()["member"]["id"], made.json()["id"])
        # The gm's own key opens the campaign and nothing else; the operator's the list and no campaign.
        refused(await gm.post("/v1/campaigns", FOG), 401, "setup_token_needed")
        refused(await operator.get("/v1/me"), 401, "not_authenticated")
        refused(await operator.get(f"/v1/campaigns/{gm.campaign_id}"), 401, "not_authenticated")


async def test_the_token_that_the_server_made_opens_it(database: str) -> None:
    app = make_app(database, host="0.0.0.0")
    async with app.router.lifespan_context(app), client_of(app) as client:
        secret = await make_setup_token(app.state.table.storage)
        assert secret
        assert await make_setup_token(app.state.table.storage) is None
        operator = Person(client, secret, "", "")
        assert (await operator.post("/v1/campaigns", FOG)).status_code == 201
        refused(await operator.holding(secret.swapcase()).post("/v1/campaigns", FOG), 401, "setup_token_needed")


async def test_the_operator_sees_every_campaign(database: str) -> None:
    app = make_app(database, setup_token="open sesame")
    async with app.router.lifespan_context(app), client_of(app) as client:
        operator = Person(client, "open sesame", "", "")
        made = [(await operator.post("/v1/campaigns", FOG | {"name": f"Fog {n}"})).json() for n in range(3)]
        first = await operator.get("/v1/campaigns?limit=2")
        rest = await operator.get(first.links["next"]["url"])
        listed = first.json()["items"] + rest.json()["items"]
        assert [one["id"] for one in listed] == [one["id"] for one in made]
        assert made[0]["token"] not in first.text
        cursor = first.json()["next_cursor"]
        gm = operator.holding(made[0]["token"])
        refused(await gm.get(f"/v1/campaigns?cursor={cursor}"), 400, "bad_cursor")
        assert [one["id"] for one in (await gm.get("/v1/campaigns")).json()["items"]] == [made[0]["id"]]


async def test_a_key_belongs_to_the_setup_token(database: str) -> None:
    app = make_app(database, setup_token="open sesame")
    async with app.router.lifespan_context(app), client_of(app) as client:
        operator, key = Person(client, "open sesame", "", ""), {"Idempotency-Key": "k"}
        first = (await operator.post("/v1/campaigns", FOG, headers=key)).json()
        again = await operator.post("/v1/campaigns", FOG, headers=key)
        assert (again.json()["id"], again.headers["idempotent-replayed"]) == (first["id"], "true")
        refused(await client.post("/v1/campaigns", json=FOG, headers=key), 401, "setup_token_needed")


async def test_who_is_at_a_table_may_start_another_on_their_own_machine(company: Company) -> None:
    assert (await company.player.post("/v1/campaigns", FOG)).status_code == 201
    refused(await company.player.holding("ump_gm_x").post("/v1/campaigns", FOG), 401, "not_authenticated")


async def test_the_rule_is_judged_before_the_body(database: str) -> None:
    app = make_app(database, setup_token="open sesame")
    async with app.router.lifespan_context(app), client_of(app) as client:
        refused(await client.post("/v1/campaigns", json={"wrong": 1}), 401, "setup_token_needed")
