"""The table of ratios: ours beside theirs, the goal, and whether it is met."""

from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """One comparison; `goal` such as `>= 20` or `<= 1.33`, empty for what is only told."""

    group: str
    name: str
    ours: str
    theirs: str
    ratio: float
    goal: str


def met(row: Row) -> bool | None:
    """Whether the goal is met; None if there is none."""
    sign, _, bound = row.goal.partition(" ")
    if not bound:
        return None
    return row.ratio >= float(bound) if sign == ">=" else row.ratio <= float(bound)


def table(rows: Iterable[Row]) -> str:
    """The rows under one another, with a head."""
    head = ("", "what", "ours", "theirs", "ratio", "goal", "met")
    cells = [head]
    for row in rows:
        verdict = {True: "yes", False: "NO", None: ""}[met(row)]
        cells.append((row.group, row.name, row.ours, row.theirs, _ratio(row.ratio), row.goal, verdict))
    widths = [max(len(line[column]) for line in cells) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    )


def _ratio(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 1000 else f"{ratio:.3g}"
