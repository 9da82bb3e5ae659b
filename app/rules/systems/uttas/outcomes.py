"""Exact distributions of sums of d6, in whole ways."""

from functools import lru_cache
from itertools import accumulate
from typing import Final

SIDES: Final = 6


@lru_cache(maxsize=512)
def ways_of_sum(dice: int) -> tuple[int, ...]:
    """Ways to each sum of so many d6: place i is the sum `dice + i`; together they are `6 ** dice`."""
    if dice == 0:
        return (1,)
    before = ways_of_sum(dice - 1)
    # One more die adds the last six places: a running sum, less what has dropped out of the window.
    running = list(accumulate((*before, *[0] * (SIDES - 1))))
    return tuple(total - (running[place - SIDES] if place >= SIDES else 0) for place, total in enumerate(running))


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
