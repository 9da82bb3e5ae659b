"""Idempotency-Key: what was asked twice is done once, and answered with the same dice."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.api.conftest import Company, HandClock, Person, admit, found, refused

pytestmark = pytest.mark.anyio

KEY = {"Idempotency-Key": "one-evening-one-roll"}
ROLL = {"notation": "20d20", "label": "Fireball"}


def _same(first: httpx.Response, again: httpx.Response) -> None:
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert (again.status_code, again.content) == (first.status_code, first.content)
    for name in ("location", "etag", "vary", "content-type"):
        assert again.headers.get(name) == first.headers.get(name), name


async def _rolls(person: Person) -> int:
    return len((await person.get(".../rolls")).json()["items"])


async def test_the_dice_stay_as_they_fell(company: Company) -> None:
    first = await company.player.post(".../rolls", ROLL, headers=KEY)
    for _ in range(3):
        _same(first, await company.player.post(".../rolls", ROLL, headers=KEY))
    assert await _rolls(company.player) == 1


async def test_every_write_of_a_campaign_takes_a_key(company: Company) -> None:
    gm, player = company.gm, company.player
    roll = (await player.roll(visibility="gm"))["id"]
    thug = (await admit(gm, "player", "Thug")).member_id
    token = (await player.post(".../tokens", {"name": "Bot", "role": "player"})).json()["id"]
    invite = (await gm.post(".../invites", {"role": "player"})).json()["id"]
    writes: list[tuple[Person, str, str, Any, dict[str, str]]] = [
        (player, "POST", ".../rolls", ROLL, {}),
        (player, "POST", ".../rolls", ROLL | {"visibility": "blind"}, {}),
        (player, "POST", f".../rolls/{roll}/reveal", None, {}),
        (gm, "PATCH", f".../members/{thug}", {"display_name": "Thug, dazed"}, {}),
        (gm, "DELETE", f".../members/{thug}", None, {}),
        (player, "DELETE", f".../tokens/{token}", None, {}),
        (gm, "DELETE", f".../invites/{invite}", None, {}),
        (gm, "PATCH", "...", {"name": "Fog"}, {"If-Match": '"1"'}),
        (gm, "DELETE", "...", None, {"If-Match": '"2"'}),
    ]
    for number, (who, method, path, body, headers) in enumerate(writes):
        sent = headers | {"Idempotency-Key": str(number)}
        first = await who.ask(method, path, json=body, headers=sent)
        assert first.is_success, first.text
        # The same version again: a lost answer can be asked for with its old If-Match, and out of the archive.
        _same(first, await who.ask(method, path, json=body, headers=sent))
    assert (await gm.get("...")).json()["version"] == 3


async def test_another_request_under_the_key_is_a_mistake(company: Company) -> None:
    gm = company.gm
    await gm.post(".../rolls", ROLL, headers=KEY)
    for answer in (
        await gm.post(".../rolls", ROLL | {"label": "Ice"}, headers=KEY),
        await gm.post(".../rolls?x=1", ROLL, headers=KEY),
        await gm.post("/v1/campaigns/current/rolls", ROLL, headers=KEY),
        await gm.post(".../rolls", {"wrong": "body"}, headers=KEY),
        await gm.post(".../rolls", None, headers=KEY),
        await gm.post(".../invites", {"role": "player"}, headers=KEY),
        await gm.patch("...", {"name": "Fog"}, headers=KEY),
        await gm.acting_as(company.player).post(".../rolls", ROLL, headers=KEY),
    ):
        refused(answer, 422, "idempotency_mismatch")
    assert await _rolls(gm) == 1


async def test_a_key_is_its_tokens_own(company: Company) -> None:
    first = await company.player.post(".../rolls", ROLL, headers=KEY)
    other = await company.other.post(".../rolls", ROLL, headers=KEY)
    assert first.json()["id"] != other.json()["id"]
    assert "idempotent-replayed" not in other.headers
    bot = (await company.player.post(".../tokens", {"name": "Bot", "role": "player"})).json()["token"]
    assert (await company.player.holding(bot).post(".../rolls", {"notation": "d4"}, headers=KEY)).status_code == 201


async def test_a_refusal_frees_the_key(company: Company) -> None:
    for body in ({"notation": "("}, {"notation": "1001d6"}, {"wrong": 1}, ROLL | {"faces": [1]}):
        refused_with = await company.player.post(".../rolls", body, headers=KEY)
        assert refused_with.status_code == 422
        assert refused_with.json()["code"] != "idempotency_mismatch"
    stale = await company.gm.patch("...", {"name": "Fog"}, headers=KEY | {"If-Match": '"9"'})
    refused(stale, 412, "stale_version")
    assert (await company.player.post(".../rolls", ROLL, headers=KEY)).status_code == 201
    assert (await company.gm.patch("...", {"name": "Fog"}, headers=KEY | {"If-Match": '"1"'})).status_code == 200


async def test_the_role_is_judged_before_the_repeat_and_the_archive_after(company: Company) -> None:
    first = await company.player.post(".../rolls", ROLL, headers=KEY)
    await company.gm.delete("...", headers={"If-Match": "*"})
    _same(first, await company.player.post(".../rolls", ROLL, headers=KEY))
    await company.gm.patch("...", {"archived": False}, headers={"If-Match": "*"})
    await company.gm.patch(f".../members/{company.player.member_id}", {"role": "observer"})
    refused(await company.player.post(".../rolls", ROLL, headers=KEY), 403, "role_too_low")
    await company.gm.delete(f".../members/{company.player.member_id}")
    refused(await company.player.post(".../rolls", ROLL, headers=KEY), 401, "not_authenticated")


async def test_keys_have_1_to_255_characters(company: Company) -> None:
    for key in ("k", "k" * 255, 'a key: with; "anything" in it', "\u00fc"):
        sent = {"Idempotency-Key": key.encode("latin-1")}
        answer = await company.player.ask("POST", ".../rolls", json=ROLL, headers=sent)
        _same(answer, await company.player.ask("POST", ".../rolls", json=ROLL, headers=sent))
    for key in ("", "k" * 256, "a\tb", "\x7f"):
        refused(await company.player.post(".../rolls", ROLL, headers={"Idempotency-Key": key}), 422, "invalid_request")
    assert await _rolls(company.player) == 4


async def test_a_key_is_kept_for_a_day(company: Company, clock: HandClock) -> None:
    first = await company.player.post(".../rolls", ROLL, headers=KEY)
    clock.forward(hours=24)
    _same(first, await company.player.post(".../rolls", ROLL, headers=KEY))
    clock.forward(seconds=1)
    second = await company.player.post(".../rolls", {"notation": "d4"}, headers=KEY)
    assert (second.status_code, "idempotent-replayed" in second.headers) == (201, False)
    _same(second, await company.player.post(".../rolls", {"notation": "d4"}, headers=KEY))


async def test_calls_that_keep_nothing_ignore_the_key(company: Company) -> None:
    for path in ("/v1/rolls", "/v1/odds"):
        for notation in ("2d6", "3d6"):
            answer = await company.client.post(path, json={"notation": notation}, headers=KEY)
            assert (answer.status_code, "idempotent-replayed" in answer.headers) == (200, False)


class TestSecrets:
    """A secret is not kept: the repeat gets another, and the first dies."""

    async def test_of_a_token(self, company: Company) -> None:
        bot = {"name": "Bot", "role": "player"}
        first = (await company.player.post(".../tokens", bot, headers=KEY)).json()
        assert (await company.player.holding(first["token"]).get("/v1/me")).status_code == 200
        await company.player.holding(first["token"]).roll()
        again = (await company.player.post(".../tokens", bot, headers=KEY)).json()
        assert again | {"token": ""} == first | {"token": ""}
        assert again["token"] != first["token"]
        # The roll first: its caller is remembered.
        refused(await company.player.holding(first["token"]).post(".../rolls", ROLL), 401, "not_authenticated")
        refused(await company.player.holding(first["token"]).get("/v1/me"), 401, "not_authenticated")
        await company.player.holding(again["token"]).roll()

    async def test_of_an_invite(self, company: Company) -> None:
        first = (await company.gm.post(".../invites", {"role": "player"}, headers=KEY)).json()
        again = (await company.gm.post(".../invites", {"role": "player"}, headers=KEY)).json()
        assert again | {"code": ""} == first | {"code": ""}
        thug = {"display_name": "Thug"}
        refused(await company.client.post(f"/v1/invites/{first['code']}/accept", json=thug), 404, "not_found")
        assert (await company.client.post(f"/v1/invites/{again['code']}/accept", json=thug)).status_code == 201

    async def test_of_a_campaign(self, client: httpx.AsyncClient) -> None:
        fog = {"name": "Fog", "system": "ultra"}
        first = (await client.post("/v1/campaigns", json=fog, headers=KEY)).json()
        again = (await client.post("/v1/campaigns", json=fog, headers=KEY)).json()
        assert again | {"token": ""} == first | {"token": ""}
        gm = Person(client, first["token"], first["member"]["id"], first["id"])
        refused(await gm.get("..."), 401, "not_authenticated")
        assert (await gm.holding(again["token"]).get("...")).json()["name"] == "Fog"
        refused(
            await client.post("/v1/campaigns", json=fog | {"name": "Ice"}, headers=KEY), 422, "idempotency_mismatch"
        )

    async def test_of_an_accepted_invite(self, company: Company) -> None:
        code = (await company.gm.post(".../invites", {"role": "player"})).json()["code"]
        accept, thug = f"/v1/invites/{code}/accept", {"display_name": "Thug"}
        first = (await company.client.post(accept, json=thug, headers=KEY)).json()
        again = (await company.client.post(accept, json=thug, headers=KEY)).json()
        assert again | {"token": ""} == first | {"token": ""}
        refused(await company.player.holding(first["token"]).get("/v1/me"), 401, "not_authenticated")
        assert (await company.player.holding(again["token"]).get("/v1/me")).json()["member"]["id"] == first["id"]
        assert len((await company.gm.get(".../members")).json()["items"]) == 5

    async def test_what_is_revoked_is_not_brought_back(self, company: Company) -> None:
        bot = {"name": "Bot", "role": "player"}
        made = (await company.player.post(".../tokens", bot, headers=KEY)).json()
        await company.player.delete(f".../tokens/{made['id']}")
        refused(await company.player.post(".../tokens", bot, headers=KEY), 404, "not_found")


class TestTwins:
    """The same request many times at once."""

    async def test_one_roll(self, company: Company) -> None:
        answers = await asyncio.gather(*(company.player.post(".../rolls", ROLL, headers=KEY) for _ in range(20)))
        assert {(answer.status_code, answer.content) for answer in answers} == {(201, answers[0].content)}
        assert sorted("idempotent-replayed" in answer.headers for answer in answers) == [False] + [True] * 19
        assert await _rolls(company.player) == 1

    async def test_one_change(self, company: Company) -> None:
        sent = KEY | {"If-Match": '"1"'}
        answers = await asyncio.gather(*(company.gm.patch("...", {"name": "Fog"}, headers=sent) for _ in range(20)))
        assert {(answer.status_code, answer.content) for answer in answers} == {(200, answers[0].content)}
        assert (await company.gm.get("...")).json()["version"] == 2

    async def test_one_use_of_an_invite(self, company: Company) -> None:
        code = (await company.gm.post(".../invites", {"role": "player"})).json()["code"]
        accept, thug = f"/v1/invites/{code}/accept", {"display_name": "Thug"}
        answers = await asyncio.gather(*(company.client.post(accept, json=thug, headers=KEY) for _ in range(10)))
        assert {(answer.status_code, answer.json()["id"]) for answer in answers} == {(201, answers[0].json()["id"])}
        alive = [await company.player.holding(answer.json()["token"]).get("/v1/me") for answer in answers]
        assert sorted(answer.status_code for answer in alive) == [200] + [401] * 9

    async def test_one_campaign(self, client: httpx.AsyncClient) -> None:
        fog = {"name": "Fog", "system": "ultra"}
        answers = await asyncio.gather(*(client.post("/v1/campaigns", json=fog, headers=KEY) for _ in range(10)))
        assert {(answer.status_code, answer.json()["id"]) for answer in answers} == {(201, answers[0].json()["id"])}

    async def test_two_bodies_under_one_key(self, company: Company) -> None:
        bodies = [ROLL, {"notation": "d4"}] * 10
        answers = await asyncio.gather(*(company.player.post(".../rolls", body, headers=KEY) for body in bodies))
        won = {body["notation"] for body, answer in zip(bodies, answers, strict=True) if answer.status_code == 201}
        assert len(won) == 1
        for body, answer in zip(bodies, answers, strict=True):
            if body["notation"] not in won:
                refused(answer, 422, "idempotency_mismatch")
        assert await _rolls(company.player) == 1


async def test_a_stranger_with_the_same_key_starts_afresh(company: Company) -> None:
    _, stranger = await found(company.client)
    await company.gm.post(".../rolls", ROLL, headers=KEY)
    answer = await stranger.post(".../rolls", ROLL, headers=KEY)
    assert (answer.status_code, "idempotent-replayed" in answer.headers) == (201, False)
