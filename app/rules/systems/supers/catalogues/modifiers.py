"""The sixty-seven extras and flaws that change effects."""

from collections.abc import Mapping
from typing import Final, Literal

from app.rules.system import Value

ModifierKind = Literal["extra", "flaw"]
CostType = Literal["per_rank", "flat", "flat_per_rank", "flat_per_5_points"]


class ModifierEntry(Value):
    """An extra or a flaw."""

    id: str
    kind: ModifierKind
    cost_type: CostType
    """Added to each rank, once, once for each of its own ranks, or for each full 5 points of the finished cost."""
    value: int
    """Power points, below 0 for a flaw."""
    value_range: tuple[int, int] | None = None
    max_rank: int | None = None
    does: str


def _modifier(
    name: str,
    cost_type: CostType,
    value: int,
    does: str,
    *,
    flaw: bool = False,
    between: tuple[int, int] | None = None,
    max_rank: int | None = None,
) -> ModifierEntry:
    return ModifierEntry(
        id=name,
        kind="flaw" if flaw else "extra",
        cost_type=cost_type,
        value=value,
        value_range=between,
        max_rank=max_rank,
        does=does,
    )


MODIFIERS: Final = (
    _modifier("accurate", "flat_per_rank", 1, "2 more to hit each."),
    _modifier("affects_corporeal", "flat_per_rank", 1, "Touches the solid while insubstantial, up to its own rank."),
    _modifier(
        "affects_insubstantial",
        "flat",
        1,
        "Touches the insubstantial, at half its rank or in full.",
        between=(1, 2),
        max_rank=2,
    ),
    _modifier("affects_objects", "per_rank", 1, "Harms things too; for nothing if it harms only them.", between=(0, 1)),
    _modifier(
        "affects_others",
        "per_rank",
        1,
        "Lends a personal effect; for nothing if it works only on others.",
        between=(0, 1),
    ),
    _modifier("alternate_effect", "flat", 1, "Another power in one array, one at a time."),
    _modifier("alternate_effect_dynamic", "flat", 2, "A member that shares ranks freely; the base pays 1 as well."),
    _modifier(
        "alternate_resistance",
        "per_rank",
        1,
        "Another defense resists; for nothing where that is no easier.",
        between=(0, 1),
    ),
    _modifier("area", "per_rank", 1, "Everybody in a shape; Dodge halves it."),
    _modifier("attack", "per_rank", 0, "A personal effect turned on others."),
    _modifier("concentration_duration", "per_rank", -1, "Keeping it up takes a standard each round.", flaw=True),
    _modifier("contagious", "per_rank", 1, "Passes on by contact."),
    _modifier("cumulative", "per_rank", 1, "New failures add to the degree of an Affliction."),
    _modifier("dimensional", "flat", 1, "Reaches into other dimensions.", between=(1, 3), max_rank=3),
    _modifier("extended_range", "flat_per_rank", 1, "Every band twice as long, each."),
    _modifier("extra_condition", "per_rank", 1, "One more condition for each degree of an Affliction."),
    _modifier("feature", "flat_per_rank", 1, "A small benefit."),
    _modifier("homing", "flat_per_rank", 1, "Tries again after a miss."),
    _modifier("impervious", "per_rank", 1, "Effects of up to half its rank do nothing."),
    _modifier("increased_duration", "per_rank", 1, "Lasts one step longer, as from sustained to continuous."),
    _modifier("increased_mass", "flat_per_rank", 1, "Carries a mass rank more."),
    _modifier(
        "increased_range",
        "per_rank",
        1,
        "One step farther: from close to ranged, from ranged to perception.",
        max_rank=2,
    ),
    _modifier("incurable", "flat", 1, "Only Persistent healing takes it off."),
    _modifier("indirect", "flat_per_rank", 1, "Comes from another place or direction.", max_rank=4),
    _modifier("innate", "flat", 1, "Can't be nullified."),
    _modifier("insidious", "flat", 1, "Its results are hard to notice."),
    _modifier("linked", "flat", 0, "Two effects used as one."),
    _modifier("multiattack", "per_rank", 1, "Clear hits hurt more, or several targets are attacked at a penalty."),
    _modifier("penetrating", "flat_per_rank", 1, "Goes through Impervious up to its own rank."),
    _modifier("persistent", "flat", 1, "Heals what is Incurable."),
    _modifier("precise", "flat", 1, "Works finely."),
    _modifier("progressive", "per_rank", 2, "Each further failed check makes an Affliction a degree worse."),
    _modifier("reach", "flat_per_rank", 1, "5 ft more for a close effect."),
    _modifier("reaction", "per_rank", 3, "Used as a reaction.", between=(1, 3)),
    _modifier("reversible", "flat", 1, "Undone at will."),
    _modifier("ricochet", "flat_per_rank", 1, "Bounces off a surface."),
    _modifier("secondary_effect", "per_rank", 1, "Strikes again the round after."),
    _modifier("selective", "per_rank", 1, "Spares whom its user wants."),
    _modifier("sleep", "per_rank", 0, "Its incapacitated only sleep."),
    _modifier("split", "flat_per_rank", 1, "Its ranks divided among one more target each."),
    _modifier("subtle", "flat", 1, "Hard to notice, or impossible.", between=(1, 2), max_rank=2),
    _modifier("sustained", "per_rank", 0, "A permanent effect that can be turned off."),
    _modifier("triggered", "flat_per_rank", 1, "Set to go off later, once each."),
    _modifier(
        "variable_descriptor",
        "flat",
        1,
        "Changes what it is made of, within a narrow or a wide set.",
        between=(1, 2),
        max_rank=2,
    ),
    _modifier("activation", "flat", -1, "Takes a move or a standard to turn on.", flaw=True, between=(-2, -1)),
    _modifier("check_required", "flat_per_rank", -1, "Works only after a check, harder for each rank.", flaw=True),
    _modifier("diminished_range", "flat_per_rank", -1, "Shorter bands.", flaw=True, max_rank=3),
    _modifier("distracting", "per_rank", -1, "Vulnerable while in use.", flaw=True),
    _modifier("fades", "per_rank", -1, "Loses a rank with each use or round.", flaw=True),
    _modifier("feedback", "per_rank", -1, "What harms its manifestation harms the user.", flaw=True),
    _modifier("grab_based", "per_rank", -1, "Needs a hold first.", flaw=True),
    _modifier(
        "increased_action", "per_rank", -1, "Takes a longer action, each.", flaw=True, between=(-3, -1), max_rank=3
    ),
    _modifier("instant_recovery", "per_rank", -1, "Its Affliction is over when the turn is.", flaw=True),
    _modifier("limited", "per_rank", -1, "Of no use about half the time.", flaw=True),
    _modifier("limited_degree", "per_rank", -1, "An Affliction without one of its degrees.", flaw=True, max_rank=2),
    _modifier("noticeable", "flat", -1, "A permanent effect that everybody sees.", flaw=True),
    _modifier("permanent", "per_rank", -1, "A sustained effect that stays on.", flaw=True, between=(-1, 0)),
    _modifier("quirk", "flat_per_rank", -1, "A small nuisance.", flaw=True),
    _modifier("reduced_range", "per_rank", -1, "One step nearer, each.", flaw=True, max_rank=2),
    _modifier("removable", "flat_per_5_points", -1, "Can be taken away: 1 off for each full 5 points.", flaw=True),
    _modifier(
        "easily_removable", "flat_per_5_points", -2, "Easily taken away: 2 off for each full 5 points.", flaw=True
    ),
    _modifier("resistible", "per_rank", -1, "Resisted where it otherwise would not be.", flaw=True),
    _modifier("sense_dependent", "per_rank", -1, "Works only on those who perceive it.", flaw=True),
    _modifier("side_effect", "per_rank", -1, "Harms its user after a failure, or always.", flaw=True, between=(-2, -1)),
    _modifier("tiring", "per_rank", -1, "Fatigues with each use.", flaw=True),
    _modifier("uncontrolled", "per_rank", -1, "The game master says when it works.", flaw=True),
    _modifier("unreliable", "per_rank", -1, "Works only on 11 or more, or five times.", flaw=True),
)
BY_ID: Final[Mapping[str, ModifierEntry]] = {modifier.id: modifier for modifier in MODIFIERS}
