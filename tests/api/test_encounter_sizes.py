"""A crowded encounter over HTTP: thirty combatants in less than 64 kB, and a tracker of them in less than 8."""

import json
from typing import Any

import httpx
import pytest

from app.rules.catalog import SYSTEMS
from tests.api.conftest import Person, found
from tests.api.on_trial import ON_TRIAL

pytestmark = pytest.mark.anyio

CROWD = 30
CONDITION = {"ultra": "off_balance", "uttas": "stunned", "supers": "dazed"}
"""Of every third combatant."""


async def crowded(gm: Person, system: str) -> str:
    """A fight of as many as a table has ever seen, with the sheets of the system's examples; gives its path."""
    made = await gm.post(".../encounters", {"name": "The siege of the toll bridge"})
    path = f".../encounters/{made.json()['id']}"
    sheets = ON_TRIAL[system].example_sheets
    bodies: list[dict[str, Any]] = [
        {
            "type": "join",
            "side": "bridge guards" if number % 2 else "forest folk",
            "name": f"Toll guard {number + 1}",
            "sheet": sheets[number % len(sheets)].model_dump(mode="json", exclude_defaults=True),
        }
        for number in range(CROWD)
    ]
    ids = [(await sent(gm, path, body))["encounter"]["combatants"][-1]["id"] for body in bodies]
    await sent(gm, path, {"type": "start"})
    for one in ids[::3]:
        await sent(gm, path, {"type": "add_condition", "actor": one, "key": CONDITION[system]})
    return path


async def sent(gm: Person, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = await gm.post(f"{path}/commands", body)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("system", SYSTEMS)
async def test_a_crowd_stays_within_its_sizes(client: httpx.AsyncClient, system: str) -> None:
    _, gm = await found(client, system=system)
    path = await crowded(gm, system)
    whole, tracker = await gm.get(path), await gm.get(f"{path}?view=tracker")
    moved = await gm.post(f"{path}/commands", {"type": "note", "text": "The bridge burns."})
    assert len(json.loads(whole.content)["combatants"]) == len(json.loads(tracker.content)["combatants"]) == CROWD
    assert len(whole.content) < 64_000
    assert len(moved.content) < 64_000
    assert len(tracker.content) < 8_000
