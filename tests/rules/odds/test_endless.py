"""Explosions without end: what is listed, what is left, and means that no listing gives."""

from fractions import Fraction

import pytest
from hypothesis import given, settings

from app.rules.dice import pick_up
from app.rules.dice.odds.exact import Reckoning
from app.rules.dice.odds.moments import moments
from app.rules.dice.odds.recurring import moments_of_listed
from app.rules.errors import Refusal
from tests.rules.odds.asking import chances, distribution, odds, unlisted
from tests.rules.odds.small_rolls import rolls

BILLIONTH = Fraction(1, 10**9)


@pytest.mark.parametrize(
    "text",
    [
        *("1d6!", "20d10!", "100d6!", "100d100!", "4d6!kh3", "5d10!>=8", "5d10!kh3>=8", "2d{-2,1,3}!<=1", "-(2d6!)"),
        *("1d6!+1d100", "1d6!-1d6!", "{1d6!,1d100}kh1", "1d6!%3", "2d6!*1d6", "{3d6!kh2+1}kh1>=5", "9d6!p+9d4!!"),
    ],
)
def test_less_than_a_billionth_is_left(text: str) -> None:
    found = distribution(text)
    assert 0 < unlisted(found) < BILLIONTH
    assert found.unlisted is not None
    assert sum(found.ways) + found.unlisted.ways == found.denominator


def test_no_shorter_list_would_do() -> None:
    found = distribution("1d6!")
    assert found.totals[-1] == 70
    assert unlisted(found) == Fraction(2, 6**12)
    assert unlisted(found) + Fraction(found.ways[-1], found.denominator) >= BILLIONTH


def test_the_answer_says_what_is_left() -> None:
    result = odds("1d6!", at_least=7, at_most=70)
    assert (result.denominator, result.outcomes[0].ways) == (str(6**12), str(6**11))
    assert (result.minimum, result.maximum) == (1, None)
    assert result.beyond is not None
    assert (result.beyond.ways, result.beyond.probability) == ("2", 2 / 6**12)
    assert result.at_least is not None
    assert result.at_least.exact == "1/6"
    assert result.at_most is not None
    assert result.at_most.exact == str(1 - Fraction(2, 6**12))
    assert result.text == "1d6!=6: 4.2 on average, 1 or more; 16.7 % for 7 or more; more than 99.9 % for 70 or less"


def test_a_list_is_long_enough_for_what_is_added() -> None:
    found = chances("1d6!+1d100")
    # All of its ways: 101 is 1 + 100 up to 95 + 6, and 96 + 5 is no more than that.
    assert found[101] == sum(
        [chances("1d6!+0")[total] / 100 for total in range(1, 71) if total % 6], Fraction(0)
    ) + sum([Fraction(1, 6 ** (total // 6 + 1)) / 100 for total in range(71, 101) if total % 6])
    assert odds("1d6!+1d100", at_least=101).at_least.exact == str(1 - sum([found[total] for total in range(2, 101)]))  # type: ignore[union-attr]


def test_where_every_total_hangs_on_endless_chains_no_chance_is_called_exact() -> None:
    result = odds("1d6!-1d6!", at_least=0, at_most=-1)
    assert (result.minimum, result.maximum) == (None, None)
    assert result.at_least is not None
    assert result.at_most is not None
    assert result.at_least.exact is result.at_most.exact is None
    assert result.at_least.p + result.at_most.p == pytest.approx(1)
    assert (result.mean, result.percentiles["50"]) == ("0", 0)
    assert "no lowest and no highest total" in result.text


@pytest.mark.parametrize(
    "text",
    [
        "min(1d6!,5)",
        "1d6!*0",
        "5d10!!>=12",
        "{2d6!!-1}>=6",
        "2dF!=0",
        "10d6!=1>=5",
        "{3d6!+1}kh2>=5",
        "1d6!!>=40",
        "{1d6!,1d8!}>=5",
    ],
)
def test_what_ends_after_all_is_listed_whole(text: str) -> None:
    result = odds(text)
    assert result.beyond is None
    assert result.maximum is not None
    assert sum(int(outcome.ways) for outcome in result.outcomes) == int(result.denominator)


def test_a_longer_list_may_show_that_all_is_listed() -> None:
    result = odds("min(1d6!,1d120)+1d100")
    assert (result.beyond, result.minimum, result.maximum) == (None, 2, 220)


def test_a_highest_total_may_lie_past_the_list() -> None:
    result = odds("min(1d6!,1d900)")
    assert result.beyond is not None
    assert (result.minimum, result.maximum) == (1, 900)


def test_each_of_the_kept_chains_may_count_past_the_list() -> None:
    # Both lie past the list: each may hit, and each may botch.
    two = odds("3d6!kh2=4f=3", at_least=-1, at_most=1)
    assert (two.minimum, two.maximum) == (-2, 2)
    assert two.at_least is not None
    assert two.at_most is not None
    assert two.at_least.exact is two.at_most.exact is None


def test_an_explosion_on_no_face_is_none() -> None:
    assert chances("3d6!>6") == chances("3d6")
    assert chances("3d6!o>6kh2>=3") == chances("3d6kh2>=3")


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        *(("1d6!", "21/5"), ("10d6!", "42"), ("1d6!p", "4"), ("1d6!>=5", "21/4"), ("1d6r1!", "5"), ("1d6!mi2", "22/5")),
        *(
            ("5d10!cs>=8", "5/3"),
            ("5d10!cs>=8ds>=10f<=1", "5/3"),
            ("2dF!", "0"),
            ("2d{-2,1,3}!<=1", "4"),
            ("1d6!!", "21/5"),
        ),
        *(("2d6!-1d6!", "21/5"), ("1d6!*1d6!*2", "882/25"), ("-(1d6!)[a]", "-21/5"), ("{1d6!, 1d4}", "67/10")),
        *(
            ("2d6!kh1", "29/5"),
            ("2d6!kl1", "13/5"),
            ("4d6!kh3", "2783/185"),
            ("5d10!kh3cs>=8ds>=10", "27016018/12344321"),
        ),
        *(("3dF!=-1kl1>=0", "1"), ("{2d6!+1}>=7", "2/5"), ("{2d6!!kh1+1}>=9", "335/1296"), ("{1d6!,1d6!}kh1", "29/5")),
        *(
            ("max(1d6!,1d6!)", "29/5"),
            ("min(1d6!,1d6!)", "13/5"),
            ("max(1d6!,4)", "26/5"),
            ("{(1d6!)[a],1d8!+2,1d10}kh2", "35269/2520"),
        ),
        *(
            ("abs(1d6!-3)", "11/5"),
            ("abs(3-1d6!)", "11/5"),
            ("1d6!/2", "9/5"),
            ("(2d6!+3)/2", "136/25"),
            ("(3-1d6!)/2", "-4/5"),
        ),
        *(
            ("floor(1d6!/2+1d4!/3)", "25/9"),
            ("round(1d6!/2)", "12/5"),
            ("ceil(1d6!*3/2)", "33/5"),
            ("max(2d6!,10)", "1514/135"),
        ),
        *(
            ("min(10-1d6!,3)", "37/15"),
            ("{2d6!,1d4}kh1", "6073/720"),
            ("floor({1d6!,1d4}/2)", "31/10"),
            ("1d6!/2*1d6!", "189/25"),
        ),
        *(("floor({2d6!+1}>=7/2)", "19/245"), ("max({1d6!,2}kh1/2,1)", "59/30"), ("floor((1d6!)[a]/2)", "9/5")),
        *(("floor(-(1d6!)/2)", "-12/5"), ("{1d6!-2,1d4}kh1", "217/60"), ("{1d6!+2-1,1d4!}kl1", "5920/2303")),
        *(("{1d6!,1d8!}kh1>=100", "9586951629481/1033947715493982426365952"), ("floor(min(1d6!,2*1d6!)/2)", "316/215")),
    ],
)
def test_the_mean_is_exact(text: str, mean: str) -> None:
    assert odds(text).mean == mean


def near(text: str) -> None:
    """The exact moments are those of a list that goes far."""
    expression = pick_up(text).notation.expression
    exact, listed = moments(expression, Reckoning()), moments_of_listed(Reckoning(100).of(expression))
    if exact is not None:
        assert abs(exact.mean - listed.mean) < 10 * BILLIONTH
        assert abs(exact.square - listed.square) < 10_000 * BILLIONTH


@pytest.mark.parametrize(
    "text",
    [
        "4d6!kh3",
        "{1d8!,1d6!}kh1",
        "5d10!kh3cs>=8ds>=10",
        "{2d6!,2d8!}kl1",
        "round((10-1d6!)/4)",
        "floor(min(1d6!,2*1d6!)/2)",
    ],
)
def test_moments_are_near_those_of_a_long_list(text: str) -> None:
    near(text)


@settings(max_examples=60)
@given(rolls)
def test_so_are_those_of_any_small_roll(text: str) -> None:
    try:
        distribution(text)
    except Refusal:
        return
    near(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "4d6!>=5kh3",
            "1d6!%3",
            "{1d6!,1d6!>=5}kh2",
            "{3d6!kh2}kh1>=5",
            "{1d97!,1d89!}kh1",
            "(1d11!+1d13!+1d17!+1d19!)/2",
            "max(1d11!,1d13!,1d17!,1d19!)",
            "50d10!kh1",
        ),
        *("{4d6!>=5kh3,1d4}", "floor({1d6!/2,1d4!}kh1*1d2)", "abs(1d6!-1d6!)", "{1d6!/2,2d4!,1d8!}kh2"),
        "{2d6!,2d4!,1d4!}kl2dl1",
        *("floor({3d6!kh2+1}kh1>=5*3/2)", "floor(-(1d6!)[a]*(0-2)/3)", "max(1d6!>=5,1d4)", "floor(2d6!!cs>=200/2)"),
        *("floor({1d6!,1d6!,1d4!}kh2/2)", "1d6!*1d4/3", "(1d6!%3)*2+1d6!", "1d6!%3*1d4", "max((40d6!)/7,9d8!)"),
    ],
)
def test_a_mean_without_a_finite_form_is_null(text: str) -> None:
    result = odds(text)
    assert (result.mean, result.variance, result.standard_deviation) == (None, None, None)
    assert "average" not in result.text
