"""How large the distribution of one dice term gets, and the work to count it."""

from collections import Counter
from math import ceil, comb, gcd, log2, prod
from typing import NamedTuple

from app.rules.dice.expression import NO_TAIL, Dice, Faces, Tail, number
from app.rules.dice.faces import extremes, faces_of
from app.rules.dice.odds.chain import by_worth, limited, natural_depth
from app.rules.dice.odds.die import clamped
from app.rules.dice.odds.endless import direction, plan, turned
from app.rules.dice.odds.keep import ranks
from app.rules.dice.odds.loose import Cut
from app.rules.dice.odds.polynomial import lags, sparse_factors
from app.rules.dice.odds.size import Size, kept_work, power_work, product_work
from app.rules.dice.odds.terms import ChainTerm, chain_term, is_loose, is_plain

# The most faces of a die that are looked at one by one.
MOST_FACES = 20_000


class _Unit(NamedTuple):
    """What is kept and counted as one: of how many values, and what it may be worth."""

    values: int
    least: int
    most: int
    step: int

    @property
    def places(self) -> int:
        """How many worths there can be."""
        return (self.most - self.least) // self.step + 1


def dice_size(dice: Dice, slack: int = 0, bonus: int = 0, outside: Tail = NO_TAIL) -> Size:
    """The size of a dice term's distribution; the arguments are those of `terms.of_dice`."""
    if is_loose(dice, outside):
        return _loose(dice, outside)
    count, faces = number(dice.count), faces_of(dice.sides)
    keeps, counting = dice.tail.keeps + outside.keeps, outside.count or dice.tail.count
    low, high = ranks(keeps, count)
    if low == high:
        return Size(0, 0, 1, 0, 1, 1)
    bits = log2(faces) * (2 if any(reroll.once for reroll in dice.rerolls) else 1)
    if is_plain(dice) and counting is not None and high - low == count:
        return _summed(_Unit(4, -1, 2, 1), count, bits, 4)
    if faces > MOST_FACES:
        return Size(0, faces, faces, bits, 100.0 * faces)
    clauses = 1 + len(dice.rerolls) + len(dice.clamps)
    if dice.explode is not None:
        term = chain_term(dice, bonus, outside)
        goes, stops = len(term.chain.extra.goes), len(term.chain.extra.stops)
        looked_at = 5.0 * faces * clauses + 2 * goes * (stops + goes)
        if goes and looked_at > 5 * MOST_FACES:
            return Size(0, faces, faces, bits, 10 * looked_at)
        if goes:
            size = _once(term, bits) if term.chain.once else _endless(term, slack, bits)
            return size._replace(work=size.work + looked_at)
    unit = _unit(dice)
    worth = unit if counting is None else _Unit(unit.values, -1, 2, 1)
    if dice.unique:
        size = _different(dice, worth, count, high - low)
    elif high - low == count:
        size = _summed(worth, count, bits, min(worth.places + 1, 4 * clauses))
    else:
        size = _kept(worth, count, low, high, bits)
    return size._replace(work=size.work + faces * clauses)


def _unit(dice: Dice) -> _Unit:
    """A die without extra dice, worth what it shows."""
    if isinstance(dice.sides, Faces):
        shown = sorted({clamped(dice.clamps, face) for face in dice.sides.values})
        return _Unit(len(shown), shown[0], shown[-1], gcd(*[face - shown[0] for face in shown]) or 1)
    least, most = (clamped(dice.clamps, face) for face in extremes(dice.sides))
    return _Unit(most - least + 1, least, most, 1)


def _summed(unit: _Unit, count: int, bits: float, lags: int) -> Size:
    places, low, high = (unit.places - 1) * count + 1, unit.least * count, unit.most * count
    if count == 1:
        return Size(low, high, unit.places, bits, unit.values, None)
    if unit.places < 4 * unit.values:
        return Size(low, high, places, bits * count, power_work(places, lags, count, bits * count), unit.step)
    # Far apart: sums of so many different dice, half of them added to the other half.
    sums, half = (min(places, comb(dice + unit.values - 1, dice)) for dice in (count, count - count // 2))
    return Size(low, high, sums, bits * count, float(half * half + product_work(min(places, 4 * half * half), bits)))


def _kept(unit: _Unit, count: int, low: int, high: int, bits: float, *, mixed: bool = False) -> Size:
    kept = high - low
    work = kept_work(unit.values, count, low, high, unit.places, bits * count, mixed=mixed)
    places = (unit.places - 1) * kept + 1
    return Size(unit.least * kept, unit.most * kept, places, bits * count, work, unit.step)


def _different(dice: Dice, unit: _Unit, count: int, kept: int) -> Size:
    faces = faces_of(dice.sides)
    alike = [faces]
    if isinstance(dice.sides, Faces):
        alike = list(Counter(Counter(dice.sides.values).values()).values())
    values, places = sum(alike), (unit.places - 1) * kept + 1
    bits = min(count, values - count + 1) * log2(values + 1)
    states = prod([min(some, count) + 1 for some in alike])
    work = values * states * (1 + places * bits / 40_000)
    if len(alike) > 1:
        bits += count * count * log2(faces)
        steps = prod([comb(min(some, count) + 3, 3) for some in alike])
        work += steps * (5 + bits / 100)
    return Size(unit.least * kept, unit.most * kept, places, bits, work, unit.step)


def _once(term: ChainTerm, bits: float) -> Size:
    """Chains of two dice at most."""
    chain, count, low, high = term
    pair = limited(chain.first, chain.extra, 1)
    worths = by_worth(pair.ended)
    unit = _Unit(len({value for value, _ in pair.ended}), min(worths), max(worths), 1)
    if high - low == count:
        factors = sparse_factors({worth - unit.least: ways for worth, ways in worths.items()}, 1)
        return _summed(unit, count, 2 * bits, lags(factors))
    mixed = any(value != worth for value, worth in pair.ended)
    return _kept(unit, count, low, high, 2 * bits, mixed=mixed)


def _endless(term: ChainTerm, slack: int, bits: float) -> Size:
    chain, count, low, high = term
    up = direction(chain.extra)
    if high - low < count or not up:
        return _listed_chains(term, slack, bits)
    listed = plan(turned(chain.first, up), turned(chain.extra, up), 1 if chain.counting else count, slack)
    number, numerator, base, staying, rises, start, step, length = listed
    ways = number * log2(base * staying) + listed.deepest * log2(staying)
    if not rises:
        least = start // count
        one = _Unit(len(numerator), least, least + max(numerator) * step, step)
        return _summed(one, count, log2(base * staying), lags(sparse_factors(numerator, 1)))
    terms = lags(sparse_factors(numerator, 1)) * (len(rises) + 1)
    ends = sorted([up * start, up * (start + length * step)])
    size = Size(ends[0], ends[1], length, ways, power_work(length, terms, 9, ways), step, endless=True)
    if chain.counting is None:
        return size
    counted = product_work(3 * count + 1, ways * count)
    return Size(-count, 2 * count, 3 * count + 1, ways * count, size.work + length + 3 * counted, endless=True)


def _listed_chains(term: ChainTerm, slack: int, bits: float) -> Size:
    """Chains that are followed die by die, as deep as it takes."""
    chain, count, low, high = term
    first, extra = chain.first, chain.extra
    steps = [value for value, _ in extra.goes]
    steps = [-value for value in steps] if max(steps) < 0 else steps
    faces = [*(extra.stops | extra.goes), *(first.stops | first.goes)]
    farthest = max([value for value, _ in faces]) - min([value for value, _ in faces])
    depth = natural_depth(first, extra, count)
    rising = min(steps) > 0
    if rising:
        # Until a chain that goes on lies past those that are listed.
        depth = ceil(depth * max(steps) / min(steps) * (1 if len(steps) == 1 else 1.25)) + 4 + ceil(slack / min(steps))
        depth = max(depth, ceil(1.25 * farthest / min(steps)))
    span = (depth + 2) * max([abs(value) for value, _ in faces])
    summing = all(value == worth for value, worth in faces)
    worths = span if summing else 3 * (depth + 2)
    going = 1 if len(steps) == 1 else span * (1 if summing else worths)
    followed = depth * (going * len(faces) + span) / 2
    if chain.counting is None:
        unit = _Unit(span, min([0, *[value for value, _ in faces]]) if summing and rising else -worths, worths, 1)
    else:
        unit = _Unit(span, -1, 2, 1)
    bits *= depth + 1
    if high - low == count:
        places = (unit.places - 1) * count + 1
        size = Size(-count * worths, count * worths, places, bits * count, 3 * product_work(places, bits * count))
    else:
        # Far fewer worths than places go with one value, so that `mixed` would reckon too much.
        size = _kept(unit, count, low, high, bits)
    return size._replace(work=size.work + followed, endless=True)


def _loose(dice: Dice, outside: Tail) -> Size:
    """Dice that a group keeps one by one: hands of the values that count."""
    faces = faces_of(dice.sides)
    if faces > MOST_FACES:
        return Size(0, faces, faces, 0, 100.0 * faces)
    chain, count, low, high = chain_term(dice, 0, NO_TAIL)
    cut, steps = Cut.of(outside.keeps), len(chain.extra.goes)
    depth = 1 if chain.once else natural_depth(chain.first, chain.extra, count)
    values = len({value for throw in (chain.first, chain.extra) for value, _ in throw.stops | throw.goes})
    followed = (depth + 1) * values if steps == 1 else comb(depth + values, values)
    again = count if high - low < count else 1
    if cut.most is None:
        kept = high - low
        work, most = 6.0 * kept * comb(followed + kept, kept) * again, kept * (depth + 1)
    else:
        hands, most = comb(values + cut.most, cut.most), cut.most
        work = 2.0 * hands * (followed if again > 1 else min(followed, hands)) * count * again
    bits = count * (depth + 1) * log2(faces)
    return Size(-most, 2 * most, 3 * most + 1, bits, work + 5 * faces, endless=True)
