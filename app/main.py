"""Where everything meets: settings, database, use cases, routes."""

import asyncio
import contextlib
import gc
import signal
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from types import FrameType

from fastapi import FastAPI

from app.api import (
    campaign_checks,
    campaigns,
    characters,
    checks,
    deeds,
    dice,
    encounter_commands,
    encounters,
    invites,
    me,
    members,
    rolls,
    server,
    tokens,
    transfer,
)
from app.api import systems as system_pages
from app.api.asking import Table
from app.api.directory import Directory
from app.api.doorway import Doorway, Faults, Pages
from app.api.faults import install_handlers
from app.api.openapi import describe
from app.api.rates import Rates
from app.api.telemetry import Metrics, configure_logs, log
from app.db.migrate import is_sqlite, newest_revision, postgres_dsn, sqlite_path
from app.db.postgres import PostgresDatabase
from app.db.sqlite import SqliteDatabase
from app.db.storage import SqlStorage
from app.rules.catalog import SYSTEMS
from app.rules.encounter.table import Dice
from app.rules.system import System
from app.services.access import Access
from app.services.campaigns import Campaigns
from app.services.chance import SystemDice
from app.services.characters import Characters
from app.services.checks import Checks
from app.services.deeds import Deeds
from app.services.encounters.keeping import Encounters
from app.services.encounters.looking import Looks
from app.services.encounters.moving import Commands
from app.services.invites import Invites
from app.services.members import Members
from app.services.ports import Clock
from app.services.replays import Replays
from app.services.rolls import Rolls
from app.services.tokens import Tokens
from app.services.transfer.exporting import Exports
from app.services.transfer.importing import Imports
from app.settings import Settings
from app.web import docs

HOUSEKEEPING_SECONDS = 3600
POSTGRES_CONNECTIONS = 16
STOP_NOTICE_SECONDS = 1.0

EXPOSED_HEADERS = [
    "ETag",
    "Location",
    "Link",
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
    "Idempotent-Replayed",
    "X-Request-ID",
]
ACCEPTED_HEADERS = [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Umpire-As",
    "X-Request-ID",
    "Last-Event-ID",
]


def system_clock() -> datetime:
    """The moment it is."""
    return datetime.now(UTC)  # noqa: TID251 - the one place where time enters


def open_storage(settings: Settings) -> SqlStorage:
    """The storage of the settings' database, not connected yet."""
    url = settings.database_url
    database = (
        SqliteDatabase(sqlite_path(url))
        if is_sqlite(url)
        else PostgresDatabase(postgres_dsn(url), connections=POSTGRES_CONNECTIONS)
    )
    return SqlStorage(database, revision=newest_revision())


def create_app(
    settings: Settings | None = None,
    *,
    clock: Clock = system_clock,
    systems: Mapping[str, System] = SYSTEMS,
    encounter_dice: Dice | None = None,
) -> FastAPI:
    """The service for these settings; the database must be migrated, its connections open with the lifespan.

    Encounters throw with `encounter_dice`, or else with those of all other rolls.
    """
    settings = settings or Settings()
    log_request = configure_logs(settings.log_format)
    storage = open_storage(settings)
    chance = SystemDice()
    kept_characters = Characters(storage, clock, systems)
    table = Table(
        settings=settings,
        storage=storage,
        access=Access(storage, clock),
        replays=Replays(storage, clock),
        campaigns=Campaigns(storage, clock, systems),
        members=Members(storage, clock),
        tokens=Tokens(storage, clock),
        invites=Invites(storage, clock),
        rolls=Rolls(storage, clock, chance),
        checks=Checks(storage, clock, chance),
        deeds=Deeds(storage, clock, chance),
        characters=kept_characters,
        exports=Exports(storage),
        imports=Imports(storage, clock, kept_characters),
        encounters=Encounters(storage, clock, systems),
        commands=Commands(storage, clock, encounter_dice or Dice.of(chance), systems),
        looks=Looks(storage, systems),
        rates=Rates(on=settings.rate_limits == "on"),
    )

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await storage.open()
        _drain_on_signal(app)
        housekeeping = asyncio.create_task(_housekeeping(table.replays))
        yield
        housekeeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await housekeeping
        await storage.close()

    app = FastAPI(
        lifespan=lifespan,
        redirect_slashes=False,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
    )
    # Not as an argument, which FastAPI wants the server to have instead; that would need it in every start command.
    app.root_path = settings.prefix
    app.state.table = table
    app.state.metrics = Metrics()
    app.state.draining = False
    # The busiest first: the router looks at one route after the other.
    for router in (
        dice,
        rolls,
        checks,
        campaign_checks,
        encounter_commands,
        encounters,
        system_pages,
        me,
        campaigns,
        characters,
        deeds,
        members,
        invites,
        tokens,
        transfer,
        server,
        docs,
    ):
        # Not `include_router`, under which each request would be matched twice.
        app.router.routes += router.router.routes
    install_handlers(app)
    describe(app)
    # From inside to outside.
    app.add_middleware(Directory, routes=app.routes, handlers=app.exception_handlers)
    app.add_middleware(Faults)
    app.add_middleware(
        Pages,
        allow_origins=[origin.strip() for origin in settings.cors_origins.split(",")],
        allow_methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
        allow_headers=ACCEPTED_HEADERS,
        expose_headers=EXPOSED_HEADERS,
        allow_private_network=True,
        max_age=7200,
    )
    app.add_middleware(Doorway, metrics=app.state.metrics, log_request=log_request)
    return app


def served_app() -> FastAPI:
    """The service for a process that does nothing else."""
    app = create_app()
    # All that is made by now stays to the end: the garbage collector need not look through it again and again.
    gc.collect()
    gc.freeze()
    # A command makes hundreds of values and no cycle: to look for some after every 700 would cost a sixth of it.
    gc.set_threshold(20_000, 20, 20)
    return app


def _drain_on_signal(app: FastAPI) -> None:
    """Say "not ready" for a moment from the first SIGTERM on, then let the server finish what it has begun.

    In this moment a proxy that asks `/readyz` turns to another server, before the door is shut; a second SIGTERM
    shuts it at once.
    """
    stop = signal.getsignal(signal.SIGTERM)
    if not callable(stop):
        return
    loop = asyncio.get_running_loop()

    def drain(number: int, frame: FrameType | None) -> None:
        if app.state.draining:
            stop(number, frame)
        else:
            app.state.draining = True
            loop.call_soon_threadsafe(loop.call_later, STOP_NOTICE_SECONDS, stop, number, None)

    signal.signal(signal.SIGTERM, drain)


async def _housekeeping(replays: Replays) -> None:
    while True:
        try:
            await replays.forget_old()
        except Exception:
            log.exception("housekeeping")
        await asyncio.sleep(HOUSEKEEPING_SECONDS)
