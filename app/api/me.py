"""Who am I: what a token leads to."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict

from app.api.asking import caller_of, table_of
from app.api.body import StrictRoute
from app.api.operations import operation
from app.services.values import Caller, Campaign, Member, Role, Token

router = APIRouter(tags=["Start here"], route_class=StrictRoute)


class Me(BaseModel):
    """The token that asks, whose it is, and where."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    token: Token
    member: Member
    """The member you act as."""
    role: Role
    """What you may do: the lower of the token's role and the member's."""
    campaign: Campaign


async def looking(request: Request) -> Caller:
    """A dependency: somebody with a token, of whatever campaign."""
    return await caller_of(request, writing=False)


@router.get("/v1/me", **operation("whoAmI", Role.OBSERVER))
async def who_am_i(caller: Annotated[Caller, Depends(looking)], request: Request) -> Me:
    """See who you are.

    Your token, your place at the table, your campaign.
    """
    table = table_of(request)
    return Me(
        token=await table.tokens.of(caller),
        member=await table.members.get(caller, caller.member_id),
        role=caller.role,
        campaign=await table.campaigns.get(caller),
    )
