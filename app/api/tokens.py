"""Tokens: the keys of a member."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Path, Request, Response
from pydantic import TypeAdapter

from app.api.answers import Cursor, Limit, Listed, listed, made, page_of, viewer_of
from app.api.asking import AnyWriting, IsId, Reading, stored_response
from app.api.body import StrictRoute
from app.api.members import no_content
from app.api.operations import operation
from app.services.refusals import Archived, BadCursor
from app.services.tokens import MadeToken, NewToken
from app.services.values import Answer, Role, Token

router = APIRouter(prefix="/v1/campaigns/{campaign}/tokens", tags=["Tokens"], route_class=StrictRoute)
TOKENS = TypeAdapter(Token)

NEW_EXAMPLES = {
    "overlay": {
        "summary": "For a page that only shows rolls, for a day",
        "value": {"name": "Stream overlay", "role": "observer", "expires_in": 86_400},
    },
    "macro": {"summary": "For a plugin that rolls for you", "value": {"name": "Virtual tabletop", "role": "player"}},
    "bot": {"summary": "For a bot that rolls for everybody", "value": {"name": "Dice bot", "role": "gm"}},
}


class TokenWithSecret(Token):
    """A new token with its secret, which is shown this once."""

    token: str
    """The secret itself: send it as `Authorization: Bearer <token>`."""


@router.post(
    "",
    status_code=201,
    response_model=TokenWithSecret,
    **operation("makeToken", Role.OBSERVER, Archived, keyed=True, body=True),
)
async def make_token(
    asked: AnyWriting, new: Annotated[NewToken, Body(openapi_examples=NEW_EXAMPLES)], request: Request
) -> Response:
    """Make a token for a bot or a plugin.

    It acts as you and may do at most what you may. The answer holds the `token`, this once. A bot with a game master's
    token can act as any member by `Umpire-As`.
    """

    def render(new_token: MadeToken) -> Answer:
        token = new_token.token
        path = f"/v1/campaigns/{asked.caller.campaign_id}/tokens"
        answer = made(request, path, TokenWithSecret(**dict(token), token=new_token.secret))
        return replace(answer, secret=new_token.secret, renews=token.id)

    new_token = await asked.table.tokens.make(asked.caller, new, keyed=asked.keyed(render))
    return stored_response(render(new_token))


@router.get("", response_model=Listed[Token], **operation("listTokens", Role.OBSERVER, BadCursor))
async def list_tokens(asked: Reading, request: Request, limit: Limit = 50, cursor: Cursor = None) -> Response:
    """List your tokens.

    A game master sees everybody's. The secrets are never shown again.
    """
    viewer = viewer_of(asked.caller)
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    found = await asked.table.tokens.page(asked.caller, page)
    return await listed(request, found, limit=limit, viewer=viewer, adapter=TOKENS)


@router.delete("/{token}", status_code=204, **operation("revokeToken", Role.OBSERVER, keyed=True))
async def revoke_token(
    asked: AnyWriting, token: Annotated[str, Path(description="The token's id, `tok_...`, not its secret."), IsId]
) -> Response:
    """Revoke a token.

    It ends at once: your own, or as game master anybody's.
    """
    await asked.table.tokens.revoke(asked.caller, token, keyed=asked.keyed(no_content))
    return stored_response(no_content(None))
