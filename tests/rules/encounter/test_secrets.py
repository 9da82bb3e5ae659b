"""Two games that differ only in what is hidden: every byte a player gets is equal, ids apart (design 9).

The same public dice, the same commands; in between each game has secrets of its own: private notes, hidden ones who
come, go, change and suffer. What a secret command brings must leave no trace at once, and later, when all goes on, the
two tables must not drift apart. Once the hidden differ in name and fate and act like the others; once their sheets and
dice differ too, and they only stand by.
"""

import json
import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from app.rules.encounter.commands import (
    AddCondition,
    Command,
    EditCombatant,
    Hide,
    Join,
    Leave,
    Note,
    RemoveCondition,
    SetOrder,
    Start,
)
from app.rules.encounter.dry_run import dry_run
from app.rules.encounter.events import Event
from app.rules.encounter.legal import legal
from app.rules.encounter.play import Play
from app.rules.encounter.schemas import read_command
from app.rules.encounter.state import Expiry, Moment, Window
from app.rules.encounter.table import Character, Dice
from app.rules.encounter.telling import log_entry, seen_by_players
from app.rules.encounter.timeline import timeline
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import seen_difference, show
from app.rules.errors import Refusal
from tests.rules.encounter.conftest import DEEP, TRIALS, Side
from tests.rules.encounter.hearing import accepts, say, seen_event
from tests.rules.encounter.moves import ANNE, BEN, OBSERVER
from tests.rules.encounter.playing import Game, Seeded

GAMES = 200 if DEEP else 3
LENGTH = 60 if DEEP else 25
MADE = re.compile(r"(?:cbt|cnd|win|sht|evt)_[0-9]+")
LOOKERS = (ANNE, BEN, OBSERVER)


class Twin:
    """One of the two games, and what its players have got so far."""

    def __init__(self, trial: Side, seed: int, name: str, *, sheets_differ: bool) -> None:
        self.name = name
        self.sheets_differ = sheets_differ
        # Not by the same id in both: wherever a player meets one, the two games differ.
        self.hidden = [f"{name.lower()}_{number}" for number in (1, 2)]
        self.trial = trial
        self.chance = random.Random(f"{name} {seed}")
        shared = random.Random(seed)
        drawn = [shared.choice(list(trial.sheets)) for _ in range(6)]
        auto = tuple(one.kind for one in trial.rules.windows if one.auto) if sheets_differ else ()
        characters = {
            "chr_anne": Character("Anne", drawn[0], "anne", "table"),
            "chr_ben": Character("Ben", drawn[1], "ben", "owner"),
        }
        self.game = Game(trial.rules, trial.options, seed=seed, characters=characters, auto_resolve=auto)
        secret = Seeded((seed, "secret", name if sheets_differ else ""))
        self.game.dice = Dice(Seeded((seed, "public")), secret)
        self.version = 0
        self.tokens: dict[str, str] = {}
        for one in characters:
            self.game.send(self.game.body(Join, character_id=one, side="players"))
        for number in (2, 3):
            self.game.send(self.game.body(Join, id=f"foe_{number}", sheet=drawn[number], name="Foe", side="foes"))
        if sheets_differ:
            self.game.send(self.game.body(Start))
        for number, one in enumerate(self.hidden):
            sheet = self.chance.choice(list(trial.sheets)) if sheets_differ else drawn[4 + number]
            fields = {"id": one, "name": f"{name} {number}", "side": "foes", "hidden": True, "sheet": sheet}
            initiative = -900 - number if sheets_differ else None
            self.game.send(self.game.body(Join, initiative=initiative, **fields))
        if not sheets_differ:
            self.game.send(self.game.body(Start))
        self.now = self.got([])

    def got(self, events: Sequence[Event[Any, Any]]) -> list[str]:
        """Everything that players can get now, with ids in the order in which they come to see them."""
        game = self.game
        table, encounter = game.table, game.encounter
        lines = [f"ETag {self.version}"]
        for viewer in LOOKERS:
            lines += [
                show(encounter, viewer, table=table).model_dump_json(),
                show(encounter, viewer, table=table, tracker=True).model_dump_json(),
                timeline(encounter, viewer, table=table, rounds=3).model_dump_json(),
                json.dumps([one.model_dump(mode="json") for one in legal(encounter, viewer, table=table)]),
                json.dumps(say(events, encounter, viewer, table=table)),
            ]
            for event in events:
                if (view := seen_event(event, viewer)) is not None:
                    lines.append(view.model_dump_json())
                if (line := log_entry(event, viewer, undone=False)) is not None:
                    lines.append(line.model_dump_json())
        return [self.plain(line) for line in lines]

    def plain(self, text: str) -> str:
        """The text with each id as the first, the second... that players have seen."""
        return MADE.sub(lambda found: self.tokens.setdefault(found[0], f"<{len(self.tokens)}>"), text)

    def moves(self) -> Iterator[tuple[Viewer, dict[str, Any]]]:
        """What can be sent; of hidden ones whose sheets differ only the end of their turn."""
        for viewer in (ANNE, BEN, GM):
            for one in legal(self.game.encounter, viewer, table=self.game.table):
                named = any(hidden in json.dumps(one.body) for hidden in self.hidden)
                if one.type == "end_turn" and named:
                    yield viewer, {"type": "end_turn"}
                elif one.type != "end" and (not named or not self.sheets_differ):
                    yield viewer, one.body

    def accepts(self, body: dict[str, Any], viewer: Viewer) -> bool:
        """Whether it would go through here too: what one may do with the hidden can hang on a secret command."""
        command = read_command(body, self.game.table.rules)
        return accepts(command, self.game.encounter, viewer, table=self.game.table)

    def sent(self, body: dict[str, Any], viewer: Viewer) -> None:
        """The same for both; what it brings is what players get."""
        self.turned(lambda: self.game.send(read_command(body, self.game.table.rules), viewer))

    def turned(self, act: Any) -> None:
        before, told = self.game.encounter, len(self.game.events)
        act()
        self.version += seen_difference(before, self.game.encounter, table=self.game.table)
        self.now = self.got(self.game.events[told:])

    def keeps_a_secret(self) -> None:
        """Something that only game masters know of happens, and no player's bytes change."""
        before, told, quiet = self.game.encounter, len(self.game.events), self.got([])
        with suppress(Refusal):
            self.game.send(self.secret())
        assert not seen_difference(before, self.game.encounter, table=self.game.table)
        assert not any(seen_by_players(event) for event in self.game.events[told:])
        assert self.got([]) == quiet

    def secret(self) -> Command:
        """What only game masters know of."""
        game, chance = self.game, self.chance
        hidden = [one for one in game.encounter.combatants if one.hidden]
        who = chance.choice(hidden)
        extra = [one.id for one in hidden if one.id not in self.hidden and one.id != game.encounter.active]
        key = chance.choice(self.trial.conditions or ["dazed"])
        moves = [
            game.body(Note, text=f"{self.name} thinks.", private=True),
            game.body(EditCombatant, actor=who.id, name=f"{self.name} {chance.randint(1, 99)}"),
            game.body(Hide, actor=who.id),
        ]
        if game.encounter.pending is None:
            passing = {"sheet": chance.choice(list(self.trial.sheets)), "side": "foes", "hidden": True}
            moves.append(game.body(Join, initiative=-950, name=self.name, **passing))
            moves += [game.body(SetOrder, order=order) for order in self.swaps()]
        if extra and game.encounter.pending is None:
            moves += [game.body(Leave, actor=extra[0])] * 3
            one = chance.choice(extra)
            expires = Expiry(at=chance.choice(["round_end", "never", "turn_end"]), count=chance.randint(1, 3))
            moves.append(game.body(AddCondition, actor=one, key=key, source=who.id, expires=expires))
            moves += [game.body(RemoveCondition, actor=one, id=held.id) for held in game.encounter[one].conditions]
        return chance.choice(moves)

    def swaps(self) -> Iterator[list[str]]:
        """The order with two hidden neighbours the other way round, who both had their turn or both not.

        Where both act in either game, they keep their places: it would be another's turn.
        """
        encounter = self.game.encounter
        for place, pair in enumerate(pairwise(encounter.order)):
            same = (pair[0] in encounter.acted) == (pair[1] in encounter.acted)
            keep = not self.sheets_differ and set(pair) <= set(self.hidden)
            if same and not keep and encounter.active not in pair and all(encounter[one].hidden for one in pair):
                yield [*encounter.order[:place], *reversed(pair), *encounter.order[place + 2 :]]

    def send_away(self) -> None:
        """Whoever came in secret goes before their turn comes: it would show that the table waits."""
        if self.game.encounter.pending is None and self.game.encounter.status == "running":
            for one in self.game.encounter.combatants:
                if one.hidden and one.id not in self.hidden and one.id != self.game.encounter.active:
                    self.game.send(self.game.body(Leave, actor=one.id))


def translated(body: dict[str, Any], one: Twin, other: Twin) -> dict[str, Any] | None:
    """A body of one game as the same in the other; None where it names what no player has seen."""
    back = {token: id_ for id_, token in other.tokens.items()}
    window = other.game.encounter.pending
    text = json.dumps({name: value for name, value in body.items() if name != "pending"})
    if any(id_ not in one.tokens for id_ in MADE.findall(text)):
        return None
    text = MADE.sub(lambda found: back[one.tokens[found[0]]], text)
    for mine, theirs in zip(one.hidden, other.hidden, strict=True):
        text = text.replace(mine, theirs)
    same: dict[str, Any] = json.loads(text)
    return same | ({"pending": window.id} if "pending" in body and window is not None else {})


def refusals(twin: Twin, body: dict[str, Any]) -> list[str]:
    """What each player is told who sends this, in earnest and for trial."""
    said = []
    command = read_command(body, twin.game.table.rules)
    for viewer in LOOKERS:
        for act in (
            lambda viewer=viewer: twin.game.decided(command, viewer),
            lambda viewer=viewer: dry_run(
                command, twin.game.encounter, twin.game.dice, table=twin.game.table, viewer=viewer, ids=twin.game.ids
            ),
        ):
            try:
                act()
            except Refusal as refusal:
                said.append(twin.plain(f"{refusal.code} {refusal.detail} {json.dumps(refusal.facts)}"))
            else:
                said.append("accepted")
    return said


def unknown_is_hidden(twin: Twin, body: dict[str, Any]) -> None:
    """Whoever aims at somebody hidden is told what they would be told of nobody."""
    if "target" in body:
        assert refusals(twin, {**body, "target": "nobody"}) == refusals(twin, {**body, "target": twin.hidden[0]})


@pytest.mark.parametrize("sheets_differ", [False, True], ids=["names", "sheets"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_secrets_leave_no_trace(trial: Side, seed: int, *, sheets_differ: bool):
    twins = [Twin(trial, seed, name, sheets_differ=sheets_differ) for name in ("Mask", "Shade")]
    one, other = twins
    chance = random.Random(f"both {seed}")
    with one.game.told(), other.game.told():
        assert one.now == other.now
        for _ in range(LENGTH):
            for twin in twins:
                for _ in range(twin.chance.randint(0, 2)):
                    twin.keeps_a_secret()
                twin.send_away()
            moves = list(one.moves())
            if not moves:
                break
            viewer, body = chance.choice(moves)
            if (same := translated(body, one, other)) is None:
                continue
            assert refusals(one, body) == refusals(other, same)
            if not other.accepts(same, viewer):
                assert viewer is GM, "a player may do it in one game only"
                continue
            for twin, asked in ((one, body), (other, same)):
                unknown_is_hidden(twin, asked)
                twin.sent(asked, viewer)
            assert one.now == other.now
            if chance.random() < 0.1:
                for turn in ("undo", "redo"):
                    for twin in twins:
                        twin.turned(getattr(twin.game, turn))
                    assert one.now == other.now


@pytest.mark.parametrize("at", ["turn_start", "turn_end", "minutes"])
def test_somebody_hidden_for_whom_something_waits_leaves_no_trace(trial: Side, at: Moment):
    twin = Twin(trial, 0, "Mask", sheets_differ=False)
    game, gone = twin.game, twin.hidden[-1]
    bearer = next(one.id for one in game.encounter.combatants if not one.hidden)
    expires = Expiry(at=at, of=gone, count=3)
    game.send(
        game.body(AddCondition, actor=bearer, key=(trial.conditions or ["dazed"])[0], source=gone, expires=expires)
    )
    before, told, quiet = game.encounter, len(game.events), twin.got([])
    game.send(game.body(Leave, actor=gone))
    assert not seen_difference(before, game.encounter, table=game.table)
    assert not any(seen_by_players(event) for event in game.events[told:])
    assert twin.got([]) == quiet


def test_of_several_who_are_asked_nobody_hidden_is_known_by_their_answer(trial: Side):
    twin = Twin(trial, 0, "Mask", sheets_differ=False)
    game, kinds = twin.game, [kind for kind in trial.rules.commands if kind.acts and kind.answers != "never"]
    plain = [kind.type for kind in kinds if set(kind.body.model_json_schema()["required"]) <= {"type", "actor"}]
    asked, kind = ("foe_2", twin.hidden[0]), trial.rules.windows[0].kind
    window = Window(id="win_asked", kind=kind, for_=asked, options=tuple(plain))
    game.encounter = game.encounter.model_copy(update={"pending": window})
    assert plain
    for type_ in plain:
        nobody, hidden = (refusals(twin, {"type": type_, "actor": one}) for one in ("nobody", twin.hidden[0]))
        assert hidden == nobody


@pytest.mark.parametrize(
    "trial", [key for key, side in TRIALS.items() if any(one.auto for one in side.rules.windows)], indirect=True
)
def test_a_choice_that_is_made_at_once_tells_of_nobody_hidden(trial: Side):
    game = Twin(trial, 0, "Mask", sheets_differ=False).game
    auto = next(one.kind for one in trial.rules.windows if one.auto)
    table = replace(game.table, auto_resolve=frozenset({auto}))

    def told(*asked: str) -> list[str]:
        play = Play(encounter=game.encounter, table=table, dice=game.dice, viewer=GM, ids=lambda prefix: f"{prefix}_1")
        play.ask(auto, asked, ())
        for one in asked:
            play.answered(one)
        views = [seen_event(event, viewer) for viewer in LOOKERS for event in play.events]
        return [view.model_dump_json() for view in views if view is not None]

    assert told("mask_1") == []
    assert told("foe_2", "mask_1") == told("mask_1", "foe_2") == told("foe_2")
    assert len(told("foe_2")) == 2 * len(LOOKERS)
