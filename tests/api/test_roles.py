"""Who may do what: every operation asked by everybody who could ask, held to one table."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from fastapi.routing import iter_route_contexts

from app.api import transfer
from app.services import keys
from app.services.deeds import PAST
from tests.api.conftest import NOBODYS, SHEET, Company, HandClock, Person, admit, found, make_app, refused

pytestmark = pytest.mark.anyio


@dataclass
class Call:
    """One way to ask for an operation; `...` is the campaign, `new` makes what the call is about."""

    method: str
    path: str
    body: Any = None
    if_match: bool = False
    new: "Callable[[Company, Person], Awaitable[str]] | None" = None


async def _new_member(company: Company, _: Person) -> str:
    return (await admit(company.gm, "player", "Thug")).member_id


async def _new_secret_roll(company: Company, who: Person) -> str:
    roller = who if who is company.gm else company.player
    return str((await roller.roll(visibility="gm"))["id"])


async def _new_open_roll(company: Company, _: Person) -> str:
    return str((await company.player.roll())["id"])


CHECK = {"kind": "uttas.skill", "dice": 4, "dc": 12}


async def _new_check(company: Company, _: Person) -> str:
    return str((await company.player.post(".../checks", CHECK)).json()["id"])


async def _new_secret_check(company: Company, who: Person) -> str:
    maker = who if who is company.gm else company.player
    return str((await maker.post(".../checks", CHECK | {"visibility": "gm"})).json()["id"])


async def _new_invite(company: Company, _: Person) -> str:
    return str((await company.gm.post(".../invites", {"role": "player"})).json()["id"])


async def _new_code(company: Company, _: Person) -> str:
    return str((await company.gm.post(".../invites", {"role": "player"})).json()["code"])


async def _new_token(company: Company, who: Person) -> str:
    owner = who if who in (company.gm, company.player, company.observer) else company.player
    return str((await owner.post(".../tokens", {"name": "Bot", "role": "observer"})).json()["id"])


async def _new_character(company: Company, _: Person) -> str:
    return str((await company.player.character())["id"])


async def _player(company: Company, _: Person) -> str:
    return company.player.member_id


NEW_CAMPAIGN = transfer.CAMPAIGN_EXAMPLES["uttas"]["value"]
NEW_CHARACTER = transfer.CHARACTER_EXAMPLES["uttas"]["value"]
PRONE = {"add": [{"key": "prone"}]}


async def _new_encounter(company: Company, _: Person) -> str:
    return await company.gm.fight()


async def _new_undone(company: Company, _: Person) -> str:
    id_ = await company.gm.fight()
    await company.gm.post(f".../encounters/{id_}/commands", {"type": "note", "text": "Fog."})
    await company.gm.post(f".../encounters/{id_}/undo")
    return id_


CALLS = {
    "rollDice": Call("POST", "/v1/rolls", {"notation": "2d6"}),
    "countOdds": Call("POST", "/v1/odds", {"notation": "2d6"}),
    "makeCheck": Call("POST", "/v1/checks", {"kind": "supers.check", "modifier": 8, "dc": 15}),
    "countCheckOdds": Call("POST", "/v1/checks/odds", {"kind": "supers.check", "modifier": 8, "dc": 15}),
    "listSystems": Call("GET", "/v1/systems"),
    "getSystem": Call("GET", "/v1/systems/ultra"),
    "whoAmI": Call("GET", "/v1/me"),
    "createCampaign": Call("POST", "/v1/campaigns", {"name": "Fog", "system": "ultra"}),
    "listCampaigns": Call("GET", "/v1/campaigns"),
    "getCampaign": Call("GET", "..."),
    "changeCampaign": Call("PATCH", "...", {"description": "Every second Sunday."}, if_match=True),
    "archiveCampaign": Call("DELETE", "...", if_match=True),
    "exportCampaign": Call("GET", ".../export"),
    "importCampaign": Call("POST", "/v1/campaigns/import", NEW_CAMPAIGN),
    "exportCharacter": Call("GET", ".../characters/{new}/export", new=_new_character),
    "importCharacter": Call("POST", ".../characters/import", NEW_CHARACTER),
    "rollInCampaign": Call("POST", ".../rolls", {"notation": "1d20"}),
    "listRolls": Call("GET", ".../rolls"),
    "rollStatistics": Call("GET", ".../rolls/stats"),
    "getRoll": Call("GET", ".../rolls/{new}", new=_new_open_roll),
    "revealRoll": Call("POST", ".../rolls/{new}/reveal", new=_new_secret_roll),
    "checkInCampaign": Call("POST", ".../checks", CHECK),
    "listChecks": Call("GET", ".../checks"),
    "getCheck": Call("GET", ".../checks/{new}", new=_new_check),
    "resolveCheck": Call("POST", ".../checks/{new}/resolve", {}, new=_new_check),
    "amendCheck": Call("POST", ".../checks/{new}/amend", {"spend": "hero_point"}, new=_new_check),
    "revealCheck": Call("POST", ".../checks/{new}/reveal", new=_new_secret_check),
    "listCharacters": Call("GET", ".../characters"),
    "addCharacter": Call("POST", ".../characters", {"name": "Willow", "sheet": SHEET}),
    "getCharacter": Call("GET", ".../characters/{new}", new=_new_character),
    "replaceCharacter": Call(
        "PUT", ".../characters/{new}", {"name": "Thug", "sheet": SHEET}, if_match=True, new=_new_character
    ),
    "changeCharacter": Call("PATCH", ".../characters/{new}", {"name": "Thug"}, if_match=True, new=_new_character),
    "removeCharacter": Call("DELETE", ".../characters/{new}", if_match=True, new=_new_character),
    "listRevisions": Call("GET", ".../characters/{new}/revisions", new=_new_character),
    "restoreCharacter": Call("POST", ".../characters/{new}/restore", {"revision": 1}, new=_new_character),
    "restCharacter": Call("POST", ".../characters/{new}/rest", {"kind": "short"}, new=_new_character),
    "damageCharacter": Call("POST", ".../characters/{new}/damage", {"health": 1, "stamina": 0}, new=_new_character),
    "healCharacter": Call("POST", ".../characters/{new}/heal", {"kind": "first_aid"}, new=_new_character),
    "changeConditions": Call(
        "POST", ".../characters/{new}/conditions", {"add": [{"key": "prone"}]}, new=_new_character
    ),
    "spendOfCharacter": Call("POST", ".../characters/{new}/spend", {"amount": 1}, new=_new_character),
    "letTimePass": Call("POST", ".../time", {"days": 1}),
    "startSession": Call("POST", ".../sessions", {}),
    "setUpEncounter": Call("POST", ".../encounters", {"name": "The toll bridge"}),
    "listEncounters": Call("GET", ".../encounters"),
    "getEncounter": Call("GET", ".../encounters/{new}", new=_new_encounter),
    "changeEncounter": Call("PATCH", ".../encounters/{new}", {"name": "At dusk"}, if_match=True, new=_new_encounter),
    "removeEncounter": Call("DELETE", ".../encounters/{new}", if_match=True, new=_new_encounter),
    "sendCommand": Call("POST", ".../encounters/{new}/commands", {"type": "note", "text": "Fog."}, new=_new_encounter),
    "undoCommand": Call("POST", ".../encounters/{new}/undo", new=_new_encounter),
    "redoCommand": Call("POST", ".../encounters/{new}/redo", new=_new_undone),
    "legalCommands": Call("GET", ".../encounters/{new}/legal", new=_new_encounter),
    "encounterTimeline": Call("GET", ".../encounters/{new}/timeline", new=_new_encounter),
    "encounterLog": Call("GET", ".../encounters/{new}/log", new=_new_encounter),
    "encounterAtVersion": Call("GET", ".../encounters/{new}/at/1", new=_new_encounter),
    "listMembers": Call("GET", ".../members"),
    "getMember": Call("GET", ".../members/{new}", new=_player),
    "changeMember": Call("PATCH", ".../members/{new}", {"display_name": "Thug, dazed"}, new=_new_member),
    "removeMember": Call("DELETE", ".../members/{new}", new=_new_member),
    "makeInvite": Call("POST", ".../invites", {"role": "player"}),
    "listInvites": Call("GET", ".../invites"),
    "withdrawInvite": Call("DELETE", ".../invites/{new}", new=_new_invite),
    "acceptInvite": Call("POST", "/v1/invites/{new}/accept", {"display_name": "Thug"}, new=_new_code),
    "makeToken": Call("POST", ".../tokens", {"name": "Bot", "role": "observer"}),
    "listTokens": Call("GET", ".../tokens"),
    "revokeToken": Call("DELETE", ".../tokens/{new}", new=_new_token),
    "isAlive": Call("GET", "/healthz"),
    "isReady": Call("GET", "/readyz"),
    "readMetrics": Call("GET", "/metrics"),
    "explainProblem": Call("GET", "/problems/not_found"),
}

# What each gets: without a token, with a dead one, as observer, as a player who doesn't own it, as the player who does,
# as gm, as the gm of another campaign.
TABLE = {
    "rollDice": (200, 401, 200, 200, 200, 200, 200),
    "countOdds": (200, 401, 200, 200, 200, 200, 200),
    "makeCheck": (200, 401, 200, 200, 200, 200, 200),
    "countCheckOdds": (200, 401, 200, 200, 200, 200, 200),
    "listSystems": (200, 401, 200, 200, 200, 200, 200),
    "getSystem": (200, 401, 200, 200, 200, 200, 200),
    "whoAmI": (401, 401, 200, 200, 200, 200, 200),
    "createCampaign": (201, 401, 201, 201, 201, 201, 201),
    "listCampaigns": (401, 401, 200, 200, 200, 200, 200),
    "getCampaign": (401, 401, 200, 200, 200, 200, 404),
    "changeCampaign": (401, 401, 403, 403, 403, 200, 404),
    "archiveCampaign": (401, 401, 403, 403, 403, 200, 404),
    "exportCampaign": (401, 401, 403, 403, 403, 200, 404),
    "importCampaign": (201, 401, 201, 201, 201, 201, 201),
    "exportCharacter": (401, 401, 403, 403, 200, 200, 404),
    "importCharacter": (401, 401, 403, 201, 201, 201, 404),
    "rollInCampaign": (401, 401, 403, 201, 201, 201, 404),
    "listRolls": (401, 401, 200, 200, 200, 200, 404),
    "rollStatistics": (401, 401, 200, 200, 200, 200, 404),
    "getRoll": (401, 401, 200, 200, 200, 200, 404),
    "revealRoll": (401, 401, 403, 404, 200, 200, 404),
    "checkInCampaign": (401, 401, 403, 201, 201, 201, 404),
    "listChecks": (401, 401, 200, 200, 200, 200, 404),
    "getCheck": (401, 401, 200, 200, 200, 200, 404),
    # The campaign's system leaves nothing to choose and nothing to better: whoever may do it is told so.
    "resolveCheck": (401, 401, 403, 403, 409, 409, 404),
    "amendCheck": (401, 401, 403, 403, 409, 409, 404),
    "revealCheck": (401, 401, 403, 404, 200, 200, 404),
    "listCharacters": (401, 401, 200, 200, 200, 200, 404),
    "addCharacter": (401, 401, 403, 201, 201, 201, 404),
    "getCharacter": (401, 401, 200, 200, 200, 200, 404),
    "replaceCharacter": (401, 401, 403, 403, 200, 200, 404),
    "changeCharacter": (401, 401, 403, 403, 200, 200, 404),
    "removeCharacter": (401, 401, 403, 403, 204, 204, 404),
    "listRevisions": (401, 401, 403, 403, 200, 200, 404),
    "restoreCharacter": (401, 401, 403, 403, 200, 200, 404),
    "restCharacter": (401, 401, 403, 403, 200, 200, 404),
    "damageCharacter": (401, 401, 403, 403, 200, 200, 404),
    # They have never learned First Aid.
    "healCharacter": (401, 401, 403, 403, 422, 422, 404),
    "changeConditions": (401, 401, 403, 403, 200, 200, 404),
    "spendOfCharacter": (401, 401, 403, 403, 200, 200, 404),
    "letTimePass": (401, 401, 403, 403, 403, 200, 404),
    "startSession": (401, 401, 403, 403, 403, 200, 404),
    "setUpEncounter": (401, 401, 403, 403, 403, 201, 404),
    "listEncounters": (401, 401, 200, 200, 200, 200, 404),
    "getEncounter": (401, 401, 200, 200, 200, 200, 404),
    "changeEncounter": (401, 401, 403, 403, 403, 200, 404),
    "removeEncounter": (401, 401, 403, 403, 403, 204, 404),
    "sendCommand": (401, 401, 403, 200, 200, 200, 404),
    "undoCommand": (401, 401, 403, 403, 403, 200, 404),
    "redoCommand": (401, 401, 403, 403, 403, 200, 404),
    "legalCommands": (401, 401, 200, 200, 200, 200, 404),
    "encounterTimeline": (401, 401, 200, 200, 200, 200, 404),
    "encounterLog": (401, 401, 200, 200, 200, 200, 404),
    "encounterAtVersion": (401, 401, 200, 200, 200, 200, 404),
    "listMembers": (401, 401, 200, 200, 200, 200, 404),
    "getMember": (401, 401, 200, 200, 200, 200, 404),
    "changeMember": (401, 401, 403, 403, 403, 200, 404),
    "removeMember": (401, 401, 403, 403, 403, 204, 404),
    "makeInvite": (401, 401, 403, 403, 403, 201, 404),
    "listInvites": (401, 401, 403, 403, 403, 200, 404),
    "withdrawInvite": (401, 401, 403, 403, 403, 204, 404),
    "acceptInvite": (201, 201, 201, 201, 201, 201, 201),
    "makeToken": (401, 401, 201, 201, 201, 201, 404),
    "listTokens": (401, 401, 200, 200, 200, 200, 404),
    "revokeToken": (401, 401, 204, 404, 204, 204, 404),
    "isAlive": (200, 200, 200, 200, 200, 200, 200),
    "isReady": (200, 200, 200, 200, 200, 200, 200),
    "readMetrics": (200, 200, 200, 200, 200, 200, 200),
    "explainProblem": (200, 200, 200, 200, 200, 200, 200),
}
# Creating asks for the setup token on a public server; and anybody may remove themselves.
BESIDE_THE_TABLE = {"createCampaign": "setup", "importCampaign": "setup", "removeMember": "observer"}
UNDESCRIBED = {"/", "/docs", "/docs/{file}", "/openapi.json"}


async def _call(company: Company, who: Person | None, name: str) -> httpx.Response:
    call = CALLS[name]
    path = call.path.replace("...", f"/v1/campaigns/{company.gm.campaign_id}")
    if call.new:
        path = path.replace("{new}", await call.new(company, who or company.player))
    headers = {"If-Match": "*"} if call.if_match else {}
    if who:
        return await who.ask(call.method, path, json=call.body, headers=headers)
    return await company.client.request(call.method, path, json=call.body, headers=headers)


async def _dead(company: Company, clock: HandClock) -> dict[str, Person]:
    """Holders of tokens that don't hold, one of each kind."""
    player = company.player
    garbled = player.token[:-1] + ("0" if player.token[-1] != "0" else "1")
    brief = (await player.post(".../tokens", {"name": "Bot", "role": "player", "expires_in": 60})).json()
    revoked = (await player.post(".../tokens", {"name": "Bot", "role": "player"})).json()
    await player.delete(f".../tokens/{revoked['id']}")
    former = await admit(company.gm, "player", "Thug")
    await former.delete(f".../members/{former.member_id}")
    clock.forward(seconds=60)
    return {
        "garbled": player.holding(garbled),
        "unknown": player.holding(keys.new_token("gm")),
        "expired": player.holding(brief["token"]),
        "revoked": player.holding(revoked["token"]),
        "former": former,
    }


async def test_everybody_gets_what_the_table_says(company: Company, clock: HandClock) -> None:
    dead = await _dead(company, clock)
    _, stranger = await found(company.client)
    got = {}
    for name in TABLE:
        of_the_dead = {who: (await _call(company, person, name)).status_code for who, person in dead.items()}
        assert len(set(of_the_dead.values())) == 1, (name, of_the_dead)
        askers = (None, dead["garbled"], company.observer, company.other, company.player, company.gm, stranger)
        got[name] = tuple([(await _call(company, who, name)).status_code for who in askers])
        if name == "archiveCampaign":
            await company.gm.patch("...", {"archived": False}, headers={"If-Match": "*"})
    assert got == TABLE


def test_every_route_has_its_line() -> None:
    routes = list(iter_route_contexts(make_app("sqlite:///umpire.db").routes))
    described = [route for route in routes if route.include_in_schema]
    assert {route.operation_id for route in described} == TABLE.keys() == CALLS.keys()
    hidden = {route.path for route in routes if not route.include_in_schema}
    assert hidden == UNDESCRIBED


def test_the_docs_name_the_role_of_the_table() -> None:
    named = {
        operation["operationId"]: operation["x-role"]
        for path in make_app("sqlite:///umpire.db").openapi()["paths"].values()
        for operation in path.values()
    }
    for name, (nobody, _, observer, _, player, _, _) in TABLE.items():
        least = "-" if nobody < 400 else "gm" if player == 403 else "player" if observer == 403 else "observer"
        assert named[name] == BESIDE_THE_TABLE.get(name, least), name


async def test_a_foreign_campaign_is_like_none(company: Company) -> None:
    _, stranger = await found(company.client)
    for name, call in CALLS.items():
        if "..." not in call.path:
            continue
        answers = []
        for campaign in (company.gm.campaign_id, f"cmp_{NOBODYS}", "x", "%00"):
            path = call.path.replace("...", f"/v1/campaigns/{campaign}").replace("{new}", company.player.member_id)
            answer = await stranger.ask(
                call.method, path, json=call.body, headers={"X-Request-ID": "same", "If-Match": "*"}
            )
            answers.append((answer.status_code, answer.headers.raw, answer.content))
        assert answers[1:] == answers[:1] * 3, name
        assert answers[0][0] == 404


FOREIGN_THINGS = {
    "character": [
        ("GET", ".../characters/{id}"),
        ("PUT", ".../characters/{id}"),
        ("PATCH", ".../characters/{id}"),
        ("DELETE", ".../characters/{id}"),
        ("GET", ".../characters/{id}/revisions"),
        ("GET", ".../characters/{id}/export"),
        ("POST", ".../characters/{id}/restore"),
        *(("POST", f".../characters/{{id}}/{route}") for route in PAST),
    ],
    "roll": [("GET", ".../rolls/{id}"), ("POST", ".../rolls/{id}/reveal")],
    "check": [
        ("GET", ".../checks/{id}"),
        *(("POST", f".../checks/{{id}}/{deed}") for deed in ("resolve", "amend", "reveal")),
    ],
    "encounter": [
        *(("GET", f".../encounters/{{id}}{part}") for part in ("", "/legal", "/timeline", "/log", "/at/1")),
        *(("POST", f".../encounters/{{id}}/{deed}") for deed in ("commands", "undo", "redo")),
        ("PATCH", ".../encounters/{id}"),
        ("DELETE", ".../encounters/{id}"),
    ],
    "member": [("GET", ".../members/{id}"), ("PATCH", ".../members/{id}"), ("DELETE", ".../members/{id}")],
    "token": [("DELETE", ".../tokens/{id}")],
    "invite": [("DELETE", ".../invites/{id}")],
}


@pytest.mark.parametrize("thing", FOREIGN_THINGS)
async def test_a_foreign_thing_is_like_none(company: Company, thing: str) -> None:
    _, stranger = await found(company.client)
    theirs = {
        "character": (await stranger.character(visibility="table"))["id"],
        "roll": (await stranger.roll(visibility="gm"))["id"],
        "check": (await stranger.post(".../checks", CHECK)).json()["id"],
        "encounter": await stranger.fight(),
        "member": stranger.member_id,
        "token": (await stranger.get("/v1/me")).json()["token"]["id"],
        "invite": (await stranger.post(".../invites", {"role": "player"})).json()["id"],
    }[thing]
    for method, path in FOREIGN_THINGS[thing]:
        answers = []
        for id_ in (theirs, theirs[:4] + NOBODYS, "x", "%00"):
            body = next(
                (
                    call.body
                    for call in CALLS.values()
                    if (call.method, call.path.replace("{new}", "{id}")) == (method, path)
                ),
                None,
            )
            answer = await company.gm.ask(
                method, path.replace("{id}", id_), json=body, headers={"X-Request-ID": "same", "If-Match": "*"}
            )
            answers.append((answer.status_code, answer.headers.raw, answer.content))
        assert answers[1:] == answers[:1] * 3, (method, path)
        assert answers[0][0] == 404


MEMBER = {"id", "display_name", "role", "external_refs", "joined_at"}
CAMPAIGN = {
    *("id", "name", "system", "description", "options", "house_rules", "external_refs", "archived", "version", "clock"),
    *("created_at", "updated_at"),
}
BRIEF = {
    *("id", "name", "kind", "owner_member_id", "visibility", "external_refs", "version", "created_at", "updated_at"),
}
CHARACTER = BRIEF | {"sheet", "notes", "waivers", "derived", "variables", "audit"}
TOKEN = {"id", "member_id", "name", "role", "character_ids", "created_at", "expires_at", "last_used_at"}
ROLL = {
    *("id", "member_id", "by_member_id", "character_id", "visibility", "label", "created_at", "revealed_at"),
    *("source", "rolls", "text", "markdown"),
}
INVITE = {"id", "role", "member_id", "max_uses", "uses", "created_at", "expires_at"}
CHECK_VIEW = {
    *("id", "member_id", "by_member_id", "character_id", "visibility", "label", "created_at", "revealed_at"),
    *("kind", "result", "dice", "rules", "source", "open", "text", "markdown", "asked", "house_rules", "before"),
    *("rolled", "parts"),
}
ENCOUNTER = {
    *("id", "name", "kind", "status", "system", "external_refs", "notes", "version", "created_at", "updated_at"),
}
VIEWS = {
    ".../characters": BRIEF,
    "/v1/campaigns": CAMPAIGN,
    "...": CAMPAIGN,
    ".../members": MEMBER,
    ".../tokens": TOKEN,
    ".../rolls": ROLL,
    ".../checks": CHECK_VIEW,
    ".../encounters": ENCOUNTER,
    "/v1/me": {"token", "member", "role", "campaign"},
}


@pytest.mark.parametrize("name", ["observer", "player", "gm"])
async def test_nobody_is_shown_more_than_their_view(company: Company, name: str) -> None:
    person: Person = getattr(company, name)
    await company.player.roll()
    await company.player.post(".../checks", CHECK)
    owned = (await company.player.character())["id"]
    whole = CHARACTER | ({"private_notes"} if name != "observer" else set())
    assert set((await person.get(f".../characters/{owned}")).json()) == whole
    await company.gm.fight()
    await company.gm.post(".../invites", {"role": "player"})
    for path, view in (VIEWS | ({".../invites": INVITE} if name == "gm" else {})).items():
        told = (await person.get(path)).json()
        assert told.get("items", [told]), path
        for item in told.get("items", [told]):
            assert set(item) == view, path
    me = (await person.get("/v1/me")).json()
    assert (set(me["token"]), set(me["member"]), set(me["campaign"])) == (TOKEN, MEMBER, CAMPAIGN)
    tokens = (await person.get(".../tokens")).json()["items"]
    assert {token["member_id"] for token in tokens} >= {person.member_id}
    assert name == "gm" or {token["member_id"] for token in tokens} == {person.member_id}


class TestUmpireAs:
    async def test_the_roll_is_the_players(self, company: Company) -> None:
        made = await company.gm.acting_as(company.player).roll(visibility="self")
        assert (made["member_id"], made["by_member_id"]) == (company.player.member_id, company.gm.member_id)
        assert (await company.player.get(f".../rolls/{made['id']}")).json() == made
        assert (await company.gm.get(f".../rolls/{made['id']}")).status_code == 404

    async def test_a_blind_roll_gives_the_players_receipt(self, company: Company) -> None:
        made = await company.gm.acting_as(company.player).roll(visibility="blind")
        assert set(made) == {*ROLL, "visibility"} - {"source", "rolls", "revealed_at"}
        assert set((await company.gm.get(f".../rolls/{made['id']}")).json()) == ROLL

    async def test_the_gm_sees_what_the_player_sees(self, company: Company) -> None:
        await company.player.roll(visibility="self")
        await company.gm.roll(visibility="gm")
        for path in ("...", ".../rolls", ".../rolls/stats", ".../checks", ".../members", ".../tokens"):
            assert (await company.gm.acting_as(company.player).get(path)).content == (
                await company.player.get(path)
            ).content

    async def test_the_gm_may_do_no_more_than_the_member(self, company: Company) -> None:
        refused(await company.gm.acting_as(company.player).get(".../invites"), 403, "role_too_low")
        refused(await company.gm.acting_as(company.observer).post(".../rolls", {"notation": "d6"}), 403, "role_too_low")

    async def test_only_a_gm_may(self, company: Company) -> None:
        for other in (company.gm, company.other):
            for person in (company.player, company.observer):
                refused(await person.acting_as(other).get("..."), 403, "role_too_low")
        bot = (await company.gm.post(".../tokens", {"name": "Bot", "role": "player"})).json()["token"]
        refused(await company.gm.holding(bot).acting_as(company.player).get("..."), 403, "role_too_low")

    async def test_who_is_not_at_the_table_is_missing(self, company: Company) -> None:
        _, stranger = await found(company.client)
        former = await admit(company.gm, "player", "Thug")
        await former.delete(f".../members/{former.member_id}")
        for member_id in (stranger.member_id, former.member_id, f"mem_{NOBODYS}", "x", ""):
            refused(await company.gm.get("...", headers={"Umpire-As": member_id}), 404, "not_found")

    async def test_acting_as_oneself_is_oneself(self, company: Company) -> None:
        made = await company.gm.acting_as(company.gm).roll()
        assert (made["member_id"], made["by_member_id"]) == (company.gm.member_id, None)
