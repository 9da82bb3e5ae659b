"""What a character was: every change with who, when and what, and the way back."""

from typing import Any

import httpx
import pytest

from app.rules.catalog import SYSTEMS
from tests.api.conftest import Company, HandClock, found, refused

pytestmark = pytest.mark.anyio

ANY = {"If-Match": "*"}


async def _revisions(company: Company, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await company.gm.get(f"{path}/revisions")).json()["items"]
    return found


async def test_every_change_tells_who_when_and_what(company: Company, clock: HandClock) -> None:
    made = await company.player.character()
    path = f".../characters/{made['id']}"
    skills = [{"id": "stealth", "dice": 4}, {"id": "charm", "dice": 2}]
    clock.forward(minutes=1)
    await company.player.patch(path, {"sheet": {"body": 12, "skills": skills}}, headers=ANY)
    clock.forward(minutes=1)
    fewer = [{"id": "stealth", "dice": 5}]
    await company.gm.patch(path, {"name": "Thug", "sheet": {"skills": fewer}}, headers=ANY)
    clock.forward(minutes=1)
    await company.gm.acting_as(company.player).patch(path, {"notes": "Tall."}, headers=ANY)
    told = await _revisions(company, path)
    assert [(one["revision"], one["action"], one["at"][14:16]) for one in told] == [
        (4, "changed", "03"),
        (3, "changed", "02"),
        (2, "changed", "01"),
        (1, "created", "00"),
    ]
    player, gm = company.player.member_id, company.gm.member_id
    who = [(one["member_id"], one["by_member_id"]) for one in told]
    assert who == [(player, gm), (gm, None), (player, None), (player, None)]
    charm = {"id": "charm", "dice": 2, "key": None, "ranks": 0, "minutes": 0, "rounds": 0, "tags": []}
    assert told[1]["changes"] == [
        {"pointer": "/name", "before": "Willow", "after": "Thug"},
        {"pointer": "/sheet/skills/0/dice", "before": 4, "after": 5},
        {"pointer": "/sheet/skills/1", "before": charm, "after": None},
    ]
    assert [change["pointer"] for change in told[2]["changes"]] == ["/sheet/body", "/sheet/skills/0", "/sheet/skills/1"]
    assert told[3]["changes"] == []
    assert (await company.player.get(f"{path}/revisions")).json()["items"] == told


@pytest.mark.parametrize("key", SYSTEMS)
async def test_what_was_comes_back_exactly_as_a_new_revision(client: httpx.AsyncClient, key: str) -> None:
    _, gm = await found(client, system=key)
    sheets = [sheet.model_dump(mode="json") for sheet in SYSTEMS[key].example_sheets[:3]]
    made = await gm.character("First", sheet=sheets[0], notes="One.", private_notes="Kept.")
    path = f".../characters/{made['id']}"
    for number, sheet in enumerate(sheets[1:], 2):
        whole = {"name": f"Number {number}", "kind": "npc", "sheet": sheet, "private_notes": "Kept."}
        assert (await gm.put(path, whole, headers=ANY)).status_code == 200
    restored = await gm.post(f"{path}/restore", {"revision": 1})
    assert (restored.status_code, restored.headers["etag"]) == (200, f'"{len(sheets) + 1}"')
    fields = ("name", "kind", "sheet", "notes", "private_notes", "derived", "audit")
    assert {name: restored.json()[name] for name in fields} == {name: made[name] for name in fields}
    told = (await gm.get(f"{path}/revisions")).json()["items"]
    assert [one["action"] for one in told] == ["restored", *["changed"] * (len(sheets) - 1), "created"]
    assert told[0]["restored"] == told[-1]["id"]
    assert (await gm.post(f"{path}/restore", {"revision": 2})).json()["sheet"] == sheets[1]


async def test_owner_sight_references_and_waivers_stay_when_the_rest_comes_back(company: Company) -> None:
    path = f".../characters/{(await company.player.character())['id']}"
    refs = [{"app": "foundry", "id": "actor-1"}]
    now = {"visibility": "owner", "external_refs": refs, "waivers": [{"code": "past_limit"}], "private_notes": "Owes."}
    await company.gm.patch(path, now | {"name": "Thug", "notes": "Tall."}, headers=ANY)
    changed = (await company.gm.get(path)).json()
    restored = (await company.player.post(f"{path}/restore", {"revision": 1})).json()
    assert restored == changed | {"name": "Willow", "notes": None, "version": 3}


async def test_the_way_back_may_be_bound_to_a_version(company: Company) -> None:
    path = f".../characters/{(await company.player.character())['id']}"
    await company.player.patch(path, {"name": "Thug"}, headers=ANY)
    stale = await company.player.post(f"{path}/restore", {"revision": 1}, headers={"If-Match": '"1"'})
    assert refused(stale, 412, "stale_version")["current_version"] == 2
    back = await company.player.post(f"{path}/restore", {"revision": 1}, headers={"If-Match": '"2"'})
    assert back.json()["name"] == "Willow"
    again = await company.player.post(f"{path}/restore", {"revision": 1})
    assert (again.status_code, again.headers["etag"]) == (200, '"3"')


async def test_only_what_was_comes_back(company: Company) -> None:
    path = f".../characters/{(await company.player.character())['id']}"
    other = f".../characters/{(await company.gm.character())['id']}"
    await company.gm.patch(other, {"name": "Thug"}, headers=ANY)
    refused(await company.player.post(f"{path}/restore", {"revision": 2}), 404, "not_found")
    missing = refused(await company.player.post(f"{path}/restore", {"revision": 2**31 - 1}), 404, "not_found")
    assert "the newest is 1" in missing["detail"]
    for body in ({}, {"revision": 0}, {"revision": 2**31}, {"revision": "1"}, {"revision": 1, "name": "x"}):
        refused(await company.player.post(f"{path}/restore", body), 422, "invalid_request")


async def test_a_character_is_found_by_what_another_app_calls_them(company: Company) -> None:
    refs = [{"app": "foundry", "id": "actor:7"}]
    made = await company.player.character(external_refs=refs)
    hidden = await company.gm.character("Arsonist", external_refs=[{"app": "foundry", "id": "8"}])
    path = ".../characters/foundry:actor:7"
    assert (await company.player.get(path)).json()["id"] == made["id"]
    await company.player.patch(path, {"name": "Willow the Quiet"}, headers=ANY)
    assert [one["revision"] for one in await _revisions(company, path)] == [2, 1]
    back = await company.player.post(f"{path}/restore", {"revision": 1})
    assert (back.json()["id"], back.json()["name"]) == (made["id"], "Willow")
    rolled = await company.player.roll("1d6+@body", character_id="foundry:actor:7")
    assert rolled["character_id"] == made["id"]
    refused(await company.player.post(f"{path}/heal", {"kind": "first_aid", "by": "foundry:8"}), 404, "not_found")
    for nobody in ("foundry:8", "foundry:9", "foundry:", ":7", "foundry:%00", "x" * 300 + ":7"):
        refused(await company.player.get(f".../characters/{nobody}"), 404, "not_found")
    assert (await company.gm.get(".../characters/foundry:8")).json()["id"] == hidden["id"]


async def test_what_breaks_the_rules_of_the_table_does_not_come_back(client: httpx.AsyncClient) -> None:
    _, gm = await found(client, system="supers")
    path = f".../characters/{(await gm.character(sheet={'abilities': {'strength': 30}}))['id']}"
    await gm.patch(path, {"sheet": {"abilities": {"strength": 3}}}, headers=ANY)
    await gm.patch("...", {"options": {"enforce_build": True}}, headers=ANY)
    refused(await gm.post(f"{path}/restore", {"revision": 1}), 409, "build_refused")


async def test_revisions_come_in_parts(company: Company) -> None:
    path = f".../characters/{(await company.player.character())['id']}"
    for number in range(12):
        await company.player.patch(path, {"notes": str(number)}, headers=ANY)
    seen, query = [], "?limit=5"
    while query:
        part = (await company.player.get(f"{path}/revisions{query}")).json()
        seen += [one["revision"] for one in part["items"]]
        query = f"?limit=5&cursor={part['next_cursor']}" if part["next_cursor"] else ""
    assert seen == list(range(13, 0, -1))


async def test_where_all_is_different_the_whole_is_told(client: httpx.AsyncClient) -> None:
    _, gm = await found(client, system="ultra")
    traits = [{f"trait {place}": value for place in range(100)} for value in (3, 4)]
    advantages = [{f"domain {place}": value for place in range(50)} for value in (1, 2)]
    tricks = [
        [{"key": f"t{place}", "name": f"T {value}", "min": 1, "max": value} for place in range(50)] for value in (1, 2)
    ]
    sheets = [
        {"traits": trait, "advantage": advantage, "tricks": own}
        for trait, advantage, own in zip(traits, advantages, tricks, strict=True)
    ]
    path = f".../characters/{(await gm.character(sheet=sheets[0]))['id']}"
    changed = await gm.patch(path, {"sheet": sheets[1]}, headers=ANY)
    assert changed.status_code == 200, changed.text
    told = (await gm.get(f"{path}/revisions")).json()["items"][0]["changes"]
    assert [change["pointer"] for change in told] == ["/sheet"]
    assert told[0]["after"] == changed.json()["sheet"]
