"""Odds that books and tables state, and the faults that other odds calculators were reported for (field cases).

Where a case leaves a choice, design section 4 decides: `2d2!` explodes die by die (ODDS-04), `r` goes on and `ro`
doesn't (DICE-28), keeping more than there are keeps all (DICE-08), `/` rounds down (DICE-36).
"""

from fractions import Fraction

import pytest

from app.rules.errors import Refusal
from tests.rules.odds.asking import chances, odds


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("2d20kh1", "553/40"),  # ODDS-01
        ("2d20kl1", "287/40"),
        ("3d20kh1", "1239/80"),
        ("4d6kh3", "15869/1296"),
        ("3d20dl1kl1", "21/2"),  # DICE-12
        ("6d10xo10", "363/10"),  # DICE-16
        ("1d6!", "21/5"),  # DICE-17
        ("2d2!", "6"),  # ODDS-04
        ("1d6xo6", "49/12"),  # ODDS-03
        ("10d6ro<3", "125/3"),  # DICE-22
        ("10d6r<3", "45"),
        ("2d6ro<2", "47/6"),  # DICE-23
        ("2d6ro<=2", "25/3"),
        ("2d6r2", "38/5"),  # DICE-28
        ("2d6r<=2", "9"),
        ("1d4r1r4", "5/2"),  # DICE-25
        ("(-1d20+4)", "-13/2"),  # DICE-32
        ("-1d4*2", "-5"),
        ("2d6kh4", "7"),  # DICE-08
        ("4dF", "0"),  # DICE-44
        ("(1+1)d6", "7"),  # DICE-51
        ("1d20<=(10+5)", "3/4"),  # DICE-60
        ("4d20/4", "81/8"),  # DICE-36
        ("7/2*2", "6"),  # DICE-37
        ("(0-7)/2", "-4"),
        ("10d10>=8ds>=10", "4"),
        ("{3d20+5}>=21f<=10", "0"),  # DICE-58
    ],
)
def test_the_mean_is_exact(text: str, mean: str) -> None:
    assert odds(text).mean == mean


@pytest.mark.parametrize(
    ("text", "total", "chance"),
    [
        ("4d6kh3", 18, Fraction(7, 432)),
        ("4d6kh3", 3, Fraction(1, 1296)),
        ("1d6!", 6, Fraction(0)),
        ("1d6!", 7, Fraction(1, 36)),
        ("1d6xo6", 6, Fraction(0)),
        ("1d6xo6", 12, Fraction(1, 36)),
        ("1d4r1r4", 2, Fraction(1, 2)),
        ("1d4r1r4", 3, Fraction(1, 2)),
        ("4dF", 0, Fraction(19, 81)),
        ("4dF", 4, Fraction(1, 81)),
        ("3d6", 10, Fraction(1, 8)),  # ODDS-06
        ("3d6", 3, Fraction(1, 216)),
        ("1d8>=8", 1, Fraction(1, 8)),  # ODDS-05: 0.125, not 12.5
    ],
)
def test_the_chance_of_a_total_is_exact(text: str, total: int, chance: Fraction) -> None:
    assert chances(text).get(total, 0) == chance


@pytest.mark.parametrize(
    ("text", "lowest", "highest"),
    [
        ("1D20+4", 5, 24),  # DICE-41
        ("d%+5", 6, 105),  # DICE-43
        ("1d4 − 1", 0, 3),  # DICE-45
        ("1d20 # please hold", 1, 20),  # DICE-47
        ("(-1d20+4)", -16, 3),
        ("1d6xo6", 1, 12),
        ("1d6!", 1, None),
        ("-(1d6!)", None, -1),
        ("0d6", 0, 0),
        ("2d6kh0", 0, 0),
    ],
)
def test_the_range(text: str, lowest: int | None, highest: int | None) -> None:
    result = odds(text)
    assert (result.minimum, result.maximum) == (lowest, highest)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10d20!", "10d20!=20"),  # DICE-18
        ("4D6KH3", "4d6k3"),
        ("(2)d%", "2d%"),
        ("1d(6)", "1d6"),
        ("3d20sa", "3d20"),  # DICE-56
        ("7d10>=8+2", "2+7d10>=8"),
        ("{1d6, 1d6}", "2d6"),
        ("(1d6+5)[fire]", "1d6+5"),
    ],
)
def test_two_ways_to_write_one_roll(one: str, other: str) -> None:
    assert chances(one) == chances(other)


@pytest.mark.parametrize(
    "text",
    [
        *("1d1!", "1d1!!", "1d1!p", "3d1!", "1d6r<7", "1d6!>=1", "4dF!>=-1", "100000d6", "10d0", "2.5d6", "1d6.5"),
        *("((0+1)d6 + 3 + )", "1d6+", "", "²d6", "1d20 khaki", "1d6[", "2(d6)", "1d6>=4!", "1d6r<6!", "3d2u"),
    ],
)
def test_what_rolls_refuse_odds_refuse(text: str) -> None:  # ODDS-10
    with pytest.raises(Refusal):
        odds(text)


def test_variables_take_their_values() -> None:
    assert odds("(@level)d6+@fighting", {"level": 3, "fighting": 2}).minimum == 5


def test_percents_are_rounded_from_the_exact_fraction() -> None:
    """87.75 % has no exact float, and the nearest one lies below it."""
    found = odds("2d20kh1+7", at_least=15)
    assert found.at_least is not None
    assert found.at_least.exact == "351/400"
    assert "87.8 % for 15 or more" in found.text
    assert "87.8 % for 15 or more" in found.markdown
