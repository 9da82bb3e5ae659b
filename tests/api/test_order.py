"""The order in which a write is judged: size and JSON, token, rate, role, replay, body, version, rules (design 5)."""

from typing import Any

import pytest

from app.api import transfer
from app.db.tables import METADATA
from app.services.deeds import PAST
from tests.api.conftest import NOBODYS, SHEET, Company, Person, client_of, found, make_app, refused, stored

pytestmark = pytest.mark.anyio

USED = {"Idempotency-Key": "used for another request"}
WRONG: dict[str, Any] = {"name": ""}
JSON = {"Content-Type": "application/json"}


async def test_a_change_is_judged_in_order(company: Company) -> None:
    gm, player = company.gm, company.player
    for person in (gm, player):
        await person.post(".../rolls", {"notation": "d6"}, headers=USED)
    await gm.delete("...", headers={"If-Match": "*"})
    nobody = gm.holding("ump_gm_x")
    # Each request is wrong in all that comes after the place where it is refused.
    too_large = b'{"name":"' + b"x" * 300_000
    refused(await nobody.ask("PATCH", "...", content=too_large, headers=JSON | USED), 413, "body_too_large")
    refused(await nobody.ask("PATCH", "...", content=b"{", headers=JSON | USED), 400, "unreadable_body")
    refused(await nobody.patch("...", WRONG, headers=USED), 401, "not_authenticated")
    refused(await player.patch("...", WRONG, headers=USED), 403, "role_too_low")
    refused(await gm.patch("...", WRONG, headers=USED), 422, "idempotency_mismatch")
    refused(await gm.patch("...", WRONG), 422, "invalid_request")
    refused(await gm.patch("...", {"name": "Fog"}), 428, "version_required")
    refused(await gm.patch("...", {"name": "Fog"}, headers={"If-Match": '"1"'}), 412, "stale_version")
    refused(await gm.patch("...", {"name": "Fog"}, headers={"If-Match": '"2"'}), 409, "archived")


async def test_a_roll_is_judged_in_order(company: Company) -> None:
    player, observer = company.player, company.observer
    await player.post(".../tokens", {"name": "Bot", "role": "player"}, headers=USED)
    await observer.post(".../tokens", {"name": "Bot", "role": "observer"}, headers=USED)
    await company.gm.delete("...", headers={"If-Match": "*"})
    # Twice: the second time everybody is remembered.
    for _ in range(2):
        refused(await observer.ask("POST", ".../rolls", content=b"{", headers=JSON | USED), 400, "unreadable_body")
        refused(await player.holding("x").post(".../rolls", WRONG, headers=USED), 401, "not_authenticated")
        refused(await player.post("/v1/campaigns/x/rolls", WRONG, headers=USED), 404, "not_found")
        refused(await observer.post(".../rolls", WRONG, headers=USED), 403, "role_too_low")
        refused(await player.post(".../rolls", WRONG, headers=USED), 422, "idempotency_mismatch")
        refused(await player.post(".../rolls", WRONG), 422, "invalid_request")
        refused(await player.post(".../rolls", {"notation": "("}), 422, "notation_error")
        refused(await player.post(".../rolls", {"notation": "d6"}), 409, "archived")


async def test_the_rate_comes_after_the_token_and_before_the_role(database: str) -> None:
    app = make_app(database, rate_limits="on")
    async with app.router.lifespan_context(app), client_of(app) as client:
        _, gm = await found(client)
        bot = (await gm.post(".../tokens", {"name": "Bot", "role": "observer"})).json()["token"]
        spent = gm.holding(bot)
        for _ in range(300):
            refused(await spent.post(".../rolls", None), 403, "role_too_low")
        for method, path in (("PATCH", "..."), ("POST", ".../rolls"), ("POST", ".../invites"), ("DELETE", "...")):
            refused(await spent.ask(method, path, json=WRONG, headers=USED), 429, "rate_limited")
            if method != "DELETE":
                refused(await spent.ask(method, path, content=b"{", headers=JSON), 400, "unreadable_body")
            refused(await gm.holding("x").ask(method, path, json=WRONG), 401, "not_authenticated")


async def test_coming_in_is_judged_in_order(company: Company) -> None:
    code = (await company.gm.post(".../invites", {"role": "player"})).json()["code"]
    accept = f"/v1/invites/{code}/accept"
    await company.client.post("/v1/campaigns", json={"name": "Fog", "system": "ultra"}, headers=USED)
    ask = company.client.post
    refused(await ask(accept, content=b"{", headers=JSON | USED), 400, "unreadable_body")
    refused(await ask(accept, json={"wrong": 1}, headers=USED), 422, "idempotency_mismatch")
    refused(await ask("/v1/invites/AAAAA-AAAAA/accept", json={"wrong": 1}), 422, "invalid_request")
    refused(await ask("/v1/invites/AAAAA-AAAAA/accept", json={"display_name": "T"}), 404, "not_found")


NEW_CHARACTER = {
    *("name", "kind", "sheet", "visibility", "owner_member_id", "external_refs", "notes", "private_notes", "waivers"),
}
FIELDS: dict[tuple[str, str], tuple[dict[str, Any], set[str]]] = {
    ("POST", "/v1/campaigns"): (
        {"name": "Fog", "system": "ultra"},
        {"name", "system", "description", "options", "external_refs"},
    ),
    ("PATCH", "..."): ({}, {"name", "description", "options", "external_refs", "archived"}),
    ("POST", "/v1/rolls"): ({"notation": "d6"}, {"notation", "repeat", "label", "variables", "faces"}),
    ("POST", "/v1/odds"): ({"notation": "d6"}, {"notation", "variables", "at_least", "at_most"}),
    ("POST", ".../rolls"): (
        {"notation": "d6"},
        {"notation", "repeat", "label", "variables", "faces", "character_id", "visibility"},
    ),
    ("POST", ".../checks/{check}/resolve"): ({}, {"accept_complications", "buy_off", "tricks"}),
    ("POST", ".../checks/{check}/amend"): ({"spend": "hero_point"}, {"spend", "die", "faces"}),
    ("POST", ".../characters"): ({"name": "Thug", "sheet": SHEET}, NEW_CHARACTER),
    ("PUT", ".../characters/{character}"): ({"name": "Thug", "sheet": SHEET}, NEW_CHARACTER),
    ("PATCH", ".../characters/{character}"): ({}, NEW_CHARACTER),
    ("POST", ".../characters/import"): (
        transfer.CHARACTER_EXAMPLES["uttas"]["value"],
        {"format", "version", "system", "character"},
    ),
    ("POST", "/v1/campaigns/import"): (
        transfer.CAMPAIGN_EXAMPLES["uttas"]["value"],
        {"format", "version", "campaign", "members", "characters", "rolls", "checks", "encounters", "events"},
    ),
    ("POST", ".../characters/{character}/restore"): ({"revision": 1}, {"revision"}),
    ("POST", ".../encounters"): ({"name": "Bridge"}, {"name", "kind", "options", "notes", "external_refs"}),
    ("PATCH", ".../encounters/{encounter}"): ({}, {"name", "notes", "external_refs"}),
    ("PATCH", ".../members/{other}"): ({}, {"display_name", "role", "external_refs"}),
    ("POST", ".../invites"): ({"role": "player"}, {"role", "expires_in", "max_uses", "member_id"}),
    ("POST", "/v1/invites/{code}/accept"): ({"display_name": "Thug"}, {"display_name"}),
    ("POST", ".../tokens"): ({"name": "Bot", "role": "player"}, {"name", "role", "character_ids", "expires_in"}),
    ("POST", ".../time"): ({"days": 1}, {"minutes", "hours", "days", "weeks", "rest", "character_ids"}),
    ("POST", ".../sessions"): ({}, {"new_adventure"}),
}
COLUMNS = {column.name for table in METADATA.tables.values() for column in table.columns}


async def test_no_column_can_be_set_by_its_name(company: Company, database: str) -> None:
    code = (await company.gm.post(".../invites", {"role": "player"})).json()["code"]
    character = (await company.player.character())["id"]
    before = await stored(database)
    for (method, path), (body, fields) in FIELDS.items():
        path = path.format(
            other=company.other.member_id,
            code=code,
            check=f"chk_{NOBODYS}",
            character=character,
            encounter=f"enc_{NOBODYS}",
        )
        for name in sorted(COLUMNS - fields):
            for value in (1, "x", None):
                answer = await company.gm.ask(method, path, json=body | {name: value}, headers={"If-Match": "*"})
                problem = refused(answer, 422, "invalid_request")
                assert [error["pointer"] for error in problem["errors"]] == [f"/{name}"], (path, name)
    assert await stored(database) == before


async def test_the_table_of_fields_is_whole(company: Company) -> None:
    document = company.app.openapi()
    takes_a_body = {
        (method.upper(), path)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if "requestBody" in operation
    }
    named = {
        (method, path.replace("...", "/v1/campaigns/{campaign}").replace("{other}", "{member}"))
        for method, path in FIELDS
    }
    # What these take is their system's own: `test_checks`, `test_deeds`, `test_encounters` try a column's name there.
    by_the_rules = {
        *("/v1/checks", "/v1/checks/odds", "/v1/campaigns/{campaign}/checks"),
        *(f"/v1/campaigns/{{campaign}}/characters/{{character}}/{route}" for route in PAST),
        "/v1/campaigns/{campaign}/encounters/{encounter}/commands",
    }
    assert takes_a_body == named | {("POST", path) for path in by_the_rules}
    for (method, path), (_, fields) in FIELDS.items():
        path = path.replace("...", "/v1/campaigns/{campaign}").replace("{other}", "{member}")
        content = document["paths"][path][method.lower()]["requestBody"]["content"]["application/json"]
        for schema in content["schema"].get("oneOf", [content["schema"]]):
            if "$ref" in schema:
                schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            assert set(schema["properties"]) == fields


class TestMemory:
    """A roller is remembered for a minute; nothing may come of it that their token no longer opens."""

    async def _remembered(self, company: Company) -> Person:
        await company.player.roll()
        return company.player

    async def test_a_purged_campaign_is_gone(self, company: Company) -> None:
        player = await self._remembered(company)
        await company.gm.delete("...?purge=true", headers={"If-Match": "*"})
        refused(await player.post(".../rolls", {"notation": "d6"}), 401, "not_authenticated")

    async def test_another_service_on_the_database_takes_a_role(self, company: Company, database: str) -> None:
        player = await self._remembered(company)
        app = make_app(database)
        async with app.router.lifespan_context(app), client_of(app) as client:
            elsewhere = Person(client, company.gm.token, company.gm.member_id, company.gm.campaign_id)
            path = f".../members/{player.member_id}"
            assert (await elsewhere.patch(path, {"role": "observer"})).status_code == 200
            for body in ({"notation": "d6"}, {"notation": "("}, {"notation": "d6", "faces": [3]}, WRONG):
                refused(await player.post(".../rolls", body), 403, "role_too_low")
            assert (await elsewhere.patch(path, {"role": "player"})).status_code == 200
            await player.roll()
            assert (await elsewhere.delete(path)).status_code == 204
            for body in ({"notation": "d6"}, {"notation": "("}, WRONG):
                refused(await player.post(".../rolls", body), 401, "not_authenticated")
        assert len((await company.gm.get(".../rolls")).json()["items"]) == 2
