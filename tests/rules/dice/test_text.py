"""A roll as a table reads it aloud."""

import pytest

from app.rules.dice import PhysicalDice, markdown, rolls, text
from app.rules.dice.quoting import markdown_words, plain_words
from tests.rules.dice.table import Loaded


@pytest.mark.parametrize(
    ("notation", "faces", "plain", "marked"),
    [
        ("2d20kh1+5", [4, 18], "23 = 2d20kh1 (18; dropped 4) + 5", "**23** = 2d20kh1 (~~4~~, **18**) + 5"),
        ("3d6", [1, 2, 3], "6 = 3d6 (1, 2, 3)", "**6** = 3d6 (1, 2, 3)"),
        ("d20-10", [4], "-6 = 1d20 (4) - 10", "**-6** = 1d20 (4) - 10"),
        ("5", [], "5 = 5", "**5** = 5"),
        ("0d6", [], "0 = 0d6 (no dice)", "**0** = 0d6 (no dice)"),
        ("2d6kh0", [1, 2], "0 = 2d6kh0 (dropped 1, 2)", "**0** = 2d6kh0 (~~1~~, ~~2~~)"),
        ("2d6!", [6, 3, 6, 1], "16 = 2d6!=6 (6!+6!+1, 3)", "**16** = 2d6!=6 (6!+6!+1, 3)"),
        ("2d6!kl1", [6, 3, 1], "3 = 2d6!=6kl1 (3; dropped 6!+1)", "**3** = 2d6!=6kl1 (~~6!+1~~, **3**)"),
        ("2d6!p", [6, 3, 1], "9 = 2d6!p=6 (6!+1 as 0, 3)", "**9** = 2d6!p=6 (6!+1 as 0, 3)"),
        ("3d6r1", [1, 2, 3, 1, 5], "10 = 3d6r=1 (1→1→5, 2, 3)", "**10** = 3d6r=1 (1→1→5, 2, 3)"),
        ("2d6mi3", [1, 5], "8 = 2d6mi3 (1 as 3, 5)", "**8** = 2d6mi3 (1 as 3, 5)"),
        ("3d20sd", [3, 20, 7], "30 = 3d20sd (20, 7, 3)", "**30** = 3d20sd (20, 7, 3)"),
        ("3d20sa", [3, 20, 7], "30 = 3d20sa (3, 7, 20)", "**30** = 3d20sa (3, 7, 20)"),
        (
            "3d10>=8",
            [8, 10, 3],
            "2 successes = 3d10>=8 (8✓, 10✓, 3)",
            "**2 successes** = 3d10>=8 (**8✓**, **10✓**, 3)",
        ),
        ("1d10>=8", [8], "1 success = 1d10>=8 (8✓)", "**1 success** = 1d10>=8 (**8✓**)"),
        (
            "4d10>=8ds>=10f<=1+1",
            [8, 10, 3, 1],
            "3 = 4d10>=8ds>=10f<=1 (8✓, 10✓✓, 3, 1✗) + 1: 3 successes, 1 failure",
            "**3** = 4d10>=8ds>=10f<=1 (**8✓**, **10✓✓**, 3, 1✗) + 1: 3 successes, 1 failure",
        ),
        (
            "3d6!!cs>=8",
            [6, 1, 6, 4, 1],
            "1 success = 3d6!!=6>=8 ((6!+4)✓, 1, 6!+1)",
            "**1 success** = 3d6!!=6>=8 (**(6!+4)✓**, 1, 6!+1)",
        ),
        ("2d6!!cs>=7f<=1", [1, 3], "-1 = 2d6!!=6>=7f<=1 (1✗, 3): 0 successes, 1 failure", None),
        ("1d10>=2f>=5", [7], "0 = 1d10>=2f>=5 (7✓✗): 1 success, 1 failure", None),
        (
            "{2d6,1d8+1}kh1",
            [1, 2, 5],
            "6 = {2d6 (dropped 1, 2), 1d8 (5) + 1}kh1",
            "**6** = {2d6 (~~1~~, ~~2~~), 1d8 (5) + 1}kh1",
        ),
        (
            "1d4+{1d6,1d8}kh1+{1d4,1d10}kl1",
            [1, 2, 3, 4, 5],
            "8 = 1d4 (1) + {1d6 (dropped 2), 1d8 (3)}kh1 + {1d4 (4), 1d10 (dropped 5)}kl1",
            "**8** = 1d4 (1) + {1d6 (~~2~~), 1d8 (3)}kh1 + {1d4 (4), 1d10 (~~5~~)}kl1",
        ),
        ("{2d20+5}>=21", [20, 3], "1 success = {2d20 (20✓, 3) + 5}>=21", "**1 success** = {2d20 (**20✓**, 3) + 5}>=21"),
        ("(1d6+5)[fire]*2", [1], "12 = (1d6 (1) + 5) [fire] × 2", "**12** = (1d6 (1) + 5) \\[fire\\] × 2"),
        ("-(1d6+5)/2%3-(2-1)", [1], "-1 = -(1d6 (1) + 5) ÷ 2 % 3 - (2 - 1)", None),
        ("max(1d6,2)[a_b]", [1], "2 = max(1d6 (1), 2) [a_b]", "**2** = max(1d6 (1), 2) \\[a\\_b\\]"),
        ("1d6 # *hit*", [1], "*hit*: 1 = 1d6 (1)", "\\*hit\\*: **1** = 1d6 (1)"),
    ],
)
def test_a_roll_read_aloud(notation: str, faces: list[int], plain: str, marked: str | None) -> None:
    made = rolls(notation, PhysicalDice(faces))
    assert text(*made) == plain
    assert marked is None or markdown(*made) == marked


def test_a_die_thrown_often_again_is_shortened() -> None:
    assert text(*rolls("1d6r<6", PhysicalDice([1, 2, 3, 4, 5, 6]))) == "6 = 1d6r<6 (1→…→6)"


def test_names_and_physical_dice_are_said() -> None:
    made = rolls("1d20 # to hit", PhysicalDice([7]))
    assert text(*made, label="Willow", physical=True) == "Willow: to hit: 7 = 1d20 (7) (physical dice)"


def test_repeats_have_a_line_each() -> None:
    made = rolls("4d6kh3", Loaded(1, 2, 3, 4, 6, 6, 6, 6), repeat=2)
    assert text(*made, label="Abilities") == (
        "Abilities: 9 = 4d6kh3 (2, 3, 4; dropped 1); 18 = 4d6kh3 (6, 6, 6; dropped 6)"
    )
    assert (
        markdown(*made) == "**9** = 4d6kh3 (~~1~~, **2**, **3**, **4**)\n**18** = 4d6kh3 (**6**, **6**, **6**, ~~6~~)"
    )


def test_long_rolls_are_shortened_honestly() -> None:
    plain = text(*rolls("1000d6", Loaded(6)))
    assert len(plain) <= 300
    assert plain.endswith(f"6, … {1000 - plain.count('6,')} more dice)")
    assert len(markdown(*rolls("1000d100", Loaded(100)))) <= 1800


def test_many_terms_leave_the_totals() -> None:
    notation = "+".join(["1d6"] * 120)
    assert text(*rolls(notation, Loaded(6))) == "720 (120 dice)"
    many = text(*rolls("100d6+10d8", Loaded(6), repeat=9))
    assert len(many) <= 300


def test_many_rolls_say_how_many_more() -> None:
    made = rolls("1d1000000", Loaded(1_000_000), repeat=100)
    plain = text(*made, label="x" * 80)
    assert len(plain) <= 300
    assert "… " in plain
    assert plain.endswith(" more rolls (100 dice)")
    assert len(markdown(*made, label="@" * 80, physical=True)) <= 1800


def test_one_die_without_room_for_its_number() -> None:
    notation = "1d6" + "+1" * 160
    assert text(*rolls(notation, Loaded(6))) == "166 (1 die)"


@pytest.mark.parametrize(
    ("given", "plain", "marked"),
    [
        ("Fire ball", "Fire ball", "Fire ball"),
        ("a\nb\tc", "a b c", "a b c"),
        ("**b** _i_ ~s~ `c` ||x||", "**b** _i_ ~s~ `c` ||x||", r"\*\*b\*\* \_i\_ \~s\~ \`c\` \|\|x\|\|"),
        ("@everyone", "@everyone", "@\u200beveryone"),
        ("<@123>", "<@123>", "\\<@\u200b123\\>"),
        ("[x](http://a.b)", "[x](http://a.b)", r"\[x\]\(http\://a\.b\)"),
        ("a\u202eb\u200bc\x00\ud800", "a b c", "a b c"),
        ("x" * 90, "x" * 79 + "…", "x" * 79 + "…"),
    ],
)
def test_words_that_people_gave(given: str, plain: str, marked: str) -> None:
    assert plain_words(given, longest=80) == plain
    assert markdown_words(given, longest=80) == marked
