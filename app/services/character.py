"""What a character consists of, as the services keep it and as each viewer is shown it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from app.rules.catalog import SYSTEMS, SystemKey
from app.rules.character import Audit, Derived, Violation
from app.services.options import CampaignOptions
from app.services.sheets import AnySheet, Change, SheetBody, read_sheet
from app.services.text import Label, Name, Prose
from app.services.values import Audience, Caller, ExternalRef, Refs, Role, Value, left_out

Sight = Literal["table", "owner", "gm"]
Action = Literal["created", "changed", "restored", "returned", "undone"]
MemberId = Annotated[str, Field(max_length=40)]


class NewWaiver(Value):
    """A rule of building that this character may break."""

    code: Annotated[str, Field(min_length=1, max_length=80)]
    """What is let pass, as the audit's violations name it, such as `budget`."""
    pointer: Annotated[str, Field(max_length=200)] | None = None
    """Where in the sheet; left out: everywhere."""
    note: Prose | None = None
    """Why."""


class Waiver(NewWaiver):
    """A waiver with who gave it, and when."""

    by_member_id: str
    at: datetime


Waivers = Annotated[list[NewWaiver], Field(max_length=50)]


class NewCharacter(Value):
    """A character to add, or the whole of what one becomes."""

    name: Name
    """What the table calls them."""
    kind: Label = "character"
    """What they are at this table, in a word of your own, such as `hero`, `ally` or `monster`."""
    sheet: SheetBody
    """Their sheet, by the campaign's system: *Look at a system* has its schema and examples."""
    visibility: Sight = Field(default_factory=left_out)
    """Who sees them: `table` everybody, `owner` the owner and game masters, `gm` game masters alone. Left out: `table`
    with an owner, `gm` without."""
    owner_member_id: MemberId | None = Field(default_factory=left_out)
    """Whose character it is; a player's own are theirs. Null, or left out by a game master: nobody's."""
    external_refs: Refs = Field(default=[])
    """What other apps call them, such as an actor of a virtual tabletop."""
    notes: Prose | None = None
    """For everybody who sees them."""
    private_notes: Prose | None = None
    """For the owner and game masters alone."""
    waivers: Waivers = Field(default=[])
    """Rules of building that they may break; the game master's to give."""

    def check(self, system: SystemKey) -> None:
        """Hold the sheet to the campaign's system; raises `Misshapen` or `Quota`."""
        read_sheet(system, self.sheet)


class CharacterChange(Value):
    """Send only what changes: left-out fields stay, `null` clears what may be empty (a JSON Merge Patch)."""

    name: Name = Field(default_factory=left_out)
    kind: Label = Field(default_factory=left_out)
    sheet: dict[str, Any] = Field(default_factory=left_out)
    """Only what changes of the sheet: a list is replaced whole, `null` puts a field back to its default."""
    visibility: Sight = Field(default_factory=left_out)
    owner_member_id: MemberId | None = Field(default_factory=left_out)
    external_refs: Refs = Field(default_factory=left_out)
    notes: Prose | None = Field(default_factory=left_out)
    private_notes: Prose | None = Field(default_factory=left_out)
    waivers: Waivers = Field(default_factory=left_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How often something changed for those who count it so, and when last."""

    version: int
    at: datetime

    def moved(self, moves: bool, *, now: datetime) -> "Counted":
        """One more, if it moves."""
        return Counted(version=self.version + 1, at=now) if moves else self


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterHead:
    """A character without the sheet, with its three counters: each moves with what its viewers can see.

    The owner sees all that a game master sees, but nothing of a time when the character was hidden from them.
    """

    id: str
    name: str
    kind: str
    owner_member_id: str | None
    visibility: Sight
    external_refs: list[ExternalRef]
    created_at: datetime
    for_gm: Counted
    for_owner: Counted
    for_others: Counted

    @property
    def watcher(self) -> str | None:
        """The owner who sees everything of it, if there is one who may."""
        return None if self.visibility == "gm" else self.owner_member_id

    @property
    def audience(self) -> Audience:
        """Whom the journal tells of it."""
        if self.visibility == "table":
            return "all"
        return "gm_and_member" if self.watcher else "gm"

    def seen_whole_by(self, caller: Caller) -> bool:
        """Whether the caller sees all of it: a game master, or the owner."""
        return caller.role is Role.GM or self.watcher == caller.member_id

    def counted_by(self, caller: Caller) -> Counted:
        """The counter that this viewer goes by."""
        if caller.role is Role.GM:
            return self.for_gm
        return self.for_owner if self.watcher == caller.member_id else self.for_others

    def counting(self, old: "CharacterHead", fields: Sequence[str], *, now: datetime) -> Self:
        """The character as it has become, with every counter moved whose viewers can see a difference."""
        others = "table" in {old.visibility, self.visibility} and any(field != "private_notes" for field in fields)
        owned = old.watcher is not None or self.watcher is not None
        return replace(
            self,
            for_gm=old.for_gm.moved(True, now=now),
            for_owner=old.for_owner.moved(others or owned, now=now),
            for_others=old.for_others.moved(others, now=now),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCharacter(CharacterHead):
    """A character as it is kept."""

    sheet: AnySheet
    notes: str | None
    private_notes: str | None
    waivers: list[Waiver]

    def told(self) -> dict[str, Any]:
        """What people may change of it, as JSON values."""
        return {
            "name": self.name,
            "kind": self.kind,
            "owner_member_id": self.owner_member_id,
            "visibility": self.visibility,
            "external_refs": [ref.model_dump() for ref in self.external_refs],
            "notes": self.notes,
            "private_notes": self.private_notes,
            "waivers": [waiver.model_dump(mode="json") for waiver in self.waivers],
            "sheet": self.sheet.model_dump(mode="json"),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What a revision brings back."""

    name: str
    kind: str
    notes: str | None
    sheet: AnySheet


@dataclass(frozen=True, slots=True, kw_only=True)
class InPlay:
    """What an encounter has done to a character: given them back (`returned`), or taken that back (`undone`)."""

    action: Literal["returned", "undone"]
    encounter_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRevision:
    """A revision as it is kept, with the number that game masters count it by, and that of the owner."""

    id: str
    action: Action
    restored: str | None
    encounter_id: str | None
    at: datetime
    member_id: str
    by_member_id: str | None
    character: StoredCharacter
    """As it became."""
    changes: list[Change]
    opens: bool
    """It is the first that its owner may see: what was before isn't theirs to know."""


class AuditShown(Audit):
    """What a sheet costs, and every rule it breaks."""

    waived: list[Violation]
    """Rules it breaks and may break: a game master lets them pass."""


class CharacterBrief(Value):
    """A character in a list, without the sheet."""

    id: str
    name: Name
    kind: Label
    owner_member_id: str | None
    """Whose character it is; null: nobody's, so the game master's."""
    visibility: Sight
    """Who sees them: `table` everybody, `owner` the owner and game masters, `gm` game masters alone."""
    external_refs: list[ExternalRef]
    version: int
    """The number in the `ETag`: how often what you can see of it has changed."""
    created_at: datetime
    updated_at: datetime
    """When what you can see of it last changed."""


class Character(CharacterBrief):
    """A character as everybody at the table sees them."""

    sheet: AnySheet
    """By the rules of the campaign's system, every field written out."""
    notes: Prose | None
    waivers: list[Waiver]
    """Rules of building that they may break."""
    derived: list[Derived]
    """Every number that follows from the sheet, with what it is made of."""
    variables: dict[str, int]
    """All that `@name` can name in dice notation."""
    audit: AuditShown
    """What the sheet costs and which rules it breaks."""


class WholeCharacter(Character):
    """A character as the owner and game masters see them."""

    private_notes: Prose | None


class Revision(Value):
    """A change of a character: who, when, and what."""

    id: str
    revision: int
    """The version that it made."""
    action: Action
    """`returned`: an encounter gave the character back with what it has left on them; `undone`: that was taken back."""
    restored: str | None
    """The id of the revision that was brought back, if one was."""
    encounter_id: str | None
    """The encounter that did it, if one did and is still there."""
    encounter_name: str | None
    """What the table calls that encounter."""
    at: datetime
    member_id: str
    """Who changed it."""
    by_member_id: str | None
    """The game master whose token did it for them, if one did."""
    changes: list[Change]
    """Field by field; empty for the first one that you may see."""


def head_shown(head: CharacterHead, caller: Caller) -> CharacterBrief:
    """A character in a list, for this viewer."""
    return CharacterBrief(**_head(head, caller))


def shown(character: StoredCharacter, caller: Caller, options: CampaignOptions) -> Character:
    """A character as this viewer sees it, with the numbers that follow by the campaign's house rules."""
    system, sheet = SYSTEMS[caller.system], character.sheet
    audit, waived = audited(character.sheet, character.waivers, caller.system, options)
    seen = {
        **_head(character, caller),
        "sheet": sheet,
        "notes": character.notes,
        "waivers": character.waivers,
        "derived": system.derived(sheet, options),
        "variables": dict(system.variables(sheet, options)),
        "audit": AuditShown(**dict(audit), waived=waived),
    }
    if character.seen_whole_by(caller):
        return WholeCharacter(**seen, private_notes=character.private_notes)
    return Character(**seen)


def audited(
    sheet: AnySheet, waivers: Sequence[NewWaiver], system: SystemKey, options: CampaignOptions
) -> tuple[Audit, list[Violation]]:
    """The audit with the violations that stand, and those that are waived."""
    audit = SYSTEMS[system].audit(sheet, options)
    waived = [one for one in audit.violations if any(_covers(waiver, one) for waiver in waivers)]
    standing = [one for one in audit.violations if one not in waived]
    return audit.model_copy(update={"violations": standing}), waived


def _covers(waiver: NewWaiver, violation: Violation) -> bool:
    return waiver.code == violation.code and waiver.pointer in (None, violation.pointer)


def _head(head: CharacterHead, caller: Caller) -> dict[str, Any]:
    counted = head.counted_by(caller)
    return {
        "id": head.id,
        "name": head.name,
        "kind": head.kind,
        "owner_member_id": head.owner_member_id,
        "visibility": head.visibility,
        "external_refs": head.external_refs,
        "version": counted.version,
        "created_at": head.created_at,
        "updated_at": counted.at,
    }
