"""The page's scenes, command by command, with the dice as they fall there."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from app.rules.encounter.events import evolve
from app.rules.encounter.play import Character
from app.rules.encounter.telling import seen_event
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import show
from app.rules.errors import Refusal
from app.rules.systems.supers import SYSTEM
from app.rules.systems.supers.encounter import RULES
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import SupersSheet
from tests.rules.encounter.playing import Game
from tests.rules.encounter.test_conformance import read
from tests.rules.golden import HERE, folders
from tests.rules.scenes import GoldenScene, body, scenes
from tests.rules.supers import scenes as compare

ALL = [scene for folder in folders() for scene in scenes(folder, SYSTEM.key)]
OWNER = Viewer(role="player", member_id="owner")


def set_up(golden: GoldenScene) -> Game:
    """Everybody has joined, as characters of the campaign."""
    options = dict(golden.scene.get("options", {}))
    auto = options.pop("auto_resolve", [])
    characters = {
        f"chr_{one['id']}": Character(
            one["id"], SupersSheet.model_validate_json(json.dumps(compare.sheet_of(golden, one))), "owner"
        )
        for one in golden.scene["combatants"]
    }
    kind = golden.scene.get("kind", "fight")
    game = Game(RULES, SupersOptions(**options), kind=kind, auto_resolve=auto, characters=characters)
    for join in compare.joins(golden):
        game.send(read(game, {**join, "character_id": f"chr_{join['id']}"}))
    return game


def as_json(game: Game) -> dict[str, Any]:
    shown: dict[str, Any] = show(game.encounter, GM, table=game.table).model_dump(mode="json")
    return shown


def step(game: Game, command: dict[str, Any]) -> Iterator[str]:
    """Send one command and compare what comes of it."""
    expected, before, was = command["expect"], as_json(game), game.encounter
    sender = OWNER if expected.get("error") == "controlled" else GM
    try:
        decision = game.send(read(game, body(command)), sender)
    except Refusal as refusal:
        unchanged = game.encounter is was and as_json(game) == before
        yield from compare.refused(expected, refusal.code, refusal.facts, unchanged=unchanged)
        return
    replayed = was
    for event in decision.events:
        replayed = evolve(replayed, event)
    assert replayed == game.encounter
    seen = [view.model_dump(mode="json") for event in decision.events if (view := seen_event(event, GM)) is not None]
    yield from compare.accepted(expected, before, as_json(game), seen)


@pytest.mark.parametrize("golden", ALL, ids=[one.name for one in ALL])
def test_scene(golden: GoldenScene):
    game = set_up(golden)
    for number, command in enumerate(golden.scene["commands"]):
        found = list(step(game, command))
        assert found == [], f"command {number}, {command['type']}: {command['expect'].get('note', '')}"
    final = golden.scene.get("final", {})
    assert list(compare.everybody(final, {}, compare.summaries(as_json(game)))) == []


def test_every_scene_of_the_file_is_played():
    own = [json.loads(path.read_text(encoding="utf-8")) for path in HERE.glob("supers.json")]
    assert len([one for one in ALL if one.name.startswith(f"{HERE.name}/")]) == sum(
        len(document["scenarios"]) for document in own
    )
