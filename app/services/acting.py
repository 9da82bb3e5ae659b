"""Acting for a character: who may, and how secret what it does is."""

from typing import Annotated

from pydantic import Field

from app.rules.catalog import SYSTEMS
from app.services.character import CharacterHead, StoredCharacter
from app.services.ports import Work
from app.services.refusals import InEncounter, NotYours, RoleTooLow, missing
from app.services.sheets import AnySheet
from app.services.values import Caller, Role, Value, Visibility

CharacterName = Annotated[str, Field(min_length=1, max_length=241)]
"""A character's id, or what another app calls them, as `app:id`."""


class InCampaign(Value):
    """What a roll or a check in a campaign says beside its dice."""

    character_id: CharacterName | None = None
    """Which of your characters does it: by id, or by external reference such as `foundry:actor-7`."""
    visibility: Visibility = "public"
    """Who will see it: `public` everybody, `gm` you and the game master, `blind` the game master, `self` you. For a
    character whom not everybody sees it is `gm` unless it is given."""


def acts_for(caller: Caller, character: CharacterHead) -> bool:
    """Whether the caller may act for a character that they see: a game master, or the owner with such a token."""
    lent = caller.character_ids is None or character.id in caller.character_ids
    return lent and character.seen_whole_by(caller)


async def acting_character(tx: Work, caller: Caller, character_id: str) -> StoredCharacter:
    """The character that the caller acts for; raises `NotFound` or `NotYours`."""
    character = await tx.characters.get(caller, character_id)
    if character is None:
        raise missing()
    if not acts_for(caller, character):
        raise NotYours("Only the owner of this character or a game master may do this, with a token that is for it.")
    return character


async def free_character(tx: Work, caller: Caller, character_id: str) -> StoredCharacter:
    """As `acting_character`, for what changes their state: no running encounter holds them; raises `InEncounter`."""
    character = await acting_character(tx, caller, character_id)
    await refuse_held(tx, caller, character)
    return character


async def refuse_held(tx: Work, caller: Caller, character: CharacterHead) -> None:
    """Leave a character's state to the running encounter that holds them; raises `InEncounter`."""
    holder = await tx.encounters.holding(caller.campaign_id, character.id)
    if holder is not None:
        raise InEncounter(
            "The character is in an encounter that runs: what happens to them happens there, by its commands.",
            encounter_id=holder,
        )


def check_awarded(caller: Caller, before: AnySheet, after: AnySheet) -> None:
    """Leave to game masters what only they may give; raises `RoleTooLow`."""
    said = None if caller.role is Role.GM else SYSTEMS[caller.system].awarded(before, after)
    if said is not None:
        raise RoleTooLow(said, role=caller.role, needed="gm")


def visibility_for(character: CharacterHead | None, request: InCampaign) -> Visibility:
    """Who will see what the character does: as the request says, else nobody who doesn't see the character."""
    if "visibility" in request.model_fields_set or character is None or character.visibility == "table":
        return request.visibility
    return "gm"
