"""The one file that names the systems."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, JsonValue

from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.schemas import any_command, any_fact
from app.rules.system import AmendableKind, Amendment, CheckBody, CheckKind, ChoosingKind, System, Value
from app.rules.systems import supers, ultra, uttas

SystemKey = Literal["ultra", "uttas", "supers"]
"""A system by its key."""

SYSTEMS: Mapping[str, System] = {system.key: system for system in (ultra.SYSTEM, uttas.SYSTEM, supers.SYSTEM)}
"""In the order in which they are shown."""

CHECKS: Mapping[str, tuple[System, CheckKind[Any, Any]]] = {
    kind.key: (system, kind) for system in SYSTEMS.values() for kind in system.checks
}
"""Every kind of check, with the system it belongs to."""

ENCOUNTERS: Mapping[str, EncounterRules[Any, Any]] = {
    key: system.encounters for key, system in SYSTEMS.items() if system.encounters is not None
}
"""The rules of fights, chases and scenes by system."""

_KINDS = [kind for _, kind in CHECKS.values()]

if TYPE_CHECKING:
    AnyCheck = CheckBody
    AnyChoices = Value
    AnyAmendment = Amendment
    AnyCommand = dict[str, JsonValue]
    AnyFact = dict[str, JsonValue]
else:
    AnyCheck = Annotated[reduce(or_, (kind.body for kind in _KINDS)), Field(discriminator="kind")]
    AnyChoices = reduce(or_, (kind.choices for kind in _KINDS if isinstance(kind, ChoosingKind)))
    AnyAmendment = reduce(or_, (kind.amendment for kind in _KINDS if isinstance(kind, AmendableKind)))
    AnyCommand = any_command(ENCOUNTERS.values())
    AnyFact = any_fact(ENCOUNTERS.values())
"""The body of a check of any kind, told apart by `kind`; what can be chosen after one; what can better one.

A command's body of any system, and an event's `data`: JSON objects that the docs show as all those there are.
"""
