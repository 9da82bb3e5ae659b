"""The whole scenes of the rules pages, command by command through the pure rules, with the state after each."""

import pytest

from app.rules.encounter.viewer import GM
from app.rules.errors import Refusal
from tests.rules.scenes import ALL, OWNER, PLAYED, PureTable, Scene, faults, of_system, refused


@pytest.mark.parametrize("scene", PLAYED, ids=[scene.name for scene in PLAYED])
def test_scene(scene: Scene):
    table = PureTable(scene)
    system = of_system(scene.system)
    compare = getattr(system, "COMPARE", {})
    for number, (body, expect) in enumerate(scene.commands):
        before, shown = table.state, table.shown
        sender = OWNER if expect.get("error") in getattr(system, "TO_PLAYERS", ()) else GM
        try:
            found = faults(expect, table.post(body, sender), system.READ, compare=compare, before=shown)
            found += [f"accepted, expected {expect['error']}"] if "error" in expect else []
        except Refusal as refusal:
            found = refused(expect, refusal)
            assert table.state == before
        assert found == [], f"command {number}: {body}"
    if final := scene.document.get("final"):
        assert table.shown is not None
        assert faults({"state": final}, table.shown, system.READ, compare=compare) == []


def test_every_scene_is_found():
    assert len(ALL) >= 5
    assert all(len(list(scene.commands)) > 3 for scene in ALL)


def test_a_field_that_nothing_compares_is_a_fault():
    answer = {"encounter": {"round": 1, "combatants": [{"id": "a", "out": False, "state": {"actions": 1}}]}}
    assert faults({"round": 1, "note": "so far", "state": {"a": {"actions": 1, "out": False}}}, answer, {}) == []
    assert faults({"luck": 1}, answer, {}) == ["nothing compares 'luck'"]
    assert faults({"luck": 2}, answer, {"luck": lambda _: 1}) == ["luck is 1, expected 2"]
    assert faults({"state": {"a": {"actions": 2}}}, answer, {}) == ["state.a.actions is 1, expected 2"]
