"""Between fights: harm, healing, rest and spending by the rules; time and sessions for everybody at once."""

import asyncio
from typing import Any

import pytest

from app.rules.catalog import SYSTEMS
from tests.api.conftest import SHEET, Company, Person, Table, refused

pytestmark = pytest.mark.anyio


async def do(person: Person, character: dict[str, Any], route: str, **body: Any) -> dict[str, Any]:
    answer = await person.post(f".../characters/{character['id']}/{route}", body)
    assert answer.status_code == 200, answer.text
    done: dict[str, Any] = answer.json()
    return done


async def test_a_deed_changes_the_sheet_and_is_a_revision(company: Company) -> None:
    made = await company.player.character()
    answer = await company.player.post(f".../characters/{made['id']}/damage", {"health": 2, "stamina": 12})
    done = answer.json()
    assert answer.status_code == 200, answer.text
    assert done["text"].startswith("Willow: ")
    assert done["rules"]
    looked = await company.observer.get(f".../characters/{made['id']}")
    assert (looked.json()["sheet"]["health"], looked.json()["sheet"]["stamina"]) == (18, 18)
    assert looked.headers["ETag"] == answer.headers["ETag"] == f'"{done["character"]["version"]}"' == '"2"'
    revisions = (await company.player.get(f".../characters/{made['id']}/revisions")).json()["items"]
    assert {change["pointer"] for change in revisions[0]["changes"]} >= {"/sheet/health", "/sheet/stamina"}


async def test_many_at_once_all_count(company: Company) -> None:
    made = await company.player.character()
    answers = await asyncio.gather(
        *(
            person.post(f".../characters/{made['id']}/damage", {"health": 1, "stamina": 1})
            for person in (company.player, company.gm) * 8
        )
    )
    assert {answer.status_code for answer in answers} == {200}
    sheet = (await company.player.get(f".../characters/{made['id']}")).json()["sheet"]
    assert (sheet["health"], sheet["stamina"]) == (SHEET["health_max"] - 16, SHEET["stamina_max"] - 16)


async def test_only_whoever_may_act_for_them(company: Company) -> None:
    made = await company.player.character()
    hidden = await company.gm.character("Arsonist")
    body = {"health": 1, "stamina": 0}
    refused(await company.other.post(f".../characters/{made['id']}/damage", body), 403, "not_yours")
    refused(await company.observer.post(f".../characters/{made['id']}/damage", body), 403, "role_too_low")
    refused(await company.player.post(f".../characters/{hidden['id']}/damage", body), 404, "not_found")
    assert (await company.gm.post(f".../characters/{made['id']}/damage", body)).status_code == 200


async def test_what_the_rules_refuse_changes_nothing(company: Company) -> None:
    made = await company.player.character()
    problem = refused(
        await company.player.post(f".../characters/{made['id']}/spend", {"amount": 31}), 409, "insufficient_stamina"
    )
    assert problem["rule"]
    assert (await company.player.get(f".../characters/{made['id']}")).json() == made
    assert len((await company.player.get(f".../characters/{made['id']}/revisions")).json()["items"]) == 1


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"amont": 2}, "/amont"),
        ({"amount": "2"}, "/amount"),
        ({"amount": 2, "owner_member_id": "x"}, "/owner_member_id"),
        ([], ""),
    ],
)
async def test_a_body_of_no_deed_is_pointed_at(company: Company, body: Any, pointer: str) -> None:
    made = await company.player.character()
    answer = await company.player.post(f".../characters/{made['id']}/spend", body)
    problem = refused(answer, 422, "invalid_request")
    assert pointer in [error["pointer"] for error in problem["errors"]]


async def test_real_dice_fit_or_nothing_happens(company: Company) -> None:
    made = await company.player.character()
    path = f".../characters/{made['id']}/damage"
    fire = {"dice": 2, "type": "energy"}
    refused(await company.player.post(path, fire | {"faces": [3]}), 422, "faces_missing")
    refused(await company.player.post(path, fire | {"faces": [3, 4, 5]}), 422, "faces_unused")
    assert (await company.player.get(f".../characters/{made['id']}")).json() == made
    done = (await company.player.post(path, fire | {"faces": [3, 4]})).json()
    assert (done["source"], [die["face"] for die in done["dice"]]) == ("physical", [3, 4])
    await company.gm.patch("...", {"options": {"physical_dice": "off"}}, headers={"If-Match": "*"})
    refused(await company.player.post(path, fire | {"faces": [3, 4]}), 409, "physical_dice_off")


async def test_a_helper_must_be_theirs_too(company: Company) -> None:
    patient = await company.player.character("Willow")
    stranger = await company.other.character("Bearington")
    path = f".../characters/{patient['id']}/heal"
    aid = {"kind": "first_aid"}
    refused(await company.player.post(path, aid | {"by": stranger["id"]}), 403, "not_yours")
    refused(await company.player.post(path, aid | {"by": "chr_none"}), 404, "not_found")


async def test_nobody_learns_from_a_sheet_who_hidden_has_helped(company: Company) -> None:
    gm, player = company.gm, company.player
    willow = await player.character("Willow", sheet=SHEET | {"health": 10})
    medic = SYSTEMS["uttas"].example_sheets[0].model_dump(mode="json")
    hidden = await gm.character("Arsonist", sheet=medic)
    helped = await gm.post(f".../characters/{willow['id']}/heal", {"kind": "first_aid", "by": hidden["id"]})
    assert helped.status_code == 200, helped.text
    told = (await player.get(f".../characters/{willow['id']}")).text
    told += (await player.get(f".../characters/{willow['id']}/revisions")).text
    assert hidden["id"] not in told
    again = await gm.post(f".../characters/{willow['id']}/heal", {"kind": "first_aid", "by": hidden["id"]})
    refused(again, 409, "heal_limit")


async def test_a_repeat_under_its_key_harms_once(company: Company) -> None:
    made = await company.player.character()
    key = {"Idempotency-Key": "fall"}
    path, body = f".../characters/{made['id']}/damage", {"health": 3, "stamina": 3}
    first = await company.player.post(path, body, headers=key)
    again = await company.player.post(path, body, headers=key)
    assert (again.content, again.headers["Idempotent-Replayed"]) == (first.content, "true")
    assert (await company.player.get(f".../characters/{made['id']}")).json()["sheet"]["health"] == 17


async def test_a_token_for_some_characters_acts_for_no_other(company: Company) -> None:
    mine, second = await company.player.character("Willow"), await company.player.character("Second")
    made = await company.player.post(".../tokens", {"name": "Bot", "role": "player", "character_ids": [mine["id"]]})
    assert made.json()["character_ids"] == [mine["id"]]
    bot = company.player.holding(made.json()["token"])
    body = {"health": 1, "stamina": 0}
    assert (await bot.post(f".../characters/{mine['id']}/damage", body)).status_code == 200
    refused(await bot.post(f".../characters/{second['id']}/damage", body), 403, "not_yours")
    patch = {"name": "Thug"}
    refused(await bot.patch(f".../characters/{second['id']}", patch, headers={"If-Match": "*"}), 403, "not_yours")
    # What it makes can do no more than it.
    wider = await bot.post(".../tokens", {"name": "Bot", "role": "player", "character_ids": [second["id"]]})
    refused(wider, 403, "role_too_low")
    heir = (await bot.post(".../tokens", {"name": "Bot", "role": "player"})).json()
    assert heir["character_ids"] == [mine["id"]]
    # What a game master's token does touches everybody.
    held = {"name": "Bot", "role": "gm", "character_ids": [mine["id"]]}
    refused(await company.gm.post(".../tokens", held), 422, "invalid_request")


class TestTime:
    async def test_the_clock_moves_once_for_all(self, company: Company) -> None:
        assert company.campaign["clock"] == 0
        passed = (await company.gm.post(".../time", {"days": 2})).json()
        assert passed["clock"] == 2 * 24 * 60
        passed = (await company.gm.post(".../time", {"minutes": 5})).json()
        assert passed["clock"] == 2 * 24 * 60 + 5
        looked = await company.observer.get("...")
        assert looked.json()["clock"] == 2885
        assert looked.headers["ETag"] != '"1"'

    async def test_everybody_rests_within_their_limits(self, company: Company) -> None:
        tired = await company.player.character("Willow", sheet=SHEET | {"stamina": 5})
        dead = await company.player.character("Thug", sheet=SHEET | {"health": 0})
        away = await company.other.character("Bearington", sheet=SHEET | {"stamina": 5})
        ids = [tired["id"], dead["id"]]
        passed = (await company.gm.post(".../time", {"hours": 8, "rest": "long", "character_ids": ids})).json()
        told = {one["character_id"]: one["refused"] for one in passed["characters"] if one["character_id"] in ids}
        assert told == {tired["id"]: None, dead["id"]: "dead"}
        stamina = {}
        for character in (tired, away):
            looked = await company.gm.get(f".../characters/{character['id']}")
            stamina[character["id"]] = looked.json()["sheet"]["stamina"]
        assert stamina[tired["id"]] > 5
        assert stamina[away["id"]] == 5

    async def test_time_and_rest_are_one_revision(self, company: Company) -> None:
        tired = await company.player.character(sheet=SHEET | {"health": 12, "stamina": 5})
        passed = (await company.gm.post(".../time", {"weeks": 1, "rest": "long"})).json()
        assert [one["character_id"] for one in passed["characters"]] == [tired["id"]] * 2
        found = await company.player.get(f".../characters/{tired['id']}")
        assert (found.json()["sheet"]["health"], found.headers["ETag"]) == (13, '"2"')
        (newest, _) = (await company.player.get(f".../characters/{tired['id']}/revisions")).json()["items"]
        assert {change["pointer"] for change in newest["changes"]} >= {"/sheet/health", "/sheet/stamina"}

    async def test_a_rest_nobody_knows_moves_nothing(self, company: Company) -> None:
        refused(await company.gm.post(".../time", {"hours": 8, "rest": "endless"}), 422, "unknown_rest")
        assert (await company.gm.get("...")).json()["clock"] == 0

    @pytest.mark.parametrize("body", [{}, {"hours": 1, "days": 1}, {"hours": 0}, {"weeks": 10**9}])
    async def test_a_time_is_one_number(self, company: Company, body: Any) -> None:
        refused(await company.gm.post(".../time", body), 422, "invalid_request")

    async def test_who_rests_must_be_there(self, company: Company) -> None:
        someone = await company.player.character()
        for ids in ([someone["id"], "chr_none"], ["chr_none"]):
            body = {"hours": 8, "rest": "long", "character_ids": ids}
            refused(await company.gm.post(".../time", body), 404, "not_found")
        body = {"hours": 8, "character_ids": [someone["id"]]}
        refused(await company.gm.post(".../time", body), 422, "invalid_request")
        assert (await company.gm.get("...")).json()["clock"] == 0
        assert (await company.gm.post(".../time", {"hours": 1})).json()["text"] == "1 hour passes."

    async def test_it_is_the_game_masters_to_say(self, company: Company) -> None:
        refused(await company.player.post(".../time", {"hours": 1}), 403, "role_too_low")
        refused(await company.player.post(".../sessions", {}), 403, "role_too_low")


async def test_a_session_gives_heroes_their_point(a_table: Table) -> None:
    table = await a_table("supers")
    sheet = SYSTEMS["supers"].example_sheets[0].model_dump(mode="json") | {"hero_points": 3}
    hero = await table.player.character("Capes", sheet=sheet)
    started = (await table.gm.post(".../sessions", {"new_adventure": True})).json()
    assert [one["character_id"] for one in started["characters"]] == [hero["id"]]
    found = (await table.player.get(f".../characters/{hero['id']}")).json()
    # One, and one for Luck.
    assert found["sheet"]["hero_points"] == 2


async def test_hero_points_are_the_game_masters_to_give(a_table: Table) -> None:
    table = await a_table("supers")
    sheet = SYSTEMS["supers"].example_sheets[0].model_dump(mode="json") | {"hero_points": 3}
    path = f".../characters/{(await table.player.character('Capes', sheet=sheet))['id']}"
    spent = await table.player.post(f"{path}/spend", {"use": "inspiration"})
    assert spent.json()["result"]["hero_points"] == 2
    headers = {"If-Match": "*"}
    for person in (table.player, table.gm.acting_as(table.player)):
        for answer in (
            await person.post(f"{path}/spend", {"gain": True}),
            await person.patch(path, {"sheet": {"hero_points": 3}}, headers=headers),
            await person.put(path, {"name": "Capes", "sheet": sheet}, headers=headers),
            await person.post(f"{path}/restore", {"revision": 1}),
        ):
            assert "S-138" in refused(answer, 403, "role_too_low")["detail"]
    assert (await table.player.get(path)).json()["sheet"]["hero_points"] == 2
    given = await table.gm.post(f"{path}/spend", {"gain": True, "reason": "The promise kept."})
    assert given.json()["result"]["hero_points"] == 3
    lowered = await table.player.patch(path, {"sheet": {"hero_points": 1}}, headers=headers)
    assert lowered.json()["sheet"]["hero_points"] == 1


class TestRollsOfACharacter:
    async def test_names_are_numbers_of_the_sheet(self, company: Company) -> None:
        made = await company.player.character()
        rolled = await company.player.roll("1d6+@speed", character_id=made["id"], faces=[4])
        assert (rolled["rolls"][0]["total"], rolled["character_id"]) == (4 + SHEET["speed"], made["id"])
        mine = await company.player.roll("1d6+@speed", character_id=made["id"], faces=[4], variables={"speed": 10})
        assert mine["rolls"][0]["total"] == 14

    async def test_a_name_it_hasnt_is_told_with_the_nearest(self, company: Company) -> None:
        made = await company.player.character()
        answer = await company.player.post(".../rolls", {"notation": "1d6+@sped", "character_id": made["id"]})
        assert refused(answer, 422, "unknown_variable")["suggestion"] == "speed"

    async def test_one_rolls_for_ones_own(self, company: Company) -> None:
        made = await company.player.character()
        hidden = await company.gm.character("Arsonist")
        body = {"notation": "1d6+@speed"}
        refused(await company.other.post(".../rolls", body | {"character_id": made["id"]}), 403, "not_yours")
        refused(await company.player.post(".../rolls", body | {"character_id": hidden["id"]}), 404, "not_found")

    async def test_what_a_hidden_character_rolls_is_hidden_too(self, company: Company) -> None:
        hidden = await company.gm.character("Arsonist")
        rolled = await company.gm.roll("1d6+@speed", character_id=hidden["id"])
        assert rolled["visibility"] == "gm"
        open_ = await company.gm.roll("1d6", character_id=hidden["id"], visibility="public")
        assert open_["character_id"] == hidden["id"]
        seen = (await company.player.get(".../rolls")).json()["items"]
        assert [(roll["id"], roll["character_id"]) for roll in seen] == [(open_["id"], None)]
