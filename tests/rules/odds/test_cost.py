"""What is admitted is counted soon; what is not is refused at once, with the estimate."""

import time
from contextlib import suppress

import pytest

from app.rules.dice import parse, pick_up
from app.rules.dice.odds import work_of
from app.rules.dice.odds.cost import MOST_DIGITS, MOST_TEXT, MOST_TOTALS, MOST_WORK, size_of
from app.rules.dice.odds.distribution import reach
from app.rules.dice.odds.exact import Reckoning
from app.rules.errors import OddsTooCostly
from tests.rules.odds import estimates
from tests.rules.odds.asking import distribution, odds
from tests.rules.odds.estimates import ADMITTED, ONCE_ENDLESS, ONCE_SLOW, REFUSED


@pytest.mark.parametrize("text", ONCE_ENDLESS)
def test_an_average_that_takes_too_long_is_left_out(text: str) -> None:
    begun = time.process_time()
    assert odds(text).mean is None
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("text", ONCE_SLOW)
def test_nothing_takes_longer_than_was_reckoned(text: str) -> None:
    begun = time.process_time()
    with suppress(OddsTooCostly):
        odds(text)
    assert time.process_time() - begun < 2


def test_an_average_of_what_is_divided_stays_exact() -> None:
    assert odds("1d6!/20").mean == "233929/60466175"


@pytest.mark.parametrize("text", ADMITTED)
def test_what_tables_roll_is_counted(text: str) -> None:
    expression = pick_up(text).notation.expression
    begun = time.process_time()
    odds(text)
    # Half a second is the aim, with room here for a machine that is busy.
    assert time.process_time() - begun < 2
    estimate, found = size_of(expression), distribution(text)
    assert estimate.work <= MOST_WORK
    if found.unlisted is None:
        # As large as foreseen, or smaller.
        low, high = reach(found)
        assert estimate.low <= low
        assert high <= estimate.high
        assert sum(map(bool, found.ways)) <= estimate.totals
        assert found.denominator.bit_length() <= estimate.bits + 2


@pytest.mark.parametrize("text", REFUSED)
def test_what_would_take_too_long_is_refused_at_once(text: str) -> None:
    hand = pick_up(text)
    begun = time.process_time()
    with pytest.raises(OddsTooCostly) as refusal:
        distribution(text)
    assert time.process_time() - begun < 0.2
    facts = refusal.value.facts
    assert facts["limit"] in (MOST_WORK, MOST_TOTALS, MOST_DIGITS, MOST_TEXT)
    assert isinstance(facts["estimate"], int)
    assert facts["estimate"] > facts["limit"]
    assert str(facts["limit"]) in refusal.value.detail
    assert hand.notation.text not in refusal.value.detail


@pytest.mark.parametrize(
    "texts",
    [
        [f"{count}d6" for count in (1, 2, 10, 100, 1000)],
        [f"{count}d20kh{count // 2}" for count in (2, 4, 10, 60, 200)],
        [f"20d20kh{kept}" for kept in (1, 5, 10, 15)],
        [f"{count}d6!" for count in (1, 5, 50, 500)],
        [f"{count}d6!kh2" for count in (3, 6, 12, 40)],
        [f"3d{sides}!kh2" for sides in (4, 10, 100, 1000)],
        [f"10d{sides}" for sides in (2, 20, 200, 2000)],
        ["1d6", "1d6+1d8", "1d6+1d8+1d100", "(1d6+1d8+1d100)*1d4"],
        [f"{{{','.join(['1d20', '1d12', '1d8', '1d6', '1d4'][:members])}}}kh1" for members in (2, 3, 4, 5)],
        [f"{count}d100u" for count in (2, 10, 50)],
    ],
)
def test_more_never_costs_less(texts: list[str]) -> None:
    work = [size_of(pick_up(text).notation.expression).work for text in texts]
    assert work == sorted(work)


def test_estimates_are_as_written_down() -> None:
    assert estimates.text().splitlines() == estimates.FILE.read_text(encoding="utf-8").splitlines()


def test_the_work_is_told_beforehand() -> None:
    small, large = (work_of(pick_up(text).notation) for text in ("1d6", "100d100kh10"))
    assert 0 < small < 10 < large <= MOST_WORK
    with pytest.raises(OddsTooCostly):
        work_of(pick_up("100d100kh50").notation)


@pytest.mark.parametrize("text", ["40d25+3", "3-40d25", "-40d25", "(40d25)[fire]"])
def test_a_bonus_a_sign_and_a_label_cost_nothing(text: str) -> None:
    assert work_of(pick_up(text).notation) == work_of(pick_up("40d25").notation)


def test_a_tree_that_is_not_bound_is_a_fault_of_the_program() -> None:
    unbound = parse("@level+1d6").expression
    for counting in (size_of, lambda expression: Reckoning().of(expression)):
        with pytest.raises(AssertionError):
            counting(unbound)
