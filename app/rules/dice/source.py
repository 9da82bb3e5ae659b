"""The one door through which chance enters the rules, and dice that lie on a real table."""

from collections.abc import Sequence
from typing import Protocol

from app.rules.errors import FacesMissing, FacesUnused, InvalidFace


class DiceSource(Protocol):
    """Draws places in a die's list of faces, uniformly and independently."""

    def draw(self, faces: int, count: int) -> Sequence[int]:
        """Throw `count` dice of `faces` faces each; every result is a place from 1 to `faces`.

        A die numbered from 1 shows its place; Fate and custom dice look the place up in their own list. Dice of up
        to 255 faces should come as `bytes`: adding, sorting and counting them is fastest.
        """
        ...


class PhysicalDice:
    """Faces read from real dice in the order they were thrown, for every die of a request.

    Args:
        faces: what the dice showed, as read: -1 to 1 for a Fate die, the number on the face for a custom die.
    """

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = faces
        self._used = 0

    def draw(self, faces: int, count: int) -> Sequence[int]:
        """The next `count` dice, numbered from 1 to `faces`.

        Raises:
            FacesMissing: fewer are left; the refusal names the die that is waited for.
            InvalidFace: such a die has no such face.
        """
        return self.read(range(1, faces + 1), count, f"d{faces}")

    def read(self, values: Sequence[int], count: int, die: str) -> Sequence[int]:
        """Like `draw`, for a die called `die` with its own list of faces; answers places in that list."""
        begin, self._used = self._used, self._used + count
        places = []
        for index, face in enumerate(self._faces[begin : begin + count], begin):
            if face not in values:
                raise InvalidFace(
                    f"Die {index + 1} of `faces` is a {die} and has no face {face}.",
                    index=index,
                    face=face,
                    die=die,
                )
            places.append(values.index(face) + 1)
        if len(places) < count:
            raise FacesMissing(
                f"The next die is a {die}: {count - len(places)} to throw before the roll can go on.",
                next_die=die,
                given=len(self._faces),
            )
        return places

    def finish(self) -> None:
        """Refuse what was given and not needed.

        Raises:
            FacesUnused: with how many were given and used.
        """
        if self._used < len(self._faces):
            raise FacesUnused(
                f"The roll took {self._used} dice, `faces` has {len(self._faces)}.",
                given=len(self._faces),
                used=self._used,
            )
