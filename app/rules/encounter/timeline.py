"""Who acts when, and what ends by itself, as far as it can be foreseen; told to each viewer as they may know it."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from app.rules.encounter.conditions import runs_out, waits_for
from app.rules.encounter.state import Combatant, Condition, Encounter, Moment
from app.rules.encounter.table import Table
from app.rules.encounter.viewer import Sight, Viewer
from app.rules.value import Value

MOST_ROUNDS = 20


class Expiring(Value):
    """A condition whose time will be up."""

    combatant: str
    """Who bears it."""
    id: str
    key: str
    title: str
    """As people call it."""


class Step(Value):
    """A turn, or the end of a round."""

    round: int
    what: Literal["turn", "round_end"]
    combatant: str | None
    """Whose turn; null: the end of a round."""
    acts: bool
    """False for whoever is out, and for the end of a round."""
    now: bool
    """Whether this turn is on."""
    at_start: tuple[Expiring, ...]
    """What ends when it begins."""
    at_end: tuple[Expiring, ...]
    """What ends when it is over."""


class Timeline(Value):
    """What is to come if nothing comes in between."""

    round: int
    steps: tuple[Step, ...]
    foreseen: int
    """The last round whose order is known already."""


def timeline(encounter: Encounter[Any, Any], viewer: Viewer, *, table: Table[Any, Any], rounds: int = 2) -> Timeline:
    """This round's turns still to come and those of the rounds after it, `rounds` in all, with what expires.

    Of somebody the viewer doesn't see there is no turn, and nothing that waits for one. Whoever is out doesn't act;
    their turn is only named where something ends with it.
    """
    sight = Sight(viewer, encounter.combatants)
    steps: list[Step] = []
    foreseen = encounter.round
    if encounter.status == "running":
        running = _Running(encounter, table)
        steps += _round(running, sight, encounter.round, _still_to_come(encounter))
        order = table.rules.order_to_come(encounter, table)
        for round_ in range(encounter.round + 1, encounter.round + rounds) if order is not None else ():
            steps += _round(running, sight, round_, order or ())
            foreseen = round_
    return Timeline(round=encounter.round, steps=tuple(steps), foreseen=foreseen)


def _still_to_come(encounter: Encounter[Any, Any]) -> Sequence[str]:
    active = () if encounter.active is None else (encounter.active,)
    return [*active, *(one for one in encounter.order if one not in encounter.acted)]


class _Running:
    """Conditions as their moments come one by one."""

    def __init__(self, encounter: Encounter[Any, Any], table: Table[Any, Any]) -> None:
        self.encounter = encounter
        self.table = table
        self._left = {
            held.id: (bearer, held, held.expires.count) for bearer in encounter.combatants for held in bearer.conditions
        }

    def reach(self, at: Moment, round_: int, of: str | None = None) -> Iterator[tuple[Combatant[Any], Condition]]:
        """What ends now."""
        for name, (bearer, held, count) in list(self._left.items()):
            if at == "round_end" and runs_out(held, round_, self.table.rules.round_seconds):
                yield self._ended(name)
            elif waits_for(held, bearer.id, at, of):
                self._left[name] = (bearer, held, count - 1)
                if count == 1:
                    yield self._ended(name)

    def _ended(self, name: str) -> tuple[Combatant[Any], Condition]:
        bearer, held, _ = self._left.pop(name)
        return bearer, held

    def seen(self, sight: Sight, at: Moment, round_: int, of: str | None = None) -> tuple[Expiring, ...]:
        """What ends now, as far as the viewer knows of it."""
        title = self.table.rules.condition_title
        return tuple(
            Expiring(combatant=bearer.id, id=held.id, key=held.key, title=title(held))
            for bearer, held in self.reach(at, round_, of)
            if sight.sees(bearer.id) and sight.knows_of(held.expires.of)
        )


def _round(running: _Running, sight: Sight, round_: int, turns: Sequence[str]) -> Iterator[Step]:
    encounter = running.encounter
    for one in turns:
        current = round_ == encounter.round
        now = current and one == encounter.active
        begun = current and (one in encounter.delayed or (now and encounter.stage != "starting"))
        at_start = () if begun else running.seen(sight, "turn_start", round_, one)
        at_end = running.seen(sight, "turn_end", round_, one)
        acts = not encounter[one].out
        if sight.sees(one) and (acts or now or at_start or at_end):
            yield Step(round=round_, what="turn", combatant=one, acts=acts, now=now, at_start=at_start, at_end=at_end)
    at_end = running.seen(sight, "round_end", round_)
    yield Step(round=round_, what="round_end", combatant=None, acts=False, now=False, at_start=(), at_end=at_end)
