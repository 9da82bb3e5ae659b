"""Power level and powers."""

from typing import Final

from app.rules.system import RuleEntry
from app.rules.systems.supers.rule_index.entry import rule

EFFECTS: Final = "catalogue effects"

POWERS: Final[tuple[RuleEntry, ...]] = (
    rule("S-144", "Power points", "A character starts with 15 for each power level.", "L259", "sheet"),
    rule("S-145", "Usual level", "Power level 10 and 150 points, unless the series says otherwise.", "L259", "sheet"),
    rule("S-146", "Caps", "Traits are capped in pairs by their sum.", "L261", "sheet"),
    rule("S-147", "Leaning", "One of a pair may be higher while the other is lower.", "L261", "sheet"),
    rule("S-148", "One level for all", "The game master sets the power level for the series.", "L261", "sheet"),
    rule("S-149", "Attack effects", "They are hostile, rolled, mostly over at once, and resisted.", "L263", EFFECTS),
    rule("S-150", "Control effects", "A standard starts them, and they are often sustained.", "L267", EFFECTS),
    rule("S-151", "Defense effects", "They are for oneself, and mostly permanent.", "L271", EFFECTS),
    rule("S-152", "Movement effects", "Turning them on is free, but going takes a move.", "L275", EFFECTS),
    rule("S-153", "Sensory effects", "They are free to use, or always on.", "L279", EFFECTS),
    rule("S-154", "General effects", "Each has its own description.", "L283", EFFECTS),
    rule(
        "S-155", "Close range", "A touch, which the unwilling must be hit with.", "L287", "command supers.attack_close"
    ),
    rule("S-156", "At range", "An attack against Dodge, by bands.", "L291", "command supers.attack_ranged"),
    rule(
        "S-157",
        "By perception",
        "What is perceived is reached without a roll.",
        "L295",
        "command supers.attack_perception",
    ),
    rule("S-158", "Instant", "It is over in the turn it is used.", "L299", EFFECTS),
    rule("S-159", "Sustained", "A free action each round keeps it up.", "L303", "command supers.sustain"),
    rule("S-160", "Continuous", "It stays until it is ended.", "L307", "command supers.deactivate"),
    rule("S-161", "Permanent", "It is never off, and effort doesn't raise it.", "L311", "command supers.deactivate"),
    rule(
        "S-162",
        "Resisting effects",
        "The difficulty is 10 and the rank, but for damage.",
        "L315",
        "check supers.resistance",
    ),
    rule("S-163", "Extras", "They make each rank dearer, mostly by 1.", "L317", "catalogue modifiers"),
    rule("S-164", "Flaws", "They make each rank cheaper, mostly by 1.", "L317", "catalogue modifiers"),
    rule("S-165", "Flat modifiers", "They are counted once, after the ranks.", "L317", "catalogue modifiers"),
    rule("S-166", "Less than a point", "Below 1 a rank a point buys several ranks.", "L319", "sheet"),
    rule(
        "S-167", "No cheaper", "The table sets how many ranks a point may buy, usually 5.", "L319", "option ratio_floor"
    ),
    rule("S-168", "Never for nothing", "No flat flaw takes a power below 1 point.", "L319", "sheet"),
    rule("S-169", "The lost list", "Of the table of effects only its headings are left.", "L321", EFFECTS),
)
