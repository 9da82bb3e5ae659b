"""A table to roll on in tests: dice that lie as the test says, and what is read from them."""

import hashlib
from collections.abc import Callable, Sequence
from itertools import count

from app.rules.dice import PhysicalDice, RollResult, rolls
from app.rules.errors import Refusal


class Loaded:
    """A source that shows the given places, whatever the dice are, and then begins again."""

    def __init__(self, *places: int) -> None:
        self.places = places
        self.drawn = 0

    def draw(self, faces: int, count: int) -> Sequence[int]:
        begin, self.drawn = self.drawn, self.drawn + count
        return [(self.places[place % len(self.places)] - 1) % faces + 1 for place in range(begin, self.drawn)]


def thrown(text: str, *faces: int, variables: dict[str, int] | None = None) -> RollResult:
    """The roll that comes of exactly these faces."""
    (roll,) = rolls(text, PhysicalDice(faces), variables=variables)
    return roll.result


def refused(text: str, *faces: int, variables: dict[str, int] | None = None) -> Refusal:
    """Why the roll is refused."""
    try:
        result = thrown(text, *faces, variables=variables)
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"{text} was rolled: {result.total}")


def fate(result: RollResult) -> list[str]:
    """What became of each die: `6!` exploded, `1>` thrown again, `(4)` dropped."""
    told = []
    for die in result.dice:
        face = f"{die.face}{'!' if die.exploded else ''}{'>' if die.rerolled else ''}"
        told.append(face if die.kept or die.rerolled else f"({face})")
    return told


def fixed_bytes() -> Callable[[int], bytes]:
    """Random-looking bytes that are the same in every run."""
    blocks = count()
    return lambda size: hashlib.shake_256(str(next(blocks)).encode()).digest(size)
