"""Distances on a board of squares or hexes, in metres, spaces and feet."""

from math import isqrt
from typing import Final, Literal, assert_never

from app.rules.system import Value
from app.rules.systems.uttas.ranges import METRES_PER_SPACE, increment_of

FEET_PER_SPACE: Final = 5
ADJACENT_M: Final = 2
"""Whoever is no farther away stands beside one."""
Metric = Literal["chebyshev", "alternate", "manhattan", "euclid", "cube"]
Space = tuple[int, int]


class Distance(Value):
    """How far two spaces are apart."""

    metres: int
    spaces: int


class BoardDistance(Value):
    """A distance of a board drawn in feet, in the sheet's words."""

    spaces: int
    metres: int
    increment: int


def between(a: Space, b: Space, *, grid: Literal["square", "hex"] = "square", metric: Metric = "chebyshev") -> Distance:
    """The distance of two spaces (T-005, T-007, G-06).

    Args:
        a: column and row of a square, or the axial `q, r` of a hex.
        b: the other space.
        grid: a hex grid has one metric, whatever `metric` says.
        metric: how a square's diagonals count.
    """
    across, along = abs(a[0] - b[0]), abs(a[1] - b[1])
    match metric if grid == "square" else "cube":
        case "chebyshev":
            spaces = max(across, along)
        case "manhattan":
            spaces = across + along
        case "alternate":
            spaces = max(across, along) + min(across, along) // 2
        case "euclid":
            metres = _root_up(METRES_PER_SPACE**2 * (across**2 + along**2))
            return Distance(metres=metres, spaces=_root_up(across**2 + along**2))
        case "cube":
            skew = abs(a[0] - b[0] + a[1] - b[1])
            spaces = max(across, along, skew)
        case never:
            assert_never(never)
    return Distance(metres=METRES_PER_SPACE * spaces, spaces=spaces)


def _root_up(square: int) -> int:
    root = isqrt(square)
    return root if root * root == square else root + 1


def from_feet(feet: int) -> BoardDistance:
    """Feet on the board by way of its spaces, never by 0.3048; a part of a space counts whole (T-006, T-117)."""
    spaces = -(-feet // FEET_PER_SPACE)
    metres = METRES_PER_SPACE * spaces
    return BoardDistance(spaces=spaces, metres=metres, increment=increment_of(metres))
