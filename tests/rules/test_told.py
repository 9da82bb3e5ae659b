"""Every number of a sheet and every answer to a check is told in full: what it is, why, and by which rule."""

import pytest

from app.rules.catalog import SYSTEMS
from tests.rules import told


@pytest.mark.parametrize("key", SYSTEMS)
def test_all_is_told_as_written_down(key: str):
    assert told.text(key).splitlines() == told.file(key).read_text(encoding="utf-8").splitlines()
