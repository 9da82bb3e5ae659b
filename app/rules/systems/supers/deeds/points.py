"""Hero points spent and earned, extra effort between fights, and what a session starts with."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from app.rules.deeds import Applied, DeedBody, applied
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.supers.deeds.bearing import with_state, with_wounds, wounds_of
from app.rules.systems.supers.deeds.occasion import SupersOccasion
from app.rules.systems.supers.effort import (
    EffortOption,
    Fatigue,
    extra_effort,
    extra_effort_cost,
    refreshed,
    session_points,
    spend,
)
from app.rules.systems.supers.sheet import Key, SupersSheet
from app.rules.systems.supers.traits import check_acts

Use = Literal["edit_scene", "heroic_feat", "inspiration", "instant_counter", "recover"]
"""What a hero point buys; to improve a roll, amend the check."""
MOST_POINTS = 1000
OF_DAMAGE = "damage"
OF_FATIGUE = "fatigue"
WEIGHT: Mapping[str, int] = {"stunned": 0, "dazed": 1, "exhausted": 2, "fatigued": 3}
"""What a hero point takes away, the worst first (R-16)."""


class SpendBody(DeedBody):
    """Hero points, or an effort."""

    resource: Literal["hero_points", "extra_effort"] = "hero_points"
    amount: Annotated[int, Field(ge=1, le=20)] = 1
    """Hero points."""
    gain: bool = False
    """They are earned: the game master says so."""
    use: Use | None = None
    """What one is spent on."""
    condition: Key | None = None
    """What `recover` takes away: the id of a condition, `damage` or `fatigue`; without one, the worst."""
    effort: EffortOption | None = None
    """What the extra effort is for."""
    hero_point: bool = False
    """A hero point takes the fatigue of the effort away."""
    reason: Annotated[str, Field(max_length=200)] | None = None
    """What it is for, in words."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.resource == "extra_effort") != (self.effort is not None):
            raise ValueError("`extra_effort`, and only it, says the `effort` it is for.")
        if self.effort is None and self.hero_point:
            raise ValueError("`hero_point` belongs to an `extra_effort`.")
        if (self.gain or self.effort) and (self.use or self.condition):
            raise ValueError("Only a hero point that is spent has a `use`.")
        if self.use and self.amount != 1:
            raise ValueError("A `use` takes one hero point.")
        if self.condition and self.use != "recover":
            raise ValueError("Only `recover` takes a `condition` away.")
        return self


class SupersPoints(Value):
    """What is there now."""

    hero_points: int
    fatigue: Fatigue
    ended: str | None = None
    """What `recover` took away: the id of a condition, `damage` or `fatigue`."""


class Spend:
    """`spend`."""

    summary: str = "Hero points are spent or earned; extra effort tires."
    body: type[SpendBody] = SpendBody
    result: type[Value] = SupersPoints
    examples: Mapping[str, SpendBody] = {
        "Shake it off": SpendBody(use="recover"),
        "A complication comes up": SpendBody(gain=True, reason="the promise kept"),
        "One more rank, whatever it takes": SpendBody(resource="extra_effort", effort="strength"),
    }

    def apply(self, sheet: SupersSheet, body: SpendBody, occasion: SupersOccasion) -> Applied[SupersSheet]:
        """Pay and have it, or earn (S-131 to S-138, R-15, R-16).

        Fatigue comes at once: no turn is waited for.

        Raises:
            AgainstTheRules: `no_hero_point`, `nothing_to_recover`, `dead`, `stunned`.
        """
        if body.effort is not None:
            return _effort(sheet, body, occasion)
        if body.gain:
            after = sheet.model_copy(update={"hero_points": min(MOST_POINTS, sheet.hero_points + body.amount)})
            return _answer(after, body, "Hero points earned", ["S-138"])
        points = sheet.hero_points
        for _ in range(body.amount):
            points = spend(points)
        after, ended = sheet, None
        if body.use == "recover":
            after, ended = _recovered(sheet, body.condition)
        after = after.model_copy(update={"hero_points": points})
        return _answer(after, body, _word(body, ended), ["S-137", "R-16"], ended=ended)


class NewSession(Value):
    """What a session starts with."""

    hero_points: int


def session_starts(sheet: SupersSheet, *, new_adventure: bool) -> Applied[SupersSheet]:
    """Hero points of a hero at the start of a session; nobody else has any to start with (S-136, S-139, R-17)."""
    points = sheet.hero_points
    if sheet.kind == "hero":
        points = session_points(points, new_adventure=new_adventure, luck=sheet.rank_of("luck"))
    after = sheet.model_copy(update={"hero_points": min(MOST_POINTS, points)})
    result, why = NewSession(hero_points=after.hero_points), _counted(after.hero_points)
    word = "New adventure" if new_adventure else "New session"
    return applied(after, result, word=word, why=why, rules=["S-136", "R-17"])


def awarded(before: SupersSheet, after: SupersSheet) -> str | None:
    """More hero points than there were are earned, which the game master says (S-136, S-138)."""
    if after.hero_points <= before.hero_points:
        return None
    return (
        f"Hero points are earned by what happens at the table, and the game master gives them: here are "
        f"{before.hero_points}, and {after.hero_points} are asked for (S-138)."
    )


def _effort(sheet: SupersSheet, body: SpendBody, occasion: SupersOccasion) -> Applied[SupersSheet]:
    check_acts(sheet, occasion.options)
    chosen = extra_effort(body.effort or "bonus")
    tired = extra_effort_cost(sheet.state.fatigue, hero_point_next_turn=body.hero_point, hero_points=sheet.hero_points)
    after = with_state(sheet, fatigue=tired.fatigue).model_copy(update={"hero_points": tired.hero_points})
    word = f"Extra effort, {chosen.option.replace('_', ' ')}"
    return _answer(after, body, word, ["S-131", "S-135" if body.hero_point else "S-132", "R-15"])


def _recovered(sheet: SupersSheet, which: str | None) -> tuple[SupersSheet, str]:
    for _, name, after in sorted(_recoverable(sheet), key=lambda one: one[0]):
        if which in {None, name}:
            return after, name
    raise AgainstTheRules(
        "nothing_to_recover", "A hero point takes stunned, dazed or fatigue away, and there is no such.", rule="R-16"
    )


def _recoverable(sheet: SupersSheet) -> Iterator[tuple[int, str, SupersSheet]]:
    """What a hero point could take away: how bad it is, what it is called, and the sheet without it."""
    state = sheet.state
    for one in state.conditions:
        if one.key in WEIGHT:
            left = [other for other in state.conditions if other.id != one.id]
            if one.key == "exhausted":
                left = [
                    other.model_copy(update={"key": "fatigued"}) if other.id == one.id else other
                    for other in state.conditions
                ]
            yield WEIGHT[one.key], one.id, with_state(sheet, conditions=left)
    if state.damage.level == "dazed":
        yield WEIGHT["dazed"], OF_DAMAGE, with_wounds(sheet, wounds_of(sheet).model_copy(update={"level": "none"}))
    if state.fatigue in WEIGHT:
        yield WEIGHT[state.fatigue], OF_FATIGUE, with_state(sheet, fatigue=refreshed(state.fatigue))


def _word(body: SpendBody, ended: str | None) -> str:
    if body.use is None:
        return "Hero points spent"
    return f"Hero point, {body.use.replace('_', ' ')}" + (f" from {ended}" if ended in {OF_DAMAGE, OF_FATIGUE} else "")


def _answer(
    after: SupersSheet, body: SpendBody, word: str, rules: list[str], *, ended: str | None = None
) -> Applied[SupersSheet]:
    result = SupersPoints(hero_points=after.hero_points, fatigue=after.state.fatigue, ended=ended)
    said = [f"{_counted(after.hero_points)} left"] if body.effort is None or body.hero_point else []
    if body.effort is not None or after.state.fatigue != "none":
        said.append("not fatigued" if after.state.fatigue == "none" else after.state.fatigue)
    why = "; ".join(said)
    if body.reason:
        why += "; {0}"
    return applied(after, result, word=word, why=why, rules=rules, quoted=[body.reason] if body.reason else [])


def _counted(points: int) -> str:
    return "1 hero point" if points == 1 else f"{points} hero points"
