"""Rest by minutes and hours, and what goes by itself as the game's clock moves."""

from collections.abc import Mapping
from typing import Annotated, Final, Self

from pydantic import Field, model_validator

from app.rules.deeds import HOUR, Applied, DeedBody, applied
from app.rules.system import OutOfRange, Value
from app.rules.systems.supers.afflictions import still_weakened
from app.rules.systems.supers.deeds.bearing import standing, with_state, with_wounds, wounds_of
from app.rules.systems.supers.deeds.occasion import SupersOccasion
from app.rules.systems.supers.effort import FATIGUE, Fatigue, tired
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.recovery import TargetKind, fatigue_rest, recover, recover_set
from app.rules.systems.supers.resistance import DamageLevel, Wounds
from app.rules.systems.supers.sheet import ConditionOn, SupersSheet

ROUNDS_A_MINUTE: Final = 10
LASTING: Final = frozenset({"minutes", "never"})
"""Moments that no turn, round or encounter brings."""


class RestBody(DeedBody):
    """A rest that has just been had."""

    minutes: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    hours: Annotated[int, Field(ge=0, le=10_000)] = 0

    @model_validator(mode="after")
    def _some_time(self) -> Self:
        if not self.length:
            raise ValueError("Say for how many `minutes` or `hours`.")
        return self

    @property
    def length(self) -> int:
        """In minutes."""
        return self.minutes + HOUR * self.hours


class SupersState(Value):
    """How somebody is."""

    level: DamageLevel
    penalty: int
    """Taken off damage resistance checks."""
    fatigue: Fatigue
    ended: list[str]
    """Ids of conditions that are gone."""


class Rest:
    """`rest`."""

    summary: str = "Each minute of rest heals a step or a -1, each hour takes a step of fatigue off."
    body: type[RestBody] = RestBody
    result: type[Value] = SupersState
    examples: Mapping[str, RestBody] = {"Six minutes": RestBody(minutes=6), "A night": RestBody(hours=8)}

    def apply(self, sheet: SupersSheet, body: RestBody, occasion: SupersOccasion) -> Applied[SupersSheet]:
        """Recover by whole minutes and hours (S-108, S-140, S-141, R-09, R-10).

        Whoever has Diehard stabilises by themselves, and rests then (R-23).

        Raises:
            AgainstTheRules: `dying`, `dead`, `object_no_recovery`.
        """
        wounds = wounds_of(sheet)
        if wounds.level == "dying" and sheet.rank_of("diehard"):
            wounds = wounds.model_copy(update={"level": "incapacitated"})
        wounds = _recovered(wounds, body.length, sheet, occasion.options)
        stable = sheet.state.damage.stable and wounds.level == "incapacitated"
        after = _fleeting_gone(with_wounds(sheet, wounds, stable=stable))
        rested = [_less_tired(one, body.length) for one in after.state.conditions]
        after = with_state(
            after,
            fatigue=fatigue_rest(after.state.fatigue, body.length),
            conditions=[one for one in rested if one is not None],
        )
        return _answer(sheet, after, "Rest", ["S-140", "S-141", "R-09", "R-10"])


def rest_for(minutes: int, kind: str | None) -> RestBody:
    """All of the time is rest.

    Raises:
        OutOfRange: `unknown_rest`.
    """
    if kind is not None:
        raise OutOfRange("unknown_rest", "A rest here is so many minutes, of no special kind.", rule="S-140")
    return RestBody(minutes=minutes)


def time_passes(sheet: SupersSheet, options: SupersOptions, *, before: int, after: int) -> Applied[SupersSheet]:
    """What lasts so many minutes, or only a turn or a scene, ends; weakened traits come back (R-08, R-36)."""
    minutes = after - before
    passed = _fleeting_gone(sheet) if minutes else sheet
    later = [_after(one, minutes) for one in passed.state.conditions]
    passed = with_state(
        passed,
        conditions=[one for one in later if one is not None],
        healing_failed=[one for one in passed.state.healing_failed if one.at >= after],
    )
    dazed = passed.state.damage.level == "dazed" and options.damage_daze_ends == "end_of_next_turn"
    if minutes and dazed:
        passed = with_wounds(passed, wounds_of(passed).model_copy(update={"level": "none"}))
    return _answer(sheet, passed, "Time passes", ["R-08", "R-36"])


def _recovered(wounds: Wounds, minutes: int, sheet: SupersSheet, options: SupersOptions) -> Wounds:
    kind: TargetKind = "object" if sheet.kind == "object" else "living"
    if options.recovery_model == "ladder":
        return recover(wounds, minutes, target_kind=kind)
    held = [] if wounds.level == "none" else [wounds.level]
    left = recover_set(held, wounds.penalty, minutes, target_kind=kind)
    return Wounds(level=left.conditions[-1] if left.conditions else "none", penalty=left.penalty)


def _fleeting_gone(sheet: SupersSheet) -> SupersSheet:
    """Without what a turn, a round or an encounter's end takes away, and with the fatigue that was still to come."""
    state = sheet.state
    return with_state(
        sheet,
        conditions=[one for one in state.conditions if one.expires is None or one.expires.at in LASTING],
        fatigue=tired(state.fatigue) if state.pending_step else state.fatigue,
        pending_step=0,
    )


def _less_tired(one: ConditionOn, minutes: int) -> ConditionOn | None:
    level: Fatigue | None = next((step for step in FATIGUE if step == one.key), None)
    if level is None or level == "incapacitated":
        return one
    left = fatigue_rest(level, minutes)
    return None if left == "none" else one.model_copy(update={"key": left})


def _after(one: ConditionOn, minutes: int) -> ConditionOn | None:
    if one.expires is not None and one.expires.at == "minutes":
        left = one.expires.count - minutes
        if left <= 0:
            return None
        return one.model_copy(update={"expires": one.expires.model_copy(update={"count": left})})
    trait, _, lost = (one.param or "").partition(",")
    if one.key == "weakened" and lost.isdecimal():
        missing = still_weakened(int(lost), ROUNDS_A_MINUTE * minutes)
        return one.model_copy(update={"param": f"{trait},{missing}"}) if missing else None
    return one


def _answer(before: SupersSheet, after: SupersSheet, word: str, rules: list[str]) -> Applied[SupersSheet]:
    left = {one.id for one in after.state.conditions}
    gone = [one for one in before.state.conditions if one.id not in left]
    result = SupersState(
        level=after.state.damage.level,
        penalty=after.state.damage.penalty,
        fatigue=after.state.fatigue,
        ended=[one.id for one in gone],
    )
    parts = [_changed(standing(before), standing(after))]
    if {before.state.fatigue, after.state.fatigue} != {"none"}:
        parts.append(_changed(_tiredness(before), _tiredness(after)))
    parts += [f"{one.key} ends" for one in gone]
    return applied(after, result, word=word, why="; ".join(parts), rules=rules)


def _tiredness(sheet: SupersSheet) -> str:
    return "not fatigued" if sheet.state.fatigue == "none" else sheet.state.fatigue


def _changed(before: str, after: str) -> str:
    return after if before == after else f"{after} (was {before})"
