"""Design section 4, "Refused before a die is thrown": each limit on both of its sides, with exact arithmetic."""

from fractions import Fraction

import pytest

from app.rules.dice import check_limits, pick_up, rolls
from app.rules.dice.limits import Demand
from app.rules.errors import DiceLimit, Refusal
from tests.rules.dice.table import Loaded, refused

LARGEST = 2**53


def demand(text: str) -> Demand:
    return check_limits(pick_up(text).notation.expression)


@pytest.mark.parametrize(
    ("text", "draws"),
    [
        ("3d6+2d8", "5"),
        ("0d6!", "0"),
        ("0d6u", "0"),
        ("10d6!", "12"),
        ("10d6!>=5", "15"),
        ("10d6!!>=5", "15"),
        ("10d6!p", "12"),
        ("10d6!o", "35/3"),
        ("10d6!7", "10"),
        ("4d6r1", "24/5"),
        ("4d6r<3", "6"),
        ("4d6r1r2", "6"),
        ("4d6ro<3", "16/3"),
        ("4d6r9", "4"),
        ("1d6r1ro2", "36/25"),
        ("1d6r1ro<3", "36/25"),
        ("6d6r1!", "9"),
        # After ro2 a die settles on 6 with 1/6 + 1/36; each chain is 1 / (1 - 7/36) long, each die 7/6 draws.
        ("1d6ro2!", "42/29"),
        # Of the faces that ro picks one explodes: it is seen only after the reroll.
        ("1d6ro<3!2", "24/17"),
        ("3d6u", "37/10"),
        ("6d6u", "147/10"),
        ("3dFu", "11/2"),
        ("2d{1,1,2,3}u", "3"),
        ("2d{1,1,5}!", "3"),
        ("3d{1,1,2,3}r1", "6"),
        ("{2d6+1}>=3", "2"),
        ("{2d6,3d8}kh1", "5"),
        ("max(2d6,-(3d8))[x]", "5"),
    ],
)
def test_expected_draws_are_exact(text: str, draws: str) -> None:
    assert demand(text).draws == Fraction(draws)


@pytest.mark.parametrize(
    ("accepted", "rejected", "limit"),
    [
        ("1000d6", "1001d6", 1_000),
        ("500d6+500d8", "500d6+501d8", 1_000),
        ("500d10r<=9", "501d10r<=9", 5_000),
        ("1d1000000", "1d1000001", 1_000_000),
        ("d{" + "1," * 99 + "2}", "d{" + "1," * 100 + "2}", 100),
        ("10d10r<=9", "10d100r<=91", 0.9),
        ("10d10!>=2", "10d100!>=10", 0.9),
        ("10d10!!>=2", "10d100!!>=10", 0.9),
        ("10d10!p>=2", "10d100!p>=10", 0.9),
        ("10d100!o>=2", "10d6!o>=1", 0.9),
        ("10d100ro<=99", "10d100ro<=100", 0.9),
        ("10d10ro<=9ro9", "10d10ro<=9ro10", 0.9),
        ("10d6r1ro<6", "10d6r1ro>1", 0.9),
        ("10d6r<5!", "10d6r<6!", 0.9),
        ("10d6r<5!o", "10d6r<6!o", 0.9),
        ("10d20r<=10!>=12", "10d20r<=10!>=11", 0.9),
        ("10d10u", "11d11u", 0.9),
        ("10d10u", "10d9u", 9),
        ("2d{1,1,1,2,3}u", "2d{1,1,1}u", 1),
        ("2d{1,1,1,1,1,1,1,1,1,2}u", "2d{1,1,1,1,1,1,1,1,1,1,2}u", 0.9),
        ("4dF!", "4dF!>=-1", 0.9),
        (f"{LARGEST}", f"{LARGEST + 1}", LARGEST),
        (f"-{LARGEST}", f"-{LARGEST}-1", LARGEST),
        (f"1d6+{LARGEST - 6}", f"1d6+{LARGEST - 5}", LARGEST),
        (f"{LARGEST}-1d6", f"{LARGEST}+1d6", LARGEST),
        (f"d{{{LARGEST}}}", f"d{{{LARGEST + 1}}}", LARGEST),
        ("1d6*1501199875790165", "1d6*1501199875790166", LARGEST),
        ("2d6kh1*1501199875790165", "2d6kh2*1501199875790165", LARGEST),
        ("-2d6*750599937895082", "-2d6*750599937895083", LARGEST),
        ("1d6!*75059993789", "1d6!*75059993790", LARGEST),
        ("1d6!o*750599937895082", "1d6!o*750599937895083", LARGEST),
        ("0d6!*9007199254740992", "1d6*9007199254740992", LARGEST),
        ("2d6kh0*9007199254740992", "2d6kh1*9007199254740992", LARGEST),
        ("2d6dl1*1501199875790165", "2d6*1501199875790165", LARGEST),
        ("4d10>=8*2251799813685248", "4d10>=8ds>=10*2251799813685248", LARGEST),
        ("2d10!!cs>=8*4503599627370496", "2d10!cs>=8*4503599627370496", LARGEST),
        ("(2d6>=3f<=1-3)*1801439850948198", "(2d6>=3f<=1-3)*1801439850948199", LARGEST),
        (f"1d6mi{LARGEST}", f"1d6mi{LARGEST + 1}", LARGEST),
        (f"1d6ma(-{LARGEST})", f"1d6ma(-{LARGEST + 1})", LARGEST),
        (f"1d6!pmi(-{LARGEST})", f"1d6r{LARGEST + 1}", LARGEST),
        (f"1d6>={LARGEST}", f"1d6>={LARGEST + 1}", LARGEST),
        (f"1d6>=1f>={LARGEST}", f"1d6>=1f>={LARGEST + 1}", LARGEST),
        (f"1d6!>={LARGEST}", f"1d6!>={LARGEST + 1}", LARGEST),
        (f"{{1d6+{LARGEST - 6}}}>=3", f"{{1d6+{LARGEST - 5}}}>=3", LARGEST),
        (f"{{1d6,{LARGEST - 6}}}", f"{{1d6,{LARGEST - 5}}}", LARGEST),
        (f"{{1d6,{LARGEST},3}}kh1", f"{{1d6,{LARGEST},3}}kh2", LARGEST),
        (f"{{1d6,{LARGEST},3}}>=2", f"{{1d6,{LARGEST},3}}>={LARGEST + 1}", LARGEST),
        (f"max(1d6,-{LARGEST})", f"max(1d6,-{LARGEST})-1d6*{LARGEST}", LARGEST),
        (f"abs(-{LARGEST})", f"abs(-{LARGEST})+1", LARGEST),
        (f"{LARGEST}/2*2", f"{LARGEST}*2/2", LARGEST),
        ("(1d6%7)*1286742750677284", "(1d6%7)*1286742750677285", LARGEST),
        ("(1d6%-7)*1286742750677284", "(1d6%-7)*1286742750677285", LARGEST),
        ("floor(1d6/2)*3002399751580330", "ceil(1d7/2)*3002399751580330", LARGEST),
    ],
)
def test_each_limit_on_both_sides(accepted: str, rejected: str, limit: float) -> None:
    assert demand(accepted)
    refusal = refused(rejected)
    assert isinstance(refusal, DiceLimit)
    assert refusal.facts["limit"] == limit
    assert str(refusal.facts["limit"]) in refusal.detail or limit == 0.9


def test_a_refusal_names_the_term() -> None:
    assert refused("1d20 + 1001d6").facts == {"limit": 1000, "asked": 1001, "position": 7}
    assert refused("1d20 + 2d6!>=1").facts["position"] == 7
    assert refused("1d6 + 9007199254740992").facts["position"] == 4


def test_a_huge_number_is_not_echoed() -> None:
    for text in ("9" * 500 + "d6", "1d" + "9" * 500, "9" * 500, "1d6>=" + "9" * 500):
        refusal = refused(text)
        assert len(refusal.detail) < 150
        assert "asked" not in refusal.facts


def test_repeats_count_together() -> None:
    assert len(rolls("10d6", Loaded(1), repeat=100)) == 100
    for text, repeat, limit, asked in [
        ("1d6", 101, 100, 101),
        ("11d6", 100, 1000, 1100),
        ("100d10r<=9", 6, 5000, 6000),
    ]:
        with pytest.raises(Refusal) as found:
            rolls(text, Loaded(10), repeat=repeat)
        assert found.value.facts == {"limit": limit, "asked": asked}


def test_the_most_dice_that_differ_take_no_time() -> None:
    assert 1000 < demand("1000d1112u").draws < 2600


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        *(("3d6!", 3, 120_000), ("d{-1,4}mi0", 0, 4), ("4d6ma3", 4, 12), ("4d6kh3", 3, 18), ("2d6/2", 1, 6)),
        *(("abs(-(3d6))", 3, 18), ("abs(1d6-3)", 0, 3), ("-(2d6)*3", -36, -6), ("1d6*-(1d4)", -24, -1)),
        *(("max(1d6,3)", 3, 6), ("round(-(3d6)/2)", -9, -1), ("{1d6,2d8}kh1", 1, 16), ("{1d6,2d8}", 3, 22)),
        *(("5d10>=8ds>=10f<=1", -5, 10), ("{1d6,2d8}>=4", 0, 2), ("{2d20+5}>=21", 0, 2)),
    ],
)
def test_every_total_lies_between(text: str, low: int, high: int) -> None:
    assert demand(text).total == (low, high)
