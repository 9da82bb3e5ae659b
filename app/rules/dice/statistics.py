"""How dice fell over many rolls, and how likely fair dice would fall at least as unevenly (chi-square)."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from app.rules.dice.record import RollResult

MOST_FACES_LISTED = 100
# Pearson's rule of thumb: with fewer expected of each face the distribution isn't chi-square's.
LEAST_EXPECTED = 5


@dataclass(slots=True)
class FaceCount:
    """How often a face came up."""

    face: int
    count: Annotated[int, Field(description="How many dice showed it.")]


@dataclass(slots=True)
class ChiSquare:
    """Pearson's test against a fair die: a small `p_value` (below 0.01, say) is suspicious, others are not."""

    statistic: Annotated[float, Field(description="How far the faces are from equally many: 0 is exactly equal.")]
    degrees_of_freedom: Annotated[int, Field(description="One less than the die has faces.")]
    p_value: Annotated[float, Field(description="How likely fair dice fall at least as unevenly, from 0 to 1.")]


@dataclass(slots=True)
class DieStatistics:
    """The dice of one size that one member threw, dropped and rerolled ones included.

    With too few dice nothing can be told: `chi_square` is null while `needed` is above 0.
    """

    member_id: Annotated[str, Field(description="Who threw them.")]
    sides: Annotated[str, Field(description="How many faces a die has, or `F` for Fate dice.")]
    count: Annotated[int, Field(description="How many dice were thrown.")]
    mean: Annotated[float, Field(description="Their average.")]
    expected_mean: Annotated[float, Field(description="The average of fair dice.")]
    faces: Annotated[
        list[FaceCount] | None, Field(description="How often each face came up; null for dice of more than 100 faces.")
    ]
    chi_square: Annotated[
        ChiSquare | None,
        Field(
            description="Whether they fell suspiciously. Null until there are 5 dice for each face (`needed` says how "
            "many more), and always for dice of one face or of more than 100."
        ),
    ]
    needed: Annotated[
        int | None,
        Field(description="How many more dice `chi_square` needs; 0 when it is there, null when it will never be."),
    ]


def countable(rolls: Iterable[RollResult]) -> dict[str, list[int]]:
    """The faces that count, by size of die as `Tally.add` takes it; dice with custom faces have no statistics."""
    faces: dict[str, list[int]] = defaultdict(list)
    for roll in rolls:
        for die in roll.dice:
            # A term's notation begins with its dice: `4d6...`, `4dF`, `2d{1,1,2}`.
            kind = roll.terms[die.term].notation.partition("d")[2][:1]
            if kind != "{":
                faces["F" if kind == "F" else str(die.sides)].append(die.face)
    return faces


class Tally:
    """Counts faces by member and size of die."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], Counter[int]] = {}

    def add(self, member_id: str, sides: str, faces: Iterable[int]) -> None:
        """Count dice; `sides` is a number or `F`."""
        self._counts.setdefault((member_id, sides), Counter()).update(faces)

    def statistics(self) -> list[DieStatistics]:
        """What was counted, by member, then from small dice to large."""
        ordered = sorted(self._counts.items(), key=lambda item: (item[0][0], len(item[0][1]), item[0][1]))
        return [_of_die(member_id, sides, counts) for (member_id, sides), counts in ordered]


def _of_die(member_id: str, sides: str, counts: Counter[int]) -> DieStatistics:
    faces = range(-1, 2) if sides == "F" else range(1, int(sides) + 1)
    thrown = counts.total()
    listed = len(faces) <= MOST_FACES_LISTED
    judged = listed and len(faces) > 1
    return DieStatistics(
        member_id=member_id,
        sides=sides,
        count=thrown,
        mean=sum(face * count for face, count in counts.items()) / thrown,
        expected_mean=(faces[0] + faces[-1]) / 2,
        faces=[FaceCount(face, counts[face]) for face in faces] if listed else None,
        chi_square=chi_square([counts[face] for face in faces]) if listed else None,
        needed=max(0, LEAST_EXPECTED * len(faces) - thrown) if judged else None,
    )


def chi_square(counts: list[int]) -> ChiSquare | None:
    """Pearson's statistic of counts that should be equal; None while they are too few to tell."""
    expected = sum(counts) / len(counts)
    degrees = len(counts) - 1
    if degrees == 0 or expected < LEAST_EXPECTED:
        return None
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return ChiSquare(statistic, degrees, chi_square_tail(statistic, degrees))


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom passes the statistic.

    For whole degrees the incomplete gamma function is a finite sum (Abramowitz and Stegun 26.4.4 and 26.4.5).
    """
    half = statistic / 2
    if half == 0:
        return 1.0
    start = 0.5 if degrees % 2 else 0.0
    # Each term in logarithms: powers and factorials alone would overflow.
    terms = (
        math.exp((start + step) * math.log(half) - half - math.lgamma(start + step + 1))
        for step in range((degrees - 1) // 2 if degrees % 2 else degrees // 2)
    )
    tail = math.fsum(terms) + (math.erfc(math.sqrt(half)) if degrees % 2 else 0.0)
    return min(1.0, tail)
