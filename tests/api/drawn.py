"""What is drawn by chance for two mirrored games: examples of the docs, and what a game master does by hand.

Both games draw by the same seed, and each fills in its own ids.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from app.rules.encounter.listing import listed_commands
from app.rules.encounter.rules import EncounterRules
from app.rules.value import Value
from tests.api.test_options import settable, unusual
from tests.rules.encounter.conftest import TRIALS
from tests.rules.encounter.moves import adjustable

Json = dict[str, Any]
NAMED = re.compile(r'"(\w+)"')
NOT_SENT = {"start", "end", "leave", "hide", "reveal", "set_order"}
"""Examples that would end it too soon, or show what isn't the same in both games."""
BY_HAND = ("hide", "wait", "join", "order", "edit", "adjust", "house rule", "rename", "refresh")
SIGHTS = ("table", "owner", "gm")
NOT_CHANGED = {"auto_resolve", "enforce_build"}
"""House rules by which the hidden would have other choices in either game, or couldn't come in."""


class Request(NamedTuple):
    """What a game master asks for."""

    method: str
    path: str
    body: Json


def varied(sheet: Value, chance: random.Random) -> Json:
    """A sheet as JSON; its attacks at times strike an area, which those of the examples don't."""
    document = sheet.model_dump(mode="json")
    for attack in document.get("attacks", ()):
        if "area" in attack:
            attack["area"] = chance.random() < 0.3
    return document


def examples(rules: EncounterRules[Any, Any], shown: Json, pick: random.Random) -> Iterator[Json]:
    """Bodies of the docs in any order; at times with others in the places of those whom they name."""
    assert rules.staging is not None
    names, seen = [str(one["id"]) for one in rules.staging.cast], [one["id"] for one in shown["combatants"]]
    awaited = [shown["active"], *((shown["pending"] or {}).get("for") or ())][-1]
    listed = [one for one in listed_commands(rules) if one.type not in NOT_SENT]
    for one in pick.sample(listed, len(listed)):
        body = pick.choice([*one.examples.values()])
        match pick.choice(["as it stands", "the one awaited", "anybody"]):
            case "the one awaited" if awaited is not None and "actor" in body:
                body["actor"] = awaited
            case "anybody":
                body = renamed(body, dict(zip(names, pick.choices(seen, k=len(names)), strict=True)))
        yield body


def renamed(body: Json, others: Mapping[str, str]) -> Json:
    """The body with these in the places of those."""
    text = NAMED.sub(lambda name: f'"{others.get(name[1], name[1])}"', json.dumps(body))
    made: Json = json.loads(text)
    return made


class Game(Protocol):
    """What is filled in of a game."""

    system: str
    path: str
    """Of the encounter."""
    hidden: list[str]
    """The ids of all whom players don't know of; the first stays."""
    known: dict[str, list[str]]
    """What players know of, by the name of its place in a path."""
    sheets: Sequence[Value]
    """The system's examples."""


def by_hand(game: Game, shown: Json, pick: random.Random) -> list[Request]:
    """What a game master does by hand and comes to the same in both games; `shown` is the encounter as all see it."""
    trial = TRIALS[game.system]
    seen = [one["id"] for one in shown["combatants"]]
    who, number, commands = pick.choice(seen), pick.randint(1, 3), f"{game.path}/commands"

    def command(type_: str, **fields: Any) -> Request:
        return Request("POST", commands, {"type": type_, **fields})

    match pick.choice(BY_HAND):
        case "hide":
            # Before they do anything: what they do while hidden is not the same in both games.
            return [command("hide", actor=who), command(pick.choice(["reveal", "reveal", "leave"]), actor=who)]
        case "wait":
            key, source = pick.choice(trial.conditions or ["dazed"]), pick.choice([None, game.hidden[0], who])
            expires = {"at": pick.choice(["turn_start", "turn_end"]), "of": game.hidden[0], "count": number}
            return [command("add_condition", actor=who, key=key, source=source, expires=expires)]
        case "join":
            guards = {"name": "Guard", "side": "foes", "group": "Guards", "count": number}
            return [command("join", sheet=varied(pick.choice(game.sheets), pick), **guards)]
        case "order":
            return [command("set_order", order=[*pick.sample(seen, len(seen)), *game.hidden])]
        case "edit":
            edits: list[Json] = [
                {"initiative": number},
                {"name": f"Renamed {number}"},
                {"visibility": pick.choice(SIGHTS)},
            ]
            return [command("edit_combatant", actor=who, **pick.choice(edits))]
        case "adjust":
            name, (least, most) = pick.choice([*adjustable(trial.rules).items()])
            return [command("adjust", actor=who, **{name: pick.choice([max(least, -7), min(most, 7)])})]
        case "house rule":
            name = pick.choice([one for one in settable(game.system) if one not in NOT_CHANGED])
            return [Request("PATCH", "...", {"options": {name: pick.choice([None, unusual(game.system, name)[0]])}})]
        case "rename":
            refs = [{"app": "foundry", "id": f"combat-{number}"}]
            return [Request("PATCH", game.path, {"name": f"Bridge {number}", "external_refs": refs})]
        case _:
            edit: Json = {"name": f"Called {number}"} | ({"sheet": {"name": "Other"}} if number == 1 else {})
            character = Request("PATCH", f".../characters/{pick.choice(game.known['character'])}", edit)
            return [character, command("edit_combatant", actor=who, refresh=True)]
