"""Resistance: the check against an effect, and the track of damage that failures run down."""

from typing import Final, Literal, get_args

from app.rules.system import Value
from app.rules.systems.supers.attacks import CRITICAL_DC
from app.rules.systems.supers.catalogues.effects import resistance_base
from app.rules.systems.supers.degrees import Die, check
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

DamageLevel = Literal["none", "dazed", "staggered", "incapacitated", "dying", "dead"]
TRACK: Final[tuple[DamageLevel, ...]] = get_args(DamageLevel)
WORST_CONDITION: Final = 3
"""Degrees of failure an Affliction has conditions for (R-31)."""


class Threat(Value):
    """What is resisted."""

    effect: str = "damage"
    """A catalogue id."""
    rank: int
    increased_effect: bool = False
    """A critical hit has raised the difficulty (S-064)."""

    @property
    def dc(self) -> int:
        """15 and the rank for damage, 10 and the rank for the rest (S-068, S-162)."""
        return resistance_base(self.effect) + self.rank + CRITICAL_DC * self.increased_effect


class Wounds(Value):
    """Where on the track of damage somebody stands."""

    level: DamageLevel = "none"
    penalty: int = 0
    """How much is taken off further damage resistance checks, 0 or more (S-071)."""


class Resistance(Value):
    """A resistance check and what it leaves behind."""

    total: int
    dc: int
    degree: int
    success: bool
    critical: bool
    penalty: int
    """After the check."""
    level: DamageLevel
    """After the check."""
    condition_degree: int
    """Which of an Affliction's conditions takes hold, 1 to 3; 0 for none, and for damage."""


def worse(one: DamageLevel, other: DamageLevel) -> DamageLevel:
    """The level further down the track (S-074)."""
    return max(one, other, key=TRACK.index)


def after_failure(
    wounds: Wounds,
    degree: int,
    *,
    minion: bool = False,
    inanimate: bool = False,
    options: SupersOptions = DEFAULTS,
) -> Wounds:
    """Where a failed damage resistance check leaves its victim (S-069 to S-074, S-096, R-04, R-05, R-29).

    The document's own table is lost (S-069).

    Args:
        wounds: before the check.
        degree: of failure, 1 or more.
        minion: the harshest outcome at once.
        inanimate: an object is destroyed, and neither dies nor is dazed past that.
        options: house rules.
    """
    match wounds.level:
        case "dying" | "dead":
            return wounds.model_copy(update={"level": "dead"})
        case "incapacitated":
            return wounds if inanimate else wounds.model_copy(update={"level": "dying"})
        case _ if minion or degree > WORST_CONDITION:
            return wounds.model_copy(update={"level": "incapacitated"})
    level = worse(wounds.level, TRACK[degree - 1])
    if degree == WORST_CONDITION and wounds.level == "staggered" and options.second_stagger_incapacitates:
        level = "incapacitated"
    return Wounds(level=level, penalty=wounds.penalty + 1)


def resist(
    thrown: Die,
    modifier: int,
    threat: Threat,
    wounds: Wounds,
    *,
    minion: bool = False,
    inanimate: bool = False,
    options: SupersOptions = DEFAULTS,
) -> Resistance:
    """A resistance check (S-068 to S-075, S-096, S-162).

    Args:
        thrown: the target's die.
        modifier: of the defense that resists, before the penalty of earlier wounds.
        threat: what is resisted.
        wounds: before the check; only damage looks at them and changes them (S-075).
        minion: a failure takes the harshest outcome at once.
        inanimate: the target is an object (R-29).
        options: house rules.
    """
    damaging = threat.effect == "damage"
    made = check(thrown, modifier - (wounds.penalty if damaging else 0), threat.dc, options)
    left, condition = wounds, 0
    if not made.success:
        if damaging:
            left = after_failure(wounds, -made.degree, minion=minion, inanimate=inanimate, options=options)
        else:
            condition = WORST_CONDITION if minion else min(WORST_CONDITION, -made.degree)
    return Resistance(
        total=made.total,
        dc=threat.dc,
        degree=made.degree,
        success=made.success,
        critical=made.critical,
        penalty=left.penalty,
        level=left.level,
        condition_degree=condition,
    )
