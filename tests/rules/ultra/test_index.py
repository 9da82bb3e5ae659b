"""The rule index: every id of the rules page, and no cover that isn't there."""

import re
from pathlib import Path

import pytest

import app.rules.systems.ultra as package
from app.rules.system import RuleEntry
from app.rules.systems.ultra import SYSTEM

IDS = [*[f"U-{number:02}" for number in range(1, 29)], *[f"G-{number:02}" for number in range(1, 30)]]
OWN = "act resolve approve refuse oppose race treat status clear injure heal fact unfact"
"""The commands of the rules page; the others are the frame's."""
COMMANDS = {"end_turn", "end"} | {f"ultra.{name}" for name in OWN.split()}


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
    assert (entry.id[0] == "G") == (entry.source == "ruling")


def test_every_check_option_and_catalogue_is_in_the_index():
    covered = {entry.covered_by for entry in SYSTEM.rule_index}
    # A race is the other half of G-12; the order of turns is section 8's, which has no rule id.
    assert {f"check {kind.key}" for kind in SYSTEM.checks} - covered == {"check ultra.contest"}
    assert {f"option {name}" for name in SYSTEM.options.model_fields} - covered == {"option order"}
    assert {f"catalogue {name}" for name in SYSTEM.catalogues} <= covered


def test_every_refusal_names_a_rule_of_the_index_and_a_code_that_is_explained():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(package.__path__[0]).rglob("*.py"))
    assert set(re.findall(r'rule="([^"]+)"', sources)) <= set(IDS)
    raised = set(re.findall(r'(?:OutOfRange|AgainstTheRules)\(\s*"(\w+)"', sources))
    assert len(raised) > 20
    assert raised <= set(SYSTEM.refusals)


def test_every_code_of_the_page_is_explained():
    page = """
        invalid_pool invalid_die invalid_target invalid_double_from invalid_difficulty invalid_advantage
        invalid_bonus_hits invalid_complication_level duplicate_complication unknown_complication unknown_trick
        choices_before_roll no_purchases_on_failure nothing_to_allow not_a_failure duplicate_buyoff
        buyoff_exceeds_level partial_buyoff trick_cost_required trick_cost_out_of_range trick_already_bought overspent
        pending not_present taken_out not_your_turn action_spent blocked unknown_trait unknown_status unknown_fact
        trick_detail_required trick_refused nothing_to_clear nothing_to_resolve nothing_to_approve
    """
    assert set(page.split()) == set(SYSTEM.refusals)
    for explained in SYSTEM.refusals.values():
        assert explained.endswith(".")


def test_catalogues_list_what_the_rules_name():
    named = {name: [getattr(entry, "key", None) for entry in entries] for name, entries in SYSTEM.catalogues.items()}
    assert named["tricks"] == [
        *["scene_detail", "set_up", "opening", "drive_home", "side_move", "hinder", "shake_off", "afflict"],
        *["second_target", "full_follow_up", "declare_truth", "end_fight", "rewrite_scene", "remove_target"],
    ]
    assert named["status_effects"] == [
        *["bleeding", "burning", "blinded", "dazed", "stunned", "off_balance", "restrained", "slowed", "frightened"],
        *["confused", "angry", "exhausted", "poisoned", "discredited", "located", "unlucky", "inspired", "steady"],
        "hidden",
    ]
    assert named["complication_kinds"] == [
        *["damage", "status_effect", "social_setback", "physical_setback", "alerted", "new_antagonist"]
    ]
    assert [getattr(word, "older", "") for word in SYSTEM.catalogues["words"]] == [
        *["Scale", "Stunt", "success", "Botch", "Condition"]
    ]
    assert [len(SYSTEM.catalogues[name]) for name in ("complication_levels", "trick_tiers", "difficulties")] == [
        3,
        3,
        6,
    ]
