"""Invites: a code to read out, how often and how long it works, and whom it lets in."""

import asyncio

import pytest

from tests.api.conftest import Company, HandClock, Person, admit, refused

pytestmark = pytest.mark.anyio


async def _invite(company: Company, **fields: object) -> dict[str, str]:
    answer = await company.gm.post(".../invites", {"role": "player", **fields})
    assert answer.status_code == 201, answer.text
    made: dict[str, str] = answer.json()
    return made


async def test_the_code_is_shown_once(company: Company) -> None:
    made = await _invite(company, role="observer", max_uses=3, expires_in=3600)
    code = made.pop("code")
    assert len(code) <= 12
    assert made == {
        "id": made["id"],
        "role": "observer",
        "member_id": None,
        "max_uses": 3,
        "uses": 0,
        "created_at": "2027-01-01T12:00:00Z",
        "expires_at": "2027-01-01T13:00:00Z",
    }
    listed = await company.gm.get(".../invites")
    assert made in listed.json()["items"]
    assert code not in listed.text


async def test_it_lets_somebody_in(company: Company) -> None:
    made = await _invite(company)
    answer = await company.client.post(f"/v1/invites/{made['code']}/accept", json={"display_name": "Thug"})
    joined = answer.json()
    thug = Person(company.client, joined.pop("token"), joined["id"], joined.pop("campaign_id"))
    assert answer.headers["location"] == f"/v1/campaigns/{company.gm.campaign_id}/members/{thug.member_id}"
    assert thug.campaign_id == company.gm.campaign_id
    assert (await company.gm.get(f".../members/{thug.member_id}")).json() == joined
    assert (await thug.get("/v1/me")).json()["role"] == joined["role"] == "player"
    assert [
        one["uses"] for one in (await company.gm.get(".../invites")).json()["items"] if one["id"] == made["id"]
    ] == [1]


async def test_it_works_however_it_is_typed(company: Company) -> None:
    for typed in (str.lower, lambda code: code.replace("-", ""), lambda code: code.lower().replace("-", "%20")):
        code = (await _invite(company))["code"]
        answer = await company.client.post(f"/v1/invites/{typed(code)}/accept", json={"display_name": "Thug"})
        assert answer.status_code == 201


async def test_one_of_twenty_comes_in(company: Company) -> None:
    code = (await _invite(company))["code"]
    answers = await asyncio.gather(
        *(company.client.post(f"/v1/invites/{code}/accept", json={"display_name": f"Thug {n}"}) for n in range(20))
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19
    for answer in answers:
        if answer.status_code == 409:
            refused(answer, 409, "invite_spent")
    assert len((await company.gm.get(".../members")).json()["items"]) == 5


async def test_three_uses_are_three(company: Company) -> None:
    code = (await _invite(company, max_uses=3))["code"]
    answers = [
        await company.client.post(f"/v1/invites/{code}/accept", json={"display_name": f"Thug {n}"}) for n in range(4)
    ]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 409]


async def test_it_expires(company: Company, clock: HandClock) -> None:
    short, week = (await _invite(company, expires_in=60))["code"], (await _invite(company))["code"]
    clock.forward(seconds=59)
    last = (await _invite(company, expires_in=60))["code"]
    clock.forward(seconds=1)
    refused(await company.client.post(f"/v1/invites/{short}/accept", json={"display_name": "T"}), 409, "invite_spent")
    assert (await company.client.post(f"/v1/invites/{last}/accept", json={"display_name": "T"})).status_code == 201
    clock.forward(days=7)
    refused(await company.client.post(f"/v1/invites/{week}/accept", json={"display_name": "T"}), 409, "invite_spent")


async def test_a_withdrawn_code_is_unknown(company: Company) -> None:
    made = await _invite(company)
    assert (await company.gm.delete(f".../invites/{made['id']}")).status_code == 204
    refused(
        await company.client.post(f"/v1/invites/{made['code']}/accept", json={"display_name": "T"}), 404, "not_found"
    )
    refused(await company.gm.delete(f".../invites/{made['id']}"), 404, "not_found")


async def test_an_unknown_code_says_no_more(company: Company) -> None:
    for code in ("AAAAA-AAAAA", "x", "%00", "%F0%9F%8E%B2", "-", "mem_x"):
        refused(await company.client.post(f"/v1/invites/{code}/accept", json={"display_name": "T"}), 404, "not_found")
    refused(
        await company.client.post(f"/v1/invites/{'A' * 41}/accept", json={"display_name": "T"}), 422, "invalid_request"
    )


async def test_somebody_new_says_their_name(company: Company) -> None:
    code = (await _invite(company))["code"]
    refused(await company.client.post(f"/v1/invites/{code}/accept", json={}), 422, "name_needed")
    refused(await company.client.post(f"/v1/invites/{code}/accept", json={"display_name": ""}), 422, "invalid_request")
    # A refusal takes no use.
    answer = await company.client.post(f"/v1/invites/{code}/accept", json={"display_name": "Thug"})
    assert answer.status_code == 201


class TestComingBack:
    async def test_a_member_gets_a_new_token(self, company: Company) -> None:
        before = (await company.gm.get(f".../members/{company.player.member_id}")).json()
        made = await _invite(company, role="observer", member_id=company.player.member_id)
        assert (made["role"], made["member_id"]) == ("player", company.player.member_id)
        joined = (await company.client.post(f"/v1/invites/{made['code']}/accept", json={})).json()
        back = company.player.holding(joined["token"])
        assert joined["id"] == company.player.member_id
        assert (await back.get(f".../members/{back.member_id}")).json() == before
        assert (await back.roll())["member_id"] == company.player.member_id
        assert len((await company.gm.get(".../members")).json()["items"]) == 4

    async def test_their_role_is_the_one_they_have_then(self, company: Company) -> None:
        made = await _invite(company, member_id=company.player.member_id)
        await company.gm.patch(f".../members/{company.player.member_id}", {"role": "observer"})
        joined = (await company.client.post(f"/v1/invites/{made['code']}/accept", json={})).json()
        assert joined["role"] == "observer"
        refused(await company.player.holding(joined["token"]).get(".../invites"), 403, "role_too_low")

    async def test_only_a_member(self, company: Company) -> None:
        former = await admit(company.gm, "player", "Thug")
        await former.delete(f".../members/{former.member_id}")
        for member_id in (former.member_id, "mem_x", ""):
            answer = await company.gm.post(".../invites", {"role": "player", "member_id": member_id})
            refused(answer, 404, "not_found")


async def test_what_is_wrong_is_refused(company: Company) -> None:
    wrong: list[object] = [
        {"role": "owner"},
        {"role": None},
        {"role": "player", "expires_in": 59},
        {"role": "player", "expires_in": 366 * 86_400 + 1},
        {"role": "player", "expires_in": 60.0},
        {"role": "player", "max_uses": 0},
        {"role": "player", "max_uses": 101},
        {"role": "player", "max_uses": True},
        {"role": "player", "code": "AAAAA-AAAAA"},
        {"role": "player", "uses": 0},
        [],
    ]
    for body in wrong:
        refused(await company.gm.post(".../invites", body), 422, "invalid_request")
    assert len((await company.gm.get(".../invites")).json()["items"]) == 3
