"""Damage: what the dice of a hit do to Health and Stamina, to limbs, and to the one who has them."""

from collections.abc import Collection, Sequence

from app.rules.system import Value


class Damage(Value):
    """What a hit takes."""

    rolled: int
    """Sum of the damage dice."""
    blocked: int
    """Sum of the Block dice."""
    health: int
    stamina: int
    fully_blocked: bool
    """A Block took all the Stamina damage, and the Health damage with it."""


class Body(Value):
    """Somebody after a hit."""

    health: int
    stamina: int
    conditions: list[str]
    """In alphabetical order."""


class LimbHit(Value):
    """A strike at a limb."""

    accuracy_dis: int
    """Disadvantages for calling the shot."""
    health: int
    disabled: list[str]
    debt: int
    """Health to be healed before the limb works again."""
    dropped: list[str]


class Mended(Value):
    """A limb after healing."""

    health: int
    debt: int
    disabled: list[str]


def damage(dice: Sequence[int], *, armor: int = 0, defense: int = 0, block_dice: Sequence[int] = ()) -> Damage:
    """What a hit does (T-083 to T-089, G-08).

    Health falls by the number of dice less Armor, so ten dice take 10 Health, or 2 behind Armor 8 (T-085); Stamina
    falls by their sum less Defense. A Block adds its number of dice
    to the Armor and its sum to the Defense; if no Stamina damage is left, nothing gets through at all.
    """
    rolled, blocked = sum(dice), sum(block_dice)
    stamina = max(0, rolled - defense - blocked)
    fully_blocked = bool(block_dice) and stamina == 0
    health = 0 if fully_blocked else max(0, len(dice) - armor - len(block_dice))
    return Damage(rolled=rolled, blocked=blocked, health=health, stamina=stamina, fully_blocked=fully_blocked)


def stuns(stamina_damage: int, *, body: int) -> bool:
    """One hit's Stamina damage stuns when it is higher than Body as it is now (T-141)."""
    return stamina_damage > body


def dies(health: int) -> bool:
    """With no Health left one is dead (T-118)."""
    return health <= 0


def faints(stamina: int) -> bool:
    """With no Stamina left one is unconscious (T-143)."""
    return stamina <= 0


def apply_damage(
    *,
    health: int,
    stamina: int,
    body: int,
    health_damage: int,
    stamina_damage: int,
    conditions: Collection[str] = (),
) -> Body:
    """Somebody after one hit: Stunned, Unconscious and Prone, or Dead (T-118, T-141 to T-145, G-35).

    Health stops at 0; Stamina goes below 0 without end.
    """
    left = Body(health=max(0, health - health_damage), stamina=stamina - stamina_damage, conditions=[])
    now = set(conditions)
    if stuns(stamina_damage, body=body):
        now.add("stunned")
    if faints(left.stamina):
        now |= {"unconscious", "prone"}
    if dies(left.health):
        now.add("dead")
    return left.model_copy(update={"conditions": sorted(now)})


def limb_threshold(health_max: int) -> int:
    """Health damage of one strike that disables a limb: half of the most, rounded up (G-16b)."""
    return -(-health_max // 2)


def limb_hit(
    *,
    limb: str,
    health: int,
    health_damage: int,
    threshold: int,
    holds: str | None = None,
    called_shot_dis: int = 0,
) -> LimbHit:
    """A strike at a limb, and whether the limb still works (T-119, T-120, G-16b).

    Args:
        limb: the limb's id.
        health: of the one struck, before.
        health_damage: of this strike, after Armor.
        threshold: Health damage that disables a limb of this sheet.
        holds: what the limb carries, and drops once disabled.
        called_shot_dis: Disadvantages that aiming cost.
    """
    disabled = health_damage >= threshold
    return LimbHit(
        accuracy_dis=called_shot_dis,
        health=max(0, health - health_damage),
        disabled=[limb] if disabled else [],
        debt=health_damage if disabled else 0,
        dropped=[holds] if disabled and holds is not None else [],
    )


def mend_limbs(debts: Sequence[int], healed: int) -> list[int]:
    """What is left of each limb's debt: healing pays the oldest first (T-119, G-16b)."""
    left = []
    for debt in debts:
        paid = min(debt, healed)
        healed -= paid
        left.append(debt - paid)
    return left


def heal_health(*, limb: str, debt: int, health: int, heal: int, health_max: int | None = None) -> Mended:
    """Heal somebody with one disabled limb: it works again once its debt is paid (T-119).

    `health_max` caps the Health; without it the caller has made sure that there is so much to heal.
    """
    healed = heal if health_max is None else min(heal, health_max - health)
    (left,) = mend_limbs([debt], healed)
    return Mended(health=health + healed, debt=left, disabled=[limb] if left else [])
