"""Rests, and what goes by itself as the game's clock moves."""

from collections.abc import Mapping
from typing import Final, Literal

from app.rules.deeds import DAY, HOUR, Applied, DeedBody, applied
from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.uttas.deeds.occasion import UttasOccasion
from app.rules.systems.uttas.recovery import DAYS_PER_HEALTH, Rested, ceiling, long_rest, pass_weeks, short_rest
from app.rules.systems.uttas.sheet import ShortRests, UttasSheet
from app.rules.systems.uttas.vitals import alive, body_disabled, healed, lent

RestKind = Literal["short", "long"]
LENGTH: Final[Mapping[RestKind, int]] = {"short": HOUR, "long": 8 * HOUR}
"""In minutes (T-098, T-099)."""
WEEK: Final = DAYS_PER_HEALTH * DAY


class RestBody(DeedBody):
    """A rest that has just been had."""

    kind: RestKind
    """An hour, or eight."""


class UttasRested(Value):
    """Somebody after a rest."""

    stamina: int
    gained: int
    """Stamina that came back."""
    breather_uses: int
    unconscious: bool
    """Whether there is still no Stamina to wake up with."""


class UttasPassed(Value):
    """Somebody after a time."""

    health: int
    healed: int
    """Health that came back by itself, a point a week."""
    lent: int
    """What First Aid still lends."""


class Rest:
    """`rest`."""

    summary: str = "An hour's or eight hours' rest: Stamina and breathers, within the limits of the day."
    body: type[RestBody] = RestBody
    result: type[Value] = UttasRested
    examples: Mapping[str, RestBody] = {"An hour": RestBody(kind="short"), "A night": RestBody(kind="long")}

    def apply(self, sheet: UttasSheet, body: RestBody, occasion: UttasOccasion) -> Applied[UttasSheet]:
        """Rest, as ending now: two short ones a day, one long one in 24 hours (T-098 to T-104, G-28).

        Raises:
            AgainstTheRules: `dead`, `rest_limit`, `body_disabled`.
        """
        clock = occasion.clock
        top = ceiling(sheet.stamina_max, stamina_locked=sheet.stamina_locked)
        health = sheet.health_now + lent(sheet, clock)
        if body.kind == "short":
            today = clock // DAY
            before = sheet.short_rests.n if sheet.short_rests and sheet.short_rests.day == today else 0
            rested = short_rest(
                stamina=sheet.stamina_now,
                stamina_ceiling=top,
                short_rests_today=before,
                body_disabled=body_disabled(sheet),
                health=health,
            )
            limits = {"short_rests": ShortRests(day=today, n=before + 1)}
            return _answer(sheet, rested, limits, ["T-098", "T-094", "T-102"])
        rested = long_rest(
            stamina=sheet.stamina_now, stamina_ceiling=top, hours_since_long_rest=_hours(sheet, clock), health=health
        )
        return _answer(sheet, rested, {"last_long_rest_end": clock}, ["T-099", "T-094", "T-103"])


def rest_for(minutes: int, kind: str | None) -> RestBody:
    """A long rest takes eight hours, a short one an hour.

    Raises:
        OutOfRange: `unknown_rest`.
        AgainstTheRules: `rest_too_short`.
    """
    chosen: RestKind
    match kind:
        case None:
            chosen = "long" if minutes >= LENGTH["long"] else "short"
        case "short" | "long":
            chosen = kind
        case _:
            raise OutOfRange("unknown_rest", "A rest is `short` or `long`.", allowed=list(LENGTH), rule="T-098")
    if minutes < LENGTH[chosen]:
        raise AgainstTheRules(
            "rest_too_short",
            f"A {chosen} rest takes {LENGTH[chosen]} minutes, not {minutes}.",
            minutes=minutes,
            needed=LENGTH[chosen],
            rule="T-098" if chosen == "short" else "T-099",
        )
    return RestBody(kind=chosen)


def time_passes(sheet: UttasSheet, *, before: int, after: int) -> Applied[UttasSheet]:
    """Health comes back by a point a week, lent Health runs out, limits are forgotten (T-100, G-20, G-28).

    A week that has begun goes on where the clock stops; it starts with the first wound.
    """
    living = alive(sheet, before)
    passed = sheet.model_copy(
        update={
            # What was lent never leaves less than 1 behind.
            "health": max(1, sheet.health_now) if living and not lent(sheet, after) else sheet.health_now,
            "temp_health": [one for one in sheet.temp_health if one.expires > after],
            "heal_log": [one for one in sheet.heal_log if after - one.at < DAY],
            "short_rests": sheet.short_rests if sheet.short_rests and sheet.short_rests.day == after // DAY else None,
        }
    )
    hurt = passed.health_now
    if living and hurt < sheet.health_max:
        begun = before if sheet.mending_since is None else min(before, sheet.mending_since)
        weeks = (after - begun) // WEEK
        passed = passed.model_copy(update={"mending_since": begun + weeks * WEEK})
        passed = healed(passed, pass_weeks(health=hurt, health_max=sheet.health_max, weeks=weeks) - hurt)
    gained = passed.health_now - hurt
    result = UttasPassed(health=passed.health_now, healed=gained, lent=lent(passed, after))
    why = f"{gained} Health comes back, {passed.health_now} of {sheet.health_max}" if gained else "nothing heals"
    return applied(passed, result, word="Time passes", why=why, rules=["T-100"])


def _hours(sheet: UttasSheet, clock: int) -> int | None:
    # A clock that was set back has no rest behind it yet.
    if sheet.last_long_rest_end is None or sheet.last_long_rest_end > clock:
        return None
    return (clock - sheet.last_long_rest_end) // HOUR


def _answer(sheet: UttasSheet, rested: Rested, limits: Mapping[str, object], rules: list[str]) -> Applied[UttasSheet]:
    gained = rested.stamina - sheet.stamina_now
    after = sheet.model_copy(
        update={"stamina": rested.stamina, "breather_uses": rested.breather_uses, **limits},
    )
    result = UttasRested(
        stamina=rested.stamina,
        gained=gained,
        breather_uses=rested.breather_uses,
        unconscious=rested.unconscious,
    )
    why = f"{gained} Stamina, {rested.stamina} of {sheet.stamina_max}, and all breathers"
    if rested.unconscious:
        why += "; still unconscious"
    return applied(after, result, word="Short rest" if "short_rests" in limits else "Long rest", why=why, rules=rules)
