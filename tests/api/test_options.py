"""House rules: those of the campaign's system, set at the start or by merge patch, shown with what they change."""

import asyncio
from typing import Any

import httpx
import pytest

from app.rules.catalog import SYSTEMS
from app.services.options import OPTIONS, CampaignOptions
from tests.api.conftest import SHEET, HandClock, admit, found, refused, stored

pytestmark = pytest.mark.anyio

ANY = {"If-Match": "*"}
STANCES = [{"id": "low", "accuracy": -1, "dodge": 2, "defense": 0, "armor": 0, "run": -4}]
BANDS = [{"at_most": 9, "level_change": 0}, {"at_most": None, "level_change": 2}]
# Where the schema alone doesn't say what else an option may be, and what it may not.
LISTS: dict[str, tuple[Any, Any]] = {
    "stances": (STANCES, [*STANCES, *STANCES]),
    "business_table": (BANDS, BANDS[:1]),
    "disaster_reward": ("a point of fate", "x" * 201),
}


def unusual(key: str, name: str) -> tuple[Any, Any]:
    """A setting of an option that isn't the usual one, and a setting that it doesn't have."""
    if name in LISTS:
        return LISTS[name]
    shown = OPTIONS[key].model_json_schema()["properties"][name]
    usual = shown["default"]
    shown = next((one for one in shown.get("anyOf", ()) if one["type"] != "null"), shown)
    match shown["type"]:
        case "boolean":
            return not usual, "perhaps"
        case "integer":
            return usual + 1, shown["maximum"] + 1
        case "array":
            return shown["items"]["enum"][:1], ["perhaps"]
        case _:
            return next(choice for choice in shown["enum"] if choice != usual), "perhaps"


def settable(key: str) -> list[str]:
    """The options that can be other than usual: where no choice answers itself, nothing can be listed."""
    shown = OPTIONS[key].model_json_schema()["properties"]
    return [name for name in OPTIONS[key].model_fields if shown[name].get("maxItems") != 0]


each_system = pytest.mark.parametrize("key", OPTIONS)


@each_system
async def test_every_option_can_be_set_at_the_start(client: httpx.AsyncClient, key: str) -> None:
    options = {name: unusual(key, name)[0] for name in settable(key)}
    usual = OPTIONS[key]().model_dump(mode="json")
    made, gm = await found(client, system=key, options=options)
    assert made["options"] == usual | options
    assert [rule["option"] for rule in made["house_rules"]] == list(options)
    for rule in made["house_rules"]:
        assert (rule["value"], rule["usual"]) == (options[rule["option"]], usual[rule["option"]])
        assert rule["changes"].endswith(".")
        assert "\n" not in rule["changes"]
    observer = await admit(gm, "observer", "Audience")
    seen = (await observer.get("...")).json()
    assert (seen["options"], seen["house_rules"]) == (made["options"], made["house_rules"])
    listed = (await observer.get("/v1/campaigns")).json()["items"]
    assert listed == [seen]


@each_system
async def test_every_option_can_be_changed_and_put_back(client: httpx.AsyncClient, clock: HandClock, key: str) -> None:
    before, gm = await found(client, system=key)
    usual = before["options"]
    assert (usual, before["house_rules"]) == (OPTIONS[key]().model_dump(mode="json"), [])
    version = 1
    for name in settable(key):
        value, _ = unusual(key, name)
        clock.forward(seconds=1)
        changed = await gm.patch("...", {"options": {name: value}}, headers={"If-Match": f'"{version}"'})
        assert changed.json()["options"] == usual | {name: value}
        assert [(rule["option"], rule["value"]) for rule in changed.json()["house_rules"]] == [(name, value)]
        assert changed.headers["etag"] == f'"{version + 1}"'
        assert changed.json() == (await gm.get("...")).json()
        back = await gm.patch("...", {"options": {name: None}}, headers={"If-Match": f'"{version + 1}"'})
        version += 2
        assert (back.json()["options"], back.json()["house_rules"]) == (usual, [])
        assert back.headers["etag"] == f'"{version}"'


@each_system
async def test_what_an_option_does_not_take_is_refused_by_name(client: httpx.AsyncClient, key: str) -> None:
    _, gm = await found(client, system=key)
    before = await gm.get("...")
    for name in settable(key):
        _, wrong = unusual(key, name)
        values: tuple[Any, ...] = (wrong, [[]])
        for value in values:
            body: dict[str, Any] = {"name": "Fog", "options": {name: value}}
            at_start = refused(await client.post("/v1/campaigns", json=body | {"system": key}), 422, "invalid_request")
            later = refused(await gm.patch("...", body, headers=ANY), 422, "invalid_request")
            assert later["errors"] == at_start["errors"]
            assert later["errors"][0]["pointer"].startswith(f"/options/{name}")
            assert f"`options.{name}" in later["detail"]
    assert (await gm.get("...")).content == before.content


@each_system
async def test_options_of_another_system_are_refused_and_its_own_are_named(client: httpx.AsyncClient, key: str) -> None:
    _, gm = await found(client, system=key)
    own = OPTIONS[key].model_fields
    foreign = {name for options in OPTIONS.values() for name in options.model_fields} - set(own)
    for name in foreign:
        for value in (1, None):
            said = refused(await gm.patch("...", {"options": {name: value}}, headers=ANY), 422, "invalid_request")
            assert [error["pointer"] for error in said["errors"]] == [f"/options/{name}"]
            assert any(f"`{option}`" in said["detail"].partition(";")[2] for option in own)
    said = refused(await gm.patch("...", {"options": {"zebra": 1}}, headers=ANY), 422, "invalid_request")
    assert all(f"`{option}`" in said["detail"] for option in own)


async def test_several_wrong_options_are_told_at_once_and_none_is_kept(client: httpx.AsyncClient) -> None:
    _, gm = await found(client, system="ultra")
    change = {"options": {"trick_cost_max": 21, "order": "pool", "metric": "manhattan", "partial_buyoff": 1}}
    said = refused(await gm.patch("...", change, headers=ANY), 422, "invalid_request")
    assert {error["pointer"]: error["detail"].partition(";")[0] for error in said["errors"]} == {
        "/options/trick_cost_max": "`options.trick_cost_max` must be at most 20.",
        "/options/partial_buyoff": "`options.partial_buyoff` must be `true` or `false`.",
        "/options/metric": "`options.metric` is not a field here",
    }
    assert (await gm.get("...")).json()["options"]["order"] == "gm"


async def test_a_place_inside_an_option_is_named(client: httpx.AsyncClient) -> None:
    _, gm = await found(client, system="uttas")
    wrong = {"stances": [STANCES[0], {"id": "x", "dodge": 101}, {"id": "y", "doge": 1}]}
    said = refused(await gm.patch("...", {"options": wrong}, headers=ANY), 422, "invalid_request")
    assert {error["pointer"]: error["detail"] for error in said["errors"]} == {
        "/options/stances/1/dodge": "`options.stances[1].dodge` must be at most 100.",
        "/options/stances/2/doge": "`options.stances[2].doge` is not a field here; did you mean `dodge`?",
    }


async def test_texts_of_house_rules_forge_nothing(client: httpx.AsyncClient) -> None:
    for key, options in (
        ("ultra", {"disaster_reward": "a\u202eb"}),
        ("ultra", {"disaster_reward": "a\u001bb"}),
        ("uttas", {"stances": [{"id": "a\u2028b"}]}),
    ):
        _, gm = await found(client, system=key)
        said = refused(await gm.patch("...", {"options": options}, headers=ANY), 422, "invalid_request")
        assert said["errors"][0]["pointer"] == f"/options/{next(iter(options))}"
        refused(
            await client.post("/v1/campaigns", json={"name": "Fog", "system": key, "options": options}),
            422,
            "invalid_request",
        )


async def test_the_body_is_judged_before_the_version(client: httpx.AsyncClient) -> None:
    _, gm = await found(client, system="ultra")
    wrong, right = {"options": {"trick_cost_max": 0}}, {"options": {"trick_cost_max": 4}}
    for headers in ({}, {"If-Match": '"9"'}):
        refused(await gm.patch("...", wrong, headers=headers), 422, "invalid_request")
    refused(await gm.patch("...", right), 428, "version_required")
    refused(await gm.patch("...", right, headers={"If-Match": '"9"'}), 412, "stale_version")
    player = await admit(gm, "player", "Willow")
    refused(await player.patch("...", wrong, headers=ANY), 403, "role_too_low")


async def test_a_changed_house_rule_is_a_fact_of_the_campaign(client: httpx.AsyncClient, database: str) -> None:
    _, gm = await found(client, system="supers")
    await gm.patch("...", {"options": {"prone_hindered": True}}, headers=ANY)
    await gm.patch("...", {"options": {"prone_hindered": True}}, headers=ANY)
    told = [row for row in (await stored(database))["event"] if "campaign.changed" in tuple(row)]
    assert len(told) == 1
    assert '"options"' in str(tuple(told[0])[10])


async def test_others_play_on_while_all_that_a_house_rule_changes_is_looked_at(client: httpx.AsyncClient) -> None:
    """In another campaign, and in this one: whoever comes to it meanwhile follows the house rule too."""
    _, gm = await found(client, system="uttas")
    _, other = await found(client)
    learned = SHEET | {"skills": [{"id": f"lore_{number}", "dice": 1} for number in range(300)]}
    for number in range(12):
        await gm.character(f"Sage {number}", sheet=learned)
    changing = asyncio.create_task(gm.patch("...", {"options": {"points_per_die": 2}}, headers=ANY))
    await other.roll()
    late = await gm.character("Late")
    assert not changing.done()
    assert (await changing).status_code == 200
    for brief in (await gm.get(".../characters")).json()["items"]:
        one = (await gm.get(f".../characters/{brief['id']}")).json()
        assert (one["variables"]["strength.dice"], one["version"]) == (5, 2)
    assert late["variables"]["strength.dice"] == 2


async def test_a_system_tells_its_options_to_people(client: httpx.AsyncClient) -> None:
    for key, system in SYSTEMS.items():
        shown = (await client.get(f"/v1/systems/{key}")).json()
        made, _ = await found(client, system=key)
        assert shown["options"] == made["options"]
        properties = shown["options_schema"]["properties"]
        assert (
            properties.keys() == made["options"].keys() == {*CampaignOptions.model_fields, *system.options.model_fields}
        )
        assert all(one["description"] for one in properties.values())
