"""A UTTAS encounter at the table: bodies as they come in over HTTP, and the encounter as a game master sees it."""

import json
from typing import Any

from app.rules.encounter.commands import FRAME_COMMANDS, Command, Join
from app.rules.encounter.state import Window
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import show
from app.rules.systems.uttas.encounter import ENCOUNTERS
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.sheet import UttasSheet
from tests.rules.encounter.playing import Game

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
