"""Status Effects in a scene: what each of the nineteen does to a later roll or turn, and how it ends."""

from typing import Any

import pytest

from app.rules.systems.ultra.statuses import STATUSES
from tests.rules.ultra.stage import Stage, trouble

NOTHING: dict[str, Any] = {"complications": [], "difficulty": 3, "bonus_hits": 0}


def bearing(key: str, level: int = 1, *, who: str = "ann") -> Stage:
    """Somebody bears a Status Effect, and it is Ann's turn, with actions to spare."""
    stage = Stage()
    stage.do("ultra.status", target=who, key=key, level=level)
    stage.do("adjust", actor="ann", actions=5)
    return stage


def rolled(stage: Stage, actor: str = "ann", **fields: Any) -> dict[str, Any]:
    """What an action of difficulty 3 with one hit brings from states."""
    told = stage.act(actor, 1, difficulty=3, **fields)
    if told["status"] == "open":
        stage.resolve(actor)
    return {name: told[name] for name in NOTHING}


def comp(key: str, level: int) -> dict[str, Any]:
    return {**NOTHING, "complications": [{"id": f"status:{key}", "level": level}]}


@pytest.mark.parametrize(
    ("key", "level", "touched", "what", "untouched"),
    [
        ("blinded", 2, {"tags": ["sight"]}, comp("blinded", 2), {"tags": ["social"]}),
        ("dazed", 1, {}, {**NOTHING, "difficulty": 4}, None),
        ("stunned", 1, {"kind": "attack", "targets": ["imp"]}, comp("stunned", 2), None),
        ("off_balance", 1, {"tags": ["movement"]}, comp("off_balance", 1), {}),
        ("restrained", 2, {"kind": "attack", "targets": ["imp"]}, comp("restrained", 2), {}),
        ("slowed", 1, {"tags": ["chase"]}, comp("slowed", 1), {"tags": ["movement"]}),
        ("confused", 1, {"tags": ["mental"]}, {**NOTHING, "difficulty": 4}, {"tags": ["physical"]}),
        ("angry", 1, {"tags": ["calm"]}, comp("angry", 1), {"tags": ["mental"]}),
        ("angry", 1, {"kind": "attack", "targets": ["imp"]}, {**NOTHING, "bonus_hits": 1}, {}),
        ("exhausted", 3, {"tags": ["physical"]}, comp("exhausted", 3), {"tags": ["mental"]}),
        ("poisoned", 2, {}, comp("poisoned", 2), None),
        ("discredited", 3, {"tags": ["social"]}, comp("discredited", 3), {"tags": ["mental"]}),
        ("located", 1, {"tags": ["stealth"]}, {**NOTHING, "difficulty": 4}, {}),
        ("unlucky", 1, {}, comp("unlucky", 1), None),
        ("inspired", 3, {}, {**NOTHING, "bonus_hits": 3}, None),
        ("steady", 1, {"tags": ["fear"]}, {**NOTHING, "bonus_hits": 1}, {"tags": ["mental"]}),
    ],
)
def test_what_it_brings_to_the_bearers_roll(
    key: str, level: int, touched: dict[str, Any], what: dict[str, Any], untouched: dict[str, Any] | None
):
    stage = bearing(key, level)
    if untouched is not None:
        assert rolled(stage, **untouched) == NOTHING
    assert rolled(stage, **touched) == what


def test_a_complication_of_a_status_effect_can_be_bought_off_and_leaves_it():
    stage = bearing("poisoned", 1)
    stage.act("ann", 2)
    done = stage.resolve("ann", buy_off=[{"id": "status:poisoned"}])
    assert (done["result"], stage.levels("ann"), stage.scene["facts"]) == ("extraordinary_success", {"poisoned": 1}, [])
    stage.act("ann", 2)
    stage.resolve("ann")
    assert [one["text"] for one in stage.scene["facts"]] == ["status:poisoned"]


@pytest.mark.parametrize(
    ("key", "level", "hurts"),
    [("bleeding", 1, 1), ("bleeding", 2, 1), ("bleeding", 3, 2), ("burning", 1, 1), ("burning", 3, 3)],
)
def test_it_hurts_at_the_start_of_each_of_its_bearers_turns(key: str, level: int, hurts: int):
    stage = Stage(sheets={"fiend": {"injury_max": 20}})
    stage.do("ultra.status", target="fiend", key=key, level=level)
    for turns in (1, 2):
        stage.next_turn_of("fiend")
        assert stage.state("fiend")["injuries"] == turns * hurts
    stage.do("ultra.clear", target="fiend", key=key)
    stage.next_turn_of("fiend")
    assert stage.state("fiend")["injuries"] == 2 * hurts


def test_poison_at_its_worst_hurts_once_a_scene():
    stage = Stage()
    stage.do("ultra.status", target="bea", key="poisoned", level=3)
    for injuries in (1, 1):
        stage.next_turn_of("bea")
        assert stage.state("bea")["injuries"] == injuries
    stage.do("ultra.clear", target="bea", key="poisoned")
    stage.do("ultra.status", target="bea", key="poisoned", level=3)
    stage.next_turn_of("bea")
    assert stage.state("bea")["injuries"] == 1


def test_who_falls_to_it_is_passed_over():
    stage = Stage()
    stage.do("ultra.status", target="imp", key="burning", level=3)
    stage.turn_of("fiend")
    events = stage.do("end_turn")
    assert {"type": "turn.ended", "rules": [], "combatant": "imp", "passed_over": True} in events
    assert (stage.encounter.active, stage.state("imp")["injuries"], stage.state("imp")["actions"]) == ("ann", 2, 0)
    stage.next_turn_of("ann")
    assert stage.state("imp")["injuries"] == 2


def test_restrained_blocks_movement_but_not_a_struggle_against_the_holder():
    stage = bearing("restrained", 1)
    refusal = stage.refused("blocked", "ultra.act", actor="ann", dice=4, tags=["movement"])
    assert refusal.facts == {"statuses": ["restrained"], "rule": "G-22"}
    assert rolled(stage, kind="attack", targets=["imp"]) == NOTHING
    stage.act("ann", 2, kind="escape", tags=["movement"])
    stage.resolve("ann")
    assert stage.levels("ann") == {}


def test_stunned_buys_no_further_action():
    stage = bearing("stunned", 2)
    stage.act("ann", 4)
    assert "full_follow_up" not in [one["key"] for one in stage.shown["pending"]["menu"]["tricks"]]
    stage.refused("blocked", "ultra.resolve", actor="ann", tricks=[{"key": "full_follow_up"}])
    stage.resolve("ann", {"key": "shake_off", "cost": 2, "status": "stunned"})
    assert stage.levels("ann") == {}


@pytest.mark.parametrize("key", ["dazed", "stunned"])
def test_it_lasts_to_the_end_of_the_next_turn_not_of_the_one_it_came_in(key: str):
    stage = Stage()
    stage.do("ultra.status", target="ann", key=key)
    stage.do("ultra.status", target="bea", key=key)
    assert stage.state("ann")["statuses"][0]["clears"] == {"at": "turn_end", "of": "ann", "count": 2}
    assert stage.state("bea")["statuses"][0]["clears"] == {"at": "turn_end", "of": "bea", "count": 1}
    stage.do("end_turn")
    stage.do("end_turn")
    assert (list(stage.levels("ann")), stage.levels("bea")) == ([key], {})
    stage.turn_of("ann")
    stage.do("end_turn")
    assert stage.levels("ann") == {}


@pytest.mark.parametrize(("key", "difficulty"), [("off_balance", 2), ("hidden", 4)])
def test_it_changes_what_the_other_side_needs_against_its_bearer(key: str, difficulty: int):
    stage = bearing(key, who="imp")
    assert rolled(stage, targets=["imp"])["difficulty"] == difficulty
    assert rolled(stage, targets=["fiend", "imp"])["difficulty"] == 3
    stage.do("ultra.status", target="bea", key=key)
    assert rolled(stage, targets=["bea"])["difficulty"] == 3


def test_off_balance_never_lowers_a_difficulty_below_one():
    stage = bearing("off_balance", who="imp")
    assert stage.act("ann", 0, difficulty=1, targets=["imp"])["difficulty"] == 1
    assert stage.act("ann", 0, difficulty=0, targets=["imp"])["difficulty"] == 0


@pytest.mark.parametrize(
    ("key", "keeps", "goes"),
    [
        ("off_balance", {}, {"tags": ["movement"]}),
        ("hidden", {"tags": ["stealth"]}, {}),
        ("unlucky", None, {}),
        ("inspired", None, {"tags": ["social"]}),
    ],
)
def test_it_goes_with_the_roll_it_touches(key: str, keeps: dict[str, Any] | None, goes: dict[str, Any]):
    stage = bearing(key)
    if keeps is not None:
        rolled(stage, **keeps)
        assert stage.levels("ann") == {key: 1}
    rolled(stage, **goes)
    assert stage.levels("ann") == {}


def test_frightened_counts_against_its_source_and_goes_with_it():
    stage = Stage()
    stage.turn_of("imp")
    stage.act("imp", 1, applies={"kind": "status", "key": "frightened", "level": 2}, targets=["ann", "bea"])
    stage.turn_of("ann")
    stage.do("adjust", actor="ann", actions=2)
    assert rolled(stage, targets=["fiend", "imp"]) == NOTHING
    assert rolled(stage, targets=["imp", "fiend"]) == comp("frightened", 2)
    stage.do("ultra.injure", target="imp", amount=2)
    assert (stage.levels("ann"), stage.levels("bea")) == ({}, {})


def test_frightened_goes_when_its_source_leaves():
    stage = Stage()
    stage.turn_of("imp")
    stage.act("imp", 1, applies={"kind": "status", "key": "frightened"}, targets=["ann"])
    stage.do("leave", actor="imp")
    assert stage.levels("ann") == {}


def test_frightened_is_treated_by_a_friend_only():
    stage = bearing("frightened", 1)
    stage.refused("nothing_to_clear", "ultra.treat", actor="ann", target="ann", status="frightened", dice=4)
    stage.turn_of("bea")
    assert stage.act("bea", 1, type_="ultra.treat", target="ann", status="frightened")["result"] == "success"
    assert stage.levels("ann") == {}


@pytest.mark.parametrize(
    ("key", "level", "difficulty"),
    [
        ("bleeding", 2, 2),
        ("burning", 2, 1),
        ("blinded", 3, 1),
        ("confused", 1, 2),
        ("poisoned", 2, 3),
        ("located", 1, 2),
    ],
)
def test_treatment_takes_its_difficulty_and_ends_it(key: str, level: int, difficulty: int):
    stage = bearing(key, level, who="bea")
    short = stage.act("ann", difficulty - 1, type_="ultra.treat", target="bea", status=key)
    assert (short["difficulty"], short["shortfall"], stage.levels("bea")) == (difficulty, 1, {key: level})
    stage.act("ann", difficulty, type_="ultra.treat", target="bea", status=key)
    assert stage.levels("bea") == {}


@pytest.mark.parametrize("key", ["dazed", "off_balance", "restrained", "slowed", "angry", "exhausted", "discredited"])
def test_what_no_treatment_helps_is_refused_with_how_it_goes(key: str):
    stage = bearing(key, who="bea")
    refusal = stage.refused("nothing_to_clear", "ultra.treat", actor="ann", target="bea", status=key, dice=4)
    assert "can't be treated" in refusal.detail


def test_discredited_lasts_until_the_game_master_says_that_amends_were_made():
    """G-22."""
    stage = bearing("discredited", 2)
    for _ in range(2):
        assert rolled(stage, tags=["social"]) == comp("discredited", 2)
        stage.do("end_turn")
        stage.turn_of("ann")
    stage.do("ultra.clear", target="ann", key="discredited")
    assert (stage.levels("ann"), rolled(stage, tags=["social"])) == ({}, NOTHING)


def test_what_lasts_a_scene_ends_with_it_and_the_rest_is_left_on_the_character():
    stage = Stage()
    for status in STATUSES:
        stage.do("ultra.status", target="bea", key=status.key, level=status.least_level)
    stage.do("end")
    scene_long = {"blinded", "slowed", "confused", "angry", "inspired", "steady"}
    kept = [status.key for status in STATUSES if status.key not in scene_long]
    assert list(stage.levels("bea")) == kept
    left = stage.game.characters["chr_bea"].sheet.model_dump()
    assert [one["key"] for one in left["statuses"]] == kept


# -- how they come ---------------------------------------------------------------------------------------------------


def test_of_the_same_the_higher_level_stays_and_at_equal_levels_the_newer():
    stage = Stage()
    stage.do("ultra.status", target="imp", key="bleeding", level=2)
    stage.do("ultra.status", target="imp", key="dazed")
    stage.buys("ann", {"key": "afflict", "cost": 1, "target": "imp", "status": "bleeding"})
    assert stage.state("imp")["statuses"][0]["source"] == "gm"
    stage.turn_of("bea")
    stage.buys("bea", {"key": "afflict", "cost": 2, "target": "imp", "status": "bleeding"})
    held = [(one["key"], one["level"], one["source"]) for one in stage.state("imp")["statuses"]]
    assert held == [("bleeding", 2, "bea"), ("dazed", 1, "gm")]


@pytest.mark.parametrize(("key", "level", "found"), [("stunned", 1, 2), ("dazed", 3, 1), ("restrained", 3, 2)])
def test_it_comes_at_a_level_that_it_has(key: str, level: int, found: int):
    stage = Stage()
    stage.act("ann", 1, complications=[trouble(level, kind="status_effect", status_key=key)])
    assert stage.state("ann")["statuses"][0]["level"] == found
    assert stage.state("ann")["statuses"][0]["source"] == "complication:c1"


def test_the_frames_conditions_are_status_effects_and_nobody_bears_one_twice():
    stage = Stage()
    stage.do("add_condition", actor="imp", key="bleeding", param="3", source="ann")
    stage.do("add_condition", actor="imp", key="bleeding", param="1")
    assert stage.levels("imp") == {"bleeding": 3}
    assert [one["title"] for one in stage.shown["combatants"][3]["conditions"]] == ["bleeding 3"]
    stage.refused("unknown_status", "add_condition", actor="imp", key="bored")
    stage.refused("unknown_status", "add_condition", actor="imp", key="bleeding", param="4")
    stage.do("remove_condition", actor="imp", key="bleeding")
    assert stage.levels("imp") == {}
