"""What a system says of a character: numbers with what they are made of, costs, and what breaks a rule."""

from collections.abc import Iterable, Iterator

from pydantic import Field

from app.rules.value import Value


class Part(Value):
    """One thing that goes into a number."""

    source: str
    """Such as `agility`, `bought` or `vulnerable`."""
    value: int
    rule: str | None = None
    """The id of the rule that adds it, where the rules of the number itself don't."""


class Derived(Value):
    """A number that follows from a sheet, with what it is made of."""

    name: str
    """What dice notation calls it after an `@`, such as `skills.stealth`."""
    value: int
    parts: list[Part]
    """In the order they are taken; rounding and limits are told by `formula`."""
    formula: str
    rules: list[str]
    """The ids of the rules that decide it."""


class CostLine(Derived):
    """A line of the ledger: points, and what they went into."""

    pointer: str
    """JSON pointer to the place in the sheet."""


class Cap(Derived):
    """A number that may not pass a limit."""

    limit: int
    pointer: str
    """JSON pointer to the place in the sheet."""


class Violation(Value):
    """A rule that the sheet breaks."""

    code: str
    """As in the system's `refusals`."""
    rule: str
    pointer: str
    """JSON pointer to the place in the sheet."""
    message: str
    value: int | None = None
    limit: int | None = None


class Audit(Value):
    """What a sheet costs, and whether it may be as it is."""

    costs: dict[str, int | dict[str, int]] = Field(default_factory=dict)
    """Points by what they went into, with their `total`; empty where the system counts none."""
    ledger: list[CostLine] = Field(default_factory=list)
    """Every point spent, line by line: together they are the total."""
    budget: int | None = None
    """Points there are to spend; none where the system counts none."""
    caps: list[Cap] = Field(default_factory=list)
    """Numbers that are limited, with their limits, broken or not."""
    violations: list[Violation] = Field(default_factory=list)
    """All of them at once."""


def spelled(text: str) -> str:
    """A name as dice notation can write it: small letters, digits and `_`, no digit in front."""
    spelling = "".join(letter if letter.isalpha() or letter in "_0123456789" else "_" for letter in text.lower())
    return spelling if spelling[:1].isalpha() or spelling[:1] == "_" else f"_{spelling}"


def spelled_apart(texts: Iterable[str]) -> Iterator[str]:
    """Names as dice notation can write them, each its own: of two that look alike the second ends in `_2`."""
    used: set[str] = set()
    for text in texts:
        name = plain = spelled(text)
        number = 1
        while name in used:
            number += 1
            name = f"{plain}_{number}"
        used.add(name)
        yield name


def variables_of(numbers: Iterable[Derived], **own: int) -> dict[str, int]:
    """Everything that `@name` can name: numbers of the sheet itself, and those that follow from it."""
    return own | {number.name: number.value for number in numbers}


def at(*path: str | int) -> str:
    """A JSON pointer."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)
