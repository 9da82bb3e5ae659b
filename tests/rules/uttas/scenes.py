"""Scenes of UTTAS: how everybody comes in, and how the fields of `expect` are read from an answer."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.rules.golden import differences
from tests.rules.scenes import Answer, Compare, Read, Scene
from tests.rules.uttas.shorthand import sheet_of

Json = dict[str, Any]


def preparing(scene: Scene) -> Iterator[Json]:
    """Everybody joins in the order of the scene's sheets, at their places."""
    sides = {name: side for side, names in scene.document["sides"].items() for name in names}
    for name in scene.document["sheets"]:
        yield {
            "type": "join",
            "id": name,
            "name": name,
            "side": sides[name],
            "sheet": sheet_of(scene.sheets[name]).model_dump(mode="json"),
            "pos": scene.document.get("pos", {}).get(name),
        }


def record(combatant: Json) -> Json:
    """A combatant of the encounter's JSON in the words of the scenes (rules page, 5c)."""
    state = combatant["state"]
    entangle, grapple = state["entangle"], state["grapple"]
    return {
        "health": state["health"],
        "stamina": state["stamina"],
        "stamina_locked": state["stamina_locked"],
        "actions": state["actions"],
        "pos": state["pos"],
        "stance": state["stance"],
        "dodge": state["dodge"],
        "conditions": sorted({held["key"] for held in combatant["conditions"]}),
        "disabled": sorted(state["disabled"]),
        "grapple": grapple and {**grapple, "limbs": sorted(grapple["limbs"])},
        "entangle_health": entangle["health"] if entangle else 0,
        "sprinting": state["sprinting"],
        "evade_penalty": state["evade_penalty"],
        "ready": state["ready"] is not None,
        "breather": state["breather"],
        "breather_uses": state["breather_uses"],
        "holds": state["holds"],
    }


def records(answer: Answer) -> dict[str, Json]:
    """All of them by id."""
    return {one["id"]: record(one) for one in answer["encounter"]["combatants"]}


def normal(expected: Json) -> Json:
    """A record as it is expected, with lists sorted whose order means nothing."""
    tidy = dict(expected)
    for field in ("disabled", "conditions"):
        if field in tidy:
            tidy[field] = sorted(tidy[field])
    if tidy.get("grapple"):
        tidy["grapple"] = {**tidy["grapple"], "limbs": sorted(tidy["grapple"]["limbs"])}
    return tidy


def same_states(expected: Mapping[str, Json], answer: Answer, before: Answer | None) -> Iterator[str]:
    """Where somebody isn't as expected, field by field; whoever isn't named must be unchanged."""
    now, was = records(answer), records(before) if before else {}
    for name in expected.keys() - now.keys():
        yield f"{name} isn't there"
    for name, found in now.items():
        wanted = normal(expected[name]) if name in expected else was.get(name, found)
        yield from differences(wanted, found, at=name)
        if name in expected and wanted.get("holds") is not None and wanted["holds"] != found["holds"]:
            yield f"{name} holds {found['holds']}"


def turn_of(answer: Answer) -> str | None:
    """Whether the turn that is on is open or over."""
    encounter = answer["encounter"]
    active = next((one for one in encounter["combatants"] if one["id"] == encounter["active"]), None)
    return None if active is None else "over" if active["state"]["action_used"] else "open"


READ: Mapping[str, Read] = {"turn": turn_of, "result": lambda answer: answer["result"]}
COMPARE: Mapping[str, Compare] = {"state": same_states}
