"""The numbers that follow from a sheet, each with what it is made of."""

from collections.abc import Iterator
from typing import Final

from app.rules.character import Derived, Part, spelled_apart, variables_of
from app.rules.systems.uttas.arms import BASIC_STRIKE, Attack
from app.rules.systems.uttas.characteristics import (
    CHARACTERISTICS,
    SAVED,
    Characteristic,
    dice_of,
    discipline,
    dodge,
    half_sum,
)
from app.rules.systems.uttas.damage import limb_threshold
from app.rules.systems.uttas.movement import MODES, Mode, allowance
from app.rules.systems.uttas.options import DEFAULTS, UttasOptions
from app.rules.systems.uttas.recovery import breather_limit, ceiling
from app.rules.systems.uttas.sheet import Movement, Skill, UttasSheet

ON_THE_SHEET: Final = "as the sheet says"


def characteristic_dice(sheet: UttasSheet, characteristic: Characteristic, options: UttasOptions = DEFAULTS) -> int:
    """Dice of a characteristic as it is now, with Aid and Drain, unless the sheet sets them (G-01, T-096)."""
    override = sheet.dice_override.get(characteristic)
    if override is not None:
        return override
    return dice_of(sheet.score_now(characteristic), points_per_die=options.points_per_die)


def attacks(sheet: UttasSheet) -> list[Attack]:
    """All attacks: the sheet's, and the basic strike unless one of its own bears that id (T-034)."""
    own = list(sheet.attacks)
    return own if any(attack.id == BASIC_STRIKE.id for attack in own) else [BASIC_STRIKE, *own]


def movement(sheet: UttasSheet, mode: Mode) -> Movement:
    """A kind of movement as it is without conditions; those the sheet is silent on come from Agility."""
    listed = next((move for move in sheet.moves if move.mode == mode), None)
    if listed is not None:
        return listed
    by_agility = {"run": sheet.agility, "leap": sheet.agility // 2, "swim": sheet.agility // 2}
    return Movement(mode=mode, metres=by_agility.get(mode, 0))


def skill_dice(sheet: UttasSheet, skill: Skill, options: UttasOptions = DEFAULTS) -> int:
    """Dice of a skill: its own number, or those of its characteristic and its ranks."""
    if skill.dice is not None or skill.key is None:
        return skill.dice or 0
    return characteristic_dice(sheet, skill.key, options) + skill.ranks


def skill_names(sheet: UttasSheet) -> list[str]:
    """What dice notation calls each skill after `skills.`."""
    return list(spelled_apart(skill.id for skill in sheet.skills))


def derived(sheet: UttasSheet, options: UttasOptions = DEFAULTS) -> list[Derived]:
    """Every number that follows from the sheet, for reading and for `@name` in dice notation."""
    return [*_dice(sheet, options), *_defences(sheet), *_limits(sheet, options), *_moves(sheet), *_arms(sheet, options)]


def variables(sheet: UttasSheet, options: UttasOptions = DEFAULTS) -> dict[str, int]:
    """All that `@name` can name, such as `strength`, `strength.dice`, `armor.physical`, `attacks.club.accuracy`."""
    own: dict[str, int] = {name: sheet.score_now(name) for name in CHARACTERISTICS}
    own |= {
        "speed": sheet.speed,
        "health": sheet.health_now,
        "health_max": sheet.health_max,
        "stamina": sheet.stamina_now,
        "stamina_max": sheet.stamina_max,
        "stamina_locked": sheet.stamina_locked,
        "breather_uses": sheet.breather_uses,
    }
    own |= {f"armor.{kind}": number for kind, number in sheet.armor.model_dump().items()}
    own |= {f"defense.{kind}": number for kind, number in sheet.defense.model_dump().items()}
    return variables_of(derived(sheet, options), **own)


def _number(name: str, value: int, formula: str, rules: list[str], **parts: int) -> Derived:
    return Derived(
        name=name,
        value=value,
        parts=[Part(source=source, value=number) for source, number in parts.items()],
        formula=formula,
        rules=rules,
    )


def _dice(sheet: UttasSheet, options: UttasOptions) -> Iterator[Derived]:
    for name in CHARACTERISTICS:
        value = characteristic_dice(sheet, name, options)
        if name in sheet.dice_override:
            yield _number(f"{name}.dice", value, ON_THE_SHEET, ["G-01"], dice_override=value)
        else:
            parts: dict[str, int] = {name: sheet.score(name)}
            if change := sheet.modifiers.get(name, 0):
                parts["modifiers"] = change
            per_die = f"1d6 for every {options.points_per_die} points, rounded down, at least 1 above 0"
            yield _number(f"{name}.dice", value, per_die, ["G-01"], **parts)
    for called, skill in zip(skill_names(sheet), sheet.skills, strict=True):
        value = skill_dice(sheet, skill, options)
        if skill.dice is not None or skill.key is None:
            yield _number(f"skills.{called}", value, ON_THE_SHEET, ["T-040"], dice=value)
        else:
            of_key = {skill.key: value - skill.ranks}
            formula = "dice of the characteristic + ranks"
            yield _number(f"skills.{called}", value, formula, ["T-040"], **of_key, ranks=skill.ranks)


def _defences(sheet: UttasSheet) -> Iterator[Derived]:
    if sheet.dodge is None:
        yield _number(
            "dodge",
            dodge(agility=sheet.agility, dexterity=sheet.dexterity),
            "10 + half of Agility and Dexterity, rounded down",
            ["G-02"],
            base=SAVED,
            agility=sheet.agility,
            dexterity=sheet.dexterity,
        )
    else:
        yield _number("dodge", sheet.dodge, ON_THE_SHEET, ["G-02"], dodge=sheet.dodge)
    if sheet.discipline is None:
        yield _number(
            "discipline",
            discipline(ego=sheet.ego, intelligence=sheet.intelligence),
            "10 + half of Ego and Intelligence, rounded down",
            ["G-03"],
            base=SAVED,
            ego=sheet.ego,
            intelligence=sheet.intelligence,
        )
    else:
        yield _number("discipline", sheet.discipline, ON_THE_SHEET, ["G-03"], discipline=sheet.discipline)


def _limits(sheet: UttasSheet, options: UttasOptions) -> Iterator[Derived]:
    yield _number(
        "stamina_ceiling",
        ceiling(sheet.stamina_max, stamina_locked=sheet.stamina_locked),
        "most Stamina - what maintained powers lock",
        ["T-074", "T-105"],
        stamina_max=sheet.stamina_max,
        stamina_locked=-sheet.stamina_locked,
    )
    yield _number(
        "breather_limit",
        breather_limit(sheet.body, limit_by=options.breather_limit, points_per_die=options.points_per_die),
        "natural Body" if options.breather_limit == "body" else "dice of the natural Body",
        ["T-094", "G-21"],
        body=sheet.body,
    )
    if sheet.limb_threshold is None:
        half = limb_threshold(sheet.health_max)
        yield _number(
            "limb_threshold", half, "half of the most Health, rounded up", ["G-16b"], health_max=sheet.health_max
        )
    else:
        yield _number(
            "limb_threshold", sheet.limb_threshold, ON_THE_SHEET, ["G-16b"], limb_threshold=sheet.limb_threshold
        )


def _moves(sheet: UttasSheet) -> Iterator[Derived]:
    for mode in MODES:
        metres = movement(sheet, mode).metres
        if metres:
            allowed = allowance(metres)
            evenly = "rounded down to an even number"
            yield _number(f"moves.{mode}.quarter", allowed.quarter, f"a quarter, {evenly}", ["T-020"], metres=metres)
            yield _number(f"moves.{mode}.half", allowed.half, f"half, {evenly}", ["T-019"], metres=metres)
            yield _number(f"moves.{mode}.full", allowed.full, f"all, {evenly}", ["T-035", "T-036"], metres=metres)
            yield _number(f"moves.{mode}.sprint", allowed.sprint, "twice the full move", ["T-037"], full=allowed.full)


def _arms(sheet: UttasSheet, options: UttasOptions) -> Iterator[Derived]:
    strength = characteristic_dice(sheet, "strength", options)
    all_of_them = attacks(sheet)
    for name, attack in zip(spelled_apart(one.id for one in all_of_them), all_of_them, strict=True):
        key = sheet.score(attack.key)
        yield Derived(
            name=f"attacks.{name}.accuracy",
            value=half_sum(key, sheet.dexterity),
            parts=[Part(source=attack.key, value=key), Part(source="dexterity", value=sheet.dexterity)],
            formula="half of both, rounded down; 3d6 are added",
            rules=["T-077", "T-081"],
        )
        yield _number(
            f"attacks.{name}.dice",
            attack.damage_dice(strength),
            "all dice together",
            ["T-084", "T-086"],
            strength=attack.strength_dice_used(strength),
            weapon=attack.weapon_dice,
            martial=attack.martial_dice,
            strike=attack.strike_dice,
            power=attack.power_dice,
        )
        yield _stamina(name, attack, strength)


def _stamina(attack_name: str, attack: Attack, strength: int) -> Derived:
    name, value = f"attacks.{attack_name}.stamina", attack.stamina_cost(strength)
    match attack.kind:
        case "power":
            formula = f"{'twice ' if attack.maintained else ''}1 for every 5 Active Points"
            return _number(name, value, formula, ["T-073", "T-074"], active_points=attack.active_points)
        case "mechanical":
            formula = "1 for every 5 of required Strength"
            return _number(name, value, formula, ["T-071"], required_strength=attack.required_strength)
        case _:
            return _number(
                name,
                value,
                "Strength dice used + 1 for every 5 of required Strength",
                ["T-067", "T-068", "T-070"],
                strength_dice=attack.strength_dice_used(strength),
                required_strength=attack.required_strength,
            )
