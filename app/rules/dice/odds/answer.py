"""What a table reads from a distribution: outcomes, average, spread, percentiles, the chance to reach a number."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import isqrt

from pydantic import BaseModel, ConfigDict

from app.rules.dice.odds.distribution import Distribution, listed

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)

# A notation longer than this is cut in texts, which must stay short enough to read aloud.
_LONGEST_NAME = 80


class Outcome(BaseModel):
    """One total, in how many ways it comes up, and how often: `probability` is from 0 to 1."""

    model_config = ConfigDict(frozen=True)

    total: int
    ways: str
    probability: float


class Beyond(BaseModel):
    """What an endless explosion leaves unlisted: less than 10^-9."""

    model_config = ConfigDict(frozen=True)

    ways: str
    probability: float


class Chance(BaseModel):
    """A chance as a number `p` from 0 to 1 and as an exact fraction."""

    model_config = ConfigDict(frozen=True)

    p: float
    exact: str | None


class OddsResult(BaseModel):
    """The exact distribution of a roll.

    `ways` and `denominator`, `mean` and `exact` are exact, written as whole numbers or fractions in lowest terms;
    the other numbers are the nearest that a float can hold. Probabilities are from 0 to 1, never percent.
    `percentiles` gives for 50 the lowest total that at least 50 % of all rolls don't exceed. `at_least` and
    `at_most` answer the totals asked for, if any.
    """

    model_config = ConfigDict(frozen=True)

    denominator: str
    outcomes: list[Outcome]
    beyond: Beyond | None
    mean: str | None
    variance: float | None
    standard_deviation: float | None
    minimum: int | None
    maximum: int | None
    percentiles: dict[str, int | None]
    at_least: Chance | None
    at_most: Chance | None
    text: str
    markdown: str


def answer(
    distribution: Distribution, name: str, *, at_least: int | None = None, at_most: int | None = None
) -> OddsResult:
    """Everything the table asks of a distribution; `name` is the notation to call it by."""
    denominator = distribution.denominator
    rows = listed(distribution)
    mean, variance = moments(distribution)
    chances = {
        "or more": None if at_least is None else (at_least, _share(distribution, at_least, None)),
        "or less": None if at_most is None else (at_most, _share(distribution, None, at_most)),
    }
    facts = f"{_short(mean)} on average, {rows[0][0]} to {rows[-1][0]}"
    spoken = [(words, *asked) for words, asked in chances.items() if asked is not None]
    text = "".join(f"; {percent(chance)} for {total} {words}" for words, total, chance in spoken)
    bold = "".join(f"; **{percent(chance)}** for {total} {words}" for words, total, chance in spoken)
    short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
    return OddsResult(
        denominator=str(denominator),
        outcomes=[
            Outcome.model_construct(total=total, ways=str(ways), probability=ways / denominator)
            for total, ways in rows
        ],
        beyond=None,
        mean=str(mean),
        variance=float(variance),
        standard_deviation=root(variance),
        minimum=rows[0][0],
        maximum=rows[-1][0],
        percentiles=_percentiles(distribution),
        at_least=None if at_least is None else _chance(_share(distribution, at_least, None)),
        at_most=None if at_most is None else _chance(_share(distribution, None, at_most)),
        text=f"{short}: {facts}{text}",
        markdown=f"`{short.replace('`', chr(39))}`: {facts}{bold}",
    )


def moments(distribution: Distribution) -> tuple[Fraction, Fraction]:
    """Mean and variance, exactly."""
    first = second = 0
    for total, ways in zip(distribution.totals, distribution.ways, strict=True):
        weight = total * ways
        first += weight
        second += weight * total
    denominator = distribution.denominator
    mean = Fraction(first, denominator)
    return mean, Fraction(second, denominator) - mean * mean


def root(square: Fraction) -> float:
    """The square root of a fraction, to the nearest float."""
    # 128 binary places more than the fraction has keep over 60 significant ones whatever its size.
    places = 64 + max(0, square.denominator.bit_length() - square.numerator.bit_length())
    scaled = isqrt((square.numerator << 2 * places) // square.denominator)
    return scaled / (1 << places)


def percent(chance: Fraction) -> str:
    """A chance as a table says it: `57.8 %`; what is neither never nor always doesn't sound like it."""
    thousandths = (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if chance and not thousandths:
        return "less than 0.1 %"
    if chance < 1 and thousandths == 1000:
        return "more than 99.9 %"
    whole, tenth = divmod(thousandths, 10)
    return f"{whole}.{tenth} %" if tenth else f"{whole} %"


def _share(distribution: Distribution, low: int | None, high: int | None) -> Fraction:
    """The share of the totals from `low` to `high`."""
    counted = sum(
        [
            ways
            for total, ways in zip(distribution.totals, distribution.ways, strict=True)
            if (low is None or total >= low) and (high is None or total <= high)
        ]
    )
    return Fraction(counted, distribution.denominator)


def _chance(share: Fraction) -> Chance:
    return Chance(p=float(share), exact=str(share))


def _percentiles(distribution: Distribution) -> Mapping[str, int]:
    reached = list(accumulate(distribution.ways))
    found = {}
    place = 0
    for percentile in PERCENTILES:
        needed = percentile * distribution.denominator
        while reached[place] * 100 < needed:
            place += 1
        found[str(percentile)] = distribution.totals[place]
    return found


def _short(value: Fraction) -> str:
    """At most two decimals, half up, without zeros at the end."""
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    sign, (whole, rest) = "-" if hundredths < 0 else "", divmod(abs(hundredths), 100)
    return f"{sign}{whole}.{rest:02d}".rstrip("0").rstrip(".")
