"""The audit of a sheet: what everything on it costs, and every rule it breaks."""

from collections.abc import Iterator
from typing import Final

from app.rules.system import Value
from app.rules.systems.supers.abilities import ABILITY_NAMES, COST, HIGHEST, LOWEST
from app.rules.systems.supers.catalogues import effects as effect_catalogue
from app.rules.systems.supers.catalogues import modifiers as modifier_catalogue
from app.rules.systems.supers.catalogues import skills as skill_catalogue
from app.rules.systems.supers.derived import defense, derived, duration_of, skill, skill_name
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from app.rules.systems.supers.power_level import (
    Pair,
    attack_effect,
    cap,
    dodge_toughness,
    effect_alone,
    fortitude_will,
    parry_toughness,
    skill_modifier,
    starting_points,
)
from app.rules.systems.supers.powers import DISCOUNT, RankModifier, rank_cost, removable, with_flats
from app.rules.systems.supers.sheet import Effect, Modification, Power, SupersSheet

GEAR_PER_RANK: Final = 5
"""Equipment points for each rank of the advantage (R-21)."""
FLAT: Final = {"flat", "flat_per_rank"}


class Costs(Value):
    """Power points, by what they went into."""

    abilities: int
    defenses: int
    skills: int
    advantages: int
    powers: dict[str, int]
    """By name; an alternate in an array costs 1 or 2."""
    total: int


class Violation(Value):
    """A rule the sheet breaks."""

    code: str
    message: str


class Audit(Value):
    """What the sheet costs, and whether it may."""

    costs: Costs
    budget: int
    violations: list[Violation]


def audit(sheet: SupersSheet, options: SupersOptions = DEFAULTS) -> Audit:
    """Costs, budget, and all violations at once (section 3 of the rules page)."""
    spent = costs(sheet, options)
    budget = starting_points(sheet.power_level) + sheet.earned_points
    found = [
        *_overspent(spent.total, budget),
        *_abilities(sheet, options),
        *_defenses(sheet),
        *_skills(sheet),
        *_powers(sheet, options),
        *_caps(sheet),
        *_equipment(sheet),
    ]
    return Audit(costs=spent, budget=budget, violations=found)


def costs(sheet: SupersSheet, options: SupersOptions = DEFAULTS) -> Costs:
    """What everything costs; an absent ability gives back as much as the lowest rank."""
    ranks: list[int | None] = [getattr(sheet.abilities, name) for name in ABILITY_NAMES]
    abilities = COST * sum(LOWEST if rank is None else rank for rank in ranks)
    bought = sheet.defenses
    defenses = sum(one.bought for one in (bought.dodge, bought.parry, bought.fortitude, bought.will))
    skills = -(-sum(one.ranks for one in sheet.skills) // options.skill_ranks_per_point)
    advantages = sum(one.rank for one in sheet.advantages)
    powers = {power.name: power_share(power, options) for power in sheet.powers}
    return Costs(
        abilities=abilities,
        defenses=defenses,
        skills=skills,
        advantages=advantages,
        powers=powers,
        total=abilities + defenses + skills + advantages + sum(powers.values()),
    )


def power_share(power: Power, options: SupersOptions = DEFAULTS) -> int:
    """What a power adds to the total: all of it, or 1 or 2 as an alternate in an array (R-21)."""
    if power.array is None:
        return power_cost(power, options)
    share = power_cost(power, options) if power.array.base else 1
    return share + power.array.dynamic


def power_cost(power: Power, options: SupersOptions = DEFAULTS) -> int:
    """What a power costs alone (S-163 to S-168, R-21)."""
    ranks = sum(effect_cost(effect, options) for effect in power.effects)
    changing = [mod for effect in power.effects for mod in (*effect.extras, *effect.flaws)]
    flats = [mod for mod in changing if _cost_type(mod) in FLAT]
    flats += [mod for mod in power.flats if mod.id not in DISCOUNT]
    cost = with_flats(ranks, sum(mod.value * mod.levels for mod in flats)).total
    kinds = {power.removable, *(mod.id for mod in (*changing, *power.flats))}
    kind = next((one for one in DISCOUNT if one in kinds), None)
    return cost if kind is None else removable(cost, kind).total


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


def _cost_type(mod: Modification) -> str | None:
    entry = modifier_catalogue.BY_ID.get(mod.id)
    return entry.cost_type if entry else None


def _overspent(total: int, budget: int) -> Iterator[Violation]:
    if total > budget:
        yield Violation(code="budget", message=f"spent {total} of {budget} power points")


def _abilities(sheet: SupersSheet, options: SupersOptions) -> Iterator[Violation]:
    for name in ABILITY_NAMES:
        rank: int | None = getattr(sheet.abilities, name)
        if rank is None:
            if sheet.kind != "object" and not options.absent_abilities:
                yield Violation(code="ability_absent", message="absent abilities are switched off")
        elif not LOWEST <= rank <= HIGHEST:
            message = f"{name} rank {rank} is outside {LOWEST} to {HIGHEST}"
            yield Violation(code="ability_range", message=message)


def _defenses(sheet: SupersSheet) -> Iterator[Violation]:
    bought = sheet.defenses
    if bought.toughness.bought > 0:
        yield Violation(code="toughness_buy", message="Toughness rises only by an effect or advantage")
    if min(one.bought for one in (bought.dodge, bought.parry, bought.fortitude, bought.will, bought.toughness)) < 0:
        yield Violation(code="defense_negative", message="bought ranks cannot be negative")


def _skills(sheet: SupersSheet) -> Iterator[Violation]:
    for one in sheet.skills:
        entry = skill_catalogue.BY_ID.get(one.id)
        if entry is None:
            yield Violation(code="unknown_skill", message=f"no such skill: {one.id}")
        elif entry.trained_only and one.ranks == 0:
            yield Violation(code="trained_only", message=f"{one.id} needs training")
        if one.ranks < 0:
            yield Violation(code="rank_range", message="a skill has 0 ranks or more")


def _powers(sheet: SupersSheet, options: SupersOptions) -> Iterator[Violation]:
    bases = {one.array.of: power_cost(one, options) for one in sheet.powers if one.array and one.array.base}
    for power in sheet.powers:
        for effect in power.effects:
            yield from _effect(effect)
        for mod in power.flats:
            yield from _known(mod)
        if power.array is not None and not power.array.base:
            cost, base = power_cost(power, options), bases[power.array.of]
            if cost > base:
                message = f"alternate costs {cost}, base {base}"
                yield Violation(code="alternate_too_costly", message=message)
            if any(duration_of(effect) == "permanent" for effect in power.effects):
                yield Violation(code="permanent_modifier", message="permanent powers cannot be alternates")


def _effect(effect: Effect) -> Iterator[Violation]:
    if effect.effect_id not in effect_catalogue.BY_ID:
        yield Violation(code="unknown_effect", message=f"no such effect: {effect.effect_id}")
    if effect.rank < 1:
        yield Violation(code="rank_range", message="rank must be at least 1")
    for mod in (*effect.extras, *effect.flaws):
        yield from _known(mod)
        if mod.ranks is not None and mod.ranks > effect.rank:
            message = f"{mod.id} covers {mod.ranks} of {effect.rank}"
            yield Violation(code="modifier_cover", message=message)


def _known(mod: Modification) -> Iterator[Violation]:
    if mod.id not in modifier_catalogue.BY_ID:
        yield Violation(code="unknown_modifier", message=f"no such modifier: {mod.id}")


def _caps(sheet: SupersSheet) -> Iterator[Violation]:
    for named, pair in _pairs(sheet):
        made = cap(pair, sheet.power_level)
        if made.ok:
            continue
        match pair.values:
            case (one, other) if pair.code == "pl_attack_effect":
                message = f"{named}: attack {one} + effect {other} = {made.sum}, limit {made.limit}"
            case (one, other):
                message = f"{one} + {other} = {made.sum}, limit {made.limit}"
            case _ if pair.code == "pl_effect":
                message = f"{named}: effect {made.sum}, limit {made.limit}"
            case _:
                message = f"{named} total {made.sum}, limit {made.limit}"
        yield Violation(code=str(made.code), message=message)


def _pairs(sheet: SupersSheet) -> Iterator[tuple[str, Pair]]:
    numbers = {one.name: one.value for one in derived(sheet)}
    yield "unarmed", attack_effect(numbers["unarmed.bonus"], numbers["unarmed.rank"])
    for power in sheet.powers:
        for effect in power.effects:
            if effect.attack is not None and effect.attack.bonus is not None:
                yield power.name, attack_effect(effect.attack.bonus, effect.rank)
            elif effect.attack is not None or effect.resistance is not None:
                yield power.name, effect_alone(effect.rank)
    toughness = defense(sheet, "toughness").value
    yield "dodge", dodge_toughness(numbers["dodge"], toughness)
    yield "parry", parry_toughness(numbers["parry"], toughness)
    yield "fortitude", fortitude_will(numbers["fortitude"], numbers["will"])
    for one in sheet.skills:
        yield skill_name(sheet, one), skill_modifier(skill(sheet, one).value)


def _equipment(sheet: SupersSheet) -> Iterator[Violation]:
    points, allowed = sum(one.ep for one in sheet.equipment), GEAR_PER_RANK * sheet.rank_of("equipment")
    if points > allowed:
        yield Violation(code="equipment", message=f"{points} points of gear, {allowed} allowed")
