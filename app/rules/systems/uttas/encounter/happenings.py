"""Everything that can happen in a fight or a chase, besides what the frame tells."""

from typing import Final

from app.rules.encounter.facts import Fact
from app.rules.systems.uttas.encounter import attack_facts, chase_facts, facts

FACTS: Final[tuple[type[Fact], ...]] = tuple(
    fact
    for module in (facts, attack_facts, chase_facts)
    for fact in vars(module).values()
    if isinstance(fact, type) and issubclass(fact, Fact) and fact.__module__ == module.__name__
)
