"""Checks, sides against each other, teams, abilities and defenses."""

from typing import Final

from app.rules.system import RuleEntry
from app.rules.systems.supers.rule_index.entry import rule

CHECK: Final = "check supers.check"
OPPOSED: Final = "check supers.opposed"
TEAM: Final = "check supers.team"
ABILITIES: Final = "catalogue abilities"

CHECKS: Final[tuple[RuleEntry, ...]] = (
    rule("S-001", "A check", "Throw a d20, add the modifier, and compare with the difficulty.", "L1", CHECK),
    rule("S-002", "Success", "A total that reaches the difficulty succeeds, and equal is enough.", "L3", CHECK),
    rule("S-003", "Rank and modifier", "A trait's rank is what its checks add.", "L3", CHECK),
    rule("S-004", "Range of ranks", "Ranks begin at -5 and have no end above.", "L3", "sheet"),
    rule("S-005", "Natural 20", "A face of 20 makes the degree one better than the total says.", "L5", CHECK),
    rule("S-006", "Natural 1", "A face of 1 is like any other, except in an attack.", "L5", CHECK),
    rule("S-007", "Routine", "Where nothing presses one may count 10 instead of throwing.", "L7", CHECK),
    rule("S-008", "Degrees", "The first degree is free, and every full 5 over or under makes one more.", "L11", CHECK),
    rule("S-009", "Better than even", "A modifier 10 below the difficulty succeeds on 11 of 20 faces.", "L9", CHECK),
    rule("S-010", "No most", "Degrees may be as many as the total makes them.", "L11", CHECK),
    rule(
        "S-011", "Deep failure", "More than two degrees of failure are told, though they seldom matter.", "L11", CHECK
    ),
    rule("S-012", "Opposed", "Both sides throw, and the higher total wins.", "L13", OPPOSED),
    rule("S-013", "Equal totals", "Between equal totals the higher bonus wins.", "L13", OPPOSED),
    rule(
        "S-014",
        "Still level",
        "A d20 parts sides that are level in everything, half its faces for each.",
        "L13",
        OPPOSED,
    ),
    rule(
        "S-015",
        "One side passive",
        "Whoever doesn't act sets the difficulty: 10 and the modifier.",
        "L15",
        "check supers.attack",
    ),
    rule(
        "S-016",
        "Comparison",
        "Where nothing but capacity counts the higher rank wins without dice.",
        "L17",
        "check supers.comparison",
    ),
    rule("S-017", "Equal capacity", "A coin parts equal ranks.", "L17", "check supers.comparison"),
    rule("S-018", "Team check", "One leads, and each helper throws the same trait against 10.", "L19", TEAM),
    rule("S-019", "Some help", "One degree of success among the helpers is worth 2 to the leader.", "L19", TEAM),
    rule("S-020", "Much help", "Three degrees or more are worth 5.", "L19", TEAM),
    rule("S-021", "Hindrance", "Two degrees of failure or more cost the leader 2.", "L19", TEAM),
    rule("S-022", "Circumstances", "They add or take 2 where they are small and 5 where they are large.", "L21", CHECK),
    rule("S-023", "Price of abilities", "A rank costs 2 power points, from -5 to 20.", "L23", "sheet"),
    rule("S-024", "Strength", "Strength is for blows, for lifting and throwing, and for Athletics.", "L25", ABILITIES),
    rule("S-025", "Stamina", "Stamina is for Toughness, for Fortitude, and for getting well.", "L29", ABILITIES),
    rule("S-026", "Agility", "Agility is for Dodge, initiative, Acrobatics and Stealth.", "L33", ABILITIES),
    rule("S-027", "Dexterity", "Dexterity is for attacks from afar, nimble fingers and steering.", "L37", ABILITIES),
    rule("S-028", "Fighting", "Fighting is for attacks up close and for Parry.", "L41", ABILITIES),
    rule("S-029", "Intellect", "Intellect is for what one knows, finds out, builds and heals.", "L45", ABILITIES),
    rule("S-030", "Awareness", "Awareness is for Will, for noticing and for reading people.", "L49", ABILITIES),
    rule("S-031", "Presence", "Presence is for winning over, frightening and deceiving.", "L53", ABILITIES),
    rule("S-032", "The average", "An ordinary adult has rank 0.", "L57", "sheet"),
    rule(
        "S-033",
        "Beyond the human",
        "About 8 to 10 is superhuman, and 20 is cosmic.",
        "L57",
        "game master: these words describe ranks and decide nothing",
    ),
    rule("S-034", "Refund", "Every rank below 0 gives 2 points back, 10 at most.", "L57", "sheet"),
    rule("S-035", "Defense class", "What an attack has to reach is 10 and the defense.", "L59", "check supers.attack"),
    rule(
        "S-036",
        "Active defenses",
        "Dodge is for what comes from afar, Parry for what comes close, and both need freedom to act.",
        "L61",
        "sheet",
    ),
    rule(
        "S-037",
        "Toughness",
        "Toughness takes the harm, and nothing but effects and advantages lifts it above Stamina.",
        "L69",
        "sheet",
    ),
    rule(
        "S-038",
        "Fortitude and Will",
        "One guards the body and the other the mind, whatever one is able to do.",
        "L73",
        "sheet",
    ),
    rule("S-039", "Price of defenses", "A rank above the ability costs 1 power point.", "L81", "sheet"),
    rule(
        "S-040",
        "Vulnerable defenses",
        "The vulnerable have half of their active defenses, fractions up.",
        "L81",
        "check supers.attack",
    ),
    rule("S-041", "No defenses", "The defenseless have active defenses of 0.", "L81", "check supers.attack"),
    rule(
        "S-042",
        "Limit of accuracy",
        "A trade-off makes no attack bonus more than twice what it was.",
        "L83",
        "command supers.attack_close",
    ),
    rule(
        "S-043",
        "Limit of effect",
        "A trade-off leaves every effect at 0 or more.",
        "L83",
        "command supers.attack_close",
    ),
)
