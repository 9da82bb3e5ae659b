"""Every fact is told in one sentence, whole to those who may know all, and without what others may not know."""

import pytest

from app.rules.catalog import ENCOUNTERS
from app.rules.encounter.facts import Fact
from app.rules.encounter.frame_facts import FRAME_FACTS
from tests.rules.encounter.sentences import OF_THE_FRAME, Sentences, silent, told
from tests.rules.supers.sentences import SENTENCES as SUPERS
from tests.rules.ultra.sentences import SENTENCES as ULTRA
from tests.rules.uttas.sentences import SENTENCES as UTTAS

ALL: dict[str, Sentences] = {"frame": OF_THE_FRAME, "supers": SUPERS, "ultra": ULTRA, "uttas": UTTAS}
FACTS = {"frame": FRAME_FACTS, **{key: rules.facts for key, rules in ENCOUNTERS.items()}}
ROWS = [(fact, sentence) for sentences in ALL.values() for fact, sentence in sentences]


@pytest.mark.parametrize(
    ("fact", "sentence"), ROWS, ids=[f"{fact.type}-{place}" for place, (fact, _) in enumerate(ROWS)]
)
def test_it_is_told(fact: Fact, sentence: str):
    assert told(fact) == sentence


@pytest.mark.parametrize("key", ALL)
def test_nothing_that_is_told_is_left_out(key: str):
    assert {type(fact) for fact, _ in ALL[key]} == set(FACTS[key]) - silent(FACTS[key])
