"""Conditions that come and go between fights."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, Self, assert_never

from pydantic import Field, model_validator

from app.rules.deeds import Applied, DeedBody, applied
from app.rules.naming import not_borne
from app.rules.system import Value
from app.rules.systems.uttas.deeds.harm import limb_of
from app.rules.systems.uttas.deeds.occasion import UttasOccasion
from app.rules.systems.uttas.sheet import Disabled, Entangle, Lasting, Limb, UttasSheet
from app.rules.systems.uttas.vitals import suffered, with_conditions

LIMB: Final = "disabled:"
"""What stands before a limb's id where its disablement is ended."""
Name = Annotated[str, Field(min_length=1, max_length=90)]


class NewCondition(Value):
    """A condition that befalls the character."""

    key: Literal["prone", "stunned", "entangled", "disabled"]
    limb: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """Which limb is disabled."""
    permanent: bool = False
    """No healing lifts it: the game master says so (G-16b)."""
    health: Annotated[int, Field(ge=1, le=500)] | None = None
    """Of the Entangle."""
    limbs: Literal["arms", "legs", "both"] = "legs"
    """Which the Entangle binds."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.key == "disabled") != (self.limb is not None):
            raise ValueError("`disabled`, and only it, takes the `limb`.")
        if (self.key == "entangled") != (self.health is not None):
            raise ValueError("`entangled`, and only it, takes the `health` of the Entangle.")
        return self


class ConditionsBody(DeedBody):
    """Conditions that end, and then others that come."""

    add: Annotated[list[NewCondition], Field(max_length=20)] = Field(default_factory=list)
    end: Annotated[list[Name], Field(max_length=20)] = Field(default_factory=list)
    """Such as `prone`, `entangled`, `disabled:left_arm`."""

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.add and not self.end:
            raise ValueError("Name what to `add` or to `end`.")
        return self


class UttasConditions(Value):
    """What is borne now."""

    conditions: list[str]
    """Of the catalogue, in alphabetical order."""
    disabled: list[str]
    """Limbs out of use."""


class Conditions:
    """`conditions`."""

    summary: str = "Prone, stunned, entangled and disabled limbs come and go; death and sleep follow from the numbers."
    body: type[ConditionsBody] = ConditionsBody
    result: type[Value] = UttasConditions
    examples: Mapping[str, ConditionsBody] = {
        "Up again": ConditionsBody(end=["prone"]),
        "An arm is lost": ConditionsBody(add=[NewCondition(key="disabled", limb="left_arm", permanent=True)]),
        "Caught in a net": ConditionsBody(add=[NewCondition(key="entangled", health=8)]),
    }

    def apply(self, sheet: UttasSheet, body: ConditionsBody, occasion: UttasOccasion) -> Applied[UttasSheet]:
        """End, then add (section 1.15, G-16b, G-19).

        Raises:
            OutOfRange: `unknown_limb`.
            AgainstTheRules: `not_borne`.
        """
        after = sheet
        for name in body.end:
            after = _ended(after, name)
        for new in body.add:
            after = _added(after, new)
        held = suffered(after, occasion.clock)
        disabled = [limb.id for limb in after.limbs if limb.disabled is not None]
        places = [f"{{{place}}} out of use" for place in range(len(disabled))]
        return applied(
            after,
            UttasConditions(conditions=held, disabled=disabled),
            word="Conditions",
            why="; ".join([*held, *places]) or "none",
            rules=["T-119", "T-136", "T-141", "G-16b", "G-19"],
            quoted=[limb.replace("_", " ") for limb in disabled],
        )


def _ended(sheet: UttasSheet, name: str) -> UttasSheet:
    if name.startswith(LIMB):
        limb = limb_of(sheet, name.removeprefix(LIMB))
        if limb.disabled is not None:
            return _with_limb(sheet, limb.model_copy(update={"disabled": None}))
    elif name in sheet.conditions:
        return sheet.model_copy(update={"conditions": [held for held in sheet.conditions if held != name]})
    elif name == "entangled" and sheet.entangle is not None:
        return sheet.model_copy(update={"entangle": None})
    raise not_borne("not_borne", name, _endable(sheet), rule="T-119")


def _endable(sheet: UttasSheet) -> list[str]:
    disabled = [f"{LIMB}{limb.id}" for limb in sheet.limbs if limb.disabled is not None]
    return [*sheet.conditions, *(["entangled"] if sheet.entangle is not None else []), *disabled]


def _added(sheet: UttasSheet, new: NewCondition) -> UttasSheet:
    match new.key:
        case "entangled":
            return sheet.model_copy(update={"entangle": Entangle(health=new.health or 1, limbs=new.limbs)})
        case "disabled":
            limb = limb_of(sheet, new.limb or "")
            disabled = limb.disabled or Disabled(by="gm")
            disabled = disabled.model_copy(update={"permanent": disabled.permanent or new.permanent})
            return _with_limb(sheet, limb.model_copy(update={"disabled": disabled, "holds": None}))
        case "prone" | "stunned":
            lasting: Lasting = new.key
            return sheet.model_copy(update={"conditions": with_conditions(sheet.conditions, [lasting])})
        case _:
            assert_never(new.key)


def _with_limb(sheet: UttasSheet, changed: Limb) -> UttasSheet:
    return sheet.model_copy(update={"limbs": [changed if limb.id == changed.id else limb for limb in sheet.limbs]})
