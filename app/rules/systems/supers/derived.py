"""The numbers that follow from a sheet, each with what it is made of."""

from collections.abc import Collection, Iterator
from typing import Final

from app.rules.system import Value
from app.rules.systems.supers.abilities import ABILITY_NAMES, Ability
from app.rules.systems.supers.catalogues import skills as skill_catalogue
from app.rules.systems.supers.catalogues.effects import BY_ID as EFFECTS
from app.rules.systems.supers.catalogues.effects import RESISTANCE_BASE, resistance_base
from app.rules.systems.supers.conditions import effective
from app.rules.systems.supers.defenses import BASE, Defense, active_defense
from app.rules.systems.supers.initiative import IMPROVED_INITIATIVE
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from app.rules.systems.supers.ranges import USUAL
from app.rules.systems.supers.sheet import Effect, Skill, SupersSheet

UNARMED: Final = "unarmed"


class Part(Value):
    """What a derived number is made of."""

    of: str
    value: int


class Derived(Value):
    """A number that follows from the sheet."""

    name: str
    value: int
    parts: list[Part]
    formula: str
    rules: list[str]


def derived(sheet: SupersSheet, options: SupersOptions = DEFAULTS) -> list[Derived]:
    """Every number that follows from the sheet, for reading and for `@name` in dice notation.

    Sustained powers count as if they were on.
    """
    return [
        *_abilities(sheet),
        initiative(sheet),
        *(defense(sheet, name) for name in BASE),
        *_classes(sheet, options),
        *_unarmed(sheet),
        *(skill(sheet, one) for one in sheet.skills),
        *_powers(sheet),
    ]


def _number(name: str, formula: str, rules: list[str], **parts: int) -> Derived:
    # The first part is what the number stands on, and is told even where it is 0.
    shown = [Part(of=of, value=value) for place, (of, value) in enumerate(parts.items()) if value or not place]
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
    active: tuple[Defense, ...] = ("dodge", "parry")
    for name in active:
        in_force = active_defense(
            defense(sheet, name).value,
            vulnerable="vulnerable" in holding,
            defenseless="defenseless" in holding,
            options=options,
        )
        formula = f"10 + {name.title()} as conditions leave it"
        yield _number(f"{name}_class", formula, ["S-035", "S-040", "S-041"], base=10, rank=in_force.rank)


def _unarmed(sheet: SupersSheet) -> Iterator[Derived]:
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


def skill_name(sheet: SupersSheet, one: Skill) -> str:
    """The skill's id; with its field where the sheet has several of one skill."""
    several = sum(other.id == one.id for other in sheet.skills) > 1
    return f"{one.id}:{one.sub}" if several and one.sub else one.id


def skill(sheet: SupersSheet, one: Skill) -> Derived:
    """A skill's modifier (S-003, R-20)."""
    entry = skill_catalogue.BY_ID.get(one.id)
    ability = one.ability or (entry.ability if entry else None)
    parts: dict[str, int] = {ability: ability_rank(sheet, ability)} if ability else {}
    parts |= {"ranks": one.ranks, "misc": one.misc, "effects": _raised(sheet, one.id)}
    return _number(f"skills.{skill_name(sheet, one)}", "ability + ranks", ["R-20"], **parts)


def _powers(sheet: SupersSheet) -> Iterator[Derived]:
    for power in sheet.powers:
        for place, effect in enumerate(power.effects, 1):
            where = f"powers.{power.name}" if len(power.effects) == 1 else f"powers.{power.name}.{place}"
            yield from _power(where, effect)


def _power(where: str, effect: Effect) -> Iterator[Derived]:
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
