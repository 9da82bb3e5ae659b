"""The twenty-eight conditions: fifteen basic ones, and thirteen made of them."""

from collections.abc import Mapping
from typing import Final, Literal

from app.rules.system import Value

ALL: Final = "all"
"""The param that covers every trait or sense."""
Param = Literal["trait", "ability", "sense", "controller", "overlay", "anchored"]


class ConditionEntry(Value):
    """A condition."""

    id: str
    kind: Literal["basic", "combined"]
    does: str
    rules: list[str]
    components: tuple[str, ...] = ()
    """What it brings along, as `id` or `id:param`."""
    param: Param | None = None
    """What a param of it names."""
    param_required: bool = False
    masks: tuple[str, ...] = ()
    """What it leaves no room for."""
    same_trait: bool = False
    """It masks only what stands on the same trait."""
    ends_on: tuple[str, ...] = ()
    """Events that end it."""


BASIC: Final = (
    ConditionEntry(
        id="compelled",
        rules=["S-101"],
        kind="basic",
        does="One standard a turn, and the game master says what; free actions.",
    ),
    ConditionEntry(
        id="controlled",
        rules=["S-102"],
        kind="basic",
        does="Somebody else decides everything.",
        param="controller",
        masks=("compelled",),
    ),
    ConditionEntry(
        id="dazed", rules=["S-103"], kind="basic", does="One standard a turn, which may be a move; free actions."
    ),
    ConditionEntry(
        id="debilitated",
        rules=["S-104", "R-35"],
        kind="basic",
        does="An ability has fallen below -5, and its bearer is out of action in a way that depends on which.",
        param="ability",
        param_required=True,
        masks=("disabled", "weakened"),
        same_trait=True,
    ),
    ConditionEntry(
        id="defenseless",
        rules=["S-105", "S-106"],
        kind="basic",
        does="Active defenses are 0; attackers count 10, or throw and every hit is critical.",
        masks=("vulnerable",),
    ),
    ConditionEntry(
        id="disabled",
        rules=["S-107", "S-099", "S-100"],
        kind="basic",
        does="5 less on checks with the trait.",
        param="trait",
        param_required=True,
        masks=("impaired",),
        same_trait=True,
    ),
    ConditionEntry(
        id="fatigued", rules=["S-108"], kind="basic", does="Hindered until an hour's rest.", components=("hindered",)
    ),
    ConditionEntry(id="hindered", rules=["S-109"], kind="basic", does="Half as fast: one speed rank less."),
    ConditionEntry(id="immobile", rules=["S-110"], kind="basic", does="Covers no ground.", masks=("hindered",)),
    ConditionEntry(
        id="impaired",
        rules=["S-111", "S-099", "S-100"],
        kind="basic",
        does="2 less on checks with the trait.",
        param="trait",
        param_required=True,
    ),
    ConditionEntry(
        id="stunned",
        rules=["S-112", "R-14"],
        kind="basic",
        does="No actions at all; resistance checks go on.",
        masks=("dazed",),
    ),
    ConditionEntry(
        id="transformed",
        rules=["S-113"],
        kind="basic",
        does="Traits are what something else has made of them.",
        param="overlay",
    ),
    ConditionEntry(
        id="unaware", rules=["S-114"], kind="basic", does="Perceives nothing with the sense, or at all.", param="sense"
    ),
    ConditionEntry(
        id="vulnerable", rules=["S-115", "S-040"], kind="basic", does="Active defenses are halved, fractions up."
    ),
    ConditionEntry(
        id="weakened",
        rules=["S-116", "R-36"],
        kind="basic",
        does="A trait has lost power points for now.",
        param="trait",
        param_required=True,
    ),
)
COMBINED: Final = (
    ConditionEntry(
        id="asleep",
        rules=["S-118"],
        kind="combined",
        does="Asleep: noise or danger may wake, by Perception at 15.",
        components=("defenseless", "stunned", "unaware"),
    ),
    ConditionEntry(
        id="blind",
        rules=["S-119"],
        kind="combined",
        does="Sees nothing.",
        components=("hindered", "unaware:visual", "vulnerable"),
    ),
    ConditionEntry(
        id="bound",
        rules=["S-120"],
        kind="combined",
        does="Tied up.",
        components=("defenseless", "immobile", "impaired:all"),
    ),
    ConditionEntry(
        id="deaf",
        rules=["S-121"],
        kind="combined",
        does="Hears nothing, and talks by signs or by reading lips.",
        components=("unaware:auditory",),
    ),
    ConditionEntry(
        id="dying",
        rules=["S-122", "R-07"],
        kind="combined",
        does="Incapacitated, and every round Fortitude at 15 decides on life.",
        components=("incapacitated",),
    ),
    ConditionEntry(
        id="entranced",
        rules=["S-123"],
        kind="combined",
        does="Attends to nothing but the effect, until there is a threat.",
        components=("stunned",),
        ends_on=("threat",),
    ),
    ConditionEntry(
        id="exhausted",
        rules=["S-124", "R-10"],
        kind="combined",
        does="Slow and weary; an hour's rest makes it fatigued.",
        components=("impaired:all", "hindered"),
    ),
    ConditionEntry(
        id="incapacitated",
        rules=["S-125"],
        kind="combined",
        does="Out of the fight, and as a rule prone.",
        components=("defenseless", "stunned", "unaware"),
    ),
    ConditionEntry(
        id="paralyzed",
        rules=["S-126"],
        kind="combined",
        does="Frozen but aware; by mind alone one may act where the table plays so.",
        components=("defenseless", "immobile", "stunned"),
    ),
    ConditionEntry(
        id="prone",
        rules=["S-127", "R-26"],
        kind="combined",
        does="5 less on own close attacks, close attacks against it 5 more, ranged ones 5 less.",
        ends_on=("stand_up",),
    ),
    ConditionEntry(
        id="restrained",
        rules=["S-128"],
        kind="combined",
        does="Held; with the param `anchored`, to something that doesn't move.",
        components=("hindered", "vulnerable"),
        param="anchored",
    ),
    ConditionEntry(
        id="staggered", rules=["S-129", "S-077"], kind="combined", does="Reeling.", components=("dazed", "hindered")
    ),
    ConditionEntry(
        id="surprised",
        rules=["S-130", "S-056", "R-28"],
        kind="combined",
        does="Caught off guard until the next round.",
        components=("stunned", "vulnerable"),
        ends_on=("round_end",),
    ),
)
CONDITIONS: Final = (*BASIC, *COMBINED)
BY_ID: Final[Mapping[str, ConditionEntry]] = {condition.id: condition for condition in CONDITIONS}
ANCHORED: Final = ("immobile", "vulnerable")
"""What `restrained:anchored` is made of (S-128)."""
DEBILITATED: Final[Mapping[str, tuple[str, ...]]] = {
    "strength": (),
    "stamina": ("dying",),
    "agility": ("defenseless", "immobile"),
    "dexterity": (),
    "fighting": (),
    "intellect": ("stunned", "unaware"),
    "awareness": ("stunned", "unaware"),
    "presence": ("stunned",),
}
"""What an ability below -5 brings along; the other three keep from acts and have no condition for it (R-35)."""
