"""Invites: letting people in with a short code."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Path, Request, Response
from pydantic import TypeAdapter

from app.api.answers import Cursor, Limit, Listed, listed, made, page_of, viewer_of
from app.api.asking import ComingIn, GmReading, GmWriting, IsId, address, stored_response, table_of
from app.api.body import StrictRoute
from app.api.members import no_content
from app.api.operations import operation
from app.api.problems import RateLimited
from app.api.rates import WRONG_SECRETS
from app.services.invites import Acceptance, Admitted, MadeInvite, NewInvite
from app.services.refusals import Archived, BadCursor, InviteSpent, NameNeeded, NotFound
from app.services.values import Answer, Invite, Member, Role
from app.services.writing import Keyed

router = APIRouter(tags=["Invites"], route_class=StrictRoute)
INVITES = TypeAdapter(Invite)

NEW_EXAMPLES = {
    "player": {"summary": "One player, within a week", "value": {"role": "player"}},
    "observers": {
        "summary": "Up to five who only look on, today",
        "value": {"role": "observer", "max_uses": 5, "expires_in": 86_400},
    },
    "back in": {
        "summary": "A member who lost their token; put their id in",
        "value": {"member_id": "mem_0sgq3v8zbkr74rh303wamz44eg"},
    },
}
ACCEPTANCE_EXAMPLES = {
    "new": {"summary": "Somebody new", "value": {"display_name": "Willow"}},
    "back": {"summary": "A member who comes back in", "value": {}},
}


class InviteWithCode(Invite):
    """A new invite with its code, which is shown this once."""

    code: str
    """Read it out at the table; case, dashes and spaces don't matter."""


class MemberWithToken(Member):
    """Somebody who came in, with their token, which is shown this once."""

    campaign_id: str
    token: str
    """Keep it: it is your key to the campaign."""


@router.post(
    "/v1/campaigns/{campaign}/invites",
    status_code=201,
    response_model=InviteWithCode,
    **operation("makeInvite", Role.GM, Archived, keyed=True, body=True),
)
async def make_invite(
    asked: GmWriting, new: Annotated[NewInvite, Body(openapi_examples=NEW_EXAMPLES)], request: Request
) -> Response:
    """Invite somebody.

    The answer holds a short `code`, this once: read it out, and whoever accepts it is at the table. With `member_id` it
    lets a member back in who lost their token.
    """

    def render(new_invite: MadeInvite) -> Answer:
        invite = new_invite.invite
        path = f"/v1/campaigns/{asked.caller.campaign_id}/invites"
        answer = made(request, path, InviteWithCode(**dict(invite), code=new_invite.code))
        return replace(answer, secret=new_invite.code, renews=invite.id)

    new_invite = await asked.table.invites.make(asked.caller, new, keyed=asked.keyed(render))
    return stored_response(render(new_invite))


@router.get(
    "/v1/campaigns/{campaign}/invites",
    response_model=Listed[Invite],
    **operation("listInvites", Role.GM, BadCursor),
)
async def list_invites(asked: GmReading, request: Request, limit: Limit = 50, cursor: Cursor = None) -> Response:
    """List the invites.

    Who may still come, and how often each was used. Codes are never shown again.
    """
    viewer = viewer_of(asked.caller)
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    found = await asked.table.invites.page(asked.caller, page)
    return await listed(request, found, limit=limit, viewer=viewer, adapter=INVITES)


@router.delete(
    "/v1/campaigns/{campaign}/invites/{invite}",
    status_code=204,
    **operation("withdrawInvite", Role.GM, keyed=True),
)
async def withdraw_invite(
    asked: GmWriting, invite: Annotated[str, Path(description="The invite's id, `inv_...`, not its code."), IsId]
) -> Response:
    """Withdraw an invite.

    Its code no longer works; who came in with it stays.
    """
    await asked.table.invites.remove(asked.caller, invite, keyed=asked.keyed(no_content))
    return stored_response(no_content(None))


@router.post(
    "/v1/invites/{code}/accept",
    status_code=201,
    response_model=MemberWithToken,
    **operation(
        "acceptInvite",
        "-",
        Archived,
        InviteSpent,
        NameNeeded,
        NotFound,
        RateLimited,
        keyed=True,
        body=True,
        counted=False,
    ),
)
async def accept_invite(
    once: ComingIn,
    acceptance: Annotated[Acceptance, Body(openapi_examples=ACCEPTANCE_EXAMPLES)],
    request: Request,
    code: Annotated[
        str, Path(max_length=40, description="As it was read to you; case, dashes and spaces don't matter.")
    ],
) -> Response:
    """Come to the table.

    With the code that the game master read to you. The answer holds your `token`, this once: keep it, press
    **Authorize** and paste it.
    """
    table = table_of(request)

    def render(admitted: Admitted) -> Answer:
        member = admitted.member
        body = MemberWithToken(**dict(member), campaign_id=admitted.campaign_id, token=admitted.secret)
        answer = made(request, f"/v1/campaigns/{admitted.campaign_id}/members/{member.id}", body)
        return replace(answer, secret=admitted.secret, renews=admitted.token.id)

    try:
        admitted = await table.invites.accept(code, acceptance, keyed=Keyed(once=once, render=render) if once else None)
    except NotFound:
        table.rates.spend(request, WRONG_SECRETS, address(request))
        raise
    return stored_response(render(admitted))
