"""Sheets of any system: read by its rules, changed by merge patch, compared field by field."""

from functools import reduce
from itertools import zip_longest
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import ValidationError, WrapValidator
from pydantic_core import PydanticKnownError, to_json

from app.rules.catalog import SYSTEMS, SystemKey
from app.rules.character import at
from app.rules.system import Value
from app.services.refusals import Misshapen, Place, Quota
from app.services.text import NO_PROSE, forged

LARGEST_SHEET = 64 * 1024
MOST_CHANGES = 200
_NOTHING: Any = object()
ModelT = TypeVar("ModelT", bound=Value)


def as_it_is(value: Any, _: Any) -> Any:
    """A value that its campaign's system will read; here it need only be an object."""
    if not isinstance(value, dict):
        raise PydanticKnownError("dict_type")
    return value


if TYPE_CHECKING:
    AnySheet = Value
    SheetBody = dict[str, Any]
else:
    AnySheet = reduce(or_, (system.sheet for system in SYSTEMS.values()))
    SheetBody = Annotated[AnySheet, WrapValidator(as_it_is)]
"""A sheet of any system, and one that is still to be read: by the rules of its campaign, which is known later."""


class Change(Value):
    """A field that changed."""

    pointer: str
    """JSON pointer to it, such as `/sheet/powers/0/name`."""
    before: Any
    """What it was; null where it wasn't there."""
    after: Any
    """What it is; null where it isn't there any more."""


def read_sheet(system: SystemKey, given: dict[str, Any], *, part: Place = ("sheet",)) -> Value:
    """A sheet by the rules of its system; raises `Misshapen`, or `Quota` for one of more than 64 KiB."""
    sheet = read_by(SYSTEMS[system].sheet, given, part=part)
    size = len(sheet.model_dump_json().encode())
    if size > LARGEST_SHEET:
        raise Quota(f"The sheet has {size} bytes; a sheet may have {LARGEST_SHEET}. Shorten it.", limit=LARGEST_SHEET)
    return sheet


def read_by(model: type[ModelT], given: dict[str, Any], *, part: Place = ()) -> ModelT:
    """What a system reads by this model, of the whole body or a part of it; raises `Misshapen`."""
    path = forged(given)
    if path is not None:
        raise Misshapen(part, model, [{"type": "forged", "loc": path, "msg": NO_PROSE}])
    try:
        return model.model_validate(given)
    except ValidationError as wrong:
        raise Misshapen(part, model, wrong.errors()) from None


def merged(target: Any, patch: Any) -> Any:
    """A JSON value with a merge patch applied (RFC 7396): null takes a member out."""
    if not isinstance(patch, dict):
        return patch
    whole = dict(target) if isinstance(target, dict) else {}
    for name, change in patch.items():
        if change is None:
            whole.pop(name, None)
        else:
            whole[name] = merged(whole.get(name), change)
    return whole


def differences(before: Any, after: Any, *, pointer: str = "") -> list[Change]:
    """What differs between two JSON values; where more than 200 fields do, the whole they are part of."""
    match before, after:
        case (dict(), dict()) | (list(), list()) if to_json(before) == to_json(after):
            # Most of a large sheet stays as it is, and this sees it at once; `==` would take true for 1.
            return []
        case dict(), dict():
            pairs = ((name, before.get(name, _NOTHING), after.get(name, _NOTHING)) for name in {**before, **after})
        case list(), list():
            pairs = ((place, *pair) for place, pair in enumerate(zip_longest(before, after, fillvalue=_NOTHING)))
        case _ if before == after and type(before) is type(after):
            return []
        case _:
            return [Change(pointer=pointer, before=_shown(before), after=_shown(after))]
    found = [change for name, *pair in pairs for change in differences(*pair, pointer=pointer + at(name))]
    return found if len(found) <= MOST_CHANGES else [Change(pointer=pointer, before=before, after=after)]


def _shown(value: Any) -> Any:
    return None if value is _NOTHING else value
