"""The rule index: every rule and ruling of the page, in its order, and what answers it."""

from typing import Final

from app.rules.system import RuleEntry
from app.rules.systems.supers.rule_index.checks import CHECKS
from app.rules.systems.supers.rule_index.conditions import CONDITIONS
from app.rules.systems.supers.rule_index.fights import FIGHTS
from app.rules.systems.supers.rule_index.powers import POWERS
from app.rules.systems.supers.rule_index.rulings import RULINGS

RULE_INDEX: Final[tuple[RuleEntry, ...]] = (*CHECKS, *FIGHTS, *CONDITIONS, *POWERS, *RULINGS)
