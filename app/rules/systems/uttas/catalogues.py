"""What a table can look up: stances, conditions, limbs, manoeuvres, costs, time and range."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.rules.system import Value
from app.rules.systems.uttas.arms import BASIC_MANOEUVRES
from app.rules.systems.uttas.conditions import CONDITIONS, LIMB_EFFECTS
from app.rules.systems.uttas.ranges import range_band
from app.rules.systems.uttas.stamina import STAMINA_COSTS
from app.rules.systems.uttas.stances import STANCES
from app.rules.systems.uttas.timescale import TIME_LADDER, LadderStep

PRINTED_BANDS: Final = 8
"""Bands the document prints; the rule makes more (T-115)."""

CATALOGUES: Final[Mapping[str, Sequence[Value]]] = {
    "stances": STANCES,
    "conditions": CONDITIONS,
    "limb_effects": LIMB_EFFECTS,
    "basic_manoeuvres": BASIC_MANOEUVRES,
    "stamina_costs": STAMINA_COSTS,
    "time_ladder": tuple(LadderStep(id=step, place=place) for place, step in enumerate(TIME_LADDER)),
    "range_bands": tuple(range_band(increment) for increment in range(PRINTED_BANDS)),
}
