"""The odds are what comes of throwing the dice in every way there is, through the roll engine itself."""

import pytest
from hypothesis import assume, given, settings

from app.rules.errors import OddsTooCostly, Refusal
from tests.rules.odds.asking import chances, distribution, unlisted
from tests.rules.odds.enumeration import enumerated
from tests.rules.odds.small_rolls import rolls

BY_HAND = (
    *("1d6", "2d6", "3d6kh2", "4d4kh3", "4d4dh1", "4d4kh3kl1", "4d4dl1dh1", "4d4kl3", "5d3kh3", "5d3dl1dh2", "3d6kh5"),
    *(
        "2d6ro<3",
        "2d4r1ro2",
        "2d4ro1ro2",
        "2d6r<3",
        "4dF",
        "3d{1,1,2,3}",
        "2d4mi2ma3",
        "0d6",
        "2d6kh0",
        "2d{1,50,1000}",
    ),
    *("3d{1,50,1000}", "3d{1,50,1000}kh2", "2d6>=3f<=1+1", "3d4>=3ds>=4f=1", "3d4kh2>=3", "3d4kh1>=3", "3d4kl1>=3"),
    *("2d{1,1,2,3}u", "3d{1,1,2,3,3,3,4}ukh2", "3d5u", "3d5u>=3", "3d6ukh2", "3d6umi3kh1", "3d{1,2,3,7}ukl2"),
    *(
        "1d6!",
        "2d6!",
        "2d6!o",
        "2d6!p",
        "2d6!!",
        "1d6!p=1",
        "2d4!=1",
        "2d4!>=3",
        "2d6!>=5>=5f<=1",
        "2d6!!>=8",
        "2d4!>5",
    ),
    *("3d4!kh2", "3d4!kl1", "3d4!kh1", "3d4!dh1", "3d4!okh2", "3d4!kh2>=3", "3d4!!kh2>=5", "3d4!pkh2", "2d4!=1kh1"),
    *("2d4!mi2", "2d4!pmi1", "2d4!ma3>=3", "2dF!", "2dF!=-1", "2dF!=0", "3dF!=-1kh2", "3dF!=0kh2", "3dF!=-1kl1>=0"),
    *("2d{-2,1,3}!<=1", "3d{-2,1,3}!<=1kh2", "2d4r1!", "2d4ro1!", "3d3!!kh1>=4", "2d4!!>=100", "2d{-2,1,3}!!<=1>=2"),
    *("{1d6,1d8}kh1", "{1d6!,1d8!}kh1", "{1d6!,1d8!}kl1", "{1d4!,1d20}kh1", "{1d4,2d4,1d6}dl1", "{1d4,2d4,1d6}kh2>=3"),
    *("{1d4,2d4}>=3ds>=5f<=1", "{1d4!,1d6!,1d4}kh2", "{1d4!,-(1d4!)}kh1", "{-(1d4!),2-1d4!}kh1", "{1d4!,1d6}kh1>=4"),
    *("{1d4,1d4}kh0", "{1d4!%3,1d4}kh1", "{1d6>=5,1d4!>=4}kh1", "{1d4!,1d4!,1d4}kl2>=3", "{2d4!,2d4!}kh1"),
    *("{3d6kh2+1}>=5", "{2d4!-1}>=3", "{2d4!!+1}>=6", "{3d4!!+1}kh2>=6", "{3d4+1}kh2>=4", "{3d6!+1}kh2>=5"),
    *(
        "{2d4!o+1}kh2>=4",
        "{3d4!kh2+1}kh2>=4",
        "{3d4!kh2-1}dl1>=3f<=0",
        "{2d4!p+1}kl2>=3",
        "{2d4!}dh2>=3",
        "{2d4!kh0}kh1>=3",
    ),
    *("floor(1d6/2+1d4/3)", "round(1d6/4)", "ceil(1d6/4)", "abs(1d6-3)", "-1d6/2", "1d6/(0-2)", "1d6%4", "1d6%(0-4)"),
    *("1d6!/2", "1d6!%3", "1d6!*2", "1d6!-1d6!", "min(1d6!,5)", "max(1d6!,5)", "min(1d6!,1d4)", "max(1d6!,1d6)"),
    *("1d6*1d6", "1d6*1d4*100+1d6", "1d6!*1d4", "(1d6-3)*1d6!", "floor({1d6/2,2}kh1)", "floor({1d6/2,1d4/3}>=1)"),
    *(
        "2d{1,50,1000}+5",
        "-1d{1,50,1000}",
        "1d6*0+1d4*2",
        "3d{1,1,2,3}u",
        "{1d4!-1d4!,1d4}kh1>=2",
        "{1d4!-1d4!,3}kl1",
        "4d3!o>=2kh2>=3",
    ),
    *("abs(3-1d6!)", "2d6[a]+(1d4)[b]", "-(1d6!)", "1d6*0", "1d6!*0", "floor(1d6/2)*1d4", "round(1d6/2-1d6!/3)"),
    *("floor(1d6%4/3)", "floor({1d6/(0-2),1d4/3}kh1)", "3-1d4", "2*1d6+1d4*3", "1d4*(0-2)+2d4*6", "abs(-(1d4!))"),
)


def holds(text: str, *, throws: int) -> None:
    """Every chance lies between what was thrown out and that with all that was not."""
    found, (thrown, left) = distribution(text), enumerated(text, throws=throws)
    known, beyond = chances(text), unlisted(found)
    for total in known.keys() | thrown.keys():
        chance = known.get(total, 0)
        missing = beyond if found.unlisted and found.unlisted.low <= total <= found.unlisted.high else 0
        assert chance - left <= thrown.get(total, 0) <= chance + missing, f"{text}: {total}"


@pytest.mark.parametrize("text", BY_HAND)
def test_by_hand(text: str) -> None:
    holds(text, throws=600)


@settings(max_examples=80)
@given(rolls)
def test_any_small_roll(text: str) -> None:
    try:
        distribution(text)
    except OddsTooCostly:
        assume(False)
    except Refusal:
        return
    holds(text, throws=300)
