"""What commands answer besides the encounter: the `result` of a roll of one's own (section 4)."""

from typing import Literal

from app.rules.system import Value


class Succeeded(Value):
    """A roll that works or doesn't."""

    total: int
    success: bool


class Rolled(Value):
    """A roll against a difficulty; without one, only its total."""

    total: int | None
    dc: int | None
    success: bool | None


class Opposed(Value):
    """A roll against somebody else's."""

    active_total: int | None
    passive_total: int | None
    """Null for whoever may not know it."""
    success: bool


class Total(Value):
    """A total that others will have to beat."""

    total: int


class Outcome(Value):
    """What comes of a pursuit."""

    outcome: Literal["chase_scene", "overtaken", "target_escapes"]
