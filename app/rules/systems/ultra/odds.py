"""Exact distributions of hits, in whole ways."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.pools import DOUBLE_FROM, SIDES, TARGET, hits_of_face, total_hits


def face_ways(target: int, double_from: int) -> tuple[int, int, int]:
    """Faces of a die that are worth 0, 1 and 2 hits (section 4)."""
    worth = [hits_of_face(face, target=target, double_from=double_from) for face in range(1, SIDES + 1)]
    return worth.count(0), worth.count(1), worth.count(2)


@lru_cache(maxsize=1024)
def hit_ways(dice: int, target: int = TARGET, double_from: int = DOUBLE_FROM) -> tuple[int, ...]:
    """Ways in which so many dice come to 0, 1, 2... hits; together they are `10 ** dice`."""
    none, one, two = face_ways(target, double_from)
    ways = [1]
    for _ in range(dice):
        # One more die: its misses leave the hits as they are, its hits move them up by one or two.
        ways = [
            none * stay + one * up + two * further
            for stay, up, further in zip_longest(ways, [0, *ways], [0, 0, *ways], fillvalue=0)
        ]
    return tuple(ways)


def total_ways(
    dice: int,
    *,
    target: int = TARGET,
    double_from: int = DOUBLE_FROM,
    bonus_hits: int = 0,
    advantage: int = 0,
    options: UltraOptions = DEFAULTS,
) -> Iterator[tuple[int, int]]:
    """All hits of a roll that can come up, from the fewest, each with its ways of `10 ** dice` (section 4)."""
    for dice_hits, ways in enumerate(hit_ways(dice, target, double_from)):
        if ways:
            total = total_hits(dice_hits, bonus_hits=bonus_hits, advantage=advantage, options=options)
            yield total.hits, ways
