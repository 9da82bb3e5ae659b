"""A seeded game of any system: its dice, its ids, its history as a keeper has it, and every viewer's way to send."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import Any

from app.rules.encounter import history
from app.rules.encounter.commands import Command
from app.rules.encounter.deciding import Decision, characters_needed, decide
from app.rules.encounter.events import Event, Turned
from app.rules.encounter.history import Entry
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.schemas import command_bodies
from app.rules.encounter.sheets import Sheets
from app.rules.encounter.state import Encounter, Kind
from app.rules.encounter.stored import SNAPSHOT_EVERY, rebuilt, write_state, write_step
from app.rules.encounter.table import Character, Dice, Table
from app.rules.encounter.viewer import GM, Viewer
from app.rules.value import Value


class Seeded:
    """Dice that fall by a seed."""

    def __init__(self, seed: object) -> None:
        self.chance = random.Random(repr(seed))

    def draw(self, faces: int, count: int) -> Sequence[int]:
        return [self.chance.randint(1, faces) for _ in range(count)]


class Game:
    """An encounter and how it came about."""

    def __init__(
        self,
        rules: EncounterRules[Any, Any],
        options: Value,
        *,
        seed: object = 0,
        kind: Kind = "fight",
        auto_resolve: Sequence[str] = (),
        characters: Mapping[str, Character] | None = None,
    ) -> None:
        self.seed = seed
        self.table: Table[Any, Any] = Table(
            rules=rules, options=options, sheets=Sheets(rules.sheet), auto_resolve=frozenset(auto_resolve)
        )
        self.encounter: Encounter[Any, Any] = self.table.rules.setup(kind)
        self.first = self.encounter
        self.dice = Dice(Seeded((seed, "public")), Seeded((seed, "secret")))
        self.characters = dict(characters or {})
        self.events: list[Event[Any, Any]] = []
        self.states = [self.encounter]
        self.story: list[str] = []
        self._numbers = count(1)
        self.entries = [history.made(0)]
        self._brought: list[list[Turned]] = [[]]
        self._lent = [self.characters]
        self._steps = [""]
        self._snapshots = {0: write_state(self.encounter)}

    def ids(self, prefix: str) -> str:
        return f"{prefix}_{next(self._numbers)}"

    def decided(self, command: Command, viewer: Viewer = GM) -> Decision[Any, Any]:
        needed = characters_needed(command, self.encounter)
        return decide(
            command,
            self.encounter,
            self.dice,
            table=self.table,
            viewer=viewer,
            ids=self.ids,
            characters={name: self.characters[name] for name in needed if name in self.characters},
        )

    def send(self, command: Command, viewer: Viewer = GM) -> Decision[Any, Any]:
        said = {"type": command.type} | command.model_dump(mode="json", exclude_defaults=True)
        self.story.append(f"{viewer.member_id or viewer.role}: {json.dumps(said)}")
        decision = self.decided(command, viewer)
        if decision.sheets is not self.table.sheets:
            self.table = replace(self.table, sheets=decision.sheets)
        self.characters = dict(self.characters)
        for left in decision.left:
            self.characters[left.character_id] = self.characters[left.character_id]._replace(sheet=left.sheet)
        self._keep(history.command(self.entries[-1]), decision.encounter, decision.events)
        return decision

    def undo(self) -> Event[Any, Any]:
        """What a game master's undo tells."""
        self.story.append("gm: undo")
        taken = self.entries[history.next_undo(self.entries[-1])]
        event = history.undone_event(self._brought[taken.version])
        self._turn(history.undo(self.entries[-1], taken), event)
        return event

    def redo(self) -> Event[Any, Any]:
        """What a game master's redo tells."""
        self.story.append("gm: redo")
        entry = history.redo(self.entries[-1], self.entries[history.next_redo(self.entries[-1])])
        event = history.redone_event(self._brought[entry.shows])
        self._turn(entry, event)
        return event

    def _turn(self, entry: Entry, event: Event[Any, Any]) -> None:
        self.characters = dict(self._lent[entry.shows])
        self._keep(entry, self.at(entry.shows), [event])

    def _keep(self, entry: Entry, after: Encounter[Any, Any], events: Sequence[Event[Any, Any]]) -> None:
        self._steps.append(write_step(self.encounter, after))
        self.encounter = after
        self.states.append(after)
        self.events += events
        self.entries.append(entry)
        self._brought.append([Turned(self.ids("evt"), event) for event in events])
        self._lent.append(self.characters)
        if entry.version % SNAPSHOT_EVERY == 0:
            self._snapshots[entry.version] = write_state(after)

    def at(self, version: int) -> Encounter[Any, Any]:
        """The state then, made of what is kept."""
        begin = version - version % SNAPSHOT_EVERY
        return rebuilt(self._snapshots[begin], self._steps[begin + 1 : version + 1], self.table.rules)

    def body(self, type_: type[Command], **fields: Any) -> Command:
        """A body of the frame's, in the system's own shape."""
        return command_bodies(self.table.rules)[str(type_.model_fields["type"].default)](**fields)

    @contextmanager
    def told(self) -> Iterator[None]:
        """What fails in here is told with the seed and everything that was sent."""
        try:
            yield
        except BaseException as fault:
            fault.add_note("\n".join([f"seed {self.seed!r}, and then:", *self.story]))
            raise
