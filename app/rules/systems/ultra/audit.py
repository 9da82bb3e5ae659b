"""The audit of a sheet: what on it is past what this table allows. Nothing costs points here."""

from collections.abc import Iterator

from app.rules.character import Audit, Violation, at
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.sheet import UltraSheet


def audit(sheet: UltraSheet, options: UltraOptions = DEFAULTS) -> Audit:
    """Everything that is out of range, at once (section 7)."""
    return Audit(violations=list(_tricks(sheet, options)))


def _tricks(sheet: UltraSheet, options: UltraOptions) -> Iterator[Violation]:
    for place, trick in enumerate(sheet.tricks):
        if trick.max > options.trick_cost_max:
            yield Violation(
                code="trick_cost_out_of_range",
                rule="G-19",
                pointer=at("tricks", place, "max"),
                message=f"{trick.name} may take {trick.max} hits, limit {options.trick_cost_max}",
                value=trick.max,
                limit=options.trick_cost_max,
            )
