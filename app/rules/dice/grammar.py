"""Read dice notation (design section 4): text to expression, or a refusal that says how to mend it.

One token of look-ahead decides everything, so reading takes time in proportion to the text; brackets nest at most
`DEEPEST` deep, and everything else is read in loops, so no text can exhaust the stack.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import assert_never, cast

from app.rules.dice.expression import (
    FATE,
    Arithmetic,
    Call,
    Dice,
    Expression,
    Faces,
    Function,
    Group,
    Labelled,
    Notation,
    Number,
    Operation,
    Operator,
    Sides,
    Signed,
    Variable,
    summands,
)
from app.rules.dice.limits import LONGEST_NOTATION
from app.rules.dice.mending import AN_ITEM, Misread, refusal
from app.rules.dice.modifiers import RANK, ModifierReader
from app.rules.dice.tokens import variable_name
from app.rules.errors import DiceLimit, Refusal

AN_OPERATOR = "an operator (+ - * / %), a modifier in its place, # and a comment, or the end"


@lru_cache(maxsize=512)
def parse(text: str) -> Notation:
    """Read a notation as written.

    Raises:
        NotationError: it isn't one; with `position`, `found`, `expected` and perhaps a `suggestion`.
        DiceLimit: it is longer than 512 characters or nested deeper than 32 brackets.
    """
    if len(text) > LONGEST_NOTATION:
        raise DiceLimit(
            f"The notation has {len(text)} characters; at most {LONGEST_NOTATION} are read.",
            limit=LONGEST_NOTATION,
            asked=len(text),
        )
    try:
        return _Reader(text).roll()
    except Misread as misread:
        raise refusal(text, misread, reads=_reads) from None


def _reads(text: str) -> bool:
    try:
        _Reader(text).roll()
    except (Misread, Refusal):
        return False
    return True


FUNCTIONS = frozenset(("min", "max", "abs", "floor", "ceil", "round"))


class _Reader(ModifierReader):
    """Recursive descent over the tokens of one text; a method for each rule of the grammar."""

    def roll(self) -> Notation:
        expression = self.sum()
        comment = None
        if self.kinds[self.at] == "comment":
            comment = self.text[self.starts[self.at] + 1 :].strip() or None
            self.at += 1
        if self.kinds[self.at] != "end":
            raise self.misread(AN_OPERATOR)
        return Notation(self.text, expression, comment, tuple(self.variables))

    # expressions

    def sum(self) -> Expression:
        return self.chain(("+", "-"), self.product)

    def product(self) -> Expression:
        return self.chain(("*", "/", "%"), self.signed_item)

    def chain(self, operators: tuple[str, ...], side: Callable[[], Expression]) -> Expression:
        first = side()
        if self.kinds[self.at] not in operators:
            return first
        operations = []
        while (operator := self.kinds[self.at]) in operators:
            position, dice = self.starts[self.at], self.dice_seen
            self.at += 1
            begin = self.at
            operand = side()
            if operator in "/%" and self.dice_seen != dice:
                raise self.misread("a divisor without dice", at=begin)
            operations.append(Operation(cast("Operator", operator), operand, position))
        return Arithmetic(first, tuple(operations))

    def signed_item(self) -> Expression:
        negative = False
        while (sign := self.kinds[self.at]) in ("+", "-"):
            negative ^= sign == "-"
            self.at += 1
        item = self.item()
        if not negative:
            return item
        return item.operand if isinstance(item, Signed) else Signed(item)

    def item(self) -> Expression:
        begin, start = self.at, self.starts[self.at]
        item: Expression
        match self.kinds[begin]:
            case "number":
                item = self.number()
                if self.kinds[self.at] == "d":
                    item = self.dice(item, start)
            case "d":
                item = self.dice(Number(1), start)
            case "(":
                item = self.bracket_or_dice()
            case "{":
                item = self.group()
            case "name":
                item = Variable(variable_name(self.text[start + 1 : self.ends[begin]]), start)
                self.variables.append(item)
                self.at += 1
            case function if function in FUNCTIONS:
                item = self.call(cast("Function", function))
            case _:
                raise self.misread(AN_ITEM)
        if self.kinds[self.at] == "label":
            item = self.labelled(item)
        return item

    def bracket_or_dice(self) -> Expression:
        begin, dice = self.at, self.dice_seen
        inner = self.bracket()
        start, after = self.starts[begin], self.kinds[self.at]
        if after == "d":
            if self.dice_seen != dice:
                raise self.misread("a number of dice without dice", at=begin + 1)
            return self.dice(inner, start)
        if after in RANK:
            # `(4d6)kh3` needs no brackets; `(2d6+3)>=10` perhaps meant each die of a group.
            last = self.starts[self.at - 1]
            within, rest = self.text[start + 1 : last], self.text[last + 1 :]
            raise self.misread(
                "an operator: modifiers follow dice or a {group}, not a bracket",
                *([self.text[:start] + within + rest] if isinstance(inner, Dice) else []),
                f"{self.text[:start]}{{{within}}}{rest}",
            )
        return inner

    def group(self) -> Group:
        begin, start = self.at, self.starts[self.at]
        self.dice_seen += 1
        self.open("}")
        members = [self.sum()]
        while self.kinds[self.at] == ",":
            self.at += 1
            members.append(self.sum())
        last = self.starts[self.at]
        self.close()
        modifiers = self.modifiers(for_group=True)
        group = Group(tuple(members), start, modifiers.tail())
        self.refuse_disorder(modifiers, group, start)
        if len(members) == 1 and (modifiers.count is None or not _is_pool(members[0])):
            within, rest = self.text[start + 1 : last], self.text[last + 1 :]
            raise self.misread(
                "two members or more, or dice plus or minus a number, counted, as in {3d20+5}>=21",
                self.text[:start] + within + rest if isinstance(members[0], Dice) else "",
                f"{self.text[:start]}({within}){rest}",
                at=begin,
            )
        return group

    def call(self, function: Function) -> Call:
        self.at += 1
        if self.kinds[self.at] != "(":
            raise self.misread(f"( after {function}")
        self.open(")")
        arguments = [self.sum()]
        while self.kinds[self.at] == "," and function in ("min", "max"):
            self.at += 1
            arguments.append(self.sum())
        self.close()
        return Call(function, tuple(arguments))

    def labelled(self, item: Expression) -> Labelled:
        begin, start, end = self.at, self.starts[self.at], self.ends[self.at]
        label = self.text[start + 1 : end - 1].strip()
        if not label:
            raise self.misread("a label with a name in it, as in [fire]")
        self.at += 1
        if isinstance(item, Dice | Group) and self.kinds[self.at] in RANK:
            self.modifiers(for_group=isinstance(item, Group))
            past = self.ends[self.at - 1]
            raise self.misread(
                "the modifiers before the label",
                self.text[:start] + self.text[end:past] + self.text[start:end] + self.text[past:],
                at=begin + 1,
            )
        return Labelled(item, label, start)

    # dice

    def dice(self, count: Expression, start: int) -> Dice:
        self.dice_seen += 1
        self.at += 1
        sides = self.sides()
        kind = self.kinds[self.at]
        if kind not in RANK:
            dice = Dice(count, sides, start)
        else:
            modifiers = self.modifiers(for_group=False)
            dice = modifiers.dice(count, sides, start)
            self.refuse_disorder(modifiers, dice, start)
            kind = self.kinds[self.at]
        if kind == "d":
            here = self.starts[self.at]
            raise self.misread("dl or dh to drop dice, or an operator", self.replaced(here, here + 1, "dl"))
        return dice

    def sides(self) -> Sides | Faces:
        match self.kinds[self.at]:
            case "number":
                return Sides(self.number())
            case "%":
                self.at += 1
                return Sides(Number(100))
            case "f":
                self.at += 1
                return FATE
            case "(":
                return Sides(self.constant_bracket("a number of sides"))
            case "{":
                return self.faces()
            case kind:
                start, end = self.starts[self.at], self.ends[self.at]
                bracketed = self.replaced(start, end, f"({self.text[start:end]})") if kind == "name" else ""
        raise self.misread("the sides of the die: a number, %, F, a bracket or {faces}", bracketed)

    def faces(self) -> Faces:
        self.open("}")
        values = [self.face()]
        while self.kinds[self.at] == ",":
            self.at += 1
            values.append(self.face())
        self.close()
        return Faces(tuple(values))

    def face(self) -> int:
        negative = self.kinds[self.at] == "-"
        self.at += negative
        if self.kinds[self.at] != "number":
            raise self.misread("a face: a whole number")
        value = self.number().value
        return -value if negative else value


def _is_pool(member: Expression) -> bool:
    """Whether a group's only member is uncounted dice, plus or minus numbers."""
    pools = 0
    for operator, side in summands(member):
        dice = side.item if isinstance(side, Labelled) else side
        if isinstance(dice, Dice) and operator == "+" and dice.tail.count is None:
            pools += 1
        elif operator not in "+-" or holds_dice(side):
            return False
    return pools == 1


def holds_dice(expression: Expression) -> bool:
    """Whether there are dice or a group anywhere in it."""
    match expression:
        case Dice() | Group():
            return True
        case Signed(inner) | Labelled(inner):
            return holds_dice(inner)
        case Arithmetic(first, operations):
            return holds_dice(first) or any(holds_dice(step.operand) for step in operations)
        case Call(_, arguments):
            return any(map(holds_dice, arguments))
        case Number() | Variable():
            return False
        case _:
            assert_never(expression)
