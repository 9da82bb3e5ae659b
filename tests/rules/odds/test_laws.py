"""Laws of the odds of any roll."""

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from app.rules.dice import canonical, pick_up
from app.rules.dice.expression import Expression
from app.rules.dice.odds import odds_of
from app.rules.errors import OddsTooCostly, Refusal
from tests.rules.dice.grammar_shapes import VARIABLES, expressions
from tests.rules.odds.asking import chances, distribution, odds, unlisted
from tests.rules.odds.small_rolls import dice, rolls


@settings(max_examples=150)
@given(expressions)
def test_every_roll_has_odds_or_costs_too_much(expression: Expression) -> None:
    written = canonical(expression)
    assume(len(written) <= 512)
    try:
        notation = pick_up(written, VARIABLES).notation
    except Refusal:
        return
    try:
        result = odds_of(notation, at_least=3, at_most=2)
    except OddsTooCostly:
        return
    whole = int(result.denominator)
    left = int(result.beyond.ways) if result.beyond else 0
    assert sum(int(outcome.ways) for outcome in result.outcomes) + left == whole
    assert left * 10**9 < whole
    assert [outcome.total for outcome in result.outcomes] == sorted({outcome.total for outcome in result.outcomes})
    assert all(0 <= outcome.probability <= 1 for outcome in result.outcomes)
    assert result.at_least is not None
    assert result.at_most is not None
    assert abs(result.at_least.p + result.at_most.p - 1) < 1e-8
    known = [total for total in result.percentiles.values() if total is not None]
    assert known == sorted(known)
    assert len(result.text) <= 300


@settings(max_examples=60)
@given(dice(count=False), st.integers(-3, 3), st.integers(0, 12))
def test_a_better_modifier_never_lowers(text: str, bonus: int, target: int) -> None:
    try:
        plain, better = (odds(f"{text}+({bonus + more})", at_least=target).at_least for more in (0, 1))
    except Refusal:
        assume(False)
    assert plain is not None
    assert better is not None
    assert better.p >= plain.p


@settings(max_examples=60)
@given(dice(count=False, explode=False), st.integers(1, 3))
def test_keeping_the_highest_is_never_lower_than_keeping_the_lowest(text: str, kept: int) -> None:
    try:
        high, low = (distribution(f"{{{text},{text},{text}}}{keep}{kept}") for keep in ("kh", "kl"))
    except Refusal:
        assume(False)
    totals = sorted({*high.totals, *low.totals})
    for total in totals:
        reached = [
            Fraction(sum(w for t, w in zip(side.totals, side.ways, strict=True) if t >= total), side.denominator)
            for side in (high, low)
        ]
        assert reached[0] >= reached[1]


@settings(max_examples=60)
@given(rolls)
def test_a_number_more_moves_every_chance(text: str) -> None:
    try:
        found, moved = chances(f"({text})+0"), chances(f"({text})+7")
    except Refusal:
        assume(False)
    assert {total + 7: chance for total, chance in found.items()} == moved


@settings(max_examples=60)
@given(rolls)
def test_the_opposite_mirrors_every_chance(text: str) -> None:
    try:
        found, mirrored = distribution(text), distribution(f"-({text})")
    except Refusal:
        assume(False)
    assert chances(f"-({text})") == {-total: chance for total, chance in reversed(chances(text).items())}
    assert unlisted(found) == unlisted(mirrored)
