"""Which actions can be readied, and the commands that were."""

import json
from collections.abc import Mapping
from typing import Final

from pydantic import ValidationError

from app.rules.encounter.commands import ActorCommand
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.encounter.bodies import (
    ActivatePower,
    Attack,
    BreakEntangle,
    FullMove,
    Grapple,
    ReadyAction,
    Sprint,
    Trip,
    UseItem,
    UseSkill,
)

READYABLE: Final[Mapping[str, type[ActorCommand]]] = {
    str(body.model_fields["type"].default): body
    for body in (Attack, Trip, Grapple, FullMove, Sprint, ActivatePower, UseSkill, UseItem, BreakEntangle)
}
"""The actions of an own turn that can wait (T-042); what only makes sense in it, such as a breather, can't."""
Violent = Attack | Trip | Grapple
"""Those that go at somebody."""


def body_of(document: str, type_: str) -> ActorCommand:
    """The command that was readied."""
    return READYABLE[type_].model_validate_json(document)


def readied(actor: str, action: ReadyAction) -> ActorCommand:
    """The command that somebody wants to ready, with its actor.

    Raises:
        AgainstTheRules: `not_readyable`.
    """
    kind = READYABLE.get(action.type)
    if kind is None:
        raise AgainstTheRules(
            "not_readyable",
            "Only an action of the own turn can be readied.",
            rule="T-042",
            readyable=sorted(READYABLE),
        )
    try:
        return kind.model_validate_json(json.dumps({**action.model_dump(mode="json"), "actor": actor}))
    except ValidationError as wrong:
        first = wrong.errors()[0]
        place = "/".join(str(step) for step in first["loc"])
        raise AgainstTheRules(
            "not_readyable", f"At action/{place}: {first['msg']}.", rule="T-042", pointer=f"/action/{place}"
        ) from None
