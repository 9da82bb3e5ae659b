"""The demo: whatever the docs page says of its characters can be sent to it as it stands."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.api import deeds
from app.api.campaign_checks import CAMPAIGN_CHECK_EXAMPLES
from app.api.encounter_commands import COMMAND_EXAMPLES
from app.api.rolls import ROLL_EXAMPLES
from app.demo import DemoCampaign, seed
from app.rules.catalog import SYSTEMS
from app.services.chance import SystemDice
from tests.api.conftest import HandClock, Person

pytestmark = pytest.mark.anyio
EACH_SYSTEM = pytest.mark.parametrize("key", SYSTEMS)
NEWCOMER = ".../characters/demo:newcomer"


@pytest.fixture
async def demo(app: FastAPI, clock: HandClock) -> dict[str, DemoCampaign]:
    """The demo's campaigns, by their systems."""
    return {one.system: one for one in await seed(app.state.table.storage, clock, SystemDice())}


def of_sheets(key: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """The examples of this system about characters of the demo: where each is sent, and its body."""
    found = {
        **{f"roll: {name}": (".../rolls", one["value"]) for name, one in ROLL_EXAMPLES.items()},
        **{f"check: {name}": (".../checks", one["value"]) for name, one in CAMPAIGN_CHECK_EXAMPLES.items()},
    }
    mine = {f"roll: {key}, from the sheet", *(name for name in found if name.startswith(f"check: {key}."))}
    return {name: found[name] for name in mine if "character_id" in found[name][1]}


@EACH_SYSTEM
async def test_rolls_and_checks_of_its_characters_work_as_they_stand(
    client: httpx.AsyncClient, demo: dict[str, DemoCampaign], key: str
) -> None:
    gm = Person(client, demo[key].gm_token, "", demo[key].id)
    examples = of_sheets(key)
    assert len(examples) >= 4
    for name, (path, body) in examples.items():
        answer = await gm.post(path, body)
        assert answer.status_code == 201, (name, answer.text)
        assert answer.json()["character_id"] in demo[key].character_ids, name


@EACH_SYSTEM
async def test_deeds_can_be_done_to_its_newcomer(
    client: httpx.AsyncClient, demo: dict[str, DemoCampaign], key: str
) -> None:
    gm = Person(client, demo[key].gm_token, "", demo[key].id)
    for route in deeds.HOW:
        examples = {name: one["value"] for name, one in deeds.examples(route).items() if name.startswith(f"{key}: ")}
        for name, body in examples.items():
            answer = await gm.post(f"{NEWCOMER}/{route}", body)
            assert answer.status_code == 200, (name, answer.text)
            # The next one finds them as they were.
            assert (await gm.post(f"{NEWCOMER}/restore", {"revision": 1})).status_code == 200


@EACH_SYSTEM
async def test_its_newcomer_is_the_players_and_whoever_plays_finds_them_by_name(
    client: httpx.AsyncClient, demo: dict[str, DemoCampaign], key: str
) -> None:
    player = Person(client, demo[key].player_token, "", demo[key].id)
    shown = (await player.get(NEWCOMER)).json()
    assert shown["id"] in demo[key].character_ids[:3]
    assert shown["external_refs"] == [{"app": "demo", "id": "newcomer"}]
    rolled = await player.roll("1d6", character_id="demo:newcomer")
    assert rolled["character_id"] == shown["id"]


@EACH_SYSTEM
async def test_its_newcomer_can_join_as_the_example_says(
    client: httpx.AsyncClient, demo: dict[str, DemoCampaign], key: str
) -> None:
    gm = Person(client, demo[key].gm_token, "", demo[key].id)
    joined = await gm.post(
        ".../encounters/current/commands", COMMAND_EXAMPLES["join: a character of the campaign"]["value"]
    )
    assert joined.status_code == 200, joined.text
    shown = (await gm.get(NEWCOMER)).json()
    assert joined.json()["encounter"]["combatants"][-1]["character_id"] == shown["id"]


async def test_a_player_is_answered_what_their_own_roll_comes_to(
    client: httpx.AsyncClient, demo: dict[str, DemoCampaign]
) -> None:
    one = demo["uttas"]
    gm, player = (Person(client, token, "", one.id) for token in (one.gm_token, one.player_token))
    path = f".../encounters/{one.encounter_id}/commands"
    while "willow" not in (await gm.get(".../encounters/current")).json()["active"]:
        assert (await gm.post(path, {"type": "end_turn"})).status_code == 200
    look = {"type": "uttas.use_skill", "actor": "willow", "skill": "perception", "dc": 20, "faces": [4, 4, 4, 4, 4, 4]}
    answer = await player.post(path, look)
    assert answer.json()["result"] == {"total": 24, "dc": 20, "success": True}, answer.text
