"""Harm between fights: a fall, a fire, a trap."""

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from app.rules.deeds import Applied, RolledBody, applied
from app.rules.naming import unknown
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.uttas.checks.hand import Hand, counted, shown
from app.rules.systems.uttas.damage import damage, stuns
from app.rules.systems.uttas.deeds.occasion import UttasOccasion
from app.rules.systems.uttas.sheet import DamageType, Limb, UttasSheet
from app.rules.systems.uttas.vitals import Lost, alive, awake, hurt, suffered

Points = Annotated[int, Field(ge=0, le=10_000)]


class DamageBody(RolledBody):
    """One hit: dice to be thrown, or what has come through."""

    dice: Annotated[int, Field(ge=1, le=100)] | None = None
    """Armor counts against their number, Defense against their sum."""
    type: DamageType = "physical"
    """Which Armor and Defense meet the dice."""
    health: Points = 0
    """Lost outright, without Armor."""
    stamina: Points = 0
    """Lost outright, without Defense."""
    limb: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """The limb that is hit."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.dice is None) == (self.health == 0 and self.stamina == 0):
            raise ValueError("Give `dice` to throw, or the `health` and `stamina` that are lost.")
        return self


class UttasHurt(Value):
    """What a hit has done."""

    rolled: int | None
    """Sum of the dice; none where none were thrown."""
    health: int
    """Lost."""
    stamina: int
    """Lost."""
    stunned: bool
    unconscious: bool
    dead: bool
    disabled: list[str]
    """The limb, if it is out of use."""
    dropped: list[str]
    """What it carried."""


class Damage:
    """`damage`."""

    summary: str = "One hit: Health by the number of dice, Stamina by their sum, and what that does."
    body: type[DamageBody] = DamageBody
    result: type[Value] = UttasHurt
    examples: Mapping[str, DamageBody] = {
        "A burning beam": DamageBody(dice=4, type="energy"),
        "A fall, as the game master says": DamageBody(health=2, stamina=12),
        "A trap at the leg": DamageBody(dice=6, limb="left_leg"),
    }

    def apply(self, sheet: UttasSheet, body: DamageBody, occasion: UttasOccasion) -> Applied[UttasSheet]:
        """Throw the dice, take Armor and Defense off, and see whom it fells (T-083 to T-088, T-118, T-141 to T-145).

        Raises:
            OutOfRange: `unknown_limb`.
            AgainstTheRules: `dead`.
        """
        limb = None if body.limb is None else limb_of(sheet, body.limb)
        if not alive(sheet, occasion.clock):
            raise AgainstTheRules("dead", "The dead suffer nothing more.", rule="T-118")
        hand = Hand(occasion.dice)
        faces = hand.throw(body.dice or 0, of="damage")
        lost = Lost(body.health, body.stamina)
        why = f"{body.health} Health and {body.stamina} Stamina"
        if body.dice:
            armor, defense = getattr(sheet.armor, body.type), getattr(sheet.defense, body.type)
            done = damage(faces, armor=armor, defense=defense)
            lost = Lost(done.health, done.stamina)
            why = f"{counted(body.dice)} against Armor {armor}, {shown(faces)} against Defense {defense}"
        after = hurt(sheet, lost, clock=occasion.clock, limb=limb)
        result = _result(sheet, after, limb, lost, clock=occasion.clock, rolled=sum(faces) if body.dice else None)
        held = suffered(after, occasion.clock)
        if held:
            why += f"; {', '.join(held)}"
        if result.disabled:
            why += "; {0} is out of use"
        return applied(
            after,
            result,
            word=f"{lost.health} Health and {lost.stamina} Stamina lost",
            why=why,
            rules=_cited(body, result),
            hand=hand,
            quoted=[limb.replace("_", " ") for limb in result.disabled],
        )


def limb_of(sheet: UttasSheet, name: str) -> Limb:
    """A limb of the sheet.

    Raises:
        OutOfRange: `unknown_limb`.
    """
    for limb in sheet.limbs:
        if limb.id == name:
            return limb
    raise unknown("unknown_limb", "limb", name, [limb.id for limb in sheet.limbs], rule="T-119")


def _result(
    before: UttasSheet, after: UttasSheet, limb: Limb | None, lost: Lost, *, clock: int, rolled: int | None
) -> UttasHurt:
    out = limb is not None and limb_of(after, limb.id).disabled != limb.disabled
    return UttasHurt(
        rolled=rolled,
        health=lost.health,
        stamina=lost.stamina,
        stunned=stuns(lost.stamina, body=before.score_now("body")),
        unconscious=not awake(after),
        dead=not alive(after, clock),
        disabled=[limb.id] if out and limb else [],
        dropped=[limb.holds] if out and limb and limb.holds else [],
    )


def _cited(body: DamageBody, result: UttasHurt) -> list[str]:
    rules = ["T-084", "T-086"] if body.dice else ["T-083"]
    also = [
        (result.stunned, "T-141"),
        (result.unconscious, "T-143"),
        (result.dead, "T-118"),
        (bool(result.disabled), "T-119"),
        (bool(result.dropped), "T-120"),
    ]
    return rules + [rule for there, rule in also if there]
