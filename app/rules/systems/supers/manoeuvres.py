"""What else one does in a fight: holds and throws, words, aid and aim, and standing on guard."""

from typing import Final

from app.rules.system import Value
from app.rules.systems.supers.ranges import Band

AIM_NEAR: Final = 5
AIM_FAR: Final = 2
AID: Final = 2
GREAT_AID: Final = 5
GREAT_DEGREE: Final = 3
DEMORALIZED_FULLY: Final = 4
"""Degrees that disable instead of impairing (R-27)."""
REPEATED: Final = -2
"""For each earlier try on the same target in a scene (R-27)."""


class ManoeuvreEntry(Value):
    """An opposed manoeuvre; where several traits are named the best one counts."""

    id: str
    attack_modifier: int | None = None
    """Of the unarmed close attack it begins with; None where there is none."""
    by: tuple[str, ...]
    against: tuple[str, ...]
    success: str


MANOEUVRES: Final = (
    ManoeuvreEntry(
        id="grab",
        attack_modifier=0,
        by=("strength",),
        against=("strength", "dodge"),
        success="Restrained, or bound with two degrees, until the target escapes or is let go.",
    ),
    ManoeuvreEntry(
        id="trip",
        attack_modifier=-2,
        by=("athletics", "acrobatics"),
        against=("athletics", "acrobatics"),
        success="Prone.",
    ),
    ManoeuvreEntry(
        id="disarm", attack_modifier=-2, by=("strength",), against=("strength",), success="What was held falls."
    ),
    ManoeuvreEntry(id="escape", by=("athletics", "acrobatics"), against=("strength",), success="Free of the hold."),
    ManoeuvreEntry(
        id="demoralize",
        by=("intimidation",),
        against=("insight", "will"),
        success="Impaired in everything, or disabled with four degrees, until the end of the actor's next turn.",
    ),
    ManoeuvreEntry(
        id="feint",
        by=("deception",),
        against=("insight",),
        success="Vulnerable to the actor's next attack, until the end of the actor's next turn.",
    ),
)
BY_ID: Final = {one.id: one for one in MANOEUVRES}


def aim_bonus(band: Band | None) -> int:
    """What aiming adds to the next attack: more up close (None) and at short range than farther off (R-18)."""
    return AIM_NEAR if band in {None, "short"} else AIM_FAR


def aid_bonus(degree: int) -> int:
    """What a check at 10 in aid of an ally lends to attack or defense (R-34)."""
    if degree < 1:
        return 0
    return GREAT_AID if degree >= GREAT_DEGREE else AID


def held(degree: int) -> str:
    """What a grab that was won does (R-18)."""
    return "bound" if degree > 1 else "restrained"


def demoralized(degree: int) -> str:
    """What frightening does to its target in everything (R-27)."""
    return "disabled:all" if degree >= DEMORALIZED_FULLY else "impaired:all"


def repeated(times_before: int) -> int:
    """What earlier tries on the same target take off (R-27)."""
    return REPEATED * times_before
