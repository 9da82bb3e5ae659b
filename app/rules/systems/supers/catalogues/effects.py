"""The forty effects that powers are made of; the document's own list is lost (S-169, R-22)."""

from collections.abc import Mapping
from typing import Final, Literal

from app.rules.naming import unknown
from app.rules.system import Value

EffectType = Literal["attack", "control", "defense", "movement", "sensory", "general"]
"""In the order of the document (S-149, S-150, S-151, S-152, S-153, S-154)."""
Action = Literal["standard", "move", "free", "reaction", "none"]
EffectRange = Literal["close", "ranged", "perception", "personal", "rank"]
"""The last two stand nowhere in the document (S-155, S-156, S-157, R-38)."""
Duration = Literal["instant", "sustained", "continuous", "permanent", "concentration"]
RESISTANCE_BASE: Final = 10
"""What most effects' ranks are added to (S-162)."""
DAMAGE_BASE: Final = 15
"""What a Damage rank is added to (S-068)."""


class EffectEntry(Value):
    """An effect, as it is without extras and flaws."""

    id: str
    type: EffectType
    action: Action
    range: EffectRange
    duration: Duration
    cost_per_rank: int
    cost_most: int | None = None
    """The dearest choice, where there are several."""
    attack_check: bool = False
    resisted_by: tuple[str, ...] = ()
    does: str


def _effect(
    name: str,
    line: tuple[EffectType, Action, EffectRange, Duration],
    cost: int,
    does: str,
    *,
    most: int | None = None,
    attack_check: bool = False,
    resisted_by: tuple[str, ...] = (),
) -> EffectEntry:
    kind, action, reach, duration = line
    return EffectEntry(
        id=name,
        type=kind,
        action=action,
        range=reach,
        duration=duration,
        cost_per_rank=cost,
        cost_most=most,
        attack_check=attack_check,
        resisted_by=resisted_by,
        does=does,
    )


EFFECTS: Final = (
    _effect(
        "affliction",
        ("attack", "standard", "close", "instant"),
        1,
        "A condition of the maker's choice for each of three degrees of failure, the higher in place of the lower.",
        attack_check=True,
        resisted_by=(
            "fortitude",
            "will",
        ),
    ),
    _effect(
        "burrowing",
        ("movement", "free", "personal", "sustained"),
        1,
        "Digs at a speed 5 ranks below its own, slower still through clay and rock.",
    ),
    _effect(
        "communication",
        ("sensory", "free", "rank", "sustained"),
        4,
        "Talks over a distance by one sense, from 100 ft at rank 1 to anywhere at rank 5.",
    ),
    _effect(
        "comprehend",
        ("sensory", "none", "personal", "permanent"),
        2,
        "Understands one more kind of speaker for each rank: beasts, tongues, machines, plants, things or spirits.",
    ),
    _effect(
        "concealment",
        ("sensory", "free", "personal", "sustained"),
        2,
        "Hides from one sense a rank, dearer for whole kinds of sense and for sight.",
    ),
    _effect(
        "create",
        ("control", "standard", "ranged", "sustained"),
        2,
        "Makes solid things as big and as tough as its rank; Dodge keeps out of them.",
        resisted_by=("dodge",),
    ),
    _effect(
        "damage",
        ("attack", "standard", "close", "instant"),
        1,
        "Hurts: Toughness against 15 and the rank.",
        attack_check=True,
        resisted_by=("toughness",),
    ),
    _effect(
        "deflect",
        ("defense", "standard", "ranged", "instant"),
        1,
        "Its rank stands in for somebody's active defense, and low dice count 10 more.",
    ),
    _effect(
        "elongation",
        ("general", "free", "personal", "sustained"),
        1,
        "Reaches 15 ft at rank 1 and twice as far with each more, and grabs better.",
    ),
    _effect(
        "enhanced_trait",
        ("general", "free", "personal", "sustained"),
        1,
        "Raises another trait, at that trait's own price.",
    ),
    _effect(
        "environment",
        ("control", "standard", "rank", "sustained"),
        1,
        "Changes the surroundings, 30 ft about at rank 1.",
        most=2,
    ),
    _effect(
        "extra_limbs",
        ("general", "none", "personal", "permanent"),
        1,
        "One limb more for each rank, for better grabs but no more actions.",
    ),
    _effect(
        "feature",
        ("general", "none", "personal", "permanent"),
        1,
        "A small benefit for each rank.",
    ),
    _effect(
        "flight",
        ("movement", "free", "personal", "sustained"),
        2,
        "Flies at a speed of its rank.",
    ),
    _effect(
        "growth",
        ("general", "free", "personal", "sustained"),
        2,
        "Bigger: stronger, hardier and heavier, easier to hit and to see.",
    ),
    _effect(
        "healing",
        ("general", "standard", "close", "instant"),
        2,
        "A check at 10 takes off one damage condition for each degree, the worst first.",
        resisted_by=("fortitude",),
    ),
    _effect(
        "illusion",
        ("control", "standard", "perception", "sustained"),
        1,
        "Deceives senses; Insight sees through it.",
        most=5,
        resisted_by=("insight",),
    ),
    _effect(
        "immortality",
        ("defense", "none", "personal", "permanent"),
        2,
        "Comes back from death, sooner with more ranks.",
    ),
    _effect(
        "immunity",
        ("defense", "none", "personal", "permanent"),
        1,
        "Nothing of one sort harms; the broader, the more ranks it takes.",
    ),
    _effect(
        "insubstantial",
        ("general", "free", "personal", "sustained"),
        5,
        "A body like water, like gas, like energy or like nothing at all.",
    ),
    _effect(
        "leaping",
        ("movement", "free", "personal", "instant"),
        1,
        "Jumps a distance 2 ranks below its own.",
    ),
    _effect(
        "luck_control",
        ("control", "reaction", "perception", "instant"),
        3,
        "Meddles with other people's luck and hero points.",
    ),
    _effect(
        "mind_reading",
        ("sensory", "standard", "perception", "sustained"),
        2,
        "Reads thoughts against Will, deeper with each degree.",
        resisted_by=("will",),
    ),
    _effect(
        "morph",
        ("general", "free", "personal", "sustained"),
        5,
        "Looks like something else.",
    ),
    _effect(
        "move_object",
        ("control", "standard", "ranged", "sustained"),
        2,
        "Moves things from afar with a Strength of its rank.",
        resisted_by=("dodge",),
    ),
    _effect(
        "movement",
        ("movement", "free", "personal", "sustained"),
        2,
        "A special way to get about for each step.",
    ),
    _effect(
        "nullify",
        ("attack", "standard", "ranged", "instant"),
        1,
        "Turns off an effect, its rank against that of the effect or Will.",
        attack_check=True,
        resisted_by=(
            "effect rank",
            "will",
        ),
    ),
    _effect(
        "protection",
        ("defense", "none", "personal", "permanent"),
        1,
        "A rank of Toughness for each rank.",
    ),
    _effect(
        "quickness",
        ("general", "free", "personal", "sustained"),
        1,
        "Does routine work so many time ranks faster.",
    ),
    _effect(
        "regeneration",
        ("defense", "none", "personal", "permanent"),
        1,
        "Wounds close within rounds instead of minutes.",
    ),
    _effect(
        "remote_sensing",
        ("sensory", "free", "rank", "sustained"),
        1,
        "Sees, or otherwise senses, what is far off, and is vulnerable meanwhile.",
        most=5,
    ),
    _effect(
        "senses",
        ("sensory", "none", "personal", "permanent"),
        1,
        "Sharper senses, or ones that others lack.",
    ),
    _effect(
        "shrinking",
        ("general", "free", "personal", "sustained"),
        2,
        "Smaller: weaker, but harder to hit and to see.",
    ),
    _effect(
        "speed",
        ("movement", "free", "personal", "sustained"),
        1,
        "Runs at a speed of its rank.",
    ),
    _effect(
        "summon",
        ("control", "standard", "close", "sustained"),
        2,
        "Calls a minion of its rank to do one's bidding.",
    ),
    _effect(
        "swimming",
        ("movement", "free", "personal", "sustained"),
        1,
        "Swims at a speed 2 ranks below its own.",
    ),
    _effect(
        "teleport",
        ("movement", "move", "rank", "instant"),
        2,
        "Is elsewhere at once, up to a distance of its rank.",
        resisted_by=("dodge",),
    ),
    _effect(
        "transform",
        ("control", "standard", "close", "sustained"),
        2,
        "Makes one thing another, up to a mass 6 ranks below its own.",
        most=5,
        attack_check=True,
    ),
    _effect(
        "variable",
        ("general", "standard", "personal", "sustained"),
        7,
        "Points for each rank that become other effects as needed.",
    ),
    _effect(
        "weaken",
        ("attack", "standard", "close", "instant"),
        1,
        "Takes points off a trait, as many as the check fails by, which come back one a round.",
        attack_check=True,
        resisted_by=(
            "fortitude",
            "will",
        ),
    ),
)
BY_ID: Final[Mapping[str, EffectEntry]] = {effect.id: effect for effect in EFFECTS}


def resistance_base(effect: str) -> int:
    """What the rank of an effect is added to for the difficulty of resisting it (S-068, S-162).

    Raises:
        OutOfRange: `unknown_effect`.
    """
    if effect not in BY_ID:
        raise unknown("unknown_effect", "effect", effect, BY_ID, of="The catalogue", rule="R-22")
    return DAMAGE_BASE if effect == "damage" else RESISTANCE_BASE
