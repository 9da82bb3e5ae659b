"""The game systems: what each can be asked, its house rules, catalogues, and every rule with what covers it."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, ConfigDict

from app.api.answers import body_of
from app.api.asking import Charged
from app.api.body import StrictRoute
from app.api.operations import operation
from app.rules.catalog import SYSTEMS
from app.rules.encounter.listing import listed_commands
from app.rules.encounter.rules import WindowKind
from app.rules.encounter.schemas import Rules, command_schemas, event_schemas
from app.rules.system import RuleEntry
from app.services.options import OPTIONS
from app.services.refusals import NotFound, missing

router = APIRouter(prefix="/v1/systems", tags=["Systems"], route_class=StrictRoute)


class Brief(BaseModel):
    """A game system in short."""

    key: str
    title: str
    version: str
    licence_note: str


class CheckKindShown(BaseModel):
    """A kind of check."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    kind: str
    summary: str
    body_schema: dict[str, Any]
    """What *Make a check* takes, as JSON Schema."""
    result_schema: dict[str, Any]
    """What its `result` holds, as JSON Schema."""
    examples: dict[str, Any]
    """Bodies that can be posted as they are."""
    character_schema: dict[str, Any]
    """What *Make a check in the campaign* takes with a `character_id`: names of the sheet in place of numbers."""
    character_examples: dict[str, Any]
    """Such bodies for the example sheets, without the `character_id`."""


class DeedShown(BaseModel):
    """What can happen to a character between fights."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    route: str
    """The last part of the address, after the character's."""
    summary: str
    body_schema: dict[str, Any]
    result_schema: dict[str, Any]
    examples: dict[str, Any]


class CommandShown(BaseModel):
    """What moves an encounter."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    type: str
    """Prefixed by the system; those without a prefix every system has."""
    summary: str
    gm: bool
    """Only game masters may send it."""
    answers: Literal["never", "also", "only"]
    """Whether it answers what the table waits for: never, besides what it does at other times, or only."""
    body_schema: dict[str, Any]
    """What *Send a command* takes, as JSON Schema."""
    examples: dict[str, Any]
    """Bodies for the encounter that the demo begins; each has its moment in it."""


class WindowShown(BaseModel):
    """A choice that the table waits for."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    kind: str
    """As in an encounter's `pending`."""
    asks: str
    """What is asked, after the name of whoever is asked."""
    auto: bool
    """Whether the house rule `auto_resolve` may answer it at once."""


class SystemShown(Brief):
    """A game system."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    checks: list[CheckKindShown]
    deeds: list[DeedShown]
    commands: list[CommandShown]
    windows: list[WindowShown]
    """What an encounter may wait for."""
    events: dict[str, Any]
    """What can happen in one: the JSON Schema of an event's `data` by its type."""
    options: dict[str, Any]
    """The house rules that a campaign may have, each with its usual setting."""
    options_schema: dict[str, Any]
    """What each house rule changes, and what it may be, as JSON Schema."""
    sheet_schema: dict[str, Any]
    example_sheets: list[Any]
    catalogues: dict[str, list[Any]]
    rule_index: list[RuleEntry]
    """Every rule, and what covers it: a check, a command, or the game master."""
    refusals: dict[str, str]
    """Every code that its rules refuse with, and what it means."""


class Systems(BaseModel):
    """The game systems of this server."""

    items: list[Brief]


@router.get("", response_model=Systems, **operation("listSystems", "-"))
async def list_systems(_: Charged) -> Response:
    """List the game systems."""
    items = [Brief.model_validate(system, from_attributes=True) for system in SYSTEMS.values()]
    return Response(body_of(Systems(items=items)), media_type="application/json")


@router.get("/{key}", response_model=SystemShown, **operation("getSystem", "-", NotFound))
async def get_system(
    _: Charged, key: Annotated[str, Path(description="`ultra`, `uttas` or `supers`.", examples=["ultra"])]
) -> Response:
    """Look at a system.

    Its kinds of checks with their fields, what can happen between fights and in them, house rules, sheet, catalogues,
    and every rule with what covers it.
    """
    system = SYSTEMS.get(key)
    if system is None:
        raise missing()
    return Response(_shown(system.key), media_type="application/json")


@cache
def _shown(key: str) -> bytes:
    # The same for everybody until the next version, so it is made once.
    system = SYSTEMS[key]
    rules = system.encounters
    return body_of(
        SystemShown(
            key=system.key,
            title=system.title,
            version=system.version,
            licence_note=system.licence_note,
            checks=[
                CheckKindShown(
                    kind=kind.key,
                    summary=kind.summary,
                    body_schema=kind.body.model_json_schema(),
                    result_schema=kind.result.model_json_schema(),
                    examples={name: _plain(body) | {"kind": kind.key} for name, body in kind.examples.items()},
                    character_schema=kind.from_sheet.model_json_schema(),
                    character_examples={
                        name: _plain(body) | {"kind": kind.key} for name, body in kind.sheet_examples.items()
                    },
                )
                for kind in system.checks
            ],
            deeds=[
                DeedShown(
                    route=route,
                    summary=deed.summary,
                    body_schema=deed.body.model_json_schema(),
                    result_schema=deed.result.model_json_schema(),
                    examples={name: _plain(body) for name, body in deed.examples.items()},
                )
                for route, deed in system.deeds.items()
            ],
            commands=[] if rules is None else [*_commands(rules)],
            windows=[] if rules is None else [_window(kind) for kind in rules.windows],
            events={} if rules is None else event_schemas(rules),
            options=OPTIONS[system.key]().model_dump(mode="json"),
            options_schema=OPTIONS[system.key].model_json_schema(),
            sheet_schema=system.sheet.model_json_schema(),
            example_sheets=[sheet.model_dump(mode="json") for sheet in system.example_sheets],
            catalogues={
                name: [row.model_dump(mode="json") for row in rows] for name, rows in system.catalogues.items()
            },
            rule_index=list(system.rule_index),
            refusals=dict(system.refusals),
        )
    )


def _commands(rules: Rules) -> Iterator[CommandShown]:
    schemas = command_schemas(rules)
    for listed in listed_commands(rules):
        yield CommandShown(**listed._asdict(), body_schema=schemas[listed.type])


def _window(kind: WindowKind) -> WindowShown:
    return WindowShown(kind=kind.kind, asks=kind.asks, auto=kind.auto)


def _plain(body: BaseModel) -> dict[str, Any]:
    return body.model_dump(mode="json", exclude_defaults=True)
