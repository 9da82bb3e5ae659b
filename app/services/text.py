"""What people may write: names, prose, and references of other apps."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from app.rules.encounter.state import PRINTABLE

# Control, bidirectional and line-separating characters, and lone surrogates, can forge what others read.
_CONTROL = "\\u0000-\\u001f\\u007f-\\u009f"
_BIDI = "\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069"
_SURROGATE = "\\ud800-\\udfff"
_LONGEST_PROSE = 2000
_NOT_A_NAME = re.compile(f"[{_CONTROL}{_BIDI}{_SURROGATE}]")
NO_PROSE = "may hold no control or text-direction characters other than tab and line feed"
_NOT_PROSE = re.compile(f"[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f{_BIDI}{_SURROGATE}]")


def _name(value: str) -> str:
    if _NOT_A_NAME.search(value):
        raise ValueError("may hold no control or text-direction characters")
    composed = unicodedata.normalize("NFC", value)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in composed):
        raise ValueError("needs at least one visible character")
    if len(composed) > 80:
        raise ValueError("may have at most 80 characters")
    return composed


def _prose(value: str) -> str:
    if _NOT_PROSE.search(value):
        raise ValueError(NO_PROSE)
    composed = unicodedata.normalize("NFC", value)
    # A few characters fall apart when composed: what came within the length may pass it.
    if len(composed) > _LONGEST_PROSE:
        raise ValueError(f"may have at most {_LONGEST_PROSE} characters")
    return composed


Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=80),
    AfterValidator(_name),
    Field(json_schema_extra={"format": "name"}),
]
"""A name for people to read: 1-80 characters, NFC, without control or bidi characters."""

Prose = Annotated[
    str,
    StringConstraints(max_length=_LONGEST_PROSE),
    AfterValidator(_prose),
    Field(json_schema_extra={"format": "prose"}),
]
"""Text for people to read: up to 2,000 characters, line breaks allowed."""

_Reference = Annotated[str, StringConstraints(min_length=1, pattern=PRINTABLE)]

Label = Annotated[
    str,
    StringConstraints(min_length=1, max_length=40),
    AfterValidator(_name),
    Field(json_schema_extra={"format": "name"}),
]
"""A short name: 1-40 characters, otherwise as every name."""

AppName = Annotated[_Reference, Field(max_length=40)]
"""Another app's name: printable ASCII without spaces."""

AppId = Annotated[_Reference, Field(max_length=200)]
"""What another app calls a thing: printable ASCII without spaces."""


def forged(value: object) -> tuple[str | int, ...] | None:
    """Where a JSON value holds a text that prose may not hold; None where all are honest."""
    members: Iterable[tuple[str | int, object]]
    match value:
        case str():
            return () if _NOT_PROSE.search(value) else None
        case dict():
            if any(_NOT_PROSE.search(name) for name in value):
                return ()
            members = value.items()
        case list():
            members = enumerate(value)
        case _:
            return None
    for place, member in members:
        path = forged(member)
        if path is not None:
            return (place, *path)
    return None
