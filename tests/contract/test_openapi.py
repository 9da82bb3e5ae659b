"""The OpenAPI document: what generated clients are built from and what the docs page shows must be whole and true."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from app.api.problems import BY_CODE, STATUS
from app.main import create_app
from app.rules.catalog import ENCOUNTERS, SYSTEMS
from app.services.deeds import PAST
from app.settings import Settings
from tests.api.conftest import Company, Person, found
from tests.contract import snapshot

DOCUMENT = snapshot.document()


OPERATIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    operation["operationId"]: (method, path, operation)
    for path, item in snapshot.operations(DOCUMENT).items()
    for method, operation in item.items()
}
IN_PLAY_ORDER = [
    *["Start here", "Dice", "Checks", "Systems", "Campaigns", "Characters", "Rolls", "Encounters"],
    *["Invites", "Members", "Tokens", "Server"],
]
# What a game system refuses has a code of its own table.
THE_SYSTEMS_OWN = {"out_of_range", "against_the_rules", "may_not"}
JSON = "application/json"
PROBLEM = "application/problem+json"

each_operation = pytest.mark.parametrize("operation_id", OPERATIONS)


def test_the_committed_document_is_that_of_the_code() -> None:
    told = "The document has changed. If that is meant: uv run python -m tests.contract.snapshot"
    assert snapshot.SNAPSHOT.read_text(encoding="utf-8") == snapshot.text(), told


def test_operations_are_named_once() -> None:
    count = sum(len(item) for item in DOCUMENT["paths"].values())
    assert len(OPERATIONS) == count
    assert count >= 26


@each_operation
def test_an_operation_is_told_in_the_tables_words(operation_id: str) -> None:
    _, _, operation = OPERATIONS[operation_id]
    assert re.fullmatch(r"[a-z]+([A-Z][a-z]*)*", operation_id)
    summary = operation["summary"]
    assert 4 <= len(summary) <= 60
    assert not summary.endswith(".")
    assert summary != re.sub(r"(?<!^)(?=[A-Z])", " ", operation_id).title(), "a summary is more than the code's name"
    assert not re.search(r"\b(endpoint|resource|entity|CRUD|JSON|POST|GET|PATCH|DELETE)\b", summary)
    assert operation.get("description"), "a how-to, or at least what comes of it"
    assert operation["x-role"] in ("-", "setup", "observer", "player", "gm")
    security = operation.get("security") or [{}]
    assert ({} in security) == (operation["x-role"] in ("-", "setup"))
    assert operation["x-role"] == "-" or {"token": []} in security


def test_tags_are_in_play_order() -> None:
    assert [tag["name"] for tag in DOCUMENT["tags"]] == IN_PLAY_ORDER
    assert all(tag["description"] for tag in DOCUMENT["tags"])
    used = [operation["tags"] for _, _, operation in OPERATIONS.values()]
    assert all(len(tags) == 1 for tags in used)
    assert {tag for tags in used for tag in tags} == set(IN_PLAY_ORDER)


def refs(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for key, member in value.items():
                if key == "$ref":
                    yield member
                yield from refs(member)
        case list():
            for member in value:
                yield from refs(member)


def test_every_reference_leads_somewhere() -> None:
    found = set(refs(DOCUMENT))
    assert found
    for ref in found:
        place: Any = DOCUMENT
        for part in ref.removeprefix("#/").split("/"):
            place = place[part]
        assert place
    kinds = {kind: names for kind, names in DOCUMENT["components"].items() if kind != "securitySchemes"}
    shared = {f"#/components/{kind}/{name}" for kind, names in kinds.items() for name in names}
    assert found == shared, "nothing that nobody uses"


def test_nothing_is_told_twice_at_length() -> None:
    told = Counter(
        json.dumps(member, sort_keys=True)
        for item in DOCUMENT["paths"].values()
        for operation in item.values()
        for member in [*operation["responses"].values(), *operation.get("parameters", [])]
        if "content" in member or "schema" in member
    )
    refusals = [text for text, count in told.items() if count > 1 and "problem+json" in text]
    assert refusals == []
    assert len(json.dumps(DOCUMENT)) < 900_000


def test_fastapis_own_errors_are_nowhere() -> None:
    assert "ValidationError" not in json.dumps(DOCUMENT)


def test_no_address_but_this_servers() -> None:
    assert not re.search(r"https?://", json.dumps(DOCUMENT))


@each_operation
def test_every_parameter_is_explained(operation_id: str) -> None:
    _, path, operation = OPERATIONS[operation_id]
    for parameter in operation.get("parameters", []):
        assert parameter.get("description"), parameter["name"]
        if parameter["name"] in ("campaign", "encounter"):
            assert parameter["example"] == "current"
    in_path = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "path"]
    assert in_path == re.findall(r"{(\w+)}", path), "in the order of the address"


@each_operation
def test_every_write_takes_an_idempotency_key(operation_id: str) -> None:
    method, path, operation = OPERATIONS[operation_id]
    takes = any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", []))
    stateless = path in ("/v1/rolls", "/v1/odds", "/v1/checks", "/v1/checks/odds")
    assert takes == (method != "get" and not stateless)


@each_operation
def test_a_removal_is_not_filled_in_beforehand(operation_id: str) -> None:
    method, _, operation = OPERATIONS[operation_id]
    for parameter in operation.get("parameters", []):
        if method == "delete" and parameter["in"] == "header":
            assert not {"example", "examples"} & parameter.keys()
            assert not {"example", "default"} & parameter["schema"].keys()


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, False),
        ({"host": "0.0.0.0"}, True),
        ({"public_url": "https://umpire.example"}, True),
        ({"setup_token": "friend"}, True),
    ],
)
def test_where_a_campaign_needs_the_setup_token_the_first_step_says_so(settings: dict[str, Any], told: bool) -> None:
    document = create_app(Settings(database_url="sqlite:///unused.db", **settings)).openapi()
    steps = document["info"]["description"].partition("1. ")[2].partition("2. ")[0]
    assert ("setup token" in steps) == told
    assert "*Start a campaign*" in steps


def body(operation: dict[str, Any]) -> dict[str, Any] | None:
    if "requestBody" not in operation:
        return None
    assert operation["requestBody"]["required"]
    content: dict[str, Any] = operation["requestBody"]["content"]
    assert list(content) == [JSON]
    found: dict[str, Any] = content[JSON]
    return found


@each_operation
def test_every_body_has_named_examples(operation_id: str) -> None:
    content = body(OPERATIONS[operation_id][2])
    if content is not None:
        assert content["examples"]
        for example in content["examples"].values():
            assert example["summary"]
            assert isinstance(example["value"], dict)


@each_operation
def test_a_change_has_no_defaults(operation_id: str) -> None:
    """A default in a merge patch is sent by generated clients, and so overwrites what nobody meant to change."""
    method, _, operation = OPERATIONS[operation_id]
    content = body(operation)
    if method != "patch" or content is None:
        return
    waiting, seen = [content["schema"]], list[Any]()
    while waiting:
        schema = waiting.pop()
        seen.append(schema)
        if "$ref" in schema:
            waiting.append(DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
        waiting += [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
        assert "default" not in schema
        assert "required" not in schema
    assert len(seen) > 3


@each_operation
def test_what_comes_back_has_a_shape(operation_id: str) -> None:
    method, _, operation = OPERATIONS[operation_id]
    good = [status for status in operation["responses"] if status.startswith("2")]
    assert good
    for status in good:
        content = operation["responses"][status].get("content")
        assert (content is None) == (status == "204")
        if content and JSON in content:
            assert content[JSON]["schema"]
    if method == "delete":
        assert "204" in good or "200" in good


@each_operation
def test_every_refusal_has_an_example(operation_id: str) -> None:
    _, _, operation = OPERATIONS[operation_id]
    for status, response in operation["responses"].items():
        if not status.startswith(("4", "5")):
            continue
        assert list(response["content"]) == [PROBLEM]
        examples = response["content"][PROBLEM]["examples"]
        assert examples
        for code, example in examples.items():
            problem = example["value"]
            if code not in THE_SYSTEMS_OWN:
                assert problem["code"] == code
            assert problem["type"] == f"/problems/{problem['code']}"
            assert str(problem["status"]) == status == str(STATUS[BY_CODE[code]])
            assert problem["title"] == BY_CODE[code].title
            assert len(problem["detail"]) >= 20
            assert problem["request_id"]


@each_operation
def test_what_follows_from_the_role_and_the_body_is_documented(operation_id: str) -> None:
    _, path, operation = OPERATIONS[operation_id]
    documented = set(operation["responses"])
    if operation["x-role"] not in ("-", "setup"):
        assert documented >= {"401", "403", "404", "429"}
    if "requestBody" in operation:
        assert documented >= {"400", "413", "415", "422", "429"}
    match = [parameter for parameter in operation.get("parameters", []) if parameter["name"] == "If-Match"]
    if match:
        assert ("428" in documented) == match[0]["required"]
    assert ("412" in documented) == bool(match), "whoever can be stale is told how to say so"
    if path.startswith("/v1/"):
        assert "429" in documented


EXAMPLES = [
    (operation_id, name)
    for operation_id, (_, _, operation) in OPERATIONS.items()
    for content in [body(operation)]
    if content is not None
    for name in content["examples"]
]


def test_there_are_examples_for_every_system() -> None:
    for operation_id in ("rollDice", "countOdds", "rollInCampaign", "createCampaign"):
        assert {"ultra", "uttas", "supers"} <= {name for found, name in EXAMPLES if found == operation_id}


_LOCK = {"kind": "ultra.action", "complications": [{"id": "lock", "level": 1}]}
BEFORE: dict[tuple[str, str], dict[str, Any]] = {
    **{("resolveCheck", name): _LOCK | {"faces": [10, 8]} for name in ("spare", "trick", "nothing")},
    ("resolveCheck", "disaster"): _LOCK | {"faces": [1, 1]},
    **{
        ("amendCheck", name): {"kind": "supers.opposed", "bonus_a": 4, "bonus_b": 5}
        for name in ("hero point", "real die")
    },
}
"""The check that an example chooses after or betters."""


async def _at_its_table(company: Company, kind: str) -> Person:
    """The game master of a campaign that is played by the rules of this check."""
    _, gm = await found(company.client, system=kind.partition(".")[0])
    return gm


async def _staged(company: Company, system: str) -> tuple[Person, str]:
    """The game master of a campaign in which the encounter that its system brings along has begun."""
    _, gm = await found(company.client, system=system)
    staging = ENCOUNTERS[system].staging
    assert staging is not None
    made = await gm.post(".../encounters", {"name": staging.name, "kind": staging.kind})
    id_: str = made.json()["id"]
    sheets = [sheet.model_dump(mode="json") for sheet in SYSTEMS[system].example_sheets]
    joins = [{"type": "join", "sheet": sheet, **one} for one, sheet in zip(staging.cast, sheets, strict=True)]
    for body in [*joins, {"type": "start"}]:
        assert (await gm.post(f".../encounters/{id_}/commands", body)).status_code == 200
    return gm, id_


@pytest.mark.anyio
@pytest.mark.parametrize(("operation_id", "example"), EXAMPLES)
async def test_an_example_works_as_it_stands(company: Company, operation_id: str, example: str) -> None:
    """As "Try it out" sends it: with the example's own bytes, the documented parameters, and `current`."""
    method, path, operation = OPERATIONS[operation_id]
    content = body(operation)
    assert content is not None
    sent = content["examples"][example]["value"]
    if "demo:" in sent.get("character_id", ""):
        pytest.skip("about the demo's characters: tests/api/test_demo.py plays it there")
    headers = {}
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "header" and parameter.get("required"):
            headers[parameter["name"]] = next(iter(parameter["examples"].values()))["value"]
    if "{code}" in path:
        invite = {"member_id": company.player.member_id} if "display_name" not in sent else {}
        headers_of_gm = {"Authorization": f"Bearer {company.gm.token}"}
        made = await company.client.post("/v1/campaigns/current/invites", json=invite, headers=headers_of_gm)
        path = path.replace("{code}", made.json()["code"])
    gm = company.gm
    before = BEFORE.get((operation_id, example))
    if before is not None:
        gm = await _at_its_table(company, before["kind"])
        path = path.replace("{check}", (await gm.post(".../checks", before)).json()["id"])
    elif operation_id == "checkInCampaign":
        gm = await _at_its_table(company, sent["kind"])
    elif operation["x-role"] != "setup" and example in SYSTEMS:
        # Its house rule or sheet is one of this system.
        _, gm = await found(company.client, system=example)
    if "member_id" in sent:
        # The one thing that no example can know.
        sent = sent | {"member_id": company.player.member_id}
    good = [status for status in operation["responses"] if status.startswith("2")]
    by_the_rules = False
    if "{encounter}" in path:
        system = example.partition(":")[0].partition(".")[0]
        if system in SYSTEMS:
            gm, id_ = await _staged(company, system)
            # What went before, no example can know: the rules may refuse, but not the shape, nor anybody in it.
            by_the_rules = True
        else:
            id_ = await gm.fight(system="uttas", running=not example.startswith("start"))
        path = path.replace("{encounter}", id_)
    path = path.replace("{campaign}", "current").replace("{member}", company.player.member_id)
    if path.rpartition("/")[2] in PAST:
        # A deed of this system, done to whoever of its example characters it fits.
        key = example.partition(":")[0]
        _, gm = await found(company.client, system=key)
        told = []
        for whose in SYSTEMS[key].example_sheets:
            added = await gm.character(sheet=whose.model_dump(mode="json"))
            done = await gm.post(path.replace("/v1/campaigns/current", "...").format(character=added["id"]), sent)
            told.append(done.status_code)
        assert 200 in told
        return
    if "{character}" in path:
        played = SYSTEMS[example if example in SYSTEMS else company.campaign["system"]]
        sheet = played.example_sheets[0].model_dump(mode="json")
        path = path.replace("{character}", (await gm.character(sheet=sheet))["id"])
    if operation["x-role"] not in ("-", "setup"):
        headers["Authorization"] = f"Bearer {gm.token}"
    answer = await company.client.request(method, path, json=sent, headers=headers)
    refused_by_rules = by_the_rules and answer.status_code == 409
    assert str(answer.status_code) in good or refused_by_rules, answer.text
    if operation_id == "rollInCampaign":
        assert answer.json()["text"]
