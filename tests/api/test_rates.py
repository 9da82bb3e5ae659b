"""Rate limits: how much a token or an address may ask in a minute, and that the headers tell it beforehand."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.api.conftest import ADDRESS, Person, admit, client_of, found, make_app, refused

pytestmark = pytest.mark.anyio

_POLICY = re.compile(r'"([a-z-]+)";q=(\d+);w=60')
_SPENT = {
    "writes": "Too many rolls and changes with your token",
    "reads": "Too many questions with your token",
    "address": "Too many requests from your address",
    "wrong-secrets": "Too many wrong tokens or codes from your address",
    "odds": "Too many odds that take long to count",
}
_LEFT = re.compile(r'"([a-z-]+)";r=(\d+);t=(\d+)')


@pytest.fixture
async def client(database: str) -> AsyncIterator[httpx.AsyncClient]:
    app = make_app(database, rate_limits="on")
    async with app.router.lifespan_context(app), client_of(app) as made:
        yield made


def _budgets(answer: httpx.Response) -> dict[str, tuple[int, int, int]]:
    """What the headers say of each budget: its size, what is left, and the seconds until it is whole again."""
    policies = answer.headers.get_list("ratelimit-policy", split_commas=True)
    lefts = answer.headers.get_list("ratelimit", split_commas=True)
    told = {}
    for policy, left in zip(policies, lefts, strict=True):
        named, counted = _POLICY.fullmatch(policy), _LEFT.fullmatch(left)
        assert named, policy
        assert counted, left
        assert named[1] == counted[1]
        told[named[1]] = (int(named[2]), int(counted[2]), int(counted[3]))
        assert 1 <= int(counted[3]) <= 60
    return told


def _limited(answer: httpx.Response, budget: str) -> None:
    problem = refused(answer, 429, "rate_limited")
    size, left, seconds = _budgets(answer)[budget]
    assert left == 0
    assert answer.headers["retry-after"] == str(seconds) == str(problem["retry_after"])
    assert (problem["policy"], problem["limit"]) == (budget, size)
    assert re.fullmatch(rf"{_SPENT[budget]}; go on in {seconds} seconds?\.", problem["detail"])


async def test_a_token_has_300_writes(client: httpx.AsyncClient) -> None:
    _, gm = await found(client)
    for number in range(300):
        answer = await gm.post(".../rolls", {"notation": "d6"} if number % 2 else {"notation": "("})
        assert answer.status_code == (201 if number % 2 else 422)
        assert _budgets(answer)["writes"][:2] == (300, 299 - number)
    _limited(await gm.post(".../rolls", {"notation": "d6"}), "writes")
    # The rate is judged before role, key and body, and after the token.
    _limited(await gm.post("/v1/campaigns/cmp_x/rolls", {"wrong": 1}, headers={"Idempotency-Key": ""}), "writes")
    refused(await gm.holding("ump_gm_x").post(".../rolls", {"notation": "d6"}), 401, "not_authenticated")
    # Reading goes on, and so does everybody else.
    assert len((await gm.get(".../rolls?limit=200")).json()["items"]) == 150
    _, other = await found(client)
    await other.roll()


async def test_a_token_has_1200_reads(client: httpx.AsyncClient) -> None:
    _, gm = await found(client)
    asked = [
        ("GET", "...", {}, 200),
        ("HEAD", "...", {}, 200),
        ("GET", "...", {"If-None-Match": "*"}, 304),
        ("GET", ".../rolls/x", {}, 404),
        ("GET", ".../rolls?limit=x", {}, 422),
        ("POST", "/v1/rolls", {}, 200),
    ]
    for number, (method, path, headers, status) in enumerate(asked):
        body = {"notation": "d6"} if method == "POST" else None
        answer = await gm.ask(method, path, json=body, headers=headers)
        assert answer.status_code == status
        assert _budgets(answer)["reads"][:2] == (1200, 1199 - number)


async def test_an_address_has_120_calls_without_a_token(client: httpx.AsyncClient) -> None:
    calls = [
        ("/v1/rolls", {"notation": "d6"}, 200),
        ("/v1/rolls", {"wrong": 1}, 422),
        ("/v1/odds", {"notation": "d6"}, 200),
    ]
    for number in range(120):
        path, body, status = calls[number % 3]
        answer = await client.post(path, json=body)
        assert answer.status_code == status
        assert _budgets(answer)["address"][:2] == (120, 119 - number)
    _limited(await client.post("/v1/rolls", json={"notation": "d6"}), "address")
    _limited(await client.post("/v1/campaigns", json={"name": "Fog", "system": "ultra"}), "address")
    _limited(await client.get("/v1/me"), "address")


async def test_odds_are_charged_by_what_they_cost(client: httpx.AsyncClient) -> None:
    dear = {"notation": "100d30kh40"}
    total, left, _ = _budgets(await client.post("/v1/odds", json=dear))["odds"]
    cost = total - left
    assert cost > total // 40
    for _ in range(left // cost):
        assert (await client.post("/v1/odds", json=dear)).status_code == 200
    spent = refused(await client.post("/v1/odds", json=dear), 429, "rate_limited")
    assert spent["detail"].startswith(_SPENT["odds"])
    # A little is left for small questions, and rolls don't count.
    assert (await client.post("/v1/odds", json={"notation": "2d6"})).status_code == 200
    assert (await client.post("/v1/rolls", json={"notation": "2d6"})).status_code == 200


async def test_what_is_free(client: httpx.AsyncClient) -> None:
    preflight = {"Origin": "https://vtt.example", "Access-Control-Request-Method": "POST"}
    for answer in [
        *[await client.options("/v1/rolls", headers=preflight) for _ in range(130)],
        await client.get("/healthz"),
        await client.get("/docs"),
        await client.get("/openapi.json"),
        await client.get("/problems/rate_limited"),
    ]:
        assert (answer.status_code, "ratelimit" in answer.headers) == (200, False)


async def test_an_address_has_ten_wrong_tokens(client: httpx.AsyncClient) -> None:
    _, gm = await found(client)
    for number in range(10):
        answer = await gm.holding(f"ump_gm_{number}").get("...")
        refused(answer, 401, "not_authenticated")
        assert _budgets(answer)["wrong-secrets"][:2] == (10, 9 - number)
    _limited(await gm.holding("ump_gm_x").get("..."), "wrong-secrets")
    # Who has the right one is not shut out by a neighbour's guesses.
    assert (await gm.get("...")).status_code == 200


async def test_an_address_has_ten_wrong_codes(client: httpx.AsyncClient) -> None:
    _, gm = await found(client)
    code = (await gm.post(".../invites", {"role": "player"})).json()["code"]
    for _ in range(10):
        refused(await client.post("/v1/invites/AAAAA-AAAAA/accept", json={"display_name": "T"}), 404, "not_found")
    for guess in ("AAAAA-AAAAA", code):
        _limited(await client.post(f"/v1/invites/{guess}/accept", json={"display_name": "T"}), "wrong-secrets")


async def test_the_setup_token_can_not_be_guessed_away(database: str) -> None:
    app = make_app(database, rate_limits="on", setup_token="spring")
    async with app.router.lifespan_context(app), client_of(app) as client:
        guesser = Person(client, "summer", "", "")
        for number in range(10):
            path = "/v1/campaigns"
            guess = await (guesser.post(path, {"wrong": 1}) if number % 2 else guesser.get(path))
            assert guess.status_code == 401
        for answer in (
            await guesser.holding("spring").get("/v1/campaigns"),
            await guesser.holding("spring").post("/v1/campaigns", {"name": "Fog", "system": "ultra"}),
        ):
            _limited(answer, "wrong-secrets")


async def test_the_metrics_token_can_not_be_guessed_away(database: str) -> None:
    app = make_app(database, rate_limits="on", metrics_token="spring")
    async with app.router.lifespan_context(app), client_of(app) as client:
        reader = Person(client, "spring", "", "")
        assert (await reader.get("/metrics")).status_code == 200
        for _ in range(10):
            refused(await reader.holding("summer").get("/metrics"), 401, "not_authenticated")
        _limited(await reader.get("/metrics"), "wrong-secrets")


async def test_each_address_has_its_own(database: str) -> None:
    app = make_app(database, rate_limits="on")
    async with app.router.lifespan_context(app):
        for address in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "x" * 500):
            transport = httpx.ASGITransport(app, client=(address, 1))
            async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client:
                answer = await client.post("/v1/rolls", json={"notation": "d6"})
                assert _budgets(answer)["address"][1] == 119
                sent = {"Idempotency-Key": "k"}
                made = await client.post("/v1/campaigns", json={"name": "Fog", "system": "ultra"}, headers=sent)
                assert made.status_code == 201


async def test_each_token_of_a_member_has_its_own(client: httpx.AsyncClient) -> None:
    _, gm = await found(client)
    player = await admit(gm, "player", "Willow")
    bot = (await player.post(".../tokens", {"name": "Bot", "role": "player"})).json()["token"]
    for holder in (player.holding(bot), player):
        answer = await holder.post(".../rolls", {"notation": "d6"})
        assert _budgets(answer)["writes"][1] == (299 if holder is not player else 298)


async def test_a_gm_who_acts_for_others_spends_their_own(client: httpx.AsyncClient) -> None:
    _, gm = await found(client)
    player = await admit(gm, "player", "Willow")
    first = await gm.acting_as(player).post(".../rolls", {"notation": "d6"})
    second = await gm.post(".../rolls", {"notation": "d6"})
    assert _budgets(first)["writes"][1] - _budgets(second)["writes"][1] == 1
