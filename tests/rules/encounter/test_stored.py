"""What is kept of an encounter reads back to the byte, and what older versions kept is read too."""

import json
from collections.abc import Mapping
from typing import Any, Literal

import pytest

from app.rules.encounter.commands import Join, Leave, Start
from app.rules.encounter.stored import (
    each_rebuilt,
    read_event,
    read_state,
    rebuilt,
    write_event,
    write_state,
    write_step,
)
from app.rules.encounter.upgrades import NewerSchemaError
from app.rules.encounter.viewer import GM, Viewer
from tests.rules.encounter.duel import DUEL
from tests.rules.encounter.duel.rules import DuelRules
from tests.rules.encounter.duel.shapes import DuelOptions, DuelSheet, Fighter, Hit, StrikeDeclared, Take
from tests.rules.encounter.hearing import seen_event
from tests.rules.encounter.playing import Game

ANNE = Viewer(role="player", member_id="anne")


def three() -> Game:
    game = Game(DUEL, DuelOptions())
    for name in "abc":
        game.send(game.body(Join, id=name, name=name.upper(), sheet=DuelSheet(), side=name, initiative=9))
    game.send(Start())
    return game


def test_a_step_is_the_way_from_one_state_to_the_next_and_back():
    game = three()
    before = game.encounter
    game.send(Hit(actor="a", target="b"))
    game.send(Take(actor="b", faces=[6, 6, 6]))
    after = game.encounter
    assert before != after
    there = rebuilt(write_state(before), [write_step(before, after)], DUEL)
    assert write_state(there) == write_state(after)
    back = rebuilt(write_state(after), [write_step(after, before)], DUEL)
    assert write_state(back) == write_state(before)


def test_whoever_left_comes_back_in_their_old_seat():
    game = three()
    before = game.encounter
    game.send(Leave(actor="b"))
    assert [one.id for one in game.encounter.combatants] == ["a", "c"]
    back = rebuilt(write_state(game.encounter), [write_step(game.encounter, before)], DUEL)
    assert [one.id for one in back.combatants] == ["a", "b", "c"]
    assert write_state(back) == write_state(before)


def test_a_step_holds_what_changed_and_no_more():
    game = three()
    before = game.encounter
    game.send(Hit(actor="a", target="b"))
    step = json.loads(write_step(before, game.encounter))
    assert step["changes"]["combatants"] == {"a": {"state": {"actions": 0}}}
    assert list(step["changes"]["encounter"]) == ["pending", "scene"]


def test_an_event_reads_back_as_it_was():
    game = three()
    game.send(Hit(actor="a", target="b"))
    game.send(Take(actor="b", faces=[6, 6, 6]))
    game.undo()
    kept = [read_event(write_event(event, DUEL), DUEL) for event in game.events]
    assert [(one.fact, one.cast) for one in kept] == [(one.fact, one.cast) for one in game.events]
    for viewer in (GM, ANNE):
        views = [[seen_event(one, viewer) for one in events] for events in (kept, game.events)]
        assert views[0] == views[1]


class Tired(Fighter):
    weary: bool
    """In place of `steeled`."""


class StrikeAnnounced(StrikeDeclared):
    type: Literal["strike.announced"] = "strike.announced"  # type: ignore[assignment]


def weary(document: dict[str, Any]) -> dict[str, Any]:
    tired = [
        {**one, "state": {**one["state"], "weary": one["state"]["actions"] == 0}} for one in document["combatants"]
    ]
    return {**document, "combatants": tired}


def announced(document: dict[str, Any]) -> dict[str, Any]:
    fact = document["fact"]
    return {**document, "fact": {**fact, "type": "strike.announced"}} if fact["type"] == "strike.declared" else document


class LaterRules(DuelRules):
    rules_schema = 2
    fighter: type[Fighter] = Tired
    facts = (*DuelRules.facts, StrikeAnnounced)
    upgrades: Mapping[int, Any] = {1: (weary, announced)}


LATER = LaterRules()


def test_what_an_older_version_kept_is_read():
    game = three()
    game.send(Hit(actor="a", target="b"))
    read = read_state(write_state(game.encounter), LATER)
    assert [one.state.model_dump()["weary"] for one in read.combatants] == [True, True, True]
    assert read.rules_schema == 2
    assert read_state(write_state(read), LATER) == read
    event = next(one for one in game.events if one.fact.type == "strike.declared")
    assert read_event(write_event(event, DUEL), LATER).fact == StrikeAnnounced(attacker="a", target="b")


def test_undo_and_replay_outlive_an_upgrade():
    game = three()
    snapshot = write_state(game.encounter)
    before = game.encounter
    game.send(Hit(actor="a", target="b"))
    old_step = write_step(before, game.encounter)
    upgraded = read_state(write_state(game.encounter), LATER)
    changed = upgraded.model_copy(update={"round": 2})
    new_step = write_step(upgraded, changed)
    assert rebuilt(snapshot, [old_step, new_step], LATER) == changed
    assert rebuilt(snapshot, [old_step], LATER) == upgraded
    assert rebuilt(snapshot, [], LATER) == read_state(snapshot, LATER)
    each = [read_state(snapshot, LATER), upgraded, changed]
    assert list(each_rebuilt(snapshot, [old_step, new_step], LATER)) == each


def test_what_a_newer_version_kept_is_not_guessed_at():
    newer = write_state(read_state(write_state(three().encounter), LATER))
    with pytest.raises(NewerSchemaError):
        read_state(newer, DUEL)
