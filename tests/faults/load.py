"""People who write without a pause, and what became of each wish."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx

from tests.faults.people import Person, ask, caller
from tests.faults.servers import TICK_SECONDS, until

KEYED = 0.7


@dataclass(frozen=True)
class Wish:
    """A write that somebody wants, once; `number` is its own."""

    number: int
    person: Person | None
    method: str
    path: str
    body: Any
    key: str | None

    async def ask(self, client: httpx.AsyncClient) -> httpx.Response:
        """Ask for it: again and again under the same key, if it has one."""
        if self.person is None:
            return await ask(client, self.method, self.path, body=self.body, key=self.key)
        return await self.person.ask(client, self.method, self.path, body=self.body, key=self.key, version="*")


@dataclass
class Load:
    """Everybody at the table writing at once.

    With `patient` a wish that got no answer is asked for again until it has one, else its asker goes home. With
    `faults_allowed` a fault of the server is no answer, else it fails the test.
    """

    url: str
    gm: Person
    players: Sequence[Person]
    code: str
    chance: random.Random
    patient: bool = False
    faults_allowed: bool = False
    answered: dict[int, httpx.Response] = field(default_factory=dict)
    unanswered: list[Wish] = field(default_factory=list)
    broken: list[httpx.TransportError] = field(default_factory=list)
    enough: bool = False
    numbers: "count[int]" = field(default_factory=count)

    def rolls(self) -> dict[str, str]:
        """The acknowledged rolls with the labels they were asked for by."""
        made = {}
        for answer in self.answered.values():
            body = answer.json()
            if body["id"].startswith("rol_"):
                made[body["id"]] = body["label"]
        return made

    def begin(self) -> "asyncio.Task[list[None]]":
        """Write until it is enough, or the server is gone."""

        async def everybody() -> list[None]:
            return await asyncio.gather(*(self._write(person) for person in self.players))

        self.writing = asyncio.create_task(everybody())
        return self.writing

    async def reached(self, answers: int) -> None:
        """Wait for so many answers from now on."""
        goal = len(self.answered) + answers
        await until(
            lambda: len(self.answered) >= goal or self.writing.done(), within=60, what=f"{answers} more answers"
        )
        if self.writing.done():
            await self.writing

    async def settle(self, wishes: Sequence[Wish]) -> None:
        """Ask again for what got no answer and has a key."""
        async with caller(self.url) as client:
            for wish in wishes:
                if wish.key:
                    self._answered(wish, await wish.ask(client))

    async def _write(self, person: Person) -> None:
        async with caller(self.url) as client:
            while not self.enough:
                wish = self._wish(person)
                while wish.number not in self.answered:
                    try:
                        answer = await wish.ask(client)
                        if self.faults_allowed and answer.is_server_error:
                            raise httpx.RemoteProtocolError(answer.text)
                        self._answered(wish, answer)
                    except httpx.TransportError as problem:
                        self.broken.append(problem)
                        if not self.patient:
                            self.unanswered.append(wish)
                            return
                        if not wish.key:
                            break
                        await asyncio.sleep(TICK_SECONDS)

    def _answered(self, wish: Wish, answer: httpx.Response) -> None:
        assert answer.status_code in (200, 201), answer.text
        self.answered[wish.number] = answer

    def _wish(self, player: Person) -> Wish:
        number = next(self.numbers)
        name = f"{self.gm.campaign_id[-8:]}-{id(self):x}-{number}"
        key = name if self.chance.random() < KEYED else None
        match self.chance.choices(("roll", "rename", "invite", "come in", "token"), (80, 5, 5, 5, 5))[0]:
            case "roll":
                visibility = self.chance.choice(("public", "gm", "self"))
                body = {"notation": "2d20kh1+7", "label": name, "visibility": visibility}
                return Wish(number, player, "POST", ".../rolls", body, key)
            case "rename":
                return Wish(number, self.gm, "PATCH", "...", {"name": f"Night {name}"}, key)
            case "invite":
                return Wish(number, self.gm, "POST", ".../invites", {}, key)
            case "come in":
                return Wish(number, None, "POST", f"/v1/invites/{self.code}/accept", {"display_name": name[-20:]}, key)
        return Wish(number, player, "POST", ".../tokens", {"name": name, "role": "player"}, key)


async def open_invite(client: httpx.AsyncClient, gm: Person) -> str:
    """A code by which a hundred may come in: about 2,000 wishes long."""
    answer = await gm.ask(client, "POST", ".../invites", body={"role": "observer", "max_uses": 100})
    assert answer.status_code == 201, answer.text
    code: str = answer.json()["code"]
    return code
