"""The refusals of Ultra: code, rule, what was found, and the sentence that people read."""

from collections.abc import Callable
from typing import Any

import pytest

from app.rules.systems.ultra import SYSTEM, pools, statuses, suffering
from app.rules.systems.ultra.checks.action import ActionBody
from app.rules.systems.ultra.complications import Complication
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.outcomes import Choices
from app.rules.systems.ultra.tricks import GENERAL_TRICKS, Trick, TrickChoice, bought
from tests.rules.refusing import refusal_of
from tests.rules.ultra.table import ask, choosing, kind_of

LOCK = Complication(id="lock", level=1)
STORM = Complication(id="storm", level=3)
ACTION = ActionBody(dice=4, difficulty=2, complications=[LOCK, STORM])
SHORT, JUST, WIDE = (1, 1, 1, 8), (1, 1, 8, 8), (10, 10, 10, 9)
PRAYER = Trick(key="old_prayer", name="Old Prayer", min=1, max=3, ops=["shake_off"])
OATH = Trick(key="oath", name="Oath", min=4, max=6, ops=["end_fight"])
PARTLY = UltraOptions(partial_buyoff=True)
TRAITS = {"nerve": 4, "lore": 5, "faith": 3}


def buy(*keys: str, **more: Any) -> list[dict[str, Any]]:
    return [{"key": key, **more} for key in keys]


def off(*ids: str, **more: Any) -> list[dict[str, Any]]:
    return [{"id": key, **more} for key in ids]


def risking(*complications: Complication) -> object:
    return ask(ActionBody(dice=1, complications=list(complications)), 1)


REFUSALS: list[tuple[Callable[[], object], str, str]] = [
    (
        lambda: choosing(ACTION, *SHORT, buy_off=off("lock")),
        "no_purchases_on_failure U-13 shortfall=1",
        "1 against 2 leaves nothing to spend: only complications can be let happen.",
    ),
    (
        lambda: choosing(ACTION, *JUST, accept_complications=True),
        "not_a_failure U-09 hits=2 difficulty=2",
        "2 against 2 is a success: complications that aren't bought off happen.",
    ),
    (
        lambda: choosing(ActionBody(dice=1, difficulty=1), 1, accept_complications=True),
        "nothing_to_allow G-10",
        "No complication is listed: the action simply fails.",
    ),
    (
        lambda: choosing(ACTION, *JUST, tricks=buy("opening")),
        "overspent U-19 spent=1 leftover=0",
        "This costs 1, and 0 of 2 hits are left over: choose less.",
    ),
    (
        lambda: choosing(ACTION, *WIDE, tricks=buy("end_fight", "remove_target")),
        "overspent U-19 spent=6 leftover=5",
        "This costs 6, and 5 of 7 hits are left over: choose less.",
    ),
    (
        lambda: choosing(ACTION, *WIDE, buy_off=off("lock", "lock")),
        "duplicate_buyoff U-16",
        "A complication is bought off once: name it a single time.",
    ),
    (
        lambda: choosing(ACTION, *WIDE, buy_off=off("lock", hits=2)),
        "buyoff_exceeds_level U-16 found=2 most=1",
        "This complication takes 1, and 2 were offered: pay its level.",
    ),
    (
        lambda: choosing(ACTION, *WIDE, buy_off=off("storm", hits=2)),
        "partial_buyoff G-03 found=2 needed=3",
        "This complication takes 3, and 2 were offered: pay all of it, or nothing.",
    ),
    (
        lambda: choosing(ACTION, *WIDE, buy_off=off("storm", hits=0), options=PARTLY),
        "partial_buyoff G-03 found=0 needed=3",
        "This complication takes 3, and 0 were offered: pay 1 to 3.",
    ),
    (
        lambda: choosing(ACTION, *WIDE, buy_off=off("door")),
        "unknown_complication U-16 known=['lock', 'storm']",
        "The action has no complication `door`: it has `lock`, `storm`.",
    ),
    (
        lambda: choosing(ACTION, *WIDE, tricks=buy("set_up")),
        "trick_cost_required U-22 trick=set_up least=1 most=2",
        "Set Up takes 1 to 2: say how many hits it gets (`cost`).",
    ),
    (
        lambda: choosing(ACTION, *WIDE, tricks=buy("set_up", cost=0)),
        "trick_cost_out_of_range G-13 trick=set_up found=0 least=1 most=2",
        "Set Up costs 1 to 2: 0 is not a price of it.",
    ),
    (
        lambda: choosing(ACTION, *WIDE, tricks=buy("opening", cost=2)),
        "trick_cost_out_of_range G-13 trick=opening found=2 least=1 most=1",
        "Opening costs 1: 2 is not a price of it.",
    ),
    (
        lambda: choosing(ACTION, *WIDE, tricks=buy("opening", "opening", target="a")),
        "trick_already_bought U-21 trick=opening",
        "Opening is bought once an action: take it off the list once.",
    ),
    (
        lambda: choosing(ACTION, *WIDE, tricks=buy("scene_detail", "scene_detail", target="a")),
        "trick_already_bought U-21 trick=scene_detail",
        "Convenient Detail is bought again only for another target.",
    ),
    (
        lambda: bought(GENERAL_TRICKS, [TrickChoice(key="full_follow_up")], follow_up=True),
        "trick_already_bought G-25 trick=full_follow_up",
        "Full Follow-Up has made this action, which may not buy a further one.",
    ),
    (
        lambda: bought([PRAYER], [TrickChoice(key="old_prayer", cost=3)], options=UltraOptions(trick_cost_max=2)),
        "trick_cost_out_of_range G-13 trick=old_prayer found=3 least=1 most=2",
        "Old Prayer costs 1 to 3, and this table sells none above 2: 3 is not a price of it.",
    ),
    (
        lambda: bought([OATH], [TrickChoice(key="oath")]),
        "trick_cost_out_of_range G-13 trick=oath found=4 least=4 most=3",
        "Oath costs 4 to 6, and this table sells none above 3: 4 is not a price of it.",
    ),
    (
        lambda: risking(LOCK.model_copy(update={"level": 4})),
        "invalid_complication_level U-17 found=4 allowed=[1, 2, 3]",
        "A complication is of level 1, 2 or 3, not 4.",
    ),
    (
        lambda: risking(LOCK, STORM, LOCK),
        "duplicate_complication G-02",
        "Two complications have the same id: give each its own, so that it can be bought off.",
    ),
    (
        lambda: ask(ActionBody(dice=2, choices=Choices()), 8, 8),
        "choices_before_roll U-07",
        "Choices come after the roll: send them with the `faces` it showed.",
    ),
    (
        lambda: ask(ActionBody()),
        "invalid_pool U-01",
        "Say how many `dice` are thrown, or give their `faces`.",
    ),
    (
        lambda: ask(ActionBody(dice=11)),
        "invalid_pool U-01 found=11 least=1 most=10",
        "A pool is 1 to 10, not 11.",
    ),
    (
        lambda: ask(ActionBody(dice=1, target=1), 1),
        "invalid_target G-06 found=1 least=2 most=10",
        "A target number is 2 to 10, not 1.",
    ),
    (
        lambda: ask(ActionBody(dice=1, double_from=12), 1),
        "invalid_double_from G-07 found=12 least=2 most=10",
        "The face that counts twice is 2 to 10, not 12.",
    ),
    (
        lambda: ask(ActionBody(dice=1, bonus_hits=-1), 1),
        "invalid_bonus_hits G-20 found=-1 least=0",
        "Bonus hits are 0 or more, not -1: a drawback is a higher difficulty.",
    ),
    (
        lambda: ask(ActionBody(dice=1, advantage=7), 1),
        "invalid_advantage G-01 found=7 least=-3 most=3",
        "Advantage is -3 to 3, not 7.",
    ),
    (
        lambda: ask(ActionBody(dice=1, difficulty=-1), 1),
        "invalid_difficulty G-15 found=-1 least=0",
        "A difficulty is 0 hits or more, not -1.",
    ),
    (
        lambda: ask(ActionBody(dice=2), 8, 11),
        "invalid_die U-01 index=1 face=11 die=d10",
        "Die 2 of `faces` is a d10 and has no face 11.",
    ),
    (
        lambda: kind_of(ACTION).odds(ActionBody(dice=2, choices=Choices()), options=DEFAULTS),
        "choices_before_roll U-07",
        "Odds take no `choices`: nothing is thrown for them.",
    ),
    (
        lambda: pools.pool_of_traits(TRAITS, ["nerve", "luck"]),
        "unknown_trait G-05 known=['faith', 'lore', 'nerve']",
        "The sheet has no trait `luck`: it has `faith`, `lore`, `nerve`.",
    ),
    (
        lambda: pools.pool_of_traits(TRAITS, []),
        "invalid_pool G-05 found=0 least=1 most=3",
        "A pool is made of one to three traits, not 0.",
    ),
    (
        lambda: pools.pool(11),
        "invalid_pool U-01 found=11 least=1 most=10",
        "A pool is 1 to 10, not 11.",
    ),
    (
        lambda: suffering.treat_difficulty("discredited", 1),
        "nothing_to_clear G-22",
        "Discredited can't be treated. It goes otherwise: Amends in public, or the story.",
    ),
    (
        lambda: suffering.eased("stunned", level=2, hits=1),
        "trick_cost_out_of_range G-22 found=1 least=2",
        "Stunned has one level: shaking it off takes 2, not 1.",
    ),
]


@pytest.mark.parametrize(("ask", "named", "detail"), REFUSALS, ids=[named for _, named, _ in REFUSALS])
def test_a_refusal_names_its_rule_and_what_was_found(ask, named, detail):
    assert refusal_of(ask) == (named, detail)
    assert named.split()[0] in SYSTEM.refusals


def test_an_unknown_key_is_told_all_that_are_known():
    trick = refusal_of(lambda: choosing(ACTION, *WIDE, tricks=buy("opening", "teleport")))
    known = [trick.key for trick in GENERAL_TRICKS]
    titled = ", ".join(f"`{one.key}` ({one.name})" for one in GENERAL_TRICKS)
    assert trick == (
        f"unknown_trick U-20 known={known}",
        f"The action has no Trick `teleport`: it has {titled}.",
    )
    status = refusal_of(lambda: statuses.status_of("bleding"))
    known = ["bleeding", *(effect.key for effect in statuses.STATUSES if effect.key != "bleeding")]
    assert status == (
        f"unknown_status U-27 suggestion=bleeding known={known}",
        "The catalogue has no Status Effect `bleding`: perhaps `bleeding`.",
    )


def test_a_name_that_formats_or_hides_is_shown_as_it_can_be_read():
    status = refusal_of(lambda: statuses.status_of("`a`\n\u202eb" + "z" * 100))
    assert status.detail.startswith("The catalogue has no Status Effect `'a' b" + "z" * 60)
