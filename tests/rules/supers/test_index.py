"""The rule index: every id of the rules page, and no cover that isn't there."""

import pytest

from app.rules.system import RuleEntry
from app.rules.systems.supers import SYSTEM

IDS = [*[f"S-{number:03}" for number in range(1, 170)], *[f"R-{number:02}" for number in range(1, 41)], "R-03b"]
OWN = """
    start_session delay ready move stand_up drop_prone drop_item talk stop_sustaining sprint attack_close
    attack_ranged attack_routine attack_perception attack_area choose_critical resist activate_power sustain
    deactivate extra_effort spend_hero_point pass recover_action rest_minutes repair stabilize heal aid aim
    team_check check opposed_check comparison demoralize feint defend grab escape trip disarm add_hero_point
"""
"""The commands of the rules page; the others are the frame's and the character's."""
COMMANDS = {"start", "end_turn", "add_condition", "rest"} | {f"supers.{name}" for name in OWN.split()}


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
    assert (entry.id[0] == "R") == (entry.source == "ruling")


def test_every_check_option_and_catalogue_is_in_the_index():
    covered = {entry.covered_by for entry in SYSTEM.rule_index}
    # The page names it beside its sheet, under no id.
    elsewhere = {"option absent_abilities"}
    # What the catalogue holds is covered by the commands that use it.
    used = {"catalogue extra_effort", "catalogue manoeuvres", "catalogue skills"}
    assert {f"check {kind.key}" for kind in SYSTEM.checks} <= covered
    assert {f"option {name}" for name in SYSTEM.options.model_fields} - covered == elsewhere
    assert {f"catalogue {name}" for name in SYSTEM.catalogues} - covered == used


def test_the_catalogues_are_whole():
    sizes = {name: len(entries) for name, entries in SYSTEM.catalogues.items()}
    assert sizes == {
        "abilities": 8,
        "actions": 5,
        "advantages": 74,
        "conditions": 28,
        "effects": 40,
        "extra_effort": 8,
        "hero_point_uses": 6,
        "manoeuvres": 6,
        "measures": 20,
        "modifiers": 67,
        "range_bands": 3,
        "skills": 16,
    }


@pytest.mark.parametrize("name", [name for name in SYSTEM.catalogues if name != "measures"])
def test_entries_are_named_once(name: str):
    ids = [entry.model_dump()["id"] for entry in SYSTEM.catalogues[name]]
    assert len(set(ids)) == len(ids)
