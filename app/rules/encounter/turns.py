"""Rounds and turns: who is next, what begins and ends with a turn, and where the flow stops for a choice."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from app.rules.encounter import conditions
from app.rules.encounter.frame_facts import (
    EncounterEnded,
    EncounterStarted,
    RoundEnded,
    RoundStarted,
    TurnDelayed,
    TurnEnded,
    TurnStarted,
)
from app.rules.encounter.state import Encounter
from app.rules.value import Value

if TYPE_CHECKING:
    from app.rules.encounter.play import Play


def begin(play: "Play[Any, Any]", order: Sequence[str], *, sheets: Mapping[str, Value]) -> None:
    """Begin the encounter; the first turn follows in `go_on`."""
    update = {"status": "running", "round": 1, "order": tuple(order), "acted": (), "stage": "idle", "active": None}
    play.moved(EncounterStarted(order=tuple(order)), play.encounter.model_copy(update=update), sheets=sheets)


def end(play: "Play[Any, Any]") -> None:
    """The turn that is on ends in `go_on`; one that is ending already goes on doing so."""
    stage = play.encounter.stage
    play.quietly(play.encounter.model_copy(update={"stage": {"open": "ending", "stalled": "idle"}.get(stage, stage)}))


def go_on(play: "Play[Any, Any]") -> None:
    """Let turns end and begin until somebody can act, somebody has to choose, or a whole round went by in vain."""
    begun = 0
    while play.encounter.status == "running" and play.encounter.pending is None:
        active = play.encounter.active
        if play.encounter.stage == "stalled":
            return
        if active is None and begun > len(play.encounter.order):
            play.quietly(play.encounter.model_copy(update={"stage": "stalled"}))
        elif active is None:
            _next(play)
            begun += 1
        elif play.encounter.stage == "starting":
            _start(play, active)
        elif play.encounter.stage == "ending":
            _finish(play, active, passed_over=False)
        elif not play.rules.passes(play, active):
            return
        else:
            _finish(play, active, passed_over=begun > 0)


def _next(play: "Play[Any, Any]") -> None:
    """The first in order who had no turn this round begins theirs; when all had, the round ends."""
    encounter = play.encounter
    following = next((one for one in encounter.order if one not in encounter.acted), None)
    if not encounter.order:
        play.quietly(encounter.model_copy(update={"stage": "stalled"}))
        return
    if following is None:
        _next_round(play)
        return
    resumed = following in encounter.delayed
    update = {
        "active": following,
        "stage": "open" if resumed else "starting",
        "acted": (*encounter.acted, following),
        "delayed": tuple(one for one in encounter.delayed if one != following),
    }
    fact = TurnStarted(combatant=following, round=encounter.round, resumed=resumed)
    play.moved(fact, encounter.model_copy(update=update))


def _next_round(play: "Play[Any, Any]") -> None:
    play.moved(RoundEnded(round=play.encounter.round), play.encounter)
    conditions.reach(play, "round_end")
    play.rules.round_ended(play)
    if play.encounter.status == "running":
        after = play.encounter.round + 1
        update = {"round": after, "acted": (), "delayed": ()}
        play.moved(RoundStarted(round=after), play.encounter.model_copy(update=update))
        play.rules.round_began(play)


def _start(play: "Play[Any, Any]", active: str) -> None:
    play.rules.before_turn(play, active)
    if _undisturbed(play, active):
        play.quietly(play.encounter.model_copy(update={"stage": "open"}))
        conditions.reach(play, "turn_start", active)
        play.rules.turn_began(play, active)


def _finish(play: "Play[Any, Any]", active: str, *, passed_over: bool) -> None:
    play.quietly(play.encounter.model_copy(update={"stage": "ending"}))
    play.rules.before_turn_end(play, active)
    if _undisturbed(play, active):
        update = {"active": None, "stage": "idle"}
        fact = TurnEnded(combatant=active, passed_over=passed_over)
        play.moved(fact, play.encounter.model_copy(update=update))
        conditions.reach(play, "turn_end", active)
        play.rules.turn_ended(play, active)


def _undisturbed(play: "Play[Any, Any]", active: str) -> bool:
    """Whether a hook has left the flow alone: no window, no end, the same one's turn."""
    encounter = play.encounter
    return encounter.pending is None and encounter.status == "running" and encounter.active == active


def delay(play: "Play[Any, Any]", order: Sequence[str]) -> None:
    """The active one waits for its place in this order; see `Play.delay_turn`."""
    encounter = play.encounter
    active = encounter.active
    assert active is not None, "nobody's turn is on"
    update = {
        "active": None,
        "stage": "idle",
        "order": tuple(order),
        "acted": tuple(one for one in encounter.acted if one != active),
        "delayed": (*encounter.delayed, active),
    }
    play.moved(TurnDelayed(combatant=active), encounter.model_copy(update=update))


def last_side(encounter: Encounter[Any, Any]) -> str | None:
    """The one side that is left standing of several; None: several are, or none, or one of whom nobody knows.

    Whoever has no place in the order, such as an object, is no side.
    """
    placed = [one for one in encounter.combatants if one.id in encounter.order]
    standing = [one for one in placed if not one.out]
    sides = {one.side for one in standing}
    if len(sides) != 1 or len({one.side for one in placed}) == 1 or any(one.hidden for one in standing):
        return None
    return sides.pop()


def end_encounter(play: "Play[Any, Any]", *, winner: str | None) -> None:
    """End the encounter: the system's last word, what lasts until now, and the characters' sheets."""
    if play.encounter.pending is not None:
        play.close_window(dropped=True)
    if play.encounter.status == "running":
        play.rules.ends(play)
        conditions.reach(play, "encounter_end")
        for combatant in play.encounter.combatants:
            play.give_back(combatant)
    update = {"status": "ended", "active": None, "stage": "idle", "winner": winner, "delayed": ()}
    play.moved(EncounterEnded(winner=winner), play.encounter.model_copy(update=update))
