"""What a character's sheet lends to the checks: traits and powers, conditions, wounds, what kind of being it is."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from app.rules.character import spelled
from app.rules.lending import Filled, Lending, Piece, Trait, TraitName, spoken
from app.rules.naming import unknown
from app.rules.system import Value
from app.rules.systems.supers.catalogues.effects import BY_ID as EFFECTS
from app.rules.systems.supers.conditions import HAMPERED_BY, PRONE_ATTACK, Condition
from app.rules.systems.supers.defenses import BASE
from app.rules.systems.supers.derived import UNARMED, unarmed
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.ranges import COVER
from app.rules.systems.supers.sheet import SupersSheet
from app.rules.systems.supers.traits import (
    NEEDED,
    TraitNow,
    bears,
    changed,
    check_able,
    check_acts,
    hampered,
    trait_now,
    weakened,
)

NATURAL_20: Final = 20


class Armed(Value):
    """What an attack is made with."""

    power: TraitName | None = None
    """A power of the character's by its name, or `unarmed`."""


class Weapon(NamedTuple):
    """What somebody attacks with, as it is now."""

    name: str
    kind: str
    """`close` or `ranged`."""
    effect: str
    """A catalogue id."""
    crit_threat: int
    bonus: tuple[Piece, ...]
    rank: tuple[Piece, ...]

    @property
    def called(self) -> str:
        """As the text names it."""
        return self.name.capitalize() if self.name == UNARMED else self.name


def lend_trait(
    lending: Lending[Any], sheet: SupersSheet, name: str | None, options: SupersOptions, *path: str
) -> TraitNow | None:
    """A trait's modifier, for an act that its bearer is free to do (S-003, S-112).

    Args:
        lending: the check's numbers so far.
        sheet: whose it is.
        name: of the trait; None where the body states the number.
        options: house rules.
        path: of the modifier.

    Raises:
        AgainstTheRules: `dead`, `stunned`, `debilitated`.
        OutOfRange: `unknown_trait`, `trained_only`.
    """
    trait = trait_now(sheet, name, options) if name is not None else None
    act = trait is None or trait.act
    check_acts(sheet, options, act=act)
    if trait is None:
        return None
    if act:
        check_able(sheet, options, *NEEDED.intersection(trait.on))
    lending.own(*path, of=trait.pieces)
    return trait


def lend_hampered(
    lending: Lending[Any], sheet: SupersSheet, trait: TraitNow | None, options: SupersOptions, *path: str
) -> None:
    """What impaired and disabled take from a check whose modifier has everything in it (S-100)."""
    for piece in hampered(sheet, options, trait.on if trait else ()):
        lending.more(*path, piece=piece, word="")


def lend_circumstance(lending: Lending[Any], pieces: Sequence[Piece]) -> None:
    """Circumstances that the character's state brings (S-022, S-100)."""
    for piece in pieces:
        lending.listed("circumstance", item=piece.value, piece=piece, word="")


def opposing(
    body: type[Any], asked: Trait, sheet: SupersSheet, options: SupersOptions, *path: str, rule: str
) -> Filled[Any]:
    """A check whose modifier has everything in it, conditions too, such as a side of an opposed one."""
    lending = Lending[Any](body, asked, rule=rule)
    trait = lend_trait(lending, sheet, asked.trait, options, *path)
    lend_hampered(lending, sheet, trait, options, *path)
    return lending.filled(named(trait))


def named(trait: TraitNow | None) -> str | None:
    """A trait as the text calls it."""
    return None if trait is None else spoken(trait.name)


def weapon_now(sheet: SupersSheet, name: str, options: SupersOptions) -> Weapon:
    """A power that strikes with an attack check, or bare hands (S-058, S-082).

    Raises:
        OutOfRange: `unknown_power`.
    """
    low = weakened(sheet, options)
    if spelled(name) == UNARMED:
        before, after = ([number.value for number in unarmed(one)] for one in (sheet, low))
        return Weapon(
            UNARMED,
            "close",
            "damage",
            NATURAL_20,
            (Piece("unarmed.bonus", before[0], "S-028"), *changed("weakened", before[0], after[0], "S-116")),
            (Piece("unarmed.rank", before[1], "S-082"), *changed("weakened", before[1], after[1], "S-116")),
        )
    for power, now in zip(sheet.powers, low.powers, strict=True):
        if name == power.name or spelled(name) == spelled(power.name):
            for effect, lower in zip(power.effects, now.effects, strict=True):
                attack = effect.attack
                if attack is not None and attack.bonus is not None:
                    rank = Piece(power.name, effect.rank, "S-003")
                    return Weapon(
                        power.name,
                        attack.kind,
                        effect.effect_id,
                        attack.crit_threat,
                        (Piece(power.name, attack.bonus, "S-058"),),
                        (rank, *changed("weakened", effect.rank, lower.rank, "S-116")),
                    )
    attacks = [
        power.name
        for power in sheet.powers
        if any(effect.attack is not None and effect.attack.bonus is not None for effect in power.effects)
    ]
    raise unknown("unknown_power", "power with an attack check", name, [*attacks, UNARMED], rule="S-149")


def lend_attack(lending: Lending[Any], asked: Armed, sheet: SupersSheet, options: SupersOptions) -> Weapon | None:
    """Everything that a character brings to an attack check (S-058, S-089, S-095, S-100, S-127).

    Raises:
        AgainstTheRules: `dead`, `stunned`, `debilitated`.
        OutOfRange: `unknown_power`.
    """
    weapon = weapon_now(sheet, asked.power, options) if asked.power is not None else None
    check_acts(sheet, options)
    if sheet.kind == "minion":
        lending.own("attacker_minion", of=[Piece("minion", True, "S-095")])
    if weapon is None:
        lend_circumstance(lending, [*hampered(sheet, options, ("attack",)), *_blind(lending, sheet, options)])
        return None
    close = weapon.kind == "close"
    check_able(sheet, options, "fighting" if close else "dexterity", *(["strength"] if weapon.name == UNARMED else []))
    lending.own("bonus", of=weapon.bonus)
    if weapon.crit_threat < NATURAL_20:
        lending.own("crit_threat", of=[Piece(weapon.name, weapon.crit_threat, "R-23")])
    prone = Condition("prone") in bears(sheet, options)
    lend_circumstance(
        lending,
        [
            *hampered(sheet, options, (weapon.name, *HAMPERED_BY[weapon.kind])),
            *([Piece("prone", PRONE_ATTACK, "S-127")] if close and prone else []),
            *_blind(lending, sheet, options),
        ],
    )
    return weapon


def _blind(lending: Lending[Any], sheet: SupersSheet, options: SupersOptions) -> list[Piece]:
    """To who sees nothing, everybody is wholly concealed (S-089, S-119, R-13)."""
    if not any(one.key == "unaware" and one.param in {"all", "visual"} for one in bears(sheet, options)):
        return []
    if options.cover_plus_concealment == "worst" and lending.stated("cover") == "partial":
        lending.instead("cover", "none", Piece("unaware", "none", "R-13"))
    return [Piece("unaware", -COVER["total"], "S-089")]


def lend_resistance(
    lending: Lending[Any], name: str | None, sheet: SupersSheet, options: SupersOptions
) -> TraitNow | None:
    """Everything that a character brings to resisting (S-068 to S-075, S-096, S-100, R-29).

    Damage is resisted by Toughness and what only one defense resists by that one, unless a trait is named.

    Raises:
        AgainstTheRules: `dead`.
        OutOfRange: `unknown_trait`, `trained_only`.
    """
    effect = lending.stated("effect") or "damage"
    if name is None and lending.stated("modifier") is None:
        name = _usual_defense(effect)
    trait = trait_now(sheet, name, options) if name is not None else None
    check_acts(sheet, options, act=False)
    if trait is not None:
        lending.own("modifier", of=trait.pieces)
    lend_hampered(lending, sheet, trait, options, "modifier")
    damage = sheet.state.damage
    if effect == "damage":
        if damage.penalty:
            lending.own("penalty", of=[Piece("damage", damage.penalty, "S-071")])
        if damage.level != "none":
            lending.own("level", of=[Piece("damage", damage.level, "S-070")])
    if sheet.kind == "minion":
        lending.own("minion", of=[Piece("minion", True, "S-096")])
    if sheet.kind == "object":
        lending.own("inanimate", of=[Piece("object", True, "R-29")])
    return trait


def _usual_defense(effect: str) -> str | None:
    if effect == "damage":
        return "toughness"
    entry = EFFECTS.get(effect)
    known = [one for one in (entry.resisted_by if entry else ()) if one in BASE]
    return known[0] if len(known) == 1 else None
