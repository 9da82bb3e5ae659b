"""Golden cases in the words of our functions: names are changed here, nothing is worked out."""

from collections.abc import Callable, Mapping
from typing import Any

from app.rules.dice.source import PhysicalDice
from app.rules.system import CheckBody, CheckKind
from app.rules.systems.ultra import pools
from app.rules.systems.ultra.checks.action import Action, ActionBody
from app.rules.systems.ultra.checks.contest import Contest, ContestBody
from app.rules.systems.ultra.checks.opposed import Opposed, UltraOpposedBody
from app.rules.systems.ultra.options import UltraOptions

Given = dict[str, Any]


def run(op: str, given: Given, options: Mapping[str, Any]) -> dict[str, Any]:
    """Ask one question of the rules; an op that isn't here is a LookupError."""
    return OPS[op](UltraOptions(**options), **given)


def check(kind: CheckKind[Any, Any], body: CheckBody, options: UltraOptions) -> dict[str, Any]:
    return kind.resolve(body, options=options, dice=PhysicalDice(body.faces or [])).result


def action(options, *, choices=None, **given):
    """Absent choices are empty choices."""
    return check(Action(), ActionBody.model_validate({"choices": choices or {}, **given}), options)


def opposed(options, *, faces, defender_faces, choices=None, **given):
    defender = {"dice": len(defender_faces)}
    body = {"dice": len(faces), "faces": [*faces, *defender_faces], "defender": defender, "choices": choices or {}}
    return check(Opposed(), UltraOpposedBody.model_validate({**body, **given}), options)


def contest(options, *, sides):
    """Each side's faces stand beside its numbers."""
    faces = [face for side in sides.values() for face in side["faces"]]
    pools_ = {
        name: {"dice": len(side["faces"]), **{key: value for key, value in side.items() if key != "faces"}}
        for name, side in sides.items()
    }
    return check(Contest(), ContestBody.model_validate({"faces": faces, "sides": pools_}), options)


def pool(options, *, base, modifiers=()):
    return pools.pool(base, modifiers).model_dump()


OPS: dict[str, Callable[..., dict[str, Any]]] = {
    "action": action,
    "contest": contest,
    "opposed": opposed,
    "pool": pool,
}
