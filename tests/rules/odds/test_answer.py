"""What a table reads: numbers of the right kind, to the nearest float, and a line to read aloud."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from app.rules.dice.odds.answer import answer, percent, root
from app.rules.dice.odds.recurring import Moments
from tests.rules.odds.asking import distribution, odds


def test_the_whole_answer() -> None:
    result = odds("2d6", at_least=10, at_most=4)
    assert result.model_dump() == {
        "denominator": "36",
        "outcomes": [
            {"total": total, "ways": str(ways), "probability": ways / 36}
            for total, ways in zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True)
        ],
        "beyond": None,
        "mean": "7",
        "variance": 35 / 6,
        "standard_deviation": 2.41522945769824,
        "minimum": 2,
        "maximum": 12,
        "percentiles": {"1": 2, "5": 3, "10": 4, "25": 5, "50": 7, "75": 9, "90": 10, "95": 11, "99": 12},
        "at_least": {"p": 1 / 6, "exact": "1/6"},
        "at_most": {"p": 1 / 6, "exact": "1/6"},
        "text": "2d6: 7 on average, 2 to 12; 16.7 % for 10 or more; 16.7 % for 4 or less",
        "markdown": "`2d6`: 7 on average, 2 to 12; **16.7 % for 10 or more**; **16.7 % for 4 or less**",
    }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("4d6kh3", "4d6kh3: 12.24 on average, 3 to 18"),
        ("1d20-30", "1d20-30: -19.5 on average, -29 to -10"),
        ("1d3/2", "1d3/2: 0.67 on average, 0 to 1"),
        ("3", "3: always 3"),
        ("-(1d6!)", "-1d6!=6: -4.2 on average, -1 or less"),
        ("1d4[`fire`]", "1d4[`fire`]: 2.5 on average, 1 to 4"),
        ("1d6+" * 40 + "1", "1d6+" * 19 + "1d6…: 141 on average, 41 to 241"),
    ],
)
def test_the_line(text: str, line: str) -> None:
    assert odds(text).text == line


def test_markdown_stays_code() -> None:
    assert odds("1d4[`fire`]").markdown == "`1d4['fire']`: 2.5 on average, 1 to 4"


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 8), "12.5 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(1, 2), "50 %"),
        (Fraction(1, 2000), "0.1 %"),
        (Fraction(1, 2001), "less than 0.1 %"),
        (Fraction(9995, 10000), "more than 99.9 %"),
        (Fraction(9994, 10000), "99.9 %"),
    ],
)
def test_a_chance_as_it_is_said(chance: Fraction, said: str) -> None:
    assert percent(chance) == said


def test_floats_are_the_nearest_even_of_numbers_past_their_range() -> None:
    result = odds("1000d6", at_least=3500, at_most=1200)
    denominator = int(result.denominator)
    assert denominator == 6**1000
    for outcome in result.outcomes[::500]:
        assert outcome.probability == float(Fraction(int(outcome.ways), denominator))
    assert result.outcomes[0].probability == 0
    assert result.at_least is not None
    assert result.at_least.exact is not None
    assert result.at_least.p == float(Fraction(result.at_least.exact))
    assert (result.mean, result.variance, result.standard_deviation) == ("3500", 8750 / 3, math.sqrt(8750 / 3))


@pytest.mark.parametrize(
    "square",
    [Fraction(0), Fraction(2), Fraction(1, 3), Fraction(10**40 + 1), Fraction(7, 10**60)],
)
def test_a_root_is_the_nearest_float(square: Fraction) -> None:
    with localcontext() as context:
        context.prec = 80
        exact = (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()
        assert root(square) == float(exact)


def test_the_chance_to_reach_what_nobody_reaches_or_fails() -> None:
    result = odds("2d6", at_least=13, at_most=12)
    assert result.at_least is not None
    assert (result.at_least.p, result.at_least.exact) == (0, "0")
    assert result.at_most is not None
    assert (result.at_most.p, result.at_most.exact) == (1, "1")


def test_totals_that_never_come_are_not_listed() -> None:
    assert [outcome.total for outcome in odds("1d6xo6").outcomes] == [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]
    assert [outcome.total for outcome in odds("1d3*1000+1d2").outcomes] == [1001, 1002, 2001, 2002, 3001, 3002]


def test_a_mean_too_long_to_write_is_null() -> None:
    coin, long = distribution("1d2"), Fraction(1, 10**5000)
    assert answer(coin, Moments(long, long), "1d2").mean is None
