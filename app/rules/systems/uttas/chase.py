"""Chases: who gets away, who is caught, and when it comes to a scene."""

from typing import Final, Literal

from app.rules.system import Value
from app.rules.systems.uttas.movement import even
from app.rules.systems.uttas.ranges import top_of_band

CAUGHT_AT: Final = 2
"""Metres at which a chase turns into a fight (G-32)."""
LAST_BAND: Final = 2
"""The third band: beyond it the pursuer has lost the target (G-32)."""


class Runner(Value):
    """One side of a chase."""

    move_m: int
    """Full move of the fastest way of moving, in metres."""
    speed: int
    """Actions a round."""


class ChaseComparison(Value):
    """What comes of a pursuit."""

    result: Literal["chase_scene", "overtaken", "target_escapes"]


def compare(pursuer: Runner, target: Runner) -> ChaseComparison:
    """Short in either number, the target gets away; better in one, it is caught; equal, they race (T-146 to T-148)."""
    if pursuer.move_m < target.move_m or pursuer.speed < target.speed:
        return ChaseComparison(result="target_escapes")
    level = (pursuer.move_m, pursuer.speed) == (target.move_m, target.speed)
    return ChaseComparison(result="chase_scene" if level else "overtaken")


def sprint_gain(move_m: int) -> int:
    """Metres a Sprint wins or closes: the second half of the doubled move (G-32)."""
    return even(move_m)


def gap_outcome(gap_m: int, *, range_extension: int = 0) -> Literal["fight", "chase", "escaped"]:
    """What a gap means: up to 2 m a fight, beyond the pursuer's third band an escape (G-32)."""
    if gap_m <= CAUGHT_AT:
        return "fight"
    return "escaped" if gap_m > top_of_band(LAST_BAND + range_extension) else "chase"
