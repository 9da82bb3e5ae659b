"""Products and powers of polynomials with whole coefficients: how independent dice add up.

A polynomial is the list of its coefficients from the constant upwards. Adding independent dice multiplies the
polynomials that have a die's ways as coefficients and its totals as exponents.

The trick is Kronecker's: give every coefficient a slot wide enough for the largest one that can come out, and one
product of whole numbers is the product of the polynomials.
"""

from collections.abc import Iterable, Sequence
from struct import pack, unpack

_WORD = 8
_MASK = (1 << 64) - 1


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
    """A power, of 1 or more, of a polynomial without negative coefficients; `largest` bounds what comes out."""
    width = slot(largest)
    return unpacked(packed(coefficients, width) ** exponent, width, (len(coefficients) - 1) * exponent + 1)


def series_power(
    terms: Iterable[tuple[int, int]], constant: int, exponent: int, length: int, first: int
) -> list[int]:
    """The first `length` coefficients of (`constant` + sum of `weight * x**place`) ** `exponent`.

    From `p * f' = exponent * p' * f`, which every power `f` of `p` satisfies: each coefficient follows from the
    few before it, whatever the exponent, negative ones too. All are scaled so that the first is `first`, which
    must carry enough factors of `constant` for the divisions to come out even.
    """
    steps = [(place, weight, weight * place * (exponent + 1)) for place, weight in terms]
    found = [first] + [0] * (length - 1)
    for index in range(1, length):
        total = 0
        for place, weight, reach in steps:
            if place <= index:
                total += (reach - weight * index) * found[index - place]
        found[index] = total // (constant * index)
    return found


def uniform_power(sides: int, count: int) -> list[int]:
    """Ways for the sum of `count` dice numbered 0 to `sides` - 1: the powers of 1 + x + ... + x**(sides - 1)."""
    if count == 1:
        return [1] * sides
    if sides**count <= _MASK:
        ones = int.from_bytes(b"\1\0\0\0\0\0\0\0" * sides, "little")
        return unpacked(ones**count, _WORD, (sides - 1) * count + 1)
    return _uniform_recurrence(sides, count)


def _uniform_recurrence(sides: int, count: int) -> list[int]:
    """The same by (1 - x)(1 - x**sides) f' = ..., three earlier ways for each, and the second half by symmetry."""
    span = (sides - 1) * count
    half = span // 2 + 1
    found = [1] + [0] * (half - 1)
    rising = count - 1
    for index in range(1, min(sides, half)):
        found[index] = found[index - 1] * (index + rising) // index
    falling = sides * (count + 1)
    last = (sides - 1) * (count + 1) + 2
    if sides < half:
        found[sides] = (found[sides - 1] * (sides + rising) + (sides - falling) * found[0]) // sides
    for index in range(sides + 1, half):
        found[index] = (
            found[index - 1] * (index + rising)
            - found[index - sides] * (falling - index)
            + found[index - sides - 1] * (last - index)
        ) // index
    return found + found[span - half :: -1]
