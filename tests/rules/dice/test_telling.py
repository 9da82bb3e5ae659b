"""The quick telling says what the slow one says, of every roll."""

import random

import pytest

from app.rules.dice import rolls
from app.rules.dice.quick_telling import quick_tell
from app.rules.dice.telling import tell
from app.rules.dice.text import markdown, text

QUICK = ["d20", "1d20+5", "2d20kh1+7", "2d20kl1-1", "4d6dl1", "4d6dh2 + 3", "3d6kh9", "3d6kl0", "3d6dl9", "100d6"]
COUNTS = ["7d10>=8", "7d10>=8ds>=10", "5d6<3f=6", "7d10>=8ds>=10f<=1+2", "6d6=6f<=2-1", "1d6>3", "7d10>=8+2"]


class Fixed:
    """Dice from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def draw(self, faces: int, count: int) -> bytes:
        return bytes(self._random.randint(1, faces) for _ in range(count))


@pytest.mark.parametrize("notation", QUICK + COUNTS)
@pytest.mark.parametrize("repeat", [1, 3])
@pytest.mark.parametrize(("label", "physical"), [(None, False), ("*Stealth* @all", True)])
def test_quick_and_slow_tell_the_same(notation, repeat, label, physical):
    for seed in range(20):
        made = rolls(notation, Fixed(seed), repeat=repeat)
        assert quick_tell(made[0].hand)
        told = tell(made, label=label, physical=physical)
        assert told.results == [roll.result for roll in made]
        assert told.text == text(*made, label=label, physical=physical)
        assert told.markdown == markdown(*made, label=label, physical=physical)


@pytest.mark.parametrize(
    "notation",
    ["8d6!", "3d6r1", "2d6+1d8", "4dF", "{2d6,1d8}kh1", "2d6*2", "4d6sa", "4d6kh3dl1", "4d6kh3>=5", "2d6[fire]"],
)
def test_other_notations_are_told_as_ever(notation):
    made = rolls(notation, Fixed(1))
    assert quick_tell(made[0].hand) is None
    told = tell(made)
    assert (told.text, told.markdown) == (text(*made), markdown(*made))
