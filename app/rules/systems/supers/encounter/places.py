"""Where everybody is: distances that hold both ways, and moving about."""

from collections.abc import Mapping
from typing import Any, Final

from app.rules.system import AgainstTheRules
from app.rules.systems.supers.encounter.acting import act
from app.rules.systems.supers.encounter.boosting import boosted
from app.rules.systems.supers.encounter.checking import throw_check
from app.rules.systems.supers.encounter.deed_bodies import DropProne, Move, Sprint, StandUp
from app.rules.systems.supers.encounter.deed_facts import CombatantMoved, DeedDone
from app.rules.systems.supers.encounter.numbers import bears, boosts, is_on, parts_of, powers, rank_of, total
from app.rules.systems.supers.encounter.state import Boost, SupersPlay
from app.rules.systems.supers.measures import feet_a_round
from app.rules.systems.supers.sheet import Position

NEXT_TO: Final = 5
"""Feet between two of whom nothing is said."""
SPRINT_DC: Final = 15
SPEEDS: Final = {"flight": 0, "speed": 0, "swimming": -2, "burrowing": -5, "leaping": -2, "teleport": 0}
"""Ranks of speed, beside those of the movement effect."""


def distance(play: SupersPlay, one: str, other: str) -> int:
    """Feet between two."""
    said = play[one].state.position.distance_ft.get(other)
    if said is None:
        said = play[other].state.position.distance_ft.get(one)
    return NEXT_TO if said is None else said


def placed(play: SupersPlay, name: str, distances: Mapping[str, int]) -> dict[str, Any]:
    """The states in which these distances hold, both ways; everybody in it is known."""
    own = play[name].state.position
    states = {name: play[name].state.model_copy(update={"position": _with(own, distances)})}
    for other, feet in distances.items():
        state = play[other].state
        states[other] = state.model_copy(update={"position": _with(state.position, {name: feet})})
    return states


def _with(position: Position, distances: Mapping[str, int]) -> Position:
    return position.model_copy(update={"distance_ft": {**position.distance_ft, **distances}})


def forget(play: SupersPlay, name: str) -> None:
    """Nobody is at any distance from somebody who is gone."""
    for other in play.encounter.combatants:
        position = other.state.position
        if name in position.distance_ft:
            left = {one: feet for one, feet in position.distance_ft.items() if one != name}
            play.put(other.id, position=position.model_copy(update={"distance_ft": left}))


def move(play: SupersPlay, body: Move) -> None:
    """Cover ground, as far as the speed goes (S-046, S-050, S-109, S-110, R-24)."""
    state = play[body.actor].state
    goes_on = state.turn.rest_ft > 0
    paid = act(play, body, "free" if goes_on else "move", named=body.distance_ft)
    if bears(play, body.actor, "immobile"):
        raise AgainstTheRules("immobile", "The immobile cover no ground.", rule="S-110")
    if body.split and not rank_of(play, body.actor, "move_by_action"):
        raise AgainstTheRules(
            "split_action",
            "A move is one piece: it isn't broken off for another action and gone on with.",
            rule="S-050",
        )
    most = state.turn.rest_ft if goes_on else speed_ft(play, body.actor, body.kind)
    changes = [abs(feet - distance(play, body.actor, other)) for other, feet in body.distance_ft.items()]
    if max([body.feet, *changes]) > most or max([0, *changes]) > body.feet:
        raise AgainstTheRules(
            "too_far",
            f"The speed allows {most} ft, and no distance changes by more than the feet covered.",
            most_ft=most,
            rule="R-24",
        )
    states = placed(play, body.actor, body.distance_ft)
    if "turn" in paid:
        paid["turn"] = paid["turn"].model_copy(update={"rest_ft": most - body.feet if body.split else 0})
    states[body.actor] = states[body.actor].model_copy(update=paid)
    play.happened(CombatantMoved(combatant=body.actor, feet=body.feet, rules=("S-046", "R-24")), states)


def speed_ft(play: SupersPlay, name: str, kind: str | None) -> int:
    """Feet of a Move: 30 on foot, more by a movement power that is on; hindered half (S-109, R-24).

    Raises:
        AgainstTheRules: `not_found`.
    """
    rank = total(parts_of(boosts(play, name, "speed")))
    if kind is not None:
        rank += _movement(play, name, kind)
    return max(0, feet_a_round(rank, hindered=bears(play, name, "hindered")))


def _movement(play: SupersPlay, name: str, kind: str) -> int:
    for power in powers(play, name):
        for effect in power.effects:
            if effect.effect_id in SPEEDS and kind in {power.name, effect.effect_id} and is_on(play[name].state, power):
                return effect.rank + SPEEDS[effect.effect_id]
    raise AgainstTheRules("not_found", "No movement power of this name is on.", rule="S-152")


def stand_up(play: SupersPlay, body: StandUp) -> None:
    """Stand up, for a move (S-046, S-127)."""
    paid = act(play, body, "move")
    if not play[body.actor].has("prone"):
        raise AgainstTheRules("not_prone", "Only the prone stand up.", rule="S-127")
    play.happened(DeedDone(actor=body.actor, deed="stand_up", rules=("S-046",)), play.changed(body.actor, **paid))
    for held in play[body.actor].conditions:
        if held.key == "prone":
            play.remove_condition(body.actor, held)


def drop_prone(play: SupersPlay, body: DropProne) -> None:
    """Drop down, for nothing (S-047)."""
    paid = act(play, body, "free")
    play.happened(DeedDone(actor=body.actor, deed="drop_prone", rules=("S-047",)), play.changed(body.actor, **paid))
    if not play[body.actor].has("prone"):
        play.add_condition(body.actor, "prone")


def sprint(play: SupersPlay, body: Sprint) -> None:
    """Athletics at 15 for a rank of speed until the round is over, once a round (S-051, R-28)."""
    act(play, body, "free")
    if play[body.actor].state.turn.athletics_used:
        raise AgainstTheRules("athletics_used", "The burst of speed was tried this round.", rule="R-28")
    made = throw_check(play, body.actor, "athletics", SPRINT_DC, deed="sprint", rules=("S-051",))
    turn = play[body.actor].state.turn.model_copy(update={"athletics_used": True})
    faster = Boost(kind="speed", amount=1, source="sprint", rule="S-051", at="round_end")
    play.put(body.actor, turn=turn, **({"boosts": boosted(play, body.actor, faster)} if made.success else {}))
