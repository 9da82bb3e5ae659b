"""Unique dice (`u`): a die that shows what already lies is thrown again, until all lie and differ."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, gcd, lcm, prod

from app.rules.dice.odds.distribution import Distribution, collected, listed
from app.rules.dice.odds.polynomial import slot, unpacked

Sizes = tuple[int, ...]


def of_different(
    faces: Distribution,
    count: int,
    ranks: tuple[int, int],
    value: Callable[[int], int],
    counted: Callable[[int], int] | None,
) -> Distribution:
    """What the dice of these ranks, of `count` that all differ, come to: their values, or what those count.

    Faces of equal weight can change places, so all sets of dice with as many faces of each weight are equally
    likely: `_chances` says how likely. The sets are laid out face by face from the lowest value; a state is how
    many faces of each weight lie already.
    """
    weights = sorted(set(faces.ways) - {0})
    lying = sorted([(value(face), weights.index(ways)) for face, ways in listed(faces)])
    low, high = ranks
    worths = [value if counted is None else counted(value) for value, _ in lying]
    least = min(worths)
    step = gcd(*[worth - least for worth in worths]) or 1
    width = slot(comb(len(lying), count))
    states: dict[Sizes, int] = {(0,) * len(weights): 1}
    for (_, weight), counts in zip(lying, worths, strict=True):
        laid = dict(states)
        for sizes, found in states.items():
            before = sum(sizes)
            if before < count:
                shift = (counts - least) // step * 8 * width if low <= before < high else 0
                more = (*sizes[:weight], sizes[weight] + 1, *sizes[weight + 1 :])
                laid[more] = laid.get(more, 0) + (found << shift)
        states = laid
    complete = {sizes: found for sizes, found in states.items() if sum(sizes) == count}
    chances = _chances(Counter([weights[weight] for _, weight in lying]), count, complete)
    denominator = lcm(*[chance.denominator for chance in chances.values()])
    kept = high - low
    ways: dict[int, int] = {}
    for sizes, found in complete.items():
        times = int(chances[sizes] * denominator)
        length = (max(worths) - least) // step * kept + 1
        for place, sets in enumerate(unpacked(found, width, length)):
            if sets:
                total = least * kept + place * step
                ways[total] = ways.get(total, 0) + sets * times
    return collected(ways, denominator)


def _chances(faces: Counter[int], count: int, complete: Iterable[Sizes]) -> dict[Sizes, Fraction]:
    """How likely one set of `count` faces is to lie in the end, for so many faces of each weight in it.

    `faces` says how many faces have a weight. The faces that lie only become more, whichever dice show them; dice
    that don't lie yet are thrown together.
    """
    if len(faces) == 1:
        return {sizes: Fraction(1, comb(faces.total(), count)) for sizes in complete}
    weights = sorted(faces)
    thrown = sum(weight * number for weight, number in faces.items())
    arrived: dict[Sizes, Fraction] = {}
    for sizes in sorted(product(*[range(min(faces[weight], count) + 1) for weight in weights]), key=sum):
        if sum(sizes) > count:
            break
        arrived[sizes] = sum(
            [
                chance * prod(map(comb, sizes, before)) * _step(weights, before, sizes, thrown, count)
                for before, chance in arrived.items()
                if all(map(int.__le__, before, sizes))
            ],
            Fraction(not sum(sizes)),
        )
    return {sizes: arrived[sizes] for sizes in complete}


def _step(weights: Sequence[int], before: Sizes, after: Sizes, thrown: int, count: int) -> Fraction:
    """The chance that the throw which adds to a set adds just these faces: those, but none of them left out."""
    dice = count - sum(before)
    lying = sum(map(int.__mul__, weights, before))
    more = [there - here for here, there in zip(before, after, strict=True)]
    ways = sum(
        [
            (-1) ** (sum(more) - sum(some))
            * prod(map(comb, more, some))
            * (lying + sum(map(int.__mul__, weights, some))) ** dice
            for some in product(*[range(most + 1) for most in more])
        ]
    )
    return Fraction(ways, thrown**dice - lying**dice)
