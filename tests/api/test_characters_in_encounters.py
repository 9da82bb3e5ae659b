"""Characters in encounters: lent, held while it runs, given back with what it left; undo takes that back."""

from typing import Any

import httpx
import pytest

from app.rules.catalog import SYSTEMS
from tests.api.conftest import HandClock, Person, admit, found, refused

pytestmark = pytest.mark.anyio


async def a_fight(client: httpx.AsyncClient) -> tuple[Person, Person, dict[str, Any], str]:
    """A player's character and a foe of the game master's, in an Ultra scene that runs."""
    _, gm = await found(client, system="ultra")
    player = await admit(gm, "player", "Willow")
    sheets = [sheet.model_dump(mode="json") for sheet in SYSTEMS["ultra"].example_sheets]
    hero = await player.character("Mara", sheet=sheets[0])
    foe = await gm.character("Hollow", sheet=sheets[2])
    made = await gm.post(".../encounters", {"name": "The cabin", "kind": "scene"})
    assert made.status_code == 201, made.text
    path = f".../encounters/{made.json()['id']}"
    for side, character in (("guests", hero), ("house", foe)):
        joined = await gm.post(f"{path}/commands", {"type": "join", "side": side, "character_id": character["id"]})
        assert joined.status_code == 200, joined.text
    combatants = joined.json()["encounter"]["combatants"]
    started = await gm.post(f"{path}/commands", {"type": "start", "order": [one["id"] for one in combatants]})
    assert started.status_code == 200, started.text
    return gm, player, hero, path


async def injure(gm: Person, path: str, hero: dict[str, Any], amount: int = 2) -> None:
    combatants = (await gm.get(path)).json()["combatants"]
    actor = next(one["id"] for one in combatants if one["character_id"] == hero["id"])
    hurt = await gm.post(f"{path}/commands", {"type": "ultra.injure", "target": actor, "amount": amount})
    assert hurt.status_code == 200, hurt.text


async def test_what_the_scene_leaves_is_written_back_once_it_ends(client: httpx.AsyncClient, clock: HandClock) -> None:
    gm, player, hero, path = await a_fight(client)
    await injure(gm, path, hero)
    assert (await player.get(f".../characters/{hero['id']}")).json()["sheet"]["injuries"] == 0
    clock.forward(seconds=1)
    assert (await gm.post(f"{path}/commands", {"type": "end"})).status_code == 200
    after = (await player.get(f".../characters/{hero['id']}")).json()
    assert (after["sheet"]["injuries"], after["version"]) == (2, hero["version"] + 1)
    clock.forward(seconds=1)
    assert (await gm.post(f"{path}/undo")).status_code == 200
    assert (await player.get(f".../characters/{hero['id']}")).json()["sheet"]["injuries"] == 0
    clock.forward(seconds=1)
    assert (await gm.post(f"{path}/redo")).status_code == 200
    assert (await player.get(f".../characters/{hero['id']}")).json()["sheet"]["injuries"] == 2


async def test_undo_leaves_alone_who_has_changed_since(client: httpx.AsyncClient, clock: HandClock) -> None:
    gm, player, hero, path = await a_fight(client)
    await injure(gm, path, hero)
    clock.forward(seconds=1)
    await gm.post(f"{path}/commands", {"type": "end"})
    clock.forward(seconds=1)
    assert (await player.post(f".../characters/{hero['id']}/damage", {"amount": 1})).status_code == 200
    before = (await gm.get(path)).json()
    problem = refused(await gm.post(f"{path}/undo"), 409, "character_changed")
    assert problem["character_id"] == hero["id"]
    assert (await gm.get(path)).json() == before


async def test_it_holds_them_while_it_runs(client: httpx.AsyncClient, clock: HandClock) -> None:
    gm, player, hero, path = await a_fight(client)
    encounter_id = path.rpartition("/")[2]
    base = f".../characters/{hero['id']}"
    problem = refused(await player.post(f"{base}/damage", {"amount": 1}), 409, "in_encounter")
    assert problem["encounter_id"] == encounter_id
    patch = {"sheet": {"injuries": 1}}
    refused(await player.patch(base, patch, headers={"If-Match": "*"}), 409, "in_encounter")
    refused(await player.delete(base, headers={"If-Match": "*"}), 409, "in_encounter")
    assert (await player.patch(base, {"name": "Mara Quill"}, headers={"If-Match": "*"})).status_code == 200
    passed = (await gm.post(".../time", {"days": 1, "rest": "full"})).json()
    assert {one["refused"] for one in passed["characters"] if one["character_id"] == hero["id"]} == {"in_encounter"}
    other = (await gm.post(".../encounters", {"name": "Elsewhere", "kind": "scene"})).json()["id"]
    joined = await gm.post(
        f".../encounters/{other}/commands", {"type": "join", "side": "guests", "character_id": hero["id"]}
    )
    assert joined.status_code == 200
    ids = [one["id"] for one in joined.json()["encounter"]["combatants"]]
    start = {"type": "start", "order": ids}
    refused(await gm.post(f".../encounters/{other}/commands", start), 409, "in_encounter")
    clock.forward(seconds=1)
    assert (await gm.post(f"{path}/commands", {"type": "end"})).status_code == 200
    assert (await gm.post(f".../encounters/{other}/commands", start)).status_code == 200


async def test_a_fight_that_a_player_ends_gives_back_whom_they_cannot_read(
    client: httpx.AsyncClient, clock: HandClock
) -> None:
    _, gm = await found(client)
    player, other = await admit(gm, "player", "Willow"), await admit(gm, "player", "Bearington")
    mine = await gm.character("Willow", owner_member_id=player.member_id)
    rest = [
        await gm.character("Thug"),
        await gm.character("Bearington", owner_member_id=other.member_id, visibility="owner"),
        await gm.character("Bear", visibility="table"),
    ]
    path = f".../encounters/{(await gm.post('.../encounters', {'name': 'The toll bridge'})).json()['id']}"
    for side, one in (("x", mine), *(("y", one) for one in rest)):
        join = {"type": "join", "side": side, "character_id": one["id"]}
        assert (await gm.post(f"{path}/commands", join)).status_code == 200
    started = await gm.post(f"{path}/commands", {"type": "start"})
    actors = {one["character_id"]: one["id"] for one in started.json()["encounter"]["combatants"]}
    for actor in actors.values():
        hurt = await gm.post(f"{path}/commands", {"type": "adjust", "actor": actor, "health": -4})
        assert hurt.status_code == 200, hurt.text
    clock.forward(seconds=1)
    ended = await player.post(f"{path}/commands", {"type": "uttas.surrender", "actor": actors[mine["id"]]})
    assert ended.status_code == 200, ended.text
    assert ended.json()["encounter"]["status"] == "ended"
    for one in (mine, *rest):
        assert (await gm.get(f".../characters/{one['id']}")).json()["sheet"]["health"] == 16, one["name"]
    told = ended.text + (await player.get(f"{path}/log")).text + (await player.get(".../characters")).text
    assert all(one["id"] not in told for one in rest[:2])
    assert all(one["id"] in told for one in (mine, rest[2]))
