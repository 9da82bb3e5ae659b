"""Why a use case refuses: who asks, what is there, and what has changed meanwhile. Codes, no HTTP."""

from collections.abc import Sequence
from typing import Any

from app.rules.errors import Refusal

Place = tuple[str | int, ...]
"""Where in a body; empty is the whole."""


class Misshapen(Exception):  # noqa: N818 - refused as every wrong shape of a request is
    """A part of the body, or the whole, isn't as only its reader can judge: the part's model, pydantic's errors."""

    def __init__(self, part: Place, model: Any, errors: Sequence[Any]) -> None:
        super().__init__()
        self.part = part
        self.model = model
        self.errors = errors


class NotAuthenticated(Refusal):
    """The request needs a token and has none that is valid."""

    code = "not_authenticated"
    title = "A valid token is needed"


class SetupTokenNeeded(Refusal):
    """Only who holds the setup token may create campaigns on this server."""

    code = "setup_token_needed"
    title = "Creating a campaign needs the setup token"


class RoleTooLow(Refusal):
    """The member may not do this.

    Facts: `role` (the caller's), `needed`.
    """

    code = "role_too_low"
    title = "Your role may not do this"


class NotFound(Refusal):
    """It doesn't exist, belongs to another campaign, or is hidden: the answer is the same."""

    code = "not_found"
    title = "There is no such thing here"


class StaleVersion(Refusal):
    """Somebody changed it since it was read.

    Facts: `current_version`.
    """

    code = "stale_version"
    title = "It has changed since you read it"


class VersionRequired(Refusal):
    """A change must say which version it was made from."""

    code = "version_required"
    title = "Say which version you are changing"


class Archived(Refusal):
    """The campaign is put away."""

    code = "archived"
    title = "The campaign is archived"


class LastGameMaster(Refusal):
    """A campaign always has a game master."""

    code = "last_game_master"
    title = "A campaign keeps at least one game master"


class ReferenceTaken(Refusal):
    """Another thing of this campaign has that external reference.

    Facts: `app`.
    """

    code = "reference_taken"
    title = "That external reference is taken"


class InviteSpent(Refusal):
    """The invite has no uses left or has expired."""

    code = "invite_spent"
    title = "This invite is used up"


class NameNeeded(Refusal):
    """Somebody new must say what the table calls them."""

    code = "name_needed"
    title = "A display name is needed"


class AlreadyPublic(Refusal):
    """The roll or check can already be seen by everybody."""

    code = "already_public"
    title = "It is public already"


class WrongSystem(Refusal):
    """The campaign is played by another system.

    Facts: `system`, `kinds` (the checks it knows).
    """

    code = "wrong_system"
    title = "The campaign is played by other rules"


class NotYours(Refusal):
    """Only whoever made or owns it, or a game master, may do this."""

    code = "not_yours"
    title = "It belongs to somebody else"


class AlreadyResolved(Refusal):
    """Nothing is left to choose: a check is resolved once."""

    code = "already_resolved"
    title = "The check is resolved already"


class NothingToAmend(Refusal):
    """The rules know nothing that betters such a check."""

    code = "nothing_to_amend"
    title = "Such a check can't be bettered"


class ResultAnnounced(Refusal):
    """A check can be bettered until its maker makes another one."""

    code = "result_announced"
    title = "The result stands"


class InEncounter(Refusal):
    """The character is in an encounter that runs, which alone moves their state.

    Facts: `encounter_id`, and `character_id` where several could be meant.
    """

    code = "in_encounter"
    title = "The character is in an encounter"


class CharacterChanged(Refusal):
    """A character has changed since the encounter gave them back, so that can't be undone.

    Facts: `character_id`.
    """

    code = "character_changed"
    title = "The character has changed since"


class PhysicalDiceOff(Refusal):
    """The campaign's option `physical_dice` doesn't let this member enter faces.

    Facts: `physical_dice`.
    """

    code = "physical_dice_off"
    title = "Physical dice are not used here"


class Quota(Refusal):
    """The campaign, or a part of it, has as much as it may have.

    Facts: `limit`.
    """

    code = "quota"
    title = "That is as much as there may be"


class BuildRefused(Refusal):
    """The sheet breaks rules of building, and the campaign's option `enforce_build` doesn't let it pass.

    Facts: `violations`, all of them, each with the `pointer` into the sheet, the `rule` and the `code`.
    """

    code = "build_refused"
    title = "The sheet breaks the rules of building"


class NoEncounters(Refusal):
    """The rules of this campaign know no fights, chases or scenes."""

    code = "no_encounters"
    title = "This system has no encounters"


class WhichEncounter(Refusal):
    """`current` is the one encounter that is running, and there is none, or several.

    Facts: `encounters` (the ids of those that run; else of those being set up, for game masters, and of the one that
    ended last).
    """

    code = "which_encounter"
    title = "Say which encounter"


class BadCursor(Refusal):
    """The cursor belongs to another list, another question or another viewer."""

    code = "bad_cursor"
    title = "That cursor doesn't belong to this list"


class IdempotencyMismatch(Refusal):
    """The Idempotency-Key was used for another request."""

    code = "idempotency_mismatch"
    title = "This key belongs to another request"


class CampaignBusy(Refusal):
    """Other requests were in the way for 5 seconds, or changed what this one began with. Nothing of it is kept."""

    code = "busy"
    title = "The campaign is busy"


def missing() -> NotFound:
    """The one answer for all that isn't there for the viewer."""
    return NotFound("Nothing with this id is here for you. Check the id, and that the token belongs to its campaign.")
