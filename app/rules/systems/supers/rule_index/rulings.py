"""The rulings: what the document leaves open, and what is played here."""

from typing import Final

from app.rules.system import RuleEntry
from app.rules.systems.supers.rule_index.entry import rule


def _ruling(name: str, title: str, statement: str, covered_by: str) -> RuleEntry:
    return rule(name, title, statement, "ruling", covered_by)


RULINGS: Final[tuple[RuleEntry, ...]] = (
    _ruling(
        "R-01",
        "Missing by 5",
        "Exactly 5 under is the second degree of failure, or still the first where the table says so.",
        "option failure_steps",
    ),
    _ruling(
        "R-02",
        "Across zero",
        "A natural 20 makes one degree of failure one of success.",
        "option crit_bump_across_zero",
    ),
    _ruling(
        "R-03",
        "Opposed degrees",
        "Every full 5 ahead is a degree, one more for the winner's own 20, and the first side has the coin's low half.",
        "option opposed_crit_upset",
    ),
    _ruling("R-03b", "Summing help", "Helpers' degrees are added with their signs.", "option team_sum"),
    _ruling(
        "R-04",
        "Damage by degrees",
        "The lost table is a penalty, dazed, staggered and incapacitated.",
        "check supers.resistance",
    ),
    _ruling(
        "R-05",
        "Staggered twice",
        "A third degree fells the staggered, and its penalty still counts.",
        "option second_stagger_incapacitates",
    ),
    _ruling(
        "R-06",
        "Defenses below 0",
        "Conditions lift them too, unless the table leaves them alone.",
        "option negative_defenses",
    ),
    _ruling(
        "R-07",
        "Dying checks",
        "One failure kills, two degrees of success stabilise, and Treatment at 15 helps.",
        "option dying_mode",
    ),
    _ruling("R-08", "Dazed by damage", "It lasts to the end of one's next turn.", "option damage_daze_ends"),
    _ruling(
        "R-09",
        "Ladder of recovery",
        "Rest goes down the track one step a minute, whatever was held on the way.",
        "option recovery_model",
    ),
    _ruling("R-10", "From exhaustion", "Each hour of rest takes one step of fatigue away.", "command rest"),
    _ruling(
        "R-11",
        "Sure hits on minions",
        "The net bonus with all circumstances decides whether a routine attack can't miss.",
        "option minion_auto",
    ),
    _ruling(
        "R-12", "Areas", "Dodge against 10 and the rank halves what is to be resisted.", "command supers.attack_area"
    ),
    _ruling(
        "R-13",
        "Adding up",
        "Circumstances add up, and cover and concealment too, but one condition never counts twice.",
        "option cover_plus_concealment",
    ),
    _ruling(
        "R-14",
        "Conditions by source",
        "Each source counts apart, some conditions leave no room for others, and the paralyzed may think.",
        "option paralyzed_mental_actions",
    ),
    _ruling(
        "R-15",
        "What effort is for",
        "Eight things, from one more action to one more rank of Strength.",
        "option fatigue_timing",
    ),
    _ruling(
        "R-16",
        "What hero points buy",
        "A better roll, a feat, a detail, a hint, a counter or a recovery.",
        "catalogue hero_point_uses",
    ),
    _ruling(
        "R-17",
        "Between sessions",
        "A new adventure starts at 1 and Luck, a later session with at least 1.",
        "command supers.start_session",
    ),
    _ruling(
        "R-18",
        "Manoeuvres",
        "Four trade-offs of up to 2, or 5 with the advantage, and the holds and throws of close combat.",
        "option mirror_tradeoff_limits",
    ),
    _ruling("R-19", "The six caps", "Attack and effect, effect alone, three pairs of defenses, and skills.", "sheet"),
    _ruling("R-20", "Skills", "Sixteen of them, a point for every two ranks.", "option skill_ranks_per_point"),
    _ruling(
        "R-21",
        "Arrays and gear",
        "Alternates cost 1 or 2, what can be taken away is cheaper, and gear goes by its advantage.",
        "sheet",
    ),
    _ruling("R-22", "Effects", "Forty of them, with public figures.", "catalogue effects"),
    _ruling(
        "R-23", "Advantages", "A point a rank, and numbers only where a few of them have any.", "catalogue advantages"
    ),
    _ruling(
        "R-24",
        "Measures",
        "Each rank is twice the last, from tables of mass, time, distance and volume.",
        "catalogue measures",
    ),
    _ruling(
        "R-25",
        "Size",
        "Size and mass are numbers that Growth and Shrinking change.",
        "game master: the sheet's numbers already hold what size does",
    ),
    _ruling("R-26", "Prone and slow", "The prone aren't hindered, unless the table says so.", "option prone_hindered"),
    _ruling(
        "R-27",
        "Words as weapons",
        "Frightening and feinting are opposed checks of a standard action.",
        "command supers.demoralize",
    ),
    _ruling(
        "R-28",
        "Once a round",
        "One burst of speed a round, and surprise ends with the second.",
        "command supers.sprint",
    ),
    _ruling(
        "R-29",
        "Breaking things",
        "Objects run down the same track to destruction, and Technology mends them.",
        "check supers.resistance",
    ),
    _ruling(
        "R-30",
        "Pressure",
        "The game master says when something presses, and in rounds it always does.",
        "check supers.check",
    ),
    _ruling(
        "R-31",
        "Afflictions",
        "Three conditions by degree, thrown off at the end of one's turn.",
        "command supers.resist",
    ),
    _ruling(
        "R-32",
        "Recovering in a fight",
        "Once, for a whole turn, one step of damage or fatigue comes off.",
        "option recover_action",
    ),
    _ruling("R-33", "Rank 0 at range", "It reaches 0 feet.", "command supers.attack_ranged"),
    _ruling("R-34", "Aid", "An attack at 10 lends an ally 2, or 5 with three degrees.", "command supers.aid"),
    _ruling("R-35", "Below -5", "Each ability fails in a way of its own.", "catalogue conditions"),
    _ruling("R-36", "Points come back", "A weakened trait regains a point a round.", "command end_turn"),
    _ruling(
        "R-37", "The added effect", "It is resisted after the first one, always.", "command supers.choose_critical"
    ),
    _ruling(
        "R-38",
        "Other ranges",
        "Personal and by rank, and concentration, are kept for effects that need them.",
        "catalogue effects",
    ),
    _ruling("R-39", "Points in all", "Nobody spends more than the level gives and was earned since.", "sheet"),
    _ruling(
        "R-40",
        "Waiting",
        "One may wait for a trigger at the price of a standard, or act later.",
        "command supers.ready",
    ),
)
