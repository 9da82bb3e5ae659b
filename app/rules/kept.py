"""Values read back from where they are kept: what is past a bound by now is held within it, so that none is lost."""

import json
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from app.rules.value import Value

V = TypeVar("V", bound=Value)

MOST_TRIES: Final = 5
"""What is mended may bring to light what was not looked at before."""


def read_kept(model: type[V], text: str | bytes) -> V:
    """A value from its JSON.

    Lists, words and numbers that are longer or larger than the model allows, as an older version of it may have let
    them become, are cut to what it does: one such sheet must not keep a table from all of its characters.

    Raises:
        ValidationError: it is wrong in another way.
    """
    try:
        return model.model_validate_json(text)
    except ValidationError as fault:
        return _held(model, json.loads(text), fault)


def _held(model: type[V], document: Any, fault: ValidationError) -> V:
    for _ in range(MOST_TRIES):
        if not all(_hold(document, one) for one in fault.errors()):
            break
        try:
            return model.model_validate_json(json.dumps(document))
        except ValidationError as again:
            fault = again
    raise fault


def _hold(document: Any, error: ErrorDetails) -> bool:
    """Whether this is no more than a bound that was passed; then it is kept from now on."""
    *path, last = error["loc"] or [""]
    bound = error.get("ctx", {})
    try:
        for step in path:
            document = document[step]
        match error["type"]:
            case "too_long" if isinstance(document[last], dict):
                document[last] = dict(list(document[last].items())[: bound["max_length"]])
            case "too_long" | "string_too_long":
                document[last] = document[last][: bound["max_length"]]
            case "less_than_equal":
                document[last] = bound["le"]
            case "greater_than_equal":
                document[last] = bound["ge"]
            case _:
                return False
    except (LookupError, TypeError):
        return False
    return True
