"""Questions of the rules, answered with dice: for nobody in particular, or in a campaign, where checks are kept."""

import json
from collections import defaultdict
from datetime import datetime
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, Field, JsonValue, create_model

from app.rules.catalog import CHECKS, SYSTEMS
from app.rules.dice import DiceSource
from app.rules.errors import FacesInOdds
from app.rules.lending import filled
from app.rules.system import (
    AmendableKind,
    Amendment,
    CheckAnswer,
    CheckBody,
    CheckKind,
    CheckOdds,
    ChoosingKind,
    RecurringKind,
)
from app.rules.value import WITHOUT_SOURCE
from app.services.acting import CharacterName, InCampaign, acting_character, free_character, visibility_for
from app.services.chance import throwing
from app.services.character import StoredCharacter
from app.services.character_events import changed
from app.services.characters import become
from app.services.ids import new_id
from app.services.options import house_rules
from app.services.ports import CheckFilter, Clock, Page, Storage, Work
from app.services.refusals import (
    AlreadyPublic,
    AlreadyResolved,
    NothingToAmend,
    NotYours,
    ResultAnnounced,
    WrongSystem,
    missing,
)
from app.services.text import Name
from app.services.values import Caller, Campaign, CampaignCheck, Event, Receipt, Role, Value
from app.services.visibility import AUDIENCES, check_physical, hides_from_maker, receipt
from app.services.writing import Keyed, commit, event, lock_for


def check(body: CheckBody, chance: DiceSource) -> CheckAnswer:
    """Make a check by its system's usual rules, with the given faces if there are any.

    Raises:
        RuleRefusal: what the system's rules refuse.
        FacesMissing, FacesUnused, InvalidFace: physical dice that don't fit.
    """
    system, kind = CHECKS[body.kind]
    return _made(kind, body, system.options(), chance)


def check_odds(body: CheckBody) -> CheckOdds:
    """The exact chance of each outcome of a check by its system's usual rules.

    Raises:
        FacesInOdds: dice lie already.
        RuleRefusal: what the system's rules refuse, such as choices before the roll.
    """
    if body.faces is not None:
        raise FacesInOdds("Odds are counted before anything is thrown: leave `faces` out.")
    system, kind = CHECKS[body.kind]
    return kind.odds(body, options=system.options())


def _made(kind: CheckKind[Any, Any], body: CheckBody, options: BaseModel, chance: DiceSource) -> CheckAnswer:
    return throwing(body.faces, chance, lambda dice: kind.resolve(body, options=options, dice=dice))


class CheckInCampaign(InCampaign):
    """What a check in a campaign says beside its numbers."""

    character_id: CharacterName | None = None
    """Which of your characters makes it, by id or external reference such as `foundry:actor-7`: numbers that the body
    leaves out come from their sheet, and their state adds what it adds."""
    label: Name | None = None
    """What the check is for."""


if TYPE_CHECKING:

    class AnyCampaignCheck(CheckBody, CheckInCampaign):
        """A check of any kind, made in a campaign."""
else:

    def _in_campaign(kind: CheckKind[Any, Any]) -> type[CheckBody]:
        bases = (kind.from_sheet, CheckInCampaign)
        return create_model(
            f"{kind.body.__name__}InCampaign", __base__=bases, __doc__=kind.body.__doc__, __cls_kwargs__=WITHOUT_SOURCE
        )

    AnyCampaignCheck = Annotated[
        reduce(or_, (_in_campaign(kind) for _, kind in CHECKS.values())), Field(discriminator="kind")
    ]


class Checks:
    """The use cases of a campaign's checks."""

    def __init__(self, storage: Storage, clock: Clock, chance: DiceSource) -> None:
        self._storage = storage
        self._clock = clock
        self._chance = chance

    async def make(
        self,
        caller: Caller,
        request: AnyCampaignCheck,
        *,
        keyed: Keyed[CampaignCheck | Receipt] | None = None,
    ) -> CampaignCheck | Receipt:
        """Make a check by the campaign's house rules and keep it; the maker of a blind one gets a receipt.

        What the check uses up of the character goes with it.

        Raises:
            WrongSystem: the campaign is played by other rules.
            NotYours: the character is somebody else's.
            RuleRefusal: what the rules refuse.
            PhysicalDiceOff, FacesMissing, FacesUnused, InvalidFace: about the `faces`.
        """
        now = self._clock()
        system, kind = CHECKS[request.kind]
        if system.key != caller.system:
            raise _wrong_system(caller)

        async def work(tx: Work) -> CampaignCheck | Receipt:
            campaign = (await lock_for(tx, caller, keyed=keyed, now=now)).campaign
            if request.faces is not None:
                check_physical(campaign.options, caller)
            character = await acting_character(tx, caller, request.character_id) if request.character_id else None
            sheet = character.sheet if character else None
            asked = filled(kind, request, sheet, options=campaign.options, clock=campaign.clock)
            recurs = await _check_due(tx, campaign, kind, asked.body)
            answer = asked.told(_made(kind, asked.body, campaign.options, self._chance))
            used = await _use(tx, caller, character, asked.sheet, now=now) if character else []
            made = CampaignCheck(
                **dict(answer),
                id=new_id("chk"),
                member_id=caller.member_id,
                by_member_id=caller.by_member_id,
                character_id=character.id if character else None,
                visibility=visibility_for(character, request),
                label=request.label,
                created_at=now,
                revealed_at=None,
                asked=asked.body,
                house_rules=_house_rules(campaign),
                before=None,
            )
            await tx.checks.add(caller.campaign_id, made, throws=_throws(made), clock=campaign.clock, recurs=recurs)
            told = _check_event(caller, made, "check.opened" if made.open else "check.resolved", at=now)
            await tx.journal.append(caller.campaign_id, [told, *used])
            return receipt(made) if hides_from_maker(caller, made.visibility) else made

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def get(self, caller: Caller, check_id: str) -> CampaignCheck:
        """One check that the caller may see; raises `NotFound`."""
        return await self._storage.read(lambda tx: _seen(tx, caller, check_id))

    async def page(self, caller: Caller, page: Page, *, where: CheckFilter) -> list[CampaignCheck]:
        """The checks that the caller may see, newest first."""
        return await self._storage.read(lambda tx: tx.checks.page(caller, page, where=where))

    async def resolve(
        self, caller: Caller, check_id: str, choices: Value, *, keyed: Keyed[CampaignCheck] | None = None
    ) -> CampaignCheck:
        """Make the choices that a check left open, all or nothing and once.

        Raises:
            NotYours: it is somebody else's check.
            AlreadyResolved: nothing is left to choose.
            RuleRefusal: what the rules refuse; the check stays open.
        """
        now = self._clock()

        async def work(tx: Work) -> CampaignCheck:
            await lock_for(tx, caller, keyed=keyed, now=now)
            found = await _own(tx, caller, check_id)
            system, kind = CHECKS[found.kind]
            if not found.open or not isinstance(kind, ChoosingKind):
                raise AlreadyResolved("Nothing is left to choose in this check: its result stands.")
            options = system.options.model_validate(found.house_rules)
            answer = kind.choose(found.asked, found.answer, choices, options=options)
            resolved = found.model_copy(update=dict(answer))
            await tx.checks.replace(resolved, throws=_throws(resolved))
            told = _check_event(caller, resolved, "check.resolved", at=now)
            await tx.journal.append(caller.campaign_id, [told])
            return resolved

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def amend(
        self, caller: Caller, check_id: str, amendment: Amendment, *, keyed: Keyed[CampaignCheck] | None = None
    ) -> CampaignCheck:
        """Better a check that was made, at the price of the character's; what it said before stays on record.

        Raises:
            NotYours: it is somebody else's check.
            NothingToAmend: such a check can't be bettered.
            ResultAnnounced: its maker has made another check since.
            RuleRefusal: what the rules refuse.
            PhysicalDiceOff, FacesMissing, FacesUnused, InvalidFace: about the `faces`.
        """
        now = self._clock()

        async def work(tx: Work) -> CampaignCheck:
            stored = await lock_for(tx, caller, keyed=keyed, now=now)
            found = await _own(tx, caller, check_id)
            system, kind = CHECKS[found.kind]
            if not isinstance(kind, AmendableKind):
                raise NothingToAmend(f"The rules know nothing that betters a check of kind {found.kind}.")
            if found.source == "imported":
                raise ResultAnnounced("This check came with the import of the campaign: its result stands.")
            newest = await tx.checks.newest(found)
            if newest is None:
                raise NothingToAmend("The character who made it is gone, and with it what could better it.")
            if newest != found.id:
                raise ResultAnnounced("Another check was made since: the result of this one stands.")
            if amendment.faces is not None:
                check_physical(stored.campaign.options, caller)
            better = partial(
                kind.amend,
                found.asked,
                found.answer,
                amendment,
                options=system.options.model_validate(found.house_rules),
            )
            paid: list[Event] = []
            if found.character_id is not None:
                character = await free_character(tx, caller, found.character_id)
                paid = await _use(tx, caller, character, kind.paid(character.sheet, amendment), now=now)
            answer = throwing(amendment.faces, self._chance, lambda dice: better(dice=dice))
            amended = found.model_copy(update={**dict(answer), "before": found.answer})
            await tx.checks.replace(amended, throws=_throws(amended))
            told = _check_event(caller, amended, "check.amended", at=now)
            await tx.journal.append(caller.campaign_id, [told, *paid])
            return amended

        return await commit(self._storage, work, keyed=keyed, now=now)

    async def reveal(
        self, caller: Caller, check_id: str, *, keyed: Keyed[CampaignCheck] | None = None
    ) -> CampaignCheck:
        """Show a check to everybody: a game master what they see, the maker their own that they saw.

        Raises:
            NotFound: the caller doesn't see it.
            AlreadyPublic: everybody does.
        """
        now = self._clock()

        async def work(tx: Work) -> CampaignCheck:
            await lock_for(tx, caller, keyed=keyed, now=now)
            found = await _seen(tx, caller, check_id)
            if found.visibility == "public":
                raise AlreadyPublic("Everybody can see this check.")
            await tx.checks.reveal(found.id, at=now)
            shown = found.model_copy(update={"visibility": "public", "revealed_at": now})
            await tx.journal.append(caller.campaign_id, [_check_event(caller, shown, "check.revealed", at=now)])
            return shown

        return await commit(self._storage, work, keyed=keyed, now=now)


async def _use(
    tx: Work, caller: Caller, character: StoredCharacter, sheet: Value | None, *, now: datetime
) -> list[Event]:
    """Keep what a check has used up of a character, and tell whom it concerns."""
    after = character if sheet is None else await become(tx, caller, character, sheet, now=now)
    return [] if after is character else changed(caller, character, after, ["sheet"], at=now)


async def _check_due(tx: Work, campaign: Campaign, kind: CheckKind[Any, Any], body: CheckBody) -> str | None:
    """Hold what is rolled for only from time to time to the game's clock; gives what it is about, if it is so."""
    if not isinstance(kind, RecurringKind):
        return None
    recurs = kind.recurs(body)
    last = None if recurs is None else await tx.checks.recurred(campaign.id, recurs)
    if last is not None:
        kind.check_due(last=last, clock=campaign.clock)
    return recurs


async def _seen(tx: Work, caller: Caller, check_id: str) -> CampaignCheck:
    found = await tx.checks.get(caller, check_id)
    if found is None:
        raise missing()
    return found


async def _own(tx: Work, caller: Caller, check_id: str) -> CampaignCheck:
    found = await _seen(tx, caller, check_id)
    lent = caller.character_ids is None or found.character_id in {None, *caller.character_ids}
    if not lent or (found.member_id != caller.member_id and caller.role is not Role.GM):
        raise NotYours("This is somebody else's check: they or a game master decide, with a token that is for it.")
    return found


def _wrong_system(caller: Caller) -> WrongSystem:
    system = SYSTEMS[caller.system]
    kinds = [kind.key for kind in system.checks]
    return WrongSystem(
        f"This campaign is played by {system.title}: its checks are {', '.join(kinds)}.",
        system=system.key,
        kinds=kinds,
    )


def _house_rules(campaign: Campaign) -> dict[str, JsonValue]:
    known = SYSTEMS[campaign.system].options.model_fields
    return {rule.option: rule.value for rule in house_rules(campaign.options) if rule.option in known}


def _throws(check: CheckAnswer) -> str:
    thrown: dict[str, list[int]] = defaultdict(list)
    if check.source == "server":
        for die in check.dice:
            thrown[str(die.sides)].append(die.face)
    return json.dumps(list(thrown.items()), separators=(",", ":"))


def _check_event(caller: Caller, check: CampaignCheck, type_: str, *, at: datetime) -> Event:
    data = json.dumps({"check_id": check.id})
    return event(caller, type_, at=at, data=data, text=check.text, audience=AUDIENCES[check.visibility])
