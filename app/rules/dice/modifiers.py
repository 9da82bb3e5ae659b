"""Read the modifiers of dice and groups, in whatever order they come, and refuse any but the grammar's."""

from typing import cast

from app.rules.dice.canonical import canonical
from app.rules.dice.cursor import Cursor
from app.rules.dice.expression import (
    Clamp,
    ClampKind,
    Comparison,
    Count,
    Dice,
    Explode,
    ExplodeKind,
    Expression,
    Faces,
    Group,
    Keep,
    KeepKind,
    Number,
    Reroll,
    Sides,
    Signed,
    SortKind,
    Tail,
    Test,
)

COMPARISONS = frozenset((">=", "<=", ">", "<", "="))
CLAMPS: dict[str, ClampKind] = {"mi": "mi", "ma": "ma", "min": "mi", "max": "ma"}
KEEPS: dict[str, KeepKind] = {"kh": "kh", "k": "kh", "kl": "kl", "dh": "dh", "dl": "dl"}

# The order of the modifiers. Those of one rank may follow each other where the grammar repeats them.
_REROLL, _EXPLODE, _CLAMP, _KEEP, _SORT, _COUNT = range(6)
RANK = (
    dict.fromkeys(("u", "r", "ro"), _REROLL)
    | dict.fromkeys(("!", "!o", "!!", "!p"), _EXPLODE)
    | dict.fromkeys(CLAMPS, _CLAMP)
    | dict.fromkeys(KEEPS, _KEEP)
    | dict.fromkeys(("sa", "sd"), _SORT)
    | dict.fromkeys((*COMPARISONS, "cs"), _COUNT)
)
_ONCE = {_EXPLODE, _SORT, _COUNT}


class Modifiers:
    """The modifiers of one term while they are read, in whatever order they come."""

    __slots__ = ("clamps", "count", "disorder", "explode", "keeps", "rerolls", "sort", "twice", "unique")

    def __init__(self) -> None:
        self.rerolls: list[Reroll] = []
        self.unique = False
        self.explode: Explode | None = None
        self.clamps: list[Clamp] = []
        self.keeps: list[Keep] = []
        self.sort: SortKind | None = None
        self.count: Count | None = None
        self.disorder: int | None = None
        self.twice = False

    def tail(self) -> Tail:
        """The tail they make."""
        return Tail(tuple(self.keeps), self.sort, self.count)

    def dice(self, count: Expression, sides: Sides | Faces, position: int) -> Dice:
        """The dice term they make."""
        return Dice(
            count, sides, position, tuple(self.rerolls), self.unique, self.explode, tuple(self.clamps), self.tail()
        )


class ModifierReader(Cursor):
    """The part of the reader that reads modifiers."""

    def modifiers(self, *, for_group: bool) -> Modifiers:
        """Read all modifiers that stand here; their order is judged by `refuse_disorder`."""
        read = Modifiers()
        last, once = -1, set[int]()
        while (rank := RANK.get(self.kinds[self.at])) is not None:
            if for_group and rank < _KEEP:
                raise self.misread("a modifier that a group has: kh kl dh dl, sa sd, or a count")
            if (rank < last or (rank == last and rank in _ONCE)) and read.disorder is None:
                read.disorder = self.at
            read.twice |= rank in once
            once |= {rank} & _ONCE
            last = max(last, rank)
            self._modifier(read, rank)
        if self.kinds[self.at] in ("ds", "f"):
            raise self.misread("a count before ds and f, as in >=8ds>=10f<=1")
        return read

    def _modifier(self, read: Modifiers, rank: int) -> None:
        kind = self.kinds[self.at]
        if rank == _COUNT:
            read.count = self._count()
            return
        again = read.rerolls or read.explode is not None
        if (kind == "u" and again) or (read.unique and kind != "u" and rank in (_REROLL, _EXPLODE)):
            raise self.misread("either u, or rerolls and explosions, not both")
        self.at += 1
        if kind == "u":
            read.unique = True
        elif rank == _REROLL:
            read.rerolls.append(Reroll(self._test(), kind == "ro"))
        elif rank == _EXPLODE:
            read.explode = Explode(cast("ExplodeKind", kind), self._test())
        elif rank == _CLAMP:
            read.clamps.append(Clamp(CLAMPS[kind], self._value(f"a value after {CLAMPS[kind]}")))
        elif rank == _KEEP:
            given = self.kinds[self.at] in ("number", "(")
            read.keeps.append(Keep(KEEPS[kind], self._value("") if given else Number(1)))
        else:
            read.sort = cast("SortKind", kind)

    def refuse_disorder(self, modifiers: Modifiers, term: Dice | Group, start: int) -> None:
        """Refuse another order than the grammar's, with `term` written in it as the mending."""
        if modifiers.disorder is None:
            return
        if modifiers.twice:
            raise self.misread("each of explosion, sorting and count once", at=modifiers.disorder)
        raise self.misread(
            "the modifiers in their order: rerolls, explosion, mi and ma, keep and drop, sorting, count",
            self.replaced(start, self.ends[self.at - 1], canonical(term)),
            at=modifiers.disorder,
        )

    def _count(self) -> Count:
        if self.kinds[self.at] == "cs":
            self.at += 1
        success = self._comparison()
        extra: dict[str, list[Test]] = {"ds": [], "f": []}
        while (kind := self.kinds[self.at]) in extra:
            self.at += 1
            extra[kind].append(self._comparison())
        return Count(success, tuple(extra["ds"]), tuple(extra["f"]))

    def _comparison(self) -> Test:
        kind = self.kinds[self.at]
        if kind not in COMPARISONS:
            raise self.misread("a comparison, as in >=8")
        self.at += 1
        expected = f"a number or a bracket after {kind}, such as {kind}8 or {kind}(@target)"
        if self.kinds[self.at] != "-":
            return Test(cast("Comparison", kind), self._value(expected))
        self.at += 1
        if self.kinds[self.at] != "number":
            raise self.misread(expected)
        return Test(cast("Comparison", kind), Signed(self.number()))

    def _test(self) -> Test | None:
        kind = self.kinds[self.at]
        if kind in COMPARISONS:
            return self._comparison()
        return Test("=", self._value("")) if kind in ("number", "(") else None

    def _value(self, expected: str) -> Expression:
        if self.kinds[self.at] == "number":
            return self.number()
        if self.kinds[self.at] != "(":
            raise self.misread(expected)
        return self.constant_bracket("a value")
