"""What happens to a character between fights."""

from collections.abc import Mapping
from typing import Any, Final

from app.rules.deeds import Applied, Deed, Route, applied
from app.rules.system import Value
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


class NewSession(Value):
    """Nothing goes by sessions here."""


def session_starts(sheet: UltraSheet) -> Applied[UltraSheet]:
    """Nothing changes: these rules count no sessions."""
    return applied(sheet, NewSession(), word="New session", why="nothing changes", rules=[])
