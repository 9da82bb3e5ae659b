"""House rules that change: characters and encounters that look otherwise by them are new versions."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from app.rules.encounter import history
from app.rules.encounter.viewer import GM, PLAYER, Sight
from app.rules.encounter.views import show_to
from app.rules.system import System
from app.services.character import CharacterHead, shown
from app.services.encounters.kept import EncounterFilter, EncounterHead, StoredEncounter
from app.services.encounters.opening import open_encounter
from app.services.encounters.stepping import Moved, stepped
from app.services.ports import CharacterFilter, Page, Storage, Work
from app.services.values import Caller, Campaign

_READ_AT_ONCE = 200
HeadT = TypeVar("HeadT", CharacterHead, EncounterHead)


class ChangedRules:
    """A change of house rules, and all that it shows otherwise.

    To look at everything by both takes seconds where there is much. So it may be done before, while nobody waits for
    the campaign; what has come to another version since is looked at again.
    """

    def __init__(self, caller: Caller, before: Campaign, after: Campaign, system: System) -> None:
        self._caller, self._before, self._after = caller, before, after
        self._rules: Any = system.encounters
        self._characters: dict[tuple[str, int], bool] = {}
        self._encounters: dict[tuple[str, int], tuple[bool, bool]] = {}

    def lead(self, before: Campaign, after: Campaign) -> bool:
        """Whether they lead from the house rules of the one to those of the other."""
        return (self._before.options, self._after.options) == (before.options, after.options)

    async def look(self, storage: Storage) -> None:
        """Look at everything beforehand."""
        if self._before.options == self._after.options:
            return
        for one in await storage.read(self._everybody):
            await storage.read(partial(self._otherwise, head=one))
        for head in await storage.read(self._everywhere):
            await storage.read(partial(self._otherwise_to, head=head))

    async def follow(self, tx: Work, *, at: datetime) -> None:
        """Make a new version of every character and encounter that is shown otherwise, for who sees it.

        It is no revision and no command: undo doesn't take it back. Of what was there before, `at/{version}` tells by
        the new house rules.
        """
        if self._before.options == self._after.options:
            return
        for one in await self._everybody(tx):
            if await self._otherwise(tx, one):
                await tx.characters.recount(one.counting(one, ["derived"], now=at))
                await asyncio.sleep(0)
        for head in await self._everywhere(tx):
            gms, players = await self._otherwise_to(tx, head)
            if gms or players:
                await self._make_version(tx, head, players=players, at=at)
                await asyncio.sleep(0)

    async def _everybody(self, tx: Work) -> list[CharacterHead]:
        return await _all(lambda page: tx.characters.page(self._caller, page, where=CharacterFilter()))

    async def _everywhere(self, tx: Work) -> list[EncounterHead]:
        if self._rules is None:
            return []
        return await _all(lambda page: tx.encounters.page(self._caller, page, where=EncounterFilter()))

    async def _otherwise(self, tx: Work, head: CharacterHead) -> bool:
        key = head.id, head.for_gm.version
        if key not in self._characters:
            one = await tx.characters.get(self._caller, head.id)
            seen = (one and shown(one, self._caller, campaign.options) for campaign in (self._before, self._after))
            self._characters[key] = next(seen) != next(seen)
            # To reckon large sheets takes a while; between them others are served.
            await asyncio.sleep(0)
        return self._characters[key]

    async def _otherwise_to(self, tx: Work, head: EncounterHead) -> tuple[bool, bool]:
        """Whether game masters see it otherwise, and whether players do."""
        key = head.id, head.version
        if key not in self._encounters:
            stored = await tx.encounters.get(self._caller, head.id)
            self._encounters[key] = await self._compared(stored) if stored is not None else (False, False)
        return self._encounters[key]

    async def _compared(self, stored: StoredEncounter) -> tuple[bool, bool]:
        seen = []
        for campaign in (self._before, self._after):
            opened = open_encounter(stored, campaign, self._rules)
            await asyncio.sleep(0)
            combatants = opened.encounter.combatants
            for sight in (Sight(GM, combatants), Sight(PLAYER, combatants, everybody=True)):
                seen.append(show_to(sight, opened.encounter, table=opened.table))
                await asyncio.sleep(0)
        return seen[0] != seen[2], seen[1] != seen[3]

    async def _make_version(self, tx: Work, head: EncounterHead, *, players: bool, at: datetime) -> None:
        stored = await tx.encounters.get(self._caller, head.id)
        if stored is None:
            return
        now = open_encounter(stored, self._after, self._rules)
        moved = Moved(
            entry=history.edit(now.head.last), encounter=now.encounter, sheets=now.table.sheets, happenings=[]
        )
        made = stepped(self._caller, now, moved, at=at)
        head = made.opened.head
        if players and head.shown:
            head = head._replace(public_version=head.public_version + 1, public_updated_at=at)
        kept = StoredEncounter(head, state=made.state, sheets=made.opened.sheets)
        await tx.encounters.advance(kept, replace(made.step, public_version=head.public_version))


async def _all(listing: Callable[[Page], Awaitable[list[HeadT]]]) -> list[HeadT]:
    found: list[HeadT] = []
    while True:
        page = await listing(Page(limit=_READ_AT_ONCE, after=found[-1].id if found else None))
        found += page
        if len(page) < _READ_AT_ONCE:
            return found
