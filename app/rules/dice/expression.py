"""What a notation asks for: an immutable tree, before any die is thrown.

`grammar` makes it from text; `bind` (in `variables`) replaces every `Variable` by a `Number`; everything after that
(limits, rolling, odds) reads bound trees. Defaults are already filled in: a bare `d20` has count 1, a bare `!` tests for
the highest face, `k` is `kh`, a bare keep keeps 1. Positions are 0-based code points of the text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Comparison = Literal[">=", "<=", ">", "<", "="]
Operator = Literal["+", "-", "*", "/", "%"]
Function = Literal["min", "max", "abs", "floor", "ceil", "round"]


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number as written."""

    value: int


@dataclass(frozen=True, slots=True)
class Variable:
    """`@skills.stealth`: a number that the request or the character gives."""

    name: str
    position: int


@dataclass(frozen=True, slots=True)
class Signed:
    """`-x` (a `+x` is just `x`)."""

    operand: "Expression"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left op right`; `/` and `%` round down, except inside `floor ceil round`."""

    operator: Operator
    left: "Expression"
    right: "Expression"


@dataclass(frozen=True, slots=True)
class Call:
    """`min(a, b)` and the other five functions."""

    function: Function
    arguments: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Labelled:
    """`item[text]`: a die term, a group or a bracketed expression with a name for the table."""

    item: "Expression"
    text: str


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison with a value that holds no dice."""

    comparison: Comparison
    value: "Expression"


@dataclass(frozen=True, slots=True)
class Reroll:
    """`r` (until the test no longer holds) or `ro` (once)."""

    test: Test
    once: bool


@dataclass(frozen=True, slots=True)
class Explode:
    """`!` chain of dice, `!o` one extra die, `!!` chain that becomes one die, `!p` extra dice count 1 less."""

    kind: Literal["!", "!o", "!!", "!p"]
    test: Test


@dataclass(frozen=True, slots=True)
class Clamp:
    """`mi2`: no die counts less than 2; `ma5`: none counts more than 5."""

    kind: Literal["mi", "ma"]
    value: "Expression"


@dataclass(frozen=True, slots=True)
class Keep:
    """`kh kl dh dl` and how many."""

    kind: Literal["kh", "kl", "dh", "dl"]
    value: "Expression"


@dataclass(frozen=True, slots=True)
class Count:
    """Count successes: 1 where `success` holds, 2 where a `double` holds too, 1 less where a `failure` holds."""

    success: Test
    doubles: tuple[Test, ...] = ()
    failures: tuple[Test, ...] = ()


@dataclass(frozen=True, slots=True)
class Tail:
    """What happens to the dice once they lie: keeps from left to right, display order, count."""

    keeps: tuple[Keep, ...] = ()
    sort: Literal["sa", "sd"] | None = None
    count: Count | None = None


NO_TAIL = Tail()


@dataclass(frozen=True, slots=True)
class Sides:
    """`d6`, `d(@size)`: faces 1 to that number."""

    number: "Expression"


@dataclass(frozen=True, slots=True)
class Faces:
    """`dF`, `d{1,1,2,3}`: faces as listed (Fate dice are -1, 0, 1)."""

    values: tuple[int, ...]
    fate: bool = False


FATE = Faces((-1, 0, 1), fate=True)


@dataclass(frozen=True, slots=True)
class Dice:
    """`NdS` with its modifiers in the order of the grammar. `position` is where the term starts."""

    count: "Expression"
    sides: Sides | Faces
    position: int
    rerolls: tuple[Reroll, ...] = ()
    unique: bool = False
    explode: Explode | None = None
    clamps: tuple[Clamp, ...] = ()
    tail: Tail = NO_TAIL


@dataclass(frozen=True, slots=True)
class Group:
    """`{a, b}tail`: keeps and counts over its members' totals, or sums them."""

    members: tuple["Expression", ...]
    position: int
    tail: Tail = NO_TAIL


Expression = Number | Variable | Signed | Arithmetic | Call | Labelled | Dice | Group


@dataclass(frozen=True, slots=True)
class Notation:
    """A whole roll: the text as given, its tree, and the comment after `#`."""

    text: str
    expression: Expression
    comment: str | None
    variables: Sequence[Variable]
