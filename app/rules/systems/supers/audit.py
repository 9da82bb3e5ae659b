"""The audit of a sheet: what everything on it costs, and every rule it breaks."""

from collections.abc import Iterator
from typing import Final

from app.rules.character import Audit, Cap, Part, Violation, at
from app.rules.systems.supers.abilities import ABILITY_NAMES, HIGHEST, LOWEST
from app.rules.systems.supers.catalogues import effects as effect_catalogue
from app.rules.systems.supers.catalogues import modifiers as modifier_catalogue
from app.rules.systems.supers.catalogues import skills as skill_catalogue
from app.rules.systems.supers.costs import costs, ledger, power_cost
from app.rules.systems.supers.derived import defense, derived, duration_of, skill, skill_names
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from app.rules.systems.supers.power_level import (
    Pair,
    attack_effect,
    dodge_toughness,
    effect_alone,
    fortitude_will,
    parry_toughness,
    skill_modifier,
    starting_points,
)
from app.rules.systems.supers.sheet import Effect, Modification, SupersSheet

GEAR_PER_RANK: Final = 5
"""Equipment points for each rank of the advantage (R-21)."""
RULES: Final = {
    "ability_absent": "S-023",
    "ability_range": "S-023",
    "alternate_too_costly": "R-21",
    "budget": "R-39",
    "defense_negative": "S-039",
    "equipment": "R-21",
    "modifier_cover": "S-163",
    "permanent_modifier": "R-21",
    "rank_range": "S-004",
    "toughness_buy": "S-037",
    "trained_only": "R-20",
    "unknown_effect": "R-22",
    "unknown_modifier": "S-163",
    "unknown_skill": "R-20",
}
"""The rule that each violation breaks; the caps are R-19."""


def audit(sheet: SupersSheet, options: SupersOptions = DEFAULTS) -> Audit:
    """Costs, budget, caps, and all violations at once (section 3 of the rules page)."""
    lines = ledger(sheet, options)
    budget = starting_points(sheet.power_level) + sheet.earned_points
    capped = list(_caps(sheet))
    return Audit(
        costs=costs(sheet, options),
        ledger=lines,
        budget=budget,
        caps=[cap for _, cap in capped],
        violations=[
            *_overspent(sum(line.value for line in lines), budget),
            *_abilities(sheet, options),
            *_defenses(sheet),
            *_skills(sheet),
            *_powers(sheet, options),
            *(_past(pair, cap) for pair, cap in capped if cap.value > cap.limit),
            *_equipment(sheet),
        ],
    )


def _broken(code: str, pointer: str, message: str, *, value: int | None = None, limit: int | None = None) -> Violation:
    return Violation(code=code, rule=RULES[code], pointer=pointer, message=message, value=value, limit=limit)


def _overspent(total: int, budget: int) -> Iterator[Violation]:
    if total > budget:
        yield _broken("budget", "", f"spent {total} of {budget} power points", value=total, limit=budget)


def _abilities(sheet: SupersSheet, options: SupersOptions) -> Iterator[Violation]:
    for name in ABILITY_NAMES:
        rank: int | None = getattr(sheet.abilities, name)
        pointer = at("abilities", name)
        if rank is None:
            if sheet.kind != "object" and not options.absent_abilities:
                yield _broken("ability_absent", pointer, "absent abilities are switched off")
        elif not LOWEST <= rank <= HIGHEST:
            message = f"{name} rank {rank} is outside {LOWEST} to {HIGHEST}"
            limit = HIGHEST if rank > HIGHEST else LOWEST
            yield _broken("ability_range", pointer, message, value=rank, limit=limit)


def _defenses(sheet: SupersSheet) -> Iterator[Violation]:
    toughness = sheet.defenses.toughness.bought
    if toughness > 0:
        message = "Toughness rises only by an effect or advantage"
        yield _broken("toughness_buy", at("defenses", "toughness"), message, value=toughness, limit=0)
    for name in type(sheet.defenses).model_fields:
        ranks: int = getattr(sheet.defenses, name).bought
        if ranks < 0:
            message = "bought ranks cannot be negative"
            yield _broken("defense_negative", at("defenses", name), message, value=ranks, limit=0)


def _skills(sheet: SupersSheet) -> Iterator[Violation]:
    for place, one in enumerate(sheet.skills):
        entry, pointer = skill_catalogue.BY_ID.get(one.id), at("skills", place)
        if entry is None:
            yield _broken("unknown_skill", pointer, f"no such skill: {one.id}")
        elif entry.trained_only and one.ranks == 0:
            yield _broken("trained_only", pointer, f"{one.id} needs training", value=0, limit=1)
        if one.ranks < 0:
            yield _broken("rank_range", pointer, "a skill has 0 ranks or more", value=one.ranks, limit=0)


def _powers(sheet: SupersSheet, options: SupersOptions) -> Iterator[Violation]:
    bases = {one.array.of: power_cost(one, options) for one in sheet.powers if one.array and one.array.base}
    for place, power in enumerate(sheet.powers):
        pointer = at("powers", place)
        for number, effect in enumerate(power.effects):
            yield from _effect(effect, pointer + at("effects", number))
        for number, mod in enumerate(power.flats):
            yield from _known(mod, pointer + at("flats", number))
        if power.array is not None and not power.array.base:
            cost, base = power_cost(power, options), bases[power.array.of]
            if cost > base:
                message = f"alternate costs {cost}, base {base}"
                yield _broken("alternate_too_costly", pointer, message, value=cost, limit=base)
            if any(duration_of(effect) == "permanent" for effect in power.effects):
                yield _broken("permanent_modifier", pointer, "permanent powers cannot be alternates")


def _effect(effect: Effect, pointer: str) -> Iterator[Violation]:
    if effect.effect_id not in effect_catalogue.BY_ID:
        yield _broken("unknown_effect", pointer + at("effect_id"), f"no such effect: {effect.effect_id}")
    if effect.rank < 1:
        yield _broken("rank_range", pointer + at("rank"), "rank must be at least 1", value=effect.rank, limit=1)
    listed: tuple[tuple[str, list[Modification]], ...] = (("extras", effect.extras), ("flaws", effect.flaws))
    for field, mods in listed:
        for number, mod in enumerate(mods):
            place = pointer + at(field, number)
            yield from _known(mod, place)
            if mod.ranks is not None and mod.ranks > effect.rank:
                message = f"{mod.id} covers {mod.ranks} of {effect.rank}"
                yield _broken("modifier_cover", place, message, value=mod.ranks, limit=effect.rank)


def _known(mod: Modification, pointer: str) -> Iterator[Violation]:
    if mod.id not in modifier_catalogue.BY_ID:
        yield _broken("unknown_modifier", pointer + at("id"), f"no such modifier: {mod.id}")


def _past(pair: Pair, cap: Cap) -> Violation:
    match pair.values:
        case (one, other) if pair.code == "pl_attack_effect":
            told = f"{cap.name}: attack {one} + effect {other} = {cap.value}"
        case (one, other):
            told = f"{one} + {other} = {cap.value}"
        case _ if pair.code == "pl_effect":
            told = f"{cap.name}: effect {cap.value}"
        case _:
            told = f"{cap.name} total {cap.value}"
    return Violation(
        code=pair.code,
        rule="R-19",
        pointer=cap.pointer,
        message=f"{told}, limit {cap.limit}",
        value=cap.value,
        limit=cap.limit,
    )


def _caps(sheet: SupersSheet) -> Iterator[tuple[Pair, Cap]]:
    for name, pointer, pair in _pairs(sheet):
        parts = [Part(source=source, value=value) for source, value in zip(pair.of, pair.values, strict=True)]
        yield (
            pair,
            Cap(
                name=name,
                pointer=pointer,
                value=sum(pair.values),
                parts=parts,
                formula=" + ".join(pair.of),
                rules=["R-19"],
                limit=pair.limit(sheet.power_level),
            ),
        )


def _pairs(sheet: SupersSheet) -> Iterator[tuple[str, str, Pair]]:
    numbers = {one.name: one.value for one in derived(sheet)}
    yield "unarmed", at("abilities"), attack_effect(numbers["unarmed.bonus"], numbers["unarmed.rank"])
    for place, power in enumerate(sheet.powers):
        for number, effect in enumerate(power.effects):
            pointer = at("powers", place, "effects", number)
            if effect.attack is not None and effect.attack.bonus is not None:
                yield power.name, pointer, attack_effect(effect.attack.bonus, effect.rank)
            elif effect.attack is not None or effect.resistance is not None:
                yield power.name, pointer, effect_alone(effect.rank)
    toughness = defense(sheet, "toughness").value
    yield "dodge", at("defenses", "dodge"), dodge_toughness(numbers["dodge"], toughness)
    yield "parry", at("defenses", "parry"), parry_toughness(numbers["parry"], toughness)
    yield "fortitude", at("defenses", "fortitude"), fortitude_will(numbers["fortitude"], numbers["will"])
    for place, (name, one) in enumerate(zip(skill_names(sheet), sheet.skills, strict=True)):
        yield name, at("skills", place), skill_modifier(skill(sheet, one, name).value)


def _equipment(sheet: SupersSheet) -> Iterator[Violation]:
    points, allowed = sum(one.ep for one in sheet.equipment), GEAR_PER_RANK * sheet.rank_of("equipment")
    if points > allowed:
        message = f"{points} points of gear, {allowed} allowed"
        yield _broken("equipment", at("equipment"), message, value=points, limit=allowed)
