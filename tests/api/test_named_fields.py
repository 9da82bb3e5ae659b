"""Naming a column of a row in a request sets nothing: what no field is for is refused, and pointed at."""

import pytest

from tests.api.conftest import Company, refused, stored
from tests.api.test_roles import CALLS

pytestmark = pytest.mark.anyio

COLUMNS = {
    "id": "chr_" + "0" * 26,
    "campaign_id": "cmp_" + "0" * 26,
    "member_id": "mem_" + "0" * 26,
    "owner": "me",
    "owner_member_id": "mem_" + "0" * 26,
    "role": "gm",
    "version": 7,
    "public_version": 7,
    "sequence": 1,
    "clock": 10**6,
    "status": "ended",
    "shown": True,
    "source": "server",
    "digest": "00",
    "created_at": "2020-01-01T00:00:00Z",
    "updated_at": "2020-01-01T00:00:00Z",
}
MEANT = {
    **{name: {"role", "member_id"} for name in ("makeInvite",)},
    **{name: {"role"} for name in ("makeToken", "changeMember")},
    # Whose a character is, a game master says; who it might be given to is checked.
    **{name: {"owner_member_id"} for name in ("addCharacter", "replaceCharacter", "changeCharacter")},
    # Bodies of commands are their own kind; what a document holds, `test_transfer` tells.
    "importCampaign": {"version"},
    "importCharacter": {"version"},
}
"""Fields of a request that are called as a column is, and are meant."""
WRITING = {name: call for name, call in CALLS.items() if isinstance(call.body, dict)}


@pytest.mark.parametrize("name", WRITING)
async def test_a_column_named_in_a_request_is_no_field(company: Company, database: str, name: str) -> None:
    call = WRITING[name]
    path = call.path.replace("{new}", await call.new(company, company.gm) if call.new else "")
    before = await stored(database)
    for column, value in COLUMNS.items():
        if column in MEANT.get(name, set()):
            continue
        body = call.body | {column: value}
        answer = await company.gm.ask(call.method, path, json=body, headers={"If-Match": "*"} if call.if_match else {})
        problem = refused(answer, 422, "invalid_request")
        assert f"/{column}" in {error["pointer"] for error in problem["errors"]}, column
    after = await stored(database)
    # A token tells when it was last used; everything else is as it was.
    assert {table: rows for table, rows in after.items() if table != "token"} == {
        table: rows for table, rows in before.items() if table != "token"
    }
