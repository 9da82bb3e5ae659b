"""Hostile notations: whatever is sent, there is a roll or a refusal, soon.

`UMPIRE_DEEP=1` tries ten times as many.
"""

import os
import random
import re
import string
import time

import pytest

from app.rules.dice import markdown, rolls, text
from app.rules.errors import Refusal
from app.services.chance import SystemDice
from tests.rules.dice.table import fixed_bytes

TRIED = 100_000 if os.environ.get("UMPIRE_DEEP") else 10_000
TOKENS = """
d d d d % f F { } ( ) [ ] , + - * / # @ . _ u r ro rr ! !o !! !p x xo mi ma min max kh kl k dh dl sa sd
cs ds >= <= > < = ≥ ≤ − – × ÷ abs floor ceil round @level @zero @debt [fire] 0 1 2 3 6 10 20 100 999
1000 1001 1000000 1000001 9007199254740992 9007199254740993 99999999999999999999999999 1d6 2d6 dF d%
² ٣ ３ ı K ſ İ ß ﷺ 𝟙 é
"""
PIECES = [*TOKENS.split(), " ", "\n", "\u202e", "\u200b", "\ufeff", "\ud800", "\x00", "\x1b"]
VALID = [
    "2d20kh1+7",
    "7d10>=8ds>=10f<=1",
    "{4d6kh3, 2d8+1}kh1",
    "{3d20+5}>=21",
    "(@level)d6!p>=5mi2kh3sd[fire] # comment",
    "floor((7d6r<3!/2)[half])*max(1,2,abs(-3))",
    "2d{1,1,2,3}ro=1u",
    "1000d1000000",
    "500d10r<=9",
    "9d10u",
]


def hostile(chance: random.Random) -> str:
    kind = chance.randrange(8)
    if kind == 0:
        return "".join(chance.choices(PIECES, k=chance.randrange(1, 40)))
    if kind == 1:
        return "".join(chance.choices(string.printable, k=chance.randrange(1, 60)))
    if kind == 2:
        return "".join(map(chr, [chance.randrange(1, 0x110000) for _ in range(chance.randrange(1, 30))]))
    if kind == 3:
        piece = "".join(chance.choices(PIECES, k=chance.randrange(1, 4)))
        return (piece * 600)[: chance.choice([100, 511, 512, 513, 600])]
    if kind == 4:
        opening = chance.choice(["(", "{", "-(", "abs(", "{1,", "1d(", "d6r(", "[", "1d6kh("])
        depth = chance.randrange(1, 200)
        return opening * depth + "1" + chance.choice([")", "}", ""]) * chance.randrange(depth + 1)
    if kind == 5:
        several = chance.choice("+-*,").join(chance.choices(VALID, k=chance.randrange(1, 5)))
        return re.sub(
            "[0-9]+", lambda _: chance.choice(["0", "1", "2", "3", "5", "8", "10", "20", "100", "1000"]), several
        )
    valid = list(chance.choice(VALID))
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(valid) + 1)
        if kind == 6:
            valid[at : at + chance.randrange(3)] = chance.choice(PIECES)
        else:
            valid[at:at] = valid[chance.randrange(len(valid)) :][:20] if valid else []
    return "".join(valid)


def attempt(notation: str) -> tuple[str, int] | None:
    """Roll and tell; within a second there is a roll or a refusal, whose code and length are answered."""
    begun = time.process_time()
    refused = None
    try:
        made = rolls(notation, SystemDice(fixed_bytes()), variables={"level": 3, "zero": 0, "debt": -2})
        assert len(text(*made)) <= 300
        assert len(markdown(*made)) <= 1800
    except Refusal as refusal:
        # Not the refusal itself: a hundred thousand of them with their stacks would keep the collector busy.
        refused = refusal.code, len(refusal.detail)
    assert time.process_time() - begun < 1
    return refused


def test_every_notation_is_rolled_or_refused_soon() -> None:
    chance = random.Random(20)
    refusals = [attempt(hostile(chance)) for _ in range(TRIED)]
    refused = [refusal for refusal in refusals if refusal is not None]
    assert max(length for _, length in refused) < 500
    assert len({code for code, _ in refused}) == 3
    assert len(refused) < 0.97 * TRIED


@pytest.mark.parametrize(
    "notation",
    [
        "(" * 512,
        "-" * 511 + "1",
        "+".join(["1d6"] * 128),
        "1" + "*9" * 255,
        "1" * 512,
        "@" + "a." * 255,
        "[" * 512,
        "1d6[" + "a" * 500,
        "1d6" + "r1" * 250,
        "1d6" + "r" * 509,
        "1d6" + "kh1" * 169,
        "1d6>=1" + "f<=1" * 126,
        "{" + "1," * 254 + "1}kh1",
        "d{" + "1," * 250 + "1}",
        "1d6" + "mi1" * 169,
        "floor(" + "1/9+" * 120 + "1)",
        "1000d1112u",
        " " * 512,
        "#" * 512,
        "1d6 " + "a" * 508,
    ],
)
def test_long_notations_take_no_time(notation: str) -> None:
    refusal = attempt(notation)
    assert refusal is None or refusal[1] < 500
