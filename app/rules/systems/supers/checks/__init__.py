"""The checks: questions of the rules that dice answer, with the exact odds of each."""

from typing import Any, Final

from app.rules.system import CheckKind
from app.rules.systems.supers.checks.attack import AttackCheck
from app.rules.systems.supers.checks.check import PlainCheck
from app.rules.systems.supers.checks.resistance import ResistanceCheck
from app.rules.systems.supers.checks.sides import ComparisonCheck, OpposedCheck
from app.rules.systems.supers.checks.strike import StrikeCheck
from app.rules.systems.supers.checks.team import TeamCheck

CHECKS: Final[tuple[CheckKind[Any, Any], ...]] = (
    PlainCheck(),
    OpposedCheck(),
    ComparisonCheck(),
    TeamCheck(),
    AttackCheck(),
    ResistanceCheck(),
    StrikeCheck(),
)
