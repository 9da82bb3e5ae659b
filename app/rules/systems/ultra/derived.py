"""The numbers that follow from a sheet, each with what it is made of."""

from collections.abc import Iterator

from app.rules.character import Derived, Part, spelled_apart, variables_of
from app.rules.systems.ultra.odds import face_ways
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.sheet import UltraSheet
from app.rules.systems.ultra.statuses import status_of
from app.rules.systems.ultra.suffering import treat_difficulty


def derived(sheet: UltraSheet, options: UltraOptions = DEFAULTS) -> list[Derived]:
    """Every number that follows from the sheet, for reading and for `@name` in dice notation."""
    return [*_dice(sheet), *_standing(sheet, options), *_body(sheet), *_statuses(sheet)]


def variables(sheet: UltraSheet, options: UltraOptions = DEFAULTS) -> dict[str, int]:
    """All that `@name` can name: a trait also by its name alone, unless something else has it."""
    own = {
        "target": sheet.target,
        "double_from": sheet.double_from,
        "injury_max": sheet.injury_max,
        "injuries": sheet.injuries,
    }
    named = variables_of(derived(sheet, options), **own)
    alone = dict(zip(spelled_apart(sheet.traits), sheet.traits.values(), strict=True))
    return alone | named


def _number(name: str, value: int, formula: str, rules: list[str], **parts: int) -> Derived:
    made_of = [Part(source=source, value=number) for source, number in parts.items()]
    return Derived(name=name, value=value, parts=made_of, formula=formula, rules=rules)


def _dice(sheet: UltraSheet) -> Iterator[Derived]:
    for name, (trait, dice) in zip(spelled_apart(sheet.traits), sheet.traits.items(), strict=True):
        yield _number(f"traits.{name}", dice, "dice of a pool by itself", ["U-01"], **{trait: dice})
    misses, once, twice = face_ways(sheet.target, sheet.double_from)
    faces = {"target": sheet.target, "double_from": sheet.double_from}
    yield _number("faces.miss", misses, "faces below the target", ["U-02"], **faces)
    yield _number("faces.hit", once + twice, "faces from the target on", ["U-02"], **faces)
    yield _number("faces.double", twice, "hits that count twice", ["U-03", "U-04", "G-07"], **faces)


def _standing(sheet: UltraSheet, options: UltraOptions) -> Iterator[Derived]:
    per_level = options.advantage_hits_per_level
    for domain, level in zip(spelled_apart(sheet.advantage), sheet.advantage.values(), strict=True):
        if level < 0:
            harder = -level if per_level else 0
            formula = "hits more that an action against an ordinary person needs"
            yield _number(f"advantage.{domain}.difficulty", harder, formula, ["G-01"], level=level)
        else:
            formula = "hits more with a hit on the dice, against an ordinary person"
            value = level * per_level
            yield _number(f"advantage.{domain}.hits", value, formula, ["G-01"], level=level, per_level=per_level)


def _body(sheet: UltraSheet) -> Iterator[Derived]:
    yield _number(
        "injuries_left",
        sheet.injury_max - sheet.injuries,
        "injuries that take one out - injuries suffered",
        ["G-27"],
        injury_max=sheet.injury_max,
        injuries=-sheet.injuries,
    )
    waiting = sum(token.amount for token in sheet.tokens)
    parts = {f"token {place}": token.amount for place, token in enumerate(sheet.tokens, 1)} or {"tokens": 0}
    yield _number("bonus_hits", waiting, "bonus hits that wait for an action", ["G-20", "G-28"], **parts)


def _statuses(sheet: UltraSheet) -> Iterator[Derived]:
    for status in sheet.statuses:
        yield _number(f"statuses.{status.key}", status.level, "level", ["G-22"], level=status.level)
        if status_of(status.key).treat is not None:
            hits = treat_difficulty(status.key, status.level)
            yield _number(f"treat.{status.key}", hits, "hits that treating it takes", ["G-22"], level=status.level)
