"""Laws: what holds for every roll, every choice and every body, whatever the numbers."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.rules.system import RuleRefusal
from app.rules.systems.ultra.checks.action import ActionBody
from app.rules.systems.ultra.checks.contest import ContestBody
from app.rules.systems.ultra.checks.hand import UltraSide
from app.rules.systems.ultra.checks.opposed import UltraOpposedBody
from app.rules.systems.ultra.complications import Complication
from app.rules.systems.ultra.options import UltraOptions
from app.rules.systems.ultra.outcomes import Choices, Roll, menu, resolve
from app.rules.systems.ultra.pools import pool
from app.rules.systems.ultra.sheet import UltraSheet, injured
from app.rules.systems.ultra.tricks import GENERAL_TRICKS
from tests.rules.ultra.table import ask, chances_of, kind_of

FACES = st.lists(st.integers(1, 10), min_size=1, max_size=10)
FACE = st.integers(2, 10)
FEW = st.integers(0, 6)
LEVEL = st.integers(-3, 3)
COMPLICATIONS = st.lists(st.integers(1, 3), max_size=3).map(
    lambda levels: [Complication(id=f"c{place}", level=level) for place, level in enumerate(levels)]
)
OPTIONS = st.builds(
    UltraOptions,
    advantage_hits_per_level=st.integers(0, 3),
    partial_buyoff=st.booleans(),
    extraordinary_without_complications=st.integers(0, 3),
    disaster_without_complications=st.booleans(),
    opposed_tie=st.sampled_from(["defender", "actor"]),
)
BODY = st.builds(
    ActionBody,
    dice=st.integers(1, 10),
    target=FACE,
    double_from=FACE,
    difficulty=FEW,
    advantage=LEVEL,
    bonus_hits=FEW,
    complications=COMPLICATIONS,
)
SIDE = st.builds(UltraSide, dice=st.integers(1, 10), target=FACE, double_from=FACE, bonus_hits=FEW)
PRICES = {trick.key: trick.min for trick in GENERAL_TRICKS}


class Loaded:
    """Dice that show these faces over and over."""

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces

    def draw(self, faces: int, count: int) -> list[int]:
        return [self.faces[place % len(self.faces)] for place in range(count)]


@given(body=BODY, faces=FACES, options=OPTIONS)
def test_the_same_faces_give_the_same_answer(body: ActionBody, faces: list[int], options: UltraOptions):
    first = kind_of(body).resolve(body, options=options, dice=Loaded(faces))
    again = ask(body, *[die.face for die in first.dice], options=options)
    assert again.model_copy(update={"source": "server"}) == first


@given(body=BODY, faces=FACES, options=OPTIONS)
def test_hits_leftover_and_shortfall_add_up(body: ActionBody, faces: list[int], options: UltraOptions):
    result = kind_of(body).resolve(body, options=options, dice=Loaded(faces)).result
    assert result["hits"] + result["shortfall"] == result["difficulty"] + result["leftover"]
    assert 0 in (result["shortfall"], result["leftover"])
    assert (result["status"] == "open") == (result["result"] is None) == (result["menu"] is not None)


@given(body=BODY, faces=FACES, better=st.sampled_from(["bonus_hits", "advantage", "difficulty"]), options=OPTIONS)
def test_a_better_number_never_lowers_what_is_left(
    body: ActionBody, faces: list[int], better: str, options: UltraOptions
):
    value = getattr(body, better)
    change = {"bonus_hits": value + 1, "advantage": min(3, value + 1), "difficulty": max(0, value - 1)}[better]
    now, then = (
        kind_of(asked).resolve(asked, options=options, dice=Loaded(faces)).result
        for asked in (body, body.model_copy(update={better: change}))
    )
    assert then["hits"] - then["difficulty"] >= now["hits"] - now["difficulty"]


@given(body=BODY, options=OPTIONS)
def test_odds_add_up_to_one_and_another_die_never_harms(body: ActionBody, options: UltraOptions):
    now = chances_of(kind_of(body).odds(body, options=options))
    assert sum(now.values()) == 1
    more = body.model_copy(update={"dice": min(10, (body.dice or 0) + 1)})
    assert chances_of(kind_of(more).odds(more, options=options)).get("failure", 0) <= now.get("failure", 0)


@given(body=BODY, defender=SIDE, options=OPTIONS)
def test_opposed_odds_add_up_to_one(body: ActionBody, defender: UltraSide, options: UltraOptions):
    numbers = body.model_dump(exclude={"kind", "difficulty", "choices"})
    opposed = UltraOpposedBody.model_validate({**numbers, "defender": defender.model_dump()})
    odds = kind_of(opposed).odds(opposed, options=options)
    assert sum(chances_of(odds).values()) == 1
    assert all(chance.probability > 0 for chance in odds.outcomes)


@given(sides=st.dictionaries(st.sampled_from("abcde"), SIDE, min_size=2), options=OPTIONS)
def test_race_odds_add_up_to_one(sides: dict[str, UltraSide], options: UltraOptions):
    body = ContestBody(sides=sides)
    assert sum(chances_of(kind_of(body).odds(body, options=options)).values()) == 1


CHOICES = st.builds(
    lambda accept, ids, keys: Choices.model_validate(
        {
            "accept_complications": accept,
            "buy_off": [{"id": one} for one in ids],
            "tricks": [{"key": key, "cost": cost} for key, cost in keys],
        }
    ),
    st.booleans(),
    st.lists(st.sampled_from(["c0", "c1", "c2"]), max_size=3),
    st.lists(st.tuples(st.sampled_from(list(PRICES)), st.integers(1, 3)), max_size=3),
)


@given(hits=st.integers(0, 12), difficulty=FEW, complications=COMPLICATIONS, choices=CHOICES, options=OPTIONS)
def test_choices_spend_only_what_is_left_or_change_nothing(
    hits: int, difficulty: int, complications: Any, choices: Choices, options: UltraOptions
):
    roll = Roll(hits, difficulty, complications)
    try:
        done = resolve(roll, choices, options=options)
    except RuleRefusal:
        assert resolve(roll, Choices(), options=options).spent == 0
        return
    paid = {one.id for one in choices.buy_off}
    assert 0 <= done.spent == roll.leftover - done.unspent <= roll.leftover
    assert (done.result in {"disaster", "failure"}) == roll.failed
    if not roll.failed:
        assert {one.id for one in done.occurred} == {one.id for one in complications} - paid
    assert (done.result == "success_with_consequence") == (not roll.failed and bool(done.occurred))


@given(hits=st.integers(0, 12), difficulty=FEW, complications=COMPLICATIONS, options=OPTIONS)
def test_everything_on_the_menu_can_be_had(hits: int, difficulty: int, complications: Any, options: UltraOptions):
    roll = Roll(hits, difficulty, complications)
    found = menu(roll, options=options)
    if found is None:
        assert roll.leftover == 0
        return
    if found.accept_complications:
        assert resolve(roll, Choices(accept_complications=True), options=options).result == "disaster"
    for one in found.buy_off:
        assert resolve(roll, Choices(buy_off=[one]), options=options).spent == one.hits
    for offer in found.tricks:
        for cost in {offer.min, offer.max}:
            choices = Choices.model_validate({"tricks": [{"key": offer.key, "cost": cost}]})
            assert resolve(roll, choices, options=options).spent == cost


@given(base=st.integers(1, 10), modifiers=st.lists(st.integers(-20, 20), max_size=4))
def test_pools_stay_within_their_range(base: int, modifiers: list[int]):
    found = pool(base, modifiers)
    assert 1 <= found.pool <= 10
    assert found.clamped == (found.pool != base + sum(modifiers))


@given(most=st.integers(1, 20), amounts=st.lists(st.integers(-30, 30), max_size=5))
def test_injuries_never_leave_the_sheet(most: int, amounts: list[int]):
    sheet = UltraSheet(injury_max=most)
    for amount in amounts:
        sheet = UltraSheet(injury_max=most, injuries=injured(sheet, amount))
    assert 0 <= sheet.injuries <= most
