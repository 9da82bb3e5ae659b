"""Questions of the rules, answered with dice, for nobody in particular: nothing is kept."""

from app.rules.catalog import CHECKS
from app.rules.dice import DiceSource, PhysicalDice
from app.rules.errors import FacesInOdds
from app.rules.system import CheckAnswer, CheckBody, CheckOdds


def check(body: CheckBody, chance: DiceSource) -> CheckAnswer:
    """Make a check by its system's usual rules, with the given faces if there are any.

    Raises:
        RuleRefusal: what the system's rules refuse.
        FacesMissing, FacesUnused, InvalidFace: physical dice that don't fit.
    """
    system, kind = CHECKS[body.kind]
    source = chance if body.faces is None else PhysicalDice(body.faces)
    answer = kind.resolve(body, options=system.options(), dice=source)
    if isinstance(source, PhysicalDice):
        source.finish()
    return answer


def check_odds(body: CheckBody) -> CheckOdds:
    """The exact chance of each outcome of a check by its system's usual rules.

    Raises:
        FacesInOdds: dice lie already.
        RuleRefusal: what the system's rules refuse, such as choices before the roll.
    """
    if body.faces is not None:
        raise FacesInOdds("Odds are counted before anything is thrown: leave `faces` out.")
    system, kind = CHECKS[body.kind]
    return kind.odds(body, options=system.options())
