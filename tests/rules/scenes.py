"""The whole scenes of the rules pages: how they are read, played by the pure rules and compared, field by field.

What differs between the systems stands in `tests/rules/<system>/scenes.py`: `preparing(scene)`, the commands that come
before the scene's own (who joins, and where), and `READ`, how each field of `expect` that is the system's own is read
from an answer. Where reading isn't enough, `COMPARE` says where a field isn't as expected, by the answer and the one
before it. An answer is the JSON that a command gets over HTTP, so both runners compare by the same code.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from app.rules.catalog import SYSTEMS
from app.rules.encounter.commands import FRAME_COMMANDS, Command
from app.rules.encounter.events import Event
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import show
from app.rules.errors import Refusal
from app.rules.value import Value
from tests.rules.encounter.hearing import say, seen_event
from tests.rules.encounter.playing import Game
from tests.rules.golden import differences, folders

Answer = dict[str, Any]
Read = Callable[[Answer], Any]
Compare = Callable[[Any, Answer, Answer | None], Iterable[str]]


def of_the_encounter(name: str) -> Read:
    """Reads a field of the encounter as it is after the command."""
    return lambda answer: answer["encounter"].get(name)


def states(answer: Answer) -> dict[str, Any]:
    """Every combatant's state, with the frame's `out`."""
    return {one["id"]: {**one["state"], "out": one["out"]} for one in answer["encounter"]["combatants"]}


READ_OF_ALL: Mapping[str, Read] = {
    name: of_the_encounter(name)
    for name in ("status", "round", "active", "order", "pending", "winner", "scene", "chase")
} | {"state": states}
"""How the fields of `expect` that all systems share are read from an answer."""
Afterwards = Callable[[Game, dict[str, Any]], None]
"""Does to a combatant what is done to its character once all is over; over HTTP it is a route of the character's."""
OWNER = Viewer(role="player", member_id="owner")
"""Sends what only a player is refused."""
FOR_PEOPLE = {"note", "error", "state_unchanged"}
OF_THE_FILE = {"expect", "rules"}


class Scene(NamedTuple):
    """A scene as it stands in a file."""

    name: str
    system: str
    document: dict[str, Any]
    sheets: dict[str, Any]
    """All sheets of the file, by name."""

    @property
    def commands(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Each command as it is posted, and what it is expected to come to."""
        for command in self.document["commands"]:
            yield {name: value for name, value in command.items() if name not in OF_THE_FILE}, command["expect"]


def scenes(folder: Path) -> Iterator[Scene]:
    """All scenes of a folder's files."""
    for path in sorted(folder.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        for scene in document.get("scenarios", []):
            name = f"{folder.name}/{path.stem}-{scene['id']}"
            yield Scene(name, document["system"], scene, document.get("sheets", {}))


ALL = [scene for folder in folders() for scene in scenes(folder)]
PLAYED = [scene for scene in ALL if not any("route" in body for body, _ in scene.commands)]
"""Those that stay within their encounter; what goes to a character or the campaign is played over HTTP alone."""


def of_system(system: str) -> Any:
    """The module that says what is the system's own."""
    return import_module(f"tests.rules.{system}.scenes")


def faults(
    expect: Mapping[str, Any],
    answer: Answer,
    read: Mapping[str, Read],
    *,
    compare: Mapping[str, Compare] | None = None,
    before: Answer | None = None,
) -> list[str]:
    """Where an answer isn't what is expected; a field that nothing reads is a fault too."""
    known, compared = {**READ_OF_ALL, **read}, compare or {}
    found: list[str] = []
    for name, value in expect.items():
        if name in compared:
            found += compared[name](value, answer, before)
        elif name in known:
            found += differences(value, known[name](answer), at=name)
        elif name not in FOR_PEOPLE:
            found.append(f"nothing compares {name!r}")
    return found


def refused(expect: Mapping[str, Any], refusal: Refusal) -> list[str]:
    """Where a refusal isn't the one expected."""
    return [] if refusal.code == expect.get("error") else [f"refused: {refusal.code}: {refusal.detail}"]


class PureTable:
    """A scene at the pure rules, with a game master who sends every command."""

    def __init__(self, scene: Scene) -> None:
        system = SYSTEMS[scene.system]
        assert system.encounters is not None
        given = dict(scene.document.get("options", {}))
        auto = given.pop("auto_resolve", ())
        options = system.options.model_validate(given)
        kind = scene.document.get("kind", "fight")
        self.game = Game(system.encounters, options, kind=kind, auto_resolve=auto)
        self.shown: Answer | None = None
        self.afterwards: Mapping[str, Afterwards] = getattr(of_system(scene.system), "AFTERWARDS", {})
        for body in of_system(scene.system).preparing(scene):
            self.post(body)

    def post(self, body: dict[str, Any], viewer: Viewer = GM) -> Answer:
        """Send a command, and get what the game master would get of it over HTTP."""
        if self.game.encounter.status == "ended" and body["type"] in self.afterwards:
            self.afterwards[body["type"]](self.game, body)
            return self.shows([])
        decision = self.game.send(self.read(body), viewer)
        return self.shows(decision.events, decision.result)

    def shows(self, events: list[Event[Any, Any]], result: Value | None = None) -> Answer:
        """What the game master would get."""
        seen = [seen_event(event, GM) for event in events]
        said = say(events, self.game.encounter, GM, table=self.game.table)
        self.shown = {
            "events": [one.model_dump(mode="json") for one in seen if one is not None],
            "encounter": show(self.game.encounter, GM, table=self.game.table).model_dump(mode="json"),
            "result": None if result is None else result.model_dump(mode="json"),
            **said._asdict(),
        }
        return self.shown

    def read(self, body: dict[str, Any]) -> Command:
        """A body as it comes in over HTTP."""
        rules = self.game.table.rules
        kinds = [*FRAME_COMMANDS, *rules.frame_bodies, *(kind.body for kind in rules.commands)]
        by_type = {kind.model_fields["type"].default: kind for kind in kinds}
        return by_type[body["type"]].model_validate_json(json.dumps(body))

    @property
    def state(self) -> str:
        """Everything, to be compared byte for byte."""
        return self.game.encounter.model_dump_json()
