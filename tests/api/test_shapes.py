"""What is wrong with the shape of a request is said in words: which place, what it must be, which name was meant."""

from typing import Any

import httpx
import pytest

from tests.api.conftest import Company, client_of, make_app, refused

pytestmark = pytest.mark.anyio

ANY = {"If-Match": "*"}
D6: dict[str, Any] = {"notation": "d6"}
MOMENT = "must be a moment with its offset from UTC, such as `2026-05-01T20:00:00Z`."
TABLE: list[tuple[str, str, Any, str, str]] = [
    ("POST", "/v1/rolls", {}, "/notation", "`notation` is missing."),
    ("POST", "/v1/rolls", None, "", "The body is missing; send JSON."),
    ("POST", "/v1/rolls", [], "", "The body must be an object."),
    ("POST", "/v1/rolls", {"notation": 7}, "/notation", "`notation` must be a text."),
    ("POST", "/v1/rolls", D6 | {"label": "x" * 81}, "/label", "`label` has 81 characters; at most 80 are allowed."),
    ("POST", "/v1/rolls", D6 | {"label": ""}, "/label", "`label` has 0 characters; at least 1 is needed."),
    ("POST", "/v1/rolls", D6 | {"repeat": 0}, "/repeat", "`repeat` must be at least 1."),
    ("POST", "/v1/rolls", D6 | {"repeat": True}, "/repeat", "`repeat` must be a whole number."),
    ("POST", "/v1/rolls", D6 | {"faces": 6}, "/faces", "`faces` must be a list."),
    ("POST", "/v1/rolls", D6 | {"faces": [1, "x"]}, "/faces/1", "`faces[1]` must be a whole number."),
    ("POST", "/v1/rolls", D6 | {"variables": {"a": "x"}}, "/variables/a", "`variables.a` must be a whole number."),
    (
        "POST",
        "/v1/rolls",
        D6 | {"variables": {"x" * 81: 1}},
        f"/variables/{'x' * 81}",
        "A name in `variables` has 81 characters; at most 80 are allowed.",
    ),
    ("POST", "/v1/rolls", D6 | {"lable": "x"}, "/lable", "`lable` is not a field here; did you mean `label`?"),
    (
        "POST",
        "/v1/rolls",
        D6 | {"zebra": 1},
        "/zebra",
        "`zebra` is not a field here; there are `notation`, `repeat`, `label`, `variables`, `faces`.",
    ),
    (
        "POST",
        "/v1/rolls",
        D6 | {"\u202e": 1},
        "/\u202e",
        "What `pointer` leads to is not a field here; there are `notation`, `repeat`, `label`, `variables`, `faces`.",
    ),
    (
        "POST",
        ".../rolls",
        D6 | {"visibility": "all"},
        "/visibility",
        "`visibility` must be `public`, `gm`, `blind` or `self`.",
    ),
    ("POST", ".../invites", {"role": "king"}, "/role", "`role` must be `gm`, `player` or `observer`."),
    ("PATCH", "...", {"archived": "no"}, "/archived", "`archived` must be `true` or `false`."),
    ("PATCH", "...", {"name": " "}, "/name", "`name` needs at least one visible character."),
    (
        "PATCH",
        "...",
        {"options": {"physical_dce": "gm"}},
        "/options/physical_dce",
        "`options.physical_dce` is not a field here; did you mean `physical_dice`?",
    ),
    ("POST", "/v1/checks", {}, "/kind", "`kind` is missing."),
    (
        "POST",
        "/v1/checks",
        {"kind": "ultra.action", "target": 7, "faces": ["x"]},
        "/faces/0",
        "`faces[0]` must be a whole number.",
    ),
    ("POST", "/v1/checks", {"kind": "ultra.action", "targt": 7}, "/targt", "did you mean `target`?"),
    ("GET", ".../rolls?limit=201", None, "/limit", "`limit` must be at most 200."),
    ("GET", ".../rolls?limit=x", None, "/limit", "`limit` must be a whole number."),
    ("GET", ".../rolls?since=yesterday", None, "/since", f"`since` {MOMENT}"),
    ("GET", ".../rolls?since=2026-05-01T20:00:00", None, "/since", f"`since` {MOMENT}"),
    (
        "GET",
        ".../rolls?visiblity=gm",
        None,
        "/visiblity",
        "`visiblity` is not a query parameter here; did you mean `visibility`?",
    ),
    (
        "GET",
        ".../members?zebra",
        None,
        "/zebra",
        "`zebra` is not a query parameter here; there are `limit`, `cursor`, `external_ref`.",
    ),
    ("GET", "...?purge=true", None, "/purge", "`purge` is not a query parameter here; there are none."),
    ("POST", ".../rolls?notation=d6", D6, "/notation", "`notation` is not a query parameter here; there are none."),
    ("POST", "/v1/rolls?x=1", D6, "/x", "`x` is not a query parameter here; there are none."),
    ("GET", ".../rolls?limit=1&limit=2", None, "/limit", "`limit` is given more than once; send it once."),
    (
        "POST",
        ".../encounters/current/commands?dry_run=true&dry_run=false",
        {"type": "end"},
        "/dry_run",
        "`dry_run` is given more than once; send it once.",
    ),
    ("DELETE", "...?purge=true&purge=false", None, "/purge", "`purge` is given more than once; send it once."),
    ("DELETE", "...?prge=true", None, "/prge", "`prge` is not a query parameter here; did you mean `purge`?"),
]


async def test_every_shape_is_told_in_words(company: Company) -> None:
    for method, path, body, pointer, sentence in TABLE:
        answer = await company.gm.ask(method, path, json=body, headers=ANY)
        problem = refused(answer, 422, "invalid_request")
        told = {error["pointer"]: error["detail"] for error in problem["errors"]}
        assert told[pointer].endswith(sentence), (method, path, told)
        assert problem["detail"].startswith(problem["errors"][0]["detail"])
    assert (await company.gm.get("...")).json()["archived"] is False


async def test_a_kind_that_is_not_there_is_not_repeated(company: Company) -> None:
    problem = refused(await company.client.post("/v1/checks", json={"kind": "zebra"}), 422, "invalid_request")
    assert "`kind` must be `ultra.action`, " in problem["detail"]
    assert "zebra" not in problem["detail"]


async def test_more_than_one_thing_is_counted(company: Company) -> None:
    two = refused(await company.client.post("/v1/rolls", json={"lable": ""}), 422, "invalid_request")
    assert two["detail"] == "`notation` is missing. Another thing is wrong; see `errors`."
    many = await company.client.post("/v1/rolls", json=D6 | {f"k{number}": 1 for number in range(30)})
    told = refused(many, 422, "invalid_request")["detail"]
    assert told.endswith(" 29 more things are wrong; see `errors`. The first 20 are listed.")


async def test_who_comes_without_a_token_hears_of_that_first(company: Company) -> None:
    for path in ("/v1/campaigns/current", "/v1/campaigns/current/rolls", "/v1/me"):
        refused(await company.client.get(f"{path}?zebra=1"), 401, "not_authenticated")


async def test_probes_and_pages_let_any_query_pass(company: Company) -> None:
    for path in ("/healthz", "/readyz", "/docs", "/openapi.json", "/problems/not_found"):
        assert (await company.client.get(f"{path}?v=1")).status_code == 200


@pytest.mark.parametrize("path", ["/at/{}", "/timeline?rounds={}", "/log?limit={}"])
async def test_a_number_in_an_address_is_a_whole_one_of_any_size(company: Company, path: str) -> None:
    encounter = f".../encounters/{await company.gm.fight()}"
    for person in (company.gm, company.observer):
        for number in (2**31 - 1, 2**31, 2**53):
            answer = await person.get(encounter + path.format(number))
            assert answer.status_code == (404 if "/at/" in path else 422)
        for wrong in ("1.0", "1e0", "1_0", "%2B1", "%201", "٣", str(2**64), "9" * 5000):
            refused(await person.get(encounter + path.format(wrong)), 422, "invalid_request")


async def test_a_version_without_quotes_is_no_tag(company: Company) -> None:
    before = await company.gm.get("...")
    for tag, shown in (
        ("3", "3"),
        ("zebra", "7"),
        ('"3', "7"),
        ("", "7"),
        ("1, 2", "7"),
        ("W/1", "7"),
        ('*, "1"', "7"),
    ):
        for ask in (
            company.gm.patch("...", {"name": "Fog"}, headers={"If-Match": tag}),
            company.gm.delete("...", headers={"If-Match": tag}),
        ):
            problem = refused(await ask, 422, "invalid_request")
            assert problem["detail"] == f'`If-Match` holds no ETag: put it in quotes: "{shown}".'
            assert problem["errors"] == [{"in": "header", "pointer": "/If-Match", "detail": problem["detail"]}]
    assert (await company.gm.get("...")).content == before.content


def _said(answer: httpx.Response) -> dict[str, Any]:
    return {name: value for name, value in refused(answer, 404, "not_found").items() if name != "request_id"}


async def test_a_wrong_member_to_act_as_is_told_by_the_header(company: Company) -> None:
    told = [
        _said(await company.gm.get("/v1/me", headers={"Umpire-As": other}))
        for other in ("x", "mem_00000000000000000000000000", company.campaign["id"])
    ]
    assert "`Umpire-As`" in told[0]["detail"]
    assert all(one == told[0] for one in told)


async def test_a_wrong_code_is_told_as_one(company: Company) -> None:
    made = (await company.gm.post(".../invites", {})).json()
    await company.gm.delete(f".../invites/{made['id']}")
    told = [
        _said(await company.client.post(f"/v1/invites/{code}/accept", json={"display_name": "Willow"}))
        for code in (made["code"], "AAAAA-AAAAA", "x")
    ]
    assert told[0]["detail"] == "No invite has this code. Have it read to you again."
    assert all(one == told[0] for one in told)


async def test_tokens_that_are_missing_or_wrong(company: Company, database: str) -> None:
    none = refused(await company.client.get("/v1/me"), 401, "not_authenticated")["detail"]
    assert "on the docs page press **Authorize**" in none
    broken = refused(await company.gm.holding(company.gm.token[:-1]).get("/v1/me"), 401, "not_authenticated")["detail"]
    assert "Copy it again, whole." in broken
    assert "checksum" not in broken
    app = make_app(database, setup_token="open sesame")
    async with app.router.lifespan_context(app), client_of(app) as client:
        sent = {"Authorization": "Bearer sesame"}
        wrong = await client.post("/v1/campaigns", json={"name": "Fog", "system": "ultra"}, headers=sent)
        assert refused(wrong, 401, "setup_token_needed")["detail"].startswith("This is not the setup token")


async def test_under_a_path_the_docs_are_found_there(database: str) -> None:
    app = make_app(database, public_url="https://x.example/umpire")
    async with app.router.lifespan_context(app), client_of(app) as client:
        for path in ("/umpire", "/umpire/"):
            for method in ("GET", "HEAD"):
                answer = await client.request(method, path)
                assert (answer.status_code, answer.headers.get("location")) == (307, "/umpire/docs")
        assert "listed at /umpire/docs." in refused(await client.get("/umpire/x"), 404, "no_such_route")["detail"]
        refused(await client.get("/umpires"), 404, "no_such_route")
