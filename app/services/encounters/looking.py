"""Looking at an encounter: what one could do, what has happened, what comes, and how it was."""

from collections.abc import Mapping
from typing import Literal

from app.rules.encounter.legal import LegalCommand, legal
from app.rules.encounter.stored import read_event
from app.rules.encounter.telling import log_entry
from app.rules.encounter.timeline import Timeline, timeline
from app.rules.system import System
from app.services.encounters.keeping import find_id, look_up
from app.services.encounters.kept import StoredEvent
from app.services.encounters.moving import state_at
from app.services.encounters.opening import AnyRules, Opened, rules_of, shown, viewer_of
from app.services.encounters.shown import EncounterShown, LogLine
from app.services.ports import Page, Storage, Work
from app.services.refusals import missing
from app.services.values import Caller, Role

LogOrder = Literal["oldest", "newest"]
_READ_AT_ONCE = 200


class Looks:
    """The use cases that look at encounters from other sides."""

    def __init__(self, storage: Storage, systems: Mapping[str, System]) -> None:
        self._storage = storage
        self._systems = systems

    async def legal(self, caller: Caller, encounter_id: str) -> list[LegalCommand]:
        """What would be accepted from the caller now."""
        opened = await self._opened(caller, encounter_id)
        return legal(opened.encounter, viewer_of(caller), table=opened.table)

    async def timeline(self, caller: Caller, encounter_id: str, *, rounds: int) -> Timeline:
        """Who acts when in this round and those after it, `rounds` in all, and what ends by itself."""
        opened = await self._opened(caller, encounter_id)
        return timeline(opened.encounter, viewer_of(caller), table=opened.table, rounds=rounds)

    async def at(self, caller: Caller, encounter_id: str, version: int) -> EncounterShown:
        """The encounter as this version showed it to the caller; raises `NotFound`."""
        rules = rules_of(self._systems, caller)

        async def work(tx: Work) -> EncounterShown:
            opened = await look_up(tx, caller, encounter_id, rules)
            # What is asked for may be larger than any database counts.
            if version > opened.head.side(caller.role).version:
                raise missing()
            reached = await tx.encounters.reached(opened.head.id, version, public=caller.role is not Role.GM)
            if reached is None:
                raise missing()
            encounter = await state_at(tx, opened.head.id, reached.version, rules)
            if caller.role is not Role.GM and encounter.status == "setup":
                raise missing()
            head = opened.head._replace(
                status=encounter.status,
                version=reached.version,
                updated_at=reached.at,
                last_event=None,
                public_version=version,
                public_updated_at=reached.at,
                public_last_event=None,
            )
            return shown(opened._replace(head=head, encounter=encounter), caller)

        return await self._storage.read(work)

    async def log(self, caller: Caller, encounter_id: str, page: Page, *, order: LogOrder) -> list[LogLine]:
        """The story as the caller may know it."""
        rules = rules_of(self._systems, caller)

        async def work(tx: Work) -> list[LogLine]:
            # Whether it may be seen at all is asked first.
            id_ = (await look_up(tx, caller, await find_id(tx, caller, encounter_id), rules)).head.id
            lines: list[LogLine] = []
            after = page.after
            while True:
                # What tells this viewer nothing is passed over, so that pages are full all the same.
                part = Page(limit=_READ_AT_ONCE, after=after)
                found = await tx.encounters.events(caller, id_, part, newest_first=order == "newest")
                for one in found:
                    if (told := line(one, id_, caller, rules)) is not None:
                        lines.append(told)
                        if len(lines) == page.limit:
                            return lines
                if len(found) < _READ_AT_ONCE:
                    return lines
                after = found[-1].id

        return await self._storage.read(work)

    async def _opened(self, caller: Caller, encounter_id: str) -> Opened:
        rules = rules_of(self._systems, caller)
        return await self._storage.read(lambda tx: look_up(tx, caller, encounter_id, rules))


def line(stored: StoredEvent, encounter_id: str, caller: Caller, rules: AnyRules) -> LogLine | None:
    """An event as a line of the story; None where it has nothing to say to the caller."""
    entry = log_entry(read_event(stored.data, rules), viewer_of(caller), undone=stored.struck)
    if entry is None:
        return None
    return LogLine.model_construct(
        id=stored.id,
        at=stored.at,
        member_id=stored.member_id,
        by_member_id=stored.by_member_id,
        encounter_id=encounter_id,
        version=stored.version if caller.role is Role.GM else stored.public_version,
        **entry.__dict__,
    )
