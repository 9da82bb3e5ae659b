"""Checks and systems over HTTP: every kind answers, explains itself, and refuses with a reason."""

from fractions import Fraction
from typing import Any

import httpx
import pytest

from app.rules.catalog import CHECKS, SYSTEMS
from tests.api.conftest import refused

pytestmark = pytest.mark.anyio

EXAMPLES = {
    f"{key} - {name}": body.model_dump(mode="json", exclude_defaults=True) | {"kind": key}
    for key, (_, kind) in CHECKS.items()
    for name, body in kind.examples.items()
}

each_example = pytest.mark.parametrize("name", EXAMPLES)


@each_example
async def test_a_check_is_made_and_the_same_faces_make_it_again(client: httpx.AsyncClient, name: str) -> None:
    asked = EXAMPLES[name]
    made = await client.post("/v1/checks", json=asked)
    assert made.status_code == 200, made.text
    answer = made.json()
    assert answer["kind"] == asked["kind"]
    assert answer["rules"]
    assert 0 < len(answer["text"]) <= 300
    assert 0 < len(answer["markdown"]) <= 1800
    faces = [die["face"] for die in answer["dice"]]
    again = (await client.post("/v1/checks", json=asked | {"faces": faces})).json()
    assert again["result"] == answer["result"]
    assert again["source"] == "physical"


@each_example
async def test_the_odds_of_a_check_are_exact(client: httpx.AsyncClient, name: str) -> None:
    asked = {field: value for field, value in EXAMPLES[name].items() if field not in ("faces", "choices")}
    answer = await client.post("/v1/checks/odds", json=asked)
    if {"faces", "choices"} & EXAMPLES[name].keys() and answer.status_code == 422:
        return
    assert answer.status_code == 200, answer.text
    odds = answer.json()
    assert sum(Fraction(outcome["ways"]) for outcome in odds["outcomes"]) == Fraction(odds["denominator"])
    for outcome in odds["outcomes"]:
        exact = Fraction(outcome["ways"]) / Fraction(odds["denominator"])
        assert outcome["probability"] == pytest.approx(float(exact), rel=1e-12)


async def test_an_action_says_what_happened_and_why(client: httpx.AsyncClient) -> None:
    asked = {
        "kind": "ultra.action",
        "faces": [10, 8, 9, 1],
        "difficulty": 2,
        "complications": [{"id": "lock", "level": 1, "note": "the lock breaks"}],
        "choices": {},
    }
    answer = (await client.post("/v1/checks", json=asked)).json()
    assert answer["result"]["result"] == "success_with_consequence"
    assert answer["result"]["hits"] == 4
    assert answer["text"].startswith("Success with consequence: 4 hits against 2")


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"kind": "ultra.action", "dice": 3, "target": 11}, 422, "invalid_target"),
        (
            {"kind": "ultra.action", "faces": [8, 3], "choices": {"tricks": [{"key": "side_move"}]}},
            409,
            "overspent",
        ),
        ({"kind": "uttas.accuracy", "faces": [4, 4], "key": 16, "dexterity": 14, "target": 20}, 422, "faces_missing"),
        ({"kind": "supers.check", "faces": [21], "modifier": 8, "dc": 15}, 422, "invalid_face"),
        ({"kind": "supers.check", "faces": [2, 3], "modifier": 8, "dc": 15}, 422, "faces_unused"),
        ({"kind": "supers.check", "modifier": "8", "dc": 15}, 422, "invalid_request"),
        ({"kind": "supers.check", "modifier": 8, "dc": 15, "campaign_id": "x"}, 422, "invalid_request"),
        ({"kind": "d20.check", "modifier": 8}, 422, "invalid_request"),
        ({"modifier": 8, "dc": 15}, 422, "invalid_request"),
    ],
)
async def test_a_refusal_says_why(client: httpx.AsyncClient, asked: dict[str, Any], status: int, code: str) -> None:
    answer = await client.post("/v1/checks", json=asked)
    problem = refused(answer, status, code)
    page = await client.get(problem["type"])
    assert page.status_code == 200
    assert code in page.text


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "ultra.action", "faces": [8, 3]},
        {"kind": "uttas.skill", "dice": 1, "dc": 4, "faces": []},
        {"kind": "supers.check", "modifier": 8, "dc": 15, "faces": [12]},
    ],
)
async def test_odds_are_about_dice_not_thrown(client: httpx.AsyncClient, asked: dict[str, Any]) -> None:
    refused(await client.post("/v1/checks/odds", json=asked), 422, "faces_in_odds")


async def test_odds_of_a_pool_list_its_hits(client: httpx.AsyncClient) -> None:
    odds = (await client.post("/v1/checks/odds", json={"kind": "ultra.action", "dice": 1})).json()
    assert [(total["outcome"], total["ways"]) for total in odds["totals"]] == [("0", "7"), ("1", "2"), ("2", "1")]


async def test_the_systems_are_listed(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/v1/systems")).json()["items"]
    assert [system["key"] for system in listed] == ["ultra", "uttas", "supers"]
    refused(await client.get("/v1/systems/chess"), 404, "not_found")


@pytest.mark.parametrize("key", SYSTEMS)
async def test_a_system_tells_all_that_it_answers(client: httpx.AsyncClient, key: str) -> None:
    system = (await client.get(f"/v1/systems/{key}")).json()
    assert [check["kind"] for check in system["checks"]] == [kind.key for kind in SYSTEMS[key].checks]
    for check in system["checks"]:
        assert check["summary"]
        assert "kind" in check["body_schema"]["required"]
        for body in check["examples"].values():
            assert (await client.post("/v1/checks", json=body)).status_code == 200
    assert {command["type"] for command in system["commands"]} > {"join", "start", "end_turn", "adjust", "end"}
    for command in system["commands"]:
        assert command["summary"]
        assert "type" in command["body_schema"]["required"]
        assert command["examples"]
    asked = {window["kind"] for window in system["windows"] if window["auto"]}
    assert asked == set(system["options_schema"]["properties"]["auto_resolve"]["items"].get("enum", []))
    assert "turn.started" in system["events"]
    assert set(system["options"]) == set(system["options_schema"]["properties"])
    assert system["example_sheets"]
    assert system["catalogues"]
    for rule in system["rule_index"]:
        assert rule["id"]
        assert rule["statement"].endswith(".")
        assert rule["covered_by"]
