"""The ids in a campaign's document: where they stand, what they become, and what is said of a wrong one."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.services.ids import is_id, with_other_ids
from app.services.refusals import Misshapen, Place
from app.services.transfer.documents import CampaignDocument


def ids_in(value: Any) -> Iterator[str]:
    """Every id of ours in a JSON value."""
    match value:
        case str():
            if is_id(value):
                yield value
        case dict():
            for name, member in value.items():
                yield from ids_in(name)
                yield from ids_in(member)
        case list():
            for member in value:
                yield from ids_in(member)


def renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """A JSON value with new ids in the place of the old."""
    match value:
        case str():
            # A text may hold ids too: the body of a command that waits is JSON in JSON.
            return with_other_ids(value, ids)
        case dict():
            return {renamed(name, ids): renamed(member, ids) for name, member in value.items()}
        case list():
            return [renamed(member, ids) for member in value]
        case _:
            return value


def wrong(place: Place, field: str, said: str) -> Misshapen:
    """A part of the document that is not as it should be."""
    return Misshapen((*place, field), CampaignDocument, [{"type": "out_of_place", "loc": (), "msg": said}])
