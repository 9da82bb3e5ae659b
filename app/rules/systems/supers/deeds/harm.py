"""Damage between fights: a resistance check, or a failure that is known already."""

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from app.rules.deeds import Applied, RolledBody, applied
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.supers.checks.hand import Hand
from app.rules.systems.supers.checks.made import Adjusted, degrees, shown
from app.rules.systems.supers.deeds.bearing import standing, toughness, with_wounds, wounds_of
from app.rules.systems.supers.deeds.occasion import SupersOccasion
from app.rules.systems.supers.degrees import circumstances
from app.rules.systems.supers.resistance import DamageLevel, Threat, Wounds, after_failure, resist
from app.rules.systems.supers.sheet import SupersSheet


class DamageBody(RolledBody, Adjusted):
    """What harms the character."""

    rank: Annotated[int, Field(ge=0, le=100)] | None = None
    """Of the damage: resisted at 15 more."""
    increased_effect: bool = False
    """A critical hit makes it 5 harder."""
    degree: Annotated[int, Field(ge=1, le=20)] | None = None
    """Of a failure that has been thrown already."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.rank is None) == (self.degree is None):
            raise ValueError("Give the `rank` to resist, or the `degree` of a failure.")
        return self


class SupersHurt(Value):
    """Where the damage leaves the character."""

    total: int | None
    """Of the resistance; none where nothing was thrown."""
    dc: int | None
    degree: int
    """Below 0 for failure."""
    level: DamageLevel
    penalty: int


class Damage:
    """`damage`."""

    summary: str = "Resist damage of a rank with Toughness, and run down the track by the degrees of failure."
    body: type[DamageBody] = DamageBody
    result: type[Value] = SupersHurt
    examples: Mapping[str, DamageBody] = {
        "A falling wall": DamageBody(rank=8),
        "Two degrees, thrown at the table": DamageBody(degree=2),
    }

    def apply(self, sheet: SupersSheet, body: DamageBody, occasion: SupersOccasion) -> Applied[SupersSheet]:
        """Throw the resistance and take what it leaves (S-068 to S-075, S-096, R-04, R-05, R-29).

        Raises:
            OutOfRange: `circumstance_size`.
            AgainstTheRules: `dead`.
        """
        if sheet.state.damage.level == "dead":
            raise AgainstTheRules("dead", "The dead suffer nothing more.", rule="S-073")
        options, hand, wounds = occasion.options, Hand(occasion.dice), wounds_of(sheet)
        minion, inanimate = sheet.kind == "minion", sheet.kind == "object"
        if body.rank is None:
            failed = body.degree or 1
            left = after_failure(wounds, failed, minion=minion, inanimate=inanimate, options=options)
            after = _at(sheet, left)
            result = SupersHurt(total=None, dc=None, degree=-failed, level=left.level, penalty=left.penalty)
            why = f"{standing(after)} after {degrees(failed)} of failure"
            return applied(after, result, word="Hurt", why=why, rules=["S-070", "S-071"])
        modifier = toughness(sheet, options) + circumstances(body.circumstance, gm=body.gm)
        threat = Threat(rank=body.rank, increased_effect=body.increased_effect)
        thrown = hand.throw("resistance")
        made = resist(thrown, modifier, threat, wounds, minion=minion, inanimate=inanimate, options=options)
        after = sheet if made.success else _at(sheet, Wounds(level=made.level, penalty=made.penalty))
        result = SupersHurt(total=made.total, dc=made.dc, degree=made.degree, level=made.level, penalty=made.penalty)
        why = f"{made.total} against {made.dc} ({shown(thrown, modifier, taken=wounds.penalty)}); {standing(after)}"
        word = "Resisted" if made.success else f"Hurt, {degrees(made.degree)}"
        return applied(after, result, word=word, why=why, rules=["S-068", "S-070", "S-071"], hand=hand)


def _at(sheet: SupersSheet, wounds: Wounds) -> SupersSheet:
    return with_wounds(sheet, wounds, stable=sheet.state.damage.stable and wounds.level == "incapacitated")
