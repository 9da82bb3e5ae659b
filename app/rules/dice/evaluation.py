"""Roll an expression and tell what became of every die: design section 4, "Evaluation", the one source of truth.

Where the contract is silent:

- several `f` or `ds` clauses count once if one of them holds, and `ds` only where the success holds;
- in a group of one, extra dice are members of their own (`!!`: the chain is one);
- dice in a dropped member of a group are not kept, and what they counted is forgotten; a counted group reports its
  own successes, not those inside its members;
- a term inside `floor ceil round` shows its total rounded by that function.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeVar, assert_never

from app.rules.dice.canonical import canonical
from app.rules.dice.expression import (
    Arithmetic,
    Call,
    Count,
    Dice,
    Expression,
    Function,
    Group,
    Keep,
    Labelled,
    Number,
    Signed,
    Variable,
    number,
    pool,
)
from app.rules.dice.faces import holds
from app.rules.dice.record import TermResult
from app.rules.dice.source import DiceSource
from app.rules.dice.throwing import Tray, Unit, thrown
from app.rules.dice.variables import Amount, apply, call, rounds

AnyUnit = TypeVar("AnyUnit", bound=Unit)


class Outcome:
    """What lies on the table once a bound expression, that `limits` accepts, is rolled.

    Beside the record: `places` are the draws in their order, `replaced` says for a die which one it was thrown for
    again, `doubles` are the dice that count two successes.

    Raises:
        DiceLimit: the roll passed 20,000 draws.
        Refusal: whatever the source refuses.
    """

    def __init__(self, expression: Expression, source: DiceSource, *, notations: Sequence[str]) -> None:
        """Roll; `notations` are those of the terms, from `term_notations`."""
        table = _Table(Tray(source), notations)
        self.total = int(table.value(expression, None, None))
        self.terms, self.dice, self.places = table.terms, table.tray.dice, table.tray.places
        self.replaced, self.doubles = table.tray.replaced, table.doubles
        self.successes, self.failures = table.successes, table.failures

    @cached_property
    def units(self) -> dict[int, list[list[int]]]:
        """For each dice term its units, in the order of the dice first thrown: what lies, then its extra dice."""
        origin: dict[int, int] = {}
        units: dict[int, list[int]] = {}
        for place, die in enumerate(self.dice):
            before = self.replaced.get(place) if die.parent is None else die.parent
            origin[place] = place if before is None else origin[before]
            if not die.rerolled:
                units.setdefault(origin[place], []).append(place)
        by_term: dict[int, list[list[int]]] = {}
        for first in sorted(units):
            by_term.setdefault(self.dice[first].term, []).append(units[first])
        return by_term


def term_notations(expression: Expression) -> list[str]:
    """The canonical text of each term, without its label: in the order written, outer before inner."""
    match expression:
        case Dice():
            return [canonical(expression)]
        case Group(members):
            return [canonical(expression), *_all_notations(members)]
        case Labelled(Dice() | Group() as item):
            return term_notations(item)
        case Labelled(item):
            return [canonical(item), *term_notations(item)]
        case Signed(operand):
            return term_notations(operand)
        case Arithmetic(first, operations):
            return _all_notations([first, *[step.operand for step in operations]])
        case Call(_, arguments):
            return _all_notations(arguments)
        case Number() | Variable():
            return []
        case _:
            assert_never(expression)


def _all_notations(expressions: Iterable[Expression]) -> list[str]:
    return [notation for expression in expressions for notation in term_notations(expression)]


class _Table:
    """One roll under way. `rounding` is the `floor`, `ceil` or `round` around, `label` the innermost label."""

    def __init__(self, tray: Tray, notations: Sequence[str]) -> None:
        self.tray = tray
        self.notations = notations
        self.terms: list[TermResult] = []
        self.doubles: set[int] = set()
        self.successes: int | None = None
        self.failures: int | None = None

    def value(self, expression: Expression, rounding: Function | None, label: str | None) -> Amount:
        match expression:
            case Dice():
                return self.dice(expression, label)
            case Number(value):
                return value
            case Arithmetic(first, operations):
                amount = self.value(first, rounding, label)
                for step in operations:
                    right = self.value(step.operand, rounding, label)
                    amount = apply(step.operator, amount, right, exact=rounding is not None)
                return amount
            case Signed(operand):
                return -self.value(operand, rounding, label)
            case Call(function, arguments):
                inside = function if rounds(function) else rounding
                return call(function, [self.value(argument, inside, label) for argument in arguments])
            case Labelled(item, text):
                place = len(self.terms)
                if not isinstance(item, Dice | Group):
                    self.term()
                amount = self.value(item, rounding, text)
                self.terms[place].total, self.terms[place].label = _whole(amount, rounding), text
                return amount
            case Group() if len(expression.members) == 1:
                return self.pool_group(expression, label)
            case Group():
                return self.group(expression, rounding, label)
            case Variable():
                raise AssertionError("this tree is not bound")
            case _:
                assert_never(expression)

    def term(self) -> TermResult:
        term = TermResult(self.notations[len(self.terms)])
        self.terms.append(term)
        return term

    def dice(self, dice: Dice, label: str | None) -> int:
        term = self.term()
        units = self.lying(dice, label)
        count = dice.tail.count
        if count is None:
            term.total = _sum(units)
        else:
            term.total = self.counted(count, self.countable(dice, units), mark=True)
        return term.total

    def lying(self, dice: Dice, label: str | None) -> list[Unit]:
        """Throw the dice of the latest term; the units that are kept."""
        units = thrown(self.tray, dice, term=len(self.terms) - 1, label=label)
        return self.kept(dice.tail.keeps, units)

    def countable(self, dice: Dice, units: list[Unit]) -> list[Unit]:
        """What a count looks at, in drawing order: each die, with `!!` each chain."""
        if dice.explode is not None and dice.explode.kind == "!!":
            return units
        places = sorted([die for unit in units for die in unit.dice])
        return [Unit([die], self.tray.dice[die].value) for die in places]

    def pool_group(self, group: Group, label: str | None) -> int:
        """A group of one: each kept die, with the number added, is a member."""
        term = self.term()
        dice, name, added = pool(group)
        inner = self.term()
        inner.label = name
        units = self.lying(dice, name or label)
        inner.total = _sum(units)
        members = [Unit(unit.dice, unit.total + added) for unit in self.countable(dice, units)]
        assert group.tail.count is not None
        term.total = self.counted(group.tail.count, self.kept(group.tail.keeps, members), mark=True)
        return term.total

    def group(self, group: Group, rounding: Function | None, label: str | None) -> Amount:
        term = self.term()
        outside = self.successes, self.failures
        members = [self.member(member, rounding, label) for member in group.members]
        self.successes, self.failures = outside
        kept = self.kept(group.tail.keeps, members)
        if group.tail.count is not None:
            term.total = self.counted(group.tail.count, kept, mark=False)
            return term.total
        for member in kept:
            self.add(member.successes, member.failures)
        total: Amount = sum([member.total for member in kept])
        term.total = _whole(total, rounding)
        return total

    def member(self, member: Expression, rounding: Function | None, label: str | None) -> "_Member":
        begin, self.successes, self.failures = len(self.tray.dice), None, None
        total = self.value(member, rounding, label)
        return _Member(range(begin, len(self.tray.dice)), total, self.successes, self.failures)

    def kept(self, keeps: Sequence[Keep], units: list[AnyUnit]) -> list[AnyUnit]:
        """The units that every keep and drop leaves, from left to right; the dice of the others are marked."""
        for keep in keeps:
            high, drop = keep.kind[1] == "h", keep.kind[0] == "d"
            # Ties keep the earlier: to drop, begin with the latest.
            order = range(len(units) - 1, -1, -1) if drop else range(len(units))
            chosen = set(sorted(order, key=lambda place: units[place].total, reverse=high)[: number(keep.value)])
            left = [unit for place, unit in enumerate(units) if (place in chosen) != drop]
            for place, unit in enumerate(units):
                if (place in chosen) == drop:
                    self.discard(unit)
            units = left
        return units

    def discard(self, unit: Unit) -> None:
        for place in unit.dice:
            die = self.tray.dice[place]
            die.kept, die.success, die.failure = False, None, None

    def counted(self, count: Count, units: Sequence[Unit], *, mark: bool) -> int:
        """Successes less failures; with `mark` each unit's die says which it is."""
        success, double, failure = holds([count.success]), holds(count.doubles), holds(count.failures)
        successes = failures = 0
        for unit in units:
            succeeds, fails = success(unit.total), failure(unit.total)
            doubles = succeeds and double(unit.total)
            successes += succeeds + doubles
            failures += fails
            if mark:
                place = unit.dice[0]
                die = self.tray.dice[place]
                die.success, die.failure = succeeds, fails if count.failures else None
                if doubles:
                    self.doubles.add(place)
        self.add(successes, failures if count.failures else None)
        return successes - failures

    def add(self, successes: int | None, failures: int | None) -> None:
        if successes is not None:
            self.successes = (self.successes or 0) + successes
        if failures is not None:
            self.failures = (self.failures or 0) + failures


class _Member(Unit):
    """A member of a group, with what was counted inside it."""

    __slots__ = ("failures", "successes")

    def __init__(self, dice: Sequence[int], total: Amount, successes: int | None, failures: int | None) -> None:
        super().__init__(dice, total)
        self.successes, self.failures = successes, failures


def _sum(units: Sequence[Unit]) -> int:
    return int(sum([unit.total for unit in units]))


def _whole(amount: Amount, rounding: Function | None) -> int:
    return int(amount) if rounding is None else int(call(rounding, [amount]))
