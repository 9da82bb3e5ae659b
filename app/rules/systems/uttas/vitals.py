"""Health and Stamina of somebody whose sheet it is: alive, awake, hurt, healed, paying."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.damage import dies, faints, limb_hit, limb_threshold, mend_limbs, stuns
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.recovery import ceiling
from app.rules.systems.uttas.sheet import Disabled, Lasting, Limb, UttasSheet
from app.rules.systems.uttas.stamina import pay

DEEPEST: Final = -1_000_000
"""As far below 0 as Stamina is counted."""


class Lost(NamedTuple):
    """What a hit takes."""

    health: int = 0
    stamina: int = 0


def lent(sheet: UttasSheet, clock: int) -> int:
    """Health that First Aid has lent and that lasts still: the best of all treatments counts (G-20)."""
    return max((one.n for one in sheet.temp_health if one.expires > clock), default=0)


def alive(sheet: UttasSheet, clock: int) -> bool:
    """Whether any Health is left, lent Health included (T-118)."""
    return not dies(sheet.health_now + lent(sheet, clock))


def awake(sheet: UttasSheet) -> bool:
    """Whether any Stamina is left (T-143, T-144)."""
    return not faints(sheet.stamina_now)


def suffered(sheet: UttasSheet, clock: int) -> list[str]:
    """The conditions of the catalogue that hold, in alphabetical order."""
    held: set[str] = set(sheet.conditions)
    if not alive(sheet, clock):
        held.add("dead")
    if not awake(sheet):
        held.add("unconscious")
    if sheet.entangle is not None:
        held.add("entangled")
    return sorted(held)


def check_acts(sheet: UttasSheet, clock: int) -> None:
    """Whether somebody can do anything at all.

    Raises:
        AgainstTheRules: `dead`, `unconscious`.
    """
    if not alive(sheet, clock):
        raise AgainstTheRules("dead", "The dead do nothing.", rule="T-118")
    if not awake(sheet):
        raise AgainstTheRules("unconscious", "The unconscious do nothing until Stamina is above 0.", rule="T-144")


def threshold(sheet: UttasSheet) -> int:
    """Health damage of one hit that disables a limb (G-16b)."""
    return limb_threshold(sheet.health_max) if sheet.limb_threshold is None else sheet.limb_threshold


def hurt(sheet: UttasSheet, lost: Lost, *, clock: int, limb: Limb | None = None) -> UttasSheet:
    """Somebody after one hit: Stunned, Unconscious and Prone, a limb out of use (T-118, T-119, T-141 to T-145).

    Health goes first, and what First Aid has lent after it, so that its end leaves at least 1 (G-20).
    """
    health = max(0, sheet.health_now - lost.health)
    beyond = lost.health - (sheet.health_now - health)
    felled: list[Lasting] = ["prone"] if faints(sheet.stamina_now - lost.stamina) else []
    if stuns(lost.stamina, body=sheet.score_now("body")):
        felled.append("stunned")
    struck = sheet.model_copy(
        update={
            "health": health,
            "temp_health": [one.model_copy(update={"n": max(0, one.n - beyond)}) for one in sheet.temp_health],
            "stamina": max(DEEPEST, sheet.stamina_now - lost.stamina),
            "conditions": with_conditions(sheet.conditions, felled),
            "mending_since": clock if lost.health and sheet.mending_since is None else sheet.mending_since,
        }
    )
    return struck if limb is None else _limb_struck(struck, limb, lost.health)


def _limb_struck(sheet: UttasSheet, limb: Limb, lost: int) -> UttasSheet:
    hit = limb_hit(
        limb=limb.id, health=sheet.health_now, health_damage=lost, threshold=threshold(sheet), holds=limb.holds
    )
    if not hit.disabled:
        return sheet
    newest = 1 + max((one.disabled.since for one in sheet.limbs if one.disabled is not None), default=0)
    before = limb.disabled or Disabled(by="hit")
    disabled = before.model_copy(update={"debt": before.debt + hit.debt, "since": newest})
    broken = limb.model_copy(update={"holds": None, "disabled": disabled})
    return sheet.model_copy(update={"limbs": [broken if one.id == limb.id else one for one in sheet.limbs]})


def healed(sheet: UttasSheet, health: int) -> UttasSheet:
    """Somebody who gets so much Health back, up to the most: limbs that were hit work again, oldest first (T-119)."""
    gained = min(health, sheet.health_max - sheet.health_now)
    owed = sorted(
        (one for one in sheet.limbs if one.disabled is not None and one.disabled.debt),
        key=lambda one: one.disabled.since if one.disabled else 0,
    )
    left = mend_limbs([one.disabled.debt if one.disabled else 0 for one in owed], gained)
    debts = {one.id: debt for one, debt in zip(owed, left, strict=True)}
    whole = sheet.health_now + gained == sheet.health_max
    return sheet.model_copy(
        update={
            "health": sheet.health_now + gained,
            "limbs": [_mended(one, debts[one.id]) if one.id in debts else one for one in sheet.limbs],
            "mending_since": None if whole else sheet.mending_since,
        }
    )


def _mended(limb: Limb, debt: int) -> Limb:
    disabled = limb.disabled
    if disabled is None or (debt == 0 and disabled.by == "hit" and not disabled.permanent):
        return limb.model_copy(update={"disabled": None})
    return limb.model_copy(update={"disabled": disabled.model_copy(update={"debt": debt})})


def refreshed(sheet: UttasSheet, stamina: int) -> UttasSheet:
    """Somebody who gets so much Stamina back, up to what maintained powers leave (T-074, T-105)."""
    room = max(0, ceiling(sheet.stamina_max, stamina_locked=sheet.stamina_locked) - sheet.stamina_now)
    return sheet.model_copy(update={"stamina": sheet.stamina_now + min(stamina, room)})


def paid(sheet: UttasSheet, cost: int, options: UttasOptions) -> UttasSheet:
    """Somebody who has paid so much Stamina, and lies there when it was the last of it (T-076, T-143).

    Raises:
        AgainstTheRules: `insufficient_stamina`.
    """
    left = pay(sheet.stamina_now, cost, overexert=options.overexert)
    fallen = with_conditions(sheet.conditions, ["prone"]) if left.faints else sheet.conditions
    return sheet.model_copy(update={"stamina": max(DEEPEST, left.stamina), "conditions": fallen})


def with_conditions(held: Sequence[Lasting], new: Sequence[Lasting]) -> list[Lasting]:
    """Conditions that hold, each once, in alphabetical order."""
    return sorted({*held, *new})


def body_disabled(sheet: UttasSheet) -> bool:
    """Whether a hit or a hold keeps the body from recovering (T-104, T-126)."""
    return any(one.kind == "body" and one.disabled is not None for one in sheet.limbs)
