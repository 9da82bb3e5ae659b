"""What a character's state makes of it: conditions by instance, what may be done, what checks lose."""

from typing import Any, Final

from app.rules.lending import total
from app.rules.system import OutOfRange
from app.rules.systems.supers.derived import skill_names
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.resistance import TRACK, Wounds
from app.rules.systems.supers.sheet import MOST_CONDITIONS, ConditionOn, Damage, State, SupersSheet
from app.rules.systems.supers.traits import TraitNow, hampered, trait_now

PRONE: Final = "prone"
DOWN: Final = frozenset({"incapacitated", "dying", "dead"})
"""Levels of damage that lay one low (S-078)."""


def with_state(sheet: SupersSheet, **changes: Any) -> SupersSheet:
    """The sheet with another state."""
    return sheet.model_copy(update={"state": sheet.state.model_copy(update=changes)})


def skill_modifier(sheet: SupersSheet, name: str, options: SupersOptions) -> int:
    """A skill's best modifier, with what conditions take (S-003, S-100, S-116).

    Raises:
        OutOfRange: `trained_only`, without ranks.
    """
    named = zip(skill_names(sheet), sheet.skills, strict=True)
    known = [one for one, skill in named if skill.id == name and skill.ranks > 0]
    trained = [_with_all(sheet, trait_now(sheet, f"skills.{one}", options), options) for one in known]
    if not trained:
        raise OutOfRange("trained_only", f"{name.title()} can't be used without ranks.", rule="R-20")
    return max(trained)


def toughness(sheet: SupersSheet, options: SupersOptions) -> int:
    """What resists damage now, before the penalty of earlier wounds (S-037, S-100, R-23)."""
    return _with_all(sheet, trait_now(sheet, "toughness", options), options)


def _with_all(sheet: SupersSheet, trait: TraitNow, options: SupersOptions) -> int:
    return total([*trait.pieces, *hampered(sheet, options, trait.on)])


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
    if damage.level == "none":
        return f"-{damage.penalty} on resisting damage" if damage.penalty else "unhurt"
    return f"{damage.level}, -{damage.penalty}" if damage.penalty else damage.level
