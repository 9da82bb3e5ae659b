"""What is Ultra's own in whole scenes: who joins, and what came of an action or a race."""

from collections.abc import Mapping
from typing import Any

from tests.rules.scenes import Answer, Read, Scene


def preparing(scene: Scene) -> list[dict[str, Any]]:
    """Everybody joins under the name of their sheet, in the order of the scene."""
    sides = {name: side for side, names in scene.document["sides"].items() for name in names}
    return [
        {
            "type": "join",
            "id": name,
            "name": scene.sheets[name]["name"],
            "side": sides[name],
            "sheet": sheet(scene, name),
        }
        for name in scene.document["sheets"]
    ]


def sheet(scene: Scene, name: str) -> dict[str, Any]:
    """The sheet as it stands in the file."""
    own: dict[str, Any] = scene.sheets[name]
    return own


def data_of(types: str) -> Read:
    """Reads the last event of this family, such as `action.`."""
    return lambda answer: _last(answer, types)


def _last(answer: Answer, types: str) -> Any:
    told = [event["data"] for event in answer["events"] if event["type"].startswith(types)]
    return told[-1] if told else None


READ: Mapping[str, Read] = {"action": data_of("action."), "race": data_of("race.")}
