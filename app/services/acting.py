"""Acting for a character: who may, and how secret what it does is."""

from typing import Protocol

from app.services.character import CharacterHead, StoredCharacter
from app.services.ports import Work
from app.services.refusals import NotYours, missing
from app.services.values import Caller, Role, Visibility


class Secret(Protocol):
    """A request that may say who will see what comes of it."""

    @property
    def visibility(self) -> Visibility:
        """Who will see it."""
        ...

    @property
    def model_fields_set(self) -> set[str]:
        """What it says by itself."""
        ...


def acts_for(caller: Caller, character: CharacterHead) -> bool:
    """Whether the caller may act for a character that they see: a game master, or the owner with such a token."""
    lent = caller.character_ids is None or character.id in caller.character_ids
    return lent and (caller.role is Role.GM or character.watcher == caller.member_id)


async def acting_character(tx: Work, caller: Caller, character_id: str) -> StoredCharacter:
    """The character that the caller acts for; raises `NotFound` or `NotYours`."""
    character = await tx.characters.get(caller, character_id)
    if character is None:
        raise missing()
    if not acts_for(caller, character):
        raise NotYours("Only the owner of this character or a game master may do this, with a token that is for it.")
    return character


def visibility_for(character: CharacterHead | None, request: Secret) -> Visibility:
    """Who will see what the character does: as the request says, else nobody who doesn't see the character."""
    if "visibility" in request.model_fields_set or character is None or character.visibility == "table":
        return request.visibility
    return "gm"
