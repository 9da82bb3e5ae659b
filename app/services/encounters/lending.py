"""Characters in encounters: lent to one that runs, held while it does, and given back with what it has left on them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from app.rules.encounter.commands import Command
from app.rules.encounter.deciding import characters_needed
from app.rules.encounter.state import Encounter
from app.rules.encounter.table import Character, LeftOn
from app.services.character import StoredCharacter
from app.services.character_events import changed
from app.services.characters import become
from app.services.ports import Page, Work
from app.services.refusals import CharacterChanged, InEncounter
from app.services.values import Caller, Event, Role

AnyEncounter = Encounter[Any, Any]


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
            raise InEncounter("The character is in another encounter that runs.", encounter_id=holder)


async def give_back(tx: Work, caller: Caller, left: Sequence[LeftOn], *, at: datetime) -> list[Event]:
    """Write what an encounter has left on its characters, each as a revision."""
    told: list[Event] = []
    for one in left:
        character = await tx.characters.get(_for_the_table(caller), one.character_id)
        if character is not None:
            told += await _written(tx, caller, character, one.sheet, at=at)
    return told


async def take_back(
    tx: Work, caller: Caller, before: AnyEncounter, after: AnyEncounter, *, written: datetime, at: datetime
) -> list[Event]:
    """Undo what a version has given back; raises `CharacterChanged` where a character has changed since."""
    told: list[Event] = []
    for character_id in sorted(held(after) - held(before)):
        newest = await tx.characters.revisions(caller, character_id, Page(limit=1))
        character = await tx.characters.get(caller, character_id)
        if character is None or not newest or newest[0].at < written:
            continue
        if newest[0].at > written:
            raise CharacterChanged(
                f"{character.name} has changed since the encounter gave them back: what it did can't be undone.",
                character_id=character_id,
            )
        was = await tx.characters.revision(caller, character_id, newest[0].revision - 1)
        if was is not None:
            told += await _written(tx, caller, character, was[1].sheet, at=at)
    return told


async def give_again(
    tx: Work, caller: Caller, before: AnyEncounter, after: AnyEncounter, *, written: datetime, at: datetime
) -> list[Event]:
    """Bring back what a version had given back before it was undone."""
    told: list[Event] = []
    for character_id in sorted(held(before) - held(after)):
        character = await tx.characters.get(caller, character_id)
        revisions = await tx.characters.revisions(caller, character_id, Page(limit=50))
        made = next((one.revision for one in revisions if one.at == written), None)
        then = await tx.characters.revision(caller, character_id, made) if made is not None else None
        if character is not None and then is not None:
            told += await _written(tx, caller, character, then[1].sheet, at=at)
    return told


async def _written(tx: Work, caller: Caller, character: StoredCharacter, sheet: Any, *, at: datetime) -> list[Event]:
    after = await become(tx, caller, character, sheet, now=at)
    return [] if after is character else changed(caller, character, after, ["sheet"], at=at)


def _for_the_table(caller: Caller) -> Caller:
    # What an encounter does to its characters doesn't depend on who may read them.
    return replace(caller, role=Role.GM)
