"""What moves an encounter, and the ways to look at its course."""

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response
from pydantic import BaseModel, Field, JsonValue, TypeAdapter

from app.api.answers import (
    Cursor,
    InDigits,
    Limit,
    Listed,
    body_of,
    expected_versions,
    listed,
    page_of,
    versioned,
    viewer_of,
)
from app.api.asking import GmWriting, PlayerTrying, Reading, stored_response
from app.api.body import StrictRoute
from app.api.dice import FACES
from app.api.encounters import EncounterId
from app.api.operations import operation
from app.rules.catalog import ENCOUNTERS, AnyCommand
from app.rules.encounter.legal import LegalCommand
from app.rules.encounter.listing import listed_commands
from app.rules.encounter.refusals import MayNot, UnknownCombatant
from app.rules.encounter.timeline import MOST_ROUNDS, Timeline
from app.rules.system import AgainstTheRules, OutOfRange
from app.services.encounters.looking import LogOrder
from app.services.encounters.shown import CommandAnswer, EncounterShown, LogLine, PriceShown, TriedOut
from app.services.refusals import (
    Archived,
    BadCursor,
    CharacterChanged,
    InEncounter,
    NoEncounters,
    PhysicalDiceOff,
    Quota,
    WhichEncounter,
)
from app.services.values import Answer, Role

router = APIRouter(
    prefix="/v1/campaigns/{campaign}/encounters/{encounter}", tags=["Encounters"], route_class=StrictRoute
)
MOVING = (AgainstTheRules, Archived, NoEncounters, WhichEncounter)


def _examples() -> Iterator[tuple[str, dict[str, JsonValue]]]:
    """What needs no names first, then each system's, for the encounter that the demo begins by it."""
    yield "note: write something into the story", {"type": "note", "text": "The lantern goes out."}
    yield "start: begin", {"type": "start"}
    yield "join: a character of the campaign", {"type": "join", "character_id": "demo:newcomer", "side": "heroes"}
    yield "end: it is over", {"type": "end"}
    for key, rules in ENCOUNTERS.items():
        for command in listed_commands(rules):
            told = command.type if "." in command.type else f"{key}: {command.type}"
            yield from ((f"{told}: {name}", body) for name, body in command.examples.items())


COMMAND_EXAMPLES: dict[str, Any] = {name: {"summary": name, "value": body} for name, body in _examples()}
DryRun = Annotated[bool, Query(description="Try it out: nothing is kept, no dice of the campaign are used.")]
Version = Annotated[
    int, Field(ge=1, le=2**53), InDigits, Path(description="As you count: the number in an `ETag` that you got.")
]
Rounds = Annotated[int, Field(ge=1, le=MOST_ROUNDS), InDigits, Query(description="How many rounds, this one included.")]
LINES = TypeAdapter(LogLine)


class LegalCommands(BaseModel):
    """What would be accepted from you now."""

    commands: list[LegalCommand]
    """In the plainest form, one for each type, attack and target; at most 200."""


def _rendered(moved: CommandAnswer) -> Answer:
    return Answer(status=200, headers=versioned(moved.version), body=body_of(moved))


def _versions(request: Request) -> frozenset[int] | None:
    return expected_versions(request) if "if-match" in request.headers else None


@router.post(
    "/commands",
    response_model=CommandAnswer | TriedOut | PriceShown,
    **operation(
        "sendCommand",
        Role.PLAYER,
        *MOVING,
        OutOfRange,
        MayNot,
        UnknownCombatant,
        *FACES,
        PhysicalDiceOff,
        InEncounter,
        Quota,
        keyed=True,
        versioned="move",
        body=True,
    ),
)
async def send_command(
    asked: PlayerTrying,
    encounter: EncounterId,
    command: Annotated[AnyCommand, Body(openapi_examples=COMMAND_EXAMPLES)],
    request: Request,
    dry_run: DryRun = False,
) -> Response:
    """Send a command.

    `type` says what is done: some commands every system has (`join`, `start`, `end_turn`...), the others go by the
    campaign's rules (`uttas.attack`, `supers.resist`, `ultra.act`). *See what you can do now* lists bodies that you can
    send as they are; `actor` and `target` are ids of combatants, as the encounter shows them. The answer says what
    happened, and what is asked next: while somebody has a choice (`pending`), only their answer is accepted. `faces`
    enters the dice that lie on your table. An `end_turn` that names its `actor` ends one turn even if two send it; with
    `If-Match` any command is only carried out on the version that you saw.
    `dry_run=true` tries it out and keeps nothing: a game master learns what would come of it, a player what it costs.
    """
    commands, caller = asked.table.commands, asked.caller
    read, versions = commands.read(caller, command), _versions(request)
    if dry_run:
        tried = await commands.try_out(caller, encounter, read, versions=versions)
        return Response(body_of(tried), media_type="application/json")
    moved = await commands.send(caller, encounter, read, versions=versions, keyed=asked.keyed(_rendered))
    return stored_response(_rendered(moved))


@router.post(
    "/undo",
    response_model=CommandAnswer,
    **operation("undoCommand", Role.GM, *MOVING, CharacterChanged, keyed=True, versioned="move"),
)
async def undo_command(asked: GmWriting, encounter: EncounterId, request: Request) -> Response:
    """Take the last command back.

    The encounter is exactly as it was before the last command that isn't undone yet, as a new version. What happened
    stays in the log, marked as undone. *Bring back what was undone* is the way back until another command comes.
    """
    moved = await asked.table.commands.undo(
        asked.caller, encounter, versions=_versions(request), keyed=asked.keyed(_rendered)
    )
    return stored_response(_rendered(moved))


@router.post(
    "/redo",
    response_model=CommandAnswer,
    **operation("redoCommand", Role.GM, *MOVING, InEncounter, keyed=True, versioned="move"),
)
async def redo_command(asked: GmWriting, encounter: EncounterId, request: Request) -> Response:
    """Bring back what was undone.

    The command that was undone last, with the same dice; until another command comes.
    """
    moved = await asked.table.commands.redo(
        asked.caller, encounter, versions=_versions(request), keyed=asked.keyed(_rendered)
    )
    return stored_response(_rendered(moved))


@router.get(
    "/legal", response_model=LegalCommands, **operation("legalCommands", Role.OBSERVER, NoEncounters, WhichEncounter)
)
async def legal_commands(asked: Reading, encounter: EncounterId) -> Response:
    """See what you can do now.

    What would be accepted from you at this moment, in the plainest form: one for each type, attack and target. Each
    `body` can be posted to *Send a command* as it is.
    """
    found = await asked.table.looks.legal(asked.caller, encounter)
    return Response(body_of(LegalCommands(commands=found)), media_type="application/json")


@router.get(
    "/timeline",
    response_model=Timeline,
    **operation("encounterTimeline", Role.OBSERVER, NoEncounters, WhichEncounter),
)
async def encounter_timeline(asked: Reading, encounter: EncounterId, rounds: Rounds = 2) -> Response:
    """See who acts when.

    The turns still to come, in this round and the next, and what ends by itself with each, as far as it can be foreseen
    and you may know of it.
    """
    found = await asked.table.looks.timeline(asked.caller, encounter, rounds=rounds)
    return Response(body_of(found), media_type="application/json")


@router.get(
    "/log",
    response_model=Listed[LogLine],
    **operation("encounterLog", Role.OBSERVER, BadCursor, NoEncounters, WhichEncounter),
)
async def encounter_log(
    asked: Reading,
    encounter: EncounterId,
    request: Request,
    limit: Limit = 50,
    cursor: Cursor = None,
    order: Annotated[LogOrder, Query(description="Whether the `oldest` comes first, or the `newest`.")] = "oldest",
) -> Response:
    """Read the story so far.

    Everything that happened, as far as you may know it, with a sentence for each. What was taken back stays in it,
    marked as `undone`.
    """
    viewer = viewer_of(asked.caller)
    page = page_of(request, limit=limit, cursor=cursor, viewer=viewer)
    found = await asked.table.looks.log(asked.caller, encounter, page, order=order)
    return await listed(request, found, limit=limit, viewer=viewer, adapter=LINES)


@router.get(
    "/at/{version}",
    response_model=EncounterShown,
    **operation("encounterAtVersion", Role.OBSERVER, NoEncounters, WhichEncounter),
)
async def encounter_at_version(asked: Reading, encounter: EncounterId, version: Version) -> Response:
    """See how it was.

    The encounter as an earlier version of it showed it to you; what follows from house rules, by those that hold now.
    """
    found = await asked.table.looks.at(asked.caller, encounter, version)
    return Response(body_of(found), media_type="application/json")
