"""Rolls and commands on Postgres, written many at a time: while one batch is on its way, the next gathers.

A round trip, a commit and the checks of foreign keys cost more than the rows, and a batch shares them. What becomes of
what its statement leaves out, or fails on, each kind settles by itself.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from app.services.ports import Once
from app.services.values import Answer, Caller

LARGEST_BATCH = 64
# One is being committed while the other is being gathered and sent; more would only make them smaller.
MOST_IN_FLIGHT = 2
# Requests that arrive together go together: a batch leaves after these turns of the event loop, some 0.1 ms.
TURNS = 2


class Append(Protocol):
    """What is written: by whom, and the answer to keep under a key."""

    @property
    def caller(self) -> Caller: ...
    @property
    def kept(self) -> tuple[Once, Answer, datetime] | None: ...


A = TypeVar("A", bound=Append)
Write = Callable[[Sequence[A]], Awaitable[list[Any]]]
"""Writes a batch; gives a row for each that was written, with its place from 1 on."""
Settle = Callable[[A, Exception | None], Awaitable[bool]]
"""Says whether one is written that its batch has left out, or failed on with this."""


class Batches(Generic[A]):
    """Gathers what this process writes of one kind, and sends it."""

    def __init__(self, write: Write[A], settle: Settle[A], *, one_a_campaign: bool = False) -> None:
        self._write = write
        self._settle = settle
        self._one_a_campaign = one_a_campaign
        self._waiting: list[tuple[A, asyncio.Future[bool]]] = []
        self._campaigns: set[str] = set()
        self._sending: set[asyncio.Task[None]] = set()
        self._gathering = False

    async def append(self, append: A) -> bool:
        """Write this with the next batch; False, and nothing written, when that may no longer be."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, done))
        if not self._gathering:
            self._gathering = True
            asyncio.get_running_loop().call_soon(self._gather, TURNS)
        return await done

    def _gather(self, turns: int) -> None:
        if turns:
            asyncio.get_running_loop().call_soon(self._gather, turns - 1)
            return
        self._gathering = False
        self._send_next()

    def _send_next(self) -> None:
        while len(self._sending) < MOST_IN_FLIGHT and (batch := self._next()):
            task = asyncio.create_task(self._send(batch))
            self._sending.add(task)

    def _next(self) -> list[tuple[A, asyncio.Future[bool]]]:
        """What can go now.

        A campaign that is being written would only be found locked. A twin waits for its first: the statement tells
        keys that were used before from those that were not, but not two of its own rows.
        """
        batch: list[tuple[A, asyncio.Future[bool]]] = []
        later: list[tuple[A, asyncio.Future[bool]]] = []
        keys: set[tuple[str, str]] = set()
        taken: set[str] = set()
        # Shared with the batches that may still go: all in one, nobody would decide anything while it is written.
        share = math.ceil(len(self._waiting) / (MOST_IN_FLIGHT - len(self._sending)))
        most = min(share, LARGEST_BATCH)
        for waiting in self._waiting:
            append, _ = waiting
            campaign = append.caller.campaign_id
            key = (append.kept[0].scope, append.kept[0].key) if append.kept else None
            free = campaign not in self._campaigns and campaign not in taken and key not in keys
            if not free or len(batch) == most:
                later.append(waiting)
                continue
            batch.append(waiting)
            if key:
                keys.add(key)
            if self._one_a_campaign:
                taken.add(campaign)
        self._waiting = later
        self._campaigns |= {append.caller.campaign_id for append, _ in batch}
        return batch

    async def _send(self, batch: list[tuple[A, asyncio.Future[bool]]]) -> None:
        fault, written = None, set[int]()
        try:
            try:
                written = {row[0] for row in await self._write([append for append, _ in batch])}
            except Exception as problem:  # one bad row fails the statement; by themselves the others may pass
                fault = problem
            for place, (append, done) in enumerate(batch, 1):
                if place not in written:
                    await self._settle_one(append, done, fault)
            for place in written:
                _, done = batch[place - 1]
                if not done.done():
                    done.set_result(True)
        finally:
            self._campaigns -= {append.caller.campaign_id for append, _ in batch}
            self._sending -= {asyncio.current_task()}
            self._send_next()

    async def _settle_one(self, append: A, done: "asyncio.Future[bool]", fault: Exception | None) -> None:
        try:
            result = await self._settle(append, fault)
        except Exception as problem:
            if not done.done():
                done.set_exception(problem)
        else:
            if not done.done():
                done.set_result(result)
