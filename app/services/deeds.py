"""What happens to characters between fights: to one by a deed, to all as time passes or a session starts."""

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Field, WrapValidator, create_model, model_validator

from app.rules.catalog import SYSTEMS
from app.rules.deeds import DAY, HOUR, Applied, HelpedBody, Helper, Occasion, RolledBody, Route
from app.rules.dice import DiceSource
from app.rules.dice.quoting import plain_words
from app.rules.errors import Refusal
from app.rules.system import CheckDie
from app.rules.telling import LONGEST_TEXT, marked, plain
from app.rules.value import WITHOUT_SOURCE
from app.services.acting import check_awarded, free_character
from app.services.chance import throwing
from app.services.character import StoredCharacter, WholeCharacter, shown
from app.services.character_events import befell
from app.services.characters import become
from app.services.ports import Clock, Storage, Work
from app.services.refusals import missing
from app.services.sheets import as_it_is, read_by
from app.services.values import Caller, Campaign, StoredCampaign, Value
from app.services.visibility import check_physical
from app.services.writing import Keyed, commit, event, lock_for

WEEK = 7 * DAY
LATEST = 10**9
"""The last minute that the game's clock shows."""
PAST: Mapping[Route, str] = {
    "rest": "rested",
    "damage": "damaged",
    "heal": "healed",
    "conditions": "conditions_changed",
    "spend": "spent",
}
"""What the journal calls each deed."""


def _body_of(route: Route) -> Any:
    bodies = [
        create_model(f"{key.title()}{route.title()}", __base__=system.deeds[route].body, __cls_kwargs__=WITHOUT_SOURCE)
        for key, system in SYSTEMS.items()
    ]
    return Annotated[reduce(or_, bodies), WrapValidator(as_it_is)]


if TYPE_CHECKING:
    DEED_BODIES: Mapping[Route, Any]
else:
    DEED_BODIES = {route: _body_of(route) for route in PAST}
"""A deed of any system, still to be read: by the rules of its campaign, which is known later."""


class Done(Value):
    """A deed that was done."""

    character: WholeCharacter
    """Afterwards."""
    helper: WholeCharacter | None
    """Whoever helped, where it took something of them."""
    result: Any
    """What came of it, as *Look at a system* tells for each deed."""
    dice: list[CheckDie]
    rules: list[str]
    """The ids of the rules that decided."""
    source: Literal["server", "physical"]
    text: str
    """Plain, at most 300 characters."""
    markdown: str


class TimePasses(Value):
    """A time that passes in the game: `minutes`, `hours`, `days` or `weeks`, one of them."""

    minutes: Annotated[int, Field(ge=1, le=LATEST)] | None = None
    hours: Annotated[int, Field(ge=1, le=LATEST // HOUR)] | None = None
    days: Annotated[int, Field(ge=1, le=LATEST // DAY)] | None = None
    weeks: Annotated[int, Field(ge=1, le=LATEST // WEEK)] | None = None
    rest: bool | Annotated[str, Field(min_length=1, max_length=40)] = False
    """Whether the characters rest meanwhile; where the system has several rests, which one, such as `long`."""
    character_ids: Annotated[list[str], Field(max_length=500)] | None = None
    """Who rests; left out, everybody."""

    @model_validator(mode="after")
    def _one_length(self) -> Self:
        if sum(part is not None for part in (self.minutes, self.hours, self.days, self.weeks)) != 1:
            raise ValueError("must say how long in one of `minutes`, `hours`, `days` and `weeks`")
        if self.character_ids is not None and self.rest is False:
            raise ValueError("names in `character_ids` who rests: say `rest` too")
        return self

    @property
    def length(self) -> int:
        """In minutes."""
        return (self.minutes or 0) + HOUR * (self.hours or 0) + DAY * (self.days or 0) + WEEK * (self.weeks or 0)


class SessionStarts(Value):
    """An evening at the table that begins."""

    new_adventure: bool = False
    """Whether another adventure begins with it."""


class Befallen(Value):
    """What a time or a session did to a character."""

    character_id: str
    name: str
    text: str
    """What happened, plain."""
    refused: str | None = None
    """The code of what kept them from resting, or out of it all: `in_encounter`."""


class Passed(Value):
    """The game after a time that passed, or at the start of a session."""

    clock: int
    """Minutes since the game's day 0, 0:00."""
    characters: list[Befallen]
    """Those for whom something changed, or who could not rest."""
    text: str
    """Plain, at most 300 characters."""
    markdown: str


class Deeds:
    """The use cases of what happens between fights."""

    def __init__(self, storage: Storage, clock: Clock, chance: DiceSource) -> None:
        self._storage = storage
        self._clock = clock
        self._chance = chance

    async def do(
        self,
        caller: Caller,
        character_id: str,
        route: Route,
        given: dict[str, Any],
        *,
        keyed: Keyed[Done] | None = None,
    ) -> Done:
        """Do something to a character of one's own, relative to how they are.

        Raises:
            Misshapen: the body is not one of the system's.
            NotYours: the character, or whoever helps, is somebody else's.
            RoleTooLow: a game master gives what it brings.
            RuleRefusal: what the rules refuse.
            PhysicalDiceOff, FacesMissing, FacesUnused, InvalidFace: about the `faces`.
        """
        now = self._clock()
        deed = SYSTEMS[caller.system].deeds[route]
        body = read_by(deed.body, given)
        faces = body.faces if isinstance(body, RolledBody) else None
        by = body.by if isinstance(body, HelpedBody) else None

        async def work(tx: Work) -> Done:
            campaign = (await lock_for(tx, caller, keyed=keyed, now=now)).campaign
            if faces is not None:
                check_physical(campaign.options, caller)
            character = await free_character(tx, caller, character_id)
            helper = await free_character(tx, caller, by) if by is not None else None
            if helper is not None and helper.id == character.id:
                helper = None

            def apply(dice: DiceSource) -> Applied[Any]:
                lent = Helper(_mark(character, helper), helper.sheet) if helper else None
                occasion: Occasion[Any, Any] = Occasion(
                    options=campaign.options, dice=dice, clock=campaign.clock, helper=lent
                )
                return deed.apply(character.sheet, body, occasion)

            done = throwing(faces, self._chance, apply)
            check_awarded(caller, character.sheet, done.sheet)
            character = await become(tx, caller, character, done.sheet, now=now)
            if helper is not None:
                helper = await become(tx, caller, helper, done.helper or helper.sheet, now=now)
            text = _named(character, done)
            await tx.journal.append(campaign.id, [befell(caller, character, PAST[route], text, at=now)])
            return Done(
                character=_whole(character, caller, campaign),
                helper=_whole(helper, caller, campaign) if helper and done.helper else None,
                result=done.result.model_dump(mode="json"),
                dice=list(done.dice),
                rules=list(done.rules),
                source=done.source,
                text=text,
                markdown=f"**{marked(character.name)}** · {done.markdown}",
            )

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def pass_time(self, caller: Caller, time: TimePasses, *, keyed: Keyed[Passed] | None = None) -> Passed:
        """Move the game's clock once for all, with a rest for those who rest.

        Raises:
            RuleRefusal: the system has no such rest, or it takes longer. Whoever may not rest is told of in the answer.
        """
        system = SYSTEMS[caller.system]
        rest = None
        if time.rest is not False:
            rest = system.rest_for(time.length, None if time.rest is True else time.rest)

        def happens(campaign: Campaign, character: StoredCharacter) -> Sequence[Applied[Any] | Refusal]:
            after = campaign.clock + time.length
            options = campaign.options
            passed = system.time_passes(character.sheet, options, before=campaign.clock, after=after)
            if rest is None or (time.character_ids is not None and character.id not in time.character_ids):
                return [passed]
            occasion: Occasion[Any, Any] = Occasion(options=options, dice=self._chance, clock=after)
            try:
                return [passed, system.deeds["rest"].apply(passed.sheet, rest, occasion)]
            except Refusal as refused:
                return [passed, refused]

        return await self._to_all(
            caller,
            happens,
            type_="time.passed",
            told=f"{_long(time)}.",
            minutes=time.length,
            keyed=keyed,
            named=time.character_ids or (),
        )

    async def start_session(
        self, caller: Caller, start: SessionStarts, *, keyed: Keyed[Passed] | None = None
    ) -> Passed:
        """Give everybody what the start of a session gives."""
        system = SYSTEMS[caller.system]

        def happens(campaign: Campaign, character: StoredCharacter) -> Sequence[Applied[Any] | Refusal]:
            sheet, options = character.sheet, campaign.options
            return [system.session_starts(sheet, options, new_adventure=start.new_adventure)]

        told = "A session starts, and a new adventure." if start.new_adventure else "A session starts."
        return await self._to_all(caller, happens, type_="session.started", told=told, minutes=0, keyed=keyed)

    async def _to_all(
        self,
        caller: Caller,
        happens: Callable[[Campaign, StoredCharacter], Sequence[Applied[Any] | Refusal]],
        *,
        type_: str,
        told: str,
        minutes: int,
        keyed: Keyed[Passed] | None,
        named: Sequence[str] = (),
    ) -> Passed:
        now = self._clock()

        async def work(tx: Work) -> Passed:
            stored = await lock_for(tx, caller, keyed=keyed, now=now)
            campaign = stored.campaign
            running = await tx.encounters.running(campaign.id)
            befallen = []
            events = []
            everybody = await tx.characters.everybody(caller)
            if not {character.id for character in everybody}.issuperset(named):
                raise missing()
            for was in everybody:
                # A large table takes a while; between characters others are served.
                await asyncio.sleep(0)
                if running and await tx.encounters.holding(campaign.id, was.id):
                    said = "In an encounter that runs: what happens to them happens there."
                    befallen.append(Befallen(character_id=was.id, name=was.name, text=said, refused="in_encounter"))
                    continue
                sheet, here = was.sheet, []
                for one in happens(campaign, was):
                    if isinstance(one, Refusal):
                        here.append(Befallen(character_id=was.id, name=was.name, text=one.detail, refused=one.code))
                    elif one.sheet != sheet:
                        sheet = one.sheet
                        here.append(Befallen(character_id=was.id, name=was.name, text=_named(was, one)))
                # However much has happened, it is one revision.
                is_ = await become(tx, caller, was, sheet, now=now)
                befallen += here
                events += [befell(caller, is_, "changed", one.text, at=now) for one in here if one.refused is None]
            clock = campaign.clock + minutes
            if minutes:
                moved = campaign.model_copy(update={"clock": clock, "version": campaign.version + 1, "updated_at": now})
                await tx.campaigns.replace(StoredCampaign(campaign=moved, public_version=stored.public_version + 1))
            data = json.dumps({"minutes": minutes, "clock": clock})
            await tx.journal.append(campaign.id, [event(caller, type_, at=now, data=data, text=told), *events])
            return Passed(clock=clock, characters=befallen, text=told, markdown=told)

        return await commit(self._storage, work, keyed=keyed, now=now)


def _mark(patient: StoredCharacter, helper: StoredCharacter) -> str:
    """What a sheet keeps of who helped, to count by: it is the same each time, and tells nobody who it was."""
    return hashlib.sha256(f"{patient.id}:{helper.id}".encode()).hexdigest()[:16]


def _whole(character: StoredCharacter, caller: Caller, campaign: Campaign) -> WholeCharacter:
    seen = shown(character, caller, campaign.options)
    assert isinstance(seen, WholeCharacter), "who acts for a character sees it whole"
    return seen


def _named(character: StoredCharacter, done: Applied[Any]) -> str:
    return plain_words(f"{plain(character.name)}: {done.text}", longest=LONGEST_TEXT)


def _long(time: TimePasses) -> str:
    for unit in ("minutes", "hours", "days", "weeks"):
        count = getattr(time, unit)
        if count is not None:
            return f"{count} {unit} pass" if count != 1 else f"1 {unit.removesuffix('s')} passes"
    raise AssertionError("it says how long")
