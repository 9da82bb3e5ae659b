"""What a notation asks for: an immutable tree, before any die is thrown.

`grammar.parse` makes it from text, as written; `variables.bind` makes it ready: everything after that (limits,
rolling, odds) reads bound trees only. In a bound tree

- no `Variable` is left: a value below 0 has become `Signed(Number)`, else it is a `Number`;
- counts, sides, divisors and the values of tests, clamps and keeps are a `Number` (in tests and clamps and as
  divisor perhaps a negative one), whatever brackets and arithmetic stood there;
- every test is filled in: a bare `!` tests for the highest face, a bare `r` for the lowest;
- a group of one member is counted, and its member is uncounted `Dice` (perhaps `Labelled`), alone or as the first
  of an `Arithmetic` whose one operation adds or subtracts a `Number`.

A tree as written may have `None` for the test of a bare `!` or `r`. Other defaults are filled in by the parser:
`d20` has count 1, `k` is `kh`, a bare keep keeps 1. `--x` and `+x` are `x`. Positions are 0-based code points of
the text; they don't take part in equality.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Comparison = Literal[">=", "<=", ">", "<", "="]
Operator = Literal["+", "-", "*", "/", "%"]
Function = Literal["min", "max", "abs", "floor", "ceil", "round"]
ExplodeKind = Literal["!", "!o", "!!", "!p"]
ClampKind = Literal["mi", "ma"]
KeepKind = Literal["kh", "kl", "dh", "dl"]
SortKind = Literal["sa", "sd"]


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number as written."""

    value: int


@dataclass(frozen=True, slots=True)
class Variable:
    """`@skills.stealth`: a number that the request or the character gives. Names are lower case."""

    name: str
    position: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Signed:
    """`-x`. The operand is never `Signed` itself."""

    operand: "Expression"


@dataclass(frozen=True, slots=True)
class Operation:
    """The `+ 5` of `1d20 + 5`: an operator with its right side. `position` is the operator's."""

    operator: Operator
    operand: "Expression"
    position: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A chain of operations from left to right, all of `+ -` or all of `* / %`; never empty.

    `/` and `%` round down, except inside `floor ceil round`, where division is exact. Their operands hold no dice.
    """

    first: "Expression"
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """`min(a, b)` and the other five functions; `abs floor ceil round` have exactly one argument."""

    function: Function
    arguments: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Labelled:
    """`item[text]`: a number, a dice term, a group, a call or a bracketed expression with a name for the table."""

    item: "Expression"
    text: str
    position: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison with a value that holds no dice."""

    comparison: Comparison
    value: "Expression"


@dataclass(frozen=True, slots=True)
class Reroll:
    """`r` (until the test no longer holds) or `ro` (once)."""

    test: Test | None
    once: bool


@dataclass(frozen=True, slots=True)
class Explode:
    """`!` chain of dice, `!o` one extra die, `!!` chain that becomes one die, `!p` extra dice count 1 less."""

    kind: ExplodeKind
    test: Test | None


@dataclass(frozen=True, slots=True)
class Clamp:
    """`mi2`: no die counts less than 2; `ma5`: none counts more than 5. Several apply in the order written."""

    kind: ClampKind
    value: "Expression"


@dataclass(frozen=True, slots=True)
class Keep:
    """`kh kl dh dl` and how many."""

    kind: KeepKind
    value: "Expression"


@dataclass(frozen=True, slots=True)
class Count:
    """Count successes: 1 where `success` holds, 2 where a `doubles` holds too, 1 less where a `failures` does."""

    success: Test
    doubles: tuple[Test, ...] = ()
    failures: tuple[Test, ...] = ()


@dataclass(frozen=True, slots=True)
class Tail:
    """What happens to the dice once they lie: keeps from left to right, display order, count."""

    keeps: tuple[Keep, ...] = ()
    sort: SortKind | None = None
    count: Count | None = None


NO_TAIL = Tail()


@dataclass(frozen=True, slots=True)
class Sides:
    """`d6`, `d%`, `d(@size)`: faces 1 to that number."""

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
    position: int = field(compare=False)
    rerolls: tuple[Reroll, ...] = ()
    unique: bool = False
    explode: Explode | None = None
    clamps: tuple[Clamp, ...] = ()
    tail: Tail = NO_TAIL


@dataclass(frozen=True, slots=True)
class Group:
    """`{a, b}tail`: keeps and counts over its members' totals, or sums them; see above for a group of one."""

    members: tuple["Expression", ...]
    position: int = field(compare=False)
    tail: Tail = NO_TAIL


Expression = Number | Variable | Signed | Arithmetic | Call | Labelled | Dice | Group


@dataclass(frozen=True, slots=True)
class Notation:
    """A whole roll: the text as given, its tree, the comment after `#`, and its variables in the order written.

    Without variables left the notation is bound or can be bound with none.
    """

    text: str
    expression: Expression
    comment: str | None = None
    variables: tuple[Variable, ...] = ()


def is_sum(expression: Expression) -> bool:
    """Whether it is a chain of `+` and `-`, which needs brackets inside other arithmetic."""
    return isinstance(expression, Arithmetic) and expression.operations[0].operator in "+-"


def summands(expression: Expression) -> list[tuple[Operator, Expression]]:
    """The sides of a chain, each with the operator before it; of anything else itself, with a `+`."""
    if not isinstance(expression, Arithmetic):
        return [("+", expression)]
    return [("+", expression.first), *[(step.operator, step.operand) for step in expression.operations]]


def number(value: Expression) -> int:
    """The whole number that a bound tree has in this place."""
    assert isinstance(value, Number), "this tree is not bound"
    return value.value


def test_of(modifier: Reroll | Explode) -> Test:
    """The test that a bound tree has in this place."""
    assert modifier.test is not None, "this tree is not bound"
    return modifier.test


class Pool(NamedTuple):
    """The inside of a group of one: dice, their label, and the number added to each die."""

    dice: Dice
    label: str | None
    added: int


def pool(group: Group) -> Pool:
    """What stands in a bound group of one."""
    member = group.members[0]
    label, added = None, 0
    if isinstance(member, Arithmetic):
        step = member.operations[0]
        added = number(step.operand) if step.operator == "+" else -number(step.operand)
        member = member.first
    if isinstance(member, Labelled):
        label, member = member.text, member.item
    assert isinstance(member, Dice), "this tree is not bound"
    return Pool(member, label, added)
