"""Scenes of superheroes: how they are set up, and how an answer is compared, in process or over HTTP."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.rules.golden import differences
from tests.rules.scenes import GoldenScene, told

Json = dict[str, Any]
EXPECTED = {"note", "result", "status", "round", "active", "turn", "pending", "state", "error", "state_unchanged"}
FACTS = {"facts", "detail"}
ANSWERS_WITH_SHEET = {"derived", "audit", "state"}


def sheet_of(golden: GoldenScene, combatant: Json) -> Json:
    """The sheet that a combatant brings, with what the scene says has happened to it."""
    whole = golden.sheets[combatant["sheet"]]
    sheet = {key: value for key, value in whole.items() if key not in {"derived", "audit"}}
    state = dict(combatant.get("state", {}))
    if "hero_points" in state:
        sheet["hero_points"] = state.pop("hero_points")
    for gone in ("effective", "out", "sustained"):
        state.pop(gone, None)
    if "conditions" in state:
        levels = {state.get("damage", {}).get("level"), state.get("fatigue")}
        state["conditions"] = [
            _condition(one, number) for number, one in enumerate(state["conditions"]) if one not in levels
        ]
    return {**sheet, "state": {**sheet.get("state", {}), **state}} if state else sheet


def _condition(one: str | Json, number: int) -> Json:
    if not isinstance(one, str):
        return {"id": f"c{number}", "source": "", **one}
    key, _, param = one.partition(":")
    return {"id": f"c{number}", "key": key, "source": "", "param": param or None}


def joins(golden: GoldenScene) -> list[Json]:
    """The bodies that bring everybody in, at their places; whose `character_id` is the caller's."""
    distances: dict[str, Json] = {}
    for one, other, feet in golden.scene.get("distances", []):
        distances.setdefault(one, {})[other] = feet
        distances.setdefault(other, {})[one] = feet
    return [
        {
            "type": "join",
            "id": one["id"],
            "name": one.get("name", one["id"]),
            "side": one.get("side", "all"),
            **({"group": one["group"]} if one.get("group") else {}),
            **({"hidden": True} if one.get("hidden") else {}),
            "position": {**one.get("position", {}), "distance_ft": distances.get(one["id"], {})},
        }
        for one in golden.scene["combatants"]
    ]


def summary(shown: Json) -> Json:
    """A combatant in the words of a scene."""
    state = shown["state"]
    return {
        "damage": state["damage"],
        "fatigue": state["fatigue"],
        "pending_step": state["pending_step"],
        "hero_points": state["hero_points"],
        "conditions": sorted(one["key"] for one in shown["conditions"]),
        "effective": state["effective"],
        "sustained": state["turn"]["sustained"],
        "out": shown["out"],
    }


def summaries(encounter: Json) -> dict[str, Json]:
    """Everybody in the words of a scene, by id."""
    return {one["id"]: summary(one) for one in encounter["combatants"]}


def results(events: Sequence[Json]) -> list[Json]:
    """What events say, in the words of section 1.17: each event, and all of one kind by combatant."""
    said = [dict(one["data"]) for one in events]
    for one in said:
        if one["type"] == "area.struck":
            one["dodge"] = {each["combatant"]: each for each in one["dodge"]}
        if one["type"] == "team.made":
            one["helper_degrees"] = [each["degree"] for each in one["helpers"]]
            one |= {"net": sum(one["helper_degrees"]), "total": one["leader_total"], "degree": one["leader_degree"]}
    totals = {one["combatant"]: one["total"] for one in said if one["type"] == "initiative.rolled"}
    dying = {one["combatant"]: one for one in said if one["type"] == "dying.checked"}
    opposed = next((one for one in said if one["type"] == "opposed.made"), None)
    together = {
        **({"totals": totals} if totals else {}),
        **({"dying_check": dying} if dying else {}),
        **({"opposed": opposed} if opposed else {}),
        **next(({"order": one["order"]} for one in said if one["type"] == "encounter.started"), {}),
    }
    if set(together) == {"opposed"}:
        said = [{**one, "opposed": opposed} if one["type"] == "attack.made" else one for one in said]
    return [*said, together]


def refused(expected: Json, code: str, facts: Mapping[str, Any], *, unchanged: bool) -> Iterator[str]:
    """Where a refusal isn't the one that is expected."""
    if unknown := set(expected) - EXPECTED - FACTS:
        yield f"nothing compares {sorted(unknown)}"
    if "error" not in expected:
        yield f"refused as {code} ({facts}), and expected to be accepted"
    elif code != expected["error"]:
        yield f"refused as {code}, expected {expected['error']}"
    if not unchanged:
        yield "a refusal has changed something"
    yield from differences(expected.get("facts", {}), facts, at="facts")


def accepted(expected: Json, before: Json, after: Json, events: Sequence[Json]) -> Iterator[str]:
    """Where an answer isn't the one that is expected.

    Args:
        expected: the scene's.
        before: the encounter as a game master saw it before.
        after: and as the answer shows it.
        events: the answer's, with `data`.
    """
    if unknown := set(expected) - EXPECTED:
        yield f"nothing compares {sorted(unknown)}"
    if "error" in expected:
        yield f"accepted, and expected to be refused as {expected['error']}"
        return
    for field in ("status", "round", "active"):
        if field in expected:
            yield from differences(expected[field], after[field], at=field)
    if "turn" in expected:
        active = next((one for one in after["combatants"] if one["id"] == after["active"]), None)
        yield from differences(expected["turn"], active["state"]["turn"] if active else None, at="turn")
    if "pending" in expected:
        yield from differences(expected["pending"], after["pending"], at="pending")
    if "result" in expected:
        yield from told(expected["result"], results(events))
    if "state" in expected:
        yield from everybody(expected["state"], summaries(before), summaries(after))


def everybody(expected: Json, before: Mapping[str, Json], after: Mapping[str, Json]) -> Iterator[str]:
    """Where states aren't as expected; who isn't named must be unchanged."""
    for name, state in expected.items():
        yield from differences(state, after.get(name), at=name)
    for name, state in after.items():
        if name not in expected and name in before and before[name] != state:
            yield from differences(before[name], state, at=f"{name} (not named, so unchanged)")
