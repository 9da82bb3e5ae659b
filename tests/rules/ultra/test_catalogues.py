"""What a table can look up, and what the rules refuse with."""

from app.rules import lending
from app.rules.systems.ultra import SYSTEM
from app.rules.systems.ultra.catalogues import TIERS
from app.rules.systems.ultra.options import DEFAULTS
from app.rules.systems.ultra.tricks import GENERAL_TRICKS


def test_every_code_of_the_page_is_explained():
    page = """
        invalid_pool invalid_die invalid_target invalid_double_from invalid_difficulty invalid_advantage
        invalid_bonus_hits invalid_complication_level duplicate_complication unknown_complication unknown_trick
        choices_before_roll no_purchases_on_failure nothing_to_allow not_a_failure duplicate_buyoff
        buyoff_exceeds_level partial_buyoff trick_cost_required trick_cost_out_of_range trick_already_bought overspent
        pending not_present taken_out not_your_turn action_spent blocked unknown_trait unknown_status unknown_fact
        trick_detail_required trick_refused nothing_to_clear nothing_to_resolve nothing_to_approve
    """
    assert set(page.split()) | {"rest_too_short", "unknown_rest", *lending.REFUSALS} == set(SYSTEM.refusals)


def test_catalogues_list_what_the_rules_name():
    """U-06, U-18, G-29."""
    named = {name: [getattr(entry, "key", None) for entry in entries] for name, entries in SYSTEM.catalogues.items()}
    assert named["tricks"] == [
        *["scene_detail", "set_up", "opening", "drive_home", "side_move", "hinder", "shake_off", "afflict"],
        *["second_target", "full_follow_up", "declare_truth", "end_fight", "rewrite_scene", "remove_target"],
    ]
    assert named["status_effects"] == [
        *["bleeding", "burning", "blinded", "dazed", "stunned", "off_balance", "restrained", "slowed", "frightened"],
        *["confused", "angry", "exhausted", "poisoned", "discredited", "located", "unlucky", "inspired", "steady"],
        "hidden",
    ]
    assert named["complication_kinds"] == [
        *["damage", "status_effect", "social_setback", "physical_setback", "alerted", "new_antagonist"]
    ]
    assert [getattr(word, "older", "") for word in SYSTEM.catalogues["words"]] == [
        *["Scale", "Stunt", "success", "Botch", "Condition"]
    ]
    assert [len(SYSTEM.catalogues[name]) for name in ("complication_levels", "trick_tiers", "difficulties")] == [
        3,
        3,
        6,
    ]


def test_a_trick_does_what_its_price_is_good_for():
    """U-23, U-24, U-25, U-26: usually 1 to 3 hits, for a small extra, a further action, or what nobody could."""
    by_price = {tier.cost: {trick.key for trick in GENERAL_TRICKS if trick.min == tier.cost} for tier in TIERS}
    assert by_price == {
        1: {"scene_detail", "set_up", "opening", "drive_home", "side_move", "hinder", "shake_off", "afflict"},
        2: {"second_target", "full_follow_up", "declare_truth"},
        3: {"end_fight", "rewrite_scene", "remove_target"},
    }
    assert max(trick.max for trick in GENERAL_TRICKS) == DEFAULTS.trick_cost_max == 3
