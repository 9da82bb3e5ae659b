"""Actions, initiative, attacks, damage, range, cover and minions."""

from typing import Final

from app.rules.system import RuleEntry
from app.rules.systems.supers.rule_index.entry import rule

ATTACK: Final = "check supers.attack"
RESISTANCE: Final = "check supers.resistance"
ACTIONS: Final = "catalogue actions"

FIGHTS: Final[tuple[RuleEntry, ...]] = (
    rule("S-044", "A round", "A round takes 6 seconds.", "L85", "catalogue measures"),
    rule("S-045", "Standard action", "One a turn, for an attack, a power, a skill or an advantage.", "L87", ACTIONS),
    rule(
        "S-046",
        "Move action",
        "For going, drawing and standing up, and a standard may become a second one.",
        "L91",
        ACTIONS,
    ),
    rule("S-047", "Free action", "Words, letting go, dropping down and ending a power take no time.", "L95", ACTIONS),
    rule("S-048", "Reaction", "What one does in answer costs nothing of the turn and needs none.", "L99", ACTIONS),
    rule("S-049", "No action", "Resistance and its like are no actions, and nothing keeps from them.", "L103", ACTIONS),
    rule(
        "S-050",
        "In one piece",
        "An action isn't broken off for another and taken up again.",
        "L107",
        "command supers.move",
    ),
    rule(
        "S-051",
        "A burst of speed",
        "Athletics at 15 gives one more speed rank until the round is over.",
        "L107",
        "command supers.sprint",
    ),
    rule("S-052", "Initiative", "A d20, Agility and what else helps.", "L109", "command start"),
    rule("S-053", "Order", "Whoever has more acts sooner.", "L109", "command start"),
    rule(
        "S-054",
        "Ties",
        "Dodge, Agility and Awareness part equal results, and after them a die.",
        "L111",
        "command start",
    ),
    rule("S-055", "Surprise round", "Even the surprised throw initiative.", "L113", "command start"),
    rule(
        "S-056", "Surprised", "They do nothing, stunned and vulnerable, until the next round.", "L113", "command start"
    ),
    rule(
        "S-057",
        "Before they know",
        "Others have one standard or move in a surprise round, and free actions.",
        "L113",
        "command start",
    ),
    rule("S-058", "Attack", "A d20 and the attack bonus against the defense class.", "L115", ATTACK),
    rule("S-059", "Close attacks", "They are against Parry.", "L117", "command supers.attack_close"),
    rule("S-060", "Ranged attacks", "They are against Dodge.", "L117", "command supers.attack_ranged"),
    rule("S-061", "Always a hit", "A face of 20 hits whatever the total.", "L117", ATTACK),
    rule("S-062", "Always a miss", "A face of 1 misses whatever the total.", "L117", ATTACK),
    rule("S-063", "Critical hit", "A face of 20 whose total hits as well is a critical hit.", "L119", ATTACK),
    rule("S-064", "Increased effect", "A critical hit may be 5 harder to resist.", "L119", "check supers.strike"),
    rule("S-065", "Added effect", "A critical hit may bring a second effect at rank 0.", "L119", "check supers.strike"),
    rule(
        "S-066",
        "Alternate effect",
        "A critical hit may be a power stunt that tires nobody.",
        "L119",
        "check supers.strike",
    ),
    rule("S-067", "One of them", "The attacker picks one before the target resists.", "L119", "check supers.strike"),
    rule("S-068", "Against damage", "Toughness against 15 and the rank of the damage.", "L121", RESISTANCE),
    rule(
        "S-069",
        "The lost table",
        "What each degree does was cut from the document and is rebuilt from what is left.",
        "L123",
        RESISTANCE,
    ),
    rule(
        "S-070",
        "Degrees of damage",
        "A penalty, then dazed, then staggered, then out of the fight.",
        "L123",
        RESISTANCE,
    ),
    rule(
        "S-071", "Penalties add up", "Each failure takes one more off later checks against damage.", "L123", RESISTANCE
    ),
    rule("S-072", "To the brink", "Any failure of the incapacitated leaves them dying.", "L123", RESISTANCE),
    rule("S-073", "Past it", "Any failure of the dying kills them.", "L123", RESISTANCE),
    rule("S-074", "Never better", "A milder result leaves a worse level as it is.", "L123", RESISTANCE),
    rule("S-075", "Only damage", "The penalty of wounds counts only in checks against damage.", "L123", RESISTANCE),
    rule(
        "S-076",
        "How long dazed",
        "The document is silent on how long a hit's dazed lasts.",
        "L123",
        "option damage_daze_ends",
    ),
    rule("S-077", "Staggered", "Dazed and hindered at once.", "L241", "catalogue conditions"),
    rule(
        "S-078",
        "Incapacitated",
        "Unaware, stunned and defenseless, as a rule on the ground.",
        "L225",
        "catalogue conditions",
    ),
    rule("S-079", "Dying", "Incapacitated, with Fortitude at 15 every round or death.", "L213", "command end_turn"),
    rule("S-080", "Resisting is free", "Resistance takes no action.", "L105", "command supers.resist"),
    rule("S-081", "Getting well", "Stamina heals, and what has none doesn't.", "L31", "command rest"),
    rule("S-082", "Bare hands", "Strength is the rank of an unarmed blow.", "L27", "sheet"),
    rule("S-083", "Short range", "Up to 25 feet a rank, without penalty.", "L125", "catalogue range_bands"),
    rule("S-084", "Medium range", "Up to 50 feet a rank, at 2 less.", "L125", "catalogue range_bands"),
    rule("S-085", "Long range", "Up to 100 feet a rank, at 5 less.", "L125", "catalogue range_bands"),
    rule("S-086", "Out of range", "Past the long band nothing is reached.", "L125", "command supers.attack_ranged"),
    rule("S-087", "Half hidden", "Partial concealment takes 2 from an attack.", "L127", "command supers.attack_ranged"),
    rule("S-088", "Half covered", "Partial cover takes 2 from an attack.", "L127", ATTACK),
    rule("S-089", "Unseen", "Total concealment takes 5 from an attack.", "L127", "command supers.attack_ranged"),
    rule("S-090", "Behind a wall", "Total cover stops every direct attack.", "L127", ATTACK),
    rule(
        "S-091", "Cover from areas", "Cover adds 2 or 5 to Dodge against an area.", "L127", "command supers.attack_area"
    ),
    rule(
        "S-092", "Hiding from areas", "Concealment doesn't help against an area.", "L127", "command supers.attack_area"
    ),
    rule("S-093", "Attacking minions", "Others may count 10 when they attack a minion.", "L129", ATTACK),
    rule(
        "S-094", "Sure to hit", "A routine attack on a minion hits by itself at a bonus of 0 or more.", "L129", ATTACK
    ),
    rule("S-095", "Minions' luck", "A minion lands no critical hit on anybody but a minion.", "L129", ATTACK),
    rule("S-096", "Minions fall", "A minion that fails to resist takes the worst at once.", "L129", RESISTANCE),
    rule("S-097", "Minions attack", "A minion throws for its own attacks, against other minions too.", "L129", ATTACK),
)
