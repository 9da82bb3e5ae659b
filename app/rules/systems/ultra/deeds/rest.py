"""Rest and time: scenes that end, weariness that goes, and Status Effects that last so many minutes."""

from collections.abc import Mapping
from typing import Final, Literal

from app.rules.deeds import HOUR, Applied, DeedBody, applied
from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.ultra.deeds.occasion import UltraOccasion
from app.rules.systems.ultra.sheet import Status, UltraSheet
from app.rules.systems.ultra.statuses import status_of

RestKind = Literal["scene", "full"]
FULL_REST: Final = 8 * HOUR
LASTING: Final = frozenset({"minutes", "never"})
"""Moments that the end of a scene doesn't bring."""
WEARY: Final = "exhausted"
"""What a full rest eases (section 3b)."""


class RestBody(DeedBody):
    """A pause."""

    kind: RestKind = "full"
    """A scene's end, or a full rest of a night."""


class UltraRested(Value):
    """What a pause has taken along."""

    ended: list[str]
    """Status Effects that are gone."""
    eased: dict[str, int]
    """Those that are lower, with the level that is left."""
    tokens_lost: int
    """Bonus hits that waited for an action of the scene."""


class Rest:
    """`rest`."""

    summary: str = "The scene ends, or a night's full rest eases exhaustion; injuries stay until they are healed."
    body: type[RestBody] = RestBody
    result: type[Value] = UltraRested
    examples: Mapping[str, RestBody] = {"A night": RestBody(), "The scene is over": RestBody(kind="scene")}

    def apply(self, sheet: UltraSheet, body: RestBody, _: UltraOccasion) -> Applied[UltraSheet]:
        """End what the scene's end ends, and with a full rest lower exhaustion by a level (section 3b, G-28)."""
        rested = scene_over(sheet)
        if body.kind == "full":
            eased = [_eased(status) for status in rested.statuses]
            rested = rested.model_copy(update={"statuses": [status for status in eased if status is not None]})
        word = "Full rest" if body.kind == "full" else "End of the scene"
        return _answer(sheet, rested, word)


def rest_for(minutes: int, kind: str | None) -> RestBody:
    """A full rest takes eight hours, as a night does in every system here; anything shorter ends the scene.

    Raises:
        OutOfRange: `unknown_rest`.
        AgainstTheRules: `rest_too_short`.
    """
    match kind:
        case None:
            return RestBody(kind="full" if minutes >= FULL_REST else "scene")
        case "full" if minutes < FULL_REST:
            raise AgainstTheRules(
                "rest_too_short",
                f"A full rest takes {FULL_REST} minutes, not {minutes}.",
                minutes=minutes,
                needed=FULL_REST,
                rule="G-28",
            )
        case "scene" | "full":
            return RestBody(kind=kind)
        case _:
            raise OutOfRange("unknown_rest", "A rest is `scene` or `full`.", allowed=["scene", "full"], rule="G-28")


def time_passes(sheet: UltraSheet, *, before: int, after: int) -> Applied[UltraSheet]:
    """Status Effects of so many minutes run out, and an hour ends the scene (G-28)."""
    minutes = after - before
    later = [_after(status, minutes) for status in sheet.statuses]
    passed = sheet.model_copy(update={"statuses": [status for status in later if status is not None]})
    if minutes >= HOUR:
        passed = scene_over(passed)
    return _answer(sheet, passed, "Time passes")


def scene_over(sheet: UltraSheet) -> UltraSheet:
    """The sheet once the scene is over: without what clears by then, and without bonus hits that waited (G-28)."""
    return sheet.model_copy(
        update={
            "statuses": [status for status in sheet.statuses if status.clears.at in LASTING],
            "tokens": [token for token in sheet.tokens if token.expires.at in LASTING],
        }
    )


def _eased(status: Status) -> Status | None:
    if status.key != WEARY:
        return status
    return status.model_copy(update={"level": status.level - 1}) if status.level > 1 else None


def _after(status: Status, minutes: int) -> Status | None:
    if status.clears.at != "minutes":
        return status
    left = (status.clears.count or 0) - minutes
    return status.model_copy(update={"clears": status.clears.model_copy(update={"count": left})}) if left > 0 else None


def _answer(before: UltraSheet, after: UltraSheet, word: str) -> Applied[UltraSheet]:
    levels = {status.key: status.level for status in after.statuses}
    result = UltraRested(
        ended=[status.key for status in before.statuses if status.key not in levels],
        eased={
            status.key: levels[status.key]
            for status in before.statuses
            if status.key in levels and levels[status.key] < status.level
        },
        tokens_lost=sum(token.amount for token in before.tokens) - sum(token.amount for token in after.tokens),
    )
    parts = [f"{status_of(key).name} ends" for key in result.ended]
    parts += [f"{status_of(key).name} falls to {level}" for key, level in result.eased.items()]
    if result.tokens_lost:
        parts.append(f"{result.tokens_lost} waiting bonus hits are lost")
    return applied(after, result, word=word, why="; ".join(parts) or "nothing changes", rules=["G-22", "G-28"])
