"""The checks: questions of the rules that dice answer, with the exact odds of each."""

from typing import Any, Final

from app.rules.system import CheckKind
from app.rules.systems.uttas.checks.accuracy import Accuracy
from app.rules.systems.uttas.checks.business import Business
from app.rules.systems.uttas.checks.damage import DamageCheck
from app.rules.systems.uttas.checks.skill import Opposed, SkillCheck

CHECKS: Final[tuple[CheckKind[Any, Any], ...]] = (Accuracy(), DamageCheck(), SkillCheck(), Opposed(), Business())
