"""The list of commands: of every system, and of one that brings no encounter of its own along."""

import pytest

from app.rules.catalog import ENCOUNTERS
from app.rules.encounter.listing import listed_commands
from tests.rules.encounter.duel import DUEL


def test_without_an_encounter_of_its_own_examples_name_nobody():
    listed = {one.type: one for one in listed_commands(DUEL)}
    assert {"start", "end_turn", "join", *DUEL.kinds} <= set(listed)
    assert [fields["type"] for fields in listed["start"].examples.values()] == ["start"]
    assert listed["join"].examples == {}


def test_a_command_says_in_one_line_what_it_is_for():
    summaries = {one.type: one.summary for one in listed_commands(DUEL)}
    assert summaries["start"] == "Begin: the order is made, and the first turn begins"
    assert summaries["duel.strike"] == "strike"


def test_a_command_says_whether_it_is_the_game_masters():
    everybodys = {one.type for one in listed_commands(DUEL) if not one.gm}
    assert everybodys == {"end_turn", "note", *DUEL.kinds} - {"duel.judge"}


@pytest.mark.parametrize("key", ENCOUNTERS)
def test_examples_name_the_cast_of_the_system(key: str):
    rules = ENCOUNTERS[key]
    assert rules.staging is not None
    cast = [one["id"] for one in rules.staging.cast]
    listed = {one.type: one.examples for one in listed_commands(rules)}
    assert [one["order"] for one in listed["set_order"].values()] == [list(reversed(cast))]
    assert [one["actor"] for one in listed["end_turn"].values()] == cast[:1]
    assert [one["actor"] for one in listed["leave"].values()] == cast[-1:]
