"""Trying a command out: a game master sees what would come of it, a player what it costs, and nothing happens."""

from typing import Any

import pytest

from app.rules.encounter.commands import EndTurn, Hide, Join, Start
from app.rules.encounter.dry_run import DryRun, dry_run
from app.rules.encounter.table import Dice
from app.rules.encounter.viewer import GM, Viewer
from app.rules.errors import Refusal
from tests.rules.encounter.duel import DUEL
from tests.rules.encounter.duel.shapes import DuelOptions, DuelSheet, Hit, Take
from tests.rules.encounter.playing import Game, Seeded

ANNE = Viewer(role="player", member_id="anne")


def duel() -> Game:
    game = Game(DUEL, DuelOptions())
    for place, name in enumerate("abc"):
        owner = "anne" if name == "a" else None
        fields = {"name": name.upper(), "sheet": DuelSheet(), "side": name, "initiative": 20 - place}
        game.send(game.body(Join, id=name, owner_member_id=owner, **fields))
    game.send(Start())
    return game


def tried(game: Game, command: object, viewer: Viewer) -> DryRun[Any, Any]:
    before = game.encounter.model_dump_json()
    ran = dry_run(
        command,  # type: ignore[arg-type]
        game.encounter,
        Dice.of(Seeded("throwaway")),
        table=game.table,
        viewer=viewer,
        ids=lambda prefix: f"{prefix}_0",
    )
    assert game.encounter.model_dump_json() == before
    return ran


def test_a_game_master_sees_the_outcome_with_throwaway_dice_or_with_faces():
    game = duel()
    game.send(Hit(actor="a", target="b"))
    sample = tried(game, Take(actor="b"), GM)
    assert sample.sample
    assert sample.decision is not None
    given = tried(game, Take(actor="b", faces=[6, 6, 5]), GM)
    assert not given.sample
    assert given.decision is not None
    assert given.decision.encounter["b"].state.wounds == 5
    with pytest.raises(Refusal, match="next die"):
        tried(game, Take(actor="b", faces=[6, 6]), GM)


def test_a_player_sees_the_price_and_never_what_comes_of_it():
    ran = tried(duel(), Hit(actor="a", target="b", faces=[1]), ANNE)
    assert ran.decision is None
    assert not ran.sample
    assert (dict(ran.price.costs), list(ran.price.dice)) == ({"actions": 1}, ["2d6", "1d6"])


def test_a_player_learns_nothing_from_their_faces():
    game = Game(DUEL, DuelOptions())
    for place, name in enumerate("ab"):
        fields = {"sheet": DuelSheet(), "side": name, "initiative": 20 - place, "owner_member_id": "anne"}
        game.send(game.body(Join, id=name, name=name, **fields))
    game.send(Start())
    game.send(Hit(actor="a", target="b"))
    for faces in ([1, 1], [6, 6], [6, 6, 6], [], [9]):
        assert tried(game, Take(actor="b", faces=faces), ANNE) == tried(game, Take(actor="b"), ANNE)


def test_it_is_refused_as_it_would_be():
    game = duel()
    game.send(Hide(actor="c"))
    for viewer, command, code in (
        (ANNE, Hit(actor="a", target="c"), "unknown_combatant"),
        (ANNE, Hit(actor="a", target="a"), "own_blade"),
        (ANNE, Hit(actor="b", target="a"), "not_yours"),
        (GM, Hit(actor="b", target="a"), "not_your_turn"),
        (ANNE, Hide(actor="a"), "not_gm"),
    ):
        with pytest.raises(Refusal) as refused:
            tried(game, command, viewer)
        assert refused.value.code == code


def test_what_costs_nothing_says_so():
    assert tried(duel(), EndTurn(), ANNE).price.costs == {}
