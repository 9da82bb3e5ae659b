"""Help for the dying and the hurt, and repair for what doesn't live."""

from collections.abc import Mapping
from typing import Final, Literal, assert_never

from app.rules.deeds import SELF, Applied, HelpedBody, applied
from app.rules.naming import unknown
from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.supers.checks.hand import Hand
from app.rules.systems.supers.checks.made import graded, shown
from app.rules.systems.supers.conditions import trait_modifier
from app.rules.systems.supers.deeds.bearing import (
    skill_modifier,
    standing,
    with_state,
    with_wounds,
    wounds_of,
)
from app.rules.systems.supers.deeds.occasion import SupersOccasion
from app.rules.systems.supers.degrees import ROUTINE, CheckOutcome, Die, check
from app.rules.systems.supers.dying import STABILIZE_DC
from app.rules.systems.supers.recovery import healed, repaired
from app.rules.systems.supers.resistance import DamageLevel, Wounds
from app.rules.systems.supers.sheet import FailedHealing, Name, SupersSheet
from app.rules.systems.supers.traits import bears, check_acts

HEAL_DC: Final = 10
REPAIR_DC: Final = 15
HEALING: Final = "healing"
REMEMBERED: Final = 99
"""Failures of one minute that are kept besides the newest."""


class HealBody(HelpedBody):
    """Help of a kind."""

    kind: Literal["stabilize", "heal", "repair"]
    """Treatment for the dying, a Healing effect for the hurt, Technology for objects."""
    power: Name | None = None
    """The helper's power with the Healing; without a name, the first."""
    routine: bool = False
    """Count 10 and throw nothing: nothing presses outside rounds."""


class SupersHealed(Value):
    """How the help went."""

    total: int
    degree: int
    success: bool
    level: DamageLevel
    penalty: int


class Heal:
    """`heal`."""

    summary: str = "Stabilise the dying, heal a step for each degree, or repair an object."
    body: type[HealBody] = HealBody
    result: type[Value] = SupersHealed
    examples: Mapping[str, HealBody] = {
        "Keep somebody alive": HealBody(kind="stabilize", by="chr_0nq6k5g3v8w2d4t7"),
        "Mend the engine, without hurry": HealBody(kind="repair", by="chr_0nq6k5g3v8w2d4t7", routine=True),
    }

    def apply(self, sheet: SupersSheet, body: HealBody, occasion: SupersOccasion) -> Applied[SupersSheet]:
        """Throw the helper's check and take what it mends (S-142, R-07, R-29).

        Raises:
            OutOfRange: `trained_only`, `unknown_power`.
            AgainstTheRules: `dead`, `stunned`, `not_dying`, `heal_retry`, `object_no_recovery`, `not_object`,
                `destroyed`.
        """
        helper = occasion.helper
        healer = helper.sheet if helper else sheet
        _refuse(sheet, body)
        check_acts(healer, occasion.options)
        match body.kind:
            case "stabilize":
                modifier, dc, rules = skill_modifier(healer, "treatment", occasion.options), STABILIZE_DC, ["R-07"]
            case "repair":
                modifier, dc, rules = skill_modifier(healer, "technology", occasion.options), REPAIR_DC, ["R-29"]
            case "heal":
                _check_retry(sheet, helper.id if helper else SELF, occasion.clock)
                modifier = _healing(healer, body.power) + trait_modifier(bears(healer, occasion.options), HEALING)
                dc, rules = HEAL_DC, ["S-140", "R-22"]
            case _:
                assert_never(body.kind)
        hand = Hand(occasion.dice)
        thrown = Die(ROUTINE) if body.routine else hand.throw("helper")
        made = check(thrown, modifier, dc, occasion.options)
        after = _mended(sheet, body, made, occasion)
        damage = after.state.damage
        result = SupersHealed(
            total=made.total, degree=made.degree, success=made.success, level=damage.level, penalty=damage.penalty
        )
        told = f"routine {shown(thrown, modifier)}" if body.routine else shown(thrown, modifier)
        why = f"{made.total} against {dc} ({told}); {standing(after)}"
        return applied(after, result, word=graded(made), why=why, rules=rules, hand=hand)


def _refuse(sheet: SupersSheet, body: HealBody) -> None:
    level, inanimate = sheet.state.damage.level, sheet.kind == "object"
    if body.kind == "repair":
        if not inanimate:
            raise AgainstTheRules("not_object", "Only objects are repaired: the living are healed.", rule="S-142")
        repaired(wounds_of(sheet), 0)
        return
    if inanimate:
        raise AgainstTheRules("object_no_recovery", "Objects aren't healed: repair them.", rule="S-142")
    if level == "dead":
        raise AgainstTheRules("dead", "Nothing helps the dead.", rule="R-09")
    if body.kind == "stabilize" and level != "dying":
        raise AgainstTheRules("not_dying", "Nobody is dying here.", rule="R-07")


def _check_retry(sheet: SupersSheet, by: str, clock: int) -> None:
    if any(one.by == by and one.at == clock for one in sheet.state.healing_failed):
        raise AgainstTheRules(
            "heal_retry", "This Healing has failed; the same helper tries again once a minute has gone by.", rule="R-22"
        )


def _healing(healer: SupersSheet, name: str | None) -> int:
    for power in healer.powers:
        for effect in power.effects:
            if effect.effect_id == HEALING and name in {None, power.name}:
                return effect.rank
    healing = [power.name for power in healer.powers if any(one.effect_id == HEALING for one in power.effects)]
    if name is None:
        raise OutOfRange("unknown_power", "The helper has no power with a Healing effect.", rule="R-22")
    raise unknown("unknown_power", "power with a Healing effect", name, healing, of="The helper", rule="R-22")


def _mended(sheet: SupersSheet, body: HealBody, made: CheckOutcome, occasion: SupersOccasion) -> SupersSheet:
    wounds = wounds_of(sheet)
    match body.kind:
        case "heal" if not made.success:
            by = occasion.helper.id if occasion.helper else SELF
            failures = [one for one in sheet.state.healing_failed if one.at == occasion.clock][-REMEMBERED:]
            return with_state(sheet, healing_failed=[*failures, FailedHealing(by=by, at=occasion.clock)])
        case _ if not made.success:
            return sheet
        case "stabilize":
            return with_wounds(sheet, wounds.model_copy(update={"level": "incapacitated"}), stable=True)
        case "repair":
            return with_wounds(sheet, repaired(wounds, made.degree))
        case "heal":
            better = healed(wounds, made.degree)
            return with_wounds(sheet, better, stable=_stays_stable(sheet, better))
        case _:
            assert_never(body.kind)


def _stays_stable(sheet: SupersSheet, after: Wounds) -> bool:
    saved = sheet.state.damage.stable or sheet.state.damage.level == "dying"
    return saved and after.level == "incapacitated"
