"""Recovery: breathers, rests, weeks, First Aid and the power to heal."""

from typing import Final, Literal

from pydantic import Field

from app.rules.dice.source import DiceSource
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.uttas.characteristics import POINTS_PER_DIE, dice_of
from app.rules.systems.uttas.damage import dies, faints

SHORT_RESTS_A_DAY: Final = 2
HOURS_BETWEEN_LONG_RESTS: Final = 24
DAYS_PER_HEALTH: Final = 7


class Breather(Value):
    """A breather when the turn it was waiting for has come."""

    stamina: int
    uses: int
    """Breathers since the last rest, this one included if it counted."""
    limit: int
    interrupted: bool
    faces: list[int]


class Rested(Value):
    """Somebody after a rest."""

    stamina: int
    unconscious: bool
    """Whether there is still no Stamina to wake up with."""
    breather_uses: int
    health: int | None = None
    """As before: rests don't heal wounds."""


class Treated(Value):
    """Somebody after First Aid."""

    temp_health: int
    """Health lent for 24 hours: the best any helper gave in that time."""
    stamina: int
    minutes: int


class Healed(Value):
    """Somebody after the power to heal."""

    health: int
    stamina: int
    health_healed: int


class FirstAidToday(Value):
    """The best that First Aid has given somebody within 24 hours."""

    health: int
    stamina: int
    helpers: list[str] = Field(default_factory=list)


def ceiling(stamina_max: int, *, stamina_locked: int = 0) -> int:
    """How high Stamina can recover: what maintained powers lock stays away (T-074, T-105)."""
    return stamina_max - stamina_locked


def breather_limit(
    body: int, *, limit_by: Literal["body", "body_dice"] = "body", points_per_die: int = POINTS_PER_DIE
) -> int:
    """Breathers before a short rest: the natural Body, or its dice (T-094, T-096, G-21)."""
    return body if limit_by == "body" else dice_of(body, points_per_die=points_per_die)


def check_breather(*, moved: bool, uses: int, limit: int, body_disabled: bool = False) -> None:
    """Whether somebody may take a breather now (T-091, T-094, T-104).

    Raises:
        AgainstTheRules: `already_moved`, `breather_limit` or `body_disabled`.
    """
    if moved:
        raise AgainstTheRules("already_moved", "Who has moved this turn can't take a breather in it.", rule="T-091")
    if uses >= limit:
        raise AgainstTheRules(
            "breather_limit",
            f"All {limit} breathers are used: only a rest gives them back.",
            rule="T-094",
            uses=uses,
            limit=limit,
        )
    if body_disabled:
        raise AgainstTheRules("body_disabled", "With a disabled body a breather gives nothing.", rule="T-104")


def complete_breather(
    *,
    stamina: int,
    stamina_ceiling: int,
    body_dice: int,
    uses: int,
    limit: int,
    dice: DiceSource,
    interrupted: bool = False,
) -> Breather:
    """The start of the turn after a breather: Body dice of Stamina, unless it was interrupted (T-092 to T-096).

    Args:
        stamina: now.
        stamina_ceiling: see `ceiling`.
        body_dice: dice of Body as it is now, with Aid and Drain.
        uses: breathers that counted before this one.
        limit: see `breather_limit`.
        dice: throws the Body dice; none if interrupted.
        interrupted: moved, took a Reaction, or lost Health or Stamina meanwhile; then it doesn't count (T-095).
    """
    if interrupted:
        return Breather(stamina=stamina, uses=uses, limit=limit, interrupted=True, faces=[])
    faces = list(dice.draw(6, body_dice))
    gained = min(sum(faces), max(0, stamina_ceiling - stamina))
    return Breather(stamina=stamina + gained, uses=uses + 1, limit=limit, interrupted=False, faces=faces)


def short_rest(
    *,
    stamina: int,
    stamina_ceiling: int,
    short_rests_today: int = 0,
    body_disabled: bool = False,
    health: int | None = None,
) -> Rested:
    """An hour's rest: half of the missing Stamina, rounded down, and all breathers (T-094, T-098, T-102, T-104).

    Raises:
        AgainstTheRules: `dead`, `rest_limit` after two on one day, `body_disabled`.
    """
    _check_alive(health)
    if short_rests_today >= SHORT_RESTS_A_DAY:
        raise AgainstTheRules(
            "rest_limit",
            f"Only {SHORT_RESTS_A_DAY} short rests a day help, and today had {short_rests_today}.",
            rule="T-102",
            short_rests_today=short_rests_today,
        )
    if body_disabled:
        raise AgainstTheRules("body_disabled", "With a disabled body a short rest gives no Stamina.", rule="T-104")
    rested = stamina + max(0, stamina_ceiling - stamina) // 2
    return Rested(stamina=rested, unconscious=faints(rested), breather_uses=0, health=health)


def long_rest(
    *,
    stamina: int,
    stamina_ceiling: int,
    hours_since_long_rest: int | None = None,
    health: int | None = None,
) -> Rested:
    """Eight hours' rest: all Stamina and all breathers (T-099, T-103, T-105).

    Args:
        stamina: now.
        stamina_ceiling: see `ceiling`.
        hours_since_long_rest: since the end of the last one; None if there was none.
        health: only to say that the dead don't rest.

    Raises:
        AgainstTheRules: `dead`, or `rest_limit` within 24 hours of the last.
    """
    _check_alive(health)
    if hours_since_long_rest is not None and hours_since_long_rest < HOURS_BETWEEN_LONG_RESTS:
        raise AgainstTheRules(
            "rest_limit",
            f"The last long rest ended {hours_since_long_rest} hours ago; "
            f"the next helps after {HOURS_BETWEEN_LONG_RESTS}.",
            rule="T-103",
            hours_since_long_rest=hours_since_long_rest,
        )
    rested = max(stamina, stamina_ceiling)
    return Rested(stamina=rested, unconscious=faints(rested), breather_uses=0, health=health)


def pass_weeks(*, health: int, health_max: int, weeks: int) -> int:
    """Health after so many weeks of natural healing, a point a week (T-100, T-101)."""
    return health if dies(health) else min(max(health, health_max), health + weeks)


def first_aid(
    *,
    health: int,
    stamina: int,
    stamina_ceiling: int,
    faces: list[int],
    today: FirstAidToday | None = None,
    helper: str | None = None,
    revive: bool = False,
) -> Treated:
    """First Aid: as many points of lent Health as dice, their sum of Stamina, a minute a die (T-097, G-20).

    Helpers overlap: only what is better than the best of the last 24 hours is added.

    Args:
        health: of the patient.
        stamina: of the patient.
        stamina_ceiling: see `ceiling`.
        faces: of the skill's dice.
        today: the best so far.
        helper: who helps; the same one doesn't help twice.
        revive: house rule: the dead may be treated.

    Raises:
        AgainstTheRules: `dead`, or `heal_limit` for the same helper again.
    """
    best = today or FirstAidToday(health=0, stamina=0)
    check_first_aid(health, best, helper=helper, revive=revive)
    gained = max(0, sum(faces) - best.stamina)
    return Treated(
        temp_health=max(best.health, len(faces)),
        stamina=stamina + min(gained, max(0, stamina_ceiling - stamina)),
        minutes=len(faces),
    )


def check_first_aid(health: int, today: FirstAidToday, *, helper: str | None = None, revive: bool = False) -> None:
    """Whether this helper's First Aid can help (T-097, G-20).

    Raises:
        AgainstTheRules: `dead`, or `heal_limit` for the same helper again.
    """
    if not revive:
        _check_alive(health)
    if helper is not None and helper in today.helpers:
        raise AgainstTheRules(
            "heal_limit",
            "The same helper's First Aid helps once in 24 hours; somebody else's adds what is better.",
            rule="T-097",
        )


def heal(
    *,
    health: int,
    health_max: int,
    stamina: int,
    stamina_ceiling: int,
    faces: list[int],
    healed_today: int = 0,
) -> Healed:
    """The power to heal: real Health, as many points as dice, and their sum of Stamina (T-097, G-20).

    Args:
        health: of the patient.
        health_max: its most.
        stamina: of the patient.
        stamina_ceiling: see `ceiling`.
        faces: of the power's dice.
        healed_today: Health this power gave the patient within 24 hours; its dice are the most.

    Raises:
        AgainstTheRules: `dead`, or `heal_limit` when the day's Health is given.
    """
    check_heal(health, dice=len(faces), healed_today=healed_today)
    gained = min(len(faces) - healed_today, max(0, health_max - health))
    return Healed(
        health=health + gained,
        stamina=stamina + min(sum(faces), max(0, stamina_ceiling - stamina)),
        health_healed=gained,
    )


def check_heal(health: int, *, dice: int, healed_today: int = 0) -> None:
    """Whether a power of so many dice can still heal today (T-097, G-20).

    Raises:
        AgainstTheRules: `dead`, or `heal_limit` when the day's Health is given.
    """
    _check_alive(health)
    if healed_today >= dice:
        raise AgainstTheRules(
            "heal_limit",
            f"This power gives one patient {dice} Health in 24 hours, and it has.",
            rule="T-097",
            limit=dice,
        )


def _check_alive(health: int | None) -> None:
    if health is not None and dies(health):
        raise AgainstTheRules("dead", "The dead get nothing back.", rule="T-118")
