"""The one door through which chance enters the rules."""

from collections.abc import Sequence
from typing import Protocol


class DiceSource(Protocol):
    """Draws places in a die's list of faces, uniformly and independently."""

    def draw(self, faces: int, count: int) -> Sequence[int]:
        """Throw `count` dice of `faces` faces each; every result is a place from 1 to `faces`.

        A die numbered from 1 shows its place; Fate and custom dice look the place up in their own list.
        """
        ...
