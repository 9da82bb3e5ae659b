"""The quick way of a command that touches nothing but its encounter: decided on what is remembered, written at once.

Whether all that it was decided on still holds is checked by the write itself. Where it doesn't, the encounter is read
again; where it still doesn't, or where characters are concerned, the command goes the long way.
"""

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from app.rules.errors import Refusal
from app.services.encounters.keeping import CURRENT, find_id, look_up
from app.services.encounters.opening import AnyRules, Opened
from app.services.encounters.ports import CommandAppend
from app.services.encounters.shown import CommandAnswer
from app.services.encounters.stepping import Moved, Stepped, answer, stepped
from app.services.ports import Clock, Storage
from app.services.refusals import missing
from app.services.values import Caller, Role
from app.services.writing import ANSWERS_KEPT, Keyed

_REMEMBERED = 256


class Quick:
    """Encounters as this process last read or wrote them, each moved by one command at a time."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock
        self._opened: dict[str, Opened] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def send(
        self,
        caller: Caller,
        encounter_id: str,
        rules: AnyRules,
        decide: Callable[[Opened], Moved],
        *,
        keyed: Keyed[CommandAnswer] | None,
    ) -> CommandAnswer | None:
        """Carry out what `decide` makes of the encounter; None, and nothing done, if it must go the long way."""
        id_ = encounter_id
        if encounter_id == CURRENT:
            id_ = await self._storage.read(lambda tx: find_id(tx, caller, encounter_id))
        turn = self._turns.setdefault(id_, asyncio.Lock())
        async with turn:
            if (remembered := self._opened.get(id_)) is not None:
                try:
                    made = await self._try(caller, remembered, decide, keyed=keyed)
                except Refusal:
                    # It may rest on what somebody else has changed since.
                    made = None
                if made is not None:
                    return made
            fresh = await self._storage.read(lambda tx: look_up(tx, caller, id_, rules))
            return await self._try(caller, fresh, decide, keyed=keyed)

    async def _try(
        self,
        caller: Caller,
        opened: Opened,
        decide: Callable[[Opened], Moved],
        *,
        keyed: Keyed[CommandAnswer] | None,
    ) -> CommandAnswer | None:
        now, id_ = self._clock(), opened.head.id
        if opened.campaign_id != caller.campaign_id or not (opened.head.shown or caller.role is Role.GM):
            raise missing()
        if opened.archived:
            return None
        moved = decide(opened)
        if _concerns_characters(opened, moved):
            return None
        after = stepped(caller, opened, moved, at=now)
        told = answer(caller, after)
        kept = (keyed.once, keyed.render(told).sealed(), now - ANSWERS_KEPT) if keyed else None
        append = CommandAppend(
            caller=caller,
            campaign_version=opened.campaign_version,
            from_version=opened.head.version,
            head=after.opened.head,
            state=after.state,
            sheets=after.opened.sheets,
            new_sheets=after.opened.sheets is not opened.sheets,
            step=after.step,
            events=after.events,
            kept=kept,
        )
        written = await self._storage.append_command(append)
        self._remember(after if written else None, id_)
        return told if written else None

    def _remember(self, after: Stepped | None, id_: str) -> None:
        self._opened.pop(id_, None)
        if after is not None:
            if len(self._opened) >= _REMEMBERED:
                # The one that was moved longest ago: each is put back at the end.
                del self._opened[next(iter(self._opened))]
            self._opened[id_] = after.opened


def _concerns_characters(opened: Opened, moved: Moved) -> bool:
    """Whether somebody's character comes, goes, or gets something back."""
    before, after = opened.encounter, moved.encounter
    return before.status != after.status or [one.character_id for one in before.combatants] != [
        one.character_id for one in after.combatants
    ]
