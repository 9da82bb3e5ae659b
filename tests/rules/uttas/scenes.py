"""Whole scenes of the golden vectors: how they are read, and how what is expected is compared with what is seen.

The comparing works on JSON as a game master gets it, so that scenes played over HTTP are compared by the same code.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.rules.golden import differences

Json = dict[str, Any]
EXPECTED = {
    "note", "error", "state_unchanged", "round", "active", "turn", "pending", "order", "result", "chase", "status",
    "winner", "state",
}  # fmt: skip
"""All that a line may expect; anything else is compared by nobody, and fails."""


class Line(NamedTuple):
    """One request of a scene and what comes of it."""

    body: Json
    expect: Json


class GoldenScene(NamedTuple):
    """A scene, with the sheets of its file."""

    name: str
    kind: str
    sheets: Mapping[str, Json]
    """By combatant, in joining order."""
    sides: Mapping[str, str]
    options: Json
    pos: Mapping[str, tuple[int, int]]
    lines: list[Line]

    @property
    def leaves_the_encounter(self) -> bool:
        """Whether some of it goes to characters or the campaign."""
        return any("route" in line.body for line in self.lines)


FIELDS = {"id", "title", "kind", "sheets", "sides", "options", "pos", "commands", "note", "rules"}


def scenes(folder: Path, system: str) -> Iterator[GoldenScene]:
    """All scenes of a system in a folder's files."""
    for path in sorted(folder.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        if document["system"] == system:
            for scene in document.get("scenarios", []):
                yield read(scene, document.get("sheets", {}), file=f"{folder.name}/{path.stem}")


def read(scene: Json, sheets: Mapping[str, Json], *, file: str) -> GoldenScene:
    if unknown := set(scene) - FIELDS:
        raise ValueError(f"{file} {scene['id']}: nothing reads {sorted(unknown)}")
    lines = []
    for command in scene["commands"]:
        body = dict(command)
        expect = body.pop("expect")
        if unread := set(expect) - EXPECTED:
            raise ValueError(f"{file} {scene['id']}: nothing compares {sorted(unread)}")
        lines.append(Line(body, expect))
    return GoldenScene(
        name=f"{file}-{scene['id']}",
        kind=scene.get("kind", "fight"),
        sheets={name: sheets[name] for name in scene["sheets"]},
        sides={name: side for side, names in scene["sides"].items() for name in names},
        options=scene.get("options", {}),
        pos={name: (at[0], at[1]) for name, at in scene.get("pos", {}).items()},
        lines=lines,
    )


def record(combatant: Json) -> Json:
    """A combatant of the encounter's JSON in the words of the scenes (rules page, 5c)."""
    state = combatant["state"]
    entangle = state.get("entangle")
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
        "grapple": state["grapple"],
        "entangle_health": entangle["health"] if entangle else 0,
        "sprinting": state["sprinting"],
        "evade_penalty": state["evade_penalty"],
        "ready": state["ready"] is not None,
        "breather": state["breather"],
        "breather_uses": state["breather_uses"],
        "holds": state["holds"],
    }


def records(encounter: Json) -> dict[str, Json]:
    """All of them by id."""
    return {one["id"]: record(one) for one in encounter["combatants"]}


def turn_of(encounter: Json) -> str | None:
    """Whether the turn that is on is open or over."""
    active = next((one for one in encounter["combatants"] if one["id"] == encounter["active"]), None)
    return None if active is None else "over" if active["state"]["action_used"] else "open"


def compare(expect: Json, *, before: Json, after: Json, result: Json | None) -> Iterator[str]:
    """Where a request that was accepted came to something else than the scene says."""
    pending = after["pending"]
    simple = {
        "round": after["round"],
        "active": after["active"],
        "turn": turn_of(after),
        "pending": None if pending is None else {"kind": pending["kind"], "for": pending["for"]},
        "order": after["order"],
        "result": result,
        "chase": after["chase"],
        "status": after["status"],
        "winner": after["winner"],
    }
    for field, value in expect.items():
        if field in simple:
            yield from differences(value, simple[field], at=field)
        elif field in {"error", "state_unchanged"}:
            yield f"{field} is expected, and the request was accepted"
    if "status" not in expect:
        yield from differences("running", after["status"], at="status")
    was, now = records(before), records(after)
    for name, found in now.items():
        wanted = expect["state"].get(name, was.get(name, found))
        if unknown := set(wanted) - set(found):
            yield f"{name}: nothing compares {sorted(unknown)}"
        yield from differences(normal(wanted), normal(found), at=name)
        if name not in expect["state"]:
            continue
        yield from (f"{name} lacks {field}" for field in set(found) - set(wanted))


def normal(recorded: Json) -> Json:
    """Lists whose order means nothing are sorted."""
    grapple = recorded.get("grapple")
    tidy = {**recorded, "disabled": sorted(recorded["disabled"]), "conditions": sorted(recorded["conditions"])}
    return tidy | {"grapple": grapple and {**grapple, "limbs": sorted(grapple["limbs"])}}
