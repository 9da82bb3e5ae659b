"""Sixteen writers in one campaign, through two processes: every roll kept once, in one sequence."""

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
