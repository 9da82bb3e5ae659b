"""First Aid and the power to heal, with what a day allows of them; time is the third way (T-090)."""

from collections.abc import Mapping
from typing import Final, Literal

from app.rules.deeds import DAY, SELF, Applied, HelpedBody, applied
from app.rules.system import OutOfRange, Value
from app.rules.systems.uttas.arms import Power
from app.rules.systems.uttas.checks.hand import Hand, shown
from app.rules.systems.uttas.deeds.occasion import UttasOccasion
from app.rules.systems.uttas.derived import skill_dice
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.recovery import FirstAidToday, ceiling, check_first_aid, check_heal, first_aid, heal
from app.rules.systems.uttas.sheet import HealEntry, TempHealth, UttasSheet
from app.rules.systems.uttas.stamina import power_cost
from app.rules.systems.uttas.vitals import check_acts, healed, lent, paid

FIRST_AID: Final = ("first_aid", "paramedics")
"""The skill by either of its names (T-097)."""
HEAL: Final = "heal"


class HealBody(HelpedBody):
    """A treatment."""

    kind: Literal["first_aid", "heal"]
    """The helper's skill, or the helper's power."""


class UttasHealed(Value):
    """What a treatment has given."""

    total: int
    """Sum of the dice."""
    minutes: int | None
    """That it took; none for a power."""
    health: int
    """Gained, lent Health included."""
    stamina: int
    """Gained."""


class Heal:
    """`heal`."""

    summary: str = "First Aid lends Health for a day, the power to heal gives it back; both give Stamina."
    body: type[HealBody] = HealBody
    result: type[Value] = UttasHealed
    examples: Mapping[str, HealBody] = {
        "Willow bandages a friend": HealBody(kind="first_aid", by="chr_0nq6k5g3v8w2d4t7"),
        "A power to heal, on oneself": HealBody(kind="heal"),
    }

    def apply(self, sheet: UttasSheet, body: HealBody, occasion: UttasOccasion) -> Applied[UttasSheet]:
        """Throw the helper's dice; what counts within 24 hours is the best, or the power's most (T-097, G-20).

        Whoever uses a power pays for it (T-073).

        Raises:
            OutOfRange: `unknown_skill`, `unknown_power`.
            AgainstTheRules: `dead`, `unconscious`, `heal_limit`, `insufficient_stamina`.
        """
        helper = occasion.helper
        check_acts(helper.sheet if helper else sheet, occasion.clock)
        return _aided(sheet, occasion) if body.kind == "first_aid" else _powered(sheet, occasion)


def _aided(sheet: UttasSheet, occasion: UttasOccasion) -> Applied[UttasSheet]:
    clock, hand = occasion.clock, Hand(occasion.dice)
    by = occasion.helper.id if occasion.helper else SELF
    dice = _skill(occasion.helper.sheet if occasion.helper else sheet, occasion.options)
    today = _first_aid_today(sheet, clock)
    health, revive = sheet.health_now + lent(sheet, clock), occasion.options.first_aid_revive
    check_first_aid(health, today, helper=by, revive=revive)
    faces = hand.throw(dice, of="first_aid")
    done = first_aid(
        health=health,
        stamina=sheet.stamina_now,
        stamina_ceiling=ceiling(sheet.stamina_max, stamina_locked=sheet.stamina_locked),
        faces=faces,
        today=today,
        helper=by,
        revive=revive,
    )
    more = max(0, dice - today.health)
    lending = [TempHealth(n=lent(sheet, clock) + more, expires=clock + DAY)] if more else []
    after = sheet.model_copy(
        update={
            "stamina": done.stamina,
            "temp_health": [*(one for one in sheet.temp_health if one.expires > clock), *lending],
            "heal_log": [*_log(sheet, clock), _entry("first_aid", by, faces, health=dice, at=clock)],
        }
    )
    result = UttasHealed(total=sum(faces), minutes=done.minutes, health=more, stamina=done.stamina - sheet.stamina_now)
    why = f"{more} Health lent and {result.stamina} Stamina in {done.minutes} minutes ({shown(faces)})"
    return applied(after, result, word="First Aid", why=why, rules=["T-097", "G-20"], hand=hand)


def _powered(sheet: UttasSheet, occasion: UttasOccasion) -> Applied[UttasSheet]:
    clock, helper, hand = occasion.clock, occasion.helper, Hand(occasion.dice)
    healer = helper.sheet if helper else sheet
    power = _power(healer)
    spent = paid(healer, power_cost(power.active_points), occasion.options)
    patient = sheet if helper else spent
    by = helper.id if helper else SELF
    today = sum(one.health for one in _log(sheet, clock) if one.kind == "heal" and one.helper == by)
    check_heal(sheet.health_now + lent(sheet, clock), dice=power.dice, healed_today=today)
    faces = hand.throw(power.dice, of="heal")
    done = heal(
        health=patient.health_now + lent(patient, clock),
        health_max=patient.health_max + lent(patient, clock),
        stamina=patient.stamina_now,
        stamina_ceiling=ceiling(patient.stamina_max, stamina_locked=patient.stamina_locked),
        faces=faces,
        healed_today=today,
    )
    given = [_entry("heal", by, faces, health=done.health_healed, at=clock)] if done.health_healed else []
    after = healed(patient, done.health_healed).model_copy(
        update={"stamina": done.stamina, "heal_log": [*_log(sheet, clock), *given]}
    )
    result = UttasHealed(
        total=sum(faces),
        minutes=None,
        health=done.health_healed,
        stamina=done.stamina - patient.stamina_now,
    )
    why = f"{result.health} Health and {result.stamina} Stamina ({shown(faces)})"
    return applied(
        after,
        result,
        word="Healed",
        why=why,
        rules=["T-097", "T-073", "G-20"],
        hand=hand,
        helper=spent if helper else None,
    )


def _skill(helper: UttasSheet, options: UttasOptions) -> int:
    for skill in helper.skills:
        if skill.id in FIRST_AID and (dice := skill_dice(helper, skill, options)):
            return dice
    raise OutOfRange("unknown_skill", "The helper has no dice in First Aid.", rule="T-097")


def _power(helper: UttasSheet) -> Power:
    healing = sorted((power for power in helper.powers if power.dice), key=lambda power: power.id != HEAL)
    if not healing:
        raise OutOfRange("unknown_power", "The helper has no power with dice that heals.", rule="T-097")
    return healing[0]


def _log(sheet: UttasSheet, clock: int) -> list[HealEntry]:
    return [one for one in sheet.heal_log if 0 <= clock - one.at < DAY]


def _entry(kind: Literal["first_aid", "heal"], by: str, faces: list[int], *, health: int, at: int) -> HealEntry:
    return HealEntry(kind=kind, helper=by, health=health, stamina=sum(faces), at=at)


def _first_aid_today(sheet: UttasSheet, clock: int) -> FirstAidToday:
    given = [one for one in _log(sheet, clock) if one.kind == "first_aid"]
    return FirstAidToday(
        health=max((one.health for one in given), default=0),
        stamina=max((one.stamina for one in given), default=0),
        helpers=[one.helper for one in given],
    )
