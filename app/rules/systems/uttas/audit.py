"""The audit of a sheet: what on it is past what the rules allow. Nothing costs points here."""

from collections.abc import Iterator

from app.rules.character import Audit, Violation, at
from app.rules.systems.uttas.derived import characteristic_dice, skill_dice
from app.rules.systems.uttas.options import DEFAULTS, UttasOptions
from app.rules.systems.uttas.recovery import SHORT_RESTS_A_DAY, breather_limit
from app.rules.systems.uttas.sheet import MOST_SKILL_DICE, UttasSheet


def audit(sheet: UttasSheet, options: UttasOptions = DEFAULTS) -> Audit:
    """Everything that is out of range, at once (section 3)."""
    return Audit(violations=[*_recovery(sheet, options), *_attacks(sheet, options), *_skills(sheet, options)])


def _past(rule: str, pointer: str, message: str, *, value: int, limit: int) -> Iterator[Violation]:
    if value > limit:
        told = f"{message}: {value}, limit {limit}"
        yield Violation(code="past_limit", rule=rule, pointer=pointer, message=told, value=value, limit=limit)


def _recovery(sheet: UttasSheet, options: UttasOptions) -> Iterator[Violation]:
    most = breather_limit(sheet.body, limit_by=options.breather_limit, points_per_die=options.points_per_die)
    yield from _past("T-094", at("breather_uses"), "breathers", value=sheet.breather_uses, limit=most)
    rests = sheet.short_rests.n if sheet.short_rests else 0
    yield from _past("T-102", at("short_rests", "n"), "short rests of a day", value=rests, limit=SHORT_RESTS_A_DAY)


def _attacks(sheet: UttasSheet, options: UttasOptions) -> Iterator[Violation]:
    strength = characteristic_dice(sheet, "strength", options)
    for place, attack in enumerate(sheet.attacks):
        pointer = at("attacks", place, "strength_dice")
        used = attack.strength_dice_used(strength)
        yield from _past("T-067", pointer, f"Strength dice of {attack.id}", value=used, limit=strength)
        pointer = at("attacks", place, "max_strikes")
        yield from _past("T-033", pointer, f"strikes of {attack.id}", value=attack.max_strikes, limit=sheet.speed)


def _skills(sheet: UttasSheet, options: UttasOptions) -> Iterator[Violation]:
    for place, skill in enumerate(sheet.skills):
        dice = skill_dice(sheet, skill, options)
        yield from _past("T-040", at("skills", place), f"dice of {skill.id}", value=dice, limit=MOST_SKILL_DICE)
