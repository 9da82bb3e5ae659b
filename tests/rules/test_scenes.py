"""The whole scenes of the rules pages, command by command through the pure rules, with the state after each."""

import pytest

from app.rules.errors import Refusal
from tests.rules.scenes import ALL, PLAYED, PureTable, Scene, faults, of_system, refused


@pytest.mark.parametrize("scene", PLAYED, ids=[scene.name for scene in PLAYED])
def test_scene(scene: Scene):
    table = PureTable(scene)
    read = of_system(scene.system).READ
    for number, (body, expect) in enumerate(scene.commands):
        before = table.state
        try:
            found = faults(expect, table.post(body), read)
            found += [f"accepted, expected {expect['error']}"] if "error" in expect else []
        except Refusal as refusal:
            found = refused(expect, refusal)
            assert table.state == before
        assert found == [], f"command {number}: {body}"


def test_every_scene_is_found():
    assert len(ALL) >= 5
    assert all(len(list(scene.commands)) > 3 for scene in ALL)


def test_a_field_that_nothing_compares_is_a_fault():
    answer = {"encounter": {"round": 1, "combatants": [{"id": "a", "out": False, "state": {"actions": 1}}]}}
    assert faults({"round": 1, "note": "so far", "state": {"a": {"actions": 1, "out": False}}}, answer, {}) == []
    assert faults({"luck": 1}, answer, {}) == ["nothing compares 'luck'"]
    assert faults({"luck": 2}, answer, {"luck": lambda _: 1}) == ["luck is 1, expected 2"]
    assert faults({"state": {"a": {"actions": 2}}}, answer, {}) == ["state.a.actions is 1, expected 2"]
