"""Checks from a sheet, in every system alike: what is lent, what the body says, and what cannot be done without one."""

from collections import defaultdict
from functools import reduce
from operator import or_
from typing import Annotated, Any

import pytest
from pydantic import Field, TypeAdapter

from app.rules.catalog import CHECKS, SYSTEMS
from app.rules.dice import PhysicalDice, rolls
from app.rules.errors import UnknownVariable
from app.rules.lending import REFUSALS, Filled, Lending, Piece, filled
from app.rules.system import AgainstTheRules, CheckAnswer, CheckKind, OutOfRange, System, Value
from tests.rules.told import Falling

EACH_KIND = pytest.mark.parametrize("key", CHECKS)
EXAMPLES = [(key, name) for key, (_, kind) in CHECKS.items() for name in kind.sheet_examples]
EACH_EXAMPLE = pytest.mark.parametrize(("key", "name"), EXAMPLES, ids=[f"{key}: {name}" for key, name in EXAMPLES])
PLAIN = [(key, name) for key, (_, kind) in CHECKS.items() for name in kind.examples]
EACH_PLAIN = pytest.mark.parametrize(("key", "name"), PLAIN, ids=[f"{key}: {name}" for key, name in PLAIN])


def resolved(system: System, kind: CheckKind[Any, Any], found: Filled[Any]) -> CheckAnswer:
    """The check with dice that fall by turns, with what came from the sheet."""
    if found.body.faces is not None:
        return found.told(kind.resolve(found.body, options=system.options(), dice=PhysicalDice(found.body.faces)))
    return found.told(kind.resolve(found.body, options=system.options(), dice=Falling(50, 95, 30)))


def of_somebody(system: System, kind: CheckKind[Any, Any], asked: Value) -> Filled[Any]:
    """The check of the first example character who has what it names."""
    for sheet in system.example_sheets:
        try:
            return filled(kind, asked, sheet, options=system.options(), clock=0)
        except OutOfRange as refused:
            if refused.code not in {"unknown_trait", "unknown_attack", "unknown_power"}:
                raise
    pytest.fail("no example character can make this check")


@EACH_KIND
def test_every_kind_can_be_asked_of_a_character(key: str):
    _, kind = CHECKS[key]
    assert kind.sheet_examples
    for asked in kind.sheet_examples.values():
        assert type(asked) is kind.from_sheet


@EACH_EXAMPLE
def test_what_is_lent_is_listed_with_its_rule(key: str, name: str):
    system, kind = CHECKS[key]
    found = of_somebody(system, kind, kind.sheet_examples[name])
    answer = resolved(system, kind, found)
    assert answer.parts == list(found.parts) != []
    known = {rule.id for rule in system.rule_index}
    assert {part.rule for part in answer.parts} <= known
    assert {part.rule for part in answer.parts} <= set(answer.rules)
    assert answer.rolled
    assert answer.text.startswith(f"{answer.rolled}: ")
    assert len(answer.text) <= 300
    assert len(answer.markdown) <= 1800


@EACH_EXAMPLE
def test_the_parts_of_a_number_come_to_the_number(key: str, name: str):
    system, kind = CHECKS[key]
    found = of_somebody(system, kind, kind.sheet_examples[name])
    sums: dict[str, Any] = defaultdict(int)
    for part in found.parts:
        sums[part.field] = part.value if isinstance(part.value, str) else sums[part.field] + part.value
    for field, total in sums.items():
        number: Any = found.body.model_dump()
        for step in field.split("."):
            number = number[step]
        assert number == total


@EACH_EXAMPLE
def test_a_filled_check_is_a_check_like_any_other(key: str, name: str):
    system, kind = CHECKS[key]
    found = of_somebody(system, kind, kind.sheet_examples[name])
    assert type(found.body) is kind.body
    plain = kind.resolve(found.body, options=system.options(), dice=Falling(50, 95, 30))
    told = resolved(system, kind, found)
    assert (told.result, told.dice, told.open) == (plain.result, plain.dice, plain.open)
    assert told.text.endswith(plain.text)
    assert kind.odds(found.body, options=system.options()).outcomes
    again = found.body.model_copy(update={"faces": [die.face for die in plain.dice]})
    assert kind.resolve(again, options=system.options(), dice=PhysicalDice(again.faces)).result == plain.result


@EACH_PLAIN
def test_a_check_of_nobody_takes_its_numbers_as_they_are(key: str, name: str):
    system, kind = CHECKS[key]
    plain = kind.examples[name]
    asked = kind.from_sheet.model_validate_json(plain.model_dump_json(exclude_unset=True))
    found = filled(kind, asked, None, options=system.options(), clock=0)
    assert found.body == plain
    assert (found.parts, found.rolled, found.sheet) == ((), None, None)
    assert resolved(system, kind, found).parts == []


@EACH_PLAIN
def test_numbers_in_the_body_win(key: str, name: str):
    system, kind = CHECKS[key]
    plain = kind.examples[name]
    asked = kind.from_sheet.model_validate_json(plain.model_dump_json(exclude_unset=True))
    for sheet in system.example_sheets:
        found = filled(kind, asked, sheet, options=system.options(), clock=0)
        stated = plain.model_fields_set
        assert {name: getattr(found.body, name) for name in stated} == {name: getattr(plain, name) for name in stated}
        assert not {part.field for part in found.parts} & stated


@EACH_EXAMPLE
def test_what_a_sheet_has_needs_somebody_whose_it_is(key: str, name: str):
    system, kind = CHECKS[key]
    asked = kind.sheet_examples[name]
    names = kind.from_sheet.model_fields.keys() - kind.body.model_fields.keys()
    with pytest.raises(OutOfRange) as refused:
        filled(kind, asked, None, options=system.options(), clock=0)
    # A race has its names within its sides, and damage that a trait resists by itself names nothing.
    expected = "character_needed" if names & asked.model_fields_set else "number_missing"
    assert refused.value.code == expected


MISSING = {
    "uttas.accuracy": ({"target": 20}, ["key"]),
    "uttas.damage": ({}, ["dice"]),
    "uttas.skill": ({"dc": 10}, ["dice"]),
    "uttas.opposed": ({"passive": {"dice": 3}}, ["active"]),
    "uttas.business": ({}, ["skill_dice"]),
    "supers.check": ({"dc": 10}, ["modifier"]),
    "supers.opposed": ({"bonus_b": 3}, ["bonus_a"]),
    "supers.comparison": ({"rank_b": 3}, ["rank_a"]),
    "supers.team": ({"helpers": [], "leader": {"dc": 10}}, ["leader.modifier"]),
    "supers.attack": ({"defense": 3}, ["bonus"]),
    "supers.resistance": ({"effect": "affliction", "rank": 3}, ["modifier"]),
    "supers.strike": ({"defense": 3, "modifier": 3}, ["rank", "bonus"]),
    "ultra.contest": ({"sides": {"fox": {}, "hare": {"dice": 3}}}, ["sides.fox.dice"]),
}


@pytest.mark.parametrize("key", MISSING)
@pytest.mark.parametrize("alone", [False, True])
def test_a_number_that_nobody_gives_is_asked_for(key: str, *, alone: bool):
    system, kind = CHECKS[key]
    body, missing = MISSING[key]
    asked = kind.from_sheet.model_validate(body)
    with pytest.raises(OutOfRange) as refused:
        filled(kind, asked, None if alone else system.example_sheets[0], options=system.options(), clock=0)
    assert refused.value.code == "number_missing"
    expected = ["key", "dexterity"] if alone and key == "uttas.accuracy" else missing
    assert refused.value.facts["fields"] == expected
    assert f"`{missing[0]}`" in refused.value.detail


@pytest.mark.parametrize("key", SYSTEMS)
def test_refusals_of_a_sheet_are_explained(key: str):
    assert REFUSALS.items() <= SYSTEMS[key].refusals.items()


def test_bodies_from_a_sheet_are_told_apart_by_their_kind():
    every: Any = reduce(or_, (kind.from_sheet for _, kind in CHECKS.values()))
    adapter: TypeAdapter[Any] = TypeAdapter(Annotated[every, Field(discriminator="kind")])
    for key, (_, kind) in CHECKS.items():
        assert "kind" in kind.from_sheet.model_json_schema()["required"]
        for asked in kind.sheet_examples.values():
            body = asked.model_dump_json(exclude_unset=True)
            read = adapter.validate_json(f'{{"kind": "{key}", {body[1:]}' if body != "{}" else f'{{"kind": "{key}"}}')
            assert type(read) is kind.from_sheet
            assert read == asked


NAMED = {"ultra": "traits", "uttas": "trait", "supers": "trait"}
CHECK_OF = {"ultra": "ultra.action", "uttas": "uttas.skill", "supers": "supers.check"}
ROLLED_FOR = {"ultra": ("traits.",), "uttas": ("skills.",), "supers": ("skills.", "powers.", "unarmed.")}
NO_TRAIT = ("_ft", ".dc")


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_trait_that_dice_can_name_can_be_checked(key: str):
    system, kind = CHECKS[CHECK_OF[key]]
    for sheet in system.example_sheets:
        variables = system.variables(sheet, system.options())
        names = [one for one in variables if one.startswith(ROLLED_FOR[key]) and not one.endswith(NO_TRAIT)]
        for name in names:
            named = [name] if key == "ultra" else name
            asked = kind.from_sheet.model_validate(
                {NAMED[key]: named} | ({} if key == "ultra" else {"dc": 10}),
            )
            found = filled(kind, asked, sheet, options=system.options(), clock=0)
            number = found.body.model_dump()["modifier" if key == "supers" else "dice"]
            assert number == variables[name]
            assert name in {part.source for part in found.parts}


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_trait_misspelled_is_answered_with_the_nearest(key: str):
    system, kind = CHECKS[CHECK_OF[key]]
    for sheet in system.example_sheets:
        variables = system.variables(sheet, system.options())
        for name in variables:
            with pytest.raises(UnknownVariable) as unknown:
                rolls(f"1d20 + @{name}q", PhysicalDice([1]), variables=variables)
            assert unknown.value.facts["suggestion"] in variables
        for name in [one for one in variables if one.startswith(ROLLED_FOR[key]) and not one.endswith(NO_TRAIT)]:
            misspelled = f"{name}q"
            asked = kind.from_sheet.model_validate(
                {NAMED[key]: [misspelled] if key == "ultra" else misspelled} | ({} if key == "ultra" else {"dc": 10})
            )
            with pytest.raises(OutOfRange) as refused:
                filled(kind, asked, sheet, options=system.options(), clock=0)
            assert refused.value.code == "unknown_trait"
            assert refused.value.facts["suggestion"] in {name, name.removeprefix("traits.")}
            assert refused.value.facts["suggestion"] in refused.value.detail


FALLEN: dict[str, tuple[dict[str, Any], str]] = {
    "ultra": ({"traits": {"nerve": 3}, "injury_max": 3, "injuries": 3}, "taken_out"),
    "uttas": ({"speed": 2, "health_max": 10, "stamina_max": 10, "health": 0}, "dead"),
    "supers": ({"state": {"damage": {"level": "dead"}}}, "dead"),
}
ALSO_THE_FALLEN = {"ultra.contest", "uttas.damage"}
"""A race has the pools of whoever is named in it; a hit has somebody who suffers it."""


@EACH_KIND
def test_the_fallen_make_no_checks(key: str):
    system, kind = CHECKS[key]
    sheet, code = FALLEN[system.key]
    plain = next(iter(kind.examples.values()))
    asked = kind.from_sheet.model_validate_json(plain.model_dump_json(exclude_unset=True))
    fallen = system.sheet.model_validate(sheet)
    if key in ALSO_THE_FALLEN:
        assert filled(kind, asked, fallen, options=system.options(), clock=0).body == plain
        return
    with pytest.raises(AgainstTheRules) as refused:
        filled(kind, asked, fallen, options=system.options(), clock=0)
    assert refused.value.code == code


def test_a_name_within_a_side_needs_somebody_whose_it_is_too():
    system, kind = CHECKS["ultra.contest"]
    asked = kind.from_sheet.model_validate({"sides": {"fox": {"dice": 3, "traits": ["wits"]}, "hare": {"dice": 2}}})
    with pytest.raises(OutOfRange) as refused:
        filled(kind, asked, None, options=system.options(), clock=0)
    assert refused.value.code == "character_needed"
    assert "sides.fox.traits" in refused.value.detail


def test_of_much_that_changes_a_roll_the_text_names_some_and_counts_the_rest():
    _, kind = CHECKS["ultra.action"]
    lending: Lending[Any] = Lending(kind.body, kind.from_sheet.model_validate({"dice": 5, "difficulty": 1}))
    for number in range(1, 8):
        lending.more("difficulty", piece=Piece(f"status:ill {number}", 1), word="difficulty")
    said = ", ".join(f"ill {number} +1 difficulty" for number in range(1, 6))
    assert lending.filled("Wits").rolled == f"Wits ({said}, 2 more)"
