"""The encounter that each system brings along for the demo and the docs: every example has its moment in it."""

import random
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest

from app.rules.catalog import ENCOUNTERS
from app.rules.encounter.commands import Command
from app.rules.encounter.legal import legal
from app.rules.encounter.listing import listed_commands
from app.rules.encounter.rehearsing import refusal_of, rehearsal
from app.rules.encounter.schemas import command_bodies, read_command
from app.rules.encounter.viewer import GM, Viewer
from app.rules.errors import FacesMissing, FacesUnused
from app.rules.system import AgainstTheRules
from tests.rules.encounter.conftest import TRIALS
from tests.rules.encounter.hearing import say
from tests.rules.encounter.playing import Game

NOBODY_HAS_IT = {
    "uttas.activate_power",
    "uttas.drop_power",
    "uttas.use_item",
    "supers.heal",
    "supers.repair",
    "supers.stabilize",
}
"""What nobody of the example sheets has or needs: a power to keep up, a thing to use, a healing hand..."""
RARELY = {"end", "leave", "uttas.surrender", "uttas.chase_start", "supers.start_session", "supers.delay", "hide"}
"""Sent at every turn, they would leave nothing to play."""


Bodies = list[dict[str, Any]]
END: dict[str, Any] = {"type": "end_turn"}
AT_ARMS_LENGTH: Bodies = [{"type": "edit_combatant", "actor": "bearington", "pos": [3, 2]}, {"type": "start"}]
CLAWS: dict[str, Any] = {"type": "uttas.attack", "actor": "bearington", "attack": "claws", "target": "thug_1"}
HIT: dict[str, Any] = {"type": "uttas.pass_reaction", "actor": "thug_1", "faces": [6, 6, 6]}
STORIES: Mapping[str, list[tuple[str, Bodies]]] = {
    "ultra": [
        (
            "mara tobin hollow",
            [
                {"type": "start"},
                {"type": "ultra.fact", "text": "the stairs creak"},
                {"type": "ultra.status", "target": "tobin", "key": "bleeding"},
                END,
            ],
        ),
        (
            "tobin hollow",
            [
                {"type": "start"},
                {"type": "ultra.act", "actor": "tobin", "traits": ["brawl"], "kind": "attack", "faces": [10] * 4},
                {"type": "ultra.resolve", "actor": "tobin", "tricks": [{"key": "end_fight"}]},
            ],
        ),
        (
            "tobin mara",
            [
                {"type": "start"},
                END,
                {"type": "ultra.act", "actor": "tobin", "traits": ["brawl"], "faces": [10] * 4},
            ],
        ),
    ],
    "uttas": [
        (
            "bearington thug_1",
            [
                *AT_ARMS_LENGTH,
                {"type": "uttas.grapple", "actor": "bearington", "target": "thug_1", "limbs": ["left_arm"]},
                HIT,
                END,
                END,
            ],
        ),
        (
            "bearington thug_1",
            [*AT_ARMS_LENGTH, {"type": "uttas.trip", "actor": "bearington", "target": "thug_1"}, HIT, END],
        ),
        (
            "willow thug_1",
            [
                {"type": "start"},
                {"type": "uttas.attack", "actor": "willow", "attack": "entangle", "target": "thug_1"},
                HIT,
                END,
            ],
        ),
        (
            "bearington thug_1",
            [
                *AT_ARMS_LENGTH,
                CLAWS,
                {"type": "uttas.react", "actor": "thug_1", "kind": "move", "path": [{"mode": "run", "to": [5, 3]}]},
            ],
        ),
        ("bearington thug_1", [*AT_ARMS_LENGTH, CLAWS, {"type": "uttas.surrender", "actor": "thug_1"}]),
        (
            "willow arsonist",
            [{"type": "uttas.chase_start", "pursuer": "willow", "target": "arsonist", "gap_m": 10}, END],
        ),
    ],
    "supers": [
        (
            "brace guard",
            [
                {"type": "start", "faces": [15, 5]},
                {"type": "supers.grab", "actor": "brace", "target": "guard", "faces": [20, 20, 1]},
                END,
            ],
        ),
        (
            "brace guard",
            [
                {"type": "start", "faces": [15, 5]},
                {"type": "supers.trip", "actor": "brace", "target": "guard", "faces": [20, 20, 1]},
                END,
            ],
        ),
        (
            "halyard guard",
            [
                {"type": "start", "faces": [15, 5]},
                {"type": "supers.extra_effort", "actor": "halyard", "option": "action"},
                END,
                END,
            ],
        ),
    ],
}
"""Who is there and what happens first, so that a rarer example has its moment."""


def staged(key: str, seed: int, only: str = "") -> Game:
    """The whole cast has joined, or those named."""
    rules, trial = ENCOUNTERS[key], TRIALS[key]
    assert rules.staging is not None
    game = Game(rules, trial.options, seed=seed, kind=rules.staging.kind)
    for one, sheet in zip(rules.staging.cast, trial.sheets, strict=True):
        if not only or one["id"] in only.split():
            game.send(read_command({"type": "join", "sheet": sheet.model_dump(mode="json"), **one}, rules))
    return game


def examples(key: str) -> Mapping[str, Command]:
    rules = ENCOUNTERS[key]
    return {
        f"{listed.type}: {name}": read_command(body, rules)
        for listed in listed_commands(rules)
        for name, body in listed.examples.items()
    }


def play_on(game: Game, fitting: Mapping[str, Command], sent: Counter[str], chance: random.Random) -> None:
    """Somebody does what an example says, the one sent least until now, or something else that may be done."""
    ready = [name for name, command in fitting.items() if command.type not in RARELY or chance.random() < 0.05]
    if ready and chance.random() < 0.6:
        name = min(ready, key=lambda one: (sent[one], chance.random()))
        sent[name] += 1
        # Dice from the table may be too few for what has happened meanwhile.
        with suppress(FacesMissing, FacesUnused):
            game.send(fitting[name])
        return
    listed = [one for one in legal(game.encounter, GM, table=game.table) if one.type not in RARELY]
    types = list(dict.fromkeys(one.type for one in listed))
    if types:
        type_ = chance.choice(types)
        body = chance.choice([one.body for one in listed if one.type == type_])
        game.send(read_command(body, game.table.rules))


@pytest.mark.parametrize("key", ENCOUNTERS)
def test_every_command_is_listed_with_an_example(key: str) -> None:
    listed = list(listed_commands(ENCOUNTERS[key]))
    assert [one.type for one in listed] == list(command_bodies(ENCOUNTERS[key]))
    for one in listed:
        assert one.examples, one.type
        assert one.summary
        for name, body in one.examples.items():
            assert name
            assert body["type"] == one.type


@pytest.mark.parametrize("key", ENCOUNTERS)
def test_every_example_has_a_moment_in_which_it_is_accepted(key: str) -> None:
    all_of_them, sent = examples(key), Counter[str]()
    waiting = dict(all_of_them)
    games = [*STORIES[key], *[("", Bodies())] * 10]
    for seed, (who, story) in enumerate(games):
        game, chance = staged(key, seed, who), random.Random(seed)
        for body in [*story, *[None] * (1 if who else 60)]:
            play = rehearsal(game.encounter, GM, table=game.table)
            refused = {name: refusal_of(play, command) for name, command in all_of_them.items()}
            fitting = {name: all_of_them[name] for name, refusal in refused.items() if refusal is None}
            waiting = {name: command for name, command in waiting.items() if name not in fitting}
            if {command.type for command in waiting.values()} <= NOBODY_HAS_IT or game.encounter.status == "ended":
                break
            if body is not None:
                game.send(read_command(body, game.table.rules))
            else:
                play_on(game, fitting, sent, chance)
    assert {command.type for command in waiting.values()} <= NOBODY_HAS_IT, list(waiting)
    # What nobody has is refused in the rules' own words.
    game = staged(key, 0)
    game.send(read_command({"type": "start"}, game.table.rules))
    play = rehearsal(game.encounter, GM, table=game.table)
    for name, command in waiting.items():
        assert isinstance(refusal_of(play, command), AgainstTheRules), name


def said(game: Game, body: dict[str, Any]) -> str:
    decision = game.send(read_command(body, game.table.rules))
    return say(decision.events, game.encounter, GM, table=game.table).text


@pytest.mark.parametrize("key", ENCOUNTERS)
def test_whose_turn_it_is_is_told_once(key: str) -> None:
    game = staged(key, 0)
    for body in ({"type": "start"}, END):
        text = said(game, body)
        active = game.encounter[str(game.encounter.active)].name
        assert f"{active} is on (round 1" in text
        assert f"{active}'s turn" not in text


@pytest.mark.parametrize(
    ("key", "left"),
    [
        ("ultra", "1 action left"),
        ("uttas", "6 of 6 actions and 60 Stamina left"),
        ("supers", "a standard and a move left"),
    ],
)
def test_whoever_may_read_a_sheet_is_told_what_is_left_of_the_turn(key: str, left: str) -> None:
    game = staged(key, 0)
    started = game.send(read_command({"type": "start"}, game.table.rules))
    assert f" is on (round 1, {left})." in say(started.events, game.encounter, GM, table=game.table).text
    stranger = Viewer(role="observer")
    for one in game.encounter.combatants:
        game.send(read_command({"type": "edit_combatant", "actor": one.id, "visibility": "gm"}, game.table.rules))
    assert say([], game.encounter, stranger, table=game.table).text.endswith(" is on (round 1).")


def test_of_a_long_answer_the_choices_are_told_whole() -> None:
    game = staged("ultra", 0)
    game.send(read_command({"type": "start"}, game.table.rules))
    read = {"type": "ultra.act", "actor": "mara", "traits": ["lore"], "faces": [10, 8, 7, 6, 1]}
    dark = "the lantern goes out, and nobody knows the way to the cellar"
    text = said(game, read | {"complications": [{"id": id_, "level": 1, "note": dark} for id_ in ("c1", "c2")]})
    assert len(text) <= 300
    assert text.startswith("Mara Quill acts: 3 hits against 1")
    assert "Mara Quill has 2 of 3 hits to spend. Spare: 1 the lantern" in text
    assert text.endswith("2 Spread, Full Follow-Up, Declare a Truth.")


@pytest.mark.parametrize("word", ["lantern", "a"])
def test_a_long_story_is_cut_at_a_word_and_what_is_asked_stays(word: str) -> None:
    game = staged("ultra", 0)
    game.send(read_command({"type": "start"}, game.table.rules))
    text = said(game, {"type": "note", "text": f"{word} " * 140})
    assert 300 - len(word) <= len(text) <= 300
    assert f"{word}… " in text
    assert text.endswith("Mara Quill is on (round 1, 1 action left).")
