"""A storage on each database, and a campaign in it."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from app.db.postgres import PostgresDatabase
from app.db.sqlite import SqliteDatabase
from app.db.storage import SqlStorage
from app.main import open_storage, system_clock
from app.services.access import Access
from app.services.campaigns import Campaigns, NewCampaign
from app.services.ids import new_id
from app.services.invites import Acceptance, Invites, NewInvite
from app.services.ports import Once, RollAppend
from app.services.values import Answer, Caller, CampaignRoll, Role
from app.services.writing import ANSWERS_KEPT, event
from app.settings import Settings
from tests.conftest import database_url, run_sql

Database = SqliteDatabase | PostgresDatabase


@dataclass
class Played:
    """A campaign with a game master and a player, on a storage."""

    url: str
    storage: SqlStorage
    gm: Caller
    gm_token: str
    player: Caller

    @property
    def campaign_id(self) -> str:
        return self.gm.campaign_id


async def play(url: str, storage: SqlStorage) -> Played:
    """Start a campaign and let a player in."""
    access, invites = Access(storage, system_clock), Invites(storage, system_clock)
    founded = await Campaigns(storage, system_clock).found(NewCampaign(name="The Long Night", system="uttas"))
    gm = await access.caller(founded.secret)
    code = (await invites.make(gm, NewInvite(role=Role.PLAYER))).code
    admitted = await invites.accept(code, Acceptance(display_name="Willow"))
    player = await access.caller(admitted.secret)
    return Played(url=url, storage=storage, gm=gm, gm_token=founded.secret, player=player)


def append_of(caller: Caller, *, key: str | None = None, at: datetime | None = None) -> RollAppend:
    """A roll of this caller, ready for the journal."""
    now = at or datetime(2026, 5, 1, 20, 0, 0, 123456, tzinfo=UTC)
    roll = CampaignRoll(
        id=new_id("rol"),
        member_id=caller.member_id,
        by_member_id=caller.by_member_id,
        character_id=None,
        visibility="public",
        label=None,
        created_at=now,
        revealed_at=None,
        source="server",
        rolls=[],
        text="1d20 = 7",
        markdown="1d20 = 7",
    )
    kept = None
    if key is not None:
        answer = Answer(status=201, headers=(("Location", "/here"),), body=b'{"total": 7}')
        kept = (Once(scope=caller.token_id, key=key, fingerprint=b"f" * 32), answer, now - ANSWERS_KEPT)
    return RollAppend(
        caller=caller,
        roll=roll,
        document='{"source":"server","rolls":[],"text":"1d20 = 7","markdown":"1d20 = 7"}',
        throws='[["20",[7]]]',
        event=event(caller, "roll.made", at=now, data=f'{{"roll_id":"{roll.id}"}}', text=roll.text),
        kept=kept,
    )


@pytest.fixture
async def storage(database: str) -> AsyncIterator[SqlStorage]:
    opened = open_storage(Settings(database_url=database))
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def played(database: str, storage: SqlStorage) -> Played:
    return await play(database, storage)


@pytest.fixture
def postgres_url(request: pytest.FixtureRequest, postgres_server: str, postgres_template: str) -> Iterator[str]:
    """A migrated Postgres database, for what only Postgres has."""
    name = f"umpire_only_{abs(hash(request.node.nodeid))}"
    run_sql(postgres_server, f"CREATE DATABASE {name} TEMPLATE {postgres_template}")
    yield database_url(postgres_server, name)
    run_sql(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")
