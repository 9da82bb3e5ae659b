"""What the dice tests share."""

from collections.abc import Callable

import pytest
from pydantic import TypeAdapter

from app.rules.dice import RollResult


@pytest.fixture
def stored() -> Callable[[RollResult], RollResult]:
    """Store a roll as JSON and read it back."""
    record = TypeAdapter(RollResult)
    return lambda result: record.validate_json(record.dump_json(result))
