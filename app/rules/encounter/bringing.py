"""Sheets as they come into an encounter: with those who join, and the characters' once more as it begins."""

from typing import TYPE_CHECKING, Any

from app.rules.encounter.state import Combatant, Condition
from app.rules.value import Value

if TYPE_CHECKING:
    from app.rules.encounter.play import Play


def brought(play: "Play[Any, Any]", sheet: Value) -> tuple[Condition, ...]:
    """The conditions that somebody with this sheet brings along."""
    since = max(play.encounter.round, 1)
    return tuple(
        one.model_copy(update={"id": play.ids("cnd"), "since": since}) for one in play.rules.conditions_of(sheet)
    )


def new_sheet(play: "Play[Any, Any]", sheet: Value) -> dict[str, Value]:
    """The sheet by a new id; nothing, where an equal one is here already."""
    return {} if play.table.sheets.id_of(sheet) is not None else {play.ids("sht"): sheet}


def copied(play: "Play[Any, Any]") -> dict[str, Value]:
    """Copy the characters' sheets as they are by now, where they have changed since they joined.

    Returns:
        The sheets that were not here before, by their ids.
    """
    lent: dict[str, Value] = {}
    combatants = []
    for one in play.encounter.combatants:
        character = play.characters.get(one.character_id or "")
        if character is not None and character.sheet != play.table.sheets[one.sheet]:
            new = new_sheet(play, character.sheet)
            play.lend(new)
            lent |= new
            combatants.append(_with_sheet(play, one, character.sheet))
        else:
            combatants.append(one)
    play.quietly(play.encounter.model_copy(update={"combatants": tuple(combatants)}))
    return lent


def _with_sheet(play: "Play[Any, Any]", combatant: Combatant[Any], sheet: Value) -> Combatant[Any]:
    old = play.table.sheets[combatant.sheet]
    gone = {(one.key, one.param, one.source) for one in play.rules.conditions_of(old)}
    kept = tuple(one for one in combatant.conditions if (one.key, one.param, one.source) not in gone)
    return combatant.model_copy(
        update={
            "sheet": play.table.sheets.id_of(sheet),
            "state": play.rules.fighter_of(sheet, join=None, before=combatant.state, options=play.options),
            "conditions": (*brought(play, sheet), *kept),
        }
    )
