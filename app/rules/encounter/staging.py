"""An encounter that a system brings along: the demo is seeded with it, and the docs' commands are sent to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from app.rules.encounter.state import Kind

Body = Mapping[str, JsonValue]


@dataclass(frozen=True, kw_only=True)
class Staging:
    """Who is in it, and what they may send."""

    name: str
    kind: Kind
    cast: Sequence[Body]
    """What `join` says of each of the system's example sheets, in their order: an `id` that people can read, a
    `side`..."""
    examples: Mapping[str, Mapping[str, Body]]
    """Bodies for this cast by type, then by a name that says what is done; without their type."""
