"""Every system with encounters of its own, or with the made-up duel where it has none yet."""

from collections.abc import Callable, Mapping
from typing import Any

from app.rules.catalog import SYSTEMS
from app.rules.system import System
from tests.rules.encounter.duel.rules import DuelRules
from tests.rules.encounter.duel.shapes import DuelSheet


class Duel(DuelRules):
    """The duel without what asks for house rules of its own."""

    commands: Any = tuple(kind for kind in DuelRules.commands if kind.type != "duel.beg")


class Duelling:
    """A system whose encounters are duels."""

    encounters = Duel()
    example_sheets = (DuelSheet(),)

    def __init__(self, system: System) -> None:
        self._system = system

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)


def duelling(key: str) -> Mapping[str, System]:
    """The systems, of which this one duels."""
    other: Any = Duelling(SYSTEMS[key])
    return {**SYSTEMS, key: other}


ON_TRIAL: dict[str, System] = {}
for _key, _system in SYSTEMS.items():
    ON_TRIAL[_key] = _system if _system.encounters is not None else duelling(_key)[_key]


def somebody(system: str, **fields: Any) -> dict[str, Any]:
    """A `join` of somebody made on the spot, by any system's rules."""
    sheet = ON_TRIAL[system].example_sheets[0].model_dump(mode="json", exclude_defaults=True)
    return {"type": "join", "side": "foes", "name": "Bandit", "sheet": sheet, **fields}


RAISED: Mapping[str, tuple[str, Callable[[Any], int]]] = {
    "ultra": ("bonus_hits", lambda state: sum(one["amount"] for one in state["tokens"])),
    "uttas": ("breather_uses", lambda state: int(state["breather_uses"])),
    "supers": ("penalty", lambda state: int(state["damage"]["penalty"])),
}
"""A number of every system's that `adjust` raises without an end in sight, and how it reads in somebody's state."""


def raising(system: str, actor: str) -> dict[str, Any]:
    """An `adjust` that raises somebody's number by one."""
    return {"type": "adjust", "actor": actor, RAISED[system][0]: 1}


def raised(system: str, encounter: Mapping[str, Any], actor: str) -> int:
    """The number as it stands in an encounter as game masters get it."""
    return RAISED[system][1](next(one["state"] for one in encounter["combatants"] if one["id"] == actor))
