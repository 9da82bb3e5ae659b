"""Tokens: the keys of a member."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import TypeAdapter

from app.api.answers import Cursor, Limit, Listed, listed, made, page_of, viewer_of
from app.api.asking import AnyWriting, Reading, stored_response
from app.api.body import StrictRoute
from app.api.members import no_content
from app.api.operations import operation
from app.services.refusals import Archived, BadCursor
from app.services.tokens import MadeToken, NewToken
from app.services.values import Answer, Role, Token

router = APIRouter(prefix="/v1/campaigns/{campaign}/tokens", tags=["Tokens"], route_class=StrictRoute)
TOKENS = TypeAdapter(list[Token])


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
async def make_token(asked: AnyWriting, new: NewToken, request: Request) -> Response:
    """Make another token for yourself, for a bot or a plugin; it may do at most what you may."""

    def render(new_token: MadeToken) -> Answer:
        token = new_token.token
        path = f"/v1/campaigns/{asked.caller.campaign_id}/tokens"
        answer = made(request, path, TokenWithSecret(**dict(token), token=new_token.secret))
        return replace(answer, secret=new_token.secret, renews=token.id)

    new_token = await asked.table.tokens.make(asked.caller, new, keyed=asked.keyed(render))
    return stored_response(render(new_token))


@router.get("", response_model=Listed[Token], **operation("listTokens", Role.OBSERVER, BadCursor))
async def list_tokens(asked: Reading, request: Request, limit: Limit = 50, cursor: Cursor = None) -> Response:
    """List your tokens; a game master sees everybody's. Secrets are never shown again."""
    viewer = viewer_of(asked.caller)
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    found = await asked.table.tokens.page(asked.caller, page)
    return listed(request, found, limit=limit, viewer=viewer, adapter=TOKENS)


@router.delete("/{token}", status_code=204, **operation("revokeToken", Role.OBSERVER, keyed=True))
async def revoke_token(
    asked: AnyWriting, token: Annotated[str, Path(description="The token's id, `tok_...`, not its secret.")]
) -> Response:
    """End a token at once: your own, or as game master anybody's."""
    await asked.table.tokens.revoke(asked.caller, token, keyed=asked.keyed(no_content))
    return stored_response(no_content(None))
