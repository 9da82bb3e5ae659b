"""Exact odds: the distribution of every expression that can be rolled, as whole ways over one denominator.

- `distribution_of(expression)`: the distribution of a bound expression.
- `odds_of(notation, at_least=..., at_most=...)`: the same as the table reads it, with its text.
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
