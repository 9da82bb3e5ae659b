"""Export and import: what travels is all there again on the other side, and what should not travel stays behind."""

import copy
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.db.migrate import is_sqlite
from app.rules.catalog import SYSTEMS
from tests.api.conftest import SHEET, Company, HandClock, Person, admit, client_of, found, make_app, refused, stored
from tests.conftest import run_sql

pytestmark = pytest.mark.anyio

Document = dict[str, Any]
IMPORT = "/v1/campaigns/import"


async def play(company: Company) -> dict[str, Any]:
    """An evening that leaves something of everything; gives what the tests ask for by name."""
    gm, player, other = company.gm, company.player, company.other
    await gm.patch("...", {"options": {"grid": "hex"}, "description": "Fog."}, headers={"If-Match": "*"})
    await gm.patch("...", {"external_refs": [{"app": "foundry", "id": "world"}]}, headers={"If-Match": "*"})
    await gm.patch(
        f".../members/{player.member_id}", {"external_refs": [{"app": "discord", "id": "7"}]}, headers={"If-Match": "*"}
    )
    willow = await player.character("Willow", external_refs=[{"app": "foundry", "id": "willow"}], private_notes="Owes.")
    thug = await gm.character("Thug", waivers=[{"code": "budget", "note": "They are many."}])
    mine = f".../characters/{willow['id']}"
    await player.patch(mine, {"sheet": {"health_max": 25}}, headers={"If-Match": "*"})
    await player.patch(mine, {"name": "Willow the Quiet"}, headers={"If-Match": "*"})
    await player.post(f"{mine}/restore", {"revision": 1})
    await gm.patch(
        f".../characters/{thug['id']}",
        {"owner_member_id": other.member_id, "visibility": "owner"},
        headers={"If-Match": "*"},
    )
    public = await player.roll("4d6kh3", label="Strength", character_id=willow["id"])
    hidden = await player.roll("1d20", visibility="gm")
    blind = await player.roll("1d20", visibility="blind")
    own = await player.roll("1d20", visibility="self")
    await gm.post(f".../rolls/{hidden['id']}/reveal")
    for visibility in ("public", "gm", "self"):
        await player.post(".../checks", {"kind": "uttas.skill", "dice": 4, "dc": 12, "visibility": visibility})
    await gm.post(".../time", {"days": 1})
    leaver = await admit(gm, "player", "Leaver")
    await leaver.roll("2d6")
    await leaver.delete(f".../members/{leaver.member_id}")
    return {"willow": willow, "thug": thug, "public": public, "blind": blind, "own": own}


async def exported(gm: Person) -> Document:
    """The campaign as a document."""
    answer = await gm.get(".../export")
    assert answer.status_code == 200, answer.text
    document: Document = answer.json()
    return document


async def imported(client: httpx.AsyncClient, document: Document) -> Person:
    """The game master of the campaign that the document becomes."""
    answer = await client.post(IMPORT, json=document)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Person(client, made["token"], made["member"]["id"], made["id"])


def content(document: Document) -> Any:
    """What a document says apart from ids, the event of the import, and where the dice fell."""
    text = json.dumps(document)
    things = [document["campaign"], *document["members"], *document["characters"], *document["rolls"]]
    for place, thing in enumerate([*things, *document["checks"], *document["encounters"], *document["events"]]):
        text = text.replace(f'"{thing["id"]}"', f'"thing {place}"')
    told: Document = json.loads(text)
    for made in told["rolls"] + told["checks"]:
        made["source"] = "imported"
        made["open"] = False
    told["events"] = [event for event in told["events"] if event["type"] != "campaign.imported"]
    return told


@pytest.fixture
def elsewhere(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """An empty database of the other kind."""
    if is_sqlite(database):
        url: str = request.getfixturevalue("postgres_database")
        run_sql(url, "DELETE FROM campaign", "DELETE FROM answer")
        return url
    path = tmp_path / "elsewhere.db"
    shutil.copy(request.getfixturevalue("sqlite_template"), path)
    return f"sqlite:///{path}"


@asynccontextmanager
async def service(url: str, clock: HandClock) -> AsyncIterator[httpx.AsyncClient]:
    app = make_app(url, clock=clock)
    async with app.router.lifespan_context(app), client_of(app) as client:
        yield client


class TestCampaign:
    async def test_from_one_database_to_the_other_and_back_nothing_is_lost(
        self, elsewhere: str, company: Company, clock: HandClock
    ) -> None:
        await play(company)
        await company.gm.fight()
        first = await exported(company.gm)
        async with service(elsewhere, clock) as client:
            second = await exported(await imported(client, first))
        third = await exported(await imported(company.client, second))
        assert content(first) == content(second) == content(third)
        for part in ("members", "characters", "rolls", "checks", "encounters", "events"):
            assert first[part], part

    async def test_everything_has_an_id_of_its_own_and_is_whole(self, company: Company) -> None:
        played = await play(company)
        document = await exported(company.gm)
        gm = await imported(company.client, document)
        old = json.dumps(document)
        for path in ("...", ".../members", ".../characters", ".../rolls", ".../checks"):
            answer = await gm.get(path)
            for thing in answer.json().get("items", [answer.json()]):
                assert thing["id"] not in old
        willow = (await gm.get(".../characters?external_ref=foundry:willow")).json()["items"][0]
        revisions = (await gm.get(f".../characters/{willow['id']}/revisions")).json()["items"]
        assert [one["revision"] for one in revisions] == [5, 4, 3, 2, 1]
        assert revisions[1]["restored"] == revisions[-1]["id"]
        back = await gm.post(f".../characters/{willow['id']}/restore", {"revision": 2})
        assert back.json()["sheet"]["health_max"] == 25
        rolls = (await gm.get(".../rolls?limit=200")).json()["items"]
        assert [roll["text"] for roll in reversed(rolls)] == [roll["text"] for roll in document["rolls"]]
        assert rolls[-1]["character_id"] == willow["id"]
        assert played["own"]["id"] not in old

    async def test_the_dice_are_imported_and_count_in_no_statistics(self, company: Company) -> None:
        await play(company)
        gm = await imported(company.client, await exported(company.gm))
        for path in (".../rolls", ".../checks"):
            assert {made["source"] for made in (await gm.get(path)).json()["items"]} == {"imported"}
        assert (await gm.get(".../rolls/stats")).json()["dice"] == []
        await gm.roll("1d20")
        assert len((await gm.get(".../rolls/stats")).json()["dice"]) == 1

    async def test_members_come_back_by_invite_and_find_what_is_theirs(self, company: Company) -> None:
        await play(company)
        gm = await imported(company.client, await exported(company.gm))
        assert [token["member_id"] for token in (await gm.get(".../tokens")).json()["items"]] == [gm.member_id]
        member = (await gm.get(".../members?external_ref=discord:7")).json()["items"][0]
        code = (await gm.post(".../invites", {"role": "player", "member_id": member["id"]})).json()["code"]
        joined = (await company.client.post(f"/v1/invites/{code}/accept", json={})).json()
        player = Person(company.client, joined["token"], joined["id"], gm.campaign_id)
        (willow,) = (await player.get(".../characters")).json()["items"]
        assert willow["owner_member_id"] == player.member_id
        assert (await player.get(f".../characters/{willow['id']}")).json()["private_notes"] == "Owes."
        names = {one["display_name"] for one in (await gm.get(".../members")).json()["items"]}
        assert "Leaver" not in names

    async def test_what_is_a_players_alone_and_what_is_a_secret_of_the_server_stay_behind(
        self, company: Company
    ) -> None:
        played = await play(company)
        await company.gm.post(".../invites", {"role": "player"})
        document = await exported(company.gm)
        said = json.dumps(document)
        assert played["own"]["id"] not in said
        assert "self" not in {made["visibility"] for made in document["rolls"] + document["checks"]}
        assert played["blind"]["id"] in said
        assert not any(part in said for part in ("ump_", "tok_", "inv_", "digest"))

    async def test_a_repeat_makes_no_second_campaign(self, company: Company) -> None:
        document = await exported(company.gm)
        key = {"Idempotency-Key": "once"}
        first = await company.client.post(IMPORT, json=document, headers=key)
        again = await company.client.post(IMPORT, json=document, headers=key)
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.headers["idempotent-replayed"] == "true"
        assert first.json()["id"] == again.json()["id"]
        assert first.headers["location"] == f"/v1/campaigns/{first.json()['id']}"

    async def test_a_document_larger_than_other_bodies_is_read(self, company: Company) -> None:
        document = await exported(company.gm)
        record = await company.player.roll("900d6")
        document["rolls"] = [record | {"id": f"roll {place}"} for place in range(8)]
        body = json.dumps(document).encode()
        assert len(body) > 256 * 1024
        gm = await imported(company.client, document)
        assert len((await gm.get(".../rolls")).json()["items"]) == 8
        answer = await company.gm.ask(
            "POST", ".../characters/import", content=body, headers={"Content-Type": "application/json"}
        )
        refused(answer, 413, "body_too_large")


def _change(document: Document, path: str, value: Any) -> Document:
    changed = copy.deepcopy(document)
    *way, last = [int(part) if part.isdigit() else part for part in path.strip("/").split("/")]
    place: Any = changed
    for part in way:
        place = place[part]
    if isinstance(place, list) and last == len(place):
        place.append(value)
    else:
        place[last] = value
    return changed


FOREIGN = "mem_" + "0" * 26
WRONG: list[tuple[str, Any]] = [
    ("/format", "umpire.character"),
    ("/version", 3),
    ("/version", "1"),
    ("/token", "ump_gm_x"),
    ("/campaign/system", "chess"),
    ("/campaign/options/grid", "round"),
    ("/campaign/clock", -1),
    ("/campaign/created_at", "2026-11-29T19:30:00"),
    ("/campaign/name", "\u202eFog"),
    ("/members/0/role", "admin"),
    ("/members/0/id", ""),
    ("/members/1/token", "ump_gm_x"),
    ("/characters/0/owner_member_id", FOREIGN),
    ("/characters/0/sheet/speed", "fast"),
    ("/characters/0/sheet", {"traits": {"lore": 5}}),
    ("/characters/0/revisions/0/sheet/speed", "fast"),
    ("/characters/0/revisions/0/member_id", FOREIGN),
    ("/characters/0/revisions/1/version", 1),
    ("/characters/0/revisions/3/restored", 4),
    ("/characters/1/waivers/0/by_member_id", FOREIGN),
    ("/rolls/0/member_id", FOREIGN),
    ("/rolls/0/by_member_id", FOREIGN),
    ("/rolls/0/character_id", FOREIGN),
    ("/rolls/0/visibility", "secret"),
    ("/rolls/0/verified", True),
    ("/rolls/0/text", "x" * 301),
    ("/rolls/0/rolls", [{"total": "many"}]),
    ("/rolls/0/created_at", "0001-01-01T00:00:00Z"),
    ("/checks/0/member_id", FOREIGN),
    ("/checks/0/kind", "supers.check"),
    ("/checks/0/clock", 2**60),
    ("/events/0/type", "campaign"),
    ("/events/0/member_id", FOREIGN),
    ("/events/0/data", {"campaign_id": FOREIGN}),
    ("/events/0/audience", "everybody"),
]


class TestHostileCampaigns:
    async def test_what_is_wrong_is_named_and_nothing_is_kept(self, company: Company, database: str) -> None:
        await play(company)
        document = await exported(company.gm)
        before = await stored(database)
        for path, value in WRONG:
            problem = refused(
                await company.client.post(IMPORT, json=_change(document, path, value)), 422, "invalid_request"
            )
            pointers = [error["pointer"] for error in problem["errors"]]
            assert any(pointer.startswith(path) or path.startswith(pointer) for pointer in pointers), (path, problem)
            assert all(pointers), (path, problem)
        assert await stored(database) == before

    async def test_what_stands_twice(self, company: Company, database: str) -> None:
        await play(company)
        document = await exported(company.gm)
        before = await stored(database)
        for part in ("members", "characters", "rolls", "checks"):
            twice = copy.deepcopy(document)
            twice[part].append(twice[part][0])
            problem = refused(await company.client.post(IMPORT, json=twice), 422, "invalid_request")
            assert problem["errors"][0]["pointer"] == f"/{part}/{len(twice[part]) - 1}/id"
        for part in ("members", "characters"):
            twice = copy.deepcopy(document)
            for thing in twice[part][:2]:
                thing["external_refs"] = [{"app": "foundry", "id": "same"}]
            problem = refused(await company.client.post(IMPORT, json=twice), 422, "invalid_request")
            assert problem["errors"][0]["pointer"] == f"/{part}/1/external_refs"
        assert await stored(database) == before

    async def test_a_part_that_is_missing_or_something_else(self, company: Company) -> None:
        document = await exported(company.gm)
        for part in document:
            without = {name: value for name, value in document.items() if name != part}
            problem = refused(await company.client.post(IMPORT, json=without), 422, "invalid_request")
            assert problem["errors"][0]["pointer"] == f"/{part}"
            for value in (None, 7, "x", True):
                refused(await company.client.post(IMPORT, json=document | {part: value}), 422, "invalid_request")
        for part in ("members", "characters", "rolls", "checks", "encounters", "events"):
            item: Any
            for item in (None, 7, "x", [], {}):
                problem = refused(
                    await company.client.post(IMPORT, json=document | {part: [item]}), 422, "invalid_request"
                )
                assert problem["errors"][0]["pointer"].startswith(f"/{part}/0")
        for body in (b"", b"[]", b"7", b"null"):
            answer = await company.client.post(IMPORT, content=body, headers={"Content-Type": "application/json"})
            refused(answer, 422, "invalid_request")

    async def test_a_campaign_needs_somebody_to_be_its_game_master(self, company: Company) -> None:
        document = await exported(company.gm)
        for member in document["members"]:
            member["role"] = "player"
        problem = refused(await company.client.post(IMPORT, json=document), 422, "invalid_request")
        assert problem["errors"][0]["pointer"] == "/members"

    async def test_too_many_and_too_large(self, company: Company, database: str) -> None:
        await company.player.character()
        document = await exported(company.gm)
        before = await stored(database)
        many = document | {"members": [document["members"][0]] * 1001}
        problem = refused(await company.client.post(IMPORT, json=many), 422, "invalid_request")
        assert problem["errors"][0]["pointer"] == "/members"
        for part, most in (("rolls", 100_000), ("checks", 100_000), ("events", 200_000)):
            problem = refused(
                await company.client.post(IMPORT, json=document | {part: [0] * (most + 1)}), 422, "invalid_request"
            )
            assert problem["errors"][0]["pointer"] == f"/{part}"
        crowd = document | {"characters": [document["characters"][0]] * 501}
        assert refused(await company.client.post(IMPORT, json=crowd), 409, "quota")["limit"] == 500
        headers = {"Content-Type": "application/json"}
        deep = b'{"format": ' + b"[" * 40 + b"]" * 40 + b"}"
        refused(await company.client.post(IMPORT, content=deep, headers=headers), 400, "unreadable_body")
        huge = b" " * (64 * 1024 * 1024 + 1)
        assert refused(await company.client.post(IMPORT, content=huge, headers=headers), 413, "body_too_large")["limit"]
        assert await stored(database) == before

    async def test_a_stranger_to_a_public_server_is_sent_away_before_their_body_is_read(self, database: str) -> None:
        app = make_app(database, setup_token="open sesame, please")
        async with app.router.lifespan_context(app), client_of(app) as client:
            read = 0

            async def body() -> AsyncIterator[bytes]:
                nonlocal read
                for _ in range(64):
                    read += 1
                    yield b" " * 1024 * 64

            headers = {"Content-Type": "application/json"}
            refused(await client.post(IMPORT, content=body(), headers=headers), 401, "setup_token_needed")
            bearer = {"Authorization": "Bearer open sesame, please"}
            refused(await client.post(IMPORT, json={}, headers=bearer), 422, "invalid_request")


class TestCharacter:
    @pytest.mark.parametrize("system", SYSTEMS)
    async def test_there_and_back(self, client: httpx.AsyncClient, system: str) -> None:
        _, gm = await found(client, system=system)
        player = await admit(gm, "player", "Player")
        _, elsewhere = await found(client, system=system)
        for sheet in SYSTEMS[system].example_sheets:
            given = sheet.model_dump(mode="json")
            made = await player.character(
                given["name"], kind="hero", sheet=given, notes="Seen.", private_notes="Unseen.", visibility="owner"
            )
            answer = await player.get(f".../characters/{made['id']}/export")
            assert answer.status_code == 200
            document = answer.json()
            back = await player.post(".../characters/import", document)
            there = await elsewhere.post(".../characters/import", document)
            assert (back.status_code, there.status_code) == (201, 201), back.text + there.text
            for name in ("name", "kind", "sheet", "notes", "private_notes", "visibility", "derived", "audit"):
                assert back.json()[name] == there.json()[name] == made[name]
            assert back.json()["owner_member_id"] == player.member_id
            assert there.json()["owner_member_id"] is None
            assert len({made["id"], back.json()["id"], there.json()["id"]}) == 3
            assert (await elsewhere.get(there.headers["location"])).json() == there.json()

    async def test_ids_and_owners_in_it_mean_nothing(self, company: Company) -> None:
        refs = [{"app": "foundry", "id": "willow"}]
        made = await company.player.character(external_refs=refs)
        document = (await company.player.get(f".../characters/{made['id']}/export")).json()
        document["character"] |= {"id": made["id"], "owner_member_id": company.player.member_id}
        theirs = (await company.other.post(".../characters/import", document)).json()
        assert theirs["owner_member_id"] == company.other.member_id
        assert theirs["id"] != made["id"]
        # Another is called so already.
        assert theirs["external_refs"] == []
        _, elsewhere = await found(company.client)
        assert (await elsewhere.post(".../characters/import", document)).json()["external_refs"] == refs

    async def test_a_hidden_one_becomes_its_players_own(self, company: Company) -> None:
        made = await company.gm.character()
        document = (await company.gm.get(f".../characters/{made['id']}/export")).json()
        theirs = (await company.player.post(".../characters/import", document)).json()
        assert theirs["visibility"] == "owner"

    async def test_only_who_sees_all_of_it_takes_it_along(self, company: Company) -> None:
        made = await company.player.character()
        path = f".../characters/{made['id']}/export"
        refused(await company.other.get(path), 403, "not_yours")
        hidden = await company.gm.character()
        refused(await company.other.get(f".../characters/{hidden['id']}/export"), 404, "not_found")

    async def test_what_is_wrong_is_named_and_nothing_is_kept(self, company: Company, database: str) -> None:
        made = await company.player.character()
        document = (await company.player.get(f".../characters/{made['id']}/export")).json()
        before = await stored(database)
        for path, value in (
            ("/format", "umpire.campaign"),
            ("/version", 2),
            ("/system", "ultra"),
            ("/system", "chess"),
            ("/verified", True),
            ("/character/name", ""),
            ("/character/sheet/speed", "fast"),
            ("/character/version", 3),
            ("/character/visibility", "all"),
            ("/character/sheet", {"traits": {"lore": 5}}),
        ):
            answer = await company.player.post(".../characters/import", _change(document, path, value))
            problem = refused(answer, 422, "invalid_request")
            assert problem["errors"][0]["pointer"].startswith(path), (path, problem)
        large = _change(document, "/character/notes", "x" * 2001)
        refused(await company.player.post(".../characters/import", large), 422, "invalid_request")
        assert await stored(database) == before
        assert SHEET["speed"] == document["character"]["sheet"]["speed"]
