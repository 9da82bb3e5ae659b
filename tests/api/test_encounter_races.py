"""Many at one encounter at once, through two services on one database: every command counts once, none half."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from app.rules.catalog import ENCOUNTERS
from tests.api.conftest import HandClock, Person, admit, client_of, found, make_app, refused
from tests.api.on_trial import raised, raising, somebody
from tests.db.dump import dump

pytestmark = pytest.mark.anyio

NOTE = {"type": "note", "text": "Fog."}
ANY = {"If-Match": "*"}


@dataclass
class Arena:
    """A running encounter of a system's, its game master at each of two doors, and the player whose Willow is in it."""

    system: str
    here: Person
    there: Person
    player: Person
    path: str

    @property
    def doors(self) -> list[Person]:
        return [self.here, self.there]

    async def send(self, body: dict[str, Any], who: Person | None = None, **more: Any) -> httpx.Response:
        return await (who or self.here).post(f"{self.path}/commands", body, **more)

    async def sent(self, body: dict[str, Any], who: Person | None = None) -> dict[str, Any]:
        answer = await self.send(body, who)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    async def look(self) -> dict[str, Any]:
        told: dict[str, Any] = (await self.there.get(self.path)).json()
        return told

    async def log(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = (await self.there.get(f"{self.path}/log?limit=200")).json()["items"]
        return told

    async def raised(self, actor: str) -> int:
        return raised(self.system, await self.look(), actor)


@pytest.fixture(params=ENCOUNTERS)
async def arena(request: pytest.FixtureRequest, database: str, clock: HandClock) -> AsyncIterator[Arena]:
    system = str(request.param)
    async with AsyncExitStack() as stack:
        clients = []
        for _ in range(2):
            app = make_app(database, clock=clock)
            await stack.enter_async_context(app.router.lifespan_context(app))
            clients.append(await stack.enter_async_context(client_of(app)))
        _, here = await found(clients[0], system=system)
        there = Person(clients[1], here.token, here.member_id, here.campaign_id)
        player = await admit(here, "player", "Willow")
        made = (await here.post(".../encounters", {"name": "The toll bridge"})).json()
        arena = Arena(system, here, there, player, f".../encounters/{made['id']}")
        for who, more in (("willow", {"owner_member_id": player.member_id}), ("thug", {})):
            await arena.sent(somebody(system, id=who, name=who.title(), side=who, **more))
        await arena.sent({"type": "start"})
        yield arena


async def together(*asked: Coroutine[Any, Any, httpx.Response]) -> list[httpx.Response]:
    return list(await asyncio.gather(*asked))


async def test_two_next_turns_at_once_advance_once(arena: Arena) -> None:
    """Whether one names whose turn it was, or the version one has seen."""
    before = await arena.look()
    active, following = before["active"], next(one for one in before["order"] if one != before["active"])
    body = {"type": "end_turn", "actor": active}
    answers = await together(*(arena.send(body, who) for who in arena.doors * 3))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    for answer in answers:
        if answer.status_code == 409:
            refused(answer, 409, "not_your_turn")
    after = await arena.look()
    assert (after["active"], after["version"]) == (following, before["version"] + 1)
    tag = {"If-Match": f'"{after["version"]}"'}
    answers = await together(*(arena.send({"type": "end_turn"}, who, headers=tag) for who in arena.doors * 2))
    assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]
    assert (await arena.look())["version"] == after["version"] + 1


async def test_enc_48_fifty_changes_at_once_all_count(arena: Arena) -> None:
    """Fifty versions in a row, fifty events, fifty lines in the log."""
    before = (await arena.look())["version"]
    was = await arena.raised("thug")
    body = raising(arena.system, "thug")
    answers = await together(*(arena.send(body, who) for who in arena.doors * 25))
    assert {answer.status_code for answer in answers} == {200}
    assert await arena.raised("thug") == was + 50
    assert sorted(answer.json()["version"] for answer in answers) == list(range(before + 1, before + 51))
    told = [one for one in await arena.log() if one["type"] == "combatant.adjusted" and one["version"] > before]
    assert {one["version"] for one in told} == set(range(before + 1, before + 51))
    shown = {one["id"] for answer in answers for one in answer.json()["events"]}
    assert {one["id"] for one in told} <= shown


async def test_enc_17_five_who_come_in_at_once_keep_their_places(arena: Arena) -> None:
    """Each is given another initiative at once."""

    async def come_in(number: int) -> httpx.Response:
        who = arena.doors[number % 2]
        await arena.sent(somebody(arena.system, id=f"foe_{number}", initiative=-number), who)
        return await arena.send({"type": "edit_combatant", "actor": f"foe_{number}", "initiative": 100 + number}, who)

    answers = await together(*(come_in(number) for number in range(5)))
    assert {answer.status_code for answer in answers} == {200}
    after = await arena.look()
    given = {one["id"]: one["initiative"] for one in after["combatants"] if one["id"].startswith("foe_")}
    assert given == {f"foe_{number}": 100 + number for number in range(5)}
    assert sorted(after["order"]) == sorted(["willow", "thug", *given])


async def test_a_command_and_an_undo_have_one_winner(arena: Arena) -> None:
    for _ in range(6):
        await arena.sent(NOTE)
        seen = (await arena.look())["version"]
        tag = {"If-Match": f'"{seen}"'}
        answers = await together(
            arena.send(NOTE, arena.here, headers=tag), arena.there.post(f"{arena.path}/undo", headers=tag)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 412]
        assert (await arena.look())["version"] == seen + 1


async def test_one_undo_of_many_takes_each_command_back_once(arena: Arena) -> None:
    """Undo names no version here: of so many at once each takes back another command, and then none is left."""
    was = await arena.raised("thug")
    for _ in range(3):
        await arena.sent(raising(arena.system, "thug"))
    answers = await together(
        *(who.post(f"{arena.path}/undo") for who in [*arena.doors, arena.here]),
        arena.send(raising(arena.system, "willow"), arena.there),
    )
    assert {answer.status_code for answer in answers} == {200}
    thug, willow = await arena.raised("thug"), await arena.raised("willow")
    versions = sorted(answer.json()["version"] for answer in answers)
    assert versions == list(range(versions[0], versions[0] + 4))
    # Three of the four commands are undone, whichever came last when.
    assert thug - was + willow - was == 1


async def test_the_same_key_twice_is_one_command(arena: Arena) -> None:
    was, key = await arena.raised("thug"), {"Idempotency-Key": "once"}
    body = raising(arena.system, "thug")
    answers = await together(*(arena.send(body, who, headers=key) for who in arena.doors * 4))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert sum("idempotent-replayed" in answer.headers for answer in answers) == 7
    assert await arena.raised("thug") == was + 1


@pytest.mark.parametrize("arena", ["uttas"], indirect=True)
async def test_enc_53_four_answers_at_once_all_count(arena: Arena) -> None:
    """An attack on an area asks all who stand in it; the last answer, whoever's it is, lets it go on."""
    blast = {"id": "blast", "kind": "power", "power_dice": 1, "active_points": 5, "type": "energy", "range_m": 99}
    sheet = {"speed": 3, "health_max": 20, "stamina_max": 30, "attacks": [{**blast, "area": True}]}
    names = ["one", "two", "three", "four"]
    for name in ["mage", *names]:
        await arena.sent(somebody("uttas", id=name, name=name, side=name, sheet=sheet))
    while (await arena.look())["active"] != "mage":
        await arena.sent({"type": "end_turn"})
    for _ in range(5):
        attack = {"type": "uttas.attack", "actor": "mage", "attack": "blast", "targets": names}
        assert (await arena.sent(attack))["encounter"]["pending"]["for"] == names
        answers = await together(
            *(arena.send({"type": "uttas.pass_reaction", "actor": who}, arena.doors[len(who) % 2]) for who in names)
        )
        assert {answer.status_code for answer in answers} == {200}
        assert (await arena.look())["pending"] is None
        for _ in range(5):
            assert (await arena.here.post(f"{arena.path}/undo")).status_code == 200


@pytest.mark.parametrize("arena", ["uttas"], indirect=True)
async def test_what_is_remembered_is_never_taken_for_what_is(arena: Arena) -> None:
    """Each service remembers the encounter as it last wrote it; the other has moved it on since."""
    here, there = arena.doors
    for _ in range(3):
        await arena.sent({"type": "end_turn"}, here)
        await arena.sent({"type": "end_turn"}, there)
        for who in (here, there):
            await arena.sent({"type": "end_turn", "actor": (await arena.look())["active"]}, who)
    await here.patch("...", {"options": {"physical_dice": "off"}}, headers=ANY)
    refused(await arena.send({"type": "note", "text": "x", "faces": [1]}, there), 409, "physical_dice_off")
    assert (await there.delete(arena.path, headers=ANY)).status_code == 204
    refused(await arena.send(NOTE, here), 404, "not_found")


@pytest.mark.parametrize("arena", ["uttas"], indirect=True)
async def test_whoever_was_shown_out_moves_nothing(arena: Arena, database: str) -> None:
    await arena.sent(NOTE, arena.player)
    assert (await arena.there.patch(f".../members/{arena.player.member_id}", {"role": "observer"})).status_code == 200
    before = await dump(database)
    refused(await arena.send(NOTE, arena.player), 403, "role_too_low")
    assert (await arena.there.delete(f".../members/{arena.player.member_id}")).status_code == 204
    refused(await arena.send(NOTE, arena.player), 401, "not_authenticated")
    assert (await dump(database))["encounter_version"] == before["encounter_version"]


@pytest.mark.parametrize("arena", ["uttas"], indirect=True)
async def test_commands_that_arrive_together_are_each_judged_by_themselves(arena: Arena) -> None:
    """Of encounters in many campaigns: one has been moved elsewhere, of one the sender was shown out."""

    async def fight(gm: Person) -> str:
        path = f".../encounters/{(await gm.post('.../encounters', {'name': 'The toll bridge'})).json()['id']}"
        assert (await gm.post(f"{path}/commands", NOTE)).status_code == 200
        return path

    fights = [(gm, await fight(gm)) for gm in [(await found(arena.here.client))[1] for _ in range(6)]]
    fights.append((fights[0][0], await fight(fights[0][0])))
    await arena.sent(NOTE, arena.player)
    await arena.sent(NOTE, arena.there)
    assert (await arena.there.delete(f".../members/{arena.player.member_id}")).status_code == 204
    lost, moved, *others = await together(
        arena.send(NOTE, arena.player),
        arena.send({"type": "note", "text": "Rain."}, arena.here),
        *(gm.post(f"{path}/commands", NOTE, headers={"Idempotency-Key": path}) for gm, path in fights * 2),
    )
    refused(lost, 401, "not_authenticated")
    assert moved.status_code == 200, moved.text
    assert {one.status_code for one in others} == {200}
    assert [line["data"].get("text") for line in await arena.log()][-3:] == ["Fog.", "Fog.", "Rain."]
    assert [(await gm.get(path)).json()["version"] for gm, path in fights] == [3] * 7, "the same key twice is once"
