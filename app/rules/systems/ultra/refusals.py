"""Every code the system refuses with, and what it means at the table."""

from collections.abc import Mapping
from typing import Final

from app.rules import lending

REFUSALS: Final[Mapping[str, str]] = {
    **lending.REFUSALS,
    "action_spent": "This turn's action is used up.",
    "blocked": "A Status Effect forbids this.",
    "buyoff_exceeds_level": "A complication takes as many hits as its level, never more.",
    "choices_before_roll": "What to buy or to accept is chosen once the dice lie.",
    "duplicate_buyoff": "Each complication is bought off once.",
    "duplicate_complication": "Two complications of an action bear the same id.",
    "invalid_advantage": "Advantage reaches from -3 to 3.",
    "invalid_bonus_hits": "Bonus hits are 0 or more.",
    "invalid_complication_level": "A complication is minor (1), moderate (2) or major (3).",
    "invalid_die": "A ten-sided die shows 1 to 10.",
    "invalid_difficulty": "A difficulty is 0 hits or more.",
    "invalid_double_from": "Faces count twice from 2 at the least and 10 at the most.",
    "invalid_pool": "A pool is 1 to 10 dice.",
    "invalid_target": "A target number is 2 to 10.",
    "no_purchases_on_failure": "Only hits beyond the difficulty buy anything, and here there are none.",
    "not_a_failure": "A success can't be turned into a Disaster.",
    "not_present": "Whoever this is about isn't in the scene.",
    "not_your_turn": "It is somebody else's turn.",
    "nothing_to_allow": "No complication is listed, so there is none to let happen.",
    "nothing_to_approve": "No Trick waits for the game master.",
    "nothing_to_clear": "The target doesn't have this Status Effect, or nothing treats it.",
    "nothing_to_resolve": "No action is open.",
    "overspent": "This takes more hits than there are to spend.",
    "partial_buyoff": "A complication is paid in full or not at all.",
    "pending": "The table waits for an answer first.",
    "rest_too_short": "A full rest takes eight hours.",
    "taken_out": "Whoever is taken out does nothing.",
    "trick_already_bought": "This Trick is bought once an action, or once for each target.",
    "trick_cost_out_of_range": "The Trick isn't sold at this price.",
    "trick_cost_required": "The price of this Trick varies: say how many hits it gets.",
    "trick_detail_required": "The Trick needs to know whom it hits, which Status Effect, or what becomes true.",
    "trick_refused": "The game master has refused this Trick for this action.",
    "unknown_complication": "The action has no complication of that id.",
    "unknown_fact": "The scene has no such fact.",
    "unknown_rest": "A rest ends the scene, or is a full one.",
    "unknown_status": "No Status Effect has that key.",
    "unknown_trick": "No Trick has that key.",
}
