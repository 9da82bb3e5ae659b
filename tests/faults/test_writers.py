"""Sixteen writers in one campaign, through two processes: everything kept once, in one sequence."""

import asyncio
from collections import Counter
from collections.abc import Callable

import pytest

from tests.faults.books import read_books
from tests.faults.people import Person, admit, caller, found
from tests.faults.servers import Rack, Server

pytestmark = pytest.mark.anyio

WRITERS = 16
ROLLS = 500
HARMS = 30
"""Of each writer, on one character, who can have 500 Health."""
FIELDS = ("strength", "agility", "body", "charisma", "dexterity", "ego", "intelligence")
"""Each written by one of the writers alone."""


async def write(server: Server, person: Person, *, rolls: int) -> list[tuple[int, str, str | None]]:
    """Roll without a pause, every other time with a key; gives statuses, what was answered, and the key."""
    answers = []
    async with caller(server.url) as client:
        for turn in range(rolls):
            key = f"{person.member_id}-{turn}" if turn % 2 else None
            answer = await person.ask(client, "POST", ".../rolls", body={"notation": "2d20kh1+7"}, key=key)
            known = answer.json()["id"] if answer.status_code == 201 else answer.text
            answers.append((answer.status_code, known, key))
    return answers


async def test_no_roll_is_lost_or_doubled(rack: Rack, database: str, size: Callable[[int], int]):
    servers = await rack.pair(database)
    async with caller(servers[0].url) as client:
        gm = await found(client)
        people = await admit(client, gm, number=WRITERS)
    written = await asyncio.gather(
        *(write(servers[place % 2], person, rolls=size(ROLLS)) for place, person in enumerate(people))
    )
    answers = [answer for of_one in written for answer in of_one]
    assert Counter(status for status, _, _ in answers) == {201: WRITERS * size(ROLLS)}, answers
    books = await read_books(database, gm.campaign_id)
    books.audit()
    assert Counter(list(books.rolls)) == Counter(id_ for _, id_, _ in answers)
    for _, id_, key in answers:
        assert key is None or id_.encode() in books.answers[key][1]
    for server in servers:
        await server.stop()
        assert "fault" not in server.said()


async def harm(server: Server, gm: Person, path: str, *, field: str | None) -> list[int]:
    """Harm a character again and again, and in between write a field that nobody else writes; gives the statuses."""
    statuses = []
    async with caller(server.url) as client:
        for turn in range(HARMS):
            answer = await gm.ask(client, "POST", f"{path}/damage", body={"health": 1, "stamina": 1})
            statuses.append(answer.status_code)
            if field is not None and turn % 10 == 9:
                changed = await gm.ask(client, "PATCH", path, body={"sheet": {field: turn + 2}}, version="*")
                statuses.append(changed.status_code)
    return statuses


async def test_no_harm_and_no_field_is_lost(rack: Rack, database: str):
    servers = await rack.pair(database)
    async with caller(servers[0].url) as client:
        gm = await found(client)
        sheet = {"speed": 3, "health_max": 500, "stamina_max": 1000}
        made = await gm.ask(client, "POST", ".../characters", body={"name": "Thug", "sheet": sheet})
        path = f".../characters/{made.json()['id']}"
        fields = [*FIELDS, *[None] * (WRITERS - len(FIELDS))]
        statuses = await asyncio.gather(
            *(harm(servers[place % 2], gm, path, field=field) for place, field in enumerate(fields))
        )
        changes = WRITERS * HARMS + len(FIELDS) * 3
        assert Counter(status for of_one in statuses for status in of_one) == {200: changes}
        left = (await gm.ask(client, "GET", path)).json()
    assert (left["sheet"]["health"], left["sheet"]["stamina"]) == (500 - WRITERS * HARMS, 1000 - WRITERS * HARMS)
    assert {field: left["sheet"][field] for field in FIELDS} == dict.fromkeys(FIELDS, HARMS + 1)
    assert left["version"] == 1 + changes
    (await read_books(database, gm.campaign_id)).audit()
    for server in servers:
        await server.stop()
        assert "fault" not in server.said()
