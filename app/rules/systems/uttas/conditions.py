"""Conditions: what they are, and the dice they give and take."""

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Final, Literal

from app.rules.system import Value
from app.rules.systems.uttas.distance import ADJACENT_M

PRONE_IS_FAR_BEYOND: Final = 8
"""Metres past which somebody lying down is harder to hit (T-137)."""


class Condition(Value):
    """A condition of the catalogue."""

    id: str
    title: str
    effect: str
    ends: str
    rules: list[str]


CONDITIONS: Final[tuple[Condition, ...]] = (
    Condition(
        id="dead",
        title="Dead",
        effect="Never acts and gets nothing back.",
        ends="Never.",
        rules=["T-118"],
    ),
    Condition(
        id="unconscious",
        title="Unconscious",
        effect="Falls prone; no action of any kind.",
        ends="With Stamina above 0.",
        rules=["T-143", "T-144", "G-17"],
    ),
    Condition(
        id="stunned",
        title="Stunned",
        effect="Advantage against the bearer; the next turn's action goes into recovering.",
        ends="With that action.",
        rules=["T-141", "T-142"],
    ),
    Condition(
        id="staggered",
        title="Staggered",
        effect="No action at all; Advantage against the bearer.",
        ends="When the pool of actions fills.",
        rules=["T-029", "T-030", "T-140"],
    ),
    Condition(
        id="prone",
        title="Prone",
        effect="Advantage from adjacent, Disadvantage from beyond 8 m; no running or leaping.",
        ends="By standing up: the free half move, or Acrobatics 22.",
        rules=["T-136", "T-137", "T-138", "T-139"],
    ),
    Condition(
        id="grappled",
        title="Grappled",
        effect="Both sides of the hold: Advantage against them, no movement; the held may only get free.",
        ends="When the hold breaks.",
        rules=["T-128", "T-129", "T-130", "T-131"],
    ),
    Condition(
        id="entangled",
        title="Entangled",
        effect="Bound legs don't run or leap, bound arms don't attack; Advantage against the bearer.",
        ends="When the Entangle's Health is gone.",
        rules=["T-153", "G-19"],
    ),
    Condition(
        id="surrendered",
        title="Surrendered",
        effect="Helpless by choice: no actions or Reactions; Advantage against the bearer.",
        ends="By rising on the own turn, or as the game master says.",
        rules=["T-058", "G-23"],
    ),
    Condition(
        id="evade_penalty",
        title="Off balance",
        effect="Disadvantage on the bearer's own Accuracy.",
        ends="At the end of the bearer's next turn.",
        rules=["G-08"],
    ),
    Condition(
        id="sprinting",
        title="Sprinting",
        effect="Half the Dexterity, so less Dodge and Accuracy.",
        ends="At the start of the bearer's next turn.",
        rules=["T-038"],
    ),
)
EASY_TO_HIT: Final = {
    "grappled": "T-129",
    "staggered": "T-030",
    "stunned": "T-142",
    "entangled": "G-19",
    "surrendered": "G-23",
}
"""What gives everybody an Advantage against its bearer."""


class LimbEffect(Value):
    """What a disabled limb takes away, for the catalogue."""

    id: str
    """The kind of limb."""
    disabled: str
    by_grapple: str | None = None
    """What a hold takes away besides."""
    rules: list[str]


LIMB_EFFECTS: Final[tuple[LimbEffect, ...]] = (
    LimbEffect(
        id="arm",
        disabled="Drops what it holds; no action with it.",
        by_grapple="No powers that take gestures.",
        rules=["T-120", "T-121"],
    ),
    LimbEffect(id="leg", disabled="One: half the Run, no Leap. Both: no Run.", rules=["T-122", "T-123"]),
    LimbEffect(
        id="head",
        disabled="No triggered actions; Disadvantage on Accuracy and skills.",
        by_grapple="No powers that take an incantation.",
        rules=["T-124", "T-125"],
    ),
    LimbEffect(id="body", disabled="Neither breather nor short rest gives Stamina.", rules=["T-126"]),
    LimbEffect(id="extra", disabled="Stops working.", rules=["T-127"]),
)


class NetDice(Value):
    """Advantages and Disadvantages of a roll before they cancel."""

    advantages: int
    disadvantages: int
    net_dice: int
    """Dice added; below 0, dice taken off (T-108)."""
    reasons: list[str]


class OwnModifiers(Value):
    """What somebody's own state does to a roll of theirs."""

    net_dice: int
    triggered_allowed: bool
    """Whether counterattacks and triggered powers work."""
    reasons: list[str]


def modifier_against(conditions: Iterable[str], *, distance_m: int | Fraction) -> NetDice:
    """What the target's conditions give and take from a roll against it (T-106 to T-108, T-129, T-136, T-142).

    The same condition counts once, however often it is named (T-107). The kind of attack doesn't matter, only the
    distance.
    """
    held = set(conditions)
    for_it = sorted(held & EASY_TO_HIT.keys())
    against = []
    if "prone" in held:
        if distance_m <= ADJACENT_M:
            for_it.append("prone, adjacent")
        elif distance_m > PRONE_IS_FAR_BEYOND:
            against.append("prone, far away")
    return NetDice(
        advantages=len(for_it),
        disadvantages=len(against),
        net_dice=len(for_it) - len(against),
        reasons=[f"Advantage: {reason}" for reason in for_it] + [f"Disadvantage: {reason}" for reason in against],
    )


def own_modifiers(
    *, roll: Literal["accuracy", "skill"], disabled: Collection[str] = (), evade_penalty: bool = False
) -> OwnModifiers:
    """What a disabled head or an Evade does to the bearer's own roll (T-124, G-08)."""
    reasons = ["head disabled"] if "head" in disabled else []
    if evade_penalty and roll == "accuracy":
        reasons.append("evaded")
    return OwnModifiers(
        net_dice=-len(reasons),
        triggered_allowed="head" not in disabled,
        reasons=[f"Disadvantage: {reason}" for reason in reasons],
    )
