"""Exact odds: the distribution of every expression that can be rolled, as whole ways over one denominator.

- `distribution_of(expression)`: the distribution of a bound expression that `limits.check_limits` accepts.
- `odds_of(notation, at_least=..., at_most=...)`: the same as the table reads it, with its text.
- `work_of(notation)`: what that takes, reckoned beforehand; all three refuse what takes too much (`cost`).

Odds read a notation as rolls do: extra dice are rerolled too, several `ro` share their one reroll, a die that meets an
`r` doesn't use it up, keeping more than there are keeps all, `/` rounds down. Where the contract is silent:

- Ways are not shortened: `2d6` is out of 36, `1d20>=11` is 10 of 20. With rerolls they are ways of settled dice, and
  with endless explosions they are shortened as far as they go.
- An endless explosion is listed total by total until less than 10^-9 is left; that is `beyond`. Every listed total has
  all its ways. Only where no list can have them (`1d6!-1d6!`), or the list would take too long, listed totals may miss
  ways, less than 10^-9 together; then `exact` and percentiles that hang on those are null.
- What ends after all has no `beyond`: `min(1d6!, 20)` is listed whole.
- `maximum` (for `-(1d6!)` also `minimum`) is null where there is none. Mean and variance are those of endless dice, not
  of the list, and null where `moments` knows no closed form.
- `percentiles` are the lowest totals that so many percent of all rolls don't exceed. Probabilities are from 0 to 1.
- Totals that never come up are not listed.
"""

from app.rules.dice.canonical import canonical
from app.rules.dice.expression import Expression, Notation
from app.rules.dice.odds.answer import Beyond, Chance, OddsResult, Outcome, answer
from app.rules.dice.odds.cost import affordable, check_cost
from app.rules.dice.odds.distribution import Distribution
from app.rules.dice.odds.exact import Reckoning
from app.rules.dice.odds.listing import listing
from app.rules.dice.odds.moments import moments
from app.rules.dice.odds.recurring import moments_of_listed

__all__ = ["Beyond", "Chance", "Distribution", "OddsResult", "Outcome", "distribution_of", "odds_of", "work_of"]


def work_of(notation: Notation) -> int:
    """How many steps of about a microsecond the odds of a bound notation take, reckoned beforehand.

    Raises:
        OddsTooCostly: more than the bound.
    """
    return check_cost(notation.expression)


def distribution_of(expression: Expression) -> Distribution:
    """The exact distribution of a bound expression.

    Raises:
        OddsTooCostly: counting would take more than the bound.
    """
    return _counted(expression, Reckoning())


def odds_of(notation: Notation, *, at_least: int | None = None, at_most: int | None = None) -> OddsResult:
    """The exact odds of a bound notation, and the chance to come to `at_least` or `at_most` a total.

    Raises:
        OddsTooCostly: counting would take more than the bound.
    """
    expression, reckoning = notation.expression, Reckoning()
    found = _counted(expression, reckoning)
    spread = moments_of_listed(found) if found.unlisted is None else moments(expression, reckoning)
    return answer(found, spread, canonical(expression), at_least=at_least, at_most=at_most)


def _counted(expression: Expression, reckoning: Reckoning) -> Distribution:
    check_cost(expression)
    found = reckoning.of(expression)
    if found.unlisted is None:
        return found
    return listing(found, lambda slack: Reckoning(slack).of(expression) if affordable(expression, slack) else None)
