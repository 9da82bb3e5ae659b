"""Conditions that come, run and end at their stated moment."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from app.rules.encounter.frame_facts import ConditionAdded, ConditionEnded
from app.rules.encounter.state import Combatant, Condition, Encounter, Expiry, Moment

if TYPE_CHECKING:
    from app.rules.encounter.play import Play

SECONDS = 60


def add(
    play: "Play[Any, Any]",
    bearer: str,
    key: str,
    *,
    param: str | None,
    source: str | None,
    expires: Expiry,
    instead_of: Condition | None = None,
    apart: bool = False,
) -> Condition:
    """Put a condition on somebody; see `Play.add_condition`."""
    held = play[bearer].conditions
    same = () if apart else (one for one in held if (one.key, one.param, one.source) == (key, param, source))
    known = instead_of or next(iter(same), None)
    condition = Condition(
        id=known.id if known else play.ids("cnd"),
        key=key,
        param=param,
        source=source,
        expires=expires,
        since=play.encounter.round,
    )
    kept = tuple(condition if one is known else one for one in held)
    play.moved(_added(play, bearer, condition), bearing(play.encounter, bearer, kept if known else (*held, condition)))
    play.rules.condition_added(play, bearer, condition)
    return condition


def _added(play: "Play[Any, Any]", bearer: str, condition: Condition) -> ConditionAdded:
    by = condition.source if play.encounter.find(condition.source) is not None else None
    return ConditionAdded(
        combatant=bearer,
        id=condition.id,
        key=condition.key,
        param=condition.param,
        by=by,
        cause=None if by else condition.source,
        until=condition.expires.of,
        expires=condition.expires,
        title=play.rules.condition_title(condition),
    )


def remove(play: "Play[Any, Any]", bearer: str, condition: Condition, *, expired: bool) -> None:
    """End a condition; see `Play.remove_condition`. One that is gone already stays gone."""
    held = play[bearer].conditions
    kept = tuple(one for one in held if one.id != condition.id)
    if len(kept) == len(held):
        return
    fact = ConditionEnded(
        combatant=bearer,
        id=condition.id,
        key=condition.key,
        param=condition.param,
        expired=expired,
        title=play.rules.condition_title(condition),
    )
    play.moved(fact, bearing(play.encounter, bearer, kept))
    play.rules.condition_ended(play, bearer, condition)


def reach(play: "Play[Any, Any]", at: Moment, of: str | None = None) -> None:
    """A moment has come: what waited for it has one such moment fewer to wait, or ends."""
    ended: list[tuple[str, Condition]] = []
    combatants = []
    for bearer in play.encounter.combatants:
        ended += [(bearer.id, one) for one in bearer.conditions if _ends(play, one, bearer.id, at, of)]
        combatants.append(_run(bearer, at, of) if bearer.conditions else bearer)
    if any(one is not other for one, other in zip(combatants, play.encounter.combatants, strict=True)):
        play.quietly(play.encounter.model_copy(update={"combatants": tuple(combatants)}))
    for name, condition in ended:
        remove(play, name, condition, expired=True)


def free(play: "Play[Any, Any]", leaver: Combatant[Any]) -> None:
    """Let go of somebody who leaves: what waits for a turn of theirs waits for the end of rounds instead.

    What somebody hidden has brought comes from nobody then: their id alone would tell that they were there. What waits
    for them waits for the end of rounds unseen, as it has waited for their turn.
    """
    for bearer in play.encounter.combatants:
        for held in bearer.conditions if bearer.id != leaver.id else ():
            kept = held.model_copy(update={"source": None}) if leaver.hidden and held.source == leaver.id else held
            waits = held.expires.of == leaver.id
            if waits:
                at: Moment = "round_end" if held.expires.at in {"turn_start", "turn_end"} else held.expires.at
                of = leaver.id if leaver.hidden else None
                kept = kept.model_copy(update={"expires": Expiry(at=at, of=of, count=held.expires.count)})
            if kept is not held:
                all_ = tuple(kept if one.id == held.id else one for one in play[bearer.id].conditions)
                after = bearing(play.encounter, bearer.id, all_)
                if waits and not leaver.hidden:
                    play.moved(_added(play, bearer.id, kept), after)
                else:
                    play.quietly(after)


def outside(play: "Play[Any, Any]", bearer: str) -> Iterator[Condition]:
    """What somebody bears, as their sheet may have it: whoever reads that needn't know of all who are here.

    What somebody hidden has brought comes from nobody, and what waits for a turn waits for its bearer's.
    """
    for held in play[bearer].conditions:
        by = play.encounter.find(held.source)
        source = None if by is not None and by.hidden else held.source
        yield held.model_copy(update={"source": source, "expires": held.expires.model_copy(update={"of": None})})


def bearing(encounter: Encounter[Any, Any], bearer: str, held: tuple[Condition, ...]) -> Encounter[Any, Any]:
    """The encounter in which somebody bears exactly these conditions."""
    combatants = tuple(
        one.model_copy(update={"conditions": held}) if one.id == bearer else one for one in encounter.combatants
    )
    return encounter.model_copy(update={"combatants": combatants})


def waits_for(condition: Condition, bearer: str, at: Moment, of: str | None) -> bool:
    """Whether it is this moment, of whosever turn, that the condition waits for."""
    return condition.expires.at == at and (of is None or (condition.expires.of or bearer) == of)


def runs_out(condition: Condition, round_: int, round_seconds: int | None) -> bool:
    """Whether the minutes it lasts are over with this round; never where rounds have no length."""
    if condition.expires.at != "minutes" or not round_seconds:
        return False
    return (round_ - condition.since + 1) * round_seconds >= condition.expires.count * SECONDS


def _ends(play: "Play[Any, Any]", condition: Condition, bearer: str, at: Moment, of: str | None) -> bool:
    if at == "round_end" and condition.expires.at == "minutes":
        return runs_out(condition, play.encounter.round, play.rules.round_seconds)
    return waits_for(condition, bearer, at, of) and condition.expires.count == 1


def _run(bearer: Combatant[Any], at: Moment, of: str | None) -> Combatant[Any]:
    running = [one for one in bearer.conditions if waits_for(one, bearer.id, at, of) and one.expires.count > 1]
    if not running:
        return bearer
    held = tuple(
        one.model_copy(update={"expires": one.expires.model_copy(update={"count": one.expires.count - 1})})
        if one in running
        else one
        for one in bearer.conditions
    )
    return bearer.model_copy(update={"conditions": held})
