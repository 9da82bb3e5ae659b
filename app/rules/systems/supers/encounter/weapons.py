"""What one attacks with: a power or bare hands, its reach, and the effects that it brings on."""

from typing import Final, Literal, NamedTuple

from app.rules.character import Part
from app.rules.naming import unknown
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.abilities import ABILITY_NAMES
from app.rules.systems.supers.catalogues.effects import BY_ID as EFFECTS
from app.rules.systems.supers.catalogues.effects import RESISTANCE_BASE, resistance_base
from app.rules.systems.supers.catalogues.skills import BY_ID as SKILLS
from app.rules.systems.supers.conditions import HAMPERED_BY
from app.rules.systems.supers.defenses import BASE
from app.rules.systems.supers.derived import UNARMED, unarmed
from app.rules.systems.supers.encounter.numbers import (
    boosts,
    hampered,
    live,
    lost_points,
    parts_of,
    powers,
    total,
)
from app.rules.systems.supers.encounter.state import Harm, SupersPlay
from app.rules.systems.supers.ranges import USUAL, Bands
from app.rules.systems.supers.sheet import Attack, Effect, Power, Resisted

Way = Literal["close", "ranged", "perception", "area"]
REACH_FT: Final = 5
"""Of everybody, and of each rank of Reach."""
USUAL_CONDITIONS: Final = ("dazed", "stunned", "incapacitated")
"""Of an Affliction that names none."""


class Weapon(NamedTuple):
    """A power, or bare hands, as an attack uses it."""

    name: str
    way: Way
    bonus: tuple[Part, ...]
    rank: int
    """Of the effect that strikes."""
    harms: tuple[Harm, ...]
    reach_ft: int
    bands: Bands
    crit_threat: int


def weapon(play: SupersPlay, actor: str, name: str) -> Weapon:
    """What somebody attacks with.

    Raises:
        AgainstTheRules: `not_found` for a power that isn't theirs, `wrong_attack` for one that attacks nobody.
    """
    fists = [*unarmed(live(play, actor))] if name == UNARMED else []
    power = bare_hands(*(one.value for one in fists)) if fists else found(play, actor, name)
    main = next((one for one in power.effects if one.attack is not None), None)
    if main is None or main.attack is None:
        raise AgainstTheRules("wrong_attack", f"{play.plain.words(name)} is no attack.", rule="S-149")
    harmful = [main, *(one for one in power.effects if one is not main and _harms(one))]
    way = main.attack.kind
    return Weapon(
        name=name,
        way=way,
        bonus=tuple(fists[0].parts) if fists else _bonus(play, actor, main.attack),
        rank=rank(play, actor, name, main),
        harms=tuple(harm(name, one, rank(play, actor, name, one)) for one in harmful),
        reach_ft=REACH_FT * (1 + _levels(main, "reach")),
        bands=Bands(*(feet << _levels(main, "extended_range") for feet in USUAL)),
        crit_threat=main.attack.crit_threat - len(boosts(play, actor, "advantage", on="improved_critical")),
    )


def found(play: SupersPlay, actor: str, name: str) -> Power:
    """A power of somebody's.

    Raises:
        OutOfRange: `not_found`.
    """
    at_hand = {one.name: one for one in reversed(powers(play, actor))}
    if name not in at_hand:
        raise unknown("not_found", "power at hand", name, at_hand, rule="S-045", of="This combatant")
    return at_hand[name]


def bare_hands(bonus: int, strength: int) -> Power:
    """Fists, always there: Fighting to hit, Strength to hurt (S-082)."""
    fist = Attack(kind="close", bonus=0)
    effect = Effect(
        effect_id="damage",
        rank=0,
        attack=fist,
        resistance=Resisted(trait="toughness", dc_base=resistance_base("damage")),
    )
    # What adds up may be more than a sheet may state of a power.
    mighty = {"rank": strength, "attack": fist.model_copy(update={"bonus": bonus})}
    return Power(name=UNARMED, effects=[effect.model_copy(update=mighty)])


def _bonus(play: SupersPlay, actor: str, attack: Attack) -> tuple[Part, ...]:
    feats = boosts(play, actor, "advantage", on=f"{attack.kind}_attack")
    return (Part(source="bonus", value=attack.bonus or 0), *parts_of(feats))


def rank(play: SupersPlay, actor: str, name: str, effect: Effect) -> int:
    """An effect's rank for now."""
    lost = sum(
        points
        for held in play[actor].conditions
        if held.key == "weakened"
        for trait, points in [lost_points(held)]
        if trait == name
    )
    return effect.rank + total(parts_of(boosts(play, actor, "power", on=name))) - lost


def harm(name: str, effect: Effect, effect_rank: int) -> Harm:
    """What an effect does to whoever it hits."""
    entry = EFFECTS.get(effect.effect_id)
    base = resistance_base(effect.effect_id) if entry else RESISTANCE_BASE
    known = {*BASE, *SKILLS, *ABILITY_NAMES}
    usual = next((one for one in (entry.resisted_by if entry else ()) if one in known), "will")
    afflicts = effect.effect_id == "affliction"
    return Harm(
        effect=effect.effect_id,
        power=name,
        rank=effect_rank,
        trait=effect.resistance.trait if effect.resistance and effect.resistance.trait in known else usual,
        dc_base=effect.resistance.dc_base if effect.resistance else base,
        conditions=tuple(effect.conditions or USUAL_CONDITIONS) if afflicts else (),
        extras=tuple(one.id for one in (*effect.extras, *effect.flaws)),
        weakens=effect.trait if effect.effect_id == "weaken" else None,
    )


def _harms(effect: Effect) -> bool:
    entry = EFFECTS.get(effect.effect_id)
    return effect.attack is not None or effect.resistance is not None or (entry is not None and entry.type == "attack")


def _levels(effect: Effect, extra: str) -> int:
    return sum(one.levels for one in effect.extras if one.id == extra)


def attack_hampered(play: SupersPlay, actor: str, weapon_name: str, way: str) -> list[Part]:
    """What conditions take from an attack check."""
    return hampered(play, actor, weapon_name, *HAMPERED_BY.get(way, ()))
