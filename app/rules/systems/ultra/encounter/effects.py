"""What an action does to those it is aimed at once it succeeds, beside the Tricks."""

from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.system import Value
from app.rules.systems.ultra.complications import Name

Words = Annotated[str, Field(min_length=1, max_length=300)]
Level = Annotated[int, Field(ge=1, le=3)]
Weight = Literal[1, 2]
"""1: part of the story; 2: lends two bonus hits, once to each who leans on it."""


class InjuryEffect(Value):
    """An injury; what an attack does unless something else is said."""

    kind: Literal["injury"] = "injury"


class StatusEffectGiven(Value):
    """A Status Effect comes."""

    kind: Literal["status"] = "status"
    key: Name
    level: Level = 1


class StatusEffectCleared(Value):
    """A Status Effect goes; what an escape does with `restrained` unless something else is said."""

    kind: Literal["clear"] = "clear"
    key: Name


class FactEffect(Value):
    """Something is true from now on."""

    kind: Literal["fact"] = "fact"
    text: Words
    weight: Weight = 1


Effect = Annotated[InjuryEffect | StatusEffectGiven | StatusEffectCleared | FactEffect, Field(discriminator="kind")]

BY_KIND: Final[dict[str, InjuryEffect | StatusEffectCleared]] = {
    "attack": InjuryEffect(),
    "escape": StatusEffectCleared(key="restrained"),
}
"""What an action of a kind does by itself."""
