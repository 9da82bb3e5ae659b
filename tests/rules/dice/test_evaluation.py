"""Design section 4, "Evaluation": what becomes of dice that lie as given."""

import pytest

from app.rules.dice import bind, check_limits, parse, rolls
from app.rules.dice.evaluation import Outcome, term_notations
from app.rules.dice.expression import FATE, Dice, Notation, Number
from app.rules.errors import DiceLimit
from tests.rules.dice.table import Loaded, fate, thrown


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        # dice
        ("3d6", [1, 2, 6], 9),
        ("d20", [17], 17),
        ("d%", [100], 100),
        ("2d%", [1, 99], 100),
        ("dF", [-1], -1),
        ("4dF", [1, 1, 0, -1], 1),
        ("2d{1,1,2,3}", [1, 3], 4),
        ("d{-5,10}", [-5], -5),
        ("(1+1)d(2*3)", [5, 6], 11),
        ("0d6", [], 0),
        ("0d6kh1", [], 0),
        ("1d1", [1], 1),
        # rerolls
        ("3d6r<3", [1, 5, 2, 2, 6, 4], 15),
        ("2d6r2", [2, 3, 2, 4], 7),
        ("2d6r", [1, 3, 4], 7),
        ("4dFr", [-1, 0, 1, 1, 0], 2),
        ("2d6ro<3", [1, 2, 2, 1], 3),
        ("1d4r1r4", [1, 4, 3], 3),
        ("1d6r1ro2", [2, 1, 2], 2),
        ("1d6r1ro2", [1, 2, 2], 2),
        ("1d6ro1ro2", [1, 2], 2),
        ("1d6ro<3!", [1, 6, 2, 3], 9),
        # unique
        ("3d6u", [3, 3, 5, 5, 2], 10),
        ("3d6u", [3, 5, 3, 6], 14),
        ("2d{1,1,2}u", [1, 1, 2], 3),
        # explosions
        ("2d6!", [6, 3, 6, 2], 17),
        ("2d6!>=5", [5, 3, 1], 9),
        ("2d6!2", [2, 6, 4], 12),
        ("2d6!o", [6, 6, 6, 6], 24),
        ("2d6!!", [6, 3, 6, 2], 17),
        ("2d6!p", [6, 3, 6, 2], 15),
        ("3d{1,2,2}!", [2, 1, 1, 1], 5),
        # clamps
        ("4d6mi2", [1, 2, 3, 1], 9),
        ("4d6ma5", [6, 6, 1, 5], 16),
        ("2d6mi3ma2", [1, 6], 4),
        ("2d6!pmi3", [6, 2, 1], 12),
        ("2d6mi(1-3)", [1, 6], 7),
        # keep and drop
        ("4d6kh3", [3, 1, 6, 5], 14),
        ("4d6k3", [3, 1, 6, 5], 14),
        ("4d6dl1", [3, 1, 6, 5], 14),
        ("4d6dh1", [3, 1, 6, 5], 9),
        ("2d20kl1", [7, 12], 7),
        ("2d20kh", [7, 12], 12),
        ("3d20dl", [7, 12, 1], 19),
        ("2d6kh4", [3, 4], 7),
        ("2d6kh0", [3, 4], 0),
        ("2d6dl5", [3, 4], 0),
        ("3d6kh2dl1", [2, 4, 5], 5),
        ("3d20dl1kl1", [20, 10, 1], 10),
        ("3d6!kh1", [6, 5, 5, 4], 10),
        ("3d6!kl2", [6, 5, 5, 4], 10),
        # counts
        ("4d10>=8", [8, 10, 7, 1], 2),
        ("4d10>7", [8, 10, 7, 1], 2),
        ("4d10<=3", [8, 3, 7, 1], 2),
        ("4d10<3", [8, 3, 7, 1], 1),
        ("4d10=7", [7, 7, 7, 1], 3),
        ("4d10cs=7", [7, 7, 7, 1], 3),
        ("4d10>=8ds>=10", [8, 10, 7, 1], 3),
        ("4d10>=8f<=1", [8, 10, 7, 1], 1),
        ("4d10>=8ds>=10f<=1", [8, 10, 7, 1], 2),
        ("2d10>=8ds<=9", [8, 10], 3),
        ("4d10>=8f=1f=2", [1, 2, 3, 1], -3),
        ("2d10>=8f>=10", [8, 10], 1),
        ("2d10>=8ds>=9ds>=10", [9, 10], 4),
        ("7d10>=8+2", [8, 8, 1, 1, 1, 1, 1], 4),
        ("4dF>=-1", [-1, 0, 1, 1], 4),
        ("3d6!cs>=4", [6, 1, 4, 3], 2),
        ("3d6!!cs>=7", [6, 1, 4, 3], 1),
        ("6d10!>=9>=8", [9, 1, 2, 3, 4, 8, 10, 7], 3),
        ("4d6kh2>=5", [5, 6, 6, 1], 2),
        ("1d20<=(10+5)", [15], 1),
        # groups
        ("{4d6kh3, 2d8+1}kh1", [1, 2, 3, 4, 1, 1], 9),
        ("{4d6kh3, 2d8+1}kl1", [1, 2, 3, 4, 1, 1], 3),
        ("{1d6, 1d8}", [3, 5], 8),
        ("{1d6, 1d8, 10}dh1", [3, 5], 8),
        ("{1d6, 1d8, 10}>=5", [3, 5], 2),
        ("{1d6, 1d8, 10}kh2>=5f>=10", [3, 5], 1),
        ("{3d20+5}>=21", [20, 16, 15], 2),
        ("{3d20-5}>=10", [20, 15, 14], 2),
        ("{5+3d20}>=21", [20, 16, 15], 2),
        ("{3d20}kh1>=21", [20, 16, 15], 0),
        ("{3d20+5}kh2>=20", [20, 16, 15], 2),
        ("{3d20kh1+5}>=20", [20, 16, 15], 1),
        ("{2d6!+1}>=4", [6, 2, 3], 2),
        ("{2d6!!+1}>=10", [6, 2, 3], 1),
        ("{2d6!!+1}kl1>=1", [6, 2, 3], 1),
        # arithmetic
        ("1d20+5", [12], 17),
        ("1d20-5", [2], -3),
        ("-1d4*2", [3], -6),
        ("(-1d20+4)", [20], -16),
        ("--2", [], 2),
        ("-(-2)", [], 2),
        ("+2", [], 2),
        ("2-3-4", [], -5),
        ("2+3*4", [], 14),
        ("(2+3)*4", [], 20),
        ("4d20/4", [17, 4, 18, 16], 13),
        ("-7/2", [], -4),
        ("-(7/2)", [], -3),
        ("7/2*2", [], 6),
        ("-7%3", [], 2),
        ("7%-3", [], -2),
        ("100%7%4", [], 2),
        ("d%%7", [100], 2),
        ("floor(7/2*2)", [], 7),
        ("floor(7/2)", [], 3),
        ("ceil(7/2)", [], 4),
        ("round(5/2)", [], 3),
        ("round(-5/2)", [], -2),
        ("round(7/3)", [], 2),
        ("ceil(1d6/4)", [1], 1),
        ("floor(min(7/2,4)+1/2)", [], 4),
        ("floor(7/2%2)", [], 1),
        ("ceil(max(1/2, 1/3))", [], 1),
        ("floor({1d6/2, 1d6/2})", [3, 3], 3),
        ("floor({1d6/2, 1d6/2, 1}kh2)", [3, 5], 4),
        ("floor(abs(-7/2))", [], 3),
        ("max(1d20, 1d20)", [3, 17], 17),
        ("min(1d20, 5, 1d20)", [3, 17], 3),
        ("abs(1d4-3)", [1], 2),
        ("min(7)", [], 7),
    ],
)
def test_total(text: str, faces: list[int], total: int) -> None:
    assert thrown(text, *faces).total == total


@pytest.mark.parametrize(
    ("text", "faces", "told"),
    [
        ("3d6r<3", [1, 5, 2, 2, 6, 4], ["1>", "5", "2>", "2>", "6", "4"]),
        ("3d6u", [3, 3, 5, 5, 2], ["3", "3>", "5", "5>", "2"]),
        ("2d6!", [6, 3, 6, 2], ["6!", "3", "6!", "2"]),
        ("2d6!o", [6, 6, 6, 6], ["6!", "6!", "6", "6"]),
        ("2d6ro1!", [1, 6, 6, 1, 2, 3], ["1>", "6!", "6!", "1>", "2", "3"]),
        ("3d6kh2dl1", [2, 4, 5], ["(2)", "(4)", "5"]),
        ("3d6kh1", [4, 4, 4], ["4", "(4)", "(4)"]),
        ("3d6kl1", [4, 4, 4], ["4", "(4)", "(4)"]),
        ("3d6dh1", [4, 4, 4], ["4", "4", "(4)"]),
        ("3d6dl1", [4, 4, 4], ["4", "4", "(4)"]),
        ("2d6!kh1", [6, 6, 1, 1], ["6!", "(6!)", "1", "(1)"]),
        ("{2d6, 1d8}kh1", [3, 3, 6], ["3", "3", "(6)"]),
        ("{2d6, 1d8}kl1", [3, 3, 6], ["3", "3", "(6)"]),
        ("{2d20+1}kl1>=3", [7, 7], ["7", "(7)"]),
        ("3d20sa", [20, 1, 7], ["20", "1", "7"]),
    ],
)
def test_what_became_of_each_die(text: str, faces: list[int], told: list[str]) -> None:
    assert fate(thrown(text, *faces)) == told


def test_extra_dice_name_their_parents() -> None:
    result = thrown("2d6r1!", 6, 6, 6, 1, 3, 2)
    assert [(die.face, die.parent, die.rerolled) for die in result.dice] == [
        (6, None, False),
        (6, None, False),
        (6, 0, False),
        (1, 1, True),
        (3, 1, False),
        (2, 2, False),
    ]
    assert result.total == 6 + 6 + 6 + 3 + 2


def test_a_die_counts_another_value_than_it_shows() -> None:
    result = thrown("2d6!pmi2", 6, 1, 2)
    assert [(die.face, die.value) for die in result.dice] == [(6, 6), (1, 2), (2, 2)]


def test_successes_and_failures_are_raw_and_the_total_is_net() -> None:
    result = thrown("4d10>=8ds>=10f<=1+2", 10, 8, 1, 5)
    assert (result.total, result.successes, result.failures) == (4, 3, 1)
    assert [(die.success, die.failure) for die in result.dice] == [
        (True, False),
        (True, False),
        (False, True),
        (False, False),
    ]


def test_without_failures_in_the_notation_nothing_is_said_of_them() -> None:
    result = thrown("2d10>=8", 9, 1)
    assert (result.successes, result.failures) == (1, None)
    assert [die.failure for die in result.dice] == [None, None]


def test_a_sum_says_nothing_of_successes() -> None:
    result = thrown("2d10", 9, 1)
    assert (result.successes, result.failures) == (None, None)
    assert [die.success for die in result.dice] == [None, None]


def test_several_counts_add_up() -> None:
    result = thrown("2d10>=8 - 2d6>=5f<=1", 9, 1, 5, 1)
    assert (result.total, result.successes, result.failures) == (1, 2, 1)


def test_a_chain_is_counted_as_one_die() -> None:
    result = thrown("2d6!!cs>=7", 6, 2, 3)
    assert [die.success for die in result.dice] == [True, False, None]


def test_what_a_dropped_member_counted_is_forgotten() -> None:
    result = thrown("{2d6>=5, 2d8>=5f<=1}kh1", 5, 1, 6, 7)
    assert (result.total, result.successes, result.failures) == (2, 2, 0)
    assert [(die.kept, die.success) for die in result.dice] == [
        (False, None),
        (False, None),
        (True, True),
        (True, True),
    ]


def test_a_counted_group_reports_its_own_successes() -> None:
    result = thrown("{2d6>=5, 2d8>=5}>=2", 5, 1, 6, 7)
    assert (result.total, result.successes) == (1, 1)


def test_dice_in_a_group_of_one_are_members() -> None:
    result = thrown("{3d20+5}>=21f<=20", 20, 16, 15)
    assert [(die.success, die.failure) for die in result.dice] == [(True, False), (True, False), (False, True)]
    assert [(term.notation, term.total) for term in result.terms] == [("{3d20+5}>=21f<=20", 1), ("3d20", 51)]


def test_terms_are_dice_groups_and_labels_in_the_order_written() -> None:
    result = thrown("(1d6+@str)[fire] + {2d8[a], 5}kh1[b] - 3[c] + max(1d4,2)[d]", 1, 2, 3, 4, variables={"str": 5})
    assert [(term.notation, term.total, term.label) for term in result.terms] == [
        ("1d6+5", 6, "fire"),
        ("1d6", 1, None),
        ("{2d8[a],5}kh1", 5, "b"),
        ("2d8", 5, "a"),
        ("3", 3, "c"),
        ("max(1d4,2)", 4, "d"),
        ("1d4", 4, None),
    ]
    assert [(die.term, die.label) for die in result.dice] == [(1, "fire"), (3, "a"), (3, "a"), (6, "d")]


def test_a_label_inside_a_group_of_one_is_kept() -> None:
    result = thrown("{2d20[saves]+5}>=21[all]", 20, 1)
    assert [(term.total, term.label) for term in result.terms] == [(1, "all"), (21, "saves")]
    assert [die.label for die in result.dice] == ["saves", "saves"]


@pytest.mark.parametrize(("text", "shown"), [("floor", 3), ("ceil", 4), ("round", 4)])
def test_a_term_inside_a_rounding_shows_its_rounded_total(text: str, shown: int) -> None:
    result = thrown(f"{text}((1d8/2)[half])", 7)
    assert result.terms[0].total == shown


def test_dice_are_drawn_from_left_to_right_wave_by_wave() -> None:
    result = thrown("2d6r1! + 1d8", 1, 6, 6, 2, 6, 1, 5, 8)
    assert [die.face for die in result.dice] == [1, 6, 6, 2, 6, 1, 5, 8]
    assert [die.term for die in result.dice] == [0] * 7 + [1]


def test_a_roll_that_goes_on_for_ever_is_stopped() -> None:
    with pytest.raises(DiceLimit) as stopped:
        rolls("1d6!", Loaded(6))
    assert stopped.value.facts["limit"] == 20_000
    with pytest.raises(DiceLimit):
        rolls("1d6r6", Loaded(6))


def test_each_repeat_has_its_own_dice() -> None:
    first, second = rolls("1d20", Loaded(3, 7), repeat=2)
    assert [die.face for die in first.dice + second.dice] == [3, 7]
    assert (first.total, second.total) == (3, 7)


def test_sides_of_a_die_are_how_many_faces_it_has() -> None:
    assert [die.sides for die in thrown("d%+dF+d{1,1,5}+d6", 5, 0, 1, 2).dice] == [100, 3, 3, 6]


def test_only_bound_trees_are_rolled() -> None:
    unbound = parse("@a").expression
    with pytest.raises(AssertionError):
        check_limits(unbound)
    with pytest.raises(AssertionError):
        Outcome(unbound, Loaded(1), notations=term_notations(unbound))
    dice = Dice(Number(1), FATE, 0)
    with pytest.raises(AssertionError):
        bind(Notation("", Dice(dice, FATE, 0)))
