"""How many draws a dice term takes on average, exactly, and whether it can be trusted to end.

Where the contract is silent: a chance of going on above 9/10 is refused where a die could go on for ever (`r`,
`u`, `!`, `!!`, `!p`), not for `ro` and `!o`, which stop by themselves; with `u` it is the chance of the last die.
Rerolls or an explosion of every face are refused for all of them, and so is an explosion of every face that
rerolls leave over (`1d6r<6!`). Draws for `u` on a custom die whose faces differ in weight are the most that can
be expected.
"""

from collections import Counter
from fractions import Fraction

from app.rules.dice.expression import Dice, Faces, Sides, number, test_of
from app.rules.dice.faces import Span, faces_of, picked, united, weight
from app.rules.dice.variables import Amount
from app.rules.errors import DiceLimit

MOST_CHANCE = Fraction(9, 10)


def expected_draws(dice: Dice) -> Amount:
    """The average number of draws of a bound dice term, rerolls and extra dice included.

    Raises:
        DiceLimit: a reroll or an explosion covers every face, or goes on with a chance above 9/10.
    """
    count = number(dice.count)
    if not (dice.unique or dice.rerolls or dice.explode):
        return count
    if dice.unique:
        return _unique_draws(dice.sides, count, dice.position)
    rerolls = _Rerolls(dice)
    return count * rerolls.draws * _chain_length(dice, rerolls)


class _Rerolls:
    """The faces that the reroll clauses of a die pick together: to be thrown again until settled, or once."""

    def __init__(self, dice: Dice) -> None:
        sides, position = dice.sides, dice.position
        self.sides = sides
        self.any = picked(sides, [test_of(reroll) for reroll in dice.rerolls])
        self.endless = picked(sides, [test_of(reroll) for reroll in dice.rerolls if not reroll.once])
        faces, endless = faces_of(sides), weight(sides, self.endless)
        covered = weight(sides, self.any)
        if covered == faces:
            raise _never_ending("the rerolls", f"cover all {faces} faces", position)
        if Fraction(endless, faces) > MOST_CHANCE:
            raise _never_ending("the rerolls", f"cover {endless} of {faces} faces", position)
        self.once = covered - endless
        self.settling = faces - endless
        # A die that has used up its one reroll, and a fresh one.
        self.last_draws = Fraction(faces, self.settling)
        self.draws = (faces + self.once * self.last_draws) / self.settling

    def chance(self, spans: tuple[Span, ...]) -> Fraction:
        """The chance that a die settles on one of these faces."""
        sides = self.sides
        both = weight(sides, united(spans + self.any))
        free = both - weight(sides, self.any)
        once = weight(sides, united(spans + self.endless)) - weight(sides, self.endless) - free
        after_once = Fraction(self.once, self.settling)
        return (free * (1 + after_once) + once * after_once) / self.settling


def _chain_length(dice: Dice, rerolls: _Rerolls) -> Fraction:
    """How many dice an exploding die becomes on average."""
    if dice.explode is None:
        return Fraction(1)
    chance = rerolls.chance(picked(dice.sides, [test_of(dice.explode)]))
    if chance == 1:
        raise _never_ending("the explosion", "covers every face that can lie", dice.position)
    if dice.explode.kind == "!o":
        return 1 + chance
    if chance > MOST_CHANCE:
        raise _never_ending("the explosion", f"goes on with a chance of {chance}", dice.position)
    return 1 / (1 - chance)


def _unique_draws(sides: Sides | Faces, count: int, position: int) -> Fraction:
    faces = faces_of(sides)
    weights = sorted(Counter(sides.values).values(), reverse=True) if isinstance(sides, Faces) else None
    different = faces if weights is None else len(weights)
    if count > different:
        raise DiceLimit(
            f"At position {position}: {count} dice can't all differ, the die has {different} different faces.",
            limit=different,
            asked=count,
            position=position,
        )
    taken = [0]
    for place in range(count - 1):
        taken.append(taken[-1] + (1 if weights is None else weights[place]))
    if Fraction(taken[-1], faces) > MOST_CHANCE:
        raise _never_ending("the last of the unique dice", f"goes on with {taken[-1]} of {faces} faces", position)
    return faces * _sum_of_reciprocals([faces - lying for lying in taken[:count]])


def _sum_of_reciprocals(numbers: list[int]) -> Fraction:
    """Exact, in halves: adding fractions one by one would take a common divisor each time."""

    def halves(begin: int, end: int) -> tuple[int, int]:
        if end - begin == 1:
            return 1, numbers[begin]
        middle = (begin + end) // 2
        (upper, lower), (more, below) = halves(begin, middle), halves(middle, end)
        return upper * below + more * lower, lower * below

    return Fraction(*halves(0, len(numbers))) if numbers else Fraction(0)


def _never_ending(what: str, why: str, position: int) -> DiceLimit:
    return DiceLimit(
        f"At position {position}: {what} {why}; a die may go on with a chance of at most {MOST_CHANCE}.",
        limit=float(MOST_CHANCE),
        position=position,
    )
