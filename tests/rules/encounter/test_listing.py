"""The list of commands: of every system, and of one that brings no encounter of its own along."""

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
