"""Physical dice: every die of the request as read, in drawing order; the refusals name the die."""

import pytest

from app.rules.dice import PhysicalDice, rolls
from app.rules.errors import FacesMissing, FacesUnused, InvalidFace
from tests.rules.dice.table import refused, thrown


@pytest.mark.parametrize(
    ("text", "faces", "die", "given"),
    [
        ("1d20", [], "d20", 0),
        ("2d6+1d8", [3, 4], "d8", 2),
        ("4dF", [1, 0, -1], "dF", 3),
        ("2d{1,1,5}", [5], "d{1,1,5}", 1),
        ("2d6!", [6, 6, 2], "d6", 3),
        ("2d6r1", [1, 2], "d6", 2),
        ("{2d20+5}>=21", [20], "d20", 1),
    ],
)
def test_missing_faces_name_the_next_die(text: str, faces: list[int], die: str, given: int) -> None:
    refusal = refused(text, *faces)
    assert isinstance(refusal, FacesMissing)
    assert refusal.facts == {"next_die": die, "given": given}
    assert die in refusal.detail


def test_left_over_faces_are_refused() -> None:
    refusal = refused("2d6", 1, 2, 3)
    assert isinstance(refusal, FacesUnused)
    assert refusal.facts == {"given": 3, "used": 2}


@pytest.mark.parametrize(
    ("text", "faces", "index", "die"),
    [
        ("2d6", [6, 7], 1, "d6"),
        ("2d6", [0, 7], 0, "d6"),
        ("d%", [101], 0, "d100"),
        ("4dF", [1, 2, 0, 0], 1, "dF"),
        ("d{-1,1,5}", [3], 0, "d{-1,1,5}"),
        ("d1000", [-5], 0, "d1000"),
    ],
)
def test_a_face_that_the_die_has_not(text: str, faces: list[int], index: int, die: str) -> None:
    refusal = refused(text, *faces)
    assert isinstance(refusal, InvalidFace)
    assert refusal.facts == {"index": index, "face": faces[index], "die": die}


def test_faces_are_read_as_they_lie() -> None:
    assert thrown("2d{5,5,9}+dF+d1000+3d6kh1", 9, 5, -1, 1000, 4, 4, 1).total == 14 - 1 + 1000 + 4


def test_the_faces_of_all_repeats_come_in_one_list() -> None:
    assert [roll.total for roll in rolls("2d6", PhysicalDice([1, 2, 3, 4]), repeat=2)] == [3, 7]
    with pytest.raises(FacesUnused):
        rolls("2d6", PhysicalDice([1, 2, 3, 4, 5]), repeat=2)


def test_without_dice_no_faces_are_needed() -> None:
    assert thrown("2+3").total == 5
    assert isinstance(refused("2+3", 1), FacesUnused)
