"""Choices after the roll: what is bought, what is refused, and in which order the refusals come."""

from typing import Any

import pytest

from app.rules.system import AgainstTheRules, ChoosingKind, OutOfRange, RuleRefusal
from app.rules.systems.ultra import SYSTEM
from app.rules.systems.ultra.checks.action import ActionBody
from app.rules.systems.ultra.checks.hand import UltraSide
from app.rules.systems.ultra.checks.opposed import UltraOpposedBody
from app.rules.systems.ultra.complications import Complication
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.outcomes import Choices, Roll, menu, resolve
from app.rules.systems.ultra.tricks import GENERAL_TRICKS, Trick, bought, offers, waits_for_game_master
from tests.rules.ultra.table import Rolled, ask, choosing, kind_of

LOCK = Complication(id="lock", level=1)
STORM = Complication(id="storm", level=3)
ACTION = ActionBody(dice=4, difficulty=2, complications=[LOCK, STORM])
SHORT, JUST, WIDE = (1, 1, 1, 8), (1, 1, 8, 8), (10, 10, 10, 9)
PRAYER = Trick(key="old_prayer", name="Old Prayer", min=1, max=3, ops=["shake_off"])
OATH = Trick(key="oath", name="Oath", min=4, max=6, ops=["end_fight"])
SECOND_WIND = Trick(key="second_wind", name="Second Wind", min=2, max=2, ops=["full_follow_up"])


def pick(**choices: Any) -> Choices:
    return Choices.model_validate(choices)


def buy(*keys: str, **more: Any) -> list[dict[str, Any]]:
    return [{"key": key, **more} for key in keys]


def off(*ids: str, **more: Any) -> list[dict[str, Any]]:
    return [{"id": key, **more} for key in ids]


@pytest.mark.parametrize(
    ("faces", "choices", "code", "rule"),
    [
        (SHORT, {"buy_off": off("lock")}, "no_purchases_on_failure", "U-13"),
        (SHORT, {"tricks": buy("opening")}, "no_purchases_on_failure", "U-13"),
        (JUST, {"accept_complications": True}, "not_a_failure", "U-09"),
        (JUST, {"tricks": buy("opening")}, "overspent", "U-19"),
        (WIDE, {"buy_off": off("lock", "lock")}, "duplicate_buyoff", "U-16"),
        (WIDE, {"buy_off": off("lock", hits=2)}, "buyoff_exceeds_level", "U-16"),
        (WIDE, {"buy_off": off("storm", hits=2)}, "partial_buyoff", "G-03"),
        (WIDE, {"buy_off": off("storm", hits=0)}, "partial_buyoff", "G-03"),
        (WIDE, {"buy_off": off("door")}, "unknown_complication", "U-16"),
        (WIDE, {"tricks": buy("teleport")}, "unknown_trick", "U-20"),
        (WIDE, {"tricks": buy("set_up")}, "trick_cost_required", "U-22"),
        (WIDE, {"tricks": buy("set_up", cost=0)}, "trick_cost_out_of_range", "G-13"),
        (WIDE, {"tricks": buy("set_up", cost=3)}, "trick_cost_out_of_range", "G-13"),
        (WIDE, {"tricks": buy("opening", cost=2)}, "trick_cost_out_of_range", "G-13"),
        (WIDE, {"tricks": buy("opening", "opening", target="a")}, "trick_already_bought", "U-21"),
        (WIDE, {"tricks": buy("scene_detail", "scene_detail", target="a")}, "trick_already_bought", "U-21"),
        (WIDE, {"tricks": buy("end_fight", "remove_target")}, "overspent", "U-19"),
        (WIDE, {"buy_off": off("storm"), "tricks": buy("end_fight")}, "overspent", "U-19"),
        # Ids first, then what the outcome allows, then each item, then the sum.
        (SHORT, {"buy_off": off("door"), "tricks": buy("teleport")}, "unknown_complication", "U-16"),
        (SHORT, {"accept_complications": True, "tricks": buy("teleport")}, "unknown_trick", "U-20"),
        (SHORT, {"accept_complications": True, "tricks": buy("set_up")}, "no_purchases_on_failure", "U-13"),
        (JUST, {"accept_complications": True, "buy_off": off("lock", "lock")}, "not_a_failure", "U-09"),
        (JUST, {"buy_off": off("storm", "storm")}, "duplicate_buyoff", "U-16"),
        (JUST, {"buy_off": off("lock", hits=9), "tricks": buy("set_up")}, "buyoff_exceeds_level", "U-16"),
        (JUST, {"tricks": buy("end_fight", "set_up")}, "trick_cost_required", "U-22"),
        (WIDE, {"tricks": buy("hinder", cost=1) + buy("hinder", cost=9)}, "trick_already_bought", "U-21"),
    ],
)
def test_what_is_refused(faces: tuple[int, ...], choices: dict[str, Any], code: str, rule: str):
    with pytest.raises(RuleRefusal) as refused:
        choosing(ACTION, *faces, **choices)
    assert (refused.value.code, refused.value.facts["rule"]) == (code, rule)
    assert code in SYSTEM.refusals
    mended = {"unknown_complication", "unknown_trick", "buyoff_exceeds_level"} | {
        "trick_cost_required",
        "trick_cost_out_of_range",
    }
    assert isinstance(refused.value, OutOfRange if code in mended else AgainstTheRules)


def test_a_disaster_needs_something_to_happen():
    bare = ActionBody(dice=1, difficulty=1)
    with pytest.raises(AgainstTheRules) as refused:
        choosing(bare, 1, accept_complications=True)
    assert (refused.value.code, refused.value.facts["rule"]) == ("nothing_to_allow", "G-10")
    house = UltraOptions(disaster_without_complications=True)
    assert choosing(bare, 1, accept_complications=True, options=house).result["result"] == "disaster"


def test_overspending_says_by_how_much():
    with pytest.raises(AgainstTheRules) as refused:
        choosing(ACTION, *JUST, buy_off=off("lock"), tricks=buy("opening"))
    assert refused.value.facts == {"spent": 2, "leftover": 0, "rule": "U-19"}


@pytest.mark.parametrize(
    ("choices", "result", "spent", "occurred"),
    [
        ({}, "success_with_consequence", 0, [("lock", 1), ("storm", 3)]),
        ({"buy_off": off("storm")}, "success_with_consequence", 3, [("lock", 1)]),
        ({"buy_off": off("lock", hits=1)}, "success_with_consequence", 1, [("storm", 3)]),
        ({"buy_off": off("storm", "lock")}, "extraordinary_success", 4, []),
        ({"buy_off": off("storm", "lock"), "tricks": buy("opening")}, "extraordinary_success", 5, []),
        ({"tricks": buy("scene_detail", "scene_detail", "end_fight")}, "success_with_consequence", 5, None),
        ({"tricks": buy("scene_detail", target="a") + buy("scene_detail")}, "success_with_consequence", 2, None),
    ],
)
def test_what_choices_come_to(choices: dict[str, Any], result: str, spent: int, occurred: Any):
    """G-09, G-14: what buys nothing is told; Tricks may leave complications standing, which decide the result."""
    got = choosing(ACTION, *WIDE, **choices).result
    assert (got["result"], got["spent"], got["unspent"]) == (result, spent, 5 - spent)
    everything = [("lock", 1), ("storm", 3)]
    assert [(one["id"], one["level"]) for one in got["occurred"]] == (everything if occurred is None else occurred)


def test_part_payments_where_the_table_takes_them():
    house = UltraOptions(partial_buyoff=True)
    got = choosing(ACTION, *WIDE, buy_off=off("storm", hits=1), options=house).result
    assert got["occurred"] == [{"id": "lock", "level": 1}, {"id": "storm", "level": 2}]
    got = choosing(ACTION, *WIDE, buy_off=off("storm", "lock"), options=house).result
    assert got["result"] == "extraordinary_success"
    with pytest.raises(AgainstTheRules) as refused:
        choosing(ACTION, *WIDE, buy_off=off("storm", hits=0), options=house)
    assert refused.value.detail == "This complication takes 3, and 0 were offered: pay 1 to 3."


@pytest.mark.parametrize(
    ("margin", "result"), [(1, "extraordinary_success"), (5, "extraordinary_success"), (6, "success")]
)
def test_a_margin_without_complications(margin: int, result: str):
    house = UltraOptions(extraordinary_without_complications=margin)
    assert choosing(ActionBody(dice=4, difficulty=2), *WIDE, options=house).result["result"] == result


def test_a_margin_leaves_complications_standing():
    house = UltraOptions(extraordinary_without_complications=1)
    assert choosing(ACTION, *WIDE, options=house).result["result"] == "success_with_consequence"


def test_tricks_of_ones_own_stand_last_and_are_bought_like_others():
    roll = Roll(hits=3, difficulty=1)
    tricks = (*GENERAL_TRICKS, PRAYER)
    found = menu(roll, tricks=tricks)
    assert found is not None
    assert found.tricks[-1].model_dump() == {"key": "old_prayer", "min": 1, "max": 2}
    got = resolve(roll, pick(tricks=buy("old_prayer", cost=2)), tricks=tricks)
    assert [one.model_dump() for one in got.tricks] == [{"key": "old_prayer", "cost": 2}]


def test_the_tables_limit_on_prices():
    low, high = UltraOptions(trick_cost_max=2), UltraOptions(trick_cost_max=4)
    assert [offer.key for offer in offers([OATH, PRAYER], 9, low)] == ["old_prayer"]
    assert offers([PRAYER], 9, low)[0].max == 2
    assert [(offer.key, offer.max) for offer in offers([OATH], 9, high)] == [("oath", 4)]
    for trick, cost, options in ((PRAYER, 3, low), (OATH, 5, high)):
        with pytest.raises(OutOfRange) as refused:
            bought([trick], pick(tricks=buy(trick.key, cost=cost)).tricks, options)
        assert refused.value.code == "trick_cost_out_of_range"
        assert "this table sells none above" in refused.value.detail
    with pytest.raises(OutOfRange, match="costs 2: 1 is not"):
        bought([SECOND_WIND], pick(tricks=buy("second_wind", cost=1)).tricks)


@pytest.mark.parametrize("key", ["full_follow_up", "second_wind"])
def test_a_further_action_buys_no_further_one(key: str):
    tricks = [*GENERAL_TRICKS, SECOND_WIND]
    assert len(bought(tricks, pick(tricks=buy(key)).tricks)) == 1
    with pytest.raises(AgainstTheRules) as refused:
        bought(tricks, pick(tricks=buy(key)).tricks, follow_up=True)
    assert (refused.value.code, refused.value.facts["rule"]) == ("trick_already_bought", "G-25")
    assert bought(tricks, pick(tricks=buy("opening")).tricks, follow_up=True)[0].cost == 1


def test_which_tricks_wait_for_the_game_master():
    named = {trick.key: trick for trick in GENERAL_TRICKS}
    always, never = UltraOptions(cost3_approval="always"), UltraOptions(cost3_approval="never")
    waiting = {key for key, trick in named.items() if waits_for_game_master(trick, target_kind="player")}
    assert waiting == {"end_fight", "rewrite_scene"}
    assert waits_for_game_master(named["remove_target"], target_kind="antagonist")
    assert not waits_for_game_master(named["remove_target"])
    assert not waits_for_game_master(named["hinder"], target_kind="antagonist")
    assert waits_for_game_master(OATH)
    assert waits_for_game_master(named["remove_target"], options=always)
    assert not waits_for_game_master(named["opening"], options=always)
    assert not waits_for_game_master(named["end_fight"], target_kind="antagonist", options=never)


def test_a_trick_names_its_price_and_its_tier():
    assert PRAYER.tier == 1
    with pytest.raises(ValueError, match="above `max`"):
        Trick(key="x", name="X", min=3, max=2)
    with pytest.raises(ValueError, match="leave it out"):
        Trick(key="x", name="X", min=1, max=2, tier=2)


def test_choices_keep_their_words_in_json():
    choices = pick(tricks=buy("set_up", cost=1, **{"for": "attack"}))
    assert choices.tricks[0].for_kind == "attack"
    assert Choices.model_validate_json(choices.model_dump_json()) == choices
    assert DEFAULTS.trick_cost_max == 3


@pytest.mark.parametrize(
    ("body", "faces"),
    [
        (ACTION, WIDE),
        (UltraOpposedBody(dice=4, complications=[LOCK], defender=UltraSide(dice=1)), (*WIDE, 9)),
    ],
)
def test_an_open_action_is_resolved_by_the_dice_it_was_rolled_with(body: Any, faces: tuple[int, ...]):
    kind = kind_of(body)
    assert isinstance(kind, ChoosingKind)
    made = kind.resolve(body, options=DEFAULTS, dice=Rolled(faces))
    choices = pick(buy_off=off("lock"), tricks=buy("opening"))
    resolved = kind.choose(body, made, choices, options=DEFAULTS)
    assert (made.open, resolved.open) == (True, False)
    assert (made.source, resolved.source) == ("server", "server")
    assert resolved.dice == made.dice
    assert resolved.result == ask(body.model_copy(update={"choices": choices, "faces": [*faces]}), *faces).result
    with pytest.raises(AgainstTheRules) as refused:
        kind.choose(body, made, pick(accept_complications=True), options=DEFAULTS)
    assert refused.value.code == "not_a_failure"
