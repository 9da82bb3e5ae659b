"""Undo and redo as people know them, however long the story: one look at the last version says what they come to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.encounter import history
from app.rules.encounter.commands import EndTurn, Hide, Join, Note, SetOrder, Start
from app.rules.encounter.telling import log_entry, seen_by_players
from app.rules.encounter.viewer import GM, Viewer
from app.rules.errors import Refusal
from tests.rules.encounter.duel import DUEL
from tests.rules.encounter.duel.shapes import DuelOptions, DuelSheet, Hit, Take
from tests.rules.encounter.hearing import say, seen_event
from tests.rules.encounter.playing import Game

ANNE = Viewer(role="player", member_id="anne")


def blow(game: Game) -> Hit:
    """Whoever is on strikes at another."""
    active = game.encounter.active or ""
    return Hit(actor=active, target=next(one for one in "abc" if one != active))


def duel() -> Game:
    game = Game(DUEL, DuelOptions())
    for name in "abc":
        game.send(game.body(Join, id=name, name=name.upper(), sheet=DuelSheet(), side=name, visibility="table"))
    game.send(Start())
    return game


@given(st.lists(st.sampled_from(["command", "undo", "redo", "edit"]), max_size=60))
def test_undo_and_redo_are_two_stacks(moves: list[str]):
    entries = [history.made()]
    states = {1: "begin"}
    done: list[tuple[str, str]] = []
    undone: list[tuple[str, str]] = []
    now = "begin"
    for move in moves:
        last = entries[-1]
        match move:
            case "command":
                entries.append(history.command(last))
                done.append((now, now := f"after {entries[-1].version}"))
                undone = []
            case "edit":
                entries.append(history.edit(last))
            case "undo" if done:
                entries.append(history.undo(last, entries[history.next_undo(last) - 1]))
                undone.append(done.pop())
                now = undone[-1][0]
            case "redo" if undone:
                entries.append(history.redo(last, entries[history.next_redo(last) - 1]))
                done.append(undone.pop())
                now = done[-1][1]
            case _:
                ask = history.next_undo if move == "undo" else history.next_redo
                with pytest.raises(Refusal) as refused:
                    ask(last)
                assert refused.value.code == "nothing_to_undo"
                continue
        version = entries[-1].version
        assert version == len(entries)
        if entries[-1].what in {"undo", "redo"}:
            assert states[entries[-1].shows] == now
        states[version] = now
    taken = {f"after {version}" for version in history.undone(entries)}
    commands = {f"after {one.version}" for one in entries if one.what == "command"}
    assert taken == commands - {after for _, after in done}


def test_undo_brings_back_the_state_and_redo_the_same_dice():
    game = duel()
    game.send(blow(game))
    target = game.encounter.pending
    assert target is not None
    before = game.encounter.model_dump_json()
    game.send(Take(actor=target.for_[0]))
    after = game.encounter.model_dump_json()
    game.undo()
    assert game.encounter.model_dump_json() == before
    game.redo()
    assert game.encounter.model_dump_json() == after
    with pytest.raises(Refusal, match="another came after it"):
        game.redo()


def test_a_new_command_closes_the_way_back():
    game = duel()
    game.send(EndTurn())
    game.undo()
    game.send(Note(text="Wait."))
    with pytest.raises(Refusal, match="another came after it"):
        game.redo()


def test_more_undos_than_commands():
    game = duel()
    for _ in range(4):
        game.undo()
    assert game.encounter == game.first
    with pytest.raises(Refusal, match="No command is left"):
        game.undo()
    assert game.encounter == game.first


def test_the_log_shows_what_was_undone():
    game = duel()
    struck = game.send(blow(game)).events
    event = game.undo()
    name = (game.encounter.active or "").upper()
    seen = seen_event(event, ANNE)
    assert seen is not None
    assert seen.text.startswith(f"Undone: {name} strikes at ")
    assert len(seen.data.events) == 3  # type: ignore[attr-defined]
    assert say([event], game.encounter, ANNE, table=game.table).text.endswith(f"{name} is on (round 1).")
    line = log_entry(struck[1], ANNE, undone=True)
    assert line is not None
    assert (line.text, line.markdown, line.undone) == (seen.text[8:], f"~~{seen.text[8:]}~~", True)
    assert log_entry(struck[0], ANNE, undone=True) is None
    again = seen_event(game.redo(), ANNE)
    assert again is not None
    assert again.text.startswith(f"Done again: {name} strikes at ")


def test_a_line_of_the_log_fits_even_where_it_is_struck_out():
    game = duel()
    game.send(game.body(Join, name="Wanderer " * 5, sheet=DuelSheet(), side="d", initiative=1, count=50))
    game.send(SetOrder(order=sorted(game.encounter.order)))
    for undone in (False, True):
        line = log_entry(game.events[-1], ANNE, undone=undone)
        assert line is not None
        assert (len(line.text), len(line.markdown)) == (300, 1800 if undone else 1796)
        assert line.text.endswith("…")
        assert line.markdown.endswith("…~~" if undone else "…")


def test_whoever_saw_nothing_sees_nothing_undone():
    game = duel()
    game.send(Note(text="psst", private=True))
    event = game.undo()
    assert seen_event(event, ANNE) is None
    assert not seen_by_players(event)
    assert seen_event(event, GM) is not None


def test_an_undo_names_nobody_who_was_hidden_when_it_happened():
    game = duel()
    game.send(Hide(actor="c"))
    while game.encounter.active != "c":
        game.send(EndTurn())
    game.send(Hit(actor="c", target="a"))
    event = game.undo()
    seen = seen_event(event, ANNE)
    assert seen is not None
    assert seen.text == "Undone: Somebody strikes at A."


def test_an_undo_says_nothing_of_what_one_never_saw():
    game = duel()
    game.send(Hide(actor="c"))
    while (game.encounter.order * 2)[game.encounter.order.index(game.encounter.active or "") + 1] != "c":
        game.send(EndTurn())
    game.send(EndTurn())
    seen = seen_event(game.undo(), ANNE)
    assert seen is not None
    assert seen.text == "Undone: what was done last."
