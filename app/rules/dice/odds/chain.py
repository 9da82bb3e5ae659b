"""A die that explodes: itself and its extra dice, as one chain.

Every die of a chain has a value, which keeps compare, and a worth, which is added up: the value itself, or what
it counts. Chains that may go on for ever are listed until less than 10^-9 of all rolls stay unlisted.
"""

from typing import NamedTuple

from app.rules.dice.expression import Count, Dice, Explode, test_of
from app.rules.dice.faces import holds
from app.rules.dice.odds.die import clamped, score
from app.rules.dice.odds.distribution import Distribution, listed

# Less than one part in this many may stay unlisted of one term, so that 10^-9 holds for all terms together.
PARTS = 10**12

Joint = dict[tuple[int, int], int]


class Throw(NamedTuple):
    """The ways in which one die of a chain comes to a (value, worth), ending the chain or going on."""

    stops: Joint
    goes: Joint
    denominator: int


class Chain(NamedTuple):
    """A first die, the extra dice that follow as long as they explode, and how many may follow at most.

    With `!!` the chain is one die: `counting` then counts its value. Otherwise each die has counted already.
    """

    first: Throw
    extra: Throw
    once: bool
    counting: Count | None


def chain_of(dice: Dice, explode: Explode, thrown: Distribution, bonus: int, count: Count | None) -> Chain:
    """The chain of an exploding die whose faces are `thrown`; each die that counts gets the `bonus`."""
    explodes = holds([test_of(explode)])
    each = score(count) if count is not None and explode.kind != "!!" else None
    more = bonus if count is not None and explode.kind == "!!" else 0

    def throw(less: int, more: int = 0) -> Throw:
        stops: Joint = {}
        goes: Joint = {}
        for face, ways in listed(thrown):
            value = clamped(dice.clamps, face - less) + more
            at = value, value if each is None else each(value + bonus)
            part = goes if explodes(face) else stops
            part[at] = part.get(at, 0) + ways
        return Throw(stops, goes, thrown.denominator)

    extra = throw(1 if explode.kind == "!p" else 0)
    return Chain(throw(0, more), extra, explode.kind == "!o", count if explode.kind == "!!" else None)


class Chains(NamedTuple):
    """All chains of at most so many extra dice, and the ways of those that go on."""

    ended: Joint
    going: Joint
    denominator: int


def chains(first: Throw, extra: Throw, depth: int) -> Chains:
    """Follow a chain for `depth` extra dice."""
    ended, going = dict(first.stops), first.goes
    denominator = first.denominator
    for _ in range(depth):
        ended = {at: ways * extra.denominator for at, ways in ended.items()}
        for at, ways in _together(going, extra.stops).items():
            ended[at] = ended.get(at, 0) + ways
        going = _together(going, extra.goes)
        denominator *= extra.denominator
    return Chains(ended, going, denominator)


def limited(first: Throw, extra: Throw, depth: int) -> Chains:
    """Chains that end with the last of `depth` extra dice even where it explodes: `!o` is 1 deep."""
    ended, going, denominator = chains(first, extra, depth)
    for at, ways in going.items():
        ended[at] = ended.get(at, 0) + ways
    return Chains(ended, {}, denominator)


def _together(left: Joint, right: Joint) -> Joint:
    result: Joint = {}
    for (value, worth), ways in left.items():
        for (more, further), times in right.items():
            at = value + more, worth + further
            result[at] = result.get(at, 0) + ways * times
    return result


def by_worth(joint: Joint) -> dict[int, int]:
    """The ways of each worth, whatever the value."""
    result: dict[int, int] = {}
    for (_, worth), ways in joint.items():
        result[worth] = result.get(worth, 0) + ways
    return result


def by_value(chain: Chain, ended: Joint) -> dict[int, dict[int, int]]:
    """The ways of each worth for each value; a chain that is one die (`!!`) counts now."""
    counted = None if chain.counting is None else score(chain.counting)
    by_value: dict[int, dict[int, int]] = {}
    for (value, worth), ways in ended.items():
        of_value = by_value.setdefault(value, {})
        counts = worth if counted is None else counted(worth)
        of_value[counts] = of_value.get(counts, 0) + ways
    return by_value


def upside_down(chain: Chain) -> Chain:
    """The chain with the lowest value on top; what it is worth stays the same."""

    def turned(throw: Throw) -> Throw:
        stops, goes = ({(-value, worth): ways for (value, worth), ways in part.items()} for part in throw[:2])
        return Throw(stops, goes, throw.denominator)

    return chain._replace(first=turned(chain.first), extra=turned(chain.extra))


def natural_depth(first: Throw, extra: Throw, count: int) -> int:
    """How many extra dice leave less than one part in `PARTS` that any of `count` chains goes on."""
    going, goes = sum(first.goes.values()) * count * PARTS, sum(extra.goes.values())
    denominator, depth = first.denominator, 0
    while going >= denominator:
        going *= goes
        denominator *= extra.denominator
        depth += 1
    return depth
