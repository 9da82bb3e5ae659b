"""Injuries and how they heal, and Status Effects that are treated."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from app.rules.deeds import Applied, DeedBody, HelpedBody, applied
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.ultra.bearing import Brought, Deed, bearing, difficulty_in_force
from app.rules.systems.ultra.checks.action import RULES
from app.rules.systems.ultra.checks.from_sheet import spent
from app.rules.systems.ultra.checks.hand import Hand, UltraSide
from app.rules.systems.ultra.checks.telling import WORDS
from app.rules.systems.ultra.complications import Name
from app.rules.systems.ultra.deeds.occasion import UltraOccasion
from app.rules.systems.ultra.deeds.statuses import borne
from app.rules.systems.ultra.outcomes import Roll, best_result
from app.rules.systems.ultra.pools import MOST_TRAITS, pool_of_traits, total_hits
from app.rules.systems.ultra.sheet import UltraSheet, injured
from app.rules.systems.ultra.statuses import status_of
from app.rules.systems.ultra.suffering import treat_difficulty

Amount = Annotated[int, Field(ge=1, le=20)]


class DamageBody(DeedBody):
    """Injuries suffered."""

    amount: Amount = 1


class HealBody(HelpedBody):
    """Injuries that heal, or a Status Effect that somebody treats."""

    kind: Literal["injuries", "treat"] = "injuries"
    amount: Amount = 1
    """Injuries that heal."""
    status: Name | None = None
    """The Status Effect that is treated."""
    traits: Annotated[list[Name], Field(max_length=MOST_TRAITS)] = Field(default_factory=list)
    """Of whoever treats it: one to three together are the pool."""
    modifiers: Annotated[list[Annotated[int, Field(ge=-20, le=20)]], Field(max_length=20)] = Field(default_factory=list)
    """Dice more or fewer."""

    @model_validator(mode="after")
    def _of_one_kind(self) -> Self:
        treating = self.status is not None and bool(self.traits)
        if (self.kind == "treat") != treating:
            raise ValueError("`treat` takes a `status` and the `traits` that treat it; `injuries` take an `amount`.")
        return self


class UltraInjured(Value):
    """How injured somebody is."""

    injuries: int
    injury_max: int
    taken_out: bool


class UltraHealed(UltraInjured):
    """What healing or treatment came to."""

    hits: int | None = None
    """Of the treatment."""
    difficulty: int | None = None
    success: bool | None = None
    treated: str | None = None
    """The Status Effect that is gone."""


class Damage:
    """`damage`."""

    summary: str = "Injuries, up to those that take the character out."
    body: type[DamageBody] = DamageBody
    result: type[Value] = UltraInjured
    examples: Mapping[str, DamageBody] = {"Sharp rocks": DamageBody(amount=2)}

    def apply(self, sheet: UltraSheet, body: DamageBody, _: UltraOccasion) -> Applied[UltraSheet]:
        """Injuries rise by so many, never past what takes one out (G-27)."""
        hurt = sheet.model_copy(update={"injuries": injured(sheet, body.amount)})
        out = "; taken out" if hurt.taken_out else ""
        why = f"{hurt.injuries} of {hurt.injury_max} injuries{out}"
        return applied(
            hurt,
            UltraInjured.model_validate(_of(hurt)),
            word=f"{hurt.injuries - sheet.injuries} suffered",
            why=why,
            rules=["G-27"],
        )


class Heal:
    """`heal`."""

    summary: str = "Injuries heal, or somebody treats a Status Effect with a pool against its difficulty."
    body: type[HealBody] = HealBody
    result: type[Value] = UltraHealed
    examples: Mapping[str, HealBody] = {
        "Time and bandages": HealBody(amount=2),
        "Somebody treats the poison": HealBody(
            kind="treat", status="poisoned", traits=["medicine", "nerve"], by="chr_0nq6k5g3v8w2d4t7"
        ),
    }

    def apply(self, sheet: UltraSheet, body: HealBody, occasion: UltraOccasion) -> Applied[UltraSheet]:
        """Injuries fall by so many, or a treatment that succeeds takes the Status Effect away (sections 3b and 8).

        A treatment is an action like others: the helper's Status Effects and waiting bonus hits count. What is left
        over buys nothing here; whoever wants to choose makes the check instead.

        Raises:
            OutOfRange: `unknown_status`, `unknown_trait`, `invalid_pool`.
            AgainstTheRules: `nothing_to_clear`, `taken_out`, `blocked`.
        """
        if body.kind == "injuries":
            healed = sheet.model_copy(update={"injuries": injured(sheet, -body.amount)})
            why = f"{healed.injuries} of {healed.injury_max} injuries are left"
            gone = sheet.injuries - healed.injuries
            result = UltraHealed.model_validate(_of(healed))
            return applied(healed, result, word=f"{gone} healed", why=why, rules=["G-27"])
        return _treated(sheet, body, occasion)


def _of(sheet: UltraSheet) -> dict[str, int | bool]:
    return {"injuries": sheet.injuries, "injury_max": sheet.injury_max, "taken_out": sheet.taken_out}


def _treated(sheet: UltraSheet, body: HealBody, occasion: UltraOccasion) -> Applied[UltraSheet]:
    held, helper = borne(sheet, body.status or ""), occasion.helper
    entry, healer = status_of(held.key), helper.sheet if helper else sheet
    needed = treat_difficulty(held.key, held.level)
    if entry.by_another and helper is None:
        raise AgainstTheRules("nothing_to_clear", f"{entry.name} goes by somebody else's help: name them.", rule="G-22")
    if healer.taken_out:
        raise AgainstTheRules("taken_out", "Whoever is taken out treats nobody.", rule="G-27")
    found = bearing(Deed(kind="treat"), own=healer.statuses, tokens=healer.tokens)
    pool = pool_of_traits(healer.traits, body.traits, body.modifiers).pool
    hand = Hand(occasion.dice)
    thrown = hand.throw(UltraSide(dice=pool, target=healer.target, double_from=healer.double_from), of="healer")
    hits = total_hits(thrown.hits, bonus_hits=_sum(found.bonus_hits), options=occasion.options).hits
    difficulty = difficulty_in_force(needed, harder=_sum(found.harder), easier=_sum(found.easier))
    roll = Roll(hits, difficulty, found.complications)
    after = spent(healer, "treat", found)
    patient = sheet if helper else after
    if not roll.failed:
        left = [status for status in patient.statuses if status.key != held.key]
        patient = patient.model_copy(update={"statuses": left})
    outcome = best_result(roll, occasion.options)
    why = f"{hits} hits against {difficulty} ({thrown.told}); {entry.name} {'stays' if roll.failed else 'is gone'}"
    if outcome == "success_with_consequence":
        why += ", and the healer's own Status Effects make trouble"
    result = {
        **_of(patient),
        "hits": hits,
        "difficulty": difficulty,
        "success": not roll.failed,
        "treated": None if roll.failed else held.key,
    }
    return applied(
        patient,
        UltraHealed.model_validate(result),
        word=WORDS[outcome],
        why=why,
        rules=["G-22", "U-02", RULES[outcome]],
        hand=hand,
        helper=after if helper else None,
    )


def _sum(brought: Sequence[Brought]) -> int:
    return sum(one.value for one in brought)
