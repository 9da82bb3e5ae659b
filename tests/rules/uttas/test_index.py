"""The rule index: every id of the rules page, and no cover that isn't there."""

import pytest

from app.rules.system import RuleEntry
from app.rules.systems.uttas import SYSTEM

IDS = [
    *[f"T-{number:03}" for number in range(1, 162)],
    *[f"G-{number:02}" for number in range(1, 37)],
    "G-13b",
    "G-16b",
]
OWN = """
    enter_stance move full_move sprint stand_up attack trip grapple escape
    take_control release break_entangle activate_power drop_power use_skill use_item ready cancel_ready
    trigger react pass_reaction follow intercept surrender resolve_surrender rise breather
    talk recover_stun gm_modifier throw chase_check chase_start chase_action chase_end
"""
"""The commands of the rules page; the others are the frame's, the character's and the campaign's."""
COMMANDS = {"join", "start", "end_turn", "end", "rest", "heal", "time"} | {f"uttas.{name}" for name in OWN.split()}


def test_every_rule_of_the_page_is_there_once():
    assert sorted(entry.id for entry in SYSTEM.rule_index) == sorted(IDS)


@pytest.mark.parametrize("entry", SYSTEM.rule_index, ids=lambda entry: entry.id)
def test_a_rule_says_what_covers_it(entry: RuleEntry):
    word, _, what = entry.covered_by.partition(" ")
    covers = {
        "check": {kind.key for kind in SYSTEM.checks},
        "catalogue": set(SYSTEM.catalogues),
        "option": set(SYSTEM.options.model_fields),
        "command": COMMANDS,
        "sheet": {""},
    }
    if word in covers:
        assert what in covers[word]
    else:
        assert (word, what[:8]) == ("game", "master: ")
        assert len(what) > 20


@pytest.mark.parametrize("entry", SYSTEM.rule_index, ids=lambda entry: entry.id)
def test_a_rule_is_one_sentence_with_its_source(entry: RuleEntry):
    assert entry.title
    assert entry.statement.endswith(".")
    assert ". " not in entry.statement
    assert entry.source == "ruling" or entry.source.startswith("L")
    assert entry.id[0] == "T" or entry.source == "ruling"


def test_every_check_option_and_catalogue_is_in_the_index():
    covered = {entry.covered_by for entry in SYSTEM.rule_index}
    # Not in the document at all, or the other half of a ruling that is covered elsewhere.
    elsewhere = {"option block_ranged", "option reactive_move"}
    assert {f"check {kind.key}" for kind in SYSTEM.checks} <= covered
    assert {f"option {name}" for name in SYSTEM.options.model_fields} - covered == elsewhere
    assert {f"catalogue {name}" for name in SYSTEM.catalogues} - covered == {"catalogue stances"}


def test_catalogues_list_what_the_rules_name():
    named = {name: [getattr(entry, "id", None) for entry in entries] for name, entries in SYSTEM.catalogues.items()}
    assert named["stances"] == ["none", "steady", "bracing", "mobile"]
    assert named["limb_effects"] == ["arm", "leg", "head", "body", "extra"]
    assert named["basic_manoeuvres"] == ["strike", "trip", "grapple", "block", "evade", "move"]
    assert named["time_ladder"][::4] == ["turn", "30 minutes", "year"]
    assert len(named["range_bands"]) == 8
    assert {"dead", "unconscious", "stunned", "staggered", "prone", "grappled", "entangled", "surrendered"} | {
        "evade_penalty",
        "sprinting",
    } == set(named["conditions"])
    ids = {entry.id for entry in SYSTEM.rule_index}
    for entries in SYSTEM.catalogues.values():
        for entry in entries:
            assert set(getattr(entry, "rules", [])) <= ids
