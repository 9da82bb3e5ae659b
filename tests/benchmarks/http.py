"""A roll over HTTP beside the smallest FastAPI service: processor time of the server for one answer."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.benchmarks.load import request
from tests.benchmarks.report import Row
from tests.benchmarks.servers import Measured, compare, peer, ratio, umpire

CONNECTIONS = 16
ROUNDS = 14
SECONDS = 0.6
ROLL = {"notation": "2d20kh1+7", "label": "Stealth"}
CHECKS: dict[str, dict[str, object]] = {
    "ultra.action": {"kind": "ultra.action", "dice": 5, "difficulty": 2},
    "uttas.accuracy": {"kind": "uttas.accuracy", "key": 16, "dexterity": 14, "target": 20},
    "supers.strike": {"kind": "supers.strike", "bonus": 10, "defense": 10, "modifier": 10, "rank": 10},
}


def rows() -> Iterator[Row]:
    """Rolls (at most 1.33 times the time of a bare POST), checks (1.4) and a GET that touches nothing (1.18)."""
    with (
        TemporaryDirectory() as folder,
        umpire(DATABASE_URL=f"sqlite:///{Path(folder, 'umpire.db')}") as ours,
        peer("bare") as theirs,
    ):
        ours.requests = [request("POST", "/v1/rolls", body=ROLL)] * CONNECTIONS
        theirs.requests = [request("POST", "/rolls", body=ROLL)] * CONNECTIONS
        post = compare([ours, theirs], rounds=ROUNDS, seconds=SECONDS)
        checks = {}
        for kind, body in CHECKS.items():
            ours.requests = [request("POST", "/v1/checks", body=body)] * CONNECTIONS
            checks[kind] = compare([ours, theirs], rounds=ROUNDS // 2, seconds=SECONDS)
        ours.requests = theirs.requests = [request("GET", "/healthz")] * CONNECTIONS
        get = compare([ours, theirs], rounds=ROUNDS // 2, seconds=SECONDS)
    yield _time("POST /v1/rolls / bare POST", post["umpire"], post["bare"], "<= 1.33")
    yield rate("http", "POST /v1/rolls / bare POST", post["umpire"], post["bare"])
    for kind, measured in checks.items():
        yield _time(f"POST /v1/checks {kind} / bare POST", measured["umpire"], measured["bare"], "<= 1.4")
    yield _time("GET /healthz / bare GET", get["umpire"], get["bare"], "<= 1.18")


def _time(name: str, ours: list[Measured], theirs: list[Measured], goal: str) -> Row:
    return time_row("http", name, ours, theirs, goal)


def time_row(group: str, name: str, ours: list[Measured], theirs: list[Measured], goal: str = "") -> Row:
    """Processor time for an answer, medians, in microseconds."""
    one, other = ([round_.microseconds for round_ in side] for side in (ours, theirs))
    return Row(group, f"{name}, CPU", f"{median(one):.0f} us", f"{median(other):.0f} us", ratio(one, other), goal)


def rate(group: str, name: str, ours: list[Measured], theirs: list[Measured], goal: str = "") -> Row:
    """Answers a second, medians."""
    one, other = ([round_.rate for round_ in side] for side in (ours, theirs))
    return Row(group, f"{name}, rate", f"{median(one):.0f}/s", f"{median(other):.0f}/s", ratio(one, other), goal)
