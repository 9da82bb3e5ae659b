"""Status Effects that come and go between fights."""

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from app.rules.deeds import Applied, DeedBody, applied
from app.rules.naming import not_borne
from app.rules.system import Value
from app.rules.systems.ultra.complications import Name
from app.rules.systems.ultra.deeds.occasion import UltraOccasion
from app.rules.systems.ultra.sheet import Moment, Status, UltraSheet
from app.rules.systems.ultra.statuses import WORST, status_of
from app.rules.systems.ultra.suffering import level_of, struck


class NewStatus(Value):
    """A Status Effect that befalls the character."""

    key: Name
    """Of the catalogue."""
    level: Annotated[int, Field(ge=1, le=WORST)] = 1
    """At most as high as it goes; of one level, always that."""
    source: Name = "gm"
    clears: Moment | None = None
    """When it ends by itself; without a moment, as the catalogue says."""


class ConditionsBody(DeedBody):
    """Status Effects that end, and then others that come."""

    add: Annotated[list[NewStatus], Field(max_length=20)] = Field(default_factory=list)
    end: Annotated[list[Name], Field(max_length=20)] = Field(default_factory=list)
    """By their keys: nobody bears one twice."""

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.add and not self.end:
            raise ValueError("Name what to `add` or to `end`.")
        return self


class Borne(Value):
    """The Status Effects that are borne now."""

    statuses: list[Status]


class Conditions:
    """`conditions`."""

    summary: str = "Status Effects come, the higher level staying, and go."
    body: type[ConditionsBody] = ConditionsBody
    result: type[Value] = Borne
    examples: Mapping[str, ConditionsBody] = {
        "Poison in the cup": ConditionsBody(add=[NewStatus(key="poisoned", level=2, source="the cup")]),
        "The wound is dressed": ConditionsBody(end=["bleeding"]),
    }

    def apply(self, sheet: UltraSheet, body: ConditionsBody, _: UltraOccasion) -> Applied[UltraSheet]:
        """End, then add: of one kind the higher level stays (section 3b).

        Raises:
            OutOfRange: `unknown_status`.
            AgainstTheRules: `nothing_to_clear` for one that isn't borne.
        """
        gone = [borne(sheet, key) for key in body.end]
        held = [status for status in sheet.statuses if status not in gone]
        for new in body.add:
            ends = new.clears or Moment(at=status_of(new.key).ends)
            held = struck(held, Status(key=new.key, level=level_of(new.key, new.level), source=new.source, clears=ends))
        changed = sheet.model_copy(update={"statuses": held})
        parts = [f"{status_of(status.key).name} ends" for status in gone]
        parts += [f"{status_of(new.key).name} {level_of(new.key, new.level)} comes" for new in body.add]
        return applied(
            changed, Borne(statuses=held), word="Status Effects", why="; ".join(parts), rules=["U-27", "G-22"]
        )


def borne(sheet: UltraSheet, key: str) -> Status:
    """The Status Effect of that key that the character bears.

    Raises:
        OutOfRange: `unknown_status`.
        AgainstTheRules: `nothing_to_clear`.
    """
    status_of(key)
    for status in sheet.statuses:
        if status.key == key:
            return status
    raise not_borne("nothing_to_clear", key, [status.key for status in sheet.statuses], rule="G-22")
