"""Getting better: minutes of rest for wounds, hours for fatigue, and repair for what doesn't live."""

from collections.abc import Sequence
from typing import Final, Literal

from app.rules.system import AgainstTheRules, Value
from app.rules.systems.supers.effort import FATIGUE, Fatigue
from app.rules.systems.supers.resistance import TRACK, DamageLevel, Wounds

TargetKind = Literal["living", "object"]
HOUR: Final = 60


class SetRecovered(Value):
    """The conditions still held, and the penalty."""

    conditions: list[DamageLevel]
    penalty: int


def _refuse_hopeless(levels: Sequence[DamageLevel], kind: TargetKind) -> None:
    if "dying" in levels:
        raise AgainstTheRules("dying", "The dying don't rest: somebody has to stabilise them first.", rule="R-09")
    if "dead" in levels:
        raise AgainstTheRules("dead", "The dead don't recover.", rule="R-09")
    if kind == "object":
        raise AgainstTheRules(
            "object_no_recovery", "Objects don't mend by themselves: repair them with Technology.", rule="S-142"
        )


def recover(wounds: Wounds, minutes: int, *, target_kind: TargetKind = "living") -> Wounds:
    """Full minutes of rest: a step down the track each, then one off the penalty each (S-081, S-140, S-141, R-09).

    Raises:
        AgainstTheRules: `dying`, `dead`, `object_no_recovery`.
    """
    _refuse_hopeless([wounds.level], target_kind)
    return steps_off(wounds, minutes)


def steps_off(wounds: Wounds, steps: int) -> Wounds:
    """So many steps better: down the track, then off the penalty, to nothing."""
    step = TRACK.index(wounds.level)
    down = min(step, steps)
    return Wounds(level=TRACK[step - down], penalty=max(0, wounds.penalty - (steps - down)))


def recover_set(
    conditions: Sequence[DamageLevel], penalty: int, minutes: int, *, target_kind: TargetKind = "living"
) -> SetRecovered:
    """Rest where only conditions really held come off, the worst first (R-09, option `recovery_model`).

    Raises:
        AgainstTheRules: `dying`, `dead`, `object_no_recovery`.
    """
    _refuse_hopeless(conditions, target_kind)
    held = sorted(conditions, key=TRACK.index)
    gone = min(len(held), minutes)
    return SetRecovered(conditions=held[: len(held) - gone], penalty=max(0, penalty - (minutes - gone)))


def fatigue_rest(fatigue: Fatigue, minutes: int) -> Fatigue:
    """A step off for each full hour of rest (S-108, R-10)."""
    return FATIGUE[max(0, FATIGUE.index(fatigue) - minutes // HOUR)]


def healed(wounds: Wounds, degrees: int) -> Wounds:
    """What a Healing effect takes off: a damage condition for each degree of success, the worst first.

    The dying are stabilised by the first.
    """
    step = TRACK.index(wounds.level)
    return wounds.model_copy(update={"level": TRACK[max(0, step - max(0, degrees))]})


def repaired(wounds: Wounds, degrees: int) -> Wounds:
    """What Technology at 15 mends of an object: a step for each degree, then one off the penalty (R-29).

    Raises:
        AgainstTheRules: `destroyed`, past mending.
    """
    if wounds.level not in {"none", "dazed", "staggered"}:
        raise AgainstTheRules("destroyed", "What is destroyed can't be repaired.", rule="R-29")
    return steps_off(wounds, max(0, degrees))
