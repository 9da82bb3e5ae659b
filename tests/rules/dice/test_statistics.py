"""How dice fell: which dice count, how often each face came up, and how suspicious that is."""

import math

import pytest

from app.rules.dice import PhysicalDice, rolls
from app.rules.dice.statistics import Tally, countable


@pytest.mark.parametrize(
    ("notation", "places", "counted"),
    [
        ("2d6+1", [3, 5], {"6": [3, 5]}),
        ("4d6kh3", [1, 2, 3, 4], {"6": [1, 2, 3, 4]}),  # dropped dice fell too
        ("1d6r1", [1, 4], {"6": [1, 4]}),  # and so did what was thrown again
        ("1d6!", [6, 2], {"6": [6, 2]}),
        ("1d6mi3", [1], {"6": [1]}),  # the face, not what it counts
        ("1d20+1d6[fire]-1d20", [20, 2, 7], {"20": [20, 7], "6": [2]}),
        ("{1d6, 1d8}kh1", [6, 3], {"6": [6], "8": [3]}),
        ("(1+1)d(2*5)", [10, 1], {"10": [10, 1]}),
        ("d%", [73], {"100": [73]}),
        ("2dF+1d3", [-1, 1, 3], {"F": [-1, 1], "3": [3]}),  # a Fate die is no d3
        ("1d{1,1,2}+1d3", [1, 3], {"3": [3]}),  # of custom faces nobody knows how often each should come
        ("5", [], {}),
    ],
)
def test_which_dice_count(notation: str, places: list[int], counted: dict[str, list[int]]) -> None:
    assert countable(roll.result for roll in rolls(notation, PhysicalDice(places))) == counted


def test_faces_are_counted_for_each_member_and_size_of_die() -> None:
    tally = Tally()
    tally.add("mem_b", "6", [1, 6])
    tally.add("mem_a", "20", [20])
    tally.add("mem_a", "6", [2])
    tally.add("mem_a", "F", [-1, 0, 0])
    tally.add("mem_a", "6", [2, 5])
    found = tally.statistics()
    assert [(die.member_id, die.sides, die.count) for die in found] == [
        ("mem_a", "6", 3),
        ("mem_a", "F", 3),
        ("mem_a", "20", 1),
        ("mem_b", "6", 2),
    ]
    six, fate = found[0], found[1]
    assert (six.mean, six.expected_mean) == (3.0, 3.5)
    assert six.faces is not None
    assert [(face.face, face.count) for face in six.faces] == [(1, 0), (2, 2), (3, 0), (4, 0), (5, 1), (6, 0)]
    assert (fate.mean, fate.expected_mean) == (-1 / 3, 0.0)
    assert fate.faces is not None
    assert [(face.face, face.count) for face in fate.faces] == [(-1, 1), (0, 2), (1, 0)]


@pytest.mark.parametrize(
    ("sides", "counts", "statistic", "p_value"),
    [
        ("2", [10, 20], 10 / 3, math.erfc(math.sqrt(5 / 3))),  # one degree of freedom
        ("F", [5, 10, 15], 5.0, math.exp(-2.5)),  # two
        ("4", [5, 5, 5, 5], 0.0, 1.0),
        ("5", [10, 10, 10, 10, 0], 10.0, math.exp(-5) * (1 + 5)),  # four
    ],
)
def test_how_suspicious_the_faces_are(sides: str, counts: list[int], statistic: float, p_value: float) -> None:
    tally = Tally()
    for face, count in enumerate(counts, -1 if sides == "F" else 1):
        tally.add("mem_a", sides, [face] * count)
    (die,) = tally.statistics()
    assert die.chi_square is not None
    assert die.needed == 0
    assert die.chi_square.statistic == pytest.approx(statistic)
    assert die.chi_square.degrees_of_freedom == len(counts) - 1
    assert die.chi_square.p_value == pytest.approx(p_value)


@pytest.mark.parametrize(
    ("sides", "faces", "needed"),
    [("6", [1] * 29, 1), ("F", [0], 14), ("1", [1] * 100, None), ("101", [1] * 1000, None)],
)
def test_dice_that_are_not_judged_say_how_many_are_missing(sides: str, faces: list[int], needed: int | None) -> None:
    tally = Tally()
    tally.add("mem_a", sides, faces)
    (die,) = tally.statistics()
    assert (die.chi_square, die.needed) == (None, needed)
    assert (die.faces is None) == (sides == "101")
