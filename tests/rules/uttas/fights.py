"""A UTTAS encounter at the table: bodies as they come in over HTTP, and the encounter as a game master sees it."""

import json
from typing import Any

import pytest

from app.rules.encounter.commands import FRAME_COMMANDS, Command, Join
from app.rules.encounter.state import Window
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import show
from app.rules.errors import Refusal
from app.rules.systems.uttas.encounter import ENCOUNTERS
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.sheet import UttasSheet
from tests.rules.encounter.hearing import foreseen
from tests.rules.encounter.playing import Game
from tests.rules.uttas.shorthand import sheet_of

Json = dict[str, Any]
MISS, HIT = [1, 1, 1], [6, 6, 6]
BASE: Json = {
    "speed": 4,
    "health_max": 40,
    "stamina_max": 60,
    "run": 12,
    "warp": 8,
    "skills": {"contortionist": 3, "acrobatics": 3, "stealth": 3},
    "powers": {"ward": {"active_points": 20, "maintained": True}},
    "attacks": {
        "club": {"kind": "melee", "strength_dice": 2},
        "bow": {"kind": "mechanical", "range_m": 20},
        "blast": {"kind": "power", "power_dice": 2, "active_points": 500},
        "spell": {"kind": "power", "power_dice": 2, "limitations": ["incantation"]},
        "net": {"kind": "power", "entangle_health": 8, "entangle_limbs": "both"},
        "ghost": {"kind": "power", "power_dice": 1, "invisible": True},
    },
}
KINDS: list[type[Command]] = [*FRAME_COMMANDS, *ENCOUNTERS.frame_bodies, *(kind.body for kind in ENCOUNTERS.commands)]
BODIES = {str(body.model_fields["type"].default): body for body in KINDS}


def body_of(document: dict[str, Any]) -> Command:
    return BODIES[document["type"]].model_validate_json(json.dumps(document))


class TablePlay(Game):
    """A fight or a chase."""

    def __init__(self, *, options: dict[str, Any] | None = None, **more: Any) -> None:
        settings = UttasOptions.model_validate_json(json.dumps(options or {}))
        super().__init__(ENCOUNTERS, settings, **more)

    def joins(self, name: str, sheet: UttasSheet, side: str, **more: Any) -> None:
        self.send(self.body(Join, id=name, name=name, sheet=sheet, side=side, **more))

    def do(self, document: dict[str, Any], viewer: Viewer = GM) -> dict[str, Any] | None:
        """Send a request; answers its result."""
        decision = self.send(body_of(document), viewer)
        return None if decision.result is None else decision.result.model_dump(mode="json")

    def seen(self, viewer: Viewer = GM) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(
            show(self.encounter, viewer, table=self.table).model_dump_json(by_alias=True)
        )
        return shown


def window_of(play: TablePlay) -> Window:
    """The window that is open."""
    assert play.encounter.pending is not None
    return play.encounter.pending


def fight(**more: Any) -> TablePlay:
    """a and c against b and d, a's turn."""
    play = TablePlay(options=more.pop("options", None))
    places = {"a": (0, 0), "b": (1, 0), "c": (0, 1), "d": (1, 1)}
    for name, pos in places.items():
        short = {**BASE, **more.get(name, {})}
        play.joins(name, sheet_of(short), "one" if name in "ac" else "two", pos=pos)
    agility = [6, 6, 4, 4, 3, 3, 2, 2]
    play.do({"type": "start", "faces": agility})
    assert play.encounter.active == "a"
    return play


def do(play: TablePlay, kind: str, actor: str = "a", /, **body: Any) -> dict[str, Any] | None:
    return play.do({"type": f"uttas.{kind}", "actor": actor, **body})


def refused(play: TablePlay, code: str, kind: str, actor: str = "a", /, *, viewer: Viewer = GM, **body: Any) -> Refusal:
    before = play.encounter.model_dump_json()
    body = {name.removesuffix("_"): value for name, value in body.items()}
    with pytest.raises(Refusal) as caught:
        play.do({"type": f"uttas.{kind}", "actor": actor, **body}, viewer)
    assert caught.value.code == code, caught.value.detail
    command = body_of({"type": f"uttas.{kind}", "actor": actor, **body})
    foreseen(code, command, play.encounter, viewer, table=play.table)
    assert play.encounter.model_dump_json() == before
    return caught.value


def condition(play: TablePlay, actor: str, key: str, **more: Any) -> None:
    play.do({"type": "add_condition", "actor": actor, "key": key, **more})


def attack(play: TablePlay, actor: str = "a", target: str = "b", what: str = "club", **more: Any) -> None:
    do(play, "attack", actor, attack=what, target=target, **more)


def held() -> TablePlay:
    """a holds b by an arm and the head, and it is b's turn."""
    play = fight(a={"strength": 20})
    do(play, "grapple", target="b", limbs=["left_arm", "head"])
    do(play, "pass_reaction", "b", faces=HIT)
    if play.encounter.pending is not None:
        do(play, "pass_reaction", "d")
    play.do({"type": "end_turn"})
    while play.encounter.active != "b":
        play.do({"type": "end_turn"})
    return play


def bound(limbs: str = "legs") -> TablePlay:
    return fight(a={"entangle": {"health": 8, "limbs": limbs}})


def placed(name: str, pos: tuple[int, int]) -> TablePlay:
    play = fight()
    play.do({"type": "edit_combatant", "actor": name, "pos": list(pos)})
    return play


def armless() -> TablePlay:
    play = fight()
    for arm in ("left_arm", "right_arm"):
        condition(play, "a", "disabled", param=arm)
    return play
