"""Adding, reading, changing and removing characters, and bringing back what they were."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from app.rules.catalog import SYSTEMS
from app.rules.system import System
from app.services.acting import acting_character, check_awarded, refuse_held
from app.services.building import granted, hold_to_build
from app.services.campaigns import take_refs
from app.services.character import (
    Character,
    CharacterBrief,
    CharacterChange,
    Counted,
    InPlay,
    NewCharacter,
    Revision,
    Sight,
    StoredCharacter,
    StoredRevision,
    head_shown,
    shown,
)
from app.services.character_events import added, changed, removed
from app.services.encounters.following import FOLLOWED, follow, moves_state
from app.services.ids import is_id, new_id
from app.services.ports import CharacterFilter, Clock, Page, Storage, Work
from app.services.refusals import Misshapen, NotFound, NotYours, Quota, RoleTooLow, missing
from app.services.sheets import AnySheet, differences, merged, read_sheet
from app.services.values import Caller, Role
from app.services.writing import Keyed, check_version, commit, lock_for

MOST_CHARACTERS = 500
_PLAIN = {"name", "kind", "external_refs", "notes", "private_notes"}

Became = tuple[StoredCharacter, str | None]
"""What a character becomes, and the id of the revision that was brought back, if one was."""


class Characters:
    """The use cases of characters.

    What isn't there for the caller is `NotFound`. Changes raise `NotYours` for somebody else's character, `RoleTooLow`
    for what is the game master's to say, `StaleVersion`, `Misshapen` and `Quota` for the sheet, `ReferenceTaken`, and
    `BuildRefused` where the campaign's `enforce_build` is on.
    """

    def __init__(self, storage: Storage, clock: Clock, systems: Mapping[str, System] = SYSTEMS) -> None:
        self._storage = storage
        self._clock = clock
        self._systems = systems

    async def add(
        self,
        caller: Caller,
        new: NewCharacter,
        *,
        free_refs: bool = False,
        keyed: Keyed[Character] | None = None,
    ) -> Character:
        """Add a character: a player their own, a game master anybody's or nobody's.

        With `free_refs` they are called only what nobody in the campaign is called yet.
        """
        now = self._clock()
        sheet = read_sheet(caller.system, new.sheet)

        async def work(tx: Work) -> Character:
            campaign = (await lock_for(tx, caller, keyed=keyed, now=now)).campaign
            if await tx.characters.count(campaign.id) >= MOST_CHARACTERS:
                said = f"The campaign has {MOST_CHARACTERS} characters, and there may be no more. Remove some first."
                raise Quota(said, limit=MOST_CHARACTERS)
            owner, sight = await _place(tx, caller, new, None)
            first = Counted(version=1, at=now)
            refs = new.external_refs
            if free_refs:
                refs = [ref for ref in refs if not await tx.refs.taken(campaign.id, kind="character", ref=ref)]
            character = StoredCharacter(
                id=new_id("chr"),
                name=new.name,
                kind=new.kind,
                owner_member_id=owner,
                visibility=sight,
                external_refs=refs,
                created_at=now,
                for_gm=first,
                for_owner=first,
                for_others=first,
                sheet=sheet,
                notes=new.notes,
                private_notes=new.private_notes,
                waivers=granted(caller, new.waivers, [], now=now),
            )
            hold_to_build(character, caller, campaign.options)
            await tx.characters.add(campaign.id, character)
            await _take_refs(tx, caller, character)
            await tx.characters.keep(_revision(caller, None, character, at=now))
            await tx.journal.append(campaign.id, [added(caller, character, at=now)])
            return shown(character, caller, campaign.options)

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def get(self, caller: Caller, character_id: str) -> Character:
        """A character as the caller sees them."""

        async def work(tx: Work) -> Character:
            stored = await tx.campaigns.get(caller.campaign_id)
            character = await tx.characters.get(caller, character_id)
            if stored is None or character is None:
                raise missing()
            return shown(character, caller, stored.campaign.options)

        return await self._storage.read(work)

    async def page(self, caller: Caller, page: Page, *, where: CharacterFilter) -> list[CharacterBrief]:
        """The characters that the caller sees, in the order they were added."""
        heads = await self._storage.read(lambda tx: tx.characters.page(caller, page, where=where))
        return [head_shown(head, caller) for head in heads]

    async def replace(
        self,
        caller: Caller,
        character_id: str,
        new: NewCharacter,
        *,
        versions: frozenset[int] | None,
        keyed: Keyed[Character] | None = None,
    ) -> Character:
        """Write the whole anew; whose it is, who sees it and what is waived stay unless they are named."""
        now = self._clock()
        sheet = read_sheet(caller.system, new.sheet)

        async def become(tx: Work, old: StoredCharacter) -> Became:
            owner, sight = await _place(tx, caller, new, old)
            plain: dict[str, Any] = {name: getattr(new, name) for name in _PLAIN}
            plain |= {"owner_member_id": owner, "visibility": sight, "sheet": sheet}
            if "waivers" in new.model_fields_set:
                plain["waivers"] = granted(caller, new.waivers, old.waivers, now=now)
            return replace(old, **plain), None

        return await self._write(caller, character_id, become, versions=versions, keyed=keyed, now=now)

    async def change(
        self,
        caller: Caller,
        character_id: str,
        change: CharacterChange,
        *,
        versions: frozenset[int] | None,
        keyed: Keyed[Character] | None = None,
    ) -> Character:
        """Change what the merge patch names; a change of nothing is no new version."""
        now = self._clock()
        named = change.model_fields_set

        async def become(tx: Work, old: StoredCharacter) -> Became:
            owner, sight = await _place(tx, caller, change, old)
            plain: dict[str, Any] = {name: getattr(change, name) for name in named & _PLAIN}
            plain |= {"owner_member_id": owner, "visibility": sight}
            if "sheet" in named:
                plain["sheet"] = read_sheet(caller.system, merged(old.sheet.model_dump(mode="json"), change.sheet))
            if "waivers" in named:
                plain["waivers"] = granted(caller, change.waivers, old.waivers, now=now)
            return replace(old, **plain), None

        return await self._write(caller, character_id, become, versions=versions, keyed=keyed, now=now)

    async def restore(
        self,
        caller: Caller,
        character_id: str,
        revision: int,
        *,
        versions: frozenset[int] | None,
        keyed: Keyed[Character] | None = None,
    ) -> Character:
        """Bring back the name, kind, sheet and notes of a revision, as a new one."""

        async def become(tx: Work, old: StoredCharacter) -> Became:
            found = await tx.characters.revision(caller, old.id, revision)
            if found is None:
                raise await _no_revision(tx, caller, old)
            id_, was = found
            return replace(old, name=was.name, kind=was.kind, notes=was.notes, sheet=was.sheet), id_

        return await self._write(caller, character_id, become, versions=versions, keyed=keyed, now=self._clock())

    async def remove(
        self, caller: Caller, character_id: str, *, versions: frozenset[int] | None, keyed: Keyed[None] | None = None
    ) -> None:
        """Remove a character for good, with all that it was."""
        now = self._clock()

        async def work(tx: Work) -> None:
            await lock_for(tx, caller, keyed=keyed, now=now)
            character = await acting_character(tx, caller, character_id)
            check_version(character.counted_by(caller).version, versions)
            await refuse_held(tx, caller, character)
            await take_refs(tx, caller.campaign_id, kind="character", target_id=character.id, refs=[])
            await tx.characters.remove(character.id)
            await tx.journal.append(caller.campaign_id, [removed(caller, character, at=now)])

        await commit(self._storage, work, keyed=keyed, now=now)

    async def revisions(self, caller: Caller, character_id: str, page: Page) -> list[Revision]:
        """What the character was changed by, newest first, for the owner and game masters."""

        async def work(tx: Work) -> list[Revision]:
            character = await _own(tx, caller, character_id)
            return await tx.characters.revisions(caller, character.id, page)

        return await self._storage.read(work)

    async def _write(
        self,
        caller: Caller,
        character_id: str,
        become: Callable[[Work, StoredCharacter], Awaitable[Became]],
        *,
        versions: frozenset[int] | None,
        keyed: Keyed[Character] | None,
        now: datetime,
    ) -> Character:
        async def work(tx: Work) -> Character:
            campaign = (await lock_for(tx, caller, keyed=keyed, now=now)).campaign
            old = await acting_character(tx, caller, character_id)
            check_version(old.counted_by(caller).version, versions)
            new, restored = await become(tx, old)
            was, is_ = old.told(), new.told()
            fields = [name for name in is_ if is_[name] != was[name]]
            if not fields:
                return shown(old, caller, campaign.options)
            if not {"sheet", "waivers"}.isdisjoint(fields):
                hold_to_build(new, caller, campaign.options)
            if "sheet" in fields:
                check_awarded(caller, old.sheet, new.sheet)
                if moves_state(self._systems[caller.system].encounters, old.sheet, new.sheet):
                    await refuse_held(tx, caller, old)
            if "external_refs" in fields:
                await _take_refs(tx, caller, new)
            new = await rewrite(tx, caller, old, new, fields, now=now, restored=restored)
            told = changed(caller, old, new, fields, at=now)
            if not FOLLOWED.isdisjoint(fields):
                told += await follow(tx, caller, new, fields, campaign, self._systems, at=now)
            await tx.journal.append(campaign.id, told)
            return shown(new, caller, campaign.options)

        return await commit(self._storage, work, keyed=keyed, now=now)


async def rewrite(
    tx: Work,
    caller: Caller,
    old: StoredCharacter,
    new: StoredCharacter,
    fields: Sequence[str],
    *,
    now: datetime,
    restored: str | None = None,
    by: InPlay | None = None,
) -> StoredCharacter:
    """Keep what a character has become, with the revision that leads back; these fields differ."""
    new = new.counting(old, fields, now=now)
    await tx.characters.replace(new)
    await tx.characters.keep(_revision(caller, old, new, at=now, restored=restored, by=by))
    return new


async def become(
    tx: Work,
    caller: Caller,
    character: StoredCharacter,
    sheet: AnySheet,
    *,
    now: datetime,
    by: InPlay | None = None,
) -> StoredCharacter:
    """Keep a sheet on which something has happened, in play or by hand; if nothing has, it is no new version."""
    if sheet == character.sheet:
        return character
    return await rewrite(tx, caller, character, replace(character, sheet=sheet), ["sheet"], now=now, by=by)


async def _own(tx: Work, caller: Caller, character_id: str) -> StoredCharacter:
    character = await tx.characters.get(caller, character_id)
    if character is None:
        raise missing()
    if not character.seen_whole_by(caller):
        raise NotYours("Only the owner of this character or a game master may do this.")
    return character


async def _no_revision(tx: Work, caller: Caller, character: StoredCharacter) -> NotFound:
    seen = await tx.characters.revisions(caller, character.id, Page(limit=1))
    newest = f"the newest is {seen[0].revision}" if seen else "you may see none"
    return NotFound(f"The character has no such revision: {newest}. See what a character was to find its number.")


async def _place(
    tx: Work, caller: Caller, asked: NewCharacter | CharacterChange, old: StoredCharacter | None
) -> tuple[str | None, Sight]:
    """Whose the character is to be and who is to see it; raises `RoleTooLow` for what is the game master's to say."""
    named, by_gm = asked.model_fields_set, caller.role is Role.GM
    usual = old.owner_member_id if old else None if by_gm else caller.member_id
    owner = asked.owner_member_id if "owner_member_id" in named else usual
    if owner != usual:
        if not by_gm:
            raise RoleTooLow("Only a game master may give a character to another.", role=caller.role, needed="gm")
        if owner is not None and not (is_id(owner) and await tx.members.get(caller.campaign_id, owner)):
            said = "must be the id of somebody at this table, or null"
            raise Misshapen(("owner_member_id",), NewCharacter, [{"type": "unknown_member", "loc": (), "msg": said}])
    before: Sight = old.visibility if old else "table" if owner else "gm"
    sight = asked.visibility if "visibility" in named else before
    if sight != before and sight == "gm" and not by_gm:
        raise RoleTooLow("Only a game master may hide a character from its owner.", role=caller.role, needed="gm")
    return owner, sight


async def _take_refs(tx: Work, caller: Caller, character: StoredCharacter) -> None:
    await take_refs(tx, caller.campaign_id, kind="character", target_id=character.id, refs=character.external_refs)


def _revision(
    caller: Caller,
    old: StoredCharacter | None,
    new: StoredCharacter,
    *,
    at: datetime,
    restored: str | None = None,
    by: InPlay | None = None,
) -> StoredRevision:
    return StoredRevision(
        id=new_id("rev"),
        action=by.action if by else "restored" if restored else "changed" if old else "created",
        restored=restored,
        encounter_id=by.encounter_id if by else None,
        at=at,
        member_id=caller.member_id,
        by_member_id=caller.by_member_id,
        character=new,
        changes=differences(old.told(), new.told()) if old else [],
        opens=old is not None and old.watcher != new.watcher,
    )
