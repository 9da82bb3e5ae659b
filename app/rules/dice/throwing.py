"""Throw one dice term until its dice lie: rerolls, uniqueness, explosions, and what each die is worth.

Where the contract is silent: rerolls are for extra dice too ("and so on" repeats the whole round); several `ro`
share their one reroll, and a die that meets an `r` is thrown again without using it up; with `u` a die is compared
with those that lie already, and a die that lies stays.
"""

from collections.abc import Sequence

from app.rules.dice.canonical import canonical
from app.rules.dice.expression import Dice, Explode, Faces, Number, number, test_of
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
    """Every die thrown in one roll, in drawing order.

    `places` are the draws as the source gave them; `replaced` says which die each rerolled die made way for.
    """

    __slots__ = ("dice", "places", "replaced", "source")

    def __init__(self, source: DiceSource) -> None:
        self.source = source
        self.dice: list[DieResult] = []
        self.places: list[int] = []
        self.replaced: dict[int, int] = {}

    def throw(self, dice: Dice, parents: Sequence[int | None], *, term: int, label: str | None) -> list[int]:
        """Throw a die for each parent (None: one that no explosion brought); their places in `dice`."""
        sides, begin, count = faces_of(dice.sides), len(self.dice), len(parents)
        check_draws(begin + count)
        places = faces = self._draw(dice, sides, count)
        self.places.extend(places)
        if isinstance(dice.sides, Faces):
            listed = dice.sides.values
            faces = [listed[place - 1] for place in places]
        self.dice += [
            DieResult(term, sides, face, face, True, False, False, parent, None, None, label)
            for face, parent in zip(faces, parents, strict=True)
        ]
        return list(range(begin, begin + count))

    def _draw(self, dice: Dice, sides: int, count: int) -> Sequence[int]:
        if isinstance(dice.sides, Faces) and isinstance(self.source, PhysicalDice):
            name = canonical(Dice(Number(1), dice.sides, 0)).removeprefix("1")
            return self.source.read(dice.sides.values, count, name)
        return self.source.draw(sides, count)

    def throw_again(self, dice: Dice, again: Sequence[int]) -> list[int]:
        """Throw these dice of one term once more; the places of those that stand for them now."""
        replaced = [self.dice[place] for place in again]
        for die in replaced:
            die.rerolled, die.kept = True, False
        new = self.throw(dice, [die.parent for die in replaced], term=replaced[0].term, label=replaced[0].label)
        self.replaced.update(zip(new, again, strict=True))
        return new


def thrown(tray: Tray, dice: Dice, *, term: int, label: str | None) -> list[Unit]:
    """Throw a dice term; its units in the order of its dice, none dropped yet."""
    every, begin = tray.dice, len(tray.dice)
    lying = tray.throw(dice, [None] * number(dice.count), term=term, label=label)
    if dice.unique:
        lying = _unique(tray, dice, lying)
    elif dice.rerolls:
        lying = _rerolled(tray, dice, lying)
    if dice.explode is None:
        if dice.clamps:
            for fallen in every[begin:]:
                fallen.value = _worth(dice, fallen)
        return [Unit([die], every[die].value) for die in lying]
    chains = [[die] for die in lying]
    _explode(tray, dice, dice.explode, chains)
    for fallen in every[begin:]:
        fallen.value = _worth(dice, fallen)
    return [Unit(chain, sum([every[die].value for die in chain])) for chain in chains]


def _rerolled(tray: Tray, dice: Dice, lying: list[int]) -> list[int]:
    """Reroll in waves until no die is to be thrown again."""
    always = holds(test_of(reroll) for reroll in dice.rerolls if not reroll.once)
    once = holds(test_of(reroll) for reroll in dice.rerolls if reroll.once)
    used: set[int] = set()
    while True:
        again = []
        for slot, die in enumerate(lying):
            face = tray.dice[die].face
            if always(face):
                again.append(slot)
            elif slot not in used and once(face):
                used.add(slot)
                again.append(slot)
        if not again:
            return lying
        lying = _replaced(tray, dice, lying, again)


def _unique(tray: Tray, dice: Dice, lying: list[int]) -> list[int]:
    """Throw again in waves what equals a die that lies."""
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


def _explode(tray: Tray, dice: Dice, explode: Explode, chains: list[list[int]]) -> None:
    """Throw extra dice, generation by generation, and lay each in its chain."""
    explodes = holds([test_of(explode)])
    growing = chains
    while growing := [chain for chain in growing if explodes(tray.dice[chain[-1]].face)]:
        parents = [chain[-1] for chain in growing]
        for parent in parents:
            tray.dice[parent].exploded = True
        first = tray.dice[parents[0]]
        extra = tray.throw(dice, parents, term=first.term, label=first.label)
        if dice.rerolls:
            extra = _rerolled(tray, dice, extra)
        for chain, die in zip(growing, extra, strict=True):
            chain.append(die)
        if explode.kind == "!o":
            return


def _worth(dice: Dice, die: DieResult) -> int:
    value = die.face
    if dice.explode is not None and dice.explode.kind == "!p" and die.parent is not None:
        value -= 1
    for clamp in dice.clamps:
        bound = number(clamp.value)
        value = max(value, bound) if clamp.kind == "mi" else min(value, bound)
    return value
