"""Everything a table can look up, by name."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.rules.system import Value
from app.rules.systems.supers.abilities import ABILITIES
from app.rules.systems.supers.actions import ACTIONS
from app.rules.systems.supers.catalogues.advantages import ADVANTAGES
from app.rules.systems.supers.catalogues.conditions import CONDITIONS
from app.rules.systems.supers.catalogues.effects import EFFECTS
from app.rules.systems.supers.catalogues.modifiers import MODIFIERS
from app.rules.systems.supers.catalogues.skills import SKILLS
from app.rules.systems.supers.effort import EXTRA_EFFORT, HERO_POINT_USES
from app.rules.systems.supers.manoeuvres import MANOEUVRES
from app.rules.systems.supers.measures import MEASURES
from app.rules.systems.supers.ranges import RANGE_BANDS

CATALOGUES: Final[Mapping[str, Sequence[Value]]] = {
    "abilities": ABILITIES,
    "actions": ACTIONS,
    "advantages": ADVANTAGES,
    "conditions": CONDITIONS,
    "effects": EFFECTS,
    "extra_effort": EXTRA_EFFORT,
    "hero_point_uses": HERO_POINT_USES,
    "manoeuvres": MANOEUVRES,
    "measures": MEASURES,
    "modifiers": MODIFIERS,
    "range_bands": RANGE_BANDS,
    "skills": SKILLS,
}
