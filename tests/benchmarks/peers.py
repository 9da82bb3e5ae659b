"""What Umpire is measured against: the smallest FastAPI services that do the like, each as its makers would write it.

They are started by their name in a process of their own: `python -m tests.benchmarks.peers NAME PORT`.
"""

import contextlib
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Annotated, Any

import asyncpg
import uvicorn
from fastapi import Depends, FastAPI, HTTPException
from pydantic import BaseModel
from sqlalchemy import DateTime, event
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import create_async_engine
from sqlmodel import Field, SQLModel
from sqlmodel.ext.asyncio.session import AsyncSession

DATABASE = "BENCHMARK_DATABASE"
POOL = 16
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")

TABLE = """
CREATE TABLE IF NOT EXISTS bare_roll (
    id {serial}, campaign TEXT NOT NULL, notation TEXT NOT NULL, total INTEGER NOT NULL, created_at {moment} NOT NULL
)
"""
ENCOUNTERS = """
CREATE TABLE bare_encounter (id INTEGER PRIMARY KEY, version INTEGER NOT NULL, state JSONB NOT NULL);
CREATE TABLE bare_event (
    id BIGSERIAL PRIMARY KEY, encounter_id INTEGER NOT NULL REFERENCES bare_encounter, version INTEGER NOT NULL,
    data JSONB NOT NULL, created_at TIMESTAMPTZ NOT NULL
);
INSERT INTO bare_encounter SELECT number, 1, '{"round": 1, "active": 0}' FROM generate_series(0, 2000) AS number;
"""
_INSERT = "INSERT INTO bare_roll (campaign, notation, total, created_at) VALUES ({}) RETURNING id"


def _now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251 - the peers' own clock


class Wanted(BaseModel):
    """A roll that is asked for."""

    notation: str
    label: str | None = None


class Made(BaseModel):
    """A roll that was made."""

    notation: str
    label: str | None
    total: int


class Kept(BaseModel):
    """A roll that is kept."""

    id: int
    campaign: str
    notation: str
    total: int
    created_at: datetime


class Command(BaseModel):
    """What is done in an encounter."""

    type: str
    actor: str | None = None
    target: str | None = None


class State(BaseModel):
    """Where an encounter stands."""

    round: int
    active: int

    def after(self, command: Command) -> "State":
        """As little as rules can say: the turn goes on."""
        return State(round=self.round + (self.active == 3), active=(self.active + 1) % 4)


class Moved(BaseModel):
    """What a command has come to."""

    version: int
    command: Command
    state: State


class Alive(BaseModel):
    """The process answers."""

    status: str = "ok"


def _app(lifespan: Callable[[FastAPI], contextlib.AbstractAsyncContextManager[None]] | None = None) -> FastAPI:
    # FastAPI's own telemetry is off, as it is in Umpire: with it the peers would be 8 % slower.
    return FastAPI(
        lifespan=lifespan, telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False}
    )


def bare() -> FastAPI:
    """A body in, a model out; nothing in between."""
    app = _app()

    @app.post("/rolls")
    async def roll(wanted: Wanted) -> Made:
        return Made(notation=wanted.notation, label=wanted.label, total=len(wanted.notation))

    @app.get("/healthz")
    async def alive() -> Alive:
        return Alive()

    return app


def raw_asyncpg() -> FastAPI:
    """One insert by the bare driver."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with asyncpg.create_pool(os.environ[DATABASE], min_size=POOL, max_size=POOL) as pool:
            app.state.pool = pool
            yield

    app = _app(lifespan)
    insert = _INSERT.format("$1, $2, $3, $4")

    @app.post("/campaigns/{campaign}/rolls", status_code=201)
    async def roll(campaign: str, wanted: Wanted) -> Kept:
        total, now = len(wanted.notation), _now()
        async with app.state.pool.acquire() as connection:
            id_ = await connection.fetchval(insert, campaign, wanted.notation, total, now)
        return Kept(id=id_, campaign=campaign, notation=wanted.notation, total=total, created_at=now)

    return app


def raw_asyncpg_command() -> FastAPI:
    """A command by the bare driver, in five round trips: begin, read, write, add an event, commit."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with asyncpg.create_pool(os.environ[DATABASE], min_size=POOL, max_size=POOL) as pool:
            app.state.pool = pool
            yield

    app = _app(lifespan)

    @app.post("/encounters/{encounter}/commands")
    async def command(encounter: int, wanted: Command) -> Moved:
        async with app.state.pool.acquire() as connection, connection.transaction():
            found = await connection.fetchrow("SELECT version, state FROM bare_encounter WHERE id = $1", encounter)
            if found is None:
                raise HTTPException(404)
            state = State.model_validate_json(found["state"]).after(wanted)
            version = await connection.fetchval(
                "UPDATE bare_encounter SET version = version + 1, state = $3 WHERE id = $1 AND version = $2"
                " RETURNING version",
                encounter,
                found["version"],
                state.model_dump_json(),
            )
            if version is None:
                raise HTTPException(409)
            await connection.execute(
                "INSERT INTO bare_event (encounter_id, version, data, created_at) VALUES ($1, $2, $3, $4)",
                encounter,
                version,
                wanted.model_dump_json(),
                _now(),
            )
        return Moved(version=version, command=wanted, state=state)

    return app


def raw_sqlite() -> FastAPI:
    """One insert by the bare driver in the event loop, with the promises that Umpire makes: a synced commit each."""
    database = sqlite3.connect(os.environ[DATABASE], isolation_level=None)
    for pragma in PRAGMAS:
        database.execute(f"PRAGMA {pragma}")
    app = _app()
    insert = _INSERT.format("?, ?, ?, ?")

    @app.post("/campaigns/{campaign}/rolls", status_code=201)
    async def roll(campaign: str, wanted: Wanted) -> Kept:
        total, now = len(wanted.notation), _now()
        database.execute("BEGIN IMMEDIATE")
        (id_,) = database.execute(insert, (campaign, wanted.notation, total, now.isoformat())).fetchone()
        database.execute("COMMIT")
        return Kept(id=id_, campaign=campaign, notation=wanted.notation, total=total, created_at=now)

    return app


class BareRoll(SQLModel, table=True):
    """The same table as the documentation of SQLModel would have it."""

    __tablename__ = "bare_roll"

    id: int | None = Field(default=None, primary_key=True)
    campaign: str
    notation: str
    total: int
    created_at: datetime = Field(sa_type=DateTime(timezone=True))


def sqlmodel_postgres() -> FastAPI:
    """The textbook: an AsyncSession a request, add, commit, refresh."""
    return _textbook(os.environ[DATABASE].replace("postgresql://", "postgresql+asyncpg://"))


def sqlmodel_sqlite() -> FastAPI:
    """The textbook on aiosqlite, with Umpire's pragmas."""
    return _textbook(f"sqlite+aiosqlite:///{os.environ[DATABASE]}")


class BareEncounter(SQLModel, table=True):
    """The encounters' table as the documentation of SQLModel would have it."""

    __tablename__ = "bare_encounter"

    id: int | None = Field(default=None, primary_key=True)
    version: int
    state: dict[str, Any] = Field(sa_type=JSONB)


class BareEvent(SQLModel, table=True):
    """The events' table."""

    __tablename__ = "bare_event"

    id: int | None = Field(default=None, primary_key=True)
    encounter_id: int = Field(foreign_key="bare_encounter.id")
    version: int
    data: dict[str, Any] = Field(sa_type=JSONB)
    created_at: datetime = Field(sa_type=DateTime(timezone=True))


def sqlmodel_command() -> FastAPI:
    """The textbook: an AsyncSession a request : get the encounter, change it, add the event, commit, refresh."""
    url = os.environ[DATABASE].replace("postgresql://", "postgresql+asyncpg://")
    engine = create_async_engine(url, pool_size=POOL, max_overflow=0)
    app = _app()

    async def session() -> AsyncIterator[AsyncSession]:
        async with AsyncSession(engine) as opened:
            yield opened

    @app.post("/encounters/{encounter}/commands")
    async def command(encounter: int, wanted: Command, session: Annotated[AsyncSession, Depends(session)]) -> Moved:
        row = await session.get(BareEncounter, encounter)
        if row is None:
            raise HTTPException(404)
        row.state = State.model_validate(row.state).after(wanted).model_dump()
        row.version += 1
        session.add(row)
        session.add(BareEvent(encounter_id=encounter, version=row.version, data=wanted.model_dump(), created_at=_now()))
        await session.commit()
        await session.refresh(row)
        return Moved(version=row.version, command=wanted, state=State.model_validate(row.state))

    return app


def _textbook(url: str) -> FastAPI:
    on_sqlite = url.startswith("sqlite")
    engine = create_async_engine(url, pool_size=POOL, max_overflow=0)
    if on_sqlite:

        @event.listens_for(engine.sync_engine, "connect")
        def open_alike(connection: sqlite3.Connection, _: object) -> None:
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")

    app = _app()

    async def session() -> AsyncIterator[AsyncSession]:
        async with AsyncSession(engine) as opened:
            yield opened

    @app.post("/campaigns/{campaign}/rolls", status_code=201)
    async def roll(campaign: str, wanted: Wanted, session: Annotated[AsyncSession, Depends(session)]) -> BareRoll:
        row = BareRoll(campaign=campaign, notation=wanted.notation, total=len(wanted.notation), created_at=_now())
        session.add(row)
        await session.commit()
        await session.refresh(row)
        return row

    return app


_ALL = (bare, raw_asyncpg, raw_sqlite, sqlmodel_postgres, sqlmodel_sqlite, raw_asyncpg_command, sqlmodel_command)
PEERS = {make.__name__: make for make in _ALL}

if __name__ == "__main__":
    uvicorn.run(
        PEERS[sys.argv[1]](),
        host="127.0.0.1",
        port=int(sys.argv[2]),
        access_log=False,
        log_level="warning",
        loop="uvloop",
        http="httptools",
    )
