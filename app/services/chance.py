"""Dice from the operating system's randomness: unbiased, buffered, safe across threads and after a fork."""

import os
import weakref
from collections.abc import Callable, Sequence
from io import BytesIO
from struct import unpack
from typing import TypeVar

from app.rules.dice import DiceSource, PhysicalDice

T = TypeVar("T")

_BUFFER = 4096
_LARGEST_NARROW = 255
_WIDE = 2**32


class SystemDice:
    """A `DiceSource` that throws with `os.urandom`.

    A die of up to 255 faces takes one byte, a larger one four; what would favour the low faces is rejected. Faces
    wait in one buffer for each size of die. Reading from a buffer is a single step of the interpreter, so threads
    never get the same dice; when two find one empty at once, both refill it and one refill is lost.

    Args:
        random_bytes: where the bytes come from; tests give fixed ones.
    """

    def __init__(self, random_bytes: Callable[[int], bytes] = os.urandom) -> None:
        self._random_bytes = random_bytes
        self._buffers: dict[int, Callable[[int], bytes]] = {}
        forget = weakref.WeakMethod(self._forget)
        os.register_at_fork(after_in_child=lambda: (method := forget()) and method())

    def draw(self, faces: int, count: int) -> Sequence[int]:
        """Throw `count` dice of `faces` faces: `bytes` up to 255 faces, else a list."""
        try:
            drawn = self._buffers[faces](count)
        except KeyError:
            drawn = b""
        if len(drawn) == count:
            return drawn
        return self._refilled(faces, count, drawn) if faces <= _LARGEST_NARROW else self._wide(faces, count)

    def _refilled(self, faces: int, count: int, drawn: bytes) -> bytes:
        fair = 256 - 256 % faces
        table = bytes([byte % faces + 1 for byte in range(fair)]).ljust(256, b"\0")
        rejected = bytes(range(fair, 256))
        while len(drawn) < count:
            drawn += self._random_bytes(max(_BUFFER, count)).translate(table, rejected)
        self._buffers[faces] = BytesIO(drawn[count:]).read
        return drawn[:count]

    def _wide(self, faces: int, count: int) -> list[int]:
        fair = _WIDE - _WIDE % faces
        drawn: list[int] = []
        while missing := count - len(drawn):
            numbers = unpack(f">{missing}I", self._random_bytes(4 * missing))
            drawn += [number % faces + 1 for number in numbers if number < fair]
        return drawn

    def _forget(self) -> None:
        """Drop what is buffered: after a fork, parent and child would throw the same dice."""
        self._buffers = {}


def throwing(faces: Sequence[int] | None, chance: DiceSource, make: Callable[[DiceSource], T]) -> T:
    """What comes of the dice: of those that lie on the table, all of which must be needed, or else of new ones.

    Raises:
        FacesMissing, FacesUnused, InvalidFace: dice on the table that don't fit.
    """
    if faces is None:
        return make(chance)
    lying = PhysicalDice(faces)
    made = make(lying)
    lying.finish()
    return made
