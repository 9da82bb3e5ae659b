"""The five defenses: what they stand on, what they cost, and what is left of the active ones under conditions."""

from collections.abc import Mapping
from typing import Final, Literal

from app.rules.system import OutOfRange, Value
from app.rules.systems.supers.abilities import Ability
from app.rules.systems.supers.degrees import ROUTINE
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

Defense = Literal["dodge", "parry", "fortitude", "will", "toughness"]
BASE: Final[Mapping[Defense, Ability]] = {
    "dodge": "agility",
    "parry": "fighting",
    "fortitude": "stamina",
    "will": "awareness",
    "toughness": "stamina",
}
"""The ability under each (S-036 to S-038)."""


class ActiveDefense(Value):
    """An active defense as an attacker finds it."""

    rank: int
    defense_class: int


def active_defense(
    rank: int, *, vulnerable: bool = False, defenseless: bool = False, options: SupersOptions = DEFAULTS
) -> ActiveDefense:
    """Dodge or Parry in force: halved with fractions up, or nothing (S-035, S-040, S-041, R-06)."""
    kept = min(0, rank) if options.negative_defenses == "keep" else 0
    if defenseless:
        rank = kept
    elif vulnerable:
        rank = kept or -(-rank // 2)
    return ActiveDefense(rank=rank, defense_class=ROUTINE + rank)


def defense_cost(bought: Mapping[Defense, int]) -> int:
    """Power points for ranks above the abilities (S-039).

    Raises:
        OutOfRange: `toughness_buy`, `defense_negative`, `unknown_trait`.
    """
    for name, ranks in bought.items():
        if name not in BASE:
            raise OutOfRange("unknown_trait", "There are five defenses, and this is none.", rule="S-036")
        if ranks < 0:
            raise OutOfRange("defense_negative", f"{name.title()} has {ranks} bought: 0 is the least.", rule="S-039")
        if name == "toughness" and ranks:
            raise OutOfRange("toughness_buy", "Toughness rises only by an effect or an advantage.", rule="S-037")
    return sum(bought.values())
