"""What every system's encounters must hold, however they are played: random games, with undo and redo.

Six short games for each system; `UMPIRE_DEEP=1` plays three hundred of two hundred commands. What fails is told with
its seed and all that was sent.
"""

import json
import random
from contextlib import suppress
from typing import Any

import pytest

from app.rules.encounter.commands import Adjust, Command, Join, Note, Start
from app.rules.encounter.deciding import Decision
from app.rules.encounter.dry_run import dry_run
from app.rules.encounter.events import Event, evolve
from app.rules.encounter.facts import Thrown, Told
from app.rules.encounter.legal import MOST_LEGAL, legal
from app.rules.encounter.play import Play
from app.rules.encounter.refusals import FRAME_REFUSALS
from app.rules.encounter.schemas import read_command
from app.rules.encounter.stored import read_event, read_state, write_event, write_state
from app.rules.encounter.telling import log_entry, seen_by_players
from app.rules.encounter.timeline import timeline
from app.rules.encounter.viewer import GM, Sight, Viewer
from app.rules.encounter.views import Gallery, seen_difference, show
from app.rules.errors import Refusal
from tests.rules.encounter.conftest import GAMES, LENGTH, Side
from tests.rules.encounter.hearing import accepts, say, seen_event
from tests.rules.encounter.moves import OBSERVER, PLAYERS, adjustable, by_hand, new_game, offered, strange
from tests.rules.encounter.playing import Game

EVERYBODY = [GM, *PLAYERS, OBSERVER]


def seen(game: Game, viewer: Viewer) -> str:
    return show(game.encounter, viewer, table=game.table).model_dump_json()


def play_on(game: Game, trial: Side, chance: random.Random) -> Decision[Any, Any] | Event[Any, Any] | None:
    """One more thing happens; None when nothing is left to do, or it was refused."""
    lot = chance.random()
    with suppress(Refusal):
        if lot < 0.08:
            return game.undo()
        if lot < 0.14:
            return game.redo()
        if lot < 0.26:
            return game.send(by_hand(game, trial, chance))
    if (move := offered(game, chance)) is None:
        return None
    return game.send(*move)


def passes(game: Game, active: str) -> bool:
    """Whether a turn goes by: that of everybody who is out, but where the rules leave them a way back."""
    look = Play(encounter=game.encounter, table=game.table, dice=game.dice, viewer=GM, ids=game.ids)
    return bool(game.table.rules.passes(look, active))


def holds(game: Game) -> None:
    """What is true after every command."""
    encounter = game.encounter
    placed = set(encounter.order)
    everybody = {one.id for one in encounter.combatants}
    assert len(placed) == len(encounter.order)
    assert placed <= everybody
    assert set(encounter.acted) <= placed
    assert set(encounter.delayed) <= placed
    assert len(set(encounter.acted)) == len(encounter.acted)
    if encounter.active is not None:
        assert encounter.status == "running"
        assert encounter.active in placed
        assert encounter.pending is not None or not passes(game, encounter.active), "somebody who is out acts"
    if encounter.pending is not None:
        assert encounter.status == "running"
        assert set(encounter.pending.for_) <= everybody
        assert set(encounter.pending.options) <= set(game.table.rules.kinds)
    assert encounter.round >= (1 if encounter.status == "running" else 0)
    for one in encounter.combatants:
        assert one.out is game.table.rules.is_out(one, game.table), one.name
        for bound in game.table.rules.bounds(one, game.table):
            assert bound.least <= bound.value <= bound.most, (one.name, bound)


def leaves_sheets(game: Game) -> None:
    """Whatever is left on somebody, their character can bear: it reads back as the sheet it was."""
    play = Play(encounter=game.encounter, table=game.table, dice=game.dice, viewer=GM, ids=game.ids)
    for one in game.encounter.combatants:
        sheet = game.table.rules.left_on(play, one.id)
        assert game.table.rules.sheet.model_validate_json(sheet.model_dump_json()) == sheet


def kept(game: Game, events: list[Event[Any, Any]]) -> None:
    """The state and the events read back as they were, to the byte."""
    rules = game.table.rules
    text = write_state(game.encounter)
    assert write_state(read_state(text, rules)) == text
    for event in events:
        again = read_event(write_event(event, rules), rules)
        assert write_event(again, rules) == write_event(event, rules)
        for viewer in EVERYBODY:
            assert seen_event(again, viewer) == seen_event(event, viewer)


class Galleries:
    """What was shown last to everybody, each by themselves and all in turn."""

    def __init__(self) -> None:
        self.by_turns, self.own = Gallery(), [Gallery() for _ in EVERYBODY]

    def show_alike(self, game: Game) -> None:
        """Whatever was shown before, and to whom: everybody gets what a look afresh shows."""
        for viewer, own in zip(EVERYBODY, self.own, strict=True):
            afresh = show(game.encounter, viewer, table=game.table)
            for gallery in (own, self.by_turns):
                assert show(game.encounter, viewer, table=game.table, gallery=gallery) == afresh


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_play(trial: Side, seed: int):
    """Every offer is accepted, the events alone make the state, undo and redo give its bytes, what must hold holds."""
    game, chance = new_game(trial, seed), random.Random(f"play {seed}")
    replayed, galleries = game.encounter, Galleries()
    with game.told():
        for _ in range(LENGTH):
            before, text, told = game.encounter, write_state(game.encounter), len(game.events)
            outcome = play_on(game, trial, chance)
            assert write_state(before) == text, "the state before it has changed"
            if outcome is None:
                continue
            events = game.events[told:]
            holds(game)
            leaves_sheets(game)
            kept(game, events)
            galleries.show_alike(game)
            for event in events:
                replayed = evolve(replayed, event)
            entry = game.entries[-1]
            if entry.what == "command":
                assert write_state(replayed) == write_state(game.encounter), "the events don't make the state"
            else:
                assert write_state(game.encounter) == write_state(game.states[entry.shows])
                replayed = game.encounter
            said = say(events, game.encounter, chance.choice(EVERYBODY), table=game.table)
            assert len(said.text) <= 300
            assert len(said.markdown) <= 1800
        version = chance.randrange(len(game.states))
        assert write_state(game.at(version)) == write_state(game.states[version])


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_changes_is_told(trial: Side, seed: int):
    """Whoever sees something change gets an event, and players' versions move when, and only when, one of them sees."""
    game, chance = new_game(trial, seed), random.Random(f"told {seed}")
    with game.told():
        for _ in range(LENGTH):
            before, told = game.encounter, len(game.events)
            views = {viewer.member_id: seen(game, viewer) for viewer in (*PLAYERS, OBSERVER)}
            if play_on(game, trial, chance) is None:
                continue
            moved = seen_difference(before, game.encounter, table=game.table)
            events = game.events[told:]
            for viewer in (*PLAYERS, OBSERVER):
                got = [one for event in events if (one := seen_event(event, viewer)) is not None]
                for event in events:
                    assert_own_dice(event, viewer)
                if seen(game, viewer) != views[viewer.member_id]:
                    assert moved, "players' version stands still"
                    assert got, f"{viewer.member_id} sees a change and gets no event"
            for event in events:
                anybody = any(seen_event(event, viewer) is not None for viewer in PLAYERS)
                assert seen_by_players(event) >= anybody
                line = log_entry(event, chance.choice(EVERYBODY), undone=False)
                assert line is None or 0 < len(line.text) <= 300


def assert_own_dice(event: Event[Any, Any], viewer: Viewer) -> None:
    """A viewer gets no dice but those of whom they see, and nobody's."""
    sight = Sight(viewer, event.cast)
    if (view := seen_event(event, viewer)) is not None:
        theirs = [one for one in dice(event.fact) if one.of is None or sight.sees(one.of)]
        assert all(one in theirs for one in dice(view.data))


def dice(told: Told) -> list[Thrown]:
    """Every throw in a fact."""
    found = [told] if isinstance(told, Thrown) else []
    for name in type(told).model_fields:
        value = getattr(told, name)
        for part in value if isinstance(value, tuple) else (value,):
            found += dice(part) if isinstance(part, Told) else []
    return found


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_refused_changes_nothing(trial: Side, seed: int):
    """What was right at another time, or never, is refused with a code that the docs explain, or else accepted."""
    game, chance = new_game(trial, seed), random.Random(f"refuse {seed}")
    explained = {*FRAME_REFUSALS, *trial.refusals}
    earlier: list[Command] = [Note(text="private", private=True), by_hand(game, trial, chance)]
    with game.told():
        for _ in range(LENGTH // 2):
            if play_on(game, trial, chance) is None:
                continue
            if (move := offered(game, chance)) is not None:
                earlier.append(move[0])
            earlier.append(by_hand(game, trial, chance))
            before = write_state(game.encounter)
            for command in strange(game, earlier, chance):
                for viewer in EVERYBODY:
                    if (refusal := refused(game, command, viewer)) is not None:
                        assert refusal.code in explained, f"{refusal.code} is explained nowhere"
                        assert refusal.detail.endswith((".", "?"))
                    assert write_state(game.encounter) == before


def refused(game: Game, command: Command, viewer: Viewer) -> Refusal | None:
    """Why it is refused, if it is: in earnest and in a dry run alike."""
    try:
        game.decided(command, viewer)
    except Refusal as refusal:
        with pytest.raises(Refusal) as dry:
            dry_run(command, game.encounter, game.dice, table=game.table, viewer=viewer, ids=game.ids)
        same = (dry.value.code, dry.value.detail) == (refusal.code, refusal.detail)
        return refusal if same else dry.value
    return None


@pytest.mark.parametrize("seed", range(GAMES))
def test_offers(trial: Side, seed: int):
    """Offers are all there, not too many, read as they stand, one's own; a dry run of them tells players no outcome."""
    game, chance = new_game(trial, seed), random.Random(f"offers {seed}")
    rules = game.table.rules
    with game.told():
        for _ in range(LENGTH // 4):
            if play_on(game, trial, chance) is None:
                continue
            assert legal(game.encounter, OBSERVER, table=game.table) == []
            for viewer in (GM, *PLAYERS):
                listed = legal(game.encounter, viewer, table=game.table)
                assert len(listed) <= MOST_LEGAL
                for one in listed:
                    command = read_command(one.body, rules)
                    assert command.model_dump(exclude_defaults=True, mode="json") | {"type": one.type} == one.body
                    assert accepts(command, game.encounter, viewer, table=game.table)
                    assert one.summary.strip()
                    actor = game.encounter.find(one.actor)
                    own = one.type in rules.kinds and rules.kinds[one.type].own_turn
                    if actor is not None and actor.out and own:
                        assert not passes(game, actor.id), "somebody who is out acts"
                    if viewer is not GM:
                        assert one.actor is None or game.encounter.find(one.actor) is not None
                        dry = dry_run(command, game.encounter, game.dice, table=game.table, viewer=viewer, ids=game.ids)
                        assert dry.decision is None
                if len(listed) < MOST_LEGAL:
                    bodies = [json.dumps(one.body, sort_keys=True) for one in listed]
                    assert len(set(bodies)) == len(bodies), "the same offer twice"


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_promise_of_ones_own_turn_is_kept(trial: Side, seed: int):
    """Nobody else could send what is said to be accepted in one's own turn only."""
    game, chance = new_game(trial, seed), random.Random(f"own {seed}")
    own = {kind.type for kind in trial.rules.commands if kind.own_turn}
    with game.told():
        for _ in range(LENGTH // 4):
            if play_on(game, trial, chance) is None or game.encounter.pending is not None:
                continue
            for one in legal(game.encounter, GM, table=game.table):
                if one.type in own:
                    for other in game.encounter.combatants:
                        body = read_command({**one.body, "actor": other.id}, game.table.rules)
                        mine = other.id == game.encounter.active
                        assert mine or not accepts(body, game.encounter, GM, table=game.table)


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_timeline_names_whom_one_sees(trial: Side, seed: int):
    game, chance = new_game(trial, seed), random.Random(f"timeline {seed}")
    with game.told():
        for _ in range(LENGTH // 4):
            if play_on(game, trial, chance) is None:
                continue
            for viewer in EVERYBODY:
                there = {one.id for one in show(game.encounter, viewer, table=game.table).combatants}
                for step in timeline(game.encounter, viewer, table=game.table, rounds=3).steps:
                    assert step.combatant is None or step.combatant in there
                    assert {one.combatant for one in (*step.at_start, *step.at_end)} <= there


def test_its_numbers_have_bounds(trial: Side):
    game = new_game(trial, 0)
    for one in game.encounter.combatants:
        assert list(trial.rules.bounds(one, game.table)), "name what must stay within bounds"


def test_no_adjustment_goes_beyond_what_a_sheet_bears(trial: Side):
    """However often a game master adds or takes: each number stays within bounds, and characters get it back whole."""
    for name, (least, most) in adjustable(trial.rules).items():
        for by in (least, most, -1, 1):
            game = new_game(trial, 0)
            game.send(game.body(Start))
            actor = game.encounter.combatants[0].id
            for _ in range(60):
                if game.encounter.status == "running" and least <= by <= most:
                    game.send(game.body(Adjust, actor=actor, **{name: by}))
                    holds(game)
            leaves_sheets(game)


def test_thirty_fit_a_screen(trial: Side):
    """As ids and names are in earnest: thirty combatants in 64 kB, and a tracker of them in 8."""
    game = new_game(trial, 1)
    numbers = iter(range(10_000))
    game.ids = lambda prefix: f"{prefix}_{next(numbers):026}"  # type: ignore[method-assign]
    for number in range(24):
        sheet = trial.sheets[number % len(trial.sheets)]
        game.send(game.body(Join, sheet=sheet, name=f"Guard {number}", side="foes"))
    game.send(Start())
    assert len(game.encounter.combatants) == 30
    assert len(seen(game, GM)) < 64_000 - 1_000
    tracker = show(game.encounter, GM, table=game.table, tracker=True)
    assert len(tracker.model_dump_json()) < 8_000 - 700
