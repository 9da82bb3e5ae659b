"""Ultra: pools of d10 counted for hits, complications to be spared, Tricks to buy, Disaster to choose."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.rules.character import Audit, Derived
from app.rules.deeds import Applied, Deed, DeedBody, Route, session_counts_nothing
from app.rules.encounter.rules import EncounterRules
from app.rules.system import CheckKind, RuleEntry, System, Value
from app.rules.systems.ultra.audit import audit
from app.rules.systems.ultra.catalogues import CATALOGUES
from app.rules.systems.ultra.checks import CHECKS
from app.rules.systems.ultra.deeds import DEEDS
from app.rules.systems.ultra.deeds.rest import rest_for, time_passes
from app.rules.systems.ultra.derived import derived, variables
from app.rules.systems.ultra.encounter import ENCOUNTERS
from app.rules.systems.ultra.examples import EXAMPLE_SHEETS
from app.rules.systems.ultra.options import UltraOptions
from app.rules.systems.ultra.refusals import REFUSALS
from app.rules.systems.ultra.rule_index import RULE_INDEX
from app.rules.systems.ultra.sheet import UltraSheet


class Ultra:
    """What the system answers."""

    key: str = "ultra"
    title: str = "Ultra"
    version: str = "1"
    licence_note: str = (
        "Mechanics only, in our own words: the document's text isn't part of this product and remains its author's; "
        "Tricks and Status Effects are a catalogue of our own."
    )
    options: type[Value] = UltraOptions
    sheet: type[Value] = UltraSheet
    example_sheets: Sequence[Value] = EXAMPLE_SHEETS
    checks: Sequence[CheckKind[Any, Any]] = CHECKS
    catalogues: Mapping[str, Sequence[Value]] = CATALOGUES
    rule_index: Sequence[RuleEntry] = RULE_INDEX
    refusals: Mapping[str, str] = REFUSALS
    encounters: EncounterRules[Any, Any] | None = ENCOUNTERS
    deeds: Mapping[Route, Deed[Any, Any, Any]] = DEEDS

    def derived(self, sheet: UltraSheet, options: UltraOptions) -> list[Derived]:
        """Every number that follows from a sheet, with what it is made of."""
        return derived(sheet, options)

    def variables(self, sheet: UltraSheet, options: UltraOptions) -> Mapping[str, int]:
        """All that `@name` can name in dice notation."""
        return variables(sheet, options)

    def audit(self, sheet: UltraSheet, options: UltraOptions) -> Audit:
        """What a sheet costs, and every rule it breaks."""
        return audit(sheet, options)

    def rest_for(self, minutes: int, kind: str | None) -> DeedBody:
        """The rest that so many minutes are good for."""
        return rest_for(minutes, kind)

    def time_passes(self, sheet: UltraSheet, _: UltraOptions, /, *, before: int, after: int) -> Applied[UltraSheet]:
        """What the game's clock does to a character by itself."""
        return time_passes(sheet, before=before, after=after)

    def session_starts(
        self,
        sheet: UltraSheet,
        _: UltraOptions,
        /,
        *,
        new_adventure: bool,  # noqa: ARG002 - one adventure is like another here
    ) -> Applied[UltraSheet]:
        """What the start of a session does to a character."""
        return session_counts_nothing(sheet)

    def awarded(self, _before: UltraSheet, _after: UltraSheet, /) -> None:
        """Nothing here is the game master's to give."""


SYSTEM: Final[System] = Ultra()
