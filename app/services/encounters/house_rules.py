"""House rules that change while encounters stand: what looks otherwise by them is a new version."""

from dataclasses import replace
from datetime import datetime

from app.rules.catalog import SYSTEMS
from app.rules.encounter import history
from app.rules.encounter.viewer import GM, PLAYER, Sight
from app.rules.encounter.views import show_to
from app.services.encounters.kept import EncounterFilter, StoredEncounter
from app.services.encounters.opening import Opened, open_encounter
from app.services.encounters.stepping import Moved, stepped
from app.services.ports import Page, Work
from app.services.values import Caller, Campaign

_READ_AT_ONCE = 200


async def follow_options(tx: Work, caller: Caller, before: Campaign, after: Campaign, *, at: datetime) -> None:
    """Make a new version of every encounter that the new house rules show otherwise, for those who see it.

    It is no command: undo doesn't take it back. Of what was there before, `at/{version}` tells by the new ones.
    """
    rules = SYSTEMS[after.system].encounters
    if rules is None or before.options == after.options:
        return
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
        head = replace(head, public_version=head.public_version + 1, public_updated_at=at)
    stored = StoredEncounter.of(head, state=after.state, sheets=after.opened.sheets)
    await tx.encounters.advance(stored, replace(after.step, public_version=head.public_version))


def _otherwise(sight: Sight, was: Opened, now: Opened) -> bool:
    seen = (show_to(sight, one.encounter, table=one.table) for one in (was, now))
    return next(seen) != next(seen)
