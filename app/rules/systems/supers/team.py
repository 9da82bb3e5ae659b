"""A team check: helpers lend the leader a bonus, or get in the way."""

from collections.abc import Sequence
from typing import Final

from app.rules.system import Value
from app.rules.systems.supers.degrees import CheckOutcome, Die, check
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

HELPER_DC: Final = 10
MUCH: Final = 3
MUCH_BONUS: Final = 5
SOME: Final = 1
SOME_BONUS: Final = 2
HINDRANCE: Final = 2
HINDRANCE_PENALTY: Final = -2


class Help(Value):
    """What the helpers bring."""

    net: int
    """Their degrees together, failures below 0."""
    leader_bonus: int


class TeamOutcome(Value):
    """A team check in full."""

    helper_degrees: list[int]
    net: int
    leader_bonus: int
    leader_total: int
    leader_degree: int
    success: bool
    critical: bool
    """The leader's natural 20."""


def help_of(degrees: Sequence[int], options: SupersOptions = DEFAULTS) -> Help:
    """What helpers' signed degrees are worth to the leader (S-019 to S-021, R-03b)."""
    net = sum(degrees)
    if options.team_sum == "gross":
        good, bad = sum(max(0, one) for one in degrees), -sum(min(0, one) for one in degrees)
    else:
        good, bad = max(0, net), max(0, -net)
    bonus = MUCH_BONUS if good >= MUCH else SOME_BONUS if good >= SOME else 0
    return Help(net=net, leader_bonus=bonus + (HINDRANCE_PENALTY if bad >= HINDRANCE else 0))


def helper_check(thrown: Die, modifier: int, options: SupersOptions = DEFAULTS) -> CheckOutcome:
    """A helper's check of the leader's trait (S-018)."""
    return check(thrown, modifier, HELPER_DC, options)


def team_check(
    helpers: Sequence[tuple[Die, int]],
    leader: tuple[Die, int],
    *,
    dc: int,
    options: SupersOptions = DEFAULTS,
) -> TeamOutcome:
    """Helpers, then the leader with what they bring (S-018 to S-021); each is a die and its modifier."""
    degrees = [helper_check(thrown, modifier, options).degree for thrown, modifier in helpers]
    brought = help_of(degrees, options)
    thrown, modifier = leader
    made = check(thrown, modifier + brought.leader_bonus, dc, options)
    return TeamOutcome(
        helper_degrees=degrees,
        net=brought.net,
        leader_bonus=brought.leader_bonus,
        leader_total=made.total,
        leader_degree=made.degree,
        success=made.success,
        critical=made.critical,
    )
