"""The ledger of a sheet: every power point, line by line, and what it went into."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from app.rules.character import CostLine, Part, at, spelled_apart
from app.rules.systems.supers.abilities import ABILITY_NAMES, COST, LOWEST
from app.rules.systems.supers.catalogues import effects as effect_catalogue
from app.rules.systems.supers.catalogues import modifiers as modifier_catalogue
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from app.rules.systems.supers.powers import DISCOUNT, LEAST, RankModifier, rank_cost, removable
from app.rules.systems.supers.sheet import Effect, Modification, Power, SupersSheet

BOUGHT: Final = ("dodge", "parry", "fortitude", "will")
"""Defenses that ranks are bought of (S-039)."""
FLAT: Final = {"flat", "flat_per_rank"}


def ledger(sheet: SupersSheet, options: SupersOptions = DEFAULTS) -> list[CostLine]:
    """Every point, by what it went into; what costs nothing has no line.

    An absent ability gives back as much as the lowest rank.
    """
    return [
        *_abilities(sheet),
        *_defenses(sheet),
        *_skills(sheet, options),
        *_advantages(sheet),
        *_powers(sheet, options),
    ]


def costs(sheet: SupersSheet, options: SupersOptions = DEFAULTS) -> dict[str, int | dict[str, int]]:
    """The points of the ledger together: abilities, defenses, skills, advantages, each power, and the total."""
    lines = ledger(sheet, options)
    groups = dict.fromkeys(("abilities", "defenses", "skills", "advantages"), 0)
    for line in lines:
        group = line.name.partition(".")[0]
        if group in groups:
            groups[group] += line.value
    powers = {power.name: power_share(power, options) for power in sheet.powers}
    return {**groups, "powers": powers, "total": sum(line.value for line in lines)}


def power_share(power: Power, options: SupersOptions = DEFAULTS) -> int:
    """What a power adds to the total: all of it, or 1 or 2 as an alternate in an array (R-21)."""
    return _sum(_share(power, options))


def power_cost(power: Power, options: SupersOptions = DEFAULTS) -> int:
    """What a power costs alone (S-163 to S-168, R-21)."""
    return _sum(_alone(power, options))


def effect_cost(effect: Effect, options: SupersOptions = DEFAULTS) -> int:
    """What an effect's ranks cost; an unknown one costs nothing until it is put right."""
    entry = effect_catalogue.BY_ID.get(effect.effect_id)
    base = effect.cost_per_rank or (entry.cost_per_rank if entry else 0)
    mods = [
        RankModifier(mod.value * mod.levels, mod.ranks)
        for mod in (*effect.extras, *effect.flaws)
        if _cost_type(mod) == "per_rank"
    ]
    return rank_cost(base, effect.rank, mods, options=options) if base else 0


def _line(name: str, pointer: str, formula: str, rule: str, parts: list[Part], *, value: int) -> Iterator[CostLine]:
    if value:
        yield CostLine(name=name, pointer=pointer, value=value, parts=parts, formula=formula, rules=[rule])


def _abilities(sheet: SupersSheet) -> Iterator[CostLine]:
    for name in ABILITY_NAMES:
        own: int | None = getattr(sheet.abilities, name)
        rank = LOWEST if own is None else own
        parts = [Part(source="absent" if own is None else "rank", value=rank)]
        yield from _line(
            f"abilities.{name}", at("abilities", name), f"{COST} a rank", "S-023", parts, value=COST * rank
        )


def _defenses(sheet: SupersSheet) -> Iterator[CostLine]:
    for name in BOUGHT:
        ranks: int = getattr(sheet.defenses, name).bought
        parts = [Part(source="bought", value=ranks)]
        yield from _line(f"defenses.{name}", at("defenses", name), "1 a rank", "S-039", parts, value=ranks)


def _skills(sheet: SupersSheet, options: SupersOptions) -> Iterator[CostLine]:
    parts = [
        Part(source=f"{one.id}: {one.sub}" if one.sub else one.id, value=one.ranks) for one in sheet.skills if one.ranks
    ]
    value = -(-_sum(parts) // options.skill_ranks_per_point)
    formula = f"{options.skill_ranks_per_point} ranks a point, all together, rounded up once"
    yield from _line("skills", at("skills"), formula, "R-20", parts, value=value)


def _advantages(sheet: SupersSheet) -> Iterator[CostLine]:
    names = spelled_apart(one.id for one in sheet.advantages)
    for place, (name, one) in enumerate(zip(names, sheet.advantages, strict=True)):
        parts = [Part(source="rank", value=one.rank)]
        yield from _line(f"advantages.{name}", at("advantages", place), "1 a rank", "R-23", parts, value=one.rank)


def _powers(sheet: SupersSheet, options: SupersOptions) -> Iterator[CostLine]:
    names = spelled_apart(power.name for power in sheet.powers)
    for place, (name, power) in enumerate(zip(names, sheet.powers, strict=True)):
        parts = list(_share(power, options))
        alternate = power.array is not None and not power.array.base
        formula = "an alternate's share of its array" if alternate else "ranks + flat modifiers, 1 at least"
        yield from _line(
            f"powers.{name}", at("powers", place), formula, "R-21" if alternate else "S-165", parts, value=_sum(parts)
        )


def _share(power: Power, options: SupersOptions) -> Iterator[Part]:
    if power.array is None or power.array.base:
        yield from _alone(power, options)
    else:
        yield Part(source="alternate", value=1, rule="R-21")
    if power.array is not None and power.array.dynamic:
        yield Part(source="dynamic", value=1, rule="R-21")


def _alone(power: Power, options: SupersOptions) -> Iterator[Part]:
    changing = [mod for effect in power.effects for mod in (*effect.extras, *effect.flaws)]
    flats = [mod for mod in changing if _cost_type(mod) in FLAT]
    flats += [mod for mod in power.flats if mod.id not in DISCOUNT]
    parts = [
        Part(source=effect.effect_id, value=effect_cost(effect, options), rule="S-163") for effect in power.effects
    ]
    parts += [Part(source=mod.id, value=mod.value * mod.levels, rule="S-165") for mod in flats]
    yield from parts
    cost = _sum(parts)
    if cost < LEAST:
        yield Part(source="least", value=LEAST - cost, rule="S-168")
        cost = LEAST
    kinds = {power.removable, *(mod.id for mod in chain(changing, power.flats))}
    for kind in DISCOUNT:
        if kind in kinds:
            yield Part(source=kind, value=removable(cost, kind).total - cost, rule="R-21")
            break


def _cost_type(mod: Modification) -> str | None:
    entry = modifier_catalogue.BY_ID.get(mod.id)
    return entry.cost_type if entry else None


def _sum(parts: Iterator[Part] | list[Part]) -> int:
    return sum(part.value for part in parts)
