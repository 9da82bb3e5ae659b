"""House rules that change: characters and encounters that look otherwise by them are new versions."""

import asyncio
from dataclasses import replace
from datetime import datetime

from app.rules.encounter import history
from app.rules.encounter.viewer import GM, PLAYER, Sight
from app.rules.encounter.views import show_to
from app.rules.system import System
from app.services.character import shown
from app.services.encounters.kept import EncounterFilter, StoredEncounter
from app.services.encounters.opening import AnyRules, Opened, open_encounter
from app.services.encounters.stepping import Moved, stepped
from app.services.ports import Page, Work
from app.services.values import Caller, Campaign

_READ_AT_ONCE = 200


async def follow_options(
    tx: Work, caller: Caller, before: Campaign, after: Campaign, system: System, *, at: datetime
) -> None:
    """Make a new version of every character and encounter that the new house rules show otherwise, for who sees it.

    It is no revision and no command: undo doesn't take it back. Of what was there before, `at/{version}` tells by the
    new ones.
    """
    if before.options != after.options:
        await _follow_in_characters(tx, caller, before, after, at=at)
        if system.encounters is not None:
            await _follow_in_encounters(tx, caller, before, after, system.encounters, at=at)


async def _follow_in_characters(tx: Work, caller: Caller, before: Campaign, after: Campaign, *, at: datetime) -> None:
    for one in await tx.characters.everybody(caller):
        if shown(one, caller, before.options) != shown(one, caller, after.options):
            await tx.characters.replace(one.counting(one, ["derived"], now=at))
        # To reckon large sheets takes a while; between them others are served.
        await asyncio.sleep(0)


async def _follow_in_encounters(
    tx: Work, caller: Caller, before: Campaign, after: Campaign, rules: AnyRules, *, at: datetime
) -> None:
    last: str | None = None
    while True:
        heads = await tx.encounters.page(caller, Page(limit=_READ_AT_ONCE, after=last), where=EncounterFilter())
        for head in heads:
            stored = await tx.encounters.get(caller, head.id)
            if stored is not None:
                was, now = (open_encounter(stored, campaign, rules) for campaign in (before, after))
                await _follow(tx, caller, was, now, at=at)
        if len(heads) < _READ_AT_ONCE:
            return
        last = heads[-1].id


async def _follow(tx: Work, caller: Caller, was: Opened, now: Opened, *, at: datetime) -> None:
    combatants = now.encounter.combatants
    everybody = (Sight(GM, combatants), Sight(PLAYER, combatants, everybody=True))
    gms, players = (_otherwise(sight, was, now) for sight in everybody)
    if not (gms or players):
        return
    moved = Moved(entry=history.edit(now.head.last), encounter=now.encounter, sheets=now.table.sheets, happenings=[])
    after = stepped(caller, now, moved, at=at)
    head = after.opened.head
    if players and head.shown:
        head = head._replace(public_version=head.public_version + 1, public_updated_at=at)
    stored = StoredEncounter(head, state=after.state, sheets=after.opened.sheets)
    await tx.encounters.advance(stored, replace(after.step, public_version=head.public_version))


def _otherwise(sight: Sight, was: Opened, now: Opened) -> bool:
    seen = (show_to(sight, one.encounter, table=one.table) for one in (was, now))
    return next(seen) != next(seen)
