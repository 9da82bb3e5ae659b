"""Real server processes: started, watched, stopped and killed, each by its own process id."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
UMPIRE = (sys.executable, "-c", "from app.cli import main; main()")
# Reading the code takes some seconds of processor time, which a busy machine may be long in giving.
START_SECONDS = 90.0
STOP_SECONDS = 10.0
TICK_SECONDS = 0.01


async def until(condition: Callable[[], Any], *, within: float, what: str) -> None:
    """Wait for a condition; fails when it doesn't come about in time."""
    give_up = time.monotonic() + within
    while not condition():
        assert time.monotonic() < give_up, f"not within {within} s: {what}"
        await asyncio.sleep(TICK_SECONDS)


async def until_async(condition: Callable[[], Awaitable[Any]], *, within: float, what: str) -> None:
    """As `until`, for a condition that is asked for elsewhere."""
    give_up = time.monotonic() + within
    while not await condition():
        assert time.monotonic() < give_up, f"not within {within} s: {what}"
        await asyncio.sleep(TICK_SECONDS)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Server:
    """One `umpire serve` and what it wrote."""

    process: subprocess.Popen[bytes]
    port: int
    output: Path
    began: float = field(default_factory=time.monotonic)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def said(self) -> str:
        """Everything it has written so far."""
        return self.output.read_text(errors="replace")

    async def ready(self, *, within: float = START_SECONDS) -> None:
        """Wait until it is ready to serve."""
        async with httpx.AsyncClient(base_url=self.url, timeout=5, trust_env=False) as client:
            while True:
                assert self.process.poll() is None, f"exit {self.process.returncode}: {self.said()}"
                try:
                    if (await client.get("/readyz")).status_code == 200:
                        return
                except httpx.TransportError:
                    pass
                assert time.monotonic() - self.began < within, f"not ready within {within} s: {self.said()}"
                await asyncio.sleep(TICK_SECONDS)

    def terminate(self) -> None:
        """Ask it to stop, as an operator does."""
        self.process.send_signal(signal.SIGTERM)

    async def ended(self, *, within: float = STOP_SECONDS) -> int:
        """Wait for its end; gives its exit code."""
        await until(lambda: self.process.poll() is not None, within=within, what=f"exit; it said {self.said()}")
        return self.process.returncode

    async def stop(self) -> int:
        """Stop it in an orderly way; gives its exit code."""
        self.terminate()
        return await self.ended()

    def kill(self) -> None:
        """Let it die at once, with no chance to tidy up; its workers with it."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(timeout=STOP_SECONDS)


class Rack:
    """Where the servers of one test stand; none outlives it."""

    def __init__(self, folder: Path, bytecode: Path) -> None:
        self.folder = folder
        self._bytecode = bytecode
        self._servers: list[Server] = []

    def environment(self, **settings: object) -> dict[str, str]:
        """The environment of a server with these settings, free of those of whoever runs the tests."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("UMPIRE_")}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        kept["PYTHONPYCACHEPREFIX"] = str(self._bytecode)
        kept["PYTHONPATH"] = str(ROOT)
        return kept | {f"UMPIRE_{name.upper()}": str(value) for name, value in settings.items()}

    def start(self, *arguments: str, port: int | None = None, **settings: object) -> Server:
        """Start a server; it is not waited for. Rate limits are off unless set."""
        port = port or free_port()
        output = self.folder / f"server-{len(self._servers)}.log"
        settings = {"port": port, "rate_limits": "off"} | settings
        with output.open("wb") as out:
            process = subprocess.Popen(
                [*UMPIRE, "serve", *arguments],
                cwd=self.folder,
                env=self.environment(**settings),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                # A group of its own, so that its workers can be ended with it, and nobody else.
                start_new_session=True,
            )
        server = Server(process, port, output)
        self._servers.append(server)
        return server

    async def pair(self, database: str) -> tuple[Server, Server]:
        """Two ready servers on one database."""
        first, second = self.start(database_url=database), self.start(database_url=database)
        await first.ready()
        await second.ready()
        return first, second

    def close(self) -> None:
        """End whatever still runs."""
        for server in self._servers:
            server.kill()
