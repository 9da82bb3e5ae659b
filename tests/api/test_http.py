"""The manners of HTTP: one shape for every refusal, headers that pages can read, and no echo of what was sent."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi.routing import iter_route_contexts

from tests.api.conftest import ADDRESS, Company, client_of, found, make_app, refused

pytestmark = pytest.mark.anyio

ROLL = {"notation": "2d6"}
JSON = {"Content-Type": "application/json"}
PAGE = {"Origin": "https://vtt.example"}


class TestProblems:
    async def test_what_is_not_there(self, company: Company) -> None:
        for path in (
            "/nothing",
            "/v1",
            "/v1/",
            "/v2/rolls",
            "//v1/rolls",
            "/v1//rolls",
            "/v1/rolls/x/y",
            "/%00",
            "/docs/x",
        ):
            answer = await company.gm.get(path)
            assert refused(answer, 404, answer.json()["code"])["code"] in ("no_such_route", "not_found"), path

    async def test_what_an_address_does_not_answer(self, company: Company) -> None:
        allowed = {
            "/v1/rolls": "POST",
            "/v1/campaigns": "GET, HEAD, POST",
            "...": "DELETE, GET, HEAD, PATCH",
            ".../rolls": "GET, HEAD, POST",
            ".../rolls/stats": "GET, HEAD",
            ".../rolls/x/reveal": "POST",
            ".../members/x": "DELETE, GET, HEAD, PATCH",
            ".../tokens/x": "DELETE",
            "/v1/me": "GET, HEAD",
            "/healthz": "GET, HEAD",
            "/openapi.json": "GET, HEAD",
        }
        for path, methods in allowed.items():
            for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "LOCK"} - {
                *methods.split(", ")
            }:
                answer = await company.gm.ask(method, path)
                assert (answer.status_code, answer.headers["allow"]) == (405, methods), (method, path)
                if method != "HEAD":
                    refused(answer, 405, "method_not_allowed")

    @pytest.mark.parametrize("path", ["/v1/campaigns/import", ".../characters/import"])
    async def test_a_word_in_an_address_is_nobodys_id(self, company: Company, path: str) -> None:
        answer = await company.gm.ask("OPTIONS", path)
        refused(answer, 405, "method_not_allowed")
        assert answer.headers["allow"] == "POST"

    async def test_every_problem_leads_to_a_page(self, company: Company) -> None:
        problem = refused(await company.gm.get("/v1/campaigns/x"), 404, "not_found")
        assert set(problem) == {"type", "title", "status", "detail", "code", "request_id"}
        page = await company.client.get(problem["type"])
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert problem["title"] in page.text
        refused(await company.client.get("/problems/unheard_of"), 404, "no_such_route")

    async def test_a_fault_tells_nothing_but_its_number(self, database: str) -> None:
        app = make_app(database)

        async def fail() -> None:
            raise RuntimeError("SELECT secret FROM shelf")

        app.add_api_route("/fail", fail)
        async with app.router.lifespan_context(app), client_of(app) as client:
            answer = await client.get("/fail", headers=PAGE | {"X-Request-ID": "fault-1"})
            problem = refused(answer, 500, "server_fault")
            assert problem["request_id"] == "fault-1"
            assert answer.headers["access-control-allow-origin"] == "*"
            assert "shelf" not in answer.text
            assert "Traceback" not in answer.text


def _nested(depth: int) -> bytes:
    return b'{"notation":"d6","label":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


UNREADABLE = {
    "nothing of JSON": b"notation=d6",
    "an open brace": b'{"notation":"d6"',
    "two values": b'{"notation":"d6"}{}',
    "a comma too many": b'{"notation":"d6",}',
    "single quotes": b"{'notation':'d6'}",
    "a comment": b'{"notation":"d6"} // roll',
    "a key twice": b'{"notation":"d6","notation":"d8"}',
    "a key twice inside": b'{"notation":"d6","variables":{"a":1,"a":2}}',
    "half a surrogate pair, raw": b'{"notation":"d6","label":"\xed\xa0\x80"}',
    "U+0000, raw": b'{"notation":"d6","label":"\x00"}',
    "a raw line feed": b'{"notation":"d6","label":"\n"}',
    "a byte order mark": b'\xef\xbb\xbf{"notation":"d6"}',
    "UTF-16": '{"notation":"d6"}'.encode("utf-16"),
    "Latin-1": b'{"notation":"d6","label":"\xfc"}',
    "33 levels": _nested(33),
    "20000 levels": b"[" * 20_000 + b"]" * 20_000,
    "20000 levels that stay open": b'{"a":' * 20_000,
}

UNKEPT = {
    "NaN": b'{"notation":"d6","repeat":NaN}',
    "Infinity": b'{"notation":"d6","repeat":Infinity}',
    "-Infinity": b'{"notation":"d6","repeat":-Infinity}',
    "a number past a double": b'{"notation":"d6","repeat":1e400}',
    "an integer past 64 bits": b'{"notation":"d6","repeat":9223372036854775808}',
    "an integer of 5000 digits": b'{"notation":"d6","repeat":' + b"9" * 5000 + b"}",
    "an integer of 200000 digits": b'{"notation":"d6","x":' + b"9" * 200_000 + b"}",
    "half a surrogate pair": b'{"notation":"d6","label":"\\ud800"}',
    "half a surrogate pair as key": b'{"notation":"d6","\\udc00":1}',
    "U+0000": b'{"notation":"d6","label":"\\u0000"}',
}


class TestBodies:
    async def test_what_is_no_strict_json_is_unreadable(self, company: Company) -> None:
        for cases, status, code in ((UNREADABLE, 400, "unreadable_body"), (UNKEPT, 422, "invalid_request")):
            for case, body in cases.items():
                for path in ("/v1/rolls", ".../rolls", ".../invites", "/v1/campaigns"):
                    answer = await company.gm.ask("POST", path, content=body, headers=JSON)
                    assert answer.json()["code"] == code, case
                    refused(answer, status, code)
        assert (await company.gm.get(".../rolls")).json()["items"] == []

    async def test_what_is_just_readable_is_read(self, company: Company) -> None:
        for body, status in (
            (b'{"notation":"d6","label":"\\ud83c\\udfb2"}', 201),
            (b' {\t"notation" :\r\n"d6"} ', 201),
            (b'{"notation":"d6","repeat":9223372036854775807}', 422),
            (_nested(32), 422),
            (b'{"notation":"d6","label":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}', 201),
            (b"null", 422),
            (b"[]", 422),
            (b'"d6"', 422),
            (b"5", 422),
            (b"", 422),
        ):
            answer = await company.gm.ask("POST", ".../rolls", content=body, headers=JSON)
            assert answer.status_code == status, (body, answer.text)

    async def test_a_body_has_256_kib(self, company: Company) -> None:
        room = 256 * 1024 - len(b'{"notation":"d6","label":""}')
        fits = b'{"notation":"d6","label":"' + b"x" * room + b'"}'

        async def in_pieces(body: bytes) -> AsyncIterator[bytes]:
            for start in range(0, len(body), 10_000):
                yield body[start : start + 10_000]

        for content in (fits, in_pieces(fits)):
            refused(await company.gm.ask("POST", ".../rolls", content=content, headers=JSON), 422, "invalid_request")
        roll = (await company.gm.roll(visibility="gm"))["id"]
        for method, path in (
            ("POST", "/v1/rolls"),
            ("POST", ".../rolls"),
            ("PATCH", "..."),
            ("DELETE", "..."),
            ("POST", f".../rolls/{roll}/reveal"),
            ("DELETE", f".../members/{company.player.member_id}"),
        ):
            for content in (fits + b" ", in_pieces(fits + b" ")):
                answer = await company.gm.ask(method, path, content=content, headers=JSON)
                assert refused(answer, 413, "body_too_large")["limit"] == 256 * 1024
        assert (await company.gm.get(f".../rolls/{roll}")).json()["visibility"] == "gm"

    async def test_a_body_is_announced_as_json(self, company: Company) -> None:
        body = json.dumps(ROLL).encode()
        for media_type in (
            "text/plain",
            "",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "application/jsonp",
        ):
            answer = await company.gm.ask("POST", ".../rolls", content=body, headers={"Content-Type": media_type})
            refused(answer, 415, "unsupported_media_type")
        refused(await company.gm.ask("POST", ".../rolls", content=body), 415, "unsupported_media_type")
        for encoding in ("gzip", "br", "deflate"):
            headers = JSON | {"Content-Encoding": encoding}
            refused(
                await company.gm.ask("POST", ".../rolls", content=body, headers=headers), 415, "unsupported_media_type"
            )
        for media_type in ("application/json; charset=utf-8", "application/vnd.umpire+json", "APPLICATION/JSON"):
            answer = await company.gm.ask("POST", ".../rolls", content=body, headers={"Content-Type": media_type})
            assert answer.status_code == 201

    async def test_a_form_of_another_page_can_not_roll(self, company: Company) -> None:
        body = json.dumps(ROLL)
        headers = PAGE | {"Content-Type": "text/plain"}
        refused(await company.client.post("/v1/rolls", content=body, headers=headers), 415, "unsupported_media_type")


class TestNoEcho:
    MARK = "zebra-crossing-4711"

    async def test_nothing_sent_comes_back(self, company: Company) -> None:
        mark = self.MARK
        asked: list[tuple[str, str, Any]] = [
            ("POST", "/v1/rolls", {"notation": "d6", "label": [mark]}),
            ("POST", "/v1/rolls", {"notation": {"x": mark}}),
            ("POST", "/v1/rolls", {"notation": "d6", "variables": {"a": mark}}),
            ("POST", ".../rolls", {"notation": "d6", "visibility": mark}),
            ("POST", ".../rolls", {"notation": "d6", "faces": mark}),
            ("POST", ".../invites", {"role": mark}),
            ("POST", ".../invites", {"role": "player", "member_id": mark}),
            ("POST", ".../tokens", {"role": "player", "name": mark + "\u202e"}),
            ("PATCH", "...", {"options": {"physical_dice": mark}}),
            ("GET", f".../rolls?limit={mark}", None),
            ("GET", f".../rolls?cursor={mark}", None),
            ("GET", f".../rolls?since={mark}", None),
            ("GET", f".../rolls?visibility={mark}", None),
            ("GET", f".../members?external_ref={mark}", None),
            ("GET", f".../rolls/{mark}", None),
            ("GET", f"/{mark}", None),
            ("GET", f"/problems/{mark}", None),
            ("POST", f"/v1/invites/{mark}/accept", {"display_name": "T"}),
        ]
        for method, path, body in asked:
            answer = await company.gm.ask(method, path, json=body)
            assert answer.status_code >= 400, path
            assert mark not in answer.text, (path, body)
        for name in ("Authorization", "Umpire-As", "If-Match", "Idempotency-Key", "X-Request-ID"):
            value = mark + " \u00fc" if name in ("X-Request-ID", "Idempotency-Key") else mark
            answer = await company.gm.ask("PATCH", "...", json={"wrong": 1}, headers={name: value.encode("latin-1")})
            assert answer.status_code >= 400
            assert mark not in answer.text + str(answer.headers), name

    async def test_a_flood_of_errors_is_answered_briefly(self, company: Company) -> None:
        for body in (
            {"notation": "d6", "faces": ["x"] * 10_000},
            {"notation": "d6"} | {f"key {n}": n for n in range(10_000)},
            {"notation": "d6", "x" * 200_000: 1},
            {"notation": "d6", "variables": {"x" * 100_000: "y" * 100_000}},
            {"notation": "d6", "label": "x" * 200_000},
        ):
            answer = await company.client.post("/v1/rolls", json=body)
            assert len(refused(answer, 422, "invalid_request")["errors"]) <= 20
            assert len(answer.content) < 8000


class TestPages:
    """What a page in a browser needs: CORS on whatever is answered."""

    async def test_every_answer_can_be_read(self, company: Company) -> None:
        for answer in (
            await company.gm.get("...", headers=PAGE),
            await company.gm.get("...", headers=PAGE | {"If-None-Match": "*"}),
            await company.client.get("/v1/me", headers=PAGE),
            await company.gm.get("/v1/campaigns/x", headers=PAGE),
            await company.client.get("/nothing", headers=PAGE),
            await company.client.put("/v1/rolls", headers=PAGE),
            await company.client.post("/v1/rolls", content=b"{", headers=PAGE | JSON),
            await company.client.post("/v1/rolls", content=b" " * 300_000, headers=PAGE | JSON),
        ):
            assert answer.headers["access-control-allow-origin"] == "*"
            assert "access-control-allow-credentials" not in answer.headers
            exposed = {name.strip().lower() for name in answer.headers["access-control-expose-headers"].split(",")}
            assert exposed == {
                *("etag", "location", "link", "retry-after", "ratelimit", "ratelimit-policy"),
                *("idempotent-replayed", "x-request-id"),
            }

    @pytest.mark.parametrize(
        "origin", ["https://vtt.example", "http://192.168.1.5:30000", "null", "chrome-extension://x"]
    )
    async def test_a_preflight_lets_any_page_send_what_is_named_here(self, company: Company, origin: str) -> None:
        named = "authorization,content-type,idempotency-key,if-match,if-none-match,umpire-as,x-request-id,last-event-id"
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            answer = await company.client.options(
                f"/v1/campaigns/{company.gm.campaign_id}",
                headers={
                    "Origin": origin,
                    "Access-Control-Request-Method": method,
                    "Access-Control-Request-Headers": named,
                    "Access-Control-Request-Private-Network": "true",
                },
            )
            assert answer.status_code == 200
            assert answer.headers["access-control-allow-origin"] == "*"
            assert answer.headers["access-control-allow-private-network"] == "true"
            assert method in answer.headers["access-control-allow-methods"]
            assert answer.headers["x-request-id"]
            allowed = {name.strip().lower() for name in answer.headers["access-control-allow-headers"].split(",")}
            assert set(named.split(",")) <= allowed

    async def test_a_preflight_for_what_is_not_answers_a_problem(self, company: Company) -> None:
        for asked in (
            {"Access-Control-Request-Method": "TRACE"},
            {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-zebra"},
        ):
            answer = await company.client.options("/v1/rolls", headers=PAGE | asked)
            refused(answer, 400, "preflight_refused")
            assert answer.headers["access-control-allow-origin"] == "*"
            assert "zebra" not in answer.text

    async def test_an_operator_may_name_the_pages(self, database: str) -> None:
        app = make_app(database, cors_origins="https://vtt.example, https://table.example")
        async with app.router.lifespan_context(app), client_of(app) as client:
            for origin, allowed in (("https://table.example", True), ("https://evil.example", False)):
                answer = await client.post("/v1/rolls", json=ROLL, headers={"Origin": origin})
                assert answer.headers.get("access-control-allow-origin") == (origin if allowed else None)
                assert "Origin" in answer.headers["vary"]
                preflight = {"Origin": origin, "Access-Control-Request-Method": "POST"}
                assert (await client.options("/v1/rolls", headers=preflight)).status_code == (200 if allowed else 400)


class TestHead:
    async def test_it_is_the_answer_without_its_body(self, company: Company) -> None:
        roll = await company.player.roll()
        places = {"campaign": company.gm.campaign_id, "member": company.gm.member_id, "roll": roll["id"]}
        check = await company.player.post(".../checks", {"kind": "uttas.skill", "dice": 4, "dc": 12})
        places |= {"check": check.json()["id"]}
        places["character"] = (await company.player.character())["id"]
        places |= {"encounter": await company.gm.fight(), "version": 1}
        places |= {"code": "not_found", "file": "start.js", "key": "ultra"}
        same = {"X-Request-ID": "same"}
        for route in iter_route_contexts(company.app.routes):
            if "GET" not in (route.methods or ()):
                continue
            path = (route.path or "").format(**places)
            whole = await company.gm.ask("GET", path, headers=same)
            head = await company.gm.ask("HEAD", path, headers=same)
            assert whole.status_code < 400, path
            assert (head.status_code, head.content) == (whole.status_code, b"")
            if route.path != "/metrics":
                assert head.headers == whole.headers, path

    async def test_a_refusal_has_no_body_either(self, company: Company) -> None:
        for path, status in (
            ("/nothing", 404),
            ("/v1/rolls", 405),
            ("/v1/campaigns/x", 404),
            (".../rolls?limit=x", 422),
        ):
            answer = await company.gm.ask("HEAD", path)
            assert (answer.status_code, answer.content) == (status, b"")


class TestAddresses:
    async def test_a_slash_too_many_is_another_address(self, company: Company) -> None:
        for method, path, body in (
            ("GET", ".../rolls/", None),
            ("POST", ".../rolls/", ROLL),
            ("GET", ".../members/", None),
            ("POST", "/v1/rolls/", ROLL),
            ("POST", "/v1/campaigns/", {"name": "Fog", "system": "ultra"}),
            ("GET", "/v1/me/", None),
            ("GET", "/docs/", None),
        ):
            answer = await company.gm.ask(method, path, json=body)
            assert answer.status_code in (404, 405), path
            assert "location" not in answer.headers

    async def test_addresses_are_paths_whatever_a_header_says(self, company: Company) -> None:
        forged = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "Host": "evil.example"}
        for _ in range(2):
            made = await company.player.post(".../rolls", ROLL, headers=forged)
            assert made.headers["location"] == f"/v1/campaigns/{company.gm.campaign_id}/rolls/{made.json()['id']}"
        listed = await company.player.get(".../rolls?limit=1", headers=forged)
        assert listed.links["next"]["url"].startswith(f"/v1/campaigns/{company.gm.campaign_id}/rolls?limit=1&cursor=")

    @pytest.mark.parametrize("stripped", [True, False], ids=["the proxy strips the prefix", "the proxy keeps it"])
    async def test_a_prefix_stands_before_every_address(self, database: str, stripped: bool) -> None:
        app = make_app(database, public_url="https://example.org/umpire/", setup_token="open sesame")
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        base = ADDRESS if stripped else f"{ADDRESS}/umpire"
        async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url=base) as client:
            sesame = {"Authorization": "Bearer open sesame"}
            made = await client.post("/v1/campaigns", json={"name": "Fog", "system": "ultra"}, headers=sesame)
            assert made.headers["location"] == f"/umpire/v1/campaigns/{made.json()['id']}"
            key = {"Authorization": f"Bearer {made.json()['token']}"}
            for _ in range(2):
                rolled = await client.post("/v1/campaigns/current/rolls", json=ROLL, headers=key)
                assert rolled.headers["location"].startswith("/umpire/v1/campaigns/cmp_")
            listed = await client.get("/v1/campaigns/current/rolls?limit=1", headers=key)
            assert listed.links["next"]["url"].startswith("/umpire/v1/campaigns/current/rolls?")
            next_path = listed.links["next"]["url"].removeprefix("/umpire")
            assert (await client.get(next_path, headers=key)).status_code == 200
            assert refused(await client.get("/v1/me"), 401, "not_authenticated")["type"].startswith("/umpire/problems/")
            docs = await client.get("/docs")
            assert 'src="/umpire/docs/' in docs.text
            assert (await client.get("/openapi.json")).json()["servers"] == [{"url": "/umpire"}]


class TestRequestIds:
    async def test_one_is_made_or_taken(self, company: Company) -> None:
        made = {(await company.client.get("/healthz")).headers["x-request-id"] for _ in range(5)}
        assert len(made) == 5
        for name in ("a", "A-b_c.9", "x" * 64):
            answer = await company.client.get("/nothing", headers={"X-Request-ID": name})
            assert answer.headers["x-request-id"] == name == answer.json()["request_id"]

    async def test_a_hostile_one_is_replaced(self, company: Company) -> None:
        for name in (b"", b"x" * 65, b"a b", b"a\tb", b"\xff", b"<script>", b"a,b", b"a;b", b"../x", b'"'):
            answer = await company.client.get("/nothing", headers=[(b"X-Request-ID", name)])
            assert answer.headers["x-request-id"] == answer.json()["request_id"]
            assert answer.headers["x-request-id"].startswith("req_")

    async def test_it_is_on_every_answer(self, company: Company) -> None:
        sent = {"X-Request-ID": "evening-7"}
        for answer in (
            await company.gm.get("...", headers=sent),
            await company.gm.get("...", headers=sent | {"If-None-Match": "*"}),
            await company.client.put("/v1/rolls", headers=sent),
            await company.client.options("/v1/rolls", headers=sent | PAGE | {"Access-Control-Request-Method": "POST"}),
        ):
            assert answer.headers.get_list("x-request-id") == ["evening-7"]


class TestSecurity:
    async def test_two_tokens_are_too_many(self, company: Company) -> None:
        twice = [("Authorization", f"Bearer {company.gm.token}")] * 2
        for method, path in (
            ("GET", "/v1/me"),
            ("POST", "/v1/rolls"),
            ("GET", "/v1/campaigns"),
            ("POST", "/v1/campaigns"),
        ):
            answer = await company.client.request(method, path, headers=twice, json={"notation": "d6"})
            refused(answer, 400, "ambiguous_token")

    async def test_nothing_is_sniffed(self, company: Company) -> None:
        for path in ("/v1/me", "/docs", "/nothing", "/problems/not_found"):
            assert (await company.gm.get(path)).headers["x-content-type-options"] == "nosniff"

    async def test_metrics_are_shut_on_a_public_server(self, database: str) -> None:
        app = make_app(database, host="0.0.0.0")
        async with app.router.lifespan_context(app), client_of(app) as client:
            refused(await client.get("/metrics"), 404, "no_such_route")

    async def test_metrics_count_by_template(self, company: Company) -> None:
        await company.player.roll()
        await company.client.request("ZEBRA", "/zebra")
        told = (await company.client.get("/metrics")).text
        assert 'method="POST",route="/v1/campaigns/{campaign}/rolls",status="201"' in told
        for secret in (company.gm.campaign_id, "zebra", "ZEBRA", company.gm.token):
            assert secret not in told


async def test_a_server_that_is_stopping_says_so(database: str) -> None:
    app = make_app(database)
    async with app.router.lifespan_context(app), client_of(app) as client:
        assert (await client.get("/readyz")).json() == {"status": "ok"}
        app.state.draining = True
        answer = await client.get("/readyz")
        assert refused(answer, 503, "not_ready")["draining"] is True
        assert answer.headers["retry-after"].isdigit()
        assert (await client.get("/healthz")).status_code == 200
        # What has come already is still served.
        await found(client)
