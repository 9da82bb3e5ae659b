"""Laws that hold for every notation: one canonical text, one outcome for the same dice, one truth behind shortcuts."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from app.rules.dice import PhysicalDice, RollResult, bind, canonical, markdown, parse, pick_up, rolls, text
from app.rules.dice.expression import Expression
from app.rules.errors import DiceLimit, Refusal
from tests.rules.dice.grammar_shapes import VARIABLES, expressions
from tests.rules.dice.table import Loaded

RECORD = TypeAdapter(RollResult)
places = st.lists(st.integers(1, 360360), min_size=1, max_size=12)


@given(expressions)
def test_the_canonical_text_means_the_same_tree(expression: Expression) -> None:
    written = canonical(expression)
    assume(len(written) <= 512)
    read = parse(written)
    assert read.expression == expression
    assert canonical(read.expression) == written


@given(expressions)
def test_so_does_the_canonical_text_of_a_bound_tree(expression: Expression) -> None:
    written = canonical(expression)
    assume(len(written) <= 512)
    try:
        bound = bind(parse(written), VARIABLES)
    except Refusal:
        return
    again = canonical(bound.expression)
    assume(len(again) <= 512)
    assert bind(parse(again)).expression == bound.expression
    assert bound.variables == ()


@given(expressions, places)
def test_the_faces_tell_the_whole_roll(expression: Expression, drawn: list[int]) -> None:
    written = canonical(expression)
    assume(len(written) <= 512)
    try:
        (roll,) = rolls(written, Loaded(*drawn), variables=VARIABLES)
    except Refusal:
        return
    result = roll.result
    faces = [die.face for die in result.dice]
    (replayed,) = rolls(result.canonical, PhysicalDice(faces))
    assert replayed.result.total == result.total
    assert replayed.result.dice == result.dice
    assert replayed.result.terms == result.terms
    assert (replayed.result.successes, replayed.result.failures) == (result.successes, result.failures)
    assert RECORD.validate_json(RECORD.dump_json(result)) == result


@given(expressions, places)
def test_what_is_told_of_a_roll_agrees_with_itself(expression: Expression, drawn: list[int]) -> None:
    written = canonical(expression)
    assume(len(written) <= 512)
    try:
        (roll,) = rolls(written, Loaded(*drawn), variables=VARIABLES)
    except Refusal:
        return
    low, high = roll.hand.demand.total
    assert low <= roll.total <= high
    for die in roll.dice:
        assert not (die.rerolled and (die.kept or die.exploded))
        assert die.parent is None or roll.dice[die.parent].exploded
        assert die.success is None or die.kept
    parents = [die.parent for die in roll.dice if die.parent is not None and not die.rerolled]
    assert len(parents) == len(set(parents))
    assert len(parents) == sum(die.exploded for die in roll.dice)
    assert len(text(roll)) <= 300
    assert len(markdown(roll)) <= 1800


quick_texts = st.from_regex(
    r"([1-9][0-9]?)?d([2-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])"
    r"((kh|kl|dh|dl)[0-9]{1,2}|(>=|<=|>|<|=)[0-9]{1,3}(ds>=[0-9]{1,2})?(f<=[0-9]{1,2})?|!(=[0-9]{1,2})?)?"
    r"( ?[+-] ?-?[0-9]{1,6})?",
    fullmatch=True,
)


@given(quick_texts, places)
def test_quick_rolls_are_the_same_rolls(notation: str, drawn: list[int]) -> None:
    hand = pick_up(notation)
    assert "throw" in vars(hand)
    try:
        roll = hand.throw(Loaded(*drawn))
    except DiceLimit:
        with pytest.raises(DiceLimit):
            hand.outcome(Loaded(*drawn))
        return
    complete = hand.outcome(Loaded(*drawn))
    assert roll.total == complete.total
    assert list(roll.places) == complete.places
    low, high = hand.demand.total
    assert low <= roll.total <= high
