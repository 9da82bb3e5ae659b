"""Every system that has encounters, and the made-up one, with somebody to play."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from app.rules.catalog import SYSTEMS
from app.rules.encounter.rules import EncounterRules
from app.rules.value import Value
from tests.rules.encounter.duel import DUEL
from tests.rules.encounter.duel.shapes import DuelOptions, DuelSheet

DEEP = bool(os.environ.get("UMPIRE_DEEP"))
GAMES = 300 if DEEP else 8
LENGTH = 200 if DEEP else 60


@dataclass(frozen=True, kw_only=True)
class Side:
    """A system on trial."""

    rules: EncounterRules[Any, Any]
    options: Value
    sheets: Sequence[Value]


TRIALS = {
    "duel": Side(
        rules=DUEL,
        options=DuelOptions(),
        sheets=[DuelSheet(name="Quick", skill=5), DuelSheet(name="Strong", vigour=20), DuelSheet(guard=9, wounds=3)],
    )
} | {
    key: Side(rules=system.encounters, options=system.options(), sheets=system.example_sheets)
    for key, system in SYSTEMS.items()
    if system.encounters is not None
}


@pytest.fixture(params=TRIALS)
def trial(request: pytest.FixtureRequest) -> Side:
    return TRIALS[request.param]
