"""The Universal Table Top Adventure System: 3d6 against Dodge, Speed as a pool of actions, Health and Stamina."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.rules.character import Audit, Derived
from app.rules.deeds import Applied, Deed, DeedBody, Route, session_counts_nothing
from app.rules.encounter.rules import EncounterRules
from app.rules.system import CheckKind, RuleEntry, System, Value
from app.rules.systems.uttas.audit import audit
from app.rules.systems.uttas.catalogues import CATALOGUES
from app.rules.systems.uttas.checks import CHECKS
from app.rules.systems.uttas.deeds import DEEDS
from app.rules.systems.uttas.deeds.rest import rest_for, time_passes
from app.rules.systems.uttas.derived import derived, variables
from app.rules.systems.uttas.encounter import ENCOUNTERS
from app.rules.systems.uttas.examples import EXAMPLE_SHEETS
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.refusals import REFUSALS
from app.rules.systems.uttas.rule_index import RULE_INDEX
from app.rules.systems.uttas.sheet import UttasSheet


class Uttas:
    """What the system answers."""

    key: str = "uttas"
    title: str = "Universal Table Top Adventure System"
    version: str = "1"
    licence_note: str = (
        "Mechanics only, in our own words: the document's text isn't part of this product and remains its author's."
    )
    options: type[Value] = UttasOptions
    sheet: type[Value] = UttasSheet
    example_sheets: Sequence[Value] = EXAMPLE_SHEETS
    checks: Sequence[CheckKind[Any, Any]] = CHECKS
    catalogues: Mapping[str, Sequence[Value]] = CATALOGUES
    rule_index: Sequence[RuleEntry] = RULE_INDEX
    refusals: Mapping[str, str] = REFUSALS
    encounters: EncounterRules[Any, Any] | None = ENCOUNTERS
    deeds: Mapping[Route, Deed[Any, Any, Any]] = DEEDS

    def derived(self, sheet: UttasSheet, options: UttasOptions) -> list[Derived]:
        """Every number that follows from a sheet, with what it is made of."""
        return derived(sheet, options)

    def variables(self, sheet: UttasSheet, options: UttasOptions) -> Mapping[str, int]:
        """All that `@name` can name in dice notation."""
        return variables(sheet, options)

    def audit(self, sheet: UttasSheet, options: UttasOptions) -> Audit:
        """What a sheet costs, and every rule it breaks."""
        return audit(sheet, options)

    def rest_for(self, minutes: int, kind: str | None) -> DeedBody:
        """The rest that so many minutes are good for."""
        return rest_for(minutes, kind)

    def time_passes(self, sheet: UttasSheet, _: UttasOptions, /, *, before: int, after: int) -> Applied[UttasSheet]:
        """What the game's clock does to a character by itself."""
        return time_passes(sheet, before=before, after=after)

    def session_starts(
        self,
        sheet: UttasSheet,
        _: UttasOptions,
        /,
        *,
        new_adventure: bool,  # noqa: ARG002 - one adventure is like another here
    ) -> Applied[UttasSheet]:
        """What the start of a session does to a character."""
        return session_counts_nothing(sheet)

    def awarded(self, _before: UttasSheet, _after: UttasSheet, /) -> None:
        """Nothing here is the game master's to give."""


SYSTEM: Final[System] = Uttas()
