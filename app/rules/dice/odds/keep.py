"""Keep and drop: what the highest, lowest or middle ones of independent units count together, exactly."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import comb, gcd, prod
from operator import mul, sub
from typing import NamedTuple

from app.rules.dice.expression import Keep, number
from app.rules.dice.odds.distribution import Distribution, Ends, Unlisted, collected
from app.rules.dice.odds.polynomial import slot, unpacked

Worth = Mapping[int, Mapping[int, int]]

_SMALL_BITS = 20_000


class Kind(NamedTuple):
    """Like units on the table: `units` dice, chains of dice, or members of a group.

    `worth` says for each value in how many ways, out of `denominator`, a unit of that value counts how much. The
    rest of the ways lie above all those values, and count between the ends of `over`.
    """

    units: int
    worth: Worth
    denominator: int
    over: Ends | None = None

    @property
    def beyond(self) -> int:
        """The ways that lie above all the values."""
        return self.denominator - ways_of(self.worth)


def ways_of(worth: Worth) -> int:
    """The ways of all values together."""
    return sum([sum(of_value.values()) for of_value in worth.values()])


def upside_down(kind: Kind) -> Kind:
    """The kind with the lowest value on top; what a unit counts stays the same."""
    return kind._replace(worth={-value: of_value for value, of_value in kind.worth.items()})


def cut_off(kind: Kind, cut: int, over: Ends) -> Kind:
    """The kind with nothing listed from `cut` upwards, where units count between the ends of `over`."""
    worth = {value: of_value for value, of_value in kind.worth.items() if value < cut}
    if over[0] == over[1]:
        worth[cut] = {int(over[0]): kind.denominator - ways_of(worth)}
        return kind._replace(worth=worth)
    return kind._replace(worth=worth, over=over)


def ranks(keeps: Sequence[Keep], units: int) -> tuple[int, int]:
    """Which ranks stay, counted from the lowest, as a range: each keep cuts an end off what is left."""
    low, high = 0, units
    for keep in keeps:
        value = number(keep.value)
        if keep.kind == "kh":
            low = max(low, high - value)
        elif keep.kind == "kl":
            high = min(high, low + value)
        elif keep.kind == "dh":
            high = max(low, high - value)
        else:
            low = min(high, low + value)
    return low, high


def extreme(values: Distribution, units: int, *, highest: bool) -> Distribution:
    """The highest (lowest) of like units: it is at most (at least) a value when all of them are."""
    within = [ways**units for ways in accumulate(values.ways if highest else reversed(values.ways))]
    ways = [within[0], *map(sub, within[1:], within)]
    return Distribution(values.totals, ways if highest else ways[::-1], values.denominator**units)


def kept(kinds: Sequence[Kind], low: int, high: int) -> Distribution:
    """What the units of rank `low` to before `high` count together, once all units lie sorted by value.

    The units are laid out value by value from the lowest, up to the last kept rank. What the kept ones among them
    count is a polynomial, packed into one number.
    """
    if len(kinds) > 1:
        kinds = _merged(kinds)
    denominator = prod([kind.denominator**kind.units for kind in kinds])
    worths = {worth for kind in kinds for of_value in kind.worth.values() for worth in of_value}
    least = min(worths)
    if len(worths) == 1 and not any(kind.beyond for kind in kinds):
        always = least * (high - low)
        return Distribution(range(always, always + 1), [denominator], denominator)
    if len(kinds) == 1 and high - low == 1 and high in (1, kinds[0].units):
        single = _only_one(kinds[0], highest=high > 1)
        return collected(single, denominator, unlisted=_unlisted(kinds, 1, denominator - sum(single.values())))
    step = gcd(*[worth - least for worth in worths]) or 1
    width = slot(denominator)
    slots = _Slots(least, step, 8 * width)
    if len(kinds) > 1:
        finished = _many_kinds(kinds, low, high, slots)
    elif high - low == kinds[0].units - 1 and _small(kinds[0], max(worths) - least, slots):
        finished = _all_but_one(kinds[0], slots, lowest=low == 1)
    else:
        finished = _one_kind(kinds[0], low, high, slots)
    # The lowest and the highest worths may belong to units that are never kept.
    first, last = (max(0, part.bit_length() - 1) // slots.bits for part in (finished & -finished, finished))
    ways = unpacked(finished >> first * slots.bits, width, last - first + 1)
    start = least * (high - low) + first * step
    unlisted = _unlisted(kinds, high - low, denominator - sum(ways))
    return Distribution(range(start, start + len(ways) * step, step), ways, denominator, 1, unlisted)


def _merged(kinds: Sequence[Kind]) -> Sequence[Kind]:
    """Equal kinds made one: they are laid out together."""
    units: list[int] = []
    different: list[Kind] = []
    for kind in kinds:
        one = kind._replace(units=1)
        if one in different:
            units[different.index(one)] += kind.units
        else:
            different.append(one)
            units.append(kind.units)
    return [kind._replace(units=number) for kind, number in zip(different, units, strict=True)]


def _unlisted(kinds: Sequence[Kind], counted: int, ways: int) -> Unlisted | None:
    """The ways in which one of the `counted` units, or more, is not listed, and what they all come to then."""
    if not ways:
        return None
    ends = [kind.over for kind in kinds if kind.over is not None]
    low, high = min([low for low, _ in ends]), max([high for _, high in ends])
    worths = [worth for kind in kinds for of_value in kind.worth.values() for worth in of_value]
    # Not one product: 0 times infinite is nothing.
    lows, highs = [min([low, *worths])] * (counted - 1), [max([high, *worths])] * (counted - 1)
    return Unlisted(ways, sum(lows, low), sum(highs, high))


class _Slots(NamedTuple):
    """Where in a packed polynomial a worth stands: `least` in the first slot of `bits`, then every `step`."""

    least: int
    step: int
    bits: int

    def of(self, of_value: Mapping[int, int]) -> tuple[int, int]:
        """The packed ways of each worth, without the empty slots before the first, and how many bits those are."""
        if len(of_value) == 1:
            ((worth, ways),) = of_value.items()
            return ways, (worth - self.least) // self.step * self.bits
        bits = [(worth - self.least) // self.step * self.bits for worth in of_value]
        shift = min(bits)
        return sum([ways << place - shift for place, ways in zip(bits, of_value.values(), strict=True)]), shift


def _small(kind: Kind, span: int, slots: _Slots) -> bool:
    """Whether each value is always worth the same, and powers of all of them are quickly made."""
    plain = all(len(of_value) == 1 for of_value in kind.worth.values())
    return plain and (span // slots.step + 1) * kind.units * slots.bits < _SMALL_BITS


def _only_one(kind: Kind, *, highest: bool) -> dict[int, int]:
    """Keep the highest (lowest) of like units: it is at most (at least) a value when all of them are."""
    units, worth, _, _ = kind
    lying = 0 if highest else kind.beyond
    before = lying**units
    found: dict[int, int] = {}
    for value in sorted(worth, reverse=not highest):
        ways = sum(worth[value].values())
        lying += ways
        within = lying**units
        # Of several units at this value any one is kept.
        times = (within - before) // ways
        for counts, ways in worth[value].items():
            found[counts] = found.get(counts, 0) + ways * times
        before = within
    return found


def _all_but_one(kind: Kind, slots: _Slots, *, lowest: bool) -> int:
    """Drop the lowest (highest) of like units: what all count, less what that one counts, value by value."""
    units, worth, _, _ = kind
    lying = reached = finished = 0
    for value in sorted(worth, reverse=lowest):
        core, shift = slots.of(worth[value])
        lying += core << shift
        within = lying**units
        finished += (within - reached) >> shift
        reached = within
    return finished if lowest else finished + units * kind.beyond * lying ** (units - 1)


def _one_kind(kind: Kind, low: int, high: int, slots: _Slots) -> int:
    """Lay out like units. `between[n]` is the polynomial while n of them lie, of which some are kept, not yet all."""
    units, worth, above, _ = kind
    counted = high - low
    below = finished = 0
    # Large ones take long, and every value asks for the same.
    choose = cache(comb)
    between = [0] * high
    for value in sorted(worth):
        ways = sum(worth[value].values())
        above -= ways
        core, shift = slots.of(worth[value])
        cores = list(accumulate([core] * counted, mul, initial=1))
        # Of the units below this value and at it, `low` are dropped: so many ways to get that far.
        entering = [choose(units, lying) * below**lying * ways ** (low - lying) for lying in range(low + 1)]
        rest = [
            1
            if high == units
            else sum(
                [
                    choose(units - lying, more) * ways ** (more - high + lying) * above ** (units - lying - more)
                    for more in range(high - lying, units - lying + 1)
                ]
            )
            for lying in range(high)
        ]
        begun = sum([entered * after for entered, after in zip(entering, rest, strict=False)])
        finished += begun * cores[counted] << shift * counted
        for lying in range(low + 1, high):
            finished += between[lying] * (cores[high - lying] * rest[lying]) << shift * (high - lying)
        for after in range(high - 1, low, -1):
            begun = sum([entered * choose(units - lying, after - lying) for lying, entered in enumerate(entering)])
            between[after] += begun * cores[after - low] << shift * (after - low)
            for lying in range(low + 1, after):
                more = after - lying
                between[after] += between[lying] * (cores[more] * choose(units - lying, more)) << shift * more
        below += ways
    return finished


def _many_kinds(kinds: Sequence[Kind], low: int, high: int, slots: _Slots) -> int:
    """Lay out units of several kinds; a state is how many of each kind lie."""
    above = [kind.denominator for kind in kinds]
    states = {(0,) * len(kinds): 1}
    finished = 0
    for value in sorted(set().union(*[kind.worth for kind in kinds])):
        for place, kind in enumerate(kinds):
            if value not in kind.worth:
                continue
            ways = sum(kind.worth[value].values())
            above[place] -= ways
            core, shift = slots.of(kind.worth[value])
            laid: dict[tuple[int, ...], int] = {}
            for state, found in states.items():
                before, left = sum(state), kind.units - state[place]
                for more in range(left + 1):
                    counting = max(0, min(before + more, high) - max(before, low))
                    amount = found * (comb(left, more) * ways ** (more - counting) * core**counting) << shift * counting
                    after = (*state[:place], state[place] + more, *state[place + 1 :])
                    if before + more < high:
                        laid[after] = laid.get(after, 0) + amount
                    else:
                        # The other units all lie above, or at this value as well.
                        finished += amount * prod(
                            [
                                rest ** (other.units - lying)
                                for rest, other, lying in zip(above, kinds, after, strict=True)
                            ]
                        )
            states = laid
    return finished
