"""The one file that names the systems."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

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

_KINDS = [kind for _, kind in CHECKS.values()]

if TYPE_CHECKING:
    AnyCheck = CheckBody
    AnyChoices = Value
    AnyAmendment = Amendment
else:
    AnyCheck = Annotated[reduce(or_, (kind.body for kind in _KINDS)), Field(discriminator="kind")]
    AnyChoices = reduce(or_, (kind.choices for kind in _KINDS if isinstance(kind, ChoosingKind)))
    AnyAmendment = reduce(or_, (kind.amendment for kind in _KINDS if isinstance(kind, AmendableKind)))
"""The body of a check of any kind, told apart by `kind`; what can be chosen after one; what can better one."""
