"""The d20 superheroes: a d20 against a difficulty, degrees of success, and a track of damage instead of hit points."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.rules.character import Audit, Derived
from app.rules.deeds import Applied, Deed, DeedBody, Route
from app.rules.encounter.rules import EncounterRules
from app.rules.system import CheckKind, RuleEntry, System, Value
from app.rules.systems.supers.audit import audit
from app.rules.systems.supers.catalogues import CATALOGUES
from app.rules.systems.supers.checks import CHECKS
from app.rules.systems.supers.deeds import DEEDS
from app.rules.systems.supers.deeds.points import awarded, session_starts
from app.rules.systems.supers.deeds.rest import rest_for, time_passes
from app.rules.systems.supers.derived import derived, variables
from app.rules.systems.supers.encounter import ENCOUNTERS
from app.rules.systems.supers.examples import EXAMPLE_SHEETS
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.refusals import REFUSALS
from app.rules.systems.supers.rule_index import RULE_INDEX
from app.rules.systems.supers.sheet import SupersSheet


class Supers:
    """What the system answers."""

    key: str = "supers"
    title: str = "Supers"
    version: str = "1"
    licence_note: str = (
        "Mechanics only, in our own words: the document's text isn't part of this product and remains its author's."
    )
    options: type[Value] = SupersOptions
    sheet: type[Value] = SupersSheet
    example_sheets: Sequence[Value] = EXAMPLE_SHEETS
    checks: Sequence[CheckKind[Any, Any]] = CHECKS
    catalogues: Mapping[str, Sequence[Value]] = CATALOGUES
    rule_index: Sequence[RuleEntry] = RULE_INDEX
    refusals: Mapping[str, str] = REFUSALS
    encounters: EncounterRules[Any, Any] | None = ENCOUNTERS
    deeds: Mapping[Route, Deed[Any, Any, Any]] = DEEDS

    def derived(self, sheet: SupersSheet, options: SupersOptions) -> list[Derived]:
        """Every number that follows from a sheet, with what it is made of."""
        return derived(sheet, options)

    def variables(self, sheet: SupersSheet, options: SupersOptions) -> Mapping[str, int]:
        """All that `@name` can name in dice notation."""
        return variables(sheet, options)

    def audit(self, sheet: SupersSheet, options: SupersOptions) -> Audit:
        """What a sheet costs, and every rule it breaks."""
        return audit(sheet, options)

    def rest_for(self, minutes: int, kind: str | None) -> DeedBody:
        """The rest that so many minutes are good for."""
        return rest_for(minutes, kind)

    def time_passes(
        self, sheet: SupersSheet, options: SupersOptions, /, *, before: int, after: int
    ) -> Applied[SupersSheet]:
        """What the game's clock does to a character by itself."""
        return time_passes(sheet, options, before=before, after=after)

    def session_starts(self, sheet: SupersSheet, _: SupersOptions, /, *, new_adventure: bool) -> Applied[SupersSheet]:
        """What the start of a session does to a character."""
        return session_starts(sheet, new_adventure=new_adventure)

    def awarded(self, before: SupersSheet, after: SupersSheet, /) -> str | None:
        """Hero points, which complications and heroics earn (S-138)."""
        return awarded(before, after)


SYSTEM: Final[System] = Supers()
