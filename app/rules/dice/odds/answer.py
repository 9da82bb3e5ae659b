"""What a table reads from a distribution: outcomes, average, spread, percentiles, the chance to reach a number."""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import inf, isqrt

from pydantic import BaseModel, ConfigDict

from app.rules.dice.odds.distribution import Distribution, listed, reach
from app.rules.dice.odds.recurring import Moments

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)

# A notation longer than this is cut in texts, which must stay short enough to read aloud.
_LONGEST_NAME = 80

# In bits: about 4,200 digits. Python writes no number that is much longer.
_LONGEST_NUMBER = 14_000


@dataclass(slots=True)
class Outcome:
    """One total, in how many ways it comes up, and how often: `probability` is from 0 to 1."""

    total: int
    ways: str
    probability: float


class Beyond(BaseModel):
    """What an endless explosion leaves unlisted: less than 10^-9."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    ways: str
    """In how many of `denominator` ways the rest comes up."""
    probability: float
    """How likely the rest is, from 0 to 1."""


class Chance(BaseModel):
    """A chance from 0 to 1: `p` as a number, `exact` as a fraction, null where that has no finite form."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    p: float
    """The chance from 0 to 1, as the nearest number."""
    exact: str | None
    """The same as a fraction, such as `351/400`; null where it has no finite form."""


class OddsResult(BaseModel):
    """The exact distribution of a roll.

    `ways` and `denominator`, `mean` and `exact` are exact, written as whole numbers or fractions in lowest terms;
    the other numbers are the nearest that a float can hold. Probabilities are from 0 to 1, never percent.
    `percentiles` gives for 50 the lowest total that at least 50 % of all rolls don't exceed. `at_least` and
    `at_most` answer the totals asked for, if any. With endless explosions `beyond` is what is not listed,
    `maximum` (or `minimum`) is null where there is none, and so is what has no finite exact form.
    """

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    text: str
    """For people, plain, at most 300 characters."""
    markdown: str
    """For people, in Discord's markdown, at most 1,800 characters."""
    at_least: Chance | None
    """How likely the number asked for, or more, is; null when none was asked for."""
    at_most: Chance | None
    """How likely the number asked for, or less, is; null when none was asked for."""
    mean: str | None
    """The average, exactly: a whole number or a fraction, such as `553/40`."""
    variance: float | None
    standard_deviation: float | None
    """How far from the average a roll usually lies: the root of `variance`."""
    minimum: int | None
    """The lowest total; null when there is none."""
    maximum: int | None
    """The highest total; null when there is none."""
    percentiles: dict[str, int | None]
    """Under `50` the lowest total that at least half of all rolls don't exceed, under `90` that nine in ten don't."""
    denominator: str
    """Of how many ways `ways` counts, as text: it may be too large for a number."""
    beyond: Beyond | None
    """What endless explosions leave out of `outcomes`: together less than 10^-9; null when nothing is left out."""
    outcomes: list[Outcome]
    """Every total, from the lowest to the highest."""


def answer(
    distribution: Distribution,
    moments: Moments | None,
    name: str,
    *,
    at_least: int | None = None,
    at_most: int | None = None,
) -> OddsResult:
    """Everything the table asks of a distribution with these moments; `name` is the notation to call it by."""
    denominator, unlisted = distribution.denominator, distribution.unlisted
    rows = listed(distribution)
    minimum, maximum = (None if end in (-inf, inf) else int(end) for end in reach(distribution))
    variance = None if moments is None else moments.square - moments.mean**2
    least = None if at_least is None else _likely(distribution, at_least, inf)
    most = None if at_most is None else _likely(distribution, -inf, at_most)
    span = _span(minimum, maximum)
    facts = span if moments is None or len(rows) == 1 else f"{_decimal(moments.mean)} on average, {span}"
    said = [
        f"{percent(likely[0])} for {total} or {side}"
        for likely, total, side in ((least, at_least, "more"), (most, at_most, "less"))
        if likely is not None
    ]
    short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
    code = short.replace("`", "'")
    return OddsResult(
        denominator=str(denominator),
        outcomes=[Outcome(total, str(ways), ways / denominator) for total, ways in rows],
        beyond=unlisted and Beyond(ways=str(unlisted.ways), probability=unlisted.ways / denominator),
        mean=None if moments is None else _written(moments.mean),
        variance=None if variance is None else float(variance),
        standard_deviation=None if variance is None else root(variance),
        minimum=minimum,
        maximum=maximum,
        percentiles=_percentiles(distribution),
        at_least=least and _chance(*least),
        at_most=most and _chance(*most),
        text=f"{short}: " + "; ".join([facts, *said]),
        markdown=f"`{code}`: " + "; ".join([facts, *[f"**{part}**" for part in said]]),
    )


def root(square: Fraction) -> float:
    """The square root of a fraction, to the nearest float."""
    # So many binary places that at least 64 of the root count.
    places = 64 + max(0, square.denominator.bit_length() - square.numerator.bit_length())
    return isqrt((square.numerator << 2 * places) // square.denominator) / (1 << places)


def percent(chance: Fraction) -> str:
    """A chance as a table says it: `57.8 %`; what is neither never nor always doesn't sound like it."""
    thousandths = (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if chance and not thousandths:
        return "less than 0.1 %"
    if chance < 1 and thousandths == 1000:
        return "more than 99.9 %"
    whole, tenth = divmod(thousandths, 10)
    return f"{whole}.{tenth} %" if tenth else f"{whole} %"


def _likely(distribution: Distribution, low: float, high: float) -> tuple[Fraction, bool]:
    """The chance of the totals from `low` to `high`, and whether that is all of it."""
    ways = sum([ways for total, ways in listed(distribution) if low <= total <= high])
    unlisted, exact = distribution.unlisted, True
    if unlisted is not None:
        if low <= unlisted.low and unlisted.high <= high:
            ways += unlisted.ways
        else:
            exact = unlisted.high < low or high < unlisted.low
    return Fraction(ways, distribution.denominator), exact


def _chance(likely: Fraction, exact: bool) -> Chance:
    return Chance(p=float(likely), exact=str(likely) if exact else None)


def _written(value: Fraction) -> str | None:
    """An exact number; None if it is too long to be written, which only a closed form could be."""
    longest = max(value.numerator.bit_length(), value.denominator.bit_length())
    return str(value) if longest < _LONGEST_NUMBER else None


def _percentiles(distribution: Distribution) -> dict[str, int | None]:
    """The lowest total that so many percent don't exceed; None where that hangs on what is not listed."""
    rows = listed(distribution)
    ways, low, high = distribution.unlisted or (0, inf, inf)
    reached = list(accumulate([times for _, times in rows]))
    fewest, most = (
        [known + (ways if total >= end else 0) for (total, _), known in zip(rows, reached, strict=True)]
        for end in (high, low)
    )
    found: dict[str, int | None] = {}
    for percentile in PERCENTILES:
        needed = -(-percentile * distribution.denominator // 100)
        place = bisect_left(fewest, needed)
        sure = place < len(rows) and bisect_left(most, needed) == place
        found[str(percentile)] = rows[place][0] if sure else None
    return found


def _span(minimum: int | None, maximum: int | None) -> str:
    if minimum == maximum:
        return "no lowest and no highest total" if minimum is None else f"always {minimum}"
    if minimum is None:
        return f"{maximum} or less"
    return f"{minimum} or more" if maximum is None else f"{minimum} to {maximum}"


def _decimal(value: Fraction) -> str:
    """At most two decimals, half up, without zeros at the end."""
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    sign, (whole, rest) = "-" if hundredths < 0 else "", divmod(abs(hundredths), 100)
    return f"{sign}{whole}.{rest:02d}".rstrip("0").rstrip(".")
