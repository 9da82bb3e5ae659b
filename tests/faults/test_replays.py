"""Every kind of write, repeated under its key, one after another and at once, through two processes: one effect."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from tests.faults.books import campaigns, read_books
from tests.faults.people import Person, admit, ask, caller, found
from tests.faults.servers import Rack

pytestmark = pytest.mark.anyio

REQUESTS = 1000
LANES = 5
CLIENTS_A_SERVER = 2
SECRETS = ("token", "code")
VISIBILITIES = ("public", "gm", "blind", "self")
NOTATIONS = ("2d20kh1+7", "8d6!", "100d6", "7d10>=8ds>=10", "1d{2,3,5}")


@dataclass
class Lane:
    """One campaign whose writes come one after another, each of them several times."""

    clients: list[httpx.AsyncClient]
    gm: Person
    player: Person
    chance: random.Random
    told: list[str]
    requests: int = 0
    version: int = 1
    founded: list[str] = field(default_factory=list)

    async def repeat(
        self, person: Person | None, method: str, path: str, *, status: int, tells: str | None, **request: Any
    ) -> httpx.Response:
        """Send a request two to five times under one key; gives the answer with the secret that works, if it has one.

        `tells` is the type of the one event it brings about in this campaign.
        """
        self.requests += 1
        key = f"{self.gm.campaign_id}-{self.requests}"

        async def send(**changed: Any) -> httpx.Response:
            client = self.chance.choice(self.clients)
            arguments = {**request, **changed, "key": key}
            return await (
                person.ask(client, method, path, **arguments) if person else ask(client, method, path, **arguments)
            )

        times = self.chance.randint(2, 5)
        alone = self.chance.choice((0, 1, times))
        answers = [await send() for _ in range(alone)]
        answers += await asyncio.gather(*(send() for _ in range(times - alone)))
        for answer in answers:
            assert answer.status_code == status, answer.text
            assert "".join(answer.headers.get(name, "-") for name in ("location", "etag")) == "".join(
                answers[0].headers.get(name, "-") for name in ("location", "etag")
            )
        assert [answer.headers.get("idempotent-replayed") for answer in answers].count(None) == 1
        if self.chance.random() < 0.2:
            other = await send(body={"notation": "1d4"})
            assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")
        if tells:
            self.told.append(tells)
        secret = next((name for name in SECRETS if answers[0].content and name in answers[0].json()), None)
        if secret is None:
            assert {answer.content for answer in answers} == {answers[0].content}
            return answers[0]
        hidden = {answer.content.replace(answer.json()[secret].encode(), b"") for answer in answers}
        assert len(hidden) == 1
        assert len({answer.json()[secret] for answer in answers}) == len(answers)
        working = [answer for answer in answers if await self.works(secret, answer.json()[secret])]
        assert len(working) == 1, "of renewed secrets the last one works and no other"
        return working[0]

    async def works(self, kind: str, secret: str) -> bool:
        """Whether a token or a code opens anything."""
        client = self.chance.choice(self.clients)
        if kind == "token":
            answer = await ask(client, "GET", "/v1/me", token=secret)
            assert answer.status_code in (200, 401), answer.text
            return answer.status_code == 200
        # Without a name nobody comes in, so the code isn't used up.
        answer = await ask(client, "POST", f"/v1/invites/{secret}/accept", body={})
        assert answer.status_code in (404, 422), answer.text
        return answer.status_code == 422

    async def roll(self) -> None:
        body = {"notation": self.chance.choice(NOTATIONS), "visibility": self.chance.choice(VISIBILITIES)}
        person = self.chance.choice((self.gm, self.player))
        await self.repeat(person, "POST", ".../rolls", body=body, status=201, tells="roll.made")

    async def roll_real_dice(self) -> None:
        body = {"notation": "3d6", "faces": [self.chance.randint(1, 6) for _ in range(3)]}
        await self.repeat(self.player, "POST", ".../rolls", body=body, status=201, tells="roll.made")

    async def roll_in_secret_and_reveal(self) -> None:
        body = {"notation": "1d20", "visibility": "gm"}
        made = await self.repeat(self.player, "POST", ".../rolls", body=body, status=201, tells="roll.made")
        path = f".../rolls/{made.json()['id']}/reveal"
        shown = await self.repeat(self.player, "POST", path, status=200, tells="roll.revealed")
        assert shown.json()["rolls"] == made.json()["rolls"]

    async def change_campaign(self, method: str = "PATCH", body: Any = None) -> None:
        body = body or ({"name": f"Night {self.requests}"} if method == "PATCH" else None)
        version = f'"{self.version}"'
        answer = await self.repeat(
            self.gm, method, "...", body=body, version=version, status=200, tells="campaign.changed"
        )
        self.version += 1
        assert answer.headers["etag"] == f'"{self.version}"'

    async def archive_and_take_out(self) -> None:
        await self.change_campaign("DELETE")
        await self.change_campaign("PATCH", {"archived": False})

    async def rename_member(self) -> None:
        body = {"display_name": f"Willow {self.requests}"}
        path = f".../members/{self.player.member_id}"
        await self.repeat(self.gm, "PATCH", path, body=body, status=200, tells="member.changed")

    async def let_in_and_show_out(self) -> None:
        made = await self.repeat(
            self.gm, "POST", ".../invites", body={"role": "observer"}, status=201, tells="invite.made"
        )
        joined = await self.repeat(
            None,
            "POST",
            f"/v1/invites/{made.json()['code']}/accept",
            body={"display_name": "Passer-by"},
            status=201,
            tells="member.joined",
        )
        path = f".../members/{joined.json()['id']}"
        await self.repeat(self.gm, "DELETE", path, status=204, tells="member.left")

    async def withdraw_invite(self) -> None:
        made = await self.repeat(self.gm, "POST", ".../invites", body={}, status=201, tells="invite.made")
        path = f".../invites/{made.json()['id']}"
        await self.repeat(self.gm, "DELETE", path, status=204, tells="invite.removed")

    async def make_and_revoke_token(self) -> None:
        body = {"name": "Bot", "role": "player"}
        made = await self.repeat(self.player, "POST", ".../tokens", body=body, status=201, tells="token.made")
        path = f".../tokens/{made.json()['id']}"
        await self.repeat(self.player, "DELETE", path, status=204, tells="token.revoked")
        assert not await self.works("token", made.json()["token"])

    async def found_another(self) -> None:
        body = {"name": f"Another night {self.requests}", "system": "ultra"}
        made = await self.repeat(None, "POST", "/v1/campaigns", body=body, status=201, tells=None)
        self.founded.append(made.json()["id"])

    async def go(self, requests: int) -> None:
        """Do all there is to do, in a new order each time, until so many requests were made."""
        chores: list[Callable[[], Coroutine[Any, Any, None]]] = [
            self.roll,
            self.roll_real_dice,
            self.roll_in_secret_and_reveal,
            self.change_campaign,
            self.archive_and_take_out,
            self.rename_member,
            self.let_in_and_show_out,
            self.withdraw_invite,
            self.make_and_revoke_token,
            self.found_another,
        ]
        while self.requests < requests:
            for chore in self.chance.sample(chores, len(chores)):
                await chore()


async def test_a_repeat_has_one_effect_and_one_answer(rack: Rack, database: str, size: Callable[[int], int]):
    servers = await rack.pair(database)
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(caller(server.url)) for server in servers for _ in range(CLIENTS_A_SERVER)
        ]
        lanes = []
        for number in range(LANES):
            gm = await found(clients[0])
            [player] = await admit(clients[0], gm)
            told = ["campaign.created", "invite.made", "member.joined"]
            lanes.append(Lane(clients, gm, player, random.Random(number), told))
        await asyncio.gather(*(lane.go(size(REQUESTS) // LANES) for lane in lanes))
    for lane in lanes:
        books = await read_books(database, lane.gm.campaign_id)
        books.audit()
        assert books.types() == lane.told
    assert await campaigns(database) == {lane.gm.campaign_id for lane in lanes} | {
        id_ for lane in lanes for id_ in lane.founded
    }
    assert sum(len(lane.founded) for lane in lanes) + LANES == len(await campaigns(database))


async def test_a_kept_answer_is_not_for_who_was_shown_out(rack: Rack, database: str):
    servers = await rack.pair(database)
    async with caller(servers[0].url) as one, caller(servers[1].url) as other:
        gm = await found(one)
        [player] = await admit(one, gm)
        for client in (one, other):
            rolled = await player.ask(client, "POST", ".../rolls", body={"notation": "1d20"}, key="the same")
            assert rolled.status_code == 201
        assert (await gm.ask(one, "DELETE", f".../members/{player.member_id}")).status_code == 204
        for client in (one, other):
            again = await player.ask(client, "POST", ".../rolls", body={"notation": "1d20"}, key="the same")
            assert again.status_code == 401


async def test_twins_at_once_get_one_answer(rack: Rack, database: str):
    server = rack.start(database_url=database)
    await server.ready()
    async with caller(server.url) as client:
        gm = await found(client)
        for number in range(10):
            twins = await asyncio.gather(
                *(
                    gm.ask(client, "PATCH", "...", body={"name": f"Night {number}"}, version="*", key=f"{number}")
                    for _ in range(8)
                )
            )
            assert [answer.status_code for answer in twins] == [200] * 8
            assert len({answer.content for answer in twins}) == 1
            assert [answer.headers.get("idempotent-replayed") for answer in twins].count(None) == 1
