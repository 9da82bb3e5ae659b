"""The checks: questions of the rules that dice answer, with the exact odds of each."""

from typing import Any, Final

from app.rules.system import CheckKind
from app.rules.systems.ultra.checks.action import Action
from app.rules.systems.ultra.checks.contest import Contest
from app.rules.systems.ultra.checks.opposed import Opposed

CHECKS: Final[tuple[CheckKind[Any, Any], ...]] = (Action(), Opposed(), Contest())
