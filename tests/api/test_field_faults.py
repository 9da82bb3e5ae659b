"""Faults that other services were reported for, each with its right answer here: areas `api`, `character` and `db`.

Where a case leaves a choice: numbers and texts that no field could keep are wrong values, 422 (API-01, API-05,
API-09); deep nesting and a key said twice can't be read, 400 (API-11, API-12); JSON numbers are what they are written
as, so `1.0` and `"5"` are no integers (API-13); HEAD answers wherever GET does (API-15); another slash is another
address, 404 (API-18); and the addresses in answers are paths, so that no scheme can be wrong (API-19). A filter takes
its value as it was written, and an unknown filter is refused (CHAR-07).
"""

import asyncio
import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.conftest import SHEET, Company, HandClock, admit, found, refused

pytestmark = pytest.mark.anyio

JSON = {"Content-Type": "application/json"}
ANY = {"If-Match": "*"}


CASES = json.loads((Path(__file__).parents[1] / "cases" / "field_faults.json").read_text(encoding="utf-8"))
IN_THE_DATABASE = {"DB-01", "DB-02", "DB-03"}
"""In `db/test_columns.py`."""
IN_MIGRATIONS = {"DB-06", "DB-07", "DB-09"}
"""In `migrations/test_migrations.py`."""


def test_every_case_is_answered() -> None:
    words = [name.split("_") for name in globals() if name.startswith(("test_api_", "test_char_", "test_db_"))]
    here = {f"{area.upper()}-{number}" for _, area, number, *_ in words}
    asked = {case["id"] for case in CASES if case["area"] in {"api", "character", "db"}}
    assert here | IN_THE_DATABASE | IN_MIGRATIONS == asked


async def _send(company: Company, method: str, path: str, body: bytes) -> httpx.Response:
    return await company.gm.ask(method, path, content=body, headers=JSON | ANY)


def _strictly(answer: httpx.Response) -> Any:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} in an answer")

    return json.loads(answer.content, parse_constant=refuse)


async def test_api_01_a_number_that_is_none_is_refused_in_json_that_is_some(company: Company) -> None:
    for number in (b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999"):
        for body in (
            b'{"notation":"d6","repeat":%b}',
            b'{"x":[0.1,%b]}',
            b'{"notation":"d6","faces":[%b],"wrong":1}',
            b'{"notation":"d6","variables":{"a":%b}}',
        ):
            for path in ("/v1/rolls", "/v1/odds", ".../rolls", ".../invites"):
                answer = await _send(company, "POST", path, body % number)
                _strictly(answer)
                refused(answer, 422, "invalid_request")


async def test_api_02_a_text_is_no_number(company: Company) -> None:
    for text in ("NaN", "inf", "-Infinity", "5", "", "1e3"):
        for field in ({"repeat": text}, {"faces": [text]}, {"variables": {"a": text}}):
            refused(await company.gm.post(".../rolls", {"notation": "d6", **field}), 422, "invalid_request")
        refused(await company.gm.post(".../invites", {"role": "player", "max_uses": text}), 422, "invalid_request")
    for path in (".../rolls", ".../invites", ".../characters"):
        _strictly(await company.gm.get(path))


async def test_api_03_every_rule_of_ours_refuses_with_its_sentence(company: Company) -> None:
    campaign, rolls, members = "...", ".../rolls", ".../members"
    cases: list[tuple[str, str, Any, str]] = [
        ("PATCH", campaign, {"name": "a\u202eb"}, "control or text-direction characters"),
        ("PATCH", campaign, {"name": " "}, "visible character"),
        ("PATCH", campaign, {"name": "\u0958" * 80}, "80 characters"),
        ("PATCH", campaign, {"description": "\a"}, "tab and line feed"),
        ("PATCH", campaign, {"description": "\u0958" * 2000}, "2000 characters"),
        ("GET", f"{rolls}?since=0001-01-01T00:00:00%2B14:00", None, "years 1 to 9999"),
    ]
    for method, path, body, sentence in cases:
        answer = await company.gm.ask(method, path, json=body, headers=ANY)
        assert sentence in refused(answer, 422, "invalid_request")["errors"][0]["detail"]
    answer = await company.gm.get(f"{members}?external_ref=discord")
    assert "app:id" in refused(answer, 422, "invalid_request")["detail"]
    answer = await company.gm.post(rolls, {"notation": "d6"}, headers={"Idempotency-Key": ""})
    assert "255" in refused(answer, 422, "invalid_request")["detail"]


async def test_api_05_half_a_character_is_refused_wherever_it_stands(company: Company) -> None:
    half = b'"x\\ud800"'
    for path, body in (
        (".../invites", b'{"role":%b}'),
        (".../rolls", b'{"notation":%b}'),
        (".../rolls", b'{"notation":"d6","label":%b}'),
        (".../rolls", b'{"notation":"d6","variables":{%b:1}}'),
        (".../tokens", b'{"name":%b,"role":"player"}'),
        ("/v1/odds", b'{"notation":%b}'),
    ):
        refused(await _send(company, "POST", path, body % half), 422, "invalid_request")
    for query in ("visibility=%ED%A0%80", "member_id=%ED%A0%80", "since=%ED%A0%80", "limit=%ED%A0%80"):
        refused(await company.gm.get(f".../rolls?{query}"), 422, "invalid_request")
    raw = dict.fromkeys(("Idempotency-Key", "X-Request-ID"), b"\xed\xa0\x80")
    made = await company.gm.ask("POST", ".../rolls", json={"notation": "d6"}, headers=raw)
    assert (made.status_code, made.headers["x-request-id"][:4]) == (201, "req_")
    refused(await company.gm.ask("GET", "...", headers={"Umpire-As": b"\xed\xa0\x80"}), 404, "not_found")


async def test_api_08_every_list_takes_the_same_limits(company: Company) -> None:
    revisions = f".../characters/{(await company.gm.character())['id']}/revisions"
    lists = ("/v1/campaigns", ".../members", ".../invites", ".../tokens", ".../rolls", ".../checks", ".../characters")
    for path in (*lists, revisions):
        for limit in ("3000000000", str(2**63), "-1", "0", "abc", "1.5"):
            refused(await company.gm.get(f"{path}?limit={limit}"), 422, "invalid_request")
            unknown = await company.gm.get(f"{path}?offset={limit}&page={limit}")
            assert len(refused(unknown, 422, "invalid_request")["errors"]) == 2


async def test_api_09_a_long_number_is_refused_at_once(company: Company) -> None:
    for digits in (5_000, 250_000):
        for body in (b'{"notation":"d6","repeat":%b}', b'{"unknown":%b}', b'{"notation":"d6","faces":[-%b]}'):
            begun = time.process_time()
            refused(await _send(company, "POST", ".../rolls", body % (b"9" * digits)), 422, "invalid_request")
            assert time.process_time() - begun < 0.1
    refused(await _send(company, "POST", ".../rolls", b'{"repeat":%b}' % (b"9" * 1_000_000)), 413, "body_too_large")


async def test_api_11_nesting_ends_at_32(company: Company) -> None:
    deep = [b"[" * 20_000 + b"]" * 20_000, b'{"a":' * 1000 + b"1" + b"}" * 1000]
    deep += [b'{"notation":"d6","variables":{"a":' + b"[" * n + b"]" * n + b"}}" for n in (31, 100, 1000, 5000)]
    for body in deep:
        refused(await _send(company, "POST", ".../rolls", body), 400, "unreadable_body")
    bearable = b'{"notation":"d6","variables":{"a":' + b"[" * 30 + b"]" * 30 + b"}}"
    refused(await _send(company, "POST", ".../rolls", bearable), 422, "invalid_request")


async def test_api_12_a_key_said_twice_is_refused(company: Company) -> None:
    for body in (
        b'{"role":"player","role":"gm"}',
        b'{"role":"player","r\\u006fle":"gm"}',
        b'{"role":"player","member_id":{"a":1,"a":2}}',
    ):
        refused(await _send(company, "POST", ".../invites", body), 400, "unreadable_body")
    assert len((await company.gm.get(".../invites")).json()["items"]) == 3


async def test_api_13_types_are_what_is_written(company: Company) -> None:
    for wrong in (True, 1.0, 1.5, "5", "", None, [1]):
        for path, body in (
            (".../rolls", {"notation": "d6", "repeat": wrong}),
            (".../rolls", {"notation": "d6", "faces": [wrong]}),
            (".../invites", {"role": "player", "max_uses": wrong}),
        ):
            refused(await company.gm.post(path, body), 422, "invalid_request")
    for wrong in ("no", 0, 1, "true", 2, ""):
        refused(await company.gm.patch("...", {"archived": wrong}, headers=ANY), 422, "invalid_request")
    for nameless in (5, True, ["a"], {"a": 1}):
        refused(await company.gm.patch("...", {"name": nameless}, headers=ANY), 422, "invalid_request")
    assert (await company.gm.get("...")).json()["version"] == 1


async def test_api_15_head_answers_where_get_does(company: Company) -> None:
    for path in ("/healthz", "/readyz", "/docs", "/openapi.json", "...", ".../rolls", ".../members", "/v1/me"):
        plain = {"Accept-Encoding": "identity"}
        head = await company.gm.ask("HEAD", path, headers=plain)
        assert (head.status_code, head.content) == (200, b"")
        got = await company.gm.get(path, headers=plain)
        assert head.headers["content-length"] == str(len(got.content))


async def test_api_18_no_slash_is_redirected(company: Company) -> None:
    for path in ("/v1/campaigns", ".../rolls", ".../members", ".../invites", ".../tokens", "/v1/rolls", "/v1/odds"):
        for method in ("GET", "POST"):
            body = {"notation": "d6"} if method == "POST" else None
            answer = await company.gm.ask(method, path + "/", json=body, follow_redirects=True)
            refused(answer, 404, "no_such_route")
            assert answer.history == []


async def test_api_19_no_address_has_a_scheme(company: Company) -> None:
    forged = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "Forwarded": "proto=https"}
    for headers in ({}, forged):
        made = await company.gm.post(".../rolls", {"notation": "d6"}, headers=headers)
        invited = await company.gm.post(".../invites", {"role": "player"}, headers=headers)
        listed = await company.gm.get(".../invites?limit=1", headers=headers)
        missing = await company.gm.get("/v1/campaigns/x", headers=headers)
        addresses = [made.headers["location"], invited.headers["location"], listed.links["next"]["url"]]
        assert all(address.startswith("/v1/campaigns/") for address in addresses)
        assert missing.json()["type"] == "/problems/not_found"
    assert "://" not in (await company.client.get("/docs", headers=forged)).text


async def test_api_20_null_clears_and_absence_leaves(company: Company, clock: HandClock) -> None:
    await company.gm.patch("...", {"description": "Every second Sunday."}, headers=ANY)
    before = (await company.gm.get("...")).json()
    clock.forward(minutes=1)
    assert (await company.gm.patch("...", {}, headers=ANY)).json() == before
    refused(await company.gm.patch("...", {"name": None}, headers=ANY), 422, "invalid_request")
    refused(
        await company.gm.patch(f".../members/{company.player.member_id}", {"display_name": None}),
        422,
        "invalid_request",
    )
    cleared = (await company.gm.patch("...", {"description": None}, headers=ANY)).json()
    assert cleared == before | {"description": None, "version": 3, "updated_at": "2027-01-01T12:01:00Z"}


async def test_api_21_a_patch_declares_no_defaults(company: Company) -> None:
    document = company.app.openapi()
    patches = [operations["patch"] for operations in document["paths"].values() if "patch" in operations]
    assert len(patches) == 4
    waiting = [patch["requestBody"]["content"]["application/json"]["schema"] for patch in patches]
    seen = set()
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, list):
            waiting += schema
        elif isinstance(schema, dict):
            assert "default" not in schema
            seen.add(schema.get("title"))
            name = schema.get("$ref", "").rpartition("/")[2]
            if name and name not in seen:
                seen.add(name)
                waiting.append(document["components"]["schemas"][name])
            # A list is replaced whole: what its items leave out may have a default.
            waiting += [part for key, part in schema.items() if isinstance(part, dict | list) and key != "items"]
    assert {"CampaignChange", "CampaignUltraOptionsChange", "MemberChange", "CharacterChange"} <= seen


async def test_api_22_each_of_250_equal_rows_comes_once_while_they_change(company: Company) -> None:
    for _ in range(250):
        await company.player.roll("d20", label="Same", visibility="gm")
    seen: list[str] = []
    path = ".../rolls?limit=20"
    while path:
        part = (await company.gm.get(path)).json()
        seen += [roll["id"] for roll in part["items"]]
        for roll in (part["items"][0], part["items"][-1]):
            await company.gm.post(f".../rolls/{roll['id']}/reveal")
        path = f".../rolls?limit=20&cursor={part['next_cursor']}" if part["next_cursor"] else ""
    assert (len(seen), len(set(seen))) == (250, 250)


async def test_api_24_exact_numbers_are_texts(company: Company) -> None:
    odds = (await company.client.post("/v1/odds", json={"notation": "4d6kh3", "at_least": 15})).json()
    assert (odds["mean"], odds["denominator"], odds["at_least"]["exact"]) == ("15869/1296", "1296", "25/108")
    large = (await company.client.post("/v1/odds", json={"notation": "40d6"})).json()
    assert large["denominator"] == str(6**40)
    assert sum(Fraction(outcome["ways"]) for outcome in large["outcomes"]) == 6**40
    schema = company.app.openapi()["components"]["schemas"]
    assert schema["Outcome"]["properties"]["ways"]["type"] == "string"
    mean = schema["OddsResult"]["properties"]["mean"]
    assert {kind["type"] for kind in mean.get("anyOf", [mean])} <= {"string", "null"}


async def test_api_25_one_of_twenty_gets_what_there_is_once(company: Company) -> None:
    code = (await company.gm.post(".../invites", {"role": "player"})).json()["code"]
    answers = await asyncio.gather(
        *(company.client.post(f"/v1/invites/{code}/accept", json={"display_name": "Thug"}) for _ in range(20))
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19


async def test_char_01_who_may_only_read_a_character_acts_for_none(company: Company) -> None:
    path = f".../characters/{(await company.player.character())['id']}"
    for who, code in ((company.observer, "role_too_low"), (company.other, "not_yours")):
        for answer in (
            await who.patch(path, {"name": "Mine"}, headers=ANY),
            await who.put(path, {"name": "Mine", "sheet": SHEET}, headers=ANY),
            await who.post(f"{path}/restore", {"revision": 1}),
            await who.delete(path, headers=ANY),
        ):
            refused(answer, 403, code)
        assert (await who.get(path)).status_code == 200


async def test_char_02_what_is_the_owners_alone_is_left_out(company: Company) -> None:
    path = f".../characters/{(await company.player.character(private_notes='Owes.'))['id']}"
    for who in (company.other, company.observer):
        seen = await who.get(path)
        assert "private_notes" not in seen.json()
        assert b"Owes." not in seen.content + (await who.get(".../characters")).content


async def test_char_03_an_import_leaves_behind_who_had_them(company: Company) -> None:
    made = await company.player.character(visibility="owner", private_notes="Owes.")
    document = (await company.player.get(f".../characters/{made['id']}/export")).json()
    _, gm = await found(company.client)
    importer, other = await admit(gm, "player", "Willow"), await admit(gm, "player", "Bearington")
    answer = await importer.post(".../characters/import", document)
    assert answer.status_code == 201, answer.text
    assert answer.json()["owner_member_id"] == importer.member_id
    said = answer.content + (await importer.get(".../characters")).content + (await gm.get(".../members")).content
    for old in (made["id"], company.player.member_id, company.gm.member_id, company.gm.campaign_id):
        assert old.encode() not in said
    refused(await other.get(f".../characters/{answer.json()['id']}"), 404, "not_found")


async def test_char_05_a_new_character_has_all_it_can_have(company: Company) -> None:
    made = await company.player.character(sheet=SHEET | {"health_max": 30})
    assert made["variables"]["health"] == 30
    path = f".../characters/{made['id']}"
    for sheet in ({"health_max": 0}, {"health": 31}, {"health": -1}):
        refused(await company.player.patch(path, {"sheet": sheet}, headers=ANY), 422, "invalid_request")
    assert (await company.player.patch(path, {"sheet": {"health": 0}}, headers=ANY)).json()["variables"]["health"] == 0


async def test_char_07_a_filter_says_what_it_takes(company: Company) -> None:
    await company.player.character(kind="npc")
    for query, count in (("kind=npc", 1), ("kind=NPC", 0), ("kind=monster", 0)):
        answer = await company.player.get(f".../characters?{query}")
        assert (answer.status_code, len(answer.json()["items"])) == (200, count)
    for query in ("system=uttas", "class=npc", "kind=", "kind=monster&kind=npc"):
        refused(await company.player.get(f".../characters?{query}"), 422, "invalid_request")


async def test_db_04_what_changes_inside_a_sheet_is_kept(company: Company) -> None:
    path = f".../characters/{(await company.player.character())['id']}"
    skills: list[dict[str, Any]] = []
    for dice in (1, 2, 3):
        skills = [*skills, {"id": f"skill_{dice}", "dice": dice}]
        patch = {"sheet": {"armor": {"physical": dice}, "skills": skills}}
        await company.player.patch(path, patch, headers=ANY)
        sheet = (await company.gm.get(path)).json()["sheet"]
        assert (sheet["armor"]["physical"], [skill["dice"] for skill in sheet["skills"]][-1]) == (dice, dice)
