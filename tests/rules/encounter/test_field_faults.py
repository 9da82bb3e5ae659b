"""Faults that other trackers were reported for, in area `encounter` of the field cases: each right in the frame.

Where a case leaves a choice: whoever's initiative changes keeps the turn they have, and nobody has two turns in a round
or none (ENC-10); a condition has one moment at which it ends, never two (ENC-28).
"""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.encounter.commands import (
    AddCondition,
    EditCombatant,
    EndTurn,
    Join,
    Leave,
    RemoveCondition,
    SetOrder,
    Start,
)
from app.rules.encounter.schemas import read_command
from app.rules.encounter.state import Expiry
from app.rules.encounter.table import Character
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import show
from app.rules.errors import Refusal
from tests.rules.encounter.duel import DUEL
from tests.rules.encounter.duel.rules import Duel, DuelRules
from tests.rules.encounter.duel.shapes import DuelAdjust, DuelOptions, DuelSheet, Hit, InitiativeThrown, Take, Wait
from tests.rules.encounter.hearing import seen_event
from tests.rules.encounter.playing import Game

CASES = json.loads((Path(__file__).parents[2] / "cases" / "field_faults.json").read_text(encoding="utf-8"))
NOT_OURS = {
    "ENC-34": "nothing here doubles or halves what is done to somebody, so nothing is rounded twice",
    "ENC-36": "the same; what takes off a fixed number, such as UTTAS armor, has its one place in the rule (T-084)",
    "ENC-41": "nobody's recovery is rolled with a modifier: UTTAS adds dice alone (G-20), the others throw none",
}
ELSEWHERE = {
    "ENC-12": "rules/supers/test_field_faults.py",
    "ENC-17": "api/test_encounter_races.py",
    "ENC-38": "rules/uttas/test_field_faults.py",
    "ENC-39": "rules/uttas/test_field_faults.py",
    "ENC-40": "rules/uttas/test_field_faults.py",
    "ENC-48": "api/test_encounter_races.py",
    "ENC-53": "api/test_encounter_races.py",
}
"""Where a case is asked of a system that has what it is about, or over HTTP, many at once."""
PLAYER = Viewer(role="player", member_id="anne")


def game_of(rules: DuelRules = DUEL, /, **initiatives: int) -> Game:
    """Running, with these combatants in joining order."""
    game = Game(rules, DuelOptions())
    for name, initiative in initiatives.items():
        join(game, name, initiative)
    game.send(Start())
    return game


def join(game: Game, name: str, initiative: int, *, side: str | None = None, hidden: bool = False) -> None:
    fields = {"id": name, "name": name, "side": side or name, "hidden": hidden, "initiative": initiative}
    game.send(game.body(Join, sheet=DuelSheet(), **fields))


def turns(game: Game, count: int) -> list[str | None]:
    """Who is on after each of so many ends of turns."""
    seen = []
    for _ in range(count):
        game.send(EndTurn())
        seen.append(game.encounter.active)
    return seen


def initiatives(game: Game) -> list[int | None]:
    return [game.encounter[one].initiative for one in game.encounter.order]


def types(game: Game, since: int) -> list[str]:
    return [event.fact.type for event in game.events[since:]]


def keys(game: Game, name: str) -> list[str]:
    return [one.key for one in game.encounter[name].conditions]


def code(game: Game, command: Any, viewer: Viewer = GM) -> str:
    before = game.encounter.model_dump_json()
    with pytest.raises(Refusal) as refused:
        game.decided(command, viewer)
    assert game.encounter.model_dump_json() == before
    return refused.value.code


def test_every_case_is_answered():
    here = {f"ENC-{name.split('_')[2]}" for name in globals() if name.startswith("test_enc_")}
    asked = {case["id"] for case in CASES if case["area"] == "encounter"}
    assert here | NOT_OURS.keys() | ELSEWHERE.keys() == asked
    assert not here & (NOT_OURS.keys() | ELSEWHERE.keys())
    for case, path in ELSEWHERE.items():
        name = f"def test_{case.lower().replace('-', '_')}_"
        assert name in (Path(__file__).parents[2] / path).read_text(encoding="utf-8"), case


def test_enc_02_a_late_joiner_slots_in():
    game = game_of(a=20, b=15, c=10)
    game.send(EndTurn())
    join(game, "d", 12)
    assert initiatives(game) == [20, 15, 12, 10]
    assert game.encounter.active == "b"


def test_enc_03_whose_turn_it_is_is_an_id():
    game = Game(DUEL, DuelOptions())
    for name, initiative in {"a": 20, "h": 15, "b": 10}.items():
        join(game, name, initiative, hidden=name == "h")
    game.send(Start())
    seen = []
    for _ in range(3):
        view = show(game.encounter, PLAYER, table=game.table)
        seen.append((view.active, view.order))
        game.send(EndTurn())
    assert seen == [("a", ("a", "b")), (None, ("a", "b")), ("b", ("a", "b"))]


def test_enc_04_whoever_leaves_moves_nobody():
    game = game_of(a=20, b=15, c=10)
    game.send(EndTurn())
    told = len(game.events)
    game.send(Leave(actor="a"))
    assert (game.encounter.active, game.encounter.round) == ("b", 1)
    assert types(game, told) == ["combatant.left"]


def test_enc_07_whoever_falls_in_a_tie_moves_nobody():
    game = game_of(p1=1, p2=1, p3=1, p4=1, p5=1)
    game.send(EndTurn())
    assert game.encounter.active == "p2"
    game.send(DuelAdjust(actor="p1", wounds=10))
    assert turns(game, 4) == ["p3", "p4", "p5", "p2"]
    assert game.encounter.round == 2


def test_enc_09_changed_initiatives_begin_and_end_no_turn():
    game = game_of(a=20, b=15, c=10)
    game.send(EndTurn())
    told = len(game.events)
    game.send(EditCombatant(actor="b", initiative=5))
    assert game.encounter.active == "b"
    game.send(EditCombatant(actor="c", initiative=17))
    assert game.encounter.active == "b"
    join(game, "d", 1)
    assert game.encounter.active == "b"
    assert game.encounter.order == ("a", "c", "b", "d")
    assert not [type_ for type_ in types(game, told) if type_.startswith("turn.")]


@pytest.mark.parametrize("by_order", [True, False])
def test_enc_10_a_swap_gives_nobody_two_turns_or_none(*, by_order: bool):
    game = game_of(f=30, t=20, m=10)
    if by_order:
        game.send(SetOrder(order=["m", "t", "f"]))
    else:
        game.send(EditCombatant(actor="f", initiative=10))
        game.send(EditCombatant(actor="m", initiative=30))
    assert game.encounter.active == "f"
    assert set(turns(game, 2)) == {"m", "t"}
    assert turns(game, 3) == ["m", "t", "f"]
    assert game.encounter.round == 2


def test_enc_11_nobody_delays_who_has_acted():
    game = game_of(a=20, b=15)
    game.send(Hit(actor="a", target="b"))
    game.send(Take(actor="b", faces=[1, 1]))
    assert code(game, Wait(actor="a")) == "spent"
    game.send(EndTurn())
    assert code(game, Wait(actor="a")) == "not_your_turn"


def test_enc_13_who_waits_in_a_later_round_moves_nothing_back():
    game = game_of(a=20, b=15, c=10)
    turns(game, 3)
    assert (game.encounter.round, game.encounter.active) == (2, "a")
    game.send(Wait(actor="a"))
    assert [game.encounter.active, *turns(game, 2)] == ["b", "c", "a"]
    assert game.encounter.round == 2
    assert game.encounter.delayed == ()
    assert turns(game, 3) == ["b", "c", "a"]
    assert game.encounter.round == 3


class Rerolling(DuelRules):
    """Duels in which everybody's initiative is thrown again each round."""

    def round_began(self, play: Duel) -> None:
        thrown = {one: play.throw(one, 1, 6, "initiative") for one in play.encounter.order}
        for one, dice in thrown.items():
            fact = InitiativeThrown(combatant=one, dice=(dice,), initiative=dice.total)
            play.set_initiative({one: dice.total}, fact)


def test_enc_14_what_is_thrown_each_round_is_thrown_once_a_round():
    game = game_of(Rerolling(), a=20, b=15, c=10)
    assert turns(game, 2) == ["b", "c"]
    assert initiatives(game) == [20, 15, 10]
    told = len(game.events)
    game.send(EndTurn())
    thrown = [event.fact for event in game.events[told:] if isinstance(event.fact, InitiativeThrown)]
    assert {one.combatant: one.initiative for one in thrown} == {
        one.id: one.initiative for one in game.encounter.combatants
    }
    after, told = initiatives(game), len(game.events)
    turns(game, 2)
    assert initiatives(game) == after
    assert "initiative.thrown" not in types(game, told)


def test_enc_16_whoever_left_before_the_start_leaves_no_gap():
    game = Game(DUEL, DuelOptions())
    join(game, "a", 20)
    game.send(Leave(actor="a"))
    assert code(game, Start()) == "nobody_to_start"
    assert show(game.encounter, GM, table=game.table).combatants == ()
    join(game, "b", 10)
    game.send(Start())
    assert (game.encounter.order, game.encounter.active) == (("b",), "b")


def test_enc_18_a_new_round_clears_who_has_acted():
    game = game_of(a=20, b=15)
    game.send(Hit(actor="a", target="b"))
    game.send(Take(actor="b", faces=[1, 1]))
    assert game.encounter["a"].state.actions == 0
    turns(game, 2)
    acted = {one.id: one.acted for one in show(game.encounter, GM, table=game.table).combatants}
    assert acted == {"a": True, "b": False}
    assert game.encounter["a"].state.actions == 1


def test_enc_20_the_end_of_somebodys_turn_is_theirs():
    game = game_of(a=20, b=15, c=10)
    game.send(AddCondition(actor="b", key="dazed", source="a", expires=Expiry(at="turn_end", of="b")))
    game.send(EndTurn())
    assert (game.encounter.active, keys(game, "b")) == ("b", ["dazed"])
    game.send(EndTurn())
    assert (game.encounter.active, keys(game, "b")) == ("c", [])


def test_enc_21_the_start_of_ones_next_turn_may_be_this_round():
    game = game_of(a=20, b=15)
    game.send(AddCondition(actor="b", key="dazed", source="b", expires=Expiry(at="turn_start", of="b")))
    game.send(EndTurn())
    assert (game.encounter.active, game.encounter.round, keys(game, "b")) == ("b", 1, [])


def test_enc_25_the_later_expiry_counts():
    game = game_of(a=20, b=15)
    game.send(AddCondition(actor="b", key="dazed", source="a", expires=Expiry(at="round_end", count=3)))
    game.send(AddCondition(actor="b", key="dazed", source="a", expires=Expiry(at="round_end", count=1)))
    turns(game, 2)
    assert keys(game, "b") == []


def test_enc_26_a_turn_undone_and_done_again_runs_once():
    game = game_of(a=20, b=15)
    game.send(AddCondition(actor="b", key="dazed", expires=Expiry(at="turn_end", of="b", count=3)))
    turns(game, 2)
    assert game.encounter["b"].conditions[0].expires.count == 2
    game.undo()
    assert game.encounter["b"].conditions[0].expires.count == 3
    game.send(EndTurn())
    assert game.encounter["b"].conditions[0].expires.count == 2
    game.undo()
    game.redo()
    assert game.encounter["b"].conditions[0].expires.count == 2


def test_enc_28_a_condition_has_one_end():
    both: dict[str, Any] = {"at": "round_end", "count": 1, "seconds": 3600}
    with pytest.raises(ValidationError):
        read_command({"type": "add_condition", "actor": "b", "key": "dazed", "expires": both}, DUEL)


def test_enc_32_more_undos_than_commands():
    game = game_of(a=20)
    for _ in range(2):
        game.undo()
    assert game.encounter == game.first
    with pytest.raises(Refusal) as refused:
        game.undo()
    assert refused.value.code == "nothing_to_undo"
    assert (game.encounter.status, game.encounter.round) == ("setup", 0)


def test_enc_42_the_same_condition_stands_once():
    game = game_of(a=20, b=15)
    for _ in range(3):
        game.send(AddCondition(actor="b", key="blinded"))
    game.send(AddCondition(actor="b", key="blinded", source="a"))
    assert keys(game, "b") == ["blinded", "blinded"]
    game.send(RemoveCondition(actor="b", id=game.encounter["b"].conditions[1].id))
    game.send(RemoveCondition(actor="b", key="blinded"))
    assert keys(game, "b") == []


def test_enc_45_the_initiative_of_somebody_hidden_is_thrown_in_secret():
    game = Game(DUEL, DuelOptions())
    for name in ("a", "h", "b"):
        game.send(game.body(Join, id=name, name=name, sheet=DuelSheet(), side=name, hidden=name == "h"))
    events = game.send(Start()).events
    thrown = [event for event in events if event.fact.type == "initiative.thrown"]
    shown = [view.data for event in thrown if (view := seen_event(event, PLAYER)) is not None]
    assert [one.model_dump()["combatant"] for one in shown] == ["a", "b"]
    assert len(thrown) == 3


def test_enc_47_what_is_nested_shows_no_more_than_it_would_alone():
    game = Game(DUEL, DuelOptions(), characters={"chr_x": Character("Stranger", DuelSheet(), None, "gm")})
    game.send(game.body(Join, character_id="chr_x", side="red"))
    shown = show(game.encounter, PLAYER, table=game.table).combatants[0].model_dump(mode="json")
    assert shown["name"] == "Stranger"
    assert not shown.keys() & {"state", "sheet", "character_id"}
    assert "chr_x" not in json.dumps(shown)


def test_enc_50_the_last_of_two_changes_stands():
    game = game_of(a=20, b=15)
    for initiative in (5, 10):
        game.send(EditCombatant(actor="b", initiative=initiative))
    assert game.encounter["b"].initiative == 10


def test_enc_51_two_who_end_the_same_turn_end_one():
    game = game_of(a=20, b=15, c=10)
    game.send(EndTurn(actor="a"))
    assert code(game, EndTurn(actor="a")) == "not_your_turn"
    assert game.encounter.active == "b"
