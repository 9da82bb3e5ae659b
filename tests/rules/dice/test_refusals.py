"""What is no notation, or asks for too much: where, what was found, what was expected, and how to mend it."""

import pytest

from tests.rules.dice.refusals import Case, cases, refused


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: ascii(case.notation))
def test_a_refusal_is_told_as_written_down(case: Case):
    assert refused(case.notation) == case
