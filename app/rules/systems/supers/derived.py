"""The numbers that follow from a sheet, each with what it is made of."""

from collections.abc import Collection, Iterator
from typing import Final

from app.rules.character import Derived, Part, spelled_apart, variables_of
from app.rules.systems.supers.abilities import ABILITY_NAMES, Ability
from app.rules.systems.supers.catalogues import skills as skill_catalogue
from app.rules.systems.supers.catalogues.effects import BY_ID as EFFECTS
from app.rules.systems.supers.catalogues.effects import RESISTANCE_BASE, resistance_base
from app.rules.systems.supers.conditions import effective
from app.rules.systems.supers.defenses import BASE, Defense, active_defense
from app.rules.systems.supers.degrees import ROUTINE
from app.rules.systems.supers.initiative import IMPROVED_INITIATIVE
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from app.rules.systems.supers.ranges import USUAL
from app.rules.systems.supers.sheet import Effect, Skill, SupersSheet

UNARMED: Final = "unarmed"


def derived(sheet: SupersSheet, options: SupersOptions = DEFAULTS) -> list[Derived]:
    """Every number that follows from the sheet, for reading and for `@name` in dice notation.

    Sustained powers count as if they were on.
    """
    return [
        *_abilities(sheet),
        initiative(sheet),
        *(defense(sheet, name) for name in BASE),
        *_classes(sheet, options),
        *unarmed(sheet),
        *(skill(sheet, one, name) for name, one in zip(skill_names(sheet), sheet.skills, strict=True)),
        *power_numbers(sheet),
    ]


def variables(sheet: SupersSheet, options: SupersOptions = DEFAULTS) -> dict[str, int]:
    """All that `@name` can name, such as `fighting`, `dodge`, `skills.stealth`, `powers.cable_bolt.attack`."""
    own = {
        "power_level": sheet.power_level,
        "hero_points": sheet.hero_points,
        "penalty": sheet.state.damage.penalty,
    }
    return variables_of(derived(sheet, options), **own)


ADDED_BY: Final = {
    "improved_initiative": "R-23",
    "close_attack": "R-23",
    "defensive_roll": "R-23",
    "protection": "R-22",
    "effects": "R-22",
    "defenseless": "S-041",
    "vulnerable": "S-040",
}
"""The rule of a part that the number's own rules don't name."""


def _number(name: str, formula: str, rules: list[str], **parts: int) -> Derived:
    # The first part is what the number stands on, and is told even where it is 0.
    shown = [
        Part.trusted(source=source, value=value, rule=ADDED_BY.get(source))
        for place, (source, value) in enumerate(parts.items())
        if value or not place
    ]
    return Derived(name=name, value=sum(parts.values()), parts=shown, formula=formula, rules=rules)


def working(sheet: SupersSheet, sustained: Collection[str] | None = None) -> Iterator[Effect]:
    """Effects that are on: without alternates of arrays, and of sustained powers those named, or all (S-151, S-159)."""
    for power in sheet.powers:
        if power.array is not None and not power.array.base:
            continue
        for effect in power.effects:
            if sustained is None or power.name in sustained or duration_of(effect) != "sustained":
                yield effect


def duration_of(effect: Effect) -> str:
    """The effect's own duration, or that of the catalogue."""
    if effect.duration is not None:
        return effect.duration
    return EFFECTS[effect.effect_id].duration if effect.effect_id in EFFECTS else "instant"


def _raised(sheet: SupersSheet, trait: str, sustained: Collection[str] | None = None) -> int:
    return sum(
        effect.rank
        for effect in working(sheet, sustained)
        if effect.effect_id == "enhanced_trait" and effect.trait == trait
    )


def ability_rank(sheet: SupersSheet, name: Ability, sustained: Collection[str] | None = None) -> int:
    """An ability with what raises it; an absent one counts 0."""
    own: int | None = getattr(sheet.abilities, name)
    return (own or 0) + _raised(sheet, name, sustained)


def _abilities(sheet: SupersSheet) -> Iterator[Derived]:
    for name in ABILITY_NAMES:
        own: int | None = getattr(sheet.abilities, name)
        yield _number(name, "rank + effects", ["S-003"], rank=own or 0, effects=_raised(sheet, name))


def initiative(sheet: SupersSheet) -> Derived:
    """What is added to the d20 for initiative (S-052, R-23)."""
    improved = IMPROVED_INITIATIVE * sheet.rank_of("improved_initiative")
    agility = ability_rank(sheet, "agility")
    formula = "Agility + 4 for each rank of Improved Initiative"
    return _number("initiative", formula, ["S-052"], agility=agility, improved_initiative=improved)


def defense(
    sheet: SupersSheet, name: Defense, *, sustained: Collection[str] | None = None, off_guard: bool = False
) -> Derived:
    """A defense as bought and raised, before conditions halve it (S-035 to S-039).

    Args:
        sheet: whose.
        name: which.
        sustained: names of the sustained powers that are on; None for all.
        off_guard: vulnerable or defenseless, when a Defensive Roll doesn't help (R-23).
    """
    ability = BASE[name]
    parts = {
        ability: ability_rank(sheet, ability, sustained),
        "bought": sheet.defenses.toughness.bought if name == "toughness" else getattr(sheet.defenses, name).bought,
        "effects": _raised(sheet, name, sustained),
    }
    if name == "toughness":
        on = working(sheet, sustained)
        parts["protection"] = sum(effect.rank for effect in on if effect.effect_id == "protection")
        parts["defensive_roll"] = 0 if off_guard else sheet.rank_of("defensive_roll")
    formula = f"{ability.title()} + ranks bought + effects"
    return _number(name, formula, ["S-037" if name == "toughness" else "S-039"], **parts)


def _classes(sheet: SupersSheet, options: SupersOptions) -> Iterator[Derived]:
    holding = {str(one) for one in effective(sheet.state.standing(), options)}
    worst = "defenseless" if "defenseless" in holding else "vulnerable"
    active: tuple[Defense, ...] = ("dodge", "parry")
    for name in active:
        rank = defense(sheet, name).value
        in_force = active_defense(
            rank, vulnerable="vulnerable" in holding, defenseless="defenseless" in holding, options=options
        )
        lost = {worst: in_force.rank - rank}
        formula = f"10 + {name.title()} as conditions leave it"
        yield _number(f"{name}_class", formula, ["S-035"], base=ROUTINE, **{name: rank}, **lost)


def unarmed(sheet: SupersSheet) -> Iterator[Derived]:
    """The attack bonus and the rank of bare hands (S-028, S-082)."""
    trained = sum(one.ranks for one in sheet.skills if one.id == "close_combat" and one.sub == UNARMED)
    yield _number(
        "unarmed.bonus",
        "Fighting + Close Attack + Close Combat (unarmed)",
        ["S-028", "S-082"],
        fighting=ability_rank(sheet, "fighting"),
        close_attack=sheet.rank_of("close_attack"),
        close_combat=trained,
    )
    yield _number("unarmed.rank", "Strength", ["S-082"], strength=ability_rank(sheet, "strength"))


def skill_names(sheet: SupersSheet) -> list[str]:
    """What dice notation calls each skill: its id, with its field where the sheet has several of one skill."""
    ids = [one.id for one in sheet.skills]
    named = [f"{one.id} {one.sub}" if one.sub and ids.count(one.id) > 1 else one.id for one in sheet.skills]
    return list(spelled_apart(named))


def skill(sheet: SupersSheet, one: Skill, name: str) -> Derived:
    """A skill's modifier (S-003, R-20)."""
    entry = skill_catalogue.BY_ID.get(one.id)
    ability = one.ability or (entry.ability if entry else None)
    parts: dict[str, int] = {ability: ability_rank(sheet, ability)} if ability else {}
    parts |= {"ranks": one.ranks, "misc": one.misc, "effects": _raised(sheet, one.id)}
    return _number(f"skills.{name}", "ability + ranks", ["R-20"], **parts)


def power_numbers(sheet: SupersSheet) -> Iterator[Derived]:
    """Rank, attack bonus, difficulty and range of each power."""
    for name, power in zip(spelled_apart(power.name for power in sheet.powers), sheet.powers, strict=True):
        for place, effect in enumerate(power.effects, 1):
            where = f"powers.{name}" if len(power.effects) == 1 else f"powers.{name}.effect_{place}"
            yield from _power(where, effect)


def _power(where: str, effect: Effect) -> Iterator[Derived]:
    yield _number(f"{where}.rank", "as the sheet says", ["S-003"], rank=effect.rank)
    if effect.attack is not None and effect.attack.bonus is not None:
        yield _number(f"{where}.attack", "as the sheet says", ["S-058"], bonus=effect.attack.bonus)
    if effect.attack is not None or effect.resistance is not None:
        base = effect.resistance.dc_base if effect.resistance else _dc_base(effect)
        rule = "S-068" if effect.effect_id == "damage" else "S-162"
        yield _number(f"{where}.dc", "base + rank", [rule], base=base, rank=effect.rank)
    if effect.attack is not None and effect.attack.kind == "ranged":
        for name, feet in USUAL._asdict().items():
            yield _number(f"{where}.{name}_ft", f"{feet} ft x rank", ["S-083"], feet=feet * max(0, effect.rank))


def _dc_base(effect: Effect) -> int:
    return resistance_base(effect.effect_id) if effect.effect_id in EFFECTS else RESISTANCE_BASE
