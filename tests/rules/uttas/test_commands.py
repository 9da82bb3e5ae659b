"""Told situations of an encounter, each with its command and what comes of it."""

import json
from typing import Any

import pytest

from app.rules.errors import Refusal
from app.rules.systems.uttas.encounter.attack_facts import StrikeResolved
from tests.rules.golden import HERE, differences, folders
from tests.rules.uttas.fights import TablePlay, window_of
from tests.rules.uttas.scenes import records
from tests.rules.uttas.shorthand import sheet_of
from tests.rules.uttas.told import look, read, request, situation

ALL = [case for folder in folders() for path in sorted(folder.glob("*.json")) for case in read(path)]
OUTSIDE = {"business_quarter": "tests/api and tests/rules/uttas/test_checks.py: it is a check"}


def by_op(op: str) -> list[Any]:
    return [pytest.param(case["given"], case["expect"], id=case["id"]) for case in ALL if case["op"] == op]


COMMANDS = [case for case in ALL if case["op"] == "command" and case["given"]["cmd"]["cmd"] not in OUTSIDE]


@pytest.mark.parametrize("case", COMMANDS, ids=[case["id"] for case in COMMANDS])
def test_command(case: dict[str, Any]):
    play = situation(case["given"]["given"])
    command, expect = case["given"]["cmd"], case["expect"]
    before = play.encounter.model_dump_json()
    body = request(command)
    if "error" in expect:
        with pytest.raises(Refusal) as refused:
            play.do(body)
        assert refused.value.code == expect["error"], refused.value.detail
        assert play.encounter.model_dump_json() == before
        return
    result = answered(play, body)
    wanted = dict(expect)
    for name in ("a", "b"):
        if name in wanted:
            assert list(differences(wanted.pop(name), look(play, name, result), at=name)) == []
    assert list(differences(wanted, look(play, command["actor"], result))) == []


def answered(play: TablePlay, body: dict[str, Any]) -> dict[str, Any] | None:
    """Send a command; an attack's faces belong to the answer that lets it go on."""
    if body["type"] != "uttas.attack":
        return play.do(body)
    faces = body.pop("faces", None)
    result = play.do(body)
    if play.encounter.pending is not None:
        play.do({"type": "uttas.pass_reaction", "actor": body["target"], "faces": faces})
    return result


def test_every_situation_of_the_file_is_told():
    own = json.loads((HERE / "uttas.json").read_text(encoding="utf-8"))["commands"]
    ops = {"command", "order_of_events", "coordinated", "window_trace"}
    assert {case["op"] for case in own} == ops
    assert len(own) == 47


@pytest.mark.parametrize(("given", "expect"), by_op("order_of_events"))
def test_order_of_events(given: dict[str, Any], expect: dict[str, Any]):
    net = {"entangle": {"kind": "power", "entangle_health": 8, "range_m": 100}, "bow": {"kind": "mechanical"}}
    sheet = sheet_of({"speed": 4, "health_max": 40, "stamina_max": 50, "attacks": net})
    play = TablePlay()
    play.joins("a", sheet, "friends", pos=(2, 4))
    play.joins("b", sheet_of({"speed": 4, "health_max": 40, "stamina_max": 50, "run": 24}), "foes", pos=(0, 0))
    play.joins("c", sheet, "friends", pos=(0, 1))
    play.do({"type": "start", "method": "roll", "faces": [6, 6, 2, 2, 1, 1]})
    by_action = "attacks" in given["event"]
    trigger = (
        {"on": "action", "by": "b", "type": "uttas.attack"} if by_action else {"on": "move", "by": "b", "space": [2, 0]}
    )
    attack = "entangle" if given["ready"].get("action") == "entangle" else "bow"
    play.do(
        {
            "type": "uttas.ready",
            "actor": "a",
            "action": {"type": "uttas.attack", "attack": attack, "target": "b"},
            "trigger": trigger,
        }
    )
    play.do({"type": "end_turn"})
    if by_action:
        play.do({"type": "uttas.attack", "actor": "b", "attack": "strike", "target": "c"})
        play.do({"type": "uttas.pass_reaction", "actor": "c", "faces": [1, 1, 1]})
        assert window_of(play).kind == "trigger"
        assert [event.fact.type for event in play.events if event.fact.type == "strike.resolved"] == ["strike.resolved"]
        assert play.encounter["b"].state.action_used
        return
    play.do({"type": "uttas.move", "actor": "b", "path": [{"mode": "run", "to": [5, 0]}]})
    assert play.encounter["b"].state.pos == (2, 0)
    assert (window_of(play).kind, window_of(play).for_) == ("trigger", ("a",))
    play.do({"type": "uttas.trigger", "actor": "a"})
    play.do({"type": "uttas.pass_reaction", "actor": "b", "faces": [6, 6, 6] if given["hit"] else [1, 1, 1]})
    assert list(play.encounter["b"].state.pos) == expect["b"]["pos"]
    assert play.encounter.pending is None


@pytest.mark.parametrize(("given", "expect"), by_op("coordinated"))
def test_coordinated(given: dict[str, Any], expect: dict[str, Any]):
    target = given["target"]
    play = TablePlay()
    fists = {"fists": {"kind": "melee", "strength_dice": 0, "martial_dice": 2}}
    sheet = sheet_of({"speed": 4, "health_max": 40, "stamina_max": 50, "attacks": fists})
    struck = {"speed": 4, "health_max": target["health"], "stamina_max": 40, "stamina": target["stamina"]}
    play.joins("a", sheet, "friends", pos=(0, 0))
    play.joins("b", sheet, "friends", pos=(1, 1))
    play.joins("t", sheet_of({**struck, "body": target["body"]}), "foes", pos=(1, 0))
    play.do({"type": "start", "method": "roll", "faces": [2, 2, 6, 6, 1, 1]})
    action = {"type": "uttas.attack", "attack": "fists", "target": "t"}
    play.do({"type": "uttas.ready", "actor": "b", "action": action, "trigger": {"on": "coordinate", "by": "a"}})
    play.do({"type": "end_turn"})
    play.do({**action, "actor": "a"})
    play.do({"type": "uttas.trigger", "actor": "b"})
    play.do({"type": "uttas.pass_reaction", "actor": "t", "faces": [6, 6, 6]})
    play.do(
        {"type": "uttas.pass_reaction", "actor": "t", "faces": [6, 6, 5, *given["a"]["damage"], *given["b"]["damage"]]}
    )
    assert list(differences(expect, look(play, "t", None))) == []
    told = [event.fact for event in play.events if isinstance(event.fact, StrikeResolved)]
    assert [len(fact.landings) for fact in told if fact.landings] == [2]


@pytest.mark.parametrize(("given", "expect"), by_op("window_trace"))
def test_window_trace(given: dict[str, Any], expect: dict[str, Any]):
    sheets = json.loads((HERE / "uttas.json").read_text(encoding="utf-8"))["sheets"]
    play = TablePlay(options={name: value for name, value in given["options"].items() if name != "auto_resolve"})
    for name in given["sheets"]:
        short = dict(sheets[name])
        named = given["counterattacks"].get(name, {})
        short["counterattacks"] = [{"id": one, "attack": attack} for one, attack in named.items()]
        side = "thugs" if name.startswith("thug") else "forest"
        play.joins(name, sheet_of(short), side, pos=tuple(given["pos"][name]))
    play.do({"type": "start", "method": "agility", "faces": [6, 6, 1, 1]})
    for _ in range(2):
        play.do({"type": "end_turn"})
    assert play.encounter.active == given["current"]
    for command, step in zip(given["commands"], expect["steps"], strict=True):
        kind = command["cmd"]
        frame = kind == "end_turn"
        body = {name: value for name, value in command.items() if name != "cmd"}
        play.do({"type": kind if frame else f"uttas.{kind}", **body})
        pending = play.seen()["pending"]
        assert list(differences(step["pending"], pending and {"kind": pending["kind"], "for": pending["for"]})) == []
        now = records({"encounter": play.seen()})
        for name, wanted in step["state"].items():
            assert list(differences(wanted, now[name], at=name)) == []
        if "turn" in step:
            assert look(play, given["current"], None)["turn"] == step["turn"]
