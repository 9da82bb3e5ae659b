"""Those who bear Status Effects and injuries: how these come, worsen, ease and go, and who is still in the scene."""

from typing import Any

from app.rules.encounter.state import MOST_MOMENTS, Combatant, Condition, Expiry
from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.ultra.encounter.facts import InjuriesChanged
from app.rules.systems.ultra.encounter.state import Fighter, UltraPlay
from app.rules.systems.ultra.sheet import Moment, Status
from app.rules.systems.ultra.statuses import BY_KEY, status_of
from app.rules.systems.ultra.suffering import eased, incoming, level_of, source_gone, tick

BY_MASTER = "gm"
TURNS = {"turn_start", "turn_end"}


# -- Status Effects --------------------------------------------------------------------------------------------------


def status_in(condition: Condition, bearer: str) -> Status:
    """A condition as the Status Effect that it is."""
    expires = condition.expires
    turns, counted = expires.at in TURNS, expires.at not in {"never", "encounter_end"}
    return Status(
        key=condition.key,
        level=level_of(condition.key, int(condition.param or 1)),
        source=condition.source or BY_MASTER,
        clears=Moment(
            at=expires.at,
            of=(expires.of or bearer) if turns else expires.of,
            count=expires.count if counted else None,
        ),
    )


def condition_of(status: Status) -> Condition:
    """A Status Effect of a sheet as the condition that it becomes; whose turn it waits for, is its bearer's."""
    clears = status.clears
    expires = Expiry(at=clears.at, count=min(MOST_MOMENTS, max(1, clears.count or 1)))
    return Condition(id="", key=status.key, param=str(status.level), source=status.source, expires=expires)


def statuses(combatant: Combatant[Fighter]) -> list[Status]:
    """The Status Effects that somebody bears, in the order they came."""
    return [status_in(one, combatant.id) for one in combatant.conditions]


def held(combatant: Combatant[Fighter], key: str) -> Condition | None:
    """The Status Effect of that key that somebody bears."""
    return next((one for one in combatant.conditions if one.key == key), None)


def check_condition(condition: Condition) -> None:
    """Refuse what is no Status Effect, or has no such level (section 3b).

    Raises:
        OutOfRange: `unknown_status`.
    """
    status = status_of(condition.key)
    levels = [str(level) for level in range(status.least_level, status.max_level + 1)]
    if condition.param is not None and condition.param not in levels:
        raise OutOfRange(
            "unknown_status",
            f"{status.name} has no such level: `param` is its level, {' or '.join(levels)}.",
            known=list(BY_KEY),
            rule="G-22",
        )


def strike(play: UltraPlay, bearer: str, key: str, level: int, *, source: str) -> None:
    """A Status Effect comes; of one that is borne already the higher level stays, at equal levels the newer.

    Raises:
        OutOfRange: `unknown_status`.
    """
    own_turn = play.encounter.active == bearer
    new = incoming(key, level, bearer=bearer, source=source, own_turn=own_turn)
    old = held(play[bearer], key)
    if old is not None and status_in(old, bearer).level > new.level:
        return
    clears = new.clears
    expires = Expiry(at=clears.at, of=clears.of, count=clears.count or 1)
    play.add_condition(bearer, key, param=str(new.level), source=source, expires=expires, instead_of=old)


def ease(play: UltraPlay, bearer: str, condition: Condition, *, hits: int) -> None:
    """A Status Effect falls by so many levels; at 0 it is gone.

    Raises:
        OutOfRange: `trick_cost_out_of_range` for fewer hits than its only level.
    """
    left = eased(condition.key, level=status_in(condition, bearer).level, hits=hits)
    if left == 0:
        play.remove_condition(bearer, condition)
        return
    source, expires = condition.source, condition.expires
    play.add_condition(bearer, condition.key, param=str(left), source=source, expires=expires, instead_of=condition)


def clear(play: UltraPlay, bearer: str, key: str) -> None:
    """A Status Effect goes, if it is there."""
    if (condition := held(play[bearer], key)) is not None:
        play.remove_condition(bearer, condition)


def keep_strongest(play: UltraPlay, bearer: str, newest: Condition) -> None:
    """Nobody bears a Status Effect twice: the higher level stays, at equal levels the newer (section 3b)."""
    same = [one for one in play[bearer].conditions if one.key == newest.key]
    if len(same) > 1:
        level = {one.id: status_in(one, bearer).level for one in same}
        best = max(same, key=lambda one: (level[one.id], one.id == newest.id))
        for one in same:
            if one is not best:
                play.remove_condition(bearer, one)


def end_fears(play: UltraPlay, gone: set[str]) -> None:
    """Nobody is frightened of who is out (section 3b)."""
    for combatant in play.encounter.combatants:
        for condition in combatant.conditions:
            if not source_gone([status_in(condition, combatant.id)], gone):
                play.remove_condition(combatant.id, condition, expired=True)


# -- injuries --------------------------------------------------------------------------------------------------------


def hurt(play: UltraPlay, bearer: str, amount: int, *, cause: str, by: str | None = None, **also: Any) -> None:
    """Injuries come, or go below 0; never past what the bearer can take, nor below none (G-27).

    `also` are fields of the bearer's state that change with them.
    """
    state, most = play[bearer].state, play.sheet(bearer).injury_max
    injuries = max(0, min(most, state.injuries + amount))
    if injuries == state.injuries:
        return
    fact = InjuriesChanged(
        combatant=bearer,
        by=by,
        cause=cause,
        change=injuries - state.injuries,
        injuries=injuries,
        worse=injuries > state.injuries,
        taken_out=injuries >= most,
        rules=("G-27",),
    )
    play.happened(fact, play.changed(bearer, injuries=injuries, **also))


def tick_all(play: UltraPlay, bearer: str) -> None:
    """What hurts at the start of its bearer's turn does so (section 3b)."""
    for status in statuses(play[bearer]):
        ticked = play[bearer].state.ticked
        amount = tick(status.key, status.level, ticked_this_scene=status.key in ticked)
        if amount and not play[bearer].out:
            once = any(op.once_a_scene for op in status_of(status.key).ops)
            done = (*ticked, status.key) if once else ticked
            hurt(play, bearer, amount, cause=f"status:{status.key}", ticked=done)


# -- who is there ------------------------------------------------------------------------------------------------------


def check_present(play: UltraPlay, combatant: Combatant[Fighter]) -> None:
    """Refuse whoever was put out of the picture.

    Raises:
        AgainstTheRules: `not_present`.
    """
    if not combatant.state.present:
        name = play.plain.name(combatant.id)
        raise AgainstTheRules(
            "not_present", f"{name} is out of the picture until the scene ends.", combatant=combatant.id, rule="U-26"
        )
