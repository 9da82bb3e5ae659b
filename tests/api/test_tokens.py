"""Tokens and what they lead to: no more than their member, ended at once, and nowhere to be read again."""

import pytest

from app.services import keys
from app.services.ports import Busy
from tests.api.conftest import NOBODYS, Company, HandClock, Person, refused, stored

pytestmark = pytest.mark.anyio


async def _token(person: Person, **fields: object) -> dict[str, str]:
    answer = await person.post(".../tokens", {"name": "Bot", "role": "observer", **fields})
    assert answer.status_code == 201, answer.text
    made: dict[str, str] = answer.json()
    return made


async def test_me_is_the_token_its_member_and_its_campaign(company: Company) -> None:
    me = (await company.player.get("/v1/me")).json()
    assert me["member"] == (await company.gm.get(f".../members/{company.player.member_id}")).json()
    assert me["campaign"] == (await company.player.get("...")).json()
    assert (me["role"], me["token"]["member_id"]) == ("player", company.player.member_id)
    assert me["token"] == (await company.player.get(".../tokens")).json()["items"][0]


async def test_a_new_token_is_shown_once_and_works(company: Company) -> None:
    made = await _token(company.player, role="player", expires_in=3600)
    secret = made.pop("token")
    assert secret.startswith("ump_player_")
    assert made | {"id": ""} == {
        "id": "",
        "member_id": company.player.member_id,
        "name": "Bot",
        "role": "player",
        "character_ids": None,
        "created_at": "2027-01-01T12:00:00Z",
        "expires_at": "2027-01-01T13:00:00Z",
        "last_used_at": None,
    }
    listed = await company.player.get(".../tokens")
    assert made in listed.json()["items"]
    assert secret not in listed.text
    assert (await company.player.holding(secret).roll())["member_id"] == company.player.member_id


async def test_no_token_passes_the_one_it_was_made_with(company: Company) -> None:
    refused(await company.player.post(".../tokens", {"name": "Bot", "role": "gm"}), 403, "role_too_low")
    bot = company.gm.holding((await _token(company.gm, role="player"))["token"])
    refused(await bot.post(".../tokens", {"name": "Bot", "role": "gm"}), 403, "role_too_low")
    refused(await bot.get(".../invites"), 403, "role_too_low")
    assert (await bot.get("/v1/me")).json()["role"] == "player"
    hidden = await company.player.roll(visibility="gm")
    refused(await bot.get(f".../rolls/{hidden['id']}"), 404, "not_found")


async def test_a_token_ends_when_it_was_to(company: Company, clock: HandClock) -> None:
    bot = company.player.holding((await _token(company.player, role="player", expires_in=60))["token"])
    clock.forward(seconds=59)
    await bot.roll()
    clock.forward(seconds=1)
    refused(await bot.post(".../rolls", {"notation": "d6"}), 401, "not_authenticated")
    refused(await bot.get("/v1/me"), 401, "not_authenticated")


class TestRevoking:
    async def test_it_holds_at_once(self, company: Company) -> None:
        made = await _token(company.player, role="player")
        bot = company.player.holding(made["token"])
        await bot.roll()
        assert (await company.player.delete(f".../tokens/{made['id']}")).status_code == 204
        for body in ({"notation": "d6"}, {"notation": "("}, {"notation": "d6", "faces": [9]}, {"wrong": 1}, None):
            refused(await bot.post(".../rolls", body), 401, "not_authenticated")
        refused(await bot.get("..."), 401, "not_authenticated")
        refused(await company.player.delete(f".../tokens/{made['id']}"), 404, "not_found")

    async def test_a_revoked_token_gets_no_kept_answer(self, company: Company) -> None:
        made = await _token(company.player, role="player")
        bot = company.player.holding(made["token"])
        again = {"Idempotency-Key": "k"}
        await bot.post(".../rolls", {"notation": "d6"}, headers=again)
        await company.player.delete(f".../tokens/{made['id']}")
        refused(await bot.post(".../rolls", {"notation": "d6"}, headers=again), 401, "not_authenticated")
        refused(await bot.post(".../rolls", {"notation": "d8"}, headers=again), 401, "not_authenticated")

    async def test_one_revokes_ones_own_and_a_gm_anybodys(self, company: Company) -> None:
        made = await _token(company.player)
        refused(await company.other.delete(f".../tokens/{made['id']}"), 404, "not_found")
        refused(await company.other.delete(f".../tokens/tok_{NOBODYS}"), 404, "not_found")
        assert (await company.gm.delete(f".../tokens/{made['id']}")).status_code == 204
        refused(await company.player.holding(made["token"]).get("/v1/me"), 401, "not_authenticated")

    async def test_a_token_may_end_itself(self, company: Company) -> None:
        own = (await company.player.get("/v1/me")).json()["token"]["id"]
        assert (await company.player.delete(f".../tokens/{own}")).status_code == 204
        refused(await company.player.get("/v1/me"), 401, "not_authenticated")


async def test_a_gm_sees_everybodys_tokens_and_others_their_own(company: Company) -> None:
    await _token(company.player)

    async def owners(person: Person) -> list[str]:
        return [token["member_id"] for token in (await person.get(".../tokens")).json()["items"]]

    assert await owners(company.player) == [company.player.member_id] * 2
    assert await owners(company.observer) == [company.observer.member_id]
    assert len(await owners(company.gm)) == 5


async def test_last_use_is_told_to_the_minute(company: Company, clock: HandClock) -> None:
    made = await _token(company.player)

    async def last_used() -> object:
        tokens = (await company.player.get(".../tokens")).json()["items"]
        return next(token["last_used_at"] for token in tokens if token["id"] == made["id"])

    bot = company.player.holding(made["token"])
    assert await last_used() is None
    await bot.get("...")
    assert await last_used() == "2027-01-01T12:00:00Z"
    clock.forward(seconds=59)
    await bot.get("...")
    assert await last_used() == "2027-01-01T12:00:00Z"
    clock.forward(seconds=1)
    await bot.get("...")
    assert await last_used() == "2027-01-01T12:01:00Z"


@pytest.mark.parametrize("problem", [Busy(), OSError("disk full")], ids=["locked", "full"])
async def test_reading_goes_on_where_no_use_can_be_noted(
    company: Company, clock: HandClock, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    async def refuse(_: object) -> None:
        raise problem

    monkeypatch.setattr(company.app.state.table.storage, "write", refuse)
    clock.forward(minutes=1)
    assert (await company.player.get("/v1/me")).status_code == 200


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Bearer x", "Bearer \xff", "{token}", "Bearer {token} {token}"],
)
async def test_what_is_no_bearer_token_is_refused(company: Company, header: str) -> None:
    sent = header.replace("{token}", company.player.token).encode("latin-1")
    answer = await company.client.get("/v1/me", headers=[(b"Authorization", sent)])
    refused(answer, 401, "not_authenticated")
    assert answer.headers["www-authenticate"].startswith("Bearer")


async def test_the_scheme_is_read_in_any_case(company: Company) -> None:
    for header in (f"bearer {company.player.token}", f"BEARER   {company.player.token}"):
        assert (await company.client.get("/v1/me", headers={"Authorization": header})).status_code == 200


async def test_a_token_in_the_address_opens_nothing(company: Company) -> None:
    refused(await company.client.get(f"/v1/me?token={company.gm.token}"), 401, "not_authenticated")
    refused(await company.client.get(f"/v1/me?access_token={company.gm.token}"), 401, "not_authenticated")


async def test_the_database_holds_no_secret(company: Company, database: str) -> None:
    again = {"Idempotency-Key": "k"}
    code = (await company.gm.post(".../invites", {"role": "player"}, headers=again)).json()["code"]
    bot = (await company.player.post(".../tokens", {"name": "Bot", "role": "player"}, headers=again)).json()["token"]
    accept, thug = f"/v1/invites/{code}/accept", {"display_name": "Thug"}
    joined = await company.client.post(accept, json=thug, headers={"Idempotency-Key": "accept"})
    fog = {"name": "Fog", "system": "ultra"}
    started = await company.client.post("/v1/campaigns", json=fog, headers={"Idempotency-Key": "start"})
    secrets = [company.gm.token, company.player.token, bot, joined.json()["token"], started.json()["token"], code]
    rows = await stored(database)
    assert {len(rows[name]) for name in ("campaign", "answer")} == {2, 4}
    kept = repr([tuple(row) for table in rows.values() for row in table])
    assert keys.digest(company.gm.token).hex() not in kept
    assert repr(keys.digest(company.gm.token)) in kept
    for secret in secrets:
        assert secret not in kept
        assert secret.replace("-", "") not in kept


async def test_what_is_wrong_is_refused(company: Company) -> None:
    wrong: list[object] = [
        {"name": "Bot"},
        {"role": "player"},
        {"name": "", "role": "player"},
        {"name": "Bot", "role": "owner"},
        {"name": "Bot", "role": "player", "expires_in": 59},
        {"name": "Bot", "role": "player", "expires_in": "60"},
        {"name": "Bot", "role": "player", "member_id": "mem_x"},
        {"name": "Bot", "role": "player", "token": "ump_player_x"},
    ]
    for body in wrong:
        refused(await company.player.post(".../tokens", body), 422, "invalid_request")
    assert len((await company.player.get(".../tokens")).json()["items"]) == 1
