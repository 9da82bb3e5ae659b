"""Odds too large to throw out are those of icepool, chance by chance."""

from collections.abc import Callable
from fractions import Fraction

import icepool  # type: ignore[import-untyped]
import pytest

from tests.rules.odds.asking import chances, distribution

d6, d10, d20 = icepool.d6, icepool.d10, icepool.d20


def score(face: int) -> int:
    return (face >= 8) + (face >= 10) - (face <= 1)


@pytest.mark.parametrize(
    ("text", "die"),
    [
        ("20d6", lambda: 20 @ d6),
        ("40d6", lambda: 40 @ d6),
        ("100d6", lambda: 100 @ d6),
        ("12d20+3d6-7", lambda: 12 @ d20 + 3 @ d6 - 7),
        ("3d6-3d6", lambda: 3 @ d6 - 3 @ d6),
        ("6d6*1d20", lambda: (6 @ d6) * d20),
        ("50d6ro<3", lambda: 50 @ d6.reroll([1, 2], depth=1)),
        ("50d6r<3", lambda: 50 @ d6.reroll([1, 2], depth="inf")),
        ("30d10mi3ma8", lambda: 30 @ d10.clip(3, 8)),
        ("25d{1,1,2,5,9}", lambda: 25 @ icepool.Die([1, 1, 2, 5, 9])),
        ("10d20kh5", lambda: d20.highest(10, 5)),
        ("50d20kh25", lambda: d20.highest(50, 25)),
        ("20d10kl7", lambda: d10.lowest(20, 7)),
        ("20d10dl5dh8", lambda: d10.pool(20)[5:-8].sum()),
        ("12d20dh1", lambda: d20.lowest(12, 11)),
        ("9d{1,1,2,5,9}kh3", lambda: icepool.Die([1, 1, 2, 5, 9]).highest(9, 3)),
        ("50d10>=8ds>=10f<=1", lambda: 50 @ d10.map(score)),
        ("20d10kh6>=8ds>=10f<=1", lambda: d10.pool(20)[-6:].expand().map(lambda faces: sum(map(score, faces)))),
        ("{1d20,1d12,1d8,1d6,1d4}kh2", lambda: icepool.highest(*map(icepool.d, (20, 12, 8, 6, 4)), keep=2)),
        ("{4d6kh3,4d6kh3,4d6kh3,4d6kh3,4d6kh3,4d6kh3}dl1", lambda: d6.highest(4, 3).highest(6, 5)),
        ("{4d6kh3,2d8+1,1d20}kh1", lambda: icepool.highest(d6.highest(4, 3), 2 @ icepool.d8 + 1, d20)),
        ("min(3d6,2d10)", lambda: icepool.lowest(3 @ d6, 2 @ d10)),
        ("max(3d6,2d10,1d20)", lambda: icepool.highest(3 @ d6, 2 @ d10, d20)),
        ("10d6xo6", lambda: 10 @ d6.explode(depth=1)),
        ("8d6!okh3", lambda: d6.explode(depth=1).highest(8, 3)),
        ("100d6/7%5", lambda: (100 @ d6) // 7 % 5),
    ],
)
def test_the_same_chances(text: str, die: Callable[[], icepool.Die[int]]) -> None:
    theirs = die()
    assert chances(text) == {int(total): Fraction(ways, theirs.denominator()) for total, ways in theirs.items() if ways}


@pytest.mark.parametrize(
    ("text", "die", "below"),
    [
        ("20d10!", lambda: 20 @ d10.explode(depth=9), 119),
        ("10d6!>=5>=5", lambda: 10 @ d6.map(lambda face: face >= 5).explode([True], depth=7), 8),
        ("10d6!kh4", lambda: d6.explode(depth=5).highest(10, 4), 36),
        ("3d6!kl1", lambda: d6.explode(depth=5).lowest(3, 1), 36),
        ("{1d8!,1d6!}kh1", lambda: icepool.highest(icepool.d8.explode(depth=5), d6.explode(depth=5)), 36),
        ("2d6!+2d8!+1d100", lambda: 2 @ d6.explode(depth=5) + 2 @ icepool.d8.explode(depth=5) + icepool.d100, 36),
    ],
)
def test_the_same_chances_as_far_as_no_deeper_explosion_reaches(
    text: str, die: Callable[[], icepool.Die[int]], below: int
) -> None:
    theirs = die()
    ours = {total: chance for total, chance in chances(text).items() if total < below}
    assert len(ours) > 5
    assert ours == {total: Fraction(theirs.quantity(total), theirs.denominator()) for total in ours}


def test_twenty_different_faces_of_a_hundred() -> None:
    ours = distribution("6d49u")
    theirs = icepool.Deck(range(1, 50)).deal(6).sum()
    assert dict(zip(ours.totals, ours.ways, strict=True)) == {int(total): ways for total, ways in theirs.items()}
