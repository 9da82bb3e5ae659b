"""Values come out as they went in, the same on both databases, and what can't be kept is refused.

Field faults here: DB-01 (values of the wrong kind), DB-02 (zones), DB-03 (defaults of the moment), DB-04 (documents
changed in place). DB-06, DB-07 and DB-09 are in tests/migrations.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from typing import Any

import asyncpg
import pytest
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from app.db.columns import UtcDateTime
from app.db.statements import Record, Statement
from app.db.storage import SqlStorage
from app.db.tables import CampaignRow, EventRow, MemberRow, RollRow, TokenRow
from app.main import system_clock
from app.services.campaigns import CampaignChange, Campaigns, NewCampaign
from app.services.members import MemberChange, Members
from app.services.ports import Work
from app.services.values import ExternalRef, StoredCampaign
from tests.db.conftest import Played, append_of
from tests.db.dump import counts

pytestmark = pytest.mark.anyio

_member: Any = MemberRow.__table__  # type: ignore[attr-defined]
_campaign: Any = CampaignRow.__table__  # type: ignore[attr-defined]
SET_MOMENT = Statement(update(_member).where(_member.c.id == bindparam("which")).values(joined_at=bindparam("at")))
GET_MOMENT = Statement(select(_member.c.joined_at).where(_member.c.id == bindparam("which")))
BEFORE = Statement(
    select(_member.c.id).where(
        _member.c.id == bindparam("which"), _member.c.joined_at < bindparam("until", type_=UtcDateTime)
    )
)

MOMENTS = [
    datetime(2026, 5, 1, 20, 0, tzinfo=UTC),
    datetime(2026, 5, 1, 20, 0, 0, 1, tzinfo=UTC),
    datetime(2026, 5, 1, 22, 0, tzinfo=timezone(timedelta(hours=2))),
    datetime(2026, 12, 31, 23, 30, tzinfo=timezone(timedelta(hours=-11))),
    datetime(1, 1, 2, tzinfo=UTC),
    datetime(999, 7, 1, 12, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
]


async def first(played: Played, statement: Statement, **values: Any) -> Record | None:
    return await played.storage._database.read(lambda connection: connection.first(statement, **values))


async def _get(tx: Work, *, id_: str) -> StoredCampaign | None:
    return await tx.campaigns.get(id_)


async def set_moment(played: Played, at: datetime) -> None:
    await played.storage._database.write(
        lambda connection: connection.run(SET_MOMENT, which=played.gm.member_id, at=at)
    )


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: f"DB-02-{moment.isoformat()}")
async def test_a_moment_comes_back_as_the_same_instant_in_utc(played: Played, moment: datetime) -> None:
    await set_moment(played, moment)
    found = await first(played, GET_MOMENT, which=played.gm.member_id)
    assert found is not None
    assert found == (moment,)
    assert found[0].utcoffset() == timedelta(0)


@pytest.mark.parametrize("earlier", MOMENTS, ids=lambda moment: f"DB-02-{moment.isoformat()}")
async def test_moments_compare_as_instants_in_the_database_too(played: Played, earlier: datetime) -> None:
    await set_moment(played, earlier)
    for other in MOMENTS:
        found = await first(played, BEFORE, which=played.gm.member_id, until=other)
        assert (found is not None) == (earlier < other), other


@pytest.mark.parametrize(
    "dialect", [sqlite.dialect(), postgresql.dialect()], ids=lambda dialect: f"DB-02-{dialect.name}"
)
def test_a_moment_without_a_zone_is_refused(dialect: Any) -> None:
    with pytest.raises(ValueError, match="without a zone"):
        UtcDateTime().process_bind_param(datetime(2026, 5, 1), dialect)


@pytest.fixture(params=["Pacific/Auckland", "America/St_Johns"])
def server_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("server_zone")
async def test_db_03_times_are_utc_and_of_their_own_moment_wherever_the_server_stands(storage: SqlStorage) -> None:
    now = datetime(2026, 3, 29, 1, 59, 59, tzinfo=UTC)
    ticks = iter([now, now + timedelta(seconds=2)])
    campaigns = Campaigns(storage, lambda: next(ticks))
    first = await campaigns.found(NewCampaign(name="One", system="uttas"))
    second = await campaigns.found(NewCampaign(name="Two", system="uttas"))
    made = []
    for founded in (first, second):
        stored = await storage.read(partial(_get, id_=founded.campaign.id))
        assert stored is not None
        made.append(stored.campaign.created_at)
    assert made == [now, now + timedelta(seconds=2)]
    assert [moment.utcoffset() for moment in made] == [timedelta(0)] * 2


@pytest.mark.usefixtures("server_zone")
def test_db_03_the_clock_is_utc_wherever_the_server_stands() -> None:
    assert system_clock().utcoffset() == timedelta(0)
    assert abs(system_clock().timestamp() - time.time()) < 5  # noqa: TID251 - the other clock


async def test_db_04_a_change_inside_a_document_is_kept(played: Played) -> None:
    campaigns, members = Campaigns(played.storage, system_clock), Members(played.storage, system_clock)
    for choice in ("gm", "off", "all", "gm"):
        change = CampaignChange(options={"physical_dice": choice})
        await campaigns.change(played.gm, change, versions=None)
        assert (await campaigns.get(played.gm)).options.physical_dice == choice
    refs = [ExternalRef(app="discord", id="1")]
    for more in ("2", "3"):
        refs = [*refs, ExternalRef(app="foundry", id=more)]
        await members.change(played.gm, played.player.member_id, MemberChange(external_refs=refs))
        assert (await members.get(played.gm, played.player.member_id)).external_refs == refs


@pytest.mark.parametrize(
    "text",
    ['{"a": 1}', "[]", '"é 🎲 \\" \\\\"', "[1, 2.5, null, true, false]", '{"": {"deep": [[[[]]]]}}'],
    ids=lambda text: f"DB-04-{text[:12]}",
)
async def test_a_document_means_the_same_when_it_comes_back(played: Played, text: str) -> None:
    set_options = Statement(
        update(_campaign).where(_campaign.c.id == bindparam("which")).values(options=bindparam("to"))
    )
    get_options = Statement(select(_campaign.c.options).where(_campaign.c.id == bindparam("which")))
    await played.storage._database.write(
        lambda connection: connection.run(set_options, which=played.campaign_id, to=text)
    )
    found = await first(played, get_options, which=played.campaign_id)
    assert found is not None
    assert isinstance(found[0], str)
    assert json.loads(found[0]) == json.loads(text)


NEW_ROWS: dict[str, tuple[Any, dict[str, Any]]] = {
    "role": (MemberRow, {"id": "mem_x", "display_name": "X", "role": "king", "external_refs": "[]", "left_at": None}),
    "token role": (
        TokenRow,
        {"id": "tok_x", "name": "X", "role": "", "digest": b"x" * 32, "expires_at": None, "last_used_at": None}
        | {"revoked_at": None},
    ),
    "visibility": (
        RollRow,
        {"id": "rol_x", "by_member_id": None, "visibility": "secret", "label": None, "revealed_at": None}
        | {"document": "{}", "throws": "[]"},
    ),
    "audience": (
        EventRow,
        {"id": "evt_x", "sequence": 99, "type": "x", "by_member_id": None, "audience": "some", "schema_version": 1}
        | {"audience_member_id": None, "data": "{}", "text": ""},
    ),
    "no name": (
        MemberRow,
        {"id": "mem_x", "display_name": None, "role": "gm", "external_refs": "[]", "left_at": None},
    ),
}


@pytest.mark.parametrize("wrong", NEW_ROWS, ids=lambda wrong: f"DB-01-{wrong.replace(' ', '-')}")
async def test_the_database_itself_refuses_values_of_the_wrong_kind(played: Played, wrong: str) -> None:
    row, values = NEW_ROWS[wrong]
    now = system_clock()
    known = {
        "campaign_id": played.campaign_id,
        "member_id": played.gm.member_id,
        "joined_at": now,
        "created_at": now,
        "at": now,
    }
    add = Statement(insert(row.__table__))
    given = {column.name: known.get(column.name) for column in row.__table__.columns} | values
    with pytest.raises((sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError, SQLAlchemyError)):
        await played.storage._database.write(lambda connection: connection.run(add, **given))


@pytest.mark.parametrize("parent", ["campaign_id", "member_id"], ids=["DB-01-campaign", "DB-01-member"])
async def test_a_roll_of_nobody_is_refused(played: Played, parent: str) -> None:
    append = append_of(played.player)
    add = Statement(insert(RollRow.__table__))  # type: ignore[attr-defined]
    values = {
        "id": append.roll.id,
        "campaign_id": played.campaign_id,
        "member_id": played.player.member_id,
        "by_member_id": None,
        "character_id": None,
        "visibility": "public",
        "label": None,
        "created_at": append.roll.created_at,
        "revealed_at": None,
        "document": append.document,
        "throws": append.throws,
    } | {parent: "xxx_unknown"}
    with pytest.raises((sqlite3.IntegrityError, asyncpg.ForeignKeyViolationError)):
        await played.storage._database.write(lambda connection: connection.run(add, **values))


async def test_a_purge_takes_everything_along(played: Played) -> None:
    assert await played.storage.append_roll(append_of(played.player))
    await Campaigns(played.storage, system_clock).purge(played.gm, versions=None)
    assert set((await counts(played.url)).values()) == {0}
