"""Identifiers: a typed prefix, then microseconds and chance, so that they sort by time and count nothing."""

import re
import secrets
import time
from collections.abc import Mapping
from typing import Literal

Prefix = Literal[
    "cmp", "mem", "tok", "inv", "rol", "chk", "chr", "rev", "evt", "enc", "cbt", "cnd", "win", "sht", "fct"
]

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_RANDOM_BITS = 74
_ID = re.compile(rf"[a-z]{{3}}_[{_ALPHABET}]{{26}}")
_PAIRS = tuple(a + b for a in _ALPHABET for b in _ALPHABET)


def new_id(prefix: Prefix) -> str:
    """A new id such as `rol_06bq...`: 26 base-32 characters, 56 bits of time and 74 of chance."""
    return _id(prefix, time.time_ns() // 1000)


def new_ids(prefix: Prefix, count: int) -> list[str]:
    """So many new ids that sort in the order of the list."""
    now = time.time_ns() // 1000
    return [_id(prefix, now + place) for place in range(count)]


def _id(prefix: Prefix, microseconds: int) -> str:
    number = (microseconds << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS)
    return f"{prefix}_" + "".join([_PAIRS[number >> shift & 1023] for shift in range(120, -1, -10)])


def is_id(text: str) -> bool:
    """Whether this could be an id of ours; what couldn't is not worth a question to the database."""
    return _ID.fullmatch(text) is not None


def with_other_ids(text: str, ids: Mapping[str, str]) -> str:
    """The text with new ids in the place of the old, wherever they stand in it."""
    return _ID.sub(lambda found: ids.get(found[0], found[0]), text)
