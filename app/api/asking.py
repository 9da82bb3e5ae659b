"""Who asks, and under which key: the dependencies that every route of a campaign starts with."""

import hashlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, TypeVar

from fastapi import Depends, Path, Request, Response
from pydantic import AfterValidator

from app.api.problems import AmbiguousToken, InvalidRequest
from app.api.rates import ADDRESS, READS, WRITES, WRONG_SECRETS, Rates
from app.rules.errors import Refusal
from app.services.access import Access, require
from app.services.campaigns import Campaigns
from app.services.characters import Characters
from app.services.checks import Checks
from app.services.deeds import Deeds
from app.services.encounters.keeping import Encounters
from app.services.encounters.looking import Looks
from app.services.encounters.moving import Commands
from app.services.ids import is_id
from app.services.invites import Invites
from app.services.members import Members
from app.services.ports import Once, Storage
from app.services.refusals import NotAuthenticated, missing
from app.services.replays import Replays
from app.services.rolls import Rolls
from app.services.tokens import Tokens
from app.services.transfer.exporting import Exports
from app.services.transfer.importing import Imports
from app.services.values import Answer, Caller, Role
from app.services.writing import Keyed
from app.settings import Settings

T = TypeVar("T")

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
# As pydantic reads a query's yes.
_YES = {"1", "true", "on", "t", "y", "yes"}
# A proxy that is believed may pass anything on as an address.
_LONGEST_ADDRESS = 64


def _known_shape(text: str) -> str:
    if not is_id(text):
        raise missing()
    return text


IsId = AfterValidator(_known_shape)
"""For ids in the path: what can't be one is as missing as any other."""

CampaignId = Annotated[str, Path(description="`current` is the campaign of your token; its id, `cmp_...`, does too.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything the routes call: the use cases, and what stands at the door."""

    settings: Settings
    storage: Storage
    access: Access
    replays: Replays
    campaigns: Campaigns
    members: Members
    tokens: Tokens
    invites: Invites
    rolls: Rolls
    checks: Checks
    deeds: Deeds
    characters: Characters
    encounters: Encounters
    commands: Commands
    looks: Looks
    exports: Exports
    imports: Imports
    rates: Rates


def table_of(request: Request) -> Table:
    """The use cases of this server."""
    table: Table = request.app.state.table
    return table


class Replayed(Exception):  # noqa: N818 - an answer, carried past the rest of the request
    """The request is a repeat; this is its first answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request of a campaign: who asks, and the idempotency key of a write."""

    table: Table
    caller: Caller
    once: Once | None

    def keyed(self, render: Callable[[T], Answer]) -> Keyed[T] | None:
        """How a write keeps its answer, if it came with a key."""
        return Keyed(once=self.once, render=render) if self.once else None


def bearer(request: Request) -> str | None:
    """The token of the request; raises `AmbiguousToken` or `NotAuthenticated`."""
    given = request.headers.getlist("authorization")
    if not given:
        return None
    if len(given) > 1:
        raise AmbiguousToken("The request has several Authorization headers. Send one.")
    scheme, _, token = given[0].strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAuthenticated("The Authorization header must read `Bearer` and a token.")
    return token.strip()


def address(request: Request) -> str:
    """Where the request comes from, as the trusted proxies say."""
    return request.client.host[:_LONGEST_ADDRESS] if request.client else "unknown"


async def caller_of(request: Request, *, writing: bool, recent: bool = False) -> Caller:
    """Authenticate and charge the request; raises `NotAuthenticated`, `RateLimited`."""
    table = table_of(request)
    token = bearer(request)
    if token is None:
        table.rates.spend(request, ADDRESS, address(request))
        raise NotAuthenticated(
            "This needs a token: send `Authorization: Bearer ump_...`, or on the docs page press **Authorize**."
        )
    acting_as = request.headers.get("umpire-as")
    authenticate = table.access.recent_caller if recent else table.access.caller
    try:
        caller = await authenticate(token, acting_as=acting_as)
    except NotAuthenticated:
        table.rates.spend(request, WRONG_SECRETS, address(request))
        raise
    request.state.who = {"token_id": caller.token_id, "member_id": caller.member_id}
    table.rates.spend(request, WRITES if writing else READS, caller.token_id)
    return caller


async def fresh_caller(request: Request, campaign_id: str, *, role: Role) -> Caller:
    """Who asks, as they are at this moment; raises `NotAuthenticated`, `NotFound` or `RoleTooLow`."""
    caller = await table_of(request).access.caller(bearer(request) or "", acting_as=request.headers.get("umpire-as"))
    require(caller, campaign_id, role=role)
    return caller


async def lost_meanwhile(request: Request) -> Refusal | None:
    """Why a caller who was let in from memory would not be let in now.

    A write checks them again itself. Before they get a refusal or a kept answer this is asked: who has lost their
    place is told that and nothing else.
    """
    confirm = getattr(request.state, "confirm", None)
    try:
        if confirm:
            await confirm(request)
    except Refusal as lost:
        return lost
    return None


def reading(role: Role = Role.OBSERVER) -> Callable[[CampaignId, Request], Awaitable[Asked]]:
    """A dependency: the caller may look at this campaign with at least this role."""

    async def asked(campaign: CampaignId, request: Request) -> Asked:
        caller = await caller_of(request, writing=False)
        require(caller, campaign, role=role)
        return Asked(table=table_of(request), caller=caller, once=None)

    return asked


def writing(
    role: Role, *, recent: bool = False, trying: bool = False
) -> Callable[[CampaignId, Request], Awaitable[Asked]]:
    """A dependency: the caller may change this campaign; a repeat is answered here, before the body is judged.

    Where a thing can be `trying` with `dry_run`, a key has no meaning then.
    """

    async def asked(campaign: CampaignId, request: Request) -> Asked:
        caller = await caller_of(request, writing=True, recent=recent)
        if recent:
            # Without the request, which would then hold itself until the garbage collector comes.
            request.state.confirm = partial(fresh_caller, campaign_id=campaign, role=role)
            if caller.role.rank < role.rank:
                caller = await fresh_caller(request, campaign, role=role)
        require(caller, campaign, role=role)
        once = None
        if not (trying and request.query_params.get("dry_run") in _YES):
            once = await once_of(request, scope=caller.token_id, acting_as=caller.member_id)
        return Asked(table=table_of(request), caller=caller, once=once)

    return asked


async def once_of(request: Request, *, scope: str, acting_as: str = "") -> Once | None:
    """The idempotency key of a write; raises `Replayed` if it was answered before."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not 1 <= len(key) <= 255 or _CONTROL.search(key):
        said = "The Idempotency-Key must have 1 to 255 characters, none of them a control character."
        raise InvalidRequest(said, errors=[{"in": "header", "pointer": "/Idempotency-Key", "detail": said}])
    request_digest = hashlib.sha256()
    # A length before each part, so that no two requests run together to the same bytes.
    for part in (
        request.method.encode(),
        request.url.path.encode(),
        request.url.query.encode(),
        acting_as.encode(),
        await request.body(),
    ):
        request_digest.update(len(part).to_bytes(8, "big") + part)
    once = Once(scope=scope, key=key, fingerprint=request_digest.digest())
    answer = await table_of(request).replays.answer(once)
    if answer:
        raise Replayed(answer)
    return once


async def coming_in(request: Request) -> Once | None:
    """A dependency: somebody without a token comes with a code, within the rates; a repeat is answered here."""
    rates = table_of(request).rates
    rates.check(request, WRONG_SECRETS, address(request))
    rates.spend(request, ADDRESS, address(request))
    return await once_of(request, scope=f"address:{address(request)}")


async def charged(request: Request) -> str:
    """A dependency: what needs no token is charged to the token it brings, else to its address; gives which."""
    if bearer(request) is not None:
        return (await caller_of(request, writing=False)).token_id
    who = address(request)
    table_of(request).rates.spend(request, ADDRESS, who)
    return who


def stored_response(answer: Answer, *, replayed: bool = False) -> Response:
    """An answer as it goes out; a repeat says that it is one."""
    headers = dict(answer.headers)
    if replayed:
        headers["Idempotent-Replayed"] = "true"
    media_type = "application/json" if answer.body else None
    return Response(answer.body, status_code=answer.status, headers=headers, media_type=media_type)


Reading = Annotated[Asked, Depends(reading())]
PlayerReading = Annotated[Asked, Depends(reading(Role.PLAYER))]
GmReading = Annotated[Asked, Depends(reading(Role.GM))]
AnyWriting = Annotated[Asked, Depends(writing(Role.OBSERVER))]
PlayerWriting = Annotated[Asked, Depends(writing(Role.PLAYER))]
PlayerTrying = Annotated[Asked, Depends(writing(Role.PLAYER, recent=True, trying=True))]
PlayerRolling = Annotated[Asked, Depends(writing(Role.PLAYER, recent=True))]
GmWriting = Annotated[Asked, Depends(writing(Role.GM))]
ComingIn = Annotated[Once | None, Depends(coming_in)]
Charged = Annotated[str, Depends(charged)]
