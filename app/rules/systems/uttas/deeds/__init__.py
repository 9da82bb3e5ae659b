"""What happens to a character between fights."""

from collections.abc import Mapping
from typing import Any, Final

from app.rules.deeds import Deed, Route
from app.rules.systems.uttas.deeds.conditions import Conditions
from app.rules.systems.uttas.deeds.harm import Damage
from app.rules.systems.uttas.deeds.healing import Heal
from app.rules.systems.uttas.deeds.rest import Rest
from app.rules.systems.uttas.deeds.spending import Spend
from app.rules.systems.uttas.sheet import UttasSheet

DEEDS: Final[Mapping[Route, Deed[Any, UttasSheet, Any]]] = {
    "rest": Rest(),
    "damage": Damage(),
    "heal": Heal(),
    "conditions": Conditions(),
    "spend": Spend(),
}
