"""Every command of a system as the docs list it: what it is for, who may send it, and bodies that can be posted."""

from collections.abc import Iterator, Mapping
from inspect import getdoc
from typing import Literal, NamedTuple

from pydantic import JsonValue

from app.rules.encounter.commands import FOR_EVERYBODY
from app.rules.encounter.schemas import Rules, command_bodies
from app.rules.encounter.staging import Body

Examples = Mapping[str, Mapping[str, Body]]


class ListedCommand(NamedTuple):
    """A command in the docs."""

    type: str
    summary: str
    """One line in table language."""
    gm: bool
    """Only game masters may send it."""
    answers: Literal["never", "also", "only"]
    """Whether it answers windows."""
    examples: Mapping[str, dict[str, JsonValue]]
    """Bodies that can be posted, by what they do."""


_FOR_ANYBODY: Examples = {
    "start": {"begin": {}},
    "note": {
        "write something into the story": {"text": "The lantern goes out."},
        "a note for game masters": {"text": "The bridge gives way in round four.", "private": True},
    },
    "end": {"it is over": {}},
}


def listed_commands(rules: Rules) -> Iterator[ListedCommand]:
    """The frame's commands and then the system's, with examples for the encounter that it brings along."""
    examples = {**_FOR_ANYBODY, **_for_its_cast(rules)}
    for type_, body in command_bodies(rules).items():
        kind = rules.kinds.get(type_)
        yield ListedCommand(
            type=type_,
            summary=kind.summary if kind is not None else (getdoc(body) or "").partition(".")[0],
            gm=kind.gm if kind is not None else type_ not in FOR_EVERYBODY,
            answers=kind.answers if kind is not None else "never",
            examples={name: {"type": type_, **fields} for name, fields in examples.get(type_, {}).items()},
        )


def _for_its_cast(rules: Rules) -> Examples:
    staging = rules.staging
    if staging is None:
        return {}
    ids: list[JsonValue] = [one["id"] for one in staging.cast]
    last = staging.cast[-1]["id"]
    frame: Examples = {
        "end_turn": {"a turn ends, and only theirs": {"actor": ids[0]}},
        "leave": {"walk away": {"actor": last}},
        "edit_combatant": {"change sides": {"actor": last, "side": staging.cast[0]["side"]}},
        "set_order": {"the other way round": {"order": ids[::-1]}},
        "reveal": {"step out of the dark": {"actor": last}},
        "hide": {"slip away": {"actor": last}},
    }
    return {**frame, **staging.examples}
