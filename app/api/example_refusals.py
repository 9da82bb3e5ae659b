"""Worked refusals for the docs page: each says what the service says, where it can by being refused."""

from collections.abc import Callable, Mapping
from typing import Any

from app.api import problems
from app.rules import errors as rules
from app.rules.catalog import CHECKS
from app.rules.dice import PhysicalDice
from app.rules.encounter.refusals import FRAME_REFUSALS, MayNot, UnknownCombatant
from app.rules.errors import Fact, Refusal
from app.rules.system import AgainstTheRules, OutOfRange
from app.services import refusals as services
from app.services.checks import check, check_odds
from app.services.rolls import OddsRequest, RollRequest, odds_work, throw
from app.services.values import Thrown

REQUEST_ID = "req_3f9c2a7d1b5e8c04a6f2"


def example_refusal(kind: type[Refusal], *, operation_id: str, role: str) -> dict[str, Any]:
    """A problem answer as this operation gives it to somebody whose role is too low for `role`."""
    by_the_rules = _BY_THE_RULES.get(kind)
    if by_the_rules:
        return problems.problem_document(_caught(by_the_rules), request_id=REQUEST_ID)
    detail, facts = _said(kind, operation_id=operation_id, role=role)
    return problems.problem_document(kind(detail, **facts), request_id=REQUEST_ID)


def _said(kind: type[Refusal], *, operation_id: str, role: str) -> tuple[str, Mapping[str, Fact]]:
    if (operation_id, kind) in _BY_OPERATION:
        return _BY_OPERATION[operation_id, kind]
    if kind is services.RoleTooLow and role in ("gm", "player"):
        lower = "player" if role == "gm" else "observer"
        return f"This needs the role {role}; you are here as {lower}.", {"role": lower, "needed": role}
    return _BY_KIND[kind]


def _caught(refused: Callable[[], object]) -> Refusal:
    try:
        refused()
    except Refusal as said:
        return said
    raise AssertionError("the example is no longer refused")


def _checked(kind: str, **fields: Any) -> Callable[[], object]:
    return lambda: check(CHECKS[kind][1].body(**fields), PhysicalDice([]))


def _thrown(notation: str, faces: list[int] | None = None, **variables: int) -> Callable[[], Thrown]:
    return lambda: throw(RollRequest(notation=notation, faces=faces, variables=variables), PhysicalDice([]))


def _raised(refusal: Refusal) -> Callable[[], object]:
    def refuse() -> None:
        raise refusal

    return refuse


_BY_THE_RULES: Mapping[type[Refusal], Callable[[], object]] = {
    rules.NotationError: _thrown("4d6kh3r1"),
    rules.UnknownVariable: _thrown("1d20+@stealht", stealth=4),
    rules.DiceLimit: _thrown("1001d6"),
    rules.OddsTooCostly: lambda: odds_work(OddsRequest(notation="40d100!kh20")),
    rules.FacesMissing: _thrown("3d6+2", [4, 1]),
    rules.FacesUnused: _thrown("3d6+2", [4, 1, 6, 2]),
    rules.InvalidFace: _thrown("3d6+2", [4, 7, 6]),
    rules.FacesInOdds: lambda: check_odds(CHECKS["ultra.action"][1].body(faces=[8, 3])),
    OutOfRange: _checked("ultra.action", faces=[8, 3], target=11),
    AgainstTheRules: _checked("ultra.action", faces=[8, 3], choices={"tricks": [{"key": "side_move"}]}),
    MayNot: _raised(MayNot("not_yours", FRAME_REFUSALS["not_yours"])),
    UnknownCombatant: _raised(UnknownCombatant("unknown_combatant", FRAME_REFUSALS["unknown_combatant"])),
}

_BY_KIND: Mapping[type[Refusal], tuple[str, Mapping[str, Fact]]] = {
    problems.UnreadableBody: (
        "The body stops being JSON at line 1, column 20: Expecting property name enclosed in double quotes.",
        {},
    ),
    problems.PreflightRefused: (
        "This server takes no such call from a page: its origin, method or one of its headers is not allowed. "
        "The headers of this answer list what is.",
        {},
    ),
    problems.AmbiguousToken: ("The request has several Authorization headers. Send one.", {}),
    problems.InvalidRequest: (
        "`limit` must be at most 200.",
        {"errors": [{"in": "query", "pointer": "/limit", "detail": "`limit` must be at most 200."}]},
    ),
    problems.NoSuchRoute: ("Check the address; all of them are listed at /docs.", {}),
    problems.BodyTooLarge: ("A body may have 262144 bytes.", {"limit": 262_144}),
    problems.UnsupportedMediaType: ("Send the body as `Content-Type: application/json`.", {}),
    problems.RateLimited: (
        "Too many rolls and changes with your token; go on in 17 seconds.",
        {"policy": "writes", "limit": 300, "retry_after": 17},
    ),
    problems.NotReady: (
        "The database doesn't answer or has another schema.",
        {"database": False, "draining": False},
    ),
    services.NotAuthenticated: (
        "This token is unknown, expired or revoked. Ask the game master for a new invite.",
        {},
    ),
    services.SetupTokenNeeded: (
        "On this server campaigns are created with its setup token: send `Authorization: Bearer <setup token>`. "
        "The operator finds it in the output of the first start, or sets UMPIRE_SETUP_TOKEN.",
        {},
    ),
    services.RoleTooLow: (
        "Only a game master's token may act as another member.",
        {"role": "player", "needed": "gm"},
    ),
    services.NotFound: (
        "Nothing with this id is here for you. Check the id, and that the token belongs to its campaign.",
        {},
    ),
    services.StaleVersion: (
        "Somebody changed it since you read it. Read it again, then repeat your change on the new version.",
        {"current_version": 8},
    ),
    services.VersionRequired: (
        'Send `If-Match` with the ETag of the version you read, such as `If-Match: "7"`, or `*` for any.',
        {},
    ),
    services.Archived: (
        'Take it out of the archive first: *Change the campaign* with {"archived": false} and `If-Match`.',
        {},
    ),
    services.LastGameMaster: ("Make somebody else game master first, or delete the campaign.", {}),
    services.ReferenceTaken: (
        "Another member of this campaign has this reference of discord, or it stands here twice. "
        "Remove it there first.",
        {"app": "discord"},
    ),
    services.InviteSpent: (
        "This code has been used up or has expired. Ask the game master for a new one.",
        {},
    ),
    services.NameNeeded: ("Say what the table calls you in `display_name`.", {}),
    services.AlreadyPublic: ("Everybody can see this roll.", {}),
    services.InEncounter: (
        "The character is in an encounter that runs: what happens to them happens there, by its commands.",
        {"encounter_id": "enc_0sgq3v907mkp63fzzvp4pvz083"},
    ),
    services.CharacterChanged: (
        "Willow has changed since the encounter gave them back: what it did can't be undone.",
        {"character_id": "chr_0sgq8xctn86a68j111wt7psyx9"},
    ),
    services.AlreadyResolved: ("Nothing is left to choose in this check: its result stands.", {}),
    services.NoEncounters: ("The system of this campaign has no encounters.", {}),
    services.Quota: ("An encounter may have 200 combatants.", {"limit": 200}),
    services.WhichEncounter: (
        "No encounter is running. Name one by its id in place of `current`: `enc_0sgq3v907mkp63fzzvp4pvz083` "
        "(The toll bridge, being set up).",
        {"encounters": ["enc_0sgq3v907mkp63fzzvp4pvz083"]},
    ),
    services.NothingToAmend: ("The rules know nothing that betters a check of kind ultra.action.", {}),
    services.ResultAnnounced: ("Another check was made since: the result of this one stands.", {}),
    services.WrongSystem: (
        "This campaign is played by Ultra: its checks are ultra.action, ultra.opposed, ultra.contest.",
        {"system": "ultra", "kinds": ["ultra.action", "ultra.opposed", "ultra.contest"]},
    ),
    services.PhysicalDiceOff: (
        "The campaign's option `physical_dice` is `gm`: leave `faces` out, and the dice are rolled here.",
        {"physical_dice": "gm"},
    ),
    services.NotYours: ("Only the owner of this character or a game master may do this.", {}),
    services.Quota: ("The campaign has 500 characters, and there may be no more. Remove some first.", {"limit": 500}),
    services.BuildRefused: (
        "The sheet breaks a rule of building, first S-037 (`toughness_buy`); see `violations`. Mend it, or ask a game "
        "master to waive it.",
        {
            "violations": [
                {
                    "code": "toughness_buy",
                    "rule": "S-037",
                    "pointer": "/sheet/defenses/toughness",
                    "detail": "nothing can be bought of Toughness",
                }
            ]
        },
    ),
    services.BadCursor: (
        "Start again without a cursor, and keep filters and token the same from part to part.",
        {},
    ),
    services.IdempotencyMismatch: (
        "This Idempotency-Key was used for a request with another route, query or body. Use a new key.",
        {},
    ),
    services.CampaignBusy: (
        "Others kept the campaign locked for 5 seconds. Nothing was changed; send it again.",
        {},
    ),
}

_BODY_SHAPE: tuple[str, Mapping[str, Fact]] = (
    "`repeat` must be at least 1. Another thing is wrong; see `errors`.",
    {
        "errors": [
            {"in": "body", "pointer": "/repeat", "detail": "`repeat` must be at least 1."},
            {"in": "body", "pointer": "/lable", "detail": "`lable` is not a field here; did you mean `label`?"},
        ]
    },
)
_NO_QUERY: tuple[str, Mapping[str, Fact]] = (
    "`limit` is not a query parameter here; there are none.",
    {
        "errors": [
            {
                "in": "query",
                "pointer": "/limit",
                "detail": "`limit` is not a query parameter here; there are none.",
            }
        ]
    },
)
_ADDRESS_SPENT: tuple[str, Mapping[str, Fact]] = (
    "Too many requests from your address; go on in 17 seconds.",
    {"policy": "address", "limit": 120, "retry_after": 17},
)

_BY_OPERATION: Mapping[tuple[str, type[Refusal]], tuple[str, Mapping[str, Fact]]] = {
    ("rollDice", problems.InvalidRequest): _BODY_SHAPE,
    ("rollInCampaign", problems.InvalidRequest): _BODY_SHAPE,
    ("rollDice", problems.RateLimited): _ADDRESS_SPENT,
    ("createCampaign", problems.RateLimited): _ADDRESS_SPENT,
    ("acceptInvite", problems.RateLimited): _ADDRESS_SPENT,
    ("acceptInvite", services.NotFound): ("No invite has this code. Have it read to you again.", {}),
    **{
        (name, services.NotYours): ("This is somebody else's check: they or a game master decide.", {})
        for name in ("resolveCheck", "amendCheck")
    },
    **{
        (name, problems.InvalidRequest): _NO_QUERY
        for name in (
            "whoAmI",
            "listSystems",
            "getSystem",
            "getCampaign",
            "getMember",
            "getRoll",
            "getCheck",
            "revealCheck",
            "legalCommands",
            "undoCommand",
            "redoCommand",
        )
    },
    ("revealCheck", services.AlreadyPublic): ("Everybody can see this check.", {}),
    ("createCampaign", services.NotAuthenticated): (
        "The Authorization header must read `Bearer` and a token.",
        {},
    ),
    ("makeToken", services.RoleTooLow): (
        "A token may do at most what you may: player.",
        {"role": "player", "needed": "gm"},
    ),
    ("removeMember", services.RoleTooLow): (
        "Only a game master may remove another member.",
        {"role": "player", "needed": "gm"},
    ),
    ("readMetrics", services.NotAuthenticated): (
        "The metrics need `Authorization: Bearer <UMPIRE_METRICS_TOKEN>`.",
        {},
    ),
    ("readMetrics", problems.NoSuchRoute): (
        "Metrics are off on a public server until UMPIRE_METRICS_TOKEN is set.",
        {},
    ),
    ("explainProblem", problems.NoSuchRoute): ("No problem of this server has this code.", {}),
}
