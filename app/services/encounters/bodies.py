"""Reading a command by the rules of its campaign, and what every text and number in it must hold to."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import JsonValue, TypeAdapter, ValidationError

from app.rules.encounter.commands import Command
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.schemas import command_bodies, read_command, told_apart
from app.services.refusals import Misshapen
from app.services.text import NO_PROSE, Name, forged

LARGEST = 2**53
_NAMES = ("name", "side", "group")
_NAME: TypeAdapter[str] = TypeAdapter(Name)


def command_of(body: Mapping[str, JsonValue], rules: EncounterRules[Any, Any]) -> Command:
    """A command as it came in; raises `Misshapen`."""
    wrong = [*_wrong_values(body)]
    if not wrong:
        try:
            command = read_command(body, rules)
        except ValidationError as wrong_shape:
            wrong = [*wrong_shape.errors()]
        else:
            given = command.__dict__
            names = {name: given[name] for name in _NAMES if isinstance(given.get(name), str)}
            wrong = [*_wrong_names(names)]
    if wrong:
        raise Misshapen((), told_apart([command_bodies(rules)]), wrong)
    if not names:
        return command
    return command.model_copy(update={name: _NAME.validate_python(given) for name, given in names.items()})


def _wrong_names(names: Mapping[str, str]) -> Iterator[Any]:
    for name, given in names.items():
        try:
            _NAME.validate_python(given)
        except ValidationError as wrong:
            yield from ({**error, "loc": (name,)} for error in wrong.errors())


def _wrong_values(body: Mapping[str, JsonValue]) -> Iterator[Any]:
    """What no command may hold, whatever its type."""
    path = forged(body)
    if path is not None:
        yield {"type": "forged", "loc": path, "msg": NO_PROSE}
    yield from _too_large(body, ())


def _too_large(value: object, path: tuple[str | int, ...]) -> Iterator[Any]:
    match value:
        case int() if abs(value) > LARGEST:
            yield {"type": "too_large", "loc": path, "msg": f"must lie between -{LARGEST} and {LARGEST}"}
        case dict():
            for name, member in value.items():
                yield from _too_large(member, (*path, name))
        case list():
            for place, member in enumerate(value):
                yield from _too_large(member, (*path, place))
