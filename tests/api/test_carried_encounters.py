"""Encounters in a campaign's document: they go on elsewhere as they stood, and a hostile one is refused whole."""

import asyncio
import copy
import gc
import json
import random
import re
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import httpx
import pytest

from app.rules.catalog import SYSTEMS
from tests.api import test_transfer
from tests.api.conftest import Company, HandClock, Person, Table, refused, stored
from tests.api.on_trial import raising, somebody
from tests.api.test_transfer import IMPORT, Document, content, exported, imported, service

pytestmark = pytest.mark.anyio
elsewhere = test_transfer.elsewhere
LOOKS = ("", "/legal", "/timeline", "/log?limit=200", "/at/1", "/at/5")


async def fought(company: Company, system: str) -> dict[str, str]:
    """Three encounters: one that is over, one that runs and holds a character, one that has not begun."""
    gm, player = company.gm, company.player
    sheet = SYSTEMS[system].example_sheets[0].model_dump(mode="json")
    willow = (await player.character("Willow", sheet=sheet))["id"]
    ghost = (await gm.character("Ghost", sheet=sheet))["id"]
    ids = {"willow": willow}
    for name in ("over", "on"):
        ids[name] = await gm.fight(running=False, system=system)
        for who in (willow, ghost) if name == "over" else (willow,):
            await _sent(gm, ids[name], {"type": "join", "side": "late", "character_id": who})
        await _sent(gm, ids[name], {"type": "hide", "actor": "thug"})
        await _sent(gm, ids[name], {"type": "start"})
        await _play_on(gm, ids[name], 8)
        for step in ("undo", "undo", "redo"):
            assert (await gm.post(f".../encounters/{ids[name]}/{step}")).status_code == 200
        await _change(gm, ids[name], {"name": f"It is {name}", "external_refs": [{"app": "foundry", "id": name}]})
        if name == "over":
            await _sent(gm, ids[name], {"type": "end"})
    await gm.delete(f".../characters/{ghost}", headers={"If-Match": "*"})
    ids["before"] = await gm.fight(running=False, system=system)
    return ids


async def _sent(gm: Person, id_: str, body: dict[str, Any]) -> None:
    answer = await gm.post(f".../encounters/{id_}/commands", body)
    assert answer.status_code == 200, answer.text


async def _change(gm: Person, id_: str, change: dict[str, Any]) -> None:
    answer = await gm.patch(f".../encounters/{id_}", change, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text


async def _play_on(gm: Person, id_: str, moves: int) -> None:
    """Send what `legal` lists, one of each kind in turn."""
    for move in range(moves):
        legal = (await gm.get(f".../encounters/{id_}/legal")).json()["commands"]
        bodies = [one["body"] for one in legal if one["type"] != "end"]
        if bodies:
            await _sent(gm, id_, bodies[move * 5 % len(bodies)])


async def joined(client: httpx.AsyncClient, gm: Person, name: str) -> Person:
    """Somebody of an imported campaign, let in again."""
    members = (await gm.get(".../members")).json()["items"]
    member = next(one for one in members if one["display_name"] == name)
    code = (await gm.post(".../invites", {"role": member["role"], "member_id": member["id"]})).json()["code"]
    made = (await client.post(f"/v1/invites/{code}/accept", json={})).json()
    return Person(client, made["token"], made["id"], gm.campaign_id)


async def seen(gm: Person, player: Person, names: dict[str, str]) -> dict[str, Any]:
    """What both see of every encounter, with names for what has another id elsewhere."""
    told = {}
    encounters = (await gm.get(".../encounters")).json()["items"][::-1]
    for who, person in (("gm", gm), ("player", player)):
        for number, one in enumerate(encounters):
            for part in LOOKS:
                answer = await person.get(f".../encounters/{one['id']}{part}")
                assert answer.status_code < 500, answer.text
                told[f"{who} {number} {part}"] = answer.json() | {"request_id": None}
    text = json.dumps(told)
    for old, new in names.items():
        text = text.replace(old, new)
    seen: dict[str, Any] = nobodys(json.loads(text))
    return seen


def nobodys(value: Any) -> Any:
    """The value without ids of characters who are no more."""
    return json.loads(re.sub(r"chr_\w{26}", "gone", json.dumps(value)))


def names_of(document: Document) -> dict[str, str]:
    things = [document["campaign"], *document["members"], *document["characters"], *document["encounters"]]
    return {thing["id"]: f"thing {place}" for place, thing in enumerate([*things, *document["events"]])}


@pytest.mark.parametrize("system", SYSTEMS)
class TestThereAndBack:
    async def test_nothing_is_lost_and_nobody_sees_more(
        self, elsewhere: str, a_table: Table, clock: HandClock, system: str
    ) -> None:
        company = await a_table(system=system)
        await fought(company, system)
        first = await exported(company.gm)
        before = await seen(company.gm, company.player, names_of(first))
        player = next(one for one in first["members"] if one["id"] == company.player.member_id)
        async with service(elsewhere, clock) as client:
            gm = await imported(client, first)
            second = await exported(gm)
            there = await seen(gm, await joined(client, gm, player["display_name"]), names_of(second))
        for part, told in before.items():
            assert there[part] == told, part
        third = await exported(await imported(company.client, second))
        assert nobodys(content(first)) == nobodys(content(second)) == nobodys(content(third))
        assert [len(one["steps"]) > 2 for one in first["encounters"]] == [True] * 3

    async def test_it_goes_on_as_it_stood(self, a_table: Table, system: str) -> None:
        company = await a_table(system=system)
        old = await fought(company, system)
        gm = await imported(company.client, await exported(company.gm))
        _, on, over = [one["id"] for one in (await gm.get(".../encounters")).json()["items"]]
        for mine, id_, theirs in ((company.gm, old["on"], gm), (company.gm, old["over"], gm)):
            other = on if id_ == old["on"] else over
            for step in ("undo", "undo", "redo", "undo", "redo", "redo"):
                here = await mine.post(f".../encounters/{id_}/{step}")
                there = await theirs.post(f".../encounters/{other}/{step}")
                assert (here.status_code, here.json().get("text")) == (there.status_code, there.json().get("text"))
                assert here.json().get("version") == there.json().get("version")
        stood = (await gm.get(f".../encounters/{on}")).json()["version"]
        await _play_on(gm, on, 5)
        assert (await gm.get(f".../encounters/{on}")).json()["version"] > stood

    async def test_its_characters_stay_held(self, a_table: Table, system: str) -> None:
        company = await a_table(system=system)
        await fought(company, system)
        gm = await imported(company.client, await exported(company.gm))
        _, on, _ = [one["id"] for one in (await gm.get(".../encounters")).json()["items"]]
        (willow,) = (await gm.get(".../characters")).json()["items"]
        mine = f".../characters/{willow['id']}"
        problem = refused(await gm.post(f"{mine}/conditions", {"add": [{"key": "prone"}]}), 409, "in_encounter")
        assert problem["encounter_id"] == on
        await _sent(gm, on, {"type": "end"})
        assert (await gm.delete(mine, headers={"If-Match": "*"})).status_code == 204


@pytest.mark.parametrize("kind", ["fight", "scene", "chase"])
@pytest.mark.parametrize(("gap_m", "becomes"), [(20, "chase"), (1, "fight")], ids=["runs", "caught"])
async def test_a_chase_may_come_of_it_and_a_fight_of_that(
    company: Company, kind: str, gap_m: int, becomes: str
) -> None:
    """Lists, the encounter itself and what is carried elsewhere agree on what it is now."""
    made = (await company.gm.post(".../encounters", {"name": "The toll bridge", "kind": kind})).json()
    for name in ("willow", "thug"):
        await _sent(company.gm, made["id"], somebody("uttas", id=name, name=name, side=name))
    await _sent(company.gm, made["id"], {"type": "start"})
    chase = {"type": "uttas.chase_start", "pursuer": "willow", "target": "thug", "gap_m": gap_m}
    await _sent(company.gm, made["id"], chase)

    gm = await imported(company.client, await exported(company.gm))
    for person in (company.player, gm):
        (brief,) = (await person.get(f".../encounters?kind={becomes}")).json()["items"]
        whole = (await person.get(f".../encounters/{brief['id']}")).json()
        assert (brief["kind"], whole["kind"]) == (becomes, becomes)
    assert (await gm.post(f".../encounters/{brief['id']}/undo")).status_code == 200
    assert [one["kind"] for one in (await gm.get(f".../encounters?kind={kind}")).json()["items"]] == [kind]


async def test_combatants_may_have_the_ids_of_their_characters(company: Company) -> None:
    """Everything that names them is carried over, what waits as a readied body too."""
    gm, on = company.gm, await company.gm.fight(running=False)
    ids = [(await gm.character(name, sheet=somebody("uttas")["sheet"]))["id"] for name in ("Willow", "Bear")]
    for id_ in ids:
        await _sent(gm, on, {"type": "join", "id": id_, "character_id": id_, "side": id_, "initiative": 99})
    await _sent(gm, on, {"type": "start"})
    await _sent(gm, on, {"type": "set_order", "order": [ids[0], "willow", "thug", ids[1]]})
    shot = {"type": "uttas.trip", "target": ids[1]}
    await _sent(gm, on, {"type": "uttas.ready", "actor": ids[0], "action": shot, "trigger": "when it rains"})
    await _sent(gm, on, {"type": "end_turn"})

    gm = await imported(company.client, await exported(gm))
    (there,) = (await gm.get(".../encounters")).json()["items"]
    willow, bear = (await gm.get(f".../encounters/{there['id']}")).json()["combatants"][-2:]
    await _sent(gm, there["id"], {"type": "uttas.trigger", "actor": willow["id"]})
    waits = (await gm.get(f".../encounters/{there['id']}")).json()["pending"]
    assert (waits["kind"], waits["for"], bear["id"] == bear["character_id"]) == ("reaction", [bear["id"]], True)


async def test_others_are_served_while_a_crowd_is_read_in(company: Company) -> None:
    """However many look at each of its states, the service is never theirs alone for the most of it."""
    gm, on = company.gm, await company.gm.fight(running=False)
    await _sent(gm, on, somebody("uttas", count=50, owner_member_id=company.player.member_id))
    await _sent(gm, on, somebody("uttas", count=50))
    await _sent(gm, on, {"type": "start"})
    for _ in range(13):
        await _sent(gm, on, raising("uttas", "thug"))
    document = await exported(gm)
    # To go through all that the tests hold would be a gap too.
    gc.freeze()
    gaps = [time.perf_counter()]
    importing = asyncio.create_task(imported(company.client, document))
    while not importing.done():
        await asyncio.sleep(0)
        gaps.append(time.perf_counter())
    gc.unfreeze()
    await importing
    assert max(later - one for one, later in pairwise(gaps)) * 2 < gaps[-1] - gaps[0]


async def test_a_document_of_the_version_before_is_read(company: Company) -> None:
    await test_transfer.play(company)
    document = await exported(company.gm)
    of_old = {name: value for name, value in document.items() if name != "encounters"} | {"version": 1}
    for event in of_old["events"]:
        for name in ("id", "encounter_id", "version"):
            del event[name]
    gm = await imported(company.client, of_old)
    assert len((await gm.get(".../characters")).json()["items"]) == 2
    assert (await gm.get(".../encounters")).json()["items"] == []


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield from _places(member, (*path, name))


def _with(document: Document, path: tuple[str | int, ...], value: Any) -> Document:
    changed = copy.deepcopy(document)
    place: Any = changed
    for part in path[:-1]:
        place = place[part]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


SOMEBODY_ELSE = "mem_" + "0" * 26
WRONG: list[tuple[tuple[str | int, ...], Any, str]] = [
    ((0, "id"), "", "id"),
    ((0, "name"), "\u202eFog", "name"),
    ((0, "token"), "ump_gm_x", "token"),
    ((0, "options"), {"grid": "round"}, "options/grid"),
    ((0, "began", "kind"), "party", "steps/0/change"),
    ((0, "began", "frame_schema"), 99, "steps/0/change"),
    ((0, "sheets"), {}, "steps/1/change"),
    ((0, "steps"), [], "steps"),
    ((0, "steps", 0, "what"), "command", "steps/0/what"),
    ((0, "steps", 1, "what"), "redo", "steps/1/what"),
    ((0, "steps", 1, "what"), "undo", "steps/1/what"),
    ((0, "steps", 1, "public_version"), 2, "steps/1/public_version"),
    ((0, "steps", 1, "member_id"), SOMEBODY_ELSE, "steps/1/member_id"),
    ((0, "steps", 1, "change"), {}, "steps/1/change"),
    ((0, "steps", 1, "change", "changes", "joined", 0, "state"), {}, "steps/1/change"),
    ((0, "steps", 1, "change", "changes", "joined", 0, "name"), "x" * 3_000_000, "steps/1/change"),
]


async def test_what_is_wrong_is_named_and_nothing_is_kept(company: Company, database: str) -> None:
    await fought(company, "uttas")
    document = await exported(company.gm)
    over, on, _ = encounters = document["encounters"]
    place, event = next((at, one) for at, one in enumerate(document["events"]) if one["type"] == "turn.started")
    wrong = [(_with(document, ("encounters", *path), value), f"/encounters/0/{at}") for path, value, at in WRONG]
    for path, value in (("encounter_id", "x"), ("version", None), ("version", 999), ("data", {}), ("type", "a.b")):
        at = {"version": "encounter_id" if value is None else "version", "type": "data"}.get(path, path)
        wrong.append((_with(document, ("events", place, path), value), f"/events/{place}/{at}"))
    wrong.append((document | {"encounters": [*encounters, on]}, "/encounters/3/id"))
    twin = on | {"id": "twin", "external_refs": []}
    wrong.append((document | {"encounters": [*encounters, twin]}, "/encounters/3/steps"))
    twin = over | {"id": "twin"}
    wrong.append((document | {"encounters": [*encounters, twin]}, "/encounters/3/external_refs"))
    wrong.append((document | {"events": [*document["events"], event]}, f"/events/{len(document['events'])}/id"))
    before = await stored(database)
    for hostile, pointer in wrong:
        problem = refused(await company.client.post(IMPORT, json=hostile), 422, "invalid_request")
        assert problem["errors"][0]["pointer"] == pointer
    assert await stored(database) == before


@pytest.mark.parametrize("system", SYSTEMS)
async def test_whatever_is_made_of_one_is_refused_or_works(a_table: Table, database: str, system: str) -> None:
    company = await a_table(system=system)
    await fought(company, system)
    document = await exported(company.gm)
    chosen = random.Random(system)
    places = [
        *(("encounters", *path) for path in _places(document["encounters"])),
        *(("events", *path) for path in _places(document["events"]) if "encounter_id" in str(path) or "data" in path),
    ]
    values: list[Any] = [None, ..., 7, -1, 2**60, "x", SOMEBODY_ELSE, [], {}, True, "ended", 1.5]
    before = await stored(database)
    refusals = 0
    for path in chosen.sample(places, 40):
        answer = await company.client.post(IMPORT, json=_with(document, path, chosen.choice(values)))
        if answer.status_code == 422:
            refusals += 1
            pointers = [one["pointer"] for one in answer.json()["errors"]]
            assert pointers
            assert all(pointer.startswith(("/encounters", "/events")) for pointer in pointers), (path, pointers)
            continue
        assert answer.status_code == 201, (path, answer.text)
        gm = Person(company.client, answer.json()["token"], answer.json()["member"]["id"], answer.json()["id"])
        await seen(gm, gm, {})
        for one in (await gm.get(".../encounters")).json()["items"]:
            for step in ("undo", "undo", "redo", "redo", "redo"):
                assert (await gm.post(f".../encounters/{one['id']}/{step}")).status_code < 500, path
        await gm.delete("...?purge=true", headers={"If-Match": "*"})
    assert refusals
    assert await stored(database) == before
