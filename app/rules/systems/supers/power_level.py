"""Power level: the points a series starts with, and the caps on what they may be spent on."""

from typing import Final, NamedTuple

from app.rules.system import Value

POINTS_PER_LEVEL: Final = 15
SKILL_MARGIN: Final = 10


class Pair(NamedTuple):
    """Two numbers that share a cap, or one that has a cap of its own."""

    code: str
    """What is broken when they are past it."""
    values: tuple[int, ...]
    of: tuple[str, ...]
    """What they are."""

    def limit(self, power_level: int) -> int:
        """Twice the level for two; the level itself for an effect without attack; 10 more for a skill."""
        if len(self.values) > 1:
            return 2 * power_level
        return power_level + (SKILL_MARGIN if self.code == "pl_skill" else 0)


class CapCheck(Value):
    """Whether a pair keeps within its cap."""

    ok: bool
    sum: int
    limit: int
    code: str | None = None


def starting_points(power_level: int) -> int:
    """Power points at the start (S-144, S-145)."""
    return POINTS_PER_LEVEL * power_level


def attack_effect(attack: int, effect: int) -> Pair:
    """An attack bonus and the rank of its effect."""
    return Pair("pl_attack_effect", (attack, effect), ("attack", "effect"))


def effect_alone(effect: int) -> Pair:
    """An effect that needs no attack check."""
    return Pair("pl_effect", (effect,), ("effect",))


def dodge_toughness(dodge: int, toughness: int) -> Pair:
    """Dodge and Toughness."""
    return Pair("pl_dodge_toughness", (dodge, toughness), ("dodge", "toughness"))


def parry_toughness(parry: int, toughness: int) -> Pair:
    """Parry and Toughness."""
    return Pair("pl_parry_toughness", (parry, toughness), ("parry", "toughness"))


def fortitude_will(fortitude: int, will: int) -> Pair:
    """Fortitude and Will."""
    return Pair("pl_fort_will", (fortitude, will), ("fortitude", "will"))


def skill_modifier(modifier: int) -> Pair:
    """A skill's whole modifier."""
    return Pair("pl_skill", (modifier,), ("modifier",))


def cap(pair: Pair, power_level: int) -> CapCheck:
    """Whether a pair keeps within its cap; leaning to one side is allowed (S-146, S-147, R-19)."""
    total, limit = sum(pair.values), pair.limit(power_level)
    return CapCheck(ok=total <= limit, sum=total, limit=limit, code=None if total <= limit else pair.code)
