"""Who asks, and under which key: the dependencies that every route of a campaign starts with."""

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar
from urllib.parse import urlsplit

from fastapi import Depends, Path, Request, Response

from app.api.problems import AmbiguousToken, InvalidRequest
from app.api.rates import ADDRESS, READS, WRITES, WRONG_SECRETS, Rates
from app.services import keys
from app.services.access import Access, require
from app.services.campaigns import Campaigns
from app.services.invites import Invites
from app.services.members import Members
from app.services.ports import Clock, Once, Storage
from app.services.refusals import NotAuthenticated, SetupTokenNeeded
from app.services.replays import Replays
from app.services.rolls import Rolls
from app.services.tokens import Tokens
from app.services.values import Answer, Caller, Role
from app.services.writing import Keyed
from app.settings import Settings

T = TypeVar("T")

CampaignId = Annotated[str, Path(description="`current` is the campaign of your token; its id, `cmp_...`, does too.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything the routes call: the use cases, and what stands at the door."""

    settings: Settings
    storage: Storage
    clock: Clock
    access: Access
    replays: Replays
    campaigns: Campaigns
    members: Members
    tokens: Tokens
    invites: Invites
    rolls: Rolls
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
    return request.client.host if request.client else "unknown"


async def caller_of(request: Request, *, writing: bool, recent: bool = False) -> Caller:
    """Authenticate and charge the request; raises `NotAuthenticated`, `RateLimited`."""
    table = table_of(request)
    token = bearer(request)
    if token is None:
        table.rates.spend(request, ADDRESS, address(request))
        raise NotAuthenticated("This needs a token: send `Authorization: Bearer ump_...`.")
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


def reading(role: Role = Role.OBSERVER) -> Callable[[CampaignId, Request], Awaitable[Asked]]:
    """A dependency: the caller may look at this campaign with at least this role."""

    async def asked(campaign: CampaignId, request: Request) -> Asked:
        caller = await caller_of(request, writing=False)
        require(caller, campaign, role=role)
        return Asked(table=table_of(request), caller=caller, once=None)

    return asked


def writing(role: Role, *, recent: bool = False) -> Callable[[CampaignId, Request], Awaitable[Asked]]:
    """A dependency: the caller may change this campaign; a repeat is answered here, before the body is judged."""

    async def asked(campaign: CampaignId, request: Request) -> Asked:
        caller = await caller_of(request, writing=True, recent=recent)
        require(caller, campaign, role=role)
        table = table_of(request)
        try:
            once = await once_of(request, scope=caller.token_id, acting_as=caller.member_id)
        except Replayed:
            if recent:
                # Remembered is enough for a write, which checks again; a kept answer needs a token that still holds.
                fresh = await table.access.caller(bearer(request) or "", acting_as=request.headers.get("umpire-as"))
                require(fresh, campaign, role=role)
            raise
        return Asked(table=table, caller=caller, once=once)

    return asked


async def once_of(request: Request, *, scope: str, acting_as: str = "") -> Once | None:
    """The idempotency key of a write; raises `Replayed` if it was answered before."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not 1 <= len(key) <= 255:
        raise InvalidRequest(
            "The Idempotency-Key must have 1 to 255 characters.",
        )
    said = hashlib.sha256()
    # A length before each part, so that no two requests run together to the same bytes.
    for part in (
        request.method.encode(),
        request.url.path.encode(),
        request.url.query.encode(),
        acting_as.encode(),
        await request.body(),
    ):
        said.update(len(part).to_bytes(8, "big") + part)
    once = Once(scope=scope, key=key, fingerprint=said.digest())
    answer = await table_of(request).replays.answer(once)
    if answer:
        raise Replayed(answer)
    return once


async def may_set_up(request: Request) -> bool:
    """Hold the request to the setup rule; True for the setup token. Raises `SetupTokenNeeded`, `RateLimited`."""
    table = table_of(request)
    who = address(request)
    table.rates.check(request, WRONG_SECRETS, who)
    table.rates.spend(request, ADDRESS, who)
    token = bearer(request)
    if token is not None and await is_setup_token(table, token):
        return True
    if token is None and _open_setup(request, table.settings):
        return False
    if token is not None:
        table.rates.spend(request, WRONG_SECRETS, who)
    raise SetupTokenNeeded(
        "On this server campaigns are created with its setup token: send `Authorization: Bearer <setup token>`. "
        "The operator finds it in the output of the first start, or sets UMPIRE_SETUP_TOKEN."
    )


async def setting_up(request: Request) -> Once | None:
    """A dependency: the request may create campaigns; a repeat is answered here, before the body is judged."""
    trusted = await may_set_up(request)
    return await once_of(request, scope="setup" if trusted else f"address:{address(request)}")


async def coming_in(request: Request) -> Once | None:
    """A dependency: somebody without a token comes with a code, within the rates; a repeat is answered here."""
    rates = table_of(request).rates
    rates.check(request, WRONG_SECRETS, address(request))
    rates.spend(request, ADDRESS, address(request))
    return await once_of(request, scope=f"address:{address(request)}")


async def is_setup_token(table: Table, token: str) -> bool:
    """Whether this is the operator's setup token, or the one that the server made."""
    chosen = table.settings.setup_token
    if chosen is not None:
        return secrets.compare_digest(chosen.get_secret_value().encode(), token.encode())
    if not keys.well_formed(token):
        return False
    made = await table.storage.read(lambda tx: tx.setup.digest())
    return made is not None and secrets.compare_digest(made, keys.digest(token))


def _open_setup(request: Request, settings: Settings) -> bool:
    headers = request.headers
    forwarded = any(name in headers for name in ("forwarded", "x-forwarded-for", "x-forwarded-host", "via"))
    if not settings.on_loopback or settings.setup_token or settings.public_url or forwarded:
        return False
    # A page of another site must not create campaigns here, not even through a name that leads to this machine.
    host = headers.get("host", "")
    name = urlsplit(f"//{host}").hostname or ""
    if name not in ("localhost", "127.0.0.1", "::1"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == host


def stored_response(answer: Answer, *, replayed: bool = False) -> Response:
    """An answer as it goes out; a repeat says that it is one."""
    response = Response(answer.body, status_code=answer.status, media_type="application/json" if answer.body else None)
    for name, value in answer.headers:
        response.headers[name] = value
    if replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


Reading = Annotated[Asked, Depends(reading())]
GmReading = Annotated[Asked, Depends(reading(Role.GM))]
AnyWriting = Annotated[Asked, Depends(writing(Role.OBSERVER))]
PlayerWriting = Annotated[Asked, Depends(writing(Role.PLAYER))]
PlayerRolling = Annotated[Asked, Depends(writing(Role.PLAYER, recent=True))]
GmWriting = Annotated[Asked, Depends(writing(Role.GM))]
SettingUp = Annotated[Once | None, Depends(setting_up)]
ComingIn = Annotated[Once | None, Depends(coming_in)]
