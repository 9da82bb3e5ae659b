"""What happens to a character between fights."""

from collections.abc import Mapping
from typing import Any, Final

from app.rules.deeds import Deed, Route
from app.rules.systems.ultra.deeds.injuries import Damage, Heal
from app.rules.systems.ultra.deeds.rest import Rest
from app.rules.systems.ultra.deeds.statuses import Conditions
from app.rules.systems.ultra.deeds.tokens import Spend
from app.rules.systems.ultra.sheet import UltraSheet

DEEDS: Final[Mapping[Route, Deed[Any, UltraSheet, Any]]] = {
    "rest": Rest(),
    "damage": Damage(),
    "heal": Heal(),
    "conditions": Conditions(),
    "spend": Spend(),
}
