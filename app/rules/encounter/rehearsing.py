"""Whether a command would be accepted, found out without a die and without an effect."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.rules.encounter.commands import Command
from app.rules.encounter.deciding import NOBODY, attempt
from app.rules.encounter.play import Play
from app.rules.encounter.state import Encounter
from app.rules.encounter.table import Character, Dice, Table
from app.rules.encounter.viewer import Viewer
from app.rules.errors import Refusal


class _Accepted(Exception):  # noqa: N818 - nothing went wrong
    """A command would throw or tell something: its checks have all passed."""


class _Unthrown:
    """Dice that stop whoever would throw them: whether a command is accepted never hangs on a die."""

    def draw(self, faces: int, count: int) -> Sequence[int]:
        """Stop."""
        raise _Accepted(f"{count}d{faces}")


UNTHROWN = Dice.of(_Unthrown())
"""For whoever only looks."""


class _Rehearsal(Play[Any, Any]):
    """A play that stops where a command begins to have an effect."""

    def moved(self, *_: Any, **__: Any) -> None:
        """Stop."""
        raise _Accepted

    happened = moved


def rehearsal(
    encounter: Encounter[Any, Any],
    viewer: Viewer,
    *,
    table: Table[Any, Any],
    characters: Mapping[str, Character] = NOBODY,
) -> Play[Any, Any]:
    """A play for `refusal_of`, and for looking: it never comes to any effect."""
    return _Rehearsal(
        encounter=encounter,
        table=table,
        dice=UNTHROWN,
        viewer=viewer,
        ids=lambda prefix: prefix,
        characters=characters,
    )


def refusal_of(play: Play[Any, Any], command: Command) -> Refusal | None:
    """Why `decide` would refuse this; None: it would accept it. It can be asked again and again."""
    try:
        attempt(play.afresh(), command)
    except _Accepted:
        return None
    except Refusal as refusal:
        return refusal
    return None
