"""Products and powers of polynomials with whole coefficients: how independent dice add up.

A polynomial has a die's ways as coefficients and its totals as exponents; adding independent dice multiplies them.
Two tricks make that cheap:

- Kronecker's: give every coefficient a slot wide enough for the largest one that can come out; then one product of
  whole numbers is the product of the polynomials.
- Every power f = p ** n satisfies p * f' = n * p' * f, so each coefficient follows from a few before it.
"""

from collections.abc import Mapping, Sequence
from math import prod
from struct import pack, unpack

_WORD = 8

Sparse = Mapping[int, int]


def slot(largest: int) -> int:
    """Bytes that hold `largest`; whole machine words where those are read and written in one call."""
    width = (largest.bit_length() + 7) >> 3
    if width <= _WORD:
        return _WORD
    return 2 * _WORD if width <= 2 * _WORD else width


def packed(coefficients: Sequence[int], width: int) -> int:
    """Write the coefficients into slots of `width` bytes of one number."""
    if width == _WORD:
        return int.from_bytes(pack(f"<{len(coefficients)}Q", *coefficients), "little")
    return int.from_bytes(b"".join([ways.to_bytes(width, "little") for ways in coefficients]), "little")


def unpacked(number: int, width: int, length: int) -> list[int]:
    """Read `length` coefficients back out of their slots."""
    data = number.to_bytes(width * length, "little")
    if width == _WORD:
        return list(unpack(f"<{length}Q", data))
    if width == 2 * _WORD:
        words = unpack(f"<{2 * length}Q", data)
        return [high << 64 | low for low, high in zip(words[::2], words[1::2], strict=True)]
    read = int.from_bytes
    return [read(data[place : place + width], "little") for place in range(0, width * length, width)]


def product(left: Sequence[int], right: Sequence[int], largest: int) -> list[int]:
    """Multiply two polynomials without negative coefficients; `largest` bounds what comes out."""
    width = slot(largest)
    return unpacked(packed(left, width) * packed(right, width), width, len(left) + len(right) - 1)


def power(coefficients: Sequence[int], exponent: int, largest: int) -> list[int]:
    """A power, of 1 or more, of a polynomial without negative coefficients whose first and last are not 0.

    `largest` bounds what comes out.
    """
    length = (len(coefficients) - 1) * exponent + 1
    width = slot(largest)
    if length * width > _SMALL_PACK:
        factors = sparse_factors(dict(enumerate(coefficients)), exponent)
        # Microseconds, measured: the recurrence by its terms, Kronecker's number by its bytes.
        if length * (0.2 + 0.13 * lags(factors)) < 22 * (length * width / 1_000) ** 1.45:
            return series(factors, length, coefficients[0] ** exponent)
    return unpacked(packed(coefficients, width) ** exponent, width, length)


_SMALL_PACK = 2_000


def lags(factors: Sequence[tuple[Sparse, int]]) -> int:
    """From how many earlier coefficients each one of a `series` follows, at most."""
    return prod([len(polynomial) for polynomial, _ in factors])


def sparse_factors(polynomial: Sparse, exponent: int) -> list[tuple[Sparse, int]]:
    """The power as a product of powers with few terms: even faces are (1 - x**n) / (1 - x)."""
    stepped: dict[int, int] = {}
    for place, weight in polynomial.items():
        stepped[place] = stepped.get(place, 0) + weight
        stepped[place + 1] = stepped.get(place + 1, 0) - weight
    whole, stepped = ({place: weight for place, weight in it.items() if weight} for it in (polynomial, stepped))
    if len(stepped) + 1 < len(whole):
        return [(stepped, exponent), ({0: 1, 1: -1}, -exponent)]
    return [(whole, exponent)]


def series(factors: Sequence[tuple[Sparse, int]], length: int, first: int) -> list[int]:
    """The first `length` coefficients of a product of powers, negative ones too, of polynomials.

    Their constants must not be 0. All coefficients are scaled so that the first is `first`, which must make all of
    them whole.
    """
    whole: dict[int, int] = {0: 1}
    slope: dict[int, int] = {}
    for polynomial, exponent in factors:
        # With f = g1**a1 * g2**a2 ...: (g1 g2 ...) f' = (a1 g1' g2 ... + a2 g1 g2' ... + ...) f.
        rise = {place - 1: exponent * weight * place for place, weight in polynomial.items() if place}
        slope = _sum(_times(slope, polynomial), _times(rise, whole))
        whole = _times(whole, polynomial)
    steps = [
        (lag, slope.get(lag - 1, 0) + whole.get(lag, 0) * lag, whole.get(lag, 0))
        for lag in sorted(whole.keys() | {place + 1 for place in slope})
        if lag
    ]
    found = [first] + [0] * (length - 1)
    constant = whole[0]
    for index in range(1, length):
        total = 0
        for lag, level, fall in steps:
            if lag > index:
                break
            total += (level - fall * index) * found[index - lag]
        found[index] = total // (constant * index)
    return found


def _times(left: Sparse, right: Sparse) -> dict[int, int]:
    result: dict[int, int] = {}
    for place, weight in left.items():
        for other, factor in right.items():
            result[place + other] = result.get(place + other, 0) + weight * factor
    return result


def _sum(left: Sparse, right: Sparse) -> dict[int, int]:
    return {place: left.get(place, 0) + right.get(place, 0) for place in left.keys() | right.keys()}


def uniform_power(sides: int, count: int) -> list[int]:
    """Ways for the sum of `count` dice numbered 0 to `sides` - 1: the powers of 1 + x + ... + x**(sides - 1)."""
    if count == 1:
        return [1] * sides
    if sides**count < 1 << 64:
        ones = int.from_bytes(b"\1\0\0\0\0\0\0\0" * sides, "little")
        return unpacked(ones**count, _WORD, (sides - 1) * count + 1)
    # Here there are four dice at least, and so more than `sides` places in each half.
    span = (sides - 1) * count
    half = span // 2 + 1
    found = [1] + [0] * (half - 1)
    # `series` of (1 - x**sides)**count * (1 - x)**-count written out, and the second half by symmetry.
    rising = count - 1
    for index in range(1, sides):
        found[index] = found[index - 1] * (index + rising) // index
    falling = sides * (count + 1)
    last = (sides - 1) * (count + 1) + 2
    found[sides] = (found[sides - 1] * (sides + rising) + (sides - falling) * found[0]) // sides
    for index in range(sides + 1, half):
        found[index] = (
            found[index - 1] * (index + rising)
            - found[index - sides] * (falling - index)
            + found[index - sides - 1] * (last - index)
        ) // index
    return found + found[span - half :: -1]
