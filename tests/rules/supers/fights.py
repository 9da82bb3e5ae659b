"""A fight to try things in: Halyard and Brace against the Tollkeeper and his guards, everybody 5 ft apart."""

import json
from typing import Any

import pytest

from app.rules.encounter.deciding import Decision
from app.rules.encounter.schemas import read_command
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import show
from app.rules.errors import Refusal
from app.rules.systems.supers.encounter import ENCOUNTERS
from app.rules.systems.supers.encounter.numbers import checked, rank_in_force, total
from app.rules.systems.supers.examples import EXAMPLE_SHEETS
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import Abilities, SupersSheet
from tests.rules.encounter.hearing import foreseen, say
from tests.rules.encounter.playing import Game

HALYARD, BRACE, TOLLKEEPER, GUARD = EXAMPLE_SHEETS[:4]
CRATE = SupersSheet(
    name="Crate",
    kind="object",
    abilities=Abilities(
        strength=None,
        stamina=None,
        agility=None,
        dexterity=None,
        fighting=None,
        intellect=None,
        awareness=None,
        presence=None,
    ),
)
PEOPLE = {"halyard": HALYARD, "brace": BRACE, "tollkeeper": TOLLKEEPER, "guard": GUARD, "crate": CRATE}
SIDES = {"halyard": "heroes", "brace": "heroes", "tollkeeper": "toll", "guard": "toll", "crate": "things"}
ORDER = {"halyard": 20, "brace": 15, "tollkeeper": 10, "guard": 5}
PLAYER = Viewer(role="player", member_id="anne")


class Fight(Game):
    """A fight that has begun, in the order halyard, brace, tollkeeper, guard; the crate has no place."""

    def __init__(self, *, start: bool = True, auto_resolve: tuple[str, ...] = (), **more: Any) -> None:
        sheets = {name: more.pop(name, sheet) for name, sheet in PEOPLE.items()}
        super().__init__(ENCOUNTERS, SupersOptions(**more), auto_resolve=auto_resolve)
        for name, sheet in sheets.items():
            self.do(
                "join",
                None,
                id=name,
                sheet=json.loads(sheet.model_dump_json()),
                side=SIDES[name],
                owner_member_id="anne" if SIDES[name] == "heroes" else None,
                initiative=ORDER.get(name),
            )
        if start:
            self.do("start", None)

    def body(self, type_: Any, actor: str | None = None, *faces: int, **fields: Any) -> Any:
        """A command's body; names without a dot that the frame doesn't have are the system's."""
        if not isinstance(type_, str):
            return super().body(type_, **fields)
        frame = {
            "join",
            "leave",
            "start",
            "end_turn",
            "end",
            "add_condition",
            "remove_condition",
            "adjust",
            "note",
            "hide",
        }
        sent = {"type": type_ if type_ in frame else f"supers.{type_}", "actor": actor, **fields}
        if faces:
            sent["faces"] = list(faces)
        return read_command({name: value for name, value in sent.items() if value is not None}, self.table.rules)

    def do(self, type_: str, actor: str | None, *faces: int, by: Viewer = GM, **fields: Any) -> dict[str, Any]:
        """Send a command, and get all that its events say, the first that says it first."""
        decision = self.send(self.body(type_, actor, *faces, **fields), by)
        return {"text": self.text(decision), **self.said(decision)}

    def said(self, decision: Decision[Any, Any]) -> dict[str, Any]:
        said: dict[str, Any] = {}
        for event in decision.events:
            said = {**event.fact.model_dump(), **said}
        return said

    def text(self, decision: Decision[Any, Any], viewer: Viewer = GM) -> str:
        return say(decision.events, self.encounter, viewer, table=self.table).text

    def refuses(self, code: str, type_: str, actor: str | None, *faces: int, by: Viewer = GM, **fields: Any) -> Refusal:
        """Send a command that is refused, and see that nothing has changed."""
        before = self.encounter, self.encounter.model_dump_json()
        command = self.body(type_, actor, *faces, **fields)
        with pytest.raises(Refusal) as caught:
            self.send(command, by)
        assert caught.value.code == code, caught.value.detail
        foreseen(code, command, self.encounter, by, table=self.table)
        assert caught.value.detail.endswith(".")
        assert (self.encounter, self.encounter.model_dump_json()) == before
        return caught.value

    def turn_of(self, name: str) -> "Fight":
        """End turns until it is somebody's."""
        for _ in range(12):
            if self.encounter.active == name:
                return self
            self.do("end_turn", None)
        raise AssertionError(f"{name} never has a turn")

    def bear(self, name: str, key: str, param: str | None = None, **more: Any) -> str:
        """Somebody bears a condition from now on; its id."""
        self.do("add_condition", name, key=key, param=param, **more)
        return self.encounter[name].conditions[-1].id

    def place(self, name: str, **distances: int) -> None:
        self.do("adjust", name, position={"distance_ft": distances})

    @property
    def looking(self) -> Any:
        """The state to ask for numbers."""
        from app.rules.encounter.play import Play
        from app.rules.encounter.rehearsing import UNTHROWN

        return Play(encounter=self.encounter, table=self.table, dice=UNTHROWN, viewer=GM, ids=str)

    def dodge(self, name: str) -> int:
        return rank_in_force(self.looking, name, "dodge")

    def parry(self, name: str) -> int:
        return rank_in_force(self.looking, name, "parry")

    def modifier(self, name: str, trait: str) -> int:
        return total(checked(self.looking, name, trait))

    def state(self, name: str) -> Any:
        return self.encounter[name].state

    def keys(self, name: str) -> list[str]:
        return sorted(one.key for one in self.encounter[name].conditions)

    def effective(self, name: str) -> list[str]:
        shown = show(self.encounter, GM, table=self.table)
        state: Any = next(one.state for one in shown.combatants if one.id == name)
        return list(state.effective)

    @property
    def budget(self) -> tuple[int, int]:
        turn = self.state(self.encounter.active or "").turn
        return turn.standard_left, turn.move_left
