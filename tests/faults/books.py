"""The campaign's books, read from the database by its bare driver, and audited."""

import json
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

SQLITE = "sqlite:///"

_QUERIES = {
    "campaign": "select sequence, version from campaign where id = $1",
    "events": "select sequence, type, data from event where campaign_id = $1 order by sequence",
    "rolls": "select id, label from roll where campaign_id = $1",
    "members": "select id from member where campaign_id = $1",
    "tokens": "select id from token where campaign_id = $1",
    "invites": "select id, uses from invite where campaign_id = $1",
    "answers": "select key, status, body from answer where scope in (select id from token where campaign_id = $1)",
}


@dataclass(frozen=True)
class Books:
    """What the database holds of one campaign."""

    sequence: int
    version: int
    events: list[tuple[int, str, dict[str, Any]]]
    rolls: dict[str, str | None]
    members: list[str]
    tokens: list[str]
    invites: dict[str, int]
    answers: dict[str, tuple[int, bytes]]

    def told(self, type_: str, fact: str) -> Counter[str]:
        """What the events of a type are about."""
        return Counter(data[fact] for _, type__, data in self.events if type__ == type_)

    def types(self) -> list[str]:
        """The types of the events in their order."""
        return [type_ for _, type_, _ in self.events]

    def audit(self) -> None:
        """Nothing is missing, nothing stands twice, nothing is half there."""
        numbers = [number for number, _, _ in self.events]
        assert numbers == list(range(1, self.sequence + 1))
        assert self.told("roll.made", "roll_id") == Counter(list(self.rolls))
        assert self.told("invite.made", "invite_id").keys() >= self.invites.keys()
        assert len(self.members) == 1 + len(self.told("member.joined", "member_id"))
        assert len(self.tokens) == (
            1 + self.types().count("token.made") + self.told("member.joined", "member_id").total()
        )
        assert self.version == 1 + self.types().count("campaign.changed")
        for status, body in self.answers.values():
            assert 200 <= status < 300
            # Where a secret stood the kept body has a mark that is no JSON.
            id_ = json.loads(body, strict=False)["id"] if body else ""
            if id_.startswith("rol_"):
                assert id_ in self.rolls


async def read_books(url: str, campaign_id: str) -> Books:
    """Read a campaign's books while nobody writes."""
    rows = {name: await rows_of(url, query, campaign_id) for name, query in _QUERIES.items()}
    [(sequence, version)] = rows["campaign"]
    return Books(
        sequence=sequence,
        version=version,
        events=[(number, type_, json.loads(data)) for number, type_, data in rows["events"]],
        rolls=dict(rows["rolls"]),
        members=[id_ for (id_,) in rows["members"]],
        tokens=[id_ for (id_,) in rows["tokens"]],
        invites=dict(rows["invites"]),
        answers={key: (status, bytes(body)) for key, status, body in rows["answers"]},
    )


async def rows_of(url: str, query: str, *arguments: str) -> list[tuple[Any, ...]]:
    """What a query finds in the database, as it lies there."""
    if url.startswith(SQLITE):
        with _copied(url) as path, closing(sqlite3.connect(path)) as connection:
            return list(connection.execute(query.replace("$1", "?"), arguments))
    postgres = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await postgres.fetch(query, *arguments)]
    finally:
        await postgres.close()


@contextmanager
def _copied(url: str) -> Iterator[Path]:
    """The file and its log as they lie on the disk.

    A copy, because who opens the file after a crash mends it, and that is the server's part.
    """
    path = Path(url.removeprefix(SQLITE))
    with tempfile.TemporaryDirectory() as folder:
        for name in (path.name, f"{path.name}-wal"):
            if path.with_name(name).exists():
                shutil.copy(path.with_name(name), folder)
        yield Path(folder) / path.name


async def check_integrity(url: str) -> None:
    """The database finds no fault with itself."""
    if url.startswith(SQLITE):
        assert await rows_of(url, "pragma integrity_check") == [("ok",)]
        assert await rows_of(url, "pragma foreign_key_check") == []


async def sessions(url: str) -> int:
    """How many connections of Umpire's a Postgres still serves on this database."""
    if url.startswith(SQLITE):
        return 0
    query = "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'umpire'"
    [(number,)] = await rows_of(url, query)
    return int(number)


async def campaigns(url: str) -> set[str]:
    """Every campaign of the database."""
    return {id_ for (id_,) in await rows_of(url, "select id from campaign")}
