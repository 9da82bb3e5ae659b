"""The golden scenes, request by request, through the pure rules."""

import json

import pytest

from app.rules.errors import Refusal
from tests.rules.golden import HERE, folders
from tests.rules.uttas.scenes import GoldenScene, Json, compare, scenes
from tests.rules.uttas.shorthand import sheet_of
from tests.rules.uttas.table_play import TablePlay

ALL = [scene for folder in folders() for scene in scenes(folder, "uttas")]
# What leaves the encounter needs characters and a clock: such scenes are played over HTTP only.
HERE_ALONE = [scene for scene in ALL if not scene.leaves_the_encounter]


def table_of(scene: GoldenScene) -> TablePlay:
    play = TablePlay(options=scene.options, kind=scene.kind)
    for name, short in scene.sheets.items():
        play.joins(name, sheet_of(short), scene.sides[name], pos=scene.pos.get(name))
    return play


def told(play: TablePlay, body: Json, expect: Json) -> list[str]:
    """Send one request and answer how it differs from what the scene says."""
    before, untouched = play.seen(), play.encounter.model_dump_json()
    try:
        result = play.do(body)
    except Refusal as refusal:
        if play.encounter.model_dump_json() != untouched:
            return ["the refusal changed something"]
        if refusal.code == expect.get("error"):
            return []
        return [f"refused with {refusal.code}: {refusal.detail}"]
    return list(compare(expect, before=before, after=play.seen(), result=result))


@pytest.mark.parametrize("scene", HERE_ALONE, ids=[scene.name for scene in HERE_ALONE])
def test_scene(scene: GoldenScene):
    play = table_of(scene)
    for number, line in enumerate(scene.lines):
        assert (number, line.body, told(play, line.body, line.expect)) == (number, line.body, [])


def test_every_scene_of_the_file_is_played():
    own = json.loads((HERE / "uttas.json").read_text(encoding="utf-8"))["scenarios"]
    assert len([scene for scene in ALL if scene.name.startswith(HERE.name)]) == len(own) > 0
