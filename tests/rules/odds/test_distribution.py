"""Known odds, as tables and books state them."""

from fractions import Fraction

import pytest

from app.rules.dice.grammar import parse
from app.rules.dice.odds import OddsResult, odds_of
from app.rules.dice.variables import bind


def odds(text: str, **asked: int) -> OddsResult:
    return odds_of(bind(parse(text)), **asked)


def chance(result: OddsResult, total: int) -> Fraction:
    ways = {outcome.total: int(outcome.ways) for outcome in result.outcomes}
    return Fraction(ways.get(total, 0), int(result.denominator))


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("4d6kh3", "15869/1296"),
        ("2d20kh1", "553/40"),
        ("2d20kl1", "287/40"),
        ("3d20kh1", "1239/80"),
        ("3d20dl1kl1", "21/2"),
        ("(-1d20+4)", "-13/2"),
        ("1d6ro<3", "25/6"),
        ("1d6r<3", "9/2"),
        ("(1+1)d6", "7"),
        ("4dF", "0"),
        ("10d10>=8ds>=10", "4"),
    ],
)
def test_mean(text, mean):
    assert odds(text).mean == mean


def test_the_ways_make_up_the_denominator():
    result = odds("4d6kh3")
    assert result.denominator == "1296"
    assert sum(int(outcome.ways) for outcome in result.outcomes) == 1296
    assert chance(result, 18) == Fraction(7, 432)
