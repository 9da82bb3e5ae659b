"""Keep and drop: what the highest, lowest or middle ones of independent units count together, exactly."""

from collections.abc import Mapping, Sequence
from math import comb, gcd, prod
from typing import NamedTuple

from app.rules.dice.expression import Keep, number
from app.rules.dice.odds.distribution import Distribution, Ends, Unlisted, collected
from app.rules.dice.odds.polynomial import slot, unpacked


class Kind(NamedTuple):
    """Like units on the table: `units` dice, chains of dice, or members of a group.

    `worth` says for each value in how many ways, out of `denominator`, a unit of that value counts how much. The
    rest of the ways lie above all those values, and count between the ends of `over`.
    """

    units: int
    worth: Mapping[int, Mapping[int, int]]
    denominator: int
    over: Ends | None = None


def cut_off(kind: Kind, cut: int, over: Ends) -> Kind:
    """The kind with nothing listed from `cut` upwards, where units count between the ends of `over`."""
    worth = {value: of_value for value, of_value in kind.worth.items() if value < cut}
    if over[0] == over[1]:
        worth[cut] = {int(over[0]): _beyond(kind._replace(worth=worth))}
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


def kept(kinds: Sequence[Kind], low: int, high: int) -> Distribution:
    """What the units of rank `low` to `high` - 1 count together, once all units lie sorted by value.

    The units are laid out value by value from the lowest. A state is how many of each kind lie already; what the
    kept ones among them count is a polynomial, packed into one number. Units past the last kept rank are not laid
    out.
    """
    denominator = prod([kind.denominator**kind.units for kind in kinds])
    units = sum([kind.units for kind in kinds])
    if low == high:
        return Distribution(range(1), (denominator,), denominator)
    over = _over(kinds, high - low)
    if high - low == 1 and high in (1, units) and all(_plain(kind) for kind in kinds):
        found = _extreme(kinds, highest=high == units)
        unlisted = over and Unlisted(denominator - sum(found.values()), *over)
        return collected(found, denominator, unlisted=unlisted)
    worths = {worth for kind in kinds for of_value in kind.worth.values() for worth in of_value}
    least = min(worths)
    step = gcd(*[worth - least for worth in worths]) or 1
    width = slot(denominator)
    bits = 8 * width
    above = [kind.denominator for kind in kinds]
    states = {(0,) * len(kinds): 1}
    finished = 0
    for value in sorted(set().union(*[kind.worth for kind in kinds])):
        for place, kind in enumerate(kinds):
            if value not in kind.worth:
                continue
            of_value = kind.worth[value]
            ways = sum(of_value.values())
            above[place] -= ways
            lowest = (min(of_value) - least) // step * bits
            core = sum([times << ((worth - least) // step * bits - lowest) for worth, times in of_value.items()])
            cores = [1]
            laid: dict[tuple[int, ...], int] = {}
            for state, found in states.items():
                before = sum(state)
                left = kind.units - state[place]
                for more in range(min(left, high - before) + 1):
                    after = before + more
                    counting = max(0, after - max(before, low))
                    while len(cores) <= counting:
                        cores.append(cores[-1] * core)
                    amount = found * cores[counting] << lowest * counting
                    if after == high:
                        finished += amount * _rest(kinds, state, above, place, more, counting, ways)
                    else:
                        key = (*state[:place], state[place] + more, *state[place + 1 :])
                        laid[key] = laid.get(key, 0) + amount * (comb(left, more) * ways ** (more - counting))
            states = laid
    counted = high - low
    length = (max(worths) - least) // step * counted + 1
    totals = range(least * counted, least * counted + length * step, step)
    ways = unpacked(finished, width, length)
    return Distribution(totals, ways, denominator, 1, over and Unlisted(denominator - sum(ways), *over))


def _over(kinds: Sequence[Kind], counted: int) -> Ends | None:
    """What `counted` units come to together if one of them, or more, is not listed."""
    ends = [kind.over for kind in kinds if kind.over is not None]
    if not ends:
        return None
    low, high = min([low for low, _ in ends]), max([high for _, high in ends])
    worths = [worth for kind in kinds for of_value in kind.worth.values() for worth in of_value]
    least, most = min([low, *worths]), max([high, *worths])
    return (low + (counted - 1) * least, high + (counted - 1) * most) if counted > 1 else (low, high)


def _rest(
    kinds: Sequence[Kind],
    state: tuple[int, ...],
    above: Sequence[int],
    place: int,
    needed: int,
    counting: int,
    ways: int,
) -> int:
    """Ways of the units beyond the last kept rank: some share the value of the kept ones, the others lie above."""
    left = kinds[place].units - state[place]
    rest: int = sum(
        [
            comb(left, more) * ways ** (more - counting) * above[place] ** (left - more)
            for more in range(needed, left + 1)
        ]
    )
    for other, kind in enumerate(kinds):
        if other != place:
            rest *= above[other] ** (kind.units - state[other])
    return rest


def _plain(kind: Kind) -> bool:
    """Whether every unit of one value counts the same."""
    return all(len(worth) == 1 for worth in kind.worth.values())


def _extreme(kinds: Sequence[Kind], *, highest: bool) -> dict[int, int]:
    """The one highest (lowest) unit: it is at most (at least) a value when all of them are."""
    found: dict[int, int] = {}
    reached = [0 if highest else _beyond(kind) for kind in kinds]
    before = prod([ways**kind.units for ways, kind in zip(reached, kinds, strict=True)])
    for value in sorted(set().union(*[kind.worth for kind in kinds]), reverse=not highest):
        worth = value
        for place, kind in enumerate(kinds):
            for worth, ways in kind.worth.get(value, {}).items():  # noqa: B007 - one entry, the same in every kind
                reached[place] += ways
        within = prod([ways**kind.units for ways, kind in zip(reached, kinds, strict=True)])
        found[worth] = found.get(worth, 0) + within - before
        before = within
    return found


def _beyond(kind: Kind) -> int:
    """The ways of a unit that lie above all listed values."""
    return kind.denominator - sum([ways for of_value in kind.worth.values() for ways in of_value.values()])
