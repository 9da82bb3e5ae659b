"""What a dry run says that a command costs is what is then spent, whatever is offered."""

import json
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import pytest

from app.rules.encounter.dry_run import dry_run
from app.rules.encounter.legal import legal
from app.rules.encounter.table import Dice
from app.rules.encounter.viewer import GM
from app.rules.systems.uttas.encounter.facts import ActionsCounted, ActionSpent
from tests.rules.uttas.fights import HIT, TablePlay, attack, body_of, bound, condition, do, fight, held, window_of
from tests.rules.uttas.test_chases import act, chase

Json = dict[str, Any]


class Fixed:
    """Dice that all show the same."""

    def __init__(self, face: int) -> None:
        self.face = face

    def draw(self, faces: int, count: int) -> Sequence[int]:
        del faces
        return [self.face] * count


def price_of(play: TablePlay, body: Json) -> dict[str, int]:
    ran = dry_run(
        body_of(body),
        play.encounter,
        Dice.of(Fixed(1)),
        table=play.table,
        viewer=GM,
        ids=lambda prefix: f"{prefix}_tried",
        characters=play.characters,
    )
    return {name: cost for name, cost in ran.price.costs.items() if cost}


def spent_on(play: TablePlay, body: Json) -> dict[str, int]:
    """What the actor has lost of actions and Stamina once all that the command began is over; nobody is hit."""
    game = copy(play)
    for name in ("events", "entries", "states", "story", "_brought", "_lent", "_steps"):
        setattr(game, name, list(getattr(play, name)))
    game._snapshots = dict(play._snapshots)
    game.dice = Dice.of(Fixed(1))
    actor = body["actor"]
    before, told = game.encounter[actor].state, len(game.events)
    game.do(body)
    while (window := game.encounter.pending) is not None:
        answer = {"uttas.throw", "uttas.pass_reaction"} & set(window.options)
        fields: Json = {"type": answer.pop()} if answer else {"type": "uttas.resolve_surrender", "choice": "finish"}
        game.do({**fields, "actor": window.for_[0]})
    actions, pool = 0, before.pool.actions
    for fact in (event.fact for event in game.events[told:]):
        # The turn may have ended by itself, and the pool been filled again.
        if isinstance(fact, ActionSpent | ActionsCounted) and fact.combatant == actor:
            actions += max(0, pool - fact.actions)
            pool = fact.actions
    lost = {"actions": actions, "stamina": before.stamina - game.encounter[actor].state.stamina}
    return {name: cost for name, cost in lost.items() if cost}


def readied(action: Json) -> TablePlay:
    play = fight(b={"speed": 4})
    do(play, "ready", action=action, trigger="when it rains")
    play.do({"type": "end_turn"})
    return play


def asked() -> TablePlay:
    play = fight(b={"counterattacks": [{"id": "swat", "attack": "club"}]})
    attack(play)
    return play


def prone() -> TablePlay:
    play = fight()
    condition(play, "a", "prone")
    return play


def kept_up() -> TablePlay:
    play = fight()
    do(play, "activate_power", power="ward")
    return play


def moved() -> TablePlay:
    play = fight()
    do(play, "move", path=[{"mode": "run", "to": [-1, 0]}])
    return play


def pursuing() -> TablePlay:
    play = chase(p={"armor": {"physical": 9}, "defense": {"physical": 9}})
    act(play, "t", "hazard", hazard={"dice": 1, "type": "physical"})
    return play


def run_already() -> TablePlay:
    play = chase()
    do(play, "talk", "t", words=1)
    return play


PLACES: dict[str, Callable[[], TablePlay]] = {
    "turn": fight,
    "moved": moved,
    "held": held,
    "bound": bound,
    "prone": prone,
    "kept up": kept_up,
    "asked": asked,
    "leading": chase,
    "pursuing": pursuing,
    "running": run_already,
    "attack readied": lambda: readied({"type": "uttas.attack", "attack": "club", "target": "b"}),
    "sprint readied": lambda: readied({"type": "uttas.sprint", "path": [{"mode": "run", "to": [0, 5]}]}),
    "power readied": lambda: readied({"type": "uttas.activate_power", "power": "ward"}),
}


@pytest.mark.parametrize("place", PLACES)
def test_whatever_is_offered_costs_what_was_said(place: str):
    play = PLACES[place]()
    tried = 0
    for one in legal(play.encounter, GM, table=play.table):
        if one.type.startswith("uttas.") and one.actor is not None and one.type != "uttas.gm_modifier":
            body: Json = json.loads(json.dumps(one.body))
            assert price_of(play, body) == spent_on(play, body), body
            tried += 1
    assert tried > 1


def test_a_far_warp_out_of_a_hold_takes_the_action():
    """T-134: beyond the half move it is the action, with its Stamina."""
    play = held()
    body = {"type": "uttas.escape", "actor": "b", "method": "warp", "path": [{"mode": "warp", "to": [4, 0]}]}
    assert price_of(play, body) == {"actions": 1, "stamina": 1} == spent_on(play, body)


def test_a_sprint_in_a_chase_takes_stamina():
    play = chase()
    body = {"type": "uttas.chase_action", "actor": "t", "kind": "sprint"}
    assert price_of(play, body) == spent_on(play, body)
    assert price_of(play, body)["stamina"] > 0


def test_a_strike_back_takes_its_stamina():
    play = fight(b={"counterattacks": [{"id": "swat", "attack": "club"}]})
    attack(play)
    do(play, "pass_reaction", "b", faces=HIT)
    while "uttas.react" not in window_of(play).options:
        do(play, "pass_reaction", window_of(play).for_[0], faces=[1, 1])
    body = {"type": "uttas.react", "actor": "b", "kind": "counterattack"}
    assert price_of(play, body) == spent_on(play, body)
    assert price_of(play, body)["stamina"] > 0


def test_what_was_readied_takes_the_same_on_a_target_named_late():
    play = readied({"type": "uttas.attack", "attack": "club"})
    body = {"type": "uttas.trigger", "actor": "a", "target": "b"}
    assert price_of(play, body) == spent_on(play, body)


def test_what_has_become_impossible_takes_its_action_alone():
    """T-052"""
    play = readied({"type": "uttas.sprint", "path": [{"mode": "run", "to": [0, 5]}]})
    play.do({"type": "edit_combatant", "actor": "a", "pos": [40, 40]})
    body = {"type": "uttas.trigger", "actor": "a"}
    assert price_of(play, body) == {"actions": 1} == spent_on(play, body)
