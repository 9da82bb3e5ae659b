"""Members: who is at the table."""

import re
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request, Response
from pydantic import TypeAdapter

from app.api.answers import Cursor, Limit, Listed, body_of, listed, page_of, viewer_of
from app.api.asking import AnyWriting, GmWriting, IsId, Reading, stored_response
from app.api.body import StrictRoute
from app.api.operations import operation
from app.api.problems import InvalidRequest
from app.services.members import MemberChange
from app.services.refusals import Archived, BadCursor, LastGameMaster, ReferenceTaken
from app.services.values import Answer, ExternalRef, Member, Role

router = APIRouter(prefix="/v1/campaigns/{campaign}/members", tags=["Members"], route_class=StrictRoute)
MEMBERS = TypeAdapter(Member)

CHANGE_EXAMPLES = {
    "discord": {
        "summary": "Tie them to their Discord user",
        "value": {"external_refs": [{"app": "discord", "id": "184405311681986560"}]},
    },
    "rename": {"summary": "Another name", "value": {"display_name": "Willow"}},
    "game master": {"summary": "Make them a game master too", "value": {"role": "gm"}},
}

MemberId = Annotated[str, Path(description="The member's id, `mem_...`."), IsId]
REFERENCE = r"^[\x21-\x39\x3b-\x7e]{1,40}:[\x21-\x7e]{1,200}$"
RefQuery = Annotated[
    str | None,
    Query(
        max_length=241,
        json_schema_extra={"pattern": REFERENCE},
        description="Another app's reference as `app:id`, such as `discord:123`.",
        examples=["discord:123"],
    ),
]


def _answer(member: Member) -> Answer:
    return Answer(status=200, headers=(), body=body_of(member))


def no_content(_: None) -> Answer:
    """204: done, nothing to show."""
    return Answer(status=204, headers=(), body=b"")


@router.get("", response_model=Listed[Member], **operation("listMembers", Role.OBSERVER, BadCursor))
async def list_members(
    asked: Reading, request: Request, limit: Limit = 50, cursor: Cursor = None, external_ref: RefQuery = None
) -> Response:
    """See who is at the table.

    Or, with `external_ref`, which member a user of another app is.
    """
    viewer = viewer_of(asked.caller)
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    found = await asked.table.members.page(asked.caller, page, ref=reference(external_ref))
    return await listed(request, found, limit=limit, viewer=viewer, adapter=MEMBERS)


def reference(text: str | None) -> ExternalRef | None:
    """What `external_ref` asks for; raises `InvalidRequest`."""
    if text is None:
        return None
    if not re.fullmatch(REFERENCE, text):
        said = "`external_ref` must be `app:id`, such as `discord:123`."
        raise InvalidRequest(said, errors=[{"in": "query", "pointer": "/external_ref", "detail": said}])
    app, _, id_ = text.partition(":")
    return ExternalRef(app=app, id=id_)


@router.get("/{member}", response_model=Member, **operation("getMember", Role.OBSERVER))
async def get_member(asked: Reading, member: MemberId) -> Response:
    """Look at one member.

    Their name, role, and who they are in other apps.
    """
    return stored_response(_answer(await asked.table.members.get(asked.caller, member)))


@router.patch(
    "/{member}",
    response_model=Member,
    **operation("changeMember", Role.GM, Archived, LastGameMaster, ReferenceTaken, keyed=True, body=True),
)
async def change_member(
    asked: GmWriting, member: MemberId, change: Annotated[MemberChange, Body(openapi_examples=CHANGE_EXAMPLES)]
) -> Response:
    """Change a member.

    Their name, their role, or who they are in another app. Send only what changes (JSON Merge Patch). The last game
    master stays one.
    """
    changed = await asked.table.members.change(asked.caller, member, change, keyed=asked.keyed(_answer))
    return stored_response(_answer(changed))


@router.delete(
    "/{member}", status_code=204, **operation("removeMember", Role.OBSERVER, Archived, LastGameMaster, keyed=True)
)
async def remove_member(asked: AnyWriting, member: MemberId) -> Response:
    """Leave the table, or show somebody out.

    Anybody may leave; only a game master may show others out. The member's tokens end at once, their rolls stay. The
    last game master can't leave.
    """
    await asked.table.members.leave(asked.caller, member, keyed=asked.keyed(no_content))
    return stored_response(no_content(None))
