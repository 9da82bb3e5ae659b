"""Dice from the operating system: unbiased, unshared, and what they do with given bytes."""

import hashlib
import os
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from itertools import count

import pytest

from app.rules.dice.statistics import chi_square_tail
from app.services.chance import SystemDice


@cache
def stream() -> bytes:
    return hashlib.shake_256(b"always the same").digest(4_000_000)


def fixed_bytes() -> Callable[[int], bytes]:
    """Random-looking bytes that are the same in every run."""
    return BytesIO(stream()).read


@pytest.mark.parametrize("sides", range(2, 101))
def test_a_million_dice_fall_evenly(sides: int) -> None:
    faces = SystemDice(fixed_bytes()).draw(sides, 1_000_000)
    counted = Counter(faces)
    expected = 1_000_000 / sides
    statistic = sum((counted[face] - expected) ** 2 for face in range(1, sides + 1)) / expected
    assert counted.total() == 1_000_000
    assert set(counted) == set(range(1, sides + 1))
    assert 0.001 < chi_square_tail(statistic, sides - 1) < 0.999


def test_bytes_become_faces_and_what_would_favour_low_ones_is_rejected() -> None:
    dice = SystemDice(lambda size: bytes([0, 5, 6, 251, 252, 255, 7]) * size)
    assert list(dice.draw(6, 5)) == [1, 6, 1, 6, 2]
    assert list(dice.draw(255, 7)) == [1, 6, 7, 252, 253, 8, 1]
    assert list(dice.draw(1, 3)) == [1, 1, 1]


@pytest.mark.parametrize(
    ("sides", "given", "faces"),
    [
        (256, "000000ff 00000100", [256, 1]),
        (1000, "00000000 000003e7 fffffed7", [1, 1000, 1000]),
        # 2^32 - 2^32 % 1000 = 4294967000 and all above it are rejected.
        (1000, "fffffed8 ffffffff 00000007", [8]),
        (1_000_000, "000f423f", [1_000_000]),
    ],
)
def test_large_dice_take_four_bytes_big_endian(sides: int, given: str, faces: list[int]) -> None:
    left = bytearray.fromhex(given)

    def random_bytes(size: int) -> bytes:
        taken = bytes(left[:size])
        del left[:size]
        return taken

    assert SystemDice(random_bytes).draw(sides, len(faces)) == faces
    assert not left


def test_dice_are_drawn_across_refills_without_loss() -> None:
    together = SystemDice(fixed_bytes()).draw(20, 30_000)
    dice = SystemDice(fixed_bytes())
    parts = b"".join(bytes(dice.draw(20, size)) for size in [1, 9_999, 0, 20_000])
    assert parts == together


def test_no_two_threads_get_the_same_dice() -> None:
    # Every four bytes are a number that never comes again, so equal hands of four dice would be one hand dealt twice.
    numbers = count()

    def random_bytes(size: int) -> bytes:
        return b"".join(bytes((*divmod(next(numbers), 250), 0, 0)) for _ in range(size // 4))

    dice = SystemDice(random_bytes)
    hands: list[Sequence[int]] = []

    def throw() -> None:
        hands.extend([dice.draw(255, 4) for _ in range(2_000)])

    threads = [threading.Thread(target=throw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(hands)) == len(hands) == 8_000


def test_after_a_fork_parent_and_child_throw_different_dice() -> None:
    dice = SystemDice()
    dice.draw(20, 1)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, bytes(dice.draw(20, 100)))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 100) != bytes(dice.draw(20, 100))
    os.close(reading)
    os.close(writing)


def test_a_source_that_is_gone_forgets_nothing_at_a_fork() -> None:
    SystemDice()
    child = os.fork()
    if not child:
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
