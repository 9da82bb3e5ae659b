"""Worked encounters for the docs page, played by the rules themselves with dice that always fall in the middle."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any, cast

from pydantic import TypeAdapter

from app.rules.catalog import ENCOUNTERS, SYSTEMS, SystemKey
from app.rules.encounter.dry_run import dry_run
from app.rules.encounter.legal import legal
from app.rules.encounter.staging import Body
from app.rules.encounter.table import Dice
from app.rules.encounter.timeline import timeline
from app.services.encounters.bodies import command_of
from app.services.encounters.keeping import blank
from app.services.encounters.kept import StoredEvent
from app.services.encounters.looking import line
from app.services.encounters.moving import decided
from app.services.encounters.opening import Opened, brief, open_encounter, shown, viewer_of
from app.services.encounters.shown import CommandAnswer, NewEncounter, PriceShown
from app.services.encounters.stepping import Stepped, answer, stepped
from app.services.ids import new_id
from app.services.options import OPTIONS
from app.services.values import Caller, Campaign, Role

_ID = re.compile(r"\b(?:cmp|mem|tok|enc|evt|cbt|cnd|win|sht)_[0-9a-z]{26}\b")


class _Middling:
    def draw(self, faces: int, count: int) -> Sequence[int]:
        return [(faces + 1) // 2] * count


_DICE = Dice.of(_Middling())


def example_encounters(campaign: Campaign, gm: str, *, at: datetime) -> Mapping[str, Any]:
    """What the operations on encounters answer when all goes well, by operation id."""
    # Every system plays by the same commands of the frame.
    key = cast(SystemKey, next(iter(ENCOUNTERS)))
    of_this = campaign.model_copy(update={"system": key, "options": OPTIONS[key]()})
    caller = Caller(
        token_id=new_id("tok"),
        campaign_id=campaign.id,
        system=key,
        member_id=gm,
        member_role=Role.GM,
        role=Role.GM,
        archived=False,
    )
    staging = ENCOUNTERS[key].staging
    if staging is None:
        raise LookupError(f"{key} brings no encounter along")
    new = NewEncounter(name=staging.name, kind=staging.kind, notes="The stairs creak.")
    first = open_encounter(blank(new, ENCOUNTERS[key], last_event=new_id("evt"), at=at), of_this, ENCOUNTERS[key])
    joined = _played(caller, first, *(_join(key, place, staging.cast[place]) for place in (0, -1)), at=at)
    started = _moved(caller, joined, {"type": "start"}, at=at)
    now = started.opened
    noted = _moved(caller, now, {"type": "note", "text": "The lantern goes out."}, at=at)
    note = command_of({"type": "note", "text": "The lantern goes out."}, ENCOUNTERS[key])
    tried = dry_run(note, now.encounter, _DICE, table=now.table, viewer=viewer_of(caller), ids=lambda prefix: prefix)
    lines = [
        line(
            StoredEvent(
                id=event.id,
                at=at,
                member_id=event.member_id,
                by_member_id=None,
                version=event.version or 0,
                public_version=event.public_version or 0,
                data=event.data,
                struck=False,
            ),
            now.head.id,
            caller,
            ENCOUNTERS[key],
        )
        for event in started.events
    ]
    answers = {
        "setUpEncounter": shown(first, caller),
        "listEncounters": {"items": [brief(now.head, key, Role.GM)], "next_cursor": None},
        "getEncounter": shown(now, caller),
        "changeEncounter": shown(now, caller),
        "undoCommand": _of(caller, noted),
        "redoCommand": _of(caller, noted),
        "legalCommands": {"commands": legal(now.encounter, viewer_of(caller), table=now.table)[:6]},
        "encounterTimeline": timeline(now.encounter, viewer_of(caller), table=now.table),
        "encounterLog": {"items": [one for one in lines if one is not None], "next_cursor": None},
        "encounterAtVersion": shown(joined, caller),
    }
    sent = {
        "It begins": _of(caller, started),
        "A note": _of(caller, noted),
        "Tried out by a player": PriceShown.of(tried.price),
    }
    numbers = _Numbers()
    return {name: {"answer": numbers.settle(_json(value))} for name, value in answers.items()} | {
        "sendCommand": {name: numbers.settle(_json(value)) for name, value in sent.items()}
    }


def _of(caller: Caller, after: Stepped) -> CommandAnswer:
    return answer(caller, after)


def _join(key: SystemKey, place: int, one: Body) -> dict[str, Any]:
    return {"type": "join", "sheet": SYSTEMS[key].example_sheets[place].model_dump(mode="json"), **one}


def _moved(caller: Caller, opened: Opened, body: dict[str, Any], *, at: datetime) -> Stepped:
    command = command_of(body, opened.table.rules)
    return stepped(caller, opened, decided(caller, opened, command, _DICE), at=at)


def _played(caller: Caller, opened: Opened, *bodies: dict[str, Any], at: datetime) -> Opened:
    for body in bodies:
        opened = _moved(caller, opened, body, at=at).opened
    return opened


def _json(value: Any) -> Any:
    return TypeAdapter(Any).dump_python(value, mode="json")


class _Numbers:
    """The same ids whenever the document is made."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._next = count(1)

    def settle(self, value: Any) -> Any:
        match value:
            case str():
                return _ID.sub(lambda found: self._settled(found[0]), value)
            case dict():
                return {self.settle(name): self.settle(member) for name, member in value.items()}
            case list():
                return [self.settle(member) for member in value]
            case _:
                return value

    def _settled(self, id_: str) -> str:
        if id_ not in self._known:
            self._known[id_] = f"{id_[:4]}0sgq3v907mkp63fzzvp4pv{next(self._next):04d}"
        return self._known[id_]
