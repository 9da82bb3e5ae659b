"""A command tried out: what would come of it for a game master, what it would cost for a player."""

from collections.abc import Mapping
from typing import Generic, NamedTuple

from app.rules.encounter.commands import Command
from app.rules.encounter.deciding import NOBODY, Decision, decide
from app.rules.encounter.rehearsing import refusal_of, rehearsal
from app.rules.encounter.rules import Price
from app.rules.encounter.state import C, Encounter, S
from app.rules.encounter.table import Character, Dice, Ids, Table
from app.rules.encounter.viewer import Viewer


class DryRun(NamedTuple, Generic[S, C]):
    """What was found out; nothing has happened."""

    price: Price
    """What it will cost, and the dice it will throw."""
    decision: Decision[S, C] | None
    """What would come of it; none for players, to whom the future stays closed."""
    sample: bool
    """Whether throwaway dice stood for those that will be thrown."""


def dry_run(
    command: Command,
    encounter: Encounter[S, C],
    throwaway: Dice,
    *,
    table: Table[S, C],
    viewer: Viewer,
    ids: Ids,
    characters: Mapping[str, Character] = NOBODY,
) -> DryRun[S, C]:
    """Try a command out; it is refused exactly as it would be. See `decide` for what it takes.

    A player's `faces` are not looked at: how many of them are needed would tell whether it hits.
    """
    decision = None
    play = rehearsal(encounter, viewer, table=table, characters=characters)
    if viewer.is_gm:
        decision = decide(command, encounter, throwaway, table=table, viewer=viewer, ids=ids, characters=characters)
    elif (refusal := refusal_of(play, command)) is not None:
        raise refusal
    kind = table.rules.kinds.get(command.type)
    price = Price(costs={}) if kind is None else kind.price(play, command)
    return DryRun(price, decision, viewer.is_gm and command.faces is None)
