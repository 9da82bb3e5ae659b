"""Characters in encounters: lent, held while it runs, given back with what it left; undo takes that back."""

import contextlib
import json
import sqlite3
from typing import Any

import asyncpg
import httpx
import pytest

from app.db.migrate import is_sqlite, sqlite_path
from app.rules.catalog import SYSTEMS
from tests.api.conftest import SHEET, HandClock, Person, admit, found, refused, stored
from tests.api.test_transfer import exported, imported

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


async def test_whoever_joins_is_named_by_id_or_as_another_app_does(client: httpx.AsyncClient) -> None:
    gm, _, hero, path = await a_fight(client)
    refs = [{"app": "foundry", "id": "actor:7"}]
    guest = await gm.character("Guest", sheet=hero["sheet"], external_refs=refs)
    join = {"type": "join", "side": "guests", "character_id": "foundry:actor:7"}
    tried = await gm.post(f"{path}/commands?dry_run=true", join)
    assert tried.json()["encounter"]["combatants"][-1]["character_id"] == guest["id"]
    joined = await gm.post(f"{path}/commands", join)
    assert joined.json()["encounter"]["combatants"][-1]["character_id"] == guest["id"]
    assert refused(await gm.post(f"{path}/commands", join), 409, "duplicate")["detail"]
    held = refused(await gm.post(f".../characters/{guest['id']}/damage", {"amount": 1}), 409, "in_encounter")
    assert path.endswith(held["encounter_id"])
    told = set()
    for nobody in ("foundry:actor-8", "chr_nobody", f"chr_{'0' * 26}"):
        problem = refused(await gm.post(f"{path}/commands", join | {"character_id": nobody}), 422, "unknown_character")
        told.add(problem["detail"])
    assert len(told) == 1


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
    for who in (player, gm):
        told = (await who.get(f".../characters/{hero['id']}/revisions")).json()["items"]
        cabin = (path.rpartition("/")[2], "The cabin")
        assert [(one["action"], (one["encounter_id"], one["encounter_name"])) for one in told] == [
            *(("returned", cabin), ("undone", cabin), ("returned", cabin)),
            ("created", (None, None)),
        ]
        assert [[change["pointer"] for change in one["changes"]] for one in told[:3]] == [["/sheet/injuries"]] * 3


async def test_a_revision_tells_players_nothing_of_an_encounter_that_is_the_game_masters_again(
    client: httpx.AsyncClient,
) -> None:
    gm, player, hero, path = await a_fight(client)
    await injure(gm, path, hero)
    await gm.post(f"{path}/commands", {"type": "end"})
    for _ in range(3):
        assert (await gm.post(f"{path}/undo")).status_code == 200
    assert (await gm.get(path)).json()["status"] == "setup"
    told = (await player.get(f".../characters/{hero['id']}/revisions")).json()["items"]
    assert [(one["action"], one["encounter_id"], one["encounter_name"]) for one in told[:2]] == [
        ("undone", None, None),
        ("returned", None, None),
    ]
    assert (await gm.delete(path, headers={"If-Match": "*"})).status_code == 204
    told = (await gm.get(f".../characters/{hero['id']}/revisions")).json()["items"]
    assert [(one["action"], one["encounter_id"]) for one in told[:2]] == [("undone", None), ("returned", None)]


async def test_a_revision_names_its_encounter_in_a_campaign_that_was_carried_too(client: httpx.AsyncClient) -> None:
    gm, _, hero, path = await a_fight(client)
    await injure(gm, path, hero)
    await gm.post(f"{path}/commands", {"type": "end"})
    there = await imported(client, await exported(gm))
    characters = (await there.get(".../characters")).json()["items"]
    mara = next(one["id"] for one in characters if one["name"] == hero["name"])
    (encounter,) = (await there.get(".../encounters")).json()["items"]
    told = (await there.get(f".../characters/{mara}/revisions")).json()["items"][0]
    named = (told["action"], told["encounter_id"], told["encounter_name"])
    assert named == ("returned", encounter["id"], "The cabin")
    await gm.delete(path, headers={"If-Match": "*"})
    alone = await exported(gm)
    assert {one["encounter_id"] for played in alone["characters"] for one in played["revisions"]} == {None}


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


async def test_whoever_left_early_keeps_what_has_become_of_them_since(
    client: httpx.AsyncClient, clock: HandClock
) -> None:
    gm, player, hero, path = await a_fight(client)
    await injure(gm, path, hero, 1)
    assert (await gm.post(f"{path}/commands", {"type": "leave", "actor": (await by_name(gm, path))["id"]})).is_success
    for turn in ("commands", "undo", "redo"):
        clock.forward(seconds=1)
        assert (await player.post(f".../characters/{hero['id']}/damage", {"amount": 1})).status_code == 200
        before = (await gm.get(f".../characters/{hero['id']}")).json()
        ended = await gm.post(f"{path}/{turn}", *([{"type": "end"}] if turn == "commands" else []))
        assert ended.status_code == 200, ended.text
        assert (await gm.get(f".../characters/{hero['id']}")).json() == before


async def test_of_everybody_who_gets_something_back_the_table_is_told(client: httpx.AsyncClient, database: str) -> None:
    gm, _, _, path = await a_fight(client)
    combatants = (await gm.get(path)).json()["combatants"]
    for one in combatants:
        await gm.post(f"{path}/commands", {"type": "ultra.injure", "target": one["id"], "amount": 1})
    told = []
    for turn, body in (("commands", [{"type": "end"}]), ("undo", []), ("redo", [])):
        earlier = len(await changes_told(database))
        assert (await gm.post(f"{path}/{turn}", *body)).status_code == 200
        told.append(sorted((await changes_told(database))[earlier:]))
    assert told == [sorted(one["character_id"] for one in combatants)] * 3


async def changes_told(database: str) -> list[str]:
    """The characters of whose change the journal tells, in its order."""
    rows = sorted((tuple(row) for row in (await stored(database))["event"]), key=lambda row: row[1])
    return [json.loads(row[10])["character_id"] for row in rows if row[3] == "character.changed"]


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


async def test_a_chase_that_begins_without_a_fight_takes_them_as_they_are(client: httpx.AsyncClient) -> None:
    """Harm between `join` and `uttas.chase_start` is there in the chase, and after it."""
    _, gm = await found(client)
    path = (
        f".../encounters/{(await gm.post('.../encounters', {'name': 'Over the roofs', 'kind': 'chase'})).json()['id']}"
    )
    for name in ("Willow", "Thug"):
        character = await gm.character(name)
        join = {"type": "join", "id": name.lower(), "side": name, "character_id": character["id"]}
        assert (await gm.post(f"{path}/commands", join)).status_code == 200
    hurt = await gm.post(f".../characters/{character['id']}/damage", {"health": 3})
    assert hurt.status_code == 200, hurt.text
    left = (await gm.get(f".../characters/{character['id']}")).json()["sheet"]["health"]
    chase = {"type": "uttas.chase_start", "pursuer": "willow", "target": "thug", "gap_m": 20}
    begun = await gm.post(f"{path}/commands", chase)
    assert [one["state"]["health"] for one in begun.json()["encounter"]["combatants"] if one["id"] == "thug"] == [left]
    assert (await gm.post(f"{path}/commands", {"type": "end"})).status_code == 200
    assert (await gm.get(f".../characters/{character['id']}")).json()["sheet"]["health"] == left


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


STAGES = {
    "ultra": {"type": "ultra.injure", "target": "hero", "amount": 1},
    "uttas": {"type": "adjust", "actor": "hero", "health": -4},
    "supers": {"type": "adjust", "actor": "hero", "hero_points": 1},
}
"""What leaves something on a character."""


async def a_hurt_hero(client: httpx.AsyncClient, system: str) -> tuple[Person, dict[str, Any], str]:
    _, gm = await found(client, system=system)
    hero = await gm.character("Mara", sheet=SYSTEMS[system].example_sheets[0].model_dump(mode="json"))
    path = f".../encounters/{(await gm.post('.../encounters', {'name': 'The cabin'})).json()['id']}"
    order = {"order": ["hero", "foe"]} if system == "ultra" else {}
    join = {"type": "join", "side": "guests", "id": "hero", "character_id": hero["id"]}
    foe = {"type": "join", "side": "house", "id": "foe", "sheet": hero["sheet"]}
    for body in (join, foe, {"type": "start", **order}, STAGES[system]):
        sent = await gm.post(f"{path}/commands", body)
        assert sent.status_code == 200, sent.text
    return gm, hero, path


async def sheet_of(gm: Person, hero: dict[str, Any]) -> Any:
    return (await gm.get(f".../characters/{hero['id']}")).json()["sheet"]


@pytest.mark.parametrize("way", [{"type": "end"}, {"type": "leave", "actor": "hero"}], ids=["end", "leave"])
@pytest.mark.parametrize("system", STAGES)
async def test_undo_and_redo_go_back_and_forth_whatever_is_written_of_a_character(
    client: httpx.AsyncClient, system: str, way: dict[str, str]
) -> None:
    gm, hero, path = await a_hurt_hero(client, system)
    assert (await gm.post(f"{path}/commands", way)).status_code == 200
    left = await sheet_of(gm, hero)
    assert left != hero["sheet"]
    base, any_ = f".../characters/{hero['id']}", {"If-Match": "*"}
    for turn in range(3):
        assert (await gm.patch(base, {"notes": f"Seen {turn} times."}, headers=any_)).status_code == 200
        undone = await gm.post(f"{path}/undo")
        assert undone.status_code == 200, undone.text
        assert await sheet_of(gm, hero) == hero["sheet"]
        assert (await gm.patch(base, {"notes": f"Back {turn} times."}, headers=any_)).status_code == 200
        assert (await gm.post(f"{path}/redo")).status_code == 200
        assert await sheet_of(gm, hero) == left


async def test_undo_takes_back_what_the_fight_left_and_nothing_else(client: httpx.AsyncClient) -> None:
    gm, hero, path = await a_hurt_hero(client, "uttas")
    await gm.post(f"{path}/commands", {"type": "end"})
    left = await sheet_of(gm, hero)
    body = hero["sheet"]["body"] + 1
    patched = await gm.patch(f".../characters/{hero['id']}", {"sheet": {"body": body}}, headers={"If-Match": "*"})
    assert patched.status_code == 200, patched.text
    assert (await gm.post(f"{path}/undo")).status_code == 200
    whole = {"health": hero["sheet"]["health_max"], "stamina": hero["sheet"]["stamina_max"]}
    assert await sheet_of(gm, hero) == hero["sheet"] | {"body": body} | whole
    assert (await gm.post(f"{path}/redo")).status_code == 200
    assert await sheet_of(gm, hero) == left | {"body": body}


async def test_redo_finds_what_was_left_behind_any_number_of_revisions(client: httpx.AsyncClient) -> None:
    gm, hero, path = await a_hurt_hero(client, "uttas")
    await gm.post(f"{path}/commands", {"type": "end"})
    left = await sheet_of(gm, hero)
    assert (await gm.post(f"{path}/undo")).status_code == 200
    for number in range(51):
        noted = {"notes": f"{number}"}
        assert (await gm.patch(f".../characters/{hero['id']}", noted, headers={"If-Match": "*"})).status_code == 200
    assert (await gm.post(f"{path}/redo")).status_code == 200
    assert await sheet_of(gm, hero) == left


async def test_undo_leaves_alone_who_was_hurt_after_a_fight_that_left_nothing(client: httpx.AsyncClient) -> None:
    gm, _, hero, path = await a_fight(client)
    await gm.post(f"{path}/commands", {"type": "end"})
    assert (await gm.post(f".../characters/{hero['id']}/damage", {"amount": 1})).status_code == 200
    refused(await gm.post(f"{path}/undo"), 409, "character_changed")
    assert (await gm.post(f".../characters/{hero['id']}/heal", {"amount": 1})).status_code == 200
    assert (await gm.post(f"{path}/undo")).status_code == 200


async def test_groups_of_one_name_are_numbered_on_by_what_the_table_sees(client: httpx.AsyncClient) -> None:
    _, gm = await found(client)
    path = f".../encounters/{(await gm.post('.../encounters', {'name': 'The toll bridge'})).json()['id']}"
    mob = {"type": "join", "side": "mob", "name": "Mob", "count": 2, "sheet": SHEET}
    for hidden in (False, False, True, False):
        joined = await gm.post(f"{path}/commands", mob | {"hidden": hidden})
        assert joined.status_code == 200, joined.text
    names = [(one["name"], one["hidden"]) for one in joined.json()["encounter"]["combatants"]]
    assert names[:4] == [("Mob 1", False), ("Mob 2", False), ("Mob 3", False), ("Mob 4", False)]
    assert names[4:] == [("Mob 5", True), ("Mob 6", True), ("Mob 5", False), ("Mob 6", False)]


async def by_name(person: Person, path: str, name: str = "Mara") -> dict[str, Any]:
    """The combatant as this person sees it."""
    return next(one for one in (await person.get(path)).json()["combatants"] if one["name"] == name)


async def change(gm: Person, hero: dict[str, Any], **fields: Any) -> None:
    changed = await gm.patch(f".../characters/{hero['id']}", fields, headers={"If-Match": "*"})
    assert changed.status_code == 200, changed.text


async def test_who_may_no_longer_read_a_character_reads_its_state_no_more(
    client: httpx.AsyncClient, clock: HandClock
) -> None:
    gm, player, hero, path = await a_fight(client)
    other = await admit(gm, "player", "Bear")
    assert "state" in await by_name(other, path)
    seen = (await other.get(path)).headers["etag"]
    clock.forward(seconds=1)
    await change(gm, hero, visibility="owner")
    assert "state" not in await by_name(other, path)
    assert "state" in await by_name(player, path)
    assert (await other.get(path, headers={"If-None-Match": seen})).status_code == 200
    await change(gm, hero, visibility="gm")
    assert "state" not in await by_name(player, path)
    assert "state" in await by_name(gm, path)


async def test_what_the_fight_says_of_a_character_already_is_no_news_there(client: httpx.AsyncClient) -> None:
    gm, _, hero, path = await a_fight(client)
    edit = {"type": "edit_combatant", "actor": (await by_name(gm, path))["id"], "visibility": "gm"}
    assert (await gm.post(f"{path}/commands", edit)).status_code == 200
    before = (await gm.get(path)).json()
    await change(gm, hero, visibility="gm")
    assert (await gm.get(path)).json() == before


async def test_neither_undo_nor_redo_brings_back_who_might_read_a_character(
    client: httpx.AsyncClient, clock: HandClock
) -> None:
    gm, _, hero, path = await a_fight(client)
    other = await admit(gm, "player", "Bear")
    actor = (await by_name(gm, path))["id"]
    for body in (
        {"type": "ultra.injure", "target": actor, "amount": 1},
        {"type": "edit_combatant", "actor": actor, "visibility": "table", "side": "lost"},
    ):
        clock.forward(seconds=1)
        await change(gm, hero, visibility="table")
        clock.forward(seconds=1)
        assert (await gm.post(f"{path}/commands", body)).status_code == 200
        clock.forward(seconds=1)
        await change(gm, hero, visibility="owner")
        clock.forward(seconds=1)
        assert (await gm.post(f"{path}/undo")).status_code == 200, body
        assert "state" not in await by_name(other, path), body
        assert (await gm.post(f"{path}/redo")).status_code == 200, body
        assert all("state" not in one for one in (await other.get(path)).json()["combatants"] if one["id"] == actor)
        assert (await gm.post(f"{path}/undo")).status_code == 200, body


async def test_undo_knows_who_may_read_a_character_however_often_it_has_changed(
    client: httpx.AsyncClient, clock: HandClock
) -> None:
    gm, player, hero, path = await a_fight(client)
    heir, other = await admit(gm, "player", "Heir"), await admit(gm, "player", "Bear")
    actor = (await by_name(gm, path))["id"]
    await gm.post(f"{path}/commands", {"type": "ultra.injure", "target": actor, "amount": 1})
    clock.forward(seconds=1)
    await change(gm, hero, visibility="owner")
    for number in range(201):
        await change(gm, hero, notes=f"Note {number}")
    await change(gm, hero, owner_member_id=heir.member_id)
    assert (await gm.post(f"{path}/undo")).status_code == 200
    assert ["state" in await by_name(one, path) for one in (heir, other, player)] == [True, False, False]


async def test_undo_still_takes_back_who_may_read_whom_in_this_fight(
    client: httpx.AsyncClient, clock: HandClock
) -> None:
    gm, _, _, path = await a_fight(client)
    other = await admit(gm, "player", "Bear")
    actor = (await by_name(gm, path))["id"]
    clock.forward(seconds=1)
    await gm.post(f"{path}/commands", {"type": "edit_combatant", "actor": actor, "visibility": "owner"})
    assert "state" not in await by_name(other, path)
    await gm.post(f"{path}/undo")
    assert "state" in await by_name(other, path)
    await gm.post(f"{path}/redo")
    assert "state" not in await by_name(other, path)


async def test_a_new_owner_plays_at_once_and_the_old_one_no_longer(client: httpx.AsyncClient) -> None:
    gm, player, hero, path = await a_fight(client)
    other = await admit(gm, "player", "Bear")
    actor = (await by_name(gm, path))["id"]
    await change(gm, hero, owner_member_id=other.member_id)
    assert (await by_name(other, path))["owner_member_id"] == other.member_id
    assert actor in {one["actor"] for one in (await other.get(f"{path}/legal")).json()["commands"]}
    assert actor not in {one["actor"] for one in (await player.get(f"{path}/legal")).json()["commands"]}
    end = {"type": "end_turn", "actor": actor}
    refused(await player.post(f"{path}/commands", end), 403, "not_yours")
    assert (await other.post(f"{path}/commands", end)).status_code == 200
    await change(gm, hero, owner_member_id=None)
    assert "owner_member_id" not in await by_name(gm, path)


async def test_a_new_owner_is_known_before_it_starts_too(client: httpx.AsyncClient) -> None:
    _, gm = await found(client, system="ultra")
    player, other = await admit(gm, "player", "Willow"), await admit(gm, "player", "Bear")
    hero = await player.character("Mara", sheet=SYSTEMS["ultra"].example_sheets[0].model_dump(mode="json"))
    path = f".../encounters/{(await gm.post('.../encounters', {'name': 'x', 'kind': 'scene'})).json()['id']}"
    await gm.post(f"{path}/commands", {"type": "join", "side": "guests", "character_id": hero["id"]})
    await change(gm, hero, owner_member_id=other.member_id)
    assert (await by_name(gm, path))["owner_member_id"] == other.member_id
    # A player changes what is theirs, in an encounter that they don't know of.
    mine = await other.patch(f".../characters/{hero['id']}", {"visibility": "owner"}, headers={"If-Match": "*"})
    assert mine.status_code == 200
    assert (await by_name(gm, path))["visibility"] == "owner"
    removed = await gm.delete(f".../characters/{hero['id']}", headers={"If-Match": "*"})
    assert removed.status_code == 204
    actor = (await by_name(gm, path))["id"]
    started = await gm.post(f"{path}/commands", {"type": "start", "order": [actor]})
    assert started.status_code == 200
    assert (await gm.post(f"{path}/commands", {"type": "end"})).status_code == 200


# What of a sheet no fight moves, and what does.
CHANGES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "ultra": ({"injury_max": 9}, {"injuries": 1}),
    "uttas": ({"health_max": 90, "speed": 4}, {"health": 1}),
    "supers": ({"power_level": 12}, {"hero_points": 3}),
}


@pytest.mark.parametrize("system", CHANGES)
async def test_all_but_the_state_changes_while_it_runs_and_stays_when_it_ends(
    client: httpx.AsyncClient, clock: HandClock, system: str
) -> None:
    rest, state = CHANGES[system]
    _, gm = await found(client, system=system)
    player = await admit(gm, "player", "Willow")
    sheets = [sheet.model_dump(mode="json") for sheet in SYSTEMS[system].example_sheets]
    hero = await player.character("Mara", sheet=sheets[0])
    path = f".../encounters/{(await gm.post('.../encounters', {'name': 'x', 'kind': 'fight'})).json()['id']}"
    await gm.post(f"{path}/commands", {"type": "join", "side": "guests", "character_id": hero["id"]})
    joined = await gm.post(f"{path}/commands", {"type": "join", "side": "house", "sheet": sheets[1]})
    all_ = [one["id"] for one in joined.json()["encounter"]["combatants"]]
    actor = all_[0]
    started = await gm.post(f"{path}/commands", {"type": "start"} | ({"order": all_} if system == "ultra" else {}))
    assert started.status_code == 200, started.text
    clock.forward(seconds=1)
    base, any_ = f".../characters/{hero['id']}", {"If-Match": "*"}
    problem = refused(await gm.patch(base, {"sheet": state}, headers=any_), 409, "in_encounter")
    assert problem["encounter_id"] == path.rpartition("/")[2]
    refused(await gm.patch(base, {"sheet": rest | state}, headers=any_), 409, "in_encounter")
    before = (await gm.get(path)).json()["version"]
    await change(gm, hero, sheet=rest, name="Mara Quill", notes="Limps.")
    assert (await gm.get(path)).json()["version"] == before
    edit = {"type": "edit_combatant", "actor": actor, "refresh": True}
    refreshed = await gm.post(f"{path}/commands", edit)
    assert refreshed.status_code == 200, refreshed.text
    assert refreshed.json()["encounter"]["combatants"][0]["name"] == "Mara Quill"
    clock.forward(seconds=1)
    assert (await gm.post(f"{path}/commands", {"type": "end"})).status_code == 200
    sheet = (await gm.get(base)).json()["sheet"]
    assert {name: sheet[name] for name in rest} == rest


async def test_smaller_maxima_hold_what_the_fight_gives_back(client: httpx.AsyncClient, clock: HandClock) -> None:
    gm, _, hero, path = await a_fight(client)
    await injure(gm, path, hero, 2)
    clock.forward(seconds=1)
    await change(gm, hero, sheet={"injury_max": 1})
    assert (await gm.post(f"{path}/commands", {"type": "end"})).status_code == 200
    after = (await gm.get(f".../characters/{hero['id']}")).json()["sheet"]
    assert (after["injuries"], after["injury_max"]) == (1, 1)


async def test_a_character_comes_once_and_the_refusal_says_which(client: httpx.AsyncClient) -> None:
    gm, _, hero, path = await a_fight(client)
    body = {"type": "join", "side": "guests", "character_id": hero["id"]}
    assert "already" in refused(await gm.post(f"{path}/commands", body), 409, "duplicate")["detail"]
    other = f".../encounters/{(await gm.post('.../encounters', {'name': 'x', 'kind': 'scene'})).json()['id']}"
    assert "`count`" in refused(await gm.post(f"{other}/commands", body | {"count": 2}), 409, "duplicate")["detail"]
    joined = await gm.post(f"{other}/commands", body)
    start = {"type": "start", "order": [joined.json()["encounter"]["combatants"][0]["id"]]}
    problem = refused(await gm.post(f"{other}/commands", start), 409, "in_encounter")
    assert problem["character_id"] == hero["id"]
    assert problem["detail"].startswith("Mara is in another encounter")


async def test_an_encounter_that_has_followed_a_character_travels(client: httpx.AsyncClient) -> None:
    gm, _, hero, _ = await a_fight(client)
    await change(gm, hero, visibility="owner")
    document = (await gm.get(".../export")).json()
    imported = await client.post("/v1/campaigns/import", json=document)
    assert imported.status_code == 201, imported.text


async def write_sheet(database: str, character_id: str, sheet: dict[str, Any]) -> None:
    """Into the row itself, as another version may have left it."""
    if is_sqlite(database):
        with contextlib.closing(sqlite3.connect(sqlite_path(database))) as file:
            file.execute("UPDATE character SET sheet = ? WHERE id = ?", (json.dumps(sheet), character_id))
            file.execute(
                "UPDATE character_revision SET sheet = ? WHERE character_id = ?", (json.dumps(sheet), character_id)
            )
            file.commit()
        return
    server = await asyncpg.connect(database)
    try:
        for table, key in (("character", "id"), ("character_revision", "character_id")):
            await server.execute(f"UPDATE {table} SET sheet = $1 WHERE {key} = $2", json.dumps(sheet), character_id)
    finally:
        await server.close()


async def test_a_sheet_past_its_bounds_keeps_nobody_from_their_characters(
    client: httpx.AsyncClient, database: str
) -> None:
    _, gm = await found(client, system="supers")
    made = await gm.character("Brace", sheet={})
    borne = [{"id": f"c{number}", "key": "dazed"} for number in range(101)]
    await write_sheet(database, made["id"], {**made["sheet"], "state": {"conditions": borne}})
    path = f".../characters/{made['id']}"
    for read in (path, ".../characters", f"{path}/revisions", f"{path}/export", ".../export"):
        answer = await gm.get(read)
        assert answer.status_code == 200, answer.text
    assert len((await gm.get(path)).json()["sheet"]["state"]["conditions"]) == 100
    changed = await gm.patch(path, {"sheet": {"hero_points": 3}}, headers={"If-Match": "*"})
    assert changed.status_code == 200, changed.text
    restored = await gm.post(f"{path}/restore", {"revision": 1}, headers={"If-Match": "*"})
    assert restored.status_code == 200, restored.text
