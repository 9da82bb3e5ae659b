"""The bodies of what answers a window: Reactions, choices, and dice from one's own hand."""

from typing import Literal

from pydantic import ConfigDict, Field

from app.rules.encounter.commands import ActorCommand, Command, Key
from app.rules.systems.uttas.encounter.bodies import Moving


class React(Moving):
    """React to an attack: block, evade, step away, change the stance, or strike back once it is over."""

    type: Literal["uttas.react"] = "uttas.react"
    kind: Literal["block", "evade", "move", "stance", "counterattack"]
    art: Key | None = None
    """A Martial Art bought for it; without one, the basic version."""
    stance: Key | None = None
    counterattack: Key | None = None
    """Which; without one, the first that can be used."""


class PassReaction(ActorCommand):
    """Let it be."""

    type: Literal["uttas.pass_reaction"] = "uttas.pass_reaction"


class Follow(Moving):
    """Go after a target who stepped away, with what is left of the free move."""

    type: Literal["uttas.follow"] = "uttas.follow"


class Intercept(ActorCommand):
    """Take a hit for somebody."""

    model_config = ConfigDict(
        serialize_by_alias=True,
        validate_by_name=True,
        validate_by_alias=True,
        json_schema_extra=Command.model_config.get("json_schema_extra"),
    )

    type: Literal["uttas.intercept"] = "uttas.intercept"
    for_: Key | None = Field(default=None, alias="for")
    """For whom; without a name, whoever is about to be hit."""


class ResolveSurrender(ActorCommand):
    """Stop the attack on somebody who surrenders, or finish it."""

    type: Literal["uttas.resolve_surrender"] = "uttas.resolve_surrender"
    choice: Literal["stop", "finish"]


class Throw(ActorCommand):
    """Throw the dice of one's own attack."""

    type: Literal["uttas.throw"] = "uttas.throw"
