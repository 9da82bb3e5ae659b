"""The base of everything the rules say in numbers and words."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """The base of every rule model: frozen, closed, strict (`"5"` and `true` are no integers)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True)
