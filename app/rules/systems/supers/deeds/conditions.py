"""Conditions that come and go between fights, each instance by itself."""

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from app.rules.deeds import Applied, DeedBody, applied
from app.rules.naming import not_borne
from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.supers.conditions import named
from app.rules.systems.supers.deeds.bearing import free_id, with_state
from app.rules.systems.supers.deeds.occasion import SupersOccasion
from app.rules.systems.supers.sheet import MOST_CONDITIONS, ConditionOn, Expiry, Key, SupersSheet
from app.rules.systems.supers.traits import bears


class NewCondition(Value):
    """A condition that befalls the character."""

    key: Key
    """Of the catalogue."""
    param: Key | None = None
    """What it is on, where it needs that."""
    source: Annotated[str, Field(max_length=200)] = ""
    expires: Expiry | None = None
    """When it ends by itself."""
    id: Key | None = None
    """What to call this instance; without one it gets an id of its own."""


class ConditionsBody(DeedBody):
    """Conditions that end, and then others that come."""

    add: Annotated[list[NewCondition], Field(max_length=20)] = Field(default_factory=list)
    end: Annotated[list[Key], Field(max_length=20)] = Field(default_factory=list)
    """Ids of instances, or keys, of which the first instance ends; what others imply stays."""

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.add and not self.end:
            raise ValueError("Name what to `add` or to `end`.")
        return self


class SupersConditions(Value):
    """What is borne now."""

    conditions: list[ConditionOn]
    effective: list[str]
    """What holds in the end, in alphabetical order."""


class Conditions:
    """`conditions`."""

    summary: str = "Conditions come and go by instance; bundles bring their parts, and what another implies stays."
    body: type[ConditionsBody] = ConditionsBody
    result: type[Value] = SupersConditions
    examples: Mapping[str, ConditionsBody] = {
        "Caught in a net": ConditionsBody(add=[NewCondition(key="restrained", param="anchored", source="the net")]),
        "Blinded for two minutes": ConditionsBody(
            add=[NewCondition(key="blind", expires=Expiry(at="minutes", count=2))]
        ),
    }

    def apply(self, sheet: SupersSheet, body: ConditionsBody, occasion: SupersOccasion) -> Applied[SupersSheet]:
        """End, then add (S-117, R-14).

        Raises:
            OutOfRange: `unknown_condition`, `bad_param`, `duplicate`.
            AgainstTheRules: `not_borne`, `too_many_conditions`.
        """
        after, told = sheet, []
        for name in body.end:
            gone = _borne(after, name)
            told.append(f"{_spoken(str(gone.condition))} ends")
            after = with_state(after, conditions=[one for one in after.state.conditions if one is not gone])
        for new in body.add:
            came = _instance(after, new)
            told.append(f"{_spoken(str(came.condition))} comes")
            after = with_state(after, conditions=[*after.state.conditions, came])
        if len(after.state.conditions) > MOST_CONDITIONS:
            raise AgainstTheRules(
                "too_many_conditions",
                f"A character bears {MOST_CONDITIONS} conditions at the most: end some first.",
                limit=MOST_CONDITIONS,
                rule="R-14",
            )
        held = [str(one) for one in bears(after, occasion.options)]
        result = SupersConditions(conditions=list(after.state.conditions), effective=held)
        words = [*told, *map(_spoken, held)]
        places = [f"{{{place}}}" for place in range(len(words))]
        now = ", ".join(places[len(told) :]) or "none"
        why = "; ".join([*places[: len(told)], f"now {now}"])
        return applied(after, result, word="Conditions", why=why, rules=["S-117", "R-14"], quoted=words)


def _spoken(condition: str) -> str:
    key, _, param = condition.partition(":")
    return f"{key} ({param.replace('_', ' ')})" if param else key


def _borne(sheet: SupersSheet, name: str) -> ConditionOn:
    held = sheet.state.conditions
    for one in sorted(held, key=lambda one: one.id != name):
        if name in {one.id, one.key}:
            return one
    raise not_borne("not_borne", name, [word for one in held for word in (one.id, one.key)], rule="R-14")


def _instance(sheet: SupersSheet, new: NewCondition) -> ConditionOn:
    named(f"{new.key}:{new.param}" if new.param else new.key)
    name = new.id or free_id(sheet.state)
    if any(one.id == name for one in sheet.state.conditions):
        raise OutOfRange("duplicate", "There is a condition with this id already: give each its own.", rule="R-14")
    return ConditionOn(id=name, key=new.key, source=new.source, param=new.param, expires=new.expires)
