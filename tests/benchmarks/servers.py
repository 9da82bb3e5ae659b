"""Servers to measure, each in a process of its own on this machine, and how much processor time one has used."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import psutil

from tests.benchmarks.load import Load, Served

_START_SECONDS = 90.0
_UMPIRE = [sys.executable, "-c", "from app.cli import main; main()", "serve"]


@dataclass
class Server:
    """A running server, and what it is asked: one connection for each request, or for several that it sends in turn."""

    name: str
    port: int
    process: psutil.Process
    requests: Sequence[str | Sequence[str]] = ()

    def processor_seconds(self) -> float:
        """What its process has used so far, in all threads."""
        # To the nanosecond where the kernel tells; psutil counts in hundredths of a second.
        threads = list(Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"))
        if threads:
            return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9
        used = self.process.cpu_times()
        return float(used.user + used.system)


@dataclass(frozen=True)
class Measured:
    """One round."""

    rate: float
    """Answers a second."""
    microseconds: float
    """Processor time of the server for one answer."""
    served: Served


@contextlib.contextmanager
def umpire(**settings: str) -> Iterator[Server]:
    """The service as an operator starts it, logs and all, without rate limits."""
    settings = {"RATE_LIMITS": "off", "LOG_FORMAT": "json", **settings}
    environment = {f"UMPIRE_{name}": value for name, value in settings.items()}
    with _running("umpire", [*_UMPIRE, "--port"], environment, probe="/healthz") as server:
        yield server


@contextlib.contextmanager
def peer(name: str, *, database: str = "") -> Iterator[Server]:
    """One of `peers`."""
    command = [sys.executable, "-m", "tests.benchmarks.peers", name]
    with _running(name, command, {"BENCHMARK_DATABASE": database}, probe="/openapi.json") as server:
        yield server


@contextlib.contextmanager
def _running(name: str, command: Sequence[str], environment: Mapping[str, str], *, probe: str) -> Iterator[Server]:
    port = _free_port()
    process = subprocess.Popen(
        [*command, str(port)], env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _await_answer(f"http://127.0.0.1:{port}{probe}", process)
        yield Server(name, port, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait(15)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _await_answer(url: str, process: "subprocess.Popen[bytes]") -> None:
    give_up = time.monotonic() + _START_SECONDS
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError(f"{process.args!r} doesn't serve") from None
            time.sleep(0.05)
        else:
            return


@contextlib.contextmanager
def _loader() -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "tests.benchmarks.load"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as loader:
        try:
            yield loader
        finally:
            loader.terminate()


def _ask(server: Server, loader: "subprocess.Popen[str]", *, seconds: float) -> Measured:
    """Load a server once; raises if an answer was not a success."""
    assert loader.stdin
    assert loader.stdout
    requests = [[one] if isinstance(one, str) else list(one) for one in server.requests]
    load = Load(port=server.port, seconds=seconds, requests=requests)
    before = server.processor_seconds()
    print(json.dumps(asdict(load)), file=loader.stdin, flush=True)
    served = Served(**json.loads(loader.stdout.readline()))
    used = server.processor_seconds() - before
    if not set(served.statuses) <= {"200", "201"}:
        raise RuntimeError(f"{server.name} answered {served.statuses}: {served.first_body[:300]}")
    return Measured(served.answers / served.seconds, used / served.answers * 1e6, served)


def compare(servers: Sequence[Server], *, rounds: int, seconds: float) -> dict[str, list[Measured]]:
    """Load the servers in turn, in the other order every other round, after one round to warm up."""
    measured: dict[str, list[Measured]] = {server.name: [] for server in servers}
    with _loader() as loader:
        for server in servers:
            _ask(server, loader, seconds=seconds / 2)
        for number in range(rounds):
            for server in servers if number % 2 else reversed(servers):
                measured[server.name].append(_ask(server, loader, seconds=seconds))
    return measured


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the rounds' ratios: what slows the machine for a while slows both sides of a round."""
    return median(one / other for one, other in zip(ours, theirs, strict=True))
