"""The advantages: their kinds, their most ranks, and what the rules here make of them."""

from collections.abc import Mapping
from typing import Final, Literal

from app.rules.system import Value

AdvantageKind = Literal["combat", "fortune", "general", "skill"]


class AdvantageEntry(Value):
    """An advantage: 1 power point a rank."""

    id: str
    kind: AdvantageKind
    max_rank: int | None = None
    """None where the page names no most."""
    effect: str | None = None
    """What is worked out here; the game master decides the rest."""


COMBAT: Final = """
    accurate_attack all_out_attack chokehold close_attack defensive_attack defensive_roll evasion:2 fast_grab
    favored_environment grabbing_finesse improved_aim improved_critical:4 improved_defense improved_disarm
    improved_grab improved_hold improved_initiative improved_smash improved_trip improvised_weapon move_by_action
    power_attack precise_attack:4 prone_fighting quick_draw ranged_attack redirect set_up takedown:2
    throwing_mastery uncanny_dodge weapon_bind weapon_break
"""
FORTUNE: Final = "beginners_luck inspire:5 leadership luck seize_initiative ultimate_effort"
GENERAL: Final = """
    assessment benefit diehard eidetic_memory equipment extraordinary_effort fearless great_endurance instant_up
    interpose minion second_chance sidekick teamwork trance
"""
SKILL: Final = """
    agile_feint animal_empathy artificer attractive:2 connected contacts daze:2 fascinate favored_foe
    hide_in_plain_sight improvised_tools inventor jack_of_all_trades languages ritualist skill_mastery startle taunt
    tracking well_informed
"""
EFFECTS: Final[Mapping[str, str]] = {
    "accurate_attack": "An accurate trade-off of up to 5.",
    "all_out_attack": "An all-out trade-off of up to 5.",
    "close_attack": "1 more on close attacks for each rank.",
    "defensive_attack": "A defensive trade-off of up to 5.",
    "defensive_roll": "1 more Toughness for each rank while neither vulnerable nor defenseless.",
    "diehard": "The dying are stable by the next round.",
    "equipment": "5 points of gear for each rank.",
    "improved_critical": "Critical hits threaten on one face more for each rank.",
    "improved_initiative": "4 more initiative for each rank.",
    "luck": "A hero point more for each rank when an adventure starts.",
    "power_attack": "A power trade-off of up to 5.",
    "ranged_attack": "1 more on ranged attacks for each rank.",
    "skill_mastery": "Routine checks of one skill under pressure too.",
    "teamwork": "5 more as a helper in a team check.",
    "uncanny_dodge": "Surprise doesn't make vulnerable.",
}


def _entries(kind: AdvantageKind, names: str) -> tuple[AdvantageEntry, ...]:
    split = (name.partition(":") for name in names.split())
    return tuple(
        AdvantageEntry(id=name, kind=kind, max_rank=int(most) if most else None, effect=EFFECTS.get(name))
        for name, _, most in split
    )


ADVANTAGES: Final = (
    *_entries("combat", COMBAT),
    *_entries("fortune", FORTUNE),
    *_entries("general", GENERAL),
    *_entries("skill", SKILL),
)
