"""A command of an encounter, beside the bare transaction and beside the textbook; late in a fight, beside early.

Sixteen connections, each in a campaign of its own, where four fight. The rates are those of every command of a round:
attacks, what answers them, what the game master puts right, the ends of the turns.
"""

import asyncio
import json
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg

from app.db.migrate import upgrade
from app.rules.catalog import SYSTEMS
from tests.benchmarks.http import rate, time_row
from tests.benchmarks.load import request
from tests.benchmarks.peers import ENCOUNTERS
from tests.benchmarks.report import Row
from tests.benchmarks.servers import Server, compare, peer, umpire
from tests.benchmarks.storage import fresh_databases

Body = dict[str, Any]

CAMPAIGNS = 16
ROUNDS = 9
SECONDS = 1.0
EARLY, LATE = 10, 10_000
"""Events."""
ALL_MISS, ALL_HOLD = [1, 1, 2], [19]
NAMES = ("one", "two", "three", "four")
PAIRS = tuple(zip(NAMES, ("two", "one", "four", "three"), strict=True))
END_TURN: Body = {"type": "end_turn"}


def _uttas() -> Iterator[Body]:
    for one, other in PAIRS:
        yield {"type": "uttas.attack", "actor": one, "attack": "strike", "target": other}
        yield {"type": "uttas.pass_reaction", "actor": other, "faces": ALL_MISS}
        yield {"type": "adjust", "actor": one, "stamina": 50}
        yield END_TURN


def _supers() -> Iterator[Body]:
    for one, other in PAIRS:
        yield {"type": "supers.attack_close", "actor": one, "power": "unarmed", "target": other, "faces": [17]}
        yield {"type": "supers.resist", "actor": other, "faces": ALL_HOLD}
        yield END_TURN


def _ultra() -> Iterator[Body]:
    for name, (trait, dice) in zip(NAMES, {"lore": 5, "brawl": 4, "claws": 5, "hex": 5}.items(), strict=True):
        yield {"type": "ultra.act", "actor": name, "traits": [trait], "faces": [1] * dice}
        yield END_TURN


ROUND = {"uttas": list(_uttas()), "supers": list(_supers()), "ultra": list(_ultra())}
"""What is sent again and again: everybody's turn, after which all is as before."""


def rows() -> Iterator[Row]:
    """Rates (goals: half of the bare transaction's, 2.5 times the textbook's), processor times, and how flat it is."""
    with TemporaryDirectory() as folder, fresh_databases(Path(folder), count=2) as (url, bare_url):
        asyncio.run(upgrade(url))
        asyncio.run(_run(bare_url, ENCOUNTERS))
        with umpire(DATABASE_URL=url) as ours:
            for system in ROUND:
                yield from _beside(ours, system, bare_url)
            yield from _late("postgres", ours)
    with TemporaryDirectory() as folder, umpire(DATABASE_URL=f"sqlite:///{Path(folder, 'umpire.db')}") as ours:
        yield from _late("sqlite", ours)


def _beside(ours: Server, system: str, database: str) -> Iterator[Row]:
    ours.requests = [_requests(*_fight(ours, system), ROUND[system]) for _ in range(CAMPAIGNS)]
    with (
        peer("raw_asyncpg_command", database=database) as ceiling,
        peer("sqlmodel_command", database=database) as plain,
    ):
        for other in (ceiling, plain):
            other.requests = [
                [request("POST", f"/encounters/{number}/commands", body=body) for body in ROUND[system]]
                for number in range(CAMPAIGNS)
            ]
        measured = compare([ours, ceiling, plain], rounds=ROUNDS, seconds=SECONDS)
    for other, label, goal in ((ceiling, "bare transaction", ">= 0.5"), (plain, "SQLModel session", ">= 2.5")):
        name = f"{system} command / {label}"
        yield rate("encounters", name, measured["umpire"], measured[other.name], goal)
        yield time_row("encounters", name, measured["umpire"], measured[other.name])


def _late(group: str, ours: Server) -> Iterator[Row]:
    fights = {"early": _fight(ours, "uttas"), "late": _fight(ours, "uttas")}
    _play(ours, *fights["late"], events=LATE)
    sides = [replace(ours, name=name, requests=[_requests(*fight, ROUND["uttas"])]) for name, fight in fights.items()]
    measured = compare(sides, rounds=ROUNDS, seconds=SECONDS / 10)
    name = f"{group}: command after {LATE} events / after few"
    yield time_row("encounters", name, measured["late"], measured["early"], "<= 1.2")


def _play(server: Server, token: str, path: str, *, events: int) -> None:
    """Send rounds until so many events have happened."""
    told = 0
    while told < events:
        for body in ROUND["uttas"]:
            told += len(_post(server, token, path, body)["events"])


def _fight(server: Server, system: str) -> tuple[str, str]:
    """Start a fight of four in a campaign of its own; gives its token and where its commands go."""
    token: str = _post(server, None, "/v1/campaigns", {"name": "The Long Night", "system": system})["token"]
    made = _post(server, token, "/v1/campaigns/current/encounters", {"name": "The toll bridge"})
    path = f"/v1/campaigns/current/encounters/{made['id']}/commands"
    for place, (name, sheet) in enumerate(zip(NAMES, SYSTEMS[system].example_sheets, strict=False)):
        _post(server, token, path, {
            "type": "join", "id": name, "side": "foes" if place % 2 else "friends", "initiative": 20 - place,
            "sheet": sheet.model_dump(mode="json"),
        })  # fmt: skip
    _post(server, token, path, {"type": "start"})
    _post(server, token, path, {"type": "set_order", "order": NAMES})
    return token, path


def _requests(token: str, path: str, bodies: Sequence[Body]) -> list[str]:
    return [request("POST", path, body=body, token=token) for body in bodies]


def _post(server: Server, token: str | None, path: str, body: Body) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{path}", data=json.dumps(body).encode(), headers=headers
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return json.load(answer)


async def _run(url: str, statements: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statements)
    finally:
        await connection.close()
