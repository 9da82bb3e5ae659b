"""Deeds done to a sheet with the faces given."""

from typing import Any

import pytest

from app.rules.catalog import SYSTEMS
from app.rules.deeds import Helper, Occasion, Route
from app.rules.dice import PhysicalDice
from app.rules.errors import Refusal
from app.rules.value import Value
from tests.rules.refusing import Told, refusal_of


def done(
    key: str,
    route: Route,
    sheet: Any,
    *faces: int,
    clock: int = 0,
    helper: Any = None,
    by: str = "chr_helper",
    options: dict[str, Any] | None = None,
    **body: Any,
) -> Any:
    """The deed as it is `Applied`, all of the faces thrown."""
    system = SYSTEMS[key]
    deed, lying = system.deeds[route], PhysicalDice(faces)
    occasion: Occasion[Any, Any] = Occasion(
        options=system.options.model_validate(options or {}),
        dice=lying,
        clock=clock,
        helper=None if helper is None else Helper(by, helper),
    )
    answer = deed.apply(sheet, deed.body.model_validate(body), occasion)
    lying.finish()
    return answer


def told(key: str, route: Route, sheet: Value, *faces: int, **more: Any) -> Told:
    """The refusal as a person reads it."""
    return refusal_of(lambda: done(key, route, sheet, *faces, **more))


def refused(key: str, route: Route, sheet: Value, *faces: int, **more: Any) -> str:
    """The code of the refusal; the sheet is as it was."""
    before = sheet.model_dump_json()
    with pytest.raises(Refusal) as refusal:
        done(key, route, sheet, *faces, **more)
    assert sheet.model_dump_json() == before
    assert refusal.value.code in SYSTEMS[key].refusals
    assert refusal.value.facts["rule"] in {entry.id for entry in SYSTEMS[key].rule_index}
    return refusal.value.code
