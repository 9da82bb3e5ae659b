"""The rule index: every rule and ruling of the page, in its order, and what answers it."""

from typing import Final

from app.rules.system import RuleEntry
from app.rules.systems.uttas.rule_index.actions import ACTIONS
from app.rules.systems.uttas.rule_index.conditions import CONDITIONS
from app.rules.systems.uttas.rule_index.costs import COSTS
from app.rules.systems.uttas.rule_index.downtime import DOWNTIME
from app.rules.systems.uttas.rule_index.recovery import RECOVERY
from app.rules.systems.uttas.rule_index.rounds import ROUNDS
from app.rules.systems.uttas.rule_index.rulings import RULINGS

RULE_INDEX: Final[tuple[RuleEntry, ...]] = (*ROUNDS, *ACTIONS, *COSTS, *RECOVERY, *CONDITIONS, *DOWNTIME, *RULINGS)
