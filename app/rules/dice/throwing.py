"""Throw one dice term until its dice lie: rerolls, uniqueness, explosions, and what each die is worth.

Where the contract is silent: rerolls are for extra dice too ("and so on" repeats the whole round); several `ro`
share their one reroll, and a die that meets an `r` is thrown again without using it up; with `u` a die is compared
with those that lie already, and a die that lies stays.
"""

from collections.abc import Sequence

from app.rules.dice.canonical import canonical
from app.rules.dice.expression import Dice, Faces, Number, Test, number
from app.rules.dice.faces import faces_of, holds
from app.rules.dice.limits import MOST_DRAWS
from app.rules.dice.record import DieResult
from app.rules.dice.source import DiceSource, PhysicalDice
from app.rules.dice.variables import Amount
from app.rules.errors import DiceLimit


class Unit:
    """What is kept, dropped or counted as one: a die with its extra dice, or a member of a group.

    `dice` are places in the roll's dice.
    """

    __slots__ = ("dice", "total")

    def __init__(self, dice: Sequence[int], total: Amount) -> None:
        self.dice = dice
        self.total = total


def check_draws(draws: int) -> None:
    """Stop a roll that goes on and on.

    Raises:
        DiceLimit: more than 20,000 draws.
    """
    if draws > MOST_DRAWS:
        raise DiceLimit(f"The roll passed {MOST_DRAWS} draws and was stopped.", limit=MOST_DRAWS)


class Tray:
    """Every die thrown in one roll, in drawing order; `places` are the draws as the source gave them."""

    __slots__ = ("dice", "places", "source")

    def __init__(self, source: DiceSource) -> None:
        self.source = source
        self.dice: list[DieResult] = []
        self.places: list[int] = []

    def throw(self, dice: Dice, parents: Sequence[int | None], *, term: int, label: str | None) -> list[int]:
        """Throw a die for each parent (None: one that no explosion brought); their places in `dice`."""
        sides, begin, count = faces_of(dice.sides), len(self.dice), len(parents)
        check_draws(begin + count)
        places = self._draw(dice, sides, count)
        listed = dice.sides.values if isinstance(dice.sides, Faces) else range(1, sides + 1)
        self.places.extend(places)
        for place, parent in zip(places, parents, strict=True):
            face = listed[place - 1]
            self.dice.append(DieResult(term, sides, face, face, parent=parent, label=label))
        return list(range(begin, begin + count))

    def _draw(self, dice: Dice, sides: int, count: int) -> Sequence[int]:
        if isinstance(self.source, PhysicalDice) and isinstance(dice.sides, Faces):
            name = canonical(Dice(Number(1), dice.sides, 0)).removeprefix("1")
            return self.source.read(dice.sides.values, count, name)
        return self.source.draw(sides, count)

    def throw_again(self, dice: Dice, again: Sequence[int]) -> list[int]:
        """Throw these dice once more; the places of those that stand for them now."""
        for place in again:
            self.dice[place].rerolled, self.dice[place].kept = True, False
        first = self.dice[again[0]]
        parents = [self.dice[place].parent for place in again]
        return self.throw(dice, parents, term=first.term, label=first.label)


def thrown(tray: Tray, dice: Dice, *, term: int, label: str | None) -> list[Unit]:
    """Throw a dice term; its units in the order of its dice, none dropped yet."""
    begin = len(tray.dice)
    lying = tray.throw(dice, [None] * number(dice.count), term=term, label=label)
    lying = _unique(tray, dice, lying) if dice.unique else _rerolled(tray, dice, lying)
    chains = {die: [die] for die in lying}
    explode = dice.explode
    once = explode is not None and explode.kind == "!o"
    while explode is not None and (parents := _exploding(tray, explode.test, lying)):
        lying = _rerolled(tray, dice, tray.throw(dice, parents, term=term, label=label))
        for parent, die in zip(parents, lying, strict=True):
            chains[die] = chains[parent]
            chains[die].append(die)
        if once:
            break
    for fallen in tray.dice[begin:]:
        fallen.value = _worth(dice, fallen)
    roots = {id(chain): chain for chain in chains.values()}
    return [Unit(chain, sum([tray.dice[die].value for die in chain])) for chain in roots.values()]


def _rerolled(tray: Tray, dice: Dice, lying: list[int]) -> list[int]:
    """Reroll in waves until no die is to be thrown again."""
    endless = [reroll.test for reroll in dice.rerolls if reroll.test is not None and not reroll.once]
    once = [reroll.test for reroll in dice.rerolls if reroll.test is not None and reroll.once]
    used: set[int] = set()
    while True:
        again = []
        for slot, die in enumerate(lying):
            face = tray.dice[die].face
            if any(holds(test, face) for test in endless):
                again.append(slot)
            elif slot not in used and any(holds(test, face) for test in once):
                used.add(slot)
                again.append(slot)
        if not again:
            return lying
        lying = _replaced(tray, dice, lying, again)


def _unique(tray: Tray, dice: Dice, lying: list[int]) -> list[int]:
    faces: set[int] = set()
    waiting = list(range(len(lying)))
    while True:
        again = []
        for slot in waiting:
            face = tray.dice[lying[slot]].face
            if face in faces:
                again.append(slot)
            faces.add(face)
        if not again:
            return lying
        lying, waiting = _replaced(tray, dice, lying, again), again


def _replaced(tray: Tray, dice: Dice, lying: list[int], slots: list[int]) -> list[int]:
    new = tray.throw_again(dice, [lying[slot] for slot in slots])
    replaced = dict(zip(slots, new, strict=True))
    return [replaced.get(slot, die) for slot, die in enumerate(lying)]


def _exploding(tray: Tray, test: Test | None, lying: list[int]) -> list[int]:
    parents = [die for die in lying if test is not None and holds(test, tray.dice[die].face)]
    for die in parents:
        tray.dice[die].exploded = True
    return parents


def _worth(dice: Dice, die: DieResult) -> int:
    value = die.face
    if dice.explode is not None and dice.explode.kind == "!p" and die.parent is not None:
        value -= 1
    for clamp in dice.clamps:
        bound = number(clamp.value)
        value = max(value, bound) if clamp.kind == "mi" else min(value, bound)
    return value
