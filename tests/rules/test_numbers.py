"""Every number of a sheet is told in full: what it is, what it is made of, by which rule."""

import pytest

from app.rules.catalog import SYSTEMS
from tests.rules import numbers


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_number_is_told_as_written_down(key: str):
    assert numbers.text(key).splitlines() == numbers.file(key).read_text(encoding="utf-8").splitlines()
