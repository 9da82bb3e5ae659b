"""The rule index: every rule and ruling of the page, in its order, and what answers it."""

from typing import Final

from app.rules.system import RuleEntry
from app.rules.systems.ultra.rule_index.rules import RULES
from app.rules.systems.ultra.rule_index.rulings import RULINGS

RULE_INDEX: Final[tuple[RuleEntry, ...]] = (*RULES, *RULINGS)
