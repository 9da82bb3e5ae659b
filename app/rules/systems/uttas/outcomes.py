"""Exact distributions of sums of d6, in whole ways."""

from functools import lru_cache
from itertools import accumulate
from typing import Final

SIDES: Final = 6
"""Of every die in these rules."""


@lru_cache(maxsize=128)
def ways_of_sum(dice: int) -> tuple[int, ...]:
    """Ways to each sum of so many d6: place i is the sum `dice + i`; together they are `6 ** dice`."""
    ways = [1]
    for _ in range(dice):
        # One more die adds the last six places: a running sum, less what has dropped out of the window.
        running = list(accumulate((*ways, *[0] * (SIDES - 1))))
        ways = [high - low for high, low in zip(running, [0] * SIDES + running, strict=False)]
    return tuple(ways)


def ways_to_reach(needed: int, *, added: int, taken: int = 0) -> int:
    """Ways in which `added` d6 less `taken` d6 come to at least `needed`, of `6 ** (added + taken)`.

    A die taken off is as good as 7 less a die, and 7 less a die falls like a die.
    """
    dice = added + taken
    ways = ways_of_sum(dice)
    from_place = needed + 7 * taken - dice
    return sum(ways[max(0, from_place) :])


def ways_to_beat(*, active: tuple[int, int], passive: tuple[int, int]) -> int:
    """Ways in which one side's total is strictly higher; each side has dice added and dice taken off."""
    added, taken = active[0] + passive[1], active[1] + passive[0]
    return ways_to_reach(1, added=added, taken=taken)
