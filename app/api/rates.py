"""How much one token or address may ask in a minute, and the headers that say so."""

import math
import time
from dataclasses import dataclass

from fastapi import Request
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from app.api.problems import RateLimited


@dataclass(frozen=True, slots=True)
class Budget:
    """A number of units a minute; `name` is what the headers call it, `spent` what was too much, for people."""

    name: str
    item: RateLimitItem
    spent: str


def _budget(name: str, amount: int, spent: str) -> Budget:
    return Budget(name, RateLimitItemPerMinute(amount, namespace=name), spent)


WRITES = _budget("writes", 300, "Too many rolls and changes with your token")
READS = _budget("reads", 1200, "Too many questions with your token")
ADDRESS = _budget("address", 120, "Too many requests from your address")
WRONG_SECRETS = _budget("wrong-secrets", 10, "Too many wrong tokens or codes from your address")
ODDS = _budget("odds", 5_000_000, "Too many odds that take long to count")
"""In the steps of work of the odds' own estimate, each about a microsecond."""


class Rates:
    """The counters of this process."""

    def __init__(self, *, on: bool) -> None:
        self._on = on
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def spend(self, request: Request, budget: Budget, who: str, *, cost: int = 1) -> None:
        """Take from a budget and say in the headers what is left; raises `RateLimited`."""
        if not self._on:
            return
        cost = min(max(cost, 1), budget.item.amount)
        # Asked first, since the library also counts what it refuses: a dear question would use up the cheap ones.
        passed = self._limiter.test(budget.item, who, cost=cost) and self._limiter.hit(budget.item, who, cost=cost)
        self._tell(request, budget, who, passed=passed)

    def check(self, request: Request, budget: Budget, who: str) -> None:
        """Raise `RateLimited` if the budget is spent, without taking from it."""
        if self._on and not self._limiter.test(budget.item, who):
            self._tell(request, budget, who, passed=False)

    def _tell(self, request: Request, budget: Budget, who: str, *, passed: bool) -> None:
        window = self._limiter.get_window_stats(budget.item, who)
        seconds = max(1, math.ceil(window.reset_time - time.time()))  # noqa: TID251 - the limiter's own clock
        request.state.extra_headers += (
            (b"ratelimit-policy", f'"{budget.name}";q={budget.item.amount};w=60'.encode()),
            (b"ratelimit", f'"{budget.name}";r={max(0, window.remaining)};t={seconds}'.encode()),
        )
        if not passed:
            raise RateLimited(
                f"{budget.spent}; go on in {seconds} second{'' if seconds == 1 else 's'}.",
                policy=budget.name,
                limit=budget.item.amount,
                retry_after=seconds,
            )
