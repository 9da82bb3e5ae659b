"""What happens to a character between fights."""

from collections.abc import Mapping
from typing import Any, Final

from app.rules.deeds import Deed, Route
from app.rules.systems.supers.deeds.conditions import Conditions
from app.rules.systems.supers.deeds.harm import Damage
from app.rules.systems.supers.deeds.healing import Heal
from app.rules.systems.supers.deeds.points import Spend
from app.rules.systems.supers.deeds.rest import Rest
from app.rules.systems.supers.sheet import SupersSheet

DEEDS: Final[Mapping[Route, Deed[Any, SupersSheet, Any]]] = {
    "rest": Rest(),
    "damage": Damage(),
    "heal": Heal(),
    "conditions": Conditions(),
    "spend": Spend(),
}
