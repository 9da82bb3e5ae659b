"""Rolling dice: for nobody in particular, or in a campaign, where rolls are kept and shown to whom they are for."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Annotated

from pydantic import Field, TypeAdapter

from app.rules.catalog import SYSTEMS
from app.rules.dice import DiceSource, PhysicalDice, pick_up, rolls, tell
from app.rules.dice.limits import LONGEST_NOTATION, MOST_REPEATS
from app.rules.dice.odds import OddsResult, odds_of, work_of
from app.rules.dice.statistics import DieStatistics, Tally, countable
from app.services.acting import CharacterName, InCampaign, acting_character, visibility_for
from app.services.ids import new_id
from app.services.ports import Clock, Page, RollAppend, Storage, ThrowFilter, Work
from app.services.refusals import AlreadyPublic, CampaignBusy, missing
from app.services.text import Name
from app.services.values import (
    THROWN,
    Caller,
    CampaignRoll,
    Event,
    Receipt,
    Thrown,
    Value,
)
from app.services.visibility import AUDIENCES, check_physical, hides_from_maker, receipt
from app.services.writing import ANSWERS_KEPT, Keyed, archived, commit, event, lock_for

SAFE = 2**53
SafeInteger = Annotated[int, Field(ge=-SAFE, le=SAFE)]
VariableName = Annotated[str, Field(min_length=1, max_length=80)]
# The schema tells these limits; the rules hold to them, and say of each what it is.
Notation = Annotated[str, Field(json_schema_extra={"format": "dice-notation", "maxLength": LONGEST_NOTATION})]
Repeats = Annotated[int, Field(ge=1, json_schema_extra={"maximum": MOST_REPEATS})]
Variables = Annotated[dict[VariableName, SafeInteger], Field(max_length=200)]
"""What `@name` stands for, flat: `{"skills.stealth": 7}`."""


class RollRequest(Value):
    """Dice to roll."""

    notation: Notation
    """Such as `2d20kh1+7`, `8d6!`, `7d10>=8ds>=10` or `(@level)d6[fire] # fireball`."""
    repeat: Repeats = 1
    """How many times to roll it."""
    label: Name | None = None
    """What the roll is for."""
    variables: Variables = Field(default={})
    """What `@name` stands for in the notation, such as `{"level": 8, "skills.stealth": 7}`."""
    faces: Annotated[list[SafeInteger], Field(max_length=20_000)] | None = None
    """The faces of real dice, in the order they are thrown: then nothing is rolled here."""


class CampaignRollRequest(InCampaign, RollRequest):
    """Dice to roll in the campaign."""

    character_id: CharacterName | None = None
    """Which of your characters rolls, by id or external reference such as `foundry:actor-7`: `@name` is then a number
    of their sheet, unless `variables` says otherwise."""


class OddsRequest(Value):
    """Odds to count."""

    notation: Notation
    variables: Variables = Field(default={})
    """What `@name` stands for in the notation, such as `{"level": 8, "skills.stealth": 7}`."""
    at_least: SafeInteger | None = None
    """Also: how likely is this or more?"""
    at_most: SafeInteger | None = None
    """Also: how likely is this or less?"""


THROWS = TypeAdapter(list[tuple[str, list[int]]])
STATISTICS_PAGE = 500


def throw(request: RollRequest, chance: DiceSource) -> Thrown:
    """Roll what is asked, with the given faces if there are any; refuses as `app.rules.dice.rolls` does."""
    physical = request.faces is not None
    source = chance if request.faces is None else PhysicalDice(request.faces)
    made = rolls(request.notation, source, variables=request.variables, repeat=request.repeat)
    told = tell(made, label=request.label, physical=physical)
    return Thrown(
        source="physical" if physical else "server", rolls=told.results, text=told.text, markdown=told.markdown
    )


def odds_work(request: OddsRequest) -> int:
    """How many steps of about a microsecond these odds take; refuses what a roll would be, and what takes too many."""
    return work_of(pick_up(request.notation, request.variables).notation)


def chances(request: OddsRequest) -> OddsResult:
    """The exact odds of what is asked; refuses as `odds_work` does."""
    hand = pick_up(request.notation, request.variables)
    return odds_of(hand.notation, at_least=request.at_least, at_most=request.at_most)


class Rolls:
    """The use cases of a campaign's rolls."""

    def __init__(self, storage: Storage, clock: Clock, chance: DiceSource) -> None:
        self._storage = storage
        self._clock = clock
        self.chance = chance

    async def make(
        self,
        caller: Caller,
        request: CampaignRollRequest,
        *,
        refresh: Callable[[], Awaitable[Caller]],
        keyed: Keyed[CampaignRoll | Receipt] | None = None,
    ) -> CampaignRoll | Receipt:
        """Roll in the campaign and keep the roll; the roller of a blind roll gets a receipt.

        The caller may be one that was read a while ago: the write itself checks them, and `refresh` reads them anew
        when they have changed, or raises what is now to be said to them.

        Raises:
            NotFound, NotYours: the character isn't there for the caller, or is somebody else's.
            PhysicalDiceOff: who may enter `faces`.
            CampaignBusy: the caller's place changed twice meanwhile.
            Refusal: as `throw`.
        """
        if request.faces is not None or request.character_id is not None:
            # What hangs on the role or on whose a character is must hold at this moment.
            caller = await refresh()
            request = await self._storage.read(partial(_asked_now, caller=caller, request=request))
        thrown = throw(request, self.chance)
        now = self._clock()
        for _ in range(2):
            roll = _kept_roll(caller, request, thrown, now=now)
            seen = receipt(roll) if hides_from_maker(caller, roll.visibility) else roll
            append = RollAppend(
                caller=caller,
                roll=roll,
                document=THROWN.dump_json(thrown, exclude_none=True).decode(),
                throws=_throws(thrown),
                event=_roll_event(caller, roll, "roll.made", at=now),
                kept=(keyed.once, keyed.render(seen).sealed(), now - ANSWERS_KEPT) if keyed else None,
            )
            if await self._storage.append_roll(append):
                return seen
            caller = await refresh()
            if caller.archived:
                raise archived()
            await self._storage.read(partial(_asked_now, caller=caller, request=request))
        raise CampaignBusy("Your place at the table changed while you rolled. Nothing was kept; roll again.")

    async def get(self, caller: Caller, roll_id: str) -> CampaignRoll:
        """One roll that the caller may see; raises `NotFound`."""
        return await self._storage.read(lambda tx: _seen(tx, caller, roll_id))

    async def page(self, caller: Caller, page: Page, *, where: ThrowFilter) -> list[CampaignRoll]:
        """The rolls that the caller may see, newest first."""
        return await self._storage.read(lambda tx: tx.rolls.page(caller, page, where=where))

    async def statistics(self, caller: Caller, *, where: ThrowFilter) -> list[DieStatistics]:
        """How the dice fell, for each member and size of die, over the rolls and checks the caller may see."""
        tally = Tally()
        for throws_of in (_rolled, _checked):
            after: str | None = None
            while True:
                part = Page(limit=STATISTICS_PAGE, after=after)
                found = await self._storage.read(partial(throws_of, caller=caller, page=part, where=where))
                for _, member_id, throws in found:
                    for sides, faces in THROWS.validate_json(throws):
                        tally.add(member_id, sides, faces)
                if len(found) < STATISTICS_PAGE:
                    break
                after = found[-1][0]
                # A long history is counted in parts, between which others are served.
                await asyncio.sleep(0)
        return tally.statistics()

    async def reveal(self, caller: Caller, roll_id: str, *, keyed: Keyed[CampaignRoll] | None = None) -> CampaignRoll:
        """Show a roll to everybody: a game master what they see, the roller their own that they saw.

        Raises:
            NotFound: the caller doesn't see it.
            AlreadyPublic: everybody does.
        """
        now = self._clock()

        async def work(tx: Work) -> CampaignRoll:
            await lock_for(tx, caller, keyed=keyed, now=now)
            roll = await _seen(tx, caller, roll_id)
            if roll.visibility == "public":
                raise AlreadyPublic("Everybody can see this roll.")
            await tx.rolls.reveal(roll.id, at=now)
            shown = replace(roll, visibility="public", revealed_at=now)
            await tx.journal.append(caller.campaign_id, [_roll_event(caller, shown, "roll.revealed", at=now)])
            return shown

        return await commit(self._storage, work, keyed=keyed, now=now)


async def _seen(tx: Work, caller: Caller, roll_id: str) -> CampaignRoll:
    roll = await tx.rolls.get(caller, roll_id)
    if roll is None:
        raise missing()
    return roll


async def _asked_now(tx: Work, *, caller: Caller, request: CampaignRollRequest) -> CampaignRollRequest:
    """The request with the character's numbers in it, once it is clear that the caller may ask so."""
    stored = await tx.campaigns.get(caller.campaign_id)
    if stored is None:
        raise missing()
    if request.faces is not None:
        check_physical(stored.campaign.options, caller)
    if request.character_id is None:
        return request
    character = await acting_character(tx, caller, request.character_id)
    numbers = SYSTEMS[caller.system].variables(character.sheet, stored.campaign.options)
    return request.model_copy(
        update={
            "character_id": character.id,
            "variables": {**numbers, **request.variables},
            "visibility": visibility_for(character, request),
        }
    )


async def _rolled(tx: Work, *, caller: Caller, page: Page, where: ThrowFilter) -> list[tuple[str, str, str]]:
    return await tx.rolls.throws(caller, page, where=where)


async def _checked(tx: Work, *, caller: Caller, page: Page, where: ThrowFilter) -> list[tuple[str, str, str]]:
    return await tx.checks.throws(caller, page, where=where)


def _kept_roll(caller: Caller, request: CampaignRollRequest, thrown: Thrown, *, now: datetime) -> CampaignRoll:
    return CampaignRoll(
        source=thrown.source,
        rolls=thrown.rolls,
        text=thrown.text,
        markdown=thrown.markdown,
        id=new_id("rol"),
        member_id=caller.member_id,
        by_member_id=caller.by_member_id,
        character_id=request.character_id,
        visibility=request.visibility,
        label=request.label,
        created_at=now,
        revealed_at=None,
    )


def _roll_event(caller: Caller, roll: CampaignRoll, type_: str, *, at: datetime) -> Event:
    data = f'{{"roll_id":"{roll.id}"}}'
    return event(caller, type_, at=at, data=data, text=roll.text, audience=AUDIENCES[roll.visibility])


def _throws(thrown: Thrown) -> str:
    counted = {} if thrown.source == "physical" else countable(thrown.rolls)
    return json.dumps(list(counted.items()), separators=(",", ":"))
