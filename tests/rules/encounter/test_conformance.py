"""What every system's encounters must hold, however they are played: random games, drawn from `legal`."""

import json
import random
from contextlib import suppress
from typing import Any

import pytest

from app.rules.encounter.commands import FRAME_COMMANDS, AddCondition, Hide, Join, Note, Reveal, SetOrder, Start
from app.rules.encounter.events import evolve
from app.rules.encounter.legal import legal
from app.rules.encounter.play import Character
from app.rules.encounter.telling import say
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import show
from app.rules.errors import Refusal
from tests.rules.encounter.conftest import GAMES, LENGTH, Side
from tests.rules.encounter.playing import Game

PLAYERS = [Viewer(role="player", member_id=name) for name in ("anne", "ben")]


def new_game(trial: Side, seed: int) -> Game:
    """Two players' characters against what the game master brings, hidden ones among it."""
    chance = random.Random(seed)
    drawn = [chance.choice(list(trial.sheets)) for _ in range(6)]
    characters = {
        "chr_anne": Character("Anne", drawn[0], "anne", "table"),
        "chr_ben": Character("Ben", drawn[1], "ben", "owner"),
    }
    game = Game(trial.rules, trial.options, seed=seed, characters=characters)
    for name in characters:
        game.send(game.body(Join, character_id=name, side="players"))
    for number, sheet in enumerate(drawn[2:]):
        game.send(game.body(Join, sheet=sheet, name=f"Foe {number + 1}", side="foes", hidden=number == 1))
    return game


def drawn(game: Game, chance: random.Random) -> tuple[Any, Viewer] | None:
    """A command that somebody could send, as `legal` lists it."""
    viewer = chance.choice([GM, GM, *PLAYERS])
    listed = legal(game.encounter, viewer, table=game.table)
    if not listed:
        viewer, listed = GM, legal(game.encounter, GM, table=game.table)
    listed = [one for one in listed if one.type != "end" or chance.random() < 0.01]
    if not listed:
        return None
    return read(game, chance.choice(listed).body), viewer


def read(game: Game, body: dict[str, Any]) -> Any:
    """A body as it comes in over HTTP."""
    rules = game.table.rules
    kinds = [*FRAME_COMMANDS, *rules.frame_bodies, *(kind.body for kind in rules.commands)]
    by_type = {kind.model_fields["type"].default: kind for kind in kinds}
    return by_type[body["type"]].model_validate_json(json.dumps(body))


def holds(game: Game) -> None:
    """What is true after every command."""
    encounter = game.encounter
    for one in encounter.combatants:
        for bound in game.table.rules.bounds(one, game.table):
            assert bound.least <= bound.value <= bound.most, (one.name, bound)
    placed = set(encounter.order)
    assert len(placed) == len(encounter.order)
    assert placed <= {one.id for one in encounter.combatants}
    assert set(encounter.acted) <= placed
    assert len(set(encounter.acted)) == len(encounter.acted)
    if encounter.active is not None:
        assert encounter.status == "running"
        assert encounter.active in placed
        assert encounter.pending is not None or not encounter[encounter.active].out
    if encounter.pending is not None:
        assert set(encounter.pending.for_) <= {one.id for one in encounter.combatants}
    assert encounter.round >= (1 if encounter.status == "running" else 0)


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_play(trial: Side, seed: int):
    """Every legal command is accepted; the events alone make the same state; what must hold, holds."""
    game, chance = new_game(trial, seed), random.Random(f"play {seed}")
    replayed = game.first
    told = 0
    for _ in range(LENGTH):
        if (move := drawn(game, chance)) is None:
            break
        command, viewer = move
        before = game.encounter.model_dump_json()
        decision = game.send(command, viewer)
        assert game.states[-2].model_dump_json() == before
        holds(game)
        for event in game.events[told:]:
            replayed = evolve(replayed, event)
        told = len(game.events)
        assert replayed == game.encounter
        said = say(decision.events, game.encounter, viewer, table=game.table)
        assert len(said.text) <= 300
        assert len(said.markdown) <= 1800
    again = type(game.encounter).model_validate_json(game.encounter.model_dump_json())
    assert again == game.encounter


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_refused_changes_nothing(trial: Side, seed: int):
    """Commands that were legal at some other time are either accepted or refused with a code the system explains."""
    game, chance = new_game(trial, seed), random.Random(f"refuse {seed}")
    earlier: list[Any] = [
        AddCondition(actor="nobody", key="x"),
        SetOrder(order=["nobody"]),
        Hide(actor="nobody"),
        Reveal(actor="nobody"),
        Note(text="private", private=True),
    ]
    for _ in range(LENGTH // 2):
        if (move := drawn(game, chance)) is None:
            break
        game.send(*move)
        earlier.append(move[0])
        before = game.encounter.model_dump_json()
        for command in chance.sample(earlier, min(len(earlier), 6)):
            for viewer in (GM, *PLAYERS):
                with suppress(Refusal):
                    game.decided(command, viewer)
                assert game.encounter.model_dump_json() == before


def test_a_tracker_is_small(trial: Side):
    game = new_game(trial, 1)
    for number in range(24):
        game.send(game.body(Join, sheet=trial.sheets[number % len(trial.sheets)], name=f"Guard {number}", side="foes"))
    game.send(Start())
    whole = show(game.encounter, GM, table=game.table)
    assert len(whole.combatants) == 30
    assert len(whole.model_dump_json()) < 64_000
    assert len(show(game.encounter, GM, table=game.table, tracker=True).model_dump_json()) < 8_000 - 500
