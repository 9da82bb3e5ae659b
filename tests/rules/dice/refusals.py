"""Notations that are refused, and how: `uv run python -m tests.rules.dice.refusals` writes the answers anew."""

from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from app.rules.dice import pick_up
from app.rules.errors import Refusal

FILE = Path(__file__).parent / "refusals.txt"
VARIABLES = {"level": 3, "skills.stealth": 7, "debt": -2}


class Case(NamedTuple):
    """A notation, the code and the facts of its refusal, and the sentence."""

    notation: str
    facts: str
    detail: str


def cases() -> Iterator[Case]:
    """As they are written down: a notation as Python writes it, and the two lines of its refusal."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    for notation, facts, detail in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        yield Case(literal_eval(notation), facts.strip(), detail.strip())


def refused(notation: str) -> Case:
    """The refusal as it is now."""
    try:
        pick_up(notation, VARIABLES)
    except Refusal as refusal:
        facts = " ".join(f"{name}={value!r}" for name, value in refusal.facts.items())
        return Case(notation, f"{refusal.code} {facts}", refusal.detail)
    raise AssertionError(f"{notation} is not refused")


if __name__ == "__main__":
    now = [refused(case.notation) for case in cases()]
    FILE.write_text("".join(f"{case.notation!a}\n  {case.facts}\n  {case.detail}\n" for case in now), encoding="utf-8")
