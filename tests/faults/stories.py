"""An encounter's story, read from the database by its bare driver, and audited."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from app.rules.encounter.history import Entry
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.stored import SNAPSHOT_EVERY, read_event, rebuilt, write_state
from tests.faults.books import rows_of

_ENTRY = tuple(Entry.model_fields)
_QUERIES = {
    "encounter": "select version, state from encounter where id = $1",
    "steps": (
        f"select {', '.join(_ENTRY)}, struck, command, change, snapshot from encounter_version "
        "where encounter_id = $1 order by version"
    ),
    "events": "select id, version, data from event where encounter_id = $1 order by sequence",
}


@dataclass(frozen=True)
class Written:
    """How a version came about, as it is kept."""

    entry: Entry
    struck: bool
    command: dict[str, Any] | None
    change: str
    snapshot: str | None


@dataclass(frozen=True)
class Story:
    """What the database holds of one encounter."""

    version: int
    state: str
    steps: list[Written]
    events: list[tuple[str, int, str]]

    def commands(self) -> list[dict[str, Any]]:
        """The bodies of all commands, in their order."""
        return [one.command for one in self.steps if one.command is not None]

    def audit(self, rules: EncounterRules[Any, Any]) -> None:
        """Every version is whole, and all of them together make the state."""
        assert [one.entry.version for one in self.steps] == list(range(1, self.version + 1))
        told: dict[int, list[str]] = {}
        for id_, version, _ in self.events:
            told.setdefault(version, []).append(id_)
        assert max(told) <= self.version
        states: dict[int, str] = {}
        struck = set[int]()
        for step in self.steps:
            entry, number = step.entry, step.entry.version
            before = states.get(number - 1) or step.snapshot
            assert before is not None, "the first version is kept whole"
            states[number] = write_state(rebuilt(before, [step.change] if number > 1 else [], rules))
            assert step.snapshot in ({states[number]} if number == 1 or number % SNAPSHOT_EVERY == 0 else {None})
            assert (step.command is not None) == (entry.what == "command")
            assert told.get(number), "a version of which nobody was told"
            if entry.what in {"undo", "redo"}:
                assert states[number] == states[entry.shows]
                (struck.add if entry.what == "undo" else struck.remove)(entry.of or 0)
                self._tells(told[number], told[entry.of or 0], rules)
        assert states[self.version] == self.state
        assert {one.entry.version for one in self.steps if one.struck} == struck

    def _tells(self, told: list[str], turned: list[str], rules: EncounterRules[Any, Any]) -> None:
        [event] = [read_event(data, rules) for id_, _, data in self.events if id_ in told]
        assert [one.id for one in event.turned] == turned


async def read_story(url: str, encounter_id: str) -> Story:
    """Read an encounter's story while nobody writes."""
    rows = {name: await rows_of(url, query, encounter_id) for name, query in _QUERIES.items()}
    [(version, state)] = rows["encounter"]
    steps = []
    for row in rows["steps"]:
        entry = Entry(**dict(zip(_ENTRY, row, strict=False)))
        struck, command, change, snapshot = row[len(_ENTRY) :]
        steps.append(Written(entry, bool(struck), command and json.loads(command), change, snapshot))
    return Story(version, state, steps, [(id_, number, data) for id_, number, data in rows["events"]])


async def audit_sequence(url: str, campaign_id: str) -> None:
    """The campaign counts its events without a gap."""
    [(last,)] = await rows_of(url, "select sequence from campaign where id = $1", campaign_id)
    found = await rows_of(url, "select sequence from event where campaign_id = $1", campaign_id)
    assert Counter(number for (number,) in found) == Counter(range(1, last + 1))
