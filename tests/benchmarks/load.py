"""The load: a process of its own that asks a server on this machine as fast as its connections are answered.

It reads a `Load` in each line of standard input and writes a `Served` for it to standard output, both as JSON. It
does as little as it can for a request, so that on two cores the server is what is measured.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from functools import partial
from typing import cast

import uvloop

_LONGEST_SECONDS = 10.0


@dataclass(frozen=True)
class Load:
    """What to ask: one connection for each list of requests, which sends them in turn, again and again."""

    port: int
    seconds: float
    requests: list[list[str]]


@dataclass(frozen=True)
class Served:
    """What came of it."""

    seconds: float
    answers: int
    statuses: dict[str, int]
    first_body: str
    milliseconds: list[float]
    """The 50th and the 99th percentile of the time to an answer."""


class _Asker(asyncio.Protocol):
    """One connection: the next request goes out when the answer to the last is whole."""

    def __init__(self, requests: list[bytes], run: "_Run") -> None:
        self._requests = requests
        self._next = 0
        self._run = run
        self._received = b""
        self._length = -1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def ask(self) -> None:
        self._asked = time.perf_counter()
        self._transport.write(self._requests[self._next])
        self._next = (self._next + 1) % len(self._requests)

    def data_received(self, data: bytes) -> None:
        self._received += data
        if self._length < 0:
            head = self._received.find(b"\r\n\r\n")
            if head < 0:
                return
            place = self._received.lower().find(b"content-length: ", 0, head)
            length = int(self._received[place + 16 : self._received.index(b"\r\n", place)]) if place >= 0 else 0
            self._length = head + 4 + length
        if len(self._received) < self._length:
            return
        answer, self._received, self._length = self._received, b"", -1
        self._run.answered(answer, time.perf_counter() - self._asked)
        if self._next or self._run.going():
            # What was begun is brought to its end: the next run begins where this one did.
            self.ask()
        else:
            self._transport.close()

    def connection_lost(self, problem: Exception | None) -> None:
        self._run.lost()


class _Run:
    def __init__(self, load: Load) -> None:
        self._load = load
        self._statuses: Counter[bytes] = Counter()
        self._times: list[float] = []
        self._first = b""
        self._open = len(load.requests)
        self._over = asyncio.Event()

    def answered(self, answer: bytes, seconds: float) -> None:
        self._first = self._first or answer
        self._statuses[answer[9:12]] += 1
        self._times.append(seconds)

    def going(self) -> bool:
        return time.perf_counter() < self._end

    def lost(self) -> None:
        self._open -= 1
        if not self._open:
            self._over.set()

    async def __call__(self) -> Served:
        loop = asyncio.get_running_loop()
        askers = []
        for requests in self._load.requests:
            make = partial(_Asker, [request.encode() for request in requests], self)
            _, asker = await loop.create_connection(make, "127.0.0.1", self._load.port)
            askers.append(asker)
        began = time.perf_counter()
        self._end = began + min(self._load.seconds, _LONGEST_SECONDS)
        for asker in askers:
            asker.ask()
        await asyncio.wait_for(self._over.wait(), _LONGEST_SECONDS * 2)
        times = sorted(self._times)
        return Served(
            seconds=time.perf_counter() - began,
            answers=len(times),
            statuses={status.decode(): number for status, number in self._statuses.items()},
            first_body=self._first.partition(b"\r\n\r\n")[2].decode(),
            milliseconds=[round(times[len(times) * part // 100] * 1000, 2) for part in (50, 99)],
        )


def request(
    method: str, path: str, *, body: object = None, token: str | None = None, headers: dict[str, str] | None = None
) -> str:
    """An HTTP request as it goes over the wire."""
    content = "" if body is None else json.dumps(body)
    lines = [f"{method} {path} HTTP/1.1", "host: localhost", "accept: application/json"]
    if body is not None:
        lines += ["content-type: application/json", f"content-length: {len(content)}"]
    if token is not None:
        lines.append(f"authorization: Bearer {token}")
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join([*lines, "", content])


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for line in sys.stdin:
            print(json.dumps(asdict(runner.run(_Run(Load(**json.loads(line)))()))), flush=True)
