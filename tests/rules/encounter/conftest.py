"""Every system that has encounters, and the made-up one, with somebody to play."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from app.rules.catalog import ENCOUNTERS, SYSTEMS
from app.rules.encounter.rules import EncounterRules
from app.rules.value import Value
from tests.rules.encounter.duel import DUEL
from tests.rules.encounter.duel.rules import CONDITIONS, REFUSALS
from tests.rules.encounter.duel.shapes import DuelOptions, DuelSheet

DEEP = bool(os.environ.get("UMPIRE_DEEP"))
GAMES = 300 if DEEP else 6
LENGTH = 200 if DEEP else 50


@dataclass(frozen=True, kw_only=True)
class Side:
    """A system on trial."""

    rules: EncounterRules[Any, Any]
    options: Value
    sheets: Sequence[Value]
    conditions: Sequence[str]
    """Keys of conditions that a game master may add."""
    refusals: Mapping[str, str]
    """Its codes, as its docs explain them."""


def _conditions(key: str) -> list[str]:
    rows = [row.model_dump() for row in SYSTEMS[key].catalogues.get("conditions", ())]
    return [str(row.get("id") or row.get("key")) for row in rows]


TRIALS = {
    "duel": Side(
        rules=DUEL,
        options=DuelOptions(),
        sheets=[DuelSheet(name="Quick", skill=5), DuelSheet(name="Strong", vigour=20), DuelSheet(guard=9, wounds=3)],
        conditions=CONDITIONS,
        refusals=REFUSALS,
    )
} | {
    key: Side(
        rules=rules,
        options=SYSTEMS[key].options(),
        sheets=SYSTEMS[key].example_sheets,
        conditions=_conditions(key),
        refusals=SYSTEMS[key].refusals,
    )
    for key, rules in ENCOUNTERS.items()
}


@pytest.fixture(params=TRIALS)
def trial(request: pytest.FixtureRequest) -> Side:
    return TRIALS[request.param]
