"""A seeded game of any system: its dice, its ids, and every viewer's way of sending a command."""

import random
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from app.rules.encounter.commands import Command, End, Join
from app.rules.encounter.deciding import Decision, characters_needed, decide
from app.rules.encounter.events import Event
from app.rules.encounter.play import Character, Dice, Table
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.sheets import Sheets
from app.rules.encounter.state import Encounter, Kind
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
        self.table: Table[Any, Any] = Table(
            rules=rules, options=options, sheets=Sheets(rules.sheet), auto_resolve=frozenset(auto_resolve)
        )
        self.encounter: Encounter[Any, Any] = self.table.setup(kind)
        self.first = self.encounter
        self.dice = Dice(Seeded((seed, "public")), Seeded((seed, "secret")))
        self.characters = dict(characters or {})
        self.events: list[Event[Any, Any]] = []
        self.states = [self.encounter]
        self._numbers = count(1)

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
        decision = self.decided(command, viewer)
        self.encounter = decision.encounter
        self.table = Table(
            rules=self.table.rules,
            options=self.table.options,
            sheets=decision.sheets,
            auto_resolve=self.table.auto_resolve,
        )
        self.events += decision.events
        self.states.append(self.encounter)
        for left in decision.left:
            self.characters[left.character_id] = self.characters[left.character_id]._replace(sheet=left.sheet)
        return decision

    def body(self, type_: type[Command], **fields: Any) -> Command:
        """A body of the frame's, in the system's own shape."""
        own = {body.model_fields["type"].default: body for body in self.table.rules.frame_bodies}
        return own.get(type_.model_fields["type"].default, type_)(**fields)


__all__ = ["End", "Game", "Join", "Seeded"]
