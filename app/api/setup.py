"""Who may create campaigns: anybody on the operator's own machine, elsewhere whoever holds the setup token."""

import secrets
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request

from app.api.asking import address, bearer, caller_of, once_of, table_of
from app.api.rates import ADDRESS, WRONG_SECRETS
from app.services import keys
from app.services.ports import Once
from app.services.refusals import SetupTokenNeeded
from app.services.setup import is_made_setup_token
from app.services.values import Caller


async def may_set_up(request: Request) -> bool:
    """Whether the request may create campaigns, before anything of it is charged; raises as `bearer`."""
    token = bearer(request)
    return (token is not None and await _is_setup(request, token)) or _open_setup(request)


async def setting_up(request: Request) -> Once | None:
    """A dependency: the request may create campaigns; a repeat is answered here, before the body is judged.

    Raises `SetupTokenNeeded`, `NotAuthenticated`, `RateLimited`.
    """
    rates = table_of(request).rates
    who = address(request)
    token = bearer(request)
    if token is not None and await _is_setup(request, token):
        rates.spend(request, ADDRESS, who)
        # By the token's digest: another setup token, later, has keys of its own.
        return await once_of(request, scope=f"setup:{keys.digest(token).hex()}")
    if _open_setup(request):
        if token is not None:
            # Who is at a table already may start another, but not with a key that is none.
            caller = await caller_of(request, writing=True)
            return await once_of(request, scope=caller.token_id)
        rates.spend(request, ADDRESS, who)
        return await once_of(request, scope=f"address:{who}")
    rates.spend(request, ADDRESS, who)
    if token is not None:
        rates.spend(request, WRONG_SECRETS, who)
        raise SetupTokenNeeded(
            "This is not the setup token of this server, which creating a campaign needs. "
            "The operator finds it in the output of the first start, or sets UMPIRE_SETUP_TOKEN."
        )
    raise SetupTokenNeeded(
        "On this server campaigns are created with its setup token: send `Authorization: Bearer <setup token>`. "
        "The operator finds it in the output of the first start, or sets UMPIRE_SETUP_TOKEN."
    )


async def seeing_campaigns(request: Request) -> Caller | None:
    """A dependency: whose campaigns are listed; None for the setup token, which sees all of this server."""
    token = bearer(request)
    if token is None or not await _is_setup(request, token):
        return await caller_of(request, writing=False)
    table_of(request).rates.spend(request, ADDRESS, address(request))
    return None


async def _is_setup(request: Request, token: str) -> bool:
    """Whether this is the operator's setup token, or the one that the server made; raises `RateLimited`."""
    if keys.well_formed(token) and not keys.is_setup(token):
        return False
    table = table_of(request)
    # An operator may have chosen one that is short enough to be guessed.
    table.rates.check(request, WRONG_SECRETS, address(request))
    chosen = table.settings.setup_token
    if chosen is not None:
        return secrets.compare_digest(chosen.get_secret_value().encode(), token.encode())
    return keys.well_formed(token) and await is_made_setup_token(table.storage, token)


def _open_setup(request: Request) -> bool:
    settings = table_of(request).settings
    headers = request.headers
    forwarded = any(name.startswith("x-forwarded-") or name in ("forwarded", "x-real-ip", "via") for name in headers)
    if not settings.on_loopback or settings.setup_token or settings.public_url or forwarded:
        return False
    # A page of another site must not create campaigns here, not even through a name that leads to this machine.
    host = headers.get("host", "")
    origin = headers.get("origin")
    try:
        name = urlsplit(f"//{host}").hostname
        return name in ("localhost", "127.0.0.1", "::1") and (origin is None or urlsplit(origin).netloc == host)
    except ValueError:  # brackets that hold no address
        return False


SettingUp = Annotated[Once | None, Depends(setting_up)]
SeeingCampaigns = Annotated[Caller | None, Depends(seeing_campaigns)]
