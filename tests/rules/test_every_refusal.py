"""Every code that a system explains is provoked, and the refusal names the rule that it rests on.

`uv run python -m tests.rules.test_every_refusal` writes anew what they say.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from app.rules.catalog import SYSTEMS
from app.rules.errors import Refusal
from tests.rules.refusing import Provoke
from tests.rules.supers.provoked import PROVOKED as SUPERS
from tests.rules.ultra.provoked import PROVOKED as ULTRA
from tests.rules.uttas.provoked import PROVOKED as UTTAS

PROVOKED: Mapping[str, Mapping[str, Provoke]] = {"ultra": ULTRA, "uttas": UTTAS, "supers": SUPERS}
RULELESS = {
    # The order of turns is section 8's, which gives it no id.
    "ultra": {"not_your_turn"},
    # Nobody of that name: no rule, but a list that doesn't have it.
    "uttas": {"unknown_actor"},
    "supers": set[str](),
}
UNSAID = {"character_needed", "number_missing"}
"""What a check's body leaves out, before any rule looks at it."""
FILE = Path(__file__).parent / "refusals.txt"
EVERY = [(key, code) for key, system in SYSTEMS.items() for code in system.refusals]


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_table_holds_what_is_explained_and_nothing_else(key: str):
    assert set(PROVOKED[key]) == set(SYSTEMS[key].refusals)


@pytest.mark.parametrize(("key", "code"), EVERY, ids=[" ".join(one) for one in EVERY])
def test_a_code_is_provoked_and_names_its_rule(key: str, code: str):
    found = PROVOKED[key][code]()
    assert found.code == code
    if isinstance(found, Refusal):
        assert found.detail.endswith(".")
    rule = found.facts.get("rule") if isinstance(found, Refusal) else found.rule
    assert (rule is None) == (code in RULELESS[key] | UNSAID)
    assert rule is None or rule in {entry.id for entry in SYSTEMS[key].rule_index}


def text() -> str:
    """Two lines for each: code, rule and facts; and the sentence for people."""
    lines = []
    for key, code in EVERY:
        found = PROVOKED[key][code]()
        said = found.detail if isinstance(found, Refusal) else found.message
        facts = found.facts if isinstance(found, Refusal) else found.model_dump(exclude={"code", "message"})
        lines += [" ".join([key, code, *(f"{name}={value}" for name, value in facts.items())]), f"  {said}"]
    return "".join(f"{line}\n" for line in lines)


def test_what_they_say_is_as_written_down():
    assert text().splitlines() == FILE.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
