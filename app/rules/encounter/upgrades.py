"""Reads what an older version of the frame, or of a system, has stored: one step for each schema version."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from app.rules.encounter.state import FRAME_SCHEMA

if TYPE_CHECKING:
    from app.rules.encounter.rules import EncounterRules

Document = dict[str, Any]
Upgrade = Callable[[Document], Document]
"""Makes of a JSON document of one schema version one of the next."""
Upgrades = Mapping[int, tuple[Upgrade, Upgrade]]
"""By the version that they read: how a stored encounter, and a stored event, becomes one of the next."""

FRAME_UPGRADES: Upgrades = {}
"""Those of `FRAME_SCHEMA`."""


class NewerSchemaError(ValueError):
    """Stored by a newer version of the service than this one."""


def upgraded(
    document: Document,
    rules: "EncounterRules[Any, Any]",
    *,
    what: Literal["encounter", "event"],
    upto: tuple[int, int] | None = None,
) -> Document:
    """The document as this version stores it, or as the frame and the system did in the schemas `upto`.

    Raises:
        NewerSchemaError: the document is newer.
    """
    frame, system = upto or (FRAME_SCHEMA, rules.rules_schema)
    document = _raised(document, "frame_schema", frame, FRAME_UPGRADES, what=what)
    return _raised(document, "rules_schema", system, rules.upgrades, what=what)


def _raised(document: Document, key: str, upto: int, upgrades: Upgrades, *, what: str) -> Document:
    while document[key] < upto:
        of_encounters, of_events = upgrades[document[key]]
        upgrade = of_encounters if what == "encounter" else of_events
        document = {**upgrade(document), key: document[key] + 1}
    if document[key] > upto:
        raise NewerSchemaError(f"{key} {document[key]} was stored by a newer version: this one reads up to {upto}")
    return document
