"""Which part of a list a viewer asks for."""

from dataclasses import dataclass
from datetime import datetime

from app.services.values import ExternalRef, Visibility


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A part of a list: at most `limit` rows after the row with id `after`."""

    limit: int
    after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowFilter:
    """Which rolls or checks of a campaign a viewer asks for."""

    member_id: str | None = None
    visibility: Visibility | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckFilter(ThrowFilter):
    """Which checks of a campaign a viewer asks for."""

    kind: str | None = None
    open: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterFilter:
    """Which characters of a campaign a viewer asks for."""

    q: str | None = None
    """A part of the name, in small or capital letters."""
    kind: str | None = None
    ref: ExternalRef | None = None
