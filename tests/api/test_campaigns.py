"""Campaigns: starting, reading, changing by merge patch, putting away, taking back, removing for good."""

import asyncio
from typing import Any

import httpx
import pytest

from app.services.options import OPTIONS
from tests.api.conftest import Company, HandClock, Person, found, refused, stored

pytestmark = pytest.mark.anyio

ANY = {"If-Match": "*"}
PHYSICAL = {
    "option": "physical_dice",
    "usual": "all",
    "changes": "Who may enter the faces of real dice: everybody who rolls, only the game master, or nobody.",
}
NEW: dict[str, Any] = {"name": "The Warehouse Fire", "system": "uttas"}


async def test_a_new_campaign_comes_with_its_gm_and_their_token(client: httpx.AsyncClient) -> None:
    refs = [{"app": "foundry", "id": "world-7"}]
    sent = NEW | {"description": "Sundays.\nBring dice.", "options": {"physical_dice": "gm"}, "external_refs": refs}
    answer = await client.post("/v1/campaigns", json=sent)
    made = answer.json()
    gm = Person(client, made.pop("token"), made.pop("member")["id"], made["id"])
    usual = OPTIONS["uttas"]().model_dump(mode="json")
    assert answer.status_code == 201
    assert (answer.headers["location"], answer.headers["etag"]) == (f"/v1/campaigns/{made['id']}", '"1"')
    assert made == sent | {
        "id": made["id"],
        "options": usual | {"physical_dice": "gm"},
        "house_rules": [PHYSICAL | {"value": "gm"}],
        "archived": False,
        "version": 1,
        "clock": 0,
        "created_at": "2027-01-01T12:00:00Z",
        "updated_at": "2027-01-01T12:00:00Z",
    }
    assert (await gm.get("...")).json() == (await gm.get("/v1/campaigns/current")).json() == made
    assert (await gm.get("/v1/me")).json()["role"] == "gm"


async def test_what_is_left_out_has_its_default(client: httpx.AsyncClient) -> None:
    made, _ = await found(client)
    assert (made["description"], made["house_rules"], made["external_refs"]) == (None, [], [])
    assert made["options"] == OPTIONS["uttas"]().model_dump(mode="json")


WRONG = {
    "no name": ({"system": "ultra"}, "/name"),
    "null name": ({"name": None, "system": "ultra"}, "/name"),
    "empty name": ({"name": "", "system": "ultra"}, "/name"),
    "blank name": ({"name": " \t", "system": "ultra"}, "/name"),
    "invisible name": ({"name": "\u200b\u2060", "system": "ultra"}, "/name"),
    "long name": ({"name": "x" * 81, "system": "ultra"}, "/name"),
    "name of two lines": ({"name": "a\nb", "system": "ultra"}, "/name"),
    "name that turns round": ({"name": "a\u202eb", "system": "ultra"}, "/name"),
    "name that grows past 80": ({"name": "\u0958" * 80, "system": "ultra"}, "/name"),
    "number as name": ({"name": 5, "system": "ultra"}, "/name"),
    "unknown system": (NEW | {"system": "gurps"}, "/system"),
    "unknown field": (NEW | {"colour": "red"}, "/colour"),
    "unknown option": (NEW | {"options": {"fumbles": True}}, "/options/fumbles"),
    "unknown value of an option": (NEW | {"options": {"physical_dice": "some"}}, "/options/physical_dice"),
    "null as options": (NEW | {"options": None}, "/options"),
    "long description": (NEW | {"description": "x" * 2001}, "/description"),
    "description that grows past 2000": (NEW | {"description": "\u0958" * 2000}, "/description"),
    "description with a bell": (NEW | {"description": "\a"}, "/description"),
    "reference with a space": (NEW | {"external_refs": [{"app": "a", "id": "b c"}]}, "/external_refs/0/id"),
    "long app": (NEW | {"external_refs": [{"app": "a" * 41, "id": "b"}]}, "/external_refs/0/app"),
    "long reference": (NEW | {"external_refs": [{"app": "a", "id": "b" * 201}]}, "/external_refs/0/id"),
    "a list": ([NEW], ""),
    "nothing": (None, ""),
}


async def test_what_is_wrong_is_named(client: httpx.AsyncClient) -> None:
    named = {}
    for case, (body, _) in WRONG.items():
        problem = refused(await client.post("/v1/campaigns", json=body), 422, "invalid_request")
        named[case] = [error["pointer"] for error in problem["errors"]]
    assert named == {case: [pointer] for case, (_, pointer) in WRONG.items()}


async def test_names_are_kept_composed_and_long_references_whole(company: Company) -> None:
    refs = [{"app": "a" * 40, "id": "b" * 200}]
    change = {"name": "Cafe\u0301", "description": "a\tb\nc", "external_refs": refs}
    changed = (await company.gm.patch("...", change, headers=ANY)).json()
    assert (changed["name"], changed["description"], changed["external_refs"]) == ("Café", "a\tb\nc", refs)
    assert (await company.observer.get("...")).json() == changed


class TestMergePatch:
    @pytest.mark.parametrize(
        ("change", "becomes"),
        [
            ({"name": "Fog"}, {"name": "Fog"}),
            ({"description": None}, {"description": None}),
            ({"options": {"physical_dice": "off"}}, {"house_rules": [PHYSICAL | {"value": "off"}]}),
            ({"options": {"physical_dice": None}}, {"house_rules": []}),
            ({"external_refs": []}, {"external_refs": []}),
        ],
        ids=str,
    )
    async def test_only_what_is_named_changes(self, client: httpx.AsyncClient, clock: HandClock, change, becomes):
        _, gm = await found(
            client, description="Old", options={"physical_dice": "gm"}, external_refs=[{"app": "a", "id": "b"}]
        )
        before = (await gm.get("...")).json()
        clock.forward(hours=1)
        changed = await gm.patch("...", change, headers={"If-Match": '"1"'})
        chosen = change.get("options", {"physical_dice": "gm"})["physical_dice"] or "all"
        becomes |= {"options": before["options"] | {"physical_dice": chosen}}
        assert changed.json() == before | becomes | {"version": 2, "updated_at": "2027-01-01T13:00:00Z"}
        assert changed.headers["etag"] == '"2"'
        assert (await gm.get("...")).json() == changed.json()

    @pytest.mark.parametrize("change", [{}, {"options": {}}, {"name": "The Long Night"}, {"archived": False}], ids=str)
    async def test_a_change_of_nothing_is_no_new_version(self, company: Company, clock: HandClock, change) -> None:
        before = await company.gm.get("...")
        clock.forward(hours=1)
        after = await company.gm.patch("...", change, headers=ANY)
        assert (after.content, after.headers["etag"]) == (before.content, before.headers["etag"])

    async def test_what_is_required_can_not_be_cleared(self, company: Company) -> None:
        before = await company.gm.get("...")
        for field in ("name", "options", "external_refs", "archived"):
            refused(await company.gm.patch("...", {field: None}, headers=ANY), 422, "invalid_request")
        assert (await company.gm.get("...")).content == before.content

    async def test_every_media_type_of_json_is_read(self, company: Company) -> None:
        for media_type in ("application/json", "application/merge-patch+json", "Application/JSON; charset=utf-8"):
            answer = await company.gm.ask(
                "PATCH", "...", content=b'{"name":"Fog"}', headers=ANY | {"Content-Type": media_type}
            )
            assert answer.json()["name"] == "Fog"


class TestArchive:
    async def test_an_archived_campaign_is_read_and_not_written(self, company: Company) -> None:
        gm, player = company.gm, company.player
        roll = await player.roll(visibility="gm")
        code = (await gm.post(".../invites", {"role": "player"})).json()["code"]
        archived = await gm.delete("...", headers={"If-Match": '"1"'})
        assert (archived.status_code, archived.json()["archived"], archived.headers["etag"]) == (200, True, '"2"')
        writes = [
            await player.post(".../rolls", {"notation": "d6"}),
            await player.post(".../rolls", {"notation": "d6", "faces": [4]}),
            await gm.post(f".../rolls/{roll['id']}/reveal"),
            await gm.patch(f".../members/{player.member_id}", {"display_name": "Thug"}),
            await gm.delete(f".../members/{player.member_id}"),
            await gm.post(".../invites", {"role": "player"}),
            await player.post(".../tokens", {"name": "Bot", "role": "player"}),
            await company.client.post(f"/v1/invites/{code}/accept", json={"display_name": "Thug"}),
            await gm.patch("...", {"name": "Fog"}, headers=ANY),
            await gm.patch("...", {"archived": True, "name": "Fog"}, headers=ANY),
            await gm.patch("...", {}, headers=ANY),
        ]
        for answer in writes:
            refused(answer, 409, "archived")
        for path in ("...", ".../rolls", ".../rolls/stats", f".../rolls/{roll['id']}", ".../members", "/v1/me"):
            assert (await player.get(path)).status_code == 200
        assert len((await gm.get(".../invites")).json()["items"]) == 4

    async def test_it_comes_back_by_a_patch(self, company: Company) -> None:
        await company.gm.delete("...", headers=ANY)
        back = await company.gm.patch("...", {"archived": False, "name": "Again"}, headers={"If-Match": '"2"'})
        assert (back.json()["archived"], back.json()["name"], back.headers["etag"]) == (False, "Again", '"3"')
        await company.player.roll()

    async def test_archiving_twice_is_archiving_once(self, company: Company) -> None:
        first = await company.gm.delete("...", headers=ANY)
        for again in (
            await company.gm.delete("...", headers=ANY),
            await company.gm.patch("...", {"archived": True}, headers=ANY),
        ):
            assert (again.status_code, again.content) == (200, first.content)

    async def test_a_stale_version_is_said_before_the_archive(self, company: Company) -> None:
        await company.gm.delete("...", headers=ANY)
        problem = refused(
            await company.gm.patch("...", {"name": "Fog"}, headers={"If-Match": '"1"'}), 412, "stale_version"
        )
        assert problem["current_version"] == 2

    async def test_keys_can_be_taken_back_all_the_same(self, company: Company) -> None:
        token = (await company.player.get("/v1/me")).json()["token"]["id"]
        invite = (await company.gm.post(".../invites", {"role": "player"})).json()["id"]
        await company.gm.delete("...", headers=ANY)
        assert (await company.gm.delete(f".../tokens/{token}")).status_code == 204
        assert (await company.gm.delete(f".../invites/{invite}")).status_code == 204
        refused(await company.player.get("..."), 401, "not_authenticated")


class TestPurge:
    async def test_nothing_is_left(self, company: Company, database: str) -> None:
        await company.player.post(".../rolls", {"notation": "d6"}, headers={"Idempotency-Key": "k"})
        await company.player.roll(visibility="gm", label="Ambush")
        code = (await company.gm.post(".../invites", {"role": "player"})).json()["code"]
        purged = await company.gm.delete("...?purge=true", headers=ANY)
        assert (purged.status_code, purged.content) == (204, b"")
        for person in (company.gm, company.player, company.observer):
            refused(await person.get("..."), 401, "not_authenticated")
        refused(await company.client.post(f"/v1/invites/{code}/accept", json={"display_name": "T"}), 404, "not_found")
        kept = {name: len(rows) for name, rows in (await stored(database)).items()}
        assert kept == dict.fromkeys(kept, 0)

    async def test_others_stay(self, company: Company) -> None:
        _, neighbour = await found(company.client)
        await neighbour.roll()
        await company.gm.delete("...?purge=true", headers=ANY)
        assert len((await neighbour.get(".../rolls")).json()["items"]) == 1

    async def test_it_needs_the_version_and_the_word(self, company: Company) -> None:
        refused(await company.gm.delete("...?purge=true"), 428, "version_required")
        refused(await company.gm.delete("...?purge=true", headers={"If-Match": '"9"'}), 412, "stale_version")
        refused(await company.gm.delete("...?purge=perhaps", headers=ANY), 422, "invalid_request")
        assert (await company.gm.get("...")).json()["archived"] is False

    async def test_an_archived_campaign_can_be_purged(self, company: Company) -> None:
        await company.gm.delete("...", headers=ANY)
        assert (await company.gm.delete("...?purge=true", headers={"If-Match": '"2"'})).status_code == 204


async def test_twenty_changes_from_one_version_make_one(company: Company) -> None:
    answers = await asyncio.gather(
        *(company.gm.patch("...", {"name": f"Night {n}"}, headers={"If-Match": '"1"'}) for n in range(20))
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [412] * 19
    assert (await company.gm.get("...")).json()["version"] == 2


async def test_a_list_holds_the_campaign_of_the_token(company: Company) -> None:
    await found(company.client)
    listed = (await company.player.get("/v1/campaigns?limit=1")).json()
    assert listed == {"items": [(await company.player.get("...")).json()], "next_cursor": None}
