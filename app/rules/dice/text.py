"""Tell a roll the way a table reads it aloud, plain or in Discord's markdown.

`23 = 2d20kh1 (18; dropped 4) + 5`: each dice term is followed by its dice. `6!+3` is a die that exploded with its extra
die, `1→5` a die thrown again, `1 as 2` a die that counts for another number; a count marks successes with ✓, doubles
with ✓✓ and failures with ✗. Markdown leaves dropped dice in their places, struck out, and bolds the others.
"""

from typing import assert_never

from app.rules.dice.canonical import canonical
from app.rules.dice.evaluation import Outcome
from app.rules.dice.expression import Arithmetic, Call, Dice, Expression, Group, Labelled, Number, Signed, Variable
from app.rules.dice.hand import Roll
from app.rules.dice.quoting import markdown_words, plain_words

LONGEST_TEXT = 300
LONGEST_MARKDOWN = 1_800
_LONGEST_NAME = 80
_SIGNS = {"+": "+", "-": "-", "*": "×", "/": "÷", "%": "%"}
# How many units of a term are shown: as many as fit.
_SHORTER = (1000, 60, 30, 15, 8, 4, 2, 1, 0)


def text(*rolls: Roll, label: str | None = None, physical: bool = False) -> str:
    """The rolls of one request as one plain line of at most 300 characters."""
    return _told(rolls, label, physical=physical, markdown=False)


def markdown(*rolls: Roll, label: str | None = None, physical: bool = False) -> str:
    """The rolls of one request in Discord's markdown, a line each, at most 1,800 characters."""
    return _told(rolls, label, physical=physical, markdown=True)


def _told(rolls: tuple[Roll, ...], label: str | None, *, physical: bool, markdown: bool) -> str:
    longest = LONGEST_MARKDOWN if markdown else LONGEST_TEXT
    words = markdown_words if markdown else plain_words
    names = [words(name, longest=_LONGEST_NAME) for name in (label, rolls[0].hand.notation.comment) if name]
    start = "".join(f"{name}: " for name in names)
    end = " (physical dice)" if physical else ""
    if markdown and start and len(rolls) > 1:
        start = start.rstrip() + "\n"
    between = "\n" if markdown else "; "
    room = longest - len(start) - len(end)
    for most in _SHORTER:
        lines = _lines(rolls, most, room + len(between), len(between), markdown=markdown)
        if lines is not None:
            return start + between.join(lines) + end
    return start + _totals(rolls, room, markdown=markdown) + end


def _lines(rolls: tuple[Roll, ...], most: int, room: int, between: int, *, markdown: bool) -> list[str] | None:
    """A line for each roll, if there is room for all."""
    lines = []
    for roll in rolls:
        lines.append(_line(roll, most, markdown=markdown))
        room -= len(lines[-1]) + between
        if room < 0:
            return None
    return lines


def _line(roll: Roll, most: int, *, markdown: bool) -> str:
    """`**23** = 2d20kh1 (~~4~~, **18**) + 5`."""
    outcome = roll.outcome
    head, tail = str(roll.total), ""
    if outcome.successes is not None:
        successes = _number(outcome.successes, "success", "successes")
        if outcome.successes == roll.total and outcome.failures is None:
            head = successes
        else:
            failures = "" if outcome.failures is None else ", " + _number(outcome.failures, "failure", "failures")
            tail = f": {successes}{failures}"
    if markdown:
        head = f"**{head}**"
    return f"{head} = {_Teller(outcome, most, markdown=markdown).told(roll.hand.notation.expression)}{tail}"


def _totals(rolls: tuple[Roll, ...], room: int, *, markdown: bool) -> str:
    """What is left to say when even the notations are too long: the totals, and how many dice made them."""
    totals = [f"**{roll.total}**" if markdown else str(roll.total) for roll in rolls]
    dice = _number(sum(len(roll.outcome.dice) for roll in rolls), "die", "dice")
    every = range(len(totals), -1, -1)
    rest = [f", … {len(totals) - shown} more rolls" if shown < len(totals) else "" for shown in every]
    told = (f"{', '.join(totals[:shown])}{more} ({dice})" for shown, more in zip(every, rest, strict=True))
    return next(line for line in told if len(line) <= room)


def _number(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


class _Teller:
    """One pass over the tree beside its outcome; `most` units of a term are shown, the rest counted."""

    def __init__(self, outcome: Outcome, most: int, *, markdown: bool) -> None:
        self.outcome = outcome
        self.most = most
        self.markdown = markdown
        self.term = 0
        self.units = _units_by_term(outcome)

    def told(self, expression: Expression) -> str:
        match expression:
            case Number() | Variable():
                return canonical(expression)
            case Signed(operand):
                return f"-{self.item(operand)}"
            case Arithmetic(first, operations):
                sums = operations[0].operator in "+-"
                side = self.addend if sums else self.item
                return side(first) + "".join(f" {_SIGNS[step.operator]} {side(step.operand)}" for step in operations)
            case Call(function, arguments):
                return f"{function}({', '.join([self.told(argument) for argument in arguments])})"
            case Labelled(item, label):
                if not isinstance(item, Dice | Group):
                    self.term += 1
                return f"{self.item(item)} {self.label(label)}"
            case Dice():
                return self.dice(expression)
            case Group(members):
                notation = self.outcome.terms[self.term].notation
                self.term += 1
                inside = ", ".join([self.told(member) for member in members])
                return f"{{{inside}}}{notation[notation.rindex('}') + 1 :]}"
            case _:
                assert_never(expression)

    def addend(self, expression: Expression) -> str:
        sums = isinstance(expression, Arithmetic) and expression.operations[0].operator in "+-"
        return f"({self.told(expression)})" if sums else self.told(expression)

    def item(self, expression: Expression) -> str:
        return f"({self.told(expression)})" if isinstance(expression, Arithmetic) else self.told(expression)

    def label(self, label: str) -> str:
        if self.markdown:
            return f"\\[{markdown_words(label, longest=_LONGEST_NAME)}\\]"
        return f"[{plain_words(label, longest=_LONGEST_NAME)}]"

    def dice(self, dice: Dice) -> str:
        notation = self.outcome.terms[self.term].notation
        units = self.units.get(self.term, [])
        self.term += 1
        if dice.tail.sort is not None:
            every = self.outcome.dice
            units.sort(key=lambda unit: sum(every[die].value for die in unit), reverse=dice.tail.sort == "sd")
        shown, rest = units[: self.most], sum(map(len, units[self.most :]))
        more = (
            [f"… {_number(rest, 'more die', 'more dice')}" if shown else _number(rest, "die", "dice")] if rest else []
        )
        if self.markdown:
            parts = [self.marked(dice, unit) for unit in shown] + more
            return f"{notation} ({', '.join(parts) or 'no dice'})"
        kept = [self.unit(dice, unit) for unit in shown if self.outcome.dice[unit[0]].kept]
        dropped = [self.unit(dice, unit) for unit in shown if not self.outcome.dice[unit[0]].kept]
        parts = [", ".join(kept + more)] if kept or more else []
        parts += ["dropped " + ", ".join(dropped)] if dropped else []
        return f"{notation} ({'; '.join(parts) or 'no dice'})"

    def marked(self, dice: Dice, unit: list[int]) -> str:
        first = self.outcome.dice[unit[0]]
        if not first.kept:
            return f"~~{self.unit(dice, unit)}~~"
        chosen = bool(dice.tail.keeps) if first.success is None else first.success
        return f"**{self.unit(dice, unit)}**" if chosen else self.unit(dice, unit)

    def unit(self, dice: Dice, unit: list[int]) -> str:
        chain = dice.explode is not None and dice.explode.kind == "!!"
        told = "+".join([self.die(die) + ("" if chain else self.verdict(die)) for die in unit])
        if not chain or not (verdict := self.verdict(unit[0])):
            return told
        return f"({told}){verdict}" if len(unit) > 1 else told + verdict

    def die(self, place: int) -> str:
        die = self.outcome.dice[place]
        thrown = [str(die.face)]
        before = place
        while (before := self.outcome.replaced.get(before, -1)) >= 0:
            thrown.append(str(self.outcome.dice[before].face))
        told = "→".join(reversed(thrown)) if len(thrown) < 5 else f"{thrown[-1]}→…→{thrown[0]}"
        return told + ("!" if die.exploded else "") + (f" as {die.value}" if die.value != die.face else "")

    def verdict(self, place: int) -> str:
        die = self.outcome.dice[place]
        success = "" if not die.success else "✓✓" if place in self.outcome.doubles else "✓"
        return success + ("✗" if die.failure else "")


def _units_by_term(outcome: Outcome) -> dict[int, list[list[int]]]:
    """For each dice term its units, in the order of the dice first thrown: the die that lies, then its extra dice."""
    origin: dict[int, int] = {}
    units: dict[int, list[int]] = {}
    for place, die in enumerate(outcome.dice):
        before = outcome.replaced.get(place)
        origin[place] = place if before is None else origin[before]
        if die.parent is not None:
            origin[place] = origin[die.parent]
        if not die.rerolled:
            units.setdefault(origin[place], []).append(place)
    by_term: dict[int, list[list[int]]] = {}
    for first in sorted(units):
        by_term.setdefault(outcome.dice[first].term, []).append(units[first])
    return by_term
