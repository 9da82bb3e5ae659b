"""Checks that a character makes: numbers and state from the sheet, house rules, and what the check takes of it."""

from typing import Any

import pytest

from app.rules.catalog import SYSTEMS
from tests.api.conftest import Person, Table, refused

pytestmark = pytest.mark.anyio


async def everybody(person: Person, system: str) -> list[dict[str, Any]]:
    """The system's example characters, as this person's own."""
    return [await person.character(sheet=sheet.model_dump(mode="json")) for sheet in SYSTEMS[system].example_sheets]


@pytest.mark.parametrize("system", SYSTEMS)
async def test_every_example_fits_one_of_the_example_characters(a_table: Table, system: str) -> None:
    player = (await a_table(system)).player
    characters = await everybody(player, system)
    for kind in SYSTEMS[system].checks:
        for name, body in kind.sheet_examples.items():
            asked = body.model_dump(mode="json", exclude_defaults=True) | {"kind": kind.key}
            answers = [await player.post(".../checks", asked | {"character_id": one["id"]}) for one in characters]
            made = [answer.json() for answer in answers if answer.status_code == 201]
            assert made, (kind.key, name, answers[0].text)
            assert any(one["parts"] for one in made), (kind.key, name)
            assert all(one["character_id"] for one in made)


async def test_a_trait_its_conditions_and_the_number_that_wins(a_table: Table) -> None:
    player = (await a_table("supers")).player
    hero = (await everybody(player, "supers"))[0]
    leap = {"kind": "supers.check", "character_id": hero["id"], "trait": "fighting", "dc": 15, "faces": [10]}
    plain = (await player.post(".../checks", leap)).json()
    assert plain["result"]["total"] == 10 + hero["variables"]["fighting"]
    impaired = {"add": [{"key": "impaired", "param": "fighting"}]}
    assert (await player.post(f".../characters/{hero['id']}/conditions", impaired)).status_code == 200
    worse = (await player.post(".../checks", leap)).json()
    assert worse["result"]["total"] == plain["result"]["total"] - 2
    assert "impaired" in worse["text"].lower()
    assert any("impaired" in part["source"].lower() for part in worse["parts"])
    stated = (await player.post(".../checks", leap | {"modifier": 0})).json()
    assert stated["result"]["total"] == 8


async def test_a_hero_point_is_paid_with_the_check_it_betters(a_table: Table) -> None:
    player = (await a_table("supers")).player
    sheet = SYSTEMS["supers"].example_sheets[0].model_dump(mode="json") | {"hero_points": 1}
    hero = await player.character(sheet=sheet)
    leap = {"kind": "supers.check", "character_id": hero["id"], "trait": "fighting", "dc": 15, "faces": [3]}
    made = (await player.post(".../checks", leap)).json()
    amend = {"spend": "hero_point", "faces": [12]}
    assert (await player.post(f".../checks/{made['id']}/amend", amend | {"faces": [0]})).status_code == 422
    amended = (await player.post(f".../checks/{made['id']}/amend", amend)).json()
    assert amended["parts"] == made["parts"]
    assert (made["text"].count("Fighting"), amended["text"].count("Fighting")) == (1, 1)
    assert (await player.get(f".../characters/{hero['id']}")).json()["sheet"]["hero_points"] == 0
    again = (await player.post(".../checks", leap)).json()
    refused(await player.post(f".../checks/{again['id']}/amend", amend), 409, "no_hero_point")
    assert (await player.get(f".../checks/{again['id']}")).json() == again


async def test_another_characters_check_between_announces_nothing(a_table: Table) -> None:
    player = (await a_table("supers")).player
    hero, other = (await everybody(player, "supers"))[:2]
    leap = {"kind": "supers.check", "dc": 15, "modifier": 3}
    made = (await player.post(".../checks", leap | {"character_id": hero["id"]})).json()
    for between in ({"character_id": other["id"]}, {}):
        assert (await player.post(".../checks", leap | between)).status_code == 201
    assert (await player.post(f".../checks/{made['id']}/amend", {"spend": "hero_point"})).status_code == 200
    await player.post(".../checks", leap | {"character_id": hero["id"]})
    refused(await player.post(f".../checks/{made['id']}/amend", {"spend": "hero_point"}), 409, "result_announced")


async def test_ones_own_character_and_names_it_has(a_table: Table) -> None:
    table = await a_table("uttas")
    gm, player, other = table.gm, table.player, table.other
    willow = (await everybody(player, "uttas"))[0]
    hidden = await gm.character("Arsonist")
    skill = {"kind": "uttas.skill", "dc": 12, "trait": "strength.dice"}
    refused(await other.post(".../checks", skill | {"character_id": willow["id"]}), 403, "not_yours")
    refused(await player.post(".../checks", skill | {"character_id": hidden["id"]}), 404, "not_found")
    refused(await player.post(".../checks", skill), 422, "character_needed")
    missing = await player.post(".../checks", {"kind": "uttas.skill", "dc": 12, "character_id": willow["id"]})
    assert refused(missing, 422, "number_missing")["fields"] == ["dice"]
    wrong = await player.post(".../checks", skill | {"character_id": willow["id"], "trait": "strenght.dice"})
    assert refused(wrong, 422, "unknown_trait")["suggestion"] == "strength.dice"
    assert (await gm.post(".../checks", skill | {"character_id": hidden["id"]})).json()["visibility"] == "gm"


async def test_what_an_ultra_action_uses_up_is_gone(a_table: Table) -> None:
    player = (await a_table("ultra")).player
    hero = (await everybody(player, "ultra"))[0]
    await player.post(f".../characters/{hero['id']}/spend", {"amount": 2, "gain": True})
    trait = next(iter(hero["sheet"]["traits"]))
    act = {"kind": "ultra.action", "character_id": hero["id"], "traits": [trait], "difficulty": 1}
    made = (await player.post(".../checks", act)).json()
    assert any(part["source"].startswith("token") for part in made["parts"]), made["parts"]
    after = (await player.get(f".../characters/{hero['id']}")).json()
    assert after["sheet"]["tokens"] == []
    assert after["version"] == 3


async def test_a_business_is_rolled_for_once_a_quarter(a_table: Table) -> None:
    table = await a_table("uttas")
    gm, player = table.gm, table.player
    quarter = {"kind": "uttas.business", "skill_dice": {"accounting": 3}, "business": "Herbs"}
    assert (await player.post(".../checks", quarter)).status_code == 201
    refused(await player.post(".../checks", quarter), 409, "too_early")
    assert (await player.post(".../checks", quarter | {"business": "Ink"})).status_code == 201
    await gm.post(".../time", {"days": 90})
    assert (await player.post(".../checks", quarter)).status_code == 201


async def test_a_token_for_one_character_chooses_for_no_other(a_table: Table) -> None:
    player = (await a_table("ultra")).player
    mine, other = (await everybody(player, "ultra"))[:2]
    trait = next(iter(mine["sheet"]["traits"]))
    act = {"kind": "ultra.action", "character_id": mine["id"], "traits": [trait], "difficulty": 0, "target": 2}
    made = (await player.post(".../checks", act)).json()
    assert made["open"]
    for ids, status in (([other["id"]], 403), ([mine["id"]], 200)):
        token = {"name": "Bot", "role": "player", "character_ids": ids}
        bot = player.holding((await player.post(".../tokens", token)).json()["token"])
        assert (await bot.post(f".../checks/{made['id']}/resolve", {})).status_code == status


async def test_who_is_gone_betters_nothing(a_table: Table) -> None:
    player = (await a_table("supers")).player
    hero = (await everybody(player, "supers"))[0]
    leap = {"kind": "supers.check", "character_id": hero["id"], "trait": "fighting", "dc": 15}
    made = (await player.post(".../checks", leap)).json()
    await player.delete(f".../characters/{hero['id']}", headers={"If-Match": "*"})
    refused(await player.post(f".../checks/{made['id']}/amend", {"spend": "hero_point"}), 409, "nothing_to_amend")
