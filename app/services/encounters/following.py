"""What encounters that have not ended follow of their characters as they change: whose they are, and who reads them."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from app.rules.dice.source import PhysicalDice
from app.rules.encounter import history
from app.rules.encounter.frame_rules import edited
from app.rules.encounter.play import Play
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.state import Encounter
from app.rules.encounter.table import Dice
from app.rules.encounter.viewer import GM
from app.rules.system import System
from app.rules.value import Value as Sheet
from app.services.character import StoredCharacter
from app.services.encounters.opening import Opened, open_encounter
from app.services.encounters.stepping import Moved, id_for, stepped
from app.services.ports import Page, Work
from app.services.values import Caller, Campaign, Event

FOLLOWED: Final = frozenset({"owner_member_id", "visibility"})
_READ_AT_ONCE = 200


def moves_state(rules: EncounterRules[Any, Any] | None, before: Sheet, after: Sheet) -> bool:
    """Whether a change of a sheet is one of the state, which a running encounter alone moves."""
    if rules is None or rules.lent is None:
        return True
    return any(getattr(before, name) != getattr(after, name) for name in rules.lent)


async def follow(
    tx: Work,
    caller: Caller,
    character: StoredCharacter,
    fields: Collection[str],
    campaign: Campaign,
    systems: Mapping[str, System],
    *,
    at: datetime,
) -> list[Event]:
    """Let whose a character is and who may read it count in its encounters too, each as a new version.

    It is no command: undo doesn't take it back (see `caught_up`).
    """
    rules, told = systems[caller.system].encounters, list[Event]()
    if rules is None:
        return told
    for stored in await tx.encounters.taking_part(caller.campaign_id, character.id):
        opened = open_encounter(stored, campaign, rules)
        moved = _followed(opened, character, FOLLOWED.intersection(fields))
        if moved is not None:
            after = stepped(caller, opened, moved, at=at)
            await tx.encounters.advance(after.stored, after.step)
            told += after.events
    return told


async def caught_up(tx: Work, caller: Caller, restored: Encounter[Any, Any], *, since: datetime) -> Encounter[Any, Any]:
    """A state of the past with what its characters have become since then, as far as encounters follow it."""
    combatants = []
    for one in restored.combatants:
        character = await tx.characters.get(caller, one.character_id) if one.character_id is not None else None
        if character is not None and character.for_gm.at >= since:
            fields = await _changed_since(tx, caller, character.id, since)
            one = one.model_copy(update=_update(character, FOLLOWED & fields))
        combatants.append(one)
    return restored.model_copy(update={"combatants": tuple(combatants)})


async def _changed_since(tx: Work, caller: Caller, character_id: str, since: datetime) -> set[str]:
    fields: set[str] = set()
    after: str | None = None
    while True:
        found = await tx.characters.revisions(caller, character_id, Page(limit=_READ_AT_ONCE, after=after))
        newer = [one for one in found if one.at >= since]
        fields |= {change.pointer[1:] for one in newer for change in one.changes}
        if len(newer) < _READ_AT_ONCE:
            return fields
        after = newer[-1].id


def _followed(opened: Opened, character: StoredCharacter, fields: Collection[str]) -> Moved | None:
    combatant = next((one for one in opened.encounter.combatants if one.character_id == character.id), None)
    update = _update(character, fields)
    if combatant is None or all(getattr(combatant, name) == value for name, value in update.items()):
        return None
    no_dice = Dice.of(PhysicalDice([]))
    play = Play(encounter=opened.encounter, table=opened.table, dice=no_dice, viewer=GM, ids=id_for)
    edited(play, combatant, update)
    return Moved(
        entry=history.edit(opened.head.last),
        encounter=play.encounter,
        sheets=opened.table.sheets,
        happenings=play.events,
    )


def _update(character: StoredCharacter, fields: Collection[str]) -> dict[str, Any]:
    return {name: getattr(character, name) for name in fields}
