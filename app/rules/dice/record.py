"""What a roll looks like to everybody outside: the shapes of design section 6, as stored and as answered."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field


@dataclass(slots=True)
class DieResult:
    """One die that was thrown, and what happened to it."""

    term: Annotated[int, Field(description="Place in `terms` of the dice term it belongs to.")]
    sides: Annotated[int, Field(description="How many faces it has; 3 for a Fate die.")]
    face: Annotated[int, Field(description="What it shows.")]
    value: Annotated[int, Field(description="What it counts, after `!p`, `mi` and `ma`.")]
    kept: Annotated[bool, Field(description="Whether it is part of the total.")] = True
    exploded: Annotated[bool, Field(description="Whether it brought an extra die.")] = False
    rerolled: Annotated[bool, Field(description="Whether it was thrown again; another die stands for it.")] = False
    parent: Annotated[int | None, Field(description="Place in `dice` of the die whose explosion brought it.")] = None
    success: Annotated[bool | None, Field(description="In a count: whether it succeeds.")] = None
    failure: Annotated[bool | None, Field(description="In a count with `f`: whether it subtracts.")] = None
    label: Annotated[str | None, Field(description="The innermost label around it.")] = None


@dataclass(slots=True)
class TermResult:
    """A dice term, a group or anything with a label, in the order written, the outer before the inner."""

    notation: Annotated[str, Field(description="The term alone, canonical, without its label.")]
    total: Annotated[int, Field(description="What it came to, before a sign or factor outside it.")] = 0
    label: str | None = None


@dataclass(slots=True)
class RollResult:
    """A finished roll. Dice are in drawing order: their faces, given as `faces`, replay it."""

    notation: Annotated[str, Field(description="The text as given.")]
    canonical: Annotated[str, Field(description="The one way to write it, variables replaced by their values.")]
    total: int
    terms: list[TermResult]
    dice: list[DieResult]
    successes: Annotated[int | None, Field(description="Successes counted, doubles as 2; without a count null.")] = None
    failures: Annotated[int | None, Field(description="Failures counted; without an `f` null.")] = None
    comment: Annotated[str | None, Field(description="What stood after #.")] = None
