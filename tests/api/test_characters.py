"""Characters: adding, reading, changing, replacing, removing; owners, references, quotas and rules of building."""

import asyncio
from typing import Any

import httpx
import pytest

from app.rules.catalog import SYSTEMS
from tests.api.conftest import NOBODYS, SHEET, Company, HandClock, Person, admit, found, refused, stored

pytestmark = pytest.mark.anyio

ANY = {"If-Match": "*"}
EXAMPLES = [(key, place) for key, system in SYSTEMS.items() for place in range(len(system.example_sheets))]

REF = {"app": "foundry", "id": "actor-1"}
# Toughness can't be bought (S-037), and 30 ranks of Strength are more than 150 points and than 20 ranks.
BROKEN = {"abilities": {"strength": 30}, "defenses": {"toughness": {"bought": 3}}}
WRONG: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "no sheet": ({"sheet": None}, "/sheet", []),
    "a list as sheet": ({"sheet": []}, "/sheet", []),
    "an empty sheet": ({"sheet": {}}, "/sheet/speed", ["T-025", "G-33"]),
    "unknown trait": ({"sheet": SHEET | {"luck": 3}}, "/sheet/luck", []),
    "absurd rank": ({"sheet": SHEET | {"strength": 101}}, "/sheet/strength", ["G-01", "T-067"]),
    "negative rank": ({"sheet": SHEET | {"strength": -1}}, "/sheet/strength", ["G-01", "T-067"]),
    "text as number": ({"sheet": SHEET | {"speed": "3"}}, "/sheet/speed", ["T-025", "G-33"]),
    "truth as number": ({"sheet": SHEET | {"speed": True}}, "/sheet/speed", ["T-025", "G-33"]),
    "fraction": ({"sheet": SHEET | {"speed": 1.5}}, "/sheet/speed", ["T-025", "G-33"]),
    "armor past its limit": ({"sheet": SHEET | {"armor": {"physical": 100}}}, "/sheet/armor", ["G-30", "T-089"]),
    "inside a list": (
        {"sheet": SHEET | {"skills": [{"id": "stealth", "dice": 21}]}},
        "/sheet/skills/0/dice",
        ["T-040"],
    ),
    "a reference to nothing": (
        {"sheet": SHEET | {"counterattacks": [{"id": "riposte", "attack": "rapier"}]}},
        "/sheet",
        [],
    ),
    "text that runs backwards": (
        {"sheet": SHEET | {"limbs": [{"id": "a\u202eb", "kind": "head"}]}},
        "/sheet/limbs/0/id",
        ["T-119"],
    ),
    "a bell in a name": ({"sheet": SHEET | {"name": "a\u0007"}}, "/sheet/name", []),
    "no name": ({"name": ""}, "/name", []),
    "invisible name": ({"name": "\u200b"}, "/name", []),
    "forged name": ({"name": "a\u202eb"}, "/name", []),
    "long kind": ({"kind": "x" * 41}, "/kind", []),
    "no visibility": ({"visibility": "all"}, "/visibility", []),
    "null visibility": ({"visibility": None}, "/visibility", []),
    "long notes": ({"notes": "x" * 2001}, "/notes", []),
    "an id of one's own": ({"id": "chr_1"}, "/id", []),
    "a version of one's own": ({"version": 7}, "/version", []),
    "a role": ({"role": "gm"}, "/role", []),
    "an owner": ({"owner": "me"}, "/owner", []),
    "numbers that follow": ({"derived": []}, "/derived", []),
}


@pytest.mark.parametrize(("key", "place"), EXAMPLES)
async def test_every_example_is_kept_whole_and_its_numbers_are_explained(
    client: httpx.AsyncClient, key: str, place: int
) -> None:
    _, gm = await found(client, system=key)
    player = await admit(gm, "player", "Player")
    system = SYSTEMS[key]
    sheet = system.example_sheets[place].model_dump(mode="json")
    answer = await player.post(".../characters", {"name": "Somebody", "kind": "hero", "sheet": sheet})
    made = answer.json()
    assert (answer.status_code, answer.headers["etag"]) == (201, '"1"')
    assert answer.headers["location"] == f"/v1/campaigns/{gm.campaign_id}/characters/{made['id']}"
    assert made["sheet"] == sheet
    assert (made["name"], made["kind"], made["owner_member_id"]) == ("Somebody", "hero", player.member_id)
    assert (await player.get(answer.headers["location"])).json() == made
    known = {entry.id for entry in system.rule_index}
    for number in made["derived"]:
        assert made["variables"][number["name"]] == number["value"]
        assert set(number["rules"]) <= known
        assert number["formula"]
    assert made["audit"] == system.audit(system.example_sheets[place], system.options()).model_dump() | {"waived": []}


async def test_the_ledger_of_points_is_the_total(client: httpx.AsyncClient) -> None:
    _, gm = await found(client, system="supers")
    for sheet in SYSTEMS["supers"].example_sheets:
        audit = (await gm.character(sheet=sheet.model_dump(mode="json")))["audit"]
        assert sum(line["value"] for line in audit["ledger"]) == audit["costs"]["total"]
        assert all(line["pointer"] for line in audit["ledger"])


async def test_what_is_left_out_has_its_default(company: Company) -> None:
    of_player, of_gm = await company.player.character(), await company.gm.character()
    assert (of_player["owner_member_id"], of_player["visibility"]) == (company.player.member_id, "table")
    assert (of_gm["owner_member_id"], of_gm["visibility"]) == (None, "gm")
    given = await company.gm.character(owner_member_id=company.other.member_id)
    assert (given["owner_member_id"], given["visibility"]) == (company.other.member_id, "table")
    for made in (of_player, of_gm):
        assert (made["kind"], made["notes"], made["private_notes"]) == ("character", None, None)
        assert (made["external_refs"], made["waivers"], made["version"]) == ([], [], 1)
        assert made["sheet"]["agility"] == 10


async def test_a_new_character_is_as_healthy_as_can_be(company: Company) -> None:
    made = await company.player.character()
    assert (made["variables"]["health"], made["variables"]["stamina"]) == (20, 30)


class TestWhatIsWrong:
    @pytest.mark.parametrize("case", WRONG)
    async def test_it_is_named(self, company: Company, case: str) -> None:
        fields, pointer, rules = WRONG[case]
        kept = await company.player.character()
        body = {"name": "Thug", "sheet": SHEET} | fields
        for answer in (
            await company.player.post(".../characters", body),
            await company.player.put(f".../characters/{kept['id']}", body),
        ):
            problem = refused(answer, 422, "invalid_request")
            wrong = {error["pointer"]: error for error in problem["errors"]}
            assert wrong[pointer].get("rules", []) == rules, wrong
        assert len((await company.gm.get(".../characters")).json()["items"]) == 1

    async def test_a_patch_of_it_too(self, company: Company) -> None:
        kept = await company.player.character()
        path = f".../characters/{kept['id']}"
        for sheet, pointer in (
            ({"speed": None}, "/sheet/speed"),
            ({"strength": 101}, "/sheet/strength"),
            ({"luck": 1}, "/sheet/luck"),
            ({"skills": [{"id": "x", "dice": 21}]}, "/sheet/skills/0/dice"),
            ({"armor": {"physical": "much"}}, "/sheet/armor/physical"),
        ):
            problem = refused(await company.player.patch(path, {"sheet": sheet}, headers=ANY), 422, "invalid_request")
            assert [error["pointer"] for error in problem["errors"]] == [pointer]
        for field in ("name", "kind", "sheet", "visibility", "external_refs", "waivers"):
            refused(await company.player.patch(path, {field: None}, headers=ANY), 422, "invalid_request")
        assert (await company.player.get(path)).json() == kept

    async def test_a_trait_that_dice_could_not_name(self, client: httpx.AsyncClient) -> None:
        _, gm = await found(client, system="ultra")
        for name in ("tr@it", "1{2}", "!!", "a/b", "7"):
            for field in ("traits", "advantage"):
                body = {"name": "Mara", "sheet": {field: {name: 2}}}
                problem = refused(await gm.post(".../characters", body), 422, "invalid_request")
                pointer = f"/sheet/{field}/{name.replace('/', '~1')}"
                assert [error["pointer"] for error in problem["errors"]] == [pointer]
                assert "after `@`" in problem["errors"][0]["detail"]
        made = await gm.character(sheet={"traits": {"O'Brien's left-hand Luck": 2, "Übermut": 3}})
        rolled = await gm.roll("(@o_brien_s_left_hand_luck + @übermut)d10", character_id=made["id"])
        assert len(rolled["rolls"][0]["dice"]) == 5

    @pytest.mark.parametrize("key", SYSTEMS)
    async def test_a_sheet_of_another_system(self, client: httpx.AsyncClient, key: str) -> None:
        _, gm = await found(client, system=key)
        for other, system in SYSTEMS.items():
            sheet = system.example_sheets[0].model_dump(mode="json", exclude_defaults=True)
            answer = await gm.post(".../characters", {"name": "Stranger", "sheet": sheet})
            if other == key:
                assert answer.status_code == 201
            else:
                problem = refused(answer, 422, "invalid_request")
                assert all(error["pointer"].startswith("/sheet/") for error in problem["errors"])

    async def test_numbers_that_no_json_has(self, company: Company) -> None:
        for number in ("NaN", "Infinity", "1e999", "9" * 5000):
            content = f'{{"name": "Thug", "sheet": {{"speed": {number}, "health_max": 20, "stamina_max": 30}}}}'
            answer = await company.player.ask(
                "POST", ".../characters", content=content.encode(), headers={"Content-Type": "application/json"}
            )
            refused(answer, 422, "invalid_request")
        assert (await company.gm.get(".../characters")).json()["items"] == []


class TestMergePatch:
    @pytest.mark.parametrize(
        ("change", "becomes"),
        [
            ({"name": "Thug"}, {"name": "Thug"}),
            ({"kind": "ally"}, {"kind": "ally"}),
            ({"notes": None}, {"notes": None}),
            ({"private_notes": "Owes a favour."}, {"private_notes": "Owes a favour."}),
            ({"visibility": "owner"}, {"visibility": "owner"}),
            ({"external_refs": []}, {"external_refs": []}),
        ],
        ids=str,
    )
    async def test_only_what_is_named_changes(self, company: Company, clock: HandClock, change, becomes) -> None:
        before = await company.player.character(
            notes="Old", private_notes="Secret", external_refs=[{"app": "a", "id": "b"}]
        )
        clock.forward(hours=1)
        path = f".../characters/{before['id']}"
        changed = await company.player.patch(path, change, headers={"If-Match": '"1"'})
        assert changed.json() == before | becomes | {"version": 2, "updated_at": "2027-01-01T13:00:00Z"}
        assert changed.headers["etag"] == '"2"'
        assert (await company.player.get(path)).json() == changed.json()

    async def test_of_the_sheet_only_what_is_named_changes(self, company: Company) -> None:
        limbs = [{"id": "trunk", "kind": "body"}, {"id": "face", "kind": "head"}]
        sheet = SHEET | {"health": 7, "armor": {"physical": 3, "mental": 1}, "modifiers": {"body": 2, "ego": 1}}
        path = f".../characters/{(await company.player.character(sheet=sheet))['id']}"
        before = (await company.player.get(path)).json()["sheet"]
        patch = {"armor": {"physical": 5}, "health": None, "limbs": limbs, "modifiers": {"body": None, "agility": 4}}
        after = (await company.player.patch(path, {"sheet": patch}, headers=ANY)).json()["sheet"]
        whole = [{"holds": None, "disabled": None} | limb for limb in limbs]
        assert after == before | {
            "armor": {"physical": 5, "energy": 0, "mental": 1},
            "health": None,
            "limbs": whole,
            "modifiers": {"ego": 1, "agility": 4},
        }

    async def test_equal_looking_values_are_told_apart(self, client: httpx.AsyncClient) -> None:
        _, gm = await found(client, system="ultra")
        path = f".../characters/{(await gm.character(sheet={'traits': {'brawl': 4}, 'injuries': 1}))['id']}"
        for value in (True, 1.0, "1"):
            refused(await gm.patch(path, {"sheet": {"injuries": value}}, headers=ANY), 422, "invalid_request")
        again = await gm.patch(path, {"sheet": {"injuries": 2}}, headers=ANY)
        assert (again.json()["sheet"]["injuries"], again.headers["etag"]) == (2, '"2"')

    @pytest.mark.parametrize("change", [{}, {"sheet": {}}, {"sheet": {"speed": 3}}, {"name": "Willow"}], ids=str)
    async def test_a_change_of_nothing_is_no_new_version(self, company: Company, clock: HandClock, change) -> None:
        path = f".../characters/{(await company.player.character())['id']}"
        before = await company.player.get(path)
        clock.forward(hours=1)
        after = await company.player.patch(path, change, headers=ANY)
        assert (after.content, after.headers["etag"]) == (before.content, before.headers["etag"])
        assert len((await company.player.get(f"{path}/revisions")).json()["items"]) == 1


async def test_to_replace_is_to_write_the_whole_anew(company: Company) -> None:
    refs = [{"app": "foundry", "id": "actor-1"}]
    made = await company.player.character(
        kind="hero",
        notes="Old",
        private_notes="Old",
        visibility="owner",
        external_refs=refs,
        sheet=SHEET | {"body": 20},
    )
    path = f".../characters/{made['id']}"
    replaced = (await company.player.put(path, {"name": "Thug", "sheet": SHEET}, headers=ANY)).json()
    assert (replaced["name"], replaced["kind"], replaced["notes"]) == ("Thug", "character", None)
    assert (replaced["private_notes"], replaced["external_refs"]) == (None, [])
    assert replaced["sheet"] == made["sheet"] | {"body": 10}
    assert (replaced["owner_member_id"], replaced["visibility"]) == (company.player.member_id, "owner")
    by_gm = (await company.gm.put(path, {"name": "Thug", "sheet": SHEET | {"ego": 12}}, headers=ANY)).json()
    assert (by_gm["owner_member_id"], by_gm["visibility"]) == (company.player.member_id, "owner")


class TestVersions:
    async def test_a_change_says_what_it_was_made_from(self, company: Company) -> None:
        path = f".../characters/{(await company.player.character())['id']}"
        whole = {"name": "Thug", "sheet": SHEET}
        for ask in (
            lambda headers: company.player.patch(path, {"name": "Thug"}, headers=headers),
            lambda headers: company.player.put(path, whole, headers=headers),
            lambda headers: company.player.delete(path, headers=headers),
        ):
            refused(await ask({}), 428, "version_required")
            problem = refused(await ask({"If-Match": '"9"'}), 412, "stale_version")
            assert problem["current_version"] == 1
        assert (await company.player.get(path)).headers["etag"] == '"1"'

    async def test_who_has_the_newest_gets_no_body(self, company: Company) -> None:
        path = f".../characters/{(await company.player.character())['id']}"
        same = await company.player.get(path, headers={"If-None-Match": '"1"'})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", '"1"')
        await company.player.patch(path, {"name": "Thug"}, headers=ANY)
        assert (await company.player.get(path, headers={"If-None-Match": '"1"'})).status_code == 200

    async def test_of_twenty_changes_from_one_version_one_is_made(self, company: Company) -> None:
        path = f".../characters/{(await company.player.character())['id']}"
        answers = await asyncio.gather(
            *(company.player.patch(path, {"name": f"Thug {n}"}, headers={"If-Match": '"1"'}) for n in range(20))
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [412] * 19

    async def test_of_two_clients_with_different_fields_nothing_is_lost(self, company: Company) -> None:
        path = f".../characters/{(await company.player.character())['id']}"

        async def keep_at_it(who: Person, field: str, most: int) -> None:
            for value in range(11, most):
                while True:
                    etag = (await who.get(path)).headers["etag"]
                    answer = await who.patch(path, {"sheet": {field: value}}, headers={"If-Match": etag})
                    assert answer.status_code in (200, 412)
                    if answer.status_code == 200:
                        break

        await asyncio.gather(keep_at_it(company.player, "body", 21), keep_at_it(company.gm, "ego", 21))
        made = (await company.player.get(path)).json()
        assert (made["sheet"]["body"], made["sheet"]["ego"], made["version"]) == (20, 20, 21)


class TestOwners:
    async def test_what_is_anothers_is_only_looked_at(self, company: Company) -> None:
        made = await company.player.character()
        path = f".../characters/{made['id']}"
        for who in (company.other, company.gm.acting_as(company.other)):
            seen = await who.get(path)
            assert seen.status_code == 200
            assert seen.json() == {name: value for name, value in made.items() if name != "private_notes"}
            for answer in (
                await who.patch(path, {"name": "Mine"}, headers=ANY),
                await who.put(path, {"name": "Mine", "sheet": SHEET}, headers=ANY),
                await who.delete(path, headers=ANY),
                await who.post(f"{path}/restore", {"revision": 1}),
                await who.get(f"{path}/revisions"),
            ):
                refused(answer, 403, "not_yours")
        assert (await company.player.get(path)).json() == made

    async def test_only_a_game_master_gives_away_hides_and_waives(self, company: Company) -> None:
        made = await company.player.character()
        path = f".../characters/{made['id']}"
        waiver = [{"code": "past_limit"}]
        for change in (
            {"owner_member_id": company.other.member_id},
            {"owner_member_id": None},
            {"visibility": "gm"},
            {"waivers": waiver},
        ):
            whole = {"name": "Thug", "sheet": SHEET} | change
            refused(await company.player.post(".../characters", whole), 403, "role_too_low")
            refused(await company.player.put(path, whole, headers=ANY), 403, "role_too_low")
            refused(await company.player.patch(path, change, headers=ANY), 403, "role_too_low")
        assert (await company.player.get(path)).json() == made
        given = await company.gm.patch(path, {"owner_member_id": company.other.member_id}, headers=ANY)
        assert given.status_code == 200
        refused(await company.player.patch(path, {"name": "Mine"}, headers=ANY), 403, "not_yours")
        assert (await company.other.patch(path, {"name": "Mine"}, headers=ANY)).status_code == 200

    async def test_an_owner_sits_at_this_table(self, company: Company) -> None:
        _, stranger = await found(company.client)
        former = await admit(company.gm, "player", "Thug")
        await former.delete(f".../members/{former.member_id}")
        said = set()
        for owner in (stranger.member_id, former.member_id, f"mem_{NOBODYS}", company.campaign["id"], "me"):
            body = {"name": "Thug", "sheet": SHEET, "owner_member_id": owner}
            problem = refused(await company.gm.post(".../characters", body), 422, "invalid_request")
            assert [error["pointer"] for error in problem["errors"]] == ["/owner_member_id"]
            said.add(problem["detail"])
        assert len(said) == 1

    async def test_whose_owner_left_stays_for_the_game_master(self, company: Company) -> None:
        made = await company.player.character()
        await company.player.delete(f".../members/{company.player.member_id}")
        path = f".../characters/{made['id']}"
        assert (await company.gm.patch(path, {"name": "Ownerless"}, headers=ANY)).status_code == 200
        given = await company.gm.patch(path, {"owner_member_id": company.other.member_id}, headers=ANY)
        assert given.json()["owner_member_id"] == company.other.member_id


class TestReferences:
    async def test_they_lead_to_the_character(self, company: Company) -> None:
        made = await company.player.character(external_refs=[REF])
        await company.player.character("Thug")
        listed = (await company.other.get(".../characters?external_ref=foundry:actor-1")).json()["items"]
        assert [one["id"] for one in listed] == [made["id"]]
        for text in ("foundry:actor-2", "discord:actor-1"):
            assert (await company.other.get(f".../characters?external_ref={text}")).json()["items"] == []
        refused(await company.other.get(".../characters?external_ref=foundry"), 422, "invalid_request")

    async def test_they_are_one_characters(self, company: Company) -> None:
        made = await company.player.character(external_refs=[REF])
        body = {"name": "Thug", "sheet": SHEET, "external_refs": [REF]}
        assert refused(await company.other.post(".../characters", body), 409, "reference_taken")["app"] == "foundry"
        other = await company.other.character("Thug")
        taken = await company.other.patch(f".../characters/{other['id']}", {"external_refs": [REF]}, headers=ANY)
        refused(taken, 409, "reference_taken")
        assert len((await company.gm.get(".../characters")).json()["items"]) == 2
        # A member may be called the same: that is another kind of thing.
        member = f".../members/{company.player.member_id}"
        assert (await company.gm.patch(member, {"external_refs": [REF]})).status_code == 200
        await company.player.delete(f".../characters/{made['id']}", headers=ANY)
        assert (await company.other.post(".../characters", body)).status_code == 201

    async def test_of_twenty_who_want_one_one_gets_it(self, company: Company) -> None:
        body = {"name": "Thug", "sheet": SHEET, "external_refs": [REF]}
        answers = await asyncio.gather(*(company.player.post(".../characters", body) for _ in range(20)))
        assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19


class TestLists:
    async def test_they_are_searched(self, company: Company) -> None:
        names = ["General Bearington", "Thug 1", "Thug 2", "ÉLAN", "100% Straße", "a_b"]
        for place, name in enumerate(names):
            await company.gm.character(name, kind="npc" if place < 3 else "hero", visibility="table")
        for query, expected in (
            ("q=thug", names[1:3]),
            ("q=BEAR", names[:1]),
            ("q=élan", ["ÉLAN"]),
            ("q=STRASSE", ["100% Straße"]),
            ("q=%25", ["100% Straße"]),
            ("q=_", ["a_b"]),
            ("q=%5C", []),
            ("q=nobody", []),
            ("kind=npc", names[:3]),
            ("kind=NPC", []),
            ("kind=npc&q=2", ["Thug 2"]),
        ):
            listed = (await company.observer.get(f".../characters?{query}")).json()["items"]
            assert [one["name"] for one in listed] == expected, query
        refused(await company.observer.get(".../characters?q="), 422, "invalid_request")
        refused(await company.observer.get(".../characters?class=npc"), 422, "invalid_request")

    async def test_their_parts_hold_each_once(self, company: Company) -> None:
        made = [(await company.gm.character(f"Thug {n}", visibility="table"))["id"] for n in range(25)]
        path, seen = ".../characters?limit=10&q=thug", []
        while path:
            part = await company.player.get(path)
            seen += [one["id"] for one in part.json()["items"]]
            cursor = part.json()["next_cursor"]
            path = f".../characters?limit=10&q=thug&cursor={cursor}" if cursor else ""
        assert seen == made
        foreign = (await company.player.get(".../characters?limit=10")).json()["next_cursor"]
        for who, query in ((company.player, "q=thug&"), (company.other, "")):
            refused(await who.get(f".../characters?{query}limit=10&cursor={foreign}"), 400, "bad_cursor")

    async def test_an_item_is_the_head_of_the_whole(self, company: Company) -> None:
        await company.player.character(notes="Tall.")
        item = (await company.other.get(".../characters")).json()["items"][0]
        whole = (await company.other.get(f".../characters/{item['id']}")).json()
        assert item.items() <= whole.items()
        assert not {"sheet", "notes", "private_notes"} & item.keys()


class TestQuotas:
    async def test_a_campaign_has_500(self, company: Company) -> None:
        for _ in range(500):
            last = await company.gm.character()
        body = {"name": "One more", "sheet": SHEET}
        assert refused(await company.gm.post(".../characters", body), 409, "quota")["limit"] == 500
        await company.gm.delete(f".../characters/{last['id']}", headers=ANY)
        assert (await company.gm.post(".../characters", body)).status_code == 201
        _, neighbour = await found(company.client)
        assert (await neighbour.post(".../characters", body)).status_code == 201

    async def test_a_sheet_has_64_kib(self, company: Company) -> None:
        def sheet(count: int) -> dict[str, Any]:
            return SHEET | {"skills": [{"id": f"s{n}", "dice": 1, "tags": ["x" * 500]} for n in range(count)]}

        assert (await company.gm.post(".../characters", {"name": "Long", "sheet": sheet(90)})).status_code == 201
        large = {"name": "Longer", "sheet": sheet(140)}
        assert refused(await company.gm.post(".../characters", large), 409, "quota")["limit"] == 65536
        path = f".../characters/{(await company.gm.character())['id']}"
        refused(await company.gm.patch(path, {"sheet": large["sheet"]}, headers=ANY), 409, "quota")
        refused(await company.gm.put(path, large, headers=ANY), 409, "quota")


class TestBuilding:
    async def _campaign(self, client: httpx.AsyncClient, *, enforced: bool) -> tuple[Person, Person]:
        _, gm = await found(client, system="supers", options={"enforce_build": enforced})
        return gm, await admit(gm, "player", "Player")

    async def test_violations_are_told_and_kept(self, client: httpx.AsyncClient) -> None:
        _, player = await self._campaign(client, enforced=False)
        made = await player.character(sheet=BROKEN)
        told = {one["code"]: one for one in made["audit"]["violations"]}
        assert {"ability_range", "toughness_buy"} <= told.keys()
        assert (told["toughness_buy"]["rule"], told["toughness_buy"]["pointer"]) == ("S-037", "/defenses/toughness")

    async def test_where_the_table_enforces_them_all_are_refused_at_once(
        self, client: httpx.AsyncClient, database: str
    ) -> None:
        gm, player = await self._campaign(client, enforced=True)
        sound = await player.character(sheet={})
        path = f".../characters/{sound['id']}"
        before = await stored(database)
        for who in (player, gm):
            for answer in (
                await who.post(".../characters", {"name": "Broken", "sheet": BROKEN}),
                await who.put(path, {"name": "Broken", "sheet": BROKEN}, headers=ANY),
                await who.patch(path, {"sheet": BROKEN}, headers=ANY),
            ):
                violations = refused(answer, 409, "build_refused")["violations"]
                assert {"ability_range", "toughness_buy"} <= {one["code"] for one in violations}
                assert all(one["pointer"].startswith("/sheet/") and one["rule"] for one in violations)
        after = await stored(database)
        assert after == before

    async def test_a_game_master_lets_a_rule_pass_and_that_is_recorded(
        self, client: httpx.AsyncClient, clock: HandClock
    ) -> None:
        gm, player = await self._campaign(client, enforced=True)
        path = f".../characters/{(await player.character(sheet={}))['id']}"
        waivers = [{"code": "toughness_buy", "note": "Thick skin."}, {"code": "ability_range", "pointer": "/nowhere"}]
        granted = (await gm.patch(path, {"waivers": waivers}, headers=ANY)).json()["waivers"]
        assert [(one["code"], one["by_member_id"], one["at"]) for one in granted] == [
            ("toughness_buy", gm.member_id, "2027-01-01T12:00:00Z"),
            ("ability_range", gm.member_id, "2027-01-01T12:00:00Z"),
        ]
        clock.forward(hours=1)
        thick = {"defenses": {"toughness": {"bought": 3}}}
        made = await player.patch(path, {"sheet": thick}, headers=ANY)
        assert made.status_code == 200, made.text
        assert (made.json()["audit"]["violations"], made.json()["waivers"]) == ([], granted)
        assert [one["code"] for one in made.json()["audit"]["waived"]] == ["toughness_buy"]
        # A waiver for another place lets nothing pass here.
        refused(await player.patch(path, {"sheet": BROKEN}, headers=ANY), 409, "build_refused")
        # Sent back as they are, the waivers are nothing new, whoever sends them.
        same = [{name: one[name] for name in ("code", "pointer", "note")} for one in granted]
        again = await player.patch(path, {"name": "Thick", "waivers": same}, headers=ANY)
        assert again.json()["waivers"] == granted
        refused(await player.patch(path, {"waivers": []}, headers=ANY), 403, "role_too_low")
        refused(await gm.patch(path, {"waivers": []}, headers=ANY), 409, "build_refused")

    async def test_what_was_broken_before_may_be_renamed_and_must_be_mended(self, client: httpx.AsyncClient) -> None:
        gm, player = await self._campaign(client, enforced=False)
        path = f".../characters/{(await player.character(sheet=BROKEN))['id']}"
        await gm.patch("...", {"options": {"enforce_build": True}}, headers=ANY)
        assert (await player.patch(path, {"name": "Broken"}, headers=ANY)).status_code == 200
        refused(await player.patch(path, {"sheet": {"hero_points": 0}}, headers=ANY), 409, "build_refused")
        mended = {"abilities": {"strength": 5}, "defenses": {"toughness": {"bought": 0}}}
        assert (await player.patch(path, {"sheet": mended}, headers=ANY)).status_code == 200


async def test_numbers_follow_the_house_rules(client: httpx.AsyncClient) -> None:
    _, gm = await found(client, system="uttas", options={"points_per_die": 2})
    path = f".../characters/{(await gm.character())['id']}"
    assert (await gm.get(path)).json()["variables"]["strength.dice"] == 5
    await gm.patch("...", {"options": {"points_per_die": None}}, headers=ANY)
    assert (await gm.get(path)).json()["variables"]["strength.dice"] == 2


async def test_a_removed_character_leaves_nothing(company: Company, database: str) -> None:
    before = await stored(database)
    made = await company.player.character(external_refs=[{"app": "a", "id": "b"}])
    path = f".../characters/{made['id']}"
    await company.player.patch(path, {"name": "Thug"}, headers=ANY)
    removed = await company.player.delete(path, headers={"If-Match": '"2"'})
    assert (removed.status_code, removed.content) == (204, b"")
    for answer in (await company.player.get(path), await company.gm.get(f"{path}/revisions")):
        refused(answer, 404, "not_found")
    after = await stored(database)
    changed = {name for name in after if len(after[name]) != len(before[name])}
    assert changed == {"event"}


async def test_an_archived_campaign_keeps_its_characters_as_they_are(company: Company) -> None:
    made = await company.player.character()
    path = f".../characters/{made['id']}"
    await company.gm.delete("...", headers=ANY)
    for answer in (
        await company.player.post(".../characters", {"name": "Thug", "sheet": SHEET}),
        await company.player.put(path, {"name": "Thug", "sheet": SHEET}, headers=ANY),
        await company.player.patch(path, {"name": "Thug"}, headers=ANY),
        await company.player.post(f"{path}/restore", {"revision": 1}),
        await company.player.delete(path, headers=ANY),
    ):
        refused(answer, 409, "archived")
    assert (await company.player.get(path)).json() == made
    assert (await company.player.get(f"{path}/revisions")).status_code == 200


async def test_a_repeat_under_one_key_adds_nothing(company: Company) -> None:
    key = {"Idempotency-Key": "add"}
    body = {"name": "Thug", "sheet": SHEET}
    first = await company.player.post(".../characters", body, headers=key)
    again = await company.player.post(".../characters", body, headers=key)
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["idempotent-replayed"] == "true"
    path, key = f".../characters/{first.json()['id']}", {"Idempotency-Key": "change", "If-Match": '"1"'}
    first = await company.player.patch(path, {"name": "Thug 2"}, headers=key)
    again = await company.player.patch(path, {"name": "Thug 2"}, headers=key)
    assert (again.status_code, again.content) == (200, first.content)
    assert len((await company.gm.get(".../characters")).json()["items"]) == 1
