"""The odds of a notation by throwing it in every way there is, through the roll engine itself."""

from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from app.rules.dice.roll import pick_up


class ScriptedDice:
    """Gives the places written down, then asks for what it lacks."""

    def __init__(self, script: Sequence[int]) -> None:
        self.script = script
        self.used = 0

    def draw(self, faces: int, count: int) -> Sequence[int]:
        begin, self.used = self.used, self.used + count
        if self.used > len(self.script):
            raise DiceLacking(faces, self.used - len(self.script))
        return self.script[begin : self.used]


class DiceLacking(Exception):  # noqa: N818 - not an error: the roll goes on with more dice
    """The roll wants `count` more dice of `faces` faces."""

    def __init__(self, faces: int, count: int) -> None:
        self.faces, self.count = faces, count


def enumerated(text: str, *, throws: int) -> tuple[dict[int, Fraction], Fraction]:
    """The chance of each total, and the chance of all that was left unfinished after so many throws.

    The likeliest unfinished rolls are taken up first, so that little is left over.
    """
    hand = pick_up(text)
    chances: dict[int, Fraction] = {}
    waiting: deque[tuple[Fraction, tuple[int, ...]]] = deque([(Fraction(1), ())])
    left = Fraction(0)
    while waiting:
        chance, script = waiting.popleft()
        if throws <= 0:
            left += chance
            continue
        throws -= 1
        try:
            total = hand.throw(ScriptedDice(script)).total
        except DiceLacking as lack:
            each = chance / lack.faces**lack.count
            # Breadth first: a longer script is never likelier than a shorter one of the same dice.
            waiting += [(each, script + more) for more in product(range(1, lack.faces + 1), repeat=lack.count)]
        else:
            chances[total] = chances.get(total, 0) + chance
    return chances, left
