"""What the operator's log holds: one line a request, with ids and templates, and nothing that opens a door."""

import json
import re
import secrets
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from app.db.migrate import is_sqlite, postgres_dsn, sqlite_path
from tests.faults.servers import Rack, Server

pytestmark = pytest.mark.anyio

SETUP = "ump_setup_chosen-by-the-operator-themselves"
METRICS = "count-me-in-8841"


@dataclass
class Session:
    """A table that plays on a server of its own, and every secret it got or sent."""

    client: httpx.AsyncClient
    server: Server
    database: str
    token: str = ""
    secrets: set[str] = field(default_factory=set)
    private: set[str] = field(default_factory=set)

    def lines(self) -> list[dict[str, Any]]:
        """What the server logged, where it logs JSON."""
        return [json.loads(line) for line in self.server.said().splitlines() if line.startswith("{")]


@pytest.fixture(scope="module")
def bytecode(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bytecode")


@pytest.fixture(params=["json", "console"])
async def session(
    request: pytest.FixtureRequest, database: str, tmp_path: Path, bytecode: Path
) -> AsyncIterator[Session]:
    rack = Rack(tmp_path, bytecode)
    server = rack.start(database_url=database, log_format=request.param, setup_token=SETUP, metrics_token=METRICS)
    try:
        await server.ready()
        async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
            yield Session(client=client, server=server, database=database, secrets={SETUP, METRICS})
    finally:
        server.kill()


async def play(session: Session) -> None:
    """A whole evening: every way in which a secret is made, used, mistyped or lost."""
    client = session.client
    setup = {"Authorization": f"Bearer {SETUP}"}
    answer = await client.post(
        "/v1/campaigns",
        json={"name": "Night of the Vole", "system": "uttas"},
        headers=setup | {"Idempotency-Key": "k-1"},
    )
    campaign = answer.json()
    session.secrets.add(campaign["token"])
    again = await client.post(
        "/v1/campaigns",
        json={"name": "Night of the Vole", "system": "uttas"},
        headers=setup | {"Idempotency-Key": "k-1"},
    )
    assert again.headers["idempotent-replayed"] == "true"
    token = again.json()["token"]
    session.token = token
    session.secrets.add(token)
    gm = {"Authorization": f"Bearer {token}"}
    invite = (await client.post("/v1/campaigns/current/invites", json={}, headers=gm)).json()
    joined = await client.post(f"/v1/invites/{invite['code']}/accept", json={"display_name": "Ermintrude"})
    session.secrets |= {invite["code"], joined.json()["token"]}
    spent = await client.post(f"/v1/invites/{invite['code']}/accept", json={"display_name": "Ermintrude"})
    assert spent.status_code == 409
    made = await client.post("/v1/campaigns/current/tokens", json={"name": "Overlay", "role": "gm"}, headers=gm)
    session.secrets.add(made.json()["token"])
    wrong = "ump_gm_" + secrets.token_hex(18)
    session.secrets |= {wrong, "QQQQQ-QQQQQ"}
    for headers in ({"Authorization": f"Bearer {wrong}"}, {"Authorization": "Basic dmVyeTpzZWNyZXQ="}):
        assert (await client.get("/v1/me", headers=headers)).status_code == 401
    assert (await client.post("/v1/invites/QQQQQ-QQQQQ/accept", json={"display_name": "X"})).status_code == 404
    await client.get(f"/v1/me?token={token}", headers=gm)
    await client.get(f"/{token}", headers=gm)
    await client.get("/metrics", headers={"Authorization": f"Bearer {METRICS}"})
    body = {"notation": "1d20", "label": "Steal the regalia", "visibility": "blind"}
    rolled = await client.post(
        "/v1/campaigns/current/rolls", json=body, headers=gm | {"Idempotency-Key": "key-of-mine"}
    )
    assert rolled.status_code == 201
    session.secrets |= {"dmVyeTpzZWNyZXQ=", "key-of-mine"}
    session.private |= {"Steal the regalia", "Ermintrude", "Night of the Vole"}


async def break_it(session: Session) -> None:
    """A fault inside, with the secrets in hand: the table of tokens is gone."""
    gm = {"Authorization": f"Bearer {session.token}"}

    if is_sqlite(session.database):
        with closing(sqlite3.connect(sqlite_path(session.database))) as raw:
            raw.execute("DROP TABLE token")
    else:
        raw_postgres = await asyncpg.connect(postgres_dsn(session.database))
        await raw_postgres.execute("DROP TABLE token")
        await raw_postgres.close()
    code = next(iter(s for s in session.secrets if re.fullmatch(r"\w{5}-\w{5}", s)))
    for method, path, body in (
        ("GET", "/v1/me", None),
        ("POST", "/v1/campaigns/current/tokens", {"name": "Steal the regalia", "role": "gm"}),
        ("POST", f"/v1/invites/{code}/accept", {"display_name": "Ermintrude"}),
        ("POST", "/v1/campaigns", {"name": "Night of the Vole", "system": "ultra"}),
    ):
        headers = gm if path != "/v1/campaigns" else {"Authorization": f"Bearer {SETUP}"}
        answer = await session.client.request(method, path, json=body, headers=headers)
        assert answer.status_code in (500, 409, 404), answer.text
        for secret in session.secrets:
            assert secret not in answer.text
        if answer.status_code == 500:
            problem = answer.json()
            assert problem["code"] == "server_fault"
            assert not re.search(r"Traceback|sqlite|asyncpg|SELECT|\.py", answer.text)


async def test_no_secret_is_ever_logged(session: Session) -> None:
    await play(session)
    await session.client.get("/healthz")
    told = session.server.said()
    await break_it(session)
    await session.client.get("/healthz")
    written = session.server.said()
    broken = written.removeprefix(told)
    assert len(session.secrets) >= 9
    for secret in session.secrets:
        assert secret not in written
        assert secret.replace("-", "") not in written
    for private in session.private:
        assert private not in told, "what the table wrote is the table's"
    assert "/v1/invites/{code}/accept" in told, "the template, not the path"
    assert "fault" in broken, "the operator sees what broke"
    assert "Traceback" in broken


@pytest.mark.parametrize("session", ["json"], indirect=True)
async def test_every_request_has_one_line(session: Session) -> None:
    client = session.client
    setup = {"Authorization": f"Bearer {SETUP}"}
    made = (await client.post("/v1/campaigns", json={"name": "Night", "system": "uttas"}, headers=setup)).json()
    gm = {"Authorization": f"Bearer {made['token']}"}
    # A line is written after its answer: one more request, and it is there.
    await client.get("/healthz")
    before = len(session.lines())
    answers = [
        await client.get("/v1/me", headers=gm),
        await client.post("/v1/campaigns/current/rolls", json={"notation": "1d20"}, headers=gm),
        await client.post("/v1/campaigns/current/rolls", json={"notation": "1d"}, headers=gm),
        await client.get("/v1/nowhere"),
        await client.get(f"/v1/campaigns/{made['id']}"),
        await client.get("/healthz"),
        await client.get("/readyz"),
    ]
    lines = session.lines()[before:]
    assert [line["status"] for line in lines] == [200, 201, 422, 404, 401], "probes are quiet"
    for line, answer in zip(lines, answers, strict=False):
        assert line["event"] == "request"
        assert line["level"] == "info"
        assert line["request_id"] == answer.headers["x-request-id"]
        assert line["method"] == answer.request.method
        assert line["ms"] >= 0
        assert line["timestamp"]
    rolls = "/v1/campaigns/{campaign}/rolls"
    assert [line["route"] for line in lines] == ["/v1/me", rolls, rolls, "(none)", "/v1/campaigns/{campaign}"]
    assert lines[1]["member_id"] == made["member"]["id"]
    assert lines[1]["token_id"].startswith("tok_")
    assert "member_id" not in lines[3]


@pytest.mark.parametrize("session", ["json"], indirect=True)
async def test_nobody_writes_lines_of_their_own_into_the_log(session: Session) -> None:
    await session.client.get("/healthz")
    before = len(session.lines())
    forged = '{"event": "request", "forged": true}'
    for value in (f"a\t{forged}", forged, "x" * 65, "é", "req id", "${jndi:ldap}"):
        answer = await session.client.get("/v1/me", headers={b"X-Request-ID": value.encode()})
        assert answer.headers["x-request-id"].startswith("req_"), "what is no request id is replaced"
    await session.client.get(f"/v1/%0A{forged}")
    kept = await session.client.get("/v1/me", headers={"X-Request-ID": "my-id_1.2"})
    assert kept.headers["x-request-id"] == "my-id_1.2"
    await session.client.get("/healthz")
    assert len(session.lines()) - before == 8
    assert "forged" not in session.server.said()
    assert "jndi" not in session.server.said()
