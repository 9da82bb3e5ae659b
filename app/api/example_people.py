"""Whom the docs page's examples are about: the demo's characters, by names that are the same in every demo."""

from collections.abc import Sequence
from typing import Any

from app.rules.dice import PhysicalDice
from app.rules.errors import Refusal
from app.rules.lending import filled
from app.rules.system import CheckKind, System, Value
from app.services.values import ExternalRef

_APP = "demo"
_ENOUGH = [1] * 100


def called(name: str) -> ExternalRef:
    """What the demo calls a character: General Bearington is `demo:general-bearington`."""
    return ExternalRef(app=_APP, id=name.lower().replace(" ", "-"))


def who_can(system: System, kind: CheckKind[Any, Any], asked: Value) -> str:
    """The external reference of the first example character who can make the check."""
    sheets: Sequence[Any] = system.example_sheets
    ref = next(called(sheet.name) for sheet in sheets if _can(system, kind, asked, sheet))
    return f"{ref.app}:{ref.id}"


def _can(system: System, kind: CheckKind[Any, Any], asked: Value, sheet: Any) -> bool:
    options = system.options()
    try:
        body = filled(kind, asked, sheet, options=options, clock=0).body
        kind.resolve(body, options=options, dice=PhysicalDice(body.faces or _ENOUGH))
    except Refusal:
        return False
    return True
