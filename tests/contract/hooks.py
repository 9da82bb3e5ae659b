"""What schemathesis can't know: our text formats, who holds which token, and the ids of things that are there.

A request that is meant to be good gets a token for a campaign of its own, ids of that campaign, and a key and a
version that fit; one that is meant to be bad stays as it was made.
"""

import itertools
import os
import string
import unicodedata
from dataclasses import dataclass
from typing import Any

import requests
import schemathesis
from hypothesis import strategies as st
from schemathesis.generation.meta import TestPhase

from app.api.transfer import CAMPAIGN_EXAMPLES, CHARACTER_EXAMPLES
from app.rules.catalog import SYSTEMS
from tests.api.on_trial import somebody

BASE = os.environ["UMPIRE_UNDER_TEST"]
SYSTEM = "ultra"
# A check that has something left to choose, and one that a hero point can better.
CHECKS = {
    "ultra": {
        "kind": "ultra.action",
        "dice": 4,
        "difficulty": 2,
        "complications": [{"id": "lock", "level": 1}],
        "faces": [10, 9, 8, 7],
    },
    "supers": {"kind": "supers.check", "modifier": 8, "dc": 15},
}
_SYSTEM_OF = {"amendCheck": "supers"}

_visible = st.characters(codec="utf-8", categories=["L", "N", "P", "S"])
_name = st.text(st.one_of(_visible, st.just(" ")), min_size=1, max_size=80).filter(
    lambda text: bool(text.strip()) and len(unicodedata.normalize("NFC", text)) <= 80
)
_prose = st.text(st.one_of(_visible, st.sampled_from(" \n\t")), max_size=300)


def _notations() -> st.SearchStrategy[str]:
    count = st.integers(1, 12)
    sides = st.sampled_from(["4", "6", "8", "10", "12", "20", "100", "%", "F", "{1,1,2,3}"])
    tail = st.sampled_from(["", "", "kh1", "kl2", "dh1", "dl1kh1", "sd", ">=5", ">=5ds>=6", "cs=1", "f<=1"])
    dice = st.builds(
        lambda count, sides, tail: f"{count}d{sides}{'' if tail.startswith('f') else tail}", count, sides, tail
    )
    special = st.sampled_from(
        ["8d6!", "4dF", "2d20kh1+7", "3d6!!", "5d6u", "d20r1", "6d10!>=9>=8", "{4d6kh3, 2d8+1}kh1"]
    )
    item = st.one_of(dice, special, st.integers(0, 999).map(str))
    label = st.text(string.ascii_letters + " ", max_size=12).map(lambda text: f" # {text}")
    return st.builds(
        lambda parts, comment: "+".join(parts) + comment,
        st.lists(item, min_size=1, max_size=3),
        st.one_of(st.just(""), label),
    )


schemathesis.openapi.format("name", _name)
schemathesis.openapi.format("prose", _prose)
schemathesis.openapi.format("dice-notation", _notations())


@dataclass
class World:
    """A campaign with one of everything in it."""

    campaign: str
    token: str
    gm: str
    member: str
    character: str
    roll: str
    check: str
    encounter: str
    invite: str
    code: str
    code_back: str
    spare_token: str


_session = requests.Session()
_numbers = itertools.count()
_tokens: dict[str, str] = {}
_systems: dict[str, str] = {}
_worlds: dict[str, World] = {}
_LOOKING = ("get", "list", "who", "roll")
# After these the world is no longer what it was.
_CHANGING = {
    "changeCampaign",
    "changeMember",
    "removeMember",
    "removeCharacter",
    "withdrawInvite",
    "acceptInvite",
    "revokeToken",
    "revealRoll",
    "revealCheck",
    "resolveCheck",
    "amendCheck",
    "removeEncounter",
    "undoCommand",
}


def _post(path: str, body: dict[str, Any], token: str | None = None) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = _session.post(f"{BASE}{path}", json=body, headers=headers, timeout=10)
    answer.raise_for_status()
    made: dict[str, Any] = answer.json()
    return made


def _sheet(system: str) -> dict[str, Any]:
    return SYSTEMS[system].example_sheets[0].model_dump(mode="json", exclude_defaults=True)


def _new_world(system: str) -> World:
    campaign = _post("/v1/campaigns", {"name": "The Long Night", "system": system})
    token = campaign["token"]
    first = _post("/v1/campaigns/current/invites", {}, token)
    member = _post(f"/v1/invites/{first['code']}/accept", {"display_name": "Willow"})
    invite = _post("/v1/campaigns/current/invites", {"max_uses": 100}, token)
    back = _post("/v1/campaigns/current/invites", {"member_id": member["id"], "max_uses": 100}, token)
    roll = _post("/v1/campaigns/current/rolls", {"notation": "1d20", "visibility": "gm"}, token)
    check = _post("/v1/campaigns/current/checks", {**CHECKS[system], "visibility": "gm"}, token)
    willow = {"name": "Willow", "owner_member_id": member["id"], "sheet": _sheet(system)}
    character = _post("/v1/campaigns/current/characters", willow, token)
    encounter = _post("/v1/campaigns/current/encounters", {"name": "The toll bridge"}, token)
    commands = f"/v1/campaigns/current/encounters/{encounter['id']}/commands"
    for body in (somebody(system, side="bridge"), somebody(system), {"type": "start"}):
        _post(commands, body, token)
    spare = _post("/v1/campaigns/current/tokens", {"name": "Spare", "role": "player"}, token)
    return World(
        campaign=campaign["id"],
        token=token,
        gm=campaign["member"]["id"],
        member=member["id"],
        character=character["id"],
        roll=roll["id"],
        check=check["id"],
        encounter=encounter["id"],
        invite=invite["id"],
        code=invite["code"],
        code_back=back["code"],
        spare_token=spare["id"],
    )


def _operation_id(case: Any) -> str:
    found: str = case.operation.definition.raw["operationId"]
    return found


def world(operation_id: str) -> World:
    """The campaign that a good request is about."""
    system = _SYSTEM_OF.get(operation_id, SYSTEM)
    if system not in _worlds:
        _worlds[system] = _new_world(system)
    return _worlds[system]


@schemathesis.auth(refresh_interval=None)
class Token:
    """The token of the campaign that a request is about, where the operation wants one."""

    def get(self, case: Any, ctx: Any) -> str | None:
        if case.operation.definition.raw["x-role"] in ("-", "setup"):
            return None
        if _operation_id(case) == "archiveCampaign":
            # A campaign for this request alone: nobody else can use it afterwards.
            token: str = _post("/v1/campaigns", {"name": "Soon over", "system": SYSTEM})["token"]
            return token
        campaign = (case.path_parameters or {}).get("campaign")
        return _tokens.get(str(campaign)) or world(_operation_id(case)).token

    def set(self, case: Any, data: str, ctx: Any) -> None:
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


def _whole(value: Any) -> Any:
    match value:
        case dict():
            return {name: _whole(member) for name, member in value.items()}
        case list():
            return [_whole(member) for member in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Let a good request be good."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    operation_id = _operation_id(case)
    here = world(operation_id)
    linked = case.meta.phase.name == TestPhase.STATEFUL
    if case.path_parameters and not linked:
        known = {
            "campaign": "current",
            "member": here.member,
            "character": here.character,
            "roll": here.roll,
            "check": here.check,
            "encounter": here.encounter,
            "version": 1,
            "invite": here.invite,
            "token": here.spare_token,
            "key": "uttas",
            "code": here.code if operation_id == "acceptInvite" else "not_found",
        }
        # One in eight keeps the id that nobody has.
        if next(_numbers) % 8:
            case.path_parameters.update({name: known[name] for name in case.path_parameters if name in known})
    if operation_id == "redoCommand" and not linked:
        # There is nothing to bring back until something was taken back.
        _post(f"/v1/campaigns/current/encounters/{here.encounter}/undo", {}, here.token)
    query, headers = case.query or {}, case.headers or {}
    # Opaque: only what an answer gave is a cursor.
    query.pop("cursor", None)
    for name in list(headers):
        match name.lower():
            case "idempotency-key":
                # The same key for two different requests is refused, as it should be.
                headers[name] = f"{headers[name][:200]}{next(_numbers)}"
            case "if-match":
                headers[name] = "*"
            case "umpire-as" if linked:
                # The campaign is another one, and nobody of ours sits there.
                del headers[name]
            case "umpire-as":
                # As the player, to look or to roll where any player may; elsewhere as the game master themselves.
                may = case.operation.definition.raw["x-role"] != "gm" and operation_id.startswith(_LOOKING)
                may = may and operation_id != "listRevisions"
                headers[name] = here.member if may else here.gm
            case _:
                pass
    # JSON schema takes 3.0 for an integer; the contract (design 5) does not.
    case.body = _whole(case.body)
    body = case.body if isinstance(case.body, dict) else {}
    if isinstance(body.get("member_id"), str):
        body["member_id"] = here.member
    if isinstance(body.get("owner_member_id"), str):
        body["owner_member_id"] = here.member
    if "sheet" in body:
        # By the campaign's system, which the schema can't know.
        body["sheet"] = _sheet(_systems.get(str((case.path_parameters or {}).get("campaign")), SYSTEM))
    if "notation" in body and body.get("repeat", 1) > 20:
        # All the repeats together must stay within the thousand dice of a request.
        body["notation"] = "3d6"
    if "notation" in body and isinstance(body.get("faces"), list):
        # As many faces as the dice have, each of them on the die: that is not in the schema's power to say.
        body["notation"] = "3d6"
        body["faces"] = [1, 6, 3] * body.get("repeat", 1)
    if body.get("role") in ("gm", "observer"):
        # Which characters a token is for is a question for players.
        body.pop("character_ids", None)
    if operation_id == "letTimePass":
        # One measure of how long, and what else it takes goes by the system.
        case.body = {"hours": body.get("hours") or 8}
    if operation_id == "importCharacter":
        case.body = CHARACTER_EXAMPLES[_systems.get(str((case.path_parameters or {}).get("campaign")), SYSTEM)]["value"]
    if operation_id == "importCampaign":
        # What its parts must be stands in the schema of the export.
        case.body = CAMPAIGN_EXAMPLES[SYSTEM]["value"]
    if operation_id == "acceptInvite" and body.get("display_name") is None:
        # Who has a name at the table already needs none.
        case.path_parameters["code"] = here.code_back


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Learn the tokens of campaigns that the tests create; leave a world that was changed."""
    operation_id = _operation_id(case)
    if operation_id in ("createCampaign", "importCampaign") and response.status_code == 201:
        made = response.json()
        _tokens[made["id"]] = made["token"]
        _systems[made["id"]] = made["system"]
    if operation_id in _CHANGING and response.status_code < 300:
        _worlds.clear()
