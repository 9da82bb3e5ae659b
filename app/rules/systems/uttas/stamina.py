"""Stamina: what each deed costs, and what paying does."""

from collections.abc import Collection, Mapping
from typing import Final

from app.rules.system import AgainstTheRules, Value
from app.rules.systems.uttas.movement import Mode

STRENUOUS: Final[frozenset[Mode]] = frozenset({"leap", "swim"})
"""Twice as tiring as other kinds of movement, unless a power drives them (T-065)."""


class Payment(Value):
    """Stamina after paying."""

    stamina: int
    faints: bool
    """Nothing is left: the deed is done, then the payer is Unconscious."""


class StaminaCost(Value):
    """A line of the list of costs, for the catalogue."""

    id: str
    cost: str
    rules: list[str]


STAMINA_COSTS: Final[tuple[StaminaCost, ...]] = (
    StaminaCost(id="half_move", cost="0", rules=["T-064"]),
    StaminaCost(id="full_move", cost="1 per 10 m, at least 1", rules=["T-062", "T-063"]),
    StaminaCost(id="leap_or_swim", cost="1 per 5 m, at least 1; by a power as a full move", rules=["T-065", "T-066"]),
    StaminaCost(id="movement_power", cost="the power's or 1 per 10 m, the higher, at least 1", rules=["T-075"]),
    StaminaCost(id="melee", cost="Strength dice used, and 1 per 5 required Strength", rules=["T-067", "T-068"]),
    StaminaCost(id="thrown", cost="Strength dice used, and 1 per 5 required Strength", rules=["T-070"]),
    StaminaCost(id="mechanical", cost="1 per 5 required Strength", rules=["T-071"]),
    StaminaCost(id="martial_arts_or_strike", cost="0 for their dice", rules=["T-069", "T-072"]),
    StaminaCost(id="power", cost="1 per 5 Active Points", rules=["T-073"]),
    StaminaCost(id="maintained_power", cost="twice the power's, locked until it is dropped", rules=["T-074"]),
)


def free_move_cost() -> int:
    """A half or quarter move takes no action and tires nobody, whatever the kind (T-064)."""
    return 0


def full_move_cost(
    metres: Mapping[Mode, int],
    *,
    adjusted_by_power: Collection[Mode] = (),
    active_points: Mapping[Mode, int] | None = None,
) -> int:
    """A full move or Sprint, 1 at least (T-062, T-063, T-065, T-066, T-075).

    Args:
        metres: how far in each kind of movement; kinds that are mixed cost what each of them does.
        adjusted_by_power: kinds that a power has raised.
        active_points: those of the power, for kinds that are one.
    """
    points = active_points or {}
    cost = 0
    for mode, far in metres.items():
        strenuous = mode in STRENUOUS and mode not in adjusted_by_power and not points.get(mode, 0)
        cost += max(power_cost(points.get(mode, 0)) if far else 0, far // 5 if strenuous else far // 10)
    return max(1, cost)


def movement_power_cost(active_points: int, *, metres: int, maintained: bool = False) -> int:
    """A full move by a power: its own cost or the distance's, the higher, at least 1 (T-075)."""
    return max(1, power_cost(active_points, maintained=maintained), metres // 10)


def power_cost(active_points: int, *, maintained: bool = False) -> int:
    """To activate a power; a maintained one costs twice the rounded cost, and that much stays locked (T-073, T-074)."""
    cost = active_points // 5
    return 2 * cost if maintained else cost


def strength_cost(strength_dice_used: int, *, required_strength: int = 0) -> int:
    """A blow or a throw: dice of Strength in its damage, and a part of what the weapon asks for (T-067 to T-070).

    Dice of Martial Arts or of Strike cost nothing (T-069).
    """
    return strength_dice_used + required_strength // 5


def mechanical_cost(required_strength: int) -> int:
    """A shot from a bow, a gun or the like (T-071); dice of ranged Martial Arts cost nothing (T-072)."""
    return required_strength // 5


def pay(stamina: int, cost: int, *, overexert: bool = False) -> Payment:
    """Pay Stamina; to the last point is allowed, and then one faints (T-076, G-14).

    Args:
        stamina: what is there.
        cost: what is asked.
        overexert: house rule: more than there is may be paid.

    Raises:
        AgainstTheRules: `insufficient_stamina`.
    """
    if cost > stamina and cost > 0 and not overexert:
        raise AgainstTheRules(
            "insufficient_stamina",
            f"This costs {cost} Stamina and {stamina} is left.",
            rule="T-076",
            cost=cost,
            stamina=stamina,
        )
    return Payment(stamina=stamina - cost, faints=stamina - cost <= 0)
