"""What happens to a character between fights."""

from collections.abc import Mapping
from typing import Any, Final

from app.rules.deeds import Applied, Deed, Route, applied
from app.rules.system import Value
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


class NewSession(Value):
    """Nothing goes by sessions here."""


def session_starts(sheet: UttasSheet) -> Applied[UttasSheet]:
    """Nothing changes: these rules count no sessions."""
    return applied(sheet, NewSession(), word="New session", why="nothing changes", rules=[])
