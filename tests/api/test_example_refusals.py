"""What the docs page shows of a refusal is what the service says: each example is provoked and compared."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from app.api.example_refusals import example_refusal
from app.api.problems import BY_CODE
from tests.api.conftest import Company

pytestmark = pytest.mark.anyio

JSON = {"Content-Type": "application/json"}
REF = {"external_refs": [{"app": "discord", "id": "184405311681986560"}]}


async def invited(company: Company) -> str:
    made = await company.gm.post(".../invites", {})
    code: str = made.json()["code"]
    return code


async def accept(company: Company, code: str, **body: str) -> httpx.Response:
    return await company.client.post(f"/v1/invites/{code}/accept", json=body)


async def spent(company: Company) -> httpx.Response:
    code = await invited(company)
    await accept(company, code, display_name="Willow")
    return await accept(company, code, display_name="Willow")


async def name_needed(company: Company) -> httpx.Response:
    return await accept(company, await invited(company))


async def taken(company: Company) -> httpx.Response:
    await company.gm.patch(f".../members/{company.player.member_id}", REF)
    return await company.gm.patch(f".../members/{company.other.member_id}", REF)


async def physical(company: Company) -> httpx.Response:
    options = {"options": {"physical_dice": "gm"}}
    await company.gm.patch("...", options, headers={"If-Match": "*"})
    return await company.player.post(".../rolls", {"notation": "1d20", "faces": [7]})


async def archived(company: Company) -> httpx.Response:
    await company.gm.delete("...", headers={"If-Match": "*"})
    return await company.gm.post(".../rolls", {"notation": "1d20"})


async def mismatched(company: Company) -> httpx.Response:
    key = {"Idempotency-Key": "the same"}
    await company.gm.post(".../rolls", {"notation": "1d20"}, headers=key)
    return await company.gm.post(".../rolls", {"notation": "1d12"}, headers=key)


async def public(company: Company) -> httpx.Response:
    roll = await company.gm.roll()
    return await company.gm.post(f".../rolls/{roll['id']}/reveal")


async def revoked(company: Company) -> httpx.Response:
    mine = (await company.gm.get("/v1/me")).json()["token"]["id"]
    await company.gm.delete(f".../tokens/{mine}")
    return await company.gm.get("/v1/me")


async def stale(company: Company) -> httpx.Response:
    for name in "abcdefg":
        await company.gm.patch("...", {"name": name}, headers={"If-Match": "*"})
    return await company.gm.patch("...", {"name": "Fog"}, headers={"If-Match": '"7"'})


def roll(**body: Any) -> Callable[[Company], Awaitable[httpx.Response]]:
    return lambda company: company.client.post("/v1/rolls", json=body)


def raw(content: str, **headers: str) -> Callable[[Company], Awaitable[httpx.Response]]:
    return lambda company: company.client.post("/v1/rolls", content=content, headers=JSON | headers)


Provoked = Callable[[Company], Awaitable[httpx.Response]]
# Operation, its role, code, and how it comes to it.
REFUSALS: list[tuple[str, str, str, Provoked]] = [
    ("rollDice", "-", "notation_error", roll(notation="4d6kh3r1")),
    ("rollDice", "-", "unknown_variable", roll(notation="1d20+@stealht", variables={"stealth": 4})),
    ("rollDice", "-", "dice_limit", roll(notation="1001d6")),
    (
        "countOdds",
        "-",
        "odds_too_costly",
        lambda c: c.client.post("/v1/odds", json={"notation": "40d100!kh20"}),
    ),
    ("rollDice", "-", "faces_missing", roll(notation="3d6+2", faces=[4, 1])),
    ("rollDice", "-", "faces_unused", roll(notation="3d6+2", faces=[4, 1, 6, 2])),
    ("rollDice", "-", "invalid_face", roll(notation="3d6+2", faces=[4, 7, 6])),
    (
        "countCheckOdds",
        "-",
        "faces_in_odds",
        lambda c: c.client.post("/v1/checks/odds", json={"kind": "ultra.action", "faces": [8, 3]}),
    ),
    ("rollDice", "-", "invalid_request", roll(notation="1d20", repeat=0, lable="")),
    ("rollDice", "-", "unreadable_body", raw('{"notation": "d20",}')),
    ("rollDice", "-", "body_too_large", raw("x" * 262_145)),
    ("rollDice", "-", "unsupported_media_type", raw("{}", **{"Content-Type": "text/plain"})),
    (
        "createCampaign",
        "setup",
        "not_authenticated",
        lambda c: c.client.post("/v1/campaigns", headers={"Authorization": "Basic eA"}),
    ),
    (
        "createCampaign",
        "setup",
        "setup_token_needed",
        lambda c: c.client.post(
            "/v1/campaigns", headers={"Origin": "https://elsewhere.example"}, json={"name": "Fog", "system": "ultra"}
        ),
    ),
    ("whoAmI", "observer", "not_authenticated", revoked),
    (
        "whoAmI",
        "observer",
        "ambiguous_token",
        lambda c: c.client.get("/v1/me", headers=[("Authorization", "Bearer a"), ("Authorization", "Bearer b")]),
    ),
    ("whoAmI", "observer", "role_too_low", lambda c: c.player.acting_as(c.other).get("/v1/me")),
    ("rollInCampaign", "player", "role_too_low", lambda c: c.observer.post(".../rolls", {"notation": "1d20"})),
    ("makeInvite", "gm", "role_too_low", lambda c: c.player.post(".../invites", {})),
    ("makeToken", "observer", "role_too_low", lambda c: c.player.post(".../tokens", {"name": "Bot", "role": "gm"})),
    ("removeMember", "observer", "role_too_low", lambda c: c.player.delete(f".../members/{c.other.member_id}")),
    ("getRoll", "observer", "not_found", lambda c: c.gm.get(".../rolls/rol_00000000000000000000000000")),
    ("listRolls", "observer", "invalid_request", lambda c: c.gm.get(".../rolls?limit=201")),
    ("listRolls", "observer", "bad_cursor", lambda c: c.gm.get(".../rolls?cursor=abc")),
    ("changeCampaign", "gm", "version_required", lambda c: c.gm.patch("...", {"name": "Fog"})),
    ("changeCampaign", "gm", "stale_version", stale),
    ("changeMember", "gm", "reference_taken", taken),
    ("removeMember", "observer", "last_game_master", lambda c: c.gm.delete(f".../members/{c.gm.member_id}")),
    ("rollInCampaign", "player", "archived", archived),
    ("rollInCampaign", "player", "physical_dice_off", physical),
    ("rollInCampaign", "player", "idempotency_mismatch", mismatched),
    ("revealRoll", "player", "already_public", public),
    ("acceptInvite", "-", "invite_spent", spent),
    ("acceptInvite", "-", "name_needed", name_needed),
    ("acceptInvite", "-", "not_found", lambda c: accept(c, "00000-00000", display_name="Willow")),
    ("explainProblem", "-", "no_such_route", lambda c: c.client.get("/problems/none")),
]


@pytest.mark.parametrize(
    ("operation_id", "role", "code", "provoke"), REFUSALS, ids=[f"{r[0]}-{r[2]}" for r in REFUSALS]
)
async def test_an_example_is_what_the_service_says(
    company: Company, operation_id: str, role: str, code: str, provoke: Provoked
) -> None:
    answer = await provoke(company)
    said = answer.json()
    shown = example_refusal(BY_CODE[code], operation_id=operation_id, role=role)
    assert said | {"request_id": ""} == shown | {"request_id": ""}
    assert re.fullmatch(r"req_[0-9a-f]{20}", shown["request_id"])
