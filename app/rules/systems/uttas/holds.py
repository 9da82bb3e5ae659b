"""Holds and bonds: how many limbs a grappler takes, how one gets free, what an Entangle leaves."""

from collections.abc import Collection, Sequence
from typing import Final

from app.rules.system import AgainstTheRules, Value

ALLOWED_IN_A_HOLD: Final = frozenset({"light_melee", "pistol", "hand_crossbow"})
"""Weapon classes either side of a grapple may use (T-132)."""


class Struggle(Value):
    """Two sides' dice for a hold."""

    active_total: int
    passive_total: int
    success: bool


def check_limbs(limbs: Sequence[str], *, free_arms: int, extra_arms: int = 0) -> None:
    """How many limbs a grappler may name: one for each free arm, and one for each extra arm (T-128, T-135, G-18).

    Raises:
        AgainstTheRules: `too_many_limbs`.
    """
    most = min(free_arms, 2) + extra_arms
    if len(limbs) > most:
        raise AgainstTheRules(
            "too_many_limbs",
            f"{len(limbs)} limbs are named and the free arms hold {most}.",
            rule="T-135",
            limbs=len(limbs),
            limit=most,
        )


def struggle(active: Sequence[int], passive: Sequence[int]) -> Struggle:
    """Escape or take over: strictly higher wins, a tie holds (T-131, G-18)."""
    mine, theirs = sum(active), sum(passive)
    return Struggle(active_total=mine, passive_total=theirs, success=mine > theirs)


def check_weapon(weapon_class: str, *, martial: bool = False, grab_addition: bool = False) -> None:
    """What may be used within a hold: short weapons, and Martial Arts with the Grab addition (T-132, T-133).

    Raises:
        AgainstTheRules: `weapon_not_allowed_in_grapple`.
    """
    if grab_addition if martial else weapon_class in ALLOWED_IN_A_HOLD:
        return
    raise AgainstTheRules(
        "weapon_not_allowed_in_grapple",
        "Within a hold only light melee weapons, pistols, hand crossbows and Martial Arts with the Grab addition work.",
        rule="T-133" if martial else "T-132",
    )


def check_power(limitations: Collection[str], *, held_kinds: Collection[str]) -> None:
    """Whether held limbs stop a power: arms its gestures, the head its incantation (T-121, T-125, T-134).

    Args:
        limitations: of the power.
        held_kinds: kinds of limbs that a grapple disables.

    Raises:
        AgainstTheRules: `power_limited`.
    """
    for limitation, kind, rule in (("gestures", "arm", "T-121"), ("incantation", "head", "T-125")):
        if limitation in limitations and kind in held_kinds:
            raise AgainstTheRules(
                "power_limited",
                f"This power takes {limitation}, and a hold on the {kind} stops it.",
                rule=rule,
                limitation=limitation,
            )


def entangle_left(entangle_health: int, *, strength_dice: int) -> int:
    """What one pull by Strength leaves of an Entangle: it loses a point for each Strength die (T-153, G-19)."""
    return max(0, entangle_health - strength_dice)


def slips_free(total: int, *, entangle_health: int) -> bool:
    """Whether a roll of Dexterity or Contortionist gets out at once (G-19)."""
    return total > entangle_health
