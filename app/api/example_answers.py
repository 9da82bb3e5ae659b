"""Worked answers for the docs page; dice and odds are made by the rules themselves."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic_core import to_json

from app.api.deeds import NAMES
from app.api.example_encounters import example_encounters
from app.api.systems import Brief
from app.api.transfer import CAMPAIGN_EXAMPLES
from app.rules.catalog import CHECKS, SYSTEMS
from app.rules.deeds import Occasion, Route
from app.rules.dice import PhysicalDice
from app.rules.dice.statistics import Tally
from app.rules.system import AmendableKind, CheckAnswer, CheckOdds
from app.services.character import Counted, Revision, StoredCharacter, head_shown, shown
from app.services.checks import check, check_odds
from app.services.deeds import Passed
from app.services.options import OPTIONS
from app.services.rolls import OddsRequest, RollRequest, chances, throw
from app.services.sheets import Change
from app.services.transfer.documents import CampaignDocument
from app.services.transfer.exporting import character_document
from app.services.values import (
    Caller,
    Campaign,
    CampaignCheck,
    CampaignRoll,
    ExternalRef,
    Invite,
    Member,
    Receipt,
    Role,
    Thrown,
    Token,
)

Examples = Mapping[str, Any]
"""Bodies of one operation's answer, by what they show."""

_EVENING = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
_CAMPAIGN = "cmp_0sgq3v6np8y8r2p2pakq40wq59"
_GM = "mem_0sgq3v6np9q28b830sck5r7e2g"
_PLAYER = "mem_0sgq3v8zbkr74rh303wamz44eg"
_SECRET = "Example" * 5 + "0"


def example_answers() -> Mapping[str, Examples]:
    """What each operation answers when all goes well, by operation id."""
    campaign, gm, player, token = _campaign(), _member(_GM, Role.GM), _member(_PLAYER, Role.PLAYER), _token()
    invite, roll = _invite(), _roll("2d20kh1+7", [18, 4], label="Stealth")
    return {
        "whoAmI": _one(token=token, member=gm, role="gm", campaign=campaign),
        "rollDice": {
            "Advantage": _json(_thrown("2d20kh1+7", [18, 4], label="Stealth")),
            "A pool with double tens": _json(_thrown("5d10>=8ds>=10", [10, 3, 8, 1, 6])),
            "An explosion": _json(_thrown("3d6!", [6, 2, 4, 5], label="Damage")),
        },
        "countOdds": {"9 or more on 2d6": _json(chances(OddsRequest(notation="2d6", at_least=9)))},
        "makeCheck": {
            "Ultra: four hits against one": _json(_checked("ultra.action", faces=[10, 8, 9, 1])),
            "UTTAS: to hit": _json(_checked("uttas.accuracy", faces=[4, 4, 3], key=16, dexterity=14, target=20)),
            "Supers: a check in degrees": _json(_checked("supers.check", faces=[14], modifier=8, dc=15)),
        },
        "countCheckOdds": {"To hit": _json(_check_odds("uttas.accuracy", key=16, dexterity=14, target=20))},
        "listSystems": _one(items=[Brief.model_validate(system, from_attributes=True) for system in SYSTEMS.values()]),
        "createCampaign": _one(campaign.model_copy(update={"version": 1}), member=gm, token=f"ump_gm_{_SECRET}"),
        "listCampaigns": _list(campaign),
        "getCampaign": _one(campaign),
        "changeCampaign": _one(campaign.model_copy(update={"name": "Fog over the Harbour", "version": 4})),
        "archiveCampaign": _one(campaign.model_copy(update={"archived": True, "version": 4})),
        "exportCampaign": _one(CampaignDocument.model_validate_json(to_json(CAMPAIGN_EXAMPLES["ultra"]["value"]))),
        "importCampaign": _one(campaign.model_copy(update={"version": 1}), member=gm, token=f"ump_gm_{_SECRET}"),
        **_characters(),
        "rollInCampaign": {
            "A roll that its roller may see": _json(roll),
            "A blind roll, for its roller": _json(_receipt("rol")),
        },
        "listRolls": _list(roll),
        "rollStatistics": _one(dice=_statistics()),
        "getRoll": _answer(roll),
        "revealRoll": _answer(
            replace(_roll("1d20+5", [13], label="Insight"), revealed_at=_EVENING + timedelta(minutes=5))
        ),
        **_checks(),
        **example_encounters(campaign, _GM, at=_EVENING),
        "listMembers": _list(gm, player),
        "getMember": _one(player),
        "changeMember": _one(player),
        "makeInvite": _one(invite, code="HYRW8-TNQNX"),
        "listInvites": _list(invite),
        "acceptInvite": _one(player, campaign_id=_CAMPAIGN, token=f"ump_player_{_SECRET}"),
        "makeToken": _one(token.model_copy(update={"name": "Dice bot"}), token=f"ump_gm_{_SECRET}"),
        "listTokens": _list(token),
    }


def _campaign() -> Campaign:
    return Campaign(
        id=_CAMPAIGN,
        name="Lights over the Harbour",
        system="ultra",
        description="Every second Sunday.",
        options=OPTIONS["ultra"].model_validate({"trick_cost_max": 4}),
        external_refs=[ExternalRef(app="foundry", id="world-harbour")],
        archived=False,
        version=3,
        clock=30_600,
        created_at=_EVENING - timedelta(days=14),
        updated_at=_EVENING,
    )


def _characters() -> dict[str, Examples]:
    at = _EVENING - timedelta(days=7)
    first = Counted(version=1, at=at)
    sheet = SYSTEMS["ultra"].example_sheets[0]
    character = StoredCharacter(
        id="chr_0sgq8xctn86a68j111wt7psyx9",
        name="Mara Quill",
        kind="player character",
        owner_member_id=_PLAYER,
        visibility="table",
        external_refs=[ExternalRef(app="foundry", id="actor-mara")],
        created_at=at,
        for_gm=first,
        for_owner=first,
        for_others=first,
        sheet=sheet,
        notes="Keeps the lighthouse.",
        private_notes="Saw the hollow man before.",
        waivers=[],
    )
    player = Caller(
        token_id=_token().id,
        campaign_id=_CAMPAIGN,
        system="ultra",
        member_id=_PLAYER,
        member_role=Role.PLAYER,
        role=Role.PLAYER,
        archived=False,
    )
    told = shown(character, player, _campaign().options)
    revision = Revision(
        id="rev_0sgq8xctst9bd4n7xkcn2ase53",
        revision=2,
        action="changed",
        restored=None,
        encounter_id=None,
        encounter_name=None,
        at=_EVENING,
        member_id=_PLAYER,
        by_member_id=None,
        changes=[Change(pointer="/sheet/injuries", before=0, after=1)],
    )
    deeds = {name: _done(character, player, route) for route, name in NAMES.items()}
    started = "A session starts."
    passed = Passed(clock=30_600, characters=[], text="2 weeks pass.", markdown="2 weeks pass.")
    return {
        **deeds,
        "letTimePass": _answer(passed),
        "startSession": _answer(Passed(clock=30_600, characters=[], text=started, markdown=started)),
        "listCharacters": _list(head_shown(character, player)),
        "listRevisions": _list(revision),
        "exportCharacter": _answer(character_document(character, "ultra")),
        **{
            name: _one(told)
            for name in (
                *("addCharacter", "getCharacter", "replaceCharacter", "changeCharacter", "restoreCharacter"),
                "importCharacter",
            )
        },
    }


def _done(character: StoredCharacter, player: Caller, route: Route) -> Examples:
    deed = SYSTEMS["ultra"].deeds[route]
    options = _campaign().options
    body = next(iter(deed.examples.values()))
    occasion: Occasion[Any, Any] = Occasion(options=options, dice=PhysicalDice([]), clock=30_600)
    hurt = character.sheet.model_copy(update={"injuries": 2, "statuses": []})
    done = deed.apply(hurt, body, occasion)
    after = shown(replace(character, sheet=done.sheet), player, options)
    return _one(
        character=after,
        helper=None,
        result=done.result,
        dice=list(done.dice),
        rules=list(done.rules),
        source="server",
        text=f"{character.name}: {done.text}",
        markdown=f"**{character.name}** · {done.markdown}",
    )


def _member(id_: str, role: Role) -> Member:
    return Member(
        id=id_,
        display_name="Game master" if role is Role.GM else "Willow",
        role=role,
        external_refs=[] if role is Role.GM else [ExternalRef(app="discord", id="184405311681986560")],
        joined_at=_EVENING - timedelta(days=14),
    )


def _token() -> Token:
    return Token(
        id="tok_0sgq3v6npaxh0w4k9m2c8r5t1q",
        member_id=_GM,
        name="First token",
        role=Role.GM,
        character_ids=None,
        created_at=_EVENING - timedelta(days=14),
        expires_at=None,
        last_used_at=_EVENING,
    )


def _invite() -> Invite:
    return Invite(
        id="inv_0sgq3v8z0802zjfvpjmr21ypmt",
        role=Role.PLAYER,
        member_id=None,
        max_uses=1,
        uses=0,
        created_at=_EVENING,
        expires_at=_EVENING + timedelta(days=7),
    )


def _thrown(notation: str, faces: list[int], *, label: str | None = None) -> Thrown:
    return throw(RollRequest(notation=notation, label=label), PhysicalDice(faces))


def _roll(notation: str, faces: list[int], *, label: str) -> CampaignRoll:
    thrown = _thrown(notation, faces, label=label)
    return CampaignRoll(
        source=thrown.source,
        rolls=thrown.rolls,
        text=thrown.text,
        markdown=thrown.markdown,
        id="rol_0sgq3v907mkp63fzzvp4pvz083",
        member_id=_PLAYER,
        by_member_id=None,
        character_id=None,
        visibility="public",
        label=label,
        created_at=_EVENING,
        revealed_at=None,
    )


def _checked(kind: str, *, faces: list[int], **fields: Any) -> CheckAnswer:
    return check(CHECKS[kind][1].body(faces=faces, **fields), PhysicalDice(faces))


def _checks() -> Mapping[str, Examples]:
    """A check made, resolved, bettered and looked at."""
    lock = {"id": "lock", "level": 1, "note": "the lock is ruined"}
    opened = _kept("ultra.action", [10, 8, 9, 1], "Pick the lock", dice=4, complications=[lock])
    choices = {"buy_off": [{"id": "lock"}], "tricks": [{"key": "opening"}]}
    resolved = _kept("ultra.action", [10, 8, 9, 1], "Pick the lock", dice=4, complications=[lock], choices=choices)
    leap = _kept("supers.check", [4], "Leap across", modifier=8, dc=15)
    kind = CHECKS["supers.check"][1]
    assert isinstance(kind, AmendableKind)
    bettered = kind.amend(
        leap.asked, leap.answer, kind.amendment(), options=SYSTEMS["supers"].options(), dice=PhysicalDice([6])
    )
    made = {
        "An open action: there is something to choose": _json(opened),
        "A blind check, for its maker": _json(_receipt("chk")),
    }
    return {
        "checkInCampaign": made,
        "listChecks": _list(resolved),
        "getCheck": _answer(resolved),
        "resolveCheck": _answer(resolved),
        "amendCheck": _answer(leap.model_copy(update={**dict(bettered), "before": leap.answer, "source": "server"})),
        "revealCheck": _answer(leap.model_copy(update={"revealed_at": _EVENING + timedelta(minutes=5)})),
    }


def _kept(kind: str, faces: list[int], label: str, **fields: Any) -> CampaignCheck:
    answer = _checked(kind, faces=faces, **fields)
    return CampaignCheck(
        **dict(answer.model_copy(update={"source": "server"})),
        id="chk_0sgq3v907mkp63fzzvp4pvz083",
        member_id=_PLAYER,
        by_member_id=None,
        character_id=None,
        visibility="public",
        label=label,
        created_at=_EVENING,
        revealed_at=None,
        asked=CHECKS[kind][1].body(**{name: value for name, value in fields.items() if name != "choices"}),
        house_rules={},
        before=None,
    )


def _check_odds(kind: str, **fields: Any) -> CheckOdds:
    return check_odds(CHECKS[kind][1].body(**fields))


def _receipt(prefix: str) -> Receipt:
    return Receipt(
        id=f"{prefix}_0sgq3v907mkp63fzzvp4pvz083",
        member_id=_PLAYER,
        by_member_id=None,
        character_id=None,
        label="Search for traps",
        created_at=_EVENING,
        text="Rolled blind: the game master has the result.",
        markdown="Rolled blind: the game master has the result.",
    )


def _statistics() -> Any:
    tally = Tally()
    for face, count in enumerate((9, 12, 8, 11, 9, 11), 1):
        tally.add(_PLAYER, "6", [face] * count)
    return tally.statistics()


def _json(value: Any) -> Any:
    return TypeAdapter(Any).dump_python(value, mode="json")


def _one(value: BaseModel | None = None, **more: Any) -> Examples:
    return {"answer": _json({**(value.model_dump(mode="json") if value else {}), **more})}


def _answer(value: Any) -> Examples:
    return {"answer": _json(value)}


def _list(*items: Any) -> Examples:
    return _one(items=list(items), next_cursor=None)
