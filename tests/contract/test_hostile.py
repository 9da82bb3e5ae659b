"""Hostile bodies and hostile dice: no fault, no long answer, no echo, no trace in the database, alike on both.

A tenth by default; `UMPIRE_DEEP=1 uv run pytest tests/contract/test_hostile.py` sends 2,000 bodies to every
operation, and 100,000 dice strings.
"""

import itertools
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from anyio import to_thread

from app.services.ids import new_id
from tests.api.conftest import Company, Person, admit, client_of, found, make_app
from tests.conftest import database_url, run_sql
from tests.contract import snapshot
from tests.contract.calling import AS_JSON, Answered, Headers, bearer, call
from tests.contract.conftest import DEEP
from tests.contract.hostile import MARK, NEVER, Hostile, hostile_bodies, hostile_dice
from tests.db.dump import dump

pytestmark = pytest.mark.anyio

BODIES = 2000 if DEEP else 200
DICE = 100_000 if DEEP else 10_000
LONGEST = 1.0
LARGEST = 8 * 1024

DOCUMENT = snapshot.document()
WRITING: dict[str, tuple[str, str, dict[str, Any]]] = {
    operation["operationId"]: (method, path, operation)
    for path, item in snapshot.operations(DOCUMENT).items()
    for method, operation in item.items()
    if method in ("post", "patch", "put")
}


@dataclass
class Side:
    """A company on one of the databases."""

    url: str
    company: Company
    code: str
    character: str
    dice: Headers


@pytest.fixture
async def sides(
    tmp_path: Path, sqlite_template: Path, postgres_server: str, postgres_template: str
) -> AsyncIterator[list[Side]]:
    """The same company twice: on SQLite and on Postgres."""
    path = tmp_path / "hostile.db"
    path.write_bytes(sqlite_template.read_bytes())
    name = f"umpire_hostile_{abs(hash(str(tmp_path)))}"
    await to_thread.run_sync(run_sql, postgres_server, f"CREATE DATABASE {name} TEMPLATE {postgres_template}")
    made: list[Side] = []
    async with AsyncExitStack() as stack:
        for url in (f"sqlite:///{path}", database_url(postgres_server, name)):
            app = make_app(url)
            await stack.enter_async_context(app.router.lifespan_context(app))
            client = await stack.enter_async_context(client_of(app))
            campaign, gm = await found(client)
            player = await admit(gm, "player", "Willow")
            code = (await gm.post(".../invites", {})).json()["code"]
            company = Company(app=app, client=client, gm=gm, player=player, other=player, observer=player)
            company.campaign = campaign
            character = (await gm.character())["id"]
            made.append(
                Side(url=url, company=company, code=code, character=character, dice=[*AS_JSON, *bearer(gm.token)])
            )
        yield made
    await to_thread.run_sync(run_sql, postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


NOT_THERE = {"roll": new_id("rol"), "check": new_id("chk"), "encounter": new_id("enc")}


def address(side: Side, path: str) -> str:
    there = {"campaign": "current", "member": side.company.player.member_id, "code": side.code}
    return path.format(**NOT_THERE, **there, character=side.character)


def judge(answered: Answered, what: str) -> None:
    """What holds for every refusal."""
    assert 400 <= answered.status < 500, (what, answered)
    assert answered.headers["content-type"] == "application/problem+json", what
    assert len(answered.body) <= LARGEST, what
    assert answered.seconds < LONGEST, what
    assert MARK.encode() not in answered.body, what
    problem = json.loads(answered.body)
    assert problem["status"] == answered.status, what
    assert problem["detail"], what
    assert problem["request_id"] == answered.headers["x-request-id"], what
    assert len(problem.get("errors", [])) <= 20, what


def known_fields(operation: dict[str, Any]) -> list[str]:
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    # A body of several shapes begins with the first of them, as its first example does.
    while "properties" not in schema:
        several = schema.get("oneOf") or schema.get("anyOf")
        schema = several[0] if several else DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return list(schema["properties"])


def sending(operation: dict[str, Any], person: Person, hostile: Hostile) -> Headers:
    headers = list(hostile.headers)
    if operation["x-role"] not in ("-", "setup"):
        headers += bearer(person.token)
    if any(parameter["name"] == "If-Match" for parameter in operation.get("parameters", [])):
        headers.append((b"if-match", b"*"))
    return headers


@pytest.mark.parametrize("operation_id", WRITING)
async def test_hostile_bodies_are_refused_and_leave_no_trace(sides: list[Side], operation_id: str) -> None:
    method, path, operation = WRITING[operation_id]
    if "requestBody" in operation:
        examples = operation["requestBody"]["content"]["application/json"]["examples"]
        good = next(iter(examples.values()))["value"]
        fields = known_fields(operation)
    else:
        good, fields = {"name": "x"}, ["name"]
    before = [await dump(side.url) for side in sides]
    statuses: Counter[int] = Counter()
    for hostile in itertools.islice(hostile_bodies(good, fields, seed=operation_id), BODIES):
        answers = [
            await call(
                side.company.app,
                method,
                address(side, path),
                hostile.body,
                sending(operation, side.company.gm, hostile),
            )
            for side in sides
        ]
        for answered in answers:
            judge(answered, hostile.what)
        assert len({(answered.status, answered.code) for answered in answers}) == 1, hostile.what
        statuses[answers[0].status] += 1
    assert [await dump(side.url) for side in sides] == before
    if "requestBody" in operation:
        # A whole campaign may be larger than what is sent here; `test_transfer` sends more than that.
        met = {400, 415, 422} | ({413} if operation_id != "importCampaign" else set())
        assert met <= set(statuses) <= {400, 404, 413, 415, 422}, "each kind of refusal was met"


@pytest.mark.parametrize("operation_id", WRITING)
async def test_a_hostile_body_under_a_key_is_not_kept(sides: list[Side], operation_id: str) -> None:
    """The key reads the body first; it must stay free for the request that is right."""
    method, path, operation = WRITING[operation_id]
    before = [await dump(side.url) for side in sides]
    for what, raw in NEVER.items():
        hostile = Hostile(what, f'{{"name": {raw}}}'.encode())
        for side in sides:
            headers = [*sending(operation, side.company.gm, hostile), (b"idempotency-key", b"the same")]
            judge(await call(side.company.app, method, address(side, path), hostile.body, headers), what)
    assert [await dump(side.url) for side in sides] == before


async def test_the_order_in_which_a_write_is_judged(sides: list[Side]) -> None:
    """Design 5: size and JSON, then the token, then the body's meaning."""
    path = "/v1/campaigns/current/tokens"
    for side in sides:
        for raw, status in {"{": 400, f'"{MARK * 30_000}"': 413, '{"name": 7}': 401}.items():
            answered = await call(side.company.app, "POST", path, raw.encode(), AS_JSON)
            judge(answered, raw[:20])
            assert answered.status == status, raw[:20]


HEADERS = {
    "authorization": [
        b"", b"Bearer", b"Bearer ", b"Basic eDp5", b"Bearer \xff\xfe", b"Bearer " + b"a" * 60_000,
        b"Bearer ump_gm_" + b"0" * 36, b"bearer\t", b"Bearer ump_\xc3\xa9", b"Bearer a b c",
    ],
    "umpire-as": [b"", b"mem_", b"\xff", b"mem_" + b"0" * 5000, b"' OR 1=1 --", b"current"],
    "idempotency-key": [b"", b"k" * 256, b"k" * 60_000, b"\x00", b"\x1b[31m"],
    "if-match": [b"", b"7", b'"', b'W/"1"', b'"-1"', b'"' + b"9" * 5000 + b'"', b"\xff", b'"1' + b',"2"' * 5000],
    "content-type": [b"\xff", b"a" * 10_000, b"application/json\x00", b";;;", b"text/html"],
}  # fmt: skip


@pytest.mark.parametrize("name", HEADERS)
async def test_hostile_headers_are_refused_and_leave_no_trace(sides: list[Side], name: str) -> None:
    before = [await dump(side.url) for side in sides]
    for value in HEADERS[name]:
        statuses = set()
        for side in sides:
            headers = dict([*AS_JSON, *bearer(side.company.gm.token), (b"if-match", b'"999"')])
            headers[name.encode()] = value
            answered = await call(
                side.company.app, "PATCH", "/v1/campaigns/current", b'{"name": "Fog"}', list(headers.items())
            )
            judge(answered, f"{name}: {value[:40]!r}")
            statuses.add((answered.status, answered.code))
        assert len(statuses) == 1, f"{name}: {value[:40]!r}"
    assert [await dump(side.url) for side in sides] == before


PATHS = [
    "\x00",
    "%00",
    "..",
    "....",
    "%2e%2e",
    "a" * 5000,
    "é",
    "' OR 1=1 --",
    "%",
    "\u202e",
    "null",
    "0",
    "-1",
    "*",
    "{}",
]


@pytest.mark.parametrize("where", ["campaigns/{}", "campaigns/current/rolls/{}", "campaigns/current/members/{}"])
async def test_hostile_ids_are_not_found(sides: list[Side], where: str) -> None:
    unknown = None
    for hostile in ["nobody", *PATHS]:
        for side in sides:
            path = f"/v1/{where.format(hostile.replace('{}', '[]'))}"
            answered = await call(side.company.app, "GET", path, headers=bearer(side.company.gm.token))
            judge(answered, hostile)
            assert answered.status == 404, hostile
            problem = json.loads(answered.body)
            del problem["request_id"]
            unknown = unknown or problem
            assert problem == unknown, "whatever isn't there is not there in the same words"


QUERIES = ["limit=0", "limit=201", "limit=1e9", "limit=９", "limit=-1", "limit=" + "9" * 5000, "limit=5&limit=x"] + [
    "cursor=" + cursor for cursor in ("", "x", "a" * 200, "a" * 5000, "%00", "%FF", "....", "QUFBQQ", "%2B%2F%3D")
]


@pytest.mark.parametrize("path", ["rolls", "members", "tokens", "invites"])
async def test_hostile_queries_are_refused(sides: list[Side], path: str) -> None:
    for query in QUERIES:
        statuses = set()
        for side in sides:
            answered = await call(
                side.company.app, "GET", f"/v1/campaigns/current/{path}?{query}", headers=bearer(side.company.gm.token)
            )
            judge(answered, query)
            statuses.add((answered.status, answered.code))
        assert len(statuses) == 1, query


MOMENTS = [
    "2026-05-01", "2026-05-01T20:00:00", "yesterday", "0", "1e400", "9" * 400, "2026-13-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "99999-01-01T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-05-01T25:00:00Z",
    "2026-05-01T20:00:00%2B99:00",
    "0001-01-01T00:00:00%2B14:00",
    "9999-12-31T23:59:59-12:00",
]  # fmt: skip


async def test_hostile_moments_never_break_a_list(sides: list[Side]) -> None:
    for moment in MOMENTS:
        statuses = set()
        for side in sides:
            for name in ("since", "until"):
                path = f"/v1/campaigns/current/rolls?{name}={moment}"
                answered = await call(side.company.app, "GET", path, headers=bearer(side.company.gm.token))
                assert answered.status in (200, 422), (moment, answered.body)
                assert answered.seconds < LONGEST
                statuses.add(answered.status)
        assert len(statuses) == 1, moment


FACTS = ("status", "code", "position", "limit", "asked", "name", "suggestion")


async def test_hostile_dice_are_judged_alike_by_rolls_and_odds(sides: list[Side]) -> None:
    """Each string goes to /v1/rolls and /v1/odds, every tenth to the rolls of both campaigns too."""
    app = sides[0].company.app
    before = [await dump(side.url) for side in sides]
    kept = 0
    seen: Counter[str] = Counter()
    variables = {"fighting": 7, "level": 3, "a": 2, "skills.stealth": 5}
    for number, notation in enumerate(itertools.islice(hostile_dice(seed=20261129), DICE)):
        body = json.dumps({"notation": notation, "variables": variables}).encode()
        rolled = await call(app, "POST", "/v1/rolls", body, AS_JSON)
        counted = await call(app, "POST", "/v1/odds", body, AS_JSON)
        told = notation[:80]
        for answered in (rolled, counted):
            assert answered.status in (200, 400, 422), (told, answered.body)
            assert answered.seconds < LONGEST, told
            if answered.status != 200:
                judge(answered, told)
        if counted.code == "odds_too_costly":
            assert rolled.status == 200, told
        elif rolled.status == 200:
            assert counted.status == 200, (told, counted.body)
        else:
            refusal, same = json.loads(rolled.body), json.loads(counted.body)
            assert [refusal.get(fact) for fact in FACTS] == [same.get(fact) for fact in FACTS], told
        seen[rolled.code or counted.code or "rolled"] += 1
        if number % 10 == 0:
            for side in sides:
                answered = await call(side.company.app, "POST", "/v1/campaigns/current/rolls", body, side.dice)
                assert (answered.status == 201) == (rolled.status == 200), told
                assert answered.code == rolled.code, told
            kept += rolled.status == 200
    assert {"rolled", "notation_error", "dice_limit", "unknown_variable"} <= set(seen), seen
    for side, was in zip(sides, before, strict=True):
        now = await dump(side.url)
        assert len(now["roll"]) - len(was["roll"]) == len(now["event"]) - len(was["event"]) == kept
        assert {name: rows for name, rows in now.items() if name not in ("roll", "event", "campaign")} == {
            name: rows for name, rows in was.items() if name not in ("roll", "event", "campaign")
        }
