"""The base of everything the rules say in numbers and words."""

from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """The base of every rule model: frozen, closed, strict (`"5"` and `true` are no integers)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True)

    @classmethod
    def trusted(cls, **fields: Any) -> Self:
        """One made of all its fields, in their order, as they are: what is shown of thirty combatants is no small sum.

        Five times as fast as `model_construct`, which looks for aliases and defaults. For values of our own making.
        """
        return cls._of(fields, set(fields))

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """The same with other fields, unchecked, as pydantic does it in four times the time."""
        if deep:
            return super().model_copy(update=update, deep=True)
        changed = update or {}
        return self._of({**self.__dict__, **changed}, {*self.__pydantic_fields_set__, *changed})

    @classmethod
    def _of(cls, fields: dict[str, Any], told: set[str]) -> Self:
        made = cls.__new__(cls)
        object.__setattr__(made, "__dict__", fields)
        object.__setattr__(made, "__pydantic_fields_set__", told)
        object.__setattr__(made, "__pydantic_extra__", None)
        object.__setattr__(made, "__pydantic_private__", None)
        return made
