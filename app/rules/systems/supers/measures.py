"""Measures: what a rank of mass, time, distance or volume is, each rank twice the last."""

from fractions import Fraction
from typing import Final, Literal

from app.rules.system import Value

Measure = Literal["mass_lb", "time_s", "distance_ft", "volume_cuft"]
FIRST_RANK: Final = -5


def _amounts(listed: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(amount) for amount in listed.split())


MASS_LB: Final = _amounts("3/2 3 6 12 25 50 100 200 400 800 1600 3200 6000 12000 24000 50000")
TIME_S: Final = _amounts("1/8 1/4 1/2 1 3 6 12 30 60 120 240 480 900 1800 3600 7200 14400 28800 57600 86400")
DISTANCE_FT: Final = _amounts("1/2 1 3 6 15 30 60 120 250 500 900 1800 2640 5280 10560 21120")
VOLUME_CUFT: Final = _amounts("1/32 1/16 1/8 1/4 1/2 1 2 4 8 15 30 60 125 250 500 1000")
TABLES: Final[dict[Measure, tuple[Fraction, ...]]] = {
    "mass_lb": MASS_LB,
    "time_s": TIME_S,
    "distance_ft": DISTANCE_FT,
    "volume_cuft": VOLUME_CUFT,
}


class MeasureEntry(Value):
    """What one rank is, as fractions where it is less than 1; null past the printed table."""

    rank: int
    mass_lb: str | None
    time_s: str | None
    distance_ft: str | None
    volume_cuft: str | None


def measure(kind: Measure, rank: int) -> Fraction:
    """What a rank of a measure is; past the table each rank doubles, below it each halves (R-24)."""
    table = TABLES[kind]
    last = FIRST_RANK + len(table) - 1
    if rank > last:
        return table[-1] * (1 << rank - last)
    if rank < FIRST_RANK:
        return table[0] / (1 << FIRST_RANK - rank)
    return table[rank - FIRST_RANK]


def feet_a_round(speed_rank: int, *, hindered: bool = False) -> int:
    """Feet of a Move: 30 at speed rank 0; hindered is a rank less (S-109, R-24)."""
    return int(measure("distance_ft", speed_rank - hindered))


MEASURES: Final = tuple(
    MeasureEntry(
        rank=rank,
        **{
            name: str(table[rank - FIRST_RANK]) if rank - FIRST_RANK < len(table) else None
            for name, table in TABLES.items()
        },
    )
    for rank in range(FIRST_RANK, FIRST_RANK + len(TIME_S))
)
