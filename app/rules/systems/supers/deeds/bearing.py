"""What a character's state makes of it: conditions by instance, what may be done, what checks lose."""

from typing import Any, Final

from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.supers.catalogues import skills as skill_catalogue
from app.rules.systems.supers.conditions import Condition, effective, trait_modifier
from app.rules.systems.supers.derived import defense, skill
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.resistance import TRACK, Wounds
from app.rules.systems.supers.sheet import MOST_CONDITIONS, ConditionOn, Damage, State, SupersSheet

PRONE: Final = "prone"
DOWN: Final = frozenset({"incapacitated", "dying", "dead"})
"""Levels of damage that lay one low (S-078)."""


def with_state(sheet: SupersSheet, **changes: Any) -> SupersSheet:
    """The sheet with another state."""
    return sheet.model_copy(update={"state": sheet.state.model_copy(update=changes)})


def bears(sheet: SupersSheet, options: SupersOptions) -> list[Condition]:
    """What holds in the end (R-14)."""
    return effective(sheet.state.standing(), options)


def check_acts(sheet: SupersSheet, options: SupersOptions) -> None:
    """Whether somebody can do anything.

    Raises:
        AgainstTheRules: `dead`, `stunned`.
    """
    if sheet.state.damage.level == "dead":
        raise AgainstTheRules("dead", "The dead do nothing.", rule="S-073")
    if Condition("stunned") in bears(sheet, options):
        raise AgainstTheRules("stunned", "The stunned do nothing at all.", rule="S-112")


def skill_modifier(sheet: SupersSheet, name: str, options: SupersOptions) -> int:
    """A skill's best modifier, with what conditions take (S-003, S-100).

    Raises:
        OutOfRange: `trained_only`, without ranks.
    """
    trained = [skill(sheet, one, name).value for one in sheet.skills if one.id == name and one.ranks > 0]
    if not trained:
        raise OutOfRange("trained_only", f"{name.title()} can't be used without ranks.", rule="R-20")
    return max(trained) + trait_modifier(bears(sheet, options), name, skill_catalogue.BY_ID[name].ability)


def toughness(sheet: SupersSheet, options: SupersOptions) -> int:
    """What resists damage now, before the penalty of earlier wounds (S-037, S-100, R-23).

    Sustained powers are on, unless their bearer can't even take free actions (S-159).
    """
    held = bears(sheet, options)
    on: list[str] | None = [] if Condition("stunned") in held else None
    off_guard = not {Condition("vulnerable"), Condition("defenseless")}.isdisjoint(held)
    rank = defense(sheet, "toughness", sustained=on, off_guard=off_guard).value
    return rank + trait_modifier(held, "toughness", "stamina")


def with_wounds(sheet: SupersSheet, wounds: Wounds, *, stable: bool = False) -> SupersSheet:
    """The sheet at another place of the track: who goes down falls prone, the dead bear nothing else (R-14, S-125)."""
    state = sheet.state
    conditions = list(state.conditions)
    falls = wounds.level in DOWN and TRACK.index(wounds.level) > TRACK.index(state.damage.level)
    lies = any(one.key == PRONE for one in conditions)
    if falls and not lies and sheet.kind != "object" and len(conditions) < MOST_CONDITIONS:
        conditions.append(ConditionOn(id=free_id(state), key=PRONE, source="damage"))
    if wounds.level == "dead":
        conditions = [one for one in conditions if one.key == PRONE]
    damage = Damage(level=wounds.level, penalty=min(wounds.penalty, 1000), stable=stable)
    return with_state(sheet, damage=damage, conditions=conditions)


def wounds_of(sheet: SupersSheet) -> Wounds:
    """Where on the track the character stands."""
    return Wounds(level=sheet.state.damage.level, penalty=sheet.state.damage.penalty)


def free_id(state: State) -> str:
    """An id for one condition more, such as `c3`."""
    taken = {one.id for one in state.conditions}
    number = len(taken) + 1
    while f"c{number}" in taken:
        number += 1
    return f"c{number}"


def standing(sheet: SupersSheet) -> str:
    """Level and penalty, in words."""
    damage = sheet.state.damage
    level = "unhurt" if damage.level == "none" else damage.level
    return f"{level}, -{damage.penalty}" if damage.penalty else level
