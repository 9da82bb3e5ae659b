"""Write an expression the one way that means it: lower case but `dF`, no spaces, every default written out."""

from typing import assert_never

from app.rules.dice.expression import (
    Arithmetic,
    Call,
    Count,
    Dice,
    Expression,
    Faces,
    Group,
    Keep,
    Labelled,
    Number,
    Reroll,
    Signed,
    Tail,
    Test,
    Variable,
    is_sum,
)


def canonical(expression: Expression) -> str:
    """The canonical text: parsed (and bound, if `expression` was) it gives the same tree again."""
    match expression:
        case Number(value):
            return str(value)
        case Variable(name):
            return f"@{name}"
        case Signed(operand):
            return f"-{_item(operand)}"
        case Arithmetic():
            return _chain(expression)
        case Call(function, arguments):
            return f"{function}({','.join(map(canonical, arguments))})"
        case Labelled(item, text):
            return f"{_bracketed(item) if isinstance(item, Signed | Labelled) else _item(item)}[{text}]"
        case Dice():
            return _dice(expression)
        case Group(members, _, tail):
            return f"{{{','.join(map(canonical, members))}}}{_tail(tail)}"
        case _:
            assert_never(expression)


def _bracketed(expression: Expression) -> str:
    return f"({canonical(expression)})"


def _item(expression: Expression) -> str:
    return _bracketed(expression) if isinstance(expression, Arithmetic) else canonical(expression)


def _addend(expression: Expression) -> str:
    return _bracketed(expression) if is_sum(expression) else canonical(expression)


def _chain(chain: Arithmetic) -> str:
    side = _addend if is_sum(chain) else _item
    return side(chain.first) + "".join(step.operator + side(step.operand) for step in chain.operations)


def _dice(dice: Dice) -> str:
    count, sides = _value(dice.count), dice.sides
    if not isinstance(sides, Faces):
        text = f"{count}d{_value(sides.number)}"
    elif sides.fate:
        text = f"{count}dF"
    else:
        text = f"{count}d{{{','.join(map(str, sides.values))}}}"
    # After a bare test a letter or a comparison would be read as its own.
    text += "u" if dice.unique else " ".join(map(_reroll, dice.rerolls)) if dice.rerolls else ""
    bare = bool(dice.rerolls) and dice.rerolls[-1].test is None
    if dice.explode is not None:
        text += dice.explode.kind + _test(dice.explode.test)
        bare = dice.explode.test is None
    for clamp in dice.clamps:
        text += clamp.kind + _value(clamp.value)
        bare = False
    return text + _tail(dice.tail, after_bare_test=bare)


def _reroll(reroll: Reroll) -> str:
    return ("ro" if reroll.once else "r") + _test(reroll.test)


def _tail(tail: Tail, *, after_bare_test: bool = False) -> str:
    before = "".join(map(_keep, tail.keeps)) + (tail.sort or "")
    if tail.count is None:
        return before
    return before + ("cs" if after_bare_test and not before else "") + _count(tail.count)


def _keep(keep: Keep) -> str:
    return keep.kind + _value(keep.value)


def _count(count: Count) -> str:
    doubles = "".join("ds" + _test(test) for test in count.doubles)
    failures = "".join("f" + _test(test) for test in count.failures)
    return _test(count.success) + doubles + failures


def _test(test: Test | None) -> str:
    if test is None:
        return ""
    match test.value:
        case Number(value):
            return f"{test.comparison}{value}"
        case Signed(Number(value)):
            return f"{test.comparison}-{value}"
        case value:
            return f"{test.comparison}{_bracketed(value)}"


def _value(value: Expression) -> str:
    plain = isinstance(value, Number) and value.value >= 0
    return canonical(value) if plain else _bracketed(value)
