"""A small scene to try the rules on: two friends, a named foe and its henchman, in this order."""

import json
from typing import Any

import pytest

from app.rules.encounter.commands import FRAME_COMMANDS, Command, Join, Start
from app.rules.encounter.state import Encounter
from app.rules.encounter.table import Character
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import show
from app.rules.errors import Refusal
from app.rules.systems.ultra.encounter import ENCOUNTERS
from app.rules.systems.ultra.options import UltraOptions
from app.rules.systems.ultra.sheet import UltraSheet
from tests.rules.encounter.hearing import foreseen
from tests.rules.encounter.playing import Game

KINDS: list[type[Command]] = [*FRAME_COMMANDS, *ENCOUNTERS.frame_bodies, *(kind.body for kind in ENCOUNTERS.commands)]
BODIES = {kind.model_fields["type"].default: kind for kind in KINDS}
CAST: dict[str, tuple[str, dict[str, Any]]] = {
    "ann": ("friends", {"traits": {"fight": 4, "wits": 3}, "advantage": {"might": 1}}),
    "bea": ("friends", {"traits": {"fight": 2, "wits": 5}, "target": 7}),
    "fiend": ("foes", {"kind": "antagonist", "traits": {"claws": 5}, "advantage": {"might": 3}, "injury_max": 6}),
    "imp": ("foes", {"kind": "ally", "traits": {"claws": 2, "wits": 1}, "injury_max": 2}),
}


class Stage:
    """A scene under way, and what is in it."""

    def __init__(self, *, start: bool = True, sheets: dict[str, dict[str, Any]] | None = None, **options: Any) -> None:
        self.game = Game(ENCOUNTERS, UltraOptions.model_validate(options), kind="scene")
        for name, (side, sheet) in CAST.items():
            made = UltraSheet.model_validate({"name": name.title(), **sheet, **(sheets or {}).get(name, {})})
            self.game.characters[f"chr_{name}"] = Character(name.title(), made, name, "table")
            join = self.game.body(Join, id=name, character_id=f"chr_{name}", side=side, name=name.title())
            self.game.send(join)
        if start:
            self.game.send(Start())

    @property
    def encounter(self) -> Encounter[Any, Any]:
        return self.game.encounter

    @property
    def scene(self) -> dict[str, Any]:
        """The scene as shown."""
        return self.shown["scene"]  # type: ignore[no-any-return]

    @property
    def shown(self) -> dict[str, Any]:
        """The encounter as the game master sees it."""
        return show(self.encounter, GM, table=self.game.table).model_dump(mode="json")

    def state(self, name: str) -> dict[str, Any]:
        """A combatant's state as shown, with `out`."""
        one = next(one for one in self.shown["combatants"] if one["id"] == name)
        return {**one["state"], "out": one["out"]}

    def levels(self, name: str) -> dict[str, int]:
        """The Status Effects that somebody bears, with their levels."""
        return {one["key"]: one["level"] for one in self.state(name)["statuses"]}

    def body(self, type_: str, **fields: Any) -> Any:
        return BODIES[type_].model_validate_json(json.dumps({"type": type_, **fields}))

    def do(self, type_: str, viewer: Viewer = GM, **fields: Any) -> list[dict[str, Any]]:
        """Send a command; what happened, as the game master gets it."""
        decision = self.game.send(self.body(type_, **fields), viewer)
        return [{"type": one.fact.type, **one.fact.model_dump(mode="json")} for one in decision.events]

    def act(self, actor: str, hits: int, *, dice: int = 4, type_: str = "ultra.act", **fields: Any) -> dict[str, Any]:
        """Act with so many dice, of which so many show an 8; the figures of `action.rolled`."""
        events = self.do(type_, actor=actor, dice=dice, faces=faces(hits, dice, fields.pop("more", ())), **fields)
        return next(event for event in events if event["type"] == "action.rolled")

    def resolve(self, actor: str, *tricks: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """Choose; the figures of the last `action.resolved`."""
        events = self.do("ultra.resolve", actor=actor, tricks=list(tricks), **fields)
        return [event for event in events if event["type"] == "action.resolved"][-1]

    def buys(self, actor: str, *tricks: dict[str, Any], hits: int = 4, **fields: Any) -> dict[str, Any]:
        """Act with enough hits, and buy."""
        self.act(actor, hits, dice=max(4, hits), **fields)
        return self.resolve(actor, *tricks)

    def turn_of(self, name: str) -> None:
        """Let turns end until it is theirs."""
        for _ in range(9):
            if self.encounter.active == name:
                return
            self.do("end_turn")
        raise AssertionError(f"{name} has no turn")

    def next_turn_of(self, name: str) -> None:
        """Let turns end until it is theirs again."""
        self.do("end_turn")
        self.turn_of(name)

    def refused(self, code: str, type_: str, viewer: Viewer = GM, **fields: Any) -> Refusal:
        """Send a command that must be refused, with nothing changed."""
        before = self.encounter.model_dump_json()
        with pytest.raises(Refusal) as caught:
            self.game.decided(self.body(type_, **fields), viewer)
        assert caught.value.code == code, caught.value.detail
        foreseen(code, self.body(type_, **fields), self.encounter, viewer, table=self.game.table)
        assert self.encounter.model_dump_json() == before
        return caught.value


def faces(hits: int, dice: int, more: Any = ()) -> list[int]:
    """So many dice with so many hits of one, and then these."""
    return [*[8] * hits, *[1] * (dice - hits), *more]


def trouble(level: int = 1, name: str = "c1", **fields: Any) -> dict[str, Any]:
    """A complication."""
    return {"id": name, "level": level, **fields}
