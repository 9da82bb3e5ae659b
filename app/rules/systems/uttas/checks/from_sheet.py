"""What a character's sheet lends to the checks: dice, scores, attacks, Armor and Defense, limbs, a stance."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, NamedTuple, Self

from pydantic import Field, model_validator

from app.rules.character import spelled
from app.rules.lending import Lending, Piece, Trait, TraitName, spoken
from app.rules.naming import unknown
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.uttas.arms import Attack
from app.rules.systems.uttas.characteristics import CHARACTERISTICS
from app.rules.systems.uttas.conditions import own_modifiers
from app.rules.systems.uttas.derived import attacks, characteristic_dice, skill_dice, skill_names
from app.rules.systems.uttas.holds import check_power
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.ranges import HOPELESS, modifier_at
from app.rules.systems.uttas.sheet import DamageType, UttasSheet
from app.rules.systems.uttas.stances import Stance
from app.rules.systems.uttas.vitals import check_acts, lent

BY_HAND: Final = frozenset({"melee", "thrown", "mechanical", "manoeuvre"})
"""Kinds of attack that take an arm."""


class Apart(Value):
    """Where range may count."""

    distance_m: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    """Metres to what the roll is about: the bands past the character's reach count (T-110, T-116)."""


class Practised(Trait, Apart):
    """A roll of the character's own dice."""


class Striking(Apart):
    """An attack of a character's."""

    attack: TraitName | None = None
    """One of the sheet's by its id, or `strike`."""
    stance: TraitName | None = None
    """The stance the character fights in (G-05)."""


class Dice(NamedTuple):
    """Dice of a skill or of a characteristic."""

    name: str
    dice: int
    rule: str


def dice_named(sheet: UttasSheet, name: str, options: UttasOptions) -> Dice:
    """Dice by the name of what has them: `skills.stealth`, `strength.dice`, or either without the word (T-040, G-01).

    Raises:
        OutOfRange: `unknown_trait`.
    """
    known = _all_dice(sheet, options)
    asked = name.lower()
    found = known.get(asked) or known.get(f"skills.{asked}") or known.get(f"{asked}.dice")
    if found is None:
        raise unknown("unknown_trait", "skill or characteristic", name, known, rule="T-040")
    return found


def _all_dice(sheet: UttasSheet, options: UttasOptions) -> Mapping[str, Dice]:
    named = zip(skill_names(sheet), sheet.skills, strict=True)
    skills = [Dice(f"skills.{name}", skill_dice(sheet, one, options), "T-040") for name, one in named]
    own = [Dice(f"{name}.dice", characteristic_dice(sheet, name, options), "G-01") for name in CHARACTERISTICS]
    return {one.name: one for one in (*skills, *own)}


def attack_named(sheet: UttasSheet, name: str) -> Attack:
    """An attack of the sheet's, or a manoeuvre by its own name (T-032, T-034, G-24).

    Raises:
        OutOfRange: `unknown_attack`.
    """
    known = {one.id: one for one in attacks(sheet)}
    named = {one.id: known[one.attack] for one in sheet.manoeuvres} | known
    found = named.get(name.lower())
    if found is None:
        raise unknown("unknown_attack", "attack", name, named, rule="T-032")
    return found


def stance_named(name: str, options: UttasOptions) -> Stance:
    """A stance of the table's (G-05).

    Raises:
        OutOfRange: `unknown_stance`.
    """
    known = {one.id: one for one in options.stances}
    found = known.get(name)
    if found is None:
        raise unknown("unknown_stance", "stance", name, known, of="The table", rule="G-05")
    return found


def lend_dice(
    lending: Lending[Any], asked: Practised, sheet: UttasSheet, options: UttasOptions, *where: str
) -> str | None:
    """A character's roll: the dice, and what limbs and distance do to it (T-040, T-110, T-124); answers its name.

    Raises:
        OutOfRange: `unknown_trait`.
    """
    found = dice_named(sheet, asked.trait, options) if asked.trait is not None else None
    if found is not None:
        lending.own(*where, "dice", of=[Piece(found.name, found.dice, found.rule)])
    lend_circumstances(lending, asked, sheet, *where, accuracy=False)
    return None if found is None else spoken(found.name.removesuffix(".dice"))


def lend_circumstances(lending: Lending[Any], asked: Apart, sheet: UttasSheet, *where: str, accuracy: bool) -> None:
    """What limbs and distance do to a roll of the character's own (T-110 to T-116, T-124)."""
    disabled = [limb.kind for limb in sheet.limbs if limb.disabled is not None]
    own = own_modifiers(roll="accuracy" if accuracy else "skill", disabled=disabled)
    if own.net_dice:
        piece = Piece("head disabled", -own.net_dice, "T-124")
        lending.more(*where, "disadvantages", piece=piece, word="Disadvantage")
    if asked.distance_m is not None:
        bands = min(HOPELESS, modifier_at(asked.distance_m, extension=sheet.range_extension).bands_out)
        lending.own(*where, "range_increments", of=[Piece("distance", bands, "T-110")])


def lend_attack(lending: Lending[Any], asked: Striking, sheet: UttasSheet, options: UttasOptions) -> str | None:
    """A character's Accuracy: key and Dexterity, stance, limbs and distance (T-077, G-05); answers the attack's name.

    Raises:
        AgainstTheRules: `arms_bound`, `limb_disabled`, `power_limited`, `out_of_reach`, `out_of_range`.
        OutOfRange: `unknown_attack`, `unknown_stance`.
    """
    attack = attack_named(sheet, asked.attack) if asked.attack is not None else None
    stance = stance_named(asked.stance, options) if asked.stance is not None else None
    check_unbound(sheet)
    if attack is not None:
        check_usable(sheet, attack)
        check_carries(attack, asked.distance_m)
        lending.own("key", of=[Piece(attack.key, sheet.score(attack.key), "T-077")])
    lending.own("dexterity", of=[Piece("dexterity", sheet.dexterity, "T-077")])
    if stance is not None and stance.accuracy:
        lending.own("stance_accuracy", of=[Piece(f"stance:{stance.id}", stance.accuracy, "G-05")])
    lend_circumstances(lending, asked, sheet, accuracy=True)
    return None if attack is None else spoken(asked.attack or attack.id)


def check_unbound(sheet: UttasSheet) -> None:
    """Refuse attacks of bound arms.

    Raises:
        AgainstTheRules: `arms_bound`.
    """
    if sheet.entangle is not None and sheet.entangle.limbs != "legs":
        raise AgainstTheRules("arms_bound", "Bound arms don't attack: break the Entangle first.", rule="G-19")


def check_usable(sheet: UttasSheet, attack: Attack) -> None:
    """Refuse what disabled limbs don't let one use (T-120, T-121, T-124, T-125, T-127).

    Raises:
        AgainstTheRules: `limb_disabled`, `power_limited`.
    """
    disabled = [limb for limb in sheet.limbs if limb.disabled is not None]
    if attack.triggered and any(limb.kind == "head" for limb in disabled):
        raise AgainstTheRules("limb_disabled", "With a disabled head nothing triggered works.", rule="T-124")
    check_power(
        attack.limitations,
        held_kinds=[limb.kind for limb in disabled if limb.disabled is not None and limb.disabled.by == "grapple"],
    )
    usable = [limb for limb in sheet.limbs if limb.kind in {"arm", "extra"} and limb.disabled is None]
    holder_out = any(limb.holds == attack.id for limb in disabled)
    if attack.kind in BY_HAND and (holder_out or len(usable) < attack.hands):
        raise AgainstTheRules("limb_disabled", "The arm that this attack takes is out of use.", rule="T-120")


def check_carries(attack: Attack, distance_m: int | None) -> None:
    """Refuse a target that the attack doesn't carry to (T-032).

    Raises:
        AgainstTheRules: `out_of_reach` of a blow, `out_of_range` of anything else.
    """
    if distance_m is None or attack.reach_m is None or distance_m <= attack.reach_m:
        return
    raise AgainstTheRules(
        "out_of_reach" if attack.kind in {"melee", "manoeuvre"} else "out_of_range",
        f"The target is {distance_m} m away and this carries {attack.reach_m} m.",
        rule="T-032",
        distance_m=distance_m,
        reach_m=attack.reach_m,
    )


class Harming(Value):
    """A hit that the character deals with an attack, or suffers from damage of a type."""

    attack: TraitName | None = None
    """What the character hits with: one of the sheet's attacks by its id, or `strike`."""
    type: DamageType | None = None
    """What the character is hit by: then Armor, Defense, Body, Health and Stamina are the sheet's."""
    stance: TraitName | None = None
    """The stance in which the character is hit (G-05)."""
    block: bool = False
    """The character who is hit blocks with all Strength dice (G-08)."""

    @model_validator(mode="after")
    def _one_side(self) -> Self:
        if self.attack is not None and (self.type is not None or self.stance is not None or self.block):
            raise ValueError("Name the `attack` that deals the damage, or the `type` that is suffered, not both.")
        return self


def lend_hit(lending: Lending[Any], asked: Harming, sheet: UttasSheet, options: UttasOptions) -> str | None:
    """The dice of a character who deals a hit (T-067, T-084); answers the attack's name.

    Raises:
        OutOfRange: `unknown_attack`.
    """
    if asked.attack is None:
        return None
    attack = attack_named(sheet, asked.attack)
    dice = attack.damage_dice(characteristic_dice(sheet, "strength", options))
    lending.own("dice", of=[Piece(f"attacks.{spelled(attack.id)}.dice", dice, "T-084")])
    return spoken(asked.attack)


def lend_victim(
    lending: Lending[Any], asked: Harming, sheet: UttasSheet, options: UttasOptions, clock: int
) -> str | None:
    """What a character who is hit has against it, and what is left of it (T-084 to T-087, T-118, T-141, T-143, G-08).

    Answers what the text calls it.

    Raises:
        AgainstTheRules: `dead`, `unconscious`, `no_free_arm` for a Block.
        OutOfRange: `unknown_stance`.
    """
    if asked.type is None:
        return None
    lending.own("armor", of=[Piece(f"armor.{asked.type}", getattr(sheet.armor, asked.type), "T-084")])
    lending.own("defense", of=[Piece(f"defense.{asked.type}", getattr(sheet.defense, asked.type), "T-086")])
    stance = stance_named(asked.stance, options) if asked.stance is not None else None
    for field, number in (("armor", stance.armor), ("defense", stance.defense)) if stance is not None else ():
        if number:
            lending.more(field, piece=Piece(f"stance:{asked.stance}", number, "G-05"), word=field.capitalize())
    lending.own("body", of=[Piece("body", sheet.score_now("body"), "T-141")])
    lending.own("current_health", of=[Piece("health", sheet.health_now + lent(sheet, clock), "T-118")])
    lending.own("current_stamina", of=[Piece("stamina", sheet.stamina_now, "T-143")])
    if asked.block:
        check_blocks(sheet, clock)
        dice = characteristic_dice(sheet, "strength", options)
        lending.own("block_dice", of=[Piece("strength.dice", dice, "G-08")])
    return f"{asked.type.capitalize()} damage"


def check_blocks(sheet: UttasSheet, clock: int) -> None:
    """Refuse a Block without an arm for it (G-08).

    Raises:
        AgainstTheRules: `dead`, `unconscious`, `no_free_arm`.
    """
    check_acts(sheet, clock)
    bound = sheet.entangle is not None and sheet.entangle.limbs != "legs"
    if bound or not any(limb.kind in {"arm", "extra"} and limb.disabled is None for limb in sheet.limbs):
        raise AgainstTheRules("no_free_arm", "A Block takes an arm neither disabled, held nor bound.", rule="G-08")


class Contributing(Value):
    """Skills that a character brings to a business."""

    traits: Annotated[list[TraitName], Field(max_length=20)] | None = None
    """The character's, such as `skills.charm`; what others bring stands in `skill_dice`, and is thrown after them."""


def lend_business(lending: Lending[Any], asked: Contributing, sheet: UttasSheet, options: UttasOptions) -> str | None:
    """The dice of all skills that a character brings (T-156, T-159); answers their names.

    Raises:
        OutOfRange: `unknown_trait`.
    """
    found = [dice_named(sheet, name, options) for name in asked.traits or ()]
    others = lending.stated("skill_dice") or {}
    lending.drop("skill_dice")
    for one in found:
        skill = one.name.removeprefix("skills.").removesuffix(".dice")
        stated = others.pop(skill, None)
        if stated is None:
            lending.own("skill_dice", skill, of=[Piece(one.name, one.dice, one.rule)])
        else:
            lending.state("skill_dice", skill, value=stated)
    for skill, dice in others.items():
        lending.state("skill_dice", skill, value=dice)
    return ", ".join(spoken(one.name.removesuffix(".dice")) for one in found) or None
