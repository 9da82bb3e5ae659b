"""Characters in encounters: lent to one that runs, held while it does, and given back with what it has left on them."""

from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Any

from app.rules.encounter.commands import Command
from app.rules.encounter.deciding import characters_needed
from app.rules.encounter.sheets import check_fit
from app.rules.encounter.state import Encounter
from app.rules.encounter.table import Character, Table
from app.services.character import InPlay, StoredCharacter
from app.services.character_events import changed
from app.services.characters import become
from app.services.ids import is_id
from app.services.ports import Work
from app.services.refusals import CharacterChanged, InEncounter, Misshapen
from app.services.values import Caller, Event, Role

AnyEncounter = Encounter[Any, Any]
AnyTable = Table[Any, Any]


async def by_id(tx: Work, caller: Caller, command: Command) -> Command:
    """The command with the id of the character whom it names as another app does; as it is, where nobody is meant."""
    named = getattr(command, "character_id", None)
    character = await tx.characters.get(caller, named) if named is not None else None
    return command if character is None else command.model_copy(update={"character_id": character.id})


async def check_owner(tx: Work, caller: Caller, command: Command) -> None:
    """Let a game master give a combatant only to somebody at the table; raises `Misshapen`."""
    owner = getattr(command, "owner_member_id", None)
    if owner is None or caller.role is not Role.GM:
        return
    if not (is_id(owner) and await tx.members.get(caller.campaign_id, owner)):
        said = "must be the id of somebody at this table"
        raise Misshapen(("owner_member_id",), type(command), [{"type": "unknown_member", "loc": (), "msg": said}])


async def lent(tx: Work, caller: Caller, command: Command, encounter: AnyEncounter) -> dict[str, Character]:
    """The characters whose sheets a command copies; one that the caller doesn't see is not among them."""
    found = {}
    for character_id in characters_needed(command, encounter):
        character = await tx.characters.get(caller, character_id)
        if character is not None:
            found[character.id] = Character(
                name=character.name,
                sheet=character.sheet,
                owner_member_id=character.owner_member_id,
                visibility=character.visibility,
            )
    return found


def held(encounter: AnyEncounter) -> set[str]:
    """The characters that an encounter holds."""
    if encounter.status != "running":
        return set()
    return {one.character_id for one in encounter.combatants if one.character_id is not None}


async def check_free(tx: Work, caller: Caller, encounter_id: str, before: AnyEncounter, after: AnyEncounter) -> None:
    """Let an encounter hold only characters that no other one holds; raises `InEncounter`."""
    for character_id in sorted(held(after) - held(before)):
        holder = await tx.encounters.holding(caller.campaign_id, character_id)
        if holder not in {None, encounter_id}:
            name = next(one.name for one in after.combatants if one.character_id == character_id)
            raise InEncounter(
                f"{name} is in another encounter that runs: it must end first, or they leave it.",
                encounter_id=holder,
                character_id=character_id,
            )


async def settle(
    tx: Work,
    caller: Caller,
    before: AnyEncounter,
    after: AnyEncounter,
    table: AnyTable,
    *,
    encounter_id: str,
    at: datetime,
) -> list[Event]:
    """Write what a step has left on characters, each as a revision, and take back what an undone one had.

    Raises:
        CharacterChanged: what would be taken back is no longer as it was given.
        AgainstTheRules: `unfit_sheet`.
    """
    told: list[Event] = []
    rules, everybody = table.rules, _for_the_table(caller)
    returned = InPlay(action="returned", encounter_id=encounter_id)
    undone = InPlay(action="undone", encounter_id=encounter_id)
    pairs = zip(before.returned, after.returned, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    for one in before.returned[same:]:
        character = await tx.characters.get(everybody, one.character)
        if character is None:
            continue
        given, lent_ = table.sheets[one.sheet], table.sheets[after[one.combatant].sheet]
        if rules.given_back(character.sheet, given) != character.sheet:
            raise CharacterChanged(
                f"{character.name} has changed since the encounter gave them back: what it did can't be undone.",
                character_id=character.id,
            )
        untouched = rules.given_back(lent_, given) == character.sheet
        sheet = lent_ if untouched else rules.given_back(character.sheet, lent_)
        told += await _written(tx, caller, character, sheet, by=undone, at=at)
    for one in after.returned[same:]:
        character = await tx.characters.get(everybody, one.character)
        if character is not None:
            sheet = rules.given_back(character.sheet, table.sheets[one.sheet])
            told += await _written(tx, caller, character, sheet, by=returned, at=at)
    return told


async def _written(
    tx: Work, caller: Caller, character: StoredCharacter, sheet: Any, *, by: InPlay, at: datetime
) -> list[Event]:
    check_fit(sheet)
    after = await become(tx, caller, character, sheet, now=at, by=by)
    return [] if after is character else changed(caller, character, after, ["sheet"], at=at)


def _for_the_table(caller: Caller) -> Caller:
    # What an encounter does to its characters doesn't depend on who may read them.
    return replace(caller, role=Role.GM)
