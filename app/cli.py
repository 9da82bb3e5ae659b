"""The command line: serve, demo, migrate, backup, restore, export, import, token, healthcheck."""

# Every worker process imports this module before it answers its supervisor: what a command alone needs, it imports.
from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import logging
import os
import socket
import tempfile
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer
from pydantic import ValidationError

from app.settings import PREFIX, Settings

if TYPE_CHECKING:
    from app.demo import DemoCampaign
    from app.services.ports import Storage

T = TypeVar("T")

# With the moment of notice before it, less than the 10 seconds after which containers are killed.
DRAIN_SECONDS = 8
# A busy machine may take this long to start a worker; uvicorn's own 5 seconds would end it, for ever again.
WORKER_SECONDS = 60
BACKLOG = 2048

main = typer.Typer(
    help="Umpire, the rules referee for virtual tabletops.", no_args_is_help=True, pretty_exceptions_enable=False
)


@main.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Where to listen; UMPIRE_HOST, else only this machine.")] = None,
    port: Annotated[int | None, typer.Option(help="UMPIRE_PORT, else 8000.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes; more than one needs Postgres.")] = 1,
    demo: Annotated[bool, typer.Option(help="Make a demo campaign for each system and print its tokens.")] = False,
) -> None:
    """Run the service."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from app.db.migrate import is_sqlite

    _choose(host=host, port=port)
    settings = _settings()
    if workers > 1 and is_sqlite(settings.database_url):
        _stop("More than one worker needs Postgres: set UMPIRE_DATABASE_URL=postgresql://...")
    _prepare_database(settings)
    door = _listen(settings)
    settings = settings.model_copy(update={"port": door.getsockname()[1]})
    if settings.setup_token is None and (settings.public_url or not settings.on_loopback):
        _make_setup_token(settings)
    if demo:
        _print_demo(settings, _with_storage(settings, _seed))
    print(f"Umpire {_base_url(settings)}/docs", flush=True)
    if workers > 1:
        # Before any worker imports the client: its processes add up their counters through files here.
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="umpire-metrics-"))
    config = uvicorn.Config(
        "app.main:served_app",
        factory=True,
        workers=workers,
        access_log=False,
        log_level="warning",
        server_header=False,
        forwarded_allow_ips=settings.forwarded_allow_ips,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        timeout_worker_healthcheck=WORKER_SECONDS,
    )
    with contextlib.suppress(KeyboardInterrupt):
        if workers > 1:
            # The supervisor tells on this level that a worker died and another one takes its place.
            logging.getLogger("uvicorn.error").setLevel(logging.INFO)
            Multiprocess(config, sockets=[door]).run()
            return
        server = uvicorn.Server(config)
        server.run(sockets=[door])
        if not server.started:
            raise typer.Exit(1)


@main.command()
def demo(as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """Make a demo campaign for each system in the database and print its tokens."""
    settings = _settings()
    _prepare_database(settings)
    campaigns = _with_storage(settings, _seed)
    if as_json:
        print(json.dumps({"base_url": _base_url(settings), "campaigns": [asdict(made) for made in campaigns]}))
    else:
        _print_demo(settings, campaigns)


@main.command()
def migrate() -> None:
    """Bring the database to this version's schema."""
    from app.db.migrate import newest_revision

    settings = _settings()
    before = _migrated(settings)
    print(f"{before} -> {newest_revision()}" if before else f"{newest_revision()} already")


@main.command()
def backup(file: Annotated[Path, typer.Argument(help="Where the copy goes.")]) -> None:
    """Copy the embedded database, also while the service runs."""
    from app.db.backup import NoBackup, back_up

    path = _sqlite_file(_settings(), "pg_dump --format=custom --file=FILE")
    try:
        back_up(path, file)
    except NoBackup as refusal:
        _stop(str(refusal))
    print(f"{path} -> {file}")


@main.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A copy that `umpire backup` made.")],
    force: Annotated[bool, typer.Option("--force", help="Also over a database that is there.")] = False,
) -> None:
    """Put a copy in the place of the embedded database; stop the service first."""
    from app.db.backup import NoBackup
    from app.db.backup import restore as put_back

    path = _sqlite_file(_settings(), "pg_restore --clean --if-exists FILE")
    try:
        revision = put_back(file, path, force=force)
    except NoBackup as refusal:
        _stop(str(refusal))
    print(f"{file} -> {path}, schema {revision}")


@main.command("export")
def export_campaign(
    campaign: Annotated[str, typer.Argument(help="The campaign's id, cmp_...")],
    file: Annotated[Path | None, typer.Argument(help="Where it goes; left out, to the output.")] = None,
) -> None:
    """Write out a campaign as a JSON document, as its game master sees it."""
    from app.carrying import written_out

    settings = _settings()
    _prepare_database(settings)
    told = _with_storage(settings, lambda storage: written_out(storage, campaign))
    if told is None:
        _stop("There is no such campaign in this database.")
    try:
        file.write_bytes(told) if file else typer.echo(told)
    except OSError as problem:
        _stop(f"Can't write {file}: {problem.strerror}.")


@main.command("import")
def import_campaign(file: Annotated[Path, typer.Argument(help="What `umpire export` wrote.")]) -> None:
    """Make a campaign of a JSON document and print its id and its game master's token."""
    from app.carrying import NotCarried, read_in

    settings = _settings()
    _prepare_database(settings)
    try:
        founded = _with_storage(settings, lambda storage: read_in(storage, file))
    except NotCarried as refusal:
        _stop(str(refusal))
    print(f"{founded.campaign.id} {founded.secret}")


@main.command()
def token(campaign: Annotated[str, typer.Argument(help="The campaign's id, cmp_...")]) -> None:
    """Make a game master's token for a campaign whose own is lost."""
    from app.main import system_clock
    from app.services.tokens import Tokens

    async def make(storage: Storage) -> str | None:
        return await Tokens(storage, system_clock).rescue(campaign)

    settings = _settings()
    _prepare_database(settings)
    secret = _with_storage(settings, make)
    if secret is None:
        _stop("There is no such campaign in this database.")
    print(secret)


@main.command()
def healthcheck() -> None:
    """Ask the running service whether it is ready: exit 0 if so, 1 if not."""
    import httpx

    settings = _settings()
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104 - compared, not bound
    try:
        answer = httpx.get(f"http://{_bracketed(host)}:{settings.port}/readyz", timeout=5, trust_env=False)
    except httpx.HTTPError as fault:
        _stop(f"not reachable: {type(fault).__name__}")
    if answer.status_code != 200:
        _stop(f"not ready: {answer.status_code}")
    print("ready")


def _choose(**given: str | int | None) -> None:
    # Through the environment, so that every worker process reads the same settings.
    for name, value in given.items():
        if value is not None:
            os.environ[PREFIX + name.upper()] = str(value)


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as invalid:
        # Without the value: it may be a secret in the wrong place.
        faults = (
            f"{PREFIX}{'_'.join(map(str, fault['loc'])).upper()}: {fault['msg'].removeprefix('Value error, ')}"
            for fault in invalid.errors()
        )
        _stop("; ".join(faults))
    except OSError as problem:
        _stop(f"The file {problem.filename} that a setting names can't be read: {problem.strerror}.")


def _prepare_database(settings: Settings) -> None:
    """An embedded database is migrated; Postgres only by `umpire migrate`, so that no web process alters it."""
    from app.db.migrate import current_revision, is_sqlite, newest_revision

    if is_sqlite(settings.database_url):
        _migrated(settings)
    elif _or_stop(current_revision(settings.database_url)) != newest_revision():
        _stop("The database has an older schema. Run `umpire migrate` first.")


def _sqlite_file(settings: Settings, instead: str) -> str:
    """The file of the embedded database; Postgres has better means of its own."""
    from app.db.migrate import NoDatabase, is_sqlite, sqlite_path

    if not is_sqlite(settings.database_url):
        _stop(f"This is for the embedded database. For Postgres use `{instead}`.")
    try:
        return sqlite_path(settings.database_url)
    except NoDatabase as refusal:
        _stop(str(refusal))


def _migrated(settings: Settings) -> str | None:
    from app.db.migrate import upgrade

    return _or_stop(upgrade(settings.database_url))


def _or_stop(work: Coroutine[None, None, T]) -> T:
    from app.db.migrate import NewerSchema, NoDatabase

    try:
        return asyncio.run(work)
    except (NewerSchema, NoDatabase) as refusal:
        _stop(str(refusal))


def _with_storage(settings: Settings, work: Callable[[Storage], Awaitable[T]]) -> T:
    from app.main import open_storage

    async def run() -> T:
        storage = open_storage(settings)
        await storage.open()
        try:
            return await work(storage)
        finally:
            await storage.close()

    return asyncio.run(run())


async def _seed(storage: Storage) -> list[DemoCampaign]:
    from app.demo import seed
    from app.main import system_clock
    from app.services.chance import SystemDice

    return await seed(storage, system_clock, SystemDice())


def _make_setup_token(settings: Settings) -> None:
    from app.services.setup import make_setup_token

    secret = _with_storage(settings, make_setup_token)
    if secret:
        print(f"Setup token, shown this once: {secret}")
        print("Campaigns on this server are created with it. To choose your own, set UMPIRE_SETUP_TOKEN.")


def _listen(settings: Settings) -> socket.socket:
    """The listening socket: whoever comes while the server still starts waits for it."""
    host, port = settings.host, settings.port
    try:
        return socket.create_server(
            (host, port),
            family=socket.AF_INET6 if ":" in host else socket.AF_INET,
            backlog=BACKLOG,
            dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
        )
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            _stop(f"Port {port} is taken: something else listens there. Choose another with --port or UMPIRE_PORT.")
        _stop(f"Can't listen on {host}, port {port}: {problem.strerror}.")


def _base_url(settings: Settings) -> str:
    if settings.public_url:
        return settings.public_url.rstrip("/")
    here = settings.on_loopback or settings.host in ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
    host = "localhost" if here else settings.host
    return f"http://{_bracketed(host)}:{settings.port}"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _print_demo(settings: Settings, campaigns: list[DemoCampaign]) -> None:
    for made in campaigns:
        print(f"{made.system}: campaign {made.id}")
        print(f"  game master  {made.gm_token}")
        print(f"  player       {made.player_token}")
        print(f"  observer     {made.observer_token}")
    print("Try it:")
    print(f"  curl -X POST {_base_url(settings)}/v1/campaigns/current/rolls \\")
    print(f"    -H 'Authorization: Bearer {campaigns[0].gm_token}' \\")
    print('    -H \'Content-Type: application/json\' -d \'{"notation": "2d20kh1+7", "label": "Stealth"}\'')


def _stop(reason: str) -> NoReturn:
    typer.echo(reason, err=True)
    raise typer.Exit(1)
