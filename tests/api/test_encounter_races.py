"""Many at one encounter at once, through one process and through two: every command counts once, none half."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest

from tests.api.conftest import Company, HandClock, Person, client_of, make_app, refused
from tests.api.duelling import Table
from tests.api.on_trial import duelling
from tests.db.dump import dump

pytestmark = pytest.mark.anyio

NOTE = {"type": "note", "text": "Fog."}
HIT = {"type": "adjust", "actor": "thug", "wounds": 1}


@pytest.fixture
async def app(database: str, clock: HandClock) -> Any:
    made = make_app(database, clock=clock, systems=duelling("uttas"))
    async with made.router.lifespan_context(made):
        yield made


@pytest.fixture
async def table(company: Company) -> Table:
    made = Table(company)
    await made.set_up()
    await made.start()
    return made


@pytest.fixture
async def doors(table: Table, database: str, clock: HandClock) -> AsyncIterator[list[Person]]:
    """The game master at two services on one database."""
    async with AsyncExitStack() as stack:
        app = make_app(database, clock=clock, systems=duelling("uttas"))
        await stack.enter_async_context(app.router.lifespan_context(app))
        client = await stack.enter_async_context(client_of(app))
        gm = table.gm
        yield [gm, Person(client, gm.token, gm.member_id, gm.campaign_id)]


async def together(*asked: Any) -> list[httpx.Response]:
    return list(await asyncio.gather(*asked))


async def test_two_next_turns_at_once_advance_once(table: Table, doors: list[Person]) -> None:
    body = {"type": "end_turn", "actor": "willow"}
    answers = await together(*(table.send(body, who) for who in doors * 3))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    for answer in answers:
        if answer.status_code == 409:
            refused(answer, 409, "not_your_turn")
    assert (await table.look()).json()["active"] == "thug"


async def test_fifty_wounds_at_once_all_count(table: Table, doors: list[Person]) -> None:
    await table.join(id="giant", name="Giant", sheet={"vigour": 100}, faces=[1])
    before = (await table.look()).json()["version"]
    body = HIT | {"actor": "giant"}
    answers = await together(*(table.send(body, who) for who in doors * 25))
    assert {answer.status_code for answer in answers} == {200}
    assert await table.wounds("giant") == 50
    versions = sorted(answer.json()["version"] for answer in answers)
    assert versions == list(range(before + 1, before + 51))


async def test_a_command_and_an_undo_have_one_winner(table: Table, doors: list[Person]) -> None:
    for _ in range(6):
        await table.sent(NOTE)
        seen = (await table.look()).json()["version"]
        tag = {"If-Match": f'"{seen}"'}
        here, there = doors
        answers = await together(table.send(NOTE, here, headers=tag), there.post(f"{table.path}/undo", headers=tag))
        assert sorted(answer.status_code for answer in answers) == [200, 412]
        assert (await table.look()).json()["version"] == seen + 1


async def test_the_same_key_twice_is_one_command(table: Table, doors: list[Person]) -> None:
    key = {"Idempotency-Key": "hit"}
    answers = await together(*(table.send(HIT, who, headers=key) for who in doors * 4))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert sum("idempotent-replayed" in answer.headers for answer in answers) == 7
    assert await table.wounds() == 1


async def test_what_is_remembered_is_never_taken_for_what_is(table: Table, doors: list[Person]) -> None:
    """Each service remembers the encounter as it last wrote it; the other has moved it on since."""
    here, there = doors
    for _ in range(3):
        await table.sent({"type": "end_turn"}, here)
        await table.sent({"type": "end_turn"}, there)
        await table.sent({"type": "end_turn", "actor": "willow"}, here)
        await table.sent({"type": "end_turn", "actor": "thug"}, there)
    await table.gm.patch("...", {"options": {"physical_dice": "off"}}, headers={"If-Match": "*"})
    refused(await table.send({"type": "note", "text": "x", "faces": [1]}, there), 409, "physical_dice_off")
    assert (await there.delete(table.path, headers={"If-Match": "*"})).status_code == 204
    refused(await table.send(HIT, here), 404, "not_found")


async def test_whoever_was_shown_out_moves_nothing(table: Table, doors: list[Person], database: str) -> None:
    await table.sent(NOTE, table.player)
    _, there = doors
    assert (await there.patch(f".../members/{table.player.member_id}", {"role": "observer"})).status_code == 200
    before = await dump(database)
    refused(await table.send(NOTE, table.player), 403, "role_too_low")
    assert (await there.delete(f".../members/{table.player.member_id}")).status_code == 204
    refused(await table.send(NOTE, table.player), 401, "not_authenticated")
    assert (await dump(database))["encounter_version"] == before["encounter_version"]
