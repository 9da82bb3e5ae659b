"""The sixteen skills."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.rules.system import OutOfRange, Value
from app.rules.systems.supers.abilities import Ability
from app.rules.systems.supers.options import DEFAULTS, SupersOptions


class SkillEntry(Value):
    """A skill, the ability under it, and whether it needs training."""

    id: str
    ability: Ability
    trained_only: bool = False


SKILLS: Final = (
    SkillEntry(id="acrobatics", ability="agility", trained_only=True),
    SkillEntry(id="athletics", ability="strength"),
    SkillEntry(id="close_combat", ability="fighting"),
    SkillEntry(id="deception", ability="presence"),
    SkillEntry(id="expertise", ability="intellect", trained_only=True),
    SkillEntry(id="insight", ability="awareness"),
    SkillEntry(id="intimidation", ability="presence"),
    SkillEntry(id="investigation", ability="intellect", trained_only=True),
    SkillEntry(id="perception", ability="awareness"),
    SkillEntry(id="persuasion", ability="presence"),
    SkillEntry(id="ranged_combat", ability="dexterity"),
    SkillEntry(id="sleight_of_hand", ability="dexterity", trained_only=True),
    SkillEntry(id="stealth", ability="agility"),
    SkillEntry(id="technology", ability="intellect", trained_only=True),
    SkillEntry(id="treatment", ability="intellect", trained_only=True),
    SkillEntry(id="vehicles", ability="dexterity", trained_only=True),
)
BY_ID: Final[Mapping[str, SkillEntry]] = {skill.id: skill for skill in SKILLS}


def skill_cost(ranks: Sequence[int], *, options: SupersOptions = DEFAULTS) -> int:
    """Power points for all skill ranks together, a begun point in full (R-20).

    Raises:
        OutOfRange: `rank_range` for ranks below 0.
    """
    if any(rank < 0 for rank in ranks):
        raise OutOfRange("rank_range", "A skill has 0 ranks or more.", rule="R-20")
    return -(-sum(ranks) // options.skill_ranks_per_point)
