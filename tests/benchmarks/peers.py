"""What Umpire is measured against: the smallest FastAPI services that do the like, each as its makers would write it.

They are started by their name in a process of their own: `python -m tests.benchmarks.peers NAME PORT`.
"""

import contextlib
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Annotated

import asyncpg
import uvicorn
from fastapi import Depends, FastAPI
from pydantic import BaseModel
from sqlalchemy import DateTime, event
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


PEERS = {make.__name__: make for make in (bare, raw_asyncpg, raw_sqlite, sqlmodel_postgres, sqlmodel_sqlite)}

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
