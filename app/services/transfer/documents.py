"""The documents in which a character or a campaign travels, and what each part of them holds.

Ids in a document only tie its parts together: whoever reads one gives everything an id of its own.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, Field, SerializeAsAny, StringConstraints

from app.rules.catalog import SystemKey
from app.rules.dice import RollResult
from app.services.character import Action, NewWaiver, Sight
from app.services.sheets import Change, SheetBody
from app.services.text import Label, Name, Prose
from app.services.values import Audience, CampaignCheck, Refs, Role, Value, Visibility

CHARACTER_FORMAT: Literal["umpire.character"] = "umpire.character"
CAMPAIGN_FORMAT: Literal["umpire.campaign"] = "umpire.campaign"

CHARACTER_VERSION = 1
CAMPAIGN_VERSION = 2
"""How documents are written now; all from 1 on are read. Before 2 encounters stayed behind."""

MOST_MEMBERS = 1_000
MOST_REVISIONS = 10_000
MOST_ROLLS = 100_000
MOST_CHECKS = 100_000
MOST_EVENTS = 200_000
MOST_ENCOUNTERS = 10_000
MOST_STEPS = 100_000
"""Of all encounters together."""
_MOST_COUNTED = 2**31 - 1


def _of_our_time(moment: datetime) -> datetime:
    if not 2000 <= moment.year < 2100:
        raise ValueError("must be a moment of this century")
    return moment


Moment = Annotated[AwareDatetime, AfterValidator(_of_our_time)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""What a thing is called in its document."""
FormatVersion = Annotated[int, Field(ge=1, le=CAMPAIGN_VERSION)]
Counter = Annotated[int, Field(ge=1, le=_MOST_COUNTED)]
GameTime = Annotated[int, Field(ge=0, le=2**53)]
"""Minutes since the game's day 0, 0:00."""
SheetAsItIs = SerializeAsAny[SheetBody]
"""A sheet of any system as a JSON value; who reads the document holds it to its rules."""
Told = Annotated[str, Field(max_length=300)]
Marked = Annotated[str, Field(max_length=1_800)]


class CharacterRecord(Value):
    """A character as they are, apart from any campaign."""

    id: Key | None = None
    """Which character this was; who reads it in ignores it."""
    owner_member_id: Key | None = None
    """Whose character this was; who reads it in ignores it."""
    name: Name
    kind: Label = "character"
    visibility: Sight = "table"
    external_refs: Refs = Field(default=[])
    """What other apps call them; read in where nobody in the campaign is called so."""
    notes: Prose | None = None
    private_notes: Prose | None = None
    sheet: SheetAsItIs
    """By the rules of `system`."""


class CharacterDocument(Value):
    """A character that travels from one campaign to another."""

    format: Literal["umpire.character"]
    version: Annotated[int, Field(ge=1, le=CHARACTER_VERSION)]
    """How the document is written. Every version up to this server's is read."""
    system: SystemKey
    character: CharacterRecord


class CampaignRecord(Value):
    """The campaign itself."""

    id: Key
    name: Name
    system: SystemKey
    description: Prose | None = None
    options: dict[str, Any]
    """House rules by name, those of the system."""
    external_refs: Refs
    clock: GameTime
    created_at: Moment


class MemberRecord(Value):
    """Somebody at the table, or who was there once."""

    id: Key
    display_name: Name
    role: Role
    external_refs: Refs
    joined_at: Moment
    left_at: Moment | None = None


class RevisionRecord(Value):
    """What a change made of a character."""

    version: Counter
    owner_version: Counter
    watcher_id: Key | None
    """The owner who may see it."""
    opens: bool
    action: Action
    restored: Counter | None
    """The `version` of the revision that was brought back, if one was."""
    encounter_id: Key | None = None
    """The encounter that did it, if one did and is in the document."""
    at: Moment
    member_id: Key
    by_member_id: Key | None
    changes: list[Change]
    name: Name
    kind: Label
    notes: Prose | None
    sheet: SheetAsItIs


class WaiverRecord(NewWaiver):
    """A rule of building that a character may break, with who let it pass."""

    by_member_id: Key
    at: Moment


class PlayedCharacter(Value):
    """A character of the campaign with all that they were, and how often each side saw them change."""

    id: Key
    owner_member_id: Key | None
    name: Name
    kind: Label
    visibility: Sight
    external_refs: Refs
    notes: Prose | None
    private_notes: Prose | None
    waivers: Annotated[list[WaiverRecord], Field(max_length=50)]
    created_at: Moment
    version: Counter
    updated_at: Moment
    owner_version: Counter
    owner_updated_at: Moment
    public_version: Counter
    public_updated_at: Moment
    sheet: SheetAsItIs
    revisions: Annotated[list[RevisionRecord], Field(max_length=MOST_REVISIONS)]


class RollRecord(Value):
    """A roll as it fell."""

    id: Key
    member_id: Key
    by_member_id: Key | None
    character_id: Key | None
    visibility: Visibility
    label: Name | None
    created_at: Moment
    revealed_at: Moment | None
    source: Literal["server", "physical", "imported"]
    rolls: list[RollResult]
    text: Told
    markdown: Marked


class CheckRecord(CampaignCheck):
    """A check as it was made."""

    id: Key
    member_id: Key
    by_member_id: Key | None
    character_id: Key | None
    label: Name | None
    created_at: Moment
    revealed_at: Moment | None
    text: Told
    markdown: Marked
    recurs: Annotated[str, Field(max_length=80)] | None
    """What may be rolled for again only after a while, if it is such a check."""
    clock: GameTime
    """The game's time when it was made."""


class StepRecord(Value):
    """How an encounter came to a version: the first has 1, and each one more."""

    what: Literal["made", "command", "undo", "redo", "edit"]
    """The first is `made`; an `edit` changed its name, notes or references."""
    public_version: Annotated[int, Field(ge=0, le=_MOST_COUNTED)]
    """What all but game masters counted after it."""
    at: Moment
    member_id: Key
    by_member_id: Key | None
    command: dict[str, Any] | None
    """The body of a command."""
    change: dict[str, Any]
    """What it changed in the state."""


class EncounterRecord(Value):
    """An encounter, with every step that brought it where it stands."""

    id: Key
    name: Name
    options: dict[str, Any]
    """House rules in which it differs from its campaign."""
    external_refs: Refs
    notes: Prose | None
    began: dict[str, Any]
    """The state that the first step left."""
    sheets: dict[Key, SheetAsItIs]
    """Those that were lent to it."""
    steps: Annotated[list[StepRecord], Field(min_length=1, max_length=MOST_STEPS)]


class EventRecord(Value):
    """A fact of the campaign, in the order in which it came about."""

    id: Key | None = None
    encounter_id: Key | None = None
    """The encounter in which it happened, and with which `version` of it."""
    version: Counter | None = None
    type: Annotated[str, Field(max_length=40, pattern=r"^[a-z_]+\.[a-z_]+$")]
    at: Moment
    member_id: Key | None
    by_member_id: Key | None
    audience: Audience
    audience_member_id: Key | None
    schema_version: Counter
    data: dict[str, Any]
    text: Told


class CampaignDocument(Value):
    """A campaign as a game master sees it; without tokens, invites and what is another's alone."""

    format: Literal["umpire.campaign"]
    version: FormatVersion
    """How the document is written. Every version up to this server's is read."""
    campaign: CampaignRecord
    members: Annotated[list[MemberRecord], Field(max_length=MOST_MEMBERS)]
    characters: list[PlayedCharacter]
    rolls: Annotated[list[RollRecord], Field(max_length=MOST_ROLLS)]
    """From the first to the last."""
    checks: Annotated[list[CheckRecord], Field(max_length=MOST_CHECKS)]
    """From the first to the last."""
    encounters: Annotated[list[EncounterRecord], Field(max_length=MOST_ENCOUNTERS)]
    """From the first to the last."""
    events: Annotated[list[EventRecord], Field(max_length=MOST_EVENTS)]
    """From the first to the last."""
