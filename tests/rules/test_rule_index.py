"""The rule index: every id of the three rules pages, and no cover that isn't there."""

import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from app.rules.catalog import SYSTEMS
from app.rules.encounter.commands import FRAME_COMMANDS
from app.rules.system import RuleEntry
from tests.rules.golden import HERE


class Page(NamedTuple):
    """What a rules page lists."""

    ids: list[str]
    own: str
    """Commands that bear the system's prefix."""
    others: str
    """Commands of the frame, and what a character and the campaign do outside an encounter."""
    rulings: str
    """The letter of the ids that rest on no line of the document."""
    elsewhere: set[str]
    """Checks and options that the page names under no id of their own."""


def numbered(letter: str, last: int, *, digits: int = 2) -> list[str]:
    return [f"{letter}-{number:0{digits}}" for number in range(1, last + 1)]


PAGES = {
    "ultra": Page(
        ids=[*numbered("U", 28), *numbered("G", 29)],
        own="act resolve approve refuse oppose race treat status clear injure heal fact unfact",
        others="end_turn end",
        rulings="G",
        # A race is the other half of G-12; the order of turns is section 8's, which has no rule id.
        elsewhere={"check ultra.contest", "option order"},
    ),
    "uttas": Page(
        ids=[*numbered("T", 161, digits=3), *numbered("G", 36), "G-13b", "G-16b"],
        own="""
            enter_stance move full_move sprint stand_up attack trip grapple escape take_control release break_entangle
            activate_power drop_power use_skill use_item ready cancel_ready trigger react pass_reaction follow intercept
            surrender resolve_surrender rise breather talk recover_stun gm_modifier throw chase_check chase_start
            chase_action chase_end
        """,
        others="join start end_turn end rest heal time",
        rulings="G",
        # The other half of a ruling that is covered elsewhere.
        elsewhere={"option block_ranged", "option reactive_move"},
    ),
    "supers": Page(
        ids=[*numbered("S", 169, digits=3), *numbered("R", 40), "R-03b"],
        own="""
            start_session delay ready move stand_up drop_prone drop_item talk stop_sustaining sprint attack_close
            attack_ranged attack_routine attack_perception attack_area choose_critical resist activate_power sustain
            deactivate extra_effort spend_hero_point pass recover_action rest_minutes repair stabilize heal aid aim
            team_check check opposed_check comparison demoralize feint defend grab escape trip disarm add_hero_point
        """,
        others="start end_turn add_condition rest",
        rulings="R",
        # The page names it beside its sheet.
        elsewhere={"option absent_abilities"},
    ),
}
ENTRIES = [
    pytest.param(key, entry, id=f"{key} {entry.id}") for key, system in SYSTEMS.items() for entry in system.rule_index
]
EACH = pytest.mark.parametrize("key", SYSTEMS)


def test_every_system_has_its_page():
    assert set(PAGES) == set(SYSTEMS)


@EACH
def test_every_rule_of_the_page_is_there_once(key: str):
    assert sorted(entry.id for entry in SYSTEMS[key].rule_index) == sorted(PAGES[key].ids)


@pytest.mark.parametrize(("key", "entry"), ENTRIES)
def test_a_rule_is_covered_by_what_is_there(key: str, entry: RuleEntry):
    system, page = SYSTEMS[key], PAGES[key]
    word, _, what = entry.covered_by.partition(" ")
    covers = {
        "check": {kind.key for kind in system.checks},
        "catalogue": set(system.catalogues),
        "option": set(system.options.model_fields),
        "command": {f"{key}.{name}" for name in page.own.split()} | set(page.others.split()),
        "sheet": {""},
    }
    if word in covers:
        assert what in covers[word]
    else:
        assert (word, what[:8]) == ("game", "master: ")
        assert len(what) > 20


@EACH
def test_the_commands_of_the_page_are_there(key: str):
    system, page = SYSTEMS[key], PAGES[key]
    assert system.encounters is not None
    assert set(system.encounters.kinds) == {f"{key}.{name}" for name in page.own.split()}
    frame = {str(body.model_fields["type"].default) for body in FRAME_COMMANDS}
    assert set(page.others.split()) <= frame | set(system.deeds) | {"time"}


@pytest.mark.parametrize(("key", "entry"), ENTRIES)
def test_a_rule_is_one_sentence_with_its_source(key: str, entry: RuleEntry):
    assert entry.title
    assert entry.statement.endswith(".")
    assert ". " not in entry.statement
    assert entry.source == "ruling" or entry.source.startswith("L")
    assert entry.source == "ruling" or entry.id[0] != PAGES[key].rulings


@EACH
def test_every_check_and_option_is_in_the_index(key: str):
    system = SYSTEMS[key]
    covered = {entry.covered_by for entry in system.rule_index}
    there = {f"check {kind.key}" for kind in system.checks} | {f"option {name}" for name in system.options.model_fields}
    assert there - covered == PAGES[key].elsewhere


@EACH
def test_the_code_names_rules_of_the_index_and_codes_that_are_explained(key: str):
    sources = code_of(key)
    assert set(re.findall(r'rules?=\[?"([A-Z]-[^"]+)"', sources)) <= set(PAGES[key].ids)
    raised = set(re.findall(r'(?:OutOfRange|AgainstTheRules)\(\s*"(\w+)"', sources))
    assert len(raised) > 10
    assert raised <= set(SYSTEMS[key].refusals)
    assert all(explained.endswith(".") for explained in SYSTEMS[key].refusals.values())


@EACH
def test_a_reader_finds_every_rule_by_its_id(key: str):
    sources = code_of(key)
    assert [name for name in left_to_code(key) if not re.search(rf"\b{name}\b", sources)] == []


@EACH
def test_every_rule_is_named_by_a_test(key: str):
    tests = Path(__file__).parent / key
    told = [path.read_text(encoding="utf-8") for path in tests.iterdir() if path.suffix in {".py", ".txt"}]
    sources = "\n".join([*told, (HERE / f"{key}.json").read_text(encoding="utf-8")])
    assert [name for name in left_to_code(key) if not re.search(rf"\b{name}\b", sources)] == []


def left_to_code(key: str) -> list[str]:
    """The rules that no game master has to go by."""
    return [entry.id for entry in SYSTEMS[key].rule_index if not entry.covered_by.startswith("game master")]


def code_of(key: str) -> str:
    """Everything in the system's folder but the index."""
    folder = Path(import_module(f"app.rules.systems.{key}").__path__[0])
    paths = [path for path in folder.rglob("*.py") if "rule_index" not in path.parts]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@EACH
def test_tables_of_the_catalogues_name_rules_of_the_index(key: str):
    for entries in SYSTEMS[key].catalogues.values():
        for entry in entries:
            assert set(getattr(entry, "rules", [])) <= set(PAGES[key].ids)
