"""kill -9 in the middle of a thousand commands: what was acknowledged is there, and nothing is half there.

Encounters of every system are moved at once; after each death the database is read as it lies there.
"""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from app.rules.catalog import ENCOUNTERS
from tests.api.on_trial import raising, somebody
from tests.faults.books import check_integrity
from tests.faults.people import Person, caller, found
from tests.faults.servers import Rack, Server, free_port, until, until_async
from tests.faults.stories import Story, audit_sequence, read_story
from tests.faults.test_kill import no_sessions

pytestmark = pytest.mark.anyio

KILLS = 20
COMMANDS = 1_000
HANDS = 3
"""How many move one encounter."""


@dataclass
class Fight:
    """An encounter and all that its movers were answered."""

    system: str
    gm: Person
    id: str
    version: int
    """When the movers began."""
    chance: random.Random
    versions: list[int] = field(default_factory=list)
    events: set[str] = field(default_factory=set)
    notes: set[str] = field(default_factory=set)
    unanswered: list[tuple[str, dict[str, Any] | None, str]] = field(default_factory=list)
    count: int = 0

    async def move(self, url: str) -> None:
        """Move it without a pause, until the server is gone."""
        async with caller(url) as client:
            while True:
                wish = self._wish()
                try:
                    await self.ask(client, wish)
                except httpx.TransportError:
                    self.unanswered.append(wish)
                    return

    async def ask(self, client: httpx.AsyncClient, wish: tuple[str, dict[str, Any] | None, str]) -> None:
        """Ask for a move, under a key of its own."""
        verb, body, key = wish
        path = f".../encounters/{self.id}/{verb}"
        answer = await self.gm.ask(client, "POST", path, body=body, key=key)
        told = answer.json()
        if answer.status_code == 409 and told["code"] == "nothing_to_undo":
            return
        assert answer.status_code == 200, answer.text
        self.versions.append(told["version"])
        self.events |= {one["id"] for one in told["events"]}
        if body is not None and body["type"] == "note":
            self.notes.add(body["text"])

    def _wish(self) -> tuple[str, dict[str, Any] | None, str]:
        self.count += 1
        key = f"{self.id}-{self.count}"
        bodies: list[dict[str, Any]] = [
            raising(self.system, self.chance.choice(["willow", "thug"])),
            {"type": "note", "text": f"Note {self.count}"},
            {"type": "end_turn"},
        ]
        lot = self.chance.random()
        # Not from the first moves on, or they would be undone to before the start.
        if lot < 0.15 and self.count > 20:
            return "undo" if lot < 0.1 else "redo", None, key
        return "commands", self.chance.choice(bodies), key

    def is_in(self, story: Story) -> None:
        """Every move that was acknowledged is there, and besides them at most what each hand had just asked for."""
        assert len(set(self.versions)) == len(self.versions)
        assert set(self.versions) <= set(range(self.version + 1, story.version + 1))
        assert 0 <= story.version - self.version - len(self.versions) <= len(self.unanswered)
        assert self.events <= {id_ for id_, _, _ in story.events}
        written = [one["text"] for one in story.commands() if one["type"] == "note"]
        assert self.notes <= set(written)
        assert len(set(written)) == len(written)


async def begin(client: httpx.AsyncClient, gm: Person, system: str, chance: random.Random) -> Fight:
    """An encounter that runs."""
    made = await gm.ask(client, "POST", ".../encounters", body={"name": "The toll bridge"})
    path = f".../encounters/{made.json()['id']}/commands"
    bodies = [somebody(system, id=name, name=name.title(), side=name) for name in ("willow", "thug")]
    for body in [*bodies, {"type": "start"}]:
        answer = await gm.ask(client, "POST", path, body=body)
        assert answer.status_code == 200, answer.text
    return Fight(system, gm, made.json()["id"], answer.json()["version"], chance)


async def test_no_acknowledged_command_is_lost(rack: Rack, database: str, size: Callable[[int], int]):
    chance = random.Random(9)
    port = free_port()
    server = rack.start(database_url=database, port=port)
    await server.ready()
    async with caller(server.url) as client:
        gms = {system: await found(client, system=system) for system in ENCOUNTERS}
    for _ in range(size(KILLS)):
        async with caller(server.url) as client:
            fights = [await begin(client, gm, system, chance) for system, gm in gms.items()]
        await die(server, fights, database, after=chance.randint(size(COMMANDS) // 10, size(COMMANDS)))
        server = rack.start(database_url=database, port=port)
        await server.ready()
        for fight in fights:
            async with caller(server.url) as client:
                asked_again, fight.unanswered = fight.unanswered, []
                for wish in asked_again:
                    await fight.ask(client, wish)
        for fight in fights:
            fight.is_in(await read_story(database, fight.id))
    await server.stop()
    assert "fault" not in server.said()


async def die(server: Server, fights: list[Fight], database: str, *, after: int) -> None:
    """Kill the server when so many moves were answered, and look at what it has left behind."""
    moving = [asyncio.create_task(fight.move(server.url)) for fight in fights for _ in range(HANDS)]
    await until(
        lambda: sum(len(fight.versions) for fight in fights) >= after or any(one.done() for one in moving),
        within=120,
        what=f"{after} answers",
    )
    server.kill()
    await asyncio.gather(*moving)
    assert all(fight.unanswered for fight in fights), "it died under load"
    await until_async(lambda: no_sessions(database), within=10, what="the end of what the dead server had begun")
    await check_integrity(database)
    for fight in fights:
        story = await read_story(database, fight.id)
        story.audit(ENCOUNTERS[fight.system])
        fight.is_in(story)
        await audit_sequence(database, fight.gm.campaign_id)
