"""Secret rolls leave no trace for those they are not for: not in a list, a count, a cursor, an error, or a reveal."""

import json
import re
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.api.conftest import NOBODYS, Company, HandClock, Person, admit, client_of, found, make_app, refused

pytestmark = pytest.mark.anyio

SKILL = {"kind": "uttas.skill", "dice": 1, "dc": 3}
SECRET = ("gm", "blind", "self")
_ID = re.compile(r"(cmp|mem|tok|inv|rol|chk|req)_[0-9a-z]{20,26}")


async def _everything(person: Person, *, members: list[str]) -> list[tuple[int, dict[str, str], Any]]:
    """All that somebody can ask about rolls, in one list."""
    paths = [
        *("...", ".../members", ".../tokens", "/v1/me", "/v1/campaigns", ".../rolls/stats"),
        *(".../rolls", ".../rolls?limit=1", ".../rolls?limit=2", ".../rolls?limit=200"),
        *(f".../rolls?visibility={visibility}" for visibility in ("public", *SECRET)),
        *(f".../rolls?member_id={member}" for member in members),
        *(f".../rolls/stats?member_id={member}" for member in members),
        *(".../checks", ".../checks?limit=1", ".../checks?open=false", ".../checks?kind=uttas.skill"),
        *(f".../checks?visibility={visibility}" for visibility in ("public", *SECRET)),
        *(".../rolls?since=2027-01-01T12:00:00Z", ".../rolls?until=2027-01-01T12:00:30Z"),
        f".../rolls/rol_{NOBODYS}",
        f".../checks/chk_{NOBODYS}",
    ]
    told = []
    for path in paths:
        answer = await person.get(path)
        told.append((answer.status_code, dict(answer.headers), answer.json()))
        cursor = answer.json().get("next_cursor")
        while cursor:
            answer = await person.get(f"{path}&cursor={cursor}")
            told.append((answer.status_code, dict(answer.headers), answer.json()))
            cursor = answer.json()["next_cursor"]
    return told


def _without_ids(told: Any) -> str:
    """The same bytes with every id, time and cursor the same."""
    text = _ID.sub(r"\1_", json.dumps(told))
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "now", text)
    text = re.sub(r'("x-request-id": )"[^"]*"', r'\1"id"', text)
    text = re.sub(r'"content-length": "\d+"', '"content-length": "n"', text)
    return re.sub(r'(cursor=|"next_cursor": ")[\w-]+', r"\1cursor", text)


async def _game(client: httpx.AsyncClient, *, secrets: bool) -> list[str]:
    """Play the same open rolls, with or without secret ones between them; gives what the others can learn of it."""
    _, gm = await found(client)
    player = await admit(gm, "player", "Willow")
    other = await admit(gm, "player", "Bearington")
    observer = await admit(gm, "observer", "Audience")
    for turn, face in enumerate((3, 17, 20, 1)):
        if secrets:
            for roller in (gm, player):
                for visibility in SECRET:
                    await roller.roll("5d20", visibility=visibility, label="Ambush")
                    await roller.post(".../checks", SKILL | {"visibility": visibility})
            hidden = await gm.roll("d20", visibility="gm")
            await other.get(f".../rolls/{hidden['id']}")
            await other.post(f".../rolls/{hidden['id']}/reveal")
        await (player if turn % 2 else gm).roll("1d20", faces=[face], label=f"Turn {turn}")
        await (player if turn % 2 else gm).post(".../checks", SKILL | {"faces": [face % 6 + 1]})
    members = [person.member_id for person in (gm, player, other)]
    return [_without_ids(await _everything(person, members=members)) for person in (other, observer)]


async def test_two_games_that_differ_in_secrets_look_alike(client: httpx.AsyncClient) -> None:
    plain, secret = await _game(client, secrets=False), await _game(client, secrets=True)
    assert "Turn 3" in plain[0]
    assert plain == secret


@pytest.mark.parametrize("visibility", SECRET)
async def test_a_secret_roll_is_like_none(company: Company, visibility: str) -> None:
    hidden = await company.gm.roll(visibility=visibility)
    for person in (company.player, company.observer):
        for method, path in (("GET", ".../rolls/{}"), ("HEAD", ".../rolls/{}"), ("POST", ".../rolls/{}/reveal")):
            answers = []
            for id_ in (hidden["id"], f"rol_{NOBODYS}"):
                answer = await person.ask(method, path.format(id_), headers={"X-Request-ID": "same"})
                answers.append((answer.status_code, answer.headers.raw, answer.content))
            assert answers[0] == answers[1]


async def test_pages_are_full_whatever_lies_between(company: Company) -> None:
    for _ in range(5):
        await company.player.roll()
        for visibility in SECRET:
            await company.gm.roll(visibility=visibility)
    first = (await company.other.get(".../rolls?limit=2")).json()
    second = (await company.other.get(f".../rolls?limit=2&cursor={first['next_cursor']}")).json()
    third = (await company.other.get(f".../rolls?limit=2&cursor={second['next_cursor']}")).json()
    assert [len(part["items"]) for part in (first, second, third)] == [2, 2, 1]
    assert third["next_cursor"] is None


async def test_a_last_page_of_secrets_is_no_page(company: Company) -> None:
    await company.gm.roll(visibility="gm")
    await company.player.roll()
    listed = await company.other.get(".../rolls?limit=1")
    assert (len(listed.json()["items"]), listed.json()["next_cursor"]) == (1, None)
    assert "link" not in listed.headers


async def test_statistics_count_what_one_sees(company: Company) -> None:
    await company.player.roll("4d6")
    await company.player.roll("3d6", visibility="blind")
    await company.player.roll("2d6", visibility="self")

    async def thrown(person: Person) -> list[int]:
        return [die["count"] for die in (await person.get(".../rolls/stats")).json()["dice"]]

    assert await thrown(company.other) == await thrown(company.observer) == [4]
    assert await thrown(company.gm) == [7]
    assert await thrown(company.player) == [6]


@pytest.mark.parametrize(
    ("visibility", "can_reveal"),
    [("gm", {"gm", "player"}), ("blind", {"gm"}), ("self", {"player"}), ("public", set())],
)
async def test_who_sees_a_roll_may_reveal_it(company: Company, visibility: str, can_reveal: set[str]) -> None:
    for name in ("gm", "player", "other"):
        made = await company.player.roll(visibility=visibility)
        revealed = await getattr(company, name).post(f".../rolls/{made['id']}/reveal")
        if name in can_reveal:
            assert (revealed.status_code, revealed.json()["visibility"]) == (200, "public")
            assert (await company.observer.get(f".../rolls/{made['id']}")).json() == revealed.json()
        elif visibility == "public":
            refused(revealed, 409, "already_public")
        else:
            refused(revealed, 404, "not_found")
            assert made["id"] not in (await company.observer.get(".../rolls")).text


async def test_a_revealed_roll_is_the_roll_that_was_hidden(company: Company, clock: HandClock) -> None:
    receipt = await company.player.roll("3d6", visibility="blind", label="Search")
    hidden = (await company.gm.get(f".../rolls/{receipt['id']}")).json()
    clock.forward(minutes=5)
    revealed = (await company.gm.post(f".../rolls/{receipt['id']}/reveal")).json()
    assert revealed == hidden | {"visibility": "public", "revealed_at": "2027-01-01T12:05:00Z"}
    refused(await company.gm.post(f".../rolls/{receipt['id']}/reveal"), 409, "already_public")


async def test_a_former_gm_sees_no_more_than_a_player(company: Company) -> None:
    second = await admit(company.gm, "gm", "Second")
    hidden = await company.gm.roll(visibility="gm")
    own = await second.roll(visibility="blind")
    assert (await second.get(f".../rolls/{own['id']}")).status_code == 200
    await company.gm.patch(f".../members/{second.member_id}", {"role": "player"})
    for roll in (hidden, own):
        refused(await second.get(f".../rolls/{roll['id']}"), 404, "not_found")
    assert (await second.get(".../rolls")).json()["items"] == []


async def test_a_repeat_shows_the_roller_no_more_than_the_first_time(company: Company) -> None:
    asked = {"notation": "d20", "visibility": "blind"}
    first = await company.player.post(".../rolls", asked, headers={"Idempotency-Key": "k"})
    again = await company.player.post(".../rolls", asked, headers={"Idempotency-Key": "k"})
    assert first.content == again.content
    assert "rolls" not in again.json()


async def test_logs_hold_ids_but_no_secrets(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    made: FastAPI = make_app(database, log_format="json")
    async with made.router.lifespan_context(made), client_of(made) as client:
        _, gm = await found(client)
        code = (await gm.post(".../invites", {"role": "player"})).json()["code"]
        joined = (await client.post(f"/v1/invites/{code}/accept", json={"display_name": "Willow"})).json()
        await gm.holding("ump_gm_wrong").get(f"/v1/me?token={gm.token}")
        await gm.roll(visibility="gm", label="Ambush")
    logged = capfd.readouterr().err
    assert gm.member_id in logged
    for secret in (gm.token, code, joined["token"], "ump_gm_wrong", "Ambush", "Willow"):
        assert secret not in logged
