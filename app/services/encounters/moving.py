"""Moving an encounter: commands, undo and redo."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pydantic import JsonValue

from app.rules.encounter import history
from app.rules.encounter.commands import Command
from app.rules.encounter.deciding import NOBODY, Decision, decide
from app.rules.encounter.dry_run import dry_run
from app.rules.encounter.events import Turned
from app.rules.encounter.stored import read_event, rebuilt
from app.rules.encounter.table import Character, Dice
from app.rules.system import System
from app.services.encounters.bodies import command_of
from app.services.encounters.following import caught_up
from app.services.encounters.keeping import locked, look_up
from app.services.encounters.lending import by_id, check_free, check_owner, lent, settle
from app.services.encounters.opening import AnyRules, Opened, rules_of, viewer_of
from app.services.encounters.quick import Quick
from app.services.encounters.shown import CommandAnswer, PriceShown, TriedOut
from app.services.encounters.stepping import Moved, answer, id_for, stepped
from app.services.ports import Clock, Storage, Work
from app.services.refusals import Quota
from app.services.values import Caller
from app.services.visibility import check_physical
from app.services.writing import Keyed, archived, check_version, commit

MOST_COMBATANTS = 200
_LENDING = {"join", "start", "edit_combatant", "leave", "end"}
"""What characters may be concerned by."""


class Commands:
    """The use cases that move encounters."""

    def __init__(self, storage: Storage, clock: Clock, dice: Dice, systems: Mapping[str, System]) -> None:
        self._storage = storage
        self._clock = clock
        self._dice = dice
        self._systems = systems
        self._quick = Quick(storage, clock)

    def read(self, caller: Caller, body: Mapping[str, JsonValue]) -> Command:
        """A command in the shape of the caller's system; raises `Misshapen` or `NoEncounters`."""
        return command_of(body, rules_of(self._systems, caller))

    async def send(
        self,
        caller: Caller,
        encounter_id: str,
        command: Command,
        *,
        versions: frozenset[int] | None = None,
        keyed: Keyed[CommandAnswer] | None = None,
    ) -> CommandAnswer:
        """Carry out a command, all or nothing.

        Raises:
            StaleVersion: the encounter is at none of these versions (None: any will do).
            Misshapen: a combatant is given to nobody of the table.
            RuleRefusal: what the rules refuse; `MayNot` where it isn't the caller's to send.
            PhysicalDiceOff, FacesMissing, FacesUnused, InvalidFace: about the `faces`.
            Quota: more combatants than an encounter may have.
        """

        def at_once(opened: Opened) -> Moved:
            check_version(opened.head.side(caller.role).version, versions)
            return decided(caller, opened, command, self._dice)

        async def move(tx: Work, opened: Opened) -> Moved:
            meant = await by_id(tx, caller, command)
            await check_owner(tx, caller, meant)
            characters = await lent(tx, caller, meant, opened.encounter)
            return decided(caller, opened, meant, self._dice, characters)

        if command.type not in _LENDING:
            rules = rules_of(self._systems, caller)
            made = await self._quick.send(caller, encounter_id, rules, at_once, keyed=keyed)
            if made is not None:
                return made
        return await self._moved(caller, encounter_id, move, versions=versions, keyed=keyed)

    async def try_out(
        self, caller: Caller, encounter_id: str, command: Command, *, versions: frozenset[int] | None = None
    ) -> TriedOut | PriceShown:
        """What a command would come to, or cost; nothing is kept. It is refused as `send` refuses it."""
        now, rules = self._clock(), rules_of(self._systems, caller)

        async def work(tx: Work) -> TriedOut | PriceShown:
            opened = await look_up(tx, caller, encounter_id, rules)
            check_version(opened.head.side(caller.role).version, versions)
            if caller.archived:
                raise archived()
            if command.faces is not None:
                check_physical(opened.options, caller)
            meant = await by_id(tx, caller, command)
            await check_owner(tx, caller, meant)
            tried = dry_run(
                meant,
                opened.encounter,
                self._dice,
                table=opened.table,
                viewer=viewer_of(caller),
                ids=id_for,
                characters=await lent(tx, caller, meant, opened.encounter),
            )
            price = PriceShown.of(tried.price)
            if tried.decision is None:
                return price
            after = stepped(caller, opened, _moved(opened, meant, tried.decision), at=now)
            outcome = answer(caller, after).__dict__
            return TriedOut.model_construct(**(price.__dict__ | outcome), sample=tried.sample)

        return await self._storage.read(work)

    async def undo(
        self,
        caller: Caller,
        encounter_id: str,
        *,
        versions: frozenset[int] | None = None,
        keyed: Keyed[CommandAnswer] | None = None,
    ) -> CommandAnswer:
        """Take back the last command that isn't undone: the state before it, as a new version."""

        async def move(tx: Work, opened: Opened) -> Moved:
            last = opened.head.last
            taken = await tx.encounters.entry(opened.head.id, history.next_undo(last))
            return await _turned(tx, caller, opened, history.undo(last, taken))

        return await self._moved(caller, encounter_id, move, versions=versions, keyed=keyed)

    async def redo(
        self,
        caller: Caller,
        encounter_id: str,
        *,
        versions: frozenset[int] | None = None,
        keyed: Keyed[CommandAnswer] | None = None,
    ) -> CommandAnswer:
        """Bring back what was undone last, with the same dice, as a new version."""

        async def move(tx: Work, opened: Opened) -> Moved:
            last = opened.head.last
            taken = await tx.encounters.entry(opened.head.id, history.next_redo(last))
            return await _turned(tx, caller, opened, history.redo(last, taken))

        return await self._moved(caller, encounter_id, move, versions=versions, keyed=keyed)

    async def _moved(
        self,
        caller: Caller,
        encounter_id: str,
        move: Callable[[Work, Opened], Awaitable[Moved]],
        *,
        versions: frozenset[int] | None,
        keyed: Keyed[CommandAnswer] | None,
    ) -> CommandAnswer:
        now, rules = self._clock(), rules_of(self._systems, caller)

        async def work(tx: Work) -> CommandAnswer:
            opened = await locked(tx, caller, encounter_id, rules, versions=versions, keyed=keyed, now=now)
            moved = await move(tx, opened)
            await check_free(tx, caller, opened.head.id, opened.encounter, moved.encounter)
            after = stepped(caller, opened, moved, at=now)
            table = after.opened.table
            characters = await settle(
                tx, caller, opened.encounter, moved.encounter, table, encounter_id=opened.head.id, at=now
            )
            await tx.encounters.advance(after.stored, after.step)
            await tx.journal.append(caller.campaign_id, [*after.events, *characters])
            return answer(caller, after)

        return await commit(self._storage, work, keyed=keyed, now=now)


def decided(
    caller: Caller, opened: Opened, command: Command, dice: Dice, characters: Mapping[str, Character] = NOBODY
) -> Moved:
    """What the rules make of a command."""
    if command.faces is not None:
        check_physical(opened.options, caller)
    viewer = viewer_of(caller)
    decision = decide(
        command, opened.encounter, dice, table=opened.table, viewer=viewer, ids=id_for, characters=characters
    )
    return _moved(opened, command, decision)


def _moved(opened: Opened, command: Command, decision: Decision[Any, Any]) -> Moved:
    many = len(decision.encounter.combatants)
    if many > MOST_COMBATANTS and many > len(opened.encounter.combatants):
        raise Quota(f"An encounter may have {MOST_COMBATANTS} combatants.", limit=MOST_COMBATANTS)
    return Moved(
        entry=history.command(opened.head.last),
        encounter=decision.encounter,
        sheets=decision.sheets,
        happenings=decision.events,
        command=command.model_dump_json(exclude_unset=True),
        result=decision.result,
    )


async def state_at(tx: Work, encounter_id: str, version: int, rules: AnyRules) -> Any:
    """The state that a version left."""
    snapshot, changes = await tx.encounters.changes(encounter_id, upto=version)
    return rebuilt(snapshot, changes, rules)


async def _turned(tx: Work, caller: Caller, opened: Opened, entry: history.Entry) -> Moved:
    """An undo or a redo: its command is struck from the story or stands in it again, its state is an earlier one."""
    id_, rules, command = opened.head.id, opened.table.rules, entry.of or 0
    undone = entry.what == "undo"
    await tx.encounters.strike(id_, command, struck=undone)
    kept = await tx.encounters.events_of(id_, command)
    told = history.undone_event if undone else history.redone_event
    was = await state_at(tx, id_, entry.shows, rules)
    then = await tx.encounters.reached(id_, command, public=False)
    return Moved(
        entry=entry,
        encounter=was if then is None else await caught_up(tx, caller, was, since=then.at),
        sheets=opened.table.sheets,
        happenings=[told([Turned(one.id, read_event(one.data, rules)) for one in kept])],
    )
