"""Stamina spent and regained, breathers taken, and what maintained powers lock."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from app.rules.deeds import Applied, RolledBody, applied
from app.rules.naming import unknown
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.uttas.arms import Key
from app.rules.systems.uttas.checks.hand import Hand, shown
from app.rules.systems.uttas.deeds.occasion import UttasOccasion
from app.rules.systems.uttas.derived import characteristic_dice
from app.rules.systems.uttas.recovery import breather_limit, ceiling, check_breather, complete_breather
from app.rules.systems.uttas.sheet import UttasSheet
from app.rules.systems.uttas.stamina import power_cost
from app.rules.systems.uttas.vitals import alive, awake, body_disabled, check_acts, paid, refreshed

Points = Annotated[int, Field(ge=1, le=1000)]


class SpendBody(RolledBody):
    """Something spent, or regained."""

    resource: Literal["stamina", "breather", "lock"] = "stamina"
    """`breather` takes one; `lock` is Stamina that maintained powers keep."""
    amount: Points | None = None
    """Points; or breathers that come back."""
    gain: bool = False
    """It comes back, instead of being spent."""
    power: Key | None = None
    """Of the sheet: its cost is paid, and locked where it is maintained."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        by_power = self.power is not None
        if by_power and (self.resource != "stamina" or self.gain or self.amount is not None):
            raise ValueError("A `power` is paid in Stamina, by its own cost: leave the rest out.")
        if (self.amount is None) != (by_power or (self.resource == "breather" and not self.gain)):
            raise ValueError("Give an `amount`; none where a breather is taken or a `power` says it.")
        return self


class UttasSpent(Value):
    """What is there now."""

    stamina: int
    stamina_locked: int
    breather_uses: int
    unconscious: bool


class Spend:
    """`spend`."""

    summary: str = "Stamina is paid or comes back, a breather is taken, a maintained power is dropped."
    body: type[SpendBody] = SpendBody
    result: type[Value] = UttasSpent
    examples: Mapping[str, SpendBody] = {
        "A forced march": SpendBody(amount=6),
        "A breather": SpendBody(resource="breather"),
        "A maintained power is dropped": SpendBody(resource="lock", amount=14, gain=True),
    }

    def apply(self, sheet: UttasSheet, body: SpendBody, occasion: UttasOccasion) -> Applied[UttasSheet]:
        """Pay, or take back (T-073, T-074, T-076, T-091 to T-096, T-105).

        Raises:
            OutOfRange: `unknown_power`.
            AgainstTheRules: `dead`, `unconscious`, `insufficient_stamina`, `breather_limit`, `body_disabled`,
                `not_maintained` for more than is locked.
        """
        if not alive(sheet, occasion.clock):
            raise AgainstTheRules("dead", "The dead spend nothing and get nothing back.", rule="T-118")
        if not body.gain:
            check_acts(sheet, occasion.clock)
        amount = body.amount or 0
        match body.resource, body.gain:
            case "breather", False:
                return _breather(sheet, occasion)
            case "breather", True:
                after = sheet.model_copy(update={"breather_uses": max(0, sheet.breather_uses - amount)})
                return _answer(after, "Breathers regained", rules=["T-094"])
            case "lock", gain:
                return _answer(_locked(sheet, -amount if gain else amount), "Locked Stamina", rules=["T-074"])
            case _, True:
                return _answer(refreshed(sheet, amount), "Stamina regained", rules=["T-105"])
            case _:
                return _paid(sheet, body, occasion)


def _breather(sheet: UttasSheet, occasion: UttasOccasion) -> Applied[UttasSheet]:
    options, hand = occasion.options, Hand(occasion.dice)
    limit = breather_limit(sheet.body, limit_by=options.breather_limit, points_per_die=options.points_per_die)
    check_breather(moved=False, uses=sheet.breather_uses, limit=limit, body_disabled=body_disabled(sheet))
    done = complete_breather(
        stamina=sheet.stamina_now,
        stamina_ceiling=ceiling(sheet.stamina_max, stamina_locked=sheet.stamina_locked),
        body_dice=characteristic_dice(sheet, "body", options),
        uses=sheet.breather_uses,
        limit=limit,
        dice=occasion.dice,
    )
    faces = hand.keep(done.faces, of="body")
    after = sheet.model_copy(update={"stamina": done.stamina, "breather_uses": done.uses})
    why = f"{shown(faces)}; {done.uses} of {limit} breathers used"
    return _answer(after, "Breather", why=why, rules=["T-092", "T-094"], hand=hand)


def _paid(sheet: UttasSheet, body: SpendBody, occasion: UttasOccasion) -> Applied[UttasSheet]:
    if body.power is None:
        return _answer(paid(sheet, body.amount or 0, occasion.options), "Stamina spent", rules=["T-076"])
    known = {power.id: power for power in sheet.powers}
    if body.power not in known:
        raise unknown("unknown_power", "power", body.power, known, rule="T-073")
    power = known[body.power]
    cost = power_cost(power.active_points, maintained=power.maintained)
    after = paid(sheet, cost, occasion.options)
    if power.maintained:
        after = _locked(after, cost)
    return _answer(after, "Power activated", why=f"{cost} Stamina", rules=["T-073", "T-074", "T-076"])


def _locked(sheet: UttasSheet, change: int) -> UttasSheet:
    locked = sheet.stamina_locked + change
    if locked < 0:
        raise AgainstTheRules(
            "not_maintained",
            f"{sheet.stamina_locked} Stamina are locked, and {-change} should come free.",
            locked=sheet.stamina_locked,
            rule="T-074",
        )
    return sheet.model_copy(update={"stamina_locked": min(locked, sheet.stamina_max)})


def _answer(
    after: UttasSheet, word: str, *, rules: list[str], why: str = "", hand: Hand | None = None
) -> Applied[UttasSheet]:
    result = UttasSpent(
        stamina=after.stamina_now,
        stamina_locked=after.stamina_locked,
        breather_uses=after.breather_uses,
        unconscious=not awake(after),
    )
    parts = [why] if why else []
    parts.append(f"{after.stamina_now} of {after.stamina_max} Stamina")
    if after.stamina_locked:
        parts.append(f"{after.stamina_locked} locked")
    if result.unconscious:
        parts.append("unconscious")
        rules = [*rules, "T-143"]
    return applied(after, result, word=word, why="; ".join(parts), rules=rules, hand=hand)
